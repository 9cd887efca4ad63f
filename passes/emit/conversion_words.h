/* conversion_words.h - The program of a conversion as upstream operations.
 *
 * The registers of a thread are words of 32 bits: a vector of which these are
 * parts is seen as one of i32.  Steps are arith and gpu.shuffle, permutations of
 * bytes nvvm.prmt; targets whose assembly has none get shifts of pairs of words.
 * A mask of lanes becomes a predicate once a block. */
#ifndef TL_CONVERSION_WORDS_H
#define TL_CONVERSION_WORDS_H

#include "ir_builder.h"
#include "passes/facts/block_size.h"
#include "tl/conversion_program.h"
#include "tl/target.h"

typedef struct tl_conversion_code {
  const tl_conversion_program *program; /* swept */
  const int32_t *targets; /* the step of each word of the result */
  const tl_target *target;
  tl_scope scope;
  tl_block_size block;
  int64_t
      zero_from; /* threads of the scope from this one on get zeros; 0: none */
} tl_conversion_code;

/* The vector of type `result` that the program makes of `value`, a vector of
 * elements of 8, 16, 32, 64 or 128 bits that are no index. */
MlirValue tl_emit_conversion(const tl_builder *builder,
                             const tl_conversion_code *code, MlirValue value,
                             MlirType result);

#endif /* TL_CONVERSION_WORDS_H */
