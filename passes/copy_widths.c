/* copy_widths.c - see copy_widths.h.
 *
 * Additions of 64 bits are two instructions, and what is extended last joins
 * the scale and the pointer in one.  But copies have digits of the thread in
 * common, which are to be computed once, in one width. */
#include "copy_widths.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinTypes.h"

enum { ALL_ORIGINS = (1 << TL_MAX_RANK) - 1 };

/* What is noted of the kernel or function around `operation`, and of something
 * there that a number tells, NULL at first: "wide", "start is wide", "long origin",
 * "long start" and "turned", not NULL where a copy is of a group or of a fragment;
 * "staged", where one is of shared memory, and "loop", where one is in a loop that fetches,
 * reads or fills that, or has no bound; "open" and
 * "long", where one has a number known at run time, or such a bound of 64 bits, and "long
 * limits", where these are more than a stride known at run time makes up for; "long
 * steps", where one fetches under bounds by a counter of 64 bits, or rows
 * that are apart by a stride known at run time;
 * "fragment" and "lanes", that of those, or of lanes, that are laid out there. */
static void **noted_around(const tl_builder *builder, MlirOperation operation,
                           const char *what, int64_t number) {
  tl_builder entry = *builder;
  tl_builder_before(&entry, operation);
  tl_builder_at_entry(&entry);
  return tl_built(&entry, what, (MlirValue){NULL}, number);
}

/* Lanes that access global memory have digits in common with those alone, and
 * with copies of the same fragment. */
static void **noted_group(const tl_builder *builder, const tl_copy_view *view,
                          const char *what) {
  bool is_apart = view->scope == TL_SCOPE_WARP &&
                  tl_memory_space_of(view->memory.type) == TL_MEMORY_GLOBAL;
  return noted_around(builder, view->operation, what, is_apart);
}

static void **noted_fragment(const tl_builder *builder,
                             const tl_copy_view *view, const char *what,
                             const void *fragment) {
  return noted_around(builder, view->operation, what,
                      (int64_t)(uintptr_t)fragment);
}

static void note(const tl_builder *builder, const tl_copy_view *view,
                 const char *what) {
  *noted_group(builder, view, what) = builder->context.ptr;
  *noted_fragment(builder, view, what, view->fragment.layout.ptr) =
      builder->context.ptr;
}

static void note_if(const tl_builder *builder, const tl_copy_view *view,
                    const char *what, bool is_so) {
  if (is_so)
    note(builder, view, what);
}

static bool is_noted(const tl_builder *builder, const tl_copy_view *view,
                     const char *what) {
  return *noted_group(builder, view, what) ||
         *noted_fragment(builder, view, what, view->fragment.layout.ptr);
}

static bool is_noted_around(const tl_builder *builder, const tl_copy_view *view,
                            const char *what) {
  return *noted_around(builder, view->operation, what, 0) != NULL;
}

/* Of origins of 64 bits in small memory the last 32 do, unless a pipeline, a loop without
 * bounds or a bound has more of 64.  Beside numbers of 32 bits, of what is turned digits
 * are there in 32, too.  What is fetched by long steps has a start of 32, if nothing that
 * blocks share makes it wide. */
static bool is_noted_wide(const tl_builder *builder, const tl_copy_view *view,
                          bool is_fetched) {
  bool counts_origins = is_noted_around(builder, view, "loop") ||
                        is_noted_around(builder, view, "long limits");
  if (is_fetched && is_noted_around(builder, view, "long steps"))
    return is_noted(builder, view, "start is wide") ||
           (counts_origins && is_noted(builder, view, "long start"));
  return is_noted(builder, view, "wide") ||
         (counts_origins && is_noted(builder, view, "long origin")) ||
         (is_noted(builder, view, "turned") &&
          (!is_noted_around(builder, view, "open") ||
           is_noted_around(builder, view, "long")));
}

/* Whether a stride, or an origin in memory whose extents are not known, may lead
 * far. */
static bool may_lead_far(MlirType memory, int64_t d, const tl_copy_key *key) {
  bool has_open_stride = d < mlirShapedTypeGetRank(memory) && key->ends[d] == 0;
  return !key->is_near &&
         (has_open_stride ||
          (key->origin[d].is_dynamic && !mlirShapedTypeHasStaticShape(memory)));
}

/* Whether a stride is known at run time. */
static bool has_symbols(const tl_copy_view *view) {
  tl_strided strided;
  bool has = false;
  tl_strided_read(view->memory.type, &strided);
  for (int64_t d = 0; d < strided.shape.count; d++)
    has = has || tl_stride_symbol(&strided, d);
  return has;
}

/* Whether an origin of these has 64 bits. */
static bool has_long_origin(const tl_copy_view *view, const tl_copy_key *key,
                            int64_t origins) {
  bool is_long = false;
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    is_long = is_long || (origins >> d & 1 && key->origin[d].is_dynamic &&
                          !tl_is_word(view->memory.origin_value[d]));
  return is_long;
}

/* Whether it has digits of the thread beside numbers of 64 bits that are no origins. */
static bool is_wide(const tl_copy_view *view, const tl_copy_key *key) {
  MlirType memory = view->memory.type;
  bool is_wide = tl_memory_space_of(memory) == TL_MEMORY_PRIVATE;
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    is_wide = is_wide || may_lead_far(memory, d, key);
  return is_wide;
}

/* Origins beside which the start of what is fetched has digits of the thread.  What
 * varies in the loop around moves it (copy_starts.h).  Where rows are apart by a stride
 * known at run time, or a bound is compared with anything but an origin that stays, 64
 * bits are in the loop anyway. */
static int64_t origins_of_start(const tl_copy_view *view,
                                const tl_copy_key *key) {
  int64_t origins = 0;
  bool is_apart = has_symbols(view);
  for (int64_t d = 0; d < TL_MAX_RANK; d++) {
    bool stays = key->origin[d].is_dynamic &&
                 tl_change_around(view->operation,
                                  view->memory.origin_value[d]) == TL_STAYS;
    origins |= (int64_t)stays << d;
    is_apart = is_apart || (!stays && key->bounds[d].is_dynamic);
  }
  return is_apart ? 0 : origins;
}

static bool read_layout(MlirAttribute layout, tl_layout *of) {
  tl_value value;
  return tl_layout_attribute_read(layout, &value) &&
         tl_layout_of_memory(&value, of, NULL) == TL_OK;
}

static bool is_swizzled(MlirAttribute layout) {
  tl_layout of;
  return read_layout(layout, &of) && of.swizzle.bits;
}

static bool is_product(int64_t stride) {
  return stride > 0 && !tl_is_power_of_two(stride);
}

/* Whether rows of shared memory are apart by no power of two: of a digit of 64 bits
 * that is a product of several instructions.  Beside a counter of 64 bits it is not
 * worth a conversion in each turn. */
static bool has_products(const tl_copy_view *view, MlirAttribute layout) {
  tl_layout of;
  tl_strided strided;
  bool has = false;
  if (tl_memory_space_of(view->memory.type) != TL_MEMORY_SHARED)
    return false;
  if (read_layout(layout, &of)) {
    for (int64_t i = 0; i < of.shard_count; i++)
      has = has || is_product(of.iters[i].stride);
    return has;
  }
  tl_strided_read(view->memory.type, &strided);
  for (int64_t d = 0; d < strided.strides.count; d++)
    has = has || is_product(strided.strides.items[d]);
  return has;
}

/* What is noted of origins that are constants apart from `rest`, of copies of one
 * fragment: the first of them, and "apart", not NULL where there is another. */
static void **noted_origin(const tl_builder *builder, const tl_copy_view *view,
                           const char *what, MlirValue rest) {
  tl_builder entry = *builder;
  tl_builder_before(&entry, view->operation);
  tl_builder_at_entry(&entry);
  return tl_built(&entry, what, rest,
                  (int64_t)(uintptr_t)view->fragment.layout.ptr);
}

/* An origin of 32 bits or fewer, or what one of an index is cast from; else null. */
static MlirValue word_of(MlirValue origin) {
  MlirOperation cast = tl_defined_by(origin, "arith.index_cast");
  if (!tl_is_word(origin))
    return (MlirValue){NULL};
  if (!mlirTypeIsAIndex(mlirValueGetType(origin)))
    return origin;
  return mlirOperationIsNull(cast) ? (MlirValue){NULL}
                                   : mlirOperationGetOperand(cast, 0);
}

static void note_origin(const tl_builder *builder, const tl_copy_view *view,
                        MlirValue origin) {
  MlirValue rest = origin;
  tl_value_split(&rest);
  void **first = noted_origin(builder, view, "origin", rest);
  if (*first && *first != origin.ptr)
    *noted_origin(builder, view, "apart", rest) = builder->context.ptr;
  *first = (void *)origin.ptr;
}

/* Of a word that is extended: that its sum with a number is one of 64 bits, too. */
static void note_word(const tl_builder *builder, const tl_copy_view *view,
                      const tl_copy_key *key, int64_t d) {
  MlirValue word = word_of(view->memory.origin_value[d]), rest = word;
  if (mlirValueIsNull(word) || has_symbols(view) ||
      (tl_value_split(&rest) && !key->origin[d].constant))
    return;
  note_origin(builder, view, word);
  *noted_origin(builder, view, "exact", word) = builder->context.ptr;
}

static void note_origins(const tl_builder *builder, const tl_copy_view *view,
                         const tl_copy_key *key) {
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    if (!mlirValueIsNull(view->memory.origin_value[d])) {
      note_origin(builder, view, view->memory.origin_value[d]);
      note_word(builder, view, key, d);
    }
}

/* Whether what origins have in common is computed once.  In 64 bits that is shorter only
 * for global memory outside of loops, as measured. */
static bool shares_origins(const tl_planned_copy *copy) {
  return copy->width == TL_COPY_NARROW ||
         (copy->width == TL_COPY_WIDE &&
          tl_memory_space_of(copy->view.memory.type) == TL_MEMORY_GLOBAL &&
          !tl_is_in_loop(copy->view.operation));
}

/* What an origin is a constant apart from, in the width of the copy; or null. */
static MlirValue rest_of(const tl_builder *builder, const tl_planned_copy *copy,
                         int64_t d) {
  MlirValue rest = copy->view.memory.origin_value[d];
  if (!mlirValueIsNull(rest) && copy->width == TL_COPY_WIDE &&
      tl_is_word(rest)) {
    rest = word_of(rest);
    if (!*noted_origin(builder, &copy->view, "exact", rest))
      return (MlirValue){NULL};
  }
  if (!mlirValueIsNull(rest))
    tl_value_split(&rest);
  return rest;
}

static int64_t apart_origins(const tl_builder *builder,
                             const tl_planned_copy *copy) {
  int64_t apart = 0;
  for (int64_t d = 0; d < TL_MAX_RANK && shares_origins(copy); d++) {
    MlirValue rest = rest_of(builder, copy, d);
    if (!mlirValueIsNull(rest) &&
        *noted_origin(builder, &copy->view, "apart", rest))
      apart |= INT64_C(1) << d;
  }
  return apart;
}

static int64_t count_open_bounds(const tl_copy_key *key, bool is_narrow) {
  int64_t count = 0;
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    count += key->bounds[d].is_dynamic &&
             tl_bound_is_narrow(&key->bounds[d]) == is_narrow;
  return count;
}

static bool has_open_bound(const tl_copy_key *key, bool is_narrow) {
  return count_open_bounds(key, is_narrow) > 0;
}

/* Whether bounds of 64 bits are worth coordinates of as many, which origins then are part
 * of.  One bound is not where a stride known at run time multiplies them. */
static bool has_long_limits(const tl_copy_view *view, const tl_copy_key *key) {
  return count_open_bounds(key, false) > has_symbols(view);
}

/* Whether an origin or a stride is. */
static bool has_open_start(const tl_copy_view *view, const tl_copy_key *key) {
  bool is_open = has_symbols(view);
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    is_open = is_open || key->origin[d].is_dynamic;
  return is_open;
}

/* Notes both where there was another fragment. */
static void note_another(const tl_builder *builder, const tl_copy_view *view,
                         const char *which, const char *what) {
  void **fragment = noted_around(builder, view->operation, which, 0);
  if (*fragment && *fragment != view->fragment.layout.ptr) {
    note(builder, view, what);
    *noted_fragment(builder, view, what, *fragment) = builder->context.ptr;
  }
  *fragment = (void *)view->fragment.layout.ptr;
}

/* Pointers to shared memory have 64 bits: under a swizzle, offsets of two fragments
 * have less in common in 32 than it takes to extend them. */
void tl_note_width(const tl_builder *builder, const tl_copy_view *view,
                   const tl_copy_key *key, bool is_fetched) {
  bool is_shared = tl_memory_space_of(view->memory.type) == TL_MEMORY_SHARED;
  bool is_bounded = has_open_bound(key, true) || has_open_bound(key, false);
  int64_t start = is_fetched ? origins_of_start(view, key) : ALL_ORIGINS;
  bool is_far = is_wide(view, key),
       is_long = has_long_origin(view, key, ALL_ORIGINS),
       is_long_start = has_long_origin(view, key, start);
  const struct {
    const char *what;
    bool is_so;
  } AROUND[] = {
      {"staged", is_shared},
      {"open", has_open_start(view, key) || has_open_bound(key, true)},
      {"long", has_open_bound(key, false)},
      {"long limits", has_long_limits(view, key)},
      {"long steps", is_fetched && !is_shared && !is_far && !is_long_start &&
                         (has_symbols(view) || (is_bounded && is_long))},
      {"loop", tl_is_in_loop(view->operation) &&
                   (is_fetched || is_shared || !is_bounded)}};
  note_origins(builder, view, key);
  note_if(builder, view, "products",
          has_products(view, key->layout) &&
              !(is_long && tl_is_in_loop(view->operation)));
  for (size_t i = 0; i < sizeof AROUND / sizeof *AROUND; i++)
    if (AROUND[i].is_so)
      *noted_around(builder, view->operation, AROUND[i].what, 0) =
          builder->context.ptr;
  note_if(builder, view, "wide", is_far || (is_long && !key->is_near));
  note_if(builder, view, "long origin", is_long);
  if (view->scope != TL_SCOPE_WARP) {
    note_if(builder, view, "start is wide",
            is_far || (is_long_start && !key->is_near));
    note_if(builder, view, "long start", is_long_start);
  }
  if (!is_shared || !is_swizzled(key->layout) ||
      mlirAttributeIsNull(view->fragment.layout))
    return;
  note_another(builder, view, "fragment", "turned");
  if (view->scope == TL_SCOPE_WARP)
    note_another(builder, view, "lanes", "wide");
}

/* Units are extended beside shared memory, where no swizzle has others. */
static bool counts_units(const tl_builder *builder,
                         const tl_planned_copy *copy) {
  bool is_turned = copy->width && is_noted(builder, &copy->view, "turned");
  return (copy->has_units && !is_turned) ||
         !tl_copy_has_digits_of_limits(&copy->plan);
}

/* Whether the coordinate of a limit is of use in the width of the offset.  LLVM
 * compares one that nothing else has in 64 bits with a number in 32. */
static bool may_join(const tl_planned_copy *copy, const tl_limit *limit) {
  const tl_bound *bound = &copy->request.bounds[limit->dimension];
  bool is_number =
      !bound->is_dynamic || (bound->end && bound->least == bound->end - 1);
  return copy->width == TL_COPY_WIDE ? !is_number
                                     : tl_limit_is_narrow(copy, limit);
}

static int64_t joined_limits(const tl_planned_copy *copy) {
  int64_t limits = 0;
  for (int64_t i = 0; i < copy->plan.limit_count; i++)
    if (may_join(copy, &copy->plan.limits[i]))
      limits |= INT64_C(1) << i;
  return limits;
}

/* Offsets in shared memory that are products have 32 bits, and so have digits that they
 * have in common with what has 64. */
static tl_copy_width width_of(const tl_planned_copy *copy, bool is_wide) {
  bool is_product =
      copy->extends &&
      tl_memory_space_of(copy->view.memory.type) == TL_MEMORY_SHARED;
  return is_wide && !is_product ? TL_COPY_WIDE
                                : tl_copy_width_of(&copy->request);
}

void tl_choose_widths(const tl_builder *builder, int64_t count,
                      tl_planned_copy *const copies[]) {
  bool is_wide = tl_block_threads(&copies[0]->block) <= 0,
       is_staged = is_noted_around(builder, &copies[0]->view, "staged");
  for (int64_t i = 0; i < count; i++)
    is_wide = is_wide || is_noted_wide(builder, &copies[i]->view, count > 1);
  for (int64_t i = 0; i < count; i++) {
    copies[i]->extends = is_noted(builder, &copies[i]->view, "products");
    copies[i]->width = width_of(copies[i], is_wide);
    copies[i]->has_units = is_staged;
    copies[i]->has_digits = !counts_units(builder, copies[i]);
    copies[i]->plan.joined = joined_limits(copies[i]);
  }
  copies[0]->apart = apart_origins(builder, copies[0]);
}
