/* pad_words.h - Words that LLVM does not look through: of a load that may be pads,
 * or of what is computed for stores in branches. */
#ifndef TL_PAD_WORDS_H
#define TL_PAD_WORDS_H

#include "ir_builder.h"

/* Whether the elements that a load gives are of less than a word, and extended. */
bool tl_extends_parts(MlirValue loaded);

/* The same value, for PTX; what LLVM does with it behind does not look through.
 * What fills no words is left as it is.
 *
 * An operation of what is loaded or a pad LLVM does with both, where either is
 * chosen: as many words are set as elements are extended, and not as many as are
 * loaded.  What has registers of its own is not one with an equal value. */
MlirValue tl_hold_words(const tl_builder *builder, MlirValue value,
                        bool is_own);

#endif /* TL_PAD_WORDS_H */
