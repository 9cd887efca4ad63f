/* held_types.c - The texts of types and attributes, and types that MLIR's C API
 * has not, which are read from them. */
#include "mlir-c/BuiltinTypes.h"
#include "program.h"
#include "tl/dialect.h"
#include <stdio.h>
#include <string.h>

enum { WARPGROUP = 128 };

tl_text tl_type_text(MlirType type) {
  tl_text text = {.length = 0};
  mlirTypePrint(type, tl_append_piece, &text);
  return text;
}

tl_text tl_attribute_text(const tl_instruction *at, const char *name) {
  tl_text text = {.length = 0};
  MlirAttribute attribute = tl_attribute_of(at->operation, name);
  if (!mlirAttributeIsNull(attribute))
    mlirAttributePrint(attribute, tl_append_piece, &text);
  return text;
}

/* Up to the bracket, or the comma, that closes what is open before. */
static size_t length_of_type(const char *text) {
  size_t length = 0;
  for (int depth = 0; text[length]; length++) {
    bool opens = strchr("<([", text[length]),
         closes = strchr(">)]", text[length]);
    if (depth == 0 && (closes || text[length] == ','))
      break;
    depth += opens - closes;
  }
  return length;
}

static MlirType parse(MlirType like, const char *text) {
  return mlirTypeParseGet(mlirTypeGetContext(like),
                          mlirStringRefCreate(text, length_of_type(text)));
}

MlirType tl_named_type(MlirType type, const char *name) {
  tl_text text = tl_type_text(type), key = {.length = 0};
  tl_text_append(&key, "<%s = ", name);
  const char *found = strstr(text.data, key.data);
  return found ? parse(type, found + key.length) : (MlirType){NULL};
}

static MlirType in_brackets(MlirType type) {
  tl_text text = tl_type_text(type);
  return parse(type, strchr(text.data, '<') + 1);
}

/* The memory that tiles are taken from has as many dimensions as they have. */
static MlirType read_tensor_map(MlirType type) {
  MlirType tile = tl_named_type(type, "tensor");
  return mlirTypeIsNull(tile)
             ? tile
             : mlirUnrankedMemRefTypeGet(mlirShapedTypeGetElementType(tile),
                                         (MlirAttribute){NULL});
}

static MlirType read_matrix(MlirType type) {
  return tl_named_type(type, "tensor");
}

/* What a thread has of a matrix of its warpgroup. */
static MlirType read_accumulator(MlirType type) {
  MlirType whole = tl_named_type(type, "fragmented");
  if (mlirTypeIsNull(whole) || mlirShapedTypeGetRank(whole) != 2)
    return (MlirType){NULL};
  int64_t count = mlirShapedTypeGetDimSize(whole, 0) *
                  mlirShapedTypeGetDimSize(whole, 1) / WARPGROUP;
  return count > 0
             ? mlirVectorTypeGet(1, &count, mlirShapedTypeGetElementType(whole))
             : (MlirType){NULL};
}

static const struct {
  const char *begin;
  MlirType (*read)(MlirType type);
} HOLDERS[] = {
    {"!async.value<", in_brackets},
    {"!nvgpu.tensormap.descriptor<", read_tensor_map},
    {"!nvgpu.warpgroup.descriptor<", read_matrix},
    {"!nvgpu.warpgroup.accumulator<", read_accumulator},
};

MlirType tl_held_type(MlirType type) {
  tl_text text = tl_type_text(type);
  for (size_t i = 0; i < sizeof HOLDERS / sizeof *HOLDERS; i++)
    if (strncmp(text.data, HOLDERS[i].begin, strlen(HOLDERS[i].begin)) == 0)
      return HOLDERS[i].read(type);
  return (MlirType){NULL};
}
