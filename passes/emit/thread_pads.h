/* thread_pads.h - Whether anybody sees what a load gives for elements that are
 * outside its limits. */
#ifndef TL_THREAD_PADS_H
#define TL_THREAD_PADS_H

#include "tl/dialect.h"

/* Whether each element of the result is made of those at its place alone, and may
 * be made of any numbers. */
bool tl_is_elementwise(MlirOperation operation);

/* No pad is seen where stores alone read what is loaded, or what is made of it
 * element by element, and each has the limits of the load: the same rooms and,
 * register by register, the same coordinates. */
bool tl_thread_pads_are_seen(const tl_thread_view *load);

#endif /* TL_THREAD_PADS_H */
