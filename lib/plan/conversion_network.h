/* conversion_network.h - What the files that build programs share. */
#ifndef TL_CONVERSION_NETWORK_H
#define TL_CONVERSION_NETWORK_H

#include "tl/conversion_program.h"

enum { TL_COST_NONE = INT32_MAX };

/* Instructions of the steps from `first` on: one each, and two for a mask that
 * no select before has; TL_COST_NONE of a program without room. */
int64_t tl_program_cost(const tl_conversion_program *program, int64_t first);

/* Sets as trees: the root is the first one of a set. */
int32_t tl_network_root(int32_t *sets, int32_t i);
void tl_network_unite(int32_t *sets, int32_t a, int32_t b);

#endif /* TL_CONVERSION_NETWORK_H */
