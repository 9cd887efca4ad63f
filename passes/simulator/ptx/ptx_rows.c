/* ptx_rows.c - Finds the row of an instruction; see ptx_rows.h. */
#include "ptx_rows.h"
#include <limits.h>

static const tl_ptx_row *const TABLES[] = {
    TL_PTX_INTEGER_ROWS, TL_PTX_FLOAT_ROWS, TL_PTX_MOVE_ROWS,
    TL_PTX_ATOMIC_ROWS, TL_PTX_WARP_ROWS};
enum { TABLE_COUNT = sizeof TABLES / sizeof *TABLES };

/*===--- Patterns ---------------------------------------------------------===*/

/* A part of a text between separators. */
typedef struct part {
  const char *text;
  size_t length;
} part;

/* The part in front of the next separator, which *text is moved behind; false
 * at the end. */
static bool next_part(const char **text, const char *end, char separator,
                      part *out) {
  if (*text >= end)
    return false;
  const char *stop = memchr(*text, separator, (size_t)(end - *text));
  stop = stop ? stop : end;
  *out = (part){*text, (size_t)(stop - *text)};
  *text = stop + 1;
  return true;
}

/* Which of the words "a|b|c" it is, or -1. */
static int alternative_of(part words, part word) {
  const char *at = words.text, *end = words.text + words.length;
  part own;
  for (int i = 0; next_part(&at, end, '|', &own); i++)
    if (own.length == word.length &&
        memcmp(own.text, word.text, word.length) == 0)
      return i;
  return -1;
}

static bool is_of_kind(const tl_ptx_type *type, part kinds) {
  static const char LETTERS[] = {[TL_PTX_BITS] = 'b',
                                 [TL_PTX_UNSIGNED] = 'u',
                                 [TL_PTX_SIGNED] = 's',
                                 [TL_PTX_FLOAT] = 'f',
                                 [TL_PTX_PREDICATE] = 'p'};
  if (type->parts > 1 && type->kind != TL_PTX_FLOAT)
    return memchr(kinds.text, 'y', kinds.length);
  if (tl_ptx_is_small(type))
    return memchr(kinds.text, 'n', kinds.length);
  return memchr(kinds.text, LETTERS[type->kind], kinds.length) ||
         (type->parts > 1 && memchr(kinds.text, 'x', kinds.length));
}

static bool take_type(tl_ptx_instruction *at, part slot, part word) {
  const tl_ptx_type *type = tl_ptx_type_find(word.text, word.length);
  if (!type || !is_of_kind(type, slot) || at->type_count == TL_PTX_MAX_TYPES)
    return false;
  at->types[at->type_count++] = type;
  return true;
}

/* Moves past the modifiers that a slot takes; false where one is missing. */
static bool match_slot(tl_ptx_instruction *at, int number, part slot,
                       const char **modifiers, const char *end) {
  char last = slot.text[slot.length - 1];
  bool is_optional = last == '?' || last == '*';
  slot.length -= is_optional;
  do {
    const char *before = *modifiers;
    part word = {"", 0};
    int choice = -1;
    if (next_part(modifiers, end, '.', &word))
      choice = slot.text[0] != '#' ? alternative_of(slot, word)
                                   : take_type(at, slot, word) - 1;
    if (choice < 0) {
      *modifiers = before;
      return is_optional;
    }
    at->choices[number] = (int8_t)choice;
  } while (last == '*');
  return true;
}

/* Whether the modifiers are those of the row; *rest is where they stop to be. */
static bool match(const tl_ptx_row *row, tl_ptx_instruction *at,
                  const char **rest) {
  const char *end = at->name.text + at->name.length;
  const char *pattern = row->pattern, *stop = pattern + strlen(pattern);
  part slot;
  memset(at->choices, -1, sizeof at->choices);
  at->type_count = 0;
  for (int i = 0; next_part(&pattern, stop, ' ', &slot); i++)
    if (!match_slot(at, i, slot, rest, end))
      return false;
  return *rest >= end;
}

static const tl_ptx_row *known(const tl_ptx_row *row,
                               const tl_ptx_instruction *at,
                               tl_ptx_error *error) {
  if (!row->knows || row->knows(at))
    return row;
  tl_ptx_fail(error, at->name.line, "'%.*s' is not known to the simulator",
              at->name.length, at->name.text);
  return NULL;
}

const tl_ptx_row *tl_ptx_row_find(tl_ptx_instruction *at, tl_ptx_error *error) {
  const tl_ptx_word *name = &at->name;
  const char *end = name->text + name->length, *text = name->text;
  const char *farthest = NULL;
  part base = {"", 0};
  (void)next_part(&text, end, '.', &base);
  for (int i = 0; i < TABLE_COUNT; i++)
    for (const tl_ptx_row *row = TABLES[i]; row->name; row++) {
      const char *rest = text;
      if (strlen(row->name) != base.length ||
          memcmp(row->name, base.text, base.length) != 0)
        continue;
      if (match(row, at, &rest))
        return known(row, at, error);
      farthest = rest > farthest || !farthest ? rest : farthest;
    }
  if (!farthest)
    tl_ptx_fail(error, name->line, "'%.*s' is not known to the simulator",
                name->length, name->text);
  else if (farthest >= end)
    tl_ptx_fail(error, name->line, "'%.*s' lacks a modifier or a type",
                name->length, name->text);
  else
    tl_ptx_fail(error, name->line,
                "'%.*s' is not known to the simulator with '.%.*s' there",
                name->length, name->text, (int)(end - farthest), farthest);
  return NULL;
}

/*===--- Operands ---------------------------------------------------------===*/

static bool is_written(const tl_ptx_operand *operand) {
  return operand->kind == TL_PTX_REGISTER || operand->kind == TL_PTX_SINK;
}

static bool is_source(const tl_ptx_operand *operand) {
  return operand->kind == TL_PTX_REGISTER ||
         operand->kind == TL_PTX_IMMEDIATE || operand->kind == TL_PTX_SPECIAL;
}

static bool fits(char letter, const tl_ptx_operand *items, int count) {
  switch (letter) {
  case 'r':
    return count == 1 && is_written(&items[0]);
  case 'd':
    return (count == 1 || count == 2) && is_written(&items[0]) &&
           is_written(&items[count - 1]);
  case 's':
    return count == 1 && is_source(&items[0]);
  case 'a':
    return count == 1 && items[0].kind == TL_PTX_ADDRESS;
  case 'v':
    for (int i = 0; i < count; i++)
      if (items[i].kind == TL_PTX_ADDRESS)
        return false;
    return count > 0;
  default:
    return false;
  }
}

/*===--- Widths -----------------------------------------------------------===*/

/* Whether a register may be where a letter stands.  Source: PTX ISA, "Operand
 * Size Exceeding Instruction-Type Size". */
static bool has_width(const tl_ptx_instruction *at, char letter, int bits) {
  const int own = at->type_count ? tl_ptx_type_of(at)->bits : 0;
  const int first = at->type_count ? at->types[0]->bits : 0;
  const struct {
    char letter;
    int least, most;
  } known[] = {{'t', own, own},  {'w', 2 * own, 2 * own}, {'i', 32, 32},
               {'p', 1, 1},      {'>', own, INT_MAX},     {'0', first, INT_MAX},
               {'.', 0, INT_MAX}};
  int i = 0;
  while (known[i].letter != letter)
    i++;
  return bits >= known[i].least && bits <= known[i].most;
}

/* The bits of all registers of a group, or -1 where one of it is something
 * else. */
static int bits_of_group(const tl_ptx_operand *items, int count) {
  int bits = 0;
  for (int i = 0; i < count; i++)
    if (items[i].kind == TL_PTX_REGISTER)
      bits += items[i].bits;
    else
      return -1;
  return bits;
}

static bool has_widths(const tl_ptx_instruction *at, int group, char letter,
                       int *bits) {
  const tl_ptx_operand *items = at->operands + at->first[group];
  int count = at->first[group + 1] - at->first[group];
  bool gives_two = at->row->operands[group] == 'd';
  int first = 0; /* of a register, beside which numbers may stand */
  if (letter == 'm') {
    *bits = bits_of_group(items, count);
    return *bits < 0 || has_width(at, 't', *bits);
  }
  for (int i = 0; i < count; i++) {
    if (items[i].kind != TL_PTX_REGISTER)
      continue;
    *bits = items[i].bits;
    first = first ? first : *bits;
    bool is_other = letter == '>' && *bits != first;
    if (is_other || !has_width(at, gives_two && i ? 'p' : letter, *bits))
      return false;
  }
  return true;
}

static bool check_widths(const tl_ptx_instruction *at, tl_ptx_error *error) {
  const char *letter = at->row->widths;
  int bits;
  for (int g = 0; g < at->group_count && (letter || at->type_count); g++)
    if (!has_widths(at, g, letter ? letter[g] : 't', &bits))
      return tl_ptx_fail(
          error, at->name.line,
          "operand %d of '%.*s' is of %d bits, which it does not "
          "take there",
          g + 1, at->name.length, at->name.text, bits);
  return true;
}

bool tl_ptx_operands_check(const tl_ptx_instruction *at, tl_ptx_error *error) {
  const char *letter = at->row->operands;
  bool is_enough = false;
  for (int g = 0; g < at->group_count; g++, letter++) {
    if (*letter == '?') {
      is_enough = true;
      letter++;
    }
    if (!fits(*letter, at->operands + at->first[g],
              at->first[g + 1] - at->first[g]))
      return tl_ptx_fail(error, at->name.line,
                         "operand %d of '%.*s' is not one that it takes", g + 1,
                         at->name.length, at->name.text);
  }
  if (!is_enough && *letter && *letter != '?')
    return tl_ptx_fail(error, at->name.line, "'%.*s' lacks operand %d",
                       at->name.length, at->name.text, at->group_count + 1);
  if (at->row->check && !at->row->check(at))
    return tl_ptx_fail(
        error, at->name.line,
        "'%.*s' has operands of another number than its type says",
        at->name.length, at->name.text);
  return check_widths(at, error);
}
