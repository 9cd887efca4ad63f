/* tl/foreign.h - Layouts as attributes of other compilers say them.
 *
 * Such an attribute is a row: its fields, the tile layout that it means for a
 * tensor of some shape, and the search for fields that mean a given layout.
 * What it leaves out is the shape of the tensor:
 *
 *   tensor<16x8xf16, #ttg.blocked<{sizePerThread = [1, 2], ...}>>
 *
 * An attribute may have a parent, another attribute that one of its fields is.
 * Law L55: what is written means the layout that it was searched for.  Law L56:
 * what is read means what the documents of the attribute define.
 *
 * Values are plain and own nothing.  Rows are constant; everything is safe to
 * use from many threads. */
#ifndef TL_FOREIGN_H
#define TL_FOREIGN_H

#include "tl/notation.h"

TL_C_BEGIN

/* What a field has for a value.  Lists of extents and the others that say so
 * have one item a dimension. */
typedef enum tl_foreign_form {
  TL_FOREIGN_INTEGER = 0,
  TL_FOREIGN_BOOLEAN,
  TL_FOREIGN_LIST,
  TL_FOREIGN_EXTENTS, /* one a dimension, at least 1 */
  TL_FOREIGN_STRIDES, /* one a dimension, at least 0 */
  TL_FOREIGN_ORDER,   /* of the dimensions, each once, fastest first */
  TL_FOREIGN_BASES,   /* lists with one item a dimension */
  TL_FOREIGN_PADS,    /* [16:+4, ...] before the other fields, without name */
  TL_FOREIGN_PARENT,
} tl_foreign_form;

typedef struct tl_foreign_field {
  const char *name; /* null after the last one */
  tl_foreign_form form;
  bool is_optional;
} tl_foreign_field;

/* Most fields of an attribute, and most attributes that are parents in turn. */
enum { TL_FOREIGN_FIELDS = 10, TL_FOREIGN_DEPTH = 6 };

struct tl_foreign;

/* An attribute without its parent.  Of a field that is left out the kind is
 * TL_KIND_NONE; pads are a list of lists of two. */
typedef struct tl_foreign_node {
  const struct tl_foreign *row;
  tl_value fields[TL_FOREIGN_FIELDS];
  int places[TL_FOREIGN_FIELDS]; /* in the text that it was read from, or
                                    TL_NO_POSITION */
} tl_foreign_node;

/* nodes[i + 1] is the parent of nodes[i]. */
typedef struct tl_foreign_value {
  int64_t count;
  tl_foreign_node nodes[TL_FOREIGN_DEPTH];
} tl_foreign_value;

struct foreign_search;

typedef struct tl_foreign {
  const char *name;     /* of #NAME<..>, and convert --to=NAME */
  tl_role role;         /* of tl/notation.h, held or stored */
  bool has_braces;      /* #NAME<{..}> */
  bool is_two_to_power; /* extents and lists are powers of two */
  bool says_twists;     /* places may move along several bits of a coordinate */
  const char *levels;   /* to what it hands a dimension out, S slots, L lanes,
                           W warps: "SLWS"; null of one that is stored */
  tl_foreign_field fields[TL_FOREIGN_FIELDS + 1];

  /* The shape of the tensor as far as the fields say it; TL_INVALID where they
   * do not. */
  tl_code (*shape)(const tl_foreign_node *node, tl_list *out, tl_error *error);
  /* What it means, threads on tx; waves have `lanes` threads. */
  tl_code (*mean)(const tl_foreign_node *node, const tl_list *shape,
                  int64_t lanes, tl_layout *out, tl_error *error);
  /* Tries attributes that may mean what is searched for; see
   * lib/spelling/foreign/search.h. */
  tl_code (*search)(struct foreign_search *search, tl_error *error);
} tl_foreign;

/* The rows: symbol and name. */
#define TL_FOREIGN_ROWS(NEXT, LAST)                                            \
  NEXT(TL_TTG_LINEAR, "ttg.linear")                                            \
  NEXT(TL_TTG_BLOCKED, "ttg.blocked")                                          \
  NEXT(TL_TTG_SLICE, "ttg.slice")                                              \
  NEXT(TL_TTG_NVIDIA_MMA, "ttg.nvidia_mma")                                    \
  NEXT(TL_TTG_DOT_OP, "ttg.dot_op")                                            \
  NEXT(TL_TTG_SWIZZLED_SHARED, "ttg.swizzled_shared")                          \
  NEXT(TL_TTG_NVMMA_SHARED, "ttg.nvmma_shared")                                \
  NEXT(TL_TTG_PADDED_SHARED, "ttg.padded_shared")                              \
  NEXT(TL_XEGPU_LAYOUT, "xegpu.layout")                                        \
  LAST(TL_IREE_NESTED_LAYOUT, "iree_vector_ext.nested_layout")

extern const tl_foreign *const TL_FOREIGN[];
extern const int TL_FOREIGN_COUNT;

/* The row of a name, or null. */
const tl_foreign *tl_foreign_named(const char *name, size_t length);

/* What an attribute means for a tensor of that shape, twisted where no tile layout
 * has the map; of no dimension where it
 * is not said.  Threads are on the axis of the smallest scope that has enough.
 * TL_INVALID for fields that disagree or that the row does not allow. */
TL_MUST_CHECK tl_code tl_foreign_to_tile(const tl_foreign_value *value,
                                         const tl_list *shape, int64_t lanes,
                                         tl_layout *out, tl_error *error);

/* An attribute of that row that means the layout, which is of the scope;
 * `bits` are those of an element, where the attribute says them.  TL_INVALID
 * where there is none, with what it cannot say.
 *
 *   local(1, 2).spatial(8, 4)... -> #ttg.blocked<{sizePerThread = ..}>  */
TL_MUST_CHECK tl_code tl_foreign_from_tile(const tl_foreign *row,
                                           const tl_layout *layout,
                                           tl_scope scope, int64_t lanes,
                                           int64_t bits, tl_foreign_value *out,
                                           tl_error *error);

/* #ttg.blocked<{sizePerThread = [1, 2], ...}> */
void tl_foreign_write(const tl_foreign_value *value, const tl_writer *text);

TL_C_END
#endif /* TL_FOREIGN_H */
