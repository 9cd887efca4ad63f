/* ptx_program.h - A kernel of a PTX file, decoded once: a flat list of
 * instructions with numbered registers.
 *
 * The text is read into a module: kernels, functions, variables.  A kernel is
 * decoded from there, with the functions that it calls in their places.  The
 * module borrows the text, and a program borrows the module.
 *
 * Source: NVIDIA, "Parallel Thread Execution ISA", sections named below. */
#ifndef TL_SIM_PTX_PROGRAM_H
#define TL_SIM_PTX_PROGRAM_H

#include "passes/simulator/numbers/float_format.h"
#include "tl/limits.h"
#include "tl/status.h"
#include <stddef.h>

/*===--- Errors -----------------------------------------------------------===*/

/* Where reading or running a program stops, at the first place where it has
 * to. */
typedef struct tl_ptx_error {
  int line; /* of the file, from 1 */
  char message[400];
} tl_ptx_error;

/* False. */
bool tl_ptx_fail(tl_ptx_error *error, int line, const char *format, ...)
    TL_PRINTF(3, 4);

/*===--- Words ------------------------------------------------------------===*/

/* A piece of the text: a name, a number, or one other character. */
typedef struct tl_ptx_word {
  const char *text;
  int length, line;
} tl_ptx_word;

bool tl_ptx_word_is(const tl_ptx_word *word, const char *text);

/*===--- Types ------------------------------------------------------------===*/

typedef enum tl_ptx_kind {
  TL_PTX_BITS = 0,
  TL_PTX_UNSIGNED,
  TL_PTX_SIGNED,
  TL_PTX_FLOAT,
  TL_PTX_PREDICATE,
} tl_ptx_kind;

/* "Fundamental Types"; one with several parts computes in each of them. */
typedef struct tl_ptx_type {
  const char *name;
  tl_ptx_kind kind;
  int bits; /* of all parts */
  int parts;
  const tl_float_format *format; /* of a part that is a float */
} tl_ptx_type;

/* Whether it is an element of a matrix alone, and none of memory or registers. */
static inline bool tl_ptx_is_small(const tl_ptx_type *type) {
  return type->bits < 8 && type->kind != TL_PTX_PREDICATE;
}

/* NULL where there is none of this name. */
const tl_ptx_type *tl_ptx_type_find(const char *name, size_t length);

/*===--- Memory -----------------------------------------------------------===*/

/* "State Spaces".  Generic addresses of shared and of own memory are windows,
 * as large as 32 bits count; what is in none of them is global. */
typedef enum tl_ptx_space {
  TL_PTX_GENERIC = 0,
  TL_PTX_GLOBAL,
  TL_PTX_SHARED,
  TL_PTX_OWN, /* .local and .param: of a thread */
  TL_PTX_SPACE_COUNT,
} tl_ptx_space;

/* What is declared, at an address that is a multiple of its alignment and of no
 * higher power of two. */
typedef struct tl_ptx_variable {
  tl_ptx_word name;
  tl_ptx_space space;
  int64_t address, size; /* in its space, in bytes */
  int64_t alignment;
  const tl_ptx_word *values; /* of its initializer, or NULL */
  int value_count;
  const tl_ptx_type *type;
  bool is_dynamic; /* shared, of as many bytes as the launch says; size is 0,
                      or 1 of what LLVM makes a byte of */
} tl_ptx_variable;

/* Where the variable begins in its space; those of global memory are apart from
 * what kernels get. */
static inline uint64_t
tl_ptx_variable_address(const tl_ptx_variable *variable) {
  uint64_t globals = UINT64_C(1) << 48;
  return (uint64_t)variable->address +
         (variable->space == TL_PTX_GLOBAL ? globals : 0);
}

/*===--- Modules ----------------------------------------------------------===*/

/* .entry or .func; words are numbers of the module's. */
typedef struct tl_ptx_function {
  tl_ptx_word name;
  bool is_kernel;
  int first_parameter, parameter_count; /* of the module's variables */
  int result;                           /* likewise, or -1 */
  int body, body_end;                   /* words; equal: it has none */
  int64_t threads;                      /* .maxntid or .reqntid; 0: any */
  int64_t extents[3];                   /* .reqntid; 0: any */
} tl_ptx_function;

typedef struct tl_ptx_module {
  tl_ptx_word *words; /* owned; an empty one is behind them */
  int word_count;
  tl_ptx_function *functions; /* owned */
  int function_count, function_capacity;
  tl_ptx_variable *variables; /* owned: of the module, and parameters */
  int variable_count, variable_capacity;
} tl_ptx_module;

/* False after an error; tl_ptx_module_free either way. */
bool tl_ptx_module_read(const char *text, size_t length, tl_ptx_module *out,
                        tl_ptx_error *error);
void tl_ptx_module_free(tl_ptx_module *module);

/* The kernel of that name, or NULL. */
const tl_ptx_function *tl_ptx_kernel_find(const tl_ptx_module *module,
                                          const char *name, size_t length);

/* Room for another item; NULL when memory is out, and the items stay. */
void *tl_ptx_grow(void *items, size_t item_bytes, int count, int *capacity);

/* "[.align N] .TYPE NAME[[SIZE]] [= {...}]", from word `at` on, which becomes
 * the next one.  The space and linkage have been read. */
bool tl_ptx_variable_read(const tl_ptx_module *module, int *at,
                          tl_ptx_variable *out, tl_ptx_error *error);

/* A name: word `at`, which becomes the next one. */
bool tl_ptx_name_read(const tl_ptx_module *module, int *at, tl_ptx_word *out,
                      tl_ptx_error *error);

/* The integer that a word is, after an optional minus, decimal, octal, hexadecimal
 * or binary; or the bits of a float, 0f with 8 hexadecimal digits, or 0d with 16. */
bool tl_ptx_number(const tl_ptx_word *word, uint64_t *out);

/* The same where a number of the type stands (NULL: of none): where that is f32 or
 * f64, a float of either may be written, also as a decimal one, and becomes one of
 * it. */
bool tl_ptx_number_of(const tl_ptx_word *word, const tl_ptx_type *type,
                      uint64_t *out);

/*===--- Instructions -----------------------------------------------------===*/

typedef enum tl_ptx_operand_kind {
  TL_PTX_REGISTER = 0,
  TL_PTX_IMMEDIATE,
  TL_PTX_SPECIAL, /* a register that says which thread this is */
  TL_PTX_ADDRESS, /* [register + number], or [number] of register -1 */
  TL_PTX_SINK,    /* _ */
} tl_ptx_operand_kind;

typedef struct tl_ptx_operand {
  tl_ptx_operand_kind kind;
  tl_ptx_space space; /* of the variable that an address names, or generic */
  int number;         /* of the register, or which special one */
  int bits;           /* of the register */
  bool is_negated;    /* a predicate, !p */
  uint64_t value;
} tl_ptx_operand;

/* Operands stand in groups: {a, b} is one of two, a|p too, and a is one of
 * one. */
enum { TL_PTX_MAX_GROUPS = 8, TL_PTX_MAX_OPERANDS = 40 };
enum { TL_PTX_MAX_SLOTS = 12, TL_PTX_MAX_TYPES = 4 };

typedef struct tl_ptx_row tl_ptx_row;

typedef struct tl_ptx_instruction {
  const tl_ptx_row *row;
  tl_ptx_word name; /* with its modifiers */
  /* Which word stands in a slot of the row's pattern; or -1. */
  int8_t choices[TL_PTX_MAX_SLOTS];
  const tl_ptx_type *types[TL_PTX_MAX_TYPES];
  int type_count;
  int guard; /* the predicate under which it is executed, or -1 */
  bool guard_is_negated;
  int target; /* of a branch or a return; the end of the program is no
                 instruction */
  int group_count, operand_count;
  int first[TL_PTX_MAX_GROUPS + 1]; /* operand of each group */
  int operand_at; /* of the program's, where those of this begin */
  tl_ptx_operand *operands;
} tl_ptx_instruction;

/* "Special Registers". */
typedef enum tl_ptx_special {
  TL_PTX_TID = 0, /* .x, .y, .z, and so the next three */
  TL_PTX_NTID = 3,
  TL_PTX_CTAID = 6,
  TL_PTX_NCTAID = 9,
  TL_PTX_LANEID = 12,
  TL_PTX_WARPID,
  TL_PTX_NWARPID,
  TL_PTX_LANEMASK_EQ,
  TL_PTX_LANEMASK_LE,
  TL_PTX_LANEMASK_LT,
  TL_PTX_LANEMASK_GE,
  TL_PTX_LANEMASK_GT,
  TL_PTX_DYNAMIC_SIZE,
  TL_PTX_SPECIAL_COUNT,
} tl_ptx_special;

typedef struct tl_ptx_program {
  const tl_ptx_module *module;
  const tl_ptx_function *kernel;
  tl_ptx_instruction *items; /* owned */
  int count, capacity;
  int register_count;
  tl_ptx_variable *variables; /* owned: all that it may touch */
  int variable_count, variable_capacity;
  int parameter_count;               /* of them, the first ones */
  int64_t sizes[TL_PTX_SPACE_COUNT]; /* up to the end of the last one */
  int64_t dynamic_bytes;             /* of the launch */
  tl_ptx_word shared[2][2]; /* names of variables of the module and of its own:
                               the last one, and a byte of dynamic memory */
  tl_ptx_operand *operands;          /* owned */
  int operand_count, operand_capacity;
} tl_ptx_program;

/* False after an error; tl_ptx_program_free either way. */
bool tl_ptx_program_decode(const tl_ptx_module *module,
                           const tl_ptx_function *kernel, int64_t dynamic_bytes,
                           tl_ptx_program *out, tl_ptx_error *error);
void tl_ptx_program_free(tl_ptx_program *program);

/* Gives a variable a place in its space; its number in the program, or -1 after an
 * error.  One that all calls of a function share is placed once, and those whose
 * size the launch says at one place. */
int tl_ptx_variable_place(tl_ptx_program *program,
                          const tl_ptx_variable *variable, tl_ptx_error *error);
int tl_ptx_variable_share(tl_ptx_program *program,
                          const tl_ptx_variable *variable, tl_ptx_error *error);

/* Appends an instruction with its operands; false when memory is out. */
bool tl_ptx_program_keep(tl_ptx_program *program, const tl_ptx_instruction *at);

#endif /* TL_SIM_PTX_PROGRAM_H */
