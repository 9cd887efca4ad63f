/* copy_assembly.c - The assembly of tl.copy, tl.load and tl.store.
 *
 *   tl.copy SIDE to SIDE ('as' LAYOUT)? TAIL : memref to memref
 *   tl.load SIDE as (LAYOUT | 'auto') TAIL : memref to vector
 *   tl.store VALUE as (LAYOUT | 'auto') to SIDE TAIL : vector to memref
 *
 *   SIDE := VALUE ('[' origin ']')? ('layout' (LAYOUT | 'auto'))?
 *   TAIL := 'scope' NAME ('tile' '(' numbers ')')? ('threads' INTEGER)?
 *           'async'? ('bounds' '(' extents ')' ('from' '(' extents ')')?)?,
 *           those after the scope in any order
 *
 * Source and target have the attributes <side>_layout and <side>_origin; an
 * entry INT64_MIN of an origin stands for the next integer operand after the
 * side's value, one of the attribute bounds for the next one after both sides,
 * one of lower_bounds for the next one after those.
 * What is behind 'as' is the attribute partition of a copy between memories, or
 * the layout of the registers of tl.load and tl.store.
 */
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "operation_assembly.h"
#include "operation_rows.h"

enum { SOURCE = 0, TARGET = 1, SIDES };

/* Operands stand in the text in their order; which of them are the sides, -1
 * for a result. */
typedef struct copy_text {
  tl_typed_operands operands;
  intptr_t values[SIDES];
} copy_text;

static const char *name_of(int place) { return TL_COPY_ATTRIBUTES[place].name; }

static void value(tl_syntax *syntax, int side, copy_text *text) {
  text->values[side] = text->operands.numbers.count;
  tl_syntax_operand(syntax, &text->operands.numbers);
}

static bool extents(tl_syntax *syntax, const char *open, int place,
                    const char *what, const char *close, copy_text *text) {
  const tl_entries entries = {.open = open,
                              .name = name_of(place),
                              .what = what,
                              .close = close,
                              .may_be_negative = place < TL_BOUNDS,
                              .may_be_none = place == TL_BOUNDS};
  return tl_syntax_entries(syntax, &entries, &text->operands);
}

/* ('layout' (LAYOUT | 'auto'))? */
static void memory_layout(tl_syntax *syntax, int which) {
  const char *layout = name_of(TL_SOURCE_LAYOUT + which);
  const char *automatic = name_of(TL_SOURCE_AUTO + which);
  bool is_there = !mlirAttributeIsNull(tl_syntax_attribute(syntax, layout)) ||
                  !mlirAttributeIsNull(tl_syntax_attribute(syntax, automatic));
  if (tl_bridge_optional_text(syntax, " layout ", is_there) &&
      !tl_syntax_flag(syntax, "auto", automatic))
    tl_bridge_attribute(syntax, layout);
}

static void side(tl_syntax *syntax, int which, copy_text *text) {
  value(syntax, which, text);
  extents(syntax, "[", TL_SOURCE_ORIGIN + which, "an origin", "]", text);
  memory_layout(syntax, which);
}

/* (open numbers ')')? */
static bool numbers(tl_syntax *syntax, const char *open, int place,
                    const char *what) {
  const char *name = name_of(place);
  int64_t entries[TL_MAX_RANK] = {0}, count, i = 0;
  tl_words_read(tl_syntax_attribute(syntax, name), TL_MAX_RANK, entries,
                &count);
  if (!tl_bridge_optional_text(syntax, open, count))
    return false;
  do {
    if (i == TL_MAX_RANK) {
      tl_syntax_refuse(syntax, what, "has at most 8 dimensions");
      return true;
    }
    tl_syntax_integer(syntax, &entries[i],
                      "expected an integer, an extent of the tile");
  } while (tl_bridge_optional_text(syntax, ", ", ++i < count));
  tl_bridge_text(syntax, ")");
  tl_bridge_set_attribute(
      syntax, name,
      mlirDenseI64ArrayGet(tl_bridge_context(syntax), (intptr_t)i, entries));
  return true;
}

/* ('bounds' '(' extents ')' ('from' '(' extents ')')?)? */
static bool bounds(tl_syntax *syntax, copy_text *text) {
  if (!extents(syntax, " bounds(", TL_BOUNDS, "a bound", ")", text))
    return false;
  extents(syntax, " from(", TL_LOWER_BOUNDS, "a lower bound", ")", text);
  return true;
}

/* The clauses that may follow the scope, each once, in any order. */
static void clauses(tl_syntax *syntax, copy_text *text) {
  bool has_tile = false, has_threads = false, has_async = false,
       has_bounds = false;
  while ((!has_tile &&
          (has_tile = numbers(syntax, " tile(", TL_TILE, "a tile"))) ||
         (!has_threads && (has_threads = tl_syntax_number(
                               syntax, " threads ", name_of(TL_THREADS)))) ||
         (!has_async &&
          (has_async = tl_syntax_flag(syntax, " async", name_of(TL_ASYNC)))) ||
         (!has_bounds && (has_bounds = bounds(syntax, text))))
    continue;
  if (tl_bridge_optional_text(syntax, " from(", false))
    tl_syntax_refuse(syntax, "'from'", "stands right behind 'bounds'");
}

/* 'as' (LAYOUT | 'auto') */
static void layout(tl_syntax *syntax, int which) {
  tl_syntax_text(syntax, " as ",
                 "expected 'as' and the layout of the registers, a layout "
                 "attribute as #tl.register<local(8)>, or auto");
  if (!tl_syntax_flag(syntax, "auto", name_of(TL_SOURCE_AUTO + which)))
    tl_bridge_attribute(syntax, name_of(TL_SOURCE_LAYOUT + which));
}

void tl_copy_assembly(const tl_operation_row *row, tl_syntax *syntax) {
  tl_operation_kind kind = row->facts->kind;
  copy_text text = {.values = {-1, -1}};
  MlirType types[SIDES] = {{NULL}};
  tl_bridge_text(syntax, " ");
  if (kind == TL_OPERATION_STORE) {
    value(syntax, SOURCE, &text);
    layout(syntax, SOURCE);
  } else {
    side(syntax, SOURCE, &text);
  }
  if (kind == TL_OPERATION_LOAD) {
    layout(syntax, TARGET);
  } else {
    tl_syntax_text(syntax, " to ", "expected 'to' and the target");
    side(syntax, TARGET, &text);
  }
  if (kind == TL_OPERATION_COPY)
    tl_syntax_named(syntax, " as ", name_of(TL_PARTITION));
  tl_syntax_scope(syntax);
  clauses(syntax, &text);
  tl_syntax_types(row, syntax,
                  "expected ':' and both types, or in front of them tile(...), "
                  "threads, async or bounds(...), each once, or attributes",
                  text.values, types);
  for (intptr_t i = 0; i < text.operands.numbers.count; i++)
    tl_bridge_add_operand(syntax, i,
                          i == text.values[SOURCE]   ? types[SOURCE]
                          : i == text.values[TARGET] ? types[TARGET]
                                                     : text.operands.types[i]);
}
