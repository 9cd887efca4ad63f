/* transfer_request.h - A copy between two memories as what its plan needs to
 * know, read from the IR. */
#ifndef TL_TRANSFER_REQUEST_H
#define TL_TRANSFER_REQUEST_H

#include "copy_lowering.h"
#include "tl/copy_synthesis.h"

/* What decides: the copy, whose base reasons are those below (empty where none
 * can be told), and its partition where it says one (of rank -1, where not). */
typedef struct tl_transfer_key {
  tl_transfer_request copy;
  tl_layout partition;
  char base_reasons[TL_SIDES][TL_MESSAGE_CAPACITY];
} tl_transfer_key;

/* TL_INVALID where the number of threads is not known, or more than there are. */
TL_MUST_CHECK tl_code tl_transfer_key_read(tl_lowering *run,
                                           MlirOperation operation,
                                           tl_transfer_key *out,
                                           tl_error *error);

/* Who moves what: a partition that the copy has is taken as it is.  `request` is
 * the copy in the dimensions of the parts. */
TL_MUST_CHECK tl_code tl_transfer_key_plan(const tl_transfer_key *key,
                                           tl_transfer_request *request,
                                           tl_transfer_plan *out,
                                           tl_error *error);

#endif /* TL_TRANSFER_REQUEST_H */
