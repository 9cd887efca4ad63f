/* npy.h - Arrays as NumPy keeps them in a file: what they are, and then elements.
 *
 * Source: NumPy, "numpy.lib.format" (versions 1.0, 2.0 and 3.0). */
#ifndef TL_SIM_NPY_H
#define TL_SIM_NPY_H

#include "passes/simulator/run.h"
#include <stdio.h>

/* Whether a path ends so that its file is one. */
bool tl_npy_is_named(const char *path);

/* Reads what the bytes of the array begin with, which then are the elements
 * alone.  NULL, or what is wrong:
 *
 *   {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), } -> float, of 4
 *   bytes, (3, 4) */
const char *tl_npy_read(tl_array *array);

/* Writes it for elements of a type, in row-major order. */
void tl_npy_write_header(const tl_slot *slot, const tl_view *view, FILE *file);

#endif /* TL_SIM_NPY_H */
