/* bounded_stores.h - Whether what is loaded is stored under the same bounds. */
#ifndef TL_BOUNDED_STORES_H
#define TL_BOUNDED_STORES_H

#include "tl/dialect.h"

/* Of a tl.thread_load with limits: whether a tl.thread_store has limits of all the same
 * bounds and stores what is made of it, lane by lane.  Of many users: it is. */
bool tl_is_for_bounded_store(const tl_thread_view *load,
                             MlirOperation operation);

#endif /* TL_BOUNDED_STORES_H */
