/* key_table.h - Handles by key: equal bytes, one handle.
 *
 * The table owns copies of the keys, and memory that is freed with it.  One
 * thread at a time. */
#ifndef TL_KEY_TABLE_H
#define TL_KEY_TABLE_H

#include <stddef.h>

/* All zero is an empty one. */
typedef struct tl_key_table {
  size_t count;

  /* Owned; tl_key_table_free. */
  size_t capacity;
  struct tl_key_entry **entries;
  struct tl_key_chunk *chunks;
  void *spare;
} tl_key_table;

void tl_key_table_free(tl_key_table *table);

/* The place of the handle of `size` bytes, NULL at first.  It stays where it is;
 * without memory it is one that forgets. */
void **tl_key_table_place(tl_key_table *table, const void *key, size_t size);

/* Bytes for anything; NULL without memory. */
void *tl_key_table_take(tl_key_table *table, size_t size);

#endif /* TL_KEY_TABLE_H */
