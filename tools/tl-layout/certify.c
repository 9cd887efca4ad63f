/* certify.c - `tl-layout certify`: whether what a report claims is so, by counting
 * from the layouts alone.
 *
 *   stage.mlir:9:10: tl.load: 4 claims hold
 *   stage.mlir:12:5: tl.store: false: certificate 1: 64 wavefronts are claimed, and 128 are counted
 *   2 operations, 12 claims, 1 false
 *
 * What cannot be counted is said, and the answer then is neither yes nor no. */
#include "certificate.h"
#include "command.h"
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_CAPACITY = 256 };

/* A record of the report, and what is found of it. */
typedef struct record_check {
  const tl_json_value *record;
  tl_json_value at; /* what cannot be read */
  tl_error error;
  const tl_target *target;
  int64_t claims, failures, unchecked;
  int64_t count;
  tl_access_claim accesses[TL_MAX_CERTIFICATES];
  tl_access_costs counted[TL_MAX_CERTIFICATES];
  tl_held_tile tiles[TL_MAX_CERTIFICATES];
  tl_exchange_claim exchange;
} record_check;

/* Of the accesses of a record together. */
typedef struct counted_costs {
  int64_t wavefronts, accesses;
} counted_costs;

typedef struct report_check {
  int64_t operations, claims, failures, unchecked;
} report_check;

/* ---- What is said --------------------------------------------------------- */

static void print_text(const tl_json_value *of, const char *name,
                       const char *behind) {
  char text[NAME_CAPACITY];
  tl_json_value value;
  if (tl_json_member(of, name, &value) &&
      tl_json_read_text(&value, text, sizeof text))
    printf("%s%s", text, behind);
}

static void print_number(const tl_json_value *of, const char *name) {
  tl_json_value value;
  int64_t number;
  if (tl_json_member(of, name, &value) && tl_json_read_integer(&value, &number))
    printf("%" PRId64 ":", number);
}

static void print_head(const tl_json_value *record) {
  tl_json_value location;
  if (tl_json_member(record, "location", &location)) {
    print_text(&location, "file", ":");
    print_number(&location, "line");
    print_number(&location, "column");
    printf(" ");
  }
  print_text(record, "operation", ": ");
}

static void say_false(record_check *own, int64_t certificate,
                      const char *format, ...) TL_PRINTF(3, 4);

/* Certificates count from 1; 0: of the record. */
static void say_false(record_check *own, int64_t certificate,
                      const char *format, ...) {
  va_list values;
  own->failures++;
  print_head(own->record);
  printf("false: ");
  if (certificate)
    printf("certificate %" PRId64 ": ", certificate);
  va_start(values, format);
  vprintf(format, values);
  va_end(values);
  printf("\n");
}

static void say_unchecked(record_check *own, const char *what,
                          const char *more) {
  own->unchecked++;
  print_head(own->record);
  printf("not checked: %s%s\n", what, more);
}

static void expect(record_check *own, int64_t certificate, const char *what,
                   int64_t claimed, int64_t counted) {
  own->claims++;
  if (claimed != counted)
    say_false(own, certificate,
              "%" PRId64 " %s are claimed, and %" PRId64 " are counted",
              claimed, what, counted);
}

/* ---- Certificates --------------------------------------------------------- */

static void check_access(record_check *own, int64_t i) {
  const tl_access_claim *claim = &own->accesses[i];
  tl_access_costs *counted = &own->counted[i];
  tl_error error;
  if (tl_access_claim_count(claim, &own->tiles[i], counted, &error) != TL_OK) {
    own->claims++;
    say_false(own, i + 1, "%s", error.message);
    return;
  }
  expect(own, i + 1, "accesses", claim->costs.accesses, counted->accesses);
  expect(own, i + 1, "accesses at least", claim->costs.least_accesses,
         counted->least_accesses);
  if (!own->target->memory)
    return;
  expect(own, i + 1, claim->is_shared ? "wavefronts" : "sectors",
         claim->is_shared ? claim->costs.wavefronts : claim->costs.sectors,
         claim->is_shared ? counted->wavefronts : counted->sectors);
  expect(own, i + 1,
         claim->is_shared ? "wavefronts at least" : "sectors at least",
         claim->is_shared ? claim->costs.least_wavefronts
                          : claim->costs.least_sectors,
         claim->is_shared ? counted->least_wavefronts : counted->least_sectors);
}

/* A record is of what it has members of. */
static bool is_of(const record_check *own, const char *member) {
  tl_json_value ignored;
  return tl_json_member(own->record, member, &ignored);
}

static tl_code read_target(record_check *own) {
  char name[NAME_CAPACITY];
  tl_json_value value;
  TL_TRY(tl_claim_member(own->record, "target", &value, &own->at, &own->error));
  if (!tl_json_read_text(&value, name, sizeof name))
    return tl_fail(&own->error, TL_INVALID, "'target' has to be a text");
  return tl_target_find(name, &own->target, &own->error);
}

static tl_code read_certificates(record_check *own) {
  tl_json_value list, item = {NULL, 0};
  TL_TRY(tl_claim_member(own->record, "certificates", &list, &own->at,
                         &own->error));
  while (tl_json_next(&list, &item)) {
    tl_access_claim *claim = &own->accesses[own->count];
    if (own->count == TL_MAX_CERTIFICATES)
      return tl_fail(&own->error, TL_CAPACITY, "more than %d certificates",
                     TL_MAX_CERTIFICATES);
    TL_TRY(
        tl_access_claim_read(&item, own->target, claim, &own->at, &own->error));
    own->at = item;
    TL_TRY(tl_held_tile_open(claim, &own->tiles[own->count], &own->error));
    own->count++;
  }
  return TL_OK;
}

/* ---- Exchanges ------------------------------------------------------------ */

static void check_shuffles(record_check *own,
                           const tl_exchange_costs *counted) {
  const tl_exchange_claim *claim = &own->exchange;
  bool is_tight = claim->shuffles <= claim->least_shuffles;
  expect(own, 0, "shuffles", claim->shuffles, counted->shuffles);
  own->claims += 3;
  if (!counted->is_complete)
    say_false(own, 0,
              "lane %" PRId64 " does not get what its register %" PRId64
              " holds under the target",
              counted->lane, counted->slot);
  if (claim->least_shuffles > counted->least_shuffles)
    say_false(own, 0,
              "at least %" PRId64 " shuffles are claimed, and no lane has to "
              "get or give more words than for %" PRId64,
              claim->least_shuffles, counted->least_shuffles);
  if (claim->is_tight != is_tight)
    say_false(own, 0, "the bound is %s", is_tight ? "met" : "not met");
}

static tl_code check_exchange(record_check *own,
                              const tl_json_value *exchange) {
  tl_exchange_costs counted;
  TL_TRY(tl_exchange_claim_read(own->record, own->target, &own->exchange,
                                &own->at, &own->error));
  own->at = *exchange;
  TL_TRY(tl_exchange_claim_count(&own->exchange, &counted, &own->error));
  check_shuffles(own, &counted);
  return TL_OK;
}

/* ---- Records -------------------------------------------------------------- */

static tl_code read_integer(record_check *own, const char *name, int64_t *out) {
  return tl_claim_integer(own->record, name, out, &own->at, &own->error);
}

/* Whether a claim says that some number is as few as there can be. */
static tl_code check_met(record_check *own, const tl_json_value *of,
                         bool is_met) {
  tl_json_value value;
  bool claimed;
  TL_TRY(tl_claim_member(of, "is_met", &value, &own->at, &own->error));
  if (!tl_json_read_boolean(&value, &claimed))
    return tl_fail(&own->error, TL_INVALID, "'is_met' has to be true or false");
  own->claims++;
  if (claimed != is_met)
    say_false(own, 0, "the bound is %s", is_met ? "met" : "not met");
  return TL_OK;
}

typedef struct counted_member {
  const char *name;
  int64_t counted;
} counted_member;

static tl_code expect_members(record_check *own, const tl_json_value *of,
                              const counted_member *members, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    int64_t claimed;
    TL_TRY(
        tl_claim_integer(of, members[i].name, &claimed, &own->at, &own->error));
    expect(own, 0, members[i].name, claimed, members[i].counted);
  }
  return TL_OK;
}

/* Of a side, where the target has a model of its memory. */
static tl_code check_facts(record_check *own, const char *name, int64_t side) {
  enum { NUMBERS = 3 };
  const tl_access_costs *of = &own->counted[side];
  const counted_member members[][NUMBERS] = {
      {{"sectors", of->sectors},
       {"minimum_sectors", of->least_sectors},
       {"efficiency_percent", of->efficiency}},
      {{"wavefronts", of->wavefronts},
       {"minimum_wavefronts", of->least_wavefronts},
       {"conflict_degree", of->degree}}};
  tl_json_value facts;
  TL_TRY(tl_claim_member(own->record, name, &facts, &own->at, &own->error));
  if (side >= own->count)
    return tl_fail(&own->error, TL_INVALID, "'%s' has no certificate", name);
  if (tl_json_is_null(&facts) && !own->target->memory)
    return TL_OK;
  const counted_member *own_members = members[own->accesses[side].is_shared];
  TL_TRY(expect_members(own, &facts, own_members, NUMBERS));
  return check_met(own, &facts,
                   own_members[0].counted == own_members[1].counted);
}

/* What is said of a copy besides its certificates is what these say; where one is
 * false, the copy is not asked. */
static tl_code check_copy(record_check *own) {
  const counted_member members[] = {
      {"accesses", own->counted[0].accesses},
      {"minimum_accesses", own->counted[0].least_accesses},
      {"width_bits", 8 * own->accesses[0].width_bytes}};
  if (own->failures)
    return TL_OK;
  TL_TRY(check_facts(own, "facts", 0));
  TL_TRY(expect_members(own, own->record, members,
                        (int64_t)(sizeof members / sizeof *members)));
  return is_of(own, "target_facts") ? check_facts(own, "target_facts", 1)
                                    : TL_OK;
}

static bool has_direct(const record_check *own) {
  bool has = false;
  for (int64_t i = 0; i < own->count; i++)
    has |= own->accesses[i].is_direct;
  return has;
}

/* No less than that is possible: a claim of less is true as well.  Maps are tried that
 * asynchronous copies cannot have, as they keep the order of memory. */
static void expect_least(record_check *own, const char *of, int64_t claimed,
                         int64_t least) {
  if (claimed && (!least || (claimed > least && has_direct(own)))) {
    say_unchecked(own, "the bound of wavefronts ", of);
    return;
  }
  own->claims++;
  if (claimed > least)
    say_false(own, 0,
              "at least %" PRId64 " wavefronts %s are claimed, and %" PRId64
              " are possible",
              claimed, of, least);
}

/* The layout that is chosen has a place for each element, and so many bytes. */
static tl_code check_places(record_check *own, const tl_layout *layout) {
  int64_t bytes, end;
  bool are_apart;
  TL_TRY(read_integer(own, "bytes", &bytes));
  TL_TRY(tl_claim_places(layout, &end, &are_apart, &own->error));
  own->claims++;
  if (!are_apart)
    say_false(own, 0, "two elements are at one place of the layout");
  expect(own, 0, "bytes", bytes, end * own->accesses[0].element_bytes);
  return TL_OK;
}

/* All are of the layout that is chosen. */
static tl_code check_layouts(record_check *own) {
  for (int64_t i = 0; i < own->count; i++) {
    tl_layout layout;
    TL_TRY(tl_claim_layout(own->record, "layout", own->accesses[i].scope,
                           own->target->lanes, &layout, &own->at, &own->error));
    if (i == 0)
      TL_TRY(check_places(own, &layout));
    own->claims++;
    if (memcmp(&layout, &own->accesses[i].memory, sizeof layout) != 0)
      say_false(own, i + 1, "its memory has another layout than is chosen");
  }
  return TL_OK;
}

/* Of all accessors, by their weights. */
static counted_costs sum_of(const record_check *own) {
  counted_costs sum = {0, 0};
  for (int64_t i = 0; i < own->count; i++) {
    const tl_access_claim *of = &own->accesses[i];
    sum.wavefronts += of->weight * of->costs.wavefronts;
    sum.accesses += of->weight * of->costs.accesses;
  }
  return sum;
}

/* Fewer than bytes take do not move them. */
static void expect_enough(record_check *own, int64_t claimed,
                          const tl_least_waves *bounds) {
  own->claims++;
  if (claimed < bounds->by_bytes)
    say_false(own, 0,
              "%" PRId64 " wavefronts are claimed, and by bytes %" PRId64
              " are the fewest",
              claimed, bounds->by_bytes);
}

/* A conversion through memory, which is not in pieces. */
static tl_code check_conversion(record_check *own) {
  int64_t waves, least;
  tl_least_waves bounds;
  TL_TRY(read_integer(own, "wavefronts", &waves));
  TL_TRY(read_integer(own, "minimum_wavefronts", &least));
  expect(own, 0, "wavefronts", waves, sum_of(own).wavefronts);
  const tl_least_waves claimed = {least, least, 0};
  tl_least_waves_find(own->accesses, own->tiles, own->count, &claimed, &bounds);
  expect_enough(own, waves, &bounds);
  expect_least(own, "of any linear map", least,
               least > bounds.by_bytes ? bounds.by_maps : bounds.by_bytes);
  return check_met(own, own->record, waves <= least);
}

/* The wavefronts of a buffer, and their bounds. */
static tl_code check_waves(record_check *own) {
  int64_t waves, least, by_bytes, by_xor = 0;
  tl_least_waves bounds;
  TL_TRY(read_integer(own, "wavefronts", &waves));
  TL_TRY(read_integer(own, "minimum_wavefronts", &least));
  TL_TRY(read_integer(own, "minimum_by_bytes", &by_bytes));
  bool has_xor = is_of(own, "minimum_by_xor");
  if (has_xor)
    TL_TRY(read_integer(own, "minimum_by_xor", &by_xor));
  expect(own, 0, "wavefronts", waves, sum_of(own).wavefronts);
  const tl_least_waves claimed = {by_bytes, least, by_xor};
  tl_least_waves_find(own->accesses, own->tiles, own->count, &claimed, &bounds);
  expect_enough(own, waves, &bounds);
  expect_least(own, "by bytes", by_bytes, bounds.by_bytes);
  expect_least(own, "of any linear map", least,
               least > by_bytes ? bounds.by_maps : bounds.by_bytes);
  if (has_xor)
    expect_least(own, "of one XOR", by_xor, bounds.by_xor);
  return check_met(own, own->record, waves <= least);
}

static tl_code check_choice(record_check *own) {
  int64_t accesses;
  TL_TRY(read_integer(own, "accesses", &accesses));
  TL_TRY(check_layouts(own));
  expect(own, 0, "accesses", accesses, sum_of(own).accesses);
  return own->target->memory ? check_waves(own) : TL_OK;
}

/* What a record is of, by a member that no other has. */
static const struct {
  const char *member;
  tl_code (*check)(record_check *own);
} KINDS[] = {{"minimum_by_bytes", check_choice},
             {"facts", check_copy},
             {"wavefronts", check_conversion}};

/* What a record that claims something has, besides its certificates. */
static const char *const CLAIMING[] = {"facts", "minimum_by_bytes", "way"};

static bool claims_something(const record_check *own) {
  bool claims = is_of(own, "certificates");
  for (size_t i = 0; i < sizeof CLAIMING / sizeof *CLAIMING; i++)
    claims |= is_of(own, CLAIMING[i]);
  return claims;
}

static tl_code check_record(record_check *own) {
  tl_json_value exchange;
  TL_TRY(read_target(own));
  TL_TRY(read_certificates(own));
  for (int64_t i = 0; i < own->count; i++)
    check_access(own, i);
  if (tl_json_member(own->record, "exchange", &exchange) &&
      !tl_json_is_null(&exchange))
    TL_TRY(check_exchange(own, &exchange));
  for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
    if (is_of(own, KINDS[i].member))
      return KINDS[i].check(own);
  return TL_OK;
}

/* `FILE:12:5: there is no member 'scope'`. */
static void report_place(const char *path, const char *text, size_t position,
                         const char *message) {
  int64_t line = 1, column = 1;
  for (size_t i = 0; i < position; i++) {
    bool is_end = text[i] == '\n';
    line += is_end;
    column = is_end ? 1 : column + 1;
  }
  tl_report(NULL, "%s:%" PRId64 ":%" PRId64 ": %s", path, line, column,
            message);
}

static bool check_one(const char *path, const char *text,
                      const tl_json_value *record, report_check *all) {
  record_check *own = tl_allocate(1, sizeof *own);
  own->record = record;
  own->at = *record;
  bool has_any = claims_something(own);
  tl_code code = has_any ? check_record(own) : TL_OK;
  if (code == TL_UNSUPPORTED || code == TL_CAPACITY) {
    say_unchecked(own, own->error.message, "");
    code = TL_OK;
  } else if (code != TL_OK)
    report_place(path, text, (size_t)(own->at.start - text),
                 own->error.message);
  else if (own->claims && !own->failures) {
    print_head(record);
    printf("%" PRId64 " claims hold\n", own->claims);
  }
  all->operations += has_any;
  all->claims += own->claims;
  all->failures += own->failures;
  all->unchecked += own->unchecked;
  for (int64_t i = 0; i < TL_MAX_CERTIFICATES; i++)
    tl_held_tile_free(&own->tiles[i]);
  tl_exchange_claim_free(&own->exchange);
  free(own);
  return code == TL_OK;
}

/* ---- Files ---------------------------------------------------------------- */

static bool read_file(const char *path, tl_buffer *out) {
  FILE *file = fopen(path, "rb");
  char part[4096];
  size_t length = 1;
  tl_writer to = tl_buffer_writer(out);
  if (!file) {
    tl_report(NULL, "cannot open '%s': %s", path, strerror(errno));
    return false;
  }
  while ((length = fread(part, 1, sizeof part, file)) > 0)
    to.write(to.stream, part, length);
  bool is_read = !ferror(file);
  if (!is_read)
    tl_report(NULL, "cannot read '%s': %s", path, strerror(errno));
  fclose(file);
  return is_read;
}

static bool check_text(const char *path, const tl_buffer *text,
                       report_check *all) {
  tl_json_value report, record = {NULL, 0};
  tl_error error;
  const char *data = text->data ? text->data : "";
  if (tl_json_parse(data, text->length, &report, &error) != TL_OK) {
    report_place(path, data, (size_t)error.position, error.message);
    return false;
  }
  if (*report.start != '[') {
    report_place(path, data, (size_t)(report.start - data),
                 "expected the list that report=FILE writes");
    return false;
  }
  while (tl_json_next(&report, &record)) {
    if (*record.start != '{') {
      report_place(path, data, (size_t)(record.start - data),
                   "expected the record of an operation, in braces");
      return false;
    }
    if (!check_one(path, data, &record, all))
      return false;
  }
  return true;
}

static tl_status run(const tl_arguments *arguments) {
  report_check all = {0};
  bool is_read = true;
  for (int i = 0; i < arguments->count && is_read; i++) {
    tl_buffer text = {0};
    is_read = read_file(arguments->items[i], &text) &&
              check_text(arguments->items[i], &text, &all);
    tl_buffer_free(&text);
  }
  if (!is_read)
    return TL_STATUS_FAILED;
  if (!all.operations) {
    tl_report(NULL, "no record has certificates, of which there is nothing to "
                    "check");
    return TL_STATUS_FAILED;
  }
  printf("%" PRId64 " operations, %" PRId64 " claims, %" PRId64 " false",
         all.operations, all.claims, all.failures);
  if (all.unchecked)
    printf(", %" PRId64 " not checked", all.unchecked);
  printf("\n");
  return all.failures    ? TL_STATUS_FAILED
         : all.unchecked ? TL_STATUS_UNDECIDED
                         : TL_STATUS_OK;
}

const tl_command TL_COMMAND_CERTIFY = {
    .name = "certify",
    .summary = "check what a report of the passes claims",
    .operands = {"FILE.json...", 1, INT32_MAX},
    .run = run,
    .help =
        "Checks what report=FILE.json of the passes claims, in records and "
        "their certificates: where every register of the first warp lies, "
        "which accesses "
        "move them, and what these take of banks and sectors is counted "
        "from the layouts, by code that shares nothing with what planned "
        "them; bounds of buffers by trying all maps, and whether a layout that "
        "is chosen has a place for each element.  Of an exchange by shuffles "
        "every round is followed, and the most words are counted that a lane "
        "has to get or to give.  Prints the claims that "
        "are false.  Exit status: 0 when all hold, 1 when one is false, or no "
        "record has certificates, 3 when none is false and some cannot be "
        "counted:",
    .prints = {{"claims hold",
                "what the record says of accesses, wavefronts, conflicts, "
                "sectors and shuffles, and whether bounds are met"},
               {"false", "what is claimed, and what is counted"},
               {"not checked", "why the rest of a record cannot be counted"}},
    .examples = "test/tools/Inputs/certificates.json\n",
};
