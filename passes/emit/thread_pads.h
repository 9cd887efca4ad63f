/* thread_pads.h - Whether anybody sees what a load gives for elements that are
 * outside its limits. */
#ifndef TL_THREAD_PADS_H
#define TL_THREAD_PADS_H

#include "tl/dialect.h"

/* No pad is seen where stores alone read what is loaded, or what is made of its
 * elements (element_moves.h), and leave out what the load does: each has limits with the
 * same rooms and, register by register, coordinates that are as large as those of what
 * the register is made of; above a lower bound the same. */
bool tl_thread_pads_are_seen(const tl_thread_view *load);

#endif /* TL_THREAD_PADS_H */
