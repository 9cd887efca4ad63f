/* expression_copies.c - Functions of copies. */
#include "base/checked.h"
#include "expression_access.h"
#include "tl/copy_access.h"
#include "tl/copy_plan_text.h"
#include "tl/layout_questions.h"
#include <inttypes.h>

enum { WIDEST_BITS = 128 };

/* What registers mean on the threads of the scope, TL_SCOPE_COUNT: of their own;
 * the axes of a tile layout stay. */
static tl_code fragment_of(const tl_value *value, int64_t lanes,
                           tl_scope *scope, tl_layout *out, tl_error *error) {
  tl_scope own = value->kind == TL_KIND_LAYOUT ? TL_SCOPE_COUNT : *scope;
  TL_TRY(tl_value_mean(value, lanes, &own, out, error));
  if (*scope == TL_SCOPE_COUNT)
    *scope = own;
  if (*scope != TL_SCOPE_COUNT)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "the thread axes of the layout are not the whole number of "
                 "a thread; scope says of which threads");
}

/* A load of a memory that starts at a multiple of the widest access; the scope is
 * that which is named, or that of the layout's threads. */
static tl_code plan_copy(const tl_value *a, int64_t lanes, tl_scope scope,
                         tl_copy_request *request, tl_copy_partition *plan,
                         tl_error *error) {
  int64_t bits = INT(2);
  tl_layout fragment;
  TL_TRY(fragment_of(&a[0], lanes, &scope, &fragment, error));
  if (bits < 8 || bits > WIDEST_BITS || !tl_is_power_of_two(bits))
    return tl_fail(error, TL_INVALID,
                   "bits is %" PRId64 "; it must be 8, 16, 32, 64 or 128",
                   bits);
  *request = (tl_copy_request){.fragment = fragment,
                               .memory = a[1].as.layout,
                               .scope = scope,
                               .lanes = lanes,
                               .threads = tl_scope_threads(scope, lanes, 0, 0),
                               .element_bytes = bits / 8,
                               .base_alignment = WIDEST_BITS / 8};
  return tl_copy_partition_plan(request, plan, error);
}

/* Of uniform accesses. */
EVALUATOR(copy_vector) {
  tl_copy_request request;
  tl_copy_partition plan;
  TL_TRY(plan_copy(a, lanes, TL_SCOPE_CTA, &request, &plan, error));
  OUT(integer) = tl_copy_plain_width(&plan, request.element_bytes);
  return TL_OK;
}

EVALUATOR(copy_plan) {
  tl_copy_request request;
  tl_copy_partition plan;
  tl_copy_vectors vectors;
  tl_text text = {0};
  tl_scope scope;
  TL_TRY(tl_scope_of_name(&a[3], &scope, error));
  TL_TRY(plan_copy(a, lanes, scope, &request, &plan, error));
  tl_copy_cut cut = tl_copy_cut_of(&plan, request.element_bytes, WIDEST_BITS);
  tl_copy_accesses_plan(&cut, &vectors);
  tl_text_append(&text, "plan(");
  tl_copy_plan_text(&request, &plan, &vectors, &text);
  tl_text_append(&text, ")");
  return tl_result_text(out, &text, error);
}

static const tl_function ROWS[] = {
    ROW(copy_vector, INTEGER, copy_vector, ARG(fragment, ANY_LAYOUT),
        ARG(memory, LAYOUT), ARG(bits, INTEGER)),
    ROW(copy_plan, TEXT, copy_plan, ARG(fragment, ANY_LAYOUT),
        ARG(memory, LAYOUT), ARG(bits, INTEGER), OPT(scope, NAME)),
};

const tl_function_table TL_COPY_FUNCTIONS = {ROWS, sizeof ROWS / sizeof *ROWS};
