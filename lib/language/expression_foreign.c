/* expression_foreign.c - Attributes of other compilers as their tools print
 * them, and what they mean; see tl/foreign.h.
 *
 *   tensor<16x8xf16, #ttg.slice<{dim = 0, parent = #ttg.blocked<{..}>}>>
 *     -> the tile layout */
#include "base/checked.h"
#include "expression_lexer.h"
#include "tl/foreign.h"
#include <string.h>

bool tl_lexer_at_foreign(const tl_lexer *lexer) {
  bool is_type =
      tl_lexer_at_name(lexer, "tensor") || tl_lexer_at_name(lexer, "vector");
  return tl_lexer_at(lexer, '#') || tl_lexer_at(lexer, '!') ||
         (is_type && tl_lexer_peek(lexer) == '<');
}

/* ---- Values of fields --------------------------------------------------- */

/* item, item]; the bracket before them is read. */
static tl_code parse_items(tl_lexer *lexer, tl_list *out) {
  bool more = !tl_lexer_at(lexer, ']');
  *out = (tl_list){0};
  while (more) {
    const char *place = lexer->token.start;
    int64_t item;
    TL_TRY(tl_lexer_integer(lexer, &item));
    TL_TRY(
        tl_lexer_locate(lexer, place, tl_list_append(out, item, lexer->error)));
    TL_TRY(tl_lexer_take(lexer, ',', &more));
  }
  return tl_lexer_expect(lexer, ']');
}

static tl_code parse_list(tl_lexer *lexer, tl_value *out) {
  *out = (tl_value){.kind = TL_KIND_LIST};
  TL_TRY(tl_lexer_expect(lexer, '['));
  return parse_items(lexer, &out->as.list);
}

static tl_code push_list(tl_lexer *lexer, const char *place,
                         const tl_list *items, tl_lists *out) {
  if (out->count == TL_MAX_LISTED)
    return FAIL_AT(place, TL_CAPACITY, "more than %d lists", TL_MAX_LISTED);
  if (items->count > TL_MAX_RANK)
    return FAIL_AT(place, TL_CAPACITY, "more than %d items", TL_MAX_RANK);
  if (out->count > 0 && items->count != out->length)
    return FAIL_AT(place, TL_INVALID,
                   "the list has %d items, the one before it %d",
                   (int)items->count, (int)out->length);
  out->length = items->count;
  memcpy(out->items[out->count++], items->items, sizeof out->items[0]);
  return TL_OK;
}

/* [0, 1], as a list of the lists. */
static tl_code parse_basis(tl_lexer *lexer, tl_list *out) {
  TL_TRY(tl_lexer_expect(lexer, '['));
  return parse_items(lexer, out);
}

/* 16:+4 */
static tl_code parse_pad(tl_lexer *lexer, tl_list *out) {
  *out = (tl_list){.count = 2};
  TL_TRY(tl_lexer_integer(lexer, &out->items[0]));
  TL_TRY(tl_lexer_expect(lexer, ':'));
  TL_TRY(tl_lexer_expect(lexer, '+'));
  return tl_lexer_integer(lexer, &out->items[1]);
}

static tl_code parse_lists(tl_lexer *lexer,
                           tl_code (*parse)(tl_lexer *, tl_list *),
                           tl_value *out) {
  *out = (tl_value){.kind = TL_KIND_LISTS};
  TL_TRY(tl_lexer_expect(lexer, '['));
  bool more = !tl_lexer_at(lexer, ']');
  while (more) {
    const char *place = lexer->token.start;
    tl_list items;
    TL_TRY(parse(lexer, &items));
    TL_TRY(push_list(lexer, place, &items, &out->as.lists));
    TL_TRY(tl_lexer_take(lexer, ',', &more));
  }
  return tl_lexer_expect(lexer, ']');
}

static tl_code parse_boolean(tl_lexer *lexer, tl_value *out) {
  bool is_true = tl_lexer_at_name(lexer, "true");
  *out = (tl_value){.kind = TL_KIND_BOOLEAN, .as.integer = is_true};
  if (!is_true && !tl_lexer_at_name(lexer, "false"))
    return tl_lexer_unexpected(lexer, "true or false");
  return tl_lexer_advance(lexer);
}

static tl_code parse_attribute(tl_lexer *lexer, tl_foreign_value *out);

static tl_code parse_field(tl_lexer *lexer, tl_foreign_form form,
                           tl_foreign_value *of, tl_value *out) {
  switch (form) {
  case TL_FOREIGN_INTEGER:
    *out = (tl_value){.kind = TL_KIND_INTEGER};
    return tl_lexer_integer(lexer, &out->as.integer);
  case TL_FOREIGN_BOOLEAN:
    return parse_boolean(lexer, out);
  case TL_FOREIGN_PARENT:
    *out = (tl_value){.kind = TL_KIND_ANY_LAYOUT};
    return parse_attribute(lexer, of);
  case TL_FOREIGN_BASES:
    return parse_lists(lexer, parse_basis, out);
  case TL_FOREIGN_PADS:
    return parse_lists(lexer, parse_pad, out);
  default:
    return parse_list(lexer, out);
  }
}

/* ---- Attributes --------------------------------------------------------- */

static int find_field(const tl_lexer *lexer, const tl_foreign *row) {
  for (int i = 0; row->fields[i].name; i++)
    if (tl_lexer_at_name(lexer, row->fields[i].name))
      return i;
  return -1;
}

/* Of a name in a message, which is one line: up to what its parts may have
 * between them. */
static int shown_length(const token *name) {
  enum { MOST = 40 };
  int length = 0;
  while (length < MOST && (size_t)length < name->length &&
         name->start[length] > ' ')
    length++;
  return length;
}

/* NAME = VALUE; `node` is where the attribute is in `out`. */
static tl_code parse_named(tl_lexer *lexer, tl_foreign_node *node,
                           tl_foreign_value *out) {
  const token name = lexer->token;
  int field = find_field(lexer, node->row);
  if (name.kind != TOKEN_NAME)
    return tl_lexer_unexpected(lexer, "the name of a field");
  if (field < 0)
    return FAIL_AT(name.start, TL_INVALID, "#%s has no field '%.*s'",
                   node->row->name, shown_length(&name), name.start);
  if (node->fields[field].kind != TL_KIND_NONE)
    return FAIL_AT(name.start, TL_INVALID, "field '%s' is given twice",
                   node->row->fields[field].name);
  TL_TRY(tl_lexer_advance(lexer));
  TL_TRY(tl_lexer_expect(lexer, '='));
  node->places[field] = (int)(lexer->token.start - lexer->text);
  return parse_field(lexer, node->row->fields[field].form, out,
                     &node->fields[field]);
}

static tl_code check_parent(tl_lexer *lexer, const char *place,
                            const tl_foreign_node *node) {
  for (int i = 0; node->row->fields[i].name; i++)
    if (node->row->fields[i].form == TL_FOREIGN_PARENT &&
        node->fields[i].kind == TL_KIND_NONE)
      return FAIL_AT(place, TL_INVALID, "#%s needs the field '%s'",
                     node->row->name, node->row->fields[i].name);
  return TL_OK;
}

static tl_code parse_fields(tl_lexer *lexer, char close, tl_foreign_node *node,
                            tl_foreign_value *out) {
  bool more = !tl_lexer_at(lexer, close);
  while (more) {
    TL_TRY(parse_named(lexer, node, out));
    TL_TRY(tl_lexer_take(lexer, ',', &more));
  }
  return tl_lexer_expect(lexer, close);
}

/* name '.' name, as one name. */
static tl_code parse_dotted(tl_lexer *lexer, const char *what, token *out) {
  *out = lexer->token;
  if (out->kind != TOKEN_NAME)
    return tl_lexer_unexpected(lexer, what);
  TL_TRY(tl_lexer_advance(lexer));
  while (tl_lexer_at(lexer, '.')) {
    TL_TRY(tl_lexer_advance(lexer));
    if (lexer->token.kind != TOKEN_NAME)
      return tl_lexer_unexpected(lexer, what);
    out->length =
        (size_t)(lexer->token.start + lexer->token.length - out->start);
    TL_TRY(tl_lexer_advance(lexer));
  }
  return TL_OK;
}

static tl_code open_node(tl_lexer *lexer, const token *name,
                         tl_foreign_value *out, tl_foreign_node **node) {
  const tl_foreign *row = tl_foreign_named(name->start, name->length);
  if (!row)
    return FAIL_AT(name->start, TL_INVALID,
                   "there is no attribute '#%.*s' here", shown_length(name),
                   name->start);
  if (out->count == TL_FOREIGN_DEPTH)
    return FAIL_AT(name->start, TL_CAPACITY,
                   "more than %d attributes within each other",
                   TL_FOREIGN_DEPTH);
  *node = &out->nodes[out->count++];
  **node = (tl_foreign_node){.row = row};
  for (int i = 0; i < TL_FOREIGN_FIELDS; i++)
    (*node)->places[i] = (int)(name->start - lexer->text);
  return TL_OK;
}

/* The current token is the '#'. */
static tl_code parse_attribute(tl_lexer *lexer, tl_foreign_value *out) {
  token name;
  tl_foreign_node *node = NULL;
  TL_TRY(tl_lexer_expect(lexer, '#'));
  TL_TRY(parse_dotted(lexer, "the name of an attribute", &name));
  TL_TRY(open_node(lexer, &name, out, &node));
  TL_TRY(tl_lexer_expect(lexer, '<'));
  if (node->row->fields[0].form == TL_FOREIGN_PADS)
    TL_TRY(parse_field(lexer, TL_FOREIGN_PADS, out, &node->fields[0]));
  if (node->row->has_braces)
    TL_TRY(tl_lexer_expect(lexer, '{'));
  TL_TRY(parse_fields(lexer, node->row->has_braces ? '}' : '>', node, out));
  if (node->row->has_braces)
    TL_TRY(tl_lexer_expect(lexer, '>'));
  return check_parent(lexer, name.start, node);
}

/* ---- Types -------------------------------------------------------------- */

/* 16x8xf16: tokens of the language would be 16 and x8xf16.  What follows the
 * last extent is the element, to the comma. */
static tl_code parse_shape(tl_lexer *lexer, tl_list *out) {
  const char *at = lexer->token.start;
  int depth = 0;
  *out = (tl_list){0};
  while (at < lexer->end && *at >= '0' && *at <= '9') {
    const char *place = at;
    int64_t extent = 0;
    for (; at < lexer->end && *at >= '0' && *at <= '9'; at++)
      if (!tl_product_fits(extent, 10, &extent) ||
          !tl_sum_fits(extent, *at - '0', &extent))
        return FAIL_AT(place, TL_OVERFLOW, "integer does not fit 64 bits");
    if (at == lexer->end || *at != 'x')
      return FAIL_AT(at, TL_INVALID, "expected 'x' after an extent");
    at++;
    TL_TRY(tl_lexer_locate(lexer, place,
                           tl_list_append(out, extent, lexer->error)));
  }
  if (at < lexer->end && *at == '?')
    return FAIL_AT(
        at, TL_INVALID,
        "the extents have to be numbers, which say what wraps around");
  if (out->count == 0)
    return tl_lexer_unexpected(lexer, "the extents of a tensor");
  for (; at < lexer->end && (depth > 0 || (*at != ',' && *at != '>')); at++)
    depth += (*at == '<') - (*at == '>');
  lexer->next = at;
  return tl_lexer_advance(lexer);
}

/* Of a buffer: its space, and whether it can be written. */
static tl_code parse_rest(tl_lexer *lexer) {
  token name;
  bool more;
  TL_TRY(tl_lexer_take(lexer, ',', &more));
  while (more) {
    bool is_space;
    TL_TRY(tl_lexer_take(lexer, '#', &is_space));
    if (!is_space && !tl_lexer_at_name(lexer, "mutable"))
      return tl_lexer_unexpected(lexer, "a memory space or 'mutable'");
    TL_TRY(parse_dotted(lexer, "the name of a memory space", &name));
    TL_TRY(tl_lexer_take(lexer, ',', &more));
  }
  return tl_lexer_expect(lexer, '>');
}

tl_code tl_parse_foreign(tl_lexer *lexer, tl_value *out) {
  const char *place = lexer->token.start;
  tl_foreign_value value = {0};
  tl_list shape = {0};
  token name;
  if (!tl_lexer_at(lexer, '#')) {
    bool is_custom;
    TL_TRY(tl_lexer_take(lexer, '!', &is_custom));
    TL_TRY(parse_dotted(lexer, "the name of a type", &name));
    TL_TRY(tl_lexer_expect(lexer, '<'));
    TL_TRY(parse_shape(lexer, &shape));
    TL_TRY(tl_lexer_expect(lexer, ','));
    TL_TRY(parse_attribute(lexer, &value));
    TL_TRY(parse_rest(lexer));
  } else {
    TL_TRY(parse_attribute(lexer, &value));
  }
  *out = (tl_value){.kind = TL_KIND_LAYOUT};
  TL_TRY(tl_lexer_locate(lexer, place,
                         tl_foreign_to_tile(&value, &shape, lexer->lanes,
                                            &out->as.layout, lexer->error)));
  return tl_lexer_locate(
      lexer, place,
      tl_value_untwist(out, TL_SCOPE_COUNT, lexer->lanes, lexer->error));
}
