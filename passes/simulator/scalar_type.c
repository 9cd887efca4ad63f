/* scalar_type.c - see program.h. */
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"
#include "program.h"
#include <string.h>

static bool is_wide_float(MlirType type) {
  return mlirTypeIsAFloat(type) && mlirFloatTypeGetWidth(type) == 128;
}

static bool (*const IS[TL_FLOAT_COUNT])(MlirType type) = {
    [TL_F128] = is_wide_float,
    [TL_F64] = mlirTypeIsAF64,
    [TL_F32] = mlirTypeIsAF32,
    [TL_F16] = mlirTypeIsAF16,
    [TL_BF16] = mlirTypeIsABF16,
    [TL_TF32] = mlirTypeIsATF32,
    [TL_F8E5M2] = mlirTypeIsAFloat8E5M2,
    [TL_F8E4M3] = mlirTypeIsAFloat8E4M3,
    [TL_F8E3M4] = mlirTypeIsAFloat8E3M4,
    [TL_F8E4M3FN] = mlirTypeIsAFloat8E4M3FN,
    [TL_F8E5M2FNUZ] = mlirTypeIsAFloat8E5M2FNUZ,
    [TL_F8E4M3FNUZ] = mlirTypeIsAFloat8E4M3FNUZ,
    [TL_F8E4M3B11FNUZ] = mlirTypeIsAFloat8E4M3B11FNUZ,
    [TL_F6E2M3FN] = mlirTypeIsAFloat6E2M3FN,
    [TL_F6E3M2FN] = mlirTypeIsAFloat6E3M2FN,
    [TL_F4E2M1FN] = mlirTypeIsAFloat4E2M1FN,
    [TL_F8E8M0FNU] = mlirTypeIsAFloat8E8M0FNU,
};

static void compare_text(MlirStringRef part, void *user) {
  const char **rest = user;
  bool agrees = *rest && strncmp(*rest, part.data, part.length) == 0;
  *rest = agrees ? *rest + part.length : NULL;
}

static bool is_called(MlirType type, const char *name) {
  mlirTypePrint(type, compare_text, &name);
  return name && *name == '\0';
}

/* Whether its text begins so. */
static bool begins_with(MlirType type, const char *text) {
  return strncmp(tl_type_text(type).data, text, strlen(text)) == 0;
}

static bool is_word(MlirType type) {
  return mlirTypeIsAIndex(type) || mlirTypeIsALLVMPointerType(type) ||
         is_called(type, "!nvgpu.device.async.token") ||
         is_called(type, "!gpu.async.token") ||
         is_called(type, "!async.token") ||
         is_called(type, "!nvgpu.mbarrier.token") ||
         begins_with(type, "!nvgpu.mbarrier.group<");
}

bool tl_scalar_type_read(MlirType type, tl_scalar_type *out) {
  *out = (tl_scalar_type){.format = NULL};
  for (int i = 0; i < TL_FLOAT_COUNT; i++)
    if (IS[i](type))
      out->format = &TL_FLOAT_FORMATS[i];
  if (out->format)
    out->bits = out->format->bits;
  else if (mlirTypeIsAInteger(type))
    out->bits = (int)mlirIntegerTypeGetWidth(type);
  else if (is_word(type))
    out->bits = 64;
  out->bytes = (out->bits + 7) / 8;
  return (out->bits > 0 && out->bits <= 64) || out->bits == 128;
}

tl_element tl_integer_encode(const tl_scalar_type *type, int64_t number) {
  return (tl_element){(tl_bits)number & tl_wide_low_bits(type->bits), 0};
}
