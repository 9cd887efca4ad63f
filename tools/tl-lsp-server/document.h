/* document.h - The texts that are open in the editor, and what stands at a
 * place of one.
 *
 * Places are offsets in bytes; the protocol counts lines and UTF-16 units. */
#ifndef TL_LSP_SERVER_DOCUMENT_H
#define TL_LSP_SERVER_DOCUMENT_H

#include "tools/tl-layout/output.h"

/* Owns both texts. */
typedef struct tl_document {
  tl_buffer uri, text;
} tl_document;

/* Starts with all zero, ends with free. */
typedef struct tl_documents {
  tl_document *items; /* owned */
  int count;
} tl_documents;

/* A part of a text. */
typedef struct tl_extract {
  const char *start;
  size_t length;
} tl_extract;

/* NULL for one that is not open. */
const tl_document *tl_document_find(const tl_documents *documents,
                                    tl_extract uri);
void tl_document_set(tl_documents *documents, tl_extract uri, tl_extract text);
void tl_document_close(tl_documents *documents, tl_extract uri);
void tl_documents_free(tl_documents *documents);

/* The end of the line, or of the text, for what is behind it. */
size_t tl_document_offset(const tl_document *document, int64_t line,
                          int64_t character);

/* The name at a place: letters, digits, '_', '.', '$' and a '#' before them;
 * empty where there is none. */
tl_extract tl_document_word(const tl_document *document, size_t at);

/* The name that starts at a place, or an empty one; the place moves on behind it,
 * or by the one byte. */
tl_extract tl_document_next(const tl_document *document, size_t *at);

/* What MLIR's server reads as a module of its own: all up to a `// -----`, or
 * between two; and how many lines are before it. */
tl_extract tl_document_part(const tl_document *document, size_t at,
                            int64_t *lines_before);

/* A layout attribute #tl.NAME<...> in the text. */
typedef struct tl_layout_text {
  const tl_notation *notation;
  tl_extract text;  /* between the angle brackets */
  tl_extract alias; /* what it is called where it was found by that; or empty */
} tl_layout_text;

/* The one around a place, which goes on to the end of the line where it is not
 * closed; or, at the name of an alias, the last one of that name that is
 * defined before the place. */
bool tl_document_layout(const tl_document *document, size_t at,
                        tl_layout_text *out);

#endif /* TL_LSP_SERVER_DOCUMENT_H */
