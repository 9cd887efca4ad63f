/* expression_tilus.c - Functions of register and shared layouts, and of copies.
 *
 * A row names a function, the kind of its result and its parameters; the
 * parser binds and checks arguments by the row, so that the statics below only
 * call the library. */
#include "expression_functions.h"
#include "tl/copy_plan.h"
#include "tl/copy_plan_text.h"
#include "tl/fragment.h"
#include "tl/layout_questions.h"
#include <inttypes.h>
#include <string.h>

EVALUATOR(make_swizzle) {
  return tl_swizzle_create(a[0].as.integer, a[1].as.integer, a[2].as.integer,
                           &out->as.swizzle, error);
}

static const tl_list *optional_list(const tl_value *argument) {
  return argument->kind == TL_KIND_LIST ? &argument->as.list : NULL;
}

static int64_t optional_integer(const tl_value *argument, int64_t otherwise) {
  return argument->kind == TL_KIND_NONE ? otherwise : argument->as.integer;
}

EVALUATOR(make_register) {
  tl_register fields = {a[0].as.list, a[1].as.list, a[2].as.list, a[3].as.list};
  return tl_register_create(&fields, &out->as.reg, error);
}

EVALUATOR(spatial) {
  return tl_register_spatial(&a[0].as.list, optional_list(&a[1]), &out->as.reg,
                             error);
}

EVALUATOR(local) {
  return tl_register_local(&a[0].as.list, optional_list(&a[1]), &out->as.reg,
                           error);
}

EVALUATOR(column_spatial) {
  return tl_register_column_spatial(&a[0].as.list, &out->as.reg, error);
}

EVALUATOR(column_local) {
  return tl_register_column_local(&a[0].as.list, &out->as.reg, error);
}

EVALUATOR(reduce) {
  return tl_register_reduce(&a[0].as.reg, &a[1].as.list,
                            optional_integer(&a[2], 0) != 0, &out->as.reg,
                            error);
}

EVALUATOR(replicated) {
  return tl_register_replicated(&a[0].as.list, a[1].as.integer, &out->as.reg,
                                error);
}

EVALUATOR(auto_local_spatial) {
  return tl_register_auto_local_spatial(a[0].as.integer, &a[1].as.list,
                                        &out->as.reg, error);
}

EVALUATOR(flatten) {
  return tl_register_flatten(&a[0].as.reg, optional_integer(&a[1], 0),
                             optional_integer(&a[2], -1), &out->as.reg, error);
}

/* Functions of a register layout and a list, or of two register layouts. */
#define LIST_EVALUATOR(name)                                                   \
  EVALUATOR(name) {                                                            \
    return tl_register_##name(&a[0].as.reg, &a[1].as.list, &out->as.reg,       \
                              error);                                          \
  }
#define PAIR_EVALUATOR(name)                                                   \
  EVALUATOR(name) {                                                            \
    return tl_register_##name(&a[0].as.reg, &a[1].as.reg, &out->as.reg,        \
                              error);                                          \
  }

LIST_EVALUATOR(with_shape)
LIST_EVALUATOR(squeeze)
LIST_EVALUATOR(unsqueeze)
LIST_EVALUATOR(permute)
LIST_EVALUATOR(reshape)
LIST_EVALUATOR(reduce_to)
PAIR_EVALUATOR(compose)
PAIR_EVALUATOR(concat)
PAIR_EVALUATOR(divide)
PAIR_EVALUATOR(left_divide)

/* A value is canonical already. */
EVALUATOR(canonicalize) {
  if (a[0].kind != TL_KIND_REGISTER && a[0].kind != TL_KIND_SHARED)
    return tl_fail(error, TL_INVALID, "canonicalize expects a layout, got %s",
                   tl_kind_describe(a[0].kind));
  *out = a[0];
  return TL_OK;
}

EVALUATOR(grid) {
  int64_t elements, threads;
  TL_TRY(tl_list_product(&a[0].as.reg.shape, &elements, error));
  TL_TRY(tl_register_threads(&a[0].as.reg, &threads, error));
  TL_TRY(tl_check_listed(elements, error));
  TL_TRY(tl_check_listed(threads, error));
  out->as.reg = a[0].as.reg;
  return TL_OK;
}

EVALUATOR(offsets) {
  int64_t elements;
  TL_TRY(tl_list_product(&a[0].as.shared.shape, &elements, error));
  TL_TRY(tl_check_listed(elements, error));
  out->as.shared = a[0].as.shared;
  return TL_OK;
}

EVALUATOR(num_threads) {
  return tl_register_threads(&a[0].as.reg, &out->as.integer, error);
}

EVALUATOR(local_size) {
  return tl_register_registers(&a[0].as.reg, &out->as.integer, error);
}

EVALUATOR(size) {
  return tl_list_product(&a[0].as.reg.shape, &out->as.integer, error);
}

EVALUATOR(count_size) {
  return tl_shared_span(&a[0].as.shared, &out->as.integer, error);
}

EVALUATOR(ldmatrix) {
  return tl_fragment_ldmatrix(a[0].as.integer, optional_integer(&a[1], 0) != 0,
                              &out->as.reg, error);
}

#define MMA_EVALUATOR(name, operand)                                           \
  EVALUATOR(name) {                                                            \
    return tl_fragment_mma(operand, a[0].as.integer, a[1].as.integer,          \
                           a[2].as.integer, a[3].as.integer, &out->as.reg,     \
                           error);                                             \
  }

MMA_EVALUATOR(mma_a, TL_OPERAND_A)
MMA_EVALUATOR(mma_b, TL_OPERAND_B)
MMA_EVALUATOR(mma_c, TL_OPERAND_C)

EVALUATOR(wgmma_c) {
  return tl_fragment_wgmma(a[0].as.integer, &out->as.reg, error);
}

EVALUATOR(make_shared) {
  tl_shared fields = {a[0].as.list, a[1].as.list, a[2].as.list, {0, 0, 0}};
  if (a[3].kind == TL_KIND_SWIZZLE)
    fields.swizzle = a[3].as.swizzle;
  return tl_shared_create(&fields, &out->as.shared, error);
}

EVALUATOR(shared_row_major) {
  return tl_shared_row_major(&a[0].as.list, &out->as.shared, error);
}

EVALUATOR(shared_column_major) {
  return tl_shared_column_major(&a[0].as.list, &out->as.shared, error);
}

EVALUATOR(shared_compose) {
  return tl_shared_compose(&a[0].as.shared, &a[1].as.shared, &out->as.shared,
                           error);
}

#define SHARED_LIST_EVALUATOR(name)                                            \
  EVALUATOR(shared_##name) {                                                   \
    return tl_shared_##name(&a[0].as.shared, &a[1].as.list, &out->as.shared,   \
                            error);                                            \
  }

SHARED_LIST_EVALUATOR(permute)
SHARED_LIST_EVALUATOR(slice)
SHARED_LIST_EVALUATOR(unsqueeze)
SHARED_LIST_EVALUATOR(reshape)

EVALUATOR(shared_prepend_dim) {
  return tl_shared_prepend_dim(&a[0].as.shared, a[1].as.integer,
                               &out->as.shared, error);
}

EVALUATOR(shared_apply_swizzle) {
  return tl_shared_apply_swizzle(&a[0].as.shared, &a[1].as.swizzle,
                                 &out->as.shared, error);
}

EVALUATOR(shared_row_major_swizzle) {
  return tl_shared_row_major_swizzle(&a[0].as.list, a[1].as.integer,
                                     &out->as.shared, error);
}

EVALUATOR(copy_vector) {
  return tl_copy_widest_vector(&a[0].as.layout, &a[1].as.layout, lanes,
                               a[2].as.integer, &out->as.integer, error);
}

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
  int64_t bits = a[2].as.integer;
  if (bits < 8 || bits > WIDEST_BITS || (bits & (bits - 1)) != 0)
    return tl_fail(error, TL_INVALID,
                   "bits is %" PRId64 "; it must be 8, 16, 32, 64 or 128",
                   bits);
  TL_TRY(scope_of(&a[3], &a[0].as.layout, lanes, &scope, error));
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
  tl_copy_plan_text(&request, &plan, &vectors, &text);
  if (text.length >= sizeof out->as.plan.text)
    return tl_fail(error, TL_CAPACITY,
                   "the text of the plan is longer than %d bytes; 'tl-layout "
                   "plan' shows it",
                   TL_PLAN_CAPACITY - 1);
  memcpy(out->as.plan.text, text.data, text.length + 1);
  return TL_OK;
}

#define INTEGER TL_KIND_INTEGER
#define LIST TL_KIND_LIST
#define SWIZZLE TL_KIND_SWIZZLE
#define REGISTER TL_KIND_REGISTER
#define SHARED TL_KIND_SHARED
#define LAYOUT TL_KIND_LAYOUT

static const function ROWS[] = {
    {"swizzle",
     SWIZZLE,
     {{"base", INTEGER, 0}, {"bits", INTEGER, 0}, {"shift", INTEGER, 0}},
     make_swizzle},

    {"register",
     REGISTER,
     {{"shape", LIST, 0},
      {"mode_shape", LIST, 0},
      {"spatial_modes", LIST, 0},
      {"local_modes", LIST, 0}},
     make_register},
    {"spatial",
     REGISTER,
     {{"shape", LIST, REST}, {"ranks", LIST, OPTIONAL}},
     spatial},
    {"local",
     REGISTER,
     {{"shape", LIST, REST}, {"ranks", LIST, OPTIONAL}},
     local},
    {"repeat", /* the name the Tilus documentation has for local */
     REGISTER,
     {{"shape", LIST, REST}, {"ranks", LIST, OPTIONAL}},
     local},
    {"column_spatial", REGISTER, {{"shape", LIST, REST}}, column_spatial},
    {"column_local", REGISTER, {{"shape", LIST, REST}}, column_local},
    {"column_repeat", REGISTER, {{"shape", LIST, REST}}, column_local},
    {"compose",
     REGISTER,
     {{"outer", REGISTER, 0}, {"inner", REGISTER, 0}},
     compose},
    {"reduce",
     REGISTER,
     {{"layout", REGISTER, 0},
      {"dims", LIST, 0},
      {"keepdims", TL_KIND_BOOLEAN, OPTIONAL}},
     reduce},

    {"replicated",
     REGISTER,
     {{"shape", LIST, REST}, {"num_workers", INTEGER, 0}},
     replicated},
    {"auto_local_spatial",
     REGISTER,
     {{"num_threads", INTEGER, 0}, {"shape", LIST, 0}},
     auto_local_spatial},
    {"with_shape",
     REGISTER,
     {{"layout", REGISTER, 0}, {"shape", LIST, 0}},
     with_shape},
    {"squeeze",
     REGISTER,
     {{"layout", REGISTER, 0}, {"dims", LIST, 0}},
     squeeze},
    {"unsqueeze",
     REGISTER,
     {{"layout", REGISTER, 0}, {"dims", LIST, 0}},
     unsqueeze},
    {"permute",
     REGISTER,
     {{"layout", REGISTER, 0}, {"dims", LIST, 0}},
     permute},
    {"reshape",
     REGISTER,
     {{"layout", REGISTER, 0}, {"shape", LIST, 0}},
     reshape},
    {"flatten",
     REGISTER,
     {{"layout", REGISTER, 0},
      {"start_dim", INTEGER, OPTIONAL},
      {"end_dim", INTEGER, OPTIONAL}},
     flatten},
    {"concat", REGISTER, {{"lhs", REGISTER, 0}, {"rhs", REGISTER, 0}}, concat},
    {"divide", REGISTER, {{"lhs", REGISTER, 0}, {"rhs", REGISTER, 0}}, divide},
    {"left_divide",
     REGISTER,
     {{"layout", REGISTER, 0}, {"divisor", REGISTER, 0}},
     left_divide},
    {"reduce_to",
     REGISTER,
     {{"layout", REGISTER, 0}, {"shape", LIST, 0}},
     reduce_to},
    {"num_threads", INTEGER, {{"layout", REGISTER, 0}}, num_threads},
    {"local_size", INTEGER, {{"layout", REGISTER, 0}}, local_size},
    {"size", INTEGER, {{"layout", REGISTER, 0}}, size},
    {"grid", TL_KIND_GRID, {{"layout", REGISTER, 0}}, grid},

    {"ldmatrix",
     REGISTER,
     {{"bits", INTEGER, 0}, {"trans", TL_KIND_BOOLEAN, OPTIONAL}},
     ldmatrix},
    {"mma_a",
     REGISTER,
     {{"m", INTEGER, 0},
      {"n", INTEGER, 0},
      {"k", INTEGER, 0},
      {"bits", INTEGER, 0}},
     mma_a},
    {"mma_b",
     REGISTER,
     {{"m", INTEGER, 0},
      {"n", INTEGER, 0},
      {"k", INTEGER, 0},
      {"bits", INTEGER, 0}},
     mma_b},
    {"mma_c",
     REGISTER,
     {{"m", INTEGER, 0},
      {"n", INTEGER, 0},
      {"k", INTEGER, 0},
      {"bits", INTEGER, 0}},
     mma_c},
    {"wgmma_c", REGISTER, {{"n", INTEGER, 0}}, wgmma_c},

    {"shared",
     SHARED,
     {{"shape", LIST, 0},
      {"mode_shape", LIST, 0},
      {"mode_strides", LIST, 0},
      {"swizzle", SWIZZLE, OPTIONAL}},
     make_shared},
    {"shared_row_major", SHARED, {{"shape", LIST, REST}}, shared_row_major},
    {"shared_column_major",
     SHARED,
     {{"shape", LIST, REST}},
     shared_column_major},
    {"shared_compose",
     SHARED,
     {{"outer", SHARED, 0}, {"inner", SHARED, 0}},
     shared_compose},
    {"shared_apply_swizzle",
     SHARED,
     {{"layout", SHARED, 0}, {"swizzle", SWIZZLE, 0}},
     shared_apply_swizzle},
    {"shared_row_major_swizzle",
     SHARED,
     {{"shape", LIST, 0}, {"nbytes", INTEGER, 0}},
     shared_row_major_swizzle},

    {"shared_permute",
     SHARED,
     {{"layout", SHARED, 0}, {"dims", LIST, 0}},
     shared_permute},
    {"shared_slice",
     SHARED,
     {{"layout", SHARED, 0}, {"retain_dims", LIST, 0}},
     shared_slice},
    {"shared_unsqueeze",
     SHARED,
     {{"layout", SHARED, 0}, {"dims", LIST, 0}},
     shared_unsqueeze},
    {"shared_reshape",
     SHARED,
     {{"layout", SHARED, 0}, {"shape", LIST, 0}},
     shared_reshape},
    {"shared_prepend_dim",
     SHARED,
     {{"layout", SHARED, 0}, {"extent", INTEGER, 0}},
     shared_prepend_dim},
    {"count_size", INTEGER, {{"layout", SHARED, 0}}, count_size},
    {"offsets", TL_KIND_OFFSETS, {{"layout", SHARED, 0}}, offsets},

    {"canonicalize", TL_KIND_NONE, {{"layout", TL_KIND_NONE, 0}}, canonicalize},
    {"copy_vector",
     INTEGER,
     {{"fragment", LAYOUT, 0}, {"memory", LAYOUT, 0}, {"bits", INTEGER, 0}},
     copy_vector},
    {"copy_plan",
     TL_KIND_PLAN,
     {{"fragment", LAYOUT, 0},
      {"memory", LAYOUT, 0},
      {"bits", INTEGER, 0},
      {"scope", TL_KIND_NAME, OPTIONAL}},
     copy_plan},
};

const function_table TL_TILUS_FUNCTIONS = {ROWS, sizeof ROWS / sizeof *ROWS};
