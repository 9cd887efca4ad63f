/* options.c - see options.h. */
#include "options.h"
#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

static const char *const FAMILIES[TL_KIND_COUNT] = {
    [TL_KIND_REGISTER] = "register", [TL_KIND_SHARED] = "shared",
    [TL_KIND_CUTE] = "cute",         [TL_KIND_CUTE_TV] = "cute_tv",
    [TL_KIND_LAYOUT] = "tile",
};

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

static bool read_family(const char *value, tl_arguments *out);
static bool read_scope(const char *value, tl_arguments *out);
static bool read_type(const char *value, tl_arguments *out);
static bool read_bits(const char *value, tl_arguments *out);
static bool read_max_bits(const char *value, tl_arguments *out);
static bool read_threads(const char *value, tl_arguments *out);
static bool read_align(const char *value, tl_arguments *out);
static bool read_origin(const char *value, tl_arguments *out);
static bool read_bounds(const char *value, tl_arguments *out);

static const tl_option OPTIONS[] = {
    {"--all", TL_OPTION_ALL, NULL, NULL},
    {"--ascii", TL_OPTION_ASCII, NULL, NULL},
    {"--latex", TL_OPTION_LATEX, NULL, NULL},
    {"--json", TL_OPTION_JSON, NULL, NULL},
    {"--store", TL_OPTION_STORE, NULL, NULL},
    {"--to", TL_OPTION_TO, "register, shared, cute, cute_tv or tile",
     read_family},
    {"--scope", TL_OPTION_SCOPE, "thread, warp, warpgroup or cta", read_scope},
    {"--type", TL_OPTION_TYPE,
     "f64, f32, tf32, f16, bf16, f8, i64, i32, i16, i8, or bits=N with N 8, "
     "16, "
     "32, 64 or 128",
     read_type},
    {"--bits", TL_OPTION_BITS, "8, 16, 32, 64 or 128", read_bits},
    {"--max-bits", TL_OPTION_MAX_BITS, "8, 16, 32, 64 or 128", read_max_bits},
    {"--threads", TL_OPTION_THREADS, "1 to 1024", read_threads},
    {"--align", TL_OPTION_ALIGN, "a power of two of bytes, at most 1048576",
     read_align},
    {"--origin", TL_OPTION_ORIGIN,
     "a number or a name for each dimension, such as 0,j or 0,j{div 8}",
     read_origin},
    {"--bounds", TL_OPTION_BOUNDS,
     "a number, a name or _ for each dimension, such as m,64 or _,n{div 8}",
     read_bounds},
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

const char *tl_option_first(unsigned options) {
  size_t i = 0;
  while (i + 1 < COUNT(OPTIONS) && !(OPTIONS[i].bit & options))
    i++;
  return OPTIONS[i].name;
}

const char *tl_family_name(tl_kind kind) { return FAMILIES[kind]; }

static bool read_family(const char *value, tl_arguments *out) {
  for (int kind = 0; kind < TL_KIND_COUNT; kind++)
    if (FAMILIES[kind] && strcmp(FAMILIES[kind], value) == 0) {
      out->to = (tl_kind)kind;
      return true;
    }
  return false;
}

static bool read_scope(const char *value, tl_arguments *out) {
  out->scope = tl_scope_named(value, (int64_t)strlen(value));
  return out->scope != TL_SCOPE_COUNT;
}

static bool read_type(const char *value, tl_arguments *out) {
  for (size_t i = 0; i < COUNT(TYPES); i++)
    if (strcmp(TYPES[i].name, value) == 0) {
      out->bits = TYPES[i].bits;
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

static bool is_power(int64_t number) {
  return number > 0 && (number & (number - 1)) == 0;
}

static bool read_whole(const char *value, int64_t least, int64_t most,
                       int64_t *out) {
  return read_number(&value, most, out) && *value == 0 && *out >= least;
}

static bool read_bits(const char *value, tl_arguments *out) {
  return read_whole(value, 8, 128, &out->bits) && is_power(out->bits);
}

static bool read_max_bits(const char *value, tl_arguments *out) {
  return read_whole(value, 8, 128, &out->max_bits) && is_power(out->max_bits);
}

static bool read_threads(const char *value, tl_arguments *out) {
  return read_whole(value, 1, 1024, &out->threads);
}

static bool read_align(const char *value, tl_arguments *out) {
  return read_whole(value, 1, 1 << 20, &out->align) && is_power(out->align);
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

static bool read_entries(const char *value, tl_entries *out) {
  out->count = 0;
  do
    if (out->count == TL_MAX_RANK ||
        !read_entry(&value, &out->items[out->count++]))
      return false;
  while (*value++ == ',');
  return value[-1] == 0;
}

static bool read_origin(const char *value, tl_arguments *out) {
  if (!read_entries(value, &out->origin))
    return false;
  for (int64_t d = 0; d < out->origin.count; d++)
    if (!out->origin.items[d].is_set)
      return false;
  return true;
}

static bool read_bounds(const char *value, tl_arguments *out) {
  return read_entries(value, &out->bounds);
}
