/* matrix_access.c - see matrix_access.h.
 *
 *   %base = memref.extract_aligned_pointer_as_index %memory
 *   %start = llvm.inttoptr %base : i64 to !llvm.ptr<3>
 *   %row = llvm.getelementptr %start[%address * 2] : i8
 *   %words = nvvm.ldmatrix %row {num = 2, layout = #nvvm.mma_layout<row>, ...}
 *     : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
 *   %0 = llvm.extractvalue %words[0]
 *   %1 = llvm.extractvalue %words[1]
 *   %v = vector.from_elements %0, %1 : vector<2xi32>
 *   %e = vector.bitcast %v : vector<2xi32> to vector<4xf16>
 *
 * nvgpu.ldmatrix does not take floats of 8 bits, and has no counterpart that
 * stores; so both are written in nvvm. */
#include "matrix_access.h"
#include "flat_memory.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "vector_parts.h"

enum { MOST_MATRICES = 4, ATTRIBUTE_COUNT = 3 };

static MlirValue build_row(const tl_builder *builder, const tl_access *access);
static void read_attributes(const tl_builder *builder,
                            const tl_matrices *matrices,
                            MlirNamedAttribute *out);

static MlirType word_type(const tl_builder *builder) {
  return mlirIntegerTypeGet(builder->context, 32);
}

static MlirType parsed_type(const tl_builder *builder, const char *text) {
  return mlirTypeParseGet(builder->context,
                          mlirStringRefCreateFromCString(text));
}

/*===--- Loads ------------------------------------------------------------===*/

/* The word of matrix `i`; a single one is no struct. */
static MlirValue build_word(const tl_builder *builder, MlirValue words,
                            int64_t count, int64_t i) {
  if (count == 1)
    return words;
  MlirNamedAttribute position =
      tl_named(builder, "position", tl_words(builder, 1, &i));
  return tl_build_value(builder, "llvm.extractvalue", word_type(builder), 1,
                        &words, 1, &position);
}

static MlirType words_type(const tl_builder *builder, int64_t count) {
  return count == 1 ? word_type(builder)
         : count == 2
             ? parsed_type(builder, "!llvm.struct<(i32, i32)>")
             : parsed_type(builder, "!llvm.struct<(i32, i32, i32, i32)>");
}

MlirValue tl_build_matrix_load(const tl_builder *builder,
                               const tl_access *access,
                               const tl_matrices *matrices) {
  int64_t count = matrices->count;
  MlirValue row = build_row(builder, access), words[MOST_MATRICES];
  MlirNamedAttribute attributes[ATTRIBUTE_COUNT + 1];
  read_attributes(builder, matrices, attributes);
  attributes[ATTRIBUTE_COUNT] =
      tl_named(builder, "num", mlirIntegerAttrGet(word_type(builder), count));
  MlirValue loaded =
      tl_build_value(builder, "nvvm.ldmatrix", words_type(builder, count), 1,
                     &row, ATTRIBUTE_COUNT + 1, attributes);
  for (int64_t i = 0; i < count; i++)
    words[i] = build_word(builder, loaded, count, i);
  MlirValue all = tl_build_value(builder, "vector.from_elements",
                                 tl_vector_type(count, word_type(builder)),
                                 (intptr_t)count, words, 0, NULL);
  return tl_build_value(builder, "vector.bitcast", tl_access_type(access), 1,
                        &all, 0, NULL);
}

/*===--- Stores -----------------------------------------------------------===*/

void tl_build_matrix_store(const tl_builder *builder, const tl_access *access,
                           const tl_matrices *matrices, MlirValue value) {
  MlirType word = word_type(builder);
  MlirValue operands[1 + MOST_MATRICES] = {build_row(builder, access)};
  MlirValue words =
      tl_build_value(builder, "vector.bitcast",
                     tl_vector_type(matrices->count, word), 1, &value, 0, NULL);
  for (int64_t i = 0; i < matrices->count; i++)
    operands[1 + i] = tl_build_element(builder, words, i);
  MlirNamedAttribute attributes[ATTRIBUTE_COUNT];
  read_attributes(builder, matrices, attributes);
  tl_build_request request = {.name = "nvvm.stmatrix",
                              .operand_count = 1 + (intptr_t)matrices->count,
                              .operands = operands,
                              .attribute_count = ATTRIBUTE_COUNT,
                              .attributes = attributes};
  tl_build(builder, &request);
}

/*===--- Both -------------------------------------------------------------===*/

static MlirValue build_cast(const tl_builder *builder, MlirValue index) {
  return tl_build_value(builder, "arith.index_cast",
                        mlirIntegerTypeGet(builder->context, 64), 1, &index, 0,
                        NULL);
}

/* Where the row starts, as a pointer to shared memory.  The offset is in bytes
 * and apart from the base, so that its constants become those of the address in
 * the instruction. */
static MlirValue build_row(const tl_builder *builder, const tl_access *access) {
  int32_t dynamic = INT32_MIN;
  MlirType pointer = parsed_type(builder, "!llvm.ptr<3>");
  MlirType byte = mlirIntegerTypeGet(builder->context, 8);
  MlirValue operands[2];
  operands[0] = build_cast(
      builder,
      tl_build_value(builder, "memref.extract_aligned_pointer_as_index",
                     builder->index, 1, &access->memory, 0, NULL));
  operands[0] =
      tl_build_value(builder, "llvm.inttoptr", pointer, 1, operands, 0, NULL);
  operands[1] = tl_build_add(builder, tl_build_start(builder, access->memory),
                             access->address);
  operands[1] = tl_build_add_constant(
      builder, tl_build_multiply(builder, operands[1], access->element_bytes),
      access->constant * access->element_bytes);
  if (mlirValueIsNull(operands[1]))
    operands[1] = tl_build_index(builder, 0);
  operands[1] = build_cast(builder, operands[1]);
  MlirNamedAttribute attributes[] = {
      tl_named(builder, "rawConstantIndices",
               mlirDenseI32ArrayGet(builder->context, 1, &dynamic)),
      tl_named(builder, "elem_type", mlirTypeAttrGet(byte))};
  return tl_build_value(builder, "llvm.getelementptr", pointer, 2, operands, 2,
                        attributes);
}

static void read_attributes(const tl_builder *builder,
                            const tl_matrices *matrices,
                            MlirNamedAttribute *out) {
  const char *const texts[ATTRIBUTE_COUNT][2] = {
      {"layout", matrices->is_transposed ? "#nvvm.mma_layout<col>"
                                         : "#nvvm.mma_layout<row>"},
      {"shape", "#nvvm.ld_st_matrix_shape<m = 8, n = 8>"},
      {"eltType", "#nvvm.ld_st_matrix_elt_type<b16>"}};
  for (int i = 0; i < ATTRIBUTE_COUNT; i++)
    out[i] = tl_named(
        builder, texts[i][0],
        mlirAttributeParseGet(builder->context,
                              mlirStringRefCreateFromCString(texts[i][1])));
}
