/* operations_reductions.c - Reductions, of vectors and of threads, contractions
 * and outer products.
 *
 * A reduction starts with the accumulator, or else with the first element, and
 * takes the elements in row-major order; each step is an operation of arith, and
 * rounds as that does. */
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operations.h"
#include "roles.h"
#include <inttypes.h>
#include <string.h>

static const tl_sim_row *find_row(const char *name) {
  return tl_sim_row_find(mlirStringRefCreateFromCString(name));
}

/* Whether an attribute ends in "<KIND>" or " KIND>". */
static bool has_kind(const char *text, const char *kind) {
  size_t length = strlen(kind);
  const char *end = text + strlen(text) - 1;
  const char *begin = end - text > (ptrdiff_t)length ? end - length : NULL;
  return begin && *end == '>' && memcmp(begin, kind, length) == 0 &&
         (begin[-1] == '<' || begin[-1] == ' ');
}

/* detail: the row that combines. */
static bool prepare_kind(tl_instruction *at) {
  tl_text kind = tl_attribute_text(at, "kind"),
          own = tl_attribute_text(at, "op");
  const char *text = kind.length ? kind.data : own.length ? own.data : "<add>";
  bool is_float = tl_result_slot(at, 0)->scalar.format != NULL;
  const char *name = NULL;
  for (const tl_reduction_kind *one = TL_REDUCTION_KINDS; one->name; one++)
    if (has_kind(text, one->name))
      name = is_float ? one->of_floats : one->of_integers;
  if (!name)
    return tl_refuse(at, "is of a kind that the simulator does not know");
  at->detail = (void *)find_row(name);
  return true;
}

tl_element tl_combine(const tl_step *step, const tl_sim_row *row,
                      const tl_element *a, const tl_element *b,
                      const tl_element *c) {
  const tl_scalar_type *type = &tl_result_slot(step->at, 0)->scalar;
  tl_computation types = {
      .type = type, .result_type = type, .number = row->number};
  const tl_element *operands[] = {a, b, c};
  return tl_compute(step, row, &types, operands, c ? 3 : 2);
}

/*===--- Reductions -------------------------------------------------------===*/

/* Of no element, and without an accumulator, nothing is known. */
static void reduce(const tl_step *step) {
  const tl_element *in = tl_operand(step, 0);
  int64_t count = tl_operand_slot(step->at, 0)->count;
  bool has_begun = step->at->operand_count > 1;
  tl_element sum = {0};
  if (has_begun)
    sum = *tl_operand(step, 1);
  else
    sum.poison = tl_poison_all(&tl_result_slot(step->at, 0)->scalar);
  for (int64_t i = 0; i < count; i++) {
    if (!tl_takes_part(step, i))
      continue;
    sum = has_begun ? tl_combine(step, step->at->detail, &sum, &in[i], NULL)
                    : in[i];
    has_begun = true;
  }
  *tl_result(step, 0) = sum;
}

/* numbers: of each element, that of the result it goes into. */
static bool prepare_multiple(tl_instruction *at) {
  const tl_slot *in = tl_operand_slot(at, 0);
  bool is_reduced[TL_MAX_RANK] = {false};
  for (int64_t i = 0; i < tl_array_count(at, "reduction_dims"); i++)
    is_reduced[tl_array_item(at, "reduction_dims", i)] = true;
  if (!prepare_kind(at) || !tl_reserve_numbers(at, in->count))
    return false;
  for (int64_t i = 0; i < in->count; i++) {
    int64_t place[TL_MAX_RANK];
    tl_coordinate_of(i, in->rank, in->shape, place);
    for (int64_t d = 0; d < in->rank; d++)
      if (!is_reduced[d])
        at->numbers[i] = at->numbers[i] * in->shape[d] + place[d];
  }
  return true;
}

static void reduce_dimensions(const tl_step *step) {
  const tl_instruction *at = step->at;
  const tl_element *in = tl_operand(step, 0);
  tl_element *out = tl_result(step, 0);
  memcpy(out, tl_operand(step, 1), tl_result_slot(at, 0)->bytes);
  for (int64_t i = 0; i < at->number_count; i++) {
    tl_element *sum = &out[at->numbers[i]];
    if (tl_takes_part(step, i))
      *sum = tl_combine(step, at->detail, sum, &in[i], NULL);
  }
}

/* Along a dimension, each element is combined with what was reached: inclusive,
 * from the first one on; exclusive, from the start on, before its own.  The other
 * result is what was reached at the end.  As it is lowered upstream, an inclusive
 * one has no use of the start. */
static bool prepare_scan(tl_instruction *at) {
  int64_t d = tl_integer_attribute(at->operation, "reduction_dim", 0);
  bool is_inclusive =
      mlirBoolAttrGetValue(tl_attribute_of(at->operation, "inclusive"));
  const int64_t numbers[] = {d, is_inclusive};
  return prepare_kind(at) && tl_set_numbers(at, 2, numbers);
}

static void scan(const tl_step *step) {
  const tl_instruction *at = step->at;
  const tl_slot *all = tl_operand_slot(at, 0);
  const tl_element *in = tl_operand(step, 0), *start = tl_operand(step, 1);
  int64_t extent = all->shape[at->numbers[0]], stride = 1;
  for (int64_t d = at->numbers[0] + 1; d < all->rank; d++)
    stride *= all->shape[d];
  for (int64_t i = 0; i < all->count; i++) {
    int64_t before = i - stride, row = i / stride;
    bool is_first = row % extent == 0, is_inclusive = at->numbers[1];
    int64_t outer = row / extent * stride + i % stride;
    tl_element *out = tl_result(step, 0);
    out[i] = !is_first      ? tl_combine(step, at->detail, &out[before],
                                         &in[is_inclusive ? i : before], NULL)
             : is_inclusive ? in[i]
                            : start[outer];
    tl_result(step, 1)[outer] = out[i];
  }
}

/*===--- Of threads -------------------------------------------------------===*/

/* Two elements, by the body of the operation or by its kind. */
static tl_element combine_threads(const tl_step *step, tl_element a,
                                  tl_element b) {
  const tl_instruction *at = step->at;
  const tl_body *body = at->body_count ? &at->bodies[0] : NULL;
  const tl_lanes alone = {1, &step->thread};
  if (!body || body->count == 0)
    return tl_combine(step, at->detail, &a, &b, NULL);
  for (int i = 0; i < 2; i++)
    *(tl_element *)tl_slot_value(step->machine, body->arguments[i],
                                 step->thread) = i ? b : a;
  tl_run_body(step->machine, body, &alone);
  return *(tl_element *)tl_slot_value(
      step->machine, tl_terminator(body)->operands[0], step->thread);
}

/* The elements of `count` threads, each `stride` behind the one before, in their
 * order; each of them gets the result. */
static void reduce_threads(const tl_step *first, int64_t count,
                           int64_t stride) {
  const tl_slot *slot = tl_result_slot(first->at, 0);
  tl_element *sum = tl_result(first, 0);
  tl_step own = *first;
  memcpy(sum, tl_operand(first, 0), slot->bytes);
  for (int64_t i = 1; i < count; i++) {
    own.thread += (int)stride;
    for (int64_t e = 0; e < slot->count; e++)
      sum[e] = combine_threads(first, sum[e], tl_operand(&own, 0)[e]);
  }
  for (; own.thread > first->thread; own.thread -= (int)stride)
    memcpy(tl_result(&own, 0), sum, slot->bytes);
}

static void reduce_block(const tl_step *first) {
  int present = first->lanes->count, all = first->machine->thread_count;
  if (present == all)
    reduce_threads(first, all, 1);
  else
    tl_fault(first, TL_FAULT_SCOPE,
             "executes an operation of its block with %d of %d threads",
             present, all);
}

static bool prepare_block(tl_instruction *at) {
  return at->bodies[0].count > 0 || prepare_kind(at);
}

/* numbers: the size of a cluster, 0 for a warp, and the stride in it. */
static void reduce_clusters(const tl_step *first) {
  int64_t wave = first->machine->wave, stride = first->at->numbers[1];
  int64_t size = first->at->numbers[0] ? first->at->numbers[0] : wave;
  if (wave % (size * stride) != 0) {
    tl_fault(first, TL_FAULT_SCOPE,
             "has clusters of %" PRId64 " lanes with stride %" PRId64
             "; a warp has %" PRId64,
             size, stride, wave);
    return;
  }
  for (int64_t lane = 0; lane < wave; lane++) {
    tl_step step = *first;
    step.thread += (int)lane;
    if (lane / stride % size == 0)
      reduce_threads(&step, size, stride);
  }
}

/*===--- redux.sync -------------------------------------------------------===*/

/* A kind of it, and the operations of two elements, of floats without `nan` and
 * with it. */
typedef struct redux_kind {
  const char *name, *combines, *of_nan;
} redux_kind;

static const redux_kind REDUX_KINDS[] = {
    {"add", "arith.addi", NULL},
    {"and", "arith.andi", NULL},
    {"or", "arith.ori", NULL},
    {"xor", "arith.xori", NULL},
    {"umin", "arith.minui", NULL},
    {"umax", "arith.maxui", NULL},
    {"min", "arith.minsi", NULL},
    {"max", "arith.maxsi", NULL},
    {"fmin", "arith.minnumf", "arith.minimumf"},
    {"fmax", "arith.maxnumf", "arith.maximumf"}};

static bool has_flag(const tl_instruction *at, const char *name) {
  MlirAttribute flag = tl_attribute_of(at->operation, name);
  return !mlirAttributeIsNull(flag) && mlirBoolAttrGetValue(flag);
}

static bool prepare_redux(tl_instruction *at) {
  tl_text kind = tl_attribute_text(at, "kind");
  const char *name = NULL;
  for (size_t i = 0; i < sizeof REDUX_KINDS / sizeof *REDUX_KINDS; i++)
    if (has_kind(kind.data, REDUX_KINDS[i].name))
      name =
          has_flag(at, "nan") ? REDUX_KINDS[i].of_nan : REDUX_KINDS[i].combines;
  if (!name || has_flag(at, "abs"))
    return tl_refuse(at, "is of a kind that the simulator does not know");
  at->detail = (void *)find_row(name);
  return tl_lanes_prepare(at);
}

/* Of the lanes that a lane names. */
static void redux_lane(const tl_step *step) {
  uint32_t named = tl_named_lanes(step);
  tl_element sum = {0};
  tl_step other = *step;
  bool is_first = true;
  other.thread -= step->thread % TL_NAMED_LANES;
  for (; named; named >>= 1, other.thread++) {
    if (!(named & 1))
      continue;
    const tl_element *own = tl_operand(&other, 0);
    sum = is_first ? *own : tl_combine(step, step->at->detail, &sum, own, NULL);
    is_first = false;
  }
  *tl_result(step, 0) = sum;
}

static void redux(const tl_step *first) {
  tl_each_naming_lane(first, redux_lane);
}

/*===--- Outer products ---------------------------------------------------===*/

/* What is combined with the accumulator is the product of two elements.  A sum
 * of floats and its product round once, as vector.fma, which they are lowered
 * to. */
typedef struct product_rows {
  const tl_sim_row *combine, *multiply, *fused; /* NULL: no fused one */
  const tl_sim_row *widen; /* an element to the type of the accumulator */
} product_rows;

/* detail: the rows. */
static bool prepare_product(tl_instruction *at) {
  product_rows *rows = tl_keep(at->program, 1, sizeof *rows);
  if (!rows || !prepare_kind(at))
    return false;
  bool is_float = tl_result_slot(at, 0)->scalar.format != NULL;
  bool is_fused = is_float && at->detail == find_row("arith.addf");
  *rows = (product_rows){at->detail,
                         find_row(is_float ? "arith.mulf" : "arith.muli"),
                         is_fused ? find_row("vector.fma") : NULL,
                         find_row(is_float ? "arith.extf" : "arith.extsi")};
  at->detail = rows;
  return true;
}

static tl_element add_product(const tl_step *step, const product_rows *rows,
                              const tl_element *a, const tl_element *b,
                              const tl_element *start) {
  if (start && rows->fused)
    return tl_combine(step, rows->fused, a, b, start);
  tl_element product = tl_combine(step, rows->multiply, a, b, NULL);
  return start ? tl_combine(step, rows->combine, start, &product, NULL)
               : product;
}

/* Without a right-hand vector there is one column.  What takes no part is what
 * the accumulator has. */
static void multiply_outer(const tl_step *step) {
  const tl_instruction *at = step->at;
  const product_rows *rows = at->detail;
  const tl_element *start = at->operand_count > 2 ? tl_operand(step, 2) : NULL;
  const tl_slot *result = tl_result_slot(at, 0);
  int64_t columns = tl_operand_slot(at, 1)->count;
  for (int64_t i = 0; i < result->count; i++) {
    tl_element *out = &tl_result(step, 0)[i];
    if (tl_takes_part(step, i))
      *out = add_product(step, rows, tl_operand(step, 0) + i / columns,
                         tl_operand(step, 1) + i % columns,
                         start ? &start[i] : NULL);
    else
      *out = start ? start[i] : (tl_element){0, tl_poison_all(&result->scalar)};
  }
}

/*===--- Contractions -----------------------------------------------------===*/

enum { FACTORS = 3 }; /* and operands: both, and the accumulator */

static MlirAffineMap map_of(const tl_instruction *at, int operand) {
  return mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(
      tl_attribute_of(at->operation, "indexing_maps"), operand));
}

/* The dimension of the iteration space that dimension d of an operand is. */
static intptr_t dimension_of(MlirAffineMap map, int64_t d) {
  return mlirAffineDimExprGetPosition(mlirAffineMapGetResult(map, d));
}

/* Points of the iteration space, INT64_MAX for more; their extents. */
static int64_t count_points(const tl_instruction *at, int64_t rank,
                            int64_t *extents) {
  int64_t count = 1;
  for (int i = 0; i < FACTORS; i++)
    for (int64_t d = 0; d < tl_operand_slot(at, i)->rank; d++)
      extents[dimension_of(map_of(at, i), d)] =
          tl_operand_slot(at, i)->shape[d];
  for (int64_t d = 0; d < rank; d++)
    count = tl_multiply_saturated(count, extents[d]);
  return count;
}

/* numbers: the elements of each operand at each point, which a mask numbers. */
static bool prepare_contraction(tl_instruction *at) {
  int64_t rank = mlirAffineMapGetNumDims(map_of(at, 0));
  int64_t extents[TL_MAX_MAP_INPUTS], point[TL_MAX_MAP_INPUTS], count;
  if (rank > TL_MAX_MAP_INPUTS)
    return tl_refuse(at, "has more dimensions than the simulator knows");
  count = count_points(at, rank, extents);
  if (!prepare_product(at) ||
      !tl_reserve_numbers(at, tl_multiply_saturated(FACTORS, count)))
    return false;
  for (int64_t n = 0; n < count; n++) {
    tl_coordinate_of(n, rank, extents, point);
    for (int i = 0; i < FACTORS; i++) {
      const tl_slot *slot = tl_operand_slot(at, i);
      int64_t *number = &at->numbers[FACTORS * n + i];
      for (int64_t d = 0; d < slot->rank; d++)
        *number =
            *number * slot->shape[d] + point[dimension_of(map_of(at, i), d)];
    }
  }
  return true;
}

/* An element of an operand as one of the type of the accumulator. */
static tl_element widen(const tl_step *step, const tl_sim_row *row, int operand,
                        int64_t number) {
  const tl_scalar_type *from = &tl_operand_slot(step->at, operand)->scalar;
  const tl_scalar_type *to = &tl_result_slot(step->at, 0)->scalar;
  const tl_element *element = tl_operand(step, operand) + number;
  tl_computation types = {.type = from, .result_type = to};
  return from->bits == to->bits ? *element
                                : tl_compute(step, row, &types, &element, 1);
}

static void contract(const tl_step *step) {
  const tl_instruction *at = step->at;
  const product_rows *rows = at->detail;
  tl_element *out = tl_result(step, 0);
  memcpy(out, tl_operand(step, 2), tl_result_slot(at, 0)->bytes);
  for (int64_t n = 0; n < at->number_count; n += FACTORS) {
    const int64_t *numbers = &at->numbers[n];
    if (!tl_takes_part(step, n / FACTORS))
      continue;
    tl_element a = widen(step, rows->widen, 0, numbers[0]);
    tl_element b = widen(step, rows->widen, 1, numbers[1]);
    tl_element *sum = &out[numbers[2]];
    *sum = add_product(step, rows, &a, &b, sum);
  }
}

const tl_sim_row TL_SIM_REDUCTIONS[] = {
    {"vector.reduction", .each = reduce, .is_maskable = true,
     .prepare = prepare_kind},
    {"vector.multi_reduction", .each = reduce_dimensions, .is_maskable = true,
     .prepare = prepare_multiple},
    {"vector.scan", .each = scan, .prepare = prepare_scan},
    {"gpu.all_reduce", .all = reduce_block, .party = tl_party_of_block,
     .prepare = prepare_block},
    {.name = "gpu.yield"},
    {"gpu.subgroup_reduce", .warp = reduce_clusters, .prepare = prepare_kind,
     TL_READS({"cluster_size", TL_READ_INTEGER, 0, {NULL}},
              {"cluster_stride", TL_READ_INTEGER, 1, {NULL}})},
    {"nvvm.redux.sync", .all = redux, .prepare = prepare_redux, .number = 1},
    {"vector.contract", .each = contract, .is_maskable = true,
     .prepare = prepare_contraction},
    {"vector.outerproduct", .each = multiply_outer, .is_maskable = true,
     .prepare = prepare_product},
    {.name = NULL},
};
