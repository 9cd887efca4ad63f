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
#include "mlir-c/BuiltinTypes.h"
#include "vector_parts.h"

/* Some elements of an access. */
typedef struct piece {
  int64_t first, count;
} piece;

static int64_t highest(const tl_access_limit *limit, piece part);
static bool is_cut(const tl_access_limit *limit, piece part);
static int64_t whole_width(const tl_access *access);
static MlirValue build_inside(const tl_builder *builder,
                              const tl_access *access, piece part);
static MlirValue build_pad(const tl_builder *builder, const tl_access *access,
                           int64_t count);
static MlirValue build_load(const tl_builder *builder, const tl_access *access,
                            piece part);
static void build_store(const tl_builder *builder, const tl_access *access,
                        piece part, MlirValue value);
static MlirValue build_guarded_load(const tl_builder *builder,
                                    const tl_access *access, piece part,
                                    int64_t width);
static void build_guarded_store(const tl_builder *builder,
                                const tl_access *access, piece part,
                                int64_t width, MlirValue value);

MlirValue tl_build_access_load(const tl_builder *builder,
                               const tl_access *access) {
  piece all = {0, access->width};
  return build_guarded_load(builder, access, all, whole_width(access));
}

void tl_build_access_store(const tl_builder *builder, const tl_access *access,
                           MlirValue value) {
  piece all = {0, access->width};
  build_guarded_store(builder, access, all, whole_width(access), value);
}

/*===--- Limits -----------------------------------------------------------===*/

static int64_t highest(const tl_access_limit *limit, piece part) {
  int64_t most = limit->coordinate[part.first];
  for (int64_t i = 1; i < part.count; i++)
    if (limit->coordinate[part.first + i] > most)
      most = limit->coordinate[part.first + i];
  return most;
}

/* Whether some elements of the piece may be inside and others not. */
static bool is_cut(const tl_access_limit *limit, piece part) {
  int64_t granule = highest(limit, part) / limit->granule;
  for (int64_t i = 0; i < part.count; i++)
    if (limit->coordinate[part.first + i] / limit->granule != granule)
      return true;
  return false;
}

/* The largest power of two such that no limit cuts pieces of so many. */
static int64_t whole_width(const tl_access *access) {
  int64_t width = access->width;
  for (int64_t i = 0; i < access->limit_count; i++)
    for (int64_t first = 0; first < access->width; first += width)
      while (is_cut(&access->limits[i], (piece){first, width}))
        width /= 2;
  return width;
}

MlirValue tl_build_access_begins(const tl_builder *builder,
                                 const tl_access *access) {
  return build_inside(builder, access, (piece){0, 1});
}

/* Whether the piece is inside all limits; null when it is known to be. */
static MlirValue build_inside(const tl_builder *builder,
                              const tl_access *access, piece part) {
  MlirValue inside = {NULL};
  for (int64_t i = 0; i < access->limit_count; i++) {
    const tl_access_limit *limit = &access->limits[i];
    int64_t reach = highest(limit, part) / limit->granule * limit->granule;
    if (reach > limit->known)
      inside = tl_build_and(builder, inside,
                            tl_build_exceeds(builder, limit->room, reach));
  }
  return inside;
}

/* Elements that a limit leaves: `step` of them are at each coordinate. */
static MlirValue build_count(const tl_builder *builder,
                             const tl_access_limit *limit, int64_t width) {
  int64_t first = limit->coordinate[0], step = 1;
  while (step < width && limit->coordinate[step] == first)
    step++;
  MlirValue left = tl_build_difference(builder, limit->room,
                                       first ? tl_build_index(builder, first)
                                             : (MlirValue){NULL});
  return tl_build_multiply(builder, tl_build_clamp(builder, left, width / step),
                           step);
}

MlirValue tl_build_access_count(const tl_builder *builder,
                                const tl_access *access) {
  piece all = {0, access->width};
  MlirValue count = {NULL};
  tl_access whole = *access;
  whole.limit_count = 0;
  for (int64_t i = 0; i < access->limit_count; i++) {
    const tl_access_limit *limit = &access->limits[i];
    if (is_cut(limit, all))
      count = tl_build_minimum(builder, count,
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

MlirValue tl_build_access_address(const tl_builder *builder,
                                  const tl_access *access, int64_t element) {
  MlirValue address = tl_build_add_constant(builder, access->address,
                                            access->constant + element);
  return mlirValueIsNull(address) ? tl_build_index(builder, 0) : address;
}

/*===--- Loads ------------------------------------------------------------===*/

static MlirType type_of(const tl_access *access, int64_t count) {
  return count > 1 ? tl_vector_type(count, access->element) : access->element;
}

MlirType tl_access_type(const tl_access *access) {
  return type_of(access, access->width);
}

MlirValue tl_build_access_pad(const tl_builder *builder,
                              const tl_access *access) {
  return build_pad(builder, access, access->width);
}

static MlirValue build_pad(const tl_builder *builder, const tl_access *access,
                           int64_t count) {
  MlirType type = type_of(access, count);
  return mlirAttributeIsNull(access->pad)
             ? tl_build_zero(builder, type)
             : tl_build_splat(builder, type, access->pad);
}

/* alignment = size of the piece. */
static MlirNamedAttribute alignment_of(const tl_builder *builder,
                                       const tl_access *access, piece part) {
  return tl_named(builder, "alignment",
                  tl_i64(builder, part.count * access->element_bytes));
}

static MlirValue build_load(const tl_builder *builder, const tl_access *access,
                            piece part) {
  MlirValue operands[] = {access->memory,
                          tl_build_access_address(builder, access, part.first)};
  MlirNamedAttribute alignment = alignment_of(builder, access, part);
  return tl_build_value(builder, part.count > 1 ? "vector.load" : "memref.load",
                        type_of(access, part.count), 2, operands, 1,
                        &alignment);
}

/* The pieces of that width, each under its own condition, as one vector. */
static MlirValue build_load_in_pieces(const tl_builder *builder,
                                      const tl_access *access, piece part,
                                      int64_t width) {
  MlirValue pieces[TL_MAX_WIDTH];
  tl_part parts[TL_MAX_WIDTH];
  for (int64_t i = 0; i < part.count; i++)
    parts[i] = (tl_part){(int16_t)(i / width), (int16_t)(i % width)};
  for (int64_t i = 0; i * width < part.count; i++)
    pieces[i] = build_guarded_load(
        builder, access, (piece){part.first + i * width, width}, width);
  return tl_build_gather(builder, pieces, parts, part.count);
}

static MlirValue build_guarded_load(const tl_builder *builder,
                                    const tl_access *access, piece part,
                                    int64_t width) {
  MlirValue inside = build_inside(builder, access, part);
  if (mlirValueIsNull(inside))
    return build_load(builder, access, part);
  MlirType result = type_of(access, part.count);
  tl_branch branch = tl_build_branch(builder, inside, 1, &result, true);
  MlirValue loaded = build_load(&branch.taken, access, part);
  MlirValue otherwise =
      width < part.count
          ? build_load_in_pieces(&branch.otherwise, access, part, width)
          : build_pad(&branch.otherwise, access, part.count);
  tl_build_yield(&branch.taken, 1, &loaded);
  tl_build_yield(&branch.otherwise, 1, &otherwise);
  return mlirOperationGetResult(branch.operation, 0);
}

/*===--- Stores -----------------------------------------------------------===*/

static void build_store(const tl_builder *builder, const tl_access *access,
                        piece part, MlirValue value) {
  MlirValue operands[] = {value, access->memory,
                          tl_build_access_address(builder, access, part.first)};
  MlirNamedAttribute alignment = alignment_of(builder, access, part);
  tl_build_request request = {.name = part.count > 1 ? "vector.store"
                                                     : "memref.store",
                              .operand_count = 3,
                              .operands = operands,
                              .attribute_count = 1,
                              .attributes = &alignment};
  tl_build(builder, &request);
}

static void build_store_in_pieces(const tl_builder *builder,
                                  const tl_access *access, piece part,
                                  int64_t width, MlirValue value) {
  MlirValue pieces[TL_MAX_WIDTH];
  for (int64_t i = 0; i * width < part.count; i++)
    pieces[i] = tl_build_slice(builder, value, i * width, width);
  for (int64_t i = 0; i * width < part.count; i++)
    build_guarded_store(builder, access, (piece){part.first + i * width, width},
                        width, pieces[i]);
}

static void build_guarded_store(const tl_builder *builder,
                                const tl_access *access, piece part,
                                int64_t width, MlirValue value) {
  MlirValue inside = build_inside(builder, access, part);
  if (mlirValueIsNull(inside)) {
    build_store(builder, access, part, value);
    return;
  }
  bool has_pieces = width < part.count;
  tl_branch branch = tl_build_branch(builder, inside, 0, NULL, has_pieces);
  build_store(&branch.taken, access, part, value);
  tl_build_yield(&branch.taken, 0, NULL);
  if (!has_pieces)
    return;
  build_store_in_pieces(&branch.otherwise, access, part, width, value);
  tl_build_yield(&branch.otherwise, 0, NULL);
}
