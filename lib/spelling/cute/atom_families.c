/* atom_families.c - see atom_families.h.
 *
 * A name is known when one row of the table agrees with every part of it.  The
 * numbers above the rows are sections of the PTX ISA 9.2: .7 is 9.7.14.5.7,
 * "Matrix Fragments for mma.m16n8k8". */
#include "atom_families.h"
#include "atom_parts.h"

/* ---- The table ---------------------------------------------------------- */

enum {
  INTEGER = TN | TN_SATURATE,
  POPC = TN_XORPOPC | TN_ANDPOPC,
  GROUP_TN = SS_TN | RS_TN,
  GROUP_INTEGER = GROUP_TN | SS_TN_SATURATE | RS_TN_SATURATE,
};

/* The n of wgmma: a multiple of 8 up to 256; with integers, of 16 above 32. */
enum { BY_8 = -8, BY_16 = -16 };

typedef struct family {
  const char *architecture;
  mma_threads threads;
  int64_t m, n, k;
  unsigned accumulators, operands; /* sets; empty when names have no types */
  unsigned suffixes;
  int64_t a_values, b_values; /* elements in a register of A and B */
} family;

static const family families[] = {
    /* .1 m8n8k4 with .f16 */
    {"SM70", QUADPAIR, 8, 8, 4, F16 | F32, F16, TN | NT | NN | TT, 2, 2},

    /* .7 m16n8k8, .8 m16n8k16 with floating point type */
    {"SM75", WARP, 16, 8, 8, F16 | F32, F16, TN, 2, 2},
    {"SM80", WARP, 16, 8, 8, F16 | F32, F16, TN, 2, 2},
    {"SM80", WARP, 16, 8, 16, F16 | F32, F16, TN, 2, 2},
    {"SM80", WARP, 16, 8, 8, F32, BF16, TN, 2, 2},
    {"SM80", WARP, 16, 8, 16, F32, BF16, TN, 2, 2},

    /* .6 m16n8k4, .7 m16n8k8 */
    {"SM80", WARP, 16, 8, 4, F32, TF32, TN, 1, 1},
    {"SM80", WARP, 16, 8, 8, F32, TF32, TN, 1, 1},

    /* .2 m8n8k4 with .f64, .6, .7, .8; several of them for complex numbers */
    {"SM80", WARP, 8, 8, 4, F64, F64, TN, 1, 1},
    {"SM80", WARP, 8, 8, 4, C64 | GC64, C64, TN, 1, 1},
    {"SM90", WARP, 16, 8, 4, F64, F64, TN, 1, 1},
    {"SM90", WARP, 16, 8, 8, F64, F64, TN, 1, 1},
    {"SM90", WARP, 16, 8, 16, F64, F64, TN, 1, 1},
    {"SM90", WARP, 16, 8, 4, C64, C64, TN, 1, 1},
    {"SM90", WARP, 16, 8, 8, C64, C64, TN, 1, 1},
    {"SM90", WARP, 16, 8, 16, C64, C64, TN, 1, 1},

    /* .3 m8n8k16, .9 m16n8k16 with integer type, .10 m16n8k32 */
    {"SM75", WARP, 8, 8, 16, S32, S8, TN, 4, 4},
    {"SM80", WARP, 8, 8, 16, S32, S8 | U8, INTEGER, 4, 4},
    {"SM80", WARP, 16, 8, 16, S32, S8 | U8, INTEGER, 4, 4},
    {"SM80", WARP, 16, 8, 32, S32, S8 | U8, INTEGER, 4, 4},
    {"SM89", WARP, 16, 8, 32, F16 | F32, E4M3 | E5M2, TN, 4, 4},
    {"SM120", WARP, 16, 8, 32, 0, 0, TN | TN_VS, 4, 4},

    /* .4 m8n8k32, .10 m16n8k32, .11 m16n8k64 */
    {"SM80", WARP, 8, 8, 32, S32, S4 | U4, INTEGER, 8, 8},
    {"SM80", WARP, 16, 8, 32, S32, S4 | U4, INTEGER, 8, 8},
    {"SM80", WARP, 16, 8, 64, S32, S4 | U4, INTEGER, 8, 8},
    {"SM120", WARP, 16, 8, 64, 0, 0, TN_VS, 8, 8},

    /* .5 m8n8k128, .12 m16n8k128, .13 m16n8k256 */
    {"SM80", WARP, 8, 8, 128, S32, U1, POPC, 32, 32},
    {"SM80", WARP, 16, 8, 128, S32, U1, POPC, 32, 32},
    {"SM80", WARP, 16, 8, 256, S32, U1, POPC, 32, 32},

    /* mma.sp: a register of A stands for twice as many elements */
    {"SM120_SPARSE", WARP, 16, 8, 64, 0, 0, TN | TN_VS, 8, 4},
    {"SM120_SPARSE", WARP, 16, 8, 128, 0, 0, TN_VS, 16, 8},

    /* "Register Fragments for wgmma.mma_async.m64nNk16", k8, k32 */
    {"SM90", WARPGROUP, 64, BY_8, 16, F16 | F32, F16, SS | RS, 2, 2},
    {"SM90", WARPGROUP, 64, BY_8, 16, F32, BF16, SS | RS, 2, 2},
    {"SM90", WARPGROUP, 64, BY_8, 8, F32, TF32, GROUP_TN, 1, 1},
    {"SM90", WARPGROUP, 64, BY_8, 32, F16 | F32, E4M3 | E5M2, GROUP_TN, 4, 4},
    {"SM90", WARPGROUP, 64, BY_16, 32, S32, S8 | U8, GROUP_INTEGER, 4, 4},

    /* wgmma.mma_async.sp, with A as in mma.sp */
    {"GMMA", WARPGROUP, 64, BY_8, 32, F16 | F32, F16, SS | RS, 4, 2},
    {"GMMA", WARPGROUP, 64, BY_8, 32, F32, BF16, SS | RS, 4, 2},
    {"GMMA", WARPGROUP, 64, BY_8, 16, F32, TF32, GROUP_TN, 2, 1},
    {"GMMA", WARPGROUP, 64, BY_8, 64, F16 | F32, E4M3 | E5M2, GROUP_TN, 8, 4},
    {"GMMA", WARPGROUP, 64, BY_16, 64, S32, S8 | U8, GROUP_INTEGER, 8, 4},
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

/* ---- Parts against a row ------------------------------------------------ */

static bool same_architecture(const family *row, const atom_parts *name) {
  return tl_cute_atom_text_is(name->text[ATOM_ARCHITECTURE], row->architecture);
}

static bool same_n(int64_t rule, int64_t n) {
  if (rule > 0)
    return n == rule;
  return n <= 256 && n % (rule == BY_16 && n > 32 ? 16 : 8) == 0;
}

static bool same_shape(const family *row, const atom_parts *name) {
  return name->m == row->m && same_n(row->n, name->n) && name->k == row->k;
}

static bool same_types(const family *row, const atom_parts *name) {
  const unsigned *types = name->types;
  if (row->accumulators == 0)
    return name->type_count == 0;
  return name->type_count == (row->threads == WARPGROUP ? 3 : 4) &&
         (types[0] & row->accumulators) && (types[1] & row->operands) &&
         (types[2] & row->operands) &&
         (name->type_count == 3 || types[3] == types[0]);
}

static bool same_suffix(const family *row, const atom_parts *name) {
  return name->suffix & row->suffixes;
}

static void append_architecture(const family *row, atom_line *line) {
  tl_cute_atom_append(line, row->architecture);
}

static void append_shape(const family *row, atom_line *line) {
  tl_cute_atom_append_number(line, row->m);
  tl_cute_atom_append(line, "x");
  if (row->n > 0)
    tl_cute_atom_append_number(line, row->n);
  else
    tl_cute_atom_append(line, "{8..256}");
  tl_cute_atom_append(line, "x");
  tl_cute_atom_append_number(line, row->k);
}

static void append_types(const family *row, atom_line *line) {
  tl_cute_atom_append_types(line, row->accumulators);
  tl_cute_atom_append(line, row->accumulators ? " of " : "none");
  tl_cute_atom_append_types(line, row->operands);
}

static void append_suffixes(const family *row, atom_line *line) {
  tl_cute_atom_append_suffixes(line, row->suffixes);
}

static const struct part_rules {
  const char *title;
  bool (*same)(const family *row, const atom_parts *name);
  void (*append)(const family *row, atom_line *line);
} part_rules[ATOM_PARTS] = {
    [ATOM_ARCHITECTURE] = {"architecture", same_architecture,
                           append_architecture},
    [ATOM_SHAPE] = {"shape", same_shape, append_shape},
    [ATOM_TYPES] = {"types", same_types, append_types},
    [ATOM_SUFFIX] = {"suffix", same_suffix, append_suffixes},
};

/* How many parts agree, from the left. */
static int matched_parts(const family *row, const atom_parts *name) {
  int part = 0;
  while (part < ATOM_PARTS && part_rules[part].same(row, name))
    part++;
  return part;
}

/* ---- Finding ------------------------------------------------------------ */

static bool find_one_thread(atom_text name, mma_instruction *out) {
  for (int i = 0; i < ONE_THREAD_ATOMS; i++) {
    const struct one_thread *atom = &one_thread_atoms[i];
    if (!tl_cute_atom_text_is(name, atom->name))
      continue;
    *out = (mma_instruction){
        .threads = ONE_THREAD, .m = atom->m, .n = atom->n, .k = atom->k};
    return true;
  }
  return false;
}

static mma_instruction instruction(const family *row, const atom_parts *name) {
  const char *suffix = name->text[ATOM_SUFFIX].bytes;
  return (mma_instruction){
      .threads = row->threads,
      .m = name->m,
      .n = name->n,
      .k = name->k,
      .a_values = row->a_values,
      .b_values = row->b_values,
      .wide = name->types[0] == F32,
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

/* No row that agrees with the parts before this one agrees with it. */
static tl_code fail_at(int part, atom_text text, const atom_parts *name,
                       tl_error *error) {
  atom_line choices = {0};
  for (int i = 0; i < FAMILIES; i++) {
    atom_line choice = {0};
    part_rules[part].append(&families[i], &choice);
    if (matched_parts(&families[i], name) == part)
      tl_cute_atom_append_item(&choices, &choice);
  }
  atom_quote known = tl_cute_atom_quote(before(text, name->text[part]));
  return tl_fail(error, TL_INVALID,
                 "no MMA atom '%s': %s has no %s '%s'; it has %s",
                 tl_cute_atom_quote(text).text,
                 part == ATOM_ARCHITECTURE ? "the table" : known.text,
                 part_rules[part].title,
                 tl_cute_atom_quote(name->text[part]).text, choices.text);
}

tl_code tl_mma_find(const char *name, size_t length, mma_instruction *out,
                    tl_error *error) {
  atom_text text = {name, length};
  atom_parts parts;
  if (find_one_thread(text, out))
    return TL_OK;
  if (!tl_cute_atom_read_parts(text, &parts))
    return tl_fail(error, TL_INVALID,
                   "no MMA atom '%s': a name is architecture, MxNxK, types and "
                   "suffix, such as SM80_16x8x16_F32F16F16F32_TN",
                   tl_cute_atom_quote(text).text);
  int best = 0;
  for (int i = 0; i < FAMILIES; i++) {
    int matched = matched_parts(&families[i], &parts);
    if (matched == ATOM_PARTS) {
      *out = instruction(&families[i], &parts);
      return TL_OK;
    }
    best = matched > best ? matched : best;
  }
  return fail_at(best, text, &parts, error);
}
