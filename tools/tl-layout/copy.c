/* copy.c - see copy.h. */
#include "copy.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_ACCESSES = 1 << 16,
  BITS = 16, /* without an option */
  WIDEST_BITS = 128,
};

static tl_code check_fragment(const tl_spelling *fragment, tl_error *error) {
  if (fragment->role == TL_ROLE_STORED)
    return tl_fail(error, TL_INVALID, "expected a layout of registers, got %s",
                   tl_kind_describe(fragment->value.kind));
  return tl_spelling_check_scope(fragment, error);
}

static tl_code check_memory(const tl_spelling *memory, tl_error *error) {
  if (memory->role != TL_ROLE_HELD)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "expected a layout of memory, got %s that says which thread "
                 "holds an element",
                 tl_kind_describe(memory->value.kind));
}

static bool open_layout(const char *text, const tl_arguments *arguments,
                        tl_code (*check)(const tl_spelling *spelling,
                                         tl_error *error),
                        tl_spelling *out) {
  tl_error error;
  return tl_spelling_open(text, arguments, out) &&
         !tl_report_code(check(out, &error), text, &error);
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

static tl_code read_window(const tl_arguments *arguments, tl_copy_request *out,
                           tl_error *error) {
  const tl_entries *lists[] = {&arguments->origin, &arguments->bounds};
  TL_TRY(check_window(lists, out->fragment.rank, error));
  for (int64_t d = 0; d < arguments->origin.count; d++) {
    const tl_bound *is = &arguments->origin.items[d].is;
    out->origin[d] = (tl_origin){is->is_dynamic, is->value, is->divisor};
  }
  for (int64_t d = 0; d < arguments->bounds.count; d++)
    out->bounds[d] = arguments->bounds.items[d].is;
  return TL_OK;
}

static tl_code plan_copy(const tl_arguments *arguments, tl_copy *out,
                         tl_error *error) {
  if (!arguments->target->memory)
    return tl_fail(error, TL_UNSUPPORTED,
                   "no document says what an access costs on %s",
                   arguments->target->name);
  const tl_spelling *fragment = &out->fragment;
  int64_t bits = arguments->bits ? arguments->bits : BITS;
  out->request = (tl_copy_request){
      .fragment = fragment->layout,
      .memory = out->memory.layout,
      .scope = fragment->scope,
      .lanes = fragment->lanes,
      .threads = tl_scope_threads(fragment->scope, fragment->lanes,
                                  arguments->threads),
      .element_bytes = bits / 8,
      .base_alignment = arguments->align ? arguments->align : WIDEST_BITS / 8,
      .stores = arguments->store};
  TL_TRY(read_window(arguments, &out->request, error));
  TL_TRY(tl_copy_partition_plan(&out->request, &out->plan, error));
  bool is_shared = !arguments->global;
  out->rules = (tl_access_rules){
      .is_shared = is_shared,
      .uses_matrices = is_shared,
      .target = arguments->target,
      .max_bits = arguments->max_bits ? arguments->max_bits : WIDEST_BITS};
  tl_access_side side = {&out->request, &out->rules, &out->plan};
  TL_TRY(tl_copy_choose(&side, 1, &out->choice, error));
  out->accesses = tl_copy_access_count(&out->plan, &out->choice.vectors);
  if (out->accesses > MOST_ACCESSES)
    return tl_fail(error, TL_UNSUPPORTED,
                   "%" PRId64 " accesses of a thread are more than the %d of a "
                   "table",
                   out->accesses, MOST_ACCESSES);
  return TL_OK;
}

static tl_code count_facts(tl_copy *out, tl_error *error) {
  out->facts = tl_allocate((size_t)out->accesses, sizeof *out->facts);
  for (int64_t i = 0; i < out->accesses; i++)
    TL_TRY(tl_copy_banks(&out->request, &out->plan, &out->choice.vectors, i,
                         &out->facts[i], error));
  return TL_OK;
}

tl_status tl_copy_run(const tl_arguments *arguments,
                      void (*print)(const tl_copy *copy,
                                    const tl_arguments *arguments)) {
  char **items = arguments->items;
  tl_copy copy = {.facts = NULL};
  tl_error error;
  if (!open_layout(items[0], arguments, check_fragment, &copy.fragment) ||
      !open_layout(items[1], arguments, check_memory, &copy.memory))
    return TL_STATUS_FAILED;
  tl_code code = plan_copy(arguments, &copy, &error);
  if (code == TL_OK)
    code = count_facts(&copy, &error);
  if (code == TL_OK)
    print(&copy, arguments);
  free(copy.facts);
  return tl_report_code(code, NULL, &error);
}

bool tl_copy_instruction(const tl_copy *copy,
                         char out[TL_INSTRUCTION_CAPACITY]) {
  if (copy->choice.kind->brief)
    copy->choice.kind->brief(&copy->request, &copy->rules, &copy->choice, out);
  return copy->choice.kind->brief != NULL;
}

void tl_copy_print_count(const tl_copy *copy, bool has_bits) {
  int64_t width = copy->choice.width;
  bool has_tails = tl_atoms_count(&copy->choice.vectors.inner) %
                       copy->choice.vectors.width !=
                   0;
  char instruction[TL_INSTRUCTION_CAPACITY];
  if (tl_copy_instruction(copy, instruction))
    tl_print("%" PRId64 " %s of ", copy->accesses, instruction);
  else
    tl_print("%" PRId64 " access%s of %s", copy->accesses,
             copy->accesses == 1 ? "" : "es", has_tails ? "at most " : "");
  if (has_bits)
    tl_print("%" PRId64 " bits, ", width * copy->request.element_bytes * 8);
  tl_print("%" PRId64 " element%s", width, width == 1 ? "" : "s");
}

void tl_copy_open_json(const tl_copy *copy, tl_json *json) {
  tl_json_open(json, NULL, '{');
  tl_json_text(json, "scope", tl_scope_describe(copy->request.scope)->name);
  tl_json_integer(json, "bits", copy->request.element_bytes * 8);
  tl_json_boolean(json, "stores", copy->request.stores);
  char instruction[TL_INSTRUCTION_CAPACITY];
  bool has_matrices = tl_copy_instruction(copy, instruction);
  tl_json_text(json, "matrices", has_matrices ? instruction : NULL);
}
