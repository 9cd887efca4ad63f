/* copy_plan_text.c - see tl/copy_plan_text.h.
 *
 * The fold of an address over text.  A term is `stride * (source / divisor %
 * extent)`, without what is 1 or not there; parentheses stand where C needs
 * them. */
#include "tl/copy_plan_text.h"
#include <inttypes.h>

/* How tightly a text binds. */
typedef enum binding {
  WHOLE = 0, /* a name, a number, what is in parentheses */
  PRODUCT,
  SUM,
  XOR,
  ONE, /* 1, before it is scaled: not written */
} binding;

typedef struct phrase {
  tl_text text;
  binding binds;
} phrase;

/* What sources are called. */
typedef struct speaker {
  int64_t thread_offset;
  const tl_copy_names *names;
  const char
      *moved; /* what a start adds; null: k0, k1, ...; of a twisted copy its
                        slots */
} speaker;

enum { MOST_PHRASES = 8 }; /* of a form */

const char *tl_swizzle_form_name(tl_swizzle_form form) {
  static const char *const NAMES[] = {"full", "linear", "split"};
  return NAMES[form];
}

/* ---- The algebra -------------------------------------------------------- */

/* 4, ld, 4 * ld2 */
static void write_stride(int64_t stride, int64_t symbol, tl_text *out) {
  if (stride != 1 || !symbol)
    tl_text_append(out, "%" PRId64 "%s", stride, symbol ? " * " : "");
  if (symbol)
    tl_text_append(out, "ld");
  if (symbol > 1)
    tl_text_append(out, "%" PRId64, symbol);
}

static void write_source(const speaker *by, int64_t source, tl_text *out) {
  if (source >= TL_SOURCE_START && by->moved)
    tl_text_append(out, "%s", by->moved);
  else if (source >= TL_SOURCE_START)
    tl_text_append(out, "k%" PRId64, source - TL_SOURCE_START);
  else if (source >= TL_SOURCE_BOUND)
    tl_text_append(out, "%s", by->names->bound[source - TL_SOURCE_BOUND]);
  else if (source < TL_SOURCE_THREAD)
    tl_text_append(out, "%s", by->names->origin[source]);
  else if (by->thread_offset)
    tl_text_append(out, "(t - %" PRId64 ")", by->thread_offset);
  else
    tl_text_append(out, "t");
}

/* x, x0 */
static void write_name(int64_t name, int64_t number, tl_text *out) {
  tl_text_append(out, "%c", (char)name);
  if (number != TL_NO_NUMBER)
    tl_text_append(out, "%" PRId64, number);
}

/* In parentheses if it binds less than that. */
static void enclose(const phrase *of, binding most, tl_text *out) {
  tl_text_append(out, of->binds > most ? "(%s)" : "%s", of->text.data);
}

static void restart(phrase *out) {
  out->text.length = 0;
  out->text.data[0] = 0;
  out->binds = WHOLE;
}

static void apply_phrase(void *context, tl_operation operation, void *value,
                         const void *other, int64_t a, int64_t b) {
  static const char *const SIGNS[] = {" + ", " - ", " ^ "};
  phrase *out = value, from;
  switch (operation) {
  case TL_READ:
    restart(out);
    if (a == TL_SOURCE_ONE)
      out->binds = ONE;
    else
      write_source(context, a, &out->text);
    break;
  case TL_USE:
    restart(out);
    if (a)
      write_name(a, b, &out->text);
    else
      *out = *(const phrase *)other;
    break;
  case TL_DIGIT:
    if (a > 1)
      tl_text_append(&out->text, " / %" PRId64, a);
    if (b)
      tl_text_append(&out->text, " %% %" PRId64, b);
    out->binds = PRODUCT;
    break;
  case TL_SCALE:
    from = *out;
    restart(out);
    write_stride(a, b, &out->text);
    if (from.binds == ONE)
      break;
    tl_text_append(&out->text, " * ");
    enclose(&from, WHOLE, &out->text);
    break;
  case TL_BITS:
    from = *out;
    restart(out);
    tl_text_append(&out->text, "((%s & %" PRId64 ") %s %" PRId64 ")",
                   from.text.data, a, b < 0 ? "<<" : ">>", b < 0 ? -b : b);
    break;
  case TL_JOIN:
    from = *out;
    restart(out);
    /* What begins with a sign is read from left to right. */
    enclose(&from, a == TL_ROW_XOR || from.text.data[0] == ' ' ? XOR : SUM,
            &out->text);
    tl_text_append(&out->text, "%s", SIGNS[a]);
    enclose(other, a == TL_ROW_XOR ? SUM : PRODUCT, &out->text);
    out->binds = a == TL_ROW_XOR ? XOR : SUM;
    break;
  case TL_CLOSE:
    break;
  }
}

static const tl_algebra PHRASES = {sizeof(phrase), apply_phrase};

/* ---- Addresses ---------------------------------------------------------- */

static const char SLOTS[] = "s";

static speaker speaker_of(const tl_copy_partition *plan,
                          const tl_copy_names *names) {
  return (speaker){plan->thread_offset, names, plan->is_twisted ? SLOTS : NULL};
}

/* The last row. */
static void write_rows(const tl_address *address, tl_row_range rows,
                       const speaker *by, tl_text *out) {
  phrase values[TL_MAX_ROWS + 1];
  speaker context = *by;
  tl_fold fold = {address, &PHRASES, &context, rows.first, values};
  tl_fold_rows(&fold, rows);
  tl_text_append(out, "%s", values[rows.end - 1 - rows.first].text.data);
}

void tl_copy_guards_text(const tl_copy_partition *plan, tl_text *out) {
  speaker by = {plan->thread_offset, NULL, NULL};
  tl_fold fold = {&plan->address, &PHRASES, &by, 0, NULL};
  int64_t count, offset = plan->thread_offset;
  const tl_term *guards =
      tl_address_terms(&plan->address, plan->guards, &count);
  tl_text_append(out, count ? "" : "all");
  for (int64_t i = 0; i < count; i++) {
    phrase digit;
    tl_text_append(out, i ? " and " : "");
    tl_fold_term(&fold, &guards[i], &digit);
    if (guards[i].extent)
      tl_text_append(out, "%s == 0", digit.text.data);
    else if (offset)
      tl_text_append(out, "%" PRId64 " <= t < %" PRId64, offset,
                     offset + guards[i].divisor);
    else
      tl_text_append(out, "t < %" PRId64, guards[i].divisor);
  }
}

/* The result, and then what it names. */
void tl_copy_base_text(const tl_copy_partition *plan,
                       const tl_copy_names *names, tl_text *out) {
  speaker by = speaker_of(plan, names);
  if (plan->form == TL_SWIZZLE_FULL) {
    write_rows(&plan->address, tl_copy_base_rows(plan), &by, out);
    return;
  }
  tl_address form;
  phrase values[MOST_PHRASES];
  tl_fold fold = {&form, &PHRASES, &by, 0, values};
  tl_copy_base_form(plan, TL_BASE_TEXT, &form);
  tl_fold_rows(&fold, (tl_row_range){0, form.row_count});
  tl_text_append(out, "%s", values[form.row_count - 1].text.data);
  for (int64_t i = 0; i < form.row_count; i++) {
    if (!form.rows[i].name)
      continue;
    tl_text_append(out, ", ");
    write_name(form.rows[i].name, form.rows[i].number, out);
    tl_text_append(out, " = %s", values[i].text.data);
  }
}

void tl_copy_moved_text(const tl_swizzle *swizzle, int64_t bits,
                        const int64_t *strides, tl_text *out) {
  static const tl_copy_names BASE = {.origin = {[TL_SOURCE_BASE] = ""}};
  speaker by = {0, &BASE, NULL};
  tl_address form;
  tl_text text = {0};
  tl_copy_moved_form(swizzle, bits, strides, false, &form);
  write_rows(&form, (tl_row_range){0, form.row_count}, &by, &text);
  tl_text_append(out, "%s",
                 text.length ? text.data + (text.data[0] == ' ') : "+ 0");
}

void tl_copy_coordinates_text(const tl_copy_partition *plan,
                              const tl_copy_names *names, tl_text *out) {
  speaker by = speaker_of(plan, names);
  const char *before = "";
  for (int64_t x = plan->coordinates; x < plan->base; x++) {
    if (!plan->address.rows[x].name)
      continue;
    tl_text_append(out, "%s", before);
    write_name('x', plan->address.rows[x].number, out);
    tl_text_append(out, " = ");
    write_rows(&plan->address, (tl_row_range){plan->coordinates, x + 1}, &by,
               out);
    before = ", ";
  }
  if (plan->is_twisted)
    tl_text_append(out, "%ss = the registers that a start moves by", before);
}

/* The coordinate, in which c is what an element moves it by, and the bound; both
 * less the lower bound. */
void tl_copy_limit_text(const tl_copy_partition *plan, int64_t limit,
                        const tl_copy_names *names, tl_text *out) {
  const char *moved = plan->is_twisted ? SLOTS : "c";
  const char *added = plan->is_twisted ? ") + c" : "";
  tl_text_append(out, plan->is_twisted ? "(" : "");
  speaker by = {plan->thread_offset, names, moved};
  int64_t room = plan->limits[limit].room, count;
  int64_t first = plan->limits[limit].first;
  tl_fold fold = {&plan->address, &PHRASES, &by, 0, NULL};
  phrase bound;
  if (plan->limits[limit].has_extent) {
    write_rows(&plan->address, (tl_row_range){first, room + 1}, &by, out);
    tl_text_append(out, "%s < ", added);
    write_rows(&plan->address, (tl_row_range){room + 1, room + 2}, &by, out);
    return;
  }
  tl_fold_term(&fold, tl_address_terms(&plan->address, room, &count), &bound);
  write_rows(&plan->address, (tl_row_range){first, room}, &by, out);
  tl_text_append(out, "%s < %s", added, bound.text.data);
}

/* ---- The line ----------------------------------------------------------- */

/* extents : memory strides -> register strides; those of a run are 1 apart. */
static void write_atoms(const tl_copy_request *request, const tl_atoms *atoms,
                        bool strides, tl_text *out) {
  const char *separator = "(";
  for (int64_t i = 0; i < atoms->count; i++, separator = ", ")
    tl_text_append(out, "%s%" PRId64, separator, atoms->items[i].extent);
  separator = ") : (";
  for (int64_t i = 0; strides && i < atoms->count; i++, separator = ", ") {
    const tl_atom *atom = &atoms->items[i];
    tl_text_append(out, "%s", separator);
    write_stride(atom->memory_stride, atom->symbol, out);
    if (atom->symbol)
      tl_text_append(out, "{div %" PRId64 "}",
                     request->memory.divisor[atom->symbol - 1]);
  }
  separator = ") -> (";
  for (int64_t i = 0; i < atoms->count; i++, separator = ", ")
    tl_text_append(out, "%s%" PRId64, separator,
                   atoms->items[i].register_stride);
  tl_text_append(out, ")");
}

void tl_copy_plan_text(const tl_copy_request *request,
                       const tl_copy_partition *plan,
                       const tl_copy_vectors *vectors, tl_text *out) {
  static const tl_copy_names NONE = {{NULL}, {NULL}};
  tl_text_append(out,
                 "%s, threads = ", tl_scope_describe(request->scope)->name);
  tl_copy_guards_text(plan, out);
  tl_text_append(out, ", base = ");
  tl_copy_base_text(plan, &NONE, out);
  if (plan->is_scattered) {
    tl_text_append(out, ", ");
    tl_copy_coordinates_text(plan, &NONE, out);
  }
  if (vectors->outer.count) {
    tl_text_append(out, ", atoms = ");
    write_atoms(request, &vectors->outer, true, out);
  }
  if (vectors->width > 1) {
    tl_text_append(out, ", vector = %" PRId64 " of ", vectors->width);
    write_atoms(request, &vectors->inner, false, out);
  }
  if (plan->swizzle.bits)
    tl_text_append(out, ", swizzle = %s", tl_swizzle_form_name(plan->form));
  tl_text_append(out, ", align = %" PRId64, plan->alignment);
  if (plan->phase)
    tl_text_append(out, ", phase = %" PRId64, plan->phase);
}
