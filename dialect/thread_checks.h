/* thread_checks.h - Rules that tl.thread_copy, tl.thread_load, tl.thread_store
 * and tl.thread_async share; the first error is emitted. */
#ifndef TL_THREAD_CHECKS_H
#define TL_THREAD_CHECKS_H

#include "tl/dialect.h"

/* T1: attributes are those of the row and of the forms, and there are as many
 * operands and results. */
bool tl_check_thread_form(MlirOperation operation, int forms,
                          intptr_t least_operands, intptr_t results);

/* T2: a strided memref whose flat view has a size that is known or computed. */
bool tl_check_thread_memory(MlirOperation operation, const char *name,
                            MlirType type);

/* T15, before anything is computed from the numbers of the atoms. */
bool tl_check_thread_numbers(const tl_thread_view *view);

/* T5 to T8. */
bool tl_check_thread_vector(const tl_thread_view *view);
bool tl_check_thread_alignment(const tl_thread_view *view);
bool tl_check_thread_symbols(const tl_thread_view *view);
bool tl_check_thread_limits(const tl_thread_view *view);

#endif /* TL_THREAD_CHECKS_H */
