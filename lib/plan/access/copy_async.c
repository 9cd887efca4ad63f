/* copy_async.c - see tl/copy_async.h.
 *
 * The register slots of a fragment are a mixed-radix number.  Load and store
 * take its digits apart in two ways; where the digits divide each other, the
 * finer ones are the pairs:
 *
 *   load   (2 : 512 -> 8)        (8 : 1 -> 1)
 *   store  (2 : 64 -> 8)(2 : 4 -> 4)(4 : 1 -> 1)
 *   pairs  (2 : 512 -> 64)(2 : 4 -> 4)(4 : 1 -> 1)
 *
 * The run of an access is made of pairs that have one stride on both sides. */
#include "tl/copy_async.h"
#include "base/checked.h"
#include "copy_vectors.h"
#include <stddef.h>

static tl_code pair_atom(const tl_atom *load, const tl_atoms *store,
                         tl_atoms *out, tl_error *error);
static const tl_atom *atom_at(const tl_atoms *atoms, int64_t slot);
static bool try_width(const tl_atoms *pairs, tl_copy_vectors *out);
static bool takes(const tl_swizzle *swizzle, int64_t width);

bool tl_async_has_bytes(int64_t bytes) {
  return bytes == 4 || bytes == 8 || bytes == 16;
}

/* ---- Pairs --------------------------------------------------------------- */

tl_code tl_async_pair(const tl_atoms *load, const tl_atoms *store,
                      tl_atoms *out, tl_error *error) {
  out->count = 0;
  for (int64_t i = load->count - 1; i >= 0; i--)
    TL_TRY(pair_atom(&load->items[i], store, out, error));
  tl_atoms_reverse(out);
  return TL_OK;
}

/* Appends the parts of an atom, fastest first. */
static tl_code pair_atom(const tl_atom *load, const tl_atoms *store,
                         tl_atoms *out, tl_error *error) {
  for (int64_t done = 1; done < load->extent;) {
    int64_t slot = load->register_stride * done;
    const tl_atom *other = atom_at(store, slot);
    if (other && other->symbol)
      return tl_fail(error, TL_UNSUPPORTED,
                     "the target has a stride that is known only at run time");
    int64_t left = load->extent / done;
    int64_t skipped = other ? slot / other->register_stride : 0;
    int64_t room = other ? other->extent / skipped : 0;
    int64_t extent = room < left ? room : left;
    if (!other || other->extent % skipped != 0 ||
        (room % left != 0 && left % room != 0))
      return tl_fail(error, TL_UNSUPPORTED,
                     "in the registers, a digit of extent %" PRId64
                     " of the source meets one of extent %" PRId64
                     " of the target; neither divides the other",
                     left, room);
    if (out->count == TL_MAX_TERMS)
      return tl_fail(error, TL_CAPACITY, "more than %d digits", TL_MAX_TERMS);
    tl_atom *pair = &out->items[out->count++];
    *pair = *load;
    pair->extent = extent;
    pair->memory_stride *= done;
    pair->weight *= done;
    pair->register_stride = other->memory_stride * skipped;
    done *= extent;
  }
  return TL_OK;
}

/* The atom in which a digit of the slot starts; NULL without one. */
static const tl_atom *atom_at(const tl_atoms *atoms, int64_t slot) {
  for (int64_t i = 0; i < atoms->count; i++) {
    const tl_atom *atom = &atoms->items[i];
    if (atom->extent > 1 && slot % atom->register_stride == 0 &&
        slot / atom->register_stride < atom->extent)
      return atom;
  }
  return NULL;
}

/* ---- Accesses ------------------------------------------------------------ */

bool tl_async_plan(const tl_atoms *pairs, const tl_swizzle *source,
                   const tl_swizzle *target, int64_t alignment,
                   int64_t element_bytes, int64_t max_bits,
                   tl_copy_vectors *out) {
  for (int64_t bytes = TL_ASYNC_WIDEST_BYTES; bytes >= TL_ASYNC_NARROWEST_BYTES;
       bytes /= 2) {
    int64_t width = bytes / element_bytes;
    *out = (tl_copy_vectors){.width = width};
    if (width >= 1 && bytes * 8 <= max_bits && alignment % bytes == 0 &&
        takes(source, width) && takes(target, width) && try_width(pairs, out))
      return true;
  }
  return false;
}

/* A swizzle leaves chunks of 2^base elements in one piece. */
static bool takes(const tl_swizzle *swizzle, int64_t width) {
  return swizzle->bits == 0 || width <= INT64_C(1) << swizzle->base;
}

static bool try_width(const tl_atoms *pairs, tl_copy_vectors *out) {
  int64_t width = out->width, run = 1;
  for (int64_t i = pairs->count - 1; i >= 0; i--) {
    tl_atom pair = pairs->items[i];
    int64_t missing = width / run;
    bool continues = pair.memory_stride == run && !pair.symbol &&
                     pair.register_stride == run;
    int64_t taken = pair.extent < missing ? pair.extent : missing;
    if (continues && missing % taken == 0 && pair.extent % taken == 0 &&
        taken > 1) {
      out->inner.items[out->inner.count++] = tl_atom_take(&pair, taken);
      run *= taken;
    }
    if (pair.extent == 1)
      continue;
    if (!tl_atom_is_multiple(&pair, width) || pair.register_stride % width != 0)
      return false;
    out->outer.items[out->outer.count++] = pair;
  }
  tl_atoms_reverse(&out->inner);
  tl_atoms_reverse(&out->outer);
  bool is_legal = run == width;
  for (int64_t i = 0; is_legal && i < out->inner.count; i++)
    is_legal =
        tl_async_step(&out->inner, width, out->inner.items[i].dimension) != 0;
  return is_legal;
}

int64_t tl_async_step(const tl_atoms *run, int64_t width, int64_t dimension) {
  int64_t step = width;
  for (int64_t i = 0; i < width; i++) {
    int64_t coordinate = 0, rest = i;
    for (int64_t k = run->count - 1; k >= 0; k--) {
      const tl_atom *atom = &run->items[k];
      if (atom->dimension == dimension)
        coordinate += rest % atom->extent * atom->weight;
      rest /= atom->extent;
    }
    if (coordinate && step == width)
      step = i;
    if (coordinate != i / step)
      return 0;
  }
  return step;
}
