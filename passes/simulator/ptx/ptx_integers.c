/* ptx_integers.c - Integers, bits and predicates.
 *
 * What is known of a result is known bit by bit: an unknown bit of an operand of
 * a sum or a product may change that bit and all above it.
 *
 * Source: PTX ISA, "Integer Arithmetic Instructions", "Logic and Shift
 * Instructions", "Comparison and Selection Instructions". */
#include "ptx_rows.h"

/*===--- What is known ----------------------------------------------------===*/

/* All bits from the lowest one on. */
static uint64_t and_above(uint64_t unknown) {
  return unknown ? ~((unknown & (0 - unknown)) - 1) : 0;
}

static uint64_t unknown_of(const tl_ptx_type *type, tl_ptx_value value) {
  return value.unknown & tl_ptx_mask(type->bits);
}

/* A result of the type, whose sign goes on in a wider register. */
static void give(const tl_ptx_type *type, uint64_t bits, uint64_t unknown,
                 tl_ptx_value *out) {
  *out =
      (tl_ptx_value){tl_ptx_extend(type, bits), tl_ptx_extend(type, unknown)};
}

/*===--- Sums and products ------------------------------------------------===*/

#define CARRIES(name, expression)                                              \
  static void name(const tl_ptx_instruction *at, const tl_ptx_value *in,       \
                   tl_ptx_value *out) {                                        \
    const tl_ptx_type *type = tl_ptx_type_of(at);                              \
    uint64_t a = in[0].bits, b = in[1].bits, c = in[2].bits;                   \
    (void)c;                                                                   \
    (void)b;                                                                   \
    give(type, expression,                                                     \
         and_above(unknown_of(type, in[0]) | unknown_of(type, in[1]) |         \
                   unknown_of(type, in[2])),                                   \
         out);                                                                 \
  }

CARRIES(add, a + b)
CARRIES(subtract, a - b)
CARRIES(negate, 0 - a)
CARRIES(multiply_low, a *b)
CARRIES(multiply_add_low, a *b + c)

__extension__ typedef unsigned __int128 wide;
__extension__ typedef __int128 signed_wide;

static wide product(const tl_ptx_type *type, const tl_ptx_value *in) {
  uint64_t a = tl_ptx_extend(type, in[0].bits);
  uint64_t b = tl_ptx_extend(type, in[1].bits);
  return tl_ptx_is_signed(type)
             ? (wide)((signed_wide)(int64_t)a * (signed_wide)(int64_t)b)
             : (wide)a * b;
}

static void multiply_high(const tl_ptx_instruction *at, const tl_ptx_value *in,
                          tl_ptx_value *out) {
  const tl_ptx_type *type = tl_ptx_type_of(at);
  out->bits = tl_ptx_extend(type, (uint64_t)(product(type, in) >> type->bits)) +
              in[2].bits;
}

static void multiply_wide(const tl_ptx_instruction *at, const tl_ptx_value *in,
                          tl_ptx_value *out) {
  const tl_ptx_type *type = tl_ptx_type_of(at);
  uint64_t unknown = unknown_of(type, in[0]) | unknown_of(type, in[1]);
  out->bits = (uint64_t)product(type, in) + in[2].bits;
  out->unknown = and_above(unknown | in[2].unknown);
}

/*===--- Carries ----------------------------------------------------------===*/

/* a + b, or a - b, which is a + ~b + 1.  Of what is carried "cc" in a slot says that
 * it is kept for another one, and a "c" at the end of the name that it is taken; of a
 * difference it is what is borrowed. */
static void carry_on(const tl_ptx_step *step, int slot, tl_ptx_value a,
                     tl_ptx_value b, bool is_difference) {
  const tl_ptx_instruction *at = step->at;
  const tl_ptx_type *type = tl_ptx_type_of(at);
  const uint64_t mask = tl_ptx_mask(type->bits);
  tl_ptx_value *carry = tl_ptx_carry(step), in = {0, 0}, out;
  bool is_taken = at->row->name[strlen(at->row->name) - 1] == 'c';
  if (is_taken)
    in = *carry;
  wide sum = (wide)(a.bits & mask) +
             ((is_difference ? ~b.bits : b.bits) & mask) +
             ((in.bits & 1) ^ is_difference);
  uint64_t unknown = unknown_of(type, a) | unknown_of(type, b) | in.unknown;
  give(type, (uint64_t)sum, and_above(unknown), &out);
  if (at->choices[slot] >= 0)
    *carry = (tl_ptx_value){(uint64_t)(sum >> type->bits & 1) ^ is_difference,
                            unknown != 0};
  tl_ptx_write(step, 0, 0, out);
}

static void add_words(const tl_ptx_step *step) {
  carry_on(step, 0, tl_ptx_read(step, 1, 0), tl_ptx_read(step, 2, 0), false);
}

static void subtract_words(const tl_ptx_step *step) {
  carry_on(step, 0, tl_ptx_read(step, 1, 0), tl_ptx_read(step, 2, 0), true);
}

/* The lower or the upper half of a product, and a third word. */
static void multiply_words(const tl_ptx_step *step) {
  enum { HALF = 0, CC, HIGH = 1 };
  const tl_ptx_type *type = tl_ptx_type_of(step->at);
  const tl_ptx_value in[] = {tl_ptx_read(step, 1, 0), tl_ptx_read(step, 2, 0)};
  bool is_high = step->at->choices[HALF] == HIGH;
  uint64_t unknown =
      and_above(unknown_of(type, in[0]) | unknown_of(type, in[1]));
  wide whole = product(type, in);
  tl_ptx_value half = {(uint64_t)(is_high ? whole >> type->bits : whole),
                       is_high && unknown ? UINT64_MAX : unknown};
  carry_on(step, CC, half, tl_ptx_read(step, 3, 0), false);
}

/* Of 64 bits, too (PTX ISA, madc). */
static bool is_of_words(const tl_ptx_instruction *at) {
  return tl_ptx_type_of(at)->bits >= 32;
}

/*===--- Sums of products -------------------------------------------------===*/

/* One of the pieces of a word, which have the sign of its type. */
static uint64_t piece_of(const tl_ptx_type *type, uint64_t bits, int width,
                         int number) {
  const tl_ptx_type own = {.kind = type->kind, .bits = width, .parts = 1};
  return tl_ptx_extend(&own, bits >> width * number);
}

/* All pieces of a word, times as many bytes of another one from one on. */
static void add_products(const tl_ptx_instruction *at, const tl_ptx_value *in,
                         int count, int first, tl_ptx_value *out) {
  enum { WORD = 32, BYTE = 8 };
  out->bits = in[2].bits;
  for (int i = 0; i < count; i++)
    out->bits += piece_of(at->types[0], in[0].bits, WORD / count, i) *
                 piece_of(at->types[1], in[1].bits, BYTE, first + i);
}

static void add_four_products(const tl_ptx_instruction *at,
                              const tl_ptx_value *in, tl_ptx_value *out) {
  add_products(at, in, 4, 0, out);
}

static void add_two_products(const tl_ptx_instruction *at,
                             const tl_ptx_value *in, tl_ptx_value *out) {
  enum { HIGH = 1 };
  add_products(at, in, 2, at->choices[0] == HIGH ? 2 : 0, out);
}

static bool is_of_two_words(const tl_ptx_instruction *at) {
  return at->types[0]->bits == 32 && at->types[1]->bits == 32;
}

/*===--- Quotients, extremes ----------------------------------------------===*/

/* What -1 divides, which overflows; by 0 the result is unspecified. */
static uint64_t quotient(const tl_ptx_type *type, uint64_t a, uint64_t b) {
  if (b == 0)
    return 0;
  if (!tl_ptx_is_signed(type))
    return a / b;
  return (int64_t)b == -1 ? 0 - a : (uint64_t)((int64_t)a / (int64_t)b);
}

static uint64_t unknown_of_quotient(const tl_ptx_type *type,
                                    const tl_ptx_value *in) {
  bool is_known = !unknown_of(type, in[0]) && !unknown_of(type, in[1]) &&
                  tl_ptx_extend(type, in[1].bits);
  return is_known ? 0 : UINT64_MAX;
}

static void divide(const tl_ptx_instruction *at, const tl_ptx_value *in,
                   tl_ptx_value *out) {
  const tl_ptx_type *type = tl_ptx_type_of(at);
  out->bits = quotient(type, tl_ptx_extend(type, in[0].bits),
                       tl_ptx_extend(type, in[1].bits));
  out->unknown = unknown_of_quotient(type, in);
}

static void take_rest(const tl_ptx_instruction *at, const tl_ptx_value *in,
                      tl_ptx_value *out) {
  const tl_ptx_type *type = tl_ptx_type_of(at);
  uint64_t a = tl_ptx_extend(type, in[0].bits);
  uint64_t b = tl_ptx_extend(type, in[1].bits);
  out->bits = a - quotient(type, a, b) * b;
  out->unknown = unknown_of_quotient(type, in);
}

static bool is_less(const tl_ptx_type *type, uint64_t a, uint64_t b) {
  return tl_ptx_is_signed(type)
             ? (int64_t)tl_ptx_extend(type, a) < (int64_t)tl_ptx_extend(type, b)
             : tl_ptx_extend(type, a) < tl_ptx_extend(type, b);
}

static void take_least(const tl_ptx_instruction *at, const tl_ptx_value *in,
                       tl_ptx_value *out) {
  const tl_ptx_type *type = tl_ptx_type_of(at);
  out->bits = is_less(type, in[1].bits, in[0].bits) ? in[1].bits : in[0].bits;
}

static void take_most(const tl_ptx_instruction *at, const tl_ptx_value *in,
                      tl_ptx_value *out) {
  const tl_ptx_type *type = tl_ptx_type_of(at);
  out->bits = is_less(type, in[0].bits, in[1].bits) ? in[1].bits : in[0].bits;
}

uint64_t tl_ptx_reduce(const tl_ptx_type *type, int operation, uint64_t a,
                       uint64_t b) {
  const uint64_t results[TL_PTX_REDUCTION_COUNT] = {a + b,
                                                    is_less(type, b, a) ? b : a,
                                                    is_less(type, a, b) ? b : a,
                                                    a & b,
                                                    a | b,
                                                    a ^ b};
  return results[operation];
}

/* In each part, of which nothing is known where something is not. */
static void reduce_parts(const tl_ptx_instruction *at, int operation,
                         const tl_ptx_value *in, tl_ptx_value *out) {
  const tl_ptx_type *type = tl_ptx_type_of(at);
  const tl_ptx_type own = {
      .kind = type->kind, .bits = type->bits / type->parts, .parts = 1};
  for (int shift = 0; shift < type->bits; shift += own.bits) {
    uint64_t mask = tl_ptx_mask(own.bits) << shift;
    uint64_t result = tl_ptx_reduce(&own, operation, in[0].bits >> shift,
                                    in[1].bits >> shift);
    out->bits |= result << shift & mask;
    out->unknown |= (in[0].unknown | in[1].unknown) & mask ? mask : 0;
  }
}

#define IN_PARTS(name, operation)                                              \
  static void name(const tl_ptx_instruction *at, const tl_ptx_value *in,       \
                   tl_ptx_value *out) {                                        \
    reduce_parts(at, operation, in, out);                                      \
  }

enum { SUM = 0, LEAST, MOST };
IN_PARTS(add_parts, SUM)
IN_PARTS(take_least_parts, LEAST)
IN_PARTS(take_most_parts, MOST)

static void take_magnitude(const tl_ptx_instruction *at, const tl_ptx_value *in,
                           tl_ptx_value *out) {
  uint64_t a = tl_ptx_extend(tl_ptx_type_of(at), in[0].bits);
  out->bits = (int64_t)a < 0 ? 0 - a : a;
}

/*===--- Logic ------------------------------------------------------------===*/

/* A bit of a table of all inputs: 4 a + 2 b + c. */
static tl_ptx_value look_up(uint64_t table, const tl_ptx_value in[3]) {
  tl_ptx_value out = {0, 0};
  for (int row = 0; row < 8; row++) {
    uint64_t can = UINT64_MAX;
    for (int i = 0; i < 3; i++) {
      uint64_t wanted = row >> (2 - i) & 1 ? in[i].bits : ~in[i].bits;
      can &= wanted | in[i].unknown;
    }
    if (table >> row & 1)
      out.bits |= can;
    else
      out.unknown |= can;
  }
  /* Where both 0 and 1 can come out nothing is known; else what came is. */
  out.unknown &= out.bits;
  return out;
}

static void combine(uint64_t table, const tl_ptx_value *in, tl_ptx_value *out) {
  const tl_ptx_value inputs[3] = {in[0], in[1], {0, 0}};
  *out = look_up(table, inputs);
}

/* Tables of two inputs, a third one of 0. */
enum { TABLE_AND = 0x40, TABLE_OR = 0x54, TABLE_XOR = 0x14, TABLE_NOT = 0x01 };

#define LOGIC(name, table)                                                     \
  static void name(TL_UNUSED const tl_ptx_instruction *at,                     \
                   const tl_ptx_value *in, tl_ptx_value *out) {                \
    combine(table, in, out);                                                   \
  }

LOGIC(take_and, TABLE_AND)
LOGIC(take_or, TABLE_OR)
LOGIC(take_xor, TABLE_XOR)
LOGIC(take_not, TABLE_NOT)

static void take_table(TL_UNUSED const tl_ptx_instruction *at,
                       const tl_ptx_value *in, tl_ptx_value *out) {
  *out = look_up(in[3].bits, in);
}

/*===--- Shifts -----------------------------------------------------------===*/

/* Amounts are clamped to the width. */
static uint64_t amount_of(const tl_ptx_type *type, tl_ptx_value value) {
  uint64_t amount = value.bits & UINT32_MAX;
  return amount > (uint64_t)type->bits ? (uint64_t)type->bits : amount;
}

static uint64_t shifted_left(uint64_t bits, uint64_t amount) {
  return amount > 63 ? 0 : bits << amount;
}

static uint64_t shifted_right(const tl_ptx_type *type, uint64_t bits,
                              uint64_t amount) {
  uint64_t extended = tl_ptx_extend(type, bits);
  if (!tl_ptx_is_signed(type))
    return amount > 63 ? 0 : extended >> amount;
  uint64_t own = amount > 63 ? 63 : amount;
  uint64_t fill = (int64_t)extended < 0 && own ? ~(UINT64_MAX >> own) : 0;
  return extended >> own | fill;
}

static void shift_left(const tl_ptx_instruction *at, const tl_ptx_value *in,
                       tl_ptx_value *out) {
  const tl_ptx_type *type = tl_ptx_type_of(at);
  uint64_t amount = amount_of(type, in[1]);
  give(type, shifted_left(in[0].bits, amount),
       in[1].unknown ? UINT64_MAX
                     : shifted_left(unknown_of(type, in[0]), amount),
       out);
}

static void shift_right(const tl_ptx_instruction *at, const tl_ptx_value *in,
                        tl_ptx_value *out) {
  const tl_ptx_type *type = tl_ptx_type_of(at);
  uint64_t amount = amount_of(type, in[1]);
  out->bits = shifted_right(type, in[0].bits, amount);
  out->unknown =
      in[1].unknown ? UINT64_MAX : shifted_right(type, in[0].unknown, amount);
}

/* 32 bits of two registers, b above a. */
static void shift_funnel(const tl_ptx_instruction *at, const tl_ptx_value *in,
                         tl_ptx_value *out) {
  enum { LEFT = 0, RIGHT, CLAMPS = 1, WIDTH = 32 };
  uint64_t amount = in[2].bits & UINT32_MAX;
  if (at->choices[1] == CLAMPS)
    amount = amount > WIDTH ? WIDTH : amount;
  else
    amount %= WIDTH;
  uint64_t right = at->choices[0] == RIGHT ? amount : WIDTH - amount;
  uint64_t low = tl_ptx_mask(WIDTH);
  uint64_t bits = (in[1].bits & low) << WIDTH | (in[0].bits & low);
  uint64_t unknown = (in[1].unknown & low) << WIDTH | (in[0].unknown & low);
  out->bits = bits >> right & low;
  out->unknown = in[2].unknown ? UINT64_MAX : unknown >> right & low;
}

/*===--- Fields -----------------------------------------------------------===*/

static uint64_t extract(const tl_ptx_type *type, uint64_t bits, uint64_t from,
                        uint64_t length) {
  uint64_t width = (uint64_t)type->bits;
  if (length == 0)
    return 0;
  uint64_t last = from + length - 1 < width ? from + length - 1 : width - 1;
  uint64_t above = tl_ptx_is_signed(type) && bits >> last & 1 ? UINT64_MAX : 0;
  if (from >= width)
    return above;
  uint64_t low = tl_ptx_mask((int)(last - from + 1));
  return (bits >> from & low) | (above & ~low);
}

static void extract_field(const tl_ptx_instruction *at, const tl_ptx_value *in,
                          tl_ptx_value *out) {
  const tl_ptx_type *type = tl_ptx_type_of(at);
  uint64_t from = in[1].bits & UINT8_MAX, length = in[2].bits & UINT8_MAX;
  bool is_unknown = in[1].unknown || in[2].unknown;
  out->bits = extract(type, in[0].bits, from, length);
  out->unknown =
      is_unknown ? UINT64_MAX : extract(type, in[0].unknown, from, length);
}

/* Operands: the field, what it is put into, where, of how many bits. */
static void insert_field(const tl_ptx_instruction *at, const tl_ptx_value *in,
                         tl_ptx_value *out) {
  const tl_ptx_type *type = tl_ptx_type_of(at);
  uint64_t from = in[2].bits & UINT8_MAX, length = in[3].bits & UINT8_MAX;
  uint64_t ones = length ? tl_ptx_mask(length > 64 ? 64 : (int)length) : 0;
  uint64_t field = from < (uint64_t)type->bits ? ones << from : 0;
  out->bits = (in[1].bits & ~field) | (field ? in[0].bits << from & field : 0);
  out->unknown =
      (in[1].unknown & ~field) | (field ? in[0].unknown << from & field : 0);
  if (in[2].unknown || in[3].unknown)
    out->unknown = UINT64_MAX;
}

static void count_ones(const tl_ptx_instruction *at, const tl_ptx_value *in,
                       tl_ptx_value *out) {
  out->bits = (uint64_t)__builtin_popcountll(
      in[0].bits & tl_ptx_mask(tl_ptx_type_of(at)->bits));
}

static void count_zeros(const tl_ptx_instruction *at, const tl_ptx_value *in,
                        tl_ptx_value *out) {
  int width = tl_ptx_type_of(at)->bits;
  uint64_t bits = in[0].bits & tl_ptx_mask(width);
  out->bits = (uint64_t)(bits ? __builtin_clzll(bits) - (64 - width) : width);
}

static uint64_t reversed(uint64_t bits, int width) {
  uint64_t out = 0;
  for (int i = 0; i < width; i++)
    out |= (bits >> i & 1) << (width - 1 - i);
  return out;
}

static void reverse(const tl_ptx_instruction *at, const tl_ptx_value *in,
                    tl_ptx_value *out) {
  int width = tl_ptx_type_of(at)->bits;
  out->bits = reversed(in[0].bits, width);
  out->unknown = reversed(in[0].unknown, width);
}

/* Bytes of two registers by a selector; "prmt". */
static void permute(const tl_ptx_instruction *at, const tl_ptx_value *in,
                    tl_ptx_value *out) {
  enum { PLACE = 7, BYTES = 4, SIGN = 8 };
  const int mode = at->choices[1];
  int n = (int)(in[2].bits & 3);
  for (int i = 0; i < BYTES; i++) {
    int nibble = (int)(in[2].bits >> BYTES * i & 0xf);
    const int places[] = {n + i,         (n - i) & PLACE, n,
                          i > n ? i : n, i < n ? i : n,   2 * (n & 1) + i % 2};
    int place = mode < 0 ? nibble & PLACE : places[mode];
    int shift = 8 * (place % BYTES);
    const tl_ptx_value *from = &in[place / BYTES];
    uint64_t byte = from->bits >> shift & UINT8_MAX;
    uint64_t unknown = from->unknown >> shift & UINT8_MAX;
    if (mode < 0 && nibble & SIGN) {
      byte = byte >> 7 ? UINT8_MAX : 0;
      unknown = unknown >> 7 ? UINT8_MAX : 0;
    }
    out->bits |= byte << 8 * i;
    out->unknown |= unknown << 8 * i;
  }
  if (in[2].unknown)
    out->unknown = UINT64_MAX;
}

/*===--- Comparisons ------------------------------------------------------===*/

/* Unknown bits do not count where known ones already differ. */
static void compare(const tl_ptx_instruction *at, const tl_ptx_value *in,
                    tl_ptx_value *out) {
  enum { EQ = 0, NE, LT, LE, GT, GE, LO, LS, HI, HS };
  static const int SAME[] = {EQ, NE, LT, LE, GT, GE, LT, LE, GT, GE};
  const tl_ptx_type *type = tl_ptx_type_of(at);
  uint64_t a = tl_ptx_extend(type, in[0].bits);
  uint64_t b = tl_ptx_extend(type, in[1].bits);
  uint64_t unknown = unknown_of(type, in[0]) | unknown_of(type, in[1]);
  int order = is_less(type, a, b) ? -1 : a != b;
  int how = SAME[at->choices[0]];
  const bool results[] = {order == 0, order != 0, order<0, order <= 0, order> 0,
                          order >= 0};
  bool is_settled = how <= NE && ((a ^ b) & ~unknown);
  out->bits = results[how];
  out->unknown = unknown && !is_settled;
}

static void select(TL_UNUSED const tl_ptx_instruction *at,
                   const tl_ptx_value *in, tl_ptx_value *out) {
  *out = in[2].bits & 1 ? in[0] : in[1];
  if (in[2].unknown)
    out->unknown = in[0].unknown | in[1].unknown | (in[0].bits ^ in[1].bits);
}

#define COMPARISONS "eq|ne|lt|le|gt|ge|lo|ls|hi|hs"

#define CARRY(name, pattern, operands, function)                               \
  { name, pattern, operands, .lane = function, .knows = is_of_words }

const tl_ptx_row TL_PTX_INTEGER_ROWS[] = {
    {"add", "#us", "rss", .compute = add, .tracks = true},
    CARRY("add", "cc #us", "rss", add_words),
    CARRY("addc", "cc? #us", "rss", add_words),
    CARRY("sub", "cc #us", "rss", subtract_words),
    CARRY("subc", "cc? #us", "rss", subtract_words),
    CARRY("mad", "lo|hi cc #us", "rsss", multiply_words),
    CARRY("madc", "lo|hi cc? #us", "rsss", multiply_words),
    {"add", "#y", "rss", .compute = add_parts, .tracks = true},
    {"min", "#y", "rss", .compute = take_least_parts, .tracks = true},
    {"max", "#y", "rss", .compute = take_most_parts, .tracks = true},
    {"sub", "#us", "rss", .compute = subtract, .tracks = true},
    {"neg", "#s", "rs", .compute = negate, .tracks = true},
    {"mul", "lo #us", "rss", .compute = multiply_low, .tracks = true},
    {"mul", "hi #us", "rss", .compute = multiply_high},
    {"mul", "wide #us", "rss", .compute = multiply_wide, .tracks = true,
     .widths = "wtt"},
    {"mad", "lo #us", "rsss", .compute = multiply_add_low, .tracks = true},
    {"mad", "hi #us", "rsss", .compute = multiply_high},
    {"mad", "wide #us", "rsss", .compute = multiply_wide, .tracks = true,
     .widths = "wttw"},
    {"dp4a", "#us #us", "rsss", .compute = add_four_products,
     .knows = is_of_two_words, .widths = "iiii"},
    {"dp2a", "lo|hi #us #us", "rsss", .compute = add_two_products,
     .knows = is_of_two_words, .widths = "iiii"},
    {"div", "#us", "rss", .compute = divide, .tracks = true},
    {"rem", "#us", "rss", .compute = take_rest, .tracks = true},
    {"min", "#us", "rss", .compute = take_least},
    {"max", "#us", "rss", .compute = take_most},
    {"abs", "#s", "rs", .compute = take_magnitude},
    {"and", "#bp", "rss", .compute = take_and, .tracks = true},
    {"or", "#bp", "rss", .compute = take_or, .tracks = true},
    {"xor", "#bp", "rss", .compute = take_xor, .tracks = true},
    {"not", "#bp", "rs", .compute = take_not, .tracks = true},
    {"lop3", "#b", "rssss", .compute = take_table, .tracks = true},
    {"shl", "#b", "rss", .compute = shift_left, .tracks = true,
     .widths = "tti"},
    {"shr", "#bus", "rss", .compute = shift_right, .tracks = true,
     .widths = "tti"},
    {"shf", "l|r wrap|clamp #b", "rsss", .compute = shift_funnel,
     .tracks = true, .widths = "ttti"},
    {"bfe", "#us", "rsss", .compute = extract_field, .tracks = true,
     .widths = "ttii"},
    {"bfi", "#b", "rssss", .compute = insert_field, .tracks = true,
     .widths = "tttii"},
    {"popc", "#b", "rs", .compute = count_ones, .widths = "it"},
    {"clz", "#b", "rs", .compute = count_zeros, .widths = "it"},
    {"brev", "#b", "rs", .compute = reverse, .tracks = true},
    {"prmt", "#b f4e|b4e|rc8|ecl|ecr|rc16?", "rsss", .compute = permute,
     .tracks = true},
    {"setp", COMPARISONS " #bus", "rss", .compute = compare, .tracks = true,
     .widths = "ptt"},
    {"selp", "#busf", "rsss", .compute = select, .tracks = true,
     .widths = "tttp"},
    {.name = NULL},
};
