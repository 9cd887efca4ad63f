/* whole_file.h - A file that has all that is written to it, or is as it was.
 *
 * What is written goes to a file beside it, FILE.part, which takes its name at
 * the end: no full disk and no interrupted run leaves half of it.  Devices,
 * pipes and links are written as they are.  Needs libc alone. */
#ifndef TL_WHOLE_FILE_H
#define TL_WHOLE_FILE_H

#include <stdbool.h>
#include <stdio.h>

typedef struct tl_whole_file {
  FILE *stream;     /* NULL: it cannot be written, as errno says */
  const char *path; /* not owned */
  char *part;       /* owned; NULL: `path` itself is written */
} tl_whole_file;

/* Always to be closed. */
tl_whole_file tl_whole_file_open(const char *path);

/* Whether all has been written; if not, errno says why. */
bool tl_whole_file_close(tl_whole_file *file);

#endif /* TL_WHOLE_FILE_H */
