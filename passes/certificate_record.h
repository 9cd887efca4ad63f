/* certificate_record.h - What a claim can be checked by without the planner, in a
 * report.
 *
 * Of accesses to a memory: who holds an element, where it lies, what an access moves;
 * what that costs, and what it costs at least.
 *
 *   {"fragment": "S[(32, 8) : (1@laneid, 1)]", "memory": "S[(32, 8) : (8, 1)]", "scope": "warp",
 *    "threads": 32, "space": "shared", "stores": true, "element_bits": 16,
 *    "origin": [0, 0], "alignment": 16, "phase": 0, "kind": "plain", "width_bits": 128,
 *    "widest_bits": 128, "may_use_matrices": true, "weight": 1, "asynchronous": false, "accesses": 1, "minimum_accesses": 1,
 *    "wavefronts": 4, "minimum_wavefronts": 4, "sectors": null, "minimum_sectors": null}
 *
 * Of an exchange by shuffles: who holds an element before and behind it, and in each
 * round the lane that a lane gets a word from, and the registers that each gives:
 *
 *   {"source": "S[(2, 2) : (1@laneid, 1)]", "target": "S[(2, 2) : (1, 1@laneid)]",
 *    "scope": "warp", "element_bits": 32,
 *    "rounds": [{"from": [1, 0, -1, ..], "gives": [1, 0, -1, ..]}]} */
#ifndef TL_CERTIFICATE_RECORD_H
#define TL_CERTIFICATE_RECORD_H

#include "report_record.h"
#include "tl/conversion.h"
#include "tl/copy_reasons.h"

typedef struct tl_certificate {
  const tl_copy_request *request;
  const tl_access_rules *rules;
  const tl_copy_choice *choice;
  const tl_copy_record *record;
  const tl_copy_facts *facts; /* of the record */
  int64_t weight;             /* how often it counts */
  bool is_direct;             /* asynchronous: without registers */
} tl_certificate;

/* "certificates". */
void tl_record_certificates(tl_report_format *to, const tl_certificate *of,
                            int64_t count);

/* "exchange"; null without rounds. */
void tl_record_exchange(tl_report_format *to,
                        const tl_conversion_request *request,
                        const tl_conversion_rounds *rounds);

#endif /* TL_CERTIFICATE_RECORD_H */
