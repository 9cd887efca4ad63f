/* ir_builder.h - Operations of the upstream dialects, one call each.
 *
 * Built at the end of `block`, or right before `before` when it is not null.
 * Arithmetic is on numbers with a sign that are known not to wrap, so it carries
 * nsw.  A null operand is the number 0, and so is a null result.
 *
 * What has no effect is built once a block: a constant, a sum of the same
 * values.  So a run builds in program order, and what it builds stays. */
#ifndef TL_IR_BUILDER_H
#define TL_IR_BUILDER_H

#include "mlir-c/IR.h"
#include "passes/facts/key_table.h"
#include <stdint.h>

typedef struct tl_builder {
  MlirContext context;
  MlirLocation location;
  MlirBlock block;
  MlirOperation before;
  MlirType index, i1;
  tl_key_table *built; /* what the run has built, and names */
} tl_builder;

/* A builder without a place; set one with tl_builder_before.  It and its copies
 * refer to *built, empty at first. */
tl_builder tl_builder_create(MlirContext context, tl_key_table *built);

/* One before `operation` that has nothing of what the run has built, which may stand
 * behind, or be gone once branches are joined. */
tl_builder tl_builder_apart(MlirOperation operation, tl_key_table *built);

/* Builds before `operation`, with its location. */
void tl_builder_before(tl_builder *builder, MlirOperation operation);

/* Builds at the end of `block`, with the location of before. */
void tl_builder_at_end(tl_builder *builder, MlirBlock block);

/* Whether it is an operation of arith. */
bool tl_is_arithmetic(MlirOperation operation);

/* Whether a loop of scf or affine is around it. */
bool tl_is_in_loop(MlirOperation operation);

/* The innermost one; null without one. */
MlirOperation tl_loop_around(MlirOperation operation);

/* What the innermost loop around the operation does to a value from turn to turn:
 * nothing; what it does to its counter, by sums and products of indices with what
 * stays, so that LLVM can add a step a turn; or anything. */
typedef enum tl_change { TL_STAYS = 0, TL_COUNTS, TL_VARIES } tl_change;

tl_change tl_change_around(MlirOperation operation, MlirValue value);

/* Whether arithmetic makes it of the thread's number, strides and constants
 * alone; of what takes hundreds of operations it is not said. */
bool tl_is_of_thread(MlirValue value);

/* Whether arithmetic makes it of the counter of a scf.for that steps by a number
 * known only at run time; of what takes hundreds of operations it is not said. */
bool tl_has_run_time_step(MlirValue value);

/* Whether it is an exclusive or, null is none; then its sides. */
bool tl_is_joined(MlirValue value, MlirValue *first, MlirValue *second);

/* Builds in front of all loops around; false where there is none. */
bool tl_builder_before_loops(tl_builder *builder);

/* Builds at the beginning of the kernel or function around. */
void tl_builder_at_entry(tl_builder *builder);

typedef struct tl_build_request {
  const char *name;
  intptr_t operand_count;
  const MlirValue *operands;
  intptr_t result_count;
  const MlirType *results;
  intptr_t attribute_count;
  const MlirNamedAttribute *attributes;
  intptr_t region_count; /* of empty regions */
} tl_build_request;

/* The general form. */
MlirOperation tl_build(const tl_builder *builder,
                       const tl_build_request *request);

/* The same of an operation with at most two attributes, no region and at most one
 * result that stays in the IR: made like the first one of its form, which is
 * cheaper than to put name and attributes together. */
MlirOperation tl_build_again(const tl_builder *builder,
                             const tl_build_request *request);

/* The result of an operation without effects, once a block.  Operands may be
 * null, and then are none, and so may the attribute. */
MlirValue tl_build_once(const tl_builder *builder, const char *name,
                        MlirType result, MlirValue a, MlirValue b,
                        const char *attribute_name, MlirAttribute attribute);

/* The place of what was built in this block from a value and a number, NULL at
 * first, under a name that is a literal. */
void **tl_built(const tl_builder *builder, const char *what, MlirValue from,
                int64_t number);

/* An operation with one result, which it returns. */
MlirValue tl_build_value(const tl_builder *builder, const char *name,
                         MlirType result, intptr_t operand_count,
                         const MlirValue *operands, intptr_t attribute_count,
                         const MlirNamedAttribute *attributes);

MlirNamedAttribute tl_named(const tl_builder *builder, const char *name,
                            MlirAttribute attribute);
/* An attribute by its text, a literal. */
MlirAttribute tl_parsed(const tl_builder *builder, const char *text);
MlirAttribute tl_words(const tl_builder *builder, int64_t count,
                       const int64_t *words);
MlirAttribute tl_i64(const tl_builder *builder, int64_t value);

MlirValue tl_build_index(const tl_builder *builder, int64_t value);
/* An integer, sign-extended to an index, once a block. */
MlirValue tl_build_as_index(const tl_builder *builder, MlirValue integer);
/* Whether it is an integer of 32 bits, or an index that is cast from one. */
bool tl_is_word(MlirValue index);
/* The low 32 bits of an index, or what has 32 bits; an i32 as an index, zero-extended. */
MlirValue tl_build_narrow(const tl_builder *builder, MlirValue index);
MlirValue tl_build_wide(const tl_builder *builder, MlirValue narrow);
MlirValue tl_build_zero(const tl_builder *builder, MlirType type);

/* What stands for the number of a value that nobody reads. */
MlirAttribute tl_poison(const tl_builder *builder);

/* Puts a detached operation where the builder writes; its first result. */
MlirValue tl_build_inserted(const tl_builder *builder, MlirOperation detached);

/* A number of the element type (null: 0), in every element of a vector. */
MlirValue tl_build_splat(const tl_builder *builder, MlirType type,
                         MlirAttribute number);

typedef enum tl_binary {
  TL_ADD = 0,
  TL_ADD_WRAPPING, /* modulo 2 to the bits: of what is compared without a sign */
  TL_MULTIPLY,
  TL_MULTIPLY_WRAPPING,
  TL_SUBTRACT,          /* signed */
  TL_SUBTRACT_WRAPPING, /* below 0: comparisons of the result are unsigned */
  TL_DIVIDE,            /* unsigned, as is the remainder */
  TL_DIVIDE_EXACT,      /* signed, without a rest */
  TL_REMAINDER,
  TL_AND, /* of i1 values null is true */
  TL_XOR,
  TL_SHIFT_LEFT,
  TL_SHIFT_RIGHT,
  TL_MINIMUM, /* signed; null: the other one */
  TL_MAXIMUM,
  TL_MINIMUM_UNSIGNED,
} tl_binary;

/* Of two values, and of a value and a constant: shifts and masks where that is
 * a power of two to divide by, nothing where it changes nothing. */
MlirValue tl_build_pair(const tl_builder *builder, tl_binary how, MlirValue a,
                        MlirValue b);
MlirValue tl_build_by(const tl_builder *builder, tl_binary how, MlirValue a,
                      int64_t constant);

/* (a & mask) >> shift, << where shift < 0; a signed number cut to 0 .. most. */
MlirValue tl_build_mask_shift(const tl_builder *builder, MlirValue a,
                              int64_t mask, int64_t shift);
MlirValue tl_build_clamp(const tl_builder *builder, MlirValue a, int64_t most);

/* i1 values.  The numbers are those of arith::CmpIPredicate. */
typedef enum tl_predicate {
  TL_EQUALS = 0,
  TL_DIFFERS = 1,
  TL_LESS = 2,    /* signed */
  TL_AT_MOST = 3, /* signed */
  TL_EXCEEDS = 4, /* signed */
  TL_BELOW = 6,   /* unsigned */
} tl_predicate;

MlirValue tl_build_compare_pair(const tl_builder *builder, tl_predicate how,
                                MlirValue a, MlirValue b);
MlirValue tl_build_compare(const tl_builder *builder, tl_predicate how,
                           MlirValue a, int64_t constant);
/* condition ? a : b; whether that made the operation, in the run of the builder. */
MlirValue tl_build_select(const tl_builder *builder, MlirValue condition,
                          MlirValue a, MlirValue b);
bool tl_is_built_choice(const tl_builder *builder, MlirOperation operation);

/* Bytes of two words, 0 to 7, by the nibbles of a third one, of which bit 3 asks for the
 * sign of the byte in all bits: nvvm.prmt. */
MlirValue tl_build_prmt(const tl_builder *builder, const MlirValue words[3]);

/* The same number, an index or integer or a vector of them, which LLVM does not take
 * apart. */
MlirValue tl_build_frozen(const tl_builder *builder, MlirValue a);

/* The same index, of which LLVM does not know that it is; equal ones are one, and
 * leave loops, unless each `is_own`. */
MlirValue tl_build_hidden(const tl_builder *builder, MlirValue index,
                          bool is_own);

/* The same number of 32 bits, of which LLVM does not know that it is one with others:
 * what is made of each stays beside what uses it. */
MlirValue tl_build_apart(const tl_builder *builder, MlirValue word);

/* The same number in a register of 32 bits, for PTX, of which LLVM knows nothing;
 * equal ones are one unless each `is_own`. */
MlirValue tl_build_register(const tl_builder *builder, MlirValue number,
                            bool is_own);

/* Whether that made the operation. */
bool tl_holds_register(MlirOperation operation);

/* That a condition is true where this is executed. */
void tl_build_assumption(const tl_builder *builder, MlirValue condition);

/* scf.if: the two sides are built first.  Each yields `count` values, at most
 * TL_MAX_REGISTERS, which are the results; there is no else where nothing was
 * built. */
typedef struct tl_branch {
  tl_builder taken, otherwise;
} tl_branch;

tl_branch tl_branch_open(const tl_builder *builder);
MlirOperation tl_branch_close(const tl_builder *builder,
                              const tl_branch *branch, MlirValue condition,
                              intptr_t count, const MlirValue *taken,
                              const MlirValue *otherwise);

/* One without its sides, whose results have the types of `like`; whether an operation
 * was built as one of these two by the run of the builder, and whether any was. */
MlirOperation tl_build_branch(const tl_builder *builder, MlirValue condition,
                              intptr_t count, const MlirValue *like);
bool tl_is_built_branch(const tl_builder *builder, MlirOperation operation);
bool tl_has_built_branches(const tl_builder *builder);

/* The body of scf.for of *number from 0 to `extent`, to be ended by
 * tl_build_yield; `annotation` may be null. */
tl_builder tl_build_loop(const tl_builder *outside, int64_t extent,
                         int64_t step, MlirAttribute annotation,
                         MlirValue *number);

/* scf.yield. */
void tl_build_yield(const tl_builder *builder, intptr_t count,
                    const MlirValue *values);

#endif /* TL_IR_BUILDER_H */
