/* operations_print.c - gpu.printf: every thread prints, in the order of threads.
 *
 * Conversions are those of C that the vprintf of a GPU has for numbers: of
 * integers of 32 bits, of 64 with l, ll, j, z and t, and of floats, as doubles.
 * Of a longer integer only what a conversion can print is let pass; a shorter one
 * has zeros above it, as in the lowering to ROCDL. */
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"
#include <inttypes.h>
#include <string.h>

typedef struct conversion {
  const char *text; /* behind the '%' */
  int length;
  char letter;     /* 0: none that is known */
  char prefix[16]; /* flags, width and precision */
  int bits, kept;  /* that it reads; of them, that it prints */
  bool is_float, is_signed;
} conversion;

static void print(const tl_step *step);
static bool prepare_print(tl_instruction *at);

/*===--- Formats ----------------------------------------------------------===*/

/* Each before those that it begins with. */
static const struct {
  const char *text;
  int bits, kept;
} LENGTHS[] = {
    {"hh", 32, 8}, {"h", 32, 16}, {"ll", 64, 64}, {"l", 64, 64},
    {"j", 64, 64}, {"z", 64, 64}, {"t", 64, 64},  {"", 32, 32},
};

static bool is_among(char letter, const char *letters) {
  return letter && strchr(letters, letter);
}

/* What stands behind a '%'. */
static conversion read_conversion(const char *text) {
  enum { MOST_FLAGS = 5, MOST_DIGITS = 3 };
  const char *const digits = "0123456789";
  conversion out = {.text = text};
  size_t flags = strspn(text, "-+ #0"), width = strspn(text + flags, digits);
  size_t point = flags + width, precision = 0, length = 0;
  if (text[point] == '.')
    precision = 1 + strspn(text + point + 1, digits);
  const char *rest = text + point + precision;
  while (strncmp(rest, LENGTHS[length].text, strlen(LENGTHS[length].text)))
    length++;
  rest += strlen(LENGTHS[length].text);
  out.length = (int)(rest - text) + (*rest != 0);
  out.bits = LENGTHS[length].bits;
  out.kept = is_among(*rest, "c") ? 8 : LENGTHS[length].kept;
  out.is_signed = is_among(*rest, "dic");
  out.is_float = is_among(*rest, "fFeEgGaA");
  bool takes_length = is_among(*rest, "diouxX") ||
                      (out.is_float && LENGTHS[length].text[0] == 'l');
  if (flags > MOST_FLAGS || width > MOST_DIGITS ||
      precision > 1 + MOST_DIGITS || !is_among(*rest, "diouxXcfFeEgGaA") ||
      (LENGTHS[length].text[0] && !takes_length))
    return out;
  out.letter = *rest;
  snprintf(out.prefix, sizeof out.prefix, "%.*s", (int)(point + precision),
           text);
  return out;
}

/* Prints up to the next conversion, if there is a file, and reads that; false at
 * the end. */
static bool next_conversion(const char **rest, FILE *file, conversion *out) {
  for (; **rest; ++*rest) {
    if (**rest == '%' && *++*rest != '%') {
      *out = read_conversion(*rest);
      *rest += out->length;
      return true;
    }
    if (file)
      fputc(**rest, file);
  }
  return false;
}

/*===--- Before the run ---------------------------------------------------===*/

/* Whether a conversion takes operand i, if there is one. */
static bool fits(const tl_instruction *at, int i, const conversion *own) {
  enum { MOST_NAMED = 16 };
  int length = own->length < MOST_NAMED ? own->length : MOST_NAMED;
  if (!own->letter)
    return tl_emit_error(
        at->operation,
        "has '%%%.*s' in its format; the simulator knows d, i, u, o, x, X, c "
        "and those of floats, with a width and a precision of up to 3 digits",
        length, own->text);
  if (i >= at->operand_count)
    return tl_emit_error(at->operation,
                         "has '%%%.*s' in its format, and no operand %d",
                         length, own->text, i);
  const tl_scalar_type *type = &tl_operand_slot(at, i)->scalar;
  if (own->is_float != (type->format != NULL) || type->bits > 64)
    return tl_emit_error(at->operation,
                         "prints operand %d by '%%%.*s', which is of %s of up "
                         "to 64 bits",
                         i, length, own->text,
                         own->is_float ? "floats" : "integers");
  if (!own->is_float && type->bits < own->bits)
    tl_emit_warning(at->operation,
                    "prints operand %d, of %d bits, by '%%%.*s', which reads "
                    "%d: the others are zeros here, and may be anything on a "
                    "GPU; extend it",
                    i, type->bits, length, own->text, own->bits);
  return true;
}

static bool prepare_print(tl_instruction *at) {
  MlirStringRef text =
      mlirStringAttrGetValue(tl_attribute_of(at->operation, "format"));
  char *format = tl_keep(at->program, (int64_t)text.length + 1, 1);
  const char *rest = format;
  conversion own;
  int count = 0;
  if (!format)
    return false;
  memcpy(format, text.data, text.length);
  at->detail = format;
  at->program->prints = true;
  while (next_conversion(&rest, NULL, &own))
    if (!fits(at, count++, &own))
      return false;
  if (count < at->operand_count)
    tl_emit_warning(at->operation,
                    "has %d operands, and a format for %d of them: the others "
                    "are not printed",
                    at->operand_count, count);
  return true;
}

/*===--- In a thread ------------------------------------------------------===*/

/* Whether the bits above those that are read are copies of the sign, or zeros. */
static bool is_printable(const conversion *own, int64_t number) {
  tl_bits low = (tl_bits)number & tl_wide_low_bits(own->bits);
  return number == tl_sign_extend(low, own->bits) ||
         (!own->is_signed && number == (int64_t)low);
}

static int64_t kept_of(const conversion *own, int64_t number) {
  tl_bits bits = (tl_bits)number & tl_wide_low_bits(own->kept);
  return own->is_signed ? tl_sign_extend(bits, own->kept) : (int64_t)bits;
}

static void print_number(const tl_step *step, int i, const conversion *own,
                         FILE *file) {
  const tl_scalar_type *type = &tl_operand_slot(step->at, i)->scalar;
  const tl_element element = *tl_operand(step, i);
  char format[32];
  snprintf(format, sizeof format, "%%%s%s%c", own->prefix,
           own->is_float || own->letter == 'c' ? "" : "ll", own->letter);
  if (element.poison) {
    if (file)
      fputc('?', file);
    return;
  }
  if (own->is_float) {
    if (file)
      fprintf(file, format,
              tl_float_decode(type->format, (uint64_t)element.bits));
    return;
  }
  int64_t number = type->bits < own->bits
                       ? (int64_t)element.bits
                       : tl_sign_extend(element.bits, type->bits);
  if (!is_printable(own, number))
    tl_fault(step, TL_FAULT_ARITHMETIC,
             "prints %" PRId64 " by '%%%.*s', which reads %d bits", number,
             own->length, own->text, own->bits);
  else if (file && own->letter == 'c')
    fprintf(file, format, (int)kept_of(own, number));
  else if (file)
    fprintf(file, format, (long long)kept_of(own, number));
}

static void print(const tl_step *step) {
  const char *rest = step->at->detail;
  FILE *file = step->machine->output;
  conversion own;
  for (int i = 0; next_conversion(&rest, file, &own); i++)
    print_number(step, i, &own, file);
}

const tl_sim_row TL_SIM_PRINTS[] = {
    {"gpu.printf", .each = print, .prepare = prepare_print},
    {.name = NULL},
};
