/* value_sources.h - Among which values control flow chooses one.
 *
 * Results and arguments of scf.for, scf.while, scf.if, scf.index_switch,
 * scf.execute_region, affine.for and affine.if, results of arith.select, and
 * arguments of blocks that cf.br and cf.cond_br reach, arguments of private
 * functions all of whose calls are known; of integers and memrefs
 * alike. */
#ifndef TL_VALUE_SOURCES_H
#define TL_VALUE_SOURCES_H

#include "value_facts.h"

/* Calls for every value that `value` may be.  False where it is not chosen like
 * that, whatever was called for then.
 *
 *   %k of scf.for iter_args(%k = %a), which yields %b -> %a, %b */
bool tl_each_source(tl_facts *facts, MlirValue value,
                    void (*visit)(MlirValue source, void *user), void *user);

#endif /* TL_VALUE_SOURCES_H */
