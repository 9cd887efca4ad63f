/* memory.h - Buffers with addresses, poison and a record of who touched them.
 *
 * A buffer lies at an address that is a multiple of the alignment it is
 * promised and of no higher power of two.  Every byte knows whether anybody has
 * written it, and in shared and global memory who wrote and read it last. */
#ifndef TL_SIM_MEMORY_H
#define TL_SIM_MEMORY_H

#include "program.h"
#include "tl/dialect.h"

/* When and by whom a byte was touched; `at` is NULL when it was not. */
typedef struct tl_touch {
  const tl_instruction *at;
  int32_t block, thread;
  uint32_t epoch;      /* barriers of the block before it */
  uint32_t warp_epoch; /* barriers of the warp before it */
} tl_touch;

/* Who wrote a byte last, and two readers of different threads, the last one
 * first. */
enum { TL_WRITER = 0, TL_READER, TL_TOUCHES = TL_READER + 2 };
typedef struct tl_shadow {
  tl_touch touches[TL_TOUCHES];
} tl_shadow;

/* What is known of a byte. */
enum {
  TL_BYTE_KNOWN = 0,
  TL_BYTE_UNKNOWN,   /* nobody has written it */
  TL_BYTE_IN_FLIGHT, /* an asynchronous copy to it has not been waited for */
};

typedef struct tl_buffer {
  tl_memory_space space;
  int argument; /* of the function, or -1 */
  bool is_constant;
  const char *name;     /* of the operation that made it, for others */
  MlirOperation global; /* it is the buffer of; or null */
  int64_t size;
  tl_promise promise;
  int64_t address;   /* of byte 0 */
  uint8_t *bytes;    /* owned */
  uint8_t *poison;   /* owned: TL_BYTE_KNOWN, ... */
  tl_shadow *shadow; /* owned; NULL for private memory */
} tl_buffer;

/* A new buffer, all poison; NULL when memory is out. */
tl_buffer *tl_buffer_create(tl_memory_space space, int64_t size,
                            tl_promise promise);
void tl_buffer_destroy(tl_buffer *buffer);

/* Moves the buffer to the first address from *next on that keeps the promise;
 * *next is where the next buffer may lie, far enough to tell the two apart.
 * False when an address would have more than 64 bits. */
bool tl_buffer_place(tl_buffer *buffer, int64_t *next);

/* Whether the address is one of the buffer, or nearer to it than to another. */
bool tl_buffer_is_near(const tl_buffer *buffer, int64_t address);

/* *sum += a * b, and a + b of b >= 0 or the largest number: what makes an
 * address or a size is never wrapped.  False when the sum has more than 64
 * bits. */
static inline bool tl_add_product(int64_t *sum, int64_t a, int64_t b) {
  int64_t product;
  bool wraps = __builtin_mul_overflow(a, b, &product);
  return !__builtin_add_overflow(*sum, product, sum) && !wraps;
}

static inline int64_t tl_add_saturated(int64_t a, int64_t b) {
  return a > INT64_MAX - b ? INT64_MAX : a + b;
}

/* A memref at run time.  Offset and strides are in elements; byte 0 of element
 * 0 of the whole is `start` bytes into the buffer. */
typedef struct tl_view {
  tl_buffer *buffer;
  int64_t start, offset, rank;
  int64_t sizes[TL_MAX_RANK], strides[TL_MAX_RANK];
} tl_view;

/* Offset in the buffer, in bytes, of an element of the view; any coordinate.
 * False when it has more than 64 bits. */
bool tl_view_byte(const tl_view *view, const int64_t *coordinate,
                  int64_t element_bytes, int64_t *byte);

/* Strides that are INT64_MIN become those of rows without gaps; false when one
 * has more than 64 bits. */
bool tl_view_close_strides(tl_view *view);

/* The address of element 0, which may lie outside of the buffer. */
bool tl_view_address(const tl_view *view, int64_t element_bytes,
                     int64_t *address);

/* 1 + the largest offset of an element, in bytes, or in elements that count as
 * 1; false when that, or the number of elements, has more than 64 bits. */
bool tl_view_bytes(const tl_view *view, int64_t element_bytes, int64_t *bytes);

int64_t tl_view_elements(const tl_view *view);

/* The coordinate of the n-th element in row-major order; beyond the last one it
 * leaves dimension 0. */
void tl_coordinate_of(int64_t n, int64_t rank, const int64_t *sizes,
                      int64_t *coordinate);

/* A byte of a buffer, or an element, in words. */
typedef struct tl_words {
  char text[96];
} tl_words;

/* Bytes of one access, which one thread makes at one time. */
typedef struct tl_access {
  tl_step step;
  tl_buffer *buffer;
  int64_t byte, bytes;
  int64_t alignment; /* that the address has to have */
  bool writes;
} tl_access;

/* Checks bounds, alignment and races, and counts the access.  False when there
 * are no such bytes to move; the fault is reported. */
bool tl_access_check(const tl_access *access);

/* The two halves of it, where those who move the bytes are not the thread that
 * names them: bounds, alignment and costs; then races. */
bool tl_access_check_place(const tl_access *access);
void tl_access_record(const tl_access *access);

/* Moves one element, within bounds. */
tl_element tl_buffer_get(const tl_buffer *buffer, int64_t byte, int bytes);
void tl_buffer_put(tl_buffer *buffer, int64_t byte, int bytes,
                   tl_element element);

#endif /* TL_SIM_MEMORY_H */
