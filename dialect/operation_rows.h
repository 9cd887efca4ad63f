/* operation_rows.h - The operations of the dialect, one row each.
 *
 * A row says everything of an operation that does not depend on its operands:
 * name, operands and results, attributes with their kinds, rules, an example.
 * Registration, verification of attributes, the dictionary that the assembly
 * leaves over, and the reference pages are read off it.  Rows are constants and
 * need no context; lists end with a row whose first field is NULL. */
#ifndef TL_OPERATION_ROWS_H
#define TL_OPERATION_ROWS_H

#include "dialect/bridge/bridge.h"
#include "tl/dialect.h"

typedef enum tl_attribute_kind {
  TL_IS_LAYOUT = 0, /* a layout attribute */
  TL_IS_ACCESS,     /* #tl.access */
  TL_IS_STRING,
  TL_IS_UNIT,
  TL_IS_WORDS,   /* i64 array, whose length and numbers a rule checks ... */
  TL_IS_NUMBER,  /* ... as it does of an i64, */
  TL_IS_ELEMENT, /* ... and that this is a number of the element type */
} tl_attribute_kind;

typedef enum tl_type_kind {
  TL_TYPE_MEMREF = 0,
  TL_TYPE_VECTOR,
  TL_TYPE_INDEX,
  TL_TYPE_INTEGER, /* also an index; others are sign-extended */
} tl_type_kind;

/* Operations that share a list of attributes are of one form or several; an
 * attribute is of those that have it. */
enum {
  TL_FORM_LOAD = 1,      /* tl.load */
  TL_FORM_STORE = 2,     /* tl.store */
  TL_FORM_REGISTERS = 4, /* tl.copy */
  TL_FORM_MEMORIES = 8,  /* tl.copy */
  TL_FORM_ASYNC = 1,     /* tl.thread_async */
  TL_FORM_LOADED = 2,    /* tl.thread_load */
  TL_FORM_BUFFER = 4,    /* tl.thread_copy */
  TL_FORM_STORED = 8,    /* tl.thread_store */
  TL_FORM_ANY = 15,
};

typedef struct tl_operation_attribute {
  const char *name;
  tl_attribute_kind kind;
  int forms;
  bool is_required;
  bool is_in_assembly; /* it stands there, and not in the dictionary */
  const char *meaning;
} tl_operation_attribute;

#define TL_SCOPE_NAMES "thread, warp, warpgroup, cta"

/* The attributes that an operation's row lists, each at its place; null where
 * it is left out. */
enum { TL_MAX_ATTRIBUTES = 32 };
typedef struct tl_attributes {
  MlirAttribute items[TL_MAX_ATTRIBUTES];
  MlirStringRef unknown; /* a name without a dialect's prefix of no row */
} tl_attributes;

/* Operands or results, in this order. */
typedef struct tl_operation_value {
  const char *name;
  tl_type_kind type;
  /* How many, by the attribute of that place; null: one. */
  intptr_t (*count)(const tl_attributes *own, int place);
  int place;
  const char *meaning;
} tl_operation_value;

typedef struct tl_operation_rule {
  const char *label;
  unsigned operations; /* that follow it: bits, 1 << tl_operation_kind */
  const char *text;    /* in Markdown */
} tl_operation_rule;

typedef struct tl_operation_facts {
  tl_operation_kind kind;
  bool (*check)(MlirOperation operation); /* what is wrong in it is emitted */
  const char *summary;
  const char *example; /* its syntax, types included */
  int forms;
  const tl_operation_value *operands, *results;
  const tl_operation_attribute *attributes;
} tl_operation_facts;

extern const tl_operation_row TL_OPERATIONS[TL_OPERATION_COUNT];
extern const tl_operation_rule TL_OPERATION_RULES[];

/* "i64 array", "vector" */
const char *tl_attribute_kind_name(tl_attribute_kind kind);
const char *tl_type_kind_name(tl_type_kind kind);

/*===--- Attributes of an operation --------------------------------------===*/

/* Places of attributes in the rows of tl.copy, tl.load and tl.store, ... */
enum {
  TL_SOURCE_LAYOUT = 0,
  TL_TARGET_LAYOUT,
  TL_PARTITION,
  TL_TILE,
  TL_SOURCE_ORIGIN,
  TL_TARGET_ORIGIN,
  TL_SCOPE_NAME,
  TL_BOUNDS,
  TL_LOWER_BOUNDS,
  TL_THREADS,
  TL_ASYNC,
  TL_PAD,
  TL_CACHE,
  TL_SHARE_REPLICAS,
  TL_DISJOINT,
  TL_PARTIAL,
  TL_BOUND_DIVISIBILITY,
  TL_SOURCE_AUTO,
  TL_TARGET_AUTO,
  TL_ALIGNMENT, /* and the divisors of the origin and of the strides */
  TL_SOURCE_ALIGNMENT = TL_ALIGNMENT + 3,
  TL_TARGET_ALIGNMENT = TL_SOURCE_ALIGNMENT + 3,
};

/* ... of the operations of one thread, ... */
enum {
  TL_ACCESS = 0,
  TL_REASON,
  TL_SLOTS,
  TL_THREAD_PAD,
  TL_TO_MEMORY,
  TL_THREAD_CACHE,
  TL_THREAD_DISJOINT,
};

/* ... of tl.convert_layout, whose layouts are where copies have them, ... */
enum {
  TL_CONVERSION_SCOPE = TL_TARGET_LAYOUT + 1,
  TL_USES_SCRATCH,
  TL_CONVERSION_SOURCE_AUTO,
  TL_CONVERSION_TARGET_AUTO,
};
/* ... of tl.reduce, likewise, ... */
enum {
  TL_REDUCED = TL_TARGET_LAYOUT + 1,
  TL_REDUCTION_KIND,
  TL_REDUCTION_SCOPE,
  TL_REDUCTION_USES_SCRATCH,
  TL_REDUCTION_PARTIAL,
};

/* ... of tl.coordinates, ... */
enum {
  TL_COORDINATES_LAYOUT = 0,
  TL_COORDINATES_ORIGIN,
  TL_COORDINATES_SCOPE,
  TL_COORDINATES_PARTIAL,
};

/* ... of tl.async_wait, and of tl.assume. */
enum { TL_PENDING = 0 };
enum { TL_MULTIPLE = 0, TL_LEAST, TL_MOST };

extern const tl_operation_attribute TL_COPY_ATTRIBUTES[];
extern const tl_operation_attribute TL_THREAD_ATTRIBUTES[];
extern const tl_operation_attribute TL_CONVERSION_ATTRIBUTES[];
extern const tl_operation_attribute TL_COORDINATES_ATTRIBUTES[];
extern const tl_operation_attribute TL_REDUCTION_ATTRIBUTES[];
extern const tl_operation_attribute TL_WAIT_ATTRIBUTES[];
extern const tl_operation_attribute TL_ASSUME_ATTRIBUTES[];

void tl_attributes_read(MlirOperation operation, tl_attributes *out);

/* What an operation's row says of it in one of those forms: attributes without
 * a dialect's prefix and their kinds, operands and results and their types, and
 * that there are neither regions nor successors.  The first error is emitted.
 */
bool tl_operation_check(MlirOperation operation, int forms,
                        const tl_attributes *own);

/* How many operands or results of a row an operation has. */
intptr_t tl_value_count(const tl_operation_value *row,
                        const tl_attributes *own);

/* Numbers of an attribute, which may be null: then there are none.  The first
 * is false for another kind and for more than `capacity`, the second unless it
 * is an i64. */
bool tl_words_read(MlirAttribute attribute, int64_t capacity, int64_t *words,
                   int64_t *count);
bool tl_number_read(MlirAttribute attribute, int64_t *number);

/*===--- What the rows name ----------------------------------------------===*/

/* The attribute #tl.NAME of a notation, and #tl.access. */
tl_attribute_row tl_layout_attribute_row(const tl_notation *notation);
/* What the attribute is called where it stands once for all its uses: "frag"
 * of threads, "smem" of memory; NULL of others. */
const char *tl_layout_alias(MlirAttribute attribute);
extern const tl_attribute_row TL_ACCESS_ATTRIBUTE;
bool tl_is_access(MlirAttribute attribute);

/* See copy_assembly.c, thread_assembly.c and conversion.c. */
void tl_copy_assembly(const tl_operation_row *row, tl_syntax *syntax);
void tl_thread_assembly(const tl_operation_row *row, tl_syntax *syntax);
void tl_conversion_assembly(const tl_operation_row *row, tl_syntax *syntax);
void tl_async_assembly(const tl_operation_row *row, tl_syntax *syntax);
void tl_assume_assembly(const tl_operation_row *row, tl_syntax *syntax);
void tl_coordinates_assembly(const tl_operation_row *row, tl_syntax *syntax);
void tl_reduction_assembly(const tl_operation_row *row, tl_syntax *syntax);

/* See copy_verify.c and thread_verify.c: false after the first error, which is
 * emitted.  The form is what the row alone says. */
bool tl_verify_copy(MlirOperation operation);
bool tl_verify_thread(MlirOperation operation);
bool tl_verify_conversion(MlirOperation operation);
bool tl_verify_wait(MlirOperation operation);
bool tl_verify_assume(MlirOperation operation);
bool tl_verify_coordinates(MlirOperation operation);
bool tl_verify_reduction(MlirOperation operation);
bool tl_verify_form(MlirOperation operation);

/* See operation_verify.c, operation_effects.c, operation_folds.c and
 * conversion.c. */
bool tl_operation_verify(MlirOperation operation);
intptr_t tl_operation_effects(MlirOperation operation,
                              tl_effect effects[TL_MAX_EFFECTS]);
bool tl_operation_can_speculate(MlirOperation operation);
bool tl_operation_fold(MlirOperation operation, MlirValue *same);
bool tl_conversion_fold(MlirOperation operation, MlirValue *same);

#endif /* TL_OPERATION_ROWS_H */
