/* layout_attributes.h - The rows of the layout attributes. */
#ifndef TL_LAYOUT_ATTRIBUTES_H
#define TL_LAYOUT_ATTRIBUTES_H

#include "dialect/bridge/bridge.h"

enum { TL_LAYOUT_ATTRIBUTE_COUNT = 5 };

extern const tl_attribute_row
    *const TL_LAYOUT_ATTRIBUTES[TL_LAYOUT_ATTRIBUTE_COUNT];

#endif /* TL_LAYOUT_ATTRIBUTES_H */
