/* options.c - The options of all commands. */
#include "command.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Elements that a copy can move; a name ends in the bits. */
static const char *const TYPES[] = {
    "f64", "f32", "tf32",   "f16",     "bf16",    "f8",      "i64",      "i32",
    "i16", "i8",  "bits=8", "bits=16", "bits=32", "bits=64", "bits=128", NULL};

static bool read_flag(TL_UNUSED const tl_option *option,
                      TL_UNUSED const char *value, void *field) {
  *(bool *)field = true;
  return true;
}

/* Without a value it is standard output. */
static bool read_file(TL_UNUSED const tl_option *option, const char *value,
                      void *field) {
  *(const char **)field = value ? value : TL_OUTPUT;
  return true;
}

static bool read_family(TL_UNUSED const tl_option *option, const char *value,
                        void *field) {
  tl_family *out = field;
  *out = (tl_family){.foreign = tl_foreign_named(value, strlen(value))};
  for (int i = 0; i < TL_NOTATION_COUNT; i++)
    if (strcmp(TL_NOTATIONS[i]->name, value) == 0)
      out->kind = TL_NOTATIONS[i]->kind;
  return out->kind != TL_KIND_NONE || out->foreign;
}

static bool read_scope(TL_UNUSED const tl_option *option, const char *value,
                       void *field) {
  tl_scope scope = tl_scope_named(value, (int64_t)strlen(value));
  *(tl_scope *)field = scope;
  return scope != TL_SCOPE_COUNT;
}

static bool read_target(TL_UNUSED const tl_option *option, const char *value,
                        void *field) {
  return tl_target_find(value, field, NULL) == TL_OK;
}

static bool read_type(TL_UNUSED const tl_option *option, const char *value,
                      void *field) {
  for (const char *const *type = TYPES; *type; type++)
    if (strcmp(*type, value) == 0) {
      *(int64_t *)field = atoi(value + strcspn(value, "123456789"));
      return true;
    }
  return false;
}

static bool read_color(TL_UNUSED const tl_option *option, const char *value,
                       void *field) {
  static const char *const MODES[] = {"auto", "always", "never"};
  for (int i = 0; i < 3; i++)
    if (strcmp(MODES[i], value) == 0) {
      *(tl_color_mode *)field = (tl_color_mode)i;
      return true;
    }
  return false;
}

/* ---- Numbers ------------------------------------------------------------ */

enum { MOST_NUMBER = 1000000000 };

/* Reads digits at *at, which moves behind them. */
static bool read_number(const char **at, int64_t most, int64_t *out) {
  char *end;
  if (!isdigit((unsigned char)**at))
    return false;
  long long number = strtoll(*at, &end, 10);
  *at = end;
  *out = number;
  return number <= most;
}

static bool read_whole(const tl_option *option, const char *value,
                       void *field) {
  int64_t *out = field;
  return read_number(&value, option->most, out) && *value == 0 &&
         *out >= option->least;
}

static bool read_power(const tl_option *option, const char *value,
                       void *field) {
  const int64_t *number = field;
  return read_whole(option, value, field) && !(*number & (*number - 1));
}

/* ---- Entries ------------------------------------------------------------ */

/* `{div 8}`, if it is there. */
static bool read_divisor(const char **at, int64_t *divisor) {
  static const char OPEN[] = "{div ";
  *divisor = 1;
  if (strncmp(*at, OPEN, strlen(OPEN)) != 0)
    return true;
  *at += strlen(OPEN);
  return read_number(at, MOST_NUMBER, divisor) && *divisor > 0 &&
         *(*at)++ == '}';
}

static bool read_entry(const char **at, tl_entry *out) {
  size_t length = 0;
  *out = (tl_entry){.is = {.is_set = true, .divisor = 1}};
  if (isdigit((unsigned char)**at))
    return read_number(at, MOST_NUMBER, &out->is.value);
  while (isalnum((unsigned char)(*at)[length]) || (*at)[length] == '_')
    length++;
  if (length == 0 || length >= sizeof out->name)
    return false;
  memcpy(out->name, *at, length);
  *at += length;
  out->is.is_set = out->is.is_dynamic = strcmp(out->name, "_") != 0;
  return !out->is.is_set || read_divisor(at, &out->is.divisor);
}

/* `_` counts as 0. */
static bool read_entries(const tl_option *option, const char *value,
                         void *field) {
  tl_entries *out = field;
  out->count = 0;
  do {
    tl_entry *entry = &out->items[out->count];
    if (out->count++ == TL_MAX_RANK || !read_entry(&value, entry) ||
        entry->is.is_set < option->least)
      return false;
  } while (*value++ == ',');
  return value[-1] == 0;
}

static bool read_shape(TL_UNUSED const tl_option *option, const char *value,
                       void *field) {
  tl_list *out = field;
  do {
    int64_t extent;
    if (out->count == TL_MAX_RANK ||
        !read_number(&value, MOST_NUMBER, &extent) || extent < 1)
      return false;
    out->items[out->count++] = extent;
  } while (*value++ == 'x');
  return value[-1] == 0;
}

/* ---- The table ---------------------------------------------------------- */

#define FIELD(name) offsetof(tl_arguments, name)

static const tl_option OPTIONS[] = {
    {"--all", "print everything, however much", read_flag, FIELD(all), 0, 0},
    {"--ascii", NULL, read_flag, FIELD(ascii), 0, 0},
    {"--latex", NULL, read_flag, FIELD(latex), 0, 0},
    {"--svg[=FILE]", NULL, read_file, FIELD(svg), 0, 0},
    {"--html[=FILE]",
     "write a page with the picture and those that belong to it, to look "
     "closer in a browser",
     read_file, FIELD(html), 0, 0},
    {"--compact", NULL, read_flag, FIELD(compact), 0, 0},
    {"--columns N", "20 to 10000", read_whole, FIELD(columns), 20, 10000},
    {"--color MODE", "auto, always or never", read_color, FIELD(color), 0, 0},
    {"--by-thread", NULL, read_flag, FIELD(by_thread), 0, 0},
    {"--json", NULL, read_flag, FIELD(json), 0, 0},
    {"--global", "the memory is global; shared memory may move by matrices",
     read_flag, FIELD(global), 0, 0},
    {"--store", "copy from registers to memory", read_flag, FIELD(store), 0, 0},
    {"--share-replicas", "of a store: each replica stores its share", read_flag,
     FIELD(shares), 0, 0},
    {"--from FAMILY", TL_FAMILY_NAMES, read_family, FIELD(from), 0, 0},
    {"--to FAMILY", TL_FAMILY_NAMES, read_family, FIELD(to), 0, 0},
    {"--shape MxN", "extents, such as 64x128", read_shape, FIELD(shape), 0, 0},
    {"--scope SCOPE", "thread, warp, warpgroup or cta", read_scope,
     FIELD(scope), 0, 0},
    {"--type TYPE",
     "f64, f32, tf32, f16, bf16, f8, i64, i32, i16, i8, or bits=N with N 8, "
     "16, 32, 64 or 128",
     read_type, FIELD(bits), 0, 0},
    {"--bits N", "8, 16, 32, 64 or 128", read_power, FIELD(bits), 8, 128},
    {"--max-bits N", "8, 16, 32, 64 or 128", read_power, FIELD(max_bits), 8,
     128},
    {"--threads N", "1 to 1024", read_whole, FIELD(threads), 1, 1024},
    {"--align N", "a power of two of bytes, at most 1048576", read_power,
     FIELD(align), 1, 1 << 20},
    {"--origin I,J",
     "a number or a name for each dimension, such as 0,j or 0,j{div 8}",
     read_entries, FIELD(origin), 1, 0},
    {"--bounds M,N",
     "a number, a name or _ for each dimension, such as m,64 or _,n{div 8}",
     read_entries, FIELD(bounds), 0, 0},
    {"--target NAME",
     "a GPU by its name in the compiler, which says how many threads a warp "
     "has; sm_90",
     read_target, FIELD(target), 0, 0},
};

tl_takes tl_option_takes(const tl_option *option) {
  return strchr(option->usage, ' ')   ? TL_TAKES_VALUE
         : strchr(option->usage, '[') ? TL_TAKES_FILE
                                      : TL_TAKES_NOTHING;
}

const tl_option *tl_option_named(const char *name) {
  const tl_option *option = OPTIONS;
  size_t length = strlen(name);
  while (strcspn(option->usage, " [") != length ||
         memcmp(option->usage, name, length) != 0)
    option++;
  return option;
}
