/* atom_parts.c - see atom_parts.h. */
#include "atom_parts.h"

/* In the order of the bits. */
static const char *const type_names[] = {
    "F16", "F32", "F64", "BF16", "TF32", "C64",  "GC64", "S32",
    "S8",  "U8",  "S4",  "U4",   "U1",   "E4M3", "E5M2",
};
static const char *const suffix_names[] = {
    "TN",
    "NT",
    "NN",
    "TT",
    "TN_SATURATE",
    "TN_XORPOPC",
    "TN_ANDPOPC",
    "SS",
    "RS",
    "SS_TN",
    "RS_TN",
    "SS_TN_SATURATE",
    "RS_TN_SATURATE",
    "TN_VS",
};

enum {
  TYPES = sizeof(type_names) / sizeof(type_names[0]),
  SUFFIXES = sizeof(suffix_names) / sizeof(suffix_names[0]),
};

/* Everything before the first underscore that a digit follows. */
static atom_text take_architecture(atom_text *rest) {
  atom_text all = *rest;
  for (size_t i = 0; i + 1 < all.length; i++)
    if (all.bytes[i] == '_' && all.bytes[i + 1] >= '0' &&
        all.bytes[i + 1] <= '9') {
      *rest = (atom_text){all.bytes + i + 1, all.length - i - 1};
      return (atom_text){all.bytes, i};
    }
  return (atom_text){all.bytes, 0};
}

static bool take_shape(atom_text *rest, atom_parts *out) {
  return tl_cute_atom_take_number(rest, &out->m) &&
         tl_cute_atom_take_word(rest, "x") &&
         tl_cute_atom_take_number(rest, &out->n) &&
         tl_cute_atom_take_word(rest, "x") &&
         tl_cute_atom_take_number(rest, &out->k);
}

static bool take_type(atom_text *rest, unsigned *out) {
  for (int i = 0; i < TYPES; i++)
    if (tl_cute_atom_take_word(rest, type_names[i])) {
      *out = 1u << i;
      return true;
    }
  return false;
}

/* Reads the types when they are all there is before the next underscore; no
 * type name is the beginning of another.  Without types the suffix comes at
 * once. */
static void take_types(atom_text *rest, atom_parts *out) {
  atom_text after = *rest;
  while (out->type_count < 4 && take_type(&after, &out->types[out->type_count]))
    out->type_count++;
  if (after.length == 0 || tl_cute_atom_take_word(&after, "_"))
    *rest = after;
  else
    out->type_count = 0;
}

static unsigned find_suffix(atom_text text) {
  for (int i = 0; i < SUFFIXES; i++)
    if (tl_cute_atom_text_is(text, suffix_names[i]))
      return 1u << i;
  return 0;
}

static atom_text up_to(atom_text text, char stop) {
  size_t length = 0;
  while (length < text.length && text.bytes[length] != stop)
    length++;
  return (atom_text){text.bytes, length};
}

bool tl_cute_atom_read_parts(atom_text name, atom_parts *out) {
  *out = (atom_parts){0};
  atom_text rest = name;
  out->text[ATOM_ARCHITECTURE] = take_architecture(&rest);
  out->text[ATOM_SHAPE] = up_to(rest, '_');
  if (out->text[ATOM_ARCHITECTURE].length == 0 || !take_shape(&rest, out) ||
      (rest.length > 0 && !tl_cute_atom_take_word(&rest, "_")))
    return false;
  out->text[ATOM_TYPES] = up_to(rest, '_');
  take_types(&rest, out);
  out->text[ATOM_SUFFIX] = rest;
  out->suffix = find_suffix(rest);
  return true;
}

static void append_set(atom_line *line, unsigned set, const char *const *names,
                       const char *separator) {
  for (int i = 0; set >> i; i++) {
    if (!(set >> i & 1))
      continue;
    tl_cute_atom_append(line, names[i]);
    if (set >> i != 1)
      tl_cute_atom_append(line, separator);
  }
}

void tl_cute_atom_append_types(atom_line *line, unsigned set) {
  append_set(line, set, type_names, "/");
}

void tl_cute_atom_append_suffixes(atom_line *line, unsigned set) {
  append_set(line, set, suffix_names, ", ");
}
