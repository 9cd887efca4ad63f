/* run_ptx.c - see run_ptx.h.
 *
 * Parameters of a kernel, as LLVM's lowering passes them:
 *
 *   a memref    the address of its first byte; or, as a descriptor, that twice,
 *               the offset, the sizes and the strides, in elements
 *   a scalar    itself, in whole bytes; an index has 8, or 4 where the kernel
 *               was compiled with indices of 32 bits */
#include "run_ptx.h"
#include "dialect/bridge/bridge.h"
#include "mlir-c/BuiltinTypes.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/*===--- Messages ---------------------------------------------------------===*/

static void report(const tl_ptx_file *file, int line, bool is_note,
                   const char *text) {
  MlirLocation location = mlirLocationFileLineColGet(
      file->context, mlirStringRefCreateFromCString(file->path), (unsigned)line,
      1);
  tl_bridge_emit(location, is_note ? TL_SEVERITY_REMARK : TL_SEVERITY_ERROR,
                 text, location, NULL);
}

bool tl_ptx_report(const tl_ptx_file *file, const tl_ptx_error *error) {
  report(file, error->line, false, error->message);
  return false;
}

static void hear(void *user, int line, bool is_note, const char *text) {
  report(user, line, is_note, text);
}

/*===--- Parameters -------------------------------------------------------===*/

typedef struct parameter {
  int64_t word, size;
  bool may_be_short; /* of 4 bytes also */
} parameter;

typedef struct parameter_list {
  parameter items[TL_PTX_MAX_PARAMETERS];
  int count; /* those that do not fit are counted */
} parameter_list;

static void add(parameter_list *list, parameter item) {
  if (list->count < TL_PTX_MAX_PARAMETERS)
    list->items[list->count] = item;
  list->count++;
}

static void add_word(parameter_list *list, int64_t word) {
  add(list, (parameter){word, sizeof word, false});
}

/* An index, which is signed, may be one of 32 bits. */
static void add_scalar(parameter_list *list, const tl_slot *slot,
                       int64_t word) {
  bool may_be_short =
      mlirTypeIsAIndex(slot->type) && word >= INT32_MIN && word <= INT32_MAX;
  add(list, (parameter){word, slot->scalar.bytes, may_be_short});
}

static void add_memref(parameter_list *list, const tl_view *view,
                       bool is_descriptor) {
  const int64_t address = view->buffer->address + view->start;
  add_word(list, address);
  if (!is_descriptor)
    return;
  add_word(list, address);
  add_word(list, view->offset);
  for (int64_t d = 0; d < view->rank; d++)
    add_word(list, view->sizes[d]);
  for (int64_t d = 0; d < view->rank; d++)
    add_word(list, view->strides[d]);
}

static parameter_list list_parameters(const tl_run *run, bool is_descriptor) {
  parameter_list list = {.count = 0};
  for (int i = 0; i < run->program.input_count; i++) {
    const tl_slot *slot = tl_argument_slot(&run->program, i);
    const tl_argument *argument = &run->arguments[i];
    if (slot->is_memref)
      add_memref(&list, &argument->view, is_descriptor);
    else
      add_scalar(&list, slot,
                 argument->view.buffer ? argument->view.buffer->address
                                       : (int64_t)argument->elements[0].bits);
  }
  return list;
}

/* What a launch gives to a kernel. */
static bool check_arguments(const tl_run *run) {
  const tl_program *program = &run->program;
  for (int i = 0; i < program->input_count; i++) {
    const tl_slot *slot = tl_argument_slot(program, i);
    const tl_buffer *buffer = run->arguments[i].view.buffer;
    bool is_passed = buffer ? buffer->space == TL_MEMORY_GLOBAL
                            : slot->rank == 0 && slot->scalar.bits <= 64;
    if (!is_passed)
      return tl_emit_error(program->function,
                           "argument %d is no global memref and no number of "
                           "at most 64 bits, which PTX is run with",
                           i);
    if (run->arguments[i].elements && run->arguments[i].elements[0].poison)
      return tl_emit_error(program->function,
                           "argument %d is not initialized, which a launch "
                           "cannot pass",
                           i);
  }
  return true;
}

/* The first parameter that has another size than what is given; the number of
 * them where none has. */
static int first_of_other_size(const parameter_list *list,
                               const tl_ptx_program *program) {
  int i = 0;
  for (; i < program->parameter_count; i++) {
    const parameter *item = &list->items[i];
    int64_t size = program->variables[i].size;
    if (size != item->size && !(item->may_be_short && size == sizeof(int32_t)))
      return i;
  }
  return i;
}

static bool refuse_parameters(const tl_ptx_file *file,
                              const tl_ptx_program *program,
                              const parameter_list *list) {
  int other = first_of_other_size(list, program);
  tl_ptx_error error;
  tl_ptx_fail(&error, program->kernel->name.line,
              "parameter %d of the kernel has %" PRId64
              " bytes, and what the function gives there has %" PRId64,
              other, program->variables[other].size, list->items[other].size);
  return tl_ptx_report(file, &error);
}

/* Their bytes, one behind the other; false after an error. */
static bool choose_parameters(const tl_ptx_file *file, const tl_run *run,
                              const tl_ptx_program *program, uint8_t *out) {
  const int count = program->parameter_count;
  const parameter_list pointers = list_parameters(run, false);
  const parameter_list descriptors = list_parameters(run, true);
  const parameter_list *list =
      pointers.count == count ? &pointers : &descriptors;
  tl_ptx_error error;
  if (list->count != count) {
    tl_ptx_fail(&error, program->kernel->name.line,
                "the kernel has %d parameters; the function gives %d with "
                "memrefs as pointers, or %d with descriptors",
                count, pointers.count, descriptors.count);
    return tl_ptx_report(file, &error);
  }
  if (first_of_other_size(list, program) < count)
    return refuse_parameters(file, program, list);
  for (int i = 0; i < count; i++) {
    memcpy(out, &list->items[i].word, (size_t)program->variables[i].size);
    out += program->variables[i].size;
  }
  return true;
}

/*===--- Memory -----------------------------------------------------------===*/

/* Arguments as buffers, named "argument N"; which of their bytes are not known
 * goes there and back. */
typedef struct memory {
  tl_ptx_buffer buffers[TL_MAX_ARGUMENTS];
  char names[TL_MAX_ARGUMENTS][24];
  tl_buffer *origins[TL_MAX_ARGUMENTS];
  int count;
} memory;

static bool take_memory(const tl_run *run, memory *out) {
  out->count = 0;
  for (int i = 0; i < run->program.input_count; i++) {
    tl_buffer *from = run->arguments[i].view.buffer;
    if (!from)
      continue;
    int n = out->count++;
    uint8_t *unknown = malloc((size_t)from->size + 1);
    snprintf(out->names[n], sizeof out->names[n], "argument %d", i);
    out->origins[n] = from;
    out->buffers[n] = (tl_ptx_buffer){.name = out->names[n],
                                      .name_length = (int)strlen(out->names[n]),
                                      .address = (uint64_t)from->address,
                                      .size = from->size,
                                      .bytes = from->bytes,
                                      .unknown = unknown,
                                      .is_constant = from->is_constant};
    if (!unknown)
      return false;
    for (int64_t b = 0; b < from->size; b++)
      unknown[b] = from->poison[b] == TL_BYTE_KNOWN ? 0 : UINT8_MAX;
  }
  return true;
}

static void give_memory(memory *from) {
  for (int n = 0; n < from->count; n++) {
    const tl_ptx_buffer *buffer = &from->buffers[n];
    for (int64_t b = 0; buffer->unknown && b < buffer->size; b++)
      from->origins[n]->poison[b] =
          buffer->unknown[b] ? TL_BYTE_UNKNOWN : TL_BYTE_KNOWN;
    free(buffer->unknown);
  }
}

/*===--- Runs -------------------------------------------------------------===*/

static bool check_block(const tl_ptx_file *file, const tl_run *run,
                        const tl_ptx_function *kernel) {
  tl_ptx_error error;
  const int64_t *block = run->machine.launch.block, *extents = kernel->extents;
  int threads = run->machine.thread_count;
  if (kernel->threads && threads > kernel->threads)
    tl_ptx_fail(&error, kernel->name.line,
                "the kernel is for blocks of %" PRId64
                " threads, and is run with %d",
                kernel->threads, threads);
  else if (extents[0] && memcmp(extents, block, sizeof kernel->extents) != 0)
    tl_ptx_fail(
        &error, kernel->name.line,
        "the kernel requires blocks of (%" PRId64 ", %" PRId64 ", %" PRId64
        ") threads, and is run with (%" PRId64 ", %" PRId64 ", %" PRId64 ")",
        extents[0], extents[1], extents[2], block[0], block[1], block[2]);
  else
    return true;
  return tl_ptx_report(file, &error);
}

static bool execute(const tl_ptx_file *file, tl_run *run,
                    const tl_ptx_program *program) {
  uint8_t parameters[TL_PTX_MAX_PARAMETERS * sizeof(uint64_t)];
  const tl_launch *launch = &run->machine.launch;
  memory own;
  if (!choose_parameters(file, run, program, parameters))
    return false;
  bool passed =
      take_memory(run, &own) ||
      tl_emit_error(run->program.function, "needs more memory than there is");
  tl_ptx_launch how = {
      .dynamic_bytes = launch->dynamic_bytes > 0 ? launch->dynamic_bytes : 0,
      .max_steps = run->machine.budget.steps,
      .buffers = own.buffers,
      .buffer_count = own.count,
      .parameters = parameters,
      .listener = {hear, (void *)file}};
  memcpy(how.grid, launch->grid, sizeof how.grid);
  memcpy(how.block, launch->block, sizeof how.block);
  passed = passed && tl_ptx_run(program, &how);
  give_memory(&own);
  return passed;
}

bool tl_run_ptx(void *user, tl_run *run) {
  const tl_ptx_file *file = user;
  const tl_program *function = &run->program;
  const tl_ptx_function *kernel = tl_ptx_kernel_find(
      &file->module, function->name.data, function->name.length);
  tl_ptx_program program;
  tl_ptx_error error;
  if (!kernel)
    return tl_emit_error(function->function, "has no kernel of its name in %s",
                         file->path);
  if (!check_arguments(run) || !check_block(file, run, kernel))
    return false;
  int64_t dynamic_bytes = run->machine.launch.dynamic_bytes;
  bool passed = tl_ptx_program_decode(&file->module, kernel,
                                      dynamic_bytes > 0 ? dynamic_bytes : 0,
                                      &program, &error)
                    ? execute(file, run, &program)
                    : tl_ptx_report(file, &error);
  tl_ptx_program_free(&program);
  return passed;
}
