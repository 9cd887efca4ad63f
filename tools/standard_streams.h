/* standard_streams.h - Standard streams that the caller has closed.
 *
 * A file that is opened takes the lowest number that is free: that of standard
 * error, into which everything that is told would go. */
#ifndef TL_STANDARD_STREAMS_H
#define TL_STANDARD_STREAMS_H

/* Takes the numbers of those that are closed, before anything is opened.  To
 * read the first and to write the second fails as before; what goes to the third
 * is gone. */
void tl_hold_standard_streams(void);

#endif /* TL_STANDARD_STREAMS_H */
