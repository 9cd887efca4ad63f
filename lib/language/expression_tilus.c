/* expression_tilus.c - Functions of register and shared layouts.
 *
 * A row names a function, the kind of its result and its parameters; the
 * parser binds and checks arguments by the row, so that the statics below only
 * call the library. */
#include "expression_access.h"
#include "tl/fragment.h"
#include <inttypes.h>

CALLS(make_swizzle,
      tl_swizzle_create(INT(0), INT(1), INT(2), &OUT(swizzle), error))

static const tl_list *optional_list(const tl_value *argument) {
  return argument->kind == TL_KIND_LIST ? &argument->as.list : NULL;
}

static int64_t optional_integer(const tl_value *argument, int64_t otherwise) {
  return argument->kind == TL_KIND_NONE ? otherwise : argument->as.integer;
}

EVALUATOR(make_register) {
  tl_register fields = {a[0].as.list, a[1].as.list, a[2].as.list, a[3].as.list};
  return tl_register_create(&fields, &OUT(reg), error);
}

CALLS(spatial,
      tl_register_spatial(LIST(0), optional_list(&a[1]), &OUT(reg), error))
CALLS(local, tl_register_local(LIST(0), optional_list(&a[1]), &OUT(reg), error))
CALLS(column_spatial, tl_register_column_spatial(LIST(0), &OUT(reg), error))
CALLS(column_local, tl_register_column_local(LIST(0), &OUT(reg), error))
CALLS(reduce,
      tl_register_reduce(REG(0), LIST(1), optional_integer(&a[2], 0) != 0,
                         &OUT(reg), error))
CALLS(replicated, tl_register_replicated(LIST(0), INT(1), &OUT(reg), error))
CALLS(auto_local_spatial,
      tl_register_auto_local_spatial(INT(0), LIST(1), &OUT(reg), error))
CALLS(flatten,
      tl_register_flatten(REG(0), optional_integer(&a[1], 0),
                          optional_integer(&a[2], -1), &OUT(reg), error))

/* Functions of a register layout and a list, or of two register layouts. */
#define LIST_EVALUATOR(name)                                                   \
  EVALUATOR(name) {                                                            \
    return tl_register_##name(REG(0), LIST(1), &OUT(reg), error);              \
  }
#define PAIR_EVALUATOR(name)                                                   \
  EVALUATOR(name) {                                                            \
    return tl_register_##name(REG(0), REG(1), &OUT(reg), error);               \
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

static void write_place(const tl_register_place *place, const tl_writer *text) {
  tl_write(text, "[");
  for (int64_t i = 0; i < tl_register_place_count(place); i++)
    tl_write(text, "%s[%" PRId64 ", %" PRId64 "]", i ? ", " : "",
             tl_register_place_thread(place, i), place->slot);
  tl_write(text, "]");
}

/* For each element the list of [thread, slot]. */
static void write_grid(const tl_value *value, const tl_writer *text) {
  const tl_register *layout = &value->as.reg;
  tl_list coordinate = {.count = layout->shape.count};
  const char *separator = "[";
  do {
    tl_register_place place;
    tl_write(text, "%s", separator);
    if (tl_register_locate(layout, &coordinate, &place, NULL) == TL_OK)
      write_place(&place, text);
    separator = ", ";
  } while (tl_list_next_coordinate(&layout->shape, &coordinate));
  tl_write(text, "]");
}

EVALUATOR(grid) {
  int64_t elements, threads;
  TL_TRY(tl_list_product(&REG(0)->shape, &elements, error));
  TL_TRY(tl_register_threads(REG(0), &threads, error));
  OUT(reg) = *REG(0);
  TL_TRY(tl_result_listing(out, elements, write_grid, error));
  return tl_result_listing(out, threads, write_grid, error);
}

static void write_offsets(const tl_value *value, const tl_writer *text) {
  const tl_shared *layout = &value->as.shared;
  tl_list coordinate = {.count = layout->shape.count};
  const char *separator = "[";
  do {
    int64_t offset = 0;
    if (tl_shared_offset(layout, &coordinate, &offset, NULL) == TL_OK)
      tl_write(text, "%s%" PRId64, separator, offset);
    separator = ", ";
  } while (tl_list_next_coordinate(&layout->shape, &coordinate));
  tl_write(text, "]");
}

EVALUATOR(offsets) {
  int64_t elements;
  TL_TRY(tl_list_product(&SHARED(0)->shape, &elements, error));
  OUT(shared) = *SHARED(0);
  return tl_result_listing(out, elements, write_offsets, error);
}

CALLS(num_threads, tl_register_threads(REG(0), &OUT(integer), error))
CALLS(local_size, tl_register_registers(REG(0), &OUT(integer), error))
CALLS(size, tl_list_product(&a[0].as.reg.shape, &OUT(integer), error))
CALLS(count_size, tl_shared_span(SHARED(0), &OUT(integer), error))
CALLS(ldmatrix, tl_fragment_ldmatrix(INT(0), optional_integer(&a[1], 0) != 0,
                                     &OUT(reg), error))

#define MMA_EVALUATOR(name, operand)                                           \
  EVALUATOR(name) {                                                            \
    return tl_fragment_mma(operand, INT(0), INT(1), INT(2), INT(3), &OUT(reg), \
                           error);                                             \
  }

MMA_EVALUATOR(mma_a, TL_OPERAND_A)
MMA_EVALUATOR(mma_b, TL_OPERAND_B)
MMA_EVALUATOR(mma_c, TL_OPERAND_C)

CALLS(wgmma_c, tl_fragment_wgmma(INT(0), &OUT(reg), error))

EVALUATOR(make_shared) {
  tl_shared fields = {a[0].as.list, a[1].as.list, a[2].as.list, {0, 0, 0}};
  if (a[3].kind == TL_KIND_SWIZZLE)
    fields.swizzle = a[3].as.swizzle;
  return tl_shared_create(&fields, &OUT(shared), error);
}

CALLS(shared_row_major, tl_shared_row_major(LIST(0), &OUT(shared), error))
CALLS(shared_column_major, tl_shared_column_major(LIST(0), &OUT(shared), error))
CALLS(shared_compose,
      tl_shared_compose(SHARED(0), SHARED(1), &OUT(shared), error))

#define SHARED_LIST_EVALUATOR(name)                                            \
  EVALUATOR(shared_##name) {                                                   \
    return tl_shared_##name(SHARED(0), LIST(1), &OUT(shared), error);          \
  }

SHARED_LIST_EVALUATOR(permute)
SHARED_LIST_EVALUATOR(slice)
SHARED_LIST_EVALUATOR(unsqueeze)
SHARED_LIST_EVALUATOR(reshape)

CALLS(shared_prepend_dim,
      tl_shared_prepend_dim(SHARED(0), INT(1), &OUT(shared), error))
CALLS(shared_apply_swizzle,
      tl_shared_apply_swizzle(SHARED(0), SWIZZLE(1), &OUT(shared), error))
CALLS(shared_row_major_swizzle,
      tl_shared_row_major_swizzle(LIST(0), INT(1), &OUT(shared), error))
static const tl_function ROWS[] = {
    ROW(swizzle, SWIZZLE, make_swizzle, ARG(base, INTEGER), ARG(bits, INTEGER),
        ARG(shift, INTEGER)),

    ROW(register, REGISTER, make_register, ARG(shape, LIST),
        ARG(mode_shape, LIST), ARG(spatial_modes, LIST),
        ARG(local_modes, LIST)),
    ROW(spatial, REGISTER, spatial, REST(shape, LIST), OPT(ranks, LIST)),
    ROW(local, REGISTER, local, REST(shape, LIST), OPT(ranks, LIST)),
    ROW(repeat, REGISTER, local, REST(shape, LIST), OPT(ranks, LIST)),
    ROW(column_spatial, REGISTER, column_spatial, REST(shape, LIST)),
    ROW(column_local, REGISTER, column_local, REST(shape, LIST)),
    ROW(column_repeat, REGISTER, column_local, REST(shape, LIST)),
    ROW(compose, REGISTER, compose, ARG(outer, REGISTER), ARG(inner, REGISTER)),
    ROW(reduce, REGISTER, reduce, ARG(layout, REGISTER), ARG(dims, LIST),
        OPT(keepdims, BOOLEAN)),

    ROW(replicated, REGISTER, replicated, REST(shape, LIST),
        ARG(num_workers, INTEGER)),
    ROW(auto_local_spatial, REGISTER, auto_local_spatial,
        ARG(num_threads, INTEGER), ARG(shape, LIST)),
    ROW(with_shape, REGISTER, with_shape, ARG(layout, REGISTER),
        ARG(shape, LIST)),
    ROW(squeeze, REGISTER, squeeze, ARG(layout, REGISTER), ARG(dims, LIST)),
    ROW(unsqueeze, REGISTER, unsqueeze, ARG(layout, REGISTER), ARG(dims, LIST)),
    ROW(permute, REGISTER, permute, ARG(layout, REGISTER), ARG(dims, LIST)),
    ROW(reshape, REGISTER, reshape, ARG(layout, REGISTER), ARG(shape, LIST)),
    ROW(flatten, REGISTER, flatten, ARG(layout, REGISTER),
        OPT(start_dim, INTEGER), OPT(end_dim, INTEGER)),
    ROW(concat, REGISTER, concat, ARG(lhs, REGISTER), ARG(rhs, REGISTER)),
    ROW(divide, REGISTER, divide, ARG(lhs, REGISTER), ARG(rhs, REGISTER)),
    ROW(left_divide, REGISTER, left_divide, ARG(layout, REGISTER),
        ARG(divisor, REGISTER)),
    ROW(reduce_to, REGISTER, reduce_to, ARG(layout, REGISTER),
        ARG(shape, LIST)),
    ROW(num_threads, INTEGER, num_threads, ARG(layout, REGISTER)),
    ROW(local_size, INTEGER, local_size, ARG(layout, REGISTER)),
    ROW(size, INTEGER, size, ARG(layout, REGISTER)),
    ROW(grid, TEXT, grid, ARG(layout, REGISTER)),

    ROW(ldmatrix, REGISTER, ldmatrix, ARG(bits, INTEGER), OPT(trans, BOOLEAN)),
    ROW(mma_a, REGISTER, mma_a, ARG(m, INTEGER), ARG(n, INTEGER),
        ARG(k, INTEGER), ARG(bits, INTEGER)),
    ROW(mma_b, REGISTER, mma_b, ARG(m, INTEGER), ARG(n, INTEGER),
        ARG(k, INTEGER), ARG(bits, INTEGER)),
    ROW(mma_c, REGISTER, mma_c, ARG(m, INTEGER), ARG(n, INTEGER),
        ARG(k, INTEGER), ARG(bits, INTEGER)),
    ROW(wgmma_c, REGISTER, wgmma_c, ARG(n, INTEGER)),

    ROW(shared, SHARED, make_shared, ARG(shape, LIST), ARG(mode_shape, LIST),
        ARG(mode_strides, LIST), OPT(swizzle, SWIZZLE)),
    ROW(shared_row_major, SHARED, shared_row_major, REST(shape, LIST)),
    ROW(shared_column_major, SHARED, shared_column_major, REST(shape, LIST)),
    ROW(shared_compose, SHARED, shared_compose, ARG(outer, SHARED),
        ARG(inner, SHARED)),
    ROW(shared_apply_swizzle, SHARED, shared_apply_swizzle, ARG(layout, SHARED),
        ARG(swizzle, SWIZZLE)),
    ROW(shared_row_major_swizzle, SHARED, shared_row_major_swizzle,
        ARG(shape, LIST), ARG(nbytes, INTEGER)),

    ROW(shared_permute, SHARED, shared_permute, ARG(layout, SHARED),
        ARG(dims, LIST)),
    ROW(shared_slice, SHARED, shared_slice, ARG(layout, SHARED),
        ARG(retain_dims, LIST)),
    ROW(shared_unsqueeze, SHARED, shared_unsqueeze, ARG(layout, SHARED),
        ARG(dims, LIST)),
    ROW(shared_reshape, SHARED, shared_reshape, ARG(layout, SHARED),
        ARG(shape, LIST)),
    ROW(shared_prepend_dim, SHARED, shared_prepend_dim, ARG(layout, SHARED),
        ARG(extent, INTEGER)),
    ROW(count_size, INTEGER, count_size, ARG(layout, SHARED)),
    ROW(offsets, TEXT, offsets, ARG(layout, SHARED)),

    ROW(canonicalize, NONE, canonicalize, ARG(layout, NONE)),
};

const tl_function_table TL_TILUS_FUNCTIONS = {ROWS, sizeof ROWS / sizeof *ROWS};
