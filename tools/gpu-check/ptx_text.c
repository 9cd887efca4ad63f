/* ptx_text.c - Reads PTX. */
#include "ptx_text.h"
#include <stdlib.h>
#include <string.h>

static char *read_text(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file)
    return NULL;
  char *text = NULL;
  long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
  if (size >= 0 && fseek(file, 0, SEEK_SET) == 0)
    text = calloc((size_t)size + 1, 1);
  if (text && fread(text, 1, (size_t)size, file) != (size_t)size) {
    free(text);
    text = NULL;
  }
  fclose(file);
  return text;
}

/* -1: there is no such kernel. */
static int entry_parameters(const char *ptx, const char *entry) {
  char head[NAME_CAPACITY + sizeof ".entry ("];
  snprintf(head, sizeof head, ".entry %s(", entry);
  const char *at = strstr(ptx, head);
  const char *end = at ? strchr(at, ')') : NULL;
  if (!end)
    return -1;
  int count = 0;
  while ((at = strstr(at + 1, ".param ")) && at < end)
    count++;
  return count;
}

char *ptx_text_read(const kernel_row *row, char message[MESSAGE_CAPACITY]) {
  char path[NAME_CAPACITY + sizeof "ptx/.ptx"];
  snprintf(path, sizeof path, "ptx/%s.ptx", row->name);
  char *ptx = read_text(path);
  if (!ptx) {
    snprintf(message, MESSAGE_CAPACITY, "%s cannot be read", path);
    return NULL;
  }
  int parameters = entry_parameters(ptx, row->entry);
  if (parameters == (int)row->argument_count && ptx_text_chip(ptx))
    return ptx;
  if (!ptx_text_chip(ptx))
    snprintf(message, MESSAGE_CAPACITY, "%s has no .target", path);
  else if (parameters < 0)
    snprintf(message, MESSAGE_CAPACITY, "%s has no kernel %s", path,
             row->entry);
  else
    snprintf(message, MESSAGE_CAPACITY,
             "%s of %s takes %d arguments, its row has %u", row->entry, path,
             parameters, row->argument_count);
  free(ptx);
  return NULL;
}

int ptx_text_chip(const char *ptx) {
  int chip = 0;
  const char *target = strstr(ptx, ".target sm_");
  return target && sscanf(target, ".target sm_%d", &chip) == 1 ? chip : 0;
}
