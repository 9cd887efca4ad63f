/* matrix_access.c - TL_MATRIX_ACCESS, see thread_access.h.
 *
 *   %base = memref.extract_aligned_pointer_as_index %memory
 *   %start = llvm.inttoptr %base : i64 to !llvm.ptr<3>
 *   %rest = llvm.getelementptr %start[%x * 2] : i8
 *   %near = llvm.inttoptr (llvm.ptrtoint %rest ^ %k * 2)
 *   %stage = llvm.getelementptr %near[%far * 2] : i8
 *   %same = llvm.intr.launder.invariant.group %stage
 *   %row = llvm.getelementptr %same[%c32 * 2] : i8
 *   %words = nvvm.ldmatrix %row {num = 2, layout = #nvvm.mma_layout<row>, ...}
 *     : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
 *   %0 = llvm.extractvalue %words[0]
 *   %1 = llvm.extractvalue %words[1]
 *   %v = vector.from_elements %0, %1 : vector<2xi32>
 *   %e = vector.bitcast %v : vector<2xi32> to vector<4xf16>
 *
 * nvgpu.ldmatrix does not take floats of 8 bits, and has no counterpart that
 * stores; so both are written in nvvm. */
#include "flat_memory.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "pointers.h"
#include "thread_access.h"
#include "vector_parts.h"

enum { MOST_WORDS = 4, WORD_BYTES = 4, ATTRIBUTE_COUNT = 4 };

static bool is_matrix(const tl_thread_access *access) {
  return access->matrices > 0;
}

static MlirType word_type(const tl_builder *builder) {
  return mlirIntegerTypeGet(builder->context, 32);
}

static MlirType parsed_type(const tl_builder *builder, const char *text) {
  return mlirTypeParseGet(builder->context,
                          mlirStringRefCreateFromCString(text));
}

/* What an instruction moves at once. */
typedef struct matrix_form {
  const char *shape, *type;
} matrix_form;

static const matrix_form *form_of(const tl_thread_access *access) {
  static const matrix_form PAIRS = {"#nvvm.ld_st_matrix_shape<m = 8, n = 8>",
                                    "#nvvm.ld_st_matrix_elt_type<b16>"};
  static const matrix_form BYTES[] = {
      {"#nvvm.ld_st_matrix_shape<m = 16, n = 16>",
       "#nvvm.ld_st_matrix_elt_type<b8>"},
      {"#nvvm.ld_st_matrix_shape<m = 16, n = 8>",
       "#nvvm.ld_st_matrix_elt_type<b8>"}};
  return access->is_transposed && access->element_bytes == 1
             ? &BYTES[access->stores]
             : &PAIRS;
}

/* Registers of an access. */
static int64_t count_words(const tl_thread_access *access) {
  return access->width * access->element_bytes / WORD_BYTES;
}

/* The last one is of loads alone. */
static void read_attributes(const tl_builder *builder,
                            const tl_thread_access *access,
                            MlirNamedAttribute *out) {
  const matrix_form *form = form_of(access);
  const char *const texts[ATTRIBUTE_COUNT - 1][2] = {
      {"layout", access->is_transposed ? "#nvvm.mma_layout<col>"
                                       : "#nvvm.mma_layout<row>"},
      {"shape", form->shape},
      {"eltType", form->type}};
  for (int i = 0; i < ATTRIBUTE_COUNT - 1; i++)
    out[i] = tl_named(builder, texts[i][0], tl_parsed(builder, texts[i][1]));
  out[ATTRIBUTE_COUNT - 1] = tl_named(
      builder, "num", mlirIntegerAttrGet(word_type(builder), access->matrices));
}

static MlirValue build_cast(const tl_builder *builder, MlirValue index) {
  return tl_build_value(builder, "arith.index_cast",
                        mlirIntegerTypeGet(builder->context, 64), 1, &index, 0,
                        NULL);
}

/* As bytes; of an exclusive or, which LLVM does not scale, both sides: what does
 * not vary is scaled once for all accesses. */
static MlirValue build_bytes(const tl_builder *builder,
                             const tl_thread_access *access,
                             MlirValue elements) {
  MlirValue a, b;
  int64_t bytes = access->element_bytes;
  if (!tl_is_joined(elements, &a, &b))
    return tl_build_by(builder, TL_MULTIPLY, elements, bytes);
  return tl_build_pair(builder, TL_XOR,
                       tl_build_by(builder, TL_MULTIPLY, a, bytes),
                       tl_build_by(builder, TL_MULTIPLY, b, bytes));
}

/* The pointer `elements` further; the pointer where they are null, 0. */
static MlirValue build_further(const tl_builder *builder,
                               const tl_thread_access *access,
                               MlirValue pointer, MlirValue elements) {
  return mlirValueIsNull(elements)
             ? pointer
             : tl_build_further(builder, pointer,
                                build_bytes(builder, access, elements));
}

/* Whether an exclusive or joins *elements to the rest of the address, and to an
 * aligned pointer as well: there LLVM computes the rest once for all accesses. */
static bool is_joined(const tl_thread_access *access, MlirValue address,
                      MlirValue *rest, MlirValue *elements) {
  int64_t number = 0;
  if (!tl_is_joined(address, rest, elements))
    return false;
  tl_constant_read(*elements, &number);
  return number < access->start.base.alignment / access->element_bytes;
}

/* p + 2 * (x ^ y) is (p + 2 * x) ^ 2 * y where p is aligned to more than 2 * y. */
static MlirValue build_address(const tl_builder *builder,
                               const tl_thread_access *access,
                               MlirValue pointer, MlirValue address) {
  const MlirAttribute none = {NULL};
  MlirType type = mlirValueGetType(pointer);
  MlirType word = mlirIntegerTypeGet(builder->context, 64);
  MlirValue rest, elements;
  if (!is_joined(access, address, &rest, &elements))
    return build_further(builder, access, pointer, address);
  pointer = build_address(builder, access, pointer, rest);
  pointer = tl_build_once(builder, "llvm.ptrtoint", word, pointer,
                          (MlirValue){NULL}, NULL, none);
  pointer = tl_build_once(
      builder, "arith.xori", word, pointer,
      build_cast(builder, build_bytes(builder, access, elements)), NULL, none);
  return tl_build_once(builder, "llvm.inttoptr", type, pointer,
                       (MlirValue){NULL}, NULL, none);
}

/* The same pointer, from which constants stay in a loop: LLVM would move their
 * sums out of it, one for each access. */
static MlirValue build_anchor(const tl_builder *builder, MlirValue pointer) {
  return tl_build_value(builder, "llvm.intr.launder.invariant.group",
                        mlirValueGetType(pointer), 1, &pointer, 0, NULL);
}

/* Where the row starts, as a pointer to shared memory: in steps, so that what
 * does not vary in a loop leaves it and constants become those of the address in
 * the instruction. */
static MlirValue build_row(const tl_builder *builder,
                           const tl_thread_access *access) {
  const tl_access_start *start = &access->start;
  const MlirValue none = {NULL};
  bool has_far = start->base.has_far;
  int64_t constant = start->constant + tl_flat_offset(start->memory);
  MlirValue row = tl_build_pointer(builder, start->memory, TL_POINTER_SHARED);
  row = build_further(builder, access, row, has_far ? start->far : none);
  row = build_address(builder, access, row, start->address);
  row = build_further(builder, access, row, has_far ? none : start->far);
  if (!constant)
    return row;
  return build_further(builder, access, build_anchor(builder, row),
                       tl_build_index(builder, constant));
}

/* Word `i`; a single one is no struct. */
static MlirValue build_word(const tl_builder *builder, MlirValue words,
                            int64_t count, int64_t i) {
  MlirNamedAttribute position =
      tl_named(builder, "position", tl_words(builder, 1, &i));
  return count == 1
             ? words
             : tl_build_value(builder, "llvm.extractvalue", word_type(builder),
                              1, &words, 1, &position);
}

/* The bits of a scalar as a type of as many. */
static MlirValue build_bits(const tl_builder *builder, MlirValue value,
                            MlirType type) {
  return mlirTypeEqual(mlirValueGetType(value), type)
             ? value
             : tl_build_value(builder, "arith.bitcast", type, 1, &value, 0,
                              NULL);
}

static MlirType words_type(const tl_builder *builder, int64_t count) {
  return count == 1 ? word_type(builder)
         : count == 2
             ? parsed_type(builder, "!llvm.struct<(i32, i32)>")
             : parsed_type(builder, "!llvm.struct<(i32, i32, i32, i32)>");
}

static MlirValue build_load(const tl_builder *builder,
                            const tl_thread_access *access,
                            const MlirNamedAttribute *attributes) {
  int64_t count = count_words(access);
  MlirType vector = tl_vector_type(count, word_type(builder));
  MlirValue row = build_row(builder, access), words[MOST_WORDS];
  MlirValue loaded =
      tl_build_value(builder, "nvvm.ldmatrix", words_type(builder, count), 1,
                     &row, ATTRIBUTE_COUNT, attributes);
  tl_name_access(access, mlirOpResultGetOwner(loaded));
  for (int64_t i = 0; i < count; i++)
    words[i] = build_word(builder, loaded, count, i);
  if (access->width == 1)
    return build_bits(builder, words[0], access->element);
  MlirValue all = tl_build_value(builder, "vector.from_elements", vector,
                                 (intptr_t)count, words, 0, NULL);
  return tl_build_value(builder, "vector.bitcast",
                        tl_access_type(access, access->width), 1, &all, 0,
                        NULL);
}

static MlirValue write_matrices(const tl_builder *builder,
                                const tl_thread_access *access,
                                MlirValue value) {
  MlirNamedAttribute attributes[ATTRIBUTE_COUNT];
  int64_t count = count_words(access);
  read_attributes(builder, access, attributes);
  if (!access->stores)
    return build_load(builder, access, attributes);
  MlirValue operands[1 + MOST_WORDS] = {build_row(builder, access)};
  if (access->width == 1) {
    operands[1] = build_bits(builder, value, word_type(builder));
  } else {
    MlirType vector = tl_vector_type(count, word_type(builder));
    MlirValue words =
        tl_build_value(builder, "vector.bitcast", vector, 1, &value, 0, NULL);
    for (int64_t i = 0; i < count; i++)
      operands[1 + i] = tl_build_element(builder, words, i);
  }
  tl_build_request request = {.name = "nvvm.stmatrix",
                              .operand_count = 1 + (intptr_t)count,
                              .operands = operands,
                              .attribute_count = ATTRIBUTE_COUNT - 1,
                              .attributes = attributes};
  tl_name_access(access, tl_build(builder, &request));
  return value;
}

const tl_access_emitter TL_MATRIX_ACCESS = {"matrix", is_matrix,
                                            write_matrices};
