/* copy_vectors.c - How wide: the widest uniform access, or a narrower tail.
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
 * With a tail, the run is all that is consecutive, and V need not divide it: 6
 * elements are an access of 4 and one of 2, which starts at a multiple of 4.
 *
 *   atoms (2 : 8 -> 6)(6 : 1 -> 1), V = 4
 *     run (6 : 1 -> 1), two accesses; outer (2 : 8 -> 6)
 *
 * Registers of one access need not be consecutive: as values, their order is a
 * renaming. */
#include "copy_vectors.h"
#include "base/checked.h"

static bool try_width(const tl_atoms *atoms, const tl_swizzle *swizzle,
                      int64_t aligned_elements, bool has_tail,
                      tl_copy_vectors *out);
static int64_t access_count(const tl_copy_vectors *vectors);

static int64_t widest(int64_t element_bytes, int64_t max_bits) {
  int64_t width = 1;
  while (width * 2 * element_bytes * 8 <= max_bits)
    width *= 2;
  return width;
}

void tl_copy_vectors_plan(const tl_atoms *atoms, const tl_swizzle *swizzle,
                          int64_t alignment, int64_t element_bytes,
                          int64_t max_bits, tl_copy_vectors *out) {
  int64_t width = widest(element_bytes, max_bits);
  for (;; width /= 2) {
    out->width = width;
    if (try_width(atoms, swizzle, alignment / element_bytes, false, out))
      return;
  }
}

void tl_copy_accesses_plan(const tl_atoms *atoms, const tl_swizzle *swizzle,
                           int64_t alignment, int64_t element_bytes,
                           int64_t max_bits, tl_copy_vectors *out) {
  tl_copy_vectors_plan(atoms, swizzle, alignment, element_bytes, max_bits, out);
  int64_t width = widest(element_bytes, max_bits);
  for (; width > out->width; width /= 2) {
    tl_copy_vectors mixed;
    mixed.width = width;
    if (try_width(atoms, swizzle, alignment / element_bytes, true, &mixed) &&
        access_count(&mixed) < access_count(out))
      *out = mixed;
  }
}

static int64_t access_count(const tl_copy_vectors *vectors) {
  return tl_atoms_count(&vectors->outer) *
         tl_run_access_count(tl_atoms_count(&vectors->inner), vectors->width);
}

bool tl_atom_is_multiple(const tl_atom *atom, int64_t width) {
  int64_t known = atom->symbol ? tl_gcd(atom->divisor, width) : 1;
  return atom->memory_stride % (width / known) == 0;
}

static bool try_width(const tl_atoms *atoms, const tl_swizzle *swizzle,
                      int64_t aligned_elements, bool has_tail,
                      tl_copy_vectors *out) {
  int64_t width = out->width, run = 1;
  out->lanes = out->inner.count = out->outer.count = 0;
  for (int64_t i = atoms->count - 1; i >= 0; i--) {
    tl_atom atom = atoms->items[i];
    if (run % width != 0 && atom.memory_stride == run && !atom.symbol) {
      int64_t missing = width / tl_gcd(width, run);
      bool is_enough = atom.extent % missing == 0 && !has_tail;
      int64_t taken = is_enough ? missing : atom.extent;
      out->inner.items[out->inner.count++] = tl_atom_take(&atom, taken);
      run *= taken;
    }
    if (atom.extent == 1)
      continue;
    if (!tl_atom_is_multiple(&atom, width))
      return false;
    out->outer.items[out->outer.count++] = atom;
  }
  tl_atoms_reverse(&out->inner);
  tl_atoms_reverse(&out->outer);
  bool in_chunk = swizzle->bits == 0 || width <= INT64_C(1) << swizzle->base;
  bool is_cut = has_tail ? run > width : run % width == 0;
  return width == 1 || (is_cut && aligned_elements % width == 0 && in_chunk);
}

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
