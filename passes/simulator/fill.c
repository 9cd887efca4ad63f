/* fill.c - see run.h. */
#include "run.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENT_STEP = 1009 };

/* An argument that is made. */
typedef struct filling {
  MlirOperation function;
  int number, round;
  const tl_slot *slot;
  const tl_argument_option *option;
  int64_t threads;
} filling;

/* How many elements of a type can be told apart. */
static uint64_t period_of(const tl_scalar_type *type) {
  if (type->bits >= 32)
    return UINT64_C(1) << 24;
  return type->format ? tl_float_finite_count(type->format)
                      : UINT64_C(1) << type->bits;
}

int tl_fill_rounds(const tl_run *run) {
  int rounds = 1;
  for (int i = 0; i < run->program.input_count; i++) {
    const tl_slot *slot = tl_argument_slot(&run->program, i);
    const tl_argument *argument = &run->arguments[i];
    uint64_t period = period_of(&slot->scalar), reached = period;
    int64_t elements =
        slot->is_memref ? tl_view_elements(&argument->view) : slot->count;
    if (slot->is_memref ? argument->thread_bytes != 0 : slot->rank > 0)
      elements *= run->machine.thread_count;
    int own = 1;
    for (; reached < (uint64_t)elements; reached *= period)
      own++;
    rounds = own > rounds ? own : rounds;
  }
  return rounds;
}

static tl_bits number_bits(const tl_scalar_type *type, uint64_t number) {
  uint64_t k = number % period_of(type);
  if (!type->format || type->bits > 64)
    return number | (tl_bits)number << 64;
  return type->bits >= 32 ? tl_float_encode(type->format, (double)k)
                          : tl_float_finite(type->format, k);
}

static tl_bits scalar_bits(const tl_scalar_type *type, double scalar) {
  if (type->format)
    return tl_float_encode(type->format, scalar);
  return (tl_bits)(scalar >= 0x1p63   ? INT64_MAX
                   : scalar < -0x1p63 ? INT64_MIN
                                      : (int64_t)scalar);
}

/* Element `n` of the argument. */
static tl_element fill_element(const filling *one, int64_t n) {
  const tl_slot *slot = one->slot;
  const tl_scalar_type *type = &slot->scalar;
  tl_fill fill = one->option->fill;
  bool is_scalar = !slot->is_memref && slot->rank == 0;
  uint64_t number = (uint64_t)n;
  if (fill == TL_FILL_UNINITIALIZED)
    return (tl_element){0, tl_poison_all(type)};
  if (fill == TL_FILL_ZERO || (fill == TL_FILL_IOTA && is_scalar))
    return (tl_element){0};
  for (int i = 0; i < one->round; i++)
    number /= period_of(type);
  number += (uint64_t)one->number * ARGUMENT_STEP;
  tl_bits bits = fill == TL_FILL_SCALAR ? scalar_bits(type, one->option->scalar)
                                        : number_bits(type, number);
  return (tl_element){bits & tl_low_bits(type->bits), 0};
}

static bool refuse(const filling *one, const char *text) {
  return tl_emit_error(one->function, "argument %d %s", one->number, text);
}

/*===--- Memrefs ----------------------------------------------------------===*/

/* A number of the type, or else what is said of it; the two have to agree. */
static bool settle(int64_t *number, bool is_given, int64_t said) {
  if (*number == INT64_MIN && is_given)
    *number = said;
  return !is_given || *number == said;
}

/* Sizes, strides and the offset of the type, else of the option. */
static bool read_view(const filling *one, tl_view *view) {
  const tl_argument_option *option = one->option;
  bool has_shape = option->rank > 0, has_strides = option->stride_count > 0;
  *view = tl_view_of_type(one->slot);
  bool agrees = (!has_shape || option->rank == view->rank) &&
                (!has_strides || option->stride_count == view->rank) &&
                settle(&view->offset, option->has_offset, option->offset);
  for (int64_t d = 0; agrees && d < view->rank; d++)
    agrees = settle(&view->sizes[d], has_shape, option->shape[d]) &&
             settle(&view->strides[d], has_strides, option->strides[d]);
  if (!agrees)
    return refuse(one, "is of a type that --shape contradicts");
  settle(&view->offset, true, 0);
  for (int64_t d = 0; d < view->rank; d++)
    if (view->sizes[d] == INT64_MIN)
      return refuse(one, "has a size known only at run time; give --shape");
  bool fits = tl_view_close_strides(view);
  for (int64_t d = 0; d < view->rank; d++)
    fits = fits && view->sizes[d] >= 0 && view->strides[d] >= 0;
  if (!fits)
    return refuse(one, "has a negative size or stride, or more than 64 bits");
  return view->offset >= 0 || refuse(one, "has a negative offset");
}

/* Of element n, which has been seen to fit. */
static int64_t byte_of(const tl_view *view, int64_t n, int element_bytes) {
  int64_t coordinate[TL_MAX_RANK], byte;
  tl_coordinate_of(n, view->rank, view->sizes, coordinate);
  (void)tl_view_byte(view, coordinate, element_bytes, &byte);
  return byte;
}

/* A private memref is another one in each thread, which goes on counting. */
static void fill_memref(const filling *one, int64_t threads,
                        const tl_argument *out) {
  int bytes = one->slot->scalar.bytes;
  int64_t count = tl_view_elements(&out->view);
  tl_view own = out->view;
  for (int64_t t = 0; t < threads; t++, own.start += out->thread_bytes)
    for (int64_t n = 0; n < count; n++)
      tl_buffer_put(own.buffer, byte_of(&own, n, bytes), bytes,
                    fill_element(one, t * count + n));
}

/* The first multiple of 2 * alignment from `size` on; false when there is none
 * of 64 bits. */
static bool next_multiple(int64_t size, int64_t alignment, int64_t *out) {
  int64_t step;
  bool wraps = __builtin_mul_overflow(2, alignment, &step);
  *out = size;
  return !wraps && tl_add_product(out, (step - size % step) % step, 1);
}

/* The memrefs of several threads lie one after the other, equally aligned. */
static bool create_memref(const filling *one, tl_argument *out) {
  const tl_slot *slot = one->slot;
  tl_view *view = &out->view;
  int bytes = slot->scalar.bytes;
  if (!read_view(one, view))
    return false;
  tl_memory_space space = tl_memory_space_of(slot->type);
  tl_promise promise = tl_promise_of(slot, view->offset);
  int64_t threads = space == TL_MEMORY_PRIVATE ? one->threads : 1, size;
  if (!tl_view_bytes(view, bytes, &size) ||
      (threads > 1 &&
       !next_multiple(size, promise.alignment, &out->thread_bytes)) ||
      !tl_add_product(&size, threads - 1, out->thread_bytes))
    return refuse(one, "has more bytes than 64 bits count");
  view->buffer = tl_buffer_create(TL_MEMORY_GLOBAL, size, promise);
  if (!view->buffer)
    return refuse(one, "needs more memory than there is");
  view->buffer->space = space;
  view->buffer->argument = one->number;
  fill_memref(one, threads, out);
  return true;
}

/*===--- Arguments --------------------------------------------------------===*/

bool tl_argument_create(const tl_run_request *request,
                        const tl_program *program, int number, int64_t threads,
                        tl_argument *out) {
  const tl_slot *slot = tl_argument_slot(program, number);
  const filling one = {request->function,
                       number,
                       request->round,
                       slot,
                       &request->options->arguments[number],
                       threads};
  *out = (tl_argument){.elements = NULL};
  if (slot->is_memref)
    return create_memref(&one, out);
  if (one.option->rank > 0)
    return refuse(&one, "is no memref; --shape is for memrefs");
  int64_t count = slot->rank == 0 ? 1 : threads * slot->count;
  out->elements = calloc((size_t)count + 1, sizeof *out->elements);
  if (!out->elements)
    return refuse(&one, "needs more memory than there is");
  for (int64_t n = 0; n < count; n++)
    out->elements[n] = fill_element(&one, n);
  return true;
}

void tl_argument_destroy(tl_argument *argument) {
  tl_buffer_destroy(argument->view.buffer);
  free(argument->elements);
}

tl_words tl_describe_element(const tl_scalar_type *type, tl_element element) {
  tl_words out = {"?"};
  uint64_t low = (uint64_t)element.bits;
  int64_t word = type->bits == 1
                     ? (int64_t)low
                     : tl_sign_extend(low, type->bits < 64 ? type->bits : 64);
  if (element.poison)
    return out;
  if (type->format && type->bits <= 64)
    snprintf(out.text, sizeof out.text, "%.9g",
             tl_float_decode(type->format, low));
  else if (type->bits <= 64 || element.bits == (tl_bits)word)
    snprintf(out.text, sizeof out.text, "%" PRId64, word);
  else
    snprintf(out.text, sizeof out.text, "0x%" PRIx64 "%016" PRIx64,
             (uint64_t)(element.bits >> 64), low);
  return out;
}

tl_element tl_argument_element(const tl_argument *argument,
                               const tl_scalar_type *type, int64_t n) {
  const tl_view *view = &argument->view;
  return tl_buffer_get(view->buffer, byte_of(view, n, type->bytes),
                       type->bytes);
}

void tl_argument_print(const tl_program *program, int number,
                       const tl_argument *argument) {
  const tl_slot *slot = tl_argument_slot(program, number);
  const tl_view *view = &argument->view;
  int64_t row = view->rank ? view->sizes[view->rank - 1] : 1;
  printf("argument %d:\n", number);
  for (int64_t n = 0; n < tl_view_elements(view); n++) {
    tl_words text = tl_describe_element(
        &slot->scalar, tl_argument_element(argument, &slot->scalar, n));
    printf("%s%s%s", n % row ? ", " : "[", text.text,
           n % row == row - 1 ? "]\n" : "");
  }
}

uint64_t tl_argument_checksum(const tl_slot *slot,
                              const tl_argument *argument) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (int64_t n = 0; n < tl_view_elements(&argument->view); n++) {
    tl_element element = tl_argument_element(argument, &slot->scalar, n);
    for (int i = 0; i < slot->scalar.bytes; i++) {
      uint64_t byte = element.poison >> i & 1 ? 0 : tl_element_byte(element, i);
      hash = (hash ^ byte) * UINT64_C(0x100000001b3);
    }
  }
  return hash;
}
