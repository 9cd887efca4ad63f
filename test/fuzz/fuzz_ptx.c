/* fuzz_ptx.c - The reader of PTX, and what runs its kernels: whatever is not
 * right is said once, with a line, and nothing runs for long. */
#include "fuzz_target.h"
#include "passes/simulator/ptx/ptx_machine.h"
#include <stdlib.h>

enum {
  MOST_STEPS = 20000,
  THREADS = 40,
  BUFFER_BYTES = 512,
  MOST_BYTES = 8192
};

/* How often something has been said; whatever it is has a text. */
typedef struct audience {
  int faults, line;
} audience;

static void hear(void *user, int line, bool is_note, const char *text) {
  audience *of = user;
  if (line < 1 || !text[0])
    abort();
  of->faults += !is_note;
}

static void check_error(const tl_ptx_error *error) {
  if (error->line < 1 || !error->message[0] ||
      !memchr(error->message, 0, sizeof error->message))
    abort();
}

/* Of 8 bytes a parameter is the address of the buffer, else a number. */
static void fill_parameters(const tl_ptx_program *program, uint64_t address,
                            uint8_t *out) {
  for (int i = 0; i < program->parameter_count; i++) {
    int64_t size = program->variables[i].size;
    uint64_t value = size == sizeof address ? address : 5;
    for (int64_t b = 0; b < size; b++)
      out[b] = (uint8_t)(b < (int64_t)sizeof value ? value >> 8 * b : 0);
    out += size;
  }
}

static int64_t parameter_bytes(const tl_ptx_program *program) {
  int64_t bytes = 0;
  for (int i = 0; i < program->parameter_count; i++)
    bytes += program->variables[i].size;
  return bytes;
}

/* Twice, with the same end. */
static void run(const tl_ptx_program *program) {
  static uint8_t bytes[BUFFER_BYTES], unknown[BUFFER_BYTES];
  uint8_t *parameters = malloc((size_t)parameter_bytes(program) + 1);
  tl_ptx_buffer buffer = {.name = "argument",
                          .name_length = 8,
                          .address = 1 << 20,
                          .size = BUFFER_BYTES,
                          .bytes = bytes,
                          .unknown = unknown};
  if (!parameters)
    abort();
  fill_parameters(program, buffer.address, parameters);
  bool passed[2];
  for (int k = 0; k < 2; k++) {
    audience all = {.faults = 0};
    const tl_ptx_launch launch = {.grid = {2, 1, 1},
                                  .block = {THREADS, 1, 1},
                                  .max_steps = MOST_STEPS,
                                  .buffers = &buffer,
                                  .buffer_count = 1,
                                  .parameters = parameters,
                                  .listener = {hear, &all}};
    memset(bytes, 1, sizeof bytes);
    memset(unknown, 0, sizeof unknown);
    passed[k] = tl_ptx_run(program, &launch);
    if (all.faults != !passed[k])
      abort();
  }
  if (passed[0] != passed[1])
    abort();
  free(parameters);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  tl_ptx_module module;
  tl_ptx_error error;
  if (size > MOST_BYTES)
    return -1;
  bool is_read = tl_ptx_module_read((const char *)data, size, &module, &error);
  if (!is_read)
    check_error(&error);
  for (int i = 0; is_read && i < module.function_count; i++) {
    tl_ptx_program program;
    if (!module.functions[i].is_kernel)
      continue;
    if (tl_ptx_program_decode(&module, &module.functions[i], 0, &program,
                              &error))
      run(&program);
    else
      check_error(&error);
    tl_ptx_program_free(&program);
  }
  tl_ptx_module_free(&module);
  return is_read ? 0 : -1;
}
