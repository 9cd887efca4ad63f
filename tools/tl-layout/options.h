/* options.h - The options of all commands, and what the value of each means.
 *
 * `--to cute` and `--to=cute` are the same. */
#ifndef TL_LAYOUT_OPTIONS_H
#define TL_LAYOUT_OPTIONS_H

#include "command.h"

typedef struct tl_option {
  const char *name;
  unsigned bit;      /* of tl_arguments.options */
  const char *takes; /* the values that there are; null for none */
  /* Sets the value; false when it is none of those. */
  bool (*read)(const char *value, tl_arguments *out);
} tl_option;

/* The option that a word names, or null; *value is what follows '=', or null.
 */
const tl_option *tl_option_named(const char *word, const char **value);

/* The name of the first option of a set. */
const char *tl_option_first(unsigned options);

/* The family that `--to` calls so; "register". */
const char *tl_family_name(tl_kind kind);

#endif /* TL_LAYOUT_OPTIONS_H */
