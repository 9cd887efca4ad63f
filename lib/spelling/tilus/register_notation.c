/* register_notation.c - Register layouts as a notation.
 *
 * In an attribute a layout is a chain of factors, spatial(8, 4).local(1, 2).
 * A factor of a chain takes digits off the front of one list: those that are
 * the slowest left of their dimensions, as long as dimensions ascend, or
 * descend in a column order.  Where both lists have such digits, either may be
 * taken first; the shorter chain of two is written, which take one list or the
 * other. */
#include "layout/modes.h"
#include "register_digits.h"
#include "spelling/value_text.h"
#include "tl/notation.h"
#include <inttypes.h>
#include <string.h>

typedef struct register_chain {
  const tl_register *layout;
  int64_t dimension_of[TL_MAX_ITERS]; /* of each mode */
  int64_t next[TL_MAX_RANK]; /* the slowest mode left of each dimension */
  int64_t taken[2];          /* digits off each list */
  int64_t factors;
  tl_register value;     /* of the factors so far */
  const tl_writer *text; /* or NULL */
} register_chain;

static const tl_list *list_of(const register_chain *chain, int list) {
  return list == THREADS ? &chain->layout->spatial_modes
                         : &chain->layout->local_modes;
}

/* How many digits a factor of the list takes, dimensions ascending by 1, or
 * descending by -1. */
static int64_t run_of(const register_chain *chain, int list, int64_t step) {
  const tl_list *modes = list_of(chain, list);
  int64_t count = 0, last = step > 0 ? -1 : TL_MAX_RANK;
  for (int64_t i = chain->taken[list]; i < modes->count; i++, count++) {
    int64_t mode = modes->items[i];
    if (mode < 0)
      break;
    int64_t dimension = chain->dimension_of[mode];
    if (mode != chain->next[dimension] || (dimension - last) * step <= 0)
      break;
    last = dimension;
  }
  return count;
}

static bool starts_with_replica(const register_chain *chain) {
  const tl_list *modes = &chain->layout->spatial_modes;
  int64_t first = chain->taken[THREADS];
  return first < modes->count && modes->items[first] < 0;
}

static void write_name(register_chain *chain, const char *name) {
  if (chain->text)
    tl_write(chain->text, "%s%s(", chain->factors ? "." : "", name);
  chain->factors++;
}

static bool add_replica(register_chain *chain) {
  tl_list ones = {.count = chain->layout->shape.count};
  tl_register factor;
  int64_t threads =
      -chain->layout->spatial_modes.items[chain->taken[THREADS]++];
  for (int64_t d = 0; d < ones.count; d++)
    ones.items[d] = 1;
  write_name(chain, "replicated");
  if (chain->text) {
    tl_list_write(&ones, chain->text);
    tl_write(chain->text, ", num_workers = %" PRId64 ")", threads);
  }
  return tl_register_replicated(&ones, threads, &factor, NULL) == TL_OK &&
         tl_register_compose(&chain->value, &factor, &chain->value, NULL) ==
             TL_OK;
}

static bool add_factor(register_chain *chain, int list) {
  static const char *const NAMES[] = {
      [TL_SPATIAL] = "spatial",
      [TL_LOCAL] = "local",
      [TL_COLUMN_SPATIAL] = "column_spatial",
      [TL_COLUMN_LOCAL] = "column_local",
  };
  int64_t plain = run_of(chain, list, 1), column = run_of(chain, list, -1);
  bool is_column = column > plain;
  tl_register_order order = list == THREADS
                                ? is_column ? TL_COLUMN_SPATIAL : TL_SPATIAL
                            : is_column ? TL_COLUMN_LOCAL
                                        : TL_LOCAL;
  tl_list extents = {.count = chain->layout->shape.count};
  tl_register factor;
  for (int64_t d = 0; d < extents.count; d++)
    extents.items[d] = 1;
  for (int64_t i = is_column ? column : plain; i > 0; i--) {
    int64_t mode = list_of(chain, list)->items[chain->taken[list]++];
    int64_t dimension = chain->dimension_of[mode];
    extents.items[dimension] = chain->layout->mode_shape.items[mode];
    chain->next[dimension]++;
  }
  write_name(chain, NAMES[order]);
  if (chain->text) {
    tl_items_write(&extents, chain->text);
    tl_write(chain->text, ")");
  }
  return tl_register_of_shape(order, &extents, NULL, &factor, NULL) == TL_OK &&
         tl_register_compose(&chain->value, &factor, &chain->value, NULL) ==
             TL_OK;
}

static bool open_chain(const tl_register *layout, const tl_writer *text,
                       register_chain *out) {
  *out = (register_chain){.layout = layout, .text = text};
  if (tl_group_modes(&layout->shape, &layout->mode_shape, out->dimension_of,
                     NULL) != TL_OK)
    return false;
  for (int64_t m = layout->mode_shape.count - 1; m >= 0; m--)
    out->next[out->dimension_of[m]] = m;
  return true;
}

/* How many factors the chain has that takes from `preferred` where it can; 0
 * where it does not end, or is another layout. */
static int64_t walk(const tl_register *layout, int preferred,
                    const tl_writer *text) {
  register_chain chain;
  bool goes_on = open_chain(layout, text, &chain);
  while (goes_on) {
    if (run_of(&chain, preferred, 1))
      goes_on = add_factor(&chain, preferred);
    else if (run_of(&chain, !preferred, 1))
      goes_on = add_factor(&chain, !preferred);
    else if ((goes_on = starts_with_replica(&chain)))
      goes_on = add_replica(&chain);
  }
  if (!chain.factors)
    add_factor(&chain, REGISTERS);
  return memcmp(&chain.value, layout, sizeof *layout) == 0 ? chain.factors : 0;
}

/* Writes the layout as a chain whose value it is; false, and nothing written,
 * where there is none.
 *
 *   modes [2, 8, 4, 2], spatial [1, 2], local [0, 3]
 *     -> local(2, 1).spatial(8, 4).local(1, 2)
 *   modes [2, 2] of one dimension, spatial [1, 0] -> false */
static bool write_chain(const tl_register *layout, const tl_writer *text) {
  int64_t spatial = walk(layout, THREADS, NULL);
  int64_t local = walk(layout, REGISTERS, NULL);
  bool takes_local = local && (!spatial || local < spatial);
  return (spatial || local) &&
         walk(layout, takes_local ? REGISTERS : THREADS, text);
}

static void print(const tl_value *value, bool in_attribute,
                  const tl_writer *text) {
  const tl_register *layout = &value->as.reg;
  if (in_attribute && write_chain(layout, text))
    return;
  tl_field_write("shape", &layout->shape, text);
  tl_field_write(", mode_shape", &layout->mode_shape, text);
  tl_field_write(", spatial_modes", &layout->spatial_modes, text);
  tl_field_write(", local_modes", &layout->local_modes, text);
}

static tl_code to_tile(const tl_value *value, tl_layout *out, tl_error *error) {
  return tl_layout_from_register(&value->as.reg, out, error);
}

static tl_code from_tile(const tl_layout *layout, tl_scope scope, int64_t lanes,
                         tl_value *out, tl_error *error) {
  return tl_layout_to_register(layout, scope, lanes, &out->as.reg, error);
}

const tl_notation TL_REGISTER_NOTATION = {
    .name = "register",
    .described = "a register layout",
    .noun = "register layout",
    .kind = TL_KIND_REGISTER,
    .role = TL_ROLE_HELD,
    .word_count = sizeof(tl_register) / sizeof(int64_t),
    .has_fields = true,
    .print = print,
    .to_tile = to_tile,
    .from_tile = from_tile,
    .slot = "slot",
    .marks = {"", ": "},
};
