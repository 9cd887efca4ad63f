/* thread_part.c - see thread_part.h. */
#include "thread_part.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "vector_parts.h"

/* How far their last register is from the first. */
static int64_t span_of(const tl_atoms *atoms) {
  int64_t span = 0;
  for (int64_t i = 0; i < atoms->count; i++)
    span += (atoms->items[i].extent - 1) * atoms->items[i].register_stride;
  return span;
}

/* Whether one digit ends where the next one begins, at the most. */
static bool are_in_a_row(const tl_thread_view *view,
                         const tl_thread_digits *digits) {
  int64_t span = span_of(&view->atoms) + span_of(&view->inner);
  if (digits->atom >= 0)
    span -= (digits->count - 1) * digits->slots;
  return digits->count > 1 && span < digits->slots;
}

/* Starts whose registers follow each other by the same number. */
static bool read_starts(const tl_thread_view *view, tl_thread_digits *out) {
  int64_t step = mlirDenseI64ArrayGetElement(view->slots, 1);
  for (intptr_t i = 0; i < view->start_count; i++)
    if (mlirDenseI64ArrayGetElement(view->slots, i) != i * step)
      return false;
  *out = (tl_thread_digits){view->start_count, step, -1};
  return true;
}

/* Whether its digits move addresses by what they are aligned to, and what is swizzled
 * by whole periods, which a swizzle neither reads nor changes. */
static bool moves_parts(const tl_thread_view *view, const tl_atom *atom) {
  int64_t stride = atom->memory_stride * (atom->symbol ? atom->divisor : 1);
  return stride * view->element_bytes % view->alignment == 0 &&
         stride % tl_swizzle_period(&view->swizzle) == 0;
}

static bool read_atom(const tl_thread_view *view, tl_thread_digits *out) {
  const tl_atom *most = NULL;
  if (!mlirAttributeIsNull(view->slots))
    return false;
  for (int64_t i = 0; i < view->atoms.count; i++) {
    const tl_atom *atom = &view->atoms.items[i];
    if (atom->extent > 1 &&
        (!most || atom->register_stride > most->register_stride))
      most = atom;
  }
  if (!most || !moves_parts(view, most))
    return false;
  *out = (tl_thread_digits){most->extent, most->register_stride,
                            most - view->atoms.items};
  return true;
}

bool tl_thread_digits_read(const tl_thread_view *view, tl_thread_digits *out) {
  if (view->kind == TL_COPY || view->matrices)
    return false;
  return (view->start_count > 1 ? read_starts(view, out)
                                : read_atom(view, out)) &&
         are_in_a_row(view, out);
}

/*===--- Write ------------------------------------------------------------===*/

static MlirValue build_offset(const tl_builder *builder,
                              const tl_thread_view *view, const tl_atom *atom,
                              int64_t digit) {
  int64_t number = digit * atom->memory_stride;
  MlirValue offset = tl_thread_offset(view, 0);
  if (!atom->symbol || !number)
    return tl_build_by(builder, TL_ADD, offset, number);
  MlirValue stride = tl_thread_symbol(view, (intptr_t)atom->symbol - 1);
  return tl_build_pair(builder, TL_ADD, offset,
                       tl_build_by(builder, TL_MULTIPLY, stride, number));
}

/* What the digits before took of it.  Of a limit with an extent it is how far a
 * thread is from the lower bound: that is compared modulo 2^32, too, where both
 * have 32 bits. */
static MlirValue build_room(const tl_builder *builder,
                            const tl_thread_view *view, intptr_t limit,
                            int64_t taken) {
  MlirValue room = tl_thread_room(view, limit, 0);
  bool has_extent = view->extents >> limit & 1;
  if (!taken || !has_extent || !tl_is_word(room) ||
      !tl_is_word(tl_thread_extent(view, limit)))
    return tl_build_by(builder, has_extent ? TL_ADD : TL_SUBTRACT, room, taken);
  return tl_build_as_index(builder,
                           tl_build_by(builder, TL_ADD_WRAPPING,
                                       tl_build_narrow(builder, room), taken));
}

static void keep_digits(const tl_builder *builder, tl_thread_view *part,
                        const tl_thread_view *view, int64_t number,
                        int64_t first, int64_t count, MlirValue *offsets,
                        MlirValue *rooms) {
  const tl_atom *atom = &view->atoms.items[number];
  offsets[0] = build_offset(builder, view, atom, first);
  for (intptr_t limit = 0; limit < view->limit_count; limit++) {
    int64_t taken = atom->dimension == limit ? first * atom->weight : 0;
    rooms[limit] = build_room(builder, view, limit, taken);
    part->granules[limit] = tl_gcd(part->granules[limit], taken);
  }
  part->atoms.items[number].extent = count;
}

static void keep_starts(const tl_builder *builder, tl_thread_view *part,
                        const tl_thread_view *view, int64_t first,
                        int64_t count, MlirValue *offsets, MlirValue *rooms) {
  int64_t slots[TL_MAX_STARTS];
  for (intptr_t i = 0; i < count; i++) {
    slots[i] = mlirDenseI64ArrayGetElement(view->slots, i);
    offsets[i] = tl_thread_offset(view, (intptr_t)first + i);
    for (intptr_t limit = 0; limit < view->limit_count; limit++)
      rooms[limit * count + i] =
          tl_thread_room(view, limit, (intptr_t)first + i);
  }
  part->start_count = (intptr_t)count;
  part->slots =
      count > 1 ? mlirDenseI64ArrayGet(builder->context, (intptr_t)count, slots)
                : (MlirAttribute){NULL};
}

MlirOperation tl_build_thread_part(const tl_builder *builder,
                                   const tl_thread_view *view,
                                   const tl_thread_digits *digits,
                                   int64_t first, int64_t count, MlirType type,
                                   MlirValue fragment) {
  tl_thread_view part = *view;
  MlirValue offsets[TL_MAX_STARTS], symbols[TL_MAX_SYMBOLS];
  MlirValue rooms[TL_MAX_RANK * TL_MAX_STARTS], extents[TL_MAX_RANK];
  intptr_t extent_count = 0;
  part.fragment = fragment;
  part.fragment_type = type;
  if (digits->atom < 0)
    keep_starts(builder, &part, view, first, count, offsets, rooms);
  else
    keep_digits(builder, &part, view, digits->atom, first, count, offsets,
                rooms);
  for (intptr_t i = 0; i < view->symbol_count; i++)
    symbols[i] = tl_thread_symbol(view, i);
  for (intptr_t limit = 0; limit < view->limit_count; limit++)
    if (view->extents >> limit & 1)
      extents[extent_count++] = tl_thread_extent(view, limit);
  MlirOperation built = tl_thread_create(&part, builder->location, offsets,
                                         symbols, rooms, extents);
  tl_copy_foreign_attributes(view->operation, built);
  mlirBlockInsertOwnedOperationBefore(builder->block, builder->before, built);
  return built;
}
