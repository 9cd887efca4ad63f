/* key_table_test.c - Equal keys have one handle, others another, also when the
 * table grows; what is taken from a table overlaps nothing. */
#include "passes/facts/key_table.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { REQUESTS = 20000, KINDS = 4999 };

typedef struct request {
  int64_t kind;
  char text[24]; /* a part of it counts */
} request;

static size_t write_request(int64_t kind, char other, request *out) {
  size_t length = (size_t)kind % sizeof out->text;
  *out = (request){.kind = kind};
  memset(out->text, 'a', length);
  memset(out->text + length, other, sizeof out->text - length);
  return offsetof(request, text) + length;
}

/* As many bytes as the kind says, with it in all of them. */
static size_t length_of(int64_t kind) {
  return sizeof kind * (1 + (size_t)kind % 100);
}

static void *make(tl_key_table *table, int64_t kind) {
  char *made = tl_key_table_take(table, length_of(kind));
  for (size_t i = 0; i < length_of(kind); i += sizeof kind)
    memcpy(made + i, &kind, sizeof kind);
  return made;
}

static int is_as_made(const char *made, int64_t kind) {
  for (size_t i = 0; i < length_of(kind); i += sizeof kind)
    if (memcmp(made + i, &kind, sizeof kind) != 0)
      return 0;
  return 1;
}

int main(void) {
  static void *first[KINDS];
  tl_key_table table = {0};
  int64_t made = 0, failed = 0;
  for (int64_t i = 0; i < REQUESTS; i++) {
    request own;
    int64_t kind = i * 7919 % KINDS;
    size_t size = write_request(kind, (char)i, &own);
    void **place = tl_key_table_place(&table, &own, size);
    if (!*place) {
      *place = first[kind] = make(&table, kind);
      made++;
    }
    failed += *place != first[kind] || !is_as_made(*place, kind);
  }
  printf("%d requests, %d different, %" PRId64 " handles, %" PRId64
         " failed, %zu in the table\n",
         REQUESTS, KINDS, made, failed, table.count);
  tl_key_table_free(&table);
  return 0;
}
