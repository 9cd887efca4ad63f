/* hover.c - A layout: what it means, a picture, what it does with its elements.
 * A function of the language, an operation: its row, and what the passes remark
 * of it. */
#include "answer.h"
#include "dialect/operation_rows.h"
#include "tl/function_notes.h"
#include "tl/target.h"
#include "tools/tl-layout/command.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Layouts ------------------------------------------------------------ */

/* As the attribute is read: in the narrowest waves in which it has a meaning. */
static bool evaluate(const tl_layout_text *layout, tl_value *out) {
  tl_code code = TL_INVALID;
  for (int64_t lanes = tl_wave_above(0); lanes && code != TL_OK;
       lanes = tl_wave_above(lanes))
    code = tl_expression_evaluate(layout->text.start, layout->text.length,
                                  layout->notation->kind, lanes, out, NULL);
  return code == TL_OK;
}

/* A command of tl-layout and what it is given. */
typedef struct call {
  const char *command;
  char *words[2];
  int count;
} call;

static int run_command(const void *context) {
  call copy = *(const call *)context;
  return (int)tl_print_finish(
      tl_command_run(tl_command_named(copy.command), copy.count, copy.words));
}

static void write_block(const call *command, tl_writer out) {
  tl_write(&out, "\n```text\n");
  tl_captured_write(run_command, command, out);
  tl_write(&out, "```\n");
}

/* ": a register layout of 8 x 8 elements on 32 threads, 2 registers of each" */
static void write_size(const tl_value *value, tl_writer out) {
  tl_places places;
  int64_t threads, slots;
  const char *before = " of ";
  tl_write(&out, ": %s", tl_kind_describe(value->kind));
  if (tl_places_open(value, &places, NULL) != TL_OK ||
      tl_places_count(&places, &threads, &slots, NULL) != TL_OK)
    return;
  for (int64_t d = 0; d < places.shape.count; d++, before = " x ")
    tl_write(&out, "%s%" PRId64, before, places.shape.items[d]);
  if (tl_notation_of(value->kind)->role == TL_ROLE_STORED)
    tl_write(&out, " elements in %" PRId64 " places\n", slots);
  else
    tl_write(&out, " elements on %" PRId64 " threads, %" PRId64 " each\n",
             threads, slots);
}

/* What it means as a tile layout, where that is another text. */
static void write_meaning(const tl_value *value, tl_writer out) {
  tl_layout layout;
  tl_scope scope = TL_SCOPE_COUNT;
  tl_value meant = {.kind = TL_KIND_LAYOUT};
  if (value->kind == TL_KIND_LAYOUT ||
      tl_value_mean(value, tl_target_default()->lanes, &scope, &layout, NULL) !=
          TL_OK)
    return;
  meant.as.layout = layout;
  if (tl_value_untwist(&meant, scope, tl_target_default()->lanes, NULL) !=
      TL_OK)
    return;
  tl_write(&out, "\nmeans `");
  tl_value_write(&meant, out);
  tl_write(&out, "`\n");
}

static bool write_layout(const tl_document *document,
                         const tl_layout_text *layout, tl_writer out) {
  tl_value value;
  tl_buffer text = {0};
  if (!evaluate(layout, &value))
    return false;
  tl_value_write(&value, tl_buffer_writer(&text));
  tl_extract name = layout->alias;
  tl_write(&out, "**`");
  if (name.length)
    out.write(out.stream, name.start, name.length);
  else
    tl_write(&out, "#tl.%s", layout->notation->name);
  tl_write(&out, "`**");
  write_size(&value, out);
  tl_write(&out, "\n```text\n");
  out.write(out.stream, layout->text.start, layout->text.length);
  tl_write(&out, "\n```\n");
  write_meaning(&value, out);
  write_block(&(call){"show", {text.data}, 1}, out);
  write_block(&(call){"check", {text.data}, 1}, out);
  tl_buffer_free(&text);
  if (name.length)
    tl_costs_write(document, name, out);
  return true;
}

/* ---- Functions of the language ------------------------------------------ */

/* The function whose name starts a word, behind the last '.' in it; within a
 * notation its prefix may be missing. */
static void write_function(const tl_notation *notation, tl_extract word,
                           tl_writer out) {
  char name[TL_PIECE_CAPACITY];
  const char *end = word.start + word.length, *start = end;
  while (start > word.start && start[-1] != '.')
    start--;
  word = (tl_extract){start, (size_t)(end - start)};
  int length = snprintf(name, sizeof name, "%s_%.*s", notation->name,
                        (int)word.length, word.start);
  const tl_function_note *note =
      tl_function_note_of(name, (size_t)length, NULL);
  if (!note)
    note = tl_function_note_of(word.start, word.length, NULL);
  if (!note)
    return;
  tl_write(&out, "`%.*s`: ", (int)word.length, word.start);
  out.write(out.stream, note->meaning, strlen(note->meaning));
  tl_write(&out, "\n\n");
}

/* ---- Operations --------------------------------------------------------- */

const tl_operation_row *tl_operation_named(tl_extract word) {
  for (int i = 0; i < TL_OPERATION_COUNT; i++) {
    const char *name = TL_OPERATIONS[i].name;
    if (word.length == strlen(name) + 3 && strncmp(word.start, "tl.", 3) == 0 &&
        memcmp(word.start + 3, name, strlen(name)) == 0)
      return &TL_OPERATIONS[i];
  }
  return NULL;
}

static bool write_operation(const tl_document *document, tl_extract word,
                            tl_writer out) {
  const tl_operation_row *row = tl_operation_named(word);
  if (!row)
    return false;
  tl_write(&out, "**`tl.%s`** ", row->name);
  out.write(out.stream, row->facts->summary, strlen(row->facts->summary));
  tl_write(&out, "\n\n```mlir\n");
  out.write(out.stream, row->facts->example, strlen(row->facts->example));
  tl_write(&out, "\n```\n");
  tl_costs_write(document, word, out);
  return true;
}

bool tl_hover_write(const tl_document *document, size_t at, tl_writer out) {
  tl_layout_text layout;
  tl_extract word = tl_document_word(document, at);
  if (!tl_document_layout(document, at, &layout))
    return write_operation(document, word, out);
  if (!layout.alias.length)
    write_function(layout.notation, word, out);
  return write_layout(document, &layout, out);
}
