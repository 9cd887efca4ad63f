/* options.h - The options of all commands, and what the value of each means.
 *
 * `--to cute` and `--to=cute` are the same. */
#ifndef TL_LAYOUT_OPTIONS_H
#define TL_LAYOUT_OPTIONS_H

#include "command.h"

typedef struct tl_option {
  const char *name;
  unsigned bit;      /* of tl_arguments.options */
  const char *value; /* what the value is called; null for none */
  const char *takes; /* the values that there are; of a flag, what it does */
  /* Sets the field; false when the value is none of those. */
  bool (*read)(const struct tl_option *option, const char *value, void *field);
  size_t field; /* of tl_arguments */
  int64_t least, most;
} tl_option;

/* The option that a word names, or null; *value is what follows '=', or null.
 */
const tl_option *tl_option_named(const char *word, const char **value);

/* The first option of a set that is not empty. */
const tl_option *tl_option_of(unsigned bits);

#endif /* TL_LAYOUT_OPTIONS_H */
