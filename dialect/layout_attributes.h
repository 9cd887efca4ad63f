/* layout_attributes.h - The rows of the layout attributes. */
#ifndef TL_LAYOUT_ATTRIBUTES_H
#define TL_LAYOUT_ATTRIBUTES_H

#include "dialect/bridge/bridge.h"
#include "tl/notation.h"

/* The attribute #tl.NAME of a notation. */
tl_attribute_row tl_layout_attribute_row(const tl_notation *notation);

#endif /* TL_LAYOUT_ATTRIBUTES_H */
