/* strides_apart.c - see strides_apart.h. */
#include "strides_apart.h"
#include "flat_memory.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "passes/facts/distinct_buffers.h"
#include "passes/facts/memory_facts.h"
#include <string.h>

/* What it is extended from, where the program has 32 bits: they may be cut from an index
 * that is extended from them.  Null where they are cut from 64. */
static MlirValue word_of(MlirValue stride) {
  const MlirValue none = {NULL};
  MlirValue value = stride, source = stride;
  while (!mlirValueIsNull(source)) {
    MlirOperation cast = tl_defined_by(value = source, "arith.index_cast");
    source = mlirOperationIsNull(cast) ? tl_stride_source(value)
                                       : mlirOperationGetOperand(cast, 0);
  }
  return mlirTypeIsAInteger(mlirValueGetType(value)) ? value : none;
}

/* What rows of a function that are apart by one word have in common. */
typedef struct word_rows {
  const void *buffer; /* the first one */
  int64_t steps; /* bytes that a digit moves, less the stride; of the first */
  bool has_buffers, has_steps; /* others as well */
  int64_t rows, accesses;      /* of a thread */
} word_rows;

/* Of a word, all zero at first; NULL without memory. */
static word_rows *rows_of(const tl_builder *builder, MlirOperation operation,
                          MlirValue word) {
  tl_builder entry = *builder;
  tl_builder_before(&entry, operation);
  tl_builder_at_entry(&entry);
  void **place = tl_built(&entry, "rows apart", word, 0);
  if (!*place &&
      (*place = tl_key_table_take(builder->built, sizeof(word_rows))))
    memset(*place, 0, sizeof(word_rows));
  return *place;
}

static void add_rows(word_rows *all, const tl_thread_view *view) {
  const void *buffer = tl_viewed_buffer(view->memory).ptr;
  int64_t steps = 0, rows = view->start_count;
  for (int64_t i = 0; i < view->atoms.count; i++) {
    const tl_atom *atom = &view->atoms.items[i];
    if (!atom->symbol)
      continue;
    rows *= atom->extent;
    steps = atom->memory_stride * view->element_bytes;
  }
  tl_element_run run = tl_thread_run(view);
  bool is_first = !all->rows;
  all->has_buffers |= !is_first && buffer != all->buffer;
  all->has_steps |= !is_first && steps != all->steps;
  all->buffer = buffer;
  all->steps = steps;
  all->rows += rows;
  all->accesses += view->start_count * tl_atoms_count(&view->atoms) *
                   tl_run_access_count(&run);
}

/* Of accesses that a row has beyond these, measured, its address is in a register. */
enum { MOST_OF_A_ROW = 3 };

static bool has_common_rows(const word_rows *all) {
  return (all->has_buffers && !all->has_steps) ||
         all->accesses > MOST_OF_A_ROW * all->rows;
}

/* The first stride of rows that may be so, and what it is extended from; null: none. */
typedef struct apart {
  MlirValue stride, word;
} apart;

static apart apart_of(const tl_thread_view *view) {
  const apart none = {{NULL}, {NULL}};
  if (!view->symbol_count || view->swizzle.bits ||
      tl_memory_space_of(view->memory_type) != TL_MEMORY_GLOBAL)
    return none;
  MlirValue stride = tl_thread_symbol(view, 0);
  return tl_is_word(stride) ? (apart){stride, word_of(stride)} : none;
}

void tl_find_strides(const tl_builder *builder, MlirOperation operation) {
  tl_thread_view view;
  tl_thread_view_read(operation, &view);
  MlirValue word = apart_of(&view).word;
  word_rows *all =
      mlirValueIsNull(word) ? NULL : rows_of(builder, operation, word);
  if (all)
    add_rows(all, &view);
}

MlirValue tl_stride_apart(const tl_builder *builder, const tl_thread_view *view,
                          MlirOperation operation) {
  const MlirValue none = {NULL};
  apart found = apart_of(view);
  if (mlirValueIsNull(found.word))
    return found.stride;
  const word_rows *all = rows_of(builder, operation, found.word);
  return all && has_common_rows(all) ? none : found.stride;
}
