/* copy_check.h - What memory has to hold before and after a copying kernel.
 *
 * An image is the memory of one side with a guard zone before and behind it.
 * The side of a check begins 16 bytes behind a multiple of 256, so that a
 * kernel which takes more than its 16 promised bytes of alignment fails. */
#ifndef GPU_CHECK_COPY_CHECK_H
#define GPU_CHECK_COPY_CHECK_H

#include "kernel_rows.h"

enum { GUARD_BYTES = 1 << 16, CHECK_OFFSET = GUARD_BYTES + 16, POISON = 0xA5 };

typedef struct copy_check {
  size_t in_bytes, out_bytes; /* of the images */
  unsigned char *in;          /* random; no byte is POISON */
  unsigned char *out;         /* what the kernel has to leave */
  unsigned char *actual;      /* for an image read back: the larger size */
} copy_check;

/* The images of a row.  False: out of memory.  Free with copy_check_free, in
 * either case. */
bool copy_check_make(copy_check *check, const kernel_row *row, uint64_t seed);
void copy_check_free(copy_check *check);

/* Whether `actual` is the output that the kernel has to leave.  False:
 * `message` names the first element of the region that differs, or else the
 * first one outside of it that was written. */
bool copy_check_out(const copy_check *check, const kernel_row *row,
                    char message[MESSAGE_CAPACITY]);

/* Whether `actual` is the input, unchanged. */
bool copy_check_in(const copy_check *check, char message[MESSAGE_CAPACITY]);

#endif
