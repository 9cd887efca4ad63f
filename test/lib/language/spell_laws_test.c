// RUN: spell_laws_test 1000 | FileCheck %s
// RUN: spell_laws_test_fast 100000 | FileCheck %s
// CHECK: L41 other notations: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures
// CHECK: L42 mixed operands: {{[1-9][0-9]*}} layouts, {{[1-9][0-9]*}} points, 0 failures

/* Laws L41 and L42: a layout in another notation is the same map, and an
 * operator takes it as well.
 * usage: spell_laws_test LAYOUTS */
#include "layout/random_layouts.h"
#include "tl/expression.h"

enum { SPELL, MIXED, LAW_COUNT };

static law laws[LAW_COUNT] = {{"other notations", 0, 0, 0},
                              {"mixed operands", 0, 0, 0}};

static bool is_held(int notation) {
  return TL_NOTATIONS[notation]->role != TL_ROLE_STORED;
}

/* Of the registers alone there is a slot and no thread. */
static bool is_at(const tl_location *place, const bool *threads, int64_t slot) {
  const tl_numbers *last = &place->items[place->count - 1];
  int64_t held = 0, found = place->count == 1;
  for (int64_t t = 0; t < MAX_THREADS; t++)
    held += threads[t];
  for (int64_t k = 0; place->count == 2 && k < held; k++)
    found += threads[tl_numbers_item(&place->items[0], k)];
  return tl_numbers_item(last, 0) == slot && found == held &&
         (place->count == 1 || tl_numbers_count(&place->items[0]) == held);
}

static void check_places(const tl_register *layout, const tl_value *said) {
  static bool threads[MAX_THREADS];
  tl_places places;
  expect(&laws[SPELL], tl_places_open(said, &places, NULL) == TL_OK);
  for (int64_t i = 0; i < size_of(&layout->shape); i++) {
    tl_list x = {.count = layout->shape.count};
    tl_location place;
    int64_t slot;
    digits_of(i, &layout->shape, x.items);
    locate(layout, i, threads, &slot);
    expect(&laws[SPELL], !tl_places_locate(&places, &x, &place, NULL) &&
                             is_at(&place, threads, slot));
  }
}

static void check_spell(const tl_register *layout) {
  tl_value given = {.kind = TL_KIND_REGISTER, .as.reg = *layout}, said;
  begin(&laws[SPELL]);
  for (int n = 0; n < TL_NOTATION_COUNT; n++)
    if (is_held(n) && !tl_value_spell(&given, TL_NOTATIONS[n]->kind,
                                      TL_SCOPE_COUNT, 32, &said, NULL))
      check_places(layout, &said);
}

static tl_code evaluate(const char *format, const tl_value *a,
                        const char *function, const tl_value *b,
                        tl_value *out) {
  static char text[4 * TL_TEXT_CAPACITY];
  tl_text left = {0}, right = {0};
  tl_value_print(a, &left);
  tl_value_print(b, &right);
  int length =
      snprintf(text, sizeof text, format, left.data, function, right.data);
  return tl_expression_evaluate(text, (size_t)length, TL_KIND_NONE, 32, out,
                                NULL);
}

/* a * b is a * notation(b), and the same map as tile(a) * b. */
static void check_mixed(const tl_register *a, const tl_register *b) {
  tl_value left = {.kind = TL_KIND_REGISTER, .as.reg = *a};
  tl_value right = {.kind = TL_KIND_REGISTER, .as.reg = *b};
  tl_value product, mixed, same;
  if (evaluate("%s * %s%s", &left, "", &right, &product) != TL_OK ||
      !fits(&product.as.reg))
    return;
  begin(&laws[MIXED]);
  for (int n = 0; n < TL_NOTATION_COUNT; n++) {
    const char *name = TL_NOTATIONS[n]->name;
    if (!is_held(n) ||
        tl_value_spell(&right, TL_NOTATIONS[n]->kind, TL_SCOPE_COUNT, 32,
                       &mixed, NULL) != TL_OK)
      continue;
    expect(&laws[MIXED],
           !evaluate("%s * %s(%s)", &left, name, &right, &mixed) &&
               !evaluate("same_map(%s, %s%s)", &product, "", &mixed, &same) &&
               same.as.integer);
  }
  if (a->shape.count != b->shape.count)
    return;
  expect(&laws[MIXED],
         !evaluate("tile(%s, scope = cta) * %s%s", &left, "", &right, &mixed) &&
             mixed.kind == TL_KIND_LAYOUT &&
             !evaluate("same_map(%s, %s%s)", &product, "", &mixed, &same) &&
             same.as.integer);
}

int main(int argc, char **argv) {
  long cases = argc == 2 ? atol(argv[1]) : 0;
  while (fewest_layouts(laws, LAW_COUNT) < cases) {
    tl_register a = random_register(), b = random_register();
    if (!fits(&a) || tl_register_create(&a, &a, NULL) ||
        tl_register_create(&b, &b, NULL) || size_of(&a.shape) > 64)
      continue;
    check_spell(&a);
    if (fits(&b) && size_of(&a.shape) * size_of(&b.shape) <= 64)
      check_mixed(&a, &b);
  }
  return report(laws, LAW_COUNT, 41);
}
