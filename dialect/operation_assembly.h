/* operation_assembly.h - Parts of assembly that operations share; a function
 * reads or writes the part of the text that it names. */
#ifndef TL_OPERATION_ASSEMBLY_H
#define TL_OPERATION_ASSEMBLY_H

#include "dialect/bridge/bridge.h"
#include "tl/dialect.h"

/* Operands that are consecutive, in the text and in the operation. */
typedef struct tl_operands {
  intptr_t first, count;
} tl_operands;

/* The same with their types. */
typedef struct tl_typed_operands {
  tl_operands numbers;
  MlirType types[2 + 4 * TL_MAX_RANK];
} tl_typed_operands;

/* The operand after them, which then is one of them. */
void tl_syntax_operand(tl_syntax *syntax, tl_operands *operands);

/* While reading, gives them to the operation as indices. */
void tl_syntax_resolve(tl_syntax *syntax, const tl_operands *operands);

/* The text, or an integer; where it is not there, an error says what is expected. */
void tl_syntax_text(tl_syntax *syntax, const char *text, const char *expected);
void tl_syntax_integer(tl_syntax *syntax, int64_t *value, const char *expected);

/* The error "WHAT WHY". */
void tl_syntax_refuse(tl_syntax *syntax, const char *what, const char *why);

/* (open numbers and integers, one a dimension, close)?  Numbers are the entries of
 * an i64 array, INT64_MIN for the next operand, and INT64_MAX for `_`, where there may
 * be none; whether it is there. */
typedef struct tl_entries {
  const char *open, *name, *what, *close;
  bool may_be_negative, may_be_none;
  const char *numbers; /* what is expected where only they will do; or NULL */
} tl_entries;
bool tl_syntax_entries(tl_syntax *syntax, const tl_entries *entries,
                       tl_typed_operands *operands);

/* 'scope' NAME */
void tl_syntax_scope(tl_syntax *syntax);

/* (text ATTRIBUTE)? */
void tl_syntax_named(tl_syntax *syntax, const char *text, const char *name);
/* The same of an i64; with a null text it is always there. */
bool tl_syntax_number(tl_syntax *syntax, const char *text, const char *name);

/* `text` where the unit attribute is there; whether it is. */
bool tl_syntax_flag(tl_syntax *syntax, const char *text, const char *name);

/* The attribute of that name of what is written; null while reading. */
MlirAttribute tl_syntax_attribute(const tl_syntax *syntax, const char *name);

/* The attributes of the row that the rest of the assembly does not have. */
void tl_syntax_dictionary(const tl_operation_row *row, tl_syntax *syntax);

/* attr-dict ':' type 'to' type, how every assembly ends: types of the operands
 * of these numbers, or for -1 of the result; and what else is expected there. */
void tl_syntax_types(const tl_operation_row *row, tl_syntax *syntax,
                     const char *expected, const intptr_t values[2],
                     MlirType types[2]);

/* 'scope' NAME ('using' VALUE)? attr-dict ':' types, of one vector and of the memory
 * in which threads exchange elements; `uses` is the attribute that says so. */
void tl_syntax_exchange(const tl_operation_row *row, tl_syntax *syntax,
                        const char *uses, tl_operands *operands);

/*===--- #tl.access: what a thread moves, as packed words, or in a text ---===*/

/* The words of a view as an attribute, and back, with the number of symbols. */
MlirAttribute tl_access_get(MlirContext context, const tl_thread_view *view);
void tl_access_read(MlirAttribute access, tl_thread_view *view);

/* ('swizzle' LIST ('bits' INTEGER)?)? */
void tl_syntax_swizzle(tl_syntax *syntax, tl_swizzle *swizzle, int64_t *bits);

/* A text has them limit by limit, an operation all rooms in front of all extents. */
typedef struct tl_limit_operands {
  tl_operands rooms, extent;
} tl_limit_operands;

/* BODY, see access_assembly.c; reading sets the attributes. */
void tl_syntax_body(tl_syntax *syntax, tl_thread_view *view,
                    tl_operands *symbols,
                    tl_limit_operands limits[TL_MAX_RANK]);

#endif /* TL_OPERATION_ASSEMBLY_H */
