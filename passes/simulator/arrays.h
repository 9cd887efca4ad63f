/* arrays.h - Elements that are given for an argument, or that it is compared with:
 * in row-major order, each in whole bytes, little-endian.
 *
 * Bytes and path belong to who gives them. */
#ifndef TL_SIM_ARRAYS_H
#define TL_SIM_ARRAYS_H

#include "machine.h"

typedef struct tl_array {
  const uint8_t *bytes;
  int64_t byte_count;
  const char *path; /* of the file */
  /* What the file says of its elements, as NumPy does ('f' and 4: float32). */
  bool has_type;
  char kind;
  int element_bytes;
  int64_t rank, shape[TL_MAX_RANK];
} tl_array;

/* The elements of an argument; without sizes, of a vector or of a memref that each
 * thread has its own of, they are a row. */
typedef struct tl_array_place {
  int64_t count, rank;
  const int64_t *sizes; /* or NULL */
} tl_array_place;

/* The kind that NumPy has for elements of a type: 'f' of f16, f32 and f64, 'i', 'u',
 * 'b', or 'V' for what it has not. */
char tl_array_kind(MlirType type, const tl_scalar_type *scalar);

/* Whether the array is of the type and the sizes of an argument; an error if not. */
bool tl_array_check(MlirOperation function, const tl_array *array, int number,
                    const tl_slot *slot, const tl_array_place *place);

/* Element n, which there is. */
tl_element tl_array_element(const tl_array *array, const tl_scalar_type *type,
                            int64_t n);

#endif /* TL_SIM_ARRAYS_H */
