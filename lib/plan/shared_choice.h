/* shared_choice.h - A tile in shared memory as bits of its coordinate, and the
 * orders of them that are candidates for a layout. */
#ifndef TL_PLAN_SHARED_CHOICE_H
#define TL_PLAN_SHARED_CHOICE_H

#include "tl/shared_choice.h"

enum {
  TL_TILE_BITS = 48, /* of a coordinate */
  TL_LANE_BITS = 5,
  TL_NO_LANE = -1,
};

/* What holds a bit of the coordinate in an accessor. */
enum {
  TL_BIT_OF_WARP = -2, /* or nothing that is a bit */
  TL_BIT_OF_REGISTER = -1,
  TL_BIT_OF_LANE = 0, /* + the bit of the lane */
};

/* How the places below 16 bytes can be moved; matrices by one of two. */
enum { TL_WAY_PLAIN = 1, TL_WAY_MATRIX = 2, TL_WAY_TRANSPOSED = 4 };

typedef struct tl_bit_accessor {
  int64_t weight;
  int64_t registers, repeats; /* that differ, and of each */
  uint32_t owners, lanes;     /* that hold different elements; that take part */
  unsigned matrices;          /* ways that its target has */
  bool stores;                /* or loads */
  int8_t holder[TL_TILE_BITS];
  int8_t of_lane[TL_LANE_BITS]; /* the bit of the coordinate, or TL_NO_LANE */
  int8_t slot_order[TL_TILE_BITS]; /* log2 of the register stride */
  /* Without registers it is as wide as the lowest bits of the offset are those of
   * one dimension, in their order, and has to have so many of them. */
  bool is_direct;
  int8_t run_first, run_end, run_bits;
} tl_bit_accessor;

/* Bits of the last dimension come first, fastest first.  Those of a dimension
 * from `split` on are one digit of odd extent `rest`: they stay together. */
typedef struct tl_bit_tile {
  int64_t count, rank;
  int64_t element_shift; /* log2 of the bytes of an element */
  int64_t widest;        /* ... of the elements of the widest plain access */
  int64_t first[TL_MAX_RANK], split[TL_MAX_RANK], end[TL_MAX_RANK];
  int64_t rest[TL_MAX_RANK];
  uint64_t odd;   /* bits of such digits */
  bool is_linear; /* there are none, and no others in the accessors */
  bool has_room;  /* for some lines more than the tile has */
  int64_t accessor_count;
  tl_bit_accessor accessors[TL_SHARED_MOST_ACCESSORS];
} tl_bit_tile;

/* Whether the tile has few enough bits. */
bool tl_bit_tile_read(const tl_shared_request *request, tl_bit_tile *out);

/* Wavefronts that any layout takes, by what has to be moved: of one accessor, times
 * its weight, and of all. */
int64_t tl_bit_least_of(const tl_bit_tile *tile, int64_t accessor);
int64_t tl_bit_least_wavefronts(const tl_bit_tile *tile);

/* The ways that a bit at a place of the offset leaves. */
unsigned tl_bit_ways(const tl_bit_tile *tile, const tl_bit_accessor *accessor,
                     int64_t bit, int64_t place);

/* How an accessor moves: accesses, their phases, the bits that tell the lanes of
 * a phase apart. */
typedef struct tl_bit_access {
  int64_t count, phases, lane_count;
  int8_t lanes[TL_LANE_BITS];
} tl_bit_access;

/* By matrices where one of their ways is left of all places below 16 bytes and
 * that is wider than 2^width elements; `inside` are the bits at these places. */
tl_bit_access tl_bit_access_of(const tl_bit_tile *tile,
                               const tl_bit_accessor *accessor, unsigned ways,
                               int64_t width, uint64_t inside);

/* The bits of the coordinate by their place in the offset, and the swizzle. */
typedef struct tl_bit_order {
  int8_t bits[TL_TILE_BITS];
  /* By place: 1 + the place of a bank bit that the stride is more by, so that the
   * bit is added to it; 0: the stride is a power of two, but for what lies below. */
  int8_t added[TL_TILE_BITS];
  tl_swizzle swizzle;
} tl_bit_order;

typedef struct tl_bit_score {
  int64_t wavefronts, accesses;
  int64_t pieces; /* runs of bits, and a swizzle */
} tl_bit_score;

/* What an order costs; of accessors that are not linear a guess.  False where one
 * without registers cannot do with it. */
bool tl_bit_tile_score(const tl_bit_tile *tile, const tl_bit_order *order,
                       tl_bit_score *out);

TL_MUST_CHECK tl_code tl_bit_order_layout(const tl_bit_tile *tile,
                                          const tl_bit_order *order,
                                          tl_layout *out, tl_error *error);

/* The best orders, the best first. */
enum { TL_KEPT_ORDERS = 16 };

typedef struct tl_kept_orders {
  int64_t count;
  int64_t
      least; /* wavefronts that any linear map takes; 0: not all were tried */
  int64_t least_by_xor; /* ... that any order of bits under one XOR takes */
  tl_bit_order orders[TL_KEPT_ORDERS];
  tl_bit_score scores[TL_KEPT_ORDERS];
} tl_kept_orders;

/* ---- Banks --------------------------------------------------------------- */

enum { TL_MOST_BANKS = 5 }; /* of words, in bits */

/* What is to be told apart by some bits of the bank. */
typedef struct tl_bank_bits {
  int64_t banks;  /* bits of the bank; at most TL_MOST_BANKS */
  int64_t places; /* for bits, those of the bank first */
  int64_t accessor_count;
  uint64_t lanes[TL_SHARED_MOST_ACCESSORS]; /* that each tells apart */
  int64_t waves[TL_SHARED_MOST_ACCESSORS];  /* that it takes where it does */
  int64_t count;
  int8_t bits[TL_TILE_BITS];    /* of any; those that several have first */
  int64_t prices[TL_TILE_BITS]; /* of leaving each out */
} tl_bank_bits;

typedef struct tl_bank_colours {
  int64_t of[TL_TILE_BITS]; /* bits; TL_NO_LANE for those without one */
  int64_t left;             /* the prices of these */
} tl_bank_colours;

/* With at most so many bits of a bank. */
void tl_banks_colour(const tl_bank_bits *of, int64_t most,
                     tl_bank_colours *out);

/* The bits by place, from the first bank bit on, TL_NO_LANE for any other; the
 * swizzle counts from there. */
typedef struct tl_bank_chain {
  tl_swizzle swizzle;
  int64_t count;
  int8_t bits[2 * TL_MOST_BANKS];
} tl_bank_chain;

/* Places under one swizzle that take the fewest wavefronts, or `enough`; false
 * where none takes less than `most`, or none was found in so many steps, which are
 * counted down. */
bool tl_banks_chain(const tl_bank_bits *of, int64_t most, int64_t enough,
                    int64_t *steps, tl_bank_chain *out);

/* The fewest wavefronts under any linear map, or `most` where that is less; in
 * too few steps what each accessor takes at least by itself. */
int64_t tl_banks_least(const tl_bank_bits *of, int64_t most, int64_t *steps);

/* ---- Costs ----------------------------------------------------------------- */

/* What a layout has to keep below, and what the accessors behind each take at least
 * under any. */
typedef struct tl_shared_limit {
  int64_t wavefronts;
  int64_t behind[TL_SHARED_MOST_ACCESSORS];
} tl_shared_limit;

/* tl_shared_measure, which ends as soon as it is known that there are more. */
TL_MUST_CHECK tl_code tl_shared_measure_within(const tl_shared_request *request,
                                               const tl_layout *layout,
                                               const tl_shared_limit *limit,
                                               tl_shared_cost *out,
                                               tl_error *error);

/* ---- Candidates that are no search ------------------------------------------ */

/* Dimension `fast` has stride 1, and the others from the last on follow, the
 * first of them after a padding. */
TL_MUST_CHECK tl_code tl_shared_rows(const tl_list *shape, int64_t fast,
                                     int64_t padding, tl_layout *out,
                                     tl_error *error);

/* Rows cut after 128 bytes, each 16 bytes of which are XORed with the number of
 * the 128: what ldmatrix is served well by, and row_major_swizzle where there is
 * one.  TL_UNSUPPORTED for one dimension, and for larger elements. */
TL_MUST_CHECK tl_code tl_shared_swizzled_rows(const tl_list *shape,
                                              int64_t element_bytes,
                                              tl_layout *out, tl_error *error);

/* Whether it has room, and slices keep its swizzle. */
bool tl_shared_fits(const tl_shared_request *request, const tl_layout *layout);

/* Finds them. */
void tl_bit_tile_search(const tl_bit_tile *tile, tl_kept_orders *out);

#endif /* TL_PLAN_SHARED_CHOICE_H */
