/* triton_linear.c - #ttg.linear, by way of the notation `linear`.
 *
 *   #ttg.linear<{register = [[0, 1]], lane = [[0, 2], [1, 0]], warp = [],
 *                block = []}>
 *     -> linear(register = [[0, 1]], lane = [[0, 2], [1, 0]], warp = [],
 *               shape = [2, 4])
 *
 * The bases cover the tensor, so that they say its shape. */
#include "base/checked.h"
#include "search.h"
#include "spelling/linear/linear.h"

extern const tl_foreign TL_TTG_LINEAR;

enum { BLOCK = TL_LINEAR_PARTS };

static tl_code shape(const tl_foreign_node *node, tl_list *out,
                     tl_error *error) {
  *out = (tl_list){0};
  for (int part = 0; part < TL_LINEAR_PARTS; part++) {
    const tl_lists *bases = &node->fields[part].as.lists;
    for (int64_t k = 0; k < bases->count; k++)
      for (int64_t d = 0; d < bases->length; d++) {
        out->count = bases->length;
        out->items[d] |= bases->items[k][d];
      }
  }
  if (out->count == 0)
    return tl_fail(error, TL_INVALID,
                   "there is no basis that says how many dimensions the tensor "
                   "has: write tensor<1x1xf16, ...>");
  for (int64_t d = 0; d < out->count; d++)
    TL_TRY(tl_add(out->items[d], 1, &out->items[d], error));
  return TL_OK;
}

static tl_code mean(const tl_foreign_node *node, const tl_list *of,
                    int64_t lanes, tl_layout *out, tl_error *error) {
  const tl_lists *block = &node->fields[BLOCK].as.lists;
  tl_value arguments[TL_LINEAR_PARTS + 1], made;
  if (block->count > 0)
    return tl_fail_at_field(
        node, BLOCK,
        tl_fail(error, TL_INVALID,
                "block has %" PRId64
                " bases; linear layouts of TL are those of the "
                "threads of one block",
                block->count),
        error);
  for (int part = 0; part < TL_LINEAR_PARTS; part++)
    arguments[part] = node->fields[part];
  arguments[BLOCK] = (tl_value){.kind = TL_KIND_LIST, .as.list = *of};
  TL_TRY(TL_LINEAR_NOTATION.functions.rows->evaluate(arguments, lanes, &made,
                                                     error));
  TL_TRY(TL_LINEAR_NOTATION.check_lanes(&made, lanes, error));
  return TL_LINEAR_NOTATION.to_tile(&made, out, NULL) == TL_OK
             ? TL_OK
             : TL_LINEAR_NOTATION.to_twisted(&made, out, error);
}

static tl_code search(foreign_search *search, tl_error *error) {
  tl_foreign_node *node = tl_search_node(search, 0, &TL_TTG_LINEAR);
  tl_value value = {.kind = TL_LINEAR_NOTATION.kind};
  TL_TRY(TL_LINEAR_NOTATION.from_tile(&search->wanted, TL_SCOPE_CTA,
                                      search->lanes, &value, error));
  for (int part = 0; part <= TL_LINEAR_PARTS; part++) {
    node->fields[part] = (tl_value){.kind = TL_KIND_LISTS};
    if (part < TL_LINEAR_PARTS)
      tl_linear_bases(&value, part, &node->fields[part].as.lists);
  }
  search->is_found = true;
  return TL_OK;
}

const tl_foreign TL_TTG_LINEAR = {
    .name = "ttg.linear",
    .role = TL_ROLE_HELD,
    .levels = "SLW",
    .has_braces = true,
    .is_two_to_power = true,
    .says_twists = true,
    .fields = {{"register", TL_FOREIGN_BASES, false},
               {"lane", TL_FOREIGN_BASES, false},
               {"warp", TL_FOREIGN_BASES, false},
               {"block", TL_FOREIGN_BASES, false}},
    .shape = shape,
    .mean = mean,
    .search = search,
};
