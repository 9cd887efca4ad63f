/* expression_print.c - Values as text; see tl_value_print. */
#include "tl/expression.h"
#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

static void print_list(const tl_list *list, tl_text *text);
static void print_swizzle(const tl_swizzle *swizzle, tl_text *text);
static void print_register(const tl_register *layout, tl_text *text);
static void print_shared(const tl_shared *layout, bool named_swizzle,
                         tl_text *text);
static void print_layout(const tl_layout *layout, tl_text *text);
static void print_groups(const tl_layout *layout, bool strides, tl_text *text);
static void print_number(const tl_iter *iter, bool stride, tl_text *text);
static void print_replicas(const tl_layout *layout, bool strides,
                           tl_text *text);

const char *tl_kind_describe(tl_kind kind) {
  static const char *const NAMES[TL_KIND_COUNT] = {
      [TL_KIND_NONE] = "nothing",
      [TL_KIND_INTEGER] = "an integer",
      [TL_KIND_LIST] = "a list of integers",
      [TL_KIND_SWIZZLE] = "a swizzle",
      [TL_KIND_REGISTER] = "a register layout",
      [TL_KIND_SHARED] = "a shared layout",
      [TL_KIND_LAYOUT] = "a tile layout",
  };
  return NAMES[kind];
}

void tl_text_append(tl_text *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int written = vsnprintf(text->data + text->length,
                          sizeof(text->data) - text->length, format, arguments);
  va_end(arguments);
  assert(written >= 0 && (size_t)written < sizeof(text->data) - text->length);
  text->length += (size_t)written;
}

void tl_value_print(const tl_value *value, tl_text *text) {
  switch (value->kind) {
  case TL_KIND_INTEGER:
    tl_text_append(text, "%" PRId64, value->as.integer);
    return;
  case TL_KIND_LIST:
    print_list(&value->as.list, text);
    return;
  case TL_KIND_SWIZZLE:
    tl_text_append(text, "swizzle");
    print_swizzle(&value->as.swizzle, text);
    return;
  case TL_KIND_REGISTER:
    tl_text_append(text, "register(");
    print_register(&value->as.reg, text);
    tl_text_append(text, ")");
    return;
  case TL_KIND_SHARED:
    tl_text_append(text, "shared(");
    print_shared(&value->as.shared, true, text);
    tl_text_append(text, ")");
    return;
  case TL_KIND_LAYOUT:
    print_layout(&value->as.layout, text);
    return;
  case TL_KIND_NONE:
  case TL_KIND_COUNT:
    break;
  }
  assert(!"a value has a kind");
}

void tl_value_print_in_family(const tl_value *value, tl_text *text) {
  if (value->kind == TL_KIND_REGISTER)
    print_register(&value->as.reg, text);
  else if (value->kind == TL_KIND_SHARED)
    print_shared(&value->as.shared, false, text);
  else
    tl_value_print(value, text);
}

static void print_list(const tl_list *list, tl_text *text) {
  tl_text_append(text, "[");
  for (int64_t i = 0; i < list->count; i++)
    tl_text_append(text, i ? ", %" PRId64 : "%" PRId64, list->items[i]);
  tl_text_append(text, "]");
}

static void print_swizzle(const tl_swizzle *swizzle, tl_text *text) {
  tl_text_append(
      text, "(base = %" PRId64 ", bits = %" PRId64 ", shift = %" PRId64 ")",
      swizzle->base, swizzle->bits, swizzle->shift);
}

static void print_register(const tl_register *layout, tl_text *text) {
  tl_text_append(text, "shape = ");
  print_list(&layout->shape, text);
  tl_text_append(text, ", mode_shape = ");
  print_list(&layout->mode_shape, text);
  tl_text_append(text, ", spatial_modes = ");
  print_list(&layout->spatial_modes, text);
  tl_text_append(text, ", local_modes = ");
  print_list(&layout->local_modes, text);
}

static void print_shared(const tl_shared *layout, bool named_swizzle,
                         tl_text *text) {
  tl_text_append(text, "shape = ");
  print_list(&layout->shape, text);
  tl_text_append(text, ", mode_shape = ");
  print_list(&layout->mode_shape, text);
  tl_text_append(text, ", mode_strides = ");
  print_list(&layout->mode_strides, text);
  if (!layout->swizzle.bits)
    return;
  tl_text_append(text, ", swizzle = %s", named_swizzle ? "swizzle" : "");
  print_swizzle(&layout->swizzle, text);
}

static void print_layout(const tl_layout *layout, tl_text *text) {
  tl_text_append(text, "S[");
  print_groups(layout, false, text);
  tl_text_append(text, " : ");
  print_groups(layout, true, text);
  tl_text_append(text, "]");
  if (layout->replica_count) {
    tl_text_append(text, " + R[");
    print_replicas(layout, false, text);
    tl_text_append(text, " : ");
    print_replicas(layout, true, text);
    tl_text_append(text, "]");
  }
  for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++)
    if (layout->offset[axis])
      tl_text_append(text, " + %" PRId64 "@%s", layout->offset[axis],
                     tl_axis_describe(axis)->name);
  if (layout->swizzle.bits) {
    tl_text_append(text, " + swizzle");
    print_swizzle(&layout->swizzle, text);
  }
}

/* A dimension without iters has extent 1 and is written 1 : 0. */
static void print_groups(const tl_layout *layout, bool strides, tl_text *text) {
  static const tl_iter UNIT = {1, 0, TL_AXIS_M};
  const tl_iter *iter = layout->iters;
  tl_text_append(text, "(");
  for (int64_t d = 0; d < layout->rank; d++) {
    int64_t count = layout->group_size[d];
    tl_text_append(text, "%s%s", d ? ", " : "", count > 1 ? "(" : "");
    for (int64_t i = 0; i < count; i++) {
      tl_text_append(text, "%s", i ? ", " : "");
      print_number(iter++, strides, text);
    }
    if (count == 0)
      print_number(&UNIT, strides, text);
    tl_text_append(text, "%s", count > 1 ? ")" : "");
  }
  tl_text_append(text, layout->rank == 1 ? ",)" : ")");
}

static void print_replicas(const tl_layout *layout, bool strides,
                           tl_text *text) {
  const tl_iter *replicas = &layout->iters[layout->shard_count];
  tl_text_append(text, "%s", layout->replica_count > 1 ? "(" : "");
  for (int64_t i = 0; i < layout->replica_count; i++) {
    tl_text_append(text, "%s", i ? ", " : "");
    print_number(&replicas[i], strides, text);
  }
  tl_text_append(text, "%s", layout->replica_count > 1 ? ")" : "");
}

static void print_number(const tl_iter *iter, bool stride, tl_text *text) {
  tl_text_append(text, "%" PRId64, stride ? iter->stride : iter->extent);
  if (stride && iter->axis != TL_AXIS_M)
    tl_text_append(text, "@%s", tl_axis_describe((tl_axis)iter->axis)->name);
}
