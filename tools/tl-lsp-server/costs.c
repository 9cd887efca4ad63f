/* costs.c - What copies and conversions become: the part of the text that is one
 * module is lowered, in a process of its own, and the report of the passes is
 * read. */
#include "answer.h"
#include "mlir-c/RegisterEverything.h"
#include "tl/dialect.h"
#include "tl/passes.h"
#include <inttypes.h>
#include <string.h>

static const char PIPELINE[] = "lower-layout-copies{report=/dev/stdout}";

static void ignore_part(MlirStringRef part, void *unused) {
  (void)part, (void)unused;
}

/* Lowers a text; the passes write their report. */
static int print_report(const void *context) {
  const tl_extract *part = context;
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  tl_register_dialect(registry);
  tl_register_passes();
  MlirContext own = mlirContextCreateWithRegistry(registry, false);
  MlirModule module = tl_bridge_parse_in_place(
      own, mlirStringRefCreate(part->start, part->length));
  MlirPassManager manager = mlirPassManagerCreate(own);
  return mlirModuleIsNull(module) ||
         mlirLogicalResultIsFailure(mlirOpPassManagerAddPipeline(
             mlirPassManagerGetAsOpPassManager(manager),
             mlirStringRefCreateFromCString(PIPELINE), ignore_part, NULL)) ||
         mlirLogicalResultIsFailure(
             mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module)));
}

/* ---- Which entries ------------------------------------------------------ */

/* An alias, whose lines are all that name it, or a word of one line. */
typedef struct choice {
  const tl_document *document;
  tl_extract word;
} choice;

static size_t place_of(const choice *of) {
  return (size_t)(of->word.start - of->document->text.data);
}

static bool is_alias(const choice *of) { return of->word.start[0] == '#'; }

static bool names_alias(size_t at, const choice *of) {
  const char *text = of->document->text.data;
  while (text[at] && text[at] != '\n') {
    tl_extract word = tl_document_next(of->document, &at);
    if (word.length == of->word.length &&
        memcmp(word.start, of->word.start, word.length) == 0)
      return true;
  }
  return false;
}

static bool is_chosen(const choice *of, int64_t line) {
  size_t start = tl_document_offset(of->document, line - 1, 0);
  size_t end = tl_document_offset(of->document, line, 0);
  size_t at = place_of(of);
  return is_alias(of) ? names_alias(start, of) : start <= at && at < end;
}

/* ---- What they say ------------------------------------------------------ */

static int64_t number_of(const tl_bridge_json *entry, const char *name) {
  int64_t number;
  tl_bridge_json_integer(tl_bridge_json_member(entry, name), &number);
  return number;
}

static void write_text(const tl_bridge_json *entry, const char *name,
                       tl_writer out) {
  MlirStringRef text =
      tl_bridge_json_string(tl_bridge_json_member(entry, name));
  out.write(out.stream, text.data ? text.data : "", text.length);
}

/* ": by shuffles; 7 shuffles, 7 minimum_shuffles" */
static const struct {
  const char *name, *format;
} NUMBERS[] = {
    {"accesses", "; accesses: %" PRId64},
    {"width_bits", " of %" PRId64 " bits"},
    {"shuffles", "; shuffles: %" PRId64},
    {"minimum_shuffles", " of at least %" PRId64},
    {"bytes", "; bytes: %" PRId64},
    {"wavefronts", "; wavefronts: %" PRId64},
    {"minimum_wavefronts", " of at least %" PRId64},
    {"conflict_degree", ", conflicts: %" PRId64 "-way"},
    {"sectors", "; sectors: %" PRId64},
    {"efficiency_percent", ", %" PRId64 " %% of their bytes"},
};

static void write_numbers(const tl_bridge_json *entry, tl_writer out) {
  const tl_bridge_json *facts = tl_bridge_json_member(entry, "facts");
  int64_t number;
  for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++)
    if (tl_bridge_json_integer(tl_bridge_json_member(entry, NUMBERS[i].name),
                               &number) ||
        tl_bridge_json_integer(tl_bridge_json_member(facts, NUMBERS[i].name),
                               &number))
      tl_write(&out, NUMBERS[i].format, number);
}

static void write_reasons(const tl_bridge_json *entry, tl_writer out) {
  const tl_bridge_json *all = tl_bridge_json_member(entry, "reasons"), *reason;
  for (size_t i = 0; (reason = tl_bridge_json_item(all, i)); i++) {
    tl_write(&out, "  - ");
    write_text(reason, "rule", out);
    tl_write(&out, ", %" PRId64 " bits: ", number_of(reason, "width_bits"));
    write_text(reason, "reason", out);
    tl_write(&out, "\n");
  }
}

static void write_entry(const choice *of, const tl_bridge_json *entry,
                        int64_t line, tl_writer out) {
  tl_write(&out, "- line %" PRId64 ": `", line);
  write_text(entry, "operation", out);
  tl_write(&out, "` ");
  write_text(entry, "instruction", out); /* or the way of a conversion */
  write_text(entry, "way", out);
  write_numbers(entry, out);
  tl_write(&out, "\n");
  if (!is_alias(of))
    write_reasons(entry, out);
}

void tl_costs_write(const tl_document *document, tl_extract word,
                    tl_writer out) {
  choice of = {document, word};
  tl_buffer text = {0};
  int64_t lines_before;
  tl_extract part = tl_document_part(document, place_of(&of), &lines_before);
  tl_captured_write(print_report, &part, tl_buffer_writer(&text));
  tl_bridge_json *report =
      tl_bridge_json_parse(mlirStringRefCreate(text.data, text.length));
  const tl_bridge_json *entry;
  tl_write(&out, "\n");
  for (size_t i = 0; (entry = tl_bridge_json_item(report, i)); i++) {
    int64_t line = number_of(tl_bridge_json_member(entry, "location"), "line");
    if (line > 0 && is_chosen(&of, lines_before + line))
      write_entry(&of, entry, lines_before + line, out);
  }
  tl_bridge_json_free(report);
  tl_buffer_free(&text);
}
