/* value_text.h - The text of what values are made of. */
#ifndef TL_VALUE_TEXT_H
#define TL_VALUE_TEXT_H

#include "tl/cute_swizzle.h"
#include "tl/text.h"

/* "1, 2"; [1, 2], and the same after `name` = . */
void tl_items_write(const tl_list *list, const tl_writer *text);
void tl_list_write(const tl_list *list, const tl_writer *text);
void tl_field_write(const char *name, const tl_list *list,
                    const tl_writer *text);

/* (base = 3, bits = 3, shift = 3) */
void tl_swizzle_write(const tl_swizzle *swizzle, const tl_writer *text);

/* (2,(3,_)) */
void tl_tuple_write(const tl_tuple *tuple, const tl_writer *text);

/* <3:1,<2:1,4:1>> */
void tl_tiler_write(const tl_tiler *tiler, const tl_writer *text);

/* Sw<3,3,3>, and Sw<3,3,3> o 0 o (8,64):(64,1). */
void tl_cute_swizzle_write(const tl_swizzle *swizzle, const tl_writer *text);
void tl_composed_write(const tl_composed *composed, const tl_writer *text);

#endif /* TL_VALUE_TEXT_H */
