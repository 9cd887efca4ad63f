/* assign_fragments.c - tl-assign-fragments
 *
 * Registers that say `as auto` get the fragment that their copies and conversions
 * cost least with together (tl/fragment_choice.h):
 *
 *   %v = tl.load %G as auto scope cta tile(64, 32)
 *     : memref<64x32xf16> to vector<16xf16>
 *   tl.store %v as auto to %S layout #smem scope cta
 * becomes
 *   %v = tl.load %G
 *     as #tl.tile<S[((2, 32), (4, 8)) : ((8, 4@tx), (1@tx, 1))]> scope cta ...
 *   tl.store %v as #tl.tile<...> to %S layout #smem scope cta
 *
 * Rule F1 (ends).  What makes a value and what uses it are its ends: loads, stores,
 * conversions and reductions of one tile by one scope.  A fragment that one of them
 * states is that of all; else none of them may be another operation.
 * Rule F2 (meaning).  An element is at its coordinate in whatever thread, so that
 * memory and stated fragments get what they got.
 *
 * Values are treated in program order.  Where the layout of a memory is to be
 * chosen as well, its other users count whose fragments are known by then.
 *
 * Requires:  layouts of any spelling.
 * Preserves: everything but the fragments.
 * Fails:     by rule F1; where a value has more than TL_FRAGMENT_MOST_ENDS ends;
 *            where a copy or conversion cannot be planned.
 * Remarks:   where they are asked for, what was chosen and what it costs. */
#include "copy_lowering.h"
#include "copy_report.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "pass_rows.h"
#include "passes/facts/block_size.h"
#include "tl/copy_slice.h"
#include "tl/fragment_choice.h"
#include "tl/layout_questions.h"
#include "tl/text.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A value whose fragment is to be chosen; zero at first. */
typedef struct open_value {
  MlirValue value;
  MlirOperation first; /* that says so */
  int64_t end_count;
  tl_fragment_use ends[TL_FRAGMENT_MOST_ENDS];
  MlirAttribute layout; /* once it is chosen */
  struct open_value *next;
} open_value;

/* A run of the pass. */
typedef struct fragment_run {
  tl_lowering lowering;
  bool has_remarks;
  const char *report_path; /* empty: none is written */
  tl_copy_report report;
  tl_key_table values;
  open_value *first, *last; /* in program order */
  tl_conversion_work *work; /* owned; NULL until a conversion is planned */
  bool is_fine;
} fragment_run;

static bool choose_all(const tl_copy_run *run);
static void collect_operation(void *state, MlirOperation operation, void *plan);
static bool check_ends(const open_value *open);
static bool choose_fragment(fragment_run *run, open_value *open);
static tl_code read_ends(fragment_run *run, const open_value *open,
                         tl_fragment_end *out, tl_error *error);
static void tell_choice(fragment_run *run, const open_value *open,
                        const tl_target *target, const tl_fragment_end *ends,
                        const tl_fragment_choice *choice);
static void tell_alignment(fragment_run *run, const open_value *open,
                           const tl_target *target, tl_fragment_end *ends,
                           const tl_fragment_choice *choice);
static void write_operation(void *state, MlirOperation operation, void *plan);

static const tl_copy_pass PASS = {.wants = tl_has_auto_fragment,
                                  .tell = choose_all,
                                  .write = write_operation};

static bool read_options(fragment_run *run, const tl_option_value *options) {
  run->has_remarks = options[TL_OPTION_REMARKS].number != 0;
  run->report_path = options[TL_OPTION_REPORT].text;
  return tl_lowering_read(&run->lowering, options, TL_COPY_OPTION_COUNT);
}

static tl_pass_result run_assign_fragments(MlirOperation root,
                                           const tl_option_value *options) {
  fragment_run run = {.is_fine = true};
  tl_lowering_open(&run.lowering, root);
  tl_pass_result result = read_options(&run, options)
                              ? tl_lowering_run(&run.lowering, &PASS, &run)
                              : TL_PASS_FAILED;
  tl_key_table_free(&run.values);
  free(run.work);
  return result;
}

const tl_pass_row TL_ASSIGN_FRAGMENTS = {
    .argument = "tl-assign-fragments",
    .description = "Choose the fragments of copies and conversions",
    .options = TL_COPY_OPTIONS,
    .option_count = TL_COPY_OPTION_COUNT,
    .run = run_assign_fragments,
};

/*===--- Ends ------------------------------------------------------------===*/

static bool add_end(open_value *open, const tl_fragment_use *end) {
  if (open->end_count == TL_FRAGMENT_MOST_ENDS)
    return tl_emit_error(open->first,
                         "has 'as auto', and its value more than %d copies and "
                         "conversions; give it a layout",
                         TL_FRAGMENT_MOST_ENDS);
  open->ends[open->end_count++] = *end;
  return true;
}

/* What is no operation's result, blocks have. */
static bool collect_ends(open_value *open) {
  tl_fragment_use end = {.operation = {NULL}};
  if (mlirValueIsAOpResult(open->value))
    end = tl_fragment_use_of(mlirOpResultGetOwner(open->value), true);
  else
    end.operation =
        mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(open->value));
  if (!add_end(open, &end))
    return false;
  MlirOpOperand use = mlirValueGetFirstUse(open->value);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    end = tl_fragment_use_of(mlirOpOperandGetOwner(use), false);
    if (!add_end(open, &end))
      return false;
  }
  return true;
}

static bool collect_value(fragment_run *run, MlirOperation operation,
                          MlirValue value) {
  void **place = tl_key_table_place(&run->values, &value.ptr, sizeof value.ptr);
  if (*place)
    return true;
  open_value *own = tl_key_table_take(&run->values, sizeof *own);
  if (!own)
    return tl_emit_error(operation, "out of memory for a fragment");
  memset(own, 0, sizeof *own);
  own->value = value;
  own->first = operation;
  *(run->last ? &run->last->next : &run->first) = own;
  *place = run->last = own;
  return collect_ends(own);
}

/* The value of a side that says `auto`: the result, or the first operand. */
static MlirValue value_of(MlirOperation operation, bool is_target) {
  return is_target ? mlirOperationGetResult(operation, 0)
                   : mlirOperationGetOperand(operation, 0);
}

static bool says_auto(MlirOperation operation, bool is_target) {
  tl_operation_kind kind = tl_operation_kind_of(operation);
  if (kind == (is_target ? TL_OPERATION_STORE : TL_OPERATION_LOAD))
    return false;
  return tl_fragment_use_of(operation, is_target).side.is_auto;
}

static void collect_operation(void *state, MlirOperation operation,
                              TL_UNUSED void *plan) {
  fragment_run *run = state;
  for (int i = 0; i < 2; i++)
    if (says_auto(operation, i))
      run->is_fine &= collect_value(run, operation, value_of(operation, i));
}

/*===--- Rule F1 ---------------------------------------------------------===*/

/* (16, 32) */
static tl_text text_of(const tl_list *shape) {
  tl_text out = {0};
  for (int64_t d = 0; d < shape->count; d++)
    tl_text_append(&out, "%s%" PRId64, d ? ", " : "(", shape->items[d]);
  tl_text_append(&out, ")");
  return out;
}

/* The first end that states a fragment, or NULL. */
static const tl_fragment_use *stated_of(const open_value *open) {
  for (int64_t i = 0; i < open->end_count; i++)
    if (open->ends[i].is_known && !open->ends[i].side.is_auto)
      return &open->ends[i];
  return NULL;
}

static bool check_known(const open_value *open, const tl_fragment_use *end) {
  if (end->is_known || stated_of(open))
    return true;
  return tl_emit_error(
      open->first,
      "has 'as auto', and its registers are %s %s, which is no copy, "
      "conversion "
      "or reduction of a tile; nothing is chosen through other operations: "
      "state the layout of one of its copies",
      end == open->ends ? "made by" : "used by",
      tl_operation_text(end->operation).data);
}

/* All ends are of the tile and the scope of the first. */
static bool check_tile(const open_value *open, const tl_fragment_use *own,
                       const tl_fragment_use *end) {
  const tl_list *tile = &tl_layout_attribute_facts(own->side.layout)->shape;
  if (!end->is_known)
    return true;
  const tl_list *other = &tl_layout_attribute_facts(end->side.layout)->shape;
  if (end->scope != own->scope)
    return tl_emit_error(open->first,
                         "has 'as auto' for a %s, and its registers are those "
                         "of a %s for %s",
                         tl_scope_describe(own->scope)->name,
                         tl_scope_describe(end->scope)->name,
                         tl_operation_text(end->operation).data);
  return memcmp(tile, other, sizeof *tile) == 0 ||
         tl_emit_error(
             open->first,
             "has 'as auto' for a tile of shape %s, and its registers "
             "hold one of shape %s for %s; say 'tile(...)' where it "
             "is not all of the memory",
             text_of(tile).data, text_of(other).data,
             tl_operation_text(end->operation).data);
}

/* Those that state a fragment state the same. */
static bool check_stated(const open_value *open, const tl_fragment_use *end) {
  const tl_fragment_use *first = stated_of(open);
  tl_layout own, other;
  if (!first || !end->is_known || end->side.is_auto ||
      mlirAttributeEqual(first->side.layout, end->side.layout))
    return true;
  return (tl_fragment_layout(first->side.layout, first->scope, 0, &own, NULL) ==
              TL_OK &&
          tl_fragment_layout(end->side.layout, end->scope, 0, &other, NULL) ==
              TL_OK &&
          tl_layout_compare(&own, &other, 0, NULL, NULL) == TL_YES) ||
         tl_emit_error(open->first,
                       "has 'as auto', and its registers are of one layout for "
                       "%s and of another for %s; put a tl.convert_layout "
                       "between them",
                       tl_operation_text(first->operation).data,
                       tl_operation_text(end->operation).data);
}

static bool check_ends(const open_value *open) {
  const tl_fragment_use *own = open->ends;
  while (!mlirOperationEqual(own->operation, open->first))
    own++;
  for (int64_t i = 0; i < open->end_count; i++)
    if (!check_known(open, &open->ends[i]) ||
        !check_tile(open, own, &open->ends[i]) ||
        !check_stated(open, &open->ends[i]))
      return false;
  return true;
}

/*===--- What the ends ask -----------------------------------------------===*/

/* The fragment that a view has by now; null where it is still to be chosen. */
static MlirAttribute fragment_of(fragment_run *run, const tl_copy_view *view) {
  if (!view->fragment.is_auto)
    return view->fragment.layout;
  MlirValue value = value_of(view->operation, !view->stores);
  const open_value *open =
      *tl_key_table_place(&run->values, &value.ptr, sizeof value.ptr);
  return open ? open->layout : (MlirAttribute){NULL};
}

static tl_code add_other(fragment_run *run, MlirOperation user,
                         const tl_target *target, tl_fragment_end *end,
                         tl_error *error) {
  tl_copy_view view;
  if (!tl_is_copy(user) || tl_is_transfer(user) ||
      end->other_count == TL_SHARED_MOST_ACCESSORS - 1)
    return TL_OK;
  tl_copy_view_read(user, &view);
  view.fragment.layout = fragment_of(run, &view);
  if (!view.memory.is_auto || view.memory.leading != end->leading ||
      mlirAttributeIsNull(view.fragment.layout))
    return TL_OK;
  tl_shared_accessor *out = &end->others[end->other_count++];
  TL_TRY(tl_lowering_request(&run->lowering, &view, target, &out->copy, error));
  tl_copy_request_slice(view.memory.leading, &out->copy);
  out->weight = tl_lowering_weight(&run->lowering, user);
  return TL_OK;
}

/* Of memory whose layout is to be chosen: who else uses it, and its room. */
static tl_code read_open_memory(fragment_run *run, const tl_copy_view *view,
                                const tl_target *target, tl_fragment_end *out,
                                tl_error *error) {
  out->kind = TL_END_OPEN_MEMORY;
  tl_copy_request_slice(out->leading, &out->copy);
  out->shape = tl_layout_shape(&out->copy.memory);
  out->most_bytes = out->copy.element_bytes;
  for (int64_t d = 0; d < out->shape.count; d++)
    out->most_bytes *= out->shape.items[d];
  MlirOpOperand use = mlirValueGetFirstUse(view->memory.value);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!mlirOperationEqual(user, view->operation))
      TL_TRY(add_other(run, user, target, out, error));
  }
  return TL_OK;
}

static tl_access_rules rules_of(const fragment_run *run,
                                const tl_target *target, bool is_shared) {
  return (tl_access_rules){.is_shared = is_shared,
                           .uses_matrices = run->lowering.uses_matrices,
                           .target = target,
                           .max_bits = run->lowering.access.max_bits};
}

static tl_code read_copy(fragment_run *run, MlirOperation operation,
                         const tl_target *target, tl_fragment_end *out,
                         tl_error *error) {
  tl_copy_view view;
  tl_copy_view_read(operation, &view);
  TL_TRY(tl_lowering_request(&run->lowering, &view, target, &out->copy, error));
  out->leading = view.memory.leading;
  out->rules = rules_of(
      run, target, tl_memory_space_of(view.memory.type) == TL_MEMORY_SHARED);
  return view.memory.is_auto ? read_open_memory(run, &view, target, out, error)
                             : TL_OK;
}

static tl_code read_conversion(fragment_run *run, const tl_fragment_use *end,
                               const tl_target *target, tl_fragment_end *out,
                               tl_error *error) {
  tl_conversion_view view;
  tl_conversion_view_read(end->operation, &view);
  out->kind = TL_END_CONVERSION;
  out->rules = rules_of(run, target, true);
  out->is_source = end->is_target;
  out->has_memory = view.scope != TL_SCOPE_THREAD;
  if (!run->work && !(run->work = malloc(sizeof *run->work)))
    return tl_fail(error, TL_CAPACITY, "out of memory for a conversion");
  return tl_fragment_layout(end->is_target ? view.source.layout
                                           : view.target.layout,
                            view.scope, target->lanes, &out->fragment, error);
}

static tl_code read_ends(fragment_run *run, const open_value *open,
                         tl_fragment_end *out, tl_error *error) {
  const tl_target *target;
  for (int64_t i = 0; i < open->end_count; i++) {
    const tl_fragment_use *end = &open->ends[i];
    bool converts =
        tl_operation_kind_of(end->operation) == TL_OPERATION_CONVERT_LAYOUT;
    TL_TRY(tl_target_of(&run->lowering.access.target, end->operation, &target,
                        error));
    out[i].weight = tl_lowering_weight(&run->lowering, end->operation);
    TL_TRY(converts ? read_conversion(run, end, target, &out[i], error)
                    : read_copy(run, end->operation, target, &out[i], error));
  }
  return TL_OK;
}

/*===--- The choice ------------------------------------------------------===*/

static int64_t registers_of(const open_value *open) {
  tl_strided strided;
  int64_t count = 1;
  (void)tl_strided_read(mlirValueGetType(open->value), &strided);
  for (int64_t d = 0; d < strided.shape.count; d++)
    count *= strided.shape.items[d];
  return count;
}

static tl_code choose(fragment_run *run, const open_value *open,
                      const tl_target *target, const tl_fragment_end *ends,
                      tl_fragment_choice *out, tl_error *error) {
  tl_block_size block;
  tl_scope scope = open->ends->scope;
  TL_TRY(
      tl_block_size_around(&run->lowering.facts, open->first, &block, error));
  tl_thread_range threads = tl_scope_threads(
      scope, target->lanes, tl_block_threads(&block), block.most);
  const tl_fragment_request request = {
      .tile = tl_layout_attribute_facts(open->ends->side.layout)->shape,
      .registers = registers_of(open),
      .element_bytes = tl_element_bytes(mlirValueGetType(open->value)),
      .lanes = target->lanes,
      .most_threads =
          threads.fewest ? threads.fewest : tl_scope_size(scope, target->lanes),
      .scope = scope,
      .threads = threads,
      .end_count = open->end_count,
      .ends = ends};
  return tl_fragment_choose(&request, run->work, out, error);
}

static tl_code choose_open(fragment_run *run, open_value *open,
                           tl_error *error) {
  tl_fragment_choice choice;
  const tl_target *target;
  TL_TRY(
      tl_target_of(&run->lowering.access.target, open->first, &target, error));
  tl_fragment_end *ends = calloc((size_t)open->end_count, sizeof *ends);
  if (!ends)
    return tl_fail(error, TL_CAPACITY, "out of memory for a fragment");
  tl_code code = read_ends(run, open, ends, error);
  if (code == TL_OK)
    code = choose(run, open, target, ends, &choice, error);
  if (code == TL_OK) {
    open->layout = tl_fragment_attribute(mlirOperationGetContext(open->first),
                                         &choice.fragment, open->ends->scope,
                                         target->lanes);
    tell_choice(run, open, target, ends, &choice);
    tell_alignment(run, open, target, ends, &choice);
  }
  free(ends);
  return code;
}

static bool choose_fragment(fragment_run *run, open_value *open) {
  const tl_fragment_use *stated = stated_of(open);
  tl_error error;
  if (stated) {
    open->layout = stated->side.layout;
    return true;
  }
  return choose_open(run, open, &error) == TL_OK ||
         tl_emit_error(open->first, "has 'as auto': %s", error.message);
}

static bool choose_all(const tl_copy_run *copies) {
  fragment_run *run = copies->state;
  tl_copy_report_open(&run->report, copies->root, run->report_path);
  tl_copies_visit(copies, collect_operation);
  for (open_value *own = run->first; own; own = own->next)
    run->is_fine &= check_ends(own);
  for (open_value *own = run->first; own && run->is_fine; own = own->next)
    run->is_fine &= choose_fragment(run, own);
  return tl_copy_report_hand_on(&run->report, copies->root, run->report_path,
                                run->is_fine && copies->count) &&
         run->is_fine;
}

/*===--- Tell and write --------------------------------------------------===*/

/* 52 of tl.load, 100 times 24 of tl.store */
static tl_text text_of_costs(const open_value *open,
                             const tl_fragment_end *ends,
                             const tl_fragment_choice *choice) {
  tl_text out = {0};
  for (int64_t i = 0; i < open->end_count; i++) {
    MlirStringRef name =
        mlirIdentifierStr(mlirOperationGetName(open->ends[i].operation));
    tl_text_append(&out, i ? ", " : "");
    if (ends[i].weight > 1)
      tl_text_append(&out, "%" PRId64 " times ", ends[i].weight);
    tl_text_append(&out, "%" PRId64 " of %.*s", choice->costs[i],
                   (int)name.length, name.data);
  }
  return out;
}

static void tell_choice(fragment_run *run, const open_value *open,
                        const tl_target *target, const tl_fragment_end *ends,
                        const tl_fragment_choice *choice) {
  tl_value layout = {.kind = TL_KIND_LAYOUT, .as.layout = choice->fragment};
  tl_text text = {0};
  if (!run->has_remarks && !run->report_path[0])
    return;
  tl_value_print(&layout, &text);
  tl_copy_report_add_fragment(&run->report, open->first, target, text.data,
                              choice);
  if (run->has_remarks)
    tl_emit_remark(open->first, NULL,
                   "its registers are %s: %" PRId64
                   " quarters of a cycle (%s), of %" PRId64 " candidates",
                   text.data, choice->cost,
                   text_of_costs(open, ends, choice).data, choice->candidates);
}

/* What it would take with memory that is aligned to as much as the widest access of
 * most memory is. */
static void tell_alignment(fragment_run *run, const open_value *open,
                           const tl_target *target, tl_fragment_end *ends,
                           const tl_fragment_choice *choice) {
  enum { ENOUGH = 16 };
  tl_fragment_choice aligned;
  int64_t first = -1;
  for (int64_t i = 0; i < open->end_count && run->has_remarks; i++)
    if (ends[i].kind == TL_END_MEMORY && ends[i].copy.base_alignment < ENOUGH) {
      ends[i].copy.base_alignment = ENOUGH;
      first = first < 0 ? i : first;
    }
  if (first >= 0 && choose(run, open, target, ends, &aligned, NULL) == TL_OK &&
      aligned.cost < choice->cost)
    tl_emit_remark(open->ends[first].operation, NULL,
                   "its registers would take %" PRId64
                   " quarters of a cycle instead of %" PRId64
                   ", were this memory known to be aligned to %d bytes, as "
                   "llvm.align states of an argument",
                   aligned.cost, choice->cost, ENOUGH);
}

static void write_operation(void *state, MlirOperation operation,
                            TL_UNUSED void *plan) {
  fragment_run *run = state;
  bool is_open[2] = {says_auto(operation, false), says_auto(operation, true)};
  for (int i = 0; i < 2; i++) {
    if (!is_open[i])
      continue;
    MlirValue value = value_of(operation, i);
    const open_value *open =
        *tl_key_table_place(&run->values, &value.ptr, sizeof value.ptr);
    tl_assign_fragment(operation, i, open->layout);
  }
}
