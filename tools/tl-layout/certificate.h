/* certificate.h - What a report claims of accesses to a memory, and of exchanges by
 * shuffles, and what is counted of them.
 *
 * Counted is from the layouts alone: where every register of every lane lies, which
 * registers an access moves, which words it asks of each bank.  Nothing of what plans
 * the copies is used here; a layout is evaluated, and a target's row read. */
#ifndef TL_LAYOUT_CERTIFICATE_H
#define TL_LAYOUT_CERTIFICATE_H

#include "tl/json_read.h"
#include "tl/layout.h"
#include "tl/target.h"

typedef enum tl_moved_by {
  TL_MOVED_PLAIN,
  TL_MOVED_MATRIX,
  TL_MOVED_TRANSPOSED,
} tl_moved_by;

/* What accesses to a memory cost the first warp: shared memory wavefronts, global
 * memory sectors. */
typedef struct tl_access_costs {
  int64_t accesses, least_accesses; /* of a thread */
  int64_t wavefronts, least_wavefronts;
  int64_t sectors, least_sectors;
  int64_t degree;     /* of the worst conflict in shared memory */
  int64_t efficiency; /* percentage of the bytes of sectors that is moved */
} tl_access_costs;

enum { TL_MATRIX_REGISTERS = 8 };

typedef struct tl_access_claim {
  tl_layout fragment, memory;
  const tl_target *target;
  tl_scope scope;
  bool is_shared, stores, may_use_matrices;
  bool is_direct; /* of an asynchronous copy, without registers */
  tl_moved_by by;
  int64_t registers[TL_MATRIX_REGISTERS]; /* of a lane in a transposed matrix */
  int64_t register_count;
  int64_t threads, element_bytes, alignment, phase, width_bytes, weight;
  int64_t widest_bytes; /* that an access may have */
  int64_t origin[TL_MAX_RANK];
  tl_access_costs
      costs; /* that are claimed, as far as the target has a model */
} tl_access_claim;

/* Reads a certificate of a report.  TL_INVALID, with `at` the value that is wrong.
 */
TL_MUST_CHECK tl_code tl_access_claim_read(const tl_json_value *of,
                                           const tl_target *target,
                                           tl_access_claim *out,
                                           tl_json_value *at, tl_error *error);

/* A member that has to be there. */
TL_MUST_CHECK tl_code tl_claim_member(const tl_json_value *of, const char *name,
                                      tl_json_value *out, tl_json_value *at,
                                      tl_error *error);
TL_MUST_CHECK tl_code tl_claim_integer(const tl_json_value *of,
                                       const char *name, int64_t *out,
                                       tl_json_value *at, tl_error *error);

/* A layout over the threads of a scope; TL_UNSUPPORTED for null. */
TL_MUST_CHECK tl_code tl_claim_layout(const tl_json_value *of, const char *name,
                                      tl_scope scope, int64_t lanes,
                                      tl_layout *out, tl_json_value *at,
                                      tl_error *error);

/* What the first warp holds of a tile: where each register of each lane lies, in
 * elements of the memory, and the number of its coordinate, row-major in the shape of
 * the memory, without the origin, -1 where it moves nothing. */
enum { TL_CLAIM_LANES = 64 };
typedef struct tl_held_tile {
  int64_t slots, lanes; /* from the first register; of a warp, or fewer */
  int64_t first;        /* thread: of the first warp that moves something */
  int64_t end;          /* of the numbers; 0: too many */
  int64_t *places, *numbers; /* owned: [slot * TL_CLAIM_LANES + lane] */
} tl_held_tile;

TL_MUST_CHECK tl_code tl_held_tile_open(const tl_access_claim *claim,
                                        tl_held_tile *out, tl_error *error);
void tl_held_tile_free(tl_held_tile *tile);

/* Whether each element of a memory has a place of its own, and where the last one
 * ends, in elements. */
TL_MUST_CHECK tl_code tl_claim_places(const tl_layout *memory, int64_t *end,
                                      bool *are_apart, tl_error *error);

/* Counts.  TL_INVALID where the accesses cannot be those that are claimed: a register
 * that no access of the kind can move. */
TL_MUST_CHECK tl_code tl_access_claim_count(const tl_access_claim *claim,
                                            const tl_held_tile *tile,
                                            tl_access_costs *out,
                                            tl_error *error);

/* The fewest wavefronts of the first warp of each accessor, times their weights:
 * by bytes of any layout; by maps of any layout with bits of the coordinate in its lowest 16 bytes and
 * any linear map of the others in its banks; by XOR of any order of bits under one
 * XOR.  0: not counted, as of accessors that are not linear. */
typedef struct tl_least_waves {
  int64_t by_bytes, by_maps, by_xor;
} tl_least_waves;

/* Of `count` accessors to a buffer; by maps and by XOR those that are claimed, or
 * fewer. */
void tl_least_waves_find(const tl_access_claim *claims,
                         const tl_held_tile *tiles, int64_t count,
                         const tl_least_waves *claimed, tl_least_waves *out);

/* What a report claims of an exchange by shuffles: in each round a lane gets the
 * word that another gives, which is made of registers of the source. */
typedef struct tl_exchange_claim {
  tl_layout source, target;
  tl_scope scope;
  int64_t lanes, element_bits, shuffles, least_shuffles;
  bool is_tight;
  int64_t rounds;
  int16_t *from,
      *gives; /* owned: [round * lanes + lane], -1 for none; the second for
                            each element of a word */
} tl_exchange_claim;

/* Reads a record of a report with its member `exchange`, which is not null. */
TL_MUST_CHECK tl_code tl_exchange_claim_read(const tl_json_value *record,
                                             const tl_target *target,
                                             tl_exchange_claim *out,
                                             tl_json_value *at,
                                             tl_error *error);
void tl_exchange_claim_free(tl_exchange_claim *claim);

typedef struct tl_exchange_costs {
  int64_t shuffles, least_shuffles; /* of a lane */
  bool is_complete;   /* each register gets what it holds under the target */
  int64_t lane, slot; /* of the first that does not */
} tl_exchange_costs;

/* TL_INVALID for fragments that are none. */
TL_MUST_CHECK tl_code tl_exchange_claim_count(const tl_exchange_claim *claim,
                                              tl_exchange_costs *out,
                                              tl_error *error);

#endif /* TL_LAYOUT_CERTIFICATE_H */
