/* copy_vectors.c - How wide: the widest uniform access, or narrower ends of runs.
 *
 * V registers move as one access when their addresses are V consecutive
 * elements and the first is aligned.  Atoms are taken fastest first: an atom
 * continues the run of consecutive elements when its memory stride is the
 * length of the run so far; the last one taken may be split.  The run is cut
 * into accesses as soon as V divides it.  All that remains outside, and
 * everything in the base offset, must move by multiples of V elements.  A
 * swizzle leaves chunks of 2^base elements in one piece, so V stays within a
 * chunk.
 *
 *   atoms (2 : 64 -> 4)(2 : 2 -> 1)(2 : 1 -> 2), V = 4
 *     run (2 : 2 -> 1)(2 : 1 -> 2), one access; outer (2 : 64 -> 4)
 *   atoms (8 : 3 -> 1)(3 : 1 -> 8), V = 2
 *     run (2 : 3 -> 1)(3 : 1 -> 8), three accesses; outer (4 : 6 -> 2)
 *
 * With ends, the run is all that is consecutive, and V need divide neither it nor
 * where it starts: 6 elements are an access of 4 and one of 2, which starts at a
 * multiple of 4, and from an odd phase on of 1, 2, 2 and 1.
 *
 *   atoms (2 : 8 -> 6)(6 : 1 -> 1), V = 4
 *     run (6 : 1 -> 1), two accesses; outer (2 : 8 -> 6)
 *
 * Registers of one access need not be consecutive: as values, their order is a
 * renaming. */
#include "base/checked.h"
#include "plan/copy_partition.h"
#include "tl/copy_access.h"
#include <inttypes.h>
#include <stdio.h>

enum { WIDEST_BITS = 128 };

tl_copy_cut tl_copy_cut_of(const tl_copy_partition *plan, int64_t element_bytes,
                           int64_t most_bits) {
  tl_copy_cut cut = {.atoms = &plan->atoms,
                     .alignment = plan->alignment,
                     .phase = plan->phase,
                     .element_bytes = element_bytes,
                     .most_bits = most_bits,
                     .swizzle = plan->swizzle};
  for (int64_t i = 0; i < plan->limit_count; i++)
    if (plan->limits[i].has_extent)
      cut.granules[plan->limits[i].dimension] = plan->limits[i].granule;
  return cut;
}

/* ---- Atoms --------------------------------------------------------------- */

tl_atom tl_atom_take(tl_atom *atom, int64_t count) {
  tl_atom taken = *atom;
  taken.extent = count;
  atom->extent /= count;
  atom->memory_stride *= count;
  atom->register_stride *= count;
  atom->weight *= count;
  return taken;
}

void tl_atoms_reverse(tl_atoms *atoms) {
  for (int64_t i = 0, k = atoms->count - 1; i < k; i++, k--) {
    tl_atom first = atoms->items[i];
    atoms->items[i] = atoms->items[k];
    atoms->items[k] = first;
  }
}

/* ---- Which widths are legal --------------------------------------------- */

bool tl_atom_is_multiple(const tl_atom *atom, int64_t width) {
  int64_t known = atom->symbol ? tl_gcd(atom->divisor, width) : 1;
  return atom->memory_stride % (width / known) == 0;
}

bool tl_swizzle_keeps(const tl_swizzle *swizzle, int64_t width) {
  return swizzle->bits == 0 || width <= INT64_C(1) << swizzle->base;
}

static bool continues(const tl_atom *atom, int64_t run) {
  return atom->memory_stride == run && !atom->symbol;
}

/* Of the atoms outside of the run; returns its length. */
static int64_t find_odd_atom(const tl_copy_cut *cut, int64_t width,
                             const tl_atom **odd) {
  int64_t run = 1;
  *odd = NULL;
  for (int64_t i = cut->atoms->count - 1; i >= 0; i--) {
    const tl_atom *atom = &cut->atoms->items[i];
    if (continues(atom, run))
      run *= atom->extent;
    else if (!*odd && atom->extent > 1 && !tl_atom_is_multiple(atom, width))
      *odd = atom;
  }
  return run;
}

/* But for the phase. */
static bool is_aligned(const tl_copy_cut *cut, int64_t width) {
  return cut->alignment % (width * cut->element_bytes) == 0;
}

bool tl_width_is_legal(const tl_copy_cut *cut, int64_t width,
                       tl_width_obstacles *out) {
  int64_t run = find_odd_atom(cut, width, &out->atom);
  out->run = run % width ? run : 0;
  out->is_misaligned = !is_aligned(cut, width) || cut->phase % width != 0;
  out->is_above_chunk = !tl_swizzle_keeps(&cut->swizzle, width);
  return !out->atom && !out->run && !out->is_misaligned && !out->is_above_chunk;
}

/* ---- Runs ----------------------------------------------------------------- */

tl_element_run tl_copy_run_of(const tl_copy_vectors *vectors) {
  return (tl_element_run){tl_atoms_count(&vectors->inner), vectors->width,
                          vectors->phase};
}

bool tl_copy_is_mixed(const tl_copy_vectors *vectors) {
  tl_element_run run = tl_copy_run_of(vectors);
  return run.length % run.width || run.phase;
}

/* ---- Widths of a copy ---------------------------------------------------- */

static int64_t widest(const tl_copy_cut *cut) {
  int64_t width = 1;
  while (width * 2 * cut->element_bytes * 8 <= cut->most_bits)
    width *= 2;
  return width;
}

static int64_t access_count(const tl_copy_vectors *vectors) {
  tl_element_run run = tl_copy_run_of(vectors);
  return tl_atoms_count(&vectors->outer) * tl_run_access_count(&run);
}

/* Takes what is consecutive until the width divides it, or with ends all. */
static void cut_runs(const tl_copy_cut *cut, bool has_ends,
                     tl_copy_vectors *out) {
  int64_t width = out->width, run = 1;
  out->lanes = out->inner.count = out->outer.count = 0;
  out->phase = cut->phase % width;
  for (int64_t i = cut->atoms->count - 1; i >= 0; i--) {
    tl_atom atom = cut->atoms->items[i];
    if ((run % width != 0 || has_ends) && continues(&atom, run)) {
      int64_t missing = width / tl_gcd(width, run);
      bool is_enough = atom.extent % missing == 0 && !has_ends;
      int64_t taken = is_enough ? missing : atom.extent;
      out->inner.items[out->inner.count++] = tl_atom_take(&atom, taken);
      run *= taken;
    }
    if (atom.extent > 1)
      out->outer.items[out->outer.count++] = atom;
  }
  tl_atoms_reverse(&out->inner);
  tl_atoms_reverse(&out->outer);
}

void tl_copy_vectors_plan(const tl_copy_cut *cut, tl_copy_vectors *out) {
  tl_width_obstacles obstacles;
  out->width = widest(cut);
  while (out->width > 1 && !tl_width_is_legal(cut, out->width, &obstacles))
    out->width /= 2;
  cut_runs(cut, false, out);
}

int64_t tl_copy_plain_width(const tl_copy_partition *plan,
                            int64_t element_bytes) {
  tl_copy_cut cut = tl_copy_cut_of(plan, element_bytes, WIDEST_BITS);
  tl_copy_vectors vectors;
  tl_copy_vectors_plan(&cut, &vectors);
  return vectors.width;
}

/* Whether accesses are legal in the middle of runs. */
static bool is_legal_inside(const tl_copy_cut *cut, int64_t width) {
  const tl_atom *odd;
  int64_t head = (width - cut->phase % width) % width;
  return find_odd_atom(cut, width, &odd) >= head + width && !odd &&
         is_aligned(cut, width) && tl_swizzle_keeps(&cut->swizzle, width);
}

void tl_copy_accesses_plan(const tl_copy_cut *cut, tl_copy_vectors *out) {
  tl_copy_vectors_plan(cut, out);
  for (int64_t width = widest(cut); width > out->width; width /= 2) {
    tl_copy_vectors mixed;
    mixed.width = width;
    if (!is_legal_inside(cut, width))
      continue;
    cut_runs(cut, true, &mixed);
    if (access_count(&mixed) < access_count(out))
      *out = mixed;
  }
}

/* ---- The kind ------------------------------------------------------------ */

int64_t tl_access_most_bits(const tl_access_rules *rules) {
  int64_t most = rules->is_shared ? rules->target->shared_bits
                                  : rules->target->global_bits;
  return rules->max_bits && rules->max_bits < most ? rules->max_bits : most;
}

static bool is_one_sided(TL_UNUSED const tl_access_side *sides, int64_t count) {
  return count == 1;
}

static tl_code match_plain(const tl_access_side *sides, tl_copy_choice *out,
                           TL_UNUSED tl_error *error) {
  tl_copy_cut cut = tl_copy_cut_of(sides->plan, sides->request->element_bytes,
                                   tl_access_most_bits(sides->rules));
  tl_copy_accesses_plan(&cut, &out->vectors);
  out->width = out->vectors.width;
  out->alignment = cut.alignment;
  out->phase = cut.phase;
  return TL_OK;
}

static tl_code cut_plain(const tl_copy_cut *of, tl_copy_vectors *out,
                         TL_UNUSED tl_error *error) {
  tl_copy_accesses_plan(of, out);
  return TL_OK;
}

static bool is_legal(const tl_access_form *form) {
  return !form->matrices && !form->is_transposed;
}

static void name_ptx(const tl_access_side *side, int64_t bits, char *out) {
  const char *operation = side->request->stores ? "st" : "ld";
  const char *space = side->rules->is_shared ? "shared" : "global";
  int64_t element = side->request->element_bytes * 8;
  int64_t word = element < 32 ? 32 : element > 64 ? 64 : element;
  word = bits < word ? element : word;
  if (bits > word)
    snprintf(out, TL_INSTRUCTION_CAPACITY, "%s.%s.v%" PRId64 ".b%" PRId64,
             operation, space, bits / word, word);
  else
    snprintf(out, TL_INSTRUCTION_CAPACITY, "%s.%s.b%" PRId64, operation, space,
             word);
}

/* Loads of less than a word say how they extend it. */
static void name_gcn(const tl_access_side *side, int64_t bits, char *out) {
  bool stores = side->request->stores;
  int64_t words = bits / 32;
  const char *extends = words || stores ? "" : "u";
  const char *operation = stores ? "store" : "load";
  if (side->rules->is_shared)
    snprintf(out, TL_INSTRUCTION_CAPACITY, "ds_%s_%s%" PRId64,
             stores ? "write" : "read", *extends ? extends : "b", bits);
  else if (!words)
    snprintf(out, TL_INSTRUCTION_CAPACITY, "global_%s_%s%s", operation, extends,
             bits == 8 ? "byte" : "short");
  else if (words == 1)
    snprintf(out, TL_INSTRUCTION_CAPACITY, "global_%s_dword", operation);
  else
    snprintf(out, TL_INSTRUCTION_CAPACITY, "global_%s_dwordx%" PRId64,
             operation, words);
}

/* `ld.shared.v4.b32`, `ds_read_b128`.  Sources: PTX ISA, "Data Movement and
 * Conversion Instructions"; AMD Instinct MI300 Instruction Set Architecture,
 * "Flat Memory Instructions" and "LDS Instructions", in the spelling of LLVM's
 * assembler. */
static void name_plain(const tl_access_side *side, const tl_copy_choice *choice,
                       char out[TL_INSTRUCTION_CAPACITY]) {
  int64_t bits = choice->width * side->request->element_bytes * 8;
  bool is_ptx = side->rules->target->assembly == TL_ASSEMBLY_PTX;
  (is_ptx ? name_ptx : name_gcn)(side, bits, out);
}

const tl_access_kind TL_PLAIN_KIND = {.name = "plain",
                                      .is_asked = is_one_sided,
                                      .match = match_plain,
                                      .cut = cut_plain,
                                      .is_legal = is_legal,
                                      .instruction = name_plain};
