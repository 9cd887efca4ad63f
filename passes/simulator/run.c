/* run.c - see run.h: arguments and how they are filled, and runs. */
#include "run.h"
#include "launches.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/LLVM.h"
#include "operations.h"
#include "tl/target.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool tl_is_function(MlirOperation operation) {
  return (tl_operation_is(operation, "gpu.func") ||
          tl_operation_is(operation, "func.func")) &&
         !mlirBlockIsNull(
             mlirRegionGetFirstBlock(mlirOperationGetRegion(operation, 0)));
}

/*===--- Fill -------------------------------------------------------------===*/

enum { ARGUMENT_STEP = 1009 };

/* An argument that is made. */
typedef struct filling {
  MlirOperation function;
  int number, round;
  const tl_slot *slot;
  const tl_argument_option *option;
  int64_t threads;
  const char *shape_option; /* NULL: --shape */
} filling;

/* How many elements of a type can be told apart. */
static uint64_t period_of(const tl_scalar_type *type) {
  if (type->bits >= 32)
    return UINT64_C(1) << 24;
  return type->format ? tl_float_finite_count(type->format)
                      : UINT64_C(1) << type->bits;
}

/* How many digits tell so many elements apart. */
static int rounds_of(const tl_scalar_type *type, int64_t elements) {
  uint64_t period = period_of(type), reached = period;
  int rounds = 1;
  for (; reached < (uint64_t)elements; reached *= period)
    rounds++;
  return rounds;
}

int tl_fill_rounds(const tl_run *run, const tl_run_options *options) {
  int rounds = 1;
  for (int i = 0; i < run->program.input_count; i++) {
    if (options->arguments[i].fill != TL_FILL_IOTA)
      continue;
    const tl_slot *slot = tl_given_slot(run, i);
    const tl_argument *argument = &run->arguments[i];
    int64_t elements =
        slot->is_memref ? tl_view_elements(&argument->view) : slot->count;
    if (slot->is_memref ? argument->thread_bytes != 0 : slot->rank > 0)
      elements *= run->machine.thread_count;
    int own = rounds_of(&slot->scalar, elements);
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
  return type->format ? tl_float_encode(type->format, scalar)
                      : (tl_bits)(int64_t)scalar;
}

/* Scrambles the number of an element (the finalizer of MurmurHash3). */
static uint64_t scramble(uint64_t number) {
  number = (number ^ number >> 33) * UINT64_C(0xff51afd7ed558ccd);
  number = (number ^ number >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
  return number ^ number >> 33;
}

/* Every format of 4 bits and more has these numbers. */
enum { SMALLEST = -4, SMALL_COUNT = 9 };

static double small_number(const filling *one, int64_t n) {
  uint64_t seed = (uint64_t)n + (uint64_t)one->number * UINT32_MAX;
  return (double)(SMALLEST + (int64_t)(scramble(seed) % SMALL_COUNT));
}

/* Of floats from -1 to 1, of integers any bits. */
static tl_bits random_bits(const filling *one, int64_t n) {
  const tl_scalar_type *type = &one->slot->scalar;
  uint64_t seed = scramble((uint64_t)one->option->integer);
  uint64_t word =
      scramble(seed + (uint64_t)n + (uint64_t)one->number * UINT32_MAX);
  const double unit = 0x1p-53;
  if (type->format && type->bits <= 64)
    return tl_float_encode(type->format, 2 * unit * (double)(word >> 11) - 1);
  return word | (tl_bits)scramble(word) << 64;
}

static tl_bits iota_bits(const filling *one, int64_t n) {
  const tl_scalar_type *type = &one->slot->scalar;
  uint64_t number = (uint64_t)n;
  for (int i = 0; i < one->round; i++)
    number /= period_of(type);
  return number_bits(type, number + (uint64_t)one->number * ARGUMENT_STEP);
}

static tl_bits small_bits(const filling *one, int64_t n) {
  return scalar_bits(&one->slot->scalar, small_number(one, n));
}

static tl_bits stated_bits(const filling *one, int64_t n) {
  (void)n;
  const tl_argument_option *option = one->option;
  const tl_scalar_type *type = &one->slot->scalar;
  return type->format       ? tl_float_encode(type->format, option->scalar)
         : option->is_above ? (tl_bits)(uint64_t)option->integer
                            : (tl_bits)option->integer;
}

static tl_bits given_bits(const filling *one, int64_t n) {
  return tl_array_element(&one->option->array, &one->slot->scalar, n).bits;
}

static tl_bits integer_bits(const filling *one, int64_t n) {
  (void)n;
  return (tl_bits)(uint64_t)one->option->integer;
}

/* NULL: 0. */
static tl_bits (*const FILLS[TL_FILL_COUNT])(const filling *one, int64_t n) = {
    [TL_FILL_IOTA] = iota_bits,     [TL_FILL_SMALL] = small_bits,
    [TL_FILL_SCALAR] = stated_bits, [TL_FILL_RANDOM] = random_bits,
    [TL_FILL_BYTES] = given_bits,   [TL_FILL_INTEGER] = integer_bits,
};

/* Element `n` of the argument. */
static tl_element fill_element(const filling *one, int64_t n) {
  const tl_slot *slot = one->slot;
  const tl_scalar_type *type = &slot->scalar;
  tl_fill fill = one->option->fill;
  bool is_scalar = !slot->is_memref && slot->rank == 0;
  if (fill == TL_FILL_UNINITIALIZED)
    return (tl_element){0, tl_poison_all(type)};
  if (!FILLS[fill] || (fill == TL_FILL_IOTA && is_scalar))
    return (tl_element){0};
  return (tl_element){FILLS[fill](one, n) & tl_wide_low_bits(type->bits), 0};
}

static bool refuse(const filling *one, const char *text) {
  return tl_emit_error(one->function, "argument %d %s", one->number, text);
}

/* What is stated of integers has to be one of so many bits, with or without a
 * sign. */
static bool check_stated(const filling *one) {
  const tl_argument_option *option = one->option;
  const tl_scalar_type *type = &one->slot->scalar;
  const int bits = type->bits < 64 ? type->bits : 64;
  const int64_t lowest = (int64_t)(UINT64_MAX << (bits - 1));
  const uint64_t largest = UINT64_MAX >> (64 - bits);
  bool is_negative = option->integer < 0 && !option->is_above;
  bool fits = option->is_integer &&
              (is_negative ? option->integer >= lowest
                           : (uint64_t)option->integer <= largest);
  return option->fill != TL_FILL_SCALAR || type->format || fits ||
         tl_emit_error(one->function,
                       "argument %d has integers of %d bits; %s is none from "
                       "%" PRId64 " to %" PRIu64,
                       one->number, type->bits, option->text, lowest, largest);
}

/* Whether what is given from a file is what the argument has; `sizes` are those
 * of a memref that threads share, or NULL. */
static bool has_array(const filling *one, int64_t count, const tl_view *view) {
  const tl_array_place place = {count, view ? view->rank : 0,
                                view ? view->sizes : NULL};
  return one->option->fill != TL_FILL_BYTES ||
         tl_array_check(one->function, &one->option->array, one->number,
                        one->slot, &place);
}

/*===--- Memrefs ----------------------------------------------------------===*/

/* A number of the type, or else what is said of it; the two have to agree. */
static bool settle(int64_t *number, bool is_given, int64_t said) {
  if (*number == INT64_MIN && is_given)
    *number = said;
  return !is_given || *number == said;
}

/* Sizes that nothing says are those of an array that is given. */
static void take_array_shape(const tl_array *array, tl_view *view) {
  bool is_known = array->has_type && array->rank == view->rank;
  for (int64_t d = 0; is_known && d < view->rank; d++)
    settle(&view->sizes[d], view->sizes[d] == INT64_MIN, array->shape[d]);
}

static const char *shape_option(const filling *one) {
  return one->shape_option ? one->shape_option : "--shape";
}

/* What the type leaves open; of any rank, all that the option does not say. */
static tl_view open_view(const filling *one) {
  tl_view view = tl_view_of_type(one->slot);
  if (view.rank != TL_ANY_RANK)
    return view;
  view.rank = one->option->rank;
  view.offset = INT64_MIN;
  for (int64_t d = 0; d < view.rank; d++)
    view.sizes[d] = view.strides[d] = INT64_MIN;
  return view;
}

/* Sizes, strides and the offset of the type, else of the option. */
static bool read_view(const filling *one, tl_view *view) {
  const tl_argument_option *option = one->option;
  bool has_shape = option->rank > 0, has_strides = option->stride_count > 0;
  *view = open_view(one);
  bool agrees = (!has_shape || option->rank == view->rank) &&
                (!has_strides || option->stride_count == view->rank) &&
                settle(&view->offset, option->has_offset, option->offset);
  for (int64_t d = 0; agrees && d < view->rank; d++)
    agrees = settle(&view->sizes[d], has_shape, option->shape[d]) &&
             settle(&view->strides[d], has_strides, option->strides[d]);
  if (!agrees)
    return refuse(one, "is of a type that --shape contradicts");
  take_array_shape(&option->array, view);
  settle(&view->offset, true, 0);
  for (int64_t d = 0; d < view->rank; d++)
    if (view->sizes[d] == INT64_MIN)
      return tl_emit_error(
          one->function,
          "argument %d has a size known only at run time; give %s", one->number,
          shape_option(one));
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

/* Where others have more digits, an argument begins again with its first one, so
 * that it keeps numbers that are told apart. */
static filling of_elements(const filling *one, int64_t count) {
  filling own = *one;
  own.round %= rounds_of(&one->slot->scalar, count);
  return own;
}

/* A private memref is another one in each thread, which goes on counting. */
static void fill_memref(const filling *one, int64_t threads,
                        const tl_argument *out) {
  int bytes = one->slot->scalar.bytes;
  int64_t count = tl_view_elements(&out->view);
  const filling all = of_elements(one, threads * count);
  tl_view own = out->view;
  for (int64_t t = 0; t < threads; t++, own.start += out->thread_bytes)
    for (int64_t n = 0; n < count; n++)
      tl_buffer_put(own.buffer, byte_of(&own, n, bytes), bytes,
                    fill_element(&all, t * count + n));
}

/* The first multiple of 2 * alignment from `size` on; false when there is none
 * of 64 bits. */
static bool next_multiple(int64_t size, int64_t alignment, int64_t *out) {
  int64_t step;
  bool wraps = !tl_product_fits(2, alignment, &step);
  *out = size;
  return !wraps && tl_add_product(out, (step - size % step) % step, 1);
}

/* Of a memref, or of what a pointer points to. */
static tl_memory_space space_of(MlirType type) {
  static const tl_memory_space SPACES[] = {TL_MEMORY_GLOBAL, TL_MEMORY_GLOBAL,
                                           TL_MEMORY_OTHER,  TL_MEMORY_SHARED,
                                           TL_MEMORY_GLOBAL, TL_MEMORY_PRIVATE};
  if (!mlirTypeIsALLVMPointerType(type))
    return tl_memory_space_of(type);
  unsigned number = mlirLLVMPointerTypeGetAddressSpace(type);
  return number < sizeof SPACES / sizeof *SPACES ? SPACES[number]
                                                 : TL_MEMORY_OTHER;
}

/* The memrefs of several threads lie one after the other, equally aligned. */
static bool create_memref(const filling *one, tl_argument *out) {
  const tl_slot *slot = one->slot;
  tl_view *view = &out->view;
  int bytes = slot->scalar.bytes;
  if (slot->rank == TL_ANY_RANK && !one->option->rank)
    return tl_emit_error(one->function,
                         "argument %d is a memref of any rank; give %s",
                         one->number, shape_option(one));
  if (!check_stated(one) || !read_view(one, view))
    return false;
  tl_memory_space space = space_of(slot->type);
  tl_promise promise = tl_promise_of(slot, view->offset);
  int64_t threads = space == TL_MEMORY_PRIVATE ? one->threads : 1, size;
  if (!tl_view_bytes(view, bytes, &size) ||
      (threads > 1 &&
       !next_multiple(size, promise.alignment, &out->thread_bytes)) ||
      !tl_add_product(&size, threads - 1, out->thread_bytes))
    return refuse(one, "has more bytes than 64 bits count");
  if (!has_array(one, threads * tl_view_elements(view),
                 space == TL_MEMORY_PRIVATE ? NULL : view))
    return false;
  view->buffer = tl_buffer_create(TL_MEMORY_GLOBAL, size, promise);
  if (!view->buffer)
    return refuse(one, "needs more memory than there is");
  view->buffer->space = space;
  view->buffer->argument = one->number;
  fill_memref(one, threads, out);
  return true;
}

/*===--- Arguments --------------------------------------------------------===*/

/* What the function states of it (rule P2). */
static bool check_strides(const filling *one, const tl_view *view) {
  int64_t divisors[TL_MAX_RANK];
  tl_argument_stride_divisors(one->function, one->number, divisors);
  for (int64_t d = 0; d < view->rank; d++)
    if (view->strides[d] % divisors[d] != 0)
      return tl_emit_error(one->function,
                           "argument %d has stride %" PRId64
                           " in dimension %" PRId64
                           ", which its divisor %" PRId64 " does not divide",
                           one->number, view->strides[d], d, divisors[d]);
  return true;
}

static bool check_number(const filling *one, tl_element element) {
  const tl_scalar_type *type = &one->slot->scalar;
  int64_t divisor = tl_argument_divisor(one->function, one->number);
  int64_t number = tl_sign_extend((uint64_t)element.bits, type->bits);
  return number % divisor == 0 ||
         tl_emit_error(one->function,
                       "argument %d is %" PRId64 ", which its divisor %" PRId64
                       " does not divide",
                       one->number, number, divisor);
}

/* As many bytes as --shape says. */
static bool create_pointed(const filling *one, tl_argument *out) {
  enum { USUAL_ALIGNMENT = 16 };
  int64_t stated = one->slot->buffer_alignment;
  filling own = *one;
  tl_memory_space space = space_of(one->slot->type);
  if (space != TL_MEMORY_GLOBAL && space != TL_MEMORY_SHARED)
    return refuse(one, "points to memory that is neither global nor shared");
  if (one->option->rank != 1 || one->option->stride_count ||
      one->option->has_offset)
    return refuse(one, "is a pointer; --shape says to how many bytes");
  out->pointed = (tl_slot){.type = one->slot->type,
                           .is_memref = true,
                           .scalar = {.bits = 8, .bytes = 1},
                           .rank = 1,
                           .shape = {INT64_MIN},
                           .strides = {1},
                           .count = 1};
  out->pointed.buffer_alignment =
      stated > USUAL_ALIGNMENT ? stated : USUAL_ALIGNMENT;
  own.slot = &out->pointed;
  return create_memref(&own, out);
}

static bool create_argument(const filling *one, tl_argument *out) {
  const tl_slot *slot = one->slot;
  *out = (tl_argument){.elements = NULL};
  if (slot->is_memref)
    return create_memref(one, out) && check_strides(one, &out->view);
  if (one->option->rank > 0 && mlirTypeIsALLVMPointerType(slot->type))
    return create_pointed(one, out);
  if (one->option->rank > 0)
    return refuse(one, "is no memref; --shape is for memrefs and pointers");
  int64_t count = slot->rank == 0 ? 1 : one->threads * slot->count;
  if (!check_stated(one) || !has_array(one, count, NULL))
    return false;
  out->elements = calloc((size_t)count + 1, sizeof *out->elements);
  if (!out->elements)
    return refuse(one, "needs more memory than there is");
  const filling all = of_elements(one, count);
  for (int64_t n = 0; n < count; n++)
    out->elements[n] = fill_element(&all, n);
  return slot->rank != 0 || slot->scalar.format || slot->scalar.bits > 64 ||
         check_number(one, out->elements[0]);
}

static void destroy_argument(tl_argument *argument) {
  tl_buffer_destroy(argument->view.buffer);
  free(argument->elements);
}

tl_sim_words tl_describe_element(const tl_scalar_type *type,
                                 tl_element element) {
  tl_sim_words out = {"?"};
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

const tl_slot *tl_given_slot(const tl_run *run, int number) {
  const tl_slot *pointed = &run->arguments[number].pointed;
  return pointed->is_memref ? pointed : tl_argument_slot(&run->program, number);
}

void tl_argument_print(const tl_run *run, int number) {
  const tl_slot *slot = tl_given_slot(run, number);
  const tl_argument *argument = &run->arguments[number];
  const tl_view *view = &argument->view;
  int64_t row = view->rank ? view->sizes[view->rank - 1] : 1;
  printf("argument %d:\n", number);
  for (int64_t n = 0; n < tl_view_elements(view); n++) {
    tl_sim_words text = tl_describe_element(
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

/*===--- Runs -------------------------------------------------------------===*/

static void take_larger(int64_t from, int64_t *to) {
  *to = from > *to ? from : *to;
}

static filling filling_of(const tl_run_request *request, const tl_run *run,
                          int number) {
  return (filling){request->function,
                   number,
                   request->round,
                   tl_argument_slot(&run->program, number),
                   &run->given[number],
                   run->machine.thread_count,
                   request->options->shape_option};
}

/* What is said of each argument, by options or else by the launches. */
static bool settle_arguments(const tl_run_options *options,
                             const tl_launches *launches, tl_run *run) {
  tl_program *program = &run->program;
  int count = program->input_count;
  if (count > TL_MAX_ARGUMENTS)
    return tl_emit_error(program->function, "has more than %d arguments",
                         TL_MAX_ARGUMENTS);
  if (options->argument_count > count)
    return tl_emit_error(program->function, "has no argument %d; it has %d",
                         options->argument_count - 1, count);
  MlirBlock entry =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(program->function, 0));
  run->given = tl_keep(program, count, sizeof *run->given);
  for (int i = 0; run->given && i < count; i++) {
    tl_slot *slot = tl_argument_slot(program, i);
    run->given[i] = options->arguments[i];
    tl_launched_argument(launches, i, &run->given[i]);
    tl_default_argument(mlirBlockGetArgument(entry, i), &run->given[i]);
    if (slot->is_memref && launches->count)
      take_larger(tl_launched_alignment(launches, i), &slot->buffer_alignment);
  }
  return run->given != NULL;
}

static bool create_arguments(const tl_run_request *request, tl_run *run) {
  int count = run->program.input_count;
  run->arguments = tl_keep(&run->program, count, sizeof *run->arguments);
  for (int i = 0; run->arguments && i < count; i++) {
    const filling one = filling_of(request, run, i);
    if (!create_argument(&one, &run->arguments[i]))
      return false;
  }
  return run->arguments != NULL;
}

/* Bytes of a value in all threads, strides known only at run time made
 * row-major; INT64_MAX where those are more than 64 bits count. */
static int64_t bytes_of(const tl_slot *slot, tl_view view, int64_t threads) {
  int64_t bytes = slot->scalar.bytes, total = 0, own = 0;
  bool fits = tl_add_product(&own, slot->count, bytes);
  if (slot->is_memref) {
    view.offset = view.offset > 0 ? view.offset : 0;
    fits = tl_view_close_strides(&view) && tl_view_bytes(&view, bytes, &own);
    if (tl_memory_space_of(slot->type) != TL_MEMORY_PRIVATE)
      threads = 1;
  }
  return fits && tl_add_product(&total, own, threads) ? total : INT64_MAX;
}

static bool check_memory(const tl_run_request *request, const tl_run *run,
                         int64_t threads) {
  const tl_program *program = &run->program;
  int64_t bytes = 0, most = request->options->max_bytes;
  for (int i = 0; most && i < program->body.argument_count; i++) {
    const tl_slot *slot = tl_argument_slot(program, i);
    tl_view view = tl_view_of_type(slot);
    if (slot->is_memref && i < program->input_count) {
      const filling one = filling_of(request, run, i);
      if (!read_view(&one, &view))
        return false;
    }
    bytes = tl_add_saturated(bytes, bytes_of(slot, view, threads));
  }
  return bytes <= most ||
         tl_emit_error(program->function,
                       "has arguments and buffers of %" PRId64
                       " bytes, more than the limit of %" PRId64,
                       bytes, most);
}

/* Copies that promise alignments are gone from what they are lowered to, which
 * may promise more of buffers. */
static void take_promises(const tl_program *from, tl_program *program) {
  for (int i = 0; i < from->input_count + from->workgroup_count; i++) {
    const tl_slot *known = tl_argument_slot(from, i);
    tl_slot *slot = tl_argument_slot(program, i);
    take_larger(known->buffer_alignment, &slot->buffer_alignment);
    take_larger(known->element_alignment, &slot->element_alignment);
  }
}

static bool compile(const tl_run_request *request, tl_run *run) {
  MlirOperation function = request->function;
  tl_error error;
  if (tl_target_run_around(function, request->options->target, &run->target,
                           &error) != TL_OK)
    return tl_emit_error(function, "%s", error.message);
  if (!tl_program_compile(function, (int)run->target->lanes, &run->program))
    return false;
  if (request->like)
    take_promises(&request->like->program, &run->program);
  return true;
}

/* The threads of a block; 0 after an error. */
static int64_t check_launch(const tl_run_options *options,
                            const tl_program *program,
                            const tl_launch *launch) {
  MlirOperation function = program->function;
  int64_t threads = tl_launch_check(function, launch, options->max_threads);
  bool is_one =
      threads * launch->grid[0] * launch->grid[1] * launch->grid[2] <= 1;
  if (program->launches && !is_one)
    tl_emit_error(function,
                  "launches kernels, so that it is one "
                  "thread; it is run as %" PRId64 " in a block",
                  threads);
  return program->launches && !is_one ? 0 : threads;
}

static bool create_machine(const tl_run_options *options,
                           const tl_launch *launch, tl_run *run) {
  const tl_budget *own = &options->budget, *usual = &TL_DEFAULT_BUDGET;
  tl_budget budget = {own->steps ? own->steps : usual->steps,
                      own->bytes ? own->bytes : usual->bytes};
  if (!tl_machine_create(&run->program, launch, &budget, &run->machine))
    return tl_emit_error(run->program.function,
                         "needs more memory than there is");
  run->machine.target = run->target;
  run->machine.alignment = options->alignment;
  run->machine.counts_accesses = options->counts_accesses;
  run->machine.watcher = options->watcher;
  run->machine.trace.is_kept = options->traces;
  return true;
}

static void tell_launches(const tl_run_request *request,
                          const tl_launches *launches, int arguments) {
  if (request->options->tells_launches && !request->like && !request->round &&
      !tl_launches_agree(launches, arguments))
    tl_emit_remark(request->function,
                   "--grid, --block, --shape and --arg say "
                   "it otherwise",
                   "is launched in several ways; it is run as by the first");
}

static bool create(const tl_run_request *request, const tl_launches *launches,
                   tl_run *out) {
  const tl_run_options *options = request->options;
  const tl_run *like = request->like;
  if (!tl_arguments_check(request->function) || !compile(request, out) ||
      !settle_arguments(options, launches, out))
    return false;
  tell_launches(request, launches, out->program.input_count);
  tl_launch launch = like ? like->machine.launch
                          : tl_launch_choose(&out->program, launches, options);
  int64_t threads = check_launch(options, &out->program, &launch);
  return threads && tl_launch_is_stated(request->function, options, &launch) &&
         check_memory(request, out, threads) &&
         create_machine(options, &launch, out) &&
         create_arguments(request, out);
}

bool tl_run_create(const tl_run_request *request, tl_run *out) {
  tl_launches launches =
      tl_launches_find(request->function, request->options->root);
  *out = (tl_run){.arguments = NULL};
  bool is_made = create(request, &launches, out);
  tl_launches_free(&launches);
  return is_made;
}

void tl_run_destroy(tl_run *run) {
  tl_machine_destroy(&run->machine);
  for (int i = 0; run->arguments && i < run->program.input_count; i++)
    destroy_argument(&run->arguments[i]);
  tl_program_free(&run->program);
}
