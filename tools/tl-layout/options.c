/* options.c - see options.h. */
#include "options.h"
#include <stddef.h>
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
