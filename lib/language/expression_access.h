/* expression_access.h - Rows of functions, and arguments and results of their
 * evaluators. */
#ifndef TL_EXPRESSION_ACCESS_H
#define TL_EXPRESSION_ACCESS_H

#include "expression_functions.h"

/* An evaluator, where waves have `lanes` threads; one that is a single call, and
 * one that is a value. */
#define EVALUATOR(name)                                                        \
  static tl_code name(const tl_value *a, TL_UNUSED int64_t lanes,              \
                      tl_value *out, TL_UNUSED tl_error *error)
#define CALLS(name, ...)                                                       \
  EVALUATOR(name) { return __VA_ARGS__; }
#define GIVES(name, field, ...)                                                \
  EVALUATOR(name) {                                                            \
    (void)a;                                                                   \
    OUT(field) = __VA_ARGS__;                                                  \
    return TL_OK;                                                              \
  }

/* A function, its kind of result, its evaluator and its parameters; one whose
 * evaluator has its name; one that makes a layout of one like it. */
#define ROW(name, result, evaluate, ...)                                       \
  { #name, TL_KIND_##result, {__VA_ARGS__ }, evaluate }
#define OWN(name, result, ...) ROW(name, result, name, __VA_ARGS__)
#define OF(kind, name, ...)                                                    \
  ROW(name, kind, name, ARG(layout, kind), __VA_ARGS__)
#define PARAMETER(called, type, how, plain)                                    \
  { .name = #called, .kind = type, .form = how, .is_plain = plain }
#define ARG(name, kind) PARAMETER(name, TL_KIND_##kind, TL_REQUIRED, false)
#define OPT(name, kind) PARAMETER(name, TL_KIND_##kind, TL_OPTIONAL, false)
#define REST(name, kind) PARAMETER(name, TL_KIND_##kind, TL_REST, false)
#define PLAIN(name) PARAMETER(name, TL_KIND_CUTE, TL_REQUIRED, true)

/* Argument i, and the result. */
#define INT(i) (a[i].as.integer)
#define NAME(i) (&a[i].as.name)
#define LIST(i) (&a[i].as.list)
#define TUPLE(i) (&a[i].as.tuple)
#define SWIZZLE(i) (&a[i].as.swizzle)
#define REG(i) (&a[i].as.reg)
#define TILE(i) (&a[i].as.layout)
#define COMPOSED(i) (&a[i].as.composed)
#define CUTE(i) (&a[i].as.composed.layout)
#define TV(i) (&a[i].as.tv)
#define TILER(i) (&a[i].as.tiler)
#define MMA(i) (&a[i].as.mma)
#define COPY(i) (&a[i].as.copy)
#define THREAD_MMA(i) (&a[i].as.thread_mma)
#define THREAD_COPY(i) (&a[i].as.thread_copy)
#define TUPLE_OR(i, otherwise)                                                 \
  (a[i].kind == TL_KIND_NONE ? (otherwise) : TUPLE(i))
#define OUT(field) (out->as.field)
#define MADE (&out->as.composed.layout)

/* The tuple, tiler or layout of argument i, NULL for none; and that of the
 * result, where a layout has the swizzle and the offset of argument i. */
#define TREE(i) tree_of(&a[i])
#define LIKE(i) tree_like(&a[i], out)

static inline const tl_tuple *tree_of(const tl_value *value) {
  if (value->kind == TL_KIND_NONE)
    return NULL;
  return value->kind == TL_KIND_CUTE ? &value->as.composed.layout
                                     : &value->as.tuple;
}

static inline tl_tuple *tree_like(const tl_value *argument, tl_value *out) {
  if (argument->kind != TL_KIND_CUTE)
    return &out->as.tuple;
  out->as.composed = argument->as.composed;
  return &out->as.composed.layout;
}

/* Says that the result is strides along coordinates where it is. */
static inline tl_code give_strides(tl_code code, tl_value *out) {
  if (code == TL_OK && tl_cute_is_coordinates(&out->as.tuple))
    out->kind = TL_KIND_BASIS;
  return code;
}

/* Makes the result text. */
TL_MUST_CHECK tl_code tl_result_text(tl_value *out, const tl_text *text,
                                     tl_error *error);

/* Makes the result text that `write` writes of the value: a list of so many
 * elements, of which there may be too many. */
TL_MUST_CHECK tl_code tl_result_listing(tl_value *out, int64_t elements,
                                        void (*write)(const tl_value *value,
                                                      const tl_writer *text),
                                        tl_error *error);

/* TL_INVALID for a CuTe layout with a swizzle or an offset. */
TL_MUST_CHECK static inline tl_code tl_require_plain(const tl_value *layout,
                                                     tl_error *error) {
  if (layout->kind != TL_KIND_CUTE ||
      tl_composed_is_plain(&layout->as.composed))
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "this operation is not defined for a layout with a swizzle or "
                 "an offset");
}

#endif /* TL_EXPRESSION_ACCESS_H */
