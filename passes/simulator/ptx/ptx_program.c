/* ptx_program.c - What a program holds: variables, each at its place, and
 * instructions; see ptx_program.h. */
#include "ptx_program.h"
#include <stdlib.h>

/*===--- Variables --------------------------------------------------------===*/

/* Where the gap to the next one begins, which tells two apart. */
enum { GAP = 256, OWN_GAP = 16 };

static bool is_of_launch(const tl_ptx_variable *variable) {
  return variable->is_dynamic && variable->space == TL_PTX_SHARED;
}

int tl_ptx_variable_place(tl_ptx_program *program,
                          const tl_ptx_variable *variable,
                          tl_ptx_error *error) {
  int64_t *end = &program->sizes[variable->space];
  int64_t step = 2 * variable->alignment;
  tl_ptx_variable *items =
      tl_ptx_grow(program->variables, sizeof *items, program->variable_count,
                  &program->variable_capacity);
  if (!items) {
    tl_ptx_fail(error, variable->name.line, "needs more memory than there is");
    return -1;
  }
  program->variables = items;
  tl_ptx_variable *out = &items[program->variable_count];
  *out = *variable;
  if (is_of_launch(out))
    out->size = program->dynamic_bytes;
  out->address = *end + (variable->alignment + step - *end % step) % step;
  *end = out->address + out->size +
         (variable->space == TL_PTX_OWN ? OWN_GAP : GAP);
  if (*end > TL_PTX_MAX_BYTES) {
    tl_ptx_fail(error, variable->name.line,
                "variables up to '%.*s' have more than %d bytes",
                variable->name.length, variable->name.text, TL_PTX_MAX_BYTES);
    return -1;
  }
  return program->variable_count++;
}

/* Of the one that stands for all variables whose size the launch says. */
static int64_t dynamic_alignment(const tl_ptx_module *module,
                                 const tl_ptx_variable *first) {
  int64_t most = first->alignment;
  for (int i = 0; i < module->variable_count; i++) {
    const tl_ptx_variable *variable = &module->variables[i];
    if (is_of_launch(variable) && variable->alignment > most)
      most = variable->alignment;
  }
  return most;
}

/* Dynamic shared memory of which there is a byte, the first one, lies over variables that
 * are declared behind it, both by the kernel itself or both by the module. */
static bool is_apart(tl_ptx_program *program, const tl_ptx_variable *variable,
                     tl_ptx_error *error) {
  const tl_ptx_module *module = program->module;
  bool is_own = true;
  for (int i = 0; i < module->variable_count; i++)
    is_own &= variable != &module->variables[i];
  bool is_byte = is_of_launch(variable) && variable->size == 1;
  tl_ptx_word *shared = program->shared[is_own], *last = &shared[is_byte];
  if (variable->space == TL_PTX_SHARED && (is_byte || !variable->is_dynamic) &&
      (!last->text || last->text < variable->name.text))
    *last = variable->name;
  if (!shared[true].text || !shared[false].text ||
      shared[false].text < shared[true].text)
    return true;
  return tl_ptx_fail(error, variable->name.line,
                     "'%.*s' is a byte of dynamic shared memory, whose others "
                     "lie over '%.*s'",
                     shared[true].length, shared[true].text,
                     shared[false].length, shared[false].text);
}

int tl_ptx_variable_share(tl_ptx_program *program,
                          const tl_ptx_variable *variable,
                          tl_ptx_error *error) {
  tl_ptx_variable placed = *variable;
  if (!is_apart(program, variable, error))
    return -1;
  for (int i = 0; i < program->variable_count; i++) {
    const tl_ptx_variable *other = &program->variables[i];
    if (other->name.text == variable->name.text ||
        (is_of_launch(other) && is_of_launch(variable)))
      return i;
  }
  if (is_of_launch(variable))
    placed.alignment = dynamic_alignment(program->module, variable);
  return tl_ptx_variable_place(program, &placed, error);
}

/*===--- Instructions -----------------------------------------------------===*/

static bool keep_operand(tl_ptx_program *program,
                         const tl_ptx_operand *operand) {
  tl_ptx_operand *operands =
      tl_ptx_grow(program->operands, sizeof *operands, program->operand_count,
                  &program->operand_capacity);
  if (!operands)
    return false;
  program->operands = operands;
  operands[program->operand_count++] = *operand;
  return true;
}

bool tl_ptx_program_keep(tl_ptx_program *program,
                         const tl_ptx_instruction *at) {
  tl_ptx_instruction *items = tl_ptx_grow(program->items, sizeof *items,
                                          program->count, &program->capacity);
  if (!items)
    return false;
  program->items = items;
  items[program->count] = *at;
  items[program->count].operand_at = program->operand_count;
  for (int i = 0; i < at->operand_count; i++)
    if (!keep_operand(program, &at->operands[i]))
      return false;
  program->count++;
  return true;
}

void tl_ptx_program_free(tl_ptx_program *program) {
  free(program->items);
  free(program->operands);
  free(program->variables);
}
