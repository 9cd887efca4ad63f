/* mbarriers.h - Barriers in shared memory that count arrivals and bytes, and
 * bulk copies, which bring the bytes.
 *
 * Source: PTX ISA, "Parallel Synchronization and Communication Instructions:
 * mbarrier". */
#ifndef TL_SIM_MBARRIERS_H
#define TL_SIM_MBARRIERS_H

#include "machine.h"

/* One at an address.  Its phase is over when no arrival and no byte is
 * missing. */
struct tl_mbarrier {
  int64_t address;
  tl_buffer *buffer;      /* where it is; NULL: it is in no memory */
  int opener;             /* the thread that has initialized it, and where */
  const tl_instruction *opened_at;
  int64_t expected;       /* arrivals of a phase */
  int64_t missing, bytes; /* of this phase; bytes that come before they are
                             expected are negative */
  uint64_t phase;         /* that is open, counted from 0 */
  /* What those know who have arrived, and who wait: see tl_machine.known. */
  uint32_t arrived[TL_MAX_WARPS], released[TL_MAX_WARPS];
};

/* A copy to shared memory that has not landed. */
struct tl_bulk_copy {
  tl_access to;
  int64_t barrier;   /* its address */
  uint32_t barriers; /* of the block, when it was started, and 1 */
  uint8_t *poison;   /* owned: of its bytes when they are there */
};

/* The one that operand `of` points to, or with `place`, which is not 0, the one of
 * the group of operand `of` whose number operand `place` is, as an access of its bytes.
 * NULL after a fault; what nobody has initialized is one. */
tl_mbarrier *tl_mbarrier_at(const tl_step *step, int of, int place);

/* Starts a copy whose bytes are there already: from now on they are in flight,
 * until somebody asks whether the phase of the barrier is over. */
void tl_bulk_start(const tl_access *to, const tl_mbarrier *barrier);

/* Whether the last operand, if there is one beyond `count`, is false. */
bool tl_is_turned_off(const tl_step *step, int count);

#endif /* TL_SIM_MBARRIERS_H */
