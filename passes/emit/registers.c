/* registers.c - see registers.h.
 *
 * Consecutive slots of a buffer move as one vector, others element by element.
 * The pieces of a loaded vector are kept beside the load until the last copy
 * that stores them is written. */
#include "registers.h"
#include "flat_memory.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

enum { NO_PIECE = -1 };

/* Of a load that was written; in the memory of the builder. */
typedef struct kept_pieces {
  int64_t count;
  MlirValue *pieces;
  tl_part *parts;
} kept_pieces;

static const kept_pieces *kept_of(const tl_builder *builder,
                                  MlirValue fragment);
static void open_fragment(const tl_builder *builder, MlirValue fragment,
                          tl_registers *out);
static void open_rows(const tl_builder *builder, tl_registers *registers,
                      MlirValue fragment, int64_t first, int64_t end);
static void add_zeros(const tl_builder *builder, tl_registers *registers);

void tl_registers_open(const tl_builder *builder, const tl_thread_view *view,
                       tl_registers *out) {
  tl_registers_open_vector(view->fragment_type, out);
  out->is_buffer = view->kind == TL_COPY;
  if (out->is_buffer)
    out->buffer = tl_build_flat(builder, view->fragment);
  else if (view->stores)
    open_fragment(builder, view->fragment, out);
}

void tl_registers_open_vector(MlirType type, tl_registers *out) {
  out->is_buffer = false;
  out->type = type;
  out->element = tl_element_type(type);
  out->piece_count = 0;
  out->count = mlirTypeIsAVector(type) ? tl_element_count(type) : 0;
  for (int64_t i = 0; i < out->count; i++)
    out->parts[i].piece = NO_PIECE;
}

void tl_registers_read(const tl_builder *builder, MlirValue vector,
                       tl_registers *out) {
  tl_registers_open_vector(mlirValueGetType(vector), out);
  open_rows(builder, out, vector, 0, out->count);
}

/*===--- Pieces -----------------------------------------------------------===*/

static void **kept_place(const tl_builder *builder, MlirValue fragment) {
  return tl_key_table_place(builder->built, &fragment, sizeof fragment);
}

/* Null where they are not kept. */
static const kept_pieces *kept_of(const tl_builder *builder,
                                  MlirValue fragment) {
  return *kept_place(builder, fragment);
}

/* False without memory. */
static bool keep_pieces(const tl_builder *builder,
                        const tl_registers *registers, MlirValue fragment) {
  tl_key_table *table = builder->built;
  size_t values = (size_t)registers->piece_count * sizeof *registers->pieces;
  size_t parts = (size_t)registers->count * sizeof *registers->parts;
  kept_pieces *kept = tl_key_table_take(table, sizeof *kept);
  if (!kept)
    return false;
  *kept =
      (kept_pieces){registers->piece_count, tl_key_table_take(table, values),
                    tl_key_table_take(table, parts)};
  if (!kept->pieces || !kept->parts)
    return false;
  memcpy(kept->pieces, registers->pieces, values);
  memcpy(kept->parts, registers->parts, parts);
  *kept_place(builder, fragment) = kept;
  return kept_of(builder, fragment) != NULL;
}

static void open_kept(const kept_pieces *kept, tl_registers *out) {
  out->piece_count = kept->count;
  memcpy(out->pieces, kept->pieces, (size_t)kept->count * sizeof *out->pieces);
  memcpy(out->parts, kept->parts, (size_t)out->count * sizeof *out->parts);
}

static void open_fragment(const tl_builder *builder, MlirValue fragment,
                          tl_registers *out) {
  const kept_pieces *kept = kept_of(builder, fragment);
  if (kept)
    open_kept(kept, out);
  else
    open_rows(builder, out, fragment, 0, out->count);
}

/* Another value may come to lie where it lay. */
static void destroy_unused(const tl_builder *builder, MlirValue fragment) {
  if (!mlirOpOperandIsNull(mlirValueGetFirstUse(fragment)))
    return;
  *kept_place(builder, fragment) = NULL;
  mlirOperationDestroy(mlirOpResultGetOwner(fragment));
}

void tl_registers_forget(const tl_builder *builder, MlirValue fragment) {
  if (kept_of(builder, fragment))
    destroy_unused(builder, fragment);
}

/*===--- Whole vectors ----------------------------------------------------===*/

/* A vector of several dimensions as rows along the last one.  They are taken
 * and put one by one: the stock GPU pipeline does not lower vector.shape_cast.
 */
typedef struct rows {
  int64_t rank, count, length;
  int64_t extents[TL_MAX_RANK];
} rows;

static rows rows_of(MlirType type) {
  rows all = {.rank = mlirShapedTypeGetRank(type), .count = 1, .length = 1};
  for (int64_t d = 0; d < all.rank; d++) {
    all.extents[d] = mlirShapedTypeGetDimSize(type, (intptr_t)d);
    if (d + 1 < all.rank)
      all.count *= all.extents[d];
    else
      all.length = all.extents[d];
  }
  return all;
}

static MlirNamedAttribute row_position(const tl_builder *builder,
                                       const rows *all, int64_t row) {
  int64_t position[TL_MAX_RANK];
  for (int64_t d = all->rank - 2; d >= 0; d--) {
    position[d] = row % all->extents[d];
    row /= all->extents[d];
  }
  return tl_named(builder, "static_position",
                  tl_words(builder, all->rank - 1, position));
}

/* Those rows that some of the registers first .. end - 1 are in. */
static void open_rows(const tl_builder *builder, tl_registers *registers,
                      MlirValue fragment, int64_t first, int64_t end) {
  rows all = rows_of(registers->type);
  MlirType type = tl_vector_type(all.length, registers->element);
  registers->piece_count = all.count;
  for (int64_t row = first / all.length; row * all.length < end; row++) {
    MlirNamedAttribute position = row_position(builder, &all, row);
    registers->pieces[row] =
        all.rank == 1 ? fragment
                      : tl_build_value(builder, "vector.extract", type, 1,
                                       &fragment, 1, &position);
  }
  for (int64_t i = first; i < end; i++)
    registers->parts[i] =
        (tl_part){(int16_t)(i / all.length), (int16_t)(i % all.length)};
}

MlirValue tl_registers_part(const tl_builder *builder, MlirValue vector,
                            int64_t first, int64_t count) {
  tl_registers all;
  const tl_part *parts = &all.parts[first];
  tl_registers_open_vector(mlirValueGetType(vector), &all);
  open_rows(builder, &all, vector, first, first + count);
  return count == 1 ? tl_build_element(builder, all.pieces[parts->piece],
                                       parts->element)
                    : tl_build_gather(builder, all.pieces, parts, count);
}

/* A row alone is put into a vector of two such vectors: inserted as all of one, the
 * pipeline makes vector.broadcast of it, which it does not lower either. */
static MlirValue build_of_row(const tl_builder *builder, const rows *all,
                              MlirType type, MlirValue row) {
  static const int64_t FIRST[TL_MAX_RANK] = {0};
  int64_t extents[TL_MAX_RANK + 1] = {2};
  memcpy(extents + 1, all->extents, sizeof all->extents);
  MlirType two = mlirVectorTypeGet((intptr_t)all->rank + 1, extents,
                                   tl_element_type(type));
  MlirValue operands[] = {row, tl_build_zero(builder, two)};
  MlirNamedAttribute position =
      tl_named(builder, "static_position", tl_words(builder, all->rank, FIRST));
  MlirValue both =
      tl_build_value(builder, "vector.insert", two, 2, operands, 1, &position);
  position = tl_named(builder, "static_position", tl_words(builder, 1, FIRST));
  return tl_build_value(builder, "vector.extract", type, 1, &both, 1,
                        &position);
}

MlirValue tl_registers_whole(const tl_builder *builder,
                             const tl_registers *registers) {
  rows all = rows_of(registers->type);
  if (all.count == 1) {
    MlirValue row = tl_build_gather(builder, registers->pieces,
                                    registers->parts, registers->count);
    return all.rank == 1 ? row
                         : build_of_row(builder, &all, registers->type, row);
  }
  MlirValue whole = tl_build_zero(builder, registers->type);
  for (int64_t row = 0; row < all.count; row++) {
    MlirValue operands[] = {tl_build_gather(builder, registers->pieces,
                                            registers->parts + row * all.length,
                                            all.length),
                            whole};
    MlirNamedAttribute position = row_position(builder, &all, row);
    whole = tl_build_value(builder, "vector.insert", registers->type, 2,
                           operands, 1, &position);
  }
  return whole;
}

MlirValue tl_registers_cast(const tl_builder *builder, MlirValue vector,
                            MlirType type) {
  tl_registers all;
  tl_registers_read(builder, vector, &all);
  all.type = type;
  return tl_registers_whole(builder, &all);
}

/* Registers that nothing was put into are zero. */
static void add_zeros(const tl_builder *builder, tl_registers *registers) {
  MlirValue *zero = &registers->pieces[registers->piece_count];
  bool is_built = false;
  for (int64_t i = 0; i < registers->count; i++) {
    if (registers->parts[i].piece != NO_PIECE)
      continue;
    if (!is_built)
      *zero = tl_build_zero(builder, registers->element);
    is_built = true;
    registers->parts[i] = (tl_part){(int16_t)registers->piece_count, 0};
  }
  registers->piece_count += is_built;
}

void tl_registers_close(const tl_builder *builder, tl_registers *registers,
                        MlirOperation load) {
  MlirValue loaded = mlirOperationGetResult(load, 0), whole = {NULL};
  MlirOpOperand use = mlirValueGetFirstUse(loaded);
  add_zeros(builder, registers);
  bool is_kept = keep_pieces(builder, registers, loaded);
  while (!mlirOpOperandIsNull(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    intptr_t number = mlirOpOperandGetOperandNumber(use);
    use = mlirOpOperandGetNextUse(use);
    if (is_kept && tl_operation_kind_of(user) == TL_OPERATION_THREAD_STORE)
      continue;
    if (mlirValueIsNull(whole))
      whole = tl_registers_whole(builder, registers);
    mlirOperationSetOperand(user, number, whole);
  }
  destroy_unused(builder, loaded);
}

/*===--- Accesses ---------------------------------------------------------===*/

static bool are_consecutive(const tl_slots *slots) {
  for (int64_t i = 1; i < slots->count; i++)
    if (slots->slot[i] != slots->slot[0] + i)
      return false;
  return true;
}

/* base + slot as an index. */
static MlirValue build_position(const tl_builder *builder,
                                const tl_slots *slots, int64_t i) {
  if (mlirValueIsNull(slots->base))
    return tl_build_index(builder, slots->slot[i]);
  return tl_build_by(builder, TL_ADD, slots->base, slots->slot[i]);
}

static MlirValue get_from_buffer(const tl_builder *builder,
                                 const tl_registers *registers,
                                 const tl_slots *slots) {
  MlirType vector = tl_vector_type(slots->count, registers->element);
  MlirValue values[TL_MAX_ITERS];
  if (slots->count > 1 && are_consecutive(slots)) {
    MlirValue operands[] = {registers->buffer,
                            build_position(builder, slots, 0)};
    return tl_build_value(builder, "vector.load", vector, 2, operands, 0, NULL);
  }
  for (int64_t i = 0; i < slots->count; i++) {
    MlirValue operands[] = {registers->buffer,
                            build_position(builder, slots, i)};
    values[i] = tl_build_value(builder, "memref.load", registers->element, 2,
                               operands, 0, NULL);
  }
  if (slots->count == 1)
    return values[0];
  return tl_build_value(builder, "vector.from_elements", vector,
                        (intptr_t)slots->count, values, 0, NULL);
}

MlirValue tl_registers_get(const tl_builder *builder,
                           const tl_registers *registers,
                           const tl_slots *slots) {
  tl_part parts[TL_MAX_ITERS];
  if (registers->is_buffer)
    return get_from_buffer(builder, registers, slots);
  for (int64_t i = 0; i < slots->count; i++)
    parts[i] = registers->parts[slots->slot[i]];
  if (slots->count == 1)
    return tl_build_element(builder, registers->pieces[parts[0].piece],
                            parts[0].element);
  return tl_build_gather(builder, registers->pieces, parts, slots->count);
}

static void build_write(const tl_builder *builder, const char *name,
                        MlirValue value, MlirValue buffer, MlirValue position) {
  MlirValue operands[] = {value, buffer, position};
  tl_build_request request = {
      .name = name, .operand_count = 3, .operands = operands};
  tl_build(builder, &request);
}

static void put_into_buffer(const tl_builder *builder, tl_registers *registers,
                            const tl_slots *slots, MlirValue value) {
  if (slots->count > 1 && are_consecutive(slots)) {
    build_write(builder, "vector.store", value, registers->buffer,
                build_position(builder, slots, 0));
    return;
  }
  for (int64_t i = 0; i < slots->count; i++)
    build_write(builder, "memref.store", tl_build_element(builder, value, i),
                registers->buffer, build_position(builder, slots, i));
}

void tl_registers_put(const tl_builder *builder, tl_registers *registers,
                      const tl_slots *slots, MlirValue value) {
  if (registers->is_buffer) {
    put_into_buffer(builder, registers, slots, value);
    return;
  }
  for (int64_t i = 0; i < slots->count; i++)
    registers->parts[slots->slot[i]] =
        (tl_part){(int16_t)registers->piece_count, (int16_t)i};
  registers->pieces[registers->piece_count++] = value;
}
