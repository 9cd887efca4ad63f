/* expression_copies.c - Functions of copies. */
#include "base/checked.h"
#include "expression_access.h"
#include "tl/copy_plan_text.h"
#include "tl/layout_questions.h"
#include <inttypes.h>

CALLS(copy_vector, tl_copy_widest_vector(TILE(0), TILE(1), lanes, INT(2),
                                         &OUT(integer), error))

/* The scope that is named, or that of the layout's axes. */
static tl_code scope_of(const tl_value *named, const tl_layout *layout,
                        int64_t lanes, tl_scope *scope, tl_error *error) {
  const tl_name *name = &named->as.name;
  if (named->kind == TL_KIND_NONE) {
    if (tl_layout_find_scope(layout, lanes, scope))
      return TL_OK;
    return tl_fail(error, TL_INVALID,
                   "the thread axes of the layout are not the whole number of "
                   "a thread; scope says of which threads");
  }
  *scope = tl_scope_named(name->start, (int64_t)name->length);
  if (*scope != TL_SCOPE_COUNT)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "there is no scope '%.*s'; it has to be thread, warp, "
                 "warpgroup or cta",
                 (int)(name->length > 40 ? 40 : name->length), name->start);
}

/* Of a memory that starts at a multiple of the widest access. */
EVALUATOR(copy_plan) {
  enum { WIDEST_BITS = 128 };
  tl_copy_partition plan;
  tl_copy_vectors vectors;
  tl_text text = {0};
  tl_scope scope;
  int64_t bits = INT(2);
  if (bits < 8 || bits > WIDEST_BITS || !tl_is_power_of_two(bits))
    return tl_fail(error, TL_INVALID,
                   "bits is %" PRId64 "; it must be 8, 16, 32, 64 or 128",
                   bits);
  TL_TRY(scope_of(&a[3], TILE(0), lanes, &scope, error));
  tl_copy_request request = {.fragment = a[0].as.layout,
                             .memory = a[1].as.layout,
                             .scope = scope,
                             .lanes = lanes,
                             .threads = tl_scope_threads(scope, lanes, 0),
                             .element_bytes = bits / 8,
                             .base_alignment = WIDEST_BITS / 8};
  TL_TRY(tl_copy_partition_plan(&request, &plan, error));
  tl_copy_accesses_plan(&plan.atoms, &plan.swizzle, plan.alignment,
                        request.element_bytes, WIDEST_BITS, &vectors);
  tl_text_append(&text, "plan(");
  tl_copy_plan_text(&request, &plan, &vectors, &text);
  tl_text_append(&text, ")");
  return tl_result_text(out, &text, error);
}

static const tl_function ROWS[] = {
    ROW(copy_vector, INTEGER, copy_vector, ARG(fragment, LAYOUT),
        ARG(memory, LAYOUT), ARG(bits, INTEGER)),
    ROW(copy_plan, TEXT, copy_plan, ARG(fragment, LAYOUT), ARG(memory, LAYOUT),
        ARG(bits, INTEGER), OPT(scope, NAME)),
};

const tl_function_table TL_COPY_FUNCTIONS = {ROWS, sizeof ROWS / sizeof *ROWS};
