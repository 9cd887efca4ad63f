/* ptx_module.c - The words of a PTX file, and what it declares; see
 * ptx_program.h.
 *
 * Source: PTX ISA, "Syntax" and "Directives".  Of directives that say how code is
 * tuned or debugged nothing is kept. */
#include "ptx_program.h"
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool tl_ptx_fail(tl_ptx_error *error, int line, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  error->line = line;
  vsnprintf(error->message, sizeof error->message, format, arguments);
  va_end(arguments);
  return false;
}

bool tl_ptx_word_is(const tl_ptx_word *word, const char *text) {
  return strlen(text) == (size_t)word->length &&
         memcmp(word->text, text, (size_t)word->length) == 0;
}

void *tl_ptx_grow(void *items, size_t item_bytes, int count, int *capacity) {
  if (count < *capacity)
    return items;
  int room = *capacity ? 2 * *capacity : 16;
  void *moved = realloc(items, (size_t)room * item_bytes);
  *capacity = moved ? room : *capacity;
  return moved;
}

/*===--- Types ------------------------------------------------------------===*/

#define FORMAT(name) &TL_FLOAT_FORMATS[TL_##name]

static const tl_ptx_type TYPES[] = {
    {"pred", TL_PTX_PREDICATE, 1, 1, NULL},
    {"b8", TL_PTX_BITS, 8, 1, NULL},
    {"b16", TL_PTX_BITS, 16, 1, NULL},
    {"b32", TL_PTX_BITS, 32, 1, NULL},
    {"b64", TL_PTX_BITS, 64, 1, NULL},
    {"u4", TL_PTX_UNSIGNED, 4, 1, NULL},
    {"s4", TL_PTX_SIGNED, 4, 1, NULL},
    {"u8", TL_PTX_UNSIGNED, 8, 1, NULL},
    {"u16", TL_PTX_UNSIGNED, 16, 1, NULL},
    {"u32", TL_PTX_UNSIGNED, 32, 1, NULL},
    {"u64", TL_PTX_UNSIGNED, 64, 1, NULL},
    {"s8", TL_PTX_SIGNED, 8, 1, NULL},
    {"s16", TL_PTX_SIGNED, 16, 1, NULL},
    {"s32", TL_PTX_SIGNED, 32, 1, NULL},
    {"s64", TL_PTX_SIGNED, 64, 1, NULL},
    {"u16x2", TL_PTX_UNSIGNED, 32, 2, NULL},
    {"s16x2", TL_PTX_SIGNED, 32, 2, NULL},
    {"f16", TL_PTX_FLOAT, 16, 1, FORMAT(F16)},
    {"f16x2", TL_PTX_FLOAT, 32, 2, FORMAT(F16)},
    {"bf16", TL_PTX_FLOAT, 16, 1, FORMAT(BF16)},
    {"bf16x2", TL_PTX_FLOAT, 32, 2, FORMAT(BF16)},
    {"tf32", TL_PTX_FLOAT, 32, 1, FORMAT(F32)},
    {"e4m3", TL_PTX_FLOAT, 8, 1, FORMAT(F8E4M3FN)},
    {"e5m2", TL_PTX_FLOAT, 8, 1, FORMAT(F8E5M2)},
    {"e4m3x2", TL_PTX_FLOAT, 16, 2, FORMAT(F8E4M3FN)},
    {"e5m2x2", TL_PTX_FLOAT, 16, 2, FORMAT(F8E5M2)},
    {"f32", TL_PTX_FLOAT, 32, 1, FORMAT(F32)},
    {"f32x2", TL_PTX_FLOAT, 64, 2, FORMAT(F32)},
    {"f64", TL_PTX_FLOAT, 64, 1, FORMAT(F64)},
};

const tl_ptx_type *tl_ptx_type_find(const char *name, size_t length) {
  for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++)
    if (strlen(TYPES[i].name) == length &&
        memcmp(TYPES[i].name, name, length) == 0)
      return &TYPES[i];
  return NULL;
}

/*===--- Words ------------------------------------------------------------===*/

/* A place in the text. */
typedef struct reader {
  const char *at, *end;
  int line;
} reader;

static void step(reader *from, ptrdiff_t count) {
  for (; count > 0 && from->at < from->end; count--)
    from->line += *from->at++ == '\n';
}

static bool starts(const reader *from, const char *text) {
  size_t length = strlen(text);
  return (size_t)(from->end - from->at) >= length &&
         memcmp(from->at, text, length) == 0;
}

/* Past what follows `text`, or to the end. */
static void step_behind(reader *from, const char *text) {
  while (from->at < from->end && !starts(from, text))
    step(from, 1);
  step(from, (ptrdiff_t)strlen(text));
}

static void skip_space(reader *from) {
  const char *before = NULL;
  while (before != from->at) {
    before = from->at;
    while (from->at < from->end && isspace((unsigned char)*from->at))
      step(from, 1);
    if (starts(from, "//"))
      step_behind(from, "\n");
    else if (starts(from, "/*"))
      step_behind(from, "*/");
  }
}

static bool is_in(char c, const char *characters) {
  return c != '\0' && strchr(characters, c);
}

static bool is_of_name(char c) {
  return isalnum((unsigned char)c) || is_in(c, "_$%.");
}

static const char *skip_digits(const char *p, const char *end) {
  while (p < end && isdigit((unsigned char)*p))
    p++;
  return p;
}

/* The end of a decimal float, which has a point or an exponent; `p` where there is
 * none. */
static const char *decimal_end(const char *p, const char *end) {
  const char *whole = skip_digits(p, end);
  bool has_point = whole < end && *whole == '.';
  const char *last = skip_digits(whole + has_point, end);
  const char *power = last;
  bool has_digits = last - p > has_point;
  if (power < end && is_in(*power, "eE"))
    power += power + 1 < end && is_in(power[1], "+-") ? 2 : 1;
  bool has_power = skip_digits(power, end) > power && power > last;
  if (!has_digits || !(has_point || has_power))
    return p;
  return has_power ? skip_digits(power, end) : last;
}

/* A name takes "::", of which it has modifiers like .shared::cta, and a number its
 * minus. */
static int length_of(const reader *from) {
  const char *p = from->at;
  if (*p == '"') {
    p++;
    const char *close = memchr(p, '"', (size_t)(from->end - p));
    return (int)((close ? close + 1 : from->end) - from->at);
  }
  p += *p == '-' && p + 1 < from->end &&
       (isdigit((unsigned char)p[1]) || decimal_end(p + 1, from->end) > p + 1);
  p = decimal_end(p, from->end);
  while (p < from->end &&
         (is_of_name(*p) || (from->end - p > 2 && p[0] == ':' && p[1] == ':') ||
          (p > from->at && p[0] == ':' && p[-1] == ':' && p - from->at > 1)))
    p++;
  return p == from->at ? 1 : (int)(p - from->at);
}

static bool add_word(tl_ptx_module *module, int *capacity, tl_ptx_word word,
                     tl_ptx_error *error) {
  tl_ptx_word *words =
      tl_ptx_grow(module->words, sizeof *words, module->word_count, capacity);
  if (!words)
    return tl_ptx_fail(error, word.line, "needs more memory than there is");
  module->words = words;
  words[module->word_count++] = word;
  return true;
}

static bool read_words(const char *text, size_t length, tl_ptx_module *out,
                       tl_ptx_error *error) {
  reader from = {text, text + length, 1};
  int capacity = 0;
  for (skip_space(&from); from.at < from.end; skip_space(&from)) {
    unsigned char first = (unsigned char)*from.at;
    tl_ptx_word word = {from.at, length_of(&from), from.line};
    if (!isgraph(first))
      return tl_ptx_fail(error, from.line, "byte 0x%02x is not of PTX", first);
    if (!add_word(out, &capacity, word, error))
      return false;
    step(&from, word.length);
  }
  tl_ptx_word end = {"", 0, from.line};
  bool is_ended = add_word(out, &capacity, end, error);
  out->word_count -= is_ended;
  return is_ended;
}

/* Of what follows two characters that say it; 0 of what has none. */
static int base_of(const char *digits) {
  if (digits[0] != '0')
    return 0;
  return is_in(digits[1], "fFdD") ? 16 : is_in(digits[1], "bB") ? 2 : 0;
}

bool tl_ptx_number(const tl_ptx_word *word, uint64_t *out) {
  char text[40], *end;
  bool is_negative = word->length > 0 && word->text[0] == '-';
  if (word->length <= 0 || word->length >= (int)sizeof text ||
      !isdigit((unsigned char)word->text[is_negative]))
    return false;
  memcpy(text, word->text, (size_t)word->length);
  text[word->length] = '\0';
  char *digits = text + is_negative;
  int base = base_of(digits);
  char *first = digits + (base ? 2 : 0);
  errno = 0;
  *out = strtoull(first, &end, base);
  end += *end == 'U';
  *out = is_negative ? 0 - *out : *out;
  return *end == '\0' && errno == 0 && end > first;
}

static bool read_decimal(const tl_ptx_word *word, double *out) {
  char text[64];
  const char *end = word->text + word->length;
  const char *digits = word->text + (word->length > 0 && *word->text == '-');
  if (word->length >= (int)sizeof text || digits == end ||
      decimal_end(digits, end) != end)
    return false;
  memcpy(text, word->text, (size_t)word->length);
  text[word->length] = '\0';
  *out = strtod(text, NULL);
  return true;
}

/* What is written as 0f or 0d, by its bits; NULL of another number. */
static const tl_float_format *format_of(const tl_ptx_word *word) {
  char letter = word->length > 2 && word->text[0] == '0' ? word->text[1] : '\0';
  return is_in(letter, "fF")   ? FORMAT(F32)
         : is_in(letter, "dD") ? FORMAT(F64)
                               : NULL;
}

bool tl_ptx_number_of(const tl_ptx_word *word, const tl_ptx_type *type,
                      uint64_t *out) {
  bool takes_floats = type && type->kind == TL_PTX_FLOAT && type->parts == 1 &&
                      type->bits >= 32;
  const tl_float_format *written = format_of(word);
  double value;
  if (takes_floats && read_decimal(word, &value)) {
    *out = (uint64_t)tl_float_encode(type->format, value);
    return true;
  }
  if (!tl_ptx_number(word, out))
    return false;
  if (takes_floats && written && written->bits != type->bits)
    *out =
        (uint64_t)tl_float_encode(type->format, tl_float_decode(written, *out));
  return true;
}

/*===--- Declarations -----------------------------------------------------===*/

/* Past the end a word is empty. */
static const tl_ptx_word *word_at(const tl_ptx_module *module, int at) {
  return &module->words[at < module->word_count ? at : module->word_count];
}

static bool is_at(const tl_ptx_module *module, int at, const char *text) {
  return tl_ptx_word_is(word_at(module, at), text);
}

static bool is_any_of(const tl_ptx_word *word, const char *const *texts) {
  while (*texts && !tl_ptx_word_is(word, *texts))
    texts++;
  return *texts != NULL;
}

static int line_at(const tl_ptx_module *module, int at) {
  return word_at(module, at)->line;
}

/* Whether the word is there, which is passed. */
static bool take(const tl_ptx_module *module, int *at, const char *text) {
  bool is_there = is_at(module, *at, text);
  *at += is_there;
  return is_there;
}

static bool want(const tl_ptx_module *module, int *at, const char *text,
                 tl_ptx_error *error) {
  const tl_ptx_word *word = word_at(module, *at);
  return take(module, at, text) || tl_ptx_fail(error, line_at(module, *at),
                                               "'%s' is expected, not '%.*s'",
                                               text, word->length, word->text);
}

bool tl_ptx_name_read(const tl_ptx_module *module, int *at, tl_ptx_word *out,
                      tl_ptx_error *error) {
  *out = *word_at(module, *at);
  unsigned char first = (unsigned char)out->text[0];
  if (!isalpha(first) && (first == '\0' || !strchr("_$%", first)))
    return tl_ptx_fail(error, out->line, "a name is expected, not '%.*s'",
                       out->length, out->text);
  *at += 1;
  return true;
}

static bool take_number(const tl_ptx_module *module, int *at, int64_t *out) {
  uint64_t number;
  bool is_number = tl_ptx_number(word_at(module, *at), &number);
  *out = is_number ? (int64_t)number : *out;
  *at += is_number;
  return is_number;
}

/* The word behind the bracket that closes the one at `at`; or the end. */
static int behind_bracket(const tl_ptx_module *module, int at, const char *open,
                          const char *close) {
  int depth = 0;
  do {
    depth += is_at(module, at, open) - is_at(module, at, close);
    at++;
  } while (depth > 0 && at < module->word_count);
  return at;
}

/* [SIZE] of an array; [] of as many elements as are given, or as a launch
 * says. */
static bool read_extent(const tl_ptx_module *module, int *at,
                        tl_ptx_variable *out, tl_ptx_error *error) {
  int64_t count = 0;
  if (!take(module, at, "["))
    return true;
  if (!take_number(module, at, &count))
    out->is_dynamic = true;
  if (count < 0 || count > TL_PTX_MAX_BYTES / out->size)
    return tl_ptx_fail(error, line_at(module, *at),
                       "'%.*s' has more than %d bytes", out->name.length,
                       out->name.text, TL_PTX_MAX_BYTES);
  out->size *= count;
  return want(module, at, "]", error);
}

static bool read_initializer(const tl_ptx_module *module, int *at,
                             tl_ptx_variable *out, tl_ptx_error *error) {
  if (!take(module, at, "="))
    return true;
  bool is_list = is_at(module, *at, "{");
  int end = is_list ? behind_bracket(module, *at, "{", "}") : *at + 1;
  out->values = &module->words[*at + is_list];
  out->value_count = is_list ? end - *at - 2 : 1;
  *at = end;
  for (int i = 0; i < out->value_count; i++) {
    uint64_t value;
    if (!tl_ptx_word_is(&out->values[i], ",") &&
        !tl_ptx_number_of(&out->values[i], out->type, &value))
      return tl_ptx_fail(error, out->values[i].line,
                         "initializer '%.*s' is no number",
                         out->values[i].length, out->values[i].text);
  }
  return true;
}

/* Words in front of the name: the type, its alignment, or behind a type what it
 * points to. */
static bool read_attribute(const tl_ptx_module *module, int *at,
                           const tl_ptx_type **type, tl_ptx_variable *out,
                           tl_ptx_error *error) {
  static const char *const POINTEES[] = {".ptr",   ".global", ".const",
                                         ".local", ".shared", NULL};
  const tl_ptx_word *word = word_at(module, *at);
  const tl_ptx_type *found =
      tl_ptx_type_find(word->text + 1, (size_t)word->length - 1);
  int64_t pointee = 1;
  if (take(module, at, ".align"))
    return take_number(module, at, *type ? &pointee : &out->alignment) ||
           tl_ptx_fail(error, word->line, "an alignment is a number");
  if ((*type && is_any_of(word, POINTEES)) ||
      (!*type && found && found->kind != TL_PTX_PREDICATE &&
       !tl_ptx_is_small(found))) {
    *type = *type ? *type : found;
    *at += 1;
    return true;
  }
  return tl_ptx_fail(error, word->line,
                     "declares something of '%.*s', which is not known",
                     word->length, word->text);
}

/* LLVM 22 makes one byte of the array without elements that gpu.dynamic_shared_memory
 * becomes.  Source: MLIR, getDynamicSharedMemorySymbol. */
static bool is_byte_of_dynamic(const tl_ptx_variable *variable) {
  static const char NAME[] = "__dynamic_shmem__";
  const int length = sizeof NAME - 1;
  return variable->size == 1 && variable->name.length > length &&
         memcmp(variable->name.text, NAME, (size_t)length) == 0;
}

bool tl_ptx_variable_read(const tl_ptx_module *module, int *at,
                          tl_ptx_variable *out, tl_ptx_error *error) {
  const tl_ptx_type *type = NULL;
  out->alignment = 0;
  while (word_at(module, *at)->text[0] == '.')
    if (!read_attribute(module, at, &type, out, error))
      return false;
  if (!type)
    return tl_ptx_fail(error, line_at(module, *at), "declares no type");
  if (!tl_ptx_name_read(module, at, &out->name, error))
    return false;
  out->type = type;
  out->size = type->bits / 8;
  if (out->alignment <= 0)
    out->alignment = out->size;
  if (out->alignment & (out->alignment - 1) || out->alignment > 4096)
    return tl_ptx_fail(error, out->name.line,
                       "the alignment of '%.*s' is no power of two to 4096",
                       out->name.length, out->name.text);
  if (!read_extent(module, at, out, error) ||
      !read_initializer(module, at, out, error))
    return false;
  out->is_dynamic |= is_byte_of_dynamic(out);
  return true;
}

static tl_ptx_variable *add_variable(tl_ptx_module *module,
                                     tl_ptx_error *error) {
  tl_ptx_variable *items =
      tl_ptx_grow(module->variables, sizeof *items, module->variable_count,
                  &module->variable_capacity);
  if (!items) {
    tl_ptx_fail(error, 1, "needs more memory than there is");
    return NULL;
  }
  module->variables = items;
  items[module->variable_count] = (tl_ptx_variable){.space = TL_PTX_GLOBAL};
  return &items[module->variable_count++];
}

/* "(.param TYPE NAME, ...)". */
static bool read_parameters(tl_ptx_module *module, int *at, int *count,
                            tl_ptx_error *error) {
  *count = 0;
  if (!take(module, at, "("))
    return true;
  while (!take(module, at, ")")) {
    tl_ptx_variable *variable = add_variable(module, error);
    if (!variable || (*count > 0 && !want(module, at, ",", error)) ||
        !want(module, at, ".param", error) ||
        !tl_ptx_variable_read(module, at, variable, error))
      return false;
    variable->space = TL_PTX_OWN;
    if (++*count > TL_PTX_MAX_PARAMETERS)
      return tl_ptx_fail(error, variable->name.line,
                         "has more than %d parameters", TL_PTX_MAX_PARAMETERS);
  }
  return true;
}

/* The threads of a block, along at most three dimensions. */
static bool read_threads(const tl_ptx_module *module, int *at,
                         int64_t extents[3], tl_ptx_error *error) {
  int rank = 0;
  extents[0] = extents[1] = extents[2] = 1;
  do {
    int64_t number = 0;
    if (rank == 3 || !take_number(module, at, &number) || number < 1 ||
        number > TL_MAX_THREADS)
      return tl_ptx_fail(error, line_at(module, *at),
                         "a block has 1 to %d threads along each of at most 3 "
                         "dimensions",
                         TL_MAX_THREADS);
    extents[rank++] = number;
  } while (take(module, at, ","));
  return true;
}

/* .maxntid says how many they are at most, .reqntid how many there are along each
 * dimension. */
static bool read_block(const tl_ptx_module *module, int *at, bool is_exact,
                       tl_ptx_function *out, tl_ptx_error *error) {
  int64_t extents[3];
  if (!read_threads(module, at, extents, error))
    return false;
  out->threads = extents[0] * extents[1] * extents[2];
  if (is_exact)
    memcpy(out->extents, extents, sizeof extents);
  return true;
}

static void skip_numbers(const tl_ptx_module *module, int *at) {
  int64_t number;
  while (take_number(module, at, &number) || take(module, at, ","))
    ;
}

/* Between the parameters and the body. */
static bool read_tuning(const tl_ptx_module *module, int *at,
                        tl_ptx_function *out, tl_ptx_error *error) {
  static const char *const THREADS[] = {".maxntid", ".reqntid", NULL};
  static const char *const OTHERS[] = {
      ".minnctapersm",      ".maxnctapersm",      ".maxnreg",
      ".maxclusterrank",    ".reqnctapercluster", ".explicitcluster",
      ".blocksareclusters", ".noreturn",          NULL};
  while (!is_at(module, *at, "{") && !is_at(module, *at, ";")) {
    const tl_ptx_word *word = word_at(module, *at);
    *at += 1;
    if (is_any_of(word, OTHERS))
      skip_numbers(module, at);
    else if (!is_any_of(word, THREADS))
      return tl_ptx_fail(error, word->line,
                         "'%.*s' is not known in front of a body", word->length,
                         word->text);
    else if (!read_block(module, at, tl_ptx_word_is(word, ".reqntid"), out,
                         error))
      return false;
  }
  return true;
}

static bool read_function(tl_ptx_module *module, int *at, bool is_kernel,
                          tl_ptx_error *error) {
  tl_ptx_function *items =
      tl_ptx_grow(module->functions, sizeof *items, module->function_count,
                  &module->function_capacity);
  if (!items)
    return tl_ptx_fail(error, 1, "needs more memory than there is");
  module->functions = items;
  tl_ptx_function *out = &items[module->function_count++];
  int results = 0;
  *out = (tl_ptx_function){.is_kernel = is_kernel,
                           .result = module->variable_count};
  if (!is_kernel && !read_parameters(module, at, &results, error))
    return false;
  out->result = results ? out->result : -1;
  if (!tl_ptx_name_read(module, at, &out->name, error))
    return false;
  out->first_parameter = module->variable_count;
  if (!read_parameters(module, at, &out->parameter_count, error) ||
      !read_tuning(module, at, out, error))
    return false;
  if (take(module, at, ";"))
    return true;
  int end = behind_bracket(module, *at, "{", "}");
  if (!is_at(module, *at, "{") || !is_at(module, end - 1, "}"))
    return tl_ptx_fail(error, out->name.line, "'%.*s' has no end",
                       out->name.length, out->name.text);
  out->body = *at + 1;
  out->body_end = end - 1;
  *at = end;
  return true;
}

static bool read_variable(tl_ptx_module *module, int *at, tl_ptx_space space,
                          tl_ptx_error *error) {
  tl_ptx_variable *variable = add_variable(module, error);
  if (!variable || !tl_ptx_variable_read(module, at, variable, error))
    return false;
  variable->space = space;
  return want(module, at, ";", error);
}

/* Of one line, with the words that follow it there. */
static void skip_line(const tl_ptx_module *module, int *at) {
  int line = line_at(module, *at);
  while (*at < module->word_count && line_at(module, *at) == line)
    *at += 1;
}

static bool read_directive(tl_ptx_module *module, int *at,
                           tl_ptx_error *error) {
  static const char *const LINKAGES[] = {".visible", ".extern", ".weak",
                                         ".common", NULL};
  static const char *const LINES[] = {".version", ".target", ".address_size",
                                      ".file", NULL};
  if (is_any_of(word_at(module, *at), LINKAGES)) {
    *at += 1;
    return true;
  }
  if (is_any_of(word_at(module, *at), LINES)) {
    skip_line(module, at);
    return true;
  }
  if (take(module, at, ".section")) {
    *at = behind_bracket(module, *at + 1, "{", "}");
    return true;
  }
  if (take(module, at, ".entry"))
    return read_function(module, at, true, error);
  if (take(module, at, ".func"))
    return read_function(module, at, false, error);
  if (take(module, at, ".global") || take(module, at, ".const"))
    return read_variable(module, at, TL_PTX_GLOBAL, error);
  if (take(module, at, ".shared"))
    return read_variable(module, at, TL_PTX_SHARED, error);
  return tl_ptx_fail(error, line_at(module, *at),
                     "'%.*s' is not known between functions",
                     word_at(module, *at)->length, word_at(module, *at)->text);
}

bool tl_ptx_module_read(const char *text, size_t length, tl_ptx_module *out,
                        tl_ptx_error *error) {
  *out = (tl_ptx_module){.words = NULL};
  if (!read_words(text, length, out, error))
    return false;
  for (int at = 0; at < out->word_count;)
    if (!read_directive(out, &at, error))
      return false;
  return true;
}

void tl_ptx_module_free(tl_ptx_module *module) {
  free(module->words);
  free(module->functions);
  free(module->variables);
}

const tl_ptx_function *tl_ptx_kernel_find(const tl_ptx_module *module,
                                          const char *name, size_t length) {
  for (int i = 0; i < module->function_count; i++) {
    const tl_ptx_function *function = &module->functions[i];
    if (function->is_kernel && (size_t)function->name.length == length &&
        memcmp(function->name.text, name, length) == 0)
      return function;
  }
  return NULL;
}
