/* ptx_memory.c - Addresses, loads and stores; see ptx_machine.h. */
#include "ptx_state.h"
#include <stdlib.h>

/* Where the windows of generic addresses begin. */
static const uint64_t WINDOW = UINT64_C(1) << 56;

/*===--- Buffers ----------------------------------------------------------===*/

static void fill(tl_ptx_buffer *buffer, const tl_ptx_variable *variable) {
  memset(buffer->bytes, TL_PTX_GARBAGE, (size_t)buffer->size);
  memset(buffer->unknown, UINT8_MAX, (size_t)buffer->size);
  if (variable->space == TL_PTX_GLOBAL) {
    memset(buffer->bytes, 0, (size_t)buffer->size);
    memset(buffer->unknown, 0, (size_t)buffer->size);
  }
  int64_t byte = 0;
  for (int i = 0; i < variable->value_count; i++) {
    uint64_t value = 0;
    if (!tl_ptx_number_of(&variable->values[i], variable->type, &value))
      continue;
    for (int k = 0; k < variable->type->bits / 8 && byte < buffer->size; k++)
      buffer->bytes[byte++] = (uint8_t)(value >> 8 * k);
  }
}

/* Of own memory the bytes are those of a thread. */
static bool create_variable(const tl_ptx_variable *variable,
                            tl_ptx_shadows *shadows, tl_ptx_buffer *out) {
  *out = (tl_ptx_buffer){.name = variable->name.text,
                         .name_length = variable->name.length,
                         .address = tl_ptx_variable_address(variable),
                         .size = variable->size};
  if (variable->space == TL_PTX_OWN)
    return true;
  out->bytes = malloc((size_t)variable->size + 1);
  out->unknown = malloc((size_t)variable->size + 1);
  out->shadows = shadows;
  if (!out->bytes || !out->unknown)
    return false;
  fill(out, variable);
  return true;
}

bool tl_ptx_memory_create(tl_ptx_machine *machine) {
  const tl_ptx_program *program = machine->program;
  const tl_ptx_launch *launch = machine->launch;
  int own = program->variable_count, count = own + launch->buffer_count;
  machine->buffers = calloc((size_t)count + 1, sizeof *machine->buffers);
  machine->shadows = calloc((size_t)count + 1, sizeof *machine->shadows);
  if (!machine->buffers || !machine->shadows)
    return false;
  machine->buffer_count = count;
  for (int i = 0; i < own; i++)
    if (!create_variable(&program->variables[i], &machine->shadows[i],
                         &machine->buffers[i]))
      return false;
  for (int i = own; i < count; i++) {
    machine->buffers[i] = launch->buffers[i - own];
    machine->buffers[i].shadows = &machine->shadows[i];
  }
  return true;
}

void tl_ptx_memory_destroy(tl_ptx_machine *machine) {
  for (int i = 0; i < machine->buffer_count; i++) {
    bool is_own = i < machine->program->variable_count;
    free(is_own ? machine->buffers[i].bytes : NULL);
    free(is_own ? machine->buffers[i].unknown : NULL);
    free(machine->shadows[i].items);
    free(machine->shadows[i].uses);
  }
  free(machine->buffers);
  free(machine->shadows);
  free(machine->copies);
}

void tl_ptx_memory_start(tl_ptx_machine *machine) {
  const tl_ptx_program *program = machine->program;
  for (int i = 0; i < program->variable_count; i++)
    if (program->variables[i].space == TL_PTX_SHARED)
      fill(&machine->buffers[i], &program->variables[i]);
  machine->copy_count = 0;
  for (int w = 0; w < machine->warp_count; w++)
    memset(machine->warps[w].groups, 0, sizeof machine->warps[w].groups);
}

/*===--- Addresses --------------------------------------------------------===*/

/* The space that a generic address is of, and the address there.  Of .local LLVM
 * has generic addresses, too, where it does not optimize: of these hardware takes
 * the lower bits. */
static tl_ptx_space settle(tl_ptx_space space, uint64_t *address) {
  if (space == TL_PTX_OWN)
    *address %= WINDOW;
  if (space != TL_PTX_GENERIC)
    return space;
  uint64_t window = *address / WINDOW;
  *address = window == TL_PTX_SHARED || window == TL_PTX_OWN ? *address % WINDOW
                                                             : *address;
  return window == TL_PTX_SHARED ? TL_PTX_SHARED
         : window == TL_PTX_OWN  ? TL_PTX_OWN
                                 : TL_PTX_GLOBAL;
}

uint64_t tl_ptx_window(tl_ptx_space space) {
  return space == TL_PTX_SHARED || space == TL_PTX_OWN
             ? WINDOW * (uint64_t)space
             : 0;
}

static bool writes(const tl_ptx_range *range) {
  return range->access == TL_PTX_WRITES || range->access == TL_PTX_SWAPS;
}

static const char *verb_of(const tl_ptx_range *range) {
  return writes(range) ? "writes" : "reads";
}

/* How far an address is from a buffer. */
static uint64_t distance(const tl_ptx_buffer *buffer, uint64_t address) {
  uint64_t end = buffer->address + (uint64_t)buffer->size;
  if (address < buffer->address)
    return buffer->address - address;
  return address < end ? 0 : address - end + 1;
}

static void take_nearest(const tl_ptx_buffer *buffer, uint64_t address,
                         uint64_t *least, tl_ptx_place *out) {
  uint64_t own = distance(buffer, address);
  if (own >= *least)
    return;
  *least = own;
  out->buffer = *buffer;
}

/* The buffer of the space that the address is in, or next to. */
static bool nearest(const tl_ptx_step *step, uint64_t address,
                    tl_ptx_place *out) {
  enum { FAR = 1 << 19 };
  const tl_ptx_machine *machine = step->machine;
  const tl_ptx_program *program = machine->program;
  uint64_t least = FAR;
  for (int i = 0; i < machine->buffer_count; i++)
    if ((i < program->variable_count ? program->variables[i].space
                                     : TL_PTX_GLOBAL) == out->space)
      take_nearest(&machine->buffers[i], address, &least, out);
  if (out->space == TL_PTX_OWN && least < FAR) {
    size_t at = (size_t)program->sizes[TL_PTX_OWN] * (size_t)step->lane +
                (size_t)out->buffer.address;
    out->buffer.bytes = step->warp->own + at;
    out->buffer.unknown = step->warp->own_unknown + at;
  }
  if (least >= FAR)
    return false;
  out->byte = (int64_t)address - (int64_t)out->buffer.address;
  return true;
}

/* What LLVM merges ends up to so many bytes behind a buffer. */
enum { MERGED = 12, MERGED_WIDTH = 16 };

/* Whether it is a word of which the buffer has a part. */
static bool is_edge(const tl_ptx_place *place, const tl_ptx_range *range) {
  enum { WORD = 4 };
  bool is_of_changes =
      range->access == TL_PTX_SWAPS || range->access == TL_PTX_READS_MERGED;
  return is_of_changes && range->bytes == WORD && place->byte > -WORD &&
         place->byte < place->buffer.size;
}

static bool check_end(const tl_ptx_step *step, const tl_ptx_range *range,
                      tl_ptx_place *place) {
  const tl_ptx_buffer *buffer = &place->buffer;
  int64_t behind = place->byte + range->bytes - buffer->size;
  bool starts = place->byte >= 0 && place->byte < buffer->size;
  if (place->byte >= 0 && behind <= 0)
    return true;
  place->is_edge = is_edge(place, range);
  if (place->is_edge) {
    tl_ptx_note(step, "word at an edge",
                "%s bytes %" PRId64 " to %" PRId64
                " of %.*s, which has %" PRId64,
                verb_of(range), place->byte, place->byte + range->bytes - 1,
                buffer->name_length, buffer->name, buffer->size);
    return true;
  }
  if (starts && range->access == TL_PTX_READS_MERGED && behind <= MERGED &&
      range->bytes <= MERGED_WIDTH) {
    tl_ptx_note(step, "merged loads",
                "reads %" PRId64
                " bytes behind the end of %.*s, in the aligned "
                "block of its last byte",
                behind, buffer->name_length, buffer->name);
    return true;
  }
  return tl_ptx_fault(step, "out of bounds",
                      "%s bytes %" PRId64 " to %" PRId64 " of %.*s, which has "
                      "%" PRId64,
                      verb_of(range), place->byte,
                      place->byte + range->bytes - 1, buffer->name_length,
                      buffer->name, buffer->size);
}

bool tl_ptx_find(const tl_ptx_step *step, tl_ptx_space space,
                 const tl_ptx_range *range, tl_ptx_place *out) {
  uint64_t address = range->address;
  if (space == TL_PTX_OWN && address >= WINDOW)
    tl_ptx_note(step, "generic address",
                "names memory of its own by a generic address, of which the "
                "lower bits count");
  *out = (tl_ptx_place){.space = settle(space, &address)};
  const tl_ptx_buffer *buffer = &out->buffer;
  if (!nearest(step, address, out))
    return tl_ptx_fault(step, "out of bounds",
                        "%s address 0x%" PRIx64 ", which is in no buffer",
                        verb_of(range), address);
  if (address % (uint64_t)range->alignment != 0)
    return tl_ptx_fault(step, "misaligned access",
                        "%s byte %" PRId64 " of %.*s at address 0x%" PRIx64
                        ", which is no multiple of %" PRId64,
                        verb_of(range), out->byte, buffer->name_length,
                        buffer->name, address, range->alignment);
  if (writes(range) && buffer->is_constant)
    return tl_ptx_fault(step, "out of bounds", "writes %.*s, which is constant",
                        buffer->name_length, buffer->name);
  return check_end(step, range, out);
}

/*===--- Bytes ------------------------------------------------------------===*/

tl_ptx_value tl_ptx_load(const tl_ptx_place *place, int64_t offset, int bytes) {
  const tl_ptx_buffer *buffer = &place->buffer;
  tl_ptx_value out = {0, 0};
  for (int i = 0; i < bytes; i++) {
    int64_t at = place->byte + offset + i;
    bool is_there = at >= 0 && at < buffer->size;
    uint64_t byte = is_there ? buffer->bytes[at] : TL_PTX_GARBAGE;
    uint64_t unknown = is_there         ? buffer->unknown[at]
                       : place->is_edge ? 0
                                        : UINT8_MAX;
    out.bits |= byte << 8 * i;
    out.unknown |= unknown << 8 * i;
  }
  return out;
}

void tl_ptx_store(const tl_ptx_place *place, int64_t offset, int bytes,
                  tl_ptx_value value) {
  for (int i = 0; i < bytes; i++) {
    int64_t at = place->byte + offset + i;
    if (at < 0 || at >= place->buffer.size)
      continue;
    place->buffer.bytes[at] = (uint8_t)(value.bits >> 8 * i);
    place->buffer.unknown[at] = (uint8_t)(value.unknown >> 8 * i);
  }
}

bool tl_ptx_check_known(const tl_ptx_step *step, const tl_ptx_place *place,
                        int64_t offset, int bytes, tl_ptx_value value) {
  if (place->space != TL_PTX_GLOBAL ||
      !(value.unknown & tl_ptx_mask(8 * bytes)))
    return true;
  return tl_ptx_fault(
      step, "uninitialized value",
      "writes bits that nothing has written to byte %" PRId64 " of %.*s",
      place->byte + offset, place->buffer.name_length, place->buffer.name);
}

/*===--- Asynchronous copies ----------------------------------------------===*/

/* It reads and writes from where it starts to where it is waited for. */
static bool touch_copy(const tl_ptx_step *step, const tl_ptx_place *to,
                       const tl_ptx_place *from, int bytes, int read) {
  return tl_ptx_touch(step, to, bytes, (tl_ptx_deed){.writes = true}) &&
         tl_ptx_touch(step, from, read, (tl_ptx_deed){.writes = false});
}

void tl_ptx_copy_start(const tl_ptx_step *step, const tl_ptx_place *to,
                       const tl_ptx_place *from, int bytes, int read) {
  tl_ptx_machine *machine = step->machine;
  if (!touch_copy(step, to, from, bytes, read))
    return;
  tl_ptx_copy *copies =
      tl_ptx_grow(machine->copies, sizeof *copies, machine->copy_count,
                  &machine->copy_capacity);
  if (!copies) {
    tl_ptx_fault(step, "resources", "needs more memory than there is");
    return;
  }
  machine->copies = copies;
  copies[machine->copy_count++] =
      (tl_ptx_copy){.at = step->at,
                    .thread = tl_ptx_thread(step),
                    .group = step->warp->groups[step->lane],
                    .to = *to,
                    .from = *from,
                    .bytes = bytes,
                    .read = read};
  for (int i = 0; i < bytes; i++)
    tl_ptx_store(to, i, 1, (tl_ptx_value){TL_PTX_GARBAGE, UINT8_MAX});
}

void tl_ptx_copy_commit(const tl_ptx_step *step) {
  step->warp->groups[step->lane]++;
}

static void complete(const tl_ptx_step *waits, const tl_ptx_copy *copy) {
  tl_ptx_step step = *waits;
  step.at = copy->at;
  if (!touch_copy(&step, &copy->to, &copy->from, copy->bytes, copy->read))
    return;
  for (int i = 0; i < copy->bytes; i++)
    tl_ptx_store(&copy->to, i, 1,
                 i < copy->read ? tl_ptx_load(&copy->from, i, 1)
                                : (tl_ptx_value){0, 0});
}

void tl_ptx_copy_wait(const tl_ptx_step *step, uint64_t left) {
  tl_ptx_machine *machine = step->machine;
  uint32_t committed = step->warp->groups[step->lane];
  int kept = 0;
  for (int i = 0; i < machine->copy_count; i++) {
    const tl_ptx_copy *copy = &machine->copies[i];
    if (copy->thread == tl_ptx_thread(step) &&
        (uint64_t)copy->group + left < committed)
      complete(step, copy);
    else
      machine->copies[kept++] = *copy;
  }
  machine->copy_count = kept;
}
