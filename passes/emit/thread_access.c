/* thread_access.c - see thread_access.h.
 *
 *   %inside = arith.cmpi sgt, %room, %c0
 *   %v = scf.if %inside -> (vector<8xf16>) {
 *     %0 = vector.load %memory[%address] {alignment = 16 : i64}
 *     scf.yield %0
 *   } else {
 *     scf.yield %zeros
 *   } */
#include "thread_access.h"
#include "mlir-c/BuiltinAttributes.h"
#include "pad_words.h"
#include "vector_parts.h"

/* Some elements of an access. */
typedef struct piece {
  int64_t first, count;
} piece;

static MlirValue build_in_group(const tl_builder *builder,
                                const tl_thread_access *access,
                                MlirValue value);
static MlirValue build_guarded(const tl_builder *builder,
                               const tl_thread_access *access, piece part,
                               int64_t width, MlirValue value);
static MlirValue build_pieces(const tl_builder *builder,
                              const tl_thread_access *access, piece part,
                              int64_t width, MlirValue value);
static MlirValue build_at_once(const tl_builder *builder,
                               const tl_thread_access *access, piece part,
                               MlirValue value);
static MlirValue build_below(const tl_builder *builder,
                             const tl_access_limit *limit, int64_t coordinate,
                             MlirValue inside);
static MlirValue build_inside(const tl_builder *builder,
                              const tl_thread_access *access, piece part);

const tl_access_emitter *tl_access_emitter_of(const tl_thread_access *access) {
  static const tl_access_emitter *const KINDS[] = {
      &TL_ASYNC_ACCESS, &TL_MATRIX_ACCESS, &TL_PLAIN_ACCESS};
  int kind = 0;
  while (!KINDS[kind]->is_of(access))
    kind++;
  return KINDS[kind];
}

/*===--- Limits -----------------------------------------------------------===*/

/* The coordinates of a piece, rounded down to granules. */
typedef struct reach {
  int64_t least, most;
} reach;

static reach reach_of(const tl_access_limit *limit, piece part) {
  reach of = {INT64_MAX, 0};
  for (int64_t i = 0; i < part.count; i++) {
    int64_t own = limit->coordinate[part.first + i];
    own -= own % limit->granule;
    of.least = own < of.least ? own : of.least;
    of.most = own > of.most ? own : of.most;
  }
  return of;
}

/* Whether some elements of the piece may be inside and others not. */
static bool is_cut(const tl_access_limit *limit, piece part) {
  reach of = reach_of(limit, part);
  return of.least != of.most;
}

/* The largest power of two such that no limit cuts pieces of so many. */
static int64_t whole_width(const tl_thread_access *access) {
  int64_t width = access->width;
  for (int64_t i = 0; i < access->limit_count; i++)
    for (int64_t first = 0; first < access->width; first += width)
      while (is_cut(&access->limits[i], (piece){first, width}))
        width /= 2;
  return width;
}

MlirValue tl_build_access_begins(const tl_builder *builder,
                                 const tl_thread_access *access) {
  MlirValue begins = {NULL};
  for (int64_t i = 0; i < access->limit_count; i++)
    if (mlirValueIsNull(access->limits[i].extent))
      begins =
          build_below(builder, &access->limits[i],
                      reach_of(&access->limits[i], (piece){0, 1}).most, begins);
  return begins;
}

/* And `inside`. */
static MlirValue build_below(const tl_builder *builder,
                             const tl_access_limit *limit, int64_t coordinate,
                             MlirValue inside) {
  return coordinate <= limit->known
             ? inside
             : tl_build_pair(builder, TL_AND, inside,
                             tl_build_compare(builder, TL_EXCEEDS, limit->room,
                                              coordinate));
}

/* The same where both ends count: room + coordinate < extent, unsigned; modulo
 * 2^32 as well, where that holds both. */
static MlirValue build_between(const tl_builder *builder,
                               const tl_access_limit *limit, int64_t coordinate,
                               MlirValue inside) {
  MlirValue first = limit->room, extent = limit->extent;
  bool is_narrow = tl_is_word(first) && tl_is_word(extent);
  if (is_narrow) {
    first = tl_build_narrow(builder, first);
    extent = tl_build_narrow(builder, extent);
  }
  first = tl_build_by(builder, is_narrow ? TL_ADD_WRAPPING : TL_ADD, first,
                      coordinate);
  return tl_build_pair(builder, TL_AND, inside,
                       tl_build_compare_pair(builder, TL_BELOW, first, extent));
}

/* Whether the piece is inside all limits; null when it is known to be. */
static MlirValue build_inside(const tl_builder *builder,
                              const tl_thread_access *access, piece part) {
  MlirValue inside = {NULL};
  for (int64_t i = 0; i < access->limit_count; i++) {
    const tl_access_limit *limit = &access->limits[i];
    reach of = reach_of(limit, part);
    if (mlirValueIsNull(limit->extent)) {
      inside = build_below(builder, limit, of.most, inside);
      continue;
    }
    inside = build_between(builder, limit, of.most, inside);
    if (of.least != of.most)
      inside = build_between(builder, limit, of.least, inside);
  }
  return inside;
}

/* Elements that a limit leaves: `step` of them are at each coordinate. */
static MlirValue build_count(const tl_builder *builder,
                             const tl_access_limit *limit, int64_t width) {
  int64_t first = limit->coordinate[0], step = 1;
  while (step < width && limit->coordinate[step] == first)
    step++;
  MlirValue left =
      tl_build_pair(builder, TL_SUBTRACT, limit->room,
                    first ? tl_build_index(builder, first) : (MlirValue){NULL});
  return tl_build_by(builder, TL_MULTIPLY,
                     tl_build_clamp(builder, left, width / step), step);
}

MlirValue tl_build_access_count(const tl_builder *builder,
                                const tl_thread_access *access) {
  piece all = {0, access->width};
  MlirValue count = {NULL};
  tl_thread_access whole = *access;
  whole.limit_count = 0;
  for (int64_t i = 0; i < access->limit_count; i++) {
    const tl_access_limit *limit = &access->limits[i];
    if (is_cut(limit, all))
      count = tl_build_pair(builder, TL_MINIMUM, count,
                            build_count(builder, limit, access->width));
    else
      whole.limits[whole.limit_count++] = *limit;
  }
  MlirValue inside = build_inside(builder, &whole, all);
  if (mlirValueIsNull(inside))
    return count;
  if (mlirValueIsNull(count))
    count = tl_build_index(builder, access->width);
  return tl_build_select(builder, inside, count, tl_build_index(builder, 0));
}

/*===--- Accesses ---------------------------------------------------------===*/

/* Rule E31: one instruction multiplies 32 bits into 64 and adds, where LLVM sees the
 * extension beside the product.  It makes one extension of equal ones, in front of the
 * branches of the others. */
static MlirValue build_steps(const tl_builder *builder,
                             const tl_access_steps *steps, int64_t unit) {
  if (!steps->count)
    return (MlirValue){NULL};
  MlirValue stride =
      tl_build_apart(builder, tl_build_narrow(builder, steps->stride));
  return tl_build_by(builder, TL_MULTIPLY, tl_build_as_index(builder, stride),
                     steps->count * unit);
}

MlirValue tl_build_access_address(const tl_builder *builder,
                                  const tl_access_start *start,
                                  int64_t element) {
  int64_t unit = start->unit ? start->unit : 1;
  MlirValue address =
      tl_build_pair(builder, TL_ADD,
                    tl_build_pair(builder, TL_ADD, start->address, start->far),
                    build_steps(builder, &start->steps, unit));
  address =
      tl_build_by(builder, TL_ADD, address, (start->constant + element) * unit);
  return mlirValueIsNull(address)
             ? tl_build_index(builder, 0)
             : tl_build_by(builder, TL_DIVIDE_EXACT, address, unit);
}

void tl_name_access(const tl_thread_access *access, MlirOperation operation) {
  if (!mlirOperationIsNull(access->named))
    tl_copy_foreign_attributes(access->named, operation);
}

MlirType tl_access_type(const tl_thread_access *access, int64_t count) {
  return count > 1 ? tl_vector_type(count, access->element) : access->element;
}

/* What stands for elements that are not loaded.  Where the branch around has pads of
 * its own, those of a whole access are registers that are set once, in front of it:
 * LLVM sets those of both branches otherwise. */
static MlirValue build_pads(const tl_builder *builder,
                            const tl_thread_access *access, MlirType type,
                            MlirValue *held) {
  if (!access->early || !held ||
      mlirAttributeEqual(access->pad, tl_poison(builder)))
    return tl_build_splat(builder, type, access->pad);
  if (mlirValueIsNull(*held))
    *held = tl_hold_words(
        access->early, tl_build_splat(access->early, type, access->pad), true);
  return *held;
}

/* Whatever is no other kind. */
static bool is_plain(TL_UNUSED const tl_thread_access *access) { return true; }

static MlirValue write_plain(const tl_builder *builder,
                             const tl_thread_access *access, MlirValue value) {
  int64_t whole = whole_width(access);
  return access->group && whole == access->width
             ? build_in_group(builder, access, value)
             : build_guarded(builder, access, (piece){0, access->width}, whole,
                             value);
}

const tl_access_emitter TL_PLAIN_ACCESS = {"plain", is_plain, write_plain};

/* Whether both are inside at once. */
static bool has_condition_of(const tl_thread_access *access,
                             const tl_thread_access *other) {
  piece all = {0, access->width}, others = {0, other->width};
  for (int64_t i = 0; i < access->limit_count; i++) {
    const tl_access_limit *a = &access->limits[i], *b = &other->limits[i];
    reach of = reach_of(a, all), of_other = reach_of(b, others);
    if (of.least != of_other.least || of.most != of_other.most ||
        !mlirValueEqual(a->room, b->room))
      return false;
  }
  return true;
}

static bool is_known_inside(const tl_thread_access *access) {
  piece all = {0, access->width};
  for (int64_t i = 0; i < access->limit_count; i++) {
    const tl_access_limit *limit = &access->limits[i];
    if (!mlirValueIsNull(limit->extent) ||
        reach_of(limit, all).most > limit->known)
      return false;
  }
  return true;
}

/* LLVM does not join branches under one condition, with loads in both. */
static MlirValue build_in_group(const tl_builder *builder,
                                const tl_thread_access *access,
                                MlirValue value) {
  tl_access_group *group = access->group;
  piece all = {0, access->width};
  if (is_known_inside(access))
    return build_at_once(builder, access, all, value);
  if (mlirValueIsNull(group->inside) ||
      !has_condition_of(access, &group->first)) {
    tl_close_access_group(builder, group);
    group->inside = build_inside(builder, access, all);
    group->branch = tl_branch_open(builder);
    group->first = *access;
  }
  MlirValue moved = build_at_once(&group->branch.taken, access, all, value);
  if (!access->stores) {
    group->places[group->count] = access->place;
    group->held[group->count] = access->held;
    group->loaded[group->count++] = moved;
  }
  return (MlirValue){NULL};
}

void tl_close_access_group(const tl_builder *builder, tl_access_group *group) {
  MlirValue pads[TL_MAX_REGISTERS];
  if (mlirValueIsNull(group->inside))
    return;
  for (intptr_t i = 0; i < group->count; i++) {
    MlirType type = mlirValueGetType(group->loaded[i]);
    bool is_same = i && !group->first.early &&
                   mlirTypeEqual(type, mlirValueGetType(pads[i - 1]));
    pads[i] = is_same ? pads[i - 1]
                      : build_pads(&group->branch.otherwise, &group->first,
                                   type, group->held[i]);
  }
  MlirOperation branch = tl_branch_close(builder, &group->branch, group->inside,
                                         group->count, group->loaded, pads);
  for (intptr_t i = 0; i < group->count; i++)
    *group->places[i] = mlirOperationGetResult(branch, i);
  group->inside = (MlirValue){NULL};
  group->count = 0;
}

/* Where it is inside at once, else in pieces of that width. */
static MlirValue build_guarded(const tl_builder *builder,
                               const tl_thread_access *access, piece part,
                               int64_t width, MlirValue value) {
  MlirValue inside = build_inside(builder, access, part), otherwise = {NULL};
  if (mlirValueIsNull(inside))
    return build_at_once(builder, access, part, value);
  bool loads = !access->stores;
  tl_branch branch = tl_branch_open(builder);
  MlirValue taken = build_at_once(&branch.taken, access, part, value);
  if (width < part.count)
    otherwise = build_pieces(&branch.otherwise, access, part, width, value);
  else if (loads)
    otherwise = build_pads(&branch.otherwise, access,
                           tl_access_type(access, part.count),
                           part.count == access->width ? access->held : NULL);
  MlirOperation operation =
      tl_branch_close(builder, &branch, inside, loads, &taken, &otherwise);
  return loads ? mlirOperationGetResult(operation, 0) : taken;
}

static MlirValue build_pieces(const tl_builder *builder,
                              const tl_thread_access *access, piece part,
                              int64_t width, MlirValue value) {
  MlirValue pieces[TL_MAX_WIDTH];
  tl_part parts[TL_MAX_WIDTH];
  int64_t count = part.count / width;
  for (int64_t i = 0; i < part.count; i++)
    parts[i] = (tl_part){(int16_t)(i / width), (int16_t)(i % width)};
  for (int64_t i = 0; access->stores && i < count; i++)
    pieces[i] = tl_build_slice(builder, value, i * width, width);
  for (int64_t i = 0; i < count; i++)
    pieces[i] =
        build_guarded(builder, access, (piece){part.first + i * width, width},
                      width, pieces[i]);
  return access->stores ? value
                        : tl_build_gather(builder, pieces, parts, part.count);
}

static MlirValue build_at_once(const tl_builder *builder,
                               const tl_thread_access *access, piece part,
                               MlirValue value) {
  static const char *const NAMES[][2] = {{"memref.load", "vector.load"},
                                         {"memref.store", "vector.store"}};
  MlirValue operands[] = {
      value, access->start.memory,
      tl_build_access_address(builder, &access->start, part.first)};
  MlirType type = tl_access_type(access, part.count);
  MlirNamedAttribute attributes[] = {
      tl_named(builder, "alignment",
               tl_i64(builder, part.count * access->element_bytes)),
      tl_named(builder, "nontemporal", mlirBoolAttrGet(builder->context, 1))};
  tl_build_request request = {.name = NAMES[access->stores][part.count > 1],
                              .operand_count = 2 + access->stores,
                              .operands = operands + !access->stores,
                              .result_count = !access->stores,
                              .results = &type,
                              .attribute_count =
                                  1 + (access->cache == TL_CACHE_STREAMING),
                              .attributes = attributes};
  bool is_named = !mlirOperationIsNull(access->named);
  MlirOperation operation =
      (is_named ? tl_build : tl_build_again)(builder, &request);
  tl_name_access(access, operation);
  return access->stores ? value : mlirOperationGetResult(operation, 0);
}
