/* cute_atom.c - see tl/cute_atom.h.
 *
 * An atom is known when one row of a table agrees with every part of its name;
 * its layouts are put together digit by digit. */
#include "tl/cute_atom.h"
#include "base/checked.h"
#include "cute_parts.h"
#include "tl/text.h"
#include <string.h>

/* A part of a name; not NUL-terminated. */
typedef struct atom_text {
  const char *bytes;
  size_t length;
} atom_text;

static bool is_text(atom_text text, const char *word) {
  return text.length == strlen(word) &&
         memcmp(text.bytes, word, text.length) == 0;
}

static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/* Take a word, or a number of one to four digits without leading zero, off the
 * front; when it is not there, false and nothing is taken. */
static bool take_word(atom_text *rest, const char *word) {
  size_t length = strlen(word);
  if (rest->length < length || memcmp(rest->bytes, word, length) != 0)
    return false;
  *rest = (atom_text){rest->bytes + length, rest->length - length};
  return true;
}

static bool take_number(atom_text *rest, int64_t *out) {
  int64_t number = 0;
  size_t digits = 0;
  while (digits < rest->length && is_digit(rest->bytes[digits])) {
    number = number * 10 + (rest->bytes[digits++] - '0');
    if (number == 0 || digits > 4)
      return false;
  }
  *rest = (atom_text){rest->bytes + digits, rest->length - digits};
  *out = number;
  return digits > 0;
}

/* Whether the text is one of a list such as "S8/U8" or "TN, TN_VS". */
static bool is_listed(atom_text text, const char *list) {
  while (*list) {
    size_t length = 0;
    while (list[length] && list[length] != '/' && list[length] != ',')
      length++;
    if (length == text.length && memcmp(list, text.bytes, length) == 0)
      return true;
    list += length;
    while (*list == '/' || *list == ',' || *list == ' ')
      list++;
  }
  return false;
}

enum { ATOM_QUOTE_BYTES = 44 };

typedef struct atom_quote {
  char text[ATOM_QUOTE_BYTES + sizeof("...")];
} atom_quote;

/* The text as far as a message has room for it, unprintable bytes as ?. */
static atom_quote quote_text(atom_text text) {
  atom_quote quote = {{0}};
  bool fits = text.length <= ATOM_QUOTE_BYTES;
  size_t length = fits ? text.length : ATOM_QUOTE_BYTES;
  for (size_t i = 0; i < length; i++) {
    char byte = text.bytes[i];
    quote.text[i] = byte >= ' ' && byte <= '~' ? byte : '?';
  }
  if (!fits)
    memcpy(quote.text + length, "...", sizeof("..."));
  return quote;
}

enum { ATOM_DIGITS = 4 };

/* Digits from fast to slow.  Extents of 0 end them; those of 1 are left out,
 * but for the last one of the values where it is kept.  No digits are written
 * 1:0, one digit as 8:1, or as (8):(1) where the values are grouped.
 *
 *   threads 4:32 8:1, values 2:16 2:8 -> ((4,8),(2,2)):((32,1),(16,8)) */
typedef struct atom_digit {
  int64_t value, stride;
} atom_digit;

typedef struct atom_layout {
  atom_digit threads[ATOM_DIGITS], values[ATOM_DIGITS];
  bool is_grouped, keeps_last;
} atom_layout;

static tl_code put_mode(const atom_digit *digits, bool is_grouped,
                        bool keeps_last, tl_cute *out, tl_error *error) {
  flat_modes modes = {0};
  for (int i = 0; i < ATOM_DIGITS && digits[i].value > 0; i++) {
    bool is_last = i + 1 == ATOM_DIGITS || digits[i + 1].value == 0;
    if (digits[i].value != 1 || (keeps_last && is_last))
      flat_push(&modes, digits[i].value, digits[i].stride);
  }
  if (is_grouped && modes.count == 1)
    TL_TRY(tl_tuple_put(out, 1, (tl_leaf){0}, error));
  return tl_flat_put(&modes, out, error);
}

static tl_code write_atom(const atom_layout *layout, tl_cute *out,
                          tl_error *error) {
  *out = (tl_cute){0};
  TL_TRY(tl_tuple_put(out, 2, (tl_leaf){0}, error));
  TL_TRY(put_mode(layout->threads, false, false, out, error));
  return put_mode(layout->values, layout->is_grouped, layout->keeps_last, out,
                  error);
}

static tl_code write_threads(const atom_layout *layout, tl_cute *out,
                             tl_error *error) {
  *out = (tl_cute){0};
  return put_mode(layout->threads, false, false, out, error);
}

/* ---- Copy atoms ---------------------------------------------------------
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

enum { LANES = 32, WORD = 32, ROW_BITS = 128, MATRIX_BITS = 1024 };

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
  return (atom_layout){{{LANES, WORD}},
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
  return (atom_layout){{{LANES, 2 * WORD}}, .values = {{2 * WORD, 1}}};
}

static atom_layout exchanged_words(int64_t lane) {
  return (atom_layout){
      {{lane, 2 * WORD}, {2, WORD}, {LANES / 2 / lane, 4 * WORD * lane}},
      .values = {{WORD, 1}, {2, 2 * WORD * lane}}};
}

/* Tensor memory: every thread of a warp names all of 16 or 32 rows; a register is
 * a word of a row (PTX ISA, tcgen05.ld: 16x256b, 16x128b, ...).  `count` is the
 * bits of a row. */
static atom_layout rows_of_16(int64_t count) {
  return (atom_layout){{{LANES, 0}}, .values = {{16 * count, 1}}};
}

static atom_layout rows_of_32(int64_t count) {
  return (atom_layout){{{LANES, 0}}, .values = {{32 * count, 1}}};
}

static atom_layout pairs_of_words(int64_t count) {
  return (atom_layout){
      {{4, 2 * WORD}, {8, count}},
      .values = {{2 * WORD, 1}, {2, 8 * count}, {count / 256, 256}}};
}

static atom_layout words_of_rows(int64_t count) {
  return (atom_layout){
      {{4, WORD}, {8, count}},
      .values = {{WORD, 1}, {2, 8 * count}, {count / 128, 128}}};
}

static atom_layout words_of_two_rows(int64_t count) {
  return (atom_layout){{{2, 8 * count}, {2, WORD}, {8, count}},
                       .values = {{WORD, 1}, {count / 64, 64}}};
}

static atom_layout half_rows(int64_t count) {
  return (atom_layout){{{16, count}, {2, count / 2}},
                       .values = {{count / 2, 1}}};
}

static atom_layout whole_rows(int64_t count) {
  return (atom_layout){{{LANES, count}}, .values = {{count, 1}}};
}

/* One thread. */
static atom_layout bits(int64_t count) {
  return (atom_layout){{{0}}, .values = {{count, 1}}};
}

typedef struct copy_family {
  const char *prefix, *suffix; /* which may be one of a list */
  int64_t numbers;             /* powers of two, added up */
  int64_t unit; /* the count is the number by the unit, and by the times */
  side *source, *destination;
  bool store; /* the reference is the source */
  int64_t times;
} copy_family;

/* Tensor memory is the reference; a shape is repeated up to `most` times. */
#define TENSOR(way, shape, most, from, to, loads, bits)                        \
  {                                                                            \
    "SM100_TMEM_" #way "_" #shape, "x, x_16b", 2 * (most)-1, 1, from, to,      \
        loads, bits                                                            \
  }
#define TENSOR_LOAD(shape, most, memory, registers, bits)                      \
  TENSOR(LOAD, shape, most, memory, registers, true, bits)
#define TENSOR_STORE(shape, most, memory, registers, bits)                     \
  TENSOR(STORE, shape, most, registers, memory, false, bits)

static const copy_family copy_families[] = {
    {"SM75_U32x", "_LDSM_N", 1 + 2 + 4, 1, rows, words, false, 1},
    {"SM75_U16x", "_LDSM_T", 2 + 4 + 8, 2, rows, columns_of_16_bits, false, 1},
    {"SM75_U32x", "_MOVM_T", 1, 1, words, words, false, 1},
    {"SM90_U32x", "_STSM_N", 1 + 2 + 4, 1, words, rows, true, 1},
    {"SM90_U16x", "_STSM_T", 2 + 4 + 8, 2, columns_of_16_bits, rows, true, 1},
    {"SM100_U8x", "_LDSM_T", 8 + 16, 4, rows_of_pairs, columns_of_8_bits, false,
     1},
    {"SM100_U8x", "_STSM_T", 4 + 8 + 16, 4, columns_of_8_bits, rows, true, 1},
    {"SM100_SU4_DU8x16_x", "_LDSM_N", 1 + 2 + 4, 1, rows, words, false, 1},
    {"SM100_SU6_DU8x16_x", "_LDSM_N", 1 + 2 + 4, 1, rows, words, false, 1},
    {"SM50_Shuffle_U32_2x2Trans_XOR", "", 1 + 4, 1, own_words, exchanged_words,
     true, 1},
    {"UniversalCopy<uint", "_t>", 8 + 16 + 32 + 64 + 128, 1, bits, bits, true,
     1},
    {"SM80_CP_ASYNC_CACHEALWAYS<uint", "_t>", 32 + 64 + 128, 1, bits, bits,
     true, 1},
    {"SM80_CP_ASYNC_CACHEALWAYS_ZFILL<uint", "_t>", 32 + 64 + 128, 1, bits,
     bits, true, 1},
    {"SM100_LOAD_", "bit_CACHE_NOALLOCATION", 256, 1, bits, bits, true, 1},
    {"SM100_STORE_", "bit_CACHE_NOALLOCATION", 256, 1, bits, bits, true, 1},
    TENSOR_LOAD(16dp256b, 32, rows_of_16, pairs_of_words, 256),
    TENSOR_STORE(16dp256b, 32, rows_of_16, pairs_of_words, 256),
    TENSOR_LOAD(16dp128b, 64, rows_of_16, words_of_rows, 128),
    TENSOR_STORE(16dp128b, 64, rows_of_16, words_of_rows, 128),
    TENSOR_LOAD(16dp64b, 128, rows_of_16, words_of_two_rows, 64),
    TENSOR_STORE(16dp64b, 128, rows_of_16, words_of_two_rows, 64),
    TENSOR_LOAD(16dp32b, 128, rows_of_16, half_rows, 64),
    TENSOR_STORE(16dp32b, 128, rows_of_16, half_rows, 64),
    TENSOR_LOAD(32dp32b, 128, rows_of_32, whole_rows, 32),
    TENSOR_STORE(32dp32b, 128, rows_of_32, whole_rows, 32),
    {"SM100_TMEM_LOAD_STAT_32dp32b", "x", 32 + 128, 1, rows_of_32, whole_rows,
     true, 32},
    /* cp.async.cg takes 16 bytes alone */
    {"SM80_CP_ASYNC_CACHEGLOBAL<uint", "_t>", 128, 1, bits, bits, true, 1},
    {"SM80_CP_ASYNC_CACHEGLOBAL_ZFILL<uint", "_t>", 128, 1, bits, bits, true,
     1},
};

enum { COPY_FAMILIES = sizeof(copy_families) / sizeof(copy_families[0]) };

static bool read_number(const copy_family *row, atom_text name, int64_t *out) {
  return take_word(&name, row->prefix) && take_number(&name, out) &&
         (is_text(name, row->suffix) || is_listed(name, row->suffix));
}

static bool has_number(const copy_family *row, int64_t number) {
  return tl_is_power_of_two(number) && (number & row->numbers) != 0;
}

static tl_code fail_number(const copy_family *row, atom_text name,
                           int64_t number, tl_error *error) {
  tl_text choices = {0};
  for (int64_t choice = 1; choice <= row->numbers; choice *= 2)
    if (has_number(row, choice))
      tl_text_append(&choices, "%s%" PRId64, choices.length ? ", " : "",
                     choice);
  return tl_fail(error, TL_INVALID,
                 "no copy atom '%s': %s*%s has the numbers %s, not %" PRId64,
                 quote_text(name).text, row->prefix, row->suffix, choices.data,
                 number);
}

static tl_code find_copy(atom_text name, const copy_family **out,
                         int64_t *number, tl_error *error) {
  for (int i = 0; i < COPY_FAMILIES; i++) {
    if (!read_number(&copy_families[i], name, number))
      continue;
    *out = &copy_families[i];
    return has_number(*out, *number) ? TL_OK
                                     : fail_number(*out, name, *number, error);
  }
  return tl_fail(
      error, TL_INVALID,
      "no copy atom '%s'; there are LDSM, STSM, MOVM, CP_ASYNC, TMEM "
      "and UniversalCopy, such as SM75_U32x4_LDSM_N and "
      "UniversalCopy<uint128_t>",
      quote_text(name).text);
}

tl_code tl_cute_copy_atom(const char *name, size_t length, tl_copy_part part,
                          tl_cute *out, tl_error *error) {
  const copy_family *row = NULL;
  int64_t number = 0;
  TL_TRY(find_copy((atom_text){name, length}, &row, &number, error));
  bool of_source =
      part == TL_COPY_REFERENCE ? row->store : part == TL_COPY_SOURCE;
  atom_layout layout = (of_source ? row->source : row->destination)(
      number * row->times / row->unit);
  if (part != TL_COPY_THREADS)
    return write_atom(&layout, out, error);
  layout = (atom_layout){.threads = {{row->source == bits ? 1 : LANES, 1}}};
  return write_threads(&layout, out, error);
}

/* ---- MMA atoms ----------------------------------------------------------
 *
 * Threads t of a warp stand in four columns of eight rows.  A thread holds v
 * elements of a row in each register, so one register of the warp is a matrix
 * of 8 rows and 4v columns; matrices repeat down the 16 rows and then along the
 * columns.  In a tile of R rows, element (r, c) being number r + c R:
 *
 *   threads  4 : v R    8 : 1    warps 4 : 16
 *   values   v : R      2 : 8    columns / 4v : 4v R
 *
 * without the digits of extent 1.  A is (M,K), B (N,K) and C (M,N) with v = 2.
 * (PTX ISA, fragments of mma and wgmma: row = lane / 4, column = lane % 4 * v +
 * i % v.)
 *
 * The rule and CuTe agree but for A of SM80_16x8x128_S32U1U1S32_TN_XORPOPC and
 * _ANDPOPC, whose stride ((512,1),((16,8))) in CuTe is not congruent to its
 * shape ((4,8),(32,2)); here it is ((512,1),(16,8)).
 *
 * A name is known when one row of the table agrees with every part of it.  The
 * numbers above the rows are sections of the PTX ISA 9.2: .7 is 9.7.14.5.7,
 * "Matrix Fragments for mma.m16n8k8". */

typedef enum mma_threads {
  ONE_THREAD,
  QUADPAIR, /* lanes 0-3 and 16-19 of a warp, for one of four such parts */
  WARP,
  GROUP,
} mma_threads;

/* A name is ARCHITECTURE_MxNxK_TYPES_SUFFIX; the types are those of D, A, B and
 * C, or of D, A and B where C is D, and some names have none.  Namespaces and
 * template arguments may be left out; MMA is SM90.
 *
 *   SM80_16x8x16_F32F16F16F32_TN -> SM80, 16x8x16, F32 F16 F16 F32, TN
 *   SM90::GMMA::MMA_64x128x16_F32F16F16_SS<..> -> SM90, 64x128x16, .. */
enum { ARCHITECTURE, SHAPE, TYPES, SUFFIX, PARTS };

typedef struct mma_family {
  mma_threads threads;
  const char *parts[PARTS]; /* types of accumulators, "" where there are none */
  const char *operands;     /* types of them */
  int64_t a_values, b_values; /* elements in a register of A and B */
} mma_family;

#define ANY_N "64x{8..256}x"
#define GROUP_INTEGER "SS_TN, RS_TN, SS_TN_SATURATE, RS_TN_SATURATE"

static const mma_family mma_families[] = {
    /* .1 m8n8k4 with .f16 */
    {QUADPAIR, {"SM70", "8x8x4", "F16/F32", "TN, NT, NN, TT"}, "F16", 2, 2},

    /* .7 m16n8k8, .8 m16n8k16 with floating point type */
    {WARP, {"SM75", "16x8x8", "F16/F32", "TN"}, "F16", 2, 2},
    {WARP, {"SM80", "16x8x8", "F16/F32", "TN"}, "F16", 2, 2},
    {WARP, {"SM80", "16x8x16", "F16/F32", "TN"}, "F16", 2, 2},
    {WARP, {"SM80", "16x8x8", "F32", "TN"}, "BF16", 2, 2},
    {WARP, {"SM80", "16x8x16", "F32", "TN"}, "BF16", 2, 2},

    /* .6 m16n8k4, .7 m16n8k8 */
    {WARP, {"SM80", "16x8x4", "F32", "TN"}, "TF32", 1, 1},
    {WARP, {"SM80", "16x8x8", "F32", "TN"}, "TF32", 1, 1},

    /* .2 m8n8k4 with .f64, .6, .7, .8; several of them for complex numbers */
    {WARP, {"SM80", "8x8x4", "F64", "TN"}, "F64", 1, 1},
    {WARP, {"SM80", "8x8x4", "C64/GC64", "TN"}, "C64", 1, 1},
    {WARP, {"SM90", "16x8x4", "F64", "TN"}, "F64", 1, 1},
    {WARP, {"SM90", "16x8x8", "F64", "TN"}, "F64", 1, 1},
    {WARP, {"SM90", "16x8x16", "F64", "TN"}, "F64", 1, 1},
    {WARP, {"SM90", "16x8x4", "C64", "TN"}, "C64", 1, 1},
    {WARP, {"SM90", "16x8x8", "C64", "TN"}, "C64", 1, 1},
    {WARP, {"SM90", "16x8x16", "C64", "TN"}, "C64", 1, 1},

    /* .3 m8n8k16, .9 m16n8k16 with integer type, .10 m16n8k32 */
    {WARP, {"SM75", "8x8x16", "S32", "TN"}, "S8", 4, 4},
    {WARP, {"SM80", "8x8x16", "S32", "TN, TN_SATURATE"}, "S8/U8", 4, 4},
    {WARP, {"SM80", "16x8x16", "S32", "TN, TN_SATURATE"}, "S8/U8", 4, 4},
    {WARP, {"SM80", "16x8x32", "S32", "TN, TN_SATURATE"}, "S8/U8", 4, 4},
    {WARP, {"SM89", "16x8x32", "F16/F32", "TN"}, "E4M3/E5M2", 4, 4},
    {WARP, {"SM120", "16x8x32", "", "TN, TN_VS"}, "", 4, 4},

    /* .4 m8n8k32, .10 m16n8k32, .11 m16n8k64 */
    {WARP, {"SM80", "8x8x32", "S32", "TN, TN_SATURATE"}, "S4/U4", 8, 8},
    {WARP, {"SM80", "16x8x32", "S32", "TN, TN_SATURATE"}, "S4/U4", 8, 8},
    {WARP, {"SM80", "16x8x64", "S32", "TN, TN_SATURATE"}, "S4/U4", 8, 8},
    {WARP, {"SM120", "16x8x64", "", "TN_VS"}, "", 8, 8},

    /* .5 m8n8k128, .12 m16n8k128, .13 m16n8k256 */
    {WARP, {"SM80", "8x8x128", "S32", "TN_XORPOPC, TN_ANDPOPC"}, "U1", 32, 32},
    {WARP, {"SM80", "16x8x128", "S32", "TN_XORPOPC, TN_ANDPOPC"}, "U1", 32, 32},
    {WARP, {"SM80", "16x8x256", "S32", "TN_XORPOPC, TN_ANDPOPC"}, "U1", 32, 32},

    /* mma.sp: a register of A stands for twice as many elements */
    {WARP, {"SM120_SPARSE", "16x8x64", "", "TN, TN_VS"}, "", 8, 4},
    {WARP, {"SM120_SPARSE", "16x8x128", "", "TN_VS"}, "", 16, 8},

    /* "Register Fragments for wgmma.mma_async.m64nNk16", k8, k32 */
    {GROUP, {"SM90", ANY_N "16", "F16/F32", "SS, RS"}, "F16", 2, 2},
    {GROUP, {"SM90", ANY_N "16", "F32", "SS, RS"}, "BF16", 2, 2},
    {GROUP, {"SM90", ANY_N "8", "F32", "SS_TN, RS_TN"}, "TF32", 1, 1},
    {GROUP, {"SM90", ANY_N "32", "F16/F32", "SS_TN, RS_TN"}, "E4M3/E5M2", 4, 4},
    {GROUP, {"SM90", ANY_N "32", "S32", GROUP_INTEGER}, "S8/U8", 4, 4},

    /* wgmma.mma_async.sp, with A as in mma.sp */
    {GROUP, {"GMMA", ANY_N "32", "F16/F32", "SS, RS"}, "F16", 4, 2},
    {GROUP, {"GMMA", ANY_N "32", "F32", "SS, RS"}, "BF16", 4, 2},
    {GROUP, {"GMMA", ANY_N "16", "F32", "SS_TN, RS_TN"}, "TF32", 2, 1},
    {GROUP, {"GMMA", ANY_N "64", "F16/F32", "SS_TN, RS_TN"}, "E4M3/E5M2", 8, 4},
    {GROUP, {"GMMA", ANY_N "64", "S32", GROUP_INTEGER}, "S8/U8", 8, 4},
};

/* Atoms of one thread, which have names of their own. */
static const mma_family one_thread_atoms[] = {
    {ONE_THREAD, {"UniversalFMA", "1x1x1", "", ""}, "", 1, 1},
    {ONE_THREAD, {"SM61_DP2A", "1x1x2", "", ""}, "", 2, 2},
    {ONE_THREAD, {"SM61_DP4A", "1x1x4", "", ""}, "", 4, 4},
    {ONE_THREAD, {"SM100_2x1x1_F32F32F32F32", "2x1x1", "", ""}, "", 2, 1},
    {ONE_THREAD, {"SM100_1x2x1_F32F32F32F32", "1x2x1", "", ""}, "", 1, 2},
};

enum {
  MMA_FAMILIES = sizeof(mma_families) / sizeof(mma_families[0]),
  ONE_THREAD_ATOMS = sizeof(one_thread_atoms) / sizeof(one_thread_atoms[0]),
};

typedef struct atom_name {
  atom_text parts[PARTS];
  int64_t mnk[3];
  int type_count; /* 0 when the text is not all types */
  atom_text types[4];
} atom_name;

/* Everything before the first underscore that a digit follows. */
static atom_text take_architecture(atom_text *rest) {
  atom_text all = *rest;
  for (size_t i = 0; i + 1 < all.length; i++)
    if (all.bytes[i] == '_' && is_digit(all.bytes[i + 1])) {
      *rest = (atom_text){all.bytes + i + 1, all.length - i - 1};
      return (atom_text){all.bytes, i};
    }
  return (atom_text){all.bytes, 0};
}

/* Without what is before the last :: and from the first < on. */
static atom_text unqualified(atom_text text) {
  size_t first = 0, end = 0;
  for (; end < text.length && text.bytes[end] != '<'; end++)
    if (text.bytes[end] == ':')
      first = end + 1;
  return (atom_text){text.bytes + first, end - first};
}

static bool read_shape(atom_text text, int64_t *mnk) {
  return take_number(&text, &mnk[0]) && take_word(&text, "x") &&
         take_number(&text, &mnk[1]) && take_word(&text, "x") &&
         take_number(&text, &mnk[2]) && text.length == 0;
}

/* No type is the beginning of another. */
static bool take_type(atom_text *rest, atom_text *out) {
  for (size_t length = 2; length <= rest->length; length++) {
    *out = (atom_text){rest->bytes, length};
    if (is_listed(*out, "F16/F32/F64/BF16/TF32/C64/GC64/S32/S8/U8/S4/U4/U1/"
                        "E4M3/E5M2")) {
      *rest = (atom_text){rest->bytes + length, rest->length - length};
      return true;
    }
  }
  return false;
}

/* The bytes before the next underscore, which is taken, too. */
static atom_text take_part(atom_text *rest) {
  atom_text all = *rest;
  size_t length = 0;
  while (length < all.length && all.bytes[length] != '_')
    length++;
  size_t taken = length + (length < all.length);
  *rest = (atom_text){all.bytes + taken, all.length - taken};
  return (atom_text){all.bytes, length};
}

/* False when there is no architecture or shape.  Without types the suffix comes
 * at once. */
static bool read_name(atom_text text, atom_name *out) {
  *out = (atom_name){.parts[ARCHITECTURE] = take_architecture(&text)};
  out->parts[SHAPE] = take_part(&text);
  if (out->parts[ARCHITECTURE].length == 0 ||
      !read_shape(out->parts[SHAPE], out->mnk))
    return false;
  atom_text after = text, types = take_part(&after);
  out->parts[TYPES] = types;
  while (out->type_count < 4 && take_type(&types, &out->types[out->type_count]))
    out->type_count++;
  if (types.length > 0)
    out->type_count = 0;
  out->parts[SUFFIX] = types.length > 0 ? text : after;
  return true;
}

/* The n of wgmma is a multiple of 8 up to 256; with integers, of 16 above 32.
 */
static bool same_shape(const mma_family *row, const atom_name *name) {
  const char *shape = row->parts[SHAPE];
  int64_t n = 0;
  atom_text text = name->parts[SHAPE];
  if (row->threads != GROUP)
    return is_text(text, shape);
  bool is_integer = row->parts[TYPES][0] == 'S';
  return take_word(&text, "64x") && take_number(&text, &n) &&
         take_word(&text, "x") && is_text(text, shape + sizeof(ANY_N) - 1) &&
         n <= 256 && n % (is_integer && n > 32 ? 16 : 8) == 0;
}

static bool same_types(const mma_family *row, const atom_name *name) {
  const atom_text *types = name->types;
  int wanted = row->threads == GROUP ? 3 : 4;
  if (!*row->parts[TYPES])
    return name->type_count == 0;
  return name->type_count == wanted && is_listed(types[0], row->parts[TYPES]) &&
         is_listed(types[1], row->operands) &&
         is_listed(types[2], row->operands) &&
         (wanted == 3 ||
          (types[3].length == types[0].length &&
           memcmp(types[3].bytes, types[0].bytes, types[0].length) == 0));
}

/* How many parts agree, from the left. */
static int matched_parts(const mma_family *row, const atom_name *name) {
  atom_text architecture = name->parts[ARCHITECTURE];
  if (is_text(architecture, "MMA"))
    architecture = (atom_text){"SM90", strlen("SM90")};
  if (!is_text(architecture, row->parts[ARCHITECTURE]))
    return ARCHITECTURE;
  if (!same_shape(row, name))
    return SHAPE;
  if (!same_types(row, name))
    return TYPES;
  return is_listed(name->parts[SUFFIX], row->parts[SUFFIX]) ? PARTS : SUFFIX;
}

/* What the text has in front of a part, without the underscore. */
static atom_text in_front(atom_text text, atom_text part) {
  text.length = (size_t)(part.bytes - text.bytes);
  if (text.length > 0 && text.bytes[text.length - 1] == '_')
    text.length--;
  return text;
}

static bool same_choice(const mma_family *a, const mma_family *b, int part) {
  return strcmp(a->parts[part], b->parts[part]) == 0 &&
         (part != TYPES || strcmp(a->operands, b->operands) == 0);
}

/* Whether an earlier row gives the same choice. */
static bool is_repeated(int row, int part, const atom_name *name) {
  for (int i = 0; i < row; i++)
    if (matched_parts(&mma_families[i], name) == part &&
        same_choice(&mma_families[i], &mma_families[row], part))
      return true;
  return false;
}

/* No row that agrees with the parts before this one agrees with it. */
static tl_code fail_at(int part, atom_text text, const atom_name *name,
                       tl_error *error) {
  static const char *const TITLES[PARTS] = {"architecture", "shape", "types",
                                            "suffix"};
  tl_text choices = {0};
  for (int i = 0; i < MMA_FAMILIES; i++) {
    const char *choice = mma_families[i].parts[part];
    if (matched_parts(&mma_families[i], name) != part ||
        is_repeated(i, part, name))
      continue;
    tl_text_append(&choices, "%s%s", choices.length ? ", " : "",
                   *choice ? choice : "none");
    if (part == TYPES && *choice)
      tl_text_append(&choices, " of %s", mma_families[i].operands);
  }
  atom_quote known = quote_text(in_front(text, name->parts[part]));
  return tl_fail(
      error, TL_INVALID, "no MMA atom '%s': %s has no %s '%s'; it has %s",
      quote_text(text).text, part == ARCHITECTURE ? "the table" : known.text,
      TITLES[part], quote_text(name->parts[part]).text, choices.data);
}

static tl_code find_mma(const char *bytes, size_t length,
                        const mma_family **row, atom_name *name,
                        tl_error *error) {
  atom_text text = unqualified((atom_text){bytes, length});
  int best = 0;
  for (*row = one_thread_atoms; *row < one_thread_atoms + ONE_THREAD_ATOMS;
       ++*row)
    if (is_text(text, (*row)->parts[ARCHITECTURE])) {
      const char *shape = (*row)->parts[SHAPE];
      read_shape((atom_text){shape, strlen(shape)}, name->mnk);
      return TL_OK;
    }
  if (!read_name(text, name))
    return tl_fail(error, TL_INVALID,
                   "no MMA atom '%s': a name is architecture, MxNxK, types and "
                   "suffix, such as SM80_16x8x16_F32F16F16F32_TN",
                   quote_text(text).text);
  for (*row = mma_families; *row < mma_families + MMA_FAMILIES; ++*row) {
    int matched = matched_parts(*row, name);
    if (matched == PARTS)
      return TL_OK;
    best = matched > best ? matched : best;
  }
  return fail_at(best, text, name, error);
}

enum { MATRIX_ROWS = 8, ROW_THREADS = 4, WARP_ROWS = 16, ACCUMULATORS = 2 };

/* PTX ISA 9.7.14.5.1, m8n8k4 with .f16.  Operands by k (T of A, N of B): a
 * thread holds its row; otherwise four rows of one k. */
static atom_layout quadpair(const atom_name *name, tl_mma_part part) {
  static const atom_layout by_k = {{{8, 1}}, .values = {{4, 8}}};
  static const atom_layout by_row = {{{4, 8}, {2, 4}}, .values = {{4, 1}}};
  static const atom_layout narrow = {{{8, 1}}, .values = {{8, 8}}};
  static const atom_layout wide = {{{2, 1}, {2, 16}, {2, 4}},
                                   .values = {{2, 8}, {2, 2}, {2, 32}}};
  const char *order = name->parts[SUFFIX].bytes;
  if (part == TL_MMA_C)
    return is_text(name->types[0], "F32") ? wide : narrow;
  return (part == TL_MMA_A ? order[0] == 'T' : order[1] == 'N') ? by_k : by_row;
}

/* Every thread of a warpgroup names the whole tile of an operand in shared
 * memory (S of SS, both of B).  CuTe writes the eight values of one register as
 * (8), and of a warpgroup all three value digits. */
static atom_layout layout_of(const mma_family *row, const atom_name *name,
                             tl_mma_part part) {
  const int64_t *mnk = name->mnk;
  int64_t rows = part == TL_MMA_B ? mnk[1] : mnk[0];
  int64_t columns = part == TL_MMA_C ? mnk[1] : mnk[2];
  int64_t v = part == TL_MMA_A   ? row->a_values
              : part == TL_MMA_B ? row->b_values
                                 : ACCUMULATORS;
  int64_t width = ROW_THREADS * v, warps = 1;
  if (row->threads == ONE_THREAD)
    return (atom_layout){{{0}}, .values = {{rows * columns, 1}}};
  if (row->threads == QUADPAIR)
    return quadpair(name, part);
  if (row->threads == GROUP) {
    bool is_shared = *name->parts[SUFFIX].bytes == 'S';
    if (part == TL_MMA_B || (part == TL_MMA_A && is_shared))
      return (atom_layout){{{128, 0}}, .values = {{rows, 1}, {columns, rows}}};
    warps = ROW_THREADS;
  }
  return (atom_layout){
      {{ROW_THREADS, v * rows}, {MATRIX_ROWS, 1}, {warps, WARP_ROWS}},
      {{v, rows},
       {rows / warps / MATRIX_ROWS, MATRIX_ROWS},
       {columns / width, width * rows}},
      .is_grouped = v == 8,
      .keeps_last = warps > 1};
}

tl_code tl_cute_mma_atom(const char *name, size_t length, tl_mma_part part,
                         tl_cute *out, tl_error *error) {
  static const atom_layout threads[] = {
      [ONE_THREAD] = {.threads = {{0}}},
      [QUADPAIR] = {.threads = {{4, 1}, {2, 16}}},
      [WARP] = {.threads = {{32, 1}}},
      [GROUP] = {.threads = {{128, 1}}}};
  const mma_family *row;
  atom_name read;
  TL_TRY(find_mma(name, length, &row, &read, error));
  if (part == TL_MMA_SHAPE) {
    tl_list shape = {3, {read.mnk[0], read.mnk[1], read.mnk[2]}};
    *out = tl_tuple_from_list(&shape);
    return TL_OK;
  }
  if (part == TL_MMA_THREADS)
    return write_threads(&threads[row->threads], out, error);
  atom_layout layout = layout_of(row, &read, part);
  return write_atom(&layout, out, error);
}
