/* memory_view.h - Memrefs of the elements of other memrefs. */
#ifndef TL_MEMORY_VIEW_H
#define TL_MEMORY_VIEW_H

#include "ir_builder.h"
#include "tl/list.h"

/* What memref.subview and memref.reinterpret_cast say: numbers, with one of the
 * values, in order, for each INT64_MIN. */
typedef struct tl_view_numbers {
  tl_list offsets, sizes, strides;
  intptr_t value_count;
  MlirValue values[3 * TL_MAX_RANK];
} tl_view_numbers;

MlirValue tl_build_view(const tl_builder *builder, const char *name,
                        MlirValue from, MlirType type,
                        const tl_view_numbers *numbers);

/* Reads those of a memref.subview. */
void tl_subview_numbers(MlirOperation subview, tl_view_numbers *out);

/* The type of a memref like `memref`, in its element type and space. */
MlirType tl_strided_type(MlirType memref, const tl_list *sizes,
                         const tl_list *strides, int64_t offset);

/* The elements of `memref` as a memref of other dimensions: dimension d is
 * dimension from->items[d], or for -1 one of the extent `tile` has there, along
 * which the element is the same.  The memref itself where nothing changes. */
MlirValue tl_build_rearranged(const tl_builder *builder, MlirValue memref,
                              const tl_list *from, const tl_list *tile);

/* The result of a memref.subview of steps 1 with these static sizes in all
 * dimensions of its source, of which sizes of 1 are left out where they were;
 * the source itself where that is the same. */
MlirValue tl_build_resized(const tl_builder *builder, MlirOperation subview,
                           const tl_list *sizes);

/* Whether the result of a memref.subview leaves out dimension d of its source: a
 * size of 1, where its next dimension is another one.  Of several in a row the last
 * ones are left out; an index along any is 0. */
bool tl_subview_drops(MlirOperation subview, int64_t d);

#endif /* TL_MEMORY_VIEW_H */
