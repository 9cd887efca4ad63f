/* conversion_select.c - see tl/conversion_program.h.
 *
 * Tables that have a word in common are a family, whose selects can be shared.
 * A family is split level by level: a mask of lanes, and for each lane outside
 * of it a partner inside, whose words it has at hand when the mask is selected.
 * A table is then a select between two tables of the lanes outside:
 *
 *   T(lane) = select(mask, T(partner(lane)), T(lane))
 *
 * Selects of equal tables are one step, so that the levels alone decide how much
 * is shared.  They are of three kinds, and the cheapest is taken:
 *
 * Linear: masks are parities p1, .. pk of the lane that vanish on all e with
 * T(lane ^ e) = T(lane) for every table, the fewest lane bits first; partners are
 * lane ^ ei of the dual basis, pi(ej) = 1 where i = j.  Tables s ^ G(lane) take
 * rank(G) selects each.
 *
 * Shifts: lanes with the same words in all tables are a class.  A level pairs
 * classes c, d where the words of d are those of c in the same permutation of
 * the tables, as many pairs as there are.  Tables (s + f(lane)) % n take as many
 * selects each as n - 1 has binary digits.
 *
 * Values: each table on its own, by the places where its words are: one select
 * less than it has words. */
#include "base/checked.h"
#include "conversion_network.h"
#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum { MASK_COST = 2, MAX_LANE_BITS = 6 };

typedef struct level {
  uint64_t mask;
  int8_t partner[TL_MAX_WAVE]; /* of the lanes that are left, or -1 */
} level;

typedef struct splitting {
  int64_t count;
  level levels[TL_MAX_WAVE];
} splitting;

/* Tables in one array, of which a lane that needs no word may be given one. */
typedef struct family {
  tl_conversion_program *program;
  int64_t lanes, count;
  tl_lane_table *tables;
} family;

/* The tables of a call; families[i] is the first table of a family that table i
 * is of. */
typedef struct call {
  tl_conversion_program *program;
  const tl_lane_table *tables;
  int64_t count;
  const tl_network_memory *memory;
} call;

/*===--- Tables -----------------------------------------------------------===*/

static bool agree(int32_t a, int32_t b) {
  return a == b || a == TL_NO_WORD || b == TL_NO_WORD;
}

static int32_t either(int32_t a, int32_t b) { return a == TL_NO_WORD ? b : a; }

/* Whether both can be one table, which then is *out. */
static bool merge(const tl_lane_table *a, const tl_lane_table *b, int64_t lanes,
                  tl_lane_table *out) {
  for (int64_t lane = 0; lane < lanes; lane++) {
    if (!agree(a->of[lane], b->of[lane]))
      return false;
    out->of[lane] = either(a->of[lane], b->of[lane]);
  }
  return true;
}

/* The one word of a table, TL_NO_WORD where it has none; or false. */
static bool is_same(const tl_lane_table *table, int64_t lanes, int32_t *word) {
  *word = TL_NO_WORD;
  for (int64_t lane = 0; lane < lanes; lane++) {
    if (!agree(*word, table->of[lane]))
      return false;
    *word = either(*word, table->of[lane]);
  }
  return true;
}

/* The steps of a table from a level on. */
static int32_t build(tl_conversion_program *program, const splitting *by,
                     int64_t at, const tl_lane_table *table) {
  tl_lane_table inside, outside, both;
  int64_t lanes = program->lanes;
  int32_t word;
  if (is_same(table, lanes, &word))
    return word;
  assert(at < by->count);
  const level *next = &by->levels[at];
  for (int64_t lane = 0; lane < lanes; lane++) {
    bool is_outside = !(next->mask >> lane & 1);
    int8_t partner = next->partner[lane];
    outside.of[lane] = is_outside ? table->of[lane] : TL_NO_WORD;
    inside.of[lane] =
        is_outside && partner >= 0 ? table->of[partner] : TL_NO_WORD;
  }
  if (merge(&inside, &outside, lanes, &both))
    return build(program, by, at + 1, &both);
  int32_t other = build(program, by, at + 1, &outside);
  return tl_word_select(program, next->mask,
                        build(program, by, at + 1, &inside), other);
}

/*===--- Linear -----------------------------------------------------------===*/

static bool is_odd(uint64_t bits) { return __builtin_parityll(bits); }

/* The numbers below `end` by how many bits they have: calls for each until one
 * is taken.  The next one of as many bits moves the lowest run of them up by its
 * highest, the others down to bit 0. */
static uint64_t next_by_weight(uint64_t number, uint64_t end) {
  uint64_t low = tl_lowest_bit(number), moved = number + low;
  uint64_t next = moved | ((number ^ moved) / low) >> 2;
  if (next >= end)
    next = tl_low_bits(tl_count_bits(number) + 1);
  return next < end ? next : end;
}

static bool is_invariant(const family *of, uint64_t step) {
  for (int64_t i = 0; i < of->count; i++)
    for (int64_t lane = 0; lane < of->lanes; lane++)
      if (!agree(of->tables[i].of[lane],
                 of->tables[i].of[lane ^ (int64_t)step]))
        return false;
  return true;
}

/* Gives lanes that need no word that of the lane `step` away. */
static void fill(const family *of, uint64_t step) {
  for (int64_t i = 0; i < of->count; i++)
    for (int64_t lane = 0; lane < of->lanes; lane++) {
      int32_t *words = of->tables[i].of;
      words[lane] = either(words[lane], words[lane ^ (int64_t)step]);
    }
}

/* Numbers below 64, and the set of all their sums. */
typedef struct span {
  int64_t count;
  uint64_t of[MAX_LANE_BITS], sums;
} span;

static void add_to_span(span *to, uint64_t number) {
  for (uint64_t left = to->sums; left; left &= left - 1)
    to->sums |= UINT64_C(1) << ((uint64_t)__builtin_ctzll(left) ^ number);
  to->of[to->count++] = number;
}

static bool is_sum(const span *of, uint64_t number) {
  return of->sums >> number & 1;
}

/* The steps between lanes that no table knows. */
static span find_invariant(const family *of) {
  span known = {.sums = 1};
  uint64_t end = (uint64_t)of->lanes;
  for (uint64_t e = 1; e < end; e = next_by_weight(e, end)) {
    if (is_sum(&known, e) || !is_invariant(of, e))
      continue;
    fill(of, e);
    add_to_span(&known, e);
  }
  return known;
}

static bool vanishes_on(uint64_t parity, const span *steps) {
  for (int64_t i = 0; i < steps->count; i++)
    if (is_odd(parity & steps->of[i]))
      return false;
  return true;
}

/* The step that changes one parity of them alone. */
static uint64_t dual_of(const uint64_t *parities, int64_t count, int64_t one,
                        uint64_t end) {
  for (uint64_t e = 1; e < end; e = next_by_weight(e, end)) {
    int64_t i = 0;
    while (i < count && is_odd(parities[i] & e) == (i == one))
      i++;
    if (i == count)
      return e;
  }
  return 0;
}

static void set_linear_level(uint64_t parity, uint64_t step, int64_t lanes,
                             level *out) {
  out->mask = 0;
  for (int64_t lane = 0; lane < lanes; lane++) {
    out->mask |= (uint64_t)is_odd(parity & (uint64_t)lane) << lane;
    out->partner[lane] = (int8_t)(lane ^ (int64_t)step);
  }
}

static void split_linear(const family *of, splitting *out) {
  span steps = find_invariant(of), parities = {.sums = 1};
  uint64_t end = (uint64_t)of->lanes;
  for (uint64_t p = 1; p < end; p = next_by_weight(p, end))
    if (!is_sum(&parities, p) && vanishes_on(p, &steps))
      add_to_span(&parities, p);
  out->count = parities.count;
  for (int64_t i = 0; i < out->count; i++)
    set_linear_level(parities.of[i], dual_of(parities.of, out->count, i, end),
                     of->lanes, &out->levels[i]);
}

/*===--- Classes of lanes -------------------------------------------------===*/

/* Lanes in classes, numbered by their first lanes. */
typedef struct classes {
  int64_t count;
  int64_t first[TL_MAX_WAVE];
  uint64_t lanes[TL_MAX_WAVE];
} classes;

static void open_level(splitting *out) {
  level *next = &out->levels[out->count++];
  next->mask = 0;
  memset(next->partner, -1, sizeof next->partner);
}

/* In the last level, the lanes of class d are those to select, and then are
 * lanes of class c. */
static void pair(classes *of, int64_t c, int64_t d, splitting *out) {
  level *last = &out->levels[out->count - 1];
  last->mask |= of->lanes[d];
  last->partner[of->first[c]] = (int8_t)of->first[d];
  of->lanes[c] |= of->lanes[d];
  of->lanes[d] = 0;
}

/* Leaves the classes that have lanes. */
static void drop_empty(classes *of) {
  int64_t kept = 0;
  for (int64_t c = 0; c < of->count; c++)
    if (of->lanes[c]) {
      of->first[kept] = of->first[c];
      of->lanes[kept++] = of->lanes[c];
    }
  of->count = kept;
}

/*===--- Values -----------------------------------------------------------===*/

static void add_lane(classes *of, int64_t c, int64_t lane) {
  if (c == of->count) {
    of->first[of->count++] = lane;
    of->lanes[c] = 0;
  }
  of->lanes[c] |= UINT64_C(1) << lane;
}

static void find_values(const tl_lane_table *table, int64_t lanes,
                        classes *out) {
  out->count = 0;
  for (int64_t lane = 0; lane < lanes; lane++) {
    int64_t c = 0;
    if (table->of[lane] == TL_NO_WORD)
      continue;
    while (c < out->count && table->of[out->first[c]] != table->of[lane])
      c++;
    add_lane(out, c, lane);
  }
}

/* The second half of the classes with the first one, until one is left. */
static void split_values(const tl_lane_table *table, int64_t lanes,
                         splitting *out) {
  classes values;
  find_values(table, lanes, &values);
  out->count = 0;
  while (values.count > 1) {
    int64_t half = (values.count + 1) / 2;
    open_level(out);
    for (int64_t c = half; c < values.count; c++)
      pair(&values, c - half, c, out);
    drop_empty(&values);
  }
}

/*===--- Shifts -----------------------------------------------------------===*/

static bool are_one_class(const family *of, int64_t a, int64_t b) {
  for (int64_t i = 0; i < of->count; i++)
    if (!agree(of->tables[i].of[a], of->tables[i].of[b]))
      return false;
  return true;
}

/* Lanes that agree get the words of each other; one that needs none agrees with
 * all. */
static void find_classes(const family *of, classes *out) {
  out->count = 0;
  for (int64_t lane = 0; lane < of->lanes; lane++) {
    int64_t c = 0;
    while (c < out->count && !are_one_class(of, out->first[c], lane))
      c++;
    add_lane(out, c, lane);
    for (int64_t i = 0; i < of->count; i++) {
      int32_t *words = of->tables[i].of;
      words[out->first[c]] = either(words[out->first[c]], words[lane]);
    }
  }
  for (int64_t c = 0; c < out->count; c++)
    for (int64_t lane = 0; lane < of->lanes; lane++)
      for (int64_t i = 0; i < of->count && out->lanes[c] >> lane & 1; i++)
        of->tables[i].of[lane] = of->tables[i].of[out->first[c]];
}

/* The table whose word in lane a each table has in lane b; false where one has
 * none. */
static bool find_shift(const family *of, int64_t a, int64_t b, int32_t *shift) {
  for (int64_t i = 0; i < of->count; i++) {
    int64_t k = 0;
    while (k < of->count && of->tables[k].of[a] != of->tables[i].of[b])
      k++;
    if (k == of->count)
      return false;
    shift[i] = (int32_t)k;
  }
  return true;
}

static bool is_shifted(const family *of, const int32_t *shift, int64_t a,
                       int64_t b) {
  for (int64_t i = 0; i < of->count; i++)
    if (of->tables[shift[i]].of[a] != of->tables[i].of[b])
      return false;
  return true;
}

/* Pairs classes that a shift takes to each other; returns how many pairs. */
static int64_t pair_shifted(const family *of, const int32_t *shift, classes *by,
                            splitting *out) {
  int64_t pairs = 0;
  open_level(out);
  for (int64_t c = 0; c < by->count; c++) {
    int64_t d = 0;
    while (d < by->count &&
           (d == c || !by->lanes[c] || !by->lanes[d] ||
            out->levels[out->count - 1].partner[by->first[d]] >= 0 ||
            !is_shifted(of, shift, by->first[c], by->first[d])))
      d++;
    if (d == by->count)
      continue;
    pair(by, c, d, out);
    pairs++;
  }
  return pairs;
}

/* One level of the shift, from class 0, that pairs the most classes. */
static bool add_shift(const family *of, int32_t *shift, classes *by,
                      splitting *out) {
  int64_t most = 0, best = 0;
  for (int64_t d = 1; d < by->count; d++) {
    classes trial = *by;
    splitting scratch;
    scratch.count = 0;
    int64_t pairs = find_shift(of, by->first[0], by->first[d], shift)
                        ? pair_shifted(of, shift, &trial, &scratch)
                        : 0;
    best = pairs > most ? d : best;
    most = pairs > most ? pairs : most;
  }
  if (most == 0 || !find_shift(of, by->first[0], by->first[best], shift))
    return false;
  pair_shifted(of, shift, by, out);
  drop_empty(by);
  return true;
}

/* False where the classes are no shifts of each other. */
static bool split_shifts(const family *of, int32_t *shift, splitting *out) {
  classes left;
  find_classes(of, &left);
  out->count = 0;
  while (left.count > 1)
    if (!add_shift(of, shift, &left, out))
      return false;
  return true;
}

/*===--- Choice -----------------------------------------------------------===*/

static bool is_selected_before(const tl_conversion_program *program,
                               int64_t i) {
  int64_t k = 0;
  while (k < i && (program->steps[k].kind != TL_WORD_SELECT ||
                   program->steps[k].number != program->steps[i].number))
    k++;
  return k < i;
}

int64_t tl_program_cost(const tl_conversion_program *program, int64_t first) {
  int64_t cost = 0;
  for (int64_t i = first; i < program->step_count; i++) {
    int32_t kind = program->steps[i].kind;
    cost += kind >= TL_WORD_AND;
    if (kind == TL_WORD_SELECT && !is_selected_before(program, i))
      cost += MASK_COST;
  }
  return program->is_full ? TL_COST_NONE : cost;
}

static void build_all(const family *of, const splitting *by, int32_t *out) {
  for (int64_t i = 0; i < of->count; i++)
    out[i] = build(of->program, by, 0, &of->tables[i]);
}

static void build_values(const family *of, int32_t *out) {
  splitting by;
  for (int64_t i = 0; i < of->count; i++) {
    split_values(&of->tables[i], of->lanes, &by);
    out[i] = build(of->program, &by, 0, &of->tables[i]);
  }
}

typedef enum choice { LINEAR, SHIFTS, VALUES, CHOICES } choice;

static bool build_by(const family *of, choice how, int32_t *out) {
  splitting by;
  if (how == VALUES) {
    build_values(of, out);
    return true;
  }
  if (how == LINEAR)
    split_linear(of, &by);
  else if (!split_shifts(of, out, &by))
    return false;
  build_all(of, &by, out);
  return true;
}

/* A select for each binary digit of how many words a table has. */
static int64_t fewest_selects(const family *of) {
  int64_t all = 0;
  for (int64_t i = 0; i < of->count; i++) {
    classes values;
    find_values(&of->tables[i], of->lanes, &values);
    for (int64_t covered = 1; covered < values.count; covered *= 2)
      all++;
  }
  return all;
}

static bool is_least(const family *of, int64_t first) {
  int64_t selects = of->program->step_count - first;
  return !of->program->is_full && selects <= fewest_selects(of);
}

/* Copies the tables of a family, which trials change. */
static void gather(const call *in, int64_t root, family *out) {
  *out = (family){in->program, in->program->lanes, 0, in->memory->tables};
  for (int64_t i = root; i < in->count; i++)
    if (in->memory->families[i] == root)
      out->tables[out->count++] = in->tables[i];
}

/* Whether each table is one word for all lanes. */
static bool are_words(const family *of, int32_t *out) {
  for (int64_t i = 0; i < of->count; i++)
    if (!is_same(&of->tables[i], of->lanes, &out[i]))
      return false;
  return true;
}

/* Builds the cheapest kind, which is the first one of most families; returns how
 * many steps there are. */
static int64_t build_best(const call *in, int64_t root, int32_t *out) {
  choice best = LINEAR, last = LINEAR;
  int64_t least = TL_COST_NONE, first = in->program->step_count;
  family of;
  gather(in, root, &of);
  if (are_words(&of, out))
    return of.count;
  for (choice how = LINEAR; how < CHOICES; how++) {
    tl_program_cut(in->program, first);
    gather(in, root, &of);
    bool is_built = build_by(&of, how, out);
    int64_t cost =
        is_built ? tl_program_cost(in->program, first) : TL_COST_NONE;
    last = how;
    best = cost < least ? how : best;
    least = cost < least ? cost : least;
    if (is_built && is_least(&of, first))
      break;
  }
  if (best == last)
    return of.count;
  tl_program_cut(in->program, first);
  gather(in, root, &of);
  build_by(&of, best, out);
  return of.count;
}

/*===--- Families ---------------------------------------------------------===*/

int32_t tl_network_root(int32_t *families, int32_t i) {
  while (families[i] != i)
    i = families[i] = families[families[i]];
  return i;
}

void tl_network_unite(int32_t *families, int32_t a, int32_t b) {
  a = tl_network_root(families, a);
  b = tl_network_root(families, b);
  families[a < b ? b : a] = a < b ? a : b;
}

/* Tables with a common word are of one family, but that numbers are at hand for
 * all. */
static void find_families(const call *in) {
  const tl_conversion_program *program = in->program;
  int32_t *families = in->memory->families, *owners = in->memory->owners;
  memset(owners, -1, (size_t)program->step_count * sizeof *owners);
  for (int32_t i = 0; i < in->count; i++) {
    families[i] = i;
    for (int64_t lane = 0; lane < program->lanes; lane++) {
      int32_t word = in->tables[i].of[lane];
      if (word == TL_NO_WORD || program->steps[word].kind == TL_WORD_NUMBER)
        continue;
      if (owners[word] < 0)
        owners[word] = i;
      tl_network_unite(families, owners[word], i);
    }
  }
  for (int32_t i = 0; i < in->count; i++)
    families[i] = tl_network_root(families, i);
}

static void build_family(const call *in, int64_t root, int32_t *out) {
  int32_t *steps = in->memory->owners;
  int64_t count = build_best(in, root, steps);
  for (int64_t i = root, k = 0; k < count; i++)
    if (in->memory->families[i] == root)
      out[i] = steps[k++];
}

tl_code tl_program_select(tl_conversion_program *program,
                          const tl_lane_table *tables, int64_t count,
                          const tl_network_memory *memory, int32_t *out,
                          tl_error *error) {
  const call in = {program, tables, count, memory};
  if (count > memory->table_capacity)
    return tl_fail(error, TL_CAPACITY,
                   "a conversion selects %" PRId64 " words, more than %" PRId64,
                   count, memory->table_capacity);
  find_families(&in);
  for (int64_t i = 0; i < count; i++)
    if (memory->families[i] == i)
      build_family(&in, i, out);
  return tl_program_check(program, error);
}
