/* parts.h - What tl-doc can write into a page, from the rows of the code. */
#ifndef TL_DOC_PARTS_H
#define TL_DOC_PARTS_H

#include <stdbool.h>

/* Writes Markdown to standard output; false when there is nothing of that name.
 */
typedef bool tl_part_function(const char *name);

/* The table of the options that a pass or a pipeline has itself. */
tl_part_function tl_write_options;

/* All passes and pipelines, and what each does.  (The name is not used.) */
tl_part_function tl_write_passes;

/* A command of tl-layout; all of them without a name. */
tl_part_function tl_write_commands;

/* The functions of the layout language.  (The name is not used.) */
tl_part_function tl_write_functions;

/* Operands, results and attributes of `tl.load`; of all operations without a
 * name. */
tl_part_function tl_write_operations;

/* The rules of which that operation is the first to follow them. */
tl_part_function tl_write_rules;

/* Text of a cell of a table, where a bar is escaped. */
void tl_write_cell(const char *text);

#endif /* TL_DOC_PARTS_H */
