/* man_pages.h - Manual pages of the tools and the dialect. */
#ifndef TL_DOC_MAN_PAGES_H
#define TL_DOC_MAN_PAGES_H

#include <stdbool.h>

/* Prints the page of that name, such as tl-opt.1, in the macros of man(7);
 * false when there is none. */
bool tl_man_print(const char *name);

#endif /* TL_DOC_MAN_PAGES_H */
