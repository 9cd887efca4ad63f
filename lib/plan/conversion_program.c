/* conversion_program.c - see tl/conversion_program.h.
 *
 * Steps are found again by their bytes in a table with linear probing.  What is
 * cut off was put in last, so that its places are freed in the opposite order. */
#include "tl/conversion_program.h"
#include "base/checked.h"
#include <assert.h>
#include <string.h>

enum {
  BYTES = 4,           /* of a word */
  NIBBLE = 4,          /* bits of a selector for each */
  IN_ORDER = 0x3210,   /* the selector that is the first word */
  OTHER_WORD = 0x4444, /* what it differs by when the words change places */
  WORD_BITS = 32,
  BYTE_BITS = 8,
};

/*===--- The list of steps ------------------------------------------------===*/

void tl_program_open(tl_conversion_program *program, int64_t lanes,
                     tl_word_step *steps, int64_t step_capacity,
                     int32_t *places, int64_t place_capacity) {
  assert(lanes <= TL_MAX_WAVE && tl_is_power_of_two(lanes));
  assert(place_capacity > step_capacity && tl_is_power_of_two(place_capacity));
  *program = (tl_conversion_program){.lanes = lanes,
                                     .step_capacity = step_capacity,
                                     .place_capacity = place_capacity,
                                     .steps = steps,
                                     .places = places};
  memset(places, 0, (size_t)place_capacity * sizeof *places);
}

tl_code tl_program_check(const tl_conversion_program *program,
                         tl_error *error) {
  if (program->is_full)
    return tl_fail(error, TL_CAPACITY,
                   "a conversion takes more than %" PRId64 " steps",
                   program->step_capacity);
  return TL_OK;
}

static uint64_t hash(const tl_word_step *step) {
  const uint64_t parts[] = {(uint64_t)step->kind, (uint64_t)step->operands[0],
                            (uint64_t)step->operands[1],
                            (uint64_t)step->operands[2], step->number};
  uint64_t all = 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    all = tl_hash(all, parts[i]);
  return all ^ all >> WORD_BITS;
}

/* The place of a step, or the free one where it would be. */
static int32_t *place_of(const tl_conversion_program *program,
                         const tl_word_step *step) {
  uint64_t last = (uint64_t)program->place_capacity - 1;
  uint64_t at = hash(step) & last;
  while (program->places[at] &&
         memcmp(&program->steps[program->places[at] - 1], step, sizeof *step))
    at = (at + 1) & last;
  return &program->places[at];
}

static int32_t add(tl_conversion_program *program, tl_word_step step) {
  int32_t *place = place_of(program, &step);
  if (*place)
    return *place - 1;
  if (program->step_count == program->step_capacity) {
    program->is_full = true;
    return 0;
  }
  program->steps[program->step_count] = step;
  *place = (int32_t)++program->step_count;
  return *place - 1;
}

static tl_word_step step_of(tl_word_kind kind, int32_t a, int32_t b,
                            uint64_t number) {
  return (tl_word_step){(int32_t)kind, {a, b, TL_NO_WORD}, number};
}

void tl_program_cut(tl_conversion_program *program, int64_t count) {
  program->is_full &= program->step_count == count;
  for (int64_t i = program->step_count - 1; i >= count; i--)
    *place_of(program, &program->steps[i]) = 0;
  program->step_count = count;
}

void tl_program_sweep(tl_conversion_program *program, int32_t *words,
                      int64_t count) {
  enum { DEAD = 0, LIVE };
  int32_t *state = program->places; /* then the new number */
  int32_t kept = 0;
  memset(state, DEAD, (size_t)program->step_count * sizeof *state);
  for (int64_t i = 0; i < count; i++)
    state[words[i]] = LIVE;
  for (int64_t i = program->step_count - 1; i >= 0; i--)
    for (int k = 0; k < TL_WORD_OPERANDS && state[i] == LIVE; k++)
      if (program->steps[i].operands[k] != TL_NO_WORD)
        state[program->steps[i].operands[k]] = LIVE;
  for (int64_t i = 0; i < program->step_count; i++) {
    tl_word_step step = program->steps[i];
    if (state[i] == DEAD)
      continue;
    for (int k = 0; k < TL_WORD_OPERANDS; k++)
      if (step.operands[k] != TL_NO_WORD)
        step.operands[k] = state[step.operands[k]];
    program->steps[kept] = step;
    state[i] = kept++;
  }
  for (int64_t i = 0; i < count; i++)
    words[i] = state[words[i]];
  program->step_count = kept;
}

/*===--- Words ------------------------------------------------------------===*/

int32_t tl_word_source(tl_conversion_program *program, int64_t word) {
  return add(program,
             step_of(TL_WORD_SOURCE, TL_NO_WORD, TL_NO_WORD, (uint64_t)word));
}

int32_t tl_word_number(tl_conversion_program *program, uint32_t number) {
  return add(program, step_of(TL_WORD_NUMBER, TL_NO_WORD, TL_NO_WORD, number));
}

int32_t tl_word_lane(tl_conversion_program *program) {
  return add(program, step_of(TL_WORD_LANE, TL_NO_WORD, TL_NO_WORD, 0));
}

static bool is_number(const tl_conversion_program *program, int32_t word,
                      uint32_t *number) {
  const tl_word_step *step = &program->steps[word];
  *number = (uint32_t)step->number;
  return step->kind == TL_WORD_NUMBER;
}

static uint32_t join(tl_word_kind kind, uint32_t a, uint32_t b) {
  return kind == TL_WORD_AND ? a & b : a ^ b;
}

static uint32_t shift(tl_word_kind kind, uint32_t a, uint64_t bits) {
  return kind == TL_WORD_SHIFT_LEFT ? a << bits : a >> bits;
}

int32_t tl_word_join(tl_conversion_program *program, tl_word_kind kind,
                     int32_t a, int32_t b) {
  uint32_t x, y;
  bool is_first = is_number(program, a, &x),
       is_second = is_number(program, b, &y);
  if (is_first && is_second)
    return tl_word_number(program, join(kind, x, y));
  if (is_first || (!is_second && a > b))
    return tl_word_join(program, kind, b, a);
  if (is_second && y == (kind == TL_WORD_AND ? UINT32_MAX : 0))
    return a;
  if (is_second && y == 0 && kind == TL_WORD_AND)
    return b;
  return add(program, step_of(kind, a, b, 0));
}

int32_t tl_word_shift(tl_conversion_program *program, tl_word_kind kind,
                      int32_t a, int64_t bits) {
  uint32_t x;
  if (bits == 0)
    return a;
  if (is_number(program, a, &x))
    return tl_word_number(program, shift(kind, x, (uint64_t)bits));
  return add(program, step_of(kind, a, TL_NO_WORD, (uint64_t)bits));
}

int32_t tl_word_select(tl_conversion_program *program, uint64_t lanes,
                       int32_t inside, int32_t outside) {
  uint64_t all = tl_low_bits(program->lanes);
  lanes &= all;
  if (outside == TL_NO_WORD || inside == outside || lanes == all)
    return inside == TL_NO_WORD ? outside : inside;
  if (inside == TL_NO_WORD || lanes == 0)
    return outside;
  if (lanes & 1)
    return tl_word_select(program, lanes ^ all, outside, inside);
  return add(program, step_of(TL_WORD_SELECT, inside, outside, lanes));
}

int32_t tl_word_shuffle_xor(tl_conversion_program *program, int32_t word,
                            int64_t lanes) {
  if (lanes == 0 || program->steps[word].kind == TL_WORD_NUMBER)
    return word;
  return add(program,
             step_of(TL_WORD_SHUFFLE_XOR, word, TL_NO_WORD, (uint64_t)lanes));
}

int32_t tl_word_shuffle_index(tl_conversion_program *program, int32_t word,
                              int32_t lane) {
  const tl_word_step *steps = program->steps;
  if (steps[lane].kind == TL_WORD_LANE || steps[word].kind == TL_WORD_NUMBER)
    return word;
  return add(program, step_of(TL_WORD_SHUFFLE_INDEX, word, lane, 0));
}

/*===--- Bytes ------------------------------------------------------------===*/

static uint32_t nibble_of(uint32_t selector, int i) {
  return selector >> NIBBLE * i & 7;
}

static uint32_t byte_of(uint32_t word, uint32_t byte) {
  return word >> BYTE_BITS * byte & UINT8_MAX;
}

static uint32_t permute(uint32_t low, uint32_t high, uint32_t selector) {
  const uint32_t words[] = {low, high};
  uint32_t out = 0;
  for (int i = 0; i < BYTES; i++) {
    uint32_t place = nibble_of(selector, i);
    out |= byte_of(words[place / BYTES], place % BYTES) << BYTE_BITS * i;
  }
  return out;
}

/* A byte of a word. */
typedef struct place {
  int32_t word;
  uint32_t byte;
} place;

/* Where the byte comes from, through permutations that are the same in all
 * lanes. */
static place origin_of(const tl_conversion_program *program, place at) {
  const tl_word_step *step = &program->steps[at.word];
  uint32_t selector;
  if (step->kind != TL_WORD_PERMUTE ||
      !is_number(program, step->operands[2], &selector))
    return at;
  uint32_t from = nibble_of(selector, (int)at.byte);
  return (place){step->operands[from / BYTES], from % BYTES};
}

/* The words of four bytes and their selector; false where there are three. */
static bool join_places(const place *places, int32_t words[2],
                        uint32_t *selector) {
  int count = 0;
  *selector = 0;
  for (int i = 0; i < BYTES; i++) {
    int k = 0;
    while (k < count && words[k] != places[i].word)
      k++;
    if (k == 2)
      return false;
    words[k] = places[i].word;
    count += k == count;
    *selector |= (places[i].byte + BYTES * (uint32_t)k) << NIBBLE * i;
  }
  if (count == 1)
    words[1] = words[0];
  return true;
}

static int32_t add_permute(tl_conversion_program *program, int32_t low,
                           int32_t high, int32_t selector) {
  return add(program, (tl_word_step){.kind = TL_WORD_PERMUTE,
                                     .operands = {low, high, selector}});
}

/* By a selector that is the same in all lanes. */
static int32_t permute_by(tl_conversion_program *program, int32_t low,
                          int32_t high, uint32_t selector) {
  const int32_t words[] = {low, high};
  place places[BYTES], origins[BYTES];
  int32_t from[2];
  uint32_t x, y;
  for (int i = 0; i < BYTES; i++) {
    uint32_t at = nibble_of(selector, i);
    places[i] = (place){words[at / BYTES], at % BYTES};
    origins[i] = origin_of(program, places[i]);
  }
  if (!join_places(origins, from, &selector))
    join_places(places, from, &selector);
  if (from[0] > from[1]) {
    int32_t first = from[0];
    from[0] = from[1];
    from[1] = first;
    selector ^= OTHER_WORD;
  }
  if (selector == IN_ORDER)
    return from[0];
  if (is_number(program, from[0], &x) && is_number(program, from[1], &y))
    return tl_word_number(program, permute(x, y, selector));
  return add_permute(program, from[0], from[1],
                     tl_word_number(program, selector));
}

int32_t tl_word_permute(tl_conversion_program *program, int32_t low,
                        int32_t high, int32_t selector) {
  uint32_t number;
  if (low == TL_NO_WORD || high == TL_NO_WORD)
    low = high = low == TL_NO_WORD ? high : low;
  return is_number(program, selector, &number)
             ? permute_by(program, low, high, number)
             : add_permute(program, low, high, selector);
}

/*===--- Reading ----------------------------------------------------------===*/

/* The lanes of a cube. */
static uint64_t cube(uint64_t bits, uint64_t value, int64_t lanes) {
  uint64_t all = 0;
  for (uint64_t lane = 0; lane < (uint64_t)lanes; lane++)
    all |= (uint64_t)((lane & bits) == value) << lane;
  return all;
}

/* Whether the lanes of a mask are those that agree with the first of them in
 * all bits that none of them changes. */
static bool is_cube(uint64_t mask, int64_t lanes, tl_mask_form *form) {
  uint64_t first = (uint64_t)__builtin_ctzll(mask), changed = 0;
  for (uint64_t lane = 0; lane < (uint64_t)lanes; lane++)
    if (mask >> lane & 1)
      changed |= lane ^ first;
  form->kind = TL_MASK_CUBE;
  form->first = ((uint64_t)lanes - 1) & ~changed;
  form->second = first & form->first;
  return cube(form->first, form->second, lanes) == mask;
}

static bool is_below(uint64_t mask, tl_mask_form *form) {
  form->kind = TL_MASK_BELOW;
  form->first = (uint64_t)tl_count_bits(mask);
  form->second = 0;
  return mask == tl_low_bits((int64_t)form->first);
}

tl_mask_form tl_mask_read(uint64_t mask, int64_t lanes) {
  tl_mask_form form = {0};
  uint64_t others = mask ^ tl_low_bits(lanes);
  assert(mask && others);
  if (is_cube(mask, lanes, &form) || is_below(mask, &form))
    return form;
  form.is_negated = true;
  if (is_cube(others, lanes, &form) || is_below(others, &form))
    return form;
  return (tl_mask_form){.kind = TL_MASK_SET, .first = mask};
}

/* Whether no select before step i has its mask. */
static bool is_first_of_mask(const tl_conversion_program *program, int64_t i) {
  for (int64_t k = 0; k < i; k++)
    if (program->steps[k].kind == TL_WORD_SELECT &&
        program->steps[k].number == program->steps[i].number)
      return false;
  return true;
}

tl_program_counts tl_program_count(const tl_conversion_program *program) {
  tl_program_counts counts = {0};
  for (int64_t i = 0; i < program->step_count; i++)
    switch (program->steps[i].kind) {
    case TL_WORD_SOURCE:
    case TL_WORD_NUMBER:
      break;
    case TL_WORD_SHUFFLE_XOR:
    case TL_WORD_SHUFFLE_INDEX:
      counts.shuffles++;
      break;
    case TL_WORD_PERMUTE:
      counts.permutes++;
      break;
    case TL_WORD_SELECT:
      counts.selects++;
      counts.masks += is_first_of_mask(program, i);
      break;
    default:
      counts.others++;
    }
  return counts;
}

/*===--- Interpreting -----------------------------------------------------===*/

/* The words of all lanes. */
typedef struct machine {
  const tl_conversion_program *program;
  const uint32_t *source;
  uint32_t *values;
} machine;

static uint32_t read(const machine *on, int32_t word, int64_t lane) {
  return word == TL_NO_WORD ? 0 : on->values[word * on->program->lanes + lane];
}

static uint32_t evaluate(const machine *on, const tl_word_step *step,
                         int64_t lane) {
  const int64_t lanes = on->program->lanes;
  const int32_t *of = step->operands;
  uint32_t a = read(on, of[0], lane), b = read(on, of[1], lane);
  switch ((tl_word_kind)step->kind) {
  case TL_WORD_SOURCE:
    return on->source[(int64_t)step->number * lanes + lane];
  case TL_WORD_NUMBER:
    return (uint32_t)step->number;
  case TL_WORD_LANE:
    return (uint32_t)lane;
  case TL_WORD_SHIFT_LEFT:
  case TL_WORD_SHIFT_RIGHT:
    return shift((tl_word_kind)step->kind, a, step->number);
  case TL_WORD_SELECT:
    return step->number >> lane & 1 ? a : b;
  case TL_WORD_PERMUTE:
    return permute(a, b, read(on, of[2], lane));
  case TL_WORD_SHUFFLE_XOR:
    return read(on, of[0], lane ^ (int64_t)step->number);
  case TL_WORD_SHUFFLE_INDEX:
    return read(on, of[0], (int64_t)b % lanes);
  default:
    return join((tl_word_kind)step->kind, a, b);
  }
}

void tl_program_interpret(const tl_conversion_program *program,
                          const uint32_t *source, uint32_t *values) {
  const machine on = {program, source, values};
  for (int64_t i = 0; i < program->step_count; i++)
    for (int64_t lane = 0; lane < program->lanes; lane++)
      values[i * program->lanes + lane] =
          evaluate(&on, &program->steps[i], lane);
}
