/* tl/banks.h - What one access of a warp costs in banks, sectors and lines.
 *
 * Shared memory is 32 banks of 4-byte words, consecutive words in consecutive
 * banks.  A warp's access is served in phases of consecutive lanes, as many as
 * move 128 bytes; accesses of less than 4 bytes move in one phase of 32:
 *
 *   bytes a lane    1   2   4   8  16
 *   lanes a phase  32  32  32  16   8
 *
 * In a phase a bank gives one word a wavefront, to all lanes that ask for any
 * byte of it: loads broadcast it, and of several stores to one address one wins
 * (which is undefined); neither is a conflict.  So a phase takes as many
 * wavefronts as the most words that it asks of one bank.  Global memory moves
 * in sectors of 32 bytes of lines of 128.
 *
 * Law L38 (banks).  The counts of an access are those of the definition, and
 * where addresses are linear over GF(2) those of ranks: with p the lane bits of
 * a phase, word the address without its bits 0 and 1, and bank its bits 2 to 6,
 *
 *   wavefronts = phases * 2^(rank(p bits -> word) - rank(p bits -> bank))
 *   sectors = 2^rank(all bits -> sector), lines and bytes likewise
 *
 * Sources: CUDA C++ Programming Guide, "Shared Memory" of compute capability
 * 5.x and later (banks, broadcast, stores), and "Device Memory Accesses"; CUDA
 * C++ Best Practices Guide, "Shared Memory and Memory Banks" and "Coalesced
 * Access to Global Memory"; Nsight Compute, "Profiling Guide" (wavefronts,
 * sectors); GTC 2019, S9593, "cuTENSOR" (phases of 64 and 128-bit accesses).
 * The guides do not say how the phases of 8 and 16-byte accesses are formed,
 * and hardware may serve phases together that ask for the same words; the
 * counts here do not merge phases.
 *
 * Values are plain and own nothing. */
#ifndef TL_BANKS_H
#define TL_BANKS_H

#include "tl/target.h"

TL_C_BEGIN

enum {
  TL_COUNTED_LANES = 32,
  TL_LANE_INACTIVE = -1, /* the address of a lane that takes no part */
  TL_NO_BANK = -1,
};

/* The model that is counted by: 32 banks of 4 bytes, sectors of 32 bytes in
 * lines of 128. */
extern const tl_memory_model TL_COUNTED_MEMORY;

typedef struct tl_access_facts {
  /* Shared memory.  minimum <= wavefronts <= minimum * degree, and the last two
   * are equal for linear addresses. */
  int64_t wavefronts;
  int64_t minimum; /* phases with an active lane: the wavefronts if no word had
                      to wait */
  int64_t degree;  /* the most words that one phase asks of one bank: n of an
                      n-way conflict, 1 of none */
  int64_t bank;    /* the first of the first phase with so many, or TL_NO_BANK
                      where the degree is at most 1 */
  int64_t lanes;   /* bit t: lane t is in that phase and accesses that bank */

  /* Global memory. */
  int64_t sectors, lines;
  int64_t bytes;      /* different bytes that the lanes access */
  int64_t efficiency; /* those of 100 bytes of the sectors, rounded down */
} tl_access_facts;    /* no padding: equal facts have equal bytes */

/* The facts of an access of `bytes` a lane at these byte addresses, lane by
 * lane; lanes that are not given or have address TL_LANE_INACTIVE take no part.
 * Addresses are of a memory whose start is at a multiple of 128.  TL_INVALID
 * for more than 32 lanes, another size than above, or an address that is negative
 * or no multiple of the size.
 *
 *   t -> 128 t, 32 lanes, 4 bytes
 *     -> 32 wavefronts, minimum 1, degree 32, bank 0, all lanes, 32 sectors */
TL_MUST_CHECK tl_code tl_access_by_enumeration(const int64_t *byte_addresses,
                                               int64_t lanes, int64_t bytes,
                                               tl_access_facts *out,
                                               tl_error *error);

/* The wavefronts alone, with the same errors. */
TL_MUST_CHECK tl_code tl_access_wavefronts(const int64_t *byte_addresses,
                                           int64_t lanes, int64_t bytes,
                                           int64_t *out, tl_error *error);

TL_C_END
#endif /* TL_BANKS_H */
