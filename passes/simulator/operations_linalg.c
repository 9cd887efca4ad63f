/* operations_linalg.c - Operations of linalg and copies of whole memrefs.
 *
 * An operation goes through the points of its iteration space in row-major
 * order: at each, a map of every operand says which element the body gets, and
 * where what it yields goes.
 *
 * Where it reads nothing of what it writes, all threads of a block with equal
 * operands write equal values (rule U1). */
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/Linalg.h"
#include "operations.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A result of a map that is a dimension of the space alone. */
typedef struct tie {
  int operand;
  int64_t result, dimension;
} tie;

typedef struct structured {
  int64_t rank;  /* of the iteration space */
  tl_map **maps; /* of the operands */
  int64_t tie_count;
  tie *ties;         /* one for each dimension at least, as maps of linalg have
                        an inverse */
  int input_count;   /* operands; outputs follow */
  bool reads_itself; /* what it has written */
} structured;

/*===--- Reading ----------------------------------------------------------===*/

static MlirAffineMap map_of(const tl_instruction *at, int operand) {
  if (at->body_count == 0)
    return mlirAffineMapMultiDimIdentityGet(
        mlirOperationGetContext(at->operation), tl_operand_slot(at, 0)->rank);
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(at->operation);
  return mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, operand));
}

/* Appends what the map of an operand says of the extents of the space. */
static void add_ties(structured *out, int operand) {
  const tl_map *map = out->maps[operand];
  for (int i = 0; i < map->result_count; i++)
    if (map->results[i].kind == TL_EXPRESSION_INPUT)
      out->ties[out->tie_count++] = (tie){operand, i, map->results[i].number};
}

static bool read_maps(tl_instruction *at, structured *out) {
  int64_t results = 0;
  out->maps = tl_keep(at->program, at->operand_count, sizeof *out->maps);
  for (int i = 0; out->maps && i < at->operand_count; i++) {
    out->maps[i] = tl_map_read(at->program, map_of(at, i));
    if (!out->maps[i])
      return false;
    out->rank = out->maps[i]->dimension_count;
    results += out->maps[i]->result_count;
  }
  out->ties = tl_keep(at->program, results, sizeof *out->ties);
  if (!out->maps || !out->ties)
    return false;
  if (out->rank > TL_MAX_MAP_INPUTS)
    return tl_refuse(at, "has more dimensions than the simulator knows");
  for (int i = 0; i < at->operand_count; i++)
    add_ties(out, i);
  return true;
}

/* Whether the body looks at what an output has been. */
static bool reads_output(const tl_instruction *at, int operand) {
  MlirRegion region = mlirOperationGetRegion(at->operation, 0);
  MlirValue value =
      mlirBlockGetArgument(mlirRegionGetFirstBlock(region), operand);
  return !mlirOpOperandIsNull(mlirValueGetFirstUse(value));
}

static bool prepare(tl_instruction *at) {
  structured *out = tl_keep(at->program, 1, sizeof *out);
  at->detail = out;
  if (!out || at->result_count > 0)
    return out && tl_refuse(at, "is of tensors; the simulator knows memrefs");
  int outputs =
      at->body_count ? tl_terminator(&at->bodies[0])->operand_count : 1;
  out->input_count = at->operand_count - outputs;
  for (int i = out->input_count; at->body_count && i < at->operand_count; i++)
    out->reads_itself |= reads_output(at, i);
  return read_maps(at, out) && tl_prepare_host(at);
}

/* What is a loop has a body that says what it does. */
static bool prepare_body(tl_instruction *at) {
  return at->body_count == 1 ? prepare(at)
                             : tl_refuse(at, "is not known to the simulator");
}

/*===--- In one thread ----------------------------------------------------===*/

/* Operands that share a dimension of the space have one extent there. */
static bool read_extents(const tl_step *step, int64_t *extents) {
  const structured *form = step->at->detail;
  for (int64_t d = 0; d < form->rank; d++)
    extents[d] = -1;
  for (const tie *i = form->ties; i < form->ties + form->tie_count; i++) {
    int64_t own = tl_operand_view(step, i->operand)->sizes[i->result];
    int64_t *known = &extents[i->dimension];
    if (*known >= 0 && own != *known)
      return tl_fault(step, TL_FAULT_BOUNDS,
                      "has %" PRId64 " elements in dimension %" PRId64
                      " of operand %d, and %" PRId64 " in another one",
                      own, i->result, i->operand, *known);
    *known = own;
  }
  return true;
}

/* The element of a memref operand at a point. */
static bool find_element(const tl_step *step, int operand, const int64_t *point,
                         bool is_of_block, tl_move *out) {
  const structured *form = step->at->detail;
  *out = tl_move_from(step, operand);
  out->is_of_block = is_of_block;
  for (int64_t d = 0; d < out->view->rank; d++)
    if (!tl_expression_value(step, &form->maps[operand]->results[d], point,
                             &out->coordinate[d]))
      return false;
  return true;
}

static void load_operand(const tl_step *step, int operand, const int64_t *point,
                         bool is_of_block, tl_element *out) {
  tl_move move;
  if (!tl_operand_slot(step->at, operand)->is_memref)
    *out = *tl_operand(step, operand);
  else if (find_element(step, operand, point, is_of_block, &move))
    tl_move_load(&move, out);
}

/* The body, or a step of an operation without one. */
static void run_body(const tl_step *step) {
  const tl_instruction *at = step->at;
  const tl_lanes alone = {1, &step->thread};
  const tl_step own = {step->machine, at, step->thread, &alone};
  if (at->body_count)
    tl_run_body(step->machine, &at->bodies[0], &alone);
  else
    tl_take_steps(&own, 1);
}

/* The body gets the inputs, and the outputs where it looks at them. */
static void run_point(const tl_step *step, const int64_t *point,
                      bool is_of_block) {
  const tl_instruction *at = step->at;
  const structured *form = at->detail;
  const tl_body *body = at->body_count ? &at->bodies[0] : NULL;
  int inputs = form->reads_itself ? at->operand_count : form->input_count;
  tl_element own = {0}, *element = &own;
  tl_move move;
  for (int i = 0; i < inputs; i++) {
    if (body)
      element = tl_slot_value(step->machine, body->arguments[i], step->thread);
    load_operand(step, i, point, is_of_block, element);
  }
  step->machine->point = point;
  run_body(step);
  for (int i = form->input_count; i < at->operand_count; i++) {
    if (body)
      element = tl_slot_value(
          step->machine, tl_terminator(body)->operands[i - form->input_count],
          step->thread);
    if (find_element(step, i, point, is_of_block, &move))
      tl_move_store(&move, element);
  }
}

static void run_points(const tl_step *step, bool is_of_block) {
  const structured *form = step->at->detail;
  int64_t extents[TL_MAX_MAP_INPUTS], point[TL_MAX_MAP_INPUTS], count = 1;
  if (!read_extents(step, extents))
    return;
  for (int64_t d = 0; d < form->rank; d++)
    count = tl_multiply_saturated(count, extents[d]);
  for (int64_t n = 0; n < count && !step->machine->is_stopped; n++) {
    tl_coordinate_of(n, form->rank, extents, point);
    run_point(step, point, is_of_block);
  }
}

static void give_index(const tl_step *step) {
  tl_give_number(step, 0, step->machine->point[step->at->numbers[0]]);
}

/*===--- linalg.softmax ---------------------------------------------------===*/

/* e^(x - largest) / sum of that, each step rounded, along one dimension: of the rows
 * in that direction, one after the other. */
typedef struct soft_row {
  tl_move from, to;
  int64_t dimension, extent;
  double largest, sum;
  bool is_unknown;
} soft_row;

static double rounded(const soft_row *row, double value) {
  const tl_float_format *format = row->from.scalar->format;
  return tl_float_decode(format, (uint64_t)tl_float_encode(format, value));
}

static double load_soft(soft_row *row, int64_t i) {
  tl_element element;
  tl_take_steps(&row->from.step, 1);
  row->from.coordinate[row->dimension] = i;
  tl_move_load(&row->from, &element);
  row->is_unknown |= element.poison != 0;
  return tl_float_decode(row->from.scalar->format, (uint64_t)element.bits);
}

static double power_of(soft_row *row, int64_t i) {
  return rounded(row, exp(rounded(row, load_soft(row, i) - row->largest)));
}

static void soften(soft_row *row) {
  const tl_scalar_type *type = row->from.scalar;
  const tl_machine *machine = row->from.step.machine;
  row->largest = -INFINITY;
  row->sum = 0;
  row->is_unknown = false;
  for (int64_t i = 0; i < row->extent && !machine->is_stopped; i++)
    row->largest = fmax(row->largest, load_soft(row, i));
  for (int64_t i = 0; i < row->extent && !machine->is_stopped; i++)
    row->sum = rounded(row, row->sum + power_of(row, i));
  for (int64_t i = 0; i < row->extent && !machine->is_stopped; i++) {
    const tl_element own = {
        tl_float_encode(type->format, power_of(row, i) / row->sum),
        row->is_unknown ? tl_poison_all(type) : 0};
    row->to.coordinate[row->dimension] = i;
    tl_move_store(&row->to, &own);
  }
}

static void soften_rows(const tl_step *step, bool is_of_block) {
  soft_row row = {.from = tl_move_from(step, 0),
                  .to = tl_move_from(step, 1),
                  .dimension = step->at->numbers[0]};
  int64_t extents[TL_MAX_RANK], count = 1;
  if (!read_extents(step, extents))
    return;
  row.extent = extents[row.dimension];
  extents[row.dimension] = 1;
  row.from.is_of_block = row.to.is_of_block = is_of_block;
  for (int64_t d = 0; d < row.from.view->rank; d++)
    count = tl_multiply_saturated(count, extents[d]);
  for (int64_t n = 0; n < count && !step->machine->is_stopped; n++) {
    tl_coordinate_of(n, row.from.view->rank, extents, row.from.coordinate);
    tl_coordinate_of(n, row.from.view->rank, extents, row.to.coordinate);
    soften(&row);
  }
}

static void soften_all(const tl_step *first) {
  tl_run_agreed(first, true, soften_rows);
}

static bool prepare_softmax(tl_instruction *at) {
  int64_t rank = tl_operand_slot(at, 0)->rank;
  const tl_scalar_type *type = &tl_operand_slot(at, 0)->scalar;
  bool is_known = type->format && type->bits <= 64 && at->numbers[0] >= 0 &&
                  at->numbers[0] < rank &&
                  tl_operand_slot(at, 1)->scalar.format == type->format;
  return is_known ? prepare(at)
                  : tl_refuse(at, "is known to the simulator of floats of one "
                                  "type of up to 64 bits, along a dimension");
}

/*===--- Rows -------------------------------------------------------------===*/

static void run_structured(const tl_step *first) {
  const structured *form = first->at->detail;
  tl_run_agreed(first, !form->reads_itself, run_points);
}

const tl_sim_row TL_SIM_LINALG[] = {
    {"memref.copy", .all = run_structured, .party = tl_party_agreed,
     .prepare = prepare},
    {"linalg.index", .each = give_index,
     TL_READS({"dim", TL_READ_INTEGER, 0, {NULL}})},
    {.name = "linalg.yield"},
    {"linalg.softmax", .all = soften_all, .party = tl_party_agreed,
     .prepare = prepare_softmax, TL_READS({.attribute = "dimension"})},
    {"linalg.*", .all = run_structured, .party = tl_party_agreed,
     .prepare = prepare_body},
    {.name = NULL},
};
