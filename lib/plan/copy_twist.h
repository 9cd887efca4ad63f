/* copy_twist.h - Copies of fragments with a twist. */
#ifndef TL_COPY_TWIST_H
#define TL_COPY_TWIST_H

#include "copy_partition.h"

/* A bit of the thread number or of the slot: its weight there, and where it leads
 * to: an element, by its row-major number in the tile. */
typedef struct tl_place_bit {
  int64_t stride, element;
  bool is_slot;
  bool is_start; /* else, of a slot, an atom */
} tl_place_bit;

typedef struct tl_place_bits {
  int64_t count, thread_limit;
  tl_place_bit items[TL_MAX_TWIST];
} tl_place_bits;

/* Elements (number / first) % extent, times stride. */
typedef struct tl_bit_run {
  int64_t first, extent, stride;
} tl_bit_run;

/* A number that is linear over the bits of an element's: the sum of some runs,
 * which share no bit, swizzled.  What it is for thread t and slot s is
 *
 *   (XOR of the bits of t) ^ (XOR of the bits of s) ^ constant. */
typedef struct tl_bit_group {
  int64_t run_count;
  tl_bit_run runs[TL_MAX_TWIST];
  tl_swizzle swizzle;
  uint64_t constant;
  uint64_t of[TL_MAX_TWIST]; /* for each place bit */
  int64_t stride, symbol;    /* of its own in the offset */
  int64_t dimension; /* whose scattered part it is; -1: it is in the offset */
  int64_t unit;      /* of the row, which has the number divided by it */
  int64_t row;
} tl_bit_group;

enum { TL_MAX_GROUPS = 2 * TL_MAX_RANK };

typedef struct tl_copy_twist {
  tl_place_bits bits;
  int64_t count;
  tl_bit_group groups[TL_MAX_GROUPS];
  tl_bit_group coordinates[TL_MAX_RANK];
  bool is_limited[TL_MAX_RANK];
} tl_copy_twist;

/* Reads where the bits of the places lead to, which are atoms, and takes the atoms
 * and the base of a copy of the elements in row-major order, each of which one
 * thread has in the slot of its number, apart.  TL_CAPACITY for more groups than
 * there is room for. */
TL_MUST_CHECK tl_code tl_copy_twist_read(const tl_copy_request *request,
                                         const tl_fragment_digits *digits,
                                         const tl_copy_partition *elements,
                                         tl_address *base, tl_copy_twist *out,
                                         tl_error *error);

/* Opens the rows of a group but those that vary with the start, and those; the
 * last one is the group. */
void tl_bit_group_open(const tl_place_bits *bits, tl_bit_group *group,
                       tl_address *address);
void tl_bit_group_close(const tl_place_bits *bits, tl_bit_group *group,
                        tl_address *address);

/* What divides the coordinates of a dimension, but for those of atoms; and whether
 * starts move them. */
int64_t tl_copy_twist_step(const tl_copy_twist *twist, int64_t dimension);
bool tl_copy_twist_has_starts(const tl_copy_twist *twist, int64_t dimension);

/* Starts, atoms and the rows of groups; adds them to the base. */
void tl_copy_twist_write(const tl_copy_request *request,
                         const tl_copy_partition *elements,
                         tl_copy_twist *twist, tl_address *base,
                         tl_copy_partition *out);

#endif /* TL_COPY_TWIST_H */
