/* explain_sites.h - The sites of a trace, each with the table of its places. */
#ifndef TL_EXPLAIN_SITES_H
#define TL_EXPLAIN_SITES_H

#include "explain.h"

/* Sorts the trace by buffers and sites, and adds these; false when memory is
 * out. */
bool tl_sites_list(tl_machine *machine, tl_sites_of sites, tl_explanation *out);

/* Places by visit and register, of a site that counts visits. */
tl_place_table tl_site_visits(const tl_site *site);

/* What it owns. */
void tl_site_free(tl_site *site);

#endif /* TL_EXPLAIN_SITES_H */
