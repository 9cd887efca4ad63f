/* exchange.c - `tl-layout exchange`: how threads exchange what they hold when a
 * fragment becomes another, as the passes plan it.
 *
 *   4 x 4 elements of 32 bits, by shuffles
 *   shuffles  3, at least 3; 8 selects, 0 permutes, 4 other steps: cost 24
 *   memory    2 wavefronts, at least 2; 64 bytes: cost 70
 *   shuffle  lane  from  gives  fills
 *         0     0     1  0      1
 *         0     1     0  1      0 */
#include "planned_copy.h"
#include "tl/conversion_memory.h"
#include "tl/conversion_plan.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What a lane gets from another in a shuffle: registers of the source, in the
 * order of the word, which are those of the target. */
typedef struct word_row {
  int64_t shuffle, lane, from;
  tl_text gives, fills;
} word_row;

typedef struct exchange {
  tl_conversion_request request;
  tl_access_rules rules;
  tl_conversion_plan plan;
  bool has_memory;
  tl_conversion_memory memory; /* where it has */
  tl_error lack;               /* where it has not */
  tl_conversion_work *work;    /* owned */
  tl_conversion_rounds rounds; /* of the plan, in the work */
  int64_t word_count;
  int32_t *words; /* owned: shuffle * lanes + lane */
} exchange;

static tl_code plan(exchange *of, tl_error *error);
static tl_code list_words(exchange *of, tl_error *error);

/* Both fragments, in the larger scope of theirs. */
static bool read_fragments(const tl_arguments *arguments, exchange *out) {
  tl_spelling fragments[2];
  for (int i = 0; i < 2; i++)
    if (!tl_planned_copy_open_fragment(arguments->items[i], arguments,
                                       &fragments[i]))
      return false;
  const tl_spelling *wider =
      &fragments[fragments[1].scope > fragments[0].scope];
  bool is_thread = wider->scope == TL_SCOPE_THREAD;
  out->rules = tl_planned_copy_rules(arguments);
  out->request = (tl_conversion_request){
      .source = fragments[0].layout,
      .target = fragments[1].layout,
      .scope = wider->scope,
      .lanes = is_thread ? 1 : wider->lanes,
      .threads =
          tl_scope_threads(wider->scope, wider->lanes, arguments->threads, 0),
      .element_bits = arguments->bits};
  return true;
}

static tl_code plan(exchange *of, tl_error *error) {
  TL_TRY(tl_conversion_plan_make(&of->request, of->work, &of->plan, error));
  of->has_memory = tl_conversion_memory_plan(&of->request, &of->rules, 0,
                                             &of->memory, &of->lack) == TL_OK;
  if (of->plan.way == TL_CONVERT_MEMORY && !of->has_memory)
    return tl_fail(error, of->lack.code, "%s; not by shuffles: %s",
                   of->lack.message, of->plan.reason);
  return of->plan.way == TL_CONVERT_MEMORY ? TL_OK : list_words(of, error);
}

static tl_code list_words(exchange *of, tl_error *error) {
  TL_TRY(tl_conversion_rounds_find(&of->request, of->plan.order,
                                   &of->work->rounds, &of->rounds, error));
  int64_t lanes = of->request.lanes;
  of->words = tl_allocate((size_t)(of->rounds.round_count * lanes) + 1,
                          sizeof *of->words);
  for (int64_t i = 0; i < of->rounds.round_count * lanes; i++)
    if (of->rounds.rounds[i / lanes].from[i % lanes] >= 0)
      of->words[of->word_count++] = (int32_t)i;
  return TL_OK;
}

static bool goes_by_memory(const exchange *of) {
  return of->plan.way == TL_CONVERT_MEMORY ||
         (of->has_memory && of->memory.cost < of->plan.cost);
}

static const char *way_of(const exchange *of) {
  return goes_by_memory(of)                    ? "memory"
         : of->plan.way == TL_CONVERT_SHUFFLES ? "shuffles"
                                               : "registers";
}

/* ---- Shuffles ------------------------------------------------------------- */

static void append_number(int64_t number, tl_text *out) {
  tl_text_append(out, "%s%" PRId64, out->length ? "," : "", number);
}

static void read_word(const void *context, int64_t number, void *row) {
  const exchange *of = context;
  const tl_conversion_rounds *rounds = &of->rounds;
  int64_t shuffle = of->words[number] / of->request.lanes;
  int64_t lane = of->words[number] % of->request.lanes;
  const tl_conversion_round *round = &rounds->rounds[shuffle];
  word_row *out = row;
  *out =
      (word_row){.shuffle = shuffle, .lane = lane, .from = round->from[lane]};
  for (int i = 0; i < TL_WORD_ELEMENTS; i++)
    if (round->give[out->from][i] >= 0)
      append_number(round->give[out->from][i], &out->gives);
  for (int64_t slot = 0; slot < rounds->target_slots; slot++)
    if (rounds->takes[lane * rounds->target_slots + slot].round == shuffle)
      append_number(slot, &out->fills);
}

static const tl_column COLUMNS[] = {
    TL_COLUMN("shuffle", "shuffle", NUMBER, word_row, shuffle),
    TL_COLUMN("lane", "lane", NUMBER, word_row, lane),
    TL_COLUMN("from", "from", NUMBER, word_row, from),
    TL_COLUMN("gives", "gives", TEXT, word_row, gives),
    TL_COLUMN("fills", "fills", TEXT, word_row, fills),
};

/* ---- What is said --------------------------------------------------------- */

static int64_t memory_bytes(const exchange *of) {
  return of->memory.elements * of->request.element_bits / 8;
}

/* Whether wavefronts are those of the target. */
static bool has_model(const exchange *of) {
  return of->rules.target->memory != NULL;
}

static void print_memory(const exchange *of) {
  if (!of->has_memory)
    printf("memory    none: %s\n", of->lack.message);
  else if (!of->memory.wavefronts)
    printf("memory    %" PRId64 " bytes in pieces: cost %" PRId64 "\n",
           memory_bytes(of), of->memory.cost);
  else if (!has_model(of))
    printf("memory    %" PRId64 " bytes: cost %" PRId64 "\n", memory_bytes(of),
           of->memory.cost);
  else
    printf("memory    %" PRId64 " wavefronts, at least %" PRId64 "; %" PRId64
           " bytes: cost %" PRId64 "\n",
           of->memory.wavefronts, of->memory.bound, memory_bytes(of),
           of->memory.cost);
}

static void print_text(const exchange *of, const tl_table *words,
                       const tl_arguments *arguments) {
  const tl_conversion_plan *plan = &of->plan;
  const tl_program_counts *counts = &plan->counts;
  tl_list shape = tl_layout_shape(&of->request.source);
  for (int64_t d = 0; d < shape.count; d++)
    printf("%s%" PRId64, d ? " x " : "", shape.items[d]);
  printf(" elements of %" PRId64 " bits, by %s\n", of->request.element_bits,
         way_of(of));
  if (plan->way == TL_CONVERT_MEMORY)
    printf("shuffles  none: %s\n", plan->reason);
  else
    printf("shuffles  %" PRId64 ", %s %" PRId64 "; %" PRId64
           " selects, %" PRId64 " permutes, %" PRId64
           " other steps: cost %" PRId64 "\n",
           counts->shuffles, plan->is_tight ? "at least" : "perhaps",
           plan->lower_bound, counts->selects, counts->permutes,
           counts->masks + counts->others, plan->cost);
  print_memory(of);
  if (words->rows && (arguments->all || !goes_by_memory(of)))
    tl_table_print(words, arguments->all);
}

static void print_json_memory(const exchange *of, tl_json *json) {
  tl_value layout = {.kind = TL_KIND_LAYOUT, .as.layout = of->memory.layout};
  tl_text text = {0};
  tl_value_print(&layout, &text);
  tl_json_open(json, "memory", '{');
  tl_json_text(json, "reason", of->has_memory ? NULL : of->lack.message);
  if (of->has_memory) {
    tl_json_text(json, "layout", text.data);
    tl_json_integer(json, "bytes", memory_bytes(of));
    if (has_model(of)) {
      tl_json_integer(json, "wavefronts", of->memory.wavefronts);
      tl_json_integer(json, "bound", of->memory.bound);
    }
    tl_json_integer(json, "cost", of->memory.cost);
  }
  tl_json_close(json, '}');
}

static void print_json(const exchange *of, const tl_table *words) {
  tl_json json = {.to = tl_print_writer()};
  const tl_conversion_plan *plan = &of->plan;
  bool is_none = plan->way == TL_CONVERT_MEMORY;
  tl_json_open(&json, NULL, '{');
  tl_json_text(&json, "way", way_of(of));
  tl_json_open(&json, "shuffles", '{');
  tl_json_text(&json, "reason", is_none ? plan->reason : NULL);
  if (!is_none) {
    tl_json_integer(&json, "count", plan->counts.shuffles);
    tl_json_integer(&json, "bound", plan->lower_bound);
    tl_json_boolean(&json, "is_tight", plan->is_tight);
    tl_json_integer(&json, "selects", plan->counts.selects);
    tl_json_integer(&json, "permutes", plan->counts.permutes);
    tl_json_integer(&json, "other_steps",
                    plan->counts.masks + plan->counts.others);
    tl_json_integer(&json, "cost", plan->cost);
  }
  tl_json_close(&json, '}');
  print_json_memory(of, &json);
  tl_table_print_json(words, &json);
  tl_json_close(&json, '}');
}

static tl_status run(const tl_arguments *arguments) {
  exchange of = {.has_memory = false};
  tl_error error;
  if (!read_fragments(arguments, &of))
    return TL_STATUS_FAILED;
  of.work = tl_allocate(1, sizeof *of.work);
  tl_code code = plan(&of, &error);
  const tl_table words = {TL_COLUMNS(COLUMNS), .rows = of.word_count,
                          .noun = "words",     .read = read_word,
                          .context = &of,      .row = &(word_row){0}};
  if (code == TL_OK && arguments->json)
    print_json(&of, &words);
  else if (code == TL_OK)
    print_text(&of, &words, arguments);
  free(of.words);
  free(of.work);
  return tl_report_code(code, NULL, &error);
}

const tl_command TL_COMMAND_EXCHANGE = {
    .name = "exchange",
    .summary = "plan how threads exchange what they hold",
    .operands = {"FROM TO", 2, 2},
    .run = run,
    .help = "Prints the way that a conversion between two fragments takes, "
            "what it costs by shuffles in a warp and through shared memory, or "
            "why it cannot go there, and what lanes get from each other; where "
            "it goes through memory, with '--all' alone:",
    .prints = {{"shuffles", "how many, of as many as there have to be at "
                            "least (law C18); what is done around them"},
               {"memory", "wavefronts of store and load (law C23), where the "
                          "target has a model of banks"},
               {"cost", "in quarters of a cycle"},
               {"gives", "registers of the lane it comes from, in one word"},
               {"fills", "registers of the lane that gets them"}},
    .required = "--type",
    .options = {{"--type", NULL},
                {"--scope", NULL},
                {"--threads", "of a block; otherwise warps are whole"},
                {"--max-bits", "of an access; 128"},
                {"--all", NULL},
                {"--target", NULL},
                {"--json", "print {way, shuffles, memory, words}, where "
                           "shuffles are {reason, count, bound, is_tight, "
                           "selects, permutes, other_steps, cost}, memory "
                           "is {reason, layout, bytes, wavefronts, bound, "
                           "cost}, and a word is {shuffle, lane, from, gives, "
                           "fills}"}},
    .examples =
        "'spatial(8, 4).local(1, 2)' 'local(2, 1).spatial(4, 8)' --type f32\n"
        "'spatial(32, 1).local(1, 4)' 'local(32, 1).spatial(1, 4)' --type "
        "f16\n",
};
