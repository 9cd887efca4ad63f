/* copy_report.h - What was chosen for every copy, and why not wider accesses:
 * as a JSON file, as a page where its name ends in .html, and as remarks.
 *
 *   [{"location": {"file": "stage.mlir", "line": 9, "column": 10},
 *     "operation": "tl.load", "function": "stage", "direction": "global memory to registers",
 *     "target": "sm_90", "instruction": "ld.global.v4.b32",
 *     "width": 4, "width_bits": 128, "accesses": 2, "minimum_accesses": 2,
 *     "facts": {"sectors": 64, "minimum_sectors": 32, "efficiency_percent": 50, "is_met": false},
 *     "reasons": [{"rule": "R1", "width_bits": 256, "reason":
 *       "sm_90 has accesses of at most 128 bits to global memory"}]},
 *    {"location": {"file": "stage.mlir", "line": 12, "column": 10},
 *     "operation": "tl.convert_layout", "function": "stage", "target": "sm_90", "way": "shuffles",
 *     "shuffles": 7, "minimum_shuffles": 7, "is_tight": true,
 *     "selects": 48, "permutes": 0, "other_steps": 3, "reason": null}]
 *
 * and what these can be checked by, see certificate_record.h.
 *
 * What is chosen by a pass is written by it; those behind it, which find it in
 * the attribute `tl.report` of the outermost operation, write it again in front
 * of what they choose, and the last one takes the attribute away. */
#ifndef TL_COPY_REPORT_H
#define TL_COPY_REPORT_H

#include "certificate_record.h"
#include "copy_options.h"
#include "report_record.h"
#include "tl/conversion.h"
#include "tl/copy_reasons.h"
#include "tl/copy_stagger.h"
#include "tl/fragment_choice.h"
#include "tl/shared_choice.h"

/* Text that grows; all copies of a pass run. */
typedef struct tl_copy_report {
  tl_report_format format;
  char *text; /* owned; tl_copy_report_free */
  size_t length, capacity;
  bool is_complete; /* false: out of memory */
} tl_copy_report;

/* With what passes before have left at the root.  It stays where it is. */
void tl_copy_report_open(tl_copy_report *report, MlirOperation root,
                         const char *path);
void tl_copy_report_free(tl_copy_report *report);

/* What a pass ends with that others are behind: writes a report that has records
 * where there is a path, leaves it for them, and frees it; false after an error at
 * `root`. */
bool tl_copy_report_hand_on(tl_copy_report *report, MlirOperation root,
                            const char *path, bool has_records);

/* Takes away what was left. */
void tl_copy_report_forget(MlirOperation root);

/* One copy, of the sides and choice that its record was made with. */
void tl_copy_report_add(tl_copy_report *report, const tl_copy_view *view,
                        const tl_access_side *sides, int64_t count,
                        const tl_copy_choice *choice,
                        const tl_copy_record *record);

/* How a conversion exchanges elements. */
typedef struct tl_conversion_record {
  const tl_target *target;
  tl_conversion_way way;
  int64_t shuffles, selects, permutes, others;
  int64_t lower_bound;                /* of shuffles */
  bool is_tight;                      /* that is known of the bound */
  int64_t bytes, wavefronts, minimum; /* of memory; wavefronts 0: in pieces */
  const char *reason; /* why not by shuffles; empty: they are the way */
  const tl_shared_account *accounts; /* of store and load; null: in pieces */
  const tl_access_rules *rules;      /* of these */
  const tl_conversion_request *request;
  const tl_conversion_rounds *rounds; /* of it; null: through memory */
} tl_conversion_record;

void tl_copy_report_add_conversion(tl_copy_report *report,
                                   const tl_conversion_view *view,
                                   const tl_conversion_record *record);

/* The layout of a buffer that copies at `operation` and elsewhere share, with what
 * each of them does under it. */
void tl_copy_report_add_choice(tl_copy_report *report, MlirOperation operation,
                               const char *layout,
                               const tl_shared_request *request,
                               const tl_shared_choice *choice,
                               const tl_shared_account *accounts);

/* The fragment of registers that are made or used at `operation`. */
void tl_copy_report_add_fragment(tl_copy_report *report,
                                 MlirOperation operation,
                                 const tl_target *target, const char *fragment,
                                 const tl_fragment_choice *choice);

/* Lanes of a copy that meet, and may take turns. */
void tl_copy_report_add_stagger(tl_copy_report *report, MlirOperation operation,
                                const tl_target *target,
                                const tl_copy_stagger *stagger);

/* Writes the file; false after an error at `root`, which has to be the
 * outermost operation: of passes on parts of it, each would write the file
 * anew. */
bool tl_copy_report_write(const tl_copy_report *report, MlirOperation root,
                          const char *path);

/* The same about one copy as a remark, each reason as one more. */
void tl_copy_report_remark(const tl_copy_view *view,
                           const tl_access_side *sides, int64_t count,
                           const tl_copy_record *record);

#endif /* TL_COPY_REPORT_H */
