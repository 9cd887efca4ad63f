/* option_help.h - What tl-sim's options are, for help and manual. */
#ifndef TL_SIM_OPTION_HELP_H
#define TL_SIM_OPTION_HELP_H

#include <stdbool.h>

/* How an option is written and what it means; false behind the last one. */
bool tl_options_describe(int number, const char **usage, const char **help);

#endif /* TL_SIM_OPTION_HELP_H */
