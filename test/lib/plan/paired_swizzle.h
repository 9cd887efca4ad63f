/* paired_swizzle.h - The swizzle that Triton computes for two accessors.
 *
 * The vector V is of bits that both hold in registers.  Of the lanes of a phase
 * those of one alone are paired with those of the other: e + f.  Steps of a bank
 * are these pairs and what no lane holds, as many as there are; the banks are the
 * rest.  An accessor has a conflict for each dimension that its lanes and the
 * steps of a bank have in common.
 *
 * Source: K. Zhou et al., "Linear Layouts: Robust Code Generation of Efficient
 * Tensor Computation Using F2", 2025, section "Optimal swizzling". */
#ifndef TL_TEST_PAIRED_SWIZZLE_H
#define TL_TEST_PAIRED_SWIZZLE_H

#include "tl/shared_choice.h"

/* Bits of a coordinate in one accessor; the last dimension has the first. */
typedef struct paired_side {
  uint64_t registers, lanes[5]; /* 0: a lane that holds no bit */
  int64_t register_count, weight;
  /* Without registers V is of bits of a dimension, in their order from the first
   * on, and has to have so many; a dimension of no bits: it may have any. */
  uint64_t run_dimension;
  int run_bits;
} paired_side;

/* False for what is not made of bits, or has lanes that hold none. */
static inline bool paired_read(const tl_shared_accessor *accessor,
                               paired_side *out) {
  const tl_layout *fragment = &accessor->copy.fragment;
  int64_t iter = fragment->shard_count, bit = 0;
  *out = (paired_side){.register_count = 1, .weight = accessor->weight};
  while (1 << out->run_bits < accessor->run)
    out->run_bits++;
  for (int64_t d = fragment->rank - 1; d >= 0; d--)
    for (int64_t i = fragment->group_size[d]; i > 0; i--) {
      const tl_iter *own = &fragment->iters[--iter];
      for (int64_t k = 1; k < own->extent; k *= 2, bit++) {
        if (accessor->run && d == accessor->run_dimension)
          out->run_dimension |= UINT64_C(1) << bit;
        if (own->axis == TL_AXIS_M) {
          out->registers |= UINT64_C(1) << bit;
          out->register_count *= 2;
        }
        for (int lane = 0; own->axis != TL_AXIS_M && lane < 5; lane++)
          if (k * own->stride == 1 << lane)
            out->lanes[lane] = UINT64_C(1) << bit;
      }
    }
  for (int lane = 0; lane < 5; lane++)
    if (!out->lanes[lane])
      return false;
  return fragment->replica_count == 0;
}

/* Adds a vector; false where it depends on the others. */
static inline bool paired_add(uint64_t *basis, int *rank, uint64_t vector) {
  for (int i = 0; i < *rank; i++)
    if ((vector ^ basis[i]) < vector)
      vector ^= basis[i];
  if (vector)
    basis[(*rank)++] = vector;
  return vector != 0;
}

/* The dimension of what the lanes have in common with a basis. */
static inline int paired_common(const uint64_t *basis, int rank,
                                const paired_side *side, int lanes) {
  uint64_t all[64];
  int common = 0;
  for (int i = 0; i < rank; i++)
    all[i] = basis[i];
  for (int i = 0; i < lanes; i++)
    common += !paired_add(all, &rank, side->lanes[i]);
  return common;
}

static inline uint64_t paired_lanes(const paired_side *side, int lanes) {
  uint64_t all = 0;
  for (int i = 0; i < lanes; i++)
    all |= side->lanes[i];
  return all;
}

static inline uint64_t paired_take(uint64_t *set) {
  uint64_t bit = *set & -*set;
  *set &= *set - 1;
  return bit;
}

/* Those of a set that a side can have in V. */
static inline uint64_t paired_run(const paired_side *side, uint64_t set) {
  uint64_t run = 0, next = side->run_dimension & -side->run_dimension;
  if (!side->run_dimension)
    return set;
  for (; next & side->run_dimension & set; next <<= 1)
    run |= next;
  return run;
}

/* Wavefronts of both sides of a tile of so many bits; 0 where V is none that both
 * can have. */
static inline int64_t paired_waves(const paired_side sides[2], int bits,
                                   int element_shift) {
  uint64_t common = sides[0].registers & sides[1].registers, basis[64];
  int rank = 0, width = element_shift;
  common = paired_run(&sides[0], paired_run(&sides[1], common));
  common = paired_run(&sides[0], common);
  for (; common && width < 4; width++)
    paired_add(basis, &rank, paired_take(&common));
  int vector = width - element_shift;
  if (vector < sides[0].run_bits || vector < sides[1].run_bits)
    return 0;
  int lanes = width > 2 ? 7 - width : 5, within = width > 2 ? width : 2;
  uint64_t held[] = {paired_lanes(&sides[0], lanes),
                     paired_lanes(&sides[1], lanes)};
  uint64_t one = held[0] & ~held[1], other = held[1] & ~held[0];
  uint64_t both = held[0] & held[1], all = (UINT64_C(1) << bits) - 1;
  uint64_t free = all & ~held[0] & ~held[1];
  /* 1. What a word has besides the vector: lanes of both are in no conflict. */
  for (; width < within && both; width++)
    paired_add(basis, &rank, paired_take(&both));
  for (; width < within && one; width++)
    paired_add(basis, &rank, paired_take(&one));
  int word_rank = rank, steps = bits - rank - (7 - within);
  uint64_t words[64];
  for (int i = 0; i < rank; i++)
    words[i] = basis[i];
  /* 2. The steps of a bank: what is free, the pairs, and then any. */
  for (; steps > 0 && free;)
    steps -= paired_add(basis, &rank, paired_take(&free));
  for (; steps > 0 && one && other;)
    steps -= paired_add(basis, &rank, paired_take(&one) | paired_take(&other));
  for (; steps > 0 && all;)
    steps -= paired_add(basis, &rank, paired_take(&all));
  int64_t waves = 0;
  for (int i = 0; i < 2; i++) {
    int degree = paired_common(basis, rank, &sides[i], lanes) -
                 paired_common(words, word_rank, &sides[i], lanes);
    int64_t accesses = sides[i].register_count >> vector;
    waves += sides[i].weight * accesses * (32 >> lanes) << degree;
  }
  return waves;
}

#endif /* TL_TEST_PAIRED_SWIZZLE_H */
