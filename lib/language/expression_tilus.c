/* expression_tilus.c - Functions of register and shared layouts.
 *
 * A row names a function, the kind of its result and its parameters; the
 * parser binds and checks arguments by the row, so that the statics below only
 * call the library. */
#include "expression_access.h"
#include "tl/layout_algebra.h"
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

#define OF_SHAPE(name, order, ranks)                                           \
  CALLS(name, tl_register_of_shape(order, LIST(0), ranks, &OUT(reg), error))
#define REGISTER(name, ...)                                                    \
  CALLS(name, tl_register_##name(__VA_ARGS__, &OUT(reg), error))

OF_SHAPE(spatial, TL_SPATIAL, optional_list(&a[1]))
OF_SHAPE(local, TL_LOCAL, optional_list(&a[1]))
OF_SHAPE(column_spatial, TL_COLUMN_SPATIAL, NULL)
OF_SHAPE(column_local, TL_COLUMN_LOCAL, NULL)
REGISTER(replicated, LIST(0), INT(1))
REGISTER(auto_local_spatial, INT(0), LIST(1))
REGISTER(compose, REG(0), REG(1))
REGISTER(concat, REG(0), REG(1))
REGISTER(divide, REG(0), REG(1))
REGISTER(left_divide, REG(0), REG(1))
REGISTER(with_shape, REG(0), LIST(1))
REGISTER(squeeze, REG(0), LIST(1))
REGISTER(unsqueeze, REG(0), LIST(1))
REGISTER(permute, REG(0), LIST(1))
REGISTER(reshape, REG(0), LIST(1))
REGISTER(reduce, REG(0), LIST(1), optional_integer(&a[2], 0) != 0)
REGISTER(reduce_to, REG(0), LIST(1))
REGISTER(flatten, REG(0), optional_integer(&a[1], 0),
         optional_integer(&a[2], -1))

/* Layouts are canonical when they are made. */
GIVES(canonicalize_register, reg, *REG(0))
GIVES(canonicalize_shared, layout, *TILE(0))

/* For each element its offset, or the list of its [thread, slot]. */
static void write_places(const tl_value *layout, const tl_writer *text) {
  tl_places places;
  tl_location place;
  if (tl_places_open(layout, &places, NULL) != TL_OK)
    return;
  tl_list coordinate = {.count = places.shape.count};
  const char *separator = "[";
  do {
    tl_code code = tl_places_locate(&places, &coordinate, &place, NULL);
    int64_t copies = code == TL_OK ? tl_numbers_count(&place.items[0]) : 0;
    bool is_held = place.count == 2;
    tl_write(text, is_held ? "%s[" : "%s", separator);
    for (int64_t i = 0; i < copies; i++) {
      int64_t number = tl_numbers_item(&place.items[0], i);
      if (is_held)
        tl_write(text, "%s[%" PRId64 ", %" PRId64 "]", i ? ", " : "", number,
                 tl_numbers_item(&place.items[1], 0));
      else
        tl_write(text, "%" PRId64, number);
    }
    tl_write(text, is_held ? "]" : "");
    separator = ", ";
  } while (tl_list_next_coordinate(&places.shape, &coordinate));
  tl_write(text, "]");
}

static void write_grid(const tl_value *value, const tl_writer *text) {
  tl_value layout = {.kind = TL_KIND_REGISTER, .as.reg = value->as.reg};
  write_places(&layout, text);
}

static void write_offsets(const tl_value *value, const tl_writer *text) {
  tl_value layout = {.kind = TL_KIND_SHARED, .as.layout = value->as.layout};
  write_places(&layout, text);
}

EVALUATOR(grid) {
  int64_t elements, threads;
  tl_places places;
  TL_TRY(tl_list_product(&REG(0)->shape, &elements, error));
  TL_TRY(tl_register_threads(REG(0), &threads, error));
  TL_TRY(tl_places_open(&a[0], &places, error));
  OUT(reg) = *REG(0);
  TL_TRY(tl_result_listing(out, elements, write_grid, error));
  return tl_result_listing(out, threads, write_grid, error);
}

EVALUATOR(offsets) {
  int64_t elements;
  tl_list shape = tl_layout_shape(TILE(0));
  TL_TRY(tl_list_product(&shape, &elements, error));
  OUT(layout) = *TILE(0);
  return tl_result_listing(out, elements, write_offsets, error);
}

/* ---- Places of single elements ---- */

static tl_code locate(const tl_value *a, tl_places *places, tl_location *place,
                      tl_error *error) {
  TL_TRY(tl_places_open(&a[0], places, error));
  return tl_places_locate(places, LIST(1), place, error);
}

EVALUATOR(get_local) {
  tl_places places;
  tl_location place;
  TL_TRY(locate(a, &places, &place, error));
  OUT(integer) = tl_numbers_item(&place.items[1], 0);
  return TL_OK;
}

EVALUATOR(get_spatial) {
  tl_places places;
  tl_location place;
  OUT(list) = (tl_list){0};
  TL_TRY(locate(a, &places, &place, error));
  for (int64_t i = 0; i < tl_numbers_count(&place.items[0]); i++)
    TL_TRY(
        tl_list_append(&OUT(list), tl_numbers_item(&place.items[0], i), error));
  return TL_OK;
}

EVALUATOR(locate_at) {
  tl_places places;
  tl_location place;
  TL_TRY(locate(a, &places, &place, error));
  OUT(integer) = 0;
  for (int64_t i = 0; i < tl_numbers_count(&place.items[0]); i++)
    OUT(integer) |= tl_numbers_item(&place.items[0], i) == INT(2);
  return TL_OK;
}

EVALUATOR(get_global) {
  tl_places places;
  bool is_first;
  TL_TRY(tl_places_open(&a[0], &places, error));
  return tl_places_element(&places, INT(1), INT(2), &OUT(list), &is_first,
                           error);
}

CALLS(num_threads, tl_register_threads(REG(0), &OUT(integer), error))
CALLS(local_size, tl_register_registers(REG(0), &OUT(integer), error))
CALLS(size, tl_list_product(&a[0].as.reg.shape, &OUT(integer), error))
CALLS(count_size, tl_layout_span(TILE(0), TL_AXIS_M, &OUT(integer), error))

#define FRAGMENT(name, operand)                                                \
  CALLS(name, tl_fragment_mma(operand, INT(0), INT(1), INT(2), INT(3),         \
                              &OUT(reg), error))

FRAGMENT(mma_a, TL_OPERAND_A)
FRAGMENT(mma_b, TL_OPERAND_B)
FRAGMENT(mma_c, TL_OPERAND_C)
CALLS(ldmatrix, tl_fragment_ldmatrix(INT(0), optional_integer(&a[1], 0) != 0,
                                     &OUT(reg), error))
CALLS(wgmma_a, tl_fragment_wgmma_a(INT(0), INT(1), &OUT(reg), error))
CALLS(tcgen05_atom_layout,
      tl_fragment_tcgen05(NAME(0)->start, NAME(0)->length, LIST(1), INT(2),
                          &OUT(reg), error))
CALLS(wgmma_c, tl_fragment_wgmma(INT(0), &OUT(reg), error))

/* ---- Shared layouts ---- */

EVALUATOR(make_shared) {
  tl_shared fields = {a[0].as.list, a[1].as.list, a[2].as.list, {0, 0, 0}};
  if (a[3].kind == TL_KIND_SWIZZLE)
    fields.swizzle = a[3].as.swizzle;
  return tl_layout_from_shared(&fields, &OUT(layout), error);
}

#define SHARED_CALL(name, ...)                                                 \
  CALLS(shared_##name, tl_shared_##name(__VA_ARGS__, &OUT(layout), error))

CALLS(shared_row_major, tl_layout_dense(LIST(0), true, &OUT(layout), error))
CALLS(shared_column_major, tl_layout_dense(LIST(0), false, &OUT(layout), error))
SHARED_CALL(row_major_swizzle, LIST(0), INT(1))

/* From left to right. */
EVALUATOR(shared_compose) {
  tl_layout all;
  TL_TRY(tl_shared_compose(TILE(0), TILE(1), &all, error));
  for (int i = 2; i < TL_MAX_PARAMETERS && a[i].kind != TL_KIND_NONE; i++)
    TL_TRY(tl_shared_compose(&all, TILE(i), &all, error));
  OUT(layout) = all;
  return TL_OK;
}

EVALUATOR(shared_transpose) {
  if (TILE(0)->rank != 2)
    return tl_fail(error, TL_INVALID,
                   "a layout of %" PRId64 " dimensions has no transpose; "
                   "permute takes their order",
                   TILE(0)->rank);
  return tl_layout_permute_dims(TILE(0), &(tl_list){2, {1, 0}}, &OUT(layout),
                                error);
}

SHARED_CALL(apply_swizzle, TILE(0), SWIZZLE(1))
CALLS(shared_permute,
      tl_layout_permute_dims(TILE(0), LIST(1), &OUT(layout), error))
SHARED_CALL(slice, TILE(0), LIST(1))
SHARED_CALL(unsqueeze, TILE(0), LIST(1))
SHARED_CALL(reshape, TILE(0), LIST(1))
SHARED_CALL(prepend_dim, TILE(0), INT(1))

#define MMA_ROW(name)                                                          \
  ROW(name, REGISTER, name, ARG(m, INTEGER), ARG(n, INTEGER), ARG(k, INTEGER), \
      ARG(bits, INTEGER))

#define FIELDS(name)                                                           \
  ROW(name, REGISTER, make_register, ARG(shape, LIST), ARG(mode_shape, LIST),  \
      ARG(spatial_modes, LIST), ARG(local_modes, LIST))
#define SHARED_FIELDS(name, swizzle)                                           \
  ROW(name, SHARED, make_shared, ARG(shape, LIST), ARG(mode_shape, LIST),      \
      ARG(mode_strides, LIST), OPT(swizzle, SWIZZLE))
#define SWIZZLE_ROW(name)                                                      \
  ROW(name, SWIZZLE, make_swizzle, ARG(base, INTEGER), ARG(bits, INTEGER),     \
      ARG(shift, INTEGER))

static const tl_function ROWS[] = {
    SWIZZLE_ROW(swizzle),
    SWIZZLE_ROW(Swizzle),

    FIELDS(register),
    FIELDS(register_layout),
    FIELDS(RegisterLayout),
    ROW(spatial, REGISTER, spatial, REST(shape, LIST), OPT(ranks, LIST)),
    ROW(local, REGISTER, local, REST(shape, LIST), OPT(ranks, LIST)),
    ROW(repeat, REGISTER, local, REST(shape, LIST), OPT(ranks, LIST)),
    ROW(column_spatial, REGISTER, column_spatial, REST(shape, LIST)),
    ROW(column_local, REGISTER, column_local, REST(shape, LIST)),
    ROW(column_repeat, REGISTER, column_local, REST(shape, LIST)),
    ROW(compose, REGISTER, compose, ARG(outer, REGISTER), ARG(inner, REGISTER)),
    OF(REGISTER, reduce, ARG(dims, LIST), OPT(keepdims, BOOLEAN)),

    ROW(replicated, REGISTER, replicated, REST(shape, LIST),
        ARG(num_workers, INTEGER)),
    ROW(auto_local_spatial, REGISTER, auto_local_spatial,
        ARG(num_threads, INTEGER), ARG(shape, LIST)),
    OF(REGISTER, with_shape, ARG(shape, LIST)),
    OF(REGISTER, squeeze, ARG(dims, LIST)),
    OF(REGISTER, unsqueeze, ARG(dims, LIST)),
    OF(REGISTER, permute, ARG(dims, LIST)),
    OF(REGISTER, reshape, ARG(shape, LIST)),
    OF(REGISTER, flatten, OPT(start_dim, INTEGER), OPT(end_dim, INTEGER)),
    ROW(concat, REGISTER, concat, ARG(lhs, REGISTER), ARG(rhs, REGISTER)),
    ROW(divide, REGISTER, divide, ARG(lhs, REGISTER), ARG(rhs, REGISTER)),
    OF(REGISTER, left_divide, ARG(divisor, REGISTER)),
    OF(REGISTER, reduce_to, ARG(shape, LIST)),
    ROW(num_threads, INTEGER, num_threads, ARG(layout, REGISTER)),
    ROW(spatial_size, INTEGER, num_threads, ARG(layout, REGISTER)),
    ROW(local_size, INTEGER, local_size, ARG(layout, REGISTER)),
    ROW(size, INTEGER, size, ARG(layout, REGISTER)),
    ROW(grid, TEXT, grid, ARG(layout, REGISTER)),
    ROW(get_local, INTEGER, get_local, ARG(layout, REGISTER),
        ARG(global_indices, LIST)),
    ROW(get_spatial, LIST, get_spatial, ARG(layout, REGISTER),
        ARG(global_indices, LIST)),
    ROW(get_global, LIST, get_global, ARG(layout, REGISTER),
        ARG(spatial_index, INTEGER), ARG(local_index, INTEGER)),
    ROW(locate_at, BOOLEAN, locate_at, ARG(layout, REGISTER),
        ARG(global_indices, LIST), ARG(spatial_index, INTEGER)),

    ROW(ldmatrix, REGISTER, ldmatrix, ARG(bits, INTEGER), OPT(trans, BOOLEAN)),
    MMA_ROW(mma_a),
    MMA_ROW(mma_b),
    MMA_ROW(mma_c),
    ROW(wgmma_a, REGISTER, wgmma_a, ARG(k, INTEGER), ARG(bits, INTEGER)),
    ROW(wgmma_c, REGISTER, wgmma_c, ARG(n, INTEGER)),
    ROW(tcgen05_atom_layout, REGISTER, tcgen05_atom_layout,
        ARG(instr_shape, NAME), ARG(tensor_shape, LIST), ARG(bits, INTEGER)),

    SHARED_FIELDS(shared, swizzle),
    SHARED_FIELDS(shared_layout, optional_swizzle),
    SHARED_FIELDS(SharedLayout, swizzle),
    ROW(shared_row_major, SHARED, shared_row_major, REST(shape, LIST)),
    ROW(shared_column_major, SHARED, shared_column_major, REST(shape, LIST)),
    ROW(shared_compose, SHARED, shared_compose, ARG(outer, SHARED),
        ARG(inner, SHARED), OPT(innermore, SHARED), OPT(innermost, SHARED)),
    OF(SHARED, shared_apply_swizzle, ARG(swizzle, SWIZZLE)),
    ROW(shared_row_major_swizzle, SHARED, shared_row_major_swizzle,
        ARG(shape, LIST), ARG(nbytes, INTEGER)),

    OF(SHARED, shared_permute, ARG(dims, LIST)),
    ROW(shared_transpose, SHARED, shared_transpose, ARG(layout, SHARED)),
    OF(SHARED, shared_slice, ARG(retain_dims, LIST)),
    OF(SHARED, shared_unsqueeze, ARG(dims, LIST)),
    OF(SHARED, shared_reshape, ARG(shape, LIST)),
    OF(SHARED, shared_prepend_dim, ARG(extent, INTEGER)),
    ROW(count_size, INTEGER, count_size, ARG(layout, SHARED)),
    ROW(offsets, TEXT, offsets, ARG(layout, SHARED)),

    ROW(canonicalize, REGISTER, canonicalize_register, ARG(layout, REGISTER)),
    ROW(canonicalize_layout, REGISTER, canonicalize_register,
        ARG(layout, REGISTER)),
    ROW(canonicalize, SHARED, canonicalize_shared, ARG(layout, SHARED)),
    ROW(canonicalize_shared_layout, SHARED, canonicalize_shared,
        ARG(layout, SHARED)),
};

const tl_function_table TL_TILUS_FUNCTIONS = {ROWS, sizeof ROWS / sizeof *ROWS};
