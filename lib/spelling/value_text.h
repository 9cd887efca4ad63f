/* value_text.h - The text of what several notations are made of. */
#ifndef TL_VALUE_TEXT_H
#define TL_VALUE_TEXT_H

#include "tl/list.h"
#include "tl/swizzle.h"
#include "tl/text.h"

/* [1, 2], and the same after `name` = . */
void tl_list_write(const tl_list *list, const tl_writer *text);
void tl_field_write(const char *name, const tl_list *list,
                    const tl_writer *text);

/* (base = 3, bits = 3, shift = 3) */
void tl_swizzle_write(const tl_swizzle *swizzle, const tl_writer *text);

#endif /* TL_VALUE_TEXT_H */
