/* tl/status.h - How every tl_ function reports failure.
 *
 * A function that can fail returns a tl_code and takes a tl_error pointer as
 * its last parameter.  On TL_OK the out-parameters are set and *error is left
 * alone.  On any other code the out-parameters are unspecified and *error holds
 * one line of text: lower case, no full stop, with the numbers that disagree.
 * `error` may be NULL when the caller only needs the code.
 *
 * Passing a NULL or malformed object is a bug in the caller: it is asserted,
 * never reported.  Nothing here owns memory; everything is safe to use from
 * many threads on distinct objects. */
#ifndef TL_STATUS_H
#define TL_STATUS_H

/* Around the declarations of a public header, which are those of C in C++, too,
 * and what a shared library of them shows. */
#ifdef TL_SHARED
#define TL_C_BEGIN _Pragma("GCC visibility push(default)")
#define TL_C_END _Pragma("GCC visibility pop")
#elif defined __cplusplus
#define TL_C_BEGIN extern "C" {
#define TL_C_END }
#else
#define TL_C_BEGIN
#define TL_C_END
#endif

TL_C_BEGIN

typedef enum tl_code {
  TL_OK = 0,
  TL_INVALID,     /* the inputs break a precondition of the operation */
  TL_UNSUPPORTED, /* meaningful, but this version does not implement it */
  TL_OVERFLOW,    /* a product or sum does not fit int64_t */
  TL_CAPACITY,    /* the result needs more slots than a fixed-size value has */
} tl_code;

enum { TL_NO_POSITION = -1, TL_MESSAGE_CAPACITY = 240 };

typedef struct tl_error {
  tl_code code;
  int position; /* offset of the cause in the source text, in bytes, or
                   TL_NO_POSITION when there is no text */
  char message[TL_MESSAGE_CAPACITY]; /* NUL-terminated; truncated, never
                                        overrun */
} tl_error;

#define TL_MUST_CHECK __attribute__((warn_unused_result))
#define TL_UNUSED __attribute__((unused))
#define TL_PRINTF(format_index, first_argument)                                \
  __attribute__((format(printf, format_index, first_argument)))

/* Records `code` and the formatted text in `error` (if any) without a position;
 * returns `code`. */
tl_code tl_fail(tl_error *error, tl_code code, const char *format, ...)
    TL_PRINTF(3, 4);

/* Returns from the enclosing function if `call` fails; the message stays the
 * one written at the point of failure. */
#define TL_TRY(call)                                                           \
  do {                                                                         \
    tl_code tl_try_code_ = (call);                                             \
    if (tl_try_code_ != TL_OK)                                                 \
      return tl_try_code_;                                                     \
  } while (0)

TL_C_END
#endif /* TL_STATUS_H */
