/* copy_atom.c - see tl/cute_atom.h.
 *
 * ldmatrix and stmatrix move matrices of 8 rows of 128 bits; matrix i of the
 * common order has the bits [1024 i, 1024 (i + 1)), row by row.  In shared
 * memory thread t names row t; the threads that no row is left for repeat the
 * others.  In registers a thread holds 32 bits of each matrix: the t-th word,
 * or transposed two elements of column t / 4 (PTX ISA 9.7.14.5, ldmatrix,
 * stmatrix).
 *
 * A name is prefix, number, suffix.  Template arguments are written as CuTe's
 * unsigned integers: UniversalCopy<uint128_t>. */
#include "atom.h"
#include "base/checked.h"
#include "tl/cute_atom.h"
#include "tl/text.h"
#include <inttypes.h>

enum { WARP = 32, WORD = 32, ROW_BITS = 128, MATRIX_BITS = 1024 };

/* ---- Layouts of one side, by the row's count ---------------------------- */

typedef atom_layout side(int64_t count);

/* Shared memory: `count` matrices. */
static atom_layout rows(int64_t count) {
  return (atom_layout){{{8 * count, ROW_BITS}, {4 / count, 0}},
                       .values = {{ROW_BITS, 1}}};
}

/* The same for pairs of matrices side by side in 16 rows of 8-bit elements:
 * two rows of one, then two of the other (ldmatrix.m16n16.trans.b8). */
static atom_layout rows_of_pairs(int64_t count) {
  return (atom_layout){{{2, ROW_BITS},
                        {2, MATRIX_BITS},
                        {4, 2 * ROW_BITS},
                        {2, count == 4 ? 2 * MATRIX_BITS : 0}},
                       .values = {{ROW_BITS, 1}}};
}

static atom_layout words(int64_t count) {
  return (atom_layout){{{WARP, WORD}},
                       .values = {{WORD, 1}, {count, MATRIX_BITS}}};
}

static atom_layout columns_of_16_bits(int64_t count) {
  return (atom_layout){
      {{4, 2 * ROW_BITS}, {8, 16}},
      .values = {{16, 1}, {2, ROW_BITS}, {count, MATRIX_BITS}}};
}

static atom_layout columns_of_8_bits(int64_t count) {
  return (atom_layout){
      {{4, 2 * ROW_BITS}, {8, 8}},
      .values = {
          {8, 1}, {2, ROW_BITS}, {2, ROW_BITS / 2}, {count, MATRIX_BITS}}};
}

/* Two words a thread; lanes t and t ^ lane exchange one of them. */
static atom_layout own_words(TL_UNUSED int64_t lane) {
  return (atom_layout){{{WARP, 2 * WORD}}, .values = {{2 * WORD, 1}}};
}

static atom_layout exchanged_words(int64_t lane) {
  return (atom_layout){
      {{lane, 2 * WORD}, {2, WORD}, {WARP / 2 / lane, 4 * WORD * lane}},
      .values = {{WORD, 1}, {2, 2 * WORD * lane}}};
}

/* One thread. */
static atom_layout bits(int64_t count) {
  return (atom_layout){{{0}}, .values = {{count, 1}}};
}

/* ---- The table ---------------------------------------------------------- */

typedef struct family {
  const char *prefix, *suffix;
  int64_t numbers; /* powers of two, added up */
  int64_t unit;    /* the count is the number by the unit */
  side *source, *destination;
  bool store; /* the reference is the source */
} family;

static const family families[] = {
    {"SM75_U32x", "_LDSM_N", 1 + 2 + 4, 1, rows, words, false},
    {"SM75_U16x", "_LDSM_T", 2 + 4 + 8, 2, rows, columns_of_16_bits, false},
    {"SM75_U32x", "_MOVM_T", 1, 1, words, words, false},
    {"SM90_U32x", "_STSM_N", 1 + 2 + 4, 1, words, rows, true},
    {"SM90_U16x", "_STSM_T", 2 + 4 + 8, 2, columns_of_16_bits, rows, true},
    {"SM100_U8x", "_LDSM_T", 8 + 16, 4, rows_of_pairs, columns_of_8_bits,
     false},
    {"SM100_U8x", "_STSM_T", 4 + 8 + 16, 4, columns_of_8_bits, rows, true},
    {"SM100_SU4_DU8x16_x", "_LDSM_N", 1 + 2 + 4, 1, rows, words, false},
    {"SM100_SU6_DU8x16_x", "_LDSM_N", 1 + 2 + 4, 1, rows, words, false},
    {"SM50_Shuffle_U32_2x2Trans_XOR", "", 1 + 4, 1, own_words, exchanged_words,
     true},
    {"UniversalCopy<uint", "_t>", 8 + 16 + 32 + 64 + 128, 1, bits, bits, true},
    {"SM80_CP_ASYNC_CACHEALWAYS<uint", "_t>", 32 + 64 + 128, 1, bits, bits,
     true},
    {"SM80_CP_ASYNC_CACHEALWAYS_ZFILL<uint", "_t>", 32 + 64 + 128, 1, bits,
     bits, true},
    /* cp.async.cg takes 16 bytes alone */
    {"SM80_CP_ASYNC_CACHEGLOBAL<uint", "_t>", 128, 1, bits, bits, true},
    {"SM80_CP_ASYNC_CACHEGLOBAL_ZFILL<uint", "_t>", 128, 1, bits, bits, true},
};

enum { FAMILIES = sizeof(families) / sizeof(families[0]) };

/* ---- Finding ------------------------------------------------------------ */

static bool read_number(const family *row, atom_text name, int64_t *out) {
  return tl_atom_take_word(&name, row->prefix) &&
         tl_atom_take_number(&name, out) && tl_atom_text_is(name, row->suffix);
}

static bool has_number(const family *row, int64_t number) {
  return tl_is_power_of_two(number) && (number & row->numbers) != 0;
}

static tl_code fail_number(const family *row, atom_text name, int64_t number,
                           tl_error *error) {
  tl_text choices = {0};
  for (int64_t choice = 1; choice <= row->numbers; choice *= 2)
    if (has_number(row, choice))
      tl_text_append(&choices, "%s%" PRId64, choices.length ? ", " : "",
                     choice);
  return tl_fail(error, TL_INVALID,
                 "no copy atom '%s': %s*%s has the numbers %s, not %" PRId64,
                 tl_atom_quote(name).text, row->prefix, row->suffix,
                 choices.data, number);
}

static tl_code find(atom_text name, const family **out, int64_t *number,
                    tl_error *error) {
  for (int i = 0; i < FAMILIES; i++) {
    if (!read_number(&families[i], name, number))
      continue;
    *out = &families[i];
    return has_number(*out, *number) ? TL_OK
                                     : fail_number(*out, name, *number, error);
  }
  return tl_fail(error, TL_INVALID,
                 "no copy atom '%s'; there are LDSM, STSM, MOVM, CP_ASYNC and "
                 "UniversalCopy, such as SM75_U32x4_LDSM_N and "
                 "UniversalCopy<uint128_t>",
                 tl_atom_quote(name).text);
}

tl_code tl_cute_copy_atom(const char *name, size_t length, tl_copy_part part,
                          tl_cute *out, tl_error *error) {
  const family *row = NULL;
  int64_t number = 0;
  TL_TRY(find((atom_text){name, length}, &row, &number, error));
  bool of_source =
      part == TL_COPY_REFERENCE ? row->store : part == TL_COPY_SOURCE;
  atom_layout layout =
      (of_source ? row->source : row->destination)(number / row->unit);
  if (part != TL_COPY_THREADS)
    return tl_atom_write(&layout, out, error);
  layout = (atom_layout){.threads = {{row->source == bits ? 1 : WARP, 1}}};
  return tl_atom_write_threads(&layout, out, error);
}
