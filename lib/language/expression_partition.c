/* expression_partition.c - Functions of parts of tensors, and of where
 * coordinates lead to; see tl/cute_partition.h. */
#include "base/checked.h"
#include "expression_access.h"
#include "spelling/value_text.h"
#include "tl/cute_partition.h"

/* An integer, or a coordinate. */
static tl_code give_place(const tl_cute_place *place, tl_value *out,
                          tl_error *error) {
  TL_TRY(tl_cute_place_to_tuple(place, &OUT(tuple), error));
  out->kind = TL_KIND_TUPLE;
  if (!tl_tuple_is_integer(&OUT(tuple)))
    return TL_OK;
  *out =
      (tl_value){.kind = TL_KIND_INTEGER, .as.integer = place->items[0].value};
  return TL_OK;
}

/* What is left under _, and where that starts, but that CuTe leaves this out of a layout
 * that is no part of a tensor. */
static tl_code keep_modes(const tl_tuple *coordinate, const tl_composed *of,
                          tl_value *out, tl_error *error) {
  int64_t offset;
  out->kind = TL_KIND_CUTE;
  if (tl_composed_is_plain(of))
    return tl_tuple_slice(coordinate, &of->layout, MADE, error);
  return of->swizzle.bits == 0
             ? tl_composed_at(coordinate, of, &OUT(composed), error)
             : tl_composed_slice(coordinate, of, &OUT(composed), &offset,
                                 error);
}

static bool has_open_modes(const tl_tuple *coordinate) {
  bool has = false;
  for (int64_t i = 0; i < coordinate->node_count; i++)
    has = has || coordinate->nodes[i] == TL_NODE_ALL;
  return has;
}

EVALUATOR(layout_call) {
  tl_cute_place place;
  if (has_open_modes(TUPLE(1)))
    return keep_modes(TUPLE(1), COMPOSED(0), out, error);
  TL_TRY(tl_composed_place(TUPLE(1), COMPOSED(0), &place, error));
  return give_place(&place, out, error);
}

EVALUATOR(crd2idx_of_layout) {
  tl_cute_place place;
  TL_TRY(tl_composed_place(TUPLE(0), COMPOSED(1), &place, error));
  return give_place(&place, out, error);
}

/* Of strides, whose size may be beyond 64 bits. */
EVALUATOR(crd2idx) {
  tl_cute_place place = {0};
  tl_cute layout;
  if (!TREE(2)) {
    out->kind = TL_KIND_INTEGER;
    return tl_tuple_crd2idx(TUPLE(0), TUPLE(1), &OUT(integer), error);
  }
  TL_TRY(tl_tuple_with_strides(TUPLE(1), TUPLE(2), &layout, error));
  TL_TRY(tl_cute_place_at(TUPLE(0), &layout, &place, error));
  return give_place(&place, out, error);
}

static tl_code idx2crd_in(const tl_tuple *index, const tl_cute *layout,
                          tl_value *out, tl_error *error) {
  if (!tl_tuple_is_integer(index))
    return tl_fail(error, TL_INVALID,
                   "idx2crd with strides takes one offset, not a tuple");
  return tl_cute_idx2crd(index->leaves[0].value, layout, &OUT(tuple), error);
}

EVALUATOR(idx2crd) {
  tl_cute layout;
  if (!TREE(2))
    return tl_tuple_idx2crd(TUPLE(0), TUPLE(1), &OUT(tuple), error);
  tl_tuple stride = *TUPLE(2);
  if (tl_tuple_is_integer(&stride))
    TL_TRY(tl_tuple_compact_col_major(TUPLE(1), &stride, &stride, error));
  TL_TRY(tl_tuple_with_strides(TUPLE(1), &stride, &layout, error));
  return idx2crd_in(TUPLE(0), &layout, out, error);
}

CALLS(idx2crd_of_layout, idx2crd_in(TUPLE(0), CUTE(1), out, error))

CALLS(get_hier_coord, tl_cute_idx2crd(INT(1), CUTE(0), &OUT(tuple), error))
CALLS(get_flat_coord,
      tl_cute_flat_coordinate(INT(1), CUTE(0), &OUT(tuple), error))

EVALUATOR(get_1d_coord) {
  tl_tuple coordinate;
  TL_TRY(tl_cute_idx2crd(INT(1), CUTE(0), &coordinate, error));
  return tl_tuple_crd2idx(&coordinate, CUTE(0), &OUT(integer), error);
}

CALLS(coshape, tl_cute_coshape(CUTE(0), &OUT(tuple), error))
CALLS(coprofile, tl_cute_coprofile(CUTE(0), &OUT(tuple), error))
CALLS(make_identity_layout, tl_cute_make_identity(TUPLE(0), MADE, error))

/* (layout,offset) */
EVALUATOR(slice_and_offset) {
  tl_composed sliced;
  tl_cute_place start = {0};
  tl_tuple moved;
  tl_text text = {0};
  tl_writer writer = tl_text_writer(&text);
  if (COMPOSED(1)->swizzle.bits == 0) {
    sliced = (tl_composed){.offset = 0};
    start = COMPOSED(1)->start;
    if (COMPOSED(1)->offset)
      TL_TRY(tl_cute_place_add(&start, 0, 1, COMPOSED(1)->offset, error));
    TL_TRY(tl_tuple_slice(TUPLE(0), CUTE(1), &sliced.layout, error));
    TL_TRY(tl_cute_place_at(TUPLE(0), CUTE(1), &start, error));
  } else {
    start.count = 1;
    TL_TRY(tl_composed_slice(TUPLE(0), COMPOSED(1), &sliced,
                             &start.items[0].value, error));
  }
  TL_TRY(tl_cute_place_to_tuple(&start, &moved, error));
  tl_write(&writer, "(");
  tl_composed_write(&sliced, &writer);
  tl_write(&writer, ",");
  tl_tuple_write(&moved, &writer);
  tl_write(&writer, ")");
  return tl_result_text(out, &text, error);
}

CALLS(slice_of_layout, keep_modes(TUPLE(0), COMPOSED(1), out, error))

CALLS(domain_offset,
      tl_composed_domain_offset(TUPLE(0), COMPOSED(1), &OUT(composed), error))
CALLS(inner_partition,
      tl_composed_inner_partition(COMPOSED(0), TILER(1), TUPLE(2),
                                  &OUT(composed), error))
CALLS(outer_partition,
      tl_composed_outer_partition(COMPOSED(0), TILER(1), TUPLE(2),
                                  &OUT(composed), error))

/* The modes that the projection has an integer for. */
EVALUATOR(local_tile) {
  tl_tiler tiler = *TILER(1);
  tl_tuple at = *TUPLE(2);
  if (TREE(3)) {
    int is_by_mode = tiler.nodes[0] & TL_NODE_BY_MODE;
    TL_TRY(tl_tuple_dice(TUPLE(3), &tiler, &tiler, error));
    TL_TRY(tl_tuple_dice(TUPLE(3), &at, &at, error));
    tiler.nodes[0] = (int8_t)(tiler.nodes[0] | is_by_mode);
  }
  return tl_composed_inner_partition(COMPOSED(0), &tiler, &at, &OUT(composed),
                                     error);
}

EVALUATOR(local_partition) {
  tl_cute threads = *CUTE(1);
  if (TREE(3))
    TL_TRY(tl_tuple_dice(TUPLE(3), &threads, &threads, error));
  return tl_composed_local_partition(COMPOSED(0), &threads, INT(2),
                                     &OUT(composed), error);
}

/* A coordinate each of a layout, colexicographic. */
static void write_values(const tl_value *value, const tl_writer *text) {
  const tl_composed *composed = &value->as.composed;
  int64_t size = 0;
  tl_code code = tl_cute_size(&composed->layout, &size, NULL);
  tl_write(text, "[");
  for (int64_t i = 0; code == TL_OK && i < size; i++) {
    tl_tuple at = tl_tuple_integer(i);
    tl_cute_place place;
    code = tl_composed_place(&at, composed, &place, NULL);
    if (code == TL_OK)
      code = tl_cute_place_to_tuple(&place, &at, NULL);
    tl_write(text, i ? ", " : "");
    tl_tuple_write(&at, text);
  }
  tl_write(text, "]");
}

EVALUATOR(values_of_layout) {
  int64_t elements;
  TL_TRY(tl_cute_size(CUTE(0), &elements, error));
  OUT(composed) = *COMPOSED(0);
  return tl_result_listing(out, elements, write_values, error);
}

EVALUATOR(values_of_swizzle) {
  TL_TRY(tl_result_listing(out, INT(1), write_values, error));
  return tl_composed_swizzle_line(SWIZZLE(0), INT(1), &OUT(composed), error);
}

#define TENSOR ARG(tensor, CUTE)

static const tl_function ROWS[] = {
    OWN(layout_call, TUPLE, ARG(layout, CUTE), ARG(coordinate, COORDINATE)),
    OWN(crd2idx, TUPLE, ARG(coordinate, COORDINATE), ARG(shape, TUPLE),
        OPT(stride, BASIS)),
    ROW(crd2idx, TUPLE, crd2idx_of_layout, ARG(coordinate, COORDINATE),
        ARG(layout, CUTE)),
    OWN(idx2crd, TUPLE, ARG(index, TUPLE), ARG(shape, TUPLE),
        OPT(stride, TUPLE)),
    ROW(idx2crd, TUPLE, idx2crd_of_layout, ARG(index, TUPLE), PLAIN(layout)),
    OWN(get_hier_coord, TUPLE, PLAIN(layout), ARG(offset, INTEGER)),
    OWN(get_flat_coord, TUPLE, PLAIN(layout), ARG(offset, INTEGER)),
    OWN(get_1d_coord, INTEGER, PLAIN(layout), ARG(offset, INTEGER)),
    OWN(coshape, TUPLE, ARG(layout, CUTE)),
    OWN(coprofile, TUPLE, ARG(layout, CUTE)),
    OWN(make_identity_layout, CUTE, ARG(shape, TUPLE)),
    ROW(values, TEXT, values_of_layout, ARG(layout, CUTE)),
    ROW(values, TEXT, values_of_swizzle, ARG(swizzle, CUTE_SWIZZLE),
        ARG(count, INTEGER)),

    OWN(slice_and_offset, TEXT, ARG(coordinate, COORDINATE), ARG(layout, CUTE)),
    ROW(slice, CUTE, slice_of_layout, ARG(coordinate, COORDINATE),
        ARG(layout, CUTE)),
    OWN(domain_offset, CUTE, ARG(coordinate, COORDINATE), TENSOR),
    OWN(inner_partition, CUTE, TENSOR, ARG(tiler, TILER),
        ARG(coordinate, COORDINATE)),
    OWN(outer_partition, CUTE, TENSOR, ARG(tiler, TILER),
        ARG(coordinate, COORDINATE)),
    OWN(local_tile, CUTE, TENSOR, ARG(tiler, TILER),
        ARG(coordinate, COORDINATE), OPT(projection, COORDINATE)),
    OWN(local_partition, CUTE, TENSOR, PLAIN(threads), ARG(thread, INTEGER),
        OPT(projection, COORDINATE)),
};

const tl_function_table TL_PARTITION_FUNCTIONS = {ROWS,
                                                  sizeof ROWS / sizeof *ROWS};
