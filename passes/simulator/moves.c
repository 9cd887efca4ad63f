/* moves.c - see operations.h, and the operations that move elements: those of memref
 * and of vectors.
 *
 * vector.load and vector.store move the rows of a vector as one access each;
 * masked and transfer operations move their elements one by one. */
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"
#include "roles.h"
#include <inttypes.h>
#include <string.h>

static tl_text numbers_text(int64_t count, const int64_t *numbers,
                            const char *separator) {
  tl_text text = {.length = 0};
  for (int64_t i = 0; i < count; i++)
    tl_text_append(&text, "%s%" PRId64, i ? separator : "", numbers[i]);
  return text;
}

/* Whether all elements of the row are those of the memref. */
static bool contains(const tl_move *move) {
  const tl_view *view = move->view;
  int64_t end = view->rank - 1;
  for (int64_t d = 0; d <= end; d++)
    if (move->coordinate[d] < 0 || move->coordinate[d] >= view->sizes[d])
      return false;
  return end < 0 || (move->count > 0 ? move->count <= view->sizes[end] -
                                                          move->coordinate[end]
                                     : move->coordinate[end] > 0);
}

static bool refuse_row(const tl_move *move, bool writes) {
  const tl_view *view = move->view;
  int64_t last[TL_MAX_RANK];
  memcpy(last, move->coordinate, sizeof last);
  if (view->rank > 0)
    last[view->rank - 1] =
        tl_add_saturated(last[view->rank - 1], move->count - 1);
  return tl_fault(
      &move->step, TL_FAULT_BOUNDS, "%s element [%s] of a memref of %s in %s",
      writes ? "writes" : "reads", numbers_text(view->rank, last, ", ").data,
      numbers_text(view->rank, view->sizes, "x").data,
      tl_describe_place(view->buffer, 0, 0).text);
}

bool tl_move_find(const tl_move *move, bool writes, tl_access *access) {
  int64_t element_bytes = move->scalar->bytes;
  *access = (tl_access){
      .step = move->step,
      .buffer = move->view->buffer,
      .bytes = move->count * element_bytes,
      .alignment = move->alignment,
      .writes = writes,
      .is_of_block = move->is_of_block,
      .is_atomic = move->is_atomic,
  };
  if (!contains(move))
    return refuse_row(move, writes);
  return tl_view_byte(move->view, move->coordinate, element_bytes,
                      &access->byte) ||
         tl_fault_overflow(&move->step);
}

void tl_move_load(const tl_move *move, tl_element *out) {
  tl_access access;
  int bytes = move->scalar->bytes;
  bool is_open = tl_move_find(move, false, &access) && tl_access_check(&access);
  if (is_open)
    tl_buffer_get_row(access.buffer, access.byte, bytes, move->count, out);
  for (int64_t i = 0; !is_open && i < move->count; i++)
    out[i] = (tl_element){0, tl_poison_all(move->scalar)};
}

bool tl_move_peek(const tl_move *move, tl_element *out) {
  tl_access access;
  if (!tl_move_find(move, false, &access))
    return false;
  *out = tl_buffer_get(access.buffer, access.byte, move->scalar->bytes);
  return true;
}

void tl_move_put(const tl_move *move, const tl_access *access,
                 const tl_element *values) {
  int bytes = move->scalar->bytes;
  bool is_open = access->buffer->space == TL_MEMORY_GLOBAL;
  for (int64_t i = 0; is_open && i < move->count; i++)
    if (values[i].poison)
      tl_fault(
          &move->step, TL_FAULT_UNINITIALIZED,
          "writes an uninitialized value to %s",
          tl_describe_place(access->buffer, access->byte + i * bytes, bytes)
              .text);
  tl_buffer_put_row(access->buffer, access->byte, bytes, move->count, values);
}

void tl_move_store(const tl_move *move, const tl_element *values) {
  tl_access access;
  if (tl_move_find(move, true, &access) && tl_access_check(&access))
    tl_move_put(move, &access, values);
}

/*===--- Rule U1 ----------------------------------------------------------===*/

static bool is_same_view(const tl_view *a, const tl_view *b) {
  bool is_same = a->buffer == b->buffer && a->start == b->start &&
                 a->offset == b->offset && a->rank == b->rank;
  for (int64_t d = 0; is_same && d < a->rank; d++)
    is_same = a->sizes[d] == b->sizes[d] && a->strides[d] == b->strides[d];
  return is_same;
}

static bool is_same_operand(const tl_step *a, const tl_step *b, int i) {
  const tl_slot *slot = tl_operand_slot(a->at, i);
  if (slot->is_memref)
    return is_same_view(tl_operand_view(a, i), tl_operand_view(b, i));
  const tl_element *one = tl_operand(a, i), *other = tl_operand(b, i);
  int64_t k = 0;
  while (k < slot->count && one[k].bits == other[k].bits &&
         one[k].poison == other[k].poison)
    k++;
  return k == slot->count;
}

static bool have_same_operands(const tl_step *first) {
  bool is_same = true;
  for (int k = 1; is_same && k < first->lanes->count; k++) {
    tl_step step = tl_step_of(first, k);
    for (int i = 0; is_same && i < first->at->operand_count; i++)
      is_same = is_same_operand(first, &step, i);
  }
  return is_same;
}

tl_party tl_party_agreed(const tl_step *first) {
  tl_party block = tl_party_of_block(first);
  block.is_optional = true;
  return have_same_operands(first) ? block : (tl_party){.threads = 0};
}

void tl_run_agreed(const tl_step *first, bool may_agree,
                   void (*run)(const tl_step *step, bool is_of_block)) {
  bool is_once = may_agree && first->lanes->count > 1 &&
                 first->lanes->count == first->machine->thread_count &&
                 have_same_operands(first);
  for (int k = 0; k < (is_once ? 1 : first->lanes->count); k++) {
    tl_step step = tl_step_of(first, k);
    run(&step, is_once);
  }
}

void tl_move_start(const tl_move *from, const tl_move *to) {
  tl_access read = {.bytes = 0}, write;
  if ((from->count == 0 || tl_move_find(from, false, &read)) &&
      tl_move_find(to, true, &write))
    tl_async_start(&read, &write);
}

tl_move tl_move_from(const tl_step *step, int memref) {
  tl_move move;
  tl_move_set(&move, step, memref);
  return move;
}

tl_move tl_move_of(const tl_step *step, int memref, int first) {
  tl_move move;
  tl_move_set_at(&move, step, memref, first);
  return move;
}

void tl_check_divisor(const tl_step *step, const char *what, int64_t number,
                      int64_t d, int64_t divisor) {
  if (number % divisor != 0)
    tl_fault(step, TL_FAULT_ASSERTION,
             "has %s %" PRId64 " in dimension %" PRId64 ", which %" PRId64
             " does not divide",
             what, number, d, divisor);
}

int64_t tl_move_address(const tl_move *move) {
  int64_t address;
  if (tl_view_address(move->view, move->scalar->bytes, &address))
    return address;
  tl_fault_overflow(&move->step);
  return 0;
}

void tl_check_alignment(const tl_move *move, int64_t alignment) {
  int64_t address = tl_move_address(move);
  if (address % alignment != 0)
    tl_fault(&move->step, TL_FAULT_ALIGNMENT,
             "has memory at address 0x%" PRIx64
             ", of which it says that %" PRId64 " divides it",
             address, alignment);
}

/*===--- What threads hold ------------------------------------------------===*/

static tl_element *open_result(const tl_step *step, bool is_unknown) {
  const tl_slot *slot = tl_result_slot(step->at, 0);
  tl_element *out = tl_result(step, 0);
  for (int64_t i = 0; i < slot->count; i++)
    out[i] = (tl_element){0, is_unknown ? tl_poison_all(&slot->scalar) : 0};
  return out;
}

tl_held tl_held_open(const tl_step *step, int operand, bool is_filled) {
  if (operand < 0)
    return (tl_held){.elements = open_result(step, is_filled)};
  if (!tl_operand_slot(step->at, operand)->is_memref)
    return (tl_held){.elements = tl_operand(step, operand)};
  tl_held out = {.move = tl_move_from(step, operand)};
  out.move.alignment = 1;
  return out;
}

static const tl_move *move_to(tl_held *held, int64_t slot) {
  const tl_view *view = held->move.view;
  tl_coordinate_of(slot, view->rank, view->sizes, held->move.coordinate);
  return &held->move;
}

tl_element tl_held_get(tl_held *from, int64_t slot) {
  tl_element element;
  if (from->elements)
    return from->elements[slot];
  tl_move_load(move_to(from, slot), &element);
  return element;
}

void tl_held_put(tl_held *to, int64_t slot, tl_element element) {
  if (to->elements)
    to->elements[slot] = element;
  else
    tl_move_store(move_to(to, slot), &element);
}

/*===--- Matrices ---------------------------------------------------------===*/

enum { COUNT = 0, FORM, ROWS };

bool tl_matrices_prepare(tl_instruction *at, int64_t count, tl_matrix_form form,
                         bool stores) {
  int64_t each = form == TL_MATRIX_BYTES && !stores ? 16 : TL_MATRIX_ROWS;
  if (at->program->wave != TL_MATRIX_LANES ||
      (count != 1 && count != 2 && count != 4) ||
      count * each > TL_MATRIX_LANES)
    return tl_refuse(at, "moves matrices that the simulator does not know");
  return tl_set_numbers(at, 3, (int64_t[]){count, form, count * each});
}

tl_matrices tl_matrices_find(const tl_step *first, bool stores,
                             tl_row_finder find, void *user) {
  const int64_t *numbers = first->at->numbers;
  tl_step lane = *first;
  tl_matrices out = {.count = numbers[COUNT],
                     .row_count = numbers[ROWS],
                     .form = (tl_matrix_form)numbers[FORM],
                     .stores = stores};
  for (int i = 0; i < out.row_count; i++, lane.thread++)
    if (!find(&lane, user, &out.rows[i]) ||
        !tl_access_check_place(&out.rows[i]))
      out.rows[i].buffer = NULL;
  return out;
}

int64_t tl_matrices_lane_bytes(const tl_matrices *matrices) {
  return matrices->row_count * TL_MATRIX_ROW_BYTES / TL_MATRIX_LANES;
}

/* What lies beside each other of what a lane holds, in bytes. */
static int piece_size(const tl_matrices *matrices) {
  return matrices->form == TL_MATRIX_BYTES ? 1 : 2;
}

/* Its piece number `piece` of a matrix. */
static tl_access piece_of(const tl_step *step, const tl_matrices *matrices,
                          int64_t matrix, int piece) {
  int64_t rows = matrices->row_count / matrices->count;
  tl_matrix_place place = tl_matrix_piece(
      matrices->form, rows, step->thread % TL_MATRIX_LANES, piece);
  tl_access access = matrices->rows[matrix * rows + place.row];
  access.step.thread = step->thread;
  access.byte += place.column;
  access.bytes = piece_size(matrices);
  return access;
}

void tl_matrices_move(const tl_step *lane, const tl_matrices *matrices,
                      tl_element *elements, int size) {
  tl_element pieces[TL_MATRIX_LANE_BYTES];
  int64_t bytes = tl_matrices_lane_bytes(matrices);
  int part = piece_size(matrices), count = (int)bytes / part,
      each = count / (int)matrices->count;
  if (matrices->stores)
    tl_cast_elements(elements, size, pieces, part, bytes);
  for (int i = 0; i < count; i++) {
    tl_access access = piece_of(lane, matrices, i / each, i % each);
    if (access.buffer) {
      tl_trace_add(&access, TL_MATRIX_ROW_BYTES);
      tl_access_record(&access);
    }
    if (!matrices->stores)
      pieces[i] = access.buffer
                      ? tl_buffer_get(access.buffer, access.byte, part)
                      : (tl_element){.poison = UINT16_MAX};
    else if (access.buffer)
      tl_buffer_put(access.buffer, access.byte, part, pieces[i]);
  }
  if (!matrices->stores)
    tl_cast_elements(pieces, part, elements, size, bytes);
}

/*===--- Operations: rows ----------------------------------------------------===*/

void tl_move_rows(tl_move *move) {
  const tl_step *step = &move->step;
  bool stores = step->at->result_count == 0;
  const tl_slot *vector =
      stores ? tl_operand_slot(step->at, 0) : tl_result_slot(step->at, 0);
  tl_element *elements = stores ? tl_operand(step, 0) : tl_result(step, 0);
  int64_t outer = move->view->rank - vector->rank, first[TL_MAX_RANK];
  if (vector->rank > 1)
    memcpy(first, move->coordinate, sizeof first);
  move->count = vector->rank ? vector->shape[vector->rank - 1] : 1;
  for (int64_t row = 0; row < vector->count; row += move->count) {
    int64_t place[TL_MAX_RANK];
    if (vector->rank > 1)
      tl_coordinate_of(row, vector->rank, vector->shape, place);
    for (int64_t d = 0; d + 1 < vector->rank; d++)
      move->coordinate[outer + d] =
          tl_add_saturated(first[outer + d], place[d]);
    if (stores)
      tl_move_store(move, elements + row);
    else
      tl_move_load(move, elements + row);
  }
}

static void move_rows(const tl_step *step, bool is_of_block) {
  bool stores = step->at->result_count == 0;
  tl_move move;
  tl_move_set_at(&move, step, stores, stores + 1);
  move.is_of_block = is_of_block;
  tl_move_rows(&move);
}

static void load_rows(const tl_step *step) { move_rows(step, false); }

static void store_rows(const tl_step *first) {
  tl_run_agreed(first, true, move_rows);
}

/*===--- Operations: element by element ------------------------------------===*/

bool tl_takes_part(const tl_step *step, int64_t i) {
  int mask = step->at->mask;
  if (mask < 0)
    return true;
  const tl_element *all = tl_slot_value(step->machine, mask, step->thread);
  if (all[i].poison)
    tl_fault(step, TL_FAULT_UNINITIALIZED, "needs its mask");
  return all[i].bits & 1;
}

/* numbers: the operand that is the vector that is stored, or what is loaded
 * where no element takes part; then for each dimension of the vector that of
 * memory, or NONE for one that is repeated; then whether it is known to be in
 * bounds. */
enum { VALUE = 0, FIRST_DIMENSION, NONE = -1 };

/* Whether memory has `rank` dimensions; an error if not. */
static bool has_dimensions(const tl_instruction *at, int64_t rank) {
  return tl_operand_slot(at, 0)->rank >= rank ||
         tl_refuse(at, "has a vector of more dimensions than its memory");
}

/* Memory comes before the mask and the value, whose dimensions are its last
 * ones. */
static bool prepare_masked(tl_instruction *at) {
  int64_t rank = tl_operand_slot(at, at->operand_count - 1)->rank;
  int64_t outer = tl_operand_slot(at, 0)->rank - rank;
  if (!has_dimensions(at, rank) ||
      !tl_reserve_numbers(at, FIRST_DIMENSION + 2 * rank))
    return false;
  at->mask = at->operands[at->operand_count - 2];
  at->numbers[VALUE] = at->operand_count - 1;
  for (int64_t d = 0; d < rank; d++) {
    at->numbers[FIRST_DIMENSION + d] = outer + d;
    at->numbers[FIRST_DIMENSION + rank + d] = true;
  }
  return true;
}

/* The vector that is stored is the first operand; what is loaded instead comes
 * after the indices. */
static bool prepare_transfer(tl_instruction *at) {
  MlirAffineMap map = mlirAffineMapAttrGetValue(
      tl_attribute_of(at->operation, "permutation_map"));
  MlirAttribute bounds = tl_attribute_of(at->operation, "in_bounds");
  int64_t rank = mlirAffineMapGetNumResults(map);
  int mask = 2 + (int)tl_operand_slot(at, !at->result_count)->rank;
  if (!tl_reserve_numbers(at, FIRST_DIMENSION + 2 * rank))
    return false;
  if (mask < at->operand_count)
    at->mask = at->operands[mask];
  at->numbers[VALUE] = at->result_count ? mask - 1 : 0;
  for (int64_t d = 0; d < rank; d++) {
    MlirAffineExpr place = mlirAffineMapGetResult(map, d);
    at->numbers[FIRST_DIMENSION + d] = mlirAffineExprIsADim(place)
                                           ? mlirAffineDimExprGetPosition(place)
                                           : NONE;
    at->numbers[FIRST_DIMENSION + rank + d] =
        !mlirAttributeIsNull(bounds) &&
        mlirBoolAttrGetValue(mlirArrayAttrGetElement(bounds, d));
  }
  return true;
}

/* Elements of the result that do not take part have what operand 1 says. */
static bool is_passed_through(const tl_instruction *at) {
  const tl_slot *mask = tl_operand_slot(at, 0);
  return at->operand_count == 1 ||
         (at->result_count == 1 && tl_result_slot(at, 0)->rank == mask->rank &&
          memcmp(tl_result_slot(at, 0)->shape, mask->shape,
                 sizeof mask->shape) == 0);
}

/* The mask is one of the operation inside, as if it had one. */
static bool prepare_mask(tl_instruction *at) {
  tl_body *body = &at->bodies[0];
  tl_instruction *own = body->items;
  if (body->count < 2)
    return true;
  if (!own->row->is_maskable || own->mask >= 0)
    return tl_refuse(at, "masks what the simulator does not know masks of: it "
                         "knows transfers, reductions, outer products and "
                         "contractions without another one");
  if (!is_passed_through(at))
    return tl_refuse(at, "passes elements through where the result has not the "
                         "shape of the mask");
  own->mask = at->operands[0];
  return true;
}

static void run_masked(const tl_step *first) {
  const tl_instruction *at = first->at;
  tl_run_branch(first, 0, first->lanes);
  for (int k = 0; at->operand_count > 1 && k < first->lanes->count; k++) {
    tl_step step = tl_step_of(first, k);
    for (int64_t i = 0; i < tl_result_slot(at, 0)->count; i++)
      if (!(tl_operand(&step, 0)[i].bits & 1))
        tl_result(&step, 0)[i] = tl_operand(&step, 1)[i];
  }
}

/* Item i of a vector operand of integers. */
static int64_t item_number(const tl_step *step, int operand, int64_t i) {
  tl_element element = tl_operand(step, operand)[i];
  if (element.poison)
    tl_fault(step, TL_FAULT_UNINITIALIZED,
             "needs the numbers that operand %d is", operand);
  return tl_sign_extend(element.bits,
                        tl_operand_slot(step->at, operand)->scalar.bits);
}

/* The element of the mask of an element: the dimensions of a mask are those of
 * memory, in their order, that the vector has. */
static int64_t mask_number(const tl_slot *vector, const int64_t *dimensions,
                           int64_t rank, const int64_t *place) {
  int64_t number = 0;
  for (int64_t m = 0; m < rank; m++)
    for (int64_t d = 0; d < vector->rank; d++)
      if (dimensions[d] == m)
        number = number * vector->shape[d] + place[d];
  return number;
}

/* Whether element i takes part; `move` then says where it lies. */
static bool find_element(const tl_slot *vector, int64_t i, tl_move *move) {
  const int64_t *numbers = move->step.at->numbers;
  int64_t place[TL_MAX_RANK];
  tl_coordinate_of(i, vector->rank, vector->shape, place);
  if (!tl_takes_part(&move->step, mask_number(vector, numbers + FIRST_DIMENSION,
                                              move->view->rank, place)))
    return false;
  for (int64_t d = 0; d < vector->rank; d++) {
    int64_t target = numbers[FIRST_DIMENSION + d];
    if (target == NONE)
      continue;
    int64_t *own = &move->coordinate[target];
    *own = tl_add_saturated(*own, place[d]);
    bool is_promised = numbers[FIRST_DIMENSION + vector->rank + d];
    if (!is_promised && *own >= move->view->sizes[target])
      return false;
  }
  return true;
}

/* A stated alignment is that of the first element. */
static void move_elements(const tl_step *step, bool is_of_block) {
  const tl_instruction *at = step->at;
  int value = (int)at->numbers[VALUE], memref = value == 0;
  const tl_slot *vector =
      at->result_count ? tl_result_slot(at, 0) : tl_operand_slot(at, value);
  int64_t stride = tl_operand_slot(at, value)->rank != 0;
  tl_element *values = tl_operand(step, value);
  tl_move first = tl_move_of(step, memref, memref + 1);
  first.is_of_block = is_of_block;
  for (int64_t i = 0; i < vector->count; i++) {
    tl_move move = first;
    bool takes_part = find_element(vector, i, &move);
    if (at->result_count && !takes_part)
      tl_result(step, 0)[i] = values[i * stride];
    else if (at->result_count)
      tl_move_load(&move, &tl_result(step, 0)[i]);
    else if (takes_part)
      tl_move_store(&move, &values[i]);
    first.alignment = tl_move_from(step, memref).alignment;
  }
}

static void load_elements(const tl_step *step) { move_elements(step, false); }

static void store_elements(const tl_step *first) {
  tl_run_agreed(first, true, move_elements);
}

/* Numbers of rows: element i lies as many elements further along the last
 * dimension as item i of the vector before the mask says, or as take part before
 * it. */
enum { SCATTERED = 0, PACKED };

/* The mask comes before the value. */
static bool prepare_scattered(tl_instruction *at) {
  at->mask = at->operands[at->operand_count - 2];
  if (at->row->number == PACKED &&
      tl_operand_slot(at, at->operand_count - 1)->rank != 1)
    return tl_refuse(at, "packs a vector of several dimensions; the simulator "
                         "knows one");
  return has_dimensions(at, 1);
}

static void move_scattered(const tl_step *step) {
  const tl_instruction *at = step->at;
  int value = at->operand_count - 1, offsets = value - 2;
  const tl_slot *vector = tl_operand_slot(at, value);
  const tl_move first = tl_move_of(step, 0, 1);
  int64_t taken = 0;
  for (int64_t i = 0; i < vector->count; i++) {
    tl_move move = first;
    tl_element *own = &tl_operand(step, value)[i];
    bool takes_part = tl_takes_part(step, i);
    if (takes_part)
      move.coordinate[move.view->rank - 1] = tl_add_saturated(
          move.coordinate[move.view->rank - 1],
          at->row->number == PACKED ? taken++ : item_number(step, offsets, i));
    if (at->result_count && takes_part)
      tl_move_load(&move, &tl_result(step, 0)[i]);
    else if (at->result_count)
      tl_result(step, 0)[i] = *own;
    else if (takes_part)
      tl_move_store(&move, own);
  }
}

/*===--- Operations: atomic ------------------------------------------------===*/

/* Kinds of arith::AtomicRMWKind, by number, which is that of MLIR 22; NULL: to take
 * the value itself. */
static const char *const CHANGES[] = {
    "arith.addf",     "arith.addi",    "arith.andi",  NULL,
    "arith.maximumf", "arith.maxnumf", "arith.maxsi", "arith.maxui",
    "arith.minimumf", "arith.minnumf", "arith.minsi", "arith.minui",
    "arith.mulf",     "arith.muli",    "arith.ori",   "arith.xori"};

/* detail: the row that changes an element, or NULL. */
static bool prepare_change(tl_instruction *at) {
  int64_t kind = tl_integer_attribute(at->operation, "kind", -1);
  if (kind < 0 || kind >= (int64_t)(sizeof CHANGES / sizeof *CHANGES))
    return tl_refuse(at, "is of a kind that the simulator does not know");
  if (CHANGES[kind])
    at->detail =
        (void *)tl_sim_row_find(mlirStringRefCreateFromCString(CHANGES[kind]));
  return true;
}

tl_element tl_changed_by(const tl_step *step, const tl_sim_row *row,
                         const tl_element *old, const tl_element *by) {
  const tl_element *operands[] = {old, by};
  const tl_scalar_type *type = &tl_operand_slot(step->at, 0)->scalar;
  tl_computation types = {
      .type = type, .result_type = type, .number = row->number};
  return tl_compute(step, row, &types, operands, 2);
}

bool tl_change_begin(tl_move *move, tl_access *access, tl_element *old) {
  move->is_atomic = true;
  *old = (tl_element){0, tl_poison_all(move->scalar)};
  if (!tl_move_find(move, true, access) || !tl_access_check(access))
    return false;
  *old = tl_buffer_get(access->buffer, access->byte, move->scalar->bytes);
  return true;
}

/* The result is what has been there, as that of llvm.atomicrmw. */
static void change_element(const tl_step *step) {
  tl_move move = tl_move_of(step, 1, 2);
  tl_element *old = tl_result(step, 0);
  tl_access access;
  if (!tl_change_begin(&move, &access, old))
    return;
  const tl_sim_row *row = step->at->detail;
  const tl_element by = *tl_operand(step, 0);
  const tl_element now = row ? tl_changed_by(step, row, old, &by) : by;
  tl_move_put(&move, &access, &now);
}

/* The body says what becomes of it, which is the result. */
static void change_by_body(const tl_step *step) {
  const tl_body *body = &step->at->bodies[0];
  const tl_lanes alone = {1, &step->thread};
  tl_move move = tl_move_of(step, 0, 1);
  tl_access access;
  tl_element *old =
      tl_slot_value(step->machine, body->arguments[0], step->thread);
  *tl_result(step, 0) = (tl_element){0, tl_poison_all(move.scalar)};
  if (!tl_change_begin(&move, &access, old))
    return;
  tl_run_body(step->machine, body, &alone);
  *tl_result(step, 0) = *(tl_element *)tl_slot_value(
      step->machine, tl_terminator(body)->operands[0], step->thread);
  tl_move_put(&move, &access, tl_result(step, 0));
}

const tl_sim_row TL_SIM_MOVES[] = {
    {"memref.load", "vector.load", .each = load_rows, .knows_vectors = true},
    {"memref.store", "vector.store", .all = store_rows,
     .party = tl_party_agreed, .knows_vectors = true},
    {"vector.maskedload", .each = load_elements, .prepare = prepare_masked},
    {"vector.maskedstore", .all = store_elements, .party = tl_party_agreed,
     .prepare = prepare_masked},
    {"vector.transfer_read", .each = load_elements, .is_maskable = true,
     .prepare = prepare_transfer},
    {"vector.transfer_write", .all = store_elements, .party = tl_party_agreed,
     .is_maskable = true, .prepare = prepare_transfer},
    {"vector.mask", .all = run_masked, .prepare = prepare_mask},
    {.name = "vector.yield"},
    {"memref.atomic_rmw", .each = change_element, .prepare = prepare_change},
    {"memref.generic_atomic_rmw", .each = change_by_body},
    {.name = "memref.atomic_yield"},
    {"vector.gather", "vector.scatter", .each = move_scattered,
     .prepare = prepare_scattered},
    {"vector.expandload", "vector.compressstore", .each = move_scattered,
     .prepare = prepare_scattered, .number = PACKED},
    {.name = "memref.prefetch"},
    {.name = NULL},
};
