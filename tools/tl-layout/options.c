/* options.c - see options.h. */
#include "options.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* Elements that a copy can move. */
static const struct {
  const char *name;
  int64_t bits;
} TYPES[] = {
    {"f64", 64},     {"f32", 32},     {"tf32", 32},      {"f16", 16},
    {"bf16", 16},    {"f8", 8},       {"i64", 64},       {"i32", 32},
    {"i16", 16},     {"i8", 8},       {"bits=8", 8},     {"bits=16", 16},
    {"bits=32", 32}, {"bits=64", 64}, {"bits=128", 128},
};

typedef bool reader(const tl_option *option, const char *value, void *field);
static reader read_family, read_scope, read_type, read_whole, read_power,
    read_origin, read_entries, read_target;

#define FIELD(name) offsetof(tl_arguments, name)

static const tl_option OPTIONS[] = {
    {.name = "--all",
     .bit = TL_OPTION_ALL,
     .takes = "print everything, however much"},
    {.name = "--ascii", .bit = TL_OPTION_ASCII},
    {.name = "--latex", .bit = TL_OPTION_LATEX},
    {.name = "--json", .bit = TL_OPTION_JSON},
    {.name = "--global",
     .bit = TL_OPTION_GLOBAL,
     .takes = "the memory is global; shared memory may move by matrices"},
    {.name = "--store",
     .bit = TL_OPTION_STORE,
     .takes = "copy from registers to memory"},
    {"--to", TL_OPTION_TO, "FAMILY", TL_NOTATION_NAMES, read_family, FIELD(to),
     0, 0},
    {"--scope", TL_OPTION_SCOPE, "SCOPE", "thread, warp, warpgroup or cta",
     read_scope, FIELD(scope), 0, 0},
    {"--type", TL_OPTION_TYPE, "TYPE",
     "f64, f32, tf32, f16, bf16, f8, i64, i32, i16, i8, or bits=N with N 8, "
     "16, 32, 64 or 128",
     read_type, FIELD(bits), 0, 0},
    {"--bits", TL_OPTION_BITS, "N", "8, 16, 32, 64 or 128", read_power,
     FIELD(bits), 8, 128},
    {"--max-bits", TL_OPTION_MAX_BITS, "N", "8, 16, 32, 64 or 128", read_power,
     FIELD(max_bits), 8, 128},
    {"--threads", TL_OPTION_THREADS, "N", "1 to 1024", read_whole,
     FIELD(threads), 1, 1024},
    {"--align", TL_OPTION_ALIGN, "N",
     "a power of two of bytes, at most 1048576", read_power, FIELD(align), 1,
     1 << 20},
    {"--origin", TL_OPTION_ORIGIN, "I,J",
     "a number or a name for each dimension, such as 0,j or 0,j{div 8}",
     read_origin, FIELD(origin), 0, 0},
    {"--bounds", TL_OPTION_BOUNDS, "M,N",
     "a number, a name or _ for each dimension, such as m,64 or _,n{div 8}",
     read_entries, FIELD(bounds), 0, 0},
    {"--target", TL_OPTION_TARGET, "NAME",
     "a GPU by its name in the compiler, which says how many threads a warp "
     "has; sm_90",
     read_target, FIELD(target), 0, 0},
};

const tl_option *tl_option_named(const char *word, const char **value) {
  size_t length = strcspn(word, "=");
  *value = word[length] ? word + length + 1 : NULL;
  for (size_t i = 0; i < COUNT(OPTIONS); i++)
    if (strlen(OPTIONS[i].name) == length &&
        memcmp(OPTIONS[i].name, word, length) == 0)
      return &OPTIONS[i];
  return NULL;
}

const tl_option *tl_option_of(unsigned bits) {
  const tl_option *option = OPTIONS;
  while (!(option->bit & bits))
    option++;
  return option;
}

static bool read_family(const tl_option *option, const char *value,
                        void *field) {
  (void)option;
  for (int i = 0; i < TL_NOTATION_COUNT; i++)
    if (strcmp(TL_NOTATIONS[i]->name, value) == 0) {
      *(tl_kind *)field = TL_NOTATIONS[i]->kind;
      return true;
    }
  return false;
}

static bool read_scope(const tl_option *option, const char *value,
                       void *field) {
  (void)option;
  tl_scope scope = tl_scope_named(value, (int64_t)strlen(value));
  *(tl_scope *)field = scope;
  return scope != TL_SCOPE_COUNT;
}

static bool read_target(const tl_option *option, const char *value,
                        void *field) {
  (void)option;
  return tl_target_find(value, field, NULL) == TL_OK;
}

static bool read_type(const tl_option *option, const char *value, void *field) {
  (void)option;
  for (size_t i = 0; i < COUNT(TYPES); i++)
    if (strcmp(TYPES[i].name, value) == 0) {
      *(int64_t *)field = TYPES[i].bits;
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
  *out = (tl_entry){.is_set = true, .divisor = 1};
  if (isdigit((unsigned char)**at))
    return read_number(at, MOST_NUMBER, &out->value);
  while (isalnum((unsigned char)(*at)[length]) || (*at)[length] == '_')
    length++;
  if (length == 0 || length >= sizeof out->name)
    return false;
  memcpy(out->name, *at, length);
  *at += length;
  out->is_set = strcmp(out->name, "_") != 0;
  return !out->is_set || read_divisor(at, &out->divisor);
}

static bool read_entries(const tl_option *option, const char *value,
                         void *field) {
  tl_entries *out = field;
  (void)option;
  out->count = 0;
  do
    if (out->count == TL_MAX_RANK ||
        !read_entry(&value, &out->items[out->count++]))
      return false;
  while (*value++ == ',');
  return value[-1] == 0;
}

static bool read_origin(const tl_option *option, const char *value,
                        void *field) {
  const tl_entries *origin = field;
  bool is_good = read_entries(option, value, field);
  for (int64_t d = 0; is_good && d < origin->count; d++)
    is_good = origin->items[d].is_set;
  return is_good;
}
