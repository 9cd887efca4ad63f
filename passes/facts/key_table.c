/* key_table.c - see key_table.h.
 *
 * Entries are found by open addressing; keys lie in chunks that are freed
 * together. */
#include "key_table.h"
#include "lib/base/checked.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 1 << 16, FIRST_CAPACITY = 64 };

typedef struct tl_key_chunk {
  struct tl_key_chunk *next;
  size_t used, size;
  max_align_t bytes[];
} tl_key_chunk;

typedef struct tl_key_entry {
  uint64_t hash;
  size_t size;
  void *handle;
  char key[];
} tl_key_entry;

void tl_key_table_free(tl_key_table *table) {
  while (table->chunks) {
    tl_key_chunk *chunk = table->chunks;
    table->chunks = chunk->next;
    free(chunk);
  }
  free(table->entries);
}

/* Multiplication spreads low bits upwards, and shifts bring them back. */
static uint64_t hash_of(const char *bytes, size_t size) {
  uint64_t hash = size, word = 0;
  for (; size >= sizeof word; size -= sizeof word, bytes += sizeof word) {
    memcpy(&word, bytes, sizeof word);
    hash = tl_hash(hash, word);
  }
  memcpy(&word, bytes, size);
  return tl_hash(hash ^ hash >> 32, word) >> 32;
}

static tl_key_entry **entry_of(const tl_key_table *table, uint64_t hash,
                               const void *key, size_t size) {
  size_t mask = table->capacity - 1;
  for (size_t i = (size_t)hash & mask;; i = (i + 1) & mask) {
    const tl_key_entry *entry = table->entries[i];
    if (!entry || (entry->hash == hash && entry->size == size &&
                   memcmp(entry->key, key, size) == 0))
      return &table->entries[i];
  }
}

static bool grow(tl_key_table *table) {
  tl_key_table larger = *table;
  larger.capacity = table->capacity ? 2 * table->capacity : FIRST_CAPACITY;
  larger.entries = calloc(larger.capacity, sizeof *larger.entries);
  if (!larger.entries)
    return false;
  for (size_t i = 0; i < table->capacity; i++) {
    tl_key_entry *entry = table->entries[i];
    if (entry)
      *entry_of(&larger, entry->hash, entry->key, entry->size) = entry;
  }
  free(table->entries);
  *table = larger;
  return true;
}

void **tl_key_table_place(tl_key_table *table, const void *key, size_t size) {
  uint64_t hash = hash_of(key, size);
  table->spare = NULL;
  if (2 * table->count >= table->capacity && !grow(table))
    return &table->spare;
  tl_key_entry **place = entry_of(table, hash, key, size);
  if (*place)
    return &(*place)->handle;
  tl_key_entry *entry = tl_key_table_take(table, sizeof *entry + size);
  if (!entry)
    return &table->spare;
  *entry = (tl_key_entry){.hash = hash, .size = size};
  memcpy(entry->key, key, size);
  *place = entry;
  table->count++;
  return &entry->handle;
}

void *tl_key_table_take(tl_key_table *table, size_t size) {
  size_t unit = sizeof(max_align_t);
  tl_key_chunk *chunk = table->chunks;
  size = (size + unit - 1) / unit * unit;
  if (!chunk || chunk->size - chunk->used < size) {
    size_t room = size > CHUNK_BYTES ? size : CHUNK_BYTES;
    chunk = malloc(sizeof *chunk + room);
    if (!chunk)
      return NULL;
    *chunk = (tl_key_chunk){.next = table->chunks, .size = room};
    table->chunks = chunk;
  }
  char *bytes = (char *)chunk->bytes + chunk->used;
  chunk->used += size;
  return bytes;
}
