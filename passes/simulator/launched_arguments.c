/* launched_arguments.c - What the launches of a function give to its arguments,
 * as far as it can be read without running the host: constants; sizes and strides
 * of memrefs, which are those of the allocation or of a cast on the way; and the
 * alignments that are stated of them.
 *
 * Numbers are those of the first launch, as sizes of the grid are; an alignment is
 * the least of all launches, as the passes derive it. */
#include "launches.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

/*===--- Memrefs ----------------------------------------------------------===*/

/* What is known of a memref that is given; INT64_MIN: not known. */
typedef struct given_memref {
  int64_t rank, sizes[TL_MAX_RANK], strides[TL_MAX_RANK], offset;
  int64_t alignment;
} given_memref;

static void settle(int64_t *number, int64_t known) {
  if (*number == INT64_MIN)
    *number = known;
}

/* False where the type has no strides, or another rank. */
static bool take_type(MlirType type, given_memref *out) {
  tl_strided strided;
  if (!mlirTypeIsAMemRef(type) || !tl_strided_read(type, &strided) ||
      strided.shape.count != out->rank)
    return false;
  for (int64_t d = 0; d < out->rank; d++) {
    settle(&out->sizes[d], strided.shape.items[d]);
    settle(&out->strides[d], strided.strides.items[d]);
  }
  settle(&out->offset, strided.offset);
  return true;
}

static void take_alignment(MlirOperation stated, given_memref *out) {
  if (mlirOperationIsNull(stated))
    return;
  int64_t alignment = tl_integer_attribute(stated, "alignment", out->alignment);
  if (alignment > out->alignment)
    out->alignment = alignment;
}

/* The sizes of an allocation are operands from `first` on. */
static void take_sizes(MlirOperation allocation, intptr_t first,
                       given_memref *out) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(allocation, 0));
  for (int64_t d = 0; d < out->rank; d++) {
    int64_t size;
    if (mlirShapedTypeIsDynamicDim(type, d) &&
        tl_folded_read(mlirOperationGetOperand(allocation, first++), &size))
      settle(&out->sizes[d], size);
  }
}

static intptr_t dependencies_of(MlirOperation allocation) {
  return tl_operation_is(allocation, "gpu.alloc")
             ? mlirDenseI32ArrayGetElement(
                   tl_attribute_of(allocation, "operandSegmentSizes"), 0)
             : 0;
}

static MlirOperation global_of(MlirOperation reference) {
  return tl_symbol_lookup(reference, mlirSymbolRefAttrGetRootReference(
                                         tl_attribute_of(reference, "name")));
}

/* Goes on to where the memref comes from. */
static void read_memref(MlirValue value, given_memref *out) {
  static const char *const ALLOCATIONS[] = {"memref.alloc", "memref.alloca",
                                            "gpu.alloc", NULL};
  static const char *const SAME[] = {"memref.cast", "memref.assume_alignment",
                                     NULL};
  while (take_type(mlirValueGetType(value), out) &&
         mlirValueIsAOpResult(value)) {
    MlirOperation owner = mlirOpResultGetOwner(value);
    bool is_same = tl_operation_is_one_of(owner, SAME);
    if (tl_operation_is_one_of(owner, ALLOCATIONS))
      take_sizes(owner, dependencies_of(owner), out);
    take_alignment(
        tl_operation_is(owner, "memref.get_global") ? global_of(owner) : owner,
        out);
    if (!is_same)
      return;
    value = mlirOperationGetOperand(owner, 0);
  }
}

static given_memref given_of(MlirValue value) {
  given_memref out = {.rank = mlirShapedTypeGetRank(mlirValueGetType(value)),
                      .offset = INT64_MIN,
                      .alignment = 1};
  for (int64_t d = 0; d < out.rank; d++)
    out.sizes[d] = out.strides[d] = INT64_MIN;
  read_memref(value, &out);
  return out;
}

static bool are_known(const int64_t *numbers, int64_t count) {
  int64_t d = 0;
  while (d < count && numbers[d] != INT64_MIN)
    d++;
  return d == count;
}

static void settle_memref(MlirValue value, tl_argument_option *option) {
  const given_memref given = given_of(value);
  if (option->rank) /* no option says strides or an offset alone */
    return;
  if (are_known(given.sizes, given.rank)) {
    option->rank = given.rank;
    memcpy(option->shape, given.sizes, sizeof option->shape);
  }
  if (are_known(given.strides, given.rank)) {
    option->stride_count = given.rank;
    memcpy(option->strides, given.strides, sizeof option->strides);
  }
  option->has_offset = given.offset != INT64_MIN;
  option->offset = given.offset;
}

/*===--- Numbers ----------------------------------------------------------===*/

static void settle_number(MlirValue value, tl_argument_option *option) {
  int64_t number;
  MlirAttribute constant =
      mlirValueIsAOpResult(value)
          ? tl_attribute_of(mlirOpResultGetOwner(value), "value")
          : (MlirAttribute){NULL};
  if (tl_folded_read(value, &number)) {
    option->fill = TL_FILL_INTEGER;
    option->integer = number;
  } else if (!mlirAttributeIsNull(constant) &&
             mlirAttributeIsAFloat(constant)) {
    option->fill = TL_FILL_SCALAR;
    option->scalar = mlirFloatAttrGetValueDouble(constant);
  }
}

/*===--- Arguments --------------------------------------------------------===*/

static bool is_ranked(MlirValue value) {
  return !mlirValueIsNull(value) &&
         mlirTypeIsAMemRef(mlirValueGetType(value)) &&
         mlirShapedTypeGetRank(mlirValueGetType(value)) <= TL_MAX_RANK;
}

static void settle_from(MlirOperation launch, int number,
                        tl_argument_option *option) {
  MlirValue value = tl_launch_value(launch, number);
  if (is_ranked(value))
    settle_memref(value, option);
  else if (!mlirValueIsNull(value) && !option->is_filled)
    settle_number(value, option);
}

void tl_launched_argument(const tl_launches *launches, int number,
                          tl_argument_option *option) {
  if (launches->count)
    settle_from(launches->items[0], number, option);
}

int64_t tl_launched_alignment(const tl_launches *launches, int number) {
  int64_t least = INT64_MAX;
  for (int i = 0; i < launches->count; i++) {
    MlirValue value = tl_launch_value(launches->items[i], number);
    int64_t own = is_ranked(value) ? given_of(value).alignment : 1;
    least = own < least ? own : least;
  }
  return least;
}

/*===--- Several launches -------------------------------------------------===*/

static bool has_equal_extents(MlirOperation a, MlirOperation b,
                              tl_launch_group group) {
  int64_t one[3], other[3];
  return tl_launch_extents(a, group, one) ==
             tl_launch_extents(b, group, other) &&
         memcmp(one, other, sizeof one) == 0;
}

static bool has_equal_argument(MlirOperation a, MlirOperation b, int number) {
  tl_argument_option one = {.rank = 0}, other = one;
  settle_from(a, number, &one);
  settle_from(b, number, &other);
  return one.fill == other.fill && one.integer == other.integer &&
         memcmp(&one.scalar, &other.scalar, sizeof one.scalar) == 0 &&
         one.rank == other.rank &&
         memcmp(one.shape, other.shape, sizeof one.shape) == 0;
}

static bool are_alike(MlirOperation a, MlirOperation b, int arguments) {
  bool is_alike = has_equal_extents(a, b, TL_LAUNCH_GRID) &&
                  has_equal_extents(a, b, TL_LAUNCH_BLOCK) &&
                  has_equal_extents(a, b, TL_LAUNCH_CLUSTER);
  for (int i = 0; i < arguments && is_alike; i++)
    is_alike = has_equal_argument(a, b, i);
  return is_alike;
}

bool tl_launches_agree(const tl_launches *launches, int arguments) {
  int i = 1;
  while (i < launches->count &&
         are_alike(launches->items[0], launches->items[i], arguments))
    i++;
  return i >= launches->count;
}
