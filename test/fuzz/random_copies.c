/* random_copies.c - Kernels that move random tiles, one for each seed.
 *
 * usage: random_copies SEED COUNT
 *
 * Prints a module with kernels @copy_SEED, @copy_SEED+1, ...: a tile is loaded
 * from one random memory layout and stored to another.  Register and memory
 * layouts come in every spelling that can say them; origins are numbers or
 * known at run time; alignments and divisors say what holds, or less.  The
 * kernel of a seed does not depend on COUNT. */
#include "../lib/random_layouts.h"
#include "tl/expression.h"
#include "tl/layout_spell.h"
#include <inttypes.h>

enum { MOST_REGISTERS = 64, MOST_ELEMENTS = 4096 };

typedef struct element_type {
  const char *name;
  int64_t bytes;
} element_type;

static const element_type TYPES[] = {{"i8", 1},  {"f16", 2}, {"bf16", 2},
                                     {"i16", 2}, {"f32", 4}, {"i32", 4},
                                     {"f64", 8}, {"i64", 8}};

typedef struct memory_side {
  const char *name; /* of the argument */
  tl_list shape, origin, divisors;
  bool is_dynamic[TL_MAX_RANK];
  bool has_layout;
  tl_layout layout;
  tl_list strides; /* without a layout */
  int64_t alignment;
} memory_side;

typedef struct copy {
  uint64_t number;
  tl_scope scope;
  int64_t threads;
  tl_register fragment;
  int64_t registers;
  const element_type *type;
  memory_side from, to;
} copy;

/* Factors of `extent`, in an order of their own. */
static void split(int64_t extent, tl_list *factors) {
  for (int64_t f = 2; extent > 1; f++)
    while (extent % f == 0 && factors->count < 6) {
      int64_t joined = below(2) && factors->count ? --factors->count : -1;
      int64_t factor = f * (joined >= 0 ? factors->items[joined] : 1);
      push(factors, factor);
      extent /= f;
      if (factors->count == 6 && extent > 1) {
        factors->items[5] *= extent;
        extent = 1;
      }
    }
  shuffle(factors);
}

static bool choose_fragment(copy *made) {
  tl_register fields = random_register();
  int64_t threads;
  made->scope = (tl_scope)below(TL_SCOPE_COUNT);
  if (tl_register_create(&fields, &made->fragment, NULL) != TL_OK ||
      made->fragment.shape.count == 0 ||
      size_of(&made->fragment.shape) > MAX_SIZE ||
      tl_register_threads(&made->fragment, &threads, NULL) != TL_OK ||
      tl_register_registers(&made->fragment, &made->registers, NULL) != TL_OK)
    return false;
  const tl_scope_facts *scope = tl_scope_describe(made->scope);
  made->threads = made->scope == TL_SCOPE_CTA ? threads + below(3) * below(40)
                                              : scope->threads;
  return threads <= scope->threads && made->threads <= 1024 &&
         made->registers <= MOST_REGISTERS;
}

/* Rows as long as their contents, or padded, in an order of the dimensions. */
static void choose_strides(memory_side *side) {
  tl_list order = {0};
  int64_t stride = 1;
  for (int64_t d = 0; d < side->shape.count; d++)
    push(&order, d);
  shuffle(&order);
  side->strides.count = order.count;
  for (int64_t i = order.count - 1; i >= 0; i--) {
    side->strides.items[order.items[i]] = stride;
    stride =
        stride * side->shape.items[order.items[i]] + (below(3) ? 0 : below(9));
  }
}

/* Digits of all dimensions in a random order of strides, so that no two
 * elements meet; sometimes padded, moved or swizzled. */
static bool choose_layout(memory_side *side) {
  tl_layout fields = {.rank = side->shape.count};
  tl_list order = {0};
  int64_t stride = 1;
  for (int64_t d = 0; d < fields.rank; d++) {
    tl_list factors = {0};
    split(side->shape.items[d], &factors);
    fields.group_size[d] = factors.count;
    for (int64_t i = 0; i < factors.count; i++) {
      if (order.count == TL_MAX_ITERS)
        return false;
      push(&order, fields.shard_count);
      fields.iters[fields.shard_count++].extent = factors.items[i];
    }
  }
  if (below(2))
    shuffle(&order);
  for (int64_t i = order.count - 1; i >= 0; i--) {
    tl_iter *iter = &fields.iters[order.items[i]];
    iter->stride = stride;
    stride = stride * iter->extent + (below(6) ? 0 : below(9));
  }
  if (!below(3))
    fields.swizzle = (tl_swizzle){below(4), 1 + below(3), 3 + below(2)};
  if (!below(4))
    fields.offset[TL_AXIS_M] = below(20);
  return tl_layout_create(&fields, &side->layout, NULL) == TL_OK;
}

static bool choose_memory(const copy *made, memory_side *side) {
  const tl_list *tile = &made->fragment.shape;
  side->shape.count = side->origin.count = side->divisors.count = tile->count;
  for (int64_t d = 0; d < tile->count; d++) {
    int64_t start = below(2) ? 0 : below(3) * tile->items[d] + below(2);
    side->origin.items[d] = start;
    side->shape.items[d] = start + tile->items[d] + (below(2) ? 0 : below(4));
    side->is_dynamic[d] = below(2);
    side->divisors.items[d] = 1;
    for (int64_t power = 2; start % power == 0 && power <= 16; power *= 2)
      if (below(3))
        side->divisors.items[d] = power;
  }
  side->alignment = made->type->bytes << below(5);
  side->has_layout = below(2);
  if (size_of(&side->shape) > MOST_ELEMENTS)
    return false;
  choose_strides(side);
  return !side->has_layout || choose_layout(side);
}

static copy choose_copy(uint64_t number) {
  copy made;
  seed = number * 0x9e3779b97f4a7c15u + 1;
  do {
    memset(&made, 0, sizeof made);
    made.number = number;
    made.from.name = "a";
    made.to.name = "b";
    made.type = &TYPES[below((int64_t)(sizeof TYPES / sizeof *TYPES))];
  } while (!choose_fragment(&made) || !choose_memory(&made, &made.from) ||
           !choose_memory(&made, &made.to));
  return made;
}

/*===--- Text ------------------------------------------------------------===*/

static void print_attribute(const char *family, const tl_value *value) {
  static tl_text text;
  text.length = 0;
  tl_value_print_in_family(value, &text);
  printf("#tl.%s<%s>", family, text.data);
}

static void print_fragment(const copy *made) {
  tl_value value = {.kind = TL_KIND_LAYOUT};
  tl_layout *layout = &value.as.layout;
  int64_t spelling = below(3);
  if (spelling == 0 || tl_layout_from_register(&made->fragment, made->scope,
                                               layout, NULL) != TL_OK) {
    value = (tl_value){.kind = TL_KIND_REGISTER, .as.reg = made->fragment};
    print_attribute("register", &value);
    return;
  }
  tl_cute_tv tv;
  if (spelling == 1 &&
      tl_layout_to_cute_tv(layout, made->scope, &tv, NULL) == TL_OK) {
    value = (tl_value){.kind = TL_KIND_CUTE_TV, .as.tv = tv};
    print_attribute("cute_tv", &value);
    return;
  }
  print_attribute("tile", &value);
}

static void print_layout(const tl_layout *layout) {
  tl_value value;
  int64_t spelling = below(3);
  if (spelling == 0 &&
      tl_layout_to_shared(layout, &value.as.shared, NULL) == TL_OK) {
    value.kind = TL_KIND_SHARED;
    print_attribute("shared", &value);
    return;
  }
  if (spelling == 1 &&
      tl_layout_to_cute(layout, &value.as.composed, NULL) == TL_OK) {
    value.kind = TL_KIND_CUTE;
    print_attribute("cute", &value);
    return;
  }
  value = (tl_value){.kind = TL_KIND_LAYOUT, .as.layout = *layout};
  print_attribute("tile", &value);
}

static void print_numbers(const char *format, const tl_list *list) {
  for (int64_t i = 0; i < list->count; i++) {
    printf("%s", i ? ", " : "");
    printf("%" PRId64, list->items[i]);
  }
  printf("%s", format);
}

static void print_memref(const copy *made, const memory_side *side) {
  int64_t elements;
  if (side->has_layout) {
    if (tl_layout_footprint(&side->layout, &elements, NULL) != TL_OK)
      abort();
    printf("memref<%" PRId64 "x%s>", elements, made->type->name);
    return;
  }
  printf("memref<");
  for (int64_t d = 0; d < side->shape.count; d++)
    printf("%" PRId64 "x", side->shape.items[d]);
  printf("%s, strided<[", made->type->name);
  print_numbers("]>>", &side->strides);
}

static void print_argument(const copy *made, const memory_side *side) {
  printf("%%%s: ", side->name);
  print_memref(made, side);
  if (side->alignment > made->type->bytes)
    printf(" {llvm.align = %" PRId64 " : i64}", side->alignment);
}

/* Origins that are known at run time are sums, which no pass looks into. */
static void print_origin_values(const memory_side *side) {
  for (int64_t d = 0; d < side->origin.count; d++) {
    if (!side->is_dynamic[d])
      continue;
    int64_t start = side->origin.items[d], part = below(start + 1);
    printf("  %%%s%" PRId64 "l = arith.constant %" PRId64 " : index\n",
           side->name, d, part);
    printf("  %%%s%" PRId64 "r = arith.constant %" PRId64 " : index\n",
           side->name, d, start - part);
    printf("  %%%s%" PRId64 " = arith.addi %%%s%" PRId64 "l, %%%s%" PRId64
           "r : index\n",
           side->name, d, side->name, d, side->name, d);
  }
}

static void print_memory(const memory_side *side) {
  printf("%%%s[", side->name);
  for (int64_t d = 0; d < side->origin.count; d++) {
    printf("%s", d ? ", " : "");
    if (side->is_dynamic[d])
      printf("%%%s%" PRId64, side->name, d);
    else
      printf("%" PRId64, side->origin.items[d]);
  }
  printf("]");
  if (!side->has_layout)
    return;
  printf(" layout ");
  print_layout(&side->layout);
}

static void print_facts(const copy *made, const memory_side *side) {
  printf(" scope %s {divisibility = array<i64: ",
         tl_scope_describe(made->scope)->name);
  print_numbers(">}\n    : ", &side->divisors);
}

static void print_vector(const copy *made) {
  printf("vector<%" PRId64 "x%s>", made->registers, made->type->name);
}

static void print_copy(const copy *made) {
  printf("gpu.func @copy_%" PRIu64 "(", made->number);
  print_argument(made, &made->from);
  printf(", ");
  print_argument(made, &made->to);
  printf(") kernel\n    attributes {known_block_size = array<i32: %" PRId64
         ", 1, 1>} {\n",
         made->threads);
  print_origin_values(&made->from);
  print_origin_values(&made->to);
  printf("  %%v = tl.load ");
  print_memory(&made->from);
  printf(" as ");
  print_fragment(made);
  print_facts(made, &made->from);
  print_memref(made, &made->from);
  printf(" to ");
  print_vector(made);
  printf("\n  tl.store %%v as ");
  print_fragment(made);
  printf(" to ");
  print_memory(&made->to);
  print_facts(made, &made->to);
  print_vector(made);
  printf(" to ");
  print_memref(made, &made->to);
  printf("\n  gpu.return\n}\n");
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: random_copies SEED COUNT\n");
    return 2;
  }
  uint64_t first = strtoull(argv[1], NULL, 10);
  uint64_t count = strtoull(argv[2], NULL, 10);
  printf("gpu.module @copies {\n");
  for (uint64_t i = 0; i < count; i++) {
    copy made = choose_copy(first + i);
    print_copy(&made);
  }
  printf("}\n");
  return 0;
}
