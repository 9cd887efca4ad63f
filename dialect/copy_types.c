/* copy_types.c - Memrefs, vectors and layout attributes as lib values. */
#include "dialect/bridge/bridge.h"
#include "lib/base/checked.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tl/dialect.h"
#include "tl/target.h"
#include <inttypes.h>
#include <string.h>

/* What numbers of address spaces are (NVPTX and AMDGPU back-end user guides,
 * "Address Spaces"), and the names that gpu has for them, 0 for none. */
static const struct {
  int64_t number;
  int name;
  tl_memory_space space;
} SPACES[] = {
    {0, 0, TL_MEMORY_GLOBAL}, /* generic */
    {1, TL_GPU_SPACE_GLOBAL, TL_MEMORY_GLOBAL},
    {3, TL_GPU_SPACE_WORKGROUP, TL_MEMORY_SHARED},
    {5, TL_GPU_SPACE_PRIVATE, TL_MEMORY_PRIVATE},
};

tl_memory_space tl_memory_space_of(MlirType memref) {
  bool is_ranked = mlirTypeIsAMemRef(memref);
  if (!is_ranked && !mlirTypeIsAUnrankedMemRef(memref))
    return TL_MEMORY_OTHER;
  MlirAttribute space = is_ranked ? mlirMemRefTypeGetMemorySpace(memref)
                                  : mlirUnrankedMemrefGetMemorySpace(memref);
  if (mlirAttributeIsNull(space))
    return TL_MEMORY_GLOBAL;
  int name = tl_bridge_gpu_address_space(space);
  int64_t number = mlirAttributeIsAInteger(space)
                       ? mlirIntegerAttrGetValueInt(space)
                       : tl_bridge_llvm_address_space(space);
  for (size_t i = 0; i < sizeof SPACES / sizeof *SPACES; i++)
    if (name > 0 ? SPACES[i].name == name : SPACES[i].number == number)
      return SPACES[i].space;
  return TL_MEMORY_OTHER;
}

MlirType tl_element_type(MlirType type) {
  return mlirTypeIsAShaped(type) ? mlirShapedTypeGetElementType(type) : type;
}

/* The usual ones by their types, since to be any float is an interface. */
static unsigned bits_of(MlirType element) {
  if (mlirTypeIsAF32(element))
    return 32;
  if (mlirTypeIsAF16(element) || mlirTypeIsABF16(element))
    return 16;
  if (mlirTypeIsAInteger(element))
    return mlirIntegerTypeIsSignless(element) ? mlirIntegerTypeGetWidth(element)
                                              : 0;
  return mlirTypeIsAFloat(element) ? mlirFloatTypeGetWidth(element) : 0;
}

int64_t tl_element_bytes(MlirType type) {
  MlirType element = tl_element_type(type);
  unsigned bits = bits_of(element);
  if (bits == 8 && mlirTypeIsAFloat8E8M0FNU(element))
    return 0;
  return tl_is_power_of_two(bits) && bits >= 8 && bits <= 128 ? bits / 8 : 0;
}

/* The strides of a row-major buffer; false where they overflow. */
static bool read_identity(tl_strided *strided) {
  int64_t stride = 1;
  strided->is_identity = true;
  for (int64_t d = strided->shape.count - 1; d >= 0; d--) {
    int64_t extent = strided->shape.items[d];
    strided->strides.items[d] = stride;
    if (stride == INT64_MIN || extent == INT64_MIN)
      stride = INT64_MIN;
    else if (!tl_product_fits(stride, extent, &stride))
      return d == 0;
  }
  return true;
}

/* The two common layouts are read as they are; others by the affine map. */
bool tl_strided_read(MlirType type, tl_strided *strided) {
  const int64_t *extents;
  int64_t rank = tl_bridge_shape(type, &extents);
  *strided = (tl_strided){.shape.count = rank, .strides.count = rank};
  if (rank > TL_MAX_RANK)
    return false;
  for (int64_t d = 0; d < rank; d++)
    strided->shape.items[d] = extents[d];
  if (mlirTypeIsAVector(type))
    return rank && !mlirVectorTypeIsScalable(type) && read_identity(strided);
  MlirAttribute layout = mlirMemRefTypeGetLayout(type);
  if (mlirAttributeIsAStridedLayout(layout)) {
    strided->offset = mlirStridedLayoutAttrGetOffset(layout);
    for (int64_t d = 0; d < rank; d++)
      strided->strides.items[d] = mlirStridedLayoutAttrGetStride(layout, d);
    return true;
  }
  return (mlirAttributeIsAAffineMap(layout) &&
          mlirAffineMapIsIdentity(mlirAffineMapAttrGetValue(layout)) &&
          read_identity(strided)) ||
         mlirLogicalResultIsSuccess(mlirMemRefTypeGetStridesAndOffset(
             type, strided->strides.items, &strided->offset));
}

MlirAttribute tl_attribute_of(MlirOperation operation, const char *name) {
  return mlirOperationGetAttributeByName(operation,
                                         mlirStringRefCreateFromCString(name));
}

int64_t tl_integer_attribute(MlirOperation operation, const char *name,
                             int64_t otherwise) {
  MlirAttribute attribute = tl_attribute_of(operation, name);
  return mlirAttributeIsNull(attribute) || !mlirAttributeIsAInteger(attribute)
             ? otherwise
             : mlirIntegerAttrGetValueInt(attribute);
}

bool tl_attribute_says(MlirOperation operation, const char *name,
                       const char *word) {
  MlirAttribute attribute = tl_attribute_of(operation, name);
  tl_text text = {.length = 0};
  if (!mlirAttributeIsNull(attribute))
    mlirAttributePrint(attribute, tl_append_piece, &text);
  return strstr(text.data, word) != NULL;
}

bool tl_operation_is(MlirOperation operation, const char *name) {
  return mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(operation)),
                            mlirStringRefCreateFromCString(name));
}

bool tl_operation_is_one_of(MlirOperation operation, const char *const *names) {
  while (*names && !tl_operation_is(operation, *names))
    names++;
  return *names != NULL;
}

bool tl_operation_is_of(MlirOperation operation, const char *dialect) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(operation));
  size_t length = strlen(dialect);
  return name.length > length && name.data[length] == '.' &&
         memcmp(name.data, dialect, length) == 0;
}

MlirOperation tl_defined_by(MlirValue value, const char *name) {
  MlirOperation none = {NULL};
  if (mlirValueIsNull(value) || !mlirValueIsAOpResult(value))
    return none;
  MlirOperation operation = mlirOpResultGetOwner(value);
  return tl_operation_is(operation, name) ? operation : none;
}

tl_cache_mode tl_cache_mode_of(MlirAttribute cache) {
  if (mlirAttributeIsNull(cache))
    return TL_CACHE_DEFAULT;
  MlirStringRef name = mlirStringAttrGetValue(cache);
  return tl_cache_mode_named(name.data, (int64_t)name.length);
}

bool tl_constant_read(MlirValue value, int64_t *number) {
  static const char *const NAMES[] = {"arith.constant", "index.constant",
                                      "llvm.mlir.constant"};
  if (!mlirValueIsAOpResult(value))
    return false;
  MlirOperation owner = mlirOpResultGetOwner(value);
  size_t i = 0;
  while (i < sizeof NAMES / sizeof *NAMES && !tl_operation_is(owner, NAMES[i]))
    i++;
  MlirAttribute constant = i == sizeof NAMES / sizeof *NAMES
                               ? (MlirAttribute){NULL}
                               : tl_attribute_of(owner, "value");
  bool is_read =
      !mlirAttributeIsNull(constant) && mlirAttributeIsAInteger(constant);
  if (is_read)
    *number = mlirIntegerAttrGetValueInt(constant);
  return is_read;
}

/* Of what has no sign, and a divisor. */
static bool quotient(int64_t a, int64_t b, int64_t *out) {
  bool is_there = a >= 0 && b > 0;
  *out = is_there ? a / b : 0;
  return is_there;
}

static bool quotient_up(int64_t a, int64_t b, int64_t *out) {
  bool is_there = quotient(a, b, out);
  *out += is_there && a % b != 0;
  return is_there;
}

static const struct {
  const char *name, *of_index;
  bool (*fold)(int64_t a, int64_t b, int64_t *out);
} FOLDS[] = {
    {"arith.addi", "index.add", tl_sum_fits},
    {"arith.subi", "index.sub", tl_difference_fits},
    {"arith.muli", "index.mul", tl_product_fits},
    {"arith.divui", "index.divu", quotient},
    {"arith.divsi", "index.divs", quotient},
    {"arith.ceildivui", "index.ceildivu", quotient_up},
    {"arith.ceildivsi", "index.ceildivs", quotient_up},
};

static bool read_folded(MlirValue value, int depth, int64_t *number) {
  MlirOperation owner;
  int64_t other;
  if (tl_constant_read(value, number))
    return true;
  if (depth == 0 || !mlirValueIsAOpResult(value) ||
      !mlirTypeIsAIndex(mlirValueGetType(value)))
    return false;
  owner = mlirOpResultGetOwner(value);
  if (tl_operation_is(owner, "arith.index_cast"))
    return read_folded(mlirOperationGetOperand(owner, 0), depth - 1, number);
  for (size_t i = 0; i < sizeof FOLDS / sizeof *FOLDS; i++)
    if (tl_operation_is(owner, FOLDS[i].name) ||
        tl_operation_is(owner, FOLDS[i].of_index))
      return read_folded(mlirOperationGetOperand(owner, 0), depth - 1,
                         number) &&
             read_folded(mlirOperationGetOperand(owner, 1), depth - 1,
                         &other) &&
             FOLDS[i].fold(*number, other, number);
  return false;
}

bool tl_folded_read(MlirValue value, int64_t *number) {
  enum { MOST_DEPTH = 8 };
  return read_folded(value, MOST_DEPTH, number);
}

int64_t tl_stated_divisor(MlirAttribute divisors, int64_t d) {
  return mlirAttributeIsNull(divisors) ||
                 d >= mlirDenseArrayGetNumElements(divisors)
             ? 1
             : mlirDenseI64ArrayGetElement(divisors, d);
}

/* Whether entry d is known only at run time, which INT64_MIN stands for; else
 * *number is it. */
static bool is_dynamic(const int64_t *numbers, const MlirValue *values,
                       int64_t d, int64_t *number) {
  *number = numbers[d];
  return numbers[d] == INT64_MIN && !tl_constant_read(values[d], number);
}

tl_origin tl_origin_of(const tl_copy_view *view, int64_t d) {
  const tl_copy_side *memory = &view->memory;
  tl_origin origin = {.divisor = 1};
  origin.is_dynamic =
      d < memory->origin_count &&
      is_dynamic(memory->origin, memory->origin_value, d, &origin.value);
  if (origin.is_dynamic)
    origin.divisor = tl_stated_divisor(memory->divisibility, d);
  return origin;
}

tl_bound tl_bound_of(const tl_copy_view *view, int64_t d) {
  tl_bound bound = {.divisor = 1};
  d -= view->memory.leading;
  bool has_entry = d >= 0 && d < view->bound_count;
  bound.is_none = has_entry && view->bound[d] == TL_NO_BOUND;
  bound.is_set = has_entry && !bound.is_none;
  bound.has_lower = bound.is_set && d < view->lower_count;
  bound.lower_is_dynamic =
      bound.has_lower &&
      is_dynamic(view->lower, view->lower_value, d, &bound.lower);
  if (bound.lower_is_dynamic)
    bound.lower = INT64_MAX;
  bound.is_dynamic = bound.is_set && is_dynamic(view->bound, view->bound_value,
                                                d, &bound.value);
  if (bound.is_dynamic)
    bound.divisor = tl_stated_divisor(view->bound_divisibility, d);
  return bound;
}

const MlirValue *tl_bound_value(const tl_copy_view *view, int64_t d) {
  return &view->bound_value[d - view->memory.leading];
}

const MlirValue *tl_lower_bound_value(const tl_copy_view *view, int64_t d) {
  return &view->lower_value[d - view->memory.leading];
}

int64_t tl_stride_symbol(const tl_strided *strided, int64_t d) {
  int64_t symbol = 0;
  for (int64_t i = 0; i <= d; i++)
    symbol += strided->strides.items[i] == INT64_MIN;
  return strided->strides.items[d] == INT64_MIN ? symbol : 0;
}

tl_code tl_layout_of_memory(const tl_value *value, tl_layout *out,
                            tl_error *error) {
  if (value->kind != TL_KIND_LAYOUT)
    return tl_value_to_tile(value, TL_SCOPE_THREAD, 0, out, error);
  *out = value->as.layout;
  return TL_OK;
}

/* Of a dimension of unknown size: beyond the tile, and as far as its bound. */
static tl_code open_extent(const tl_origin *origin, const tl_bound *bound,
                           int64_t d, int64_t tile, int64_t *extent,
                           tl_error *error) {
  int64_t start = origin->is_dynamic ? 0 : origin->value;
  bool is_bounded = bound->is_set && !bound->is_dynamic;
  if (bound->has_lower && start < 0)
    start = 0;
  if (start < 0 || (is_bounded && bound->value < 0))
    return tl_fail(error, TL_INVALID,
                   "the %s %" PRId64 " of dimension %" PRId64 " is negative",
                   start < 0 ? "origin" : "bound",
                   start < 0 ? start : bound->value, d);
  if (!tl_sum_fits(tile + 1, start, extent))
    return tl_fail(error, TL_OVERFLOW,
                   "the tile at %" PRId64 " of dimension %" PRId64
                   " reaches beyond 64 bits",
                   start, d);
  if (is_bounded && bound->value > *extent)
    *extent = bound->value;
  return TL_OK;
}

/* The digit that a dimension of the memref is; sets the divisor of its symbol.
 */
static tl_code strided_digit(const tl_copy_side *memory,
                             const tl_strided *strided, int64_t d,
                             tl_layout *layout, tl_error *error) {
  tl_iter *iter = &layout->iters[d];
  layout->group_size[d] = 1;
  *iter = (tl_iter){.extent = strided->shape.items[d],
                    .stride = strided->strides.items[d],
                    .symbol = tl_stride_symbol(strided, d)};
  if (iter->symbol > TL_MAX_SYMBOLS)
    return tl_fail(error, TL_CAPACITY,
                   "more than %d strides are known only at run time",
                   TL_MAX_SYMBOLS);
  if (iter->symbol) {
    iter->stride = 1;
    layout->divisor[iter->symbol - 1] =
        tl_stated_divisor(memory->stride_divisibility, d);
  }
  return TL_OK;
}

/* Makes room for digits of so many dimensions in front. */
static tl_code add_dimensions(int64_t count, tl_layout *layout,
                              tl_error *error) {
  int64_t digits = layout->shard_count + layout->replica_count;
  if (digits + count > TL_MAX_ITERS)
    return tl_fail(error, TL_CAPACITY,
                   "the layout of a slice and %" PRId64 " leading dimensions"
                   " need %" PRId64 " iters; at most %d are supported",
                   count, digits + count, TL_MAX_ITERS);
  memmove(layout->group_size + count, layout->group_size,
          (size_t)layout->rank * sizeof *layout->group_size);
  memmove(layout->iters + count, layout->iters,
          (size_t)digits * sizeof *layout->iters);
  layout->rank += count;
  layout->shard_count += count;
  return TL_OK;
}

tl_code tl_memory_layout(const tl_copy_side *memory, const tl_origin *origins,
                         const tl_bound *bounds, const tl_list *tile,
                         tl_layout *out, tl_error *error) {
  tl_value value;
  tl_strided strided;
  tl_layout layout = {0};
  bool has_layout = tl_layout_attribute_read(memory->layout, &value);
  if (has_layout && !memory->leading)
    return tl_layout_of_memory(&value, out, error);
  if (has_layout)
    TL_TRY(tl_layout_of_memory(&value, &layout, error));
  tl_strided_read(memory->type, &strided);
  int64_t count = has_layout ? memory->leading : strided.shape.count;
  TL_TRY(add_dimensions(count, &layout, error));
  for (int64_t d = 0; d < count; d++) {
    TL_TRY(strided_digit(memory, &strided, d, &layout, error));
    if (layout.iters[d].extent == INT64_MIN)
      TL_TRY(open_extent(&origins[d], &bounds[d], d, tile->items[d],
                         &layout.iters[d].extent, error));
  }
  return tl_layout_create(&layout, out, error);
}

tl_code tl_slices_check(const tl_copy_side *memory, const int64_t *divisors,
                        tl_error *error) {
  tl_value value;
  tl_layout slice;
  tl_strided strided;
  if (!memory->leading || !tl_layout_attribute_read(memory->layout, &value))
    return TL_OK;
  TL_TRY(tl_layout_of_memory(&value, &slice, error));
  int64_t period = slice.swizzle.bits ? tl_swizzle_period(&slice.swizzle) : 1;
  tl_strided_read(memory->type, &strided);
  for (int64_t d = 0; d < memory->leading; d++) {
    int64_t stride = strided.strides.items[d];
    bool is_known = stride != INT64_MIN;
    if (!is_known)
      stride = divisors ? divisors[d] : 0;
    if (strided.shape.items[d] != 1 && stride % period != 0)
      return tl_fail(error, TL_UNSUPPORTED,
                     "slices of dimension %" PRId64 " of %s are %s%" PRId64
                     " elements apart; under the swizzle of its layout that "
                     "has to be a multiple of %" PRId64,
                     d, memory->name, is_known ? "" : "a multiple of ", stride,
                     period);
  }
  return TL_OK;
}

MlirAttribute tl_fragment_attribute(MlirContext context,
                                    const tl_layout *fragment, tl_scope scope,
                                    int64_t lanes) {
  tl_value value = {.kind = TL_KIND_LAYOUT, .as.layout = *fragment};
  return tl_value_untwist(&value, scope, lanes, NULL) == TL_OK
             ? tl_layout_attribute_get(context, &value)
             : (MlirAttribute){NULL};
}

tl_code tl_fragment_layout(MlirAttribute layout, tl_scope scope, int64_t lanes,
                           tl_layout *out, tl_error *error) {
  tl_value value;
  tl_layout_attribute_read(layout, &value);
  if (lanes)
    return tl_value_to_twisted(&value, scope, lanes, out, error);
  lanes = tl_wave_above(0);
  tl_code code = tl_value_to_twisted(&value, scope, lanes, out, error);
  while (code != TL_OK && (lanes = tl_wave_above(lanes)))
    if (tl_value_to_twisted(&value, scope, lanes, out, NULL) == TL_OK)
      return TL_OK;
  return code;
}
