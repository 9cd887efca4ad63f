/* answer.c - The messages that are followed or answered; see answer.h. */
#include "answer.h"
#include <string.h>

static const tl_bridge_json *member(const tl_bridge_json *message,
                                    const char *first, const char *second) {
  return tl_bridge_json_member(tl_bridge_json_member(message, first), second);
}

static tl_extract text_of(const tl_bridge_json *value) {
  MlirStringRef text = tl_bridge_json_string(value);
  return (tl_extract){text.data, text.length};
}

static tl_extract uri_of(const tl_bridge_json *parameters) {
  return text_of(member(parameters, "textDocument", "uri"));
}

/* ---- What is open ------------------------------------------------------- */

static void on_open(tl_documents *documents, const tl_bridge_json *parameters) {
  tl_document_set(documents, uri_of(parameters),
                  text_of(member(parameters, "textDocument", "text")));
}

/* The server asks for whole texts, each of which takes the place of the last. */
static void on_change(tl_documents *documents,
                      const tl_bridge_json *parameters) {
  const tl_bridge_json *changes =
                           tl_bridge_json_member(parameters, "contentChanges"),
                       *change;
  for (size_t i = 0; (change = tl_bridge_json_item(changes, i)); i++)
    tl_document_set(documents, uri_of(parameters),
                    text_of(tl_bridge_json_member(change, "text")));
}

static void on_close(tl_documents *documents,
                     const tl_bridge_json *parameters) {
  tl_document_close(documents, uri_of(parameters));
}

static const struct {
  const char *method;
  void (*follow)(tl_documents *documents, const tl_bridge_json *parameters);
} NOTICES[] = {{"textDocument/didOpen", on_open},
               {"textDocument/didChange", on_change},
               {"textDocument/didClose", on_close}};
enum { NOTICE_COUNT = sizeof NOTICES / sizeof *NOTICES };

/* ---- Answers ------------------------------------------------------------ */

static bool answer_hover(const tl_document *document, size_t at,
                         tl_json *json) {
  tl_buffer text = {0};
  bool is_there = tl_hover_write(document, at, tl_buffer_writer(&text));
  if (is_there) {
    tl_json_open(json, "result", '{');
    tl_json_open(json, "contents", '{');
    tl_json_text(json, "kind", "markdown");
    tl_json_string(json, "value", text.data, text.length);
    tl_json_close(json, '}');
    tl_json_close(json, '}');
  }
  tl_buffer_free(&text);
  return is_there;
}

static const struct {
  const char *method;
  bool (*answer)(const tl_document *document, size_t at, tl_json *json);
} REQUESTS[] = {{"textDocument/hover", answer_hover},
                {"textDocument/completion", tl_completion_write}};
enum { REQUEST_COUNT = sizeof REQUESTS / sizeof *REQUESTS };

static void write_part(MlirStringRef part, void *writer) {
  const tl_writer *to = writer;
  to->write(to->stream, part.data, part.length);
}

/* The object of an answer, of which all that is left is the result. */
static tl_json open_answer(const tl_bridge_json *id, tl_writer to) {
  tl_write(&to, "{\"jsonrpc\": \"2.0\", \"id\": ");
  tl_bridge_json_print(id, write_part, &to);
  return (tl_json){.to = to, .depth = 1, .is_next = true};
}

static bool is_called(tl_extract method, const char *name) {
  return strlen(name) == method.length &&
         memcmp(method.start, name, method.length) == 0;
}

/* The request is in the table; it asks for an answer, and the place that it asks
 * about is there. */
static bool answer_request(int request, const tl_document *document,
                           const tl_bridge_json *message, tl_buffer *out) {
  const tl_bridge_json *place = member(message, "params", "position");
  const tl_bridge_json *id = tl_bridge_json_member(message, "id");
  int64_t line, character;
  if (!id ||
      !tl_bridge_json_integer(tl_bridge_json_member(place, "line"), &line) ||
      !tl_bridge_json_integer(tl_bridge_json_member(place, "character"),
                              &character))
    return false;
  tl_json json = open_answer(id, tl_buffer_writer(out));
  bool is_answered = REQUESTS[request].answer(
      document, tl_document_offset(document, line, character), &json);
  tl_json_close(&json, '}');
  return is_answered;
}

bool tl_is_message(const tl_bridge_json *json) {
  return is_called(text_of(tl_bridge_json_member(json, "jsonrpc")), "2.0") &&
         (tl_bridge_json_string(tl_bridge_json_member(json, "method")).data ||
          tl_bridge_json_member(json, "id"));
}

bool tl_answer(tl_documents *documents, const tl_bridge_json *message,
               tl_buffer *out) {
  tl_extract method = text_of(tl_bridge_json_member(message, "method"));
  const tl_bridge_json *parameters = tl_bridge_json_member(message, "params");
  for (int i = 0; i < NOTICE_COUNT; i++)
    if (is_called(method, NOTICES[i].method))
      NOTICES[i].follow(documents, parameters);
  const tl_document *document = tl_document_find(documents, uri_of(parameters));
  for (int i = 0; document && i < REQUEST_COUNT; i++)
    if (is_called(method, REQUESTS[i].method))
      return answer_request(i, document, message, out);
  return false;
}
