/* expression_run_time_points.c - see expression_run_time_points.h. */
#include "expression_run_time_points.h"
#include "base/checked.h"
#include <string.h>

enum { MOST_SCALE = 1 << 16 };

/* ---- Factors ------------------------------------------------------------ */

static bool is_prime(int64_t n) {
  for (int64_t d = 2; d * d <= n; d++)
    if (n % d == 0)
      return false;
  return true;
}

static void multiply_scale(int64_t *scale, int64_t by) {
  if (by <= MOST_SCALE / *scale)
    *scale *= by;
}

static int64_t choose_scales(tl_points *points, const tl_run_time *numbers,
                             bool of_products) {
  const tl_list *list = &numbers->integers;
  int64_t scale = 1;
  for (int64_t i = 0; i < list->count; i++)
    multiply_scale(&scale, list->items[i] / tl_gcd(scale, list->items[i]));
  for (int64_t i = 0; of_products && i < list->count; i++)
    multiply_scale(&scale, list->items[i]);
  for (int64_t i = 0; i < numbers->count; i++)
    points->scales[i] = scale / tl_gcd(scale, numbers->items[i].divisor);
  return scale;
}

static void add_factor(tl_points *points, int64_t i, int64_t factor) {
  bool is_known = points->counts[i] == TL_CHOICES;
  for (int64_t k = 0; k < points->counts[i]; k++)
    is_known |= points->factors[i][k] == factor;
  if (!is_known)
    points->factors[i][points->counts[i]++] = factor;
}

static void add_equal(tl_points *points, const tl_run_time *numbers,
                      int64_t i) {
  const tl_list *list = &numbers->integers;
  int64_t divisor = numbers->items[i].divisor, product;
  for (int64_t k = 0; k < list->count; k++)
    if (list->items[k] % divisor == 0)
      add_factor(points, i, list->items[k] / divisor);
  for (int64_t k = 0; k < list->count; k++)
    for (int64_t l = 0; l < list->count; l++) {
      int64_t a = list->items[k], b = list->items[l];
      if (a % b == 0 && a / b % divisor == 0)
        add_factor(points, i, a / b / divisor);
      if (tl_product_fits(a, b, &product) && product % divisor == 0)
        add_factor(points, i, product / divisor);
    }
}

/* For each number a prime above `above`, times its scale in the grid. */
static void add_primes(tl_points *points, int64_t count, int64_t above,
                       bool is_grid) {
  for (int64_t i = 0, next = above; i < count; i++) {
    while (!is_prime(++next)) {
    }
    add_factor(points, i, is_grid ? next * points->scales[i] : next);
  }
}

void tl_points_choose(tl_points *points, const tl_run_time *numbers,
                      int64_t above, bool of_products) {
  enum { LEAST = 8 };
  memset(points, 0, sizeof *points);
  int64_t scale = choose_scales(points, numbers, of_products);
  int64_t least = above / scale > LEAST ? above / scale : LEAST;
  for (int64_t k = 1; k <= TL_GRID; k++)
    add_primes(points, numbers->count, k * least, true);
  for (int64_t k = 1; k <= TL_PRIMES; k++)
    add_primes(points, numbers->count, k * above, false);
  for (int64_t i = 0; i < numbers->count; i++) {
    for (int64_t k = 1; k <= TL_SMALL; k++)
      add_factor(points, i, k);
    add_equal(points, numbers, i);
  }
}

/* ---- Choices ------------------------------------------------------------ */

tl_choice tl_points_of_term(const tl_run_time *numbers, int64_t term) {
  tl_choice out = {.is_large = true};
  for (int64_t i = 0; i < numbers->count; i++)
    out.digits[i] = tl_run_time_degree(numbers, term, i);
  return out;
}

enum { CORNERS = 3 };

static int64_t count_corners(const tl_run_time *numbers) {
  int64_t count = 1;
  for (int64_t i = 0; i < numbers->count; i++)
    count *= CORNERS;
  return count;
}

int64_t tl_points_count(const tl_run_time *numbers) {
  int64_t count = numbers->count;
  int64_t pairs = count == 1 ? 1 : count * (count - 1) / 2;
  return count_corners(numbers) + pairs * TL_CHOICES * TL_CHOICES;
}

/* Two numbers and their digits; of one number alone the second is 0. */
static bool choose_pair(const tl_points *points, int64_t count, int64_t index,
                        tl_choice *out) {
  int64_t a = index % TL_CHOICES, b = index / TL_CHOICES % TL_CHOICES;
  int64_t pair = index / TL_CHOICES / TL_CHOICES, first = 0;
  for (; count > 1 && pair >= count - 1 - first; first++)
    pair -= count - 1 - first;
  int64_t second = first + 1 + pair;
  for (int64_t i = 0; i < count; i++)
    out->digits[i] = TL_GRID;
  out->digits[first] = a;
  if (count == 1)
    return a < points->counts[0] && b == 0;
  out->digits[second] = b;
  return a < points->counts[first] && b < points->counts[second];
}

static void choose_corner(int64_t count, int64_t index, tl_choice *out) {
  static const int64_t CORNER[CORNERS] = {0, TL_GRID, TL_GRID + TL_PRIMES};
  for (int64_t i = 0; i < count; i++, index /= CORNERS)
    out->digits[i] = CORNER[index % CORNERS];
}

bool tl_points_at(const tl_points *points, const tl_run_time *numbers,
                  int64_t index, tl_choice *out) {
  int64_t corners = count_corners(numbers), count = numbers->count;
  *out = (tl_choice){.is_large = true};
  if (index < corners)
    choose_corner(count, index, out);
  else if (!choose_pair(points, count, index - corners, out))
    return false;
  for (int64_t i = 0; i < count; i++)
    out->is_large &= out->digits[i] < TL_GRID + TL_PRIMES;
  return true;
}
