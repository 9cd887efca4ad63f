/* copy_plan_text.c - see tl/copy_plan_text.h.
 *
 * A term is `stride * (source / divisor % extent)`, without what is 1 or not
 * there; parentheses stand where C needs them. */
#include "tl/copy_plan_text.h"
#include <inttypes.h>

/* A sum that is being written. */
typedef struct sum {
  tl_text *text;
  const char *separator; /* before the next summand */
} sum;

static void add_number(sum *to, int64_t number);
static void add_symbol(sum *to, int64_t count, int64_t symbol);
static void add_term(sum *to, const tl_term *term, const char *source);
static void end_sum(const sum *to);
static void add_origin(sum *to, const tl_copy_request *request,
                       int64_t dimension, const tl_copy_names *names);
static void add_base(const tl_copy_partition *plan, const tl_copy_names *names,
                     bool low, tl_text *out);
static void write_source(const tl_copy_partition *plan, int64_t source,
                         const tl_copy_names *names, tl_text *out);
static void write_product(const tl_term *term, const char *source,
                          tl_text *out);
static void write_digit(const tl_term *term, const char *source, tl_text *out);
static void write_stride(int64_t stride, int64_t symbol, tl_text *out);
static void write_read(const tl_swizzle *swizzle, char of, tl_text *out);
static void write_atoms(const tl_copy_request *request, const tl_atoms *atoms,
                        bool strides, tl_text *out);

const char *tl_swizzle_form_name(tl_swizzle_form form) {
  static const char *const NAMES[] = {"full", "linear", "split"};
  return NAMES[form];
}

/* ---- Threads ------------------------------------------------------------ */

/* The thread number after the offset; names are short. */
static void write_source(const tl_copy_partition *plan, int64_t source,
                         const tl_copy_names *names, tl_text *out) {
  if (source != TL_SOURCE_THREAD)
    tl_text_append(out, "%s", names->origin[source]);
  else if (plan->thread_offset)
    tl_text_append(out, "(t - %" PRId64 ")", plan->thread_offset);
  else
    tl_text_append(out, "t");
}

void tl_copy_guards_text(const tl_copy_partition *plan, tl_text *out) {
  tl_text source = {0};
  write_source(plan, TL_SOURCE_THREAD, NULL, &source);
  if (!plan->guards.count)
    tl_text_append(out, "all");
  for (int64_t i = 0; i < plan->guards.count; i++) {
    const tl_term *guard = &plan->guards.items[i];
    tl_text_append(out, i ? " and " : "");
    if (guard->extent) {
      write_digit(guard, source.data, out);
      tl_text_append(out, " == 0");
    } else if (plan->thread_offset) {
      tl_text_append(out, "%" PRId64 " <= t < %" PRId64, plan->thread_offset,
                     plan->thread_offset + guard->divisor);
    } else {
      tl_text_append(out, "t < %" PRId64, guard->divisor);
    }
  }
}

/* ---- Offsets ------------------------------------------------------------ */

void tl_copy_base_text(const tl_copy_partition *plan,
                       const tl_copy_names *names, tl_text *out) {
  if (plan->form == TL_SWIZZLE_LINEAR) {
    tl_text_append(out, "x ^ ");
    write_read(&plan->swizzle, 'x', out);
    tl_text_append(out, ", x = ");
  } else if (plan->form == TL_SWIZZLE_SPLIT) {
    tl_text_append(out, "h + (l ^ ");
    write_read(&plan->swizzle, 'h', out);
    tl_text_append(out, "), h = ");
  }
  add_base(plan, names, false, out);
  if (plan->form == TL_SWIZZLE_SPLIT) {
    tl_text_append(out, ", l = ");
    add_base(plan, names, true, out);
  }
}

/* The constants belong to the high terms. */
static void add_base(const tl_copy_partition *plan, const tl_copy_names *names,
                     bool low, tl_text *out) {
  sum all = {out, ""};
  for (int64_t i = 0; i < plan->terms.count; i++) {
    tl_text source = {0};
    if ((plan->parts[i] != TL_TERM_HIGH) != low)
      continue;
    write_source(plan, plan->terms.items[i].source, names, &source);
    add_term(&all, &plan->terms.items[i], source.data);
  }
  for (int64_t i = 0; !low && i < plan->scattered_terms.count; i++) {
    const tl_term *term = &plan->scattered_terms.items[i];
    tl_text source = {0};
    if (!term->stride)
      continue;
    tl_text_append(&source, "x%" PRId64, term->source);
    add_term(&all, term, source.data);
  }
  for (int64_t i = 0; !low && i < TL_MAX_SYMBOLS; i++)
    add_symbol(&all, plan->symbol_offset[i], i + 1);
  if (!low)
    add_number(&all, plan->offset);
  end_sum(&all);
}

/* (x & mask) >> shift */
static void write_read(const tl_swizzle *swizzle, char of, tl_text *out) {
  int64_t shift = swizzle->shift;
  tl_text_append(out, "((%c & %" PRId64 ") %s %" PRId64 ")", of,
                 tl_swizzle_read_mask(swizzle), shift < 0 ? "<<" : ">>",
                 shift < 0 ? -shift : shift);
}

void tl_copy_coordinates_text(const tl_copy_request *request,
                              const tl_copy_partition *plan,
                              const tl_copy_names *names, tl_text *out) {
  const char *separator = "";
  for (int64_t d = 0; d < request->memory.rank; d++) {
    bool is_read = false;
    for (int64_t i = 0; i < plan->scattered_terms.count; i++)
      is_read |= plan->scattered_terms.items[i].source == d;
    if (!is_read)
      continue;
    sum all = {out, ""};
    tl_text_append(out, "%sx%" PRId64 " = ", separator, d);
    add_origin(&all, request, d, names);
    for (int64_t i = 0; i < plan->coordinate_terms.count; i++) {
      tl_text source = {0};
      if (plan->coordinate_of[i] != d)
        continue;
      write_source(plan, TL_SOURCE_THREAD, names, &source);
      add_term(&all, &plan->coordinate_terms.items[i], source.data);
    }
    tl_text_append(out, "%sk%" PRId64, all.separator, d);
    separator = ", ";
  }
}

void tl_copy_limit_text(const tl_copy_request *request,
                        const tl_copy_partition *plan, int64_t limit,
                        const tl_copy_names *names, tl_text *out) {
  int64_t d = plan->limits[limit].dimension;
  const tl_bound *bound = &request->bounds[d];
  sum all = {out, ""};
  tl_text source = {0};
  write_source(plan, TL_SOURCE_THREAD, names, &source);
  add_origin(&all, request, d, names);
  for (int64_t i = 0; i < plan->limit_terms.count; i++)
    if (plan->limit_of[i] == d)
      add_term(&all, &plan->limit_terms.items[i], source.data);
  tl_text_append(out, "%sc < ", all.separator);
  if (bound->is_dynamic)
    tl_text_append(out, "%s", names->bound[d]);
  else
    tl_text_append(out, "%" PRId64, bound->value);
}

/* ---- Sums --------------------------------------------------------------- */

static void add_origin(sum *to, const tl_copy_request *request,
                       int64_t dimension, const tl_copy_names *names) {
  static const tl_term WHOLE = {.divisor = 1, .stride = 1};
  const tl_origin *origin = &request->origin[dimension];
  if (origin->is_dynamic)
    add_term(to, &WHOLE, names->origin[dimension]);
  else
    add_number(to, origin->value);
}

static void add_number(sum *to, int64_t number) {
  if (!number)
    return;
  tl_text_append(to->text, "%s%" PRId64, to->separator, number);
  to->separator = " + ";
}

static void add_symbol(sum *to, int64_t count, int64_t symbol) {
  if (!count)
    return;
  tl_text_append(to->text, "%s", to->separator);
  write_stride(count, symbol, to->text);
  to->separator = " + ";
}

static void add_term(sum *to, const tl_term *term, const char *source) {
  tl_text_append(to->text, "%s", to->separator);
  write_product(term, source, to->text);
  to->separator = " + ";
}

static void end_sum(const sum *to) {
  if (!*to->separator)
    tl_text_append(to->text, "0");
}

static void write_product(const tl_term *term, const char *source,
                          tl_text *out) {
  bool is_scaled = term->stride > 1 || term->symbol;
  bool is_whole = term->divisor == 1 && !term->extent;
  if (is_scaled) {
    write_stride(term->stride, term->symbol, out);
    tl_text_append(out, is_whole ? " * " : " * (");
  }
  write_digit(term, source, out);
  tl_text_append(out, is_scaled && !is_whole ? ")" : "");
}

static void write_digit(const tl_term *term, const char *source, tl_text *out) {
  tl_text_append(out, "%s", source);
  if (term->divisor > 1)
    tl_text_append(out, " / %" PRId64, term->divisor);
  if (term->extent)
    tl_text_append(out, " %% %" PRId64, term->extent);
}

/* 4, ld, 4 * ld2 */
static void write_stride(int64_t stride, int64_t symbol, tl_text *out) {
  if (stride != 1 || !symbol)
    tl_text_append(out, "%" PRId64 "%s", stride, symbol ? " * " : "");
  if (symbol)
    tl_text_append(out, "ld");
  if (symbol > 1)
    tl_text_append(out, "%" PRId64, symbol);
}

/* ---- The line ----------------------------------------------------------- */

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
    tl_copy_coordinates_text(request, plan, &NONE, out);
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
}

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
