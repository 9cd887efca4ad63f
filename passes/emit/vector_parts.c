/* vector_parts.c - see vector_parts.h.
 *
 * Pieces are joined in a tree, one half of them against the other:
 *
 *   %ab = vector.shuffle %a, %b [0, 1, 2, 3] : vector<2xf32>, vector<2xf32>
 *   %cd = vector.shuffle %c, %d [0, 1, 2, 3] : vector<2xf32>, vector<2xf32>
 *   %v = vector.shuffle %ab, %cd [0, 1, 2, 3, 4, 5, 6, 7]
 *     : vector<4xf32>, vector<4xf32>
 *
 * Words of four bytes that are of four words each are joined by pairs of bytes,
 * which the words beside them read as well: 4 x 4 bytes are transposed by eight
 * permutations.
 *
 *   %p = vector.shuffle %a, %b [0, 4, 1, 5] : vector<4xi8>, vector<4xi8>
 *   %q = vector.shuffle %c, %d [0, 4, 1, 5] : vector<4xi8>, vector<4xi8>
 *   %0 = vector.shuffle %p, %q [0, 1, 4, 5] : vector<4xi8>, vector<4xi8>
 *   %1 = vector.shuffle %p, %q [2, 3, 6, 7] : vector<4xi8>, vector<4xi8> */
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

MlirValue tl_build_register_at(const tl_builder *builder, MlirValue vector,
                               int64_t number) {
  MlirType type = mlirValueGetType(vector);
  int64_t place[TL_MAX_RANK], rank = mlirShapedTypeGetRank(type);
  for (int64_t d = rank - 1; d >= 0; d--) {
    int64_t extent = mlirShapedTypeGetDimSize(type, (intptr_t)d);
    place[d] = number % extent;
    number /= extent;
  }
  MlirNamedAttribute position =
      tl_named(builder, "static_position", tl_words(builder, rank, place));
  return tl_build_value(builder, "vector.extract",
                        mlirShapedTypeGetElementType(type), 1, &vector, 1,
                        &position);
}

static bool read_constant(MlirOperation constant, tl_splat *out) {
  MlirAttribute all = tl_attribute_of(constant, "value");
  if (!mlirAttributeIsADenseElements(all) || !mlirDenseElementsAttrIsSplat(all))
    return false;
  MlirAttribute number = mlirDenseElementsAttrGetSplatValue(all);
  if (!mlirAttributeIsAInteger(number))
    return false;
  out->number = mlirIntegerAttrGetValueInt(number);
  return true;
}

static bool read_broadcast(MlirOperation broadcast, tl_splat *out) {
  out->value = mlirOperationGetOperand(broadcast, 0);
  if (mlirTypeIsAVector(mlirValueGetType(out->value)))
    return false;
  if (tl_constant_read(out->value, &out->number))
    out->value = (MlirValue){NULL};
  return true;
}

bool tl_splat_read(MlirValue vector, tl_splat *out) {
  MlirOperation constant = tl_defined_by(vector, "arith.constant");
  MlirOperation broadcast = tl_defined_by(vector, "vector.broadcast");
  *out = (tl_splat){.number = 0};
  if (!mlirOperationIsNull(constant))
    return read_constant(constant, out);
  return !mlirOperationIsNull(broadcast) && read_broadcast(broadcast, out);
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

/*===--- Bytes ------------------------------------------------------------===*/

enum { WORD = 4 };

static bool share_word(const tl_part *a, const tl_part *b) {
  return a->piece == b->piece && a->element / WORD == b->element / WORD;
}

static bool is_of_four_words(const MlirValue *pieces, const tl_part *parts) {
  for (int i = 0; i < WORD; i++) {
    if (length_of(pieces[parts[i].piece]) % WORD)
      return false;
    for (int j = 0; j < i; j++)
      if (share_word(&parts[i], &parts[j]))
        return false;
  }
  return true;
}

static bool transposes_bytes(const MlirValue *pieces, const tl_part *parts,
                             int64_t count) {
  MlirValue first = pieces[parts[0].piece];
  if (!is_vector(first) || tl_element_bytes(mlirValueGetType(first)) != 1 ||
      count % WORD)
    return false;
  for (int64_t i = 0; i < count; i += WORD)
    if (!is_of_four_words(pieces, parts + i))
      return false;
  return true;
}

static MlirValue build_once(const tl_builder *builder, MlirValue first,
                            MlirValue second, const int64_t from[WORD]) {
  return tl_build_once(builder, "vector.shuffle",
                       tl_vector_type(WORD, element_of(first)), first, second,
                       "mask", tl_words(builder, WORD, from));
}

static MlirValue build_word(const tl_builder *builder, MlirValue piece,
                            int64_t element) {
  int64_t first = element - element % WORD;
  const int64_t from[WORD] = {first, first + 1, first + 2, first + 3};
  return length_of(piece) == WORD ? piece
                                  : build_once(builder, piece, piece, from);
}

/* The byte of each part, and behind it the other of its pair of bytes; parts
 * then are of the result. */
static MlirValue build_pairs(const tl_builder *builder, const MlirValue *pieces,
                             tl_part parts[2]) {
  MlirValue words[2];
  int64_t from[WORD];
  for (int i = 0; i < 2; i++) {
    int64_t element = parts[i].element % WORD, pair = element - element % 2;
    words[i] = build_word(builder, pieces[parts[i].piece], parts[i].element);
    from[i] = i * WORD + pair;
    from[i + 2] = from[i] + 1;
    parts[i].element = (int16_t)(i + element % 2 * 2);
  }
  return build_once(builder, words[0], words[1], from);
}

/* Of four bytes of different words. */
static MlirValue build_joined(const tl_builder *builder,
                              const MlirValue *pieces, const tl_part *parts) {
  tl_part own[WORD];
  memcpy(own, parts, sizeof own);
  MlirValue low = build_pairs(builder, pieces, own);
  MlirValue high = build_pairs(builder, pieces, own + 2);
  const int64_t from[WORD] = {own[0].element, own[1].element,
                              WORD + own[2].element, WORD + own[3].element};
  return build_once(builder, low, high, from);
}

static MlirValue build_transposed(const tl_builder *builder,
                                  const MlirValue *pieces, const tl_part *parts,
                                  int64_t count) {
  MlirValue words[TL_MAX_REGISTERS / WORD];
  tl_part own[TL_MAX_REGISTERS];
  for (int64_t i = 0; i < count; i++)
    own[i] = (tl_part){(int16_t)(i / WORD), (int16_t)(i % WORD)};
  for (int64_t i = 0; i < count / WORD; i++)
    words[i] = build_joined(builder, pieces, parts + i * WORD);
  return tl_build_gather(builder, words, own, count);
}

MlirValue tl_build_gather(const tl_builder *builder, const MlirValue *pieces,
                          const tl_part *parts, int64_t count) {
  if (transposes_bytes(pieces, parts, count))
    return build_transposed(builder, pieces, parts, count);
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
