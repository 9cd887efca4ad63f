/* planned_copy.c - see planned_copy.h. */
#include "planned_copy.h"
#include "tl/copy_share.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Registers, or memory; what is wrong is reported. */
static bool open_side(const char *text, const tl_arguments *arguments,
                      bool is_fragment, tl_spelling *out) {
  tl_error error;
  tl_code code = TL_OK;
  if (!tl_spelling_open(text, arguments, out))
    return false;
  const char *described = tl_kind_describe(out->value.kind);
  if (is_fragment && out->role == TL_ROLE_STORED)
    code = tl_fail(&error, TL_INVALID, "expected a layout of registers, got %s",
                   described);
  else if (is_fragment)
    code = tl_spelling_check_scope(out, &error);
  else if (out->role == TL_ROLE_HELD)
    code = tl_fail(&error, TL_INVALID,
                   "expected a layout of memory, got %s that says which thread "
                   "holds an element",
                   described);
  return !tl_report_code(code, text, &error);
}

bool tl_planned_copy_open_fragment(const char *text,
                                   const tl_arguments *arguments,
                                   tl_spelling *out) {
  return open_side(text, arguments, true, out);
}

/* A name stands for one number: not for the thread's, nor for two that have
 * different divisors. */
static tl_code check_name(const tl_entry *entry, const tl_entries *entries,
                          tl_error *error) {
  if (strcmp(entry->name, "t") == 0)
    return tl_fail(error, TL_INVALID,
                   "t is the number of the thread; choose another name");
  for (int64_t d = 0; entry->name[0] && d < entries->count; d++) {
    const tl_entry *other = &entries->items[d];
    if (strcmp(entry->name, other->name) == 0 &&
        entry->is.divisor != other->is.divisor)
      return tl_fail(error, TL_INVALID,
                     "%s is a multiple of %" PRId64 " and one of %" PRId64
                     "; choose two names",
                     entry->name, entry->is.divisor, other->is.divisor);
  }
  return TL_OK;
}

static tl_code check_window(const tl_entries *const lists[2], int64_t rank,
                            tl_error *error) {
  static const char *const NAMES[] = {"origin", "bounds"};
  for (int i = 0; i < 2; i++)
    if (lists[i]->count && lists[i]->count != rank)
      return tl_fail(
          error, TL_INVALID,
          "--%s has %" PRId64 " entr%s, the registers have rank %" PRId64,
          NAMES[i], lists[i]->count, lists[i]->count == 1 ? "y" : "ies", rank);
  for (int i = 0; i < 4; i++)
    for (int64_t d = 0; d < lists[i / 2]->count; d++)
      TL_TRY(check_name(&lists[i / 2]->items[d], lists[i % 2], error));
  return TL_OK;
}

static tl_code read_window(const tl_arguments *arguments, tl_planned_copy *out,
                           tl_error *error) {
  const tl_entries *lists[] = {&arguments->origin, &arguments->bounds};
  TL_TRY(check_window(lists, out->request.fragment.rank, error));
  for (int64_t d = 0; d < lists[0]->count; d++) {
    const tl_bound *is = &lists[0]->items[d].is;
    out->request.origin[d] = (tl_origin){.is_dynamic = is->is_dynamic,
                                         .value = is->value,
                                         .divisor = is->divisor};
    out->names.origin[d] = lists[0]->items[d].name;
  }
  for (int64_t d = 0; d < lists[1]->count; d++) {
    out->request.bounds[d] = lists[1]->items[d].is;
    out->names.bound[d] = lists[1]->items[d].name;
  }
  return TL_OK;
}

/* The fragment of a store whose replicas share it. */
static tl_code share(tl_planned_copy *of, tl_error *error) {
  tl_store_shares shares;
  TL_TRY(tl_store_share(&of->request, &of->rules, &shares, error));
  of->request.fragment = shares.fragment;
  return TL_OK;
}

tl_code tl_planned_copy_check_target(const tl_arguments *arguments,
                                     tl_error *error) {
  if (arguments->target->memory)
    return TL_OK;
  return tl_fail(error, TL_UNSUPPORTED,
                 "no document says what an access costs on %s",
                 arguments->target->name);
}

tl_copy_request tl_planned_copy_request(const tl_spelling *fragment,
                                        const tl_arguments *arguments) {
  return (tl_copy_request){.fragment = fragment->layout,
                           .scope = fragment->scope,
                           .lanes = fragment->lanes,
                           .threads = tl_scope_threads(fragment->scope,
                                                       fragment->lanes,
                                                       arguments->threads, 0),
                           .element_bytes = arguments->bits / 8,
                           .base_alignment = arguments->align,
                           .stores = arguments->store};
}

tl_access_rules tl_planned_copy_rules(const tl_arguments *arguments) {
  return (tl_access_rules){.is_shared = !arguments->global,
                           .uses_matrices = !arguments->global,
                           .target = arguments->target,
                           .max_bits = arguments->max_bits};
}

static tl_code plan_copy(const tl_arguments *arguments, tl_planned_copy *out,
                         tl_error *error) {
  TL_TRY(tl_planned_copy_check_target(arguments, error));
  out->request = tl_planned_copy_request(&out->fragment, arguments);
  out->request.memory = out->memory.layout;
  TL_TRY(read_window(arguments, out, error));
  out->rules = tl_planned_copy_rules(arguments);
  if (arguments->shares)
    TL_TRY(share(out, error));
  TL_TRY(tl_copy_partition_plan(&out->request, &out->plan, error));
  tl_access_side side = {&out->request, &out->rules, &out->plan};
  return tl_copy_choose(&side, 1, &out->choice, error);
}

static tl_code count_facts(tl_planned_copy *out, tl_error *error) {
  const tl_copy_vectors *vectors = &out->choice.vectors;
  out->accesses = tl_copy_access_count(&out->plan, vectors);
  if (out->accesses > TL_MAX_TABLE_ACCESSES)
    return tl_fail(error, TL_UNSUPPORTED,
                   "%" PRId64
                   " accesses of a thread are more than the %d of a table",
                   out->accesses, TL_MAX_TABLE_ACCESSES);
  out->facts = tl_allocate((size_t)out->accesses, sizeof *out->facts);
  for (int64_t i = 0; i < out->accesses; i++)
    TL_TRY(tl_copy_banks(&out->request, &out->plan, vectors, i, &out->facts[i],
                         error));
  return TL_OK;
}

tl_status tl_planned_copy_run(const char *name, const tl_arguments *arguments,
                              tl_planned_copy_print print) {
  char **items = arguments->items;
  tl_json json = {.to = tl_print_writer()};
  tl_planned_copy of = {.facts = NULL};
  tl_error error;
  if (arguments->shares && !arguments->store)
    return tl_report(name, "'--share-replicas' is of a store: say '--store'");
  tl_status status = tl_pictures_check(name, arguments);
  if (status != TL_STATUS_OK)
    return status;
  if (!open_side(items[0], arguments, true, &of.fragment) ||
      !open_side(items[1], arguments, false, &of.memory))
    return TL_STATUS_FAILED;
  tl_code code = plan_copy(arguments, &of, &error);
  if (code == TL_OK)
    code = count_facts(&of, &error);
  status = tl_report_code(code, NULL, &error);
  if (status == TL_STATUS_OK)
    status = print(&of, arguments, arguments->json ? &json : NULL);
  free(of.facts);
  return status;
}

const char *tl_planned_copy_instruction(const tl_planned_copy *of,
                                        char out[TL_INSTRUCTION_CAPACITY]) {
  const tl_access_side side = {.request = &of->request, .rules = &of->rules};
  if (!of->choice.kind->brief)
    return NULL;
  of->choice.kind->brief(&side, &of->choice, out);
  return out;
}

void tl_planned_copy_print_count(const tl_planned_copy *of, bool has_bits) {
  const tl_copy_vectors *vectors = &of->choice.vectors;
  int64_t width = of->choice.width;
  char name[TL_INSTRUCTION_CAPACITY];
  if (tl_planned_copy_instruction(of, name))
    printf("%" PRId64 " %s of ", of->accesses, name);
  else
    printf("%" PRId64 " access%s of %s", of->accesses,
           of->accesses == 1 ? "" : "es",
           tl_copy_is_mixed(vectors) ? "at most " : "");
  if (has_bits)
    printf("%" PRId64 " bits, ", width * of->request.element_bytes * 8);
  printf("%" PRId64 " element%s", width, width == 1 ? "" : "s");
}

void tl_planned_copy_open_json(const tl_planned_copy *of, tl_json *json) {
  char name[TL_INSTRUCTION_CAPACITY];
  tl_json_open(json, NULL, '{');
  tl_json_text(json, "scope", tl_scope_describe(of->request.scope)->name);
  tl_json_integer(json, "bits", of->request.element_bytes * 8);
  tl_json_boolean(json, "stores", of->request.stores);
  tl_json_text(json, "matrices", tl_planned_copy_instruction(of, name));
}

/* ---- Pictures ----------------------------------------------------------- */

static tl_access_side side_of(const tl_planned_copy *of,
                              tl_copy_partition *plan) {
  *plan = of->plan;
  return (tl_access_side){&of->request, &of->rules, plan};
}

tl_code tl_planned_copy_draw_accesses(const void *copy,
                                      const tl_picture *picture,
                                      tl_error *error) {
  const tl_planned_copy *of = copy;
  tl_copy_partition plan;
  tl_access_side side = side_of(of, &plan);
  return tl_picture_accesses(&side, &of->choice, picture, error);
}

tl_code tl_planned_copy_draw_banks(const void *copy, const tl_picture *picture,
                                   tl_error *error) {
  const tl_planned_copy *of = copy;
  tl_copy_partition plan;
  tl_access_side side = side_of(of, &plan);
  return tl_picture_banks(&side, &of->choice, picture, error);
}

static tl_code draw_fragment(const void *copy, const tl_picture *picture,
                             tl_error *error) {
  const tl_planned_copy *of = copy;
  return tl_picture_value(&of->fragment.value, of->request.element_bytes * 8,
                          picture, error);
}

static tl_code draw_memory(const void *copy, const tl_picture *picture,
                           tl_error *error) {
  const tl_planned_copy *of = copy;
  return tl_picture_value(&of->memory.value, of->request.element_bytes * 8,
                          picture, error);
}

/* Banks are of shared memory, which may have strides known at run time, whose
 * elements have no place. */
tl_status tl_planned_copy_print_pictures(const tl_planned_copy *of,
                                         const tl_arguments *arguments,
                                         tl_draw first) {
  const tl_drawn accesses = {tl_planned_copy_draw_accesses,
                             "Which lanes move which bytes"},
                 banks = {tl_planned_copy_draw_banks,
                          "What they want of each bank"};
  bool has_accesses_first = first == accesses.draw;
  tl_drawn pictures[5] = {has_accesses_first ? accesses : banks};
  int count = 1;
  tl_text title = {0};
  tl_text_append(&title, "%s in %s", arguments->items[0], arguments->items[1]);
  if (!has_accesses_first || of->rules.is_shared)
    pictures[count++] = has_accesses_first ? banks : accesses;
  pictures[count++] = (tl_drawn){draw_fragment, arguments->items[0]};
  if (of->rules.is_shared && tl_layout_is_static(&of->memory.layout))
    pictures[count++] = (tl_drawn){draw_memory, arguments->items[1]};
  return tl_pictures_print(arguments, title.data, pictures, of);
}
