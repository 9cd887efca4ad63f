/* faults.c - see machine.h. */
#include "dialect/bridge/bridge.h"
#include "machine.h"
#include <inttypes.h>
#include <stdarg.h>

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

/*===--- Text -------------------------------------------------------------===*/

static tl_place_text describe_thread(const tl_machine *machine, int block,
                                     int thread) {
  tl_place_text out;
  tl_point t = tl_point_in(thread, machine->launch.block);
  tl_point b = tl_point_in(block, machine->launch.grid);
  snprintf(out.text, sizeof out.text,
           "thread (%" PRId64 ", %" PRId64 ", %" PRId64 ") of block (%" PRId64
           ", %" PRId64 ", %" PRId64 ")",
           t.items[0], t.items[1], t.items[2], b.items[0], b.items[1],
           b.items[2]);
  return out;
}

tl_place_text tl_describe_place(const tl_buffer *buffer, int64_t byte,
                                int64_t element_bytes) {
  tl_place_text place;
  int length = 0;
  if (element_bytes > 0)
    length = snprintf(place.text, sizeof place.text, "element %" PRId64 " of ",
                      byte / element_bytes);
  size_t room = sizeof place.text - (size_t)length;
  if (buffer->argument >= 0)
    snprintf(place.text + length, room, "argument %d", buffer->argument);
  else
    snprintf(place.text + length, room, "%s",
             buffer->name ? buffer->name : "a buffer");
  return place;
}

/*===--- Reports ----------------------------------------------------------===*/

/* Whether this is the first fault of its kind there. */
static bool is_new(tl_faults *faults, const tl_instruction *at,
                   tl_fault_kind kind) {
  uint16_t bit = (uint16_t)(1u << kind);
  bool is_seen = faults->seen[at->number] & bit;
  faults->seen[at->number] |= bit;
  faults->count++;
  return !is_seen;
}

void tl_fault_with(const tl_step *step, tl_fault_kind kind,
                   const tl_fault_party *other, const char *format, ...) {
  va_list arguments;
  tl_machine *machine = step->machine;
  MlirOperation operation = step->at->operation, elsewhere = operation;
  if (machine->is_stopped || !is_new(&machine->faults, step->at, kind))
    return;
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(operation));
  char message[1024], note[256];
  int length = snprintf(
      message, sizeof message, "'%.*s' op %s: %s ", (int)name.length, name.data,
      KINDS[kind], describe_thread(machine, machine->block, step->thread).text);
  va_start(arguments, format);
  vsnprintf(message + length, sizeof message - (size_t)length, format,
            arguments);
  va_end(arguments);
  if (other) {
    const tl_touch *touch = other->touch;
    elsewhere = touch->at->operation;
    snprintf(note, sizeof note, "%s %s",
             describe_thread(machine, touch->block, touch->thread).text,
             other->deed);
  }
  tl_bridge_emit(mlirOperationGetLocation(operation), TL_SEVERITY_ERROR,
                 message, mlirOperationGetLocation(elsewhere),
                 other ? note : NULL);
  machine->is_stopped = ++machine->faults.reported == TL_MAX_FAULTS;
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
