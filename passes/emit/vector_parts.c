/* vector_parts.c - see vector_parts.h.
 *
 * Pieces are joined in a tree, one half of them against the other:
 *
 *   %ab = vector.shuffle %a, %b [0, 1, 2, 3] : vector<2xf32>, vector<2xf32>
 *   %cd = vector.shuffle %c, %d [0, 1, 2, 3] : vector<2xf32>, vector<2xf32>
 *   %v = vector.shuffle %ab, %cd [0, 1, 2, 3, 4, 5, 6, 7]
 *     : vector<4xf32>, vector<4xf32> */
#include "vector_parts.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/dialect.h"
#include <string.h>

static MlirValue build_join(const tl_builder *builder, const MlirValue *pieces,
                            int64_t low, int64_t high, tl_part *parts,
                            int64_t count);
static bool are_scalars(const MlirValue *pieces, const tl_part *parts,
                        int64_t count);
static MlirValue build_row(const tl_builder *builder, const MlirValue *scalars,
                           tl_part *parts, int64_t count);
static int64_t split(const tl_part *parts, int64_t count, int64_t middle,
                     tl_part *out);
static MlirValue build_widened(const tl_builder *builder, MlirValue vector,
                               int64_t count);

MlirType tl_vector_type(int64_t count, MlirType element) {
  return mlirVectorTypeGet(1, &count, element);
}

int64_t tl_element_count(MlirType type) {
  int64_t count = 1;
  if (mlirTypeIsAShaped(type))
    for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++)
      count *= mlirShapedTypeGetDimSize(type, d);
  return count;
}

static int64_t length_of(MlirValue piece) {
  return tl_element_count(mlirValueGetType(piece));
}

static bool is_vector(MlirValue piece) {
  return mlirTypeIsAVector(mlirValueGetType(piece));
}

static MlirType element_of(MlirValue piece) {
  MlirType type = mlirValueGetType(piece);
  return is_vector(piece) ? mlirShapedTypeGetElementType(type) : type;
}

MlirValue tl_build_element(const tl_builder *builder, MlirValue piece,
                           int64_t element) {
  if (!is_vector(piece))
    return piece;
  MlirNamedAttribute position =
      tl_named(builder, "static_position", tl_words(builder, 1, &element));
  return tl_build_value(builder, "vector.extract", element_of(piece), 1, &piece,
                        1, &position);
}

MlirValue tl_build_slice(const tl_builder *builder, MlirValue vector,
                         int64_t first, int64_t count) {
  tl_part parts[TL_MAX_REGISTERS];
  if (count == 1)
    return tl_build_element(builder, vector, first);
  for (int64_t i = 0; i < count; i++)
    parts[i] = (tl_part){0, (int16_t)(first + i)};
  return tl_build_gather(builder, &vector, parts, count);
}

/* The elements of both vectors, one behind the other; `parts` then are of the
 * result. */
static MlirValue build_shuffle(const tl_builder *builder, MlirValue first,
                               MlirValue second, tl_part *parts,
                               int64_t count) {
  MlirValue operands[] = {first, second};
  int64_t from[TL_MAX_REGISTERS];
  for (int64_t i = 0; i < count; i++) {
    from[i] = parts[i].element;
    parts[i].element = (int16_t)i;
  }
  MlirNamedAttribute mask =
      tl_named(builder, "mask", tl_words(builder, count, from));
  return tl_build_value(builder, "vector.shuffle",
                        tl_vector_type(count, element_of(first)), 2, operands,
                        1, &mask);
}

MlirValue tl_build_gather(const tl_builder *builder, const MlirValue *pieces,
                          const tl_part *parts, int64_t count) {
  tl_part own[TL_MAX_REGISTERS];
  int64_t high = 0;
  memcpy(own, parts, (size_t)count * sizeof *own);
  for (int64_t i = 0; i < count; i++)
    high = own[i].piece >= high ? own[i].piece + 1 : high;
  MlirValue all = build_join(builder, pieces, 0, high, own, count);
  bool is_whole = length_of(all) == count;
  for (int64_t i = 0; i < count; i++)
    is_whole = is_whole && own[i].element == i;
  return is_whole ? all : build_shuffle(builder, all, all, own, count);
}

/* A vector with all parts, which are of the pieces from low to high - 1;
 * `parts` then are of it. */
static MlirValue build_join(const tl_builder *builder, const MlirValue *pieces,
                            int64_t low, int64_t high, tl_part *parts,
                            int64_t count) {
  if (are_scalars(pieces, parts, count))
    return build_row(builder, pieces, parts, count);
  if (high - low == 1)
    return pieces[low];
  tl_part halves[TL_MAX_REGISTERS];
  int64_t middle = (low + high) / 2;
  int64_t left = split(parts, count, middle, halves);
  if (left == 0 || left == count)
    return build_join(builder, pieces, left ? low : middle,
                      left ? middle : high, parts, count);
  MlirValue a = build_join(builder, pieces, low, middle, halves, left);
  MlirValue b =
      build_join(builder, pieces, middle, high, halves + left, count - left);
  int64_t width = length_of(length_of(a) > length_of(b) ? a : b);
  const tl_part *next[] = {halves, halves + left};
  for (int64_t i = 0; i < count; i++) {
    bool is_right = parts[i].piece >= middle;
    parts[i].element = (int16_t)(is_right * width + next[is_right]++->element);
  }
  return build_shuffle(builder, build_widened(builder, a, width),
                       build_widened(builder, b, width), parts, count);
}

static bool are_scalars(const MlirValue *pieces, const tl_part *parts,
                        int64_t count) {
  for (int64_t i = 0; i < count; i++)
    if (is_vector(pieces[parts[i].piece]))
      return false;
  return true;
}

static MlirValue build_row(const tl_builder *builder, const MlirValue *scalars,
                           tl_part *parts, int64_t count) {
  MlirValue row[TL_MAX_REGISTERS];
  for (int64_t i = 0; i < count; i++) {
    row[i] = scalars[parts[i].piece];
    parts[i].element = (int16_t)i;
  }
  return tl_build_value(builder, "vector.from_elements",
                        tl_vector_type(count, element_of(row[0])),
                        (intptr_t)count, row, 0, NULL);
}

/* The parts of pieces below `middle`, of which it returns the number, then the
 * others. */
static int64_t split(const tl_part *parts, int64_t count, int64_t middle,
                     tl_part *out) {
  int64_t left = 0;
  for (int64_t i = 0; i < count; i++)
    left += parts[i].piece < middle;
  tl_part *next[] = {out, out + left};
  for (int64_t i = 0; i < count; i++)
    *next[parts[i].piece >= middle]++ = parts[i];
  return left;
}

/* With elements of no meaning behind its own. */
static MlirValue build_widened(const tl_builder *builder, MlirValue vector,
                               int64_t count) {
  tl_part parts[TL_MAX_REGISTERS];
  int64_t length = length_of(vector);
  if (length == count)
    return vector;
  for (int64_t i = 0; i < count; i++)
    parts[i] = (tl_part){0, (int16_t)(i < length ? i : -1)};
  return build_shuffle(builder, vector, vector, parts, count);
}
