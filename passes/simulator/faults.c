/* faults.c - see faults.h. */
#include "dialect/bridge/bridge.h"
#include "machine.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const KINDS[TL_FAULT_KIND_COUNT] = {
    [TL_FAULT_BOUNDS] = "out of bounds",
    [TL_FAULT_ALIGNMENT] = "misaligned access",
    [TL_FAULT_RACE] = "race",
    [TL_FAULT_BARRIER] = "barrier divergence",
    [TL_FAULT_UNINITIALIZED] = "uninitialized value",
    [TL_FAULT_ARITHMETIC] = "arithmetic",
    [TL_FAULT_ASSERTION] = "assertion",
    [TL_FAULT_SCOPE] = "scope",
    [TL_FAULT_RESOURCE] = "resources",
    [TL_FAULT_ASYNC] = "asynchronous copy",
};

bool tl_faults_create(int instruction_count, tl_faults *out) {
  *out = (tl_faults){
      .seen = calloc((size_t)instruction_count + 1, sizeof *out->seen)};
  return out->seen != NULL;
}

void tl_faults_destroy(tl_faults *faults) { free(faults->seen); }

/*===--- Text -------------------------------------------------------------===*/

enum { TEXT_CAPACITY = 512, PLACE_CAPACITY = 96 };

static void describe_thread(const tl_machine *machine, int block, int thread,
                            char text[PLACE_CAPACITY]) {
  int64_t t[3], b[3];
  tl_thread_place(machine, thread, t);
  tl_block_place(machine, block, b);
  snprintf(text, PLACE_CAPACITY,
           "thread (%" PRId64 ", %" PRId64 ", %" PRId64 ") of block (%" PRId64
           ", %" PRId64 ", %" PRId64 ")",
           t[0], t[1], t[2], b[0], b[1], b[2]);
}

tl_place_text tl_describe_place(const tl_buffer *buffer, int64_t byte,
                                int64_t element_bytes) {
  tl_place_text place;
  char owner[PLACE_CAPACITY / 2], element[PLACE_CAPACITY / 2] = "";
  if (buffer->argument >= 0)
    snprintf(owner, sizeof owner, "argument %d", buffer->argument);
  else
    snprintf(owner, sizeof owner, "%s",
             buffer->name ? buffer->name : "a buffer");
  if (element_bytes > 0)
    snprintf(element, sizeof element, "element %" PRId64 " of ",
             byte / element_bytes);
  snprintf(place.text, sizeof place.text, "%s%s", element, owner);
  return place;
}

/*===--- Reports ----------------------------------------------------------===*/

/* Whether this is the first fault of its kind there. */
static bool is_new(tl_faults *faults, const tl_instruction *at,
                   tl_fault_kind kind) {
  uint16_t bit = (uint16_t)(1u << kind);
  faults->count++;
  if (faults->seen[at->number] & bit)
    return false;
  faults->seen[at->number] |= bit;
  return true;
}

static void report(const tl_step *step, tl_fault_kind kind,
                   const tl_fault_party *other, const char *format,
                   va_list arguments) {
  tl_machine *machine = step->machine;
  MlirOperation operation = step->at->operation;
  if (machine->is_stopped || !is_new(machine->faults, step->at, kind))
    return;
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(operation));
  char text[TEXT_CAPACITY], message[2 * TEXT_CAPACITY], note[2 * TEXT_CAPACITY];
  char place[PLACE_CAPACITY];
  MlirLocation location = mlirOperationGetLocation(operation);
  MlirLocation elsewhere = location;
  vsnprintf(text, sizeof text, format, arguments);
  describe_thread(machine, machine->block, step->thread, place);
  snprintf(message, sizeof message, "'%.*s' op %s: %s %s", (int)name.length,
           name.data, KINDS[kind], place, text);
  if (other) {
    describe_thread(machine, other->touch->block, other->touch->thread, place);
    elsewhere = mlirOperationGetLocation(other->touch->at->operation);
    snprintf(note, sizeof note, "%s %s", place, other->deed);
  }
  tl_bridge_emit(location, TL_SEVERITY_ERROR, message, elsewhere,
                 other ? note : NULL);
  machine->is_stopped = ++machine->faults->reported == TL_MAX_FAULTS;
}

void tl_fault(const tl_step *step, tl_fault_kind kind, const char *format,
              ...) {
  va_list arguments;
  va_start(arguments, format);
  report(step, kind, NULL, format, arguments);
  va_end(arguments);
}

void tl_fault_with(const tl_step *step, tl_fault_kind kind,
                   const tl_fault_party *other, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  report(step, kind, other, format, arguments);
  va_end(arguments);
}

void tl_fault_overflow(const tl_step *step) {
  tl_fault(step, TL_FAULT_BOUNDS,
           "makes an address, a size or a stride of more than 64 bits");
  step->machine->is_stopped = true;
}

/*===--- Locations --------------------------------------------------------===*/

static void write_part(MlirStringRef part, void *user) {
  fwrite(part.data, 1, part.length, user);
}

void tl_write_location(MlirLocation location, FILE *out) {
  if (!mlirLocationIsAFileLineColRange(location)) {
    mlirLocationPrint(location, write_part, out);
    return;
  }
  write_part(
      mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(location)),
      out);
  fprintf(out, ":%d:%d", mlirLocationFileLineColRangeGetStartLine(location),
          mlirLocationFileLineColRangeGetStartColumn(location));
}
