/* document.c - see document.h. */
#include "document.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- The texts that are open -------------------------------------------- */

static tl_document *find(const tl_documents *documents, tl_extract uri) {
  for (int i = 0; i < documents->count; i++)
    if (documents->items[i].uri.length == uri.length &&
        memcmp(documents->items[i].uri.data, uri.start, uri.length) == 0)
      return &documents->items[i];
  return NULL;
}

const tl_document *tl_document_find(const tl_documents *documents,
                                    tl_extract uri) {
  return find(documents, uri);
}

static void set_text(tl_buffer *buffer, tl_extract text) {
  tl_writer writer = tl_buffer_writer(buffer);
  buffer->length = 0;
  writer.write(writer.stream, text.start, text.length);
}

void tl_document_set(tl_documents *documents, tl_extract uri, tl_extract text) {
  tl_document *document = find(documents, uri);
  if (!document) {
    size_t count = (size_t)documents->count++;
    tl_document *items = tl_allocate(count + 1, sizeof *items);
    if (count)
      memcpy(items, documents->items, count * sizeof *items);
    free(documents->items);
    documents->items = items;
    document = &items[count];
    set_text(&document->uri, uri);
  }
  set_text(&document->text, text);
}

static void free_texts(tl_document *document) {
  tl_buffer_free(&document->uri);
  tl_buffer_free(&document->text);
}

void tl_document_close(tl_documents *documents, tl_extract uri) {
  tl_document *document = find(documents, uri);
  if (!document)
    return;
  free_texts(document);
  *document = documents->items[--documents->count];
}

void tl_documents_free(tl_documents *documents) {
  while (documents->count)
    free_texts(&documents->items[--documents->count]);
  free(documents->items);
}

/* ---- Places ------------------------------------------------------------- */

/* The first byte of a UTF-8 sequence of 4 bytes stands for two units. */
static int units_of(char byte) { return (unsigned char)byte >= 0xf0 ? 2 : 1; }

size_t tl_document_offset(const tl_document *document, int64_t line,
                          int64_t character) {
  const char *text = document->text.data, *at = text;
  for (; line > 0; line--) {
    const char *end = strchr(at, '\n');
    if (!end)
      return document->text.length;
    at = end + 1;
  }
  for (; *at && *at != '\n' && character > 0; at += *at != 0) {
    character -= units_of(*at);
    while (((unsigned char)at[1] & 0xc0) == 0x80)
      at++;
  }
  return (size_t)(at - text);
}

static bool is_name(char byte) {
  return isalnum((unsigned char)byte) || (byte && strchr("_.$", byte));
}

tl_extract tl_document_word(const tl_document *document, size_t at) {
  const char *text = document->text.data;
  size_t start = at, end = at;
  while (start > 0 && is_name(text[start - 1]))
    start--;
  while (is_name(text[end]) || (end == start && text[end] == '#'))
    end++;
  if (start > 0 && text[start - 1] == '#')
    start--;
  return (tl_extract){text + start, end - start};
}

tl_extract tl_document_next(const tl_document *document, size_t *at) {
  const char *start = document->text.data + *at;
  tl_extract word = tl_document_word(document, *at);
  size_t length = word.start == start ? word.length : 0;
  *at += length ? length : 1;
  return (tl_extract){start, length};
}

tl_extract tl_document_part(const tl_document *document, size_t at,
                            int64_t *lines_before) {
  static const char MARKER[] = "// -----";
  const char *text = document->text.data, *start = text, *end;
  while ((end = strstr(start, MARKER)) && end <= text + at)
    start = end + strlen(MARKER);
  if (!end)
    end = text + document->text.length;
  *lines_before = 0;
  for (; text < start; text++)
    *lines_before += *text == '\n';
  return (tl_extract){start, (size_t)(end - start)};
}

/* ---- Layouts ------------------------------------------------------------ */

static const char PREFIX[] = "#tl.";

/* The bracket that closes the one before `at`, or the end of the line. */
static const char *closing(const char *at) {
  bool is_quoted = false;
  for (int depth = 1; *at && *at != '\n'; at++) {
    is_quoted ^= *at == '"';
    depth += is_quoted ? 0 : (*at == '<') - (*at == '>');
    if (depth == 0)
      break;
  }
  return at;
}

/* Reads the attribute that starts at a place, if one does. */
static bool read_layout(const char *at, tl_layout_text *out) {
  const char *name = at + strlen(PREFIX);
  size_t length = strncmp(at, PREFIX, strlen(PREFIX)) == 0
                      ? strspn(name, "abcdefghijklmnopqrstuvwxyz_")
                      : 0;
  if (length == 0 || name[length] != '<')
    return false;
  *out = (tl_layout_text){.text.start = name + length + 1};
  out->text.length = (size_t)(closing(out->text.start) - out->text.start);
  for (int i = 0; i < TL_NOTATION_COUNT && !out->notation; i++)
    if (strlen(TL_NOTATIONS[i]->name) == length &&
        memcmp(TL_NOTATIONS[i]->name, name, length) == 0)
      out->notation = TL_NOTATIONS[i];
  return out->notation != NULL;
}

/* Reads what a line defines an alias as, if it does. */
static bool read_definition(const char *line, tl_extract alias,
                            tl_layout_text *out) {
  const char *behind = line + alias.length;
  if (strncmp(line, alias.start, alias.length) != 0)
    return false;
  behind += strspn(behind, " \t");
  if (*behind != '=' ||
      !read_layout(behind + 1 + strspn(behind + 1, " \t"), out))
    return false;
  out->alias = alias;
  return true;
}

/* The last definition of an alias up to where it is used. */
static bool find_alias(const tl_document *document, tl_extract alias,
                       tl_layout_text *out) {
  const char *text = document->text.data, *line = alias.start;
  for (;; line--) {
    bool is_start = line == text || line[-1] == '\n';
    if (is_start && read_definition(line, alias, out))
      return true;
    if (line == text)
      return false;
  }
}

bool tl_document_layout(const tl_document *document, size_t at,
                        tl_layout_text *out) {
  const char *text = document->text.data, *start = text;
  tl_extract word = tl_document_word(document, at);
  while ((start = strstr(start, PREFIX)) && start <= text + at) {
    bool is_layout = read_layout(start, out);
    const char *end = is_layout ? out->text.start + out->text.length : NULL;
    if (end && end >= text + at)
      return true;
    start += strlen(PREFIX);
  }
  return word.length > 1 && word.start[0] == '#' &&
         find_alias(document, word, out);
}
