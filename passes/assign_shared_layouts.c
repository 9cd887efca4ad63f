/* assign_shared_layouts.c - tl-assign-shared-layouts
 *
 * The copies of a workgroup buffer that say `layout auto` get one layout, under
 * which they cost least together (tl/shared_choice.h):
 *
 *   tl.store %v as #column to %S layout auto scope warp
 *     : vector<32xf32> to memref<32x32xf32, 3>
 *   %w = tl.load %S layout auto as #row scope warp
 *     : memref<32x32xf32, 3> to vector<32xf32>
 * becomes
 *   tl.store %v as #column to %S
 *     layout #tl.tile<S[(32, 32) : (32, 1)] + swizzle(...)> scope warp ...
 *
 * Rule B1 (users).  The buffer is defined in the kernel, or nothing else sees it
 * (facts/sole_memory.h), and copies that say `auto` are all that see where its
 * elements are; views of whole slices of it are looked through, and copies of parts
 * name the buffer (buffer_parts.h).
 * Rule B2 (meaning).  Who reads an element gets what was written to its
 * coordinate, under any layout.
 *
 * What a copy between memories moves by is planned for each layout that is
 * considered; where the layout of its other side is open, too, for rows there, or
 * what is chosen for them before.  Copies in loops count as often as they are known to run.
 *
 * Requires:  layouts of any spelling.
 * Preserves: everything but the layouts; with enlarge-buffers=1, a buffer that
 *            nothing but copies uses becomes as large as its layout needs.
 * Fails:     by rule B1; with require-optimal=1, by rule O2; where copies want tiles of different shapes of a buffer
 *            of one dimension, or more than TL_SHARED_MOST_ACCESSORS accesses
 *            differ; where a copy cannot be planned.
 * Remarks:   where they are asked for, what was chosen, what it costs, what more
 *            room would save, and what no layout can do. */
#include "buffer_parts.h"
#include "copy_report.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "pass_rows.h"
#include "passes/facts/owned_buffers.h"
#include "passes/facts/sole_memory.h"
#include "tl/copy_slice.h"
#include "tl/expression.h"
#include "tl/layout_algebra.h"
#include "tl/shared_users.h"
#include "tl/text.h"
#include "transfer_request.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SIDES = TL_SIDES };

/* What copies ask of a buffer: all that decides about its layout, besides copies
 * between memories and options.  Equal ones have equal bytes, as far as accessors
 * are there. */
typedef struct buffer_needs {
  const tl_target *target;
  tl_list shape;      /* that a layout is of: that of a slice of the buffer */
  int64_t room;       /* elements of a slice */
  int64_t has_slices; /* more than one */
  int64_t may_grow;
  int64_t element_bytes;
  int64_t transfer_count;
  tl_shared_accessors known; /* before a layout is */
} buffer_needs;

typedef struct shared_buffer shared_buffer;

/* A copy between memories. */
typedef struct open_transfer {
  tl_shared_transfer transfer;
  MlirOperation first;        /* that is it */
  const shared_buffer *other; /* that its other side is of; NULL: not open */
} open_transfer;

/* A buffer; zero at first. */
struct shared_buffer {
  MlirValue root;
  MlirOperation first; /* copy of it */
  bool has_views;      /* copies name views of it */
  buffer_needs needs;
  open_transfer *transfers;           /* owned */
  const tl_shared_settlement *chosen; /* of the choices; NULL: not yet */
  int64_t elements;                   /* of a slice under it */
  MlirAttribute layout;
  shared_buffer *next;
};

/* A run of the pass. */
typedef struct assign_run {
  tl_lowering lowering;
  bool has_remarks, enlarges, requires_optimal;
  const char *report_path; /* empty: none is written */
  tl_copy_report report;
  tl_key_table buffers, choices;
  shared_buffer *first, *last; /* in program order */
  bool is_fine;
} assign_run;

static bool has_auto(MlirOperation operation);
static bool choose_all(const tl_copy_run *run);
static void collect_copy(void *state, MlirOperation operation, void *plan);
static bool check_users(const shared_buffer *buffer, MlirValue value);
static bool choose_layout(assign_run *run, shared_buffer *buffer);
static bool check_bound(const assign_run *run, const shared_buffer *buffer);
static void tell_buffer(assign_run *run, const shared_buffer *buffer);
static void write_copy(void *state, MlirOperation operation, void *plan);
static void enlarge_buffer(const shared_buffer *buffer);

static const tl_copy_pass PASS = {
    .wants = has_auto, .tell = choose_all, .write = write_copy};

static bool read_options(assign_run *run, const tl_option_value *options) {
  run->enlarges = options[TL_OPTION_ENLARGE_BUFFERS].number != 0;
  run->has_remarks = options[TL_OPTION_REMARKS].number != 0;
  run->requires_optimal = options[TL_OPTION_REQUIRE_OPTIMAL].number != 0;
  run->report_path = options[TL_OPTION_REPORT].text;
  return tl_lowering_read(&run->lowering, options, TL_COPY_OPTION_COUNT) &&
         tl_flag_check(run->lowering.root, TL_ASSIGNMENT_OPTIONS, options,
                       TL_OPTION_REQUIRE_OPTIMAL) &&
         tl_flag_check(run->lowering.root, TL_ASSIGNMENT_OPTIONS, options,
                       TL_OPTION_ENLARGE_BUFFERS);
}

static tl_pass_result
run_assign_shared_layouts(MlirOperation root, const tl_option_value *options) {
  assign_run run = {.is_fine = true};
  tl_buffer_parts parts = {.is_whole = false};
  tl_lowering_open(&run.lowering, root);
  tl_pass_result result = TL_PASS_FAILED;
  if (read_options(&run, options)) {
    run.is_fine = tl_buffer_parts_name(root, &parts) ||
                  tl_emit_error(root, "out of memory for parts of buffers");
    result = tl_lowering_run(&run.lowering, &PASS, &run);
    tl_buffer_parts_end(&parts, result == TL_PASS_CHANGED);
  }
  for (shared_buffer *own = run.first; own && result == TL_PASS_CHANGED;
       own = own->next)
    enlarge_buffer(own);
  for (shared_buffer *own = run.first; own; own = own->next)
    free(own->transfers);
  tl_key_table_free(&run.choices);
  tl_key_table_free(&run.buffers);
  return result;
}

const tl_pass_row TL_ASSIGN_SHARED_LAYOUTS = {
    .argument = "tl-assign-shared-layouts",
    .description = "Choose the layouts of workgroup buffers",
    .options = TL_ASSIGNMENT_OPTIONS,
    .option_count = TL_ASSIGNMENT_OPTION_COUNT,
    .run = run_assign_shared_layouts,
};

/*===--- Copies ----------------------------------------------------------===*/

static bool has_auto(MlirOperation operation) {
  return tl_is_copy(operation) && tl_copy_has_auto(operation);
}

/*===--- Buffers ---------------------------------------------------------===*/

/* What the layout is of: a side without one has it of its last dimensions. */
static tl_list shape_of(const tl_copy_side *memory) {
  const tl_layout_facts *rows = tl_layout_attribute_facts(memory->layout);
  tl_list shape = {0};
  if (rows)
    return rows->shape;
  for (int64_t d = memory->leading; d < mlirShapedTypeGetRank(memory->type);
       d++)
    shape.items[shape.count++] =
        mlirShapedTypeGetDimSize(memory->type, (intptr_t)d);
  return shape;
}

/* What defines it, or has the block that it is an argument of. */
static MlirOperation owner_of(MlirValue root) {
  return mlirValueIsAOpResult(root)
             ? mlirOpResultGetOwner(root)
             : mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(root));
}

/* Elements of the buffer, and of a slice of it. */
static bool read_room(const tl_copy_view *view, shared_buffer *out) {
  MlirType type = mlirValueGetType(out->root);
  tl_strided strided;
  bool is_flat = mlirShapedTypeGetRank(type) == 1;
  if (!tl_strided_read(type, &strided) || !strided.is_identity ||
      !mlirShapedTypeHasStaticShape(type))
    return tl_emit_error(view->operation,
                         "%s has 'layout auto', so its buffer has to be "
                         "contiguous and of static shape",
                         view->memory.name);
  int64_t leading = is_flat ? 0 : strided.shape.count - out->needs.shape.count;
  out->needs.has_slices = leading > 0;
  out->needs.room = 1;
  for (int64_t d = leading; d < strided.shape.count; d++)
    if (!tl_product_fits(out->needs.room, strided.shape.items[d],
                         &out->needs.room) ||
        out->needs.room > TL_MAX_BUFFER)
      return tl_emit_error(view->operation,
                           "%s has 'layout auto', and its buffer has more "
                           "than %d elements",
                           view->memory.name, TL_MAX_BUFFER);
  return true;
}

/* Why rule E7 does not look through a view. */
static const char *opaqueness_of(const tl_copy_view *view,
                                 MlirOperation subview) {
  const tl_copy_side *memory = &view->memory;
  MlirAttribute steps = tl_attribute_of(subview, "static_strides");
  for (intptr_t d = 0; d < mlirDenseArrayGetNumElements(steps); d++)
    if (mlirDenseI64ArrayGetElement(steps, d) != 1)
      return "steps over elements";
  if (!mlirAttributeIsNull(memory->layout))
    return "is a part of a buffer of one dimension";
  if (view->lower_count)
    return "the copy has lower bounds of";
  return mlirAttributeIsNull(memory->alignment) &&
                 mlirAttributeIsNull(memory->divisibility) &&
                 mlirAttributeIsNull(memory->stride_divisibility) &&
                 mlirAttributeIsNull(view->bound_divisibility)
             ? "has not the dimensions of its buffer"
             : "the copy states facts of";
}

static bool refuse_root(const tl_copy_view *view, MlirOperation owner) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(owner));
  if (tl_operation_is(owner, "memref.subview"))
    return tl_emit_error(view->operation,
                         "%s has 'layout auto', and is %s, which %s; name the "
                         "buffer, and where the part begins by the origin of "
                         "the copy",
                         view->memory.name, tl_operation_text(owner).data,
                         opaqueness_of(view, owner));
  return tl_emit_error(view->operation,
                       "%s has 'layout auto', and comes from '%.*s'; a layout "
                       "is chosen for a memref.alloc, a memref.alloca, a "
                       "workgroup buffer of gpu.func or gpu.launch, bytes of "
                       "one or of dynamic memory that no other view reaches, a "
                       "global that a kernel gets in one place, or whole "
                       "slices of these",
                       view->memory.name, (int)name.length, name.data);
}

static bool open_buffer(const tl_copy_view *view, MlirValue root,
                        shared_buffer *out) {
  out->root = root;
  out->first = view->operation;
  out->needs.shape = shape_of(&view->memory);
  return tl_is_sole_memory(root) ? read_room(view, out)
                                 : refuse_root(view, owner_of(root));
}

/* (16, 32) */
static tl_text text_of(const tl_list *shape) {
  tl_text out = {0};
  for (int64_t d = 0; d < shape->count; d++)
    tl_text_append(&out, "%s%" PRId64, d ? ", " : "(", shape->items[d]);
  tl_text_append(&out, ")");
  return out;
}

/* Without `tile` a copy between memories means all dimensions. */
static shared_buffer *refuse_shape(const tl_copy_view *view,
                                   const tl_list *shape, const tl_list *known) {
  const tl_list *slice = shape->count < known->count ? shape : known;
  tl_text way = {0};
  if (shape->count == known->count)
    tl_text_append(&way, "give the buffer the shape of all of it");
  else
    tl_text_append(&way, "a copy that means a slice says tile%s",
                   text_of(slice).data);
  tl_emit_error(view->operation,
                "%s has 'layout auto' for a tile of another shape, %s, than "
                "other copies of its buffer, %s; %s",
                view->memory.name, text_of(shape).data, text_of(known).data,
                way.data);
  return NULL;
}

/* NULL after an error. */
static shared_buffer *buffer_of(assign_run *run, const tl_copy_view *view) {
  tl_list shape = shape_of(&view->memory);
  MlirValue root = tl_buffer_of_slices(view->memory.value, shape.count);
  void **place = tl_key_table_place(&run->buffers, &root.ptr, sizeof root.ptr);
  shared_buffer *own = *place;
  if (!own) {
    own = tl_key_table_take(&run->buffers, sizeof *own);
    if (!own) {
      tl_emit_error(view->operation, "out of memory for a buffer");
      return NULL;
    }
    memset(own, 0, sizeof *own);
    if (!open_buffer(view, root, own))
      return NULL;
    *(run->last ? &run->last->next : &run->first) = own;
    *place = run->last = own;
  }
  own->has_views |= !mlirValueEqual(root, view->memory.value);
  return memcmp(&own->needs.shape, &shape, sizeof shape) == 0
             ? own
             : refuse_shape(view, &shape, &own->needs.shape);
}

/*===--- Accessors -------------------------------------------------------===*/

static tl_code add_registers(assign_run *run, const tl_copy_view *view,
                             shared_buffer *buffer, tl_error *error) {
  tl_shared_accessor own = {
      .weight = tl_lowering_weight(&run->lowering, view->operation)};
  TL_TRY(tl_lowering_request(&run->lowering, view, buffer->needs.target,
                             &own.copy, error));
  tl_copy_request_slice(view->memory.leading, &own.copy);
  buffer->needs.element_bytes = own.copy.element_bytes;
  return tl_shared_accessors_add(&buffer->needs.known, &own, error);
}

static bool is_same_transfer(const open_transfer *a, const open_transfer *b) {
  return a->other == b->other && a->transfer.side == b->transfer.side &&
         memcmp(&a->transfer.copy, &b->transfer.copy,
                sizeof a->transfer.copy) == 0 &&
         memcmp(&a->transfer.partition, &b->transfer.partition,
                sizeof a->transfer.partition) == 0;
}

static tl_code keep_transfer(shared_buffer *buffer, const open_transfer *added,
                             tl_error *error) {
  int64_t *count = &buffer->needs.transfer_count;
  for (int64_t i = 0; i < *count; i++)
    if (is_same_transfer(&buffer->transfers[i], added)) {
      buffer->transfers[i].transfer.weight += added->transfer.weight;
      return TL_OK;
    }
  open_transfer *grown =
      realloc(buffer->transfers, sizeof *grown * (size_t)(*count + 1));
  if (!grown)
    return tl_fail(error, TL_CAPACITY, "out of memory for a copy");
  buffer->transfers = grown;
  grown[(*count)++] = *added;
  return TL_OK;
}

/* Rows along the last dimension but one. */
static tl_code turn_rows(tl_layout *memory, tl_error *error) {
  tl_list shape = tl_layout_shape(memory), strides = {.count = shape.count};
  int64_t turned = shape.count - 2, stride = shape.items[turned];
  strides.items[turned] = 1;
  for (int64_t d = shape.count; d-- > 0;)
    if (d != turned) {
      strides.items[d] = stride;
      TL_TRY(tl_multiply(stride, shape.items[d], &stride, error));
    }
  return tl_layout_from_strides(&shape, &strides, memory, error);
}

/* With the error of rows where there is none of rows that are turned either. */
static tl_code plan_rows(const tl_transfer_key *key, int side,
                         tl_transfer_request *request, tl_transfer_plan *plan,
                         tl_error *error) {
  tl_transfer_key turned = *key;
  tl_error own;
  tl_code code = tl_transfer_key_plan(key, request, plan, error);
  if (code == TL_OK || key->copy.sides[side].memory.rank < 2 ||
      turn_rows(&turned.copy.sides[side].memory, &own) != TL_OK ||
      tl_transfer_key_plan(&turned, request, plan, &own) != TL_OK)
    return code;
  return TL_OK;
}

static tl_code read_transfer(assign_run *run, MlirOperation operation,
                             tl_transfer_key *out, tl_error *error) {
  TL_TRY(tl_transfer_key_read(&run->lowering, operation, out, error));
  out->copy.keeps_dimensions = true;
  return TL_OK;
}

/* An origin that is a multiple of the tile moves all of it alike, mostly. */
static void forget_origins(tl_transfer_request *copy) {
  for (int side = 0; side < SIDES; side++)
    for (int64_t d = 0; d < copy->tile.count; d++) {
      tl_origin *origin = &copy->sides[side].origin[d];
      if (!origin->is_dynamic && origin->value % copy->tile.items[d] == 0)
        origin->value = 0;
    }
}

static tl_code add_transfer(assign_run *run, const tl_copy_view *sides,
                            int side, shared_buffer *buffer, tl_error *error) {
  tl_transfer_key key;
  const tl_copy_view *other = &sides[side == TL_FROM ? TL_TO : TL_FROM];
  open_transfer own = {{.side = side}, sides->operation, NULL};
  own.transfer.weight = tl_lowering_weight(&run->lowering, sides->operation);
  TL_TRY(read_transfer(run, sides->operation, &key, error));
  buffer->needs.element_bytes = key.copy.sides[side].element_bytes;
  own.transfer.copy = key.copy;
  own.transfer.partition = key.partition;
  if (key.partition.rank >= 0)
    forget_origins(&own.transfer.copy);
  own.other = other->memory.is_auto ? buffer_of(run, other) : NULL;
  own.transfer.is_within = own.other == buffer;
  return keep_transfer(buffer, &own, error);
}

static tl_code add_side(assign_run *run, const tl_copy_view *sides, int count,
                        int side, shared_buffer *buffer, tl_error *error) {
  const tl_copy_view *view = &sides[side];
  TL_TRY(tl_target_of(&run->lowering.access.target, view->operation,
                      &buffer->needs.target, error));
  return count == 1 ? add_registers(run, view, buffer, error)
                    : add_transfer(run, sides, side, buffer, error);
}

static void collect_copy(void *state, MlirOperation operation,
                         TL_UNUSED void *plan) {
  assign_run *run = state;
  tl_copy_view sides[SIDES];
  tl_error error;
  int count = tl_copy_sides_read(operation, sides);
  if (tl_has_auto_fragment(operation))
    run->is_fine = tl_emit_error(operation, "has 'as auto'; run "
                                            "tl-assign-fragments first");
  for (int i = 0; i < count; i++) {
    if (!sides[i].memory.is_auto)
      continue;
    shared_buffer *buffer = buffer_of(run, &sides[i]);
    if (!buffer)
      run->is_fine = false;
    else if (add_side(run, sides, count, i, buffer, &error) != TL_OK)
      run->is_fine = tl_emit_error(operation, "%s", error.message);
  }
}

/*===--- Rule B1 ---------------------------------------------------------===*/

static bool refuse_user(const shared_buffer *buffer, MlirOperation user) {
  return tl_emit_error(
      buffer->first,
      "has 'layout auto', and its buffer has another user, %s, which %s",
      tl_operation_text(user).data,
      tl_is_copy(user)
          ? "has no 'auto'"
          : "sees where elements are; copies with 'layout auto' can "
            "be, views in unit steps, and memref.dealloc");
}

/* All sides of a copy that are the value are to be chosen. */
static bool is_chosen_for(MlirOperation user, MlirValue value) {
  tl_copy_view sides[SIDES];
  if (!tl_is_copy(user))
    return false;
  int count = tl_copy_sides_read(user, sides);
  for (int i = 0; i < count; i++)
    if (mlirValueEqual(sides[i].memory.value, value) &&
        !sides[i].memory.is_auto)
      return false;
  return true;
}

static bool check_users(const shared_buffer *buffer, MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (tl_operation_is(user, "memref.subview")) {
      if (!check_users(buffer, mlirOperationGetResult(user, 0)))
        return false;
    } else if (!is_chosen_for(user, value) &&
               !tl_operation_is(user, "memref.dealloc")) {
      return refuse_user(buffer, user);
    }
  }
  return true;
}

/*===--- The choice ------------------------------------------------------===*/

/* Points to the accessors. */
static tl_shared_request request_of(const assign_run *run,
                                    const buffer_needs *needs,
                                    const tl_shared_accessors *accessors) {
  return (tl_shared_request){
      .shape = needs->shape,
      .accessor_count = accessors->count,
      .accessors = accessors->items,
      .rules = {.is_shared = true,
                .uses_matrices = run->lowering.uses_matrices,
                .target = needs->target,
                .max_bits = run->lowering.access.max_bits},
      .slice = needs->has_slices && !needs->may_grow ? needs->room : 0,
      .most_bytes = needs->may_grow ? 0 : needs->room * needs->element_bytes};
}

/* Its needs, and its copies between memories, as far as the layouts of their other
 * sides are known. */
typedef struct asked_choice {
  size_t size;
  buffer_needs *needs; /* owned */
  tl_shared_transfer *transfers;
} asked_choice;

static bool ask(const shared_buffer *buffer, bool may_grow, asked_choice *out) {
  const buffer_needs *needs = &buffer->needs;
  size_t own = offsetof(buffer_needs, known.items) +
               (size_t)needs->known.count * sizeof *needs->known.items;
  out->size = own + (size_t)needs->transfer_count * sizeof *out->transfers;
  char *bytes = malloc(out->size);
  if (!bytes)
    return false;
  memcpy(bytes, needs, own);
  out->needs = (buffer_needs *)(void *)bytes;
  out->needs->may_grow = may_grow;
  out->transfers = (tl_shared_transfer *)(void *)(bytes + own);
  for (int64_t i = 0; i < needs->transfer_count; i++) {
    const open_transfer *from = &buffer->transfers[i];
    tl_shared_transfer *to = &out->transfers[i];
    *to = from->transfer;
    if (from->other && from->other->chosen)
      to->copy.sides[from->transfer.side == TL_FROM ? TL_TO : TL_FROM].memory =
          from->other->chosen->choice.layout;
  }
  return true;
}

/* Buffers that are asked for the same have one choice. */
static tl_code choose_once(assign_run *run, const shared_buffer *buffer,
                           bool may_grow, const tl_shared_settlement **out,
                           tl_error *error) {
  asked_choice asked;
  tl_shared_settlement made;
  if (!ask(buffer, may_grow, &asked))
    return tl_fail(error, TL_CAPACITY, "out of memory for a choice");
  void **place = tl_key_table_place(&run->choices, asked.needs, asked.size);
  tl_code code = TL_OK;
  if (!*place) {
    const tl_shared_request request =
        request_of(run, asked.needs, &buffer->needs.known);
    code = tl_shared_settle(&request, &buffer->needs.known,
                            asked.needs->transfer_count, asked.transfers, &made,
                            error);
    if (code == TL_OK &&
        (*place = tl_key_table_take(&run->choices, sizeof made)))
      memcpy(*place, &made, sizeof made);
    else if (code == TL_OK)
      code = tl_fail(error, TL_CAPACITY, "out of memory for a choice");
  }
  free(asked.needs);
  *out = *place;
  return code;
}

/* What has no plan for rows is refused where it is. */
static bool refuse_transfers(assign_run *run, const shared_buffer *buffer) {
  bool refuses = false;
  for (int64_t i = 0; i < buffer->needs.transfer_count; i++) {
    const open_transfer *own = &buffer->transfers[i];
    tl_transfer_key key;
    tl_transfer_request request;
    tl_transfer_plan plan;
    tl_error error;
    if (read_transfer(run, own->first, &key, &error) != TL_OK ||
        plan_rows(&key, (int)own->transfer.side, &request, &plan, &error) !=
            TL_OK)
      refuses = !tl_emit_error(own->first, "%s", error.message);
  }
  return refuses;
}

/* Of a slice, which is a multiple of the swizzle's period (rule V27). */
static int64_t elements_under(const shared_buffer *buffer,
                              const tl_layout *layout) {
  int64_t elements = 0;
  int64_t period =
      buffer->needs.has_slices ? tl_swizzle_period(&layout->swizzle) : 1;
  if (tl_layout_footprint(layout, &elements, NULL) != TL_OK)
    return INT64_MAX;
  return (elements + period - 1) / period * period;
}

static bool choose_layout(assign_run *run, shared_buffer *buffer) {
  tl_value chosen = {.kind = TL_KIND_LAYOUT};
  tl_error error;
  buffer->needs.may_grow =
      run->enlarges && !buffer->has_views && tl_is_kernel_buffer(buffer->root);
  if (choose_once(run, buffer, buffer->needs.may_grow, &buffer->chosen,
                  &error) != TL_OK)
    return !refuse_transfers(run, buffer) &&
           tl_emit_error(buffer->first, "has 'layout auto': %s", error.message);
  chosen.as.layout = buffer->chosen->choice.layout;
  buffer->elements = elements_under(buffer, &chosen.as.layout);
  buffer->layout =
      tl_layout_attribute_get(mlirOperationGetContext(buffer->first), &chosen);
  return true;
}

static bool choose_all(const tl_copy_run *copies) {
  assign_run *run = copies->state;
  tl_copy_report_open(&run->report, copies->root, run->report_path);
  tl_copies_visit(copies, collect_copy);
  for (shared_buffer *own = run->first; own; own = own->next)
    run->is_fine &= check_users(own, own->root);
  for (shared_buffer *own = run->first; own && run->is_fine; own = own->next)
    run->is_fine &= choose_layout(run, own);
  for (shared_buffer *own = run->first; own && run->is_fine; own = own->next)
    tell_buffer(run, own);
  for (shared_buffer *own = run->first; own; own = own->next)
    run->is_fine = run->is_fine && check_bound(run, own);
  return tl_copy_report_hand_on(&run->report, copies->root, run->report_path,
                                run->is_fine && copies->count) &&
         run->is_fine;
}

/*===--- Rule O2 ---------------------------------------------------------===*/

/* What no layout that can be written does better. */
static bool has_proof(const tl_shared_choice *choice) {
  return !choice->is_met && choice->least_by_xor >= choice->cost.wavefronts;
}

static bool check_bound(const assign_run *run, const shared_buffer *buffer) {
  const tl_shared_choice *choice = &buffer->chosen->choice;
  if (!run->requires_optimal || choice->is_met || !buffer->needs.target->memory)
    return true;
  return tl_emit_error(
      buffer->first,
      "has 'layout auto', and its buffer takes %" PRId64
      " wavefronts; no layout is known to take fewer than %" PRId64
      ", in the model of banks of %s%s",
      choice->cost.wavefronts, choice->bound, buffer->needs.target->name,
      has_proof(choice) ? "; no order of bits under one XOR takes fewer" : "");
}

/*===--- Tell ------------------------------------------------------------===*/

/* Bytes of all slices, if each has so many elements. */
static int64_t bytes_of(const shared_buffer *buffer, int64_t elements) {
  MlirType type = mlirValueGetType(buffer->root);
  int64_t leading = mlirShapedTypeGetRank(type) - buffer->needs.shape.count;
  int64_t bytes = elements * buffer->needs.element_bytes;
  for (int64_t d = 0; d < leading; d++)
    bytes *= mlirShapedTypeGetDimSize(type, (intptr_t)d);
  return bytes;
}

/* What a larger buffer would save.  One that is no larger may, where what is known by
 * now of the other side of a copy was not when this one was chosen. */
static void tell_room(assign_run *run, const shared_buffer *buffer) {
  const tl_shared_choice *own = &buffer->chosen->choice;
  const tl_shared_settlement *larger;
  if (own->is_met || buffer->needs.may_grow ||
      choose_once(run, buffer, true, &larger, NULL) != TL_OK ||
      larger->choice.cost.wavefronts >= own->cost.wavefronts)
    return;
  int64_t elements = elements_under(buffer, &larger->choice.layout);
  if (elements <= buffer->needs.room)
    return;
  tl_emit_remark(buffer->first, NULL,
                 "%" PRId64 " bytes instead of %" PRId64 " would take %" PRId64
                 " wavefronts instead of %" PRId64,
                 bytes_of(buffer, elements),
                 bytes_of(buffer, buffer->needs.room),
                 larger->choice.cost.wavefronts, own->cost.wavefronts);
}

/* An accessor that was planned to choose is planned again. */
static void report_buffer(assign_run *run, const shared_buffer *buffer,
                          const char *layout) {
  const tl_shared_settlement *own = buffer->chosen;
  const tl_shared_request request =
      request_of(run, &buffer->needs, &own->accessors);
  tl_shared_account accounts[TL_SHARED_MOST_ACCESSORS];
  bool is_whole = true;
  for (int64_t i = 0; i < request.accessor_count && is_whole; i++)
    is_whole = tl_shared_account_make(&request, &own->choice.layout, i,
                                      &accounts[i], NULL) == TL_OK;
  if (is_whole)
    tl_copy_report_add_choice(&run->report, buffer->first, layout, &request,
                              &own->choice, accounts);
}

/* What it takes, and what no layout does better, in the model of the target. */
static void tell_waves(assign_run *run, const shared_buffer *buffer,
                       const char *layout) {
  const tl_shared_choice *choice = &buffer->chosen->choice;
  tl_emit_remark(buffer->first, NULL,
                 "its buffer lies as %s: %" PRId64
                 " wavefronts, of at least %" PRId64 ", %" PRId64
                 " accesses a thread, in the model of banks of %s",
                 layout, choice->cost.wavefronts, choice->bound,
                 choice->cost.accesses, buffer->needs.target->name);
  if (choice->bound > choice->least)
    tl_emit_remark(buffer->first, NULL,
                   "no layout with bits of the coordinates in its lowest 16 "
                   "bytes and any linear map of the others in its banks takes "
                   "fewer than %" PRId64 " wavefronts for its %" PRId64
                   " accesses (law C23); their bytes alone would be %" PRId64,
                   choice->bound, buffer->chosen->accessors.count,
                   choice->least);
  if (has_proof(choice))
    tl_emit_remark(buffer->first, NULL,
                   "no order of the bits of coordinates under one XOR takes "
                   "fewer than %" PRId64 " wavefronts (law C23)",
                   choice->least_by_xor);
  tell_room(run, buffer);
}

static void tell_buffer(assign_run *run, const shared_buffer *buffer) {
  const tl_shared_choice *choice = &buffer->chosen->choice;
  tl_value layout = {.kind = TL_KIND_LAYOUT, .as.layout = choice->layout};
  tl_text text = {0};
  if (!run->has_remarks && !run->report_path[0])
    return;
  tl_value_print(&layout, &text);
  report_buffer(run, buffer, text.data);
  if (run->has_remarks && buffer->needs.target->memory)
    tell_waves(run, buffer, text.data);
  else if (run->has_remarks)
    tl_emit_remark(buffer->first, NULL,
                   "its buffer lies as %s: %" PRId64
                   " accesses a thread; it is chosen for the banks of NVIDIA's "
                   "GPUs, as there is no model of those of %s",
                   text.data, choice->cost.accesses,
                   buffer->needs.target->name);
}

/*===--- Write -----------------------------------------------------------===*/

static void write_copy(void *state, MlirOperation operation,
                       TL_UNUSED void *plan) {
  assign_run *run = state;
  tl_copy_view sides[SIDES];
  MlirAttribute layouts[SIDES];
  int count = tl_copy_sides_read(operation, sides);
  for (int i = 0; i < count; i++)
    if (sides[i].memory.is_auto)
      layouts[i] = buffer_of(run, &sides[i])->layout;
  for (int i = 0; i < count; i++)
    if (sides[i].memory.is_auto)
      tl_copy_assign_layout(&sides[i], layouts[i]);
}

/* Of a buffer that copies name alone, and views of views.  What frees one frees the
 * buffer. */
static void erase_views(MlirValue memory) {
  MlirOpOperand use = mlirValueGetFirstUse(memory);
  while (!mlirOpOperandIsNull(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    use = mlirOpOperandGetNextUse(use);
    if (!tl_operation_is(user, "memref.subview"))
      continue;
    MlirValue view = mlirOperationGetResult(user, 0);
    erase_views(view);
    mlirValueReplaceAllUsesOfWith(view, memory);
    mlirOperationDestroy(user);
  }
}

/* Dimensions of slices, and so many elements. */
static void enlarge_buffer(const shared_buffer *buffer) {
  MlirType old = mlirValueGetType(buffer->root);
  int64_t shape[TL_MAX_RANK], rank = 0;
  int64_t leading = mlirShapedTypeGetRank(old) - buffer->needs.shape.count;
  if (buffer->elements <= buffer->needs.room)
    return;
  erase_views(buffer->root);
  for (; rank < leading; rank++)
    shape[rank] = mlirShapedTypeGetDimSize(old, (intptr_t)rank);
  shape[rank++] = buffer->elements;
  mlirValueSetType(buffer->root,
                   mlirMemRefTypeContiguousGet(
                       mlirShapedTypeGetElementType(old), (intptr_t)rank, shape,
                       mlirMemRefTypeGetMemorySpace(old)));
}
