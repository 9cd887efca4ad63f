/* copy_report.h - What was chosen for every copy, and why not wider accesses:
 * as a JSON file and as remarks.
 *
 *   [{"location": "stage.mlir:9:10", "operation": "tl.load",
 *     "function": "stage", "direction": "global memory to registers",
 *     "target": "sm_90", "instruction": "ld.global.v4.b32",
 *     "width": 4, "width_bits": 128, "accesses": 2,
 *     "facts": {"sectors": 64, "efficiency_percent": 50},
 *     "reasons": [{"rule": "R1", "width_bits": 256, "reason":
 *       "sm_90 has accesses of at most 128 bits to global memory"}]}] */
#ifndef TL_COPY_REPORT_H
#define TL_COPY_REPORT_H

#include "copy_options.h"
#include "tl/copy_reasons.h"
#include "tl/json.h"

/* Text that grows; all copies of a pass run. */
typedef struct tl_copy_report {
  tl_json json;
  char *text; /* owned; tl_copy_report_free */
  size_t length, capacity;
  bool is_complete; /* false: out of memory */
} tl_copy_report;

tl_copy_report tl_copy_report_create(void);
void tl_copy_report_free(tl_copy_report *report);

/* One copy; `rules` are those that its record was made with. */
void tl_copy_report_add(tl_copy_report *report, const tl_copy_view *view,
                        const tl_access_rules *rules,
                        const tl_copy_record *record);

/* Writes the file; false after an error at `root`, which has to be the
 * outermost operation: of passes on parts of it, each would write the file
 * anew. */
bool tl_copy_report_write(const tl_copy_report *report, MlirOperation root,
                          const char *path);

/* The same about one copy as a remark, each reason as one more. */
void tl_copy_report_remark(const tl_copy_view *view,
                           const tl_copy_record *record);

#endif /* TL_COPY_REPORT_H */
