/* copy_starts.c - see copy_starts.h. */
#include "copy_starts.h"
#include "mlir-c/BuiltinAttributes.h"
#include "passes/emit/ir_builder.h"
#include "tl/dialect.h"

/* Bits of the origins of a side that are values, by what the loop does to them. */
typedef struct moving_origins {
  int64_t fixed, varying;
  MlirValue fixed_values[TL_MAX_RANK]; /* or null */
} moving_origins;

static moving_origins origins_of(const tl_copy_view *view,
                                 const tl_origin *origins) {
  moving_origins out = {0};
  for (int64_t d = 0; d < TL_MAX_RANK; d++) {
    MlirValue origin = view->memory.origin_value[d];
    if (!origins[d].is_dynamic)
      continue;
    bool stays = tl_change_around(view->operation, origin) == TL_STAYS;
    *(stays ? &out.fixed : &out.varying) |= INT64_C(1) << d;
    if (stays)
      out.fixed_values[d] = origin;
  }
  return out;
}

/* What is noted of copies that have the same offset in the loop around: the memory of
 * them, and the loop where there is another one. */
static void **noted_start(const tl_builder *builder, const tl_copy_view *view,
                          const moving_origins *origins, MlirOperation loop) {
  tl_builder inside = *builder;
  tl_strided strided;
  tl_strided_read(view->memory.type, &strided);
  MlirAttribute layout = view->memory.layout;
  MlirAttribute alike[] = {
      view->fragment.layout,
      mlirAttributeIsNull(layout) ? mlirUnitAttrGet(builder->context) : layout,
      mlirTypeAttrGet(tl_element_type(view->memory.type)),
      tl_words(builder, strided.strides.count, strided.strides.items),
      mlirIntegerAttrGet(builder->index, origins->varying)};
  tl_builder_at_end(&inside,
                    mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0)));
  void **noted =
      tl_built(&inside, "start of a copy", (MlirValue){NULL},
               (int64_t)(uintptr_t)mlirArrayAttrGet(
                   builder->context, sizeof alike / sizeof *alike, alike)
                   .ptr);
  for (int64_t d = 0; d < TL_MAX_RANK; d++) /* by those in front of it */
    noted = tl_built(&inside, "start of a copy", origins->fixed_values[d],
                     (int64_t)(uintptr_t)noted);
  return noted;
}

/* Of fetches in loops from a memory by one fragment: that memory, or a loop, where
 * another copy has the offset in common or LLVM counts the turns. */
static void **noted_pointer(const tl_builder *builder, const tl_copy_view *view,
                            const void *memory) {
  tl_builder entry = *builder;
  tl_builder_before(&entry, view->operation);
  tl_builder_at_entry(&entry);
  return tl_built(&entry, "pointer of fetches",
                  (MlirValue){.ptr = (void *)memory},
                  (int64_t)(uintptr_t)view->fragment.layout.ptr);
}

/* Of a scf.for; LLVM would count the turns of one that ends at a constant by what it
 * carries. */
static bool ends_at_run_time(MlirOperation loop) {
  enum { UPPER = 1 };
  int64_t end;
  return tl_operation_is(loop, "scf.for") &&
         !tl_constant_read(mlirOperationGetOperand(loop, UPPER), &end);
}

/* `but`: the loop where another copy has the offset; null: none. */
static void note_pointer(const tl_builder *builder, const tl_copy_view *view,
                         void *memory, MlirOperation but) {
  void **noted = noted_pointer(builder, view, memory);
  MlirOperation loop = tl_loop_around(view->operation);
  if (!mlirOperationIsNull(but) || !ends_at_run_time(loop))
    *noted = loop.ptr;
  else if (!*noted)
    *noted = memory;
}

static bool is_of_pointers(const tl_copy_view *view,
                           const moving_origins *origins) {
  return origins->varying && !mlirAttributeIsNull(view->fragment.layout) &&
         tl_memory_space_of(view->memory.type) == TL_MEMORY_GLOBAL;
}

void tl_note_start(const tl_builder *builder, const tl_copy_view *view,
                   const tl_copy_key *key) {
  const MlirOperation none = {NULL};
  MlirOperation loop = tl_loop_around(view->operation);
  if (mlirOperationIsNull(loop))
    return;
  moving_origins origins = origins_of(view, key->origin);
  if (!is_of_pointers(view, &origins))
    return;
  void *memory = (void *)view->memory.value.ptr;
  void **noted = noted_start(builder, view, &origins, loop), *other = *noted;
  bool is_common = other && other != memory;
  *noted = is_common ? loop.ptr : memory;
  note_pointer(builder, view, memory, is_common ? loop : none);
  if (is_common)
    note_pointer(builder, view, other, loop);
}

/* Of the bits of origins those that have 32 bits. */
static int64_t words_of(const tl_copy_view *view, int64_t origins) {
  int64_t words = 0;
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    if (origins >> d & 1 && tl_is_word(view->memory.origin_value[d]))
      words |= INT64_C(1) << d;
  return words;
}

/* Sums of 64 bits have parts of 64 bits, and where no tile begins below its memory,
 * neither do they.  Of 32 bits an offset is one number, unless what varies has more, or is
 * times a stride known at run time. */
static bool may_be_apart(const tl_builder *builder, const tl_planned_copy *copy,
                         const moving_origins *origins) {
  const tl_copy_view *view = &copy->view;
  bool is_long = copy->width == TL_COPY_WIDE ||
                 copy->request.memory.divisor[0] ||
                 words_of(view, origins->varying) != origins->varying;
  return is_long && copy->plan.form == TL_SWIZZLE_FULL &&
         !copy->plan.swizzle.bits && is_of_pointers(view, origins) &&
         *noted_start(builder, view, origins,
                      tl_loop_around(view->operation)) ==
             view->memory.value.ptr;
}

/* A stage of a ring, which no offset has to be scaled with then.  Of several that vary
 * ptxas computes the sum in uniform registers, and moves it. */
static bool may_be_far(const tl_planned_copy *copy,
                       const moving_origins *origins) {
  const tl_copy_partition *plan = &copy->plan;
  bool is_one =
      origins->varying && !(origins->varying & (origins->varying - 1));
  return is_one && plan->form == TL_SWIZZLE_FULL && !plan->swizzle.bits &&
         !plan->is_scattered &&
         tl_memory_space_of(copy->view.memory.type) == TL_MEMORY_SHARED;
}

bool tl_hides_start(const tl_builder *builder, const tl_planned_copy *copy) {
  const tl_copy_view *view = &copy->view;
  const void *memory = view->memory.value.ptr;
  bool has_strides = false;
  for (int64_t i = 0; i < TL_MAX_SYMBOLS; i++)
    has_strides |= copy->request.memory.divisor[i] != 0;
  return (copy->plan.varies_apart || !tl_is_in_loop(view->operation)) &&
         !has_strides && *noted_pointer(builder, view, memory) == memory;
}

void tl_find_varying(const tl_builder *builder, tl_planned_copy *copy,
                     bool is_fetched) {
  const tl_copy_request *request = &copy->request;
  moving_origins origins = origins_of(&copy->view, request->origin);
  bool has_lower = false;
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    has_lower |= request->bounds[d].has_lower;
  bool apart =
      is_fetched && !has_lower && may_be_apart(builder, copy, &origins);
  bool far = !has_lower && may_be_far(copy, &origins);
  copy->plan.varies_apart = apart;
  copy->plan.varies_far = far;
  copy->plan.varying = origins.fixed || apart || far ? origins.varying : 0;
  copy->factors = has_lower && copy->width != TL_COPY_NARROW
                      ? 0
                      : words_of(&copy->view, origins.fixed);
}
