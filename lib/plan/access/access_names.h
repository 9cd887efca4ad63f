/* access_names.h - What an access is called in the assembly of its target. */
#ifndef TL_ACCESS_NAMES_H
#define TL_ACCESS_NAMES_H

#include "tl/copy_reasons.h"

typedef struct tl_access_named {
  tl_assembly assembly;
  bool is_shared, stores;
  int64_t bits, element_bits; /* of the access, of an element */
} tl_access_named;

/* A load or a store of one thread.
 *
 *   128 bits of f16, shared, loads -> ld.shared.v4.b32, or ds_read_b128 */
void tl_plain_access_name(const tl_access_named *of,
                          char out[TL_INSTRUCTION_CAPACITY]);

/* One of matrices of a warp.
 *
 *   4, transposed, loads -> ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 */
void tl_matrix_access_name(const tl_access_named *of,
                           const tl_copy_matrix *matrix,
                           char out[TL_INSTRUCTION_CAPACITY]);

/* An asynchronous one: those of 16 bytes go around L1.
 *
 *   16 -> cp.async.cg.shared.global */
void tl_async_access_name(int64_t bytes, char out[TL_INSTRUCTION_CAPACITY]);

#endif /* TL_ACCESS_NAMES_H */
