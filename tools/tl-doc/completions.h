/* completions.h - What shells complete of the command lines of the tools. */
#ifndef TL_DOC_COMPLETIONS_H
#define TL_DOC_COMPLETIONS_H

#include <stdbool.h>

/* Prints the script of a shell (bash, zsh, fish) for a tool; false when there is
 * none. */
bool tl_completion_print(const char *shell, const char *tool);

#endif /* TL_DOC_COMPLETIONS_H */
