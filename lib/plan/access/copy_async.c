/* copy_async.c - copies from memory to memory, see tl/copy_access.h.
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
#include "base/checked.h"
#include "plan/copy_partition.h"
#include "tl/copy_reasons.h"
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { SOURCE = 0, TARGET, SIDE_COUNT };
enum { NARROWEST_BYTES = 4, WIDEST_BYTES = 16 };

/* ---- Pairs --------------------------------------------------------------- */

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

static tl_code pair_atoms(const tl_atoms *load, const tl_atoms *store,
                          tl_atoms *out, tl_error *error) {
  out->count = 0;
  for (int64_t i = load->count - 1; i >= 0; i--)
    TL_TRY(pair_atom(&load->items[i], store, out, error));
  tl_atoms_reverse(out);
  return TL_OK;
}

/* ---- Accesses ------------------------------------------------------------ */

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

bool tl_async_is_whole(const tl_atoms *outer, const tl_atoms *run,
                       int64_t dimension, int64_t granule) {
  int64_t last = 0, step = granule;
  for (int64_t i = 0; i < outer->count; i++)
    if (outer->items[i].dimension == dimension)
      step = tl_gcd(step, outer->items[i].weight);
  for (int64_t i = 0; i < run->count; i++)
    if (run->items[i].dimension == dimension)
      last += (run->items[i].extent - 1) * run->items[i].weight;
  return last < step;
}

static bool are_whole(const tl_copy_cut *of, const tl_copy_vectors *vectors) {
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    if (of->granules[d] && !tl_async_is_whole(&vectors->outer, &vectors->inner,
                                              d, of->granules[d]))
      return false;
  return true;
}

static bool try_width(const tl_atoms *pairs, int64_t width,
                      tl_copy_vectors *out) {
  int64_t run = 1;
  out->width = width;
  out->outer.count = out->inner.count = 0;
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

/* Whether accesses of that size are legal where the atoms let them. */
static bool allows(const tl_copy_cut *of, int64_t bytes) {
  int64_t width = bytes / of->element_bytes;
  return width >= 1 && bytes * 8 <= of->most_bits &&
         of->alignment % bytes == 0 && of->phase % width == 0 &&
         tl_swizzle_keeps(&of->swizzle, width) &&
         tl_swizzle_keeps(&of->target_swizzle, width);
}

static bool try_cut(const tl_copy_cut *of, tl_copy_vectors *out) {
  out->phase = out->lanes = 0;
  for (int64_t bytes = WIDEST_BYTES; bytes >= NARROWEST_BYTES; bytes /= 2)
    if (allows(of, bytes) &&
        try_width(of->atoms, bytes / of->element_bytes, out) &&
        are_whole(of, out))
      return true;
  return false;
}

/* ---- The kind ------------------------------------------------------------ */

static tl_code check_target(const tl_target *target, tl_error *error) {
  if (target->kinds & TL_HAS_ASYNC)
    return TL_OK;
  return tl_fail(error, TL_UNSUPPORTED,
                 "%s has no asynchronous copies (cp.async needs sm_80)",
                 target->name);
}

static const char *name_of(int side) {
  return side == TARGET ? "target" : "source";
}

static int64_t narrowest_bytes(const tl_access_side *sides) {
  int64_t element = sides->request->element_bytes;
  return element < NARROWEST_BYTES ? NARROWEST_BYTES : element;
}

/* Digits that the partition has not in common with a side. */
static tl_code check_digits(const tl_access_side *sides, tl_error *error) {
  int64_t width = narrowest_bytes(sides) / sides->request->element_bytes;
  for (int side = 0; side < SIDE_COUNT; side++) {
    const char *why = sides[side].plan->reason;
    tl_reason reason;
    if (!sides[side].plan->is_scattered)
      continue;
    if (tl_copy_forbids(&sides[side], width, &reason) &&
        reason.rule == TL_REASON_SCATTERED)
      why = reason.text;
    return tl_fail(error, TL_UNSUPPORTED, "is asynchronous, and of the %s, %s",
                   name_of(side), why);
  }
  return TL_OK;
}

/* The widest accesses that are legal once the same is said, with larger numbers, which
 * the reason is made to name; `bytes` where nothing is to be said. */
static int64_t widest_cured(const tl_access_side *sides, int side,
                            int64_t bytes, tl_reason *reason) {
  int64_t element = sides->request->element_bytes, wide = WIDEST_BYTES;
  const char *cure = strstr(reason->text, TL_REASON_SAY);
  for (; cure && wide > bytes; wide /= 2) {
    size_t same = (size_t)(cure - reason->text) + strlen(TL_REASON_SAY);
    tl_reason own, other;
    if (!tl_copy_forbids(&sides[side], wide / element, &own) ||
        strncmp(own.text, reason->text, same) != 0 ||
        (tl_copy_forbids(&sides[!side], wide / element, &other) &&
         !strstr(other.text, TL_REASON_SAY)))
      continue;
    *reason = own;
    return wide;
  }
  return bytes;
}

static tl_code refuse_side(const tl_access_side *sides, int side, int64_t bytes,
                           const tl_reason *least, tl_error *error) {
  tl_reason reason = *least;
  int64_t element = sides->request->element_bytes;
  int64_t number = least->rule == TL_REASON_BASE ? bytes : bytes / element;
  int64_t wide = widest_cured(sides, side, bytes, &reason);
  if (wide == bytes)
    return tl_fail(error, TL_UNSUPPORTED,
                   "is asynchronous, and " TL_ASYNC_MOVES "; not %" PRId64
                   " of the %s: %s",
                   bytes, name_of(side), reason.text);
  return tl_fail(error, TL_UNSUPPORTED,
                 "is asynchronous, and " TL_ASYNC_MOVES "; not %" PRId64
                 " of the %s: %s for %" PRId64 " bytes, or %" PRId64
                 " for %" PRId64,
                 bytes, name_of(side), reason.text, wide, number, bytes);
}

/* With the reason of a side why not even the narrowest accesses are legal, or the last
 * dimension that is cut: runs mostly go along that. */
static tl_code refuse(const tl_access_side *sides, const tl_copy_cut *cut,
                      tl_error *error) {
  int64_t element = sides->request->element_bytes;
  int64_t bytes = narrowest_bytes(sides);
  tl_reason reason;
  for (int side = 0; side < SIDE_COUNT; side++)
    if (tl_copy_forbids(&sides[side], bytes / element, &reason))
      return refuse_side(sides, side, bytes, &reason, error);
  for (int64_t d = TL_MAX_RANK - 1; d >= 0; d--)
    if (cut->granules[d] && cut->granules[d] < bytes / element)
      return tl_fail(error, TL_UNSUPPORTED,
                     "is asynchronous, and " TL_ASYNC_MOVES
                     "; in dimension %" PRId64 " a bound may cut %" PRId64
                     " bytes: bounds, lower bounds and origin are known to be "
                     "multiples of %" PRId64
                     " only; bound_divisibility says more of bounds",
                     d, bytes, cut->granules[d]);
  return tl_fail(error, TL_UNSUPPORTED,
                 "is asynchronous, and " TL_ASYNC_MOVES
                 "; no 4 are consecutive on both sides");
}

static tl_code match(const tl_access_side *sides, tl_copy_choice *out,
                     tl_error *error) {
  tl_copy_partition *source = sides[SOURCE].plan, *target = sides[TARGET].plan;
  tl_atoms pairs;
  int64_t bits = tl_access_most_bits(sides[SOURCE].rules);
  int64_t target_bits = tl_access_most_bits(sides[TARGET].rules);
  TL_TRY(check_target(sides->rules->target, error));
  TL_TRY(check_digits(sides, error));
  TL_TRY(pair_atoms(&source->atoms, &target->atoms, &pairs, error));
  tl_copy_cut cut = tl_copy_cut_of(source, sides[SOURCE].request->element_bytes,
                                   bits < target_bits ? bits : target_bits);
  cut.atoms = &pairs;
  cut.target_swizzle = target->swizzle;
  cut.alignment = tl_gcd(tl_copy_aligned_bytes(source, cut.element_bytes),
                         tl_copy_aligned_bytes(target, cut.element_bytes));
  cut.phase = 0;
  if (!try_cut(&cut, &out->vectors))
    return refuse(sides, &cut, error);
  source->atoms = pairs;
  out->width = out->vectors.width;
  out->alignment = cut.alignment;
  out->phase = 0;
  return TL_OK;
}

static tl_code cut(const tl_copy_cut *of, tl_copy_vectors *out,
                   tl_error *error) {
  TL_TRY(check_target(of->target, error));
  if (try_cut(of, out))
    return TL_OK;
  return tl_fail(error, TL_UNSUPPORTED,
                 TL_ASYNC_MOVES
                 "; in accesses of at most %" PRId64
                 " bits, aligned to %" PRId64
                 " bytes, no run of so many is consecutive on both sides",
                 of->most_bits, of->alignment);
}

static bool is_legal(const tl_access_form *form) {
  int64_t bytes = form->width * form->element_bytes;
  return bytes == NARROWEST_BYTES || bytes == 8 || bytes == WIDEST_BYTES;
}

/* Those of 16 bytes go around L1, unless all caches are asked for. */
static void name_instruction(const tl_access_side *side,
                             const tl_copy_choice *choice,
                             char out[TL_INSTRUCTION_CAPACITY]) {
  int64_t bytes = choice->width * side->request->element_bytes;
  snprintf(out, TL_INSTRUCTION_CAPACITY, "cp.async.%s.shared.global",
           bytes == WIDEST_BYTES && side->rules->cache != TL_CACHE_ALL ? "cg"
                                                                       : "ca");
}

static bool is_asked(TL_UNUSED const tl_access_side *sides, int64_t count) {
  return count == SIDE_COUNT;
}

const tl_access_kind TL_ASYNC_KIND = {.name = "async",
                                      .least_bytes = NARROWEST_BYTES,
                                      .is_asked = is_asked,
                                      .match = match,
                                      .cut = cut,
                                      .is_legal = is_legal,
                                      .instruction = name_instruction};
