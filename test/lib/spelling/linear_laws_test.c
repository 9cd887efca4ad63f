// RUN: linear_laws_test | FileCheck %s
// CHECK: L50 places: {{[1-9][0-9][0-9]+}} layouts, {{[1-9][0-9]+}} points, 0 failures
// CHECK: L51 questions: {{[1-9][0-9][0-9]+}} layouts, {{[1-9][0-9]+}} points, 0 failures
// CHECK: L52 spellings: {{[1-9][0-9][0-9]+}} layouts, {{[1-9][0-9]+}} points, 0 failures
// CHECK: with: {{[1-9][0-9]+}} twists, {{[1-9][0-9]*}} swizzles, {{[1-9][0-9]+}} plain

/* Laws of linear layouts, on random invertible maps with bases of zeros, against
 * the XOR of bases. */
#include "layout/random_layouts.h"
#include "tl/bit_matrix.h"
#include "tl/expression.h"
#include "tl/foreign.h"
#include "tl/layout_questions.h"
#include <inttypes.h>

enum { CASES = 600, PARTS = 3, MOST_BITS = 10 };
enum { PLACES, QUESTIONS, SPELLINGS, LAW_COUNT };

static law laws[LAW_COUNT] = {
    {"places", 0, 0, 0}, {"questions", 0, 0, 0}, {"spellings", 0, 0, 0}};
static struct { long twisted, swizzled, plain; } seen;

/* Bases are row-major numbers of coordinates; register, lane, warp. */
typedef struct bases {
  tl_list shape;
  int64_t bits, count[PARTS];
  int64_t items[PARTS][MOST_BITS];
} bases;

static bases random_bases(void) {
  static const int64_t MOST[PARTS] = {4, 5, 2};
  bases out = {.shape = {.count = 1 + below(3)}};
  int64_t all[MOST_BITS] = {0}, places = 0;
  for (int64_t d = 0; d < out.shape.count; d++) {
    int64_t bits = below(4);
    out.shape.items[d] = INT64_C(1) << bits;
    out.bits += bits;
  }
  if (out.bits > 8)
    return random_bases();
  for (int64_t i = 0; i < out.bits; i++)
    all[i] = INT64_C(1) << i;
  for (int64_t i = below(3) * out.bits; i > 0; i--) {
    int64_t a = below(out.bits), b = below(out.bits);
    all[a] ^= a == b ? 0 : all[b];
  }
  places = out.bits + below(3);
  for (int64_t i = places - 1; i > 0; i--) {
    int64_t k = below(i + 1), item = all[i];
    all[i] = all[k];
    all[k] = item;
  }
  for (int64_t i = 0; i < places;) {
    int64_t part = below(PARTS);
    if (part == 2 && out.count[1] < MOST[1])
      part = 1;
    if (out.count[part] < MOST[part])
      out.items[part][out.count[part]++] = all[i++];
    else if (part == 0)
      return random_bases();
  }
  return out;
}

static void write_basis(const bases *of, int64_t number, tl_text *out) {
  int64_t digits[TL_MAX_RANK];
  digits_of(number, &of->shape, digits);
  for (int64_t d = 0; d < of->shape.count; d++)
    tl_text_append(out, "%s%" PRId64, d ? ", " : "[", digits[d]);
  tl_text_append(out, "]");
}

static void write_bases(const bases *of, tl_text *out) {
  static const char *const NAMES[] = {"register", "lane", "warp"};
  for (int part = 0; part < PARTS; part++) {
    tl_text_append(out, "%s%s = [", part ? ", " : "", NAMES[part]);
    for (int64_t k = 0; k < of->count[part]; k++) {
      tl_text_append(out, k ? ", " : "");
      write_basis(of, of->items[part][k], out);
    }
    tl_text_append(out, "]");
  }
}

static bool read(const tl_text *text, tl_value *out) {
  tl_error error;
  bool is_read = tl_expression_evaluate(text->data, text->length, TL_KIND_NONE,
                                        32, out, &error) == TL_OK;
  if (!is_read)
    printf("%s: %s\n", text->data, error.message);
  return is_read;
}

static bool make(const bases *of, tl_value *out) {
  tl_text text = {0};
  tl_text_append(&text, "linear(");
  write_bases(of, &text);
  tl_text_append(&text, ", shape = [");
  for (int64_t d = 0; d < of->shape.count; d++)
    tl_text_append(&text, "%s%" PRId64, d ? ", " : "", of->shape.items[d]);
  tl_text_append(&text, "])");
  return read(&text, out);
}

static int64_t threads_of(const bases *of) {
  return INT64_C(1) << (of->count[1] + of->count[2]);
}

static int64_t slots_of(const bases *of) { return INT64_C(1) << of->count[0]; }

/* By definition. */
static int64_t element_of(const bases *of, int64_t thread, int64_t slot) {
  int64_t element = 0;
  for (int64_t k = 0; k < of->count[0]; k++)
    element ^= slot >> k & 1 ? of->items[0][k] : 0;
  for (int64_t k = 0; k < of->count[1]; k++, thread >>= 1)
    element ^= thread & 1 ? of->items[1][k] : 0;
  for (int64_t k = 0; k < of->count[2]; k++, thread >>= 1)
    element ^= thread & 1 ? of->items[2][k] : 0;
  return element;
}

static int64_t index_of(const tl_list *shape, const tl_list *coordinate) {
  int64_t number = 0;
  for (int64_t d = 0; d < shape->count; d++)
    number = number * shape->items[d] + coordinate->items[d];
  return number;
}

static bool has(const tl_numbers *numbers, int64_t wanted) {
  for (int64_t i = 0; i < tl_numbers_count(numbers); i++)
    if (tl_numbers_item(numbers, i) == wanted)
      return true;
  return false;
}

/* Each place has its element, and each element its places alone. */
static void check_places(const bases *of, const tl_value *value) {
  law *own = &laws[PLACES];
  tl_places places;
  int64_t held = 0, threads, slots;
  begin(own);
  expect(own, tl_places_open(value, &places, NULL) == TL_OK &&
                  tl_places_count(&places, &threads, &slots, NULL) == TL_OK &&
                  threads == threads_of(of) && slots == slots_of(of));
  for (int64_t t = 0; t < threads_of(of); t++)
    for (int64_t s = 0; s < slots_of(of); s++) {
      tl_list coordinate;
      tl_location at;
      bool is_first;
      expect(own,
             tl_places_element(&places, t, s, &coordinate, &is_first, NULL) ==
                     TL_OK &&
                 index_of(&of->shape, &coordinate) == element_of(of, t, s));
      expect(own, tl_places_locate(&places, &coordinate, &at, NULL) == TL_OK &&
                      at.count == 2 && has(&at.items[0], t) &&
                      has(&at.items[1], s));
      held += is_first;
      expect(own,
             tl_numbers_count(&at.items[0]) * tl_numbers_count(&at.items[1]) ==
                 threads_of(of) * slots_of(of) >> of->bits);
    }
  expect(own, held == INT64_C(1) << of->bits);
}

static int64_t run_of(const tl_layout *layout, const tl_list *shape,
                      int64_t d) {
  int64_t run = shape->items[d];
  for (; run > 1; run /= 2) {
    tl_list at = {.count = shape->count};
    bool holds = true;
    do {
      int64_t here[TL_AXIS_COUNT], first[TL_AXIS_COUNT];
      tl_list start = at;
      start.items[d] -= at.items[d] % run;
      tl_layout_apply(layout, at.items, here);
      tl_layout_apply(layout, start.items, first);
      first[TL_AXIS_M] += at.items[d] % run;
      holds = holds && !memcmp(here, first, sizeof here);
    } while (holds && tl_list_next_coordinate(shape, &at));
    if (holds)
      break;
  }
  return run;
}

static void check_questions(const bases *of, const tl_layout *layout) {
  law *own = &laws[QUESTIONS];
  tl_box box;
  tl_bit_matrix matrix;
  tl_list at = {.count = of->shape.count};
  int64_t replicas;
  begin(own);
  expect(own, tl_layout_is_injective(layout, 32, NULL, NULL) == TL_YES);
  expect(own, tl_layout_box(layout, 32, &box, NULL) == TL_OK &&
                  box.extent[TL_AXIS_TX] ==
                      (threads_of(of) > 1 ? threads_of(of) : 0) &&
                  box.extent[TL_AXIS_M] == slots_of(of) &&
                  tl_layout_covers_box(layout, 32, NULL, NULL) == TL_YES);
  expect(own, tl_layout_count_replicas(layout, &replicas, NULL) == TL_OK &&
                  replicas == threads_of(of) * slots_of(of) >> of->bits);
  for (int64_t d = 0; d < of->shape.count && !layout->replica_count; d++)
    expect(own, tl_layout_run(layout, d) == run_of(layout, &of->shape, d));
  expect(own, tl_bit_matrix_from_layout(layout, &matrix, NULL) == TL_OK);
  do {
    int64_t point[TL_AXIS_COUNT];
    uint64_t output =
        tl_bit_matrix_apply(&matrix, (uint64_t)index_of(&of->shape, &at));
    tl_layout_apply(layout, at.items, point);
    for (tl_axis axis = 0; axis < TL_AXIS_COUNT; axis++)
      expect(own, tl_bit_matrix_point(&matrix, output, axis) == point[axis]);
  } while (tl_list_next_coordinate(&of->shape, &at));
}

static bool is_same(const tl_value *a, const tl_value *b, tl_answer answer) {
  tl_layout left, right;
  tl_comparison found;
  int64_t x[TL_AXIS_COUNT], y[TL_AXIS_COUNT];
  if (tl_value_to_twisted(a, TL_SCOPE_CTA, 32, &left, NULL) != TL_OK ||
      tl_value_to_twisted(b, TL_SCOPE_CTA, 32, &right, NULL) != TL_OK ||
      tl_layout_compare(&left, &right, 32, &found, NULL) != answer)
    return false;
  if (answer == TL_YES || found.difference != TL_OTHER_PLACE)
    return true;
  tl_layout_apply(&left, found.coordinate.items, x);
  tl_layout_apply(&right, found.coordinate.items, y);
  return memcmp(x, y, sizeof x) != 0;
}

static void check_spellings(const bases *of, const tl_value *value,
                            const tl_layout *layout) {
  law *own = &laws[SPELLINGS];
  bases other = *of;
  tl_value back = {.kind = TL_KIND_LAYOUT, .as.layout = *layout};
  tl_text text = {0};
  begin(own);
  if (of->bits == 0)
    return;

  /* 1. As a tile layout, where there is one. */
  tl_layout tile;
  bool is_tile =
      tl_value_to_tile(value, TL_SCOPE_CTA, 32, &tile, NULL) == TL_OK;
  expect(own, !is_tile ||
                  tl_layout_compare(&tile, layout, 32, NULL, NULL) == TL_YES);
  seen.twisted += !tl_twist_is_none(&layout->twist);
  seen.swizzled += is_tile && tile.swizzle.bits;
  seen.plain += is_tile && !tile.swizzle.bits;
  expect(own, is_tile || !tl_twist_is_none(&layout->twist));

  /* 2. From the meaning, and Triton's attribute. */
  expect(own, tl_value_untwist(&back, TL_SCOPE_CTA, 32, NULL) == TL_OK &&
                  is_same(value, &back, TL_YES));
  tl_text_append(&text, "#ttg.linear<{");
  write_bases(of, &text);
  tl_text_append(&text, ", block = []}>");
  expect(own, read(&text, &back) && is_same(value, &back, TL_YES));

  /* 3. Another map. */
  int64_t part = other.count[0] ? 0 : 1;
  int64_t *basis = &other.items[part][0];
  int64_t *from =
      other.count[1] && part == 0 ? &other.items[1][0] : &other.items[part][1];
  bool has_other =
      part == 0 ? other.count[1] > 0 || other.count[0] > 1 : other.count[1] > 1;
  if (!has_other || *from == 0 || *basis == 0)
    return;
  *basis ^= *from;
  expect(own, make(&other, &back) && is_same(value, &back, TL_NO));
}

int main(void) {
  for (int i = 0; i < CASES; i++) {
    const bases of = random_bases();
    tl_value value;
    tl_layout layout;
    if (!make(&of, &value) ||
        tl_value_to_twisted(&value, TL_SCOPE_CTA, 32, &layout, NULL) != TL_OK)
      return 1;
    check_places(&of, &value);
    check_questions(&of, &layout);
    check_spellings(&of, &value, &layout);
  }
  int status = report(laws, LAW_COUNT, 50);
  printf("with: %ld twists, %ld swizzles, %ld plain\n", seen.twisted,
         seen.swizzled, seen.plain);
  return status;
}
