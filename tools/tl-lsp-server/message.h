/* message.h - Messages of the language server protocol: a header that says how
 * long the body is, a blank line, the body, which is JSON.
 *
 * Source: Language Server Protocol 3.17, base protocol. */
#ifndef TL_LSP_SERVER_MESSAGE_H
#define TL_LSP_SERVER_MESSAGE_H

#include "tools/tl-layout/output.h"

/* Owns its bytes, which are those that came; starts with all zero. */
typedef struct tl_message {
  tl_buffer bytes;
  size_t body; /* where it starts; bytes.length where there is none */
} tl_message;

/* Replaces it by the next one; false behind the last.  What comes without a
 * header that says a length is one message without a body, up to the end. */
bool tl_message_read(tl_message *message, FILE *file);

/* Writes all bytes; false when nobody reads them. */
bool tl_bytes_write(int file, const char *bytes, size_t length);

/* Header and body. */
bool tl_message_write(int file, const tl_buffer *body);

#endif /* TL_LSP_SERVER_MESSAGE_H */
