/* result.c - see result.h. */
#include "result.h"
#include "npy.h"
#include "passes/whole_file.h"
#include "tl/dialect.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/*===--- Arguments --------------------------------------------------------===*/

static bool has_memory(const tl_run *run, int64_t number) {
  return number >= 0 && number < run->program.input_count &&
         tl_given_slot(run, (int)number)->is_memref;
}

static bool refuse_argument(const tl_program *program, int64_t number) {
  return tl_emit_error(program->function, "has no memref argument %" PRId64,
                       number);
}

/* Without a tolerance the bits are compared. */
static bool is_equal(const tl_options *options, const tl_scalar_type *type,
                     const tl_element elements[2]) {
  return options->has_tolerance
             ? tl_element_distance(type, elements[1], elements[0]) <=
                   options->tolerance
             : !elements[0].poison && !elements[1].poison &&
                   elements[0].bits == elements[1].bits;
}

static bool are_of_one_type(const tl_scalar_type *const types[2]) {
  return types[0]->format == types[1]->format &&
         types[0]->bits == types[1]->bits;
}

static bool compare_arguments(const tl_options *options, const tl_run *run) {
  const int64_t *numbers = options->compared;
  const tl_program *program = &run->program;
  const tl_scalar_type *types[2];
  int64_t counts[2], n = 0;
  tl_element elements[2] = {{0}};
  for (int i = 0; i < 2; i++) {
    if (!has_memory(run, numbers[i]))
      return refuse_argument(program, numbers[i]);
    types[i] = &tl_given_slot(run, (int)numbers[i])->scalar;
    counts[i] = tl_view_elements(&run->arguments[numbers[i]].view);
  }
  if (options->has_tolerance && !are_of_one_type(types))
    return tl_emit_error(program->function,
                         "arguments %" PRId64 " and %" PRId64 " are of two "
                         "types of elements, of which bits alone are compared; "
                         "leave out --tolerance",
                         numbers[0], numbers[1]);
  bool comparable =
      types[0]->bytes == types[1]->bytes && counts[0] == counts[1];
  bool is_same = comparable;
  for (; is_same && n < counts[0]; n += is_same) {
    for (int i = 0; i < 2; i++)
      elements[i] =
          tl_argument_element(&run->arguments[numbers[i]], types[i], n);
    is_same = is_equal(options, types[0], elements);
  }
  if (is_same)
    printf("equal: %" PRId64 " elements\n", n);
  return is_same ||
         tl_emit_error(program->function,
                       "arguments %" PRId64 " and %" PRId64 " differ%s%" PRId64
                       ": %s and %s",
                       numbers[0], numbers[1],
                       comparable ? " in element " : " in size, at ", n,
                       tl_describe_element(types[0], elements[0]).text,
                       tl_describe_element(types[1], elements[1]).text);
}

/* How the elements of an argument differ from those of a file. */
typedef struct difference {
  int64_t count, first; /* elements that are further apart than tolerated */
  double largest;       /* distance, of all */
} difference;

static difference find_difference(const tl_scalar_type *type,
                                  const tl_argument *argument,
                                  const tl_array *array, double tolerance,
                                  bool is_by_bits) {
  difference out = {0, -1, 0};
  int64_t count = tl_view_elements(&argument->view);
  for (int64_t n = 0; n < count; n++) {
    tl_element found = tl_argument_element(argument, type, n),
               wanted = tl_array_element(array, type, n);
    double apart = tl_element_distance(type, wanted, found);
    bool is_same = is_by_bits ? !found.poison && found.bits == wanted.bits
                              : apart <= tolerance;
    out.largest = fmax(out.largest, apart);
    out.first = is_same || out.first >= 0 ? out.first : n;
    out.count += !is_same;
  }
  return out;
}

static bool expect_argument(const tl_options *options, const tl_run *run,
                            int number) {
  const tl_expected *expected = &options->expected[number];
  const tl_slot *slot = tl_given_slot(run, number);
  const tl_argument *argument = &run->arguments[number];
  const tl_view *view = &argument->view;
  int64_t count = tl_view_elements(view);
  const tl_array_place place = {count, view->rank, view->sizes};
  MlirOperation function = run->program.function;
  double tolerance =
      expected->has_tolerance ? expected->tolerance : options->tolerance;
  if (!tl_array_check(function, &expected->array, number, slot, &place))
    return false;
  difference found =
      find_difference(&slot->scalar, argument, &expected->array, tolerance,
                      !expected->has_tolerance && !options->has_tolerance);
  if (!found.count) {
    printf("argument %d: as %s: %" PRId64 " elements, off by at most %.3g\n",
           number, expected->path, count, found.largest);
    return true;
  }
  return tl_emit_error(
      function,
      "argument %d differs from %s in %" PRId64 " of %" PRId64
      " elements, first in element %" PRId64
      ", which is %s and has to be %s; off by at most %.3g, and the tolerance "
      "is %.3g",
      number, expected->path, found.count, count, found.first,
      tl_describe_element(
          &slot->scalar,
          tl_argument_element(argument, &slot->scalar, found.first))
          .text,
      tl_describe_element(
          &slot->scalar,
          tl_array_element(&expected->array, &slot->scalar, found.first))
          .text,
      found.largest, tolerance);
}

static bool save_argument(const tl_run *run, int number, const char *path) {
  const tl_argument *argument = &run->arguments[number];
  const tl_slot *slot = tl_given_slot(run, number);
  const tl_scalar_type *type = &slot->scalar;
  int64_t count = tl_view_elements(&argument->view);
  tl_whole_file file = tl_whole_file_open(path);
  bool is_known = true;
  if (file.stream && tl_npy_is_named(path))
    tl_npy_write_header(slot, &argument->view, file.stream);
  for (int64_t n = 0; file.stream && n < count; n++) {
    tl_element element = tl_argument_element(argument, type, n);
    is_known = is_known && !element.poison;
    for (int i = 0; i < type->bytes; i++)
      fputc(tl_element_byte(element, i), file.stream);
  }
  bool is_written = tl_whole_file_close(&file);
  if (!is_written)
    fprintf(stderr, "tl-sim: cannot write %s: %s\n", path, strerror(errno));
  return is_written &&
         (is_known || tl_emit_error(run->program.function,
                                    "argument %d has elements that nobody has "
                                    "written; %s has 0 there",
                                    number, path));
}

static bool give_argument(const tl_options *options, const tl_run *run, int i) {
  const tl_program *program = &run->program;
  bool is_wanted =
      options->dumps[i] || options->saves[i] || options->expected[i].path;
  if (is_wanted && !has_memory(run, i))
    return refuse_argument(program, i);
  if (options->dumps[i])
    tl_argument_print(run, i);
  if (options->checksums && has_memory(run, i))
    printf("argument %d: checksum %016" PRIx64 "\n", i,
           tl_argument_checksum(tl_given_slot(run, i), &run->arguments[i]));
  if (options->saves[i] && !save_argument(run, i, options->saves[i]))
    return false;
  return !options->expected[i].path || expect_argument(options, run, i);
}

bool tl_result_give(const tl_options *options, const tl_run *run) {
  for (int i = 0; i < TL_MAX_ARGUMENTS; i++)
    if (!give_argument(options, run, i))
      return false;
  return !options->compares || compare_arguments(options, run);
}

/*===--- References -------------------------------------------------------===*/

/* What a comparison with a reference has seen. */
typedef struct comparison {
  const tl_run *run, *reference;
  double tolerance, largest; /* distance */
  int64_t written;           /* elements, by the reference */
} comparison;

/* Whether the reference has written an element. */
static bool is_written(const comparison *state, int number, int64_t n,
                       int64_t bytes) {
  const tl_view *view = &state->reference->arguments[number].view;
  int64_t coordinate[TL_MAX_RANK], byte;
  tl_coordinate_of(n, view->rank, view->sizes, coordinate);
  return tl_view_byte(view, coordinate, bytes, &byte) &&
         tl_buffer_is_written(view->buffer, byte);
}

static bool check_argument(comparison *state, int number) {
  const tl_program *program = &state->run->program;
  const tl_scalar_type *type = &tl_given_slot(state->run, number)->scalar;
  const tl_argument *expectations = &state->reference->arguments[number];
  int64_t count = tl_view_elements(&expectations->view);
  for (int64_t n = 0; n < count; n++) {
    tl_element expected = tl_argument_element(expectations, type, n);
    tl_element found =
        tl_argument_element(&state->run->arguments[number], type, n);
    double apart =
        expected.poison ? 0 : tl_element_distance(type, expected, found);
    state->written += is_written(state, number, n, type->bytes);
    state->largest = fmax(state->largest, apart);
    if (apart > state->tolerance)
      return tl_emit_error(program->function,
                           "leaves %s in element %" PRId64
                           " of argument %d, where the reference has %s; "
                           "off by %.3g, and the tolerance is %.3g",
                           tl_describe_element(type, found).text, n, number,
                           tl_describe_element(type, expected).text, apart,
                           state->tolerance);
  }
  return true;
}

bool tl_result_check(const tl_run *run, const tl_run *reference,
                     double tolerance) {
  const tl_program *program = &run->program, *other = &reference->program;
  comparison state = {run, reference, tolerance, 0, 0};
  if (!mlirAttributeEqual(tl_attribute_of(program->function, "function_type"),
                          tl_attribute_of(other->function, "function_type")))
    return tl_emit_error(other->function,
                         "is a reference of another type than @%.*s",
                         (int)program->name.length, program->name.data);
  for (int i = 0; i < program->input_count; i++)
    if (has_memory(run, i) && !check_argument(&state, i))
      return false;
  if (state.written == 0)
    return tl_emit_error(other->function, "is a reference that writes nothing");
  printf("@%.*s: as @%.*s: %" PRId64 " elements, off by at most %.3g\n",
         (int)program->name.length, program->name.data, (int)other->name.length,
         other->name.data, state.written, state.largest);
  return true;
}
