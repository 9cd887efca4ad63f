/* verify.h - A function by definition against what it was lowered to.
 *
 * Both get equal arguments at equal addresses.  Afterwards every byte of every
 * argument and of the workgroup buffers of the last block, and every value that
 * is returned, has to be the same; what nobody has written has to stay so. */
#ifndef TL_SIM_VERIFY_H
#define TL_SIM_VERIFY_H

#include "run.h"

typedef enum tl_verdict {
  TL_EQUIVALENT = 0,
  TL_NOT_SIMULATED,  /* an operation, a type or a launch that cannot be, or
                       a budget that does not suffice */
  TL_FAULTY,         /* by definition */
  TL_LOWERED_FAULTY, /* after lowering alone */
  TL_DIFFERENT,
} tl_verdict;

typedef struct tl_verification {
  int64_t elements; /* that were compared, in the last round */
  int64_t threads;  /* of all blocks */
} tl_verification;

/* Any verdict but TL_EQUIVALENT comes with errors that say why. */
tl_verdict tl_verify(MlirOperation function, MlirOperation lowered,
                     const tl_run_options *options, tl_verification *out);

#endif /* TL_SIM_VERIFY_H */
