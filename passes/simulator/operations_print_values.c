/* operations_print_values.c - vector.print, and the functions of MLIR's runner that
 * print, in the forms that its libraries print. */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operations.h"
#include <inttypes.h>

static FILE *output_of(const tl_step *step) { return step->machine->output; }

/*===--- Elements ---------------------------------------------------------===*/

/* Floats with six digits; of integers, index, one bit and what says so have no sign. */
static void print_element(FILE *file, const tl_slot *slot, tl_element element) {
  const tl_scalar_type *type = &slot->scalar;
  MlirType own = mlirTypeIsAShaped(slot->type)
                     ? mlirShapedTypeGetElementType(slot->type)
                     : slot->type;
  bool is_unsigned =
      type->bits == 1 || mlirTypeIsAIndex(own) ||
      (mlirTypeIsAInteger(own) && mlirIntegerTypeIsUnsigned(own));
  if (element.poison || type->bits > 64)
    fputc('?', file);
  else if (type->format)
    fprintf(file, "%g", tl_float_decode(type->format, (uint64_t)element.bits));
  else if (is_unsigned)
    fprintf(file, "%" PRIu64, (uint64_t)element.bits);
  else
    fprintf(file, "%" PRId64, tl_sign_extend(element.bits, type->bits));
}

/* The elements of dimension d and those behind it, in brackets. */
static const tl_element *print_dimension(FILE *file, const tl_slot *slot,
                                         int64_t d, const tl_element *next) {
  if (d == slot->rank) {
    print_element(file, slot, *next);
    return next + 1;
  }
  fputs("( ", file);
  for (int64_t i = 0; i < slot->shape[d]; i++) {
    fputs(i ? ", " : "", file);
    next = print_dimension(file, slot, d + 1, next);
  }
  fputs(" )", file);
  return next;
}

/*===--- vector.print -----------------------------------------------------===*/

enum { NOTHING = 0, NEWLINE, COMMA, OPEN, CLOSE };
static const char *const ENDS[] = {"", "\n", ", ", "( ", " )"};

static bool prepare(tl_instruction *at) {
  MlirAttribute text = tl_attribute_of(at->operation, "stringLiteral");
  at->program->prints = true;
  at->detail = NULL;
  if (!mlirAttributeIsNull(text)) {
    MlirStringRef own = mlirStringAttrGetValue(text);
    char *kept = tl_keep(at->program, (int64_t)own.length + 1, 1);
    if (!kept)
      return false;
    memcpy(kept, own.data, own.length);
    at->detail = kept;
  }
  return tl_prepare_host(at);
}

/* Behind a string comes nothing. */
static void print(const tl_step *step) {
  FILE *file = output_of(step);
  if (!file)
    return;
  if (step->at->detail)
    fputs(step->at->detail, file);
  if (step->at->operand_count) {
    const tl_slot *slot = tl_operand_slot(step->at, 0);
    bool is_point = mlirTypeIsAVector(slot->type) && slot->rank == 0;
    fputs(is_point ? "( " : "", file);
    print_dimension(file, slot, 0, tl_operand(step, 0));
    fputs(is_point ? " )" : "", file);
  }
  fputs(ENDS[step->at->detail ? NOTHING : step->at->numbers[0]], file);
}

/*===--- The runner -------------------------------------------------------===*/

static bool takes(const tl_instruction *at, bool is_memref) {
  return at->operand_count == 1 && at->result_count == 0 &&
         tl_operand_slot(at, 0)->is_memref == is_memref;
}

static bool accept(tl_instruction *at, bool is_known) {
  at->program->prints = true;
  return is_known ? tl_prepare_host(at)
                  : tl_refuse(at, "calls a function that prints, which takes "
                                  "one value, or none, and gives nothing");
}

static bool prepare_value(tl_instruction *at) {
  return accept(at, takes(at, false));
}

static bool prepare_memory(tl_instruction *at) {
  return accept(at, takes(at, true));
}

static bool prepare_end(tl_instruction *at) {
  return accept(at, at->operand_count + at->result_count == 0);
}

/* What says nothing here. */
static bool prepare_other(tl_instruction *at) {
  return accept(at, at->result_count == 0);
}

static void print_operand(const tl_step *step) {
  if (output_of(step))
    print_dimension(output_of(step), tl_operand_slot(step->at, 0), 0,
                    tl_operand(step, 0));
}

static void print_unsigned(const tl_step *step) {
  const tl_element *element = tl_operand(step, 0);
  if (output_of(step) && element->poison)
    fputc('?', output_of(step));
  else if (output_of(step))
    fprintf(output_of(step), "%" PRIu64, (uint64_t)element->bits);
}

/* The row says which. */
static void print_end(const tl_step *step) {
  if (output_of(step))
    fputs(ENDS[step->at->row->number], output_of(step));
}

/*===--- Memory -----------------------------------------------------------===*/

static void print_numbers(FILE *file, const char *name, int64_t count,
                          const int64_t *numbers) {
  fprintf(file, " %s = [", name);
  for (int64_t i = 0; i < count; i++)
    fprintf(file, "%s%" PRId64, i ? ", " : "", numbers[i]);
  fputs("]", file);
}

/* The elements from dimension d on; the coordinate says those before. */
static void print_rows(FILE *file, tl_move *move, int64_t d) {
  const tl_view *view = move->view;
  const tl_machine *machine = move->step.machine;
  if (d == view->rank) {
    tl_element element;
    tl_take_steps(&move->step, 1);
    tl_move_load(move, &element);
    print_element(file, tl_operand_slot(move->step.at, 0), element);
    return;
  }
  fputs("[", file);
  for (int64_t i = 0; i < view->sizes[d] && !machine->is_stopped; i++) {
    if (i)
      fprintf(file, ", %s%*s", d + 1 < view->rank ? "\n" : "", (int)d + 1, "");
    move->coordinate[d] = i;
    print_rows(file, move, d + 1);
  }
  fputs("]", file);
}

static void print_memory(const tl_step *step) {
  FILE *file = output_of(step);
  tl_move move = tl_move_from(step, 0);
  const tl_view *view = move.view;
  int64_t address = 0;
  if (!file || !tl_view_address(view, move.scalar->bytes, &address))
    return;
  fprintf(file,
          "Unranked Memref base@ = 0x%" PRIx64 " rank = %" PRId64
          " offset = %" PRId64,
          address - view->offset * move.scalar->bytes, view->rank,
          view->offset);
  print_numbers(file, "sizes", view->rank, view->sizes);
  print_numbers(file, "strides", view->rank, view->strides);
  fputs(view->rank ? " data = \n" : " data = \n[", file);
  print_rows(file, &move, 0);
  fputs(view->rank ? "\n" : "]\n", file);
}

#define VALUE .each = print_operand, .prepare = prepare_value
#define END(which) .each = print_end, .prepare = prepare_end, .number = (which)

const tl_sim_row TL_SIM_RUNNER_PRINTS[] = {
    {"printMemrefShape*", .prepare = prepare_other},
    {"printMemref*", .each = print_memory, .prepare = prepare_memory},
    {"printU64", .each = print_unsigned, .prepare = prepare_value},
    {"printI64", VALUE},
    {"printF16", "printBF16", VALUE},
    {"printF32", "printF64", VALUE},
    {"printOpen", END(OPEN)},
    {"printClose", END(CLOSE)},
    {"printComma", END(COMMA)},
    {"printNewline", END(NEWLINE)},
    {"printString", "printFlops", .prepare = prepare_other},
    {.name = NULL},
};

const tl_sim_row TL_SIM_VALUE_PRINTS[] = {
    {"vector.print", .each = print, .prepare = prepare,
     TL_READS({"punctuation",
               TL_READ_WORD,
               NEWLINE,
               {"no_punctuation", "newline", "comma", "open", "close"}})},
    {.name = NULL},
};
