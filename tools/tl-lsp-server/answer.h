/* answer.h - What tl-lsp-server answers itself: what a layout is, what a copy
 * becomes, what may stand in a layout.  MLIR's server knows none of it. */
#ifndef TL_LSP_SERVER_ANSWER_H
#define TL_LSP_SERVER_ANSWER_H

#include "dialect/bridge/bridge.h"
#include "document.h"

/* A request, a notice or an answer of JSON-RPC 2.0; MLIR's server ends at other
 * JSON. */
bool tl_is_message(const tl_bridge_json *json);

/* Follows what is open and writes the answer to a message; false when it has
 * none of its own. */
bool tl_answer(tl_documents *documents, const tl_bridge_json *message,
               tl_buffer *out);

/* Markdown of what stands at a place; false where nothing of the dialect
 * does. */
bool tl_hover_write(const tl_document *document, size_t at, tl_writer out);

/* The array of items that may stand at a place; false as above. */
bool tl_completion_write(const tl_document *document, size_t at, tl_json *json);

/* The operation of a word tl.NAME; or NULL. */
const tl_operation_row *tl_operation_named(tl_extract word);

/* A list of what the copies and conversions become that are on the line of a
 * word, with reasons; or, of an alias, on all lines that name it.  Nothing where
 * the text cannot be lowered. */
void tl_costs_write(const tl_document *document, tl_extract word,
                    tl_writer out);

/* What a function prints, which runs in a process of its own for at most some
 * seconds. */
void tl_captured_write(int (*print)(const void *context), const void *context,
                       tl_writer out);

#endif /* TL_LSP_SERVER_ANSWER_H */
