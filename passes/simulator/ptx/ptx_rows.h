/* ptx_rows.h - What the instructions of PTX do: a row each. */
#ifndef TL_SIM_PTX_ROWS_H
#define TL_SIM_PTX_ROWS_H

#include "ptx_machine.h"

/* What an instruction does to the order of others. */
typedef enum tl_ptx_flow {
  TL_PTX_NEXT = 0,
  TL_PTX_BRANCH,
  TL_PTX_TABLE,           /* to one of the branches behind it, by number */
  TL_PTX_RETURN,          /* to behind the call; the kernel ends */
  TL_PTX_EXIT,            /* the thread ends */
  TL_PTX_BARRIER,         /* the thread waits for others of the block */
  TL_PTX_ALIGNED_BARRIER, /* which all threads of a warp do together */
} tl_ptx_flow;

enum { TL_PTX_MAX_INPUTS = 5 };

/* All lanes of the warp; and the first group, which no register is in front of. */
enum { TL_PTX_WHOLE_WARP = 0, TL_PTX_FIRST_GROUP = -1 };

/* One of the functions says what it does. */
struct tl_ptx_row {
  const char *name; /* up to the first "." */
  /* The modifiers behind it, in this order: each slot has words of which one
   * stands there, "?" where none may, "*" where several may that say nothing,
   * "-?" none; "#" is a type, and the letters behind it the kinds that it may be
   * of, x floats of several parts, y integers of these, n integers of 4 bits. */
  const char *pattern;
  /* A letter for each group of operands: r a register that is written, d one or
   * with a predicate, s a source, a an address, v any number, l a label; "?":
   * no more need follow. */
  const char *operands;
  /* The first register becomes a value of the sources. */
  void (*compute)(const tl_ptx_instruction *at, const tl_ptx_value *in,
                  tl_ptx_value *out);
  bool tracks; /* it says which bits are unknown; else, all if any is */
  void (*lane)(const tl_ptx_step *step); /* of one thread */
  void (*warp)(const tl_ptx_step *step); /* of those that it names */
  tl_ptx_flow flow;
  int members; /* the group with the lanes that `warp` is of; or one below */
  /* A letter for each group of operands, which says of how many bits registers
   * are there: t those of the type, w twice as many, m all of the group together
   * those, > at least those, in all of the group equal, 0 at least those of the first type, i 32, p 1, "."
   * any.  NULL: t for each. */
  const char *widths;
  /* Whether there is such an instruction of these modifiers and types; NULL: yes. */
  bool (*knows)(const tl_ptx_instruction *at);
  /* Whether operands are as many as modifiers and types say; NULL: yes. */
  bool (*check)(const tl_ptx_instruction *at);
};

/* Tables that end with a row without a name. */
extern const tl_ptx_row TL_PTX_INTEGER_ROWS[], TL_PTX_FLOAT_ROWS[],
    TL_PTX_MOVE_ROWS[], TL_PTX_ATOMIC_ROWS[], TL_PTX_WARP_ROWS[];

/* Functions of the driver, whose operands are variables: the result, if there is one,
 * and the parameters. */
extern const tl_ptx_row TL_PTX_SYSTEM_ROWS[];

/* The row of an instruction, with what stands in its slots; NULL after an
 * error. */
const tl_ptx_row *tl_ptx_row_find(tl_ptx_instruction *at, tl_ptx_error *error);

/* Whether the operands are those of the row. */
bool tl_ptx_operands_check(const tl_ptx_instruction *at, tl_ptx_error *error);

/*===--- For the rows -----------------------------------------------------===*/

static inline uint64_t tl_ptx_mask(int bits) {
  return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

/* The type that is computed in, which is the last one. */
static inline const tl_ptx_type *tl_ptx_type_of(const tl_ptx_instruction *at) {
  return at->types[at->type_count - 1];
}

static inline bool tl_ptx_is_signed(const tl_ptx_type *type) {
  return type->kind == TL_PTX_SIGNED;
}

/* A number of a type as 64 bits, with its sign where it has one; and the same of
 * what is not known of it. */
static inline uint64_t tl_ptx_extend(const tl_ptx_type *type, uint64_t bits) {
  uint64_t low = bits & tl_ptx_mask(type->bits);
  return tl_ptx_is_signed(type) ? (uint64_t)tl_sign_extend(low, type->bits)
                                : low;
}

/* Modifiers of accesses: how they are ordered, and where they are. */
#define TL_PTX_ORDERS                                                          \
  "weak|volatile|relaxed|acquire|release|acq_rel|cta|cluster|gpu|sys*"
#define TL_PTX_SPACES "global|const|shared|shared::cta|local|param?"

/* The space of the word that stands in a slot of these; else of the variable
 * that the address of a group names, or generic. */
tl_ptx_space tl_ptx_space_of(const tl_ptx_instruction *at, int slot, int group);

/* Whether it loads, or compares and swaps: of both the address is group 1, and
 * its space in slot 1. */
bool tl_ptx_is_load(const tl_ptx_instruction *at);
bool tl_ptx_is_cas(const tl_ptx_instruction *at);

/* Whether it loads what nobody may write while the kernel runs (PTX ISA,
 * ld.global.nc). */
bool tl_ptx_is_read_only(const tl_ptx_instruction *at);

/* Operations by which many numbers become one: words of a slot, in this order. */
#define TL_PTX_REDUCTIONS "add|min|max|and|or|xor"
enum { TL_PTX_REDUCTION_COUNT = 6 };
uint64_t tl_ptx_reduce(const tl_ptx_type *type, int operation, uint64_t a,
                       uint64_t b);

/* The bits of the number of a format that a value becomes. */
uint64_t tl_ptx_encode(const tl_float_format *format, double value);

/* The sum of floats, part by part, with 0 for what is below the normal numbers of
 * 32 bits where it flushes. */
uint64_t tl_ptx_add_floats(const tl_ptx_type *type, uint64_t a, uint64_t b,
                           bool flushes);

/* The least or the most of two floats: what is no number does not count, or keeps
 * the result from being one. */
uint64_t tl_ptx_extreme_float(const tl_ptx_type *type, uint64_t a, uint64_t b,
                              bool is_least, bool keeps_nan);

#endif /* TL_SIM_PTX_ROWS_H */
