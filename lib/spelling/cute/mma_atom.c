/* mma_atom.c - see tl/cute_atom.h.
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
#include "atom.h"
#include "tl/cute_atom.h"
#include "tl/text.h"
#include <inttypes.h>
#include <string.h>

typedef enum mma_threads {
  ONE_THREAD,
  QUADPAIR, /* lanes 0-3 and 16-19 of a warp, for one of four such parts */
  WARP,
  WARPGROUP,
} mma_threads;

typedef struct mma_instruction {
  mma_threads threads;
  int64_t m, n, k;
  int64_t a_values, b_values; /* elements of A and B in a register */
  bool wide;                  /* accumulators of 32 bits */
  bool a_by_k, b_by_k;        /* quadpair: k is the fastest dimension */
  bool a_shared;              /* warpgroup: A is in shared memory, as B is */
} mma_instruction;

/* ---- The table ---------------------------------------------------------- */

/* The n of wgmma: a multiple of 8 up to 256; with integers, of 16 above 32. */
enum { BY_8 = -8, BY_16 = -16 };

typedef struct family {
  const char *architecture;
  mma_threads threads;
  int64_t m, n, k;
  const char *accumulators, *operands; /* types; "" when names have none */
  const char *suffixes;
  int64_t a_values, b_values; /* elements in a register of A and B */
} family;

#define GROUP_INTEGER "SS_TN, RS_TN, SS_TN_SATURATE, RS_TN_SATURATE"

static const family families[] = {
    /* .1 m8n8k4 with .f16 */
    {"SM70", QUADPAIR, 8, 8, 4, "F16/F32", "F16", "TN, NT, NN, TT", 2, 2},

    /* .7 m16n8k8, .8 m16n8k16 with floating point type */
    {"SM75", WARP, 16, 8, 8, "F16/F32", "F16", "TN", 2, 2},
    {"SM80", WARP, 16, 8, 8, "F16/F32", "F16", "TN", 2, 2},
    {"SM80", WARP, 16, 8, 16, "F16/F32", "F16", "TN", 2, 2},
    {"SM80", WARP, 16, 8, 8, "F32", "BF16", "TN", 2, 2},
    {"SM80", WARP, 16, 8, 16, "F32", "BF16", "TN", 2, 2},

    /* .6 m16n8k4, .7 m16n8k8 */
    {"SM80", WARP, 16, 8, 4, "F32", "TF32", "TN", 1, 1},
    {"SM80", WARP, 16, 8, 8, "F32", "TF32", "TN", 1, 1},

    /* .2 m8n8k4 with .f64, .6, .7, .8; several of them for complex numbers */
    {"SM80", WARP, 8, 8, 4, "F64", "F64", "TN", 1, 1},
    {"SM80", WARP, 8, 8, 4, "C64/GC64", "C64", "TN", 1, 1},
    {"SM90", WARP, 16, 8, 4, "F64", "F64", "TN", 1, 1},
    {"SM90", WARP, 16, 8, 8, "F64", "F64", "TN", 1, 1},
    {"SM90", WARP, 16, 8, 16, "F64", "F64", "TN", 1, 1},
    {"SM90", WARP, 16, 8, 4, "C64", "C64", "TN", 1, 1},
    {"SM90", WARP, 16, 8, 8, "C64", "C64", "TN", 1, 1},
    {"SM90", WARP, 16, 8, 16, "C64", "C64", "TN", 1, 1},

    /* .3 m8n8k16, .9 m16n8k16 with integer type, .10 m16n8k32 */
    {"SM75", WARP, 8, 8, 16, "S32", "S8", "TN", 4, 4},
    {"SM80", WARP, 8, 8, 16, "S32", "S8/U8", "TN, TN_SATURATE", 4, 4},
    {"SM80", WARP, 16, 8, 16, "S32", "S8/U8", "TN, TN_SATURATE", 4, 4},
    {"SM80", WARP, 16, 8, 32, "S32", "S8/U8", "TN, TN_SATURATE", 4, 4},
    {"SM89", WARP, 16, 8, 32, "F16/F32", "E4M3/E5M2", "TN", 4, 4},
    {"SM120", WARP, 16, 8, 32, "", "", "TN, TN_VS", 4, 4},

    /* .4 m8n8k32, .10 m16n8k32, .11 m16n8k64 */
    {"SM80", WARP, 8, 8, 32, "S32", "S4/U4", "TN, TN_SATURATE", 8, 8},
    {"SM80", WARP, 16, 8, 32, "S32", "S4/U4", "TN, TN_SATURATE", 8, 8},
    {"SM80", WARP, 16, 8, 64, "S32", "S4/U4", "TN, TN_SATURATE", 8, 8},
    {"SM120", WARP, 16, 8, 64, "", "", "TN_VS", 8, 8},

    /* .5 m8n8k128, .12 m16n8k128, .13 m16n8k256 */
    {"SM80", WARP, 8, 8, 128, "S32", "U1", "TN_XORPOPC, TN_ANDPOPC", 32, 32},
    {"SM80", WARP, 16, 8, 128, "S32", "U1", "TN_XORPOPC, TN_ANDPOPC", 32, 32},
    {"SM80", WARP, 16, 8, 256, "S32", "U1", "TN_XORPOPC, TN_ANDPOPC", 32, 32},

    /* mma.sp: a register of A stands for twice as many elements */
    {"SM120_SPARSE", WARP, 16, 8, 64, "", "", "TN, TN_VS", 8, 4},
    {"SM120_SPARSE", WARP, 16, 8, 128, "", "", "TN_VS", 16, 8},

    /* "Register Fragments for wgmma.mma_async.m64nNk16", k8, k32 */
    {"SM90", WARPGROUP, 64, BY_8, 16, "F16/F32", "F16", "SS, RS", 2, 2},
    {"SM90", WARPGROUP, 64, BY_8, 16, "F32", "BF16", "SS, RS", 2, 2},
    {"SM90", WARPGROUP, 64, BY_8, 8, "F32", "TF32", "SS_TN, RS_TN", 1, 1},
    {"SM90", WARPGROUP, 64, BY_8, 32, "F16/F32", "E4M3/E5M2", "SS_TN, RS_TN", 4,
     4},
    {"SM90", WARPGROUP, 64, BY_16, 32, "S32", "S8/U8", GROUP_INTEGER, 4, 4},

    /* wgmma.mma_async.sp, with A as in mma.sp */
    {"GMMA", WARPGROUP, 64, BY_8, 32, "F16/F32", "F16", "SS, RS", 4, 2},
    {"GMMA", WARPGROUP, 64, BY_8, 32, "F32", "BF16", "SS, RS", 4, 2},
    {"GMMA", WARPGROUP, 64, BY_8, 16, "F32", "TF32", "SS_TN, RS_TN", 2, 1},
    {"GMMA", WARPGROUP, 64, BY_8, 64, "F16/F32", "E4M3/E5M2", "SS_TN, RS_TN", 8,
     4},
    {"GMMA", WARPGROUP, 64, BY_16, 64, "S32", "S8/U8", GROUP_INTEGER, 8, 4},
};

/* Atoms of one thread, which have names of their own. */
static const struct one_thread {
  const char *name;
  int64_t m, n, k;
} one_thread_atoms[] = {
    {"UniversalFMA", 1, 1, 1},
    {"SM61_DP2A", 1, 1, 2},
    {"SM61_DP4A", 1, 1, 4},
    {"SM100_2x1x1_F32F32F32F32", 2, 1, 1},
    {"SM100_1x2x1_F32F32F32F32", 1, 2, 1},
};

enum {
  FAMILIES = sizeof(families) / sizeof(families[0]),
  ONE_THREAD_ATOMS = sizeof(one_thread_atoms) / sizeof(one_thread_atoms[0]),
};

/* ---- The parts of a name ------------------------------------------------ */

/* A name is ARCHITECTURE_MxNxK_TYPES_SUFFIX; the types are those of D, A, B and
 * C, or of D, A and B where C is D, and some names have none.  Namespaces and
 * template arguments are left out.
 *
 *   SM80_16x8x16_F32F16F16F32_TN -> SM80, 16x8x16, F32 F16 F16 F32, TN */
enum { ARCHITECTURE, SHAPE, TYPES, SUFFIX, PARTS };

typedef struct atom_parts {
  atom_text text[PARTS];
  int64_t m, n, k;
  int type_count; /* 0 when the text is not all types */
  atom_text types[4];
} atom_parts;

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

/* Everything before the first underscore that a digit follows. */
static atom_text take_architecture(atom_text *rest) {
  atom_text all = *rest;
  for (size_t i = 0; i + 1 < all.length; i++)
    if (all.bytes[i] == '_' && all.bytes[i + 1] >= '0' &&
        all.bytes[i + 1] <= '9') {
      *rest = (atom_text){all.bytes + i + 1, all.length - i - 1};
      return (atom_text){all.bytes, i};
    }
  return (atom_text){all.bytes, 0};
}

static bool take_shape(atom_text *rest, atom_parts *out) {
  return tl_atom_take_number(rest, &out->m) && tl_atom_take_word(rest, "x") &&
         tl_atom_take_number(rest, &out->n) && tl_atom_take_word(rest, "x") &&
         tl_atom_take_number(rest, &out->k);
}

/* No type is the beginning of another. */
static bool take_type(atom_text *rest, atom_text *out) {
  for (size_t length = 2; length <= 4 && length <= rest->length; length++) {
    *out = (atom_text){rest->bytes, length};
    if (is_listed(*out, "F16/F32/F64/BF16/TF32/C64/GC64/S32/S8/U8/S4/U4/U1/"
                        "E4M3/E5M2")) {
      *rest = (atom_text){rest->bytes + length, rest->length - length};
      return true;
    }
  }
  return false;
}

/* Reads the types when they are all there is before the next underscore.
 * Without types the suffix comes at once. */
static void take_types(atom_text *rest, atom_parts *out) {
  atom_text after = *rest;
  while (out->type_count < 4 && take_type(&after, &out->types[out->type_count]))
    out->type_count++;
  if (after.length == 0 || tl_atom_take_word(&after, "_"))
    *rest = after;
  else
    out->type_count = 0;
}

static atom_text up_to_underscore(atom_text text) {
  size_t length = 0;
  while (length < text.length && text.bytes[length] != '_')
    length++;
  return (atom_text){text.bytes, length};
}

/* False when there is no architecture or shape. */
static bool read_parts(atom_text name, atom_parts *out) {
  *out = (atom_parts){0};
  atom_text rest = name;
  out->text[ARCHITECTURE] = take_architecture(&rest);
  out->text[SHAPE] = up_to_underscore(rest);
  if (out->text[ARCHITECTURE].length == 0 || !take_shape(&rest, out) ||
      (rest.length > 0 && !tl_atom_take_word(&rest, "_")))
    return false;
  out->text[TYPES] = up_to_underscore(rest);
  take_types(&rest, out);
  out->text[SUFFIX] = rest;
  return true;
}

/* ---- Parts against a row ------------------------------------------------ */

static bool same_n(int64_t rule, int64_t n) {
  if (rule > 0)
    return n == rule;
  return n <= 256 && n % (rule == BY_16 && n > 32 ? 16 : 8) == 0;
}

static bool same_types(const family *row, const atom_parts *name) {
  const atom_text *types = name->types;
  if (!*row->accumulators)
    return name->type_count == 0;
  return name->type_count == (row->threads == WARPGROUP ? 3 : 4) &&
         is_listed(types[0], row->accumulators) &&
         is_listed(types[1], row->operands) &&
         is_listed(types[2], row->operands) &&
         (name->type_count == 3 ||
          (types[3].length == types[0].length &&
           memcmp(types[3].bytes, types[0].bytes, types[0].length) == 0));
}

static bool same_part(const family *row, const atom_parts *name, int part) {
  switch (part) {
  case ARCHITECTURE:
    return tl_atom_text_is(name->text[part], row->architecture);
  case SHAPE:
    return name->m == row->m && same_n(row->n, name->n) && name->k == row->k;
  case TYPES:
    return same_types(row, name);
  default:
    return is_listed(name->text[part], row->suffixes);
  }
}

static tl_text part_of_row(const family *row, int part) {
  tl_text text = {0};
  if (part == ARCHITECTURE)
    tl_text_append(&text, "%s", row->architecture);
  else if (part == SHAPE && row->n > 0)
    tl_text_append(&text, "%" PRId64 "x%" PRId64 "x%" PRId64, row->m, row->n,
                   row->k);
  else if (part == SHAPE)
    tl_text_append(&text, "%" PRId64 "x{8..256}x%" PRId64, row->m, row->k);
  else if (part == TYPES && *row->accumulators)
    tl_text_append(&text, "%s of %s", row->accumulators, row->operands);
  else
    tl_text_append(&text, "%s", part == TYPES ? "none" : row->suffixes);
  return text;
}

/* How many parts agree, from the left. */
static int matched_parts(const family *row, const atom_parts *name) {
  int part = 0;
  while (part < PARTS && same_part(row, name, part))
    part++;
  return part;
}

/* ---- Finding ------------------------------------------------------------ */

static bool find_one_thread(atom_text name, mma_instruction *out) {
  for (int i = 0; i < ONE_THREAD_ATOMS; i++) {
    const struct one_thread *atom = &one_thread_atoms[i];
    if (!tl_atom_text_is(name, atom->name))
      continue;
    *out = (mma_instruction){
        .threads = ONE_THREAD, .m = atom->m, .n = atom->n, .k = atom->k};
    return true;
  }
  return false;
}

static mma_instruction instruction(const family *row, const atom_parts *name) {
  const char *suffix = name->text[SUFFIX].bytes;
  return (mma_instruction){
      .threads = row->threads,
      .m = name->m,
      .n = name->n,
      .k = name->k,
      .a_values = row->a_values,
      .b_values = row->b_values,
      .wide = tl_atom_text_is(name->types[0], "F32"),
      .a_by_k = suffix[0] == 'T',
      .b_by_k = suffix[1] == 'N',
      .a_shared = suffix[0] == 'S',
  };
}

/* What the name has in front of a part, without the underscore. */
static atom_text before(atom_text name, atom_text part) {
  atom_text text = {name.bytes, (size_t)(part.bytes - name.bytes)};
  if (text.length > 0 && text.bytes[text.length - 1] == '_')
    text.length--;
  return text;
}

/* Whether an earlier row gives the same choice. */
static bool is_listed_before(int row, int part, const atom_parts *name) {
  tl_text choice = part_of_row(&families[row], part);
  for (int i = 0; i < row; i++) {
    tl_text other = part_of_row(&families[i], part);
    if (matched_parts(&families[i], name) == part &&
        strcmp(other.data, choice.data) == 0)
      return true;
  }
  return false;
}

/* No row that agrees with the parts before this one agrees with it. */
static tl_code fail_at(int part, atom_text text, const atom_parts *name,
                       tl_error *error) {
  static const char *const TITLES[PARTS] = {"architecture", "shape", "types",
                                            "suffix"};
  tl_text choices = {0};
  for (int i = 0; i < FAMILIES; i++) {
    tl_text choice = part_of_row(&families[i], part);
    if (matched_parts(&families[i], name) == part &&
        !is_listed_before(i, part, name))
      tl_text_append(&choices, "%s%s", choices.length ? ", " : "", choice.data);
  }
  atom_quote known = tl_atom_quote(before(text, name->text[part]));
  return tl_fail(
      error, TL_INVALID, "no MMA atom '%s': %s has no %s '%s'; it has %s",
      tl_atom_quote(text).text, part == ARCHITECTURE ? "the table" : known.text,
      TITLES[part], tl_atom_quote(name->text[part]).text, choices.data);
}

static tl_code find(const char *name, size_t length, mma_instruction *out,
                    tl_error *error) {
  atom_text text = {name, length};
  atom_parts parts;
  if (find_one_thread(text, out))
    return TL_OK;
  if (!read_parts(text, &parts))
    return tl_fail(error, TL_INVALID,
                   "no MMA atom '%s': a name is architecture, MxNxK, types and "
                   "suffix, such as SM80_16x8x16_F32F16F16F32_TN",
                   tl_atom_quote(text).text);
  int best = 0;
  for (int i = 0; i < FAMILIES; i++) {
    int matched = matched_parts(&families[i], &parts);
    if (matched == PARTS) {
      *out = instruction(&families[i], &parts);
      return TL_OK;
    }
    best = matched > best ? matched : best;
  }
  return fail_at(best, text, &parts, error);
}

/* ---- Layouts ------------------------------------------------------------ */

enum { MATRIX_ROWS = 8, ROW_THREADS = 4, WARP_ROWS = 16, ACCUMULATORS = 2 };

/* The tile of an operand, and its elements in a register. */
typedef struct operand {
  int64_t rows, columns, values;
} operand;

static operand operand_of(const mma_instruction *atom, tl_mma_part part) {
  if (part == TL_MMA_A)
    return (operand){atom->m, atom->k, atom->a_values};
  if (part == TL_MMA_B)
    return (operand){atom->n, atom->k, atom->b_values};
  return (operand){atom->m, atom->n, ACCUMULATORS};
}

/* PTX ISA 9.7.14.5.1, m8n8k4 with .f16.  Operands by k: a thread holds its row;
 * otherwise four rows of one k. */
static atom_layout quadpair(const mma_instruction *atom, tl_mma_part part) {
  static const atom_layout by_k = {{{8, 1}}, .values = {{4, 8}}};
  static const atom_layout by_row = {{{4, 8}, {2, 4}}, .values = {{4, 1}}};
  static const atom_layout narrow = {{{8, 1}}, .values = {{8, 8}}};
  static const atom_layout wide = {{{2, 1}, {2, 16}, {2, 4}},
                                   .values = {{2, 8}, {2, 2}, {2, 32}}};
  if (part == TL_MMA_C)
    return atom->wide ? wide : narrow;
  return (part == TL_MMA_A ? atom->a_by_k : atom->b_by_k) ? by_k : by_row;
}

/* CuTe writes the eight values of one register as (8), and of a warpgroup all
 * three value digits. */
static atom_layout fragment(const mma_instruction *atom, operand of) {
  int64_t v = of.values, width = ROW_THREADS * v;
  int64_t warps = atom->threads == WARPGROUP ? ROW_THREADS : 1;
  return (atom_layout){
      {{ROW_THREADS, v * of.rows}, {MATRIX_ROWS, 1}, {warps, WARP_ROWS}},
      .values = {{v, of.rows},
                 {of.rows / warps / MATRIX_ROWS, MATRIX_ROWS},
                 {of.columns / width, width * of.rows}},
      .is_grouped = v == 8,
      .keeps_last = warps > 1};
}

/* Every thread of a warpgroup names the whole tile of an operand in shared
 * memory. */
static atom_layout layout_of(const mma_instruction *atom, tl_mma_part part) {
  operand of = operand_of(atom, part);
  if (atom->threads == ONE_THREAD)
    return (atom_layout){{{0}}, .values = {{of.rows * of.columns, 1}}};
  if (atom->threads == QUADPAIR)
    return quadpair(atom, part);
  if (atom->threads == WARP || part == TL_MMA_C ||
      (part == TL_MMA_A && !atom->a_shared))
    return fragment(atom, of);
  return (atom_layout){{{128, 0}},
                       .values = {{of.rows, 1}, {of.columns, of.rows}}};
}

tl_code tl_cute_mma_atom(const char *name, size_t length, tl_mma_part part,
                         tl_cute *out, tl_error *error) {
  static const atom_layout threads[] = {
      [ONE_THREAD] = {.threads = {{0}}},
      [QUADPAIR] = {.threads = {{4, 1}, {2, 16}}},
      [WARP] = {.threads = {{32, 1}}},
      [WARPGROUP] = {.threads = {{128, 1}}}};
  mma_instruction atom;
  TL_TRY(find(name, length, &atom, error));
  if (part == TL_MMA_THREADS)
    return tl_atom_write_threads(&threads[atom.threads], out, error);
  atom_layout layout = layout_of(&atom, part);
  return tl_atom_write(&layout, out, error);
}

tl_code tl_cute_mma_atom_shape(const char *name, size_t length, tl_tuple *out,
                               tl_error *error) {
  mma_instruction atom;
  TL_TRY(find(name, length, &atom, error));
  tl_list shape = {.count = 3, .items = {atom.m, atom.n, atom.k}};
  *out = tl_tuple_from_list(&shape);
  return TL_OK;
}
