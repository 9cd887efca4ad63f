/* ptx_warps.c - What the threads of a warp do together.
 *
 * Source: PTX ISA, "shfl.sync", "vote.sync", "match.sync", "elect.sync",
 * "redux.sync", "Warp-level matrix load instruction: ldmatrix", "Warp-level
 * matrix store instruction: stmatrix", "Warp-level Matrix Instructions". */
#include "passes/simulator/numbers/matrix_product.h"
#include "passes/simulator/numbers/matrix_rows.h"
#include "ptx_state.h"
#include <math.h>

#define EACH_LANE(step, first)                                                 \
  for (tl_ptx_step step = lane_of(first, 0); step.lane < TL_PTX_LANES;         \
       step.lane++)                                                            \
    if ((first)->lanes >> step.lane & 1)

static tl_ptx_step lane_of(const tl_ptx_step *first, int lane) {
  tl_ptx_step step = *first;
  step.lane = lane;
  return step;
}

/*===--- Shuffles ---------------------------------------------------------===*/

/* The lane that is read from, and whether that is one of the segment; where it
 * is none, the lane itself is. */
static int source_of(const tl_ptx_step *step, uint64_t b, uint64_t c,
                     bool *is_inside) {
  enum { UP = 0, DOWN, BFLY, IDX };
  int lane = step->lane, bound = (int)(c & 31), segment = (int)(c >> 8 & 31);
  int most = (lane & segment) | (bound & ~segment), least = lane & segment;
  int number = (int)(b & 31), source = lane;
  switch (step->at->choices[1]) {
  case UP:
    source = lane - number;
    *is_inside = source >= most;
    break;
  case DOWN:
    source = lane + number;
    *is_inside = source <= most;
    break;
  case BFLY:
    source = lane ^ number;
    *is_inside = source <= most;
    break;
  case IDX:
    source = least | (number & ~segment);
    *is_inside = source <= most;
    break;
  }
  return *is_inside ? source : lane;
}

/* What a lane reads that is not among them is not known. */
static void shuffle(const tl_ptx_step *first) {
  enum { FROM = 1, B, C };
  tl_ptx_value values[TL_PTX_LANES];
  EACH_LANE(step, first)
  values[step.lane] = tl_ptx_read(&step, FROM, 0);
  tl_ptx_value results[TL_PTX_LANES];
  bool insides[TL_PTX_LANES];
  EACH_LANE(step, first) {
    uint64_t b = tl_ptx_read_known(&step, B, "a lane");
    uint64_t c = tl_ptx_read_known(&step, C, "a width");
    int source = source_of(&step, b, c, &insides[step.lane]);
    results[step.lane] = first->lanes >> source & 1
                             ? values[source]
                             : (tl_ptx_value){0, UINT64_MAX};
  }
  EACH_LANE(step, first) {
    tl_ptx_write(&step, 0, 0, results[step.lane]);
    if (tl_ptx_group_size(step.at, 0) == 2)
      tl_ptx_write(&step, 0, 1, (tl_ptx_value){insides[step.lane], 0});
  }
}

/*===--- Votes and reductions ---------------------------------------------===*/

static void vote(const tl_ptx_step *first) {
  enum { ALL = 0, ANY, UNI, BALLOT };
  uint32_t ballot = 0;
  bool is_unknown = false;
  EACH_LANE(step, first) {
    tl_ptx_value value = tl_ptx_read(&step, 1, 0);
    ballot |= (uint32_t)(value.bits & 1) << step.lane;
    is_unknown |= value.unknown & 1;
  }
  const uint64_t results[] = {ballot == first->lanes, ballot != 0,
                              ballot == 0 || ballot == first->lanes, ballot};
  EACH_LANE(step, first)
  tl_ptx_write(&step, 0, 0,
               (tl_ptx_value){results[first->at->choices[1]],
                              is_unknown ? UINT64_MAX : 0});
}

/* Which lanes have the value of a lane; or all of them, where they have one, and
 * whether they do. */
static void match(const tl_ptx_step *first) {
  const bool wants_all = first->at->choices[0];
  uint64_t values[TL_PTX_LANES],
      mask = tl_ptx_mask(tl_ptx_type_of(first->at)->bits);
  bool is_unknown = false;
  EACH_LANE(step, first) {
    tl_ptx_value value = tl_ptx_read(&step, 1, 0);
    values[step.lane] = value.bits & mask;
    is_unknown |= (value.unknown & mask) != 0;
  }
  EACH_LANE(step, first) {
    uint32_t same = 0;
    for (int lane = 0; lane < TL_PTX_LANES; lane++)
      if (first->lanes >> lane & 1 && values[lane] == values[step.lane])
        same |= UINT32_C(1) << lane;
    bool is_all = same == first->lanes;
    const uint64_t unknown = is_unknown ? UINT64_MAX : 0;
    tl_ptx_write(&step, 0, 0,
                 (tl_ptx_value){wants_all && !is_all ? 0 : same, unknown});
    if (tl_ptx_group_size(step.at, 0) == 2)
      tl_ptx_write(&step, 0, 1, (tl_ptx_value){is_all, unknown});
  }
}

static bool gives_two(const tl_ptx_instruction *at) {
  return tl_ptx_group_size(at, 0) == 2;
}

/* Which lane no document says; here it is the first one. */
static void elect(const tl_ptx_step *first) {
  int leader = __builtin_ctz(first->lanes);
  EACH_LANE(step, first) {
    tl_ptx_write(&step, 0, 0, (tl_ptx_value){(uint64_t)leader, 0});
    tl_ptx_write(&step, 0, 1, (tl_ptx_value){step.lane == leader, 0});
  }
}

/* Slots of redux of floats, min or max: of the words of the second row. */
enum { REDUX_OPERATION = 1, REDUX_ABS, REDUX_NAN };

static uint64_t reduce_two(const tl_ptx_instruction *at, uint64_t a,
                           uint64_t b) {
  const tl_ptx_type *type = tl_ptx_type_of(at);
  int operation = at->choices[REDUX_OPERATION];
  return type->kind == TL_PTX_FLOAT
             ? tl_ptx_extreme_float(type, a, b, operation == 0,
                                    at->choices[REDUX_NAN] >= 0)
             : tl_ptx_reduce(type, operation, a, b);
}

/* What a lane has; of a float the sign is the highest bit. */
static uint64_t reduced_bits(const tl_ptx_instruction *at, uint64_t bits) {
  const tl_ptx_type *type = tl_ptx_type_of(at);
  bool drops_sign = type->kind == TL_PTX_FLOAT && at->choices[REDUX_ABS] >= 0;
  return drops_sign ? bits & tl_ptx_mask(type->bits - 1)
                    : tl_ptx_extend(type, bits);
}

static void reduce(const tl_ptx_step *first) {
  uint64_t all = 0;
  bool is_first = true, is_unknown = false;
  EACH_LANE(step, first) {
    tl_ptx_value value = tl_ptx_read(&step, 1, 0);
    uint64_t own = reduced_bits(first->at, value.bits);
    all = is_first ? own : reduce_two(first->at, all, own);
    is_unknown |= value.unknown != 0;
    is_first = false;
  }
  EACH_LANE(step, first)
  tl_ptx_write(&step, 0, 0, (tl_ptx_value){all, is_unknown ? UINT64_MAX : 0});
}

static void name_active(const tl_ptx_step *step) {
  tl_ptx_write(step, 0, 0, (tl_ptx_value){step->lanes, 0});
}

/* Each lane sees what the others have done. */
static void meet(const tl_ptx_step *first) {
  int16_t threads[TL_PTX_LANES];
  int count = 0, own = first->warp->number * TL_PTX_LANES;
  EACH_LANE(step, first)
  threads[count++] = (int16_t)(own + step.lane);
  tl_ptx_meet(first->machine, threads, count);
}

/*===--- Rows of matrices -------------------------------------------------===*/

enum { SHAPE = 2, COUNT, TRANSPOSED, SPACE };

static int matrix_count(const tl_ptx_instruction *at) {
  return 1 << at->choices[COUNT];
}

static bool is_of_bytes(const tl_ptx_instruction *at) {
  return tl_ptx_type_of(at)->bits == 8;
}

static tl_matrix_form form_of(const tl_ptx_instruction *at) {
  return is_of_bytes(at)                ? TL_MATRIX_BYTES
         : at->choices[TRANSPOSED] >= 0 ? TL_MATRIX_TRANSPOSED
                                        : TL_MATRIX_PLAIN;
}

/* Rows of a matrix: 16 of transposed loads of bytes. */
static int row_count(const tl_ptx_instruction *at, bool stores) {
  return is_of_bytes(at) && !stores ? 2 * TL_MATRIX_ROWS : TL_MATRIX_ROWS;
}

/* The row that a lane names, in shared memory, by a generic address where the
 * instruction names no space; false after a fault. */
static bool find_row(const tl_ptx_step *step, bool stores, tl_ptx_place *out) {
  const tl_ptx_instruction *at = step->at;
  const int group = stores ? 0 : 1;
  tl_ptx_space space = at->choices[SPACE] >= 0
                           ? TL_PTX_SHARED
                           : at->operands[at->first[group]].space;
  tl_ptx_range range = {.bytes = TL_MATRIX_ROW_BYTES,
                        .alignment = TL_MATRIX_ROW_BYTES,
                        .access = stores ? TL_PTX_WRITES : TL_PTX_READS};
  if (!tl_ptx_address(step, group, &range.address) ||
      !tl_ptx_find(step, space, &range, out))
    return false;
  return out->space == TL_PTX_SHARED ||
         tl_ptx_fault(step, "out of bounds",
                      "names a row of %.*s, which is not in shared memory",
                      out->buffer.name_length, out->buffer.name);
}

/* The rows that the first lanes name; false after a fault. */
static bool find_rows(const tl_ptx_step *first, bool stores,
                      tl_ptx_place rows[TL_PTX_LANES]) {
  const tl_ptx_instruction *at = first->at;
  int count = matrix_count(at) * row_count(at, stores);
  for (int i = 0; i < count; i++) {
    tl_ptx_step step = lane_of(first, i);
    if (!find_row(&step, stores, &rows[i]))
      return false;
  }
  return true;
}

/* Moves what a lane holds, piece by piece, and touches it: "each thread loads fragments
 * of a row".  False after a fault. */
static bool move_pieces(const tl_ptx_step *step, bool stores,
                        const tl_ptx_place rows[TL_PTX_LANES]) {
  const tl_ptx_instruction *at = step->at;
  const tl_matrix_form form = form_of(at);
  const int size = form == TL_MATRIX_BYTES ? 1 : 2,
            each = TL_MATRIX_REGISTER_BYTES / size;
  const int own = row_count(at, stores), group = stores ? 1 : 0;
  const int registers = tl_ptx_group_size(at, group);
  const int pieces = registers / matrix_count(at) * each;
  for (int r = 0; r < registers; r++) {
    tl_ptx_value value = {0, 0};
    if (stores)
      value = tl_ptx_read(step, group, r);
    for (int i = 0; i < each; i++) {
      int piece = r * each + i, shift = 8 * size * i;
      tl_matrix_place place =
          tl_matrix_piece(form, own, step->lane, piece % pieces);
      tl_ptx_place held = rows[piece / pieces * own + place.row];
      held.byte += place.column;
      if (!tl_ptx_touch(step, &held, size, (tl_ptx_deed){.writes = stores}))
        return false;
      if (stores) {
        tl_ptx_store(
            &held, 0, size,
            (tl_ptx_value){value.bits >> shift, value.unknown >> shift});
        continue;
      }
      tl_ptx_value part = tl_ptx_load(&held, 0, size);
      value.bits |= part.bits << shift;
      value.unknown |= part.unknown << shift;
    }
    if (!stores)
      tl_ptx_write(step, group, r, value);
  }
  return true;
}

static void move_matrices(const tl_ptx_step *first, bool stores) {
  tl_ptx_place rows[TL_PTX_LANES];
  if (!find_rows(first, stores, rows))
    return;
  EACH_LANE(step, first)
  if (!move_pieces(&step, stores, rows))
    return;
}

static void load_matrices(const tl_ptx_step *first) {
  move_matrices(first, false);
}

static void store_matrices(const tl_ptx_step *first) {
  move_matrices(first, true);
}

/* 16 bits and matrices of 8x8, or bytes, transposed: of 16x16, or stored of
 * 16x8. */
static bool has_matrices(const tl_ptx_instruction *at, bool stores) {
  enum { M8N8 = 0 };
  bool is_plain = at->choices[SHAPE] == M8N8;
  int registers = tl_ptx_group_size(at, stores ? 1 : 0);
  int each = is_of_bytes(at) && !stores ? 2 : 1;
  return is_plain == !is_of_bytes(at) &&
         (is_plain || at->choices[TRANSPOSED] >= 0) &&
         matrix_count(at) * row_count(at, stores) <= TL_PTX_LANES &&
         registers == each * matrix_count(at);
}

static bool loads_matrices(const tl_ptx_instruction *at) {
  return has_matrices(at, false);
}

static bool stores_matrices(const tl_ptx_instruction *at) {
  return has_matrices(at, true);
}

/*===--- Products of matrices ---------------------------------------------===*/

/* Groups of operands and types: D, A, B, C. */
enum { D = 0, A, B, C };

#define MMA_SHAPES                                                             \
  "m16n8k4|m16n8k8|m16n8k16|m16n8k32|m16n8k64|m8n8k4|m8n8k16|m8n8k32"
static const int64_t SHAPES[][3] = {{16, 8, 4},  {16, 8, 8},  {16, 8, 16},
                                    {16, 8, 32}, {16, 8, 64}, {8, 8, 4},
                                    {8, 8, 16},  {8, 8, 32}};

/* As the names of atoms have it, which say nothing of signs. */
static const char *name_of(const tl_ptx_type *type) {
  static const char *const NAMES[][2] = {
      {"f16", "F16"},   {"bf16", "BF16"}, {"tf32", "TF32"}, {"f32", "F32"},
      {"e4m3", "E4M3"}, {"e5m2", "E5M2"}, {"s8", "S8"},     {"u8", "S8"},
      {"s4", "S4"},     {"u4", "S4"},     {"s32", "S32"},   {"f64", "F64"}};
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (strcmp(NAMES[i][0], type->name) == 0)
      return NAMES[i][1];
  return "";
}

/* The product of the shape and the types; false where it is not known. */
static bool find_product(const tl_ptx_instruction *at, tl_matrix_product *out) {
  enum { SHAPE_SLOT = 2 };
  const char *const types[] = {name_of(at->types[A]), name_of(at->types[B]),
                               name_of(at->types[C])};
  return at->types[D] == at->types[C] &&
         tl_matrix_product_find(SHAPES[at->choices[SHAPE_SLOT]], types, out);
}

static int bits_of(const tl_ptx_instruction *at, int group) {
  return at->types[group]->bits;
}

/* Elements of a group's type in a register, of 32 bits or of one element. */
static int each_of(const tl_ptx_instruction *at, int group) {
  int bits = bits_of(at, group);
  return bits > 32 ? 1 : 32 / bits;
}

static double number_of(const tl_ptx_instruction *at, int group,
                        uint64_t bits) {
  enum { TF32_DROPPED = 13 };
  const tl_ptx_type *type = at->types[group];
  if (type->kind != TL_PTX_FLOAT)
    return (double)(int64_t)tl_ptx_extend(type, bits);
  bool is_tf32 = strcmp(type->name, "tf32") == 0;
  return tl_float_decode(type->format,
                         is_tf32 ? bits & ~tl_ptx_mask(TF32_DROPPED) : bits);
}

static void gather(const tl_ptx_step *first, int group,
                   const tl_matrix_product *product, tl_matrix_values *out) {
  const tl_ptx_instruction *at = first->at;
  int bits = bits_of(at, group), each = each_of(at, group), factor = group - A;
  EACH_LANE(step, first)
  for (int v = 0; v < product->counts[factor]; v++) {
    tl_ptx_value value = tl_ptx_read(&step, group, v / each);
    int shift = v % each * bits;
    int64_t place = product->places[factor][TL_PTX_LANES * v + step.lane];
    out->numbers[factor][place] =
        number_of(at, group, value.bits >> shift & tl_ptx_mask(bits));
    out->is_unknown[factor][place] =
        (value.unknown >> shift & tl_ptx_mask(bits)) != 0;
  }
}

static uint64_t encoded(const tl_ptx_instruction *at, double sum) {
  enum { SATFINITE = 5 };
  const tl_ptx_type *type = at->types[D];
  if (type->kind == TL_PTX_FLOAT)
    return tl_ptx_encode(type->format, sum);
  if (at->choices[SATFINITE] >= 0)
    sum = fmin(fmax(sum, INT32_MIN), INT32_MAX);
  return (uint64_t)(int64_t)sum & UINT32_MAX;
}

static void multiply(const tl_ptx_step *first) {
  const tl_ptx_instruction *at = first->at;
  tl_matrix_product product;
  tl_matrix_values in;
  if (!find_product(at, &product))
    return;
  for (int group = A; group <= C; group++)
    gather(first, group, &product, &in);
  int bits = bits_of(at, D), each = each_of(at, D);
  EACH_LANE(step, first)
  for (int r = 0; r < tl_ptx_group_size(at, D); r++) {
    tl_ptx_value value = {0, 0};
    for (int i = 0; i < each; i++) {
      int64_t place =
          product.places[C - A][TL_PTX_LANES * (r * each + i) + step.lane];
      bool is_unknown;
      double sum =
          tl_matrix_product_sum(&product, &in, place, bits == 64, &is_unknown);
      value.bits |= encoded(at, sum) << bits * i;
      value.unknown |= is_unknown ? tl_ptx_mask(bits) << bits * i : 0;
    }
    tl_ptx_write(&step, D, r, value);
  }
}

static bool is_single(const tl_ptx_instruction *at) {
  const tl_ptx_type *type = tl_ptx_type_of(at);
  return type->bits == 32 && type->parts == 1;
}

static bool knows_product(const tl_ptx_instruction *at) {
  tl_matrix_product product;
  return find_product(at, &product);
}

static bool has_product(const tl_ptx_instruction *at) {
  tl_matrix_product product;
  if (!find_product(at, &product))
    return false;
  for (int group = D; group <= C; group++) {
    int factor = group == D ? C - A : group - A;
    if (tl_ptx_group_size(at, group) * each_of(at, group) !=
        product.counts[factor])
      return false;
  }
  return true;
}

#define MATRICES(shapes)                                                       \
  "sync aligned " shapes " x1|x2|x4 trans? shared|shared::cta? #b"
#define WARP(function) .warp = function

const tl_ptx_row TL_PTX_WARP_ROWS[] = {
    {"shfl", "sync up|down|bfly|idx #b", "dssss", WARP(shuffle), .members = 4,
     .widths = "ttiii"},
    {"vote", "sync all|any|uni|ballot #pb", "rss", WARP(vote), .members = 2,
     .widths = "tpi"},
    {"match", "any sync #b", "rss", WARP(match), .members = 2, .widths = "iti"},
    {"match", "any|all sync #b", "dss", WARP(match), .members = 2,
     .widths = "iti"},
    {"elect", "sync", "ds", WARP(elect), .members = 1, .check = gives_two,
     .widths = "ii"},
    {"redux", "sync " TL_PTX_REDUCTIONS " #bus", "rss", WARP(reduce),
     .members = 2, .widths = "tti"},
    {"redux", "sync min|max abs? NaN? #f", "rss", WARP(reduce), .members = 2,
     .check = is_single, .widths = "tti"},
    {"activemask", "#b", "r", .lane = name_active},
    {"bar", "warp sync", "s", WARP(meet), .members = TL_PTX_FIRST_GROUP,
     .widths = "i"},
    {"ldmatrix", MATRICES("m8n8|m16n16"), "va", WARP(load_matrices),
     .check = loads_matrices, .widths = ".."},
    {"stmatrix", MATRICES("m8n8|m16n8"), "av", WARP(store_matrices),
     .check = stores_matrices, .widths = ".."},
    {"mma",
     "sync aligned " MMA_SHAPES " row col satfinite? #fsn #fsun #fsun #fsn",
     "vvvv", WARP(multiply), .knows = knows_product, .check = has_product,
     .widths = "...."},
    {.name = NULL},
};
