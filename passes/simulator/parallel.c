/* parallel.c - see parallel.h.
 *
 * The machine of the run goes through the first blocks.  Meanwhile each worker
 * goes through later ones, with a program and a machine of its own, on a copy of
 * the memory as it was before; it says nothing, and gives up at the first fault.
 *
 *   the run     block 0 | 1 2 3             | merge, merge       | last block
 *   worker 0            |       4 5 6       |
 *   worker 1            |             7 8 9 |
 *
 * Where no block before has touched what the blocks of a worker write, nor written
 * what they touch, they have done what they do after those, and what they wrote is
 * taken over; this is what the shadows say, as of races.  Else, and after a fault,
 * the machine of the run goes through these blocks itself.  So blocks seem to run
 * one after the other; the last one does, and leaves its values and buffers. */
#include "parallel.h"
#include "operations.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct worker {
  tl_program program;
  tl_machine machine;
  tl_argument *arguments; /* kept by the program */
  pthread_t thread;
  int first, behind; /* its blocks */
  bool is_running;
} worker;

enum { MAX_WORKERS = 15 };

static bool create_worker(const tl_run *run, worker *out);
static void destroy_worker(worker *one);
static void *run_worker(void *user);
static bool take_over(tl_run *run, const worker *from);

/*===--- How many ---------------------------------------------------------===*/

/* Bytes of arguments, of all copies; and steps for which threads are worth it,
 * of all and for each byte, which is copied and merged. */
static const int64_t MOST_BYTES = INT64_C(1) << 26;
static const int64_t LEAST_STEPS = INT64_C(1) << 23, STEPS_OF_BYTE = 32;

/* Whether all that blocks share are arguments, whose shadows say who touches
 * them, and nothing is printed, counted or traced on the way. */
static bool can_share(const tl_run *run, int64_t *bytes) {
  const tl_machine *machine = &run->machine;
  const tl_program *program = &run->program;
  *bytes = 0;
  for (int i = 0; i < program->input_count; i++) {
    const tl_buffer *buffer = run->arguments[i].view.buffer;
    if (buffer && !buffer->shadow)
      return false;
    *bytes += buffer ? buffer->size : 0;
  }
  return !program->launches && !program->has_globals &&
         !(program->prints && machine->output) && !machine->counts_accesses &&
         !machine->trace.is_kept;
}

/* After the first of `blocks`. */
static int count_workers(const tl_run *run, int64_t threads, int blocks) {
  int64_t bytes, count = threads - 1, here = sysconf(_SC_NPROCESSORS_ONLN);
  if (!can_share(run, &bytes))
    return 0;
  int64_t least = STEPS_OF_BYTE * bytes;
  least = least > LEAST_STEPS ? least : LEAST_STEPS;
  if (threads == TL_ALL_THREADS)
    count = run->machine.taken.steps < least / blocks ? 0 : here - 1;
  const int64_t limits[] = {MAX_WORKERS, MOST_BYTES / (bytes + 1),
                            (blocks - 2) / 2};
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
    count = limits[i] < count ? limits[i] : count;
  return count > 0 ? (int)count : 0;
}

/*===--- Runs -------------------------------------------------------------===*/

/* Blocks from 1 up to the last one, of which the run has the first part. */
static void start(const tl_run *run, worker *workers, int count, int last) {
  for (int i = 0; i < count; i++) {
    worker *one = &workers[i];
    one->first = 1 + (int)((int64_t)(last - 1) * (i + 1) / (count + 1));
    one->behind = 1 + (int)((int64_t)(last - 1) * (i + 2) / (count + 1));
    one->is_running = create_worker(run, one) &&
                      pthread_create(&one->thread, NULL, run_worker, one) == 0;
  }
}

static void finish(tl_run *run, worker *one) {
  bool is_done = one->is_running && pthread_join(one->thread, NULL) == 0;
  if (run->machine.is_stopped)
    return;
  if (!is_done || !take_over(run, one))
    tl_machine_run_blocks(&run->machine, run->arguments, one->first,
                          one->behind);
}

bool tl_run_execute(tl_run *run, int64_t threads) {
  tl_machine *machine = &run->machine;
  const int64_t *grid = machine->launch.grid;
  int blocks = (int)(grid[0] * grid[1] * grid[2]), last = blocks - 1;
  worker workers[MAX_WORKERS] = {{.first = 0}};
  if (threads == 0 || threads == 1 || blocks < 4)
    return tl_machine_run(machine, run->arguments);
  tl_machine_run_blocks(machine, run->arguments, 0, 1);
  int count = machine->is_stopped ? 0 : count_workers(run, threads, blocks);
  start(run, workers, count, last);
  tl_machine_run_blocks(machine, run->arguments, 1,
                        count ? workers[0].first : last);
  for (int i = 0; i < count; i++)
    finish(run, &workers[i]);
  for (int i = 0; i < count; i++)
    destroy_worker(&workers[i]);
  tl_machine_run_blocks(machine, run->arguments, last, blocks);
  return machine->faults.count == 0;
}

/*===--- Workers ----------------------------------------------------------===*/

static tl_buffer *copy_buffer(const tl_buffer *from) {
  tl_buffer *out = tl_buffer_create(from->space, from->size, from->promise);
  if (!out)
    return NULL;
  out->argument = from->argument;
  out->is_constant = from->is_constant;
  memcpy(out->bytes, from->bytes, (size_t)from->size);
  memcpy(out->poison, from->poison, (size_t)from->size);
  return out;
}

/* Scalars and vectors are read alone. */
static bool copy_arguments(const tl_run *run, worker *out) {
  int count = run->program.input_count;
  out->arguments = tl_keep(&out->program, count, sizeof *out->arguments);
  for (int i = 0; out->arguments && i < count; i++) {
    tl_argument *own = &out->arguments[i];
    *own = run->arguments[i];
    if (!own->view.buffer)
      continue;
    own->view.buffer = copy_buffer(own->view.buffer);
    if (!own->view.buffer)
      return false;
  }
  return out->arguments != NULL;
}

/* False when memory is out. */
static bool create_worker(const tl_run *run, worker *out) {
  const tl_machine *machine = &run->machine;
  const tl_program *program = &run->program;
  if (!tl_program_compile(program->function, program->wave, &out->program) ||
      !tl_machine_create(&out->program, &machine->launch, &machine->budget,
                         &out->machine))
    return false;
  for (int i = 0; i < program->slot_count; i++) {
    tl_slot *slot = &out->program.slots[i];
    slot->buffer_alignment = program->slots[i].buffer_alignment;
    slot->element_alignment = program->slots[i].element_alignment;
  }
  out->machine.alignment = machine->alignment;
  out->machine.is_silent = true;
  return copy_arguments(run, out);
}

static void destroy_worker(worker *one) {
  tl_machine_destroy(&one->machine);
  for (int i = 0; one->arguments && i < one->program.input_count; i++)
    tl_buffer_destroy(one->arguments[i].view.buffer);
  tl_program_free(&one->program);
}

static void *run_worker(void *user) {
  worker *one = user;
  tl_machine_run_blocks(&one->machine, one->arguments, one->first, one->behind);
  return NULL;
}

/*===--- Merging ----------------------------------------------------------===*/

static bool is_touched(const tl_shadow *shadow) {
  bool is = false;
  for (int k = 0; k < TL_TOUCHES; k++)
    is = is || shadow->touches[k].at != TL_NOBODY;
  return is;
}

static bool is_written(const tl_shadow *shadow) {
  return shadow->touches[TL_WRITER].at != TL_NOBODY;
}

/* Whether neither has written what the other has touched. */
static bool is_apart(const tl_buffer *a, const tl_buffer *b) {
  int shift =
      a->shadow_shift < b->shadow_shift ? a->shadow_shift : b->shadow_shift;
  if (!a->is_touched || !b->is_touched)
    return true;
  for (int64_t byte = 0; byte < a->size; byte += INT64_C(1) << shift) {
    const tl_shadow *of_a = &a->shadow[byte >> a->shadow_shift];
    const tl_shadow *of_b = &b->shadow[byte >> b->shadow_shift];
    if ((is_written(of_a) && is_touched(of_b)) ||
        (is_written(of_b) && is_touched(of_a)))
      return false;
  }
  return true;
}

/* What a worker has written, and who has touched what. */
static void merge_buffer(tl_buffer *to, const tl_buffer *from,
                         int first_block) {
  int64_t step = INT64_C(1) << to->shadow_shift;
  for (int64_t byte = 0; from->is_touched && byte < from->size; byte += step) {
    const tl_shadow *own = &from->shadow[byte >> from->shadow_shift];
    tl_shadow *shadow = &to->shadow[byte >> to->shadow_shift];
    int64_t left = from->size - byte;
    if (is_written(own)) {
      size_t bytes = (size_t)(left < step ? left : step);
      memcpy(to->bytes + byte, from->bytes + byte, bytes);
      memcpy(to->poison + byte, from->poison + byte, bytes);
      shadow->touches[TL_WRITER] = own->touches[TL_WRITER];
    }
    for (int k = TL_TOUCHES - 1; k >= TL_READER; k--)
      if (own->touches[k].at != TL_NOBODY)
        (void)tl_shadow_read(shadow, &own->touches[k], first_block);
  }
  to->is_touched = to->is_touched || from->is_touched;
  to->is_written = to->is_written || from->is_written;
}

/* False where the blocks have to be gone through again. */
static bool take_over(tl_run *run, const worker *from) {
  tl_machine *machine = &run->machine;
  int64_t steps = machine->taken.steps + from->machine.taken.steps;
  bool is_fine = !from->machine.faults.count && !from->machine.is_stopped &&
                 steps <= machine->budget.steps;
  for (int i = 0; is_fine && i < run->program.input_count; i++) {
    tl_buffer *own = run->arguments[i].view.buffer;
    const tl_buffer *other = from->arguments[i].view.buffer;
    is_fine = !own || (is_apart(own, other) &&
                       tl_buffer_refine(own, other->shadow_shift));
  }
  if (!is_fine)
    return false;
  for (int i = 0; i < run->program.input_count; i++)
    if (run->arguments[i].view.buffer)
      merge_buffer(run->arguments[i].view.buffer,
                   from->arguments[i].view.buffer, machine->first_block);
  machine->taken.steps = steps;
  return true;
}
