/* search.c - see search.h. */
#include "search.h"
#include <string.h>

tl_foreign_node *tl_search_node(foreign_search *search, int64_t depth,
                                const tl_foreign *row) {
  tl_foreign_node *node = &search->value->nodes[search->at + depth];
  search->value->count = search->at + depth + 1;
  node->row = row;
  for (int i = 0; i < TL_FOREIGN_FIELDS; i++) {
    node->fields[i].kind = TL_KIND_NONE;
    node->places[i] = TL_NO_POSITION;
  }
  return node;
}

/* The first element that each digit leads to is in the same place. */
static int64_t count_agreement(const tl_layout *a, const tl_layout *b) {
  int64_t agreement = 0;
  for (int64_t d = 0; d < a->rank; d++) {
    const tl_digits digits = tl_layout_digits(a, d);
    int64_t at[TL_MAX_RANK] = {0};
    at[d] = 1;
    for (int64_t i = 0; i < digits.count; i++) {
      int64_t here[TL_AXIS_COUNT], there[TL_AXIS_COUNT];
      tl_layout_apply(a, at, here);
      tl_layout_apply(b, at, there);
      agreement += memcmp(here, there, sizeof here) == 0;
      at[d] *= digits.items[i].extent;
    }
  }
  return agreement;
}

bool tl_search_try(foreign_search *search) {
  const tl_foreign_node *node = search->value->nodes;
  tl_layout meant;
  if (node->row->mean(node, &search->outer, search->lanes, &meant, NULL) !=
      TL_OK)
    return false;
  search->is_found = memcmp(&meant, &search->wanted, sizeof meant) == 0;
  if (search->is_found)
    return true;
  int64_t agreement = count_agreement(&search->wanted, &meant);
  if (!search->is_tried || agreement > search->agreement) {
    search->nearest = meant;
    search->agreement = agreement;
  }
  search->is_tried = true;
  return false;
}

bool tl_search_deal(const place_digits *from, int64_t first, int64_t end,
                    const tl_list *order, tl_list *left, tl_list *out) {
  *out = tl_list_ones(left->count);
  for (int64_t i = 0; i < order->count; i++) {
    int64_t d = order->items[i];
    for (; first < end && from->items[first].dim == d; first++) {
      out->items[d] *= from->items[first].extent;
      left->items[d] /= from->items[first].extent;
    }
    for (; left->items[d] == 1 && first < end &&
           from->items[first].dim == left->count;
         first++)
      out->items[d] *= from->items[first].extent;
  }
  return first == end;
}

bool tl_search_deal_part(const foreign_search *search, tiling_part part,
                         const tl_list *order, tl_list *left, tl_list *out) {
  const place_digits *digits = &search->parts[part];
  return tl_search_deal(digits, 0, digits->count, order, left, out);
}

static void swap(tl_list *list, int64_t i, int64_t k) {
  int64_t item = list->items[i];
  list->items[i] = list->items[k];
  list->items[k] = item;
}

/* The one before it in lexicographic order. */
bool tl_search_next_order(tl_list *order) {
  const int64_t *items = order->items;
  int64_t i = order->count - 2, k = order->count - 1;
  while (i >= 0 && items[i] < items[i + 1])
    i--;
  if (i < 0)
    return false;
  while (items[k] > items[i])
    k--;
  swap(order, i, k);
  for (i++, k = order->count - 1; i < k; i++, k--)
    swap(order, i, k);
  return true;
}

/* Half of the first factor above 1 goes to the next, and what is before it
 * starts again. */
bool tl_search_next_factors(tl_list *factors) {
  int64_t *items = factors->items, i = 0;
  while (i < factors->count && items[i] == 1)
    i++;
  if (i + 1 >= factors->count)
    return false;
  int64_t rest = items[i] / 2;
  items[i] = 1;
  items[i + 1] *= 2;
  items[0] = rest;
  return true;
}

int64_t tl_search_warps(const foreign_search *search) {
  const place_digits *warps = &search->parts[PART_WARP];
  int64_t count = 1;
  for (int64_t i = 0; i < warps->count; i++)
    count *= warps->items[i].extent;
  return count;
}

tl_code tl_search_parent(foreign_search *search, foreign_search *inner,
                         const tl_foreign *parent, tl_error *error) {
  TL_TRY(parent->search(inner, error));
  search->is_found = inner->is_found;
  search->is_tried = inner->is_tried;
  search->nearest = inner->nearest;
  search->agreement = inner->agreement;
  return TL_OK;
}
