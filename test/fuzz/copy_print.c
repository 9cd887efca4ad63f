/* copy_print.c - A copy as MLIR; see copy_model.h. */
#include "copy_model.h"
#include "tl/expression.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void print_arguments(const copy *made);
static void print_buffers(const copy *made);
static void print_numbers(const copy *made);
static void print_side_numbers(const copy *made, const memory_side *side);
static void print_views(const copy *made);
static void print_load(const copy *made, int side, int which);
static void print_store(const copy *made, int which, int side);
static void print_transfer(const copy *made, int source, int target, int held);
static void print_conversion(const copy *made);
static void print_reduction(const copy *made);
static void print_results(const copy *made);

static void print_move(const copy *made, int source, int target, int held) {
  if (is_transfer_from(made, source)) {
    print_transfer(made, source, target, held);
    return;
  }
  print_load(made, source, held);
  if (made->converts)
    print_conversion(made);
  if (made->reduced)
    print_reduction(made);
  else
    print_store(made, held + made->converts, target);
}

void print_copy(const copy *made) {
  printf("gpu.func @copy_%" PRIu64 "(", made->seed);
  print_arguments(made);
  printf(")");
  print_buffers(made);
  printf(" kernel\n    attributes {known_block_size = array<i32: %" PRId64
         ", 1, 1>} {\n",
         made->threads);
  print_numbers(made);
  print_views(made);
  print_move(made, FROM, made->has_relay ? VIA : TO, 0);
  if (made->has_relay) {
    printf("  gpu.barrier\n");
    for (int i = 0; i <= made->further; i++)
      print_move(made, VIA, TO + i, 1 + i);
  }
  for (int i = 0; i < SIDE_COUNT; i++)
    if (uses_side(made, i))
      print_side_numbers(NULL, &made->sides[i]);
  printf("  gpu.return\n}\n");
}

/*===--- Types ------------------------------------------------------------===*/

static void print_list(const tl_list *list, const char *between) {
  for (int64_t i = 0; i < list->count; i++)
    printf("%s%" PRId64, i ? between : "", list->items[i]);
}

static void print_space(bool is_shared) {
  printf("%s", is_shared ? ", #gpu.address_space<workgroup>>" : ">");
}

static int64_t size_of_shape(const memory_side *side) {
  int64_t size = 1;
  for (int64_t d = 0; d < side->shape.count; d++)
    size *= side->shape.items[d];
  return size;
}

static bool is_flat(const memory_side *side) {
  return side->has_layout &&
         !(side->is_shaped && size_of_shape(side) >= elements_of(side));
}

/* Slices lie alike under a swizzle. */
static int64_t slice_stride(const memory_side *side) {
  int64_t size = elements_of(side) - side->offset.value + side->slice_gap;
  int64_t period = side->has_layout && side->swizzle.bits
                       ? tl_swizzle_period(&side->swizzle)
                       : 1;
  if (side->has_layout && !is_flat(side))
    size = size_of_shape(side) + side->slice_gap;
  return (size + period - 1) / period * period;
}

/* Of a slice under a layout: flat, or row-major. */
static void print_slice_strides(const memory_side *side) {
  int64_t stride = size_of_shape(side);
  printf(", strided<[%" PRId64, slice_stride(side));
  for (int64_t d = 0; !is_flat(side) && d < side->shape.count; d++) {
    stride /= side->shape.items[d];
    printf(", %" PRId64, stride);
  }
  printf("%s]>", is_flat(side) ? ", 1" : "");
}

static bool is_open(const memory_side *side, const number *any) {
  return side->form == MEMORY_OPEN ||
         (side->form == MEMORY_CAST && any->form != NUMBER_CONSTANT);
}

static void print_strides(const memory_side *side) {
  printf(", strided<[");
  if (side->slices)
    printf("%" PRId64 ", ", slice_stride(side));
  for (int64_t d = 0; d < side->shape.count; d++) {
    printf("%s", d ? ", " : "");
    if (is_open(side, &side->strides[d]))
      printf("?");
    else
      printf("%" PRId64, side->strides[d].value);
  }
  printf("]");
  if (is_open(side, &side->offset))
    printf(", offset: ?");
  else if (side->offset.value)
    printf(", offset: %" PRId64, side->offset.value);
  printf(">");
}

/* The type that the copy sees. */
static void print_memref(const copy *made, const memory_side *side) {
  printf("memref<");
  if (side->slices)
    printf("%" PRId64 "x", side->slices);
  if (is_flat(side)) {
    printf("%" PRId64 "x", elements_of(side));
  } else {
    for (int64_t d = 0; d < side->shape.count; d++)
      if (side->form == MEMORY_OPEN || side->has_open_sizes)
        printf("?x");
      else
        printf("%" PRId64 "x", side->shape.items[d]);
  }
  printf("%s", made->type->name);
  if (!side->has_layout && !side->is_auto)
    print_strides(side);
  else if (side->slices && !side->is_auto)
    print_slice_strides(side);
  print_space(side->is_shared);
}

/* The type of the buffer that it comes from. */
static void print_buffer_type(const copy *made, const memory_side *side) {
  if (side->form != MEMORY_CAST) {
    print_memref(made, side);
    return;
  }
  printf("memref<%" PRId64 "x%s", elements_of(side), made->type->name);
  print_space(side->is_shared);
}

static void print_registers(const copy *made, const fragment *held) {
  printf("%s<", made->has_buffer ? "memref" : "vector");
  print_list(&held->vector, "x");
  printf("x%s%s>", made->type->name,
         made->has_buffer ? ", #gpu.address_space<private>" : "");
}

/*===--- The kernel -------------------------------------------------------===*/

static void print_buffer(const copy *made, const memory_side *side) {
  printf("%%%s: ", side->name);
  print_buffer_type(made, side);
  if (!side->is_aligned_by_copy && side->alignment > made->type->bytes)
    printf(" {llvm.align = %" PRId64 " : i64}", side->alignment);
}

static void print_arguments(const copy *made) {
  print_buffer(made, &made->sides[FROM]);
  printf(", ");
  if (made->reduced)
    print_results(made);
  else
    print_buffer(made, &made->sides[TO]);
  for (int i = 0; made->options->rank && i < INDEX_ARGUMENTS; i++)
    printf(", %%n%d: index", i);
  for (int i = 0; i < made->further; i++) {
    printf(", ");
    print_buffer(made, &made->sides[FURTHER + i]);
  }
}

static void print_buffers(const copy *made) {
  if (!made->has_relay)
    return;
  printf("\n    workgroup(");
  print_buffer(made, &made->sides[VIA]);
  printf(")");
}

/*===--- Numbers ----------------------------------------------------------===*/

/* "a1", or "abound1", "astride1". */
static const char *name_of(const memory_side *side, const char *what,
                           int64_t d) {
  static char name[32];
  snprintf(name, sizeof name, "%s%s%" PRId64, side->name, what, d);
  return name;
}

static void print_constant(const char *name, const char *part, int64_t value) {
  printf("  %%%s%s = arith.constant %" PRId64 " : index\n", name, part, value);
}

/* scf.if, of which no pass looks at the condition. */
static void print_opaque(const char *name, const char *part, int64_t value) {
  printf("  %%%s%s = scf.if %%true -> (index) {\n", name, part);
  for (int i = 0; i < 2; i++) {
    print_constant(name, part[0] ? "x" : "y", value + i);
    printf("  scf.yield %%%s%s : index\n%s", name, part[0] ? "x" : "y",
           i ? "  }\n" : "  } else {\n");
  }
}

static void print_number_value(const char *name, const number *any) {
  switch (any->form) {
  case NUMBER_SUM:
    print_constant(name, "l", any->part);
    print_constant(name, "r", any->value - any->part);
    printf("  %%%s = arith.addi %%%sl, %%%sr : index\n", name, name, name);
    break;
  case NUMBER_PRODUCT:
    print_opaque(name, "l", any->value / any->part);
    print_constant(name, "r", any->part);
    printf("  %%%s = arith.muli %%%sl, %%%sr : index\n", name, name, name);
    break;
  case NUMBER_OPAQUE:
    print_opaque(name, "", any->value);
    break;
  case NUMBER_LOOP:
    print_constant(name, "l", any->value);
    print_constant(name, "r", any->value + 1);
    print_constant(name, "s", any->part);
    printf("  scf.for %%%s = %%%sl to %%%sr step %%%ss {\n", name, name, name,
           name);
    break;
  default:
    break;
  }
}

/* Without a copy, the end of what it began. */
static void print_number(const copy *made, const char *name,
                         const number *any) {
  if (made)
    print_number_value(name, any);
  else if (any->form == NUMBER_LOOP)
    printf("  }\n");
}

/* The instances of the scope: warp t / 32, and so on. */
static void print_instances(const copy *made) {
  if (made->instances == 1)
    return;
  printf("  %%thread = gpu.thread_id x\n");
  print_constant("", "scope", whole_instance(made));
  printf("  %%instance = arith.divui %%thread, %%scope : index\n");
  print_constant("", "tile", tile_extent(made, made->instance_dimension));
  printf("  %%further = arith.muli %%instance, %%tile : index\n");
}

static void print_moved_origin(const copy *made, const memory_side *side) {
  int64_t d = made->instance_dimension;
  const number *start = &side->origin[d];
  const char *name = name_of(side, "", d);
  if (made->instances == 1)
    return;
  if (start->form == NUMBER_CONSTANT)
    print_constant(name, "", start->value);
  printf("  %%%sm = arith.addi %%further, ", name);
  if (start->form == NUMBER_ARGUMENT)
    printf("%%n%d", start->value == INDEX_ARGUMENT[0] ? 0 : 1);
  else
    printf("%%%s", name);
  printf(" : index\n");
}

static void print_side_numbers(const copy *made, const memory_side *side) {
  for (int64_t d = 0; d < side->shape.count; d++) {
    print_number(made, name_of(side, "", d), &side->origin[d]);
    if (side->is_bounded)
      print_number(made, name_of(side, "bound", d), &side->bounds[d]);
    if (side->has_lower)
      print_number(made, name_of(side, "lower", d), &side->lower[d]);
    if (side->form == MEMORY_CAST)
      print_number(made, name_of(side, "stride", d), &side->strides[d]);
  }
  if (side->form == MEMORY_CAST)
    print_number(made, name_of(side, "offset", 0), &side->offset);
  if (side->slices)
    print_number(made, name_of(side, "slice", 0), &side->slice);
}

static bool is_opaque(const number *any) {
  return any->form == NUMBER_OPAQUE || any->form == NUMBER_PRODUCT;
}

static bool needs_true(const copy *made) {
  for (int i = 0; i < SIDE_COUNT; i++) {
    const memory_side *side = &made->sides[i];
    bool is_cast = side->form == MEMORY_CAST;
    for (int64_t d = 0; uses_side(made, i) && d < side->shape.count; d++)
      if (is_opaque(&side->origin[d]) ||
          (side->slices && is_opaque(&side->slice)) ||
          (side->is_bounded && is_opaque(&side->bounds[d])) ||
          (side->has_lower && is_opaque(&side->lower[d])) ||
          (is_cast && is_opaque(&side->strides[d])) ||
          (is_cast && (is_opaque(&side->offset) || side->has_open_sizes)))
        return true;
  }
  return false;
}

static void print_use(const char *name, const number *any) {
  if (any->form == NUMBER_CONSTANT)
    printf("%" PRId64, any->value);
  else if (any->form == NUMBER_ARGUMENT)
    printf("%%n%d", any->value == INDEX_ARGUMENT[0] ? 0 : 1);
  else
    printf("%%%s", name);
}

static bool is_moved(const copy *made, int64_t d) {
  return made->instances > 1 && d == made->instance_dimension;
}

static void print_origin(const copy *made, const memory_side *side, int64_t d) {
  const char *name = name_of(side, "", d);
  if (is_moved(made, d))
    printf("%%%sm", name);
  else
    print_use(name, &side->origin[d]);
}

static void print_narrow_end(const char *name, const number *end) {
  if (end->form == NUMBER_CONSTANT)
    return;
  printf("  %%%si = arith.index_cast ", name);
  print_use(name, end);
  printf(" : index to i32\n");
}

/* Names end in i. */
static void print_narrow_numbers(const copy *made, const memory_side *side) {
  for (int64_t d = 0; side->is_narrow && d < side->shape.count; d++) {
    if (is_moved(made, d) || side->origin[d].form != NUMBER_CONSTANT) {
      printf("  %%%si = arith.index_cast ", name_of(side, "", d));
      print_origin(made, side, d);
      printf(" : index to i32\n");
    }
    if (side->is_bounded)
      print_narrow_end(name_of(side, "bound", d), &side->bounds[d]);
    if (side->has_lower)
      print_narrow_end(name_of(side, "lower", d), &side->lower[d]);
  }
}

static void print_numbers(const copy *made) {
  if (needs_true(made))
    printf("  %%true = arith.constant true\n");
  print_instances(made);
  for (int i = 0; i < SIDE_COUNT; i++) {
    if (!uses_side(made, i))
      continue;
    print_side_numbers(made, &made->sides[i]);
    print_moved_origin(made, &made->sides[i]);
    print_narrow_numbers(made, &made->sides[i]);
  }
}

/*===--- Views ------------------------------------------------------------===*/

static void print_cast(const copy *made, const memory_side *side) {
  for (int64_t d = 0; side->has_open_sizes && d < side->shape.count; d++)
    print_opaque(name_of(side, "size", d), "", side->shape.items[d]);
  printf("  %%%sview = memref.reinterpret_cast %%%s to offset: [", side->name,
         side->name);
  print_use(name_of(side, "offset", 0), &side->offset);
  printf("], sizes: [");
  for (int64_t d = 0; d < side->shape.count; d++) {
    printf("%s", d ? ", " : "");
    if (side->has_open_sizes)
      printf("%%%s", name_of(side, "size", d));
    else
      printf("%" PRId64, side->shape.items[d]);
  }
  printf("], strides: [");
  for (int64_t d = 0; d < side->shape.count; d++) {
    printf("%s", d ? ", " : "");
    print_use(name_of(side, "stride", d), &side->strides[d]);
  }
  printf("]\n    : ");
  print_buffer_type(made, side);
  printf(" to ");
  print_memref(made, side);
  printf("\n");
}

static void print_views(const copy *made) {
  for (int i = 0; i < SIDE_COUNT; i++)
    if (uses_side(made, i) && made->sides[i].form == MEMORY_CAST)
      print_cast(made, &made->sides[i]);
  for (int i = 0; made->has_buffer && i < fragments_used(made); i++) {
    printf("  %%r%d = memref.alloca() : ", i);
    print_registers(made, &made->fragments[i]);
    printf("\n");
  }
}

/*===--- Layouts ----------------------------------------------------------===*/

static void print_attribute(const char *family, const tl_value *value) {
  static tl_text text;
  text.length = 0;
  tl_value_print_in_family(value, &text);
  printf("#tl.%s<%s>", family, text.data);
}

static void print_fragment(const copy *made, const fragment *held) {
  tl_value value = {.kind = TL_KIND_LAYOUT};
  tl_layout layout;
  tl_register map;
  tl_cute_tv tv;
  if (!layout_of_fragment(made, held, &layout))
    return;
  if (held->spelling == SPELL_REGISTER && !held->twist &&
      tl_layout_to_register(&layout, made->scope, 32, &map, NULL) == TL_OK) {
    value = (tl_value){.kind = TL_KIND_REGISTER, .as.reg = map};
    print_attribute("register", &value);
  } else if (held->spelling == SPELL_CUTE_TV && !held->twist &&
             tl_layout_to_cute_tv(&layout, made->scope, 32, &tv, NULL) ==
                 TL_OK) {
    value = (tl_value){.kind = TL_KIND_CUTE_TV, .as.tv = tv};
    print_attribute("cute_tv", &value);
  } else {
    value.as.layout = layout;
    bool is_twisted = !tl_twist_is_none(&layout.twist);
    if (tl_value_untwist(&value, made->scope, 32, NULL) == TL_OK)
      print_attribute(is_twisted ? "linear" : "tile", &value);
  }
}

/* The fragment of registers, or what leaves it open. */
static void print_held(const copy *made, const fragment *held) {
  if (held->is_auto)
    printf("auto");
  else
    print_fragment(made, held);
}

static void print_layout(const memory_side *side) {
  tl_layout layout;
  tl_shared fields;
  tl_value value;
  if (!layout_of_memory(side, &layout))
    return;
  if (side->spelling == SPELL_SHARED &&
      tl_layout_to_shared(&layout, &fields, NULL) == TL_OK &&
      tl_layout_from_shared(&fields, &value.as.layout, NULL) == TL_OK) {
    value.kind = TL_KIND_SHARED;
    print_attribute("shared", &value);
  } else if (side->spelling == SPELL_CUTE &&
             tl_layout_to_cute(&layout, &value.as.composed, NULL) == TL_OK) {
    value.kind = TL_KIND_CUTE;
    print_attribute("cute", &value);
  } else {
    value = (tl_value){.kind = TL_KIND_LAYOUT, .as.layout = layout};
    print_attribute("tile", &value);
  }
}

/*===--- Copies -----------------------------------------------------------===*/

static void print_place(const copy *made, const memory_side *side) {
  printf("%%%s%s[", side->name, side->form == MEMORY_CAST ? "view" : "");
  if (side->slices)
    print_use(name_of(side, "slice", 0), &side->slice);
  for (int64_t d = 0; d < side->shape.count; d++) {
    printf("%s", d || side->slices ? ", " : "");
    if (side->is_narrow &&
        (is_moved(made, d) || side->origin[d].form != NUMBER_CONSTANT))
      printf("%%%si : i32", name_of(side, "", d));
    else
      print_origin(made, side, d);
  }
  printf("]");
}

static void print_memory_layout(const memory_side *side) {
  if (side->is_auto)
    printf(" layout auto");
  if (!side->has_layout)
    return;
  printf(" layout ");
  print_layout(side);
}

static void print_ends(const memory_side *side, const char *clause,
                       const char *what, const number *ends) {
  printf(" %s(", clause);
  for (int64_t d = 0; d < side->shape.count; d++) {
    printf("%s", d ? ", " : "");
    if (side->is_narrow && ends[d].form != NUMBER_CONSTANT)
      printf("%%%si : i32", name_of(side, what, d));
    else
      print_use(name_of(side, what, d), &ends[d]);
  }
  printf(")");
}

static void print_bounds(const memory_side *side) {
  if (side->is_bounded)
    print_ends(side, "bounds", "bound", side->bounds);
  if (side->has_lower)
    print_ends(side, "from", "lower", side->lower);
}

/* Attributes, with a comma between them. */
typedef struct attribute_list {
  int count;
} attribute_list;

static void begin_attribute(attribute_list *list) {
  printf("%s", list->count++ ? ", " : " {");
}

/* With a leading one, if there is one. */
static void print_divisors(attribute_list *list, const char *of,
                           const char *name, const number *leading,
                           const number *numbers, int64_t rank) {
  bool says = leading && leading->divisor > 1;
  for (int64_t d = 0; d < rank; d++)
    says |= numbers[d].divisor > 1;
  if (!says)
    return;
  begin_attribute(list);
  printf("%s%s = array<i64: ", of, name);
  if (leading)
    printf("%" PRId64 ", ", leading->divisor);
  for (int64_t d = 0; d < rank; d++)
    printf("%s%" PRId64, d ? ", " : "", numbers[d].divisor);
  printf(">");
}

/* What is known of a side; `of` says which one, between memories. */
static void print_facts(const copy *made, const memory_side *side,
                        const char *of, attribute_list *list) {
  int64_t rank = side->shape.count;
  const number stride = {.divisor = 1};
  print_divisors(list, of, "divisibility", side->slices ? &side->slice : NULL,
                 side->origin, rank);
  if (!side->has_layout && !side->is_auto)
    print_divisors(list, of, "stride_divisibility",
                   side->slices ? &stride : NULL, side->strides, rank);
  if (side->is_aligned_by_copy && side->alignment > made->type->bytes) {
    begin_attribute(list);
    printf("%salignment = %" PRId64 " : i64", of, side->alignment);
  }
}

static void print_bound_facts(const copy *made, const memory_side *side,
                              bool pads, attribute_list *list) {
  print_divisors(list, "", "bound_divisibility", NULL, side->bounds,
                 side->shape.count);
  if (!side->has_pad || !pads)
    return;
  begin_attribute(list);
  printf("pad = %s : %s", made->type->is_float ? "2.0" : "3", made->type->name);
}

/* Replicas hold what they have loaded. */
static bool are_shared(const copy *made, const fragment *held) {
  tl_layout layout;
  return made->shares && !is_partial(held) && held->repeats < 2 &&
         layout_of_fragment(made, held, &layout) && layout.replica_count;
}

static void print_tile(const copy *made) {
  printf(" tile(");
  print_list(&made->fragments[0].map.shape, ", ");
  printf(")");
}

static void print_end(const copy *made, const memory_side *side, bool stores,
                      const fragment *held) {
  attribute_list list = {0};
  printf(" scope %s", tl_scope_describe(made->scope)->name);
  if (held->is_auto)
    print_tile(made);
  print_bounds(side);
  print_facts(made, side, "", &list);
  if (side->is_bounded)
    print_bound_facts(made, side, !stores, &list);
  if (stores && are_shared(made, held)) {
    begin_attribute(&list);
    printf("share_replicas");
  }
  if (is_partial(held)) {
    begin_attribute(&list);
    printf("partial");
  }
  printf("%s\n    : ", list.count ? "}" : "");
}

static void print_transfer(const copy *made, int source, int target, int held) {
  const memory_side *from = &made->sides[source], *to = &made->sides[target];
  bool of_source = has_bounds(made, source, target, source);
  bool of_target = has_bounds(made, source, target, target);
  bool is_async = made->is_async && source == FROM;
  attribute_list list = {0};
  printf("  tl.copy ");
  print_place(made, from);
  print_memory_layout(from);
  printf(" to ");
  print_place(made, to);
  print_memory_layout(to);
  if (made->has_partition) {
    printf(" as ");
    print_fragment(made, &made->fragments[held]);
  }
  printf(" scope %s", tl_scope_describe(made->scope)->name);
  if (made->says_tile)
    print_tile(made);
  if (made->taking_part)
    printf(" threads %" PRId64, made->taking_part);
  if (is_async)
    printf(" async");
  if (of_source || of_target)
    print_bounds(of_source ? from : to);
  print_facts(made, from, "source_", &list);
  print_facts(made, to, "target_", &list);
  if (of_source || of_target)
    print_bound_facts(made, of_source ? from : to, of_source && !is_async,
                      &list);
  printf("%s\n    : ", list.count ? "}" : "");
  print_memref(made, from);
  printf(" to ");
  print_memref(made, to);
  printf("\n%s", is_async ? "  tl.async_commit\n  tl.async_wait 0\n" : "");
}

static void print_load(const copy *made, int which, int held) {
  const memory_side *side = &made->sides[which];
  const fragment *as = &made->fragments[held];
  printf(made->has_buffer ? "  tl.copy " : "  %%v%d = tl.load ", held);
  print_place(made, side);
  print_memory_layout(side);
  if (made->has_buffer)
    printf(" to %%r%d layout ", held);
  else
    printf(" as ");
  print_held(made, as);
  print_end(made, side, false, as);
  print_memref(made, side);
  printf(" to ");
  print_registers(made, as);
  printf("\n");
}

static void print_store(const copy *made, int held, int which) {
  const memory_side *side = &made->sides[which];
  const fragment stored = stored_fragment(&made->fragments[held]);
  const fragment *as = &stored;
  printf(made->has_buffer ? "  tl.copy %%r%d layout " : "  tl.store %%v%d as ",
         held);
  print_held(made, as);
  printf(" to ");
  print_place(made, side);
  print_memory_layout(side);
  print_end(made, side, true, as);
  print_registers(made, as);
  printf(" to ");
  print_memref(made, side);
  printf("\n");
}

static void print_conversion(const copy *made) {
  printf("  %%v1 = tl.convert_layout %%v0 as ");
  print_held(made, &made->fragments[0]);
  printf(" to ");
  print_held(made, &made->fragments[1]);
  printf(" scope %s\n    : ", tl_scope_describe(made->scope)->name);
  print_registers(made, &made->fragments[0]);
  printf(" to ");
  print_registers(made, &made->fragments[1]);
  printf("\n");
}

/* What each thread gets, of the registers that have a value. */
static void print_results(const copy *made) {
  printf("%%b: memref<%" PRId64 "x%" PRId64 "x%s>", made->threads,
         result_registers(made), made->type->name);
}

static void print_result_type(const copy *made) {
  if (made->infers)
    printf("vector<%" PRId64 "x%s>", result_registers(made), made->type->name);
  else
    print_registers(made, &made->fragments[1]);
}

static void print_dump(const copy *made) {
  int64_t registers = result_registers(made);
  const char *type = made->type->name;
  printf("  %%all = vector.shape_cast %%v1 : ");
  print_result_type(made);
  printf(" to vector<%" PRId64 "x%s>\n  %%own = gpu.thread_id x\n", registers,
         type);
  print_constant("first", "", 0);
  printf("  vector.store %%all, %%b[%%own, %%first] : memref<%" PRId64
         "x%" PRId64 "x%s>, vector<%" PRId64 "x%s>\n",
         made->threads, registers, type, registers, type);
}

static void print_reduction(const copy *made) {
  const char *between = "";
  printf("  %%v1 = tl.reduce %%v0 as ");
  print_fragment(made, &made->fragments[0]);
  printf(" over [");
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    if (made->reduced >> d & 1) {
      printf("%s%" PRId64, between, d);
      between = ", ";
    }
  printf("] kind <%s>", REDUCTION_ROWS[made->reduction].kind);
  if (!made->infers) {
    printf(" to ");
    print_fragment(made, &made->fragments[1]);
  }
  printf(" scope %s%s\n    : ", tl_scope_describe(made->scope)->name,
         is_partial(&made->fragments[0]) ||
                 (!made->infers && is_partial(&made->fragments[1]))
             ? " {partial}"
             : "");
  print_registers(made, &made->fragments[0]);
  printf(" to ");
  print_result_type(made);
  printf("\n");
  print_dump(made);
}

/*===--- tl-layout --------------------------------------------------------===*/

static void print_quoted(const tl_layout *layout) {
  static tl_text text;
  tl_value value = {.kind = TL_KIND_LAYOUT, .as.layout = *layout};
  text.length = 0;
  tl_value_print(&value, &text);
  printf(" '%s'", text.data);
}

static bool memory_of(const memory_side *side, tl_layout *out) {
  tl_list strides = {.count = side->shape.count};
  if (side->has_layout)
    return layout_of_memory(side, out);
  for (int64_t d = 0; d < side->shape.count; d++)
    strides.items[d] = side->strides[d].value;
  return tl_layout_from_strides(&side->shape, &strides, out, NULL) == TL_OK;
}

/* Of a workgroup buffer at least (rule A1). */
enum { OWNED_ALIGNMENT = 16 };

static void print_plan_command(const copy *made, int which, int held,
                               bool stores) {
  const memory_side *side = &made->sides[which];
  int64_t bytes = made->type->bytes;
  tl_layout registers, memory;
  if (!layout_of_fragment(made, &made->fragments[held], &registers) ||
      !memory_of(side, &memory))
    return;
  int64_t least = which == VIA ? OWNED_ALIGNMENT : bytes;
  int64_t alignment = side->alignment > least ? side->alignment : least;
  printf("// tl-layout plan");
  print_quoted(&registers);
  print_quoted(&memory);
  printf(" --bits=%" PRId64 " --scope=warp --align=%" PRId64 " --origin=",
         bytes * 8, alignment);
  for (int64_t d = 0; d < side->shape.count; d++)
    printf("%s%" PRId64, d ? "," : "", side->origin[d].value);
  printf("%s", stores ? " --store" : "");
  printf("%s\n", stores && are_shared(made, &made->fragments[held])
                     ? " --share-replicas"
                     : "");
}

void print_plan_commands(const copy *made) {
  print_plan_command(made, FROM, 0, false);
  if (made->has_relay) {
    print_plan_command(made, VIA, 0, true);
    print_plan_command(made, VIA, 1, false);
  }
  print_plan_command(made, TO, (int)fragments_used(made) - 1, true);
}
