/* copy_checks.h - Rules that operations share; the first error is emitted. */
#ifndef TL_COPY_CHECKS_H
#define TL_COPY_CHECKS_H

#include "operation_rows.h"

/* A copy with registers, or a side of one between two memories. */
typedef struct tl_checked_copy {
  tl_copy_view view;
  int facts;    /* place of the alignment of memory, before its divisors */
  tl_list tile; /* which has to lie in memory */
  const tl_layout_facts *memory; /* of its layout, or null: as strided is */
  tl_strided strided;            /* both set by tl_check_memory */
  tl_origin origins[TL_MAX_RANK];
  tl_bound bounds[TL_MAX_RANK]; /* both set by tl_check_tile */
} tl_checked_copy;

/* Memory alone: V6, V7, V9, V13.  What of memory depends on the tile: V14 to
 * V18, V20, V21. */
bool tl_check_memory(tl_checked_copy *copy);
bool tl_check_tile(tl_checked_copy *copy);

/* Whether a copy of the right form follows its rules; no error is emitted. */
bool tl_copy_holds(MlirOperation operation);

/* What memory cannot have of a layout, or NULL. */
const char *tl_not_for_memory(const tl_layout *layout);

/* V7: both sides have one element type, which copies move. */
bool tl_check_elements(MlirOperation operation, MlirType source,
                       MlirType target);

/* V1: the attribute names a scope. */
bool tl_check_scope(MlirOperation operation, MlirAttribute scope);

/* V8, V10 to V12, V19 of the fragment of a view, of which operation, fragment,
 * scope and is_partial are read; of a partition V25. */
bool tl_check_fragment(const tl_copy_view *view, bool is_partition);

/* V32: what memref.view can give elements of the type of a vector; null is fine. */
bool tl_check_scratch(MlirOperation operation, MlirValue scratch,
                      MlirType elements);

/* V13: a memref is strided, of rank at most TL_MAX_RANK, and has no negative
 * stride. */
bool tl_check_strided(MlirOperation operation, const char *name, MlirType type,
                      tl_strided *out);

/* V11: the elements of a fragment type; false where it is neither a fixed
 * vector nor a contiguous memref of static shape, or has more than
 * TL_MAX_REGISTERS. */
bool tl_check_register_type(MlirOperation operation, const char *name,
                            MlirType type, int64_t *elements);

/* V46: what stands beside `as auto`, and the fragment of that tile until it is
 * chosen. */
bool tl_check_auto_form(MlirOperation operation, const tl_attributes *own);
bool tl_check_auto_fragment(MlirOperation operation, const tl_list *tile,
                            tl_scope scope, const tl_copy_side *fragment);

/* Threads of a scope in the widest waves of a target. */
int64_t tl_scope_most_threads(tl_scope scope);

/* V28, T16: where an access is kept, as far as a copy of that kind can say; at
 * least one of its memories is global. */
bool tl_check_cache(MlirOperation operation, MlirAttribute cache, bool is_async,
                    bool is_global);

/* (3, 5) */
void tl_write_coordinate(const tl_list *coordinate, tl_text *text);

#endif /* TL_COPY_CHECKS_H */
