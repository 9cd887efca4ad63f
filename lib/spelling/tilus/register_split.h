/* register_split.h - Modes cut along other extents, for reshape and divide. */
#ifndef TL_REGISTER_SPLIT_H
#define TL_REGISTER_SPLIT_H

#include "tl/register.h"

/* The canonical `layout` with the shape `extents` (of equal size, any number of
 * them) and every mode split where an extent ends; not merged again.  The
 * pieces of a mode follow each other in its list. */
TL_MUST_CHECK tl_code tl_register_split(const tl_register *layout,
                                        const tl_list *extents,
                                        tl_register *out, tl_error *error);

#endif /* TL_REGISTER_SPLIT_H */
