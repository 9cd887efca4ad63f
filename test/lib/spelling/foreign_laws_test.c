// RUN: foreign_laws_test 500 | FileCheck %s
// RUN: foreign_laws_test_fast 100000 | FileCheck %s
// CHECK: changed texts: {{[1-9][0-9]*}} read, {{[1-9][0-9]*}} refused
// CHECK: L55 written and read: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L56 by definition: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures

/* Laws L55 and L56: attributes of other compilers mean what their documents
 * define, element by element, and one that is written for a layout means it.
 * usage: foreign_laws_test LAYOUTS */
#include "layout/random_layouts.h"
#include "tl/expression.h"
#include "tl/foreign.h"
#include "tl/layout_questions.h"
#include <stdarg.h>

enum { WRITTEN, DEFINED, LAW_COUNT };

static law laws[LAW_COUNT] = {{"written and read", 0, 0, 0},
                              {"by definition", 0, 0, 0}};

enum { MOST_PLACES = 1 << 12, TEXT = 4096 };

/* An attribute, in text, and what it is of: which element a slot of a lane of a
 * warp holds, or at which offset an element is. */
typedef struct sample {
  const char *row;
  char text[TEXT];
  tl_list shape;
  int64_t slots, lanes, warps; /* 0 lanes: it is stored */
  int64_t holds[MOST_PLACES];  /* by (warp * lanes + lane) * slots + slot */
  int64_t offsets[MOST_PLACES];
} sample;

static sample now;

/* ---- Small numbers ------------------------------------------------------ */

static int64_t power(int64_t most) { return INT64_C(1) << below(most + 1); }

static tl_list powers(int64_t rank, int64_t most) {
  tl_list list = {0};
  for (int64_t d = 0; d < rank; d++)
    push(&list, power(most));
  return list;
}

static tl_list random_order(int64_t rank) {
  tl_list order = {0};
  for (int64_t d = 0; d < rank; d++)
    push(&order, d);
  for (int64_t i = rank - 1; i > 0; i--) {
    int64_t k = below(i + 1), item = order.items[i];
    order.items[i] = order.items[k];
    order.items[k] = item;
  }
  return order;
}

static tl_list rows_of(int64_t rank) {
  tl_list order = {0};
  for (int64_t d = rank - 1; d >= 0; d--)
    push(&order, d);
  return order;
}

static tl_list ones(int64_t rank) {
  tl_list list = {0};
  while (list.count < rank)
    push(&list, 1);
  return list;
}

/* Digits of *number over the extents, the first of the order fastest. */
static void unravel(int64_t *number, const tl_list *order,
                    const tl_list *extents, int64_t *digits) {
  for (int64_t i = 0; i < order->count; i++) {
    int64_t d = order->items[i];
    digits[d] = *number % extents->items[d];
    *number /= extents->items[d];
  }
}

static int64_t index_of(const tl_list *shape, const int64_t *x) {
  int64_t index = 0;
  for (int64_t d = 0; d < shape->count; d++)
    index = index * shape->items[d] + x[d] % shape->items[d];
  return index;
}

static void say(const char *format, ...) {
  size_t length = strlen(now.text);
  va_list values;
  va_start(values, format);
  vsnprintf(now.text + length, TEXT - length, format, values);
  va_end(values);
}

static void say_list(const char *name, const tl_list *list) {
  say("%s = [", name);
  for (int64_t i = 0; i < list->count; i++)
    say("%s%d", i ? ", " : "", (int)list->items[i]);
  say("]");
}

static bool start(const char *row, int64_t slots, int64_t lanes,
                  int64_t warps) {
  now.row = row;
  now.slots = slots;
  now.lanes = lanes;
  now.warps = warps;
  return slots * lanes * warps <= MOST_PLACES && lanes * warps <= 1024 &&
         size_of(&now.shape) <= MOST_PLACES;
}

/* The element at a place. */
static int64_t *place(int64_t slot, int64_t lane, int64_t warp) {
  return &now.holds[(warp * now.lanes + lane) * now.slots + slot];
}

#define FOR_PLACES(slot, lane, warp)                                           \
  for (int64_t warp = 0; warp < now.warps; warp++)                             \
    for (int64_t lane = 0; lane < now.lanes; lane++)                           \
      for (int64_t slot = 0; slot < now.slots; slot++)

/* ---- Triton: blocked, slices and operands ------------------------------- */

/* What is repeated until it covers the tensor. */
static tl_list repeats(const tl_list *shape, const tl_list *tile) {
  tl_list list = {0};
  for (int64_t d = 0; d < shape->count; d++)
    push(&list, shape->items[d] > tile->items[d]
                    ? shape->items[d] / tile->items[d]
                    : 1);
  return list;
}

static bool fill_blocked(const tl_list *size, const tl_list *threads,
                         const tl_list *warps, const tl_list *order) {
  tl_list tile = {0}, times;
  for (int64_t d = 0; d < now.shape.count; d++)
    push(&tile, size->items[d] * threads->items[d] * warps->items[d]);
  times = repeats(&now.shape, &tile);
  if (!start("ttg.blocked", size_of(size) * size_of(&times), size_of(threads),
             size_of(warps)))
    return false;
  FOR_PLACES(slot, lane, warp) {
    int64_t s[8], l[8], w[8], t[8], x[8];
    int64_t rest = slot, of_lane = lane, of_warp = warp;
    unravel(&rest, order, size, s);
    unravel(&rest, order, &times, t);
    unravel(&of_lane, order, threads, l);
    unravel(&of_warp, order, warps, w);
    for (int64_t d = 0; d < now.shape.count; d++)
      x[d] = ((t[d] * warps->items[d] + w[d]) * threads->items[d] + l[d]) *
                 size->items[d] +
             s[d];
    *place(slot, lane, warp) = index_of(&now.shape, x);
  }
  return true;
}

static void say_blocked(const tl_list *size, const tl_list *threads,
                        const tl_list *warps, const tl_list *order) {
  say_list("#ttg.blocked<{sizePerThread", size);
  say_list(", threadsPerWarp", threads);
  say_list(", warpsPerCTA", warps);
  say_list(", order", order);
  say("}>");
}

static bool random_blocked(void) {
  int64_t rank = 1 + below(3);
  now.shape = powers(rank, 5);
  tl_list size = powers(rank, 2), threads = powers(rank, 3);
  tl_list warps = powers(rank, 1), order = random_order(rank);
  say_blocked(&size, &threads, &warps, &order);
  return fill_blocked(&size, &threads, &warps, &order);
}

/* Slots that repeat what an earlier one of the thread has are left out. */
static void drop_slots(void) {
  int64_t kept = 0, all = now.slots;
  for (int64_t slot = 0; slot < all; slot++) {
    bool is_new = true;
    for (int64_t k = 0; k < slot; k++)
      is_new &= now.holds[k] != now.holds[slot];
    if (!is_new)
      continue;
    for (int64_t thread = 0; thread < now.lanes * now.warps; thread++)
      now.holds[thread * all + kept] = now.holds[thread * all + slot];
    kept++;
  }
  for (int64_t thread = 0; thread < now.lanes * now.warps; thread++)
    for (int64_t slot = 0; slot < kept; slot++)
      now.holds[thread * kept + slot] = now.holds[thread * all + slot];
  now.slots = kept;
}

static bool random_slice(void) {
  int64_t rank = 2 + below(2), dim = below(rank);
  now.shape = powers(rank, 4);
  now.shape.items[dim] = 1;
  tl_list size = powers(rank, 2), threads = powers(rank, 3);
  tl_list warps = powers(rank, 1), order = random_order(rank);
  say("#ttg.slice<{dim = %d, parent = ", (int)dim);
  say_blocked(&size, &threads, &warps, &order);
  say("}>");
  if (!fill_blocked(&size, &threads, &warps, &order))
    return false;
  for (int64_t d = dim; d + 1 < rank; d++)
    now.shape.items[d] = now.shape.items[d + 1];
  now.shape.items[--now.shape.count] = 0;
  now.row = "ttg.slice";
  drop_slots();
  return true;
}

/* ---- Triton: bases ------------------------------------------------------ */

/* What a place holds is the XOR of the bases of its bits, as coordinates, which
 * are numbers here: row-major, of extents that are powers of two. */
static void say_bases(const char *name, const tl_list *bases) {
  say("%s = [", name);
  for (int64_t k = 0; k < bases->count; k++) {
    int64_t x[TL_MAX_RANK] = {0};
    digits_of(bases->items[k], &now.shape, x);
    for (int64_t d = 0; d < now.shape.count; d++)
      say("%s%d", d ? ", " : k ? ", [" : "[", (int)x[d]);
    say("]");
  }
  say("]");
}

static int64_t sum_of(const tl_list *bases, int64_t bits) {
  int64_t sum = 0;
  for (int64_t k = 0; k < bases->count; k++)
    sum ^= bits >> k & 1 ? bases->items[k] : 0;
  return sum;
}

/* Bits of the coordinate go to slots, lanes and warps in any order, with copies
 * among them; slots swizzled at times. */
static bool random_linear(void) {
  tl_list parts[3] = {{0}};
  now.shape = powers(1 + below(3), 3);
  int64_t count = 0;
  for (int64_t rest = size_of(&now.shape); rest > 1; rest /= 2)
    count++;
  tl_list order = random_order(count);
  for (int64_t i = 0; i < count; i++) {
    tl_list *part = &parts[below(3)];
    if (!below(6))
      push(part, 0);
    push(part, INT64_C(1) << order.items[i]);
  }
  int64_t far = 1 + below(4), base = below(3), bits = below(3);
  for (int64_t i = 0; i < bits && bits <= far; i++)
    if (base + far + bits <= parts[0].count)
      parts[0].items[base + far + i] ^= parts[0].items[base + i];
  say_bases("#ttg.linear<{register", &parts[0]);
  say_bases(", lane", &parts[1]);
  say_bases(", warp", &parts[2]);
  say(", block = []}>");
  if (!start("ttg.linear", INT64_C(1) << parts[0].count,
             INT64_C(1) << parts[1].count, INT64_C(1) << parts[2].count))
    return false;
  FOR_PLACES(slot, lane, warp)
  *place(slot, lane, warp) = sum_of(&parts[0], slot) ^ sum_of(&parts[1], lane) ^
                             sum_of(&parts[2], warp);
  return true;
}

/* ---- Triton: fragments -------------------------------------------------- */

static void say_mma(int64_t version, int64_t columns, const tl_list *warps) {
  say("#ttg.nvidia_mma<{versionMajor = %d, versionMinor = 0", (int)version);
  say_list(", warpsPerCTA", warps);
  if (version == 3)
    say(", instrShape = [16, %d, 16]}>", (int)columns);
  else
    say(", instrShape = [%s16, 8]}>", warps->count == 3 ? "1, " : "");
}

/* Batch, m and n as the last of three dimensions. */
static tl_list as_three(const tl_list *list) {
  tl_list three = ones(3);
  for (int64_t d = 0; d < list->count; d++)
    three.items[3 - list->count + d] = list->items[d];
  return three;
}

static tl_list warps_first(int64_t version) {
  return version == 3 ? (tl_list){3, {1, 2, 0}} : (tl_list){3, {2, 1, 0}};
}

static bool random_mma(void) {
  int64_t version = 2 + below(2), rank = version == 2 ? 2 + below(2) : 2;
  int64_t columns = version == 2 ? 8 : 8 * power(2);
  now.shape = powers(rank, 6);
  tl_list warps = powers(rank, 2);
  tl_list three = as_three(&warps), shape = as_three(&now.shape);
  tl_list tile = {
      3, {three.items[0], 16 * three.items[1], columns * three.items[2]}};
  tl_list times = repeats(&shape, &tile), order = warps_first(version);
  say_mma(version, columns, &warps);
  if (!start("ttg.nvidia_mma", columns / 2 * size_of(&times), 32,
             size_of(&warps)))
    return false;
  FOR_PLACES(slot, lane, warp) {
    int64_t w[3], t[3], rest = slot, of_warp = warp;
    int64_t n = lane % 4 * 2 + rest % 2, m = lane / 4;
    rest /= 2;
    m += rest % 2 * 8;
    rest /= 2;
    n += rest % (columns / 8) * 8;
    rest /= columns / 8;
    unravel(&rest, &(tl_list){3, {2, 1, 0}}, &times, t);
    unravel(&of_warp, &order, &three, w);
    int64_t x[3] = {t[0] * tile.items[0] + w[0],
                    t[1] * tile.items[1] + w[1] * 16 + m,
                    t[2] * tile.items[2] + w[2] * columns + n};
    *place(slot, lane, warp) = index_of(&shape, x);
  }
  return true;
}

static bool random_operand(void) {
  int64_t version = 2 + below(2), rank = version == 2 ? 2 + below(2) : 2;
  int64_t second = version == 2 ? below(2) : 0, width = power(3);
  int k = second ? 1 : 2, other = second ? 2 : 1;
  now.shape = powers(rank, 6);
  tl_list warps = powers(rank, 2);
  tl_list three = as_three(&warps), shape = as_three(&now.shape), tile, times;
  tl_list order = warps_first(version);
  int64_t across = second ? 8 : 16;
  tile = three;
  tile.items[k] = 8 * width;
  tile.items[other] = across * three.items[other];
  times = repeats(&shape, &tile);
  say("#ttg.dot_op<{opIdx = %d, parent = ", (int)second);
  say_mma(version, 8, &warps);
  say(", kWidth = %d}>", (int)width);
  if (!start("ttg.dot_op", width * across / 4 * size_of(&times), 32,
             size_of(&warps)))
    return false;
  FOR_PLACES(slot, lane, warp) {
    int64_t w[3], t[3], x[3], rest = slot, of_warp = warp;
    int64_t along = lane % 4 * width + rest % width, row = lane / 4;
    rest /= width;
    if (!second) {
      row += rest % 2 * 8;
      rest /= 2;
    }
    along += rest % 2 * 4 * width;
    rest /= 2;
    unravel(&rest, &(tl_list){3, {k, other, 0}}, &times, t);
    unravel(&of_warp, &order, &three, w);
    x[0] = t[0] * tile.items[0] + w[0];
    x[k] = t[k] * tile.items[k] + along;
    x[other] = t[other] * tile.items[other] + w[other] * across + row;
    *place(slot, lane, warp) = index_of(&shape, x);
  }
  return true;
}

/* ---- Triton: shared memory ---------------------------------------------- */

#define FOR_ELEMENTS(x)                                                        \
  for (int64_t i = 0, x[TL_MAX_RANK] = {0};                                    \
       i < size_of(&now.shape) && (digits_of(i, &now.shape, x), true); i++)

static bool random_swizzled(void) {
  int64_t rank = 1 + below(3), vec = power(3), per = power(2), most = power(3);
  now.shape = powers(rank, 5);
  tl_list order = random_order(rank);
  say("#ttg.swizzled_shared<{vec = %d, perPhase = %d, maxPhase = %d", (int)vec,
      (int)per, (int)most);
  say_list(", order", &order);
  say("}>");
  if (!start("ttg.swizzled_shared", 1, 0, 0))
    return false;
  FOR_ELEMENTS(x) {
    int64_t offset = 0, columns = now.shape.items[order.items[0]];
    int64_t row = rank > 1 ? x[order.items[1]] : 0;
    for (int64_t k = rank - 1; k > 0; k--)
      offset = offset * now.shape.items[order.items[k]] + x[order.items[k]];
    now.offsets[i] = offset * columns +
                     (x[order.items[0]] ^ (row / per % most * vec % columns));
  }
  return true;
}

static bool random_matrix(void) {
  static const int64_t BITS[] = {8, 16, 32}, BYTES[] = {0, 32, 64, 128};
  int64_t bits = BITS[below(3)], bytes = BYTES[below(4)], transposed = below(2);
  int64_t rank = transposed ? 2 : 2 + below(2);
  int64_t columns = (bytes ? bytes : 16) * 8 / bits;
  int64_t per = bytes ? 128 / bytes : 1, most = bytes ? bytes / 16 : 1;
  now.shape = powers(rank, 3);
  now.shape.items[transposed ? 0 : rank - 1] = columns * power(2);
  now.shape.items[transposed ? 1 : rank - 2] = 8 * power(2);
  say("#ttg.nvmma_shared<{swizzlingByteWidth = %d, transposed = %s, "
      "elementBitWidth = %d}>",
      (int)bytes, transposed ? "true" : "false", (int)bits);
  if (!start("ttg.nvmma_shared", bits, 0, 0))
    return false;
  FOR_ELEMENTS(x) {
    int64_t c = transposed ? x[0] : x[rank - 1], r = transposed ? x[1] : x[0];
    int64_t all = now.shape.items[transposed ? 0 : rank - 1];
    for (int64_t d = 1; d < rank - 1; d++)
      r = r * now.shape.items[d] + x[d];
    int64_t rows = size_of(&now.shape) / all;
    int64_t inside = c % columns ^ r / per % most * (128 / bits);
    now.offsets[i] = (c / columns * rows + r) * columns + inside;
  }
  return true;
}

static bool random_padded(void) {
  int64_t rank = 1 + below(3), every[2], pads[2], count = 1 + below(2);
  now.shape = powers(rank, 4);
  tl_list order = random_order(rank);
  int64_t all = size_of(&now.shape);
  for (int64_t k = 0; k < count; k++) {
    every[k] = power(8);
    pads[k] = power(4);
  }
  if (all < 2 || every[0] >= all || (count == 2 && every[1] == every[0]))
    return false;
  say("#ttg.padded_shared<[%d:+%d", (int)every[0], (int)pads[0]);
  if (count == 2)
    say(", %d:+%d", (int)every[1], (int)pads[1]);
  say_list("] {order", &order);
  say_list(", shape", &now.shape);
  say("}>");
  if (!start("ttg.padded_shared", 1, 0, 0))
    return false;
  FOR_ELEMENTS(x) {
    int64_t offset = 0;
    for (int64_t k = rank - 1; k >= 0; k--)
      offset = offset * now.shape.items[order.items[k]] + x[order.items[k]];
    now.offsets[i] = offset;
    for (int64_t k = 0; k < count; k++)
      now.offsets[i] += offset / every[k] * pads[k];
  }
  return true;
}

/* ---- XeGPU and IREE ----------------------------------------------------- */

static tl_list smalls(int64_t rank) {
  static const int64_t SOME[] = {1, 1, 2, 2, 3, 4};
  tl_list list = {0};
  for (int64_t d = 0; d < rank; d++)
    push(&list, SOME[below(6)]);
  return list;
}

static tl_list product(const tl_list *a, const tl_list *b) {
  tl_list list = {0};
  for (int64_t d = 0; d < a->count; d++)
    push(&list, a->items[d] * b->items[d]);
  return list;
}

static bool random_xegpu(void) {
  int64_t rank = 1 + below(3);
  tl_list data = smalls(rank), lanes = smalls(rank), units = smalls(rank);
  tl_list parts = smalls(rank), groups = smalls(rank), times = smalls(rank);
  tl_list order = random_order(rank), rows = rows_of(rank);
  tl_list unit = product(&data, &lanes), inst = product(&unit, &units);
  tl_list whole = product(&inst, &parts), tile = product(&whole, &groups);
  now.shape = product(&tile, &times);
  for (int64_t d = 0; d < rank; d++)
    if (!below(6) && groups.items[d] > 1) {
      now.shape.items[d] = whole.items[d]; /* subgroups share */
      times.items[d] = 1;
    }
  say_list("#xegpu.layout<sg_layout", &groups);
  say_list(", sg_data", &whole);
  say_list(", inst_data", &inst);
  say_list(", lane_layout", &lanes);
  say_list(", lane_data", &data);
  say_list(", order", &order);
  say(">");
  if (!start("xegpu.layout",
             size_of(&data) * size_of(&units) * size_of(&parts) *
                 size_of(&times),
             size_of(&lanes), size_of(&groups)))
    return false;
  FOR_PLACES(slot, lane, warp) {
    int64_t e[8], u[8], p[8], t[8], l[8], g[8], x[8];
    int64_t rest = slot, of_lane = lane, of_warp = warp;
    unravel(&rest, &rows, &data, e);
    unravel(&rest, &rows, &units, u);
    unravel(&rest, &rows, &parts, p);
    unravel(&rest, &rows, &times, t);
    unravel(&of_lane, &order, &lanes, l);
    unravel(&of_warp, &order, &groups, g);
    for (int64_t d = 0; d < rank; d++)
      x[d] = t[d] * tile.items[d] + g[d] * whole.items[d] +
             p[d] * inst.items[d] + u[d] * unit.items[d] +
             l[d] * data.items[d] + e[d];
    *place(slot, lane, warp) = index_of(&now.shape, x);
  }
  return true;
}

/* Strides of tiles in a random order, at times with a gap; how many they
 * number. */
static int64_t random_strides(const tl_list *tiles, tl_list *strides) {
  tl_list order = random_order(tiles->count);
  int64_t next = 1;
  *strides = (tl_list){.count = tiles->count};
  for (int64_t i = 0; i < order.count; i++) {
    int64_t d = order.items[i];
    if (tiles->items[d] == 1)
      continue;
    next *= below(4) ? 1 : 2;
    strides->items[d] = next;
    next *= tiles->items[d];
  }
  return next;
}

static int64_t virtual_of(int64_t number, const tl_list *tiles,
                          const tl_list *strides, int64_t d) {
  return strides->items[d] ? number / strides->items[d] % tiles->items[d] : 0;
}

static bool random_nested(void) {
  int64_t rank = 1 + below(3);
  tl_list groups = smalls(rank), batch = smalls(rank), outer = smalls(rank);
  tl_list threads = smalls(rank), element = smalls(rank), far, near;
  tl_list rows = rows_of(rank);
  int64_t warps = random_strides(&groups, &far);
  int64_t lanes = random_strides(&threads, &near) * (1 + below(2));
  now.shape = ones(rank);
  now.shape = product(&now.shape, &groups);
  now.shape = product(&now.shape, &batch);
  now.shape = product(&now.shape, &outer);
  now.shape = product(&now.shape, &threads);
  now.shape = product(&now.shape, &element);
  say_list("#iree_vector_ext.nested_layout<subgroup_tile", &groups);
  say_list(", batch_tile", &batch);
  say_list(", outer_tile", &outer);
  say_list(", thread_tile", &threads);
  say_list(", element_tile", &element);
  say_list(", subgroup_strides", &far);
  say_list(", thread_strides", &near);
  say(">");
  if (!start("iree_vector_ext.nested_layout",
             size_of(&batch) * size_of(&outer) * size_of(&element), lanes,
             warps))
    return false;
  FOR_PLACES(slot, lane, warp) {
    int64_t b[8], o[8], e[8], x[8], rest = slot;
    unravel(&rest, &rows, &element, e);
    unravel(&rest, &rows, &outer, o);
    unravel(&rest, &rows, &batch, b);
    for (int64_t d = 0; d < rank; d++)
      x[d] = (((virtual_of(warp, &groups, &far, d) * batch.items[d] + b[d]) *
                   outer.items[d] +
               o[d]) *
                  threads.items[d] +
              virtual_of(lane, &threads, &near, d)) *
                 element.items[d] +
             e[d];
    *place(slot, lane, warp) = index_of(&now.shape, x);
  }
  return true;
}

/* ---- The laws ----------------------------------------------------------- */

static tl_code read_text(const char *text, const tl_list *shape, int64_t lanes,
                         tl_layout *out) {
  static char all[TEXT + 128];
  tl_value value;
  size_t length = (size_t)snprintf(all, sizeof all, "tensor<");
  for (int64_t d = 0; d < shape->count; d++)
    length += (size_t)snprintf(all + length, sizeof all - length, "%dx",
                               (int)shape->items[d]);
  length +=
      (size_t)snprintf(all + length, sizeof all - length, "f16, %s>", text);
  tl_code code =
      tl_expression_evaluate(all, length, TL_KIND_LAYOUT, lanes, &value, NULL);
  *out = value.as.layout;
  return code;
}

/* Every place of the layout, copies included, holds the element that it should;
 * there are as many as are defined. */
static bool is_held_as_defined(const tl_layout *layout) {
  int64_t copies = 1, places = now.slots * now.lanes * now.warps;
  const tl_iter *replica = &layout->iters[layout->shard_count];
  for (int64_t k = 0; k < layout->replica_count; k++)
    copies *= replica[k].extent;
  bool holds = size_of(&now.shape) * copies == places;
  FOR_ELEMENTS(x) {
    int64_t point[TL_AXIS_COUNT];
    tl_layout_apply(layout, x, point);
    point[TL_AXIS_M] = tl_swizzle_undo(&layout->swizzle, point[TL_AXIS_M]);
    for (int64_t copy = 0; copy < copies; copy++) {
      int64_t rest = copy, slot = point[TL_AXIS_M];
      int64_t thread =
          point[TL_AXIS_LANEID] + point[TL_AXIS_TID_IN_WG] + point[TL_AXIS_TX];
      for (int64_t k = 0; k < layout->replica_count; k++) {
        int64_t step = rest % replica[k].extent * replica[k].stride;
        rest /= replica[k].extent;
        *(replica[k].axis == TL_AXIS_M ? &slot : &thread) += step;
      }
      laws[DEFINED].points++;
      slot = tl_swizzle_apply(&layout->swizzle, slot);
      holds &= slot < now.slots && thread < now.lanes * now.warps &&
               now.holds[thread * now.slots + slot] == i;
    }
  }
  return holds;
}

static bool is_stored_as_defined(const tl_layout *layout) {
  bool holds = layout->replica_count == 0;
  FOR_ELEMENTS(x) {
    int64_t point[TL_AXIS_COUNT];
    tl_layout_apply(layout, x, point);
    laws[DEFINED].points++;
    holds &= point[TL_AXIS_M] == now.offsets[i];
  }
  return holds;
}

/* Whether the row says the layout; then what it says means it. */
static bool check_row(const tl_foreign *row, const tl_layout *layout,
                      tl_scope scope, int64_t lanes, int64_t bits) {
  static tl_foreign_value value;
  tl_list shape = tl_layout_shape(layout);
  tl_text text = {0};
  tl_writer writer = tl_text_writer(&text);
  tl_layout again;
  value = (tl_foreign_value){0};
  if (tl_foreign_from_tile(row, layout, scope, lanes, bits, &value, NULL))
    return false;
  tl_foreign_write(&value, &writer);
  bool same = read_text(text.data, &shape, lanes, &again) == TL_OK &&
              tl_layout_compare(layout, &again, lanes, NULL, NULL) == TL_YES;
  expect(&laws[WRITTEN], same);
  if (!same)
    fprintf(stderr, "%s\n  of %s\n", text.data, now.text);
  return same;
}

/* Its own row says a layout that was read. */
static void check_written(const tl_layout *layout) {
  int64_t lanes = now.lanes ? now.lanes : 32, bits = now.lanes ? 16 : now.slots;
  tl_scope scope;
  bool is_own = false;
  begin(&laws[WRITTEN]);
  if (!tl_layout_find_scope(layout, lanes, &scope))
    return;
  for (int i = 0; i < TL_FOREIGN_COUNT; i++) {
    bool said = (now.lanes > 0) == (TL_FOREIGN[i]->role == TL_ROLE_HELD) &&
                check_row(TL_FOREIGN[i], layout, scope, lanes, bits);
    is_own |= said && strcmp(TL_FOREIGN[i]->name, now.row) == 0;
  }
  expect(&laws[WRITTEN], is_own);
  if (!is_own)
    fprintf(stderr, "not written: %s\n", now.text);
}

/* Layouts that come from no attribute. */
static void check_other(void) {
  tl_register layout = random_register();
  tl_value value = {.kind = TL_KIND_REGISTER};
  tl_scope scope = TL_SCOPE_COUNT;
  tl_layout tile;
  now.text[0] = 0;
  if (!fits(&layout) || tl_register_create(&layout, &value.as.reg, NULL) ||
      tl_value_mean(&value, 32, &scope, &tile, NULL))
    return;
  for (int i = 0; i < TL_FOREIGN_COUNT; i++)
    if (TL_FOREIGN[i]->role == TL_ROLE_HELD)
      check_row(TL_FOREIGN[i], &tile, scope, 32, 16);
}

/* Some bytes of the text in others' places, or other ones: read or refused,
 * with a place within the text. */
static void check_changed(const tl_list *shape, long counts[2]) {
  static const char BYTES[] = "[]{}<>,=#.:+-019x\"a ";
  char text[TEXT];
  size_t length = (size_t)snprintf(text, sizeof text, "tensor<");
  for (int64_t d = 0; d < shape->count; d++)
    length += (size_t)snprintf(text + length, sizeof text - length, "%dx",
                               (int)shape->items[d]);
  length += (size_t)snprintf(text + length, sizeof text - length, "f16, %s>",
                             now.text);
  for (int64_t i = below(3); i >= 0; i--) {
    size_t at = (size_t)below((int64_t)length);
    size_t other = (size_t)below((int64_t)length);
    text[at] = below(2) ? text[other] : BYTES[below(sizeof BYTES - 1)];
  }
  static const char LARGE[] = "4611686018427387904";
  size_t from = (size_t)below((int64_t)length);
  size_t digit = from + strcspn(text + from, "0123456789");
  if (!below(3) && digit < length && length + sizeof LARGE < sizeof text) {
    memmove(text + digit + sizeof LARGE - 1, text + digit, length - digit + 1);
    memcpy(text + digit, LARGE, sizeof LARGE - 1);
    length += sizeof LARGE - 1;
  }
  tl_value value;
  tl_error error = {0};
  tl_code code =
      tl_expression_evaluate(text, length, TL_KIND_NONE, 32, &value, &error);
  counts[code == TL_OK]++;
  if (code != TL_OK)
    expect(&laws[DEFINED],
           error.position >= 0 && error.position <= (int)length);
}

int main(int argc, char **argv) {
  static bool (*const RANDOM[])(void) = {
      random_blocked, random_slice,    random_linear, random_mma,
      random_operand, random_swizzled, random_matrix, random_padded,
      random_xegpu,   random_nested};
  long counts[2] = {0, 0};
  long cases = argc == 2 ? atol(argv[1]) : 0;
  while (fewest_layouts(laws, LAW_COUNT) < cases) {
    tl_layout layout;
    now.text[0] = 0;
    if (!RANDOM[below(sizeof RANDOM / sizeof *RANDOM)]())
      continue;
    begin(&laws[DEFINED]);
    bool holds = read_text(now.text, &now.shape, now.lanes ? now.lanes : 32,
                           &layout) == TL_OK &&
                 (now.lanes ? is_held_as_defined(&layout)
                            : is_stored_as_defined(&layout));
    expect(&laws[DEFINED], holds);
    if (holds)
      check_written(&layout);
    else
      fprintf(stderr, "not as defined: %s\n", now.text);
    check_changed(&now.shape, counts);
    if (!below(4))
      check_other();
  }
  printf("changed texts: %ld read, %ld refused\n", counts[1], counts[0]);
  return report(laws, LAW_COUNT, 55);
}
