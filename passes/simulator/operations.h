/* operations.h - The operations that the simulator knows, a row each, and what
 * several of them do: moves of elements, and of matrices. */
#ifndef TL_SIM_OPERATIONS_H
#define TL_SIM_OPERATIONS_H

#include "machine.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/IntegerSet.h"
#include "passes/simulator/numbers/matrix_rows.h"

enum { TL_MAX_FACTORS = 3 };

/* What a scalar computation reads and may complain about. */
typedef struct tl_computation {
  const tl_scalar_type *type, *result_type; /* of operand 0, of the result */
  uint64_t operands[TL_MAX_FACTORS];
  int64_t number;    /* the first of the instruction, or that of the row */
  const char *fault; /* set: why there is no result */
  bool is_poison;    /* set: the result is unknown */
} tl_computation;

/* How an attribute becomes numbers of the instruction. */
typedef enum tl_reading_kind {
  TL_READ_INTEGER = 0, /* `otherwise` without it */
  TL_READ_WORD,        /* the first of `words` in its text, or `otherwise` */
  TL_READ_BITS,        /* bit i: its text has word i */
  TL_READ_ARRAY,       /* of integers, a number each */
} tl_reading_kind;

enum { TL_MAX_WORDS = 16 };

typedef struct tl_reading {
  const char *attribute;
  tl_reading_kind kind;
  int64_t otherwise;
  const char *words[TL_MAX_WORDS]; /* up to a NULL */
} tl_reading;

/* Of a row: these, in order. */
#define TL_READS(...)                                                          \
  .readings = (const tl_reading[]) {                                           \
    __VA_ARGS__, { .attribute = NULL }                                         \
  }

/* One of compute, each, warp and all says what the operation does; none, that
 * it does nothing, or is a terminator, which the operation around it reads.
 * With compute, `all` is the same of all threads, see TL_COMPUTES. */
struct tl_sim_row {
  const char *name, *alias; /* of operations that are the same; or NULL.  What
                               ends in * is what begins so and has no row of
                               its own before it */
  /* In each element alone; bits above the width of the result are dropped.  A
   * result that needs an unknown byte is unknown, byte by byte if
   * `is_bytewise`. */
  uint64_t (*compute)(tl_computation *computation);
  bool is_bytewise;
  void (*each)(const tl_step *step);  /* in a thread */
  void (*warp)(const tl_step *first); /* in the threads of a whole warp */
  void (*all)(const tl_step *first);  /* in all threads */

  /* Which threads do it together, where warps go on alone; NULL: none. */
  tl_party (*party)(const tl_step *first);

  const char *callee; /* the attribute that names what its body is; or NULL */
  bool is_maskable;   /* asks tl_takes_part, so that vector.mask knows it */
  bool knows_vectors; /* as elements of memrefs */

  /* Numbers of the instruction: what is read, up to one without an attribute;
   * without that, `number` for `compute`. */
  const tl_reading *readings;
  int64_t number;
  bool (*prepare)(tl_instruction *at); /* false after an error: see tl_refuse */
};

/* What runs an instruction of the row; NULL where that does nothing. */
tl_runner tl_runner_of(const tl_sim_row *row);

/* The same bytes as elements of another size, in order. */
void tl_cast_elements(const tl_element *from, int from_bytes, tl_element *to,
                      int to_bytes, int64_t bytes);

/* Rule U1: all threads of a block that execute an operation with equal operands
 * write equal values, if it may agree: if it looks at nothing that it writes.
 * This is done once, by the block: see machine.h of what it races with.  Else
 * each thread does it. */
void tl_run_agreed(const tl_step *first, bool may_agree,
                   void (*run)(const tl_step *step, bool is_of_block));

/* The block, where the threads of a warp agree. */
tl_party tl_party_agreed(const tl_step *first);

/* Shared memory whose size the launch says, for result 0; NULL after an error. */
tl_buffer *tl_dynamic_buffer(const tl_step *step);

/* Steps that operations of several dialects take. */
void tl_each_forward(const tl_step *step); /* operand i is result i */
void tl_each_poison(const tl_step *step);  /* result 0 is unknown */
void tl_each_async_commit(const tl_step *step);

/* Of lanes of a warp that name each other; false after an error where warps have
 * others than these. */
enum { TL_NAMED_LANES = 32 };
bool tl_lanes_prepare(tl_instruction *at);

/* Each thread whose lanes are there, and name what it names; else a fault.  Returns
 * how many warps there are. */
int tl_each_naming_lane(const tl_step *first, void (*act)(const tl_step *step));

/* Those that a thread names, as bits, but for who has returned. */
uint32_t tl_named_lanes(const tl_step *step);

/* Completes the copies of the groups of each thread but the last ones, as many
 * as the first number says, or up to that of the token that operand 0 is. */
enum { TL_ASYNC_OF_TOKEN = -1 };
void tl_all_async_wait(const tl_step *first);

/* The elements of an operand, or of the result, in all threads. */
typedef struct tl_column {
  char *items;   /* of thread 0 */
  size_t thread; /* from a thread's to the next one's, in bytes */
  int element;   /* from an element to the next one */
} tl_column;

static inline tl_column tl_column_of(const tl_machine *machine, int slot) {
  const tl_slot *facts = &machine->program->slots[slot];
  return (tl_column){tl_slot_value(machine, slot, 0), facts->stride,
                     facts->count != 1};
}

static inline tl_element *tl_column_at(const tl_column *column, int thread) {
  return (tl_element *)(void *)(column->items +
                                column->thread * (size_t)thread);
}

/* A computation in each element of each thread, where an operand of one element
 * goes with every element of the others.  Where `compute` is a constant, it
 * becomes a part of the loop. */
static inline TL_ALWAYS_INLINE void
tl_compute_lanes(const tl_step *first, uint64_t (*compute)(tl_computation *c)) {
  const tl_instruction *at = first->at;
  const tl_slot *result = tl_result_slot(at, 0);
  const bool is_bytewise = at->row->is_bytewise;
  const uint64_t low = (uint64_t)tl_wide_low_bits(result->scalar.bits);
  const uint16_t all = tl_poison_all(&result->scalar);
  const int count = at->operand_count;
  tl_column in[TL_MAX_FACTORS] = {{NULL, 0, 0}},
            out = tl_column_of(first->machine, at->results[0]);
  tl_computation c = {.type = &tl_operand_slot(at, 0)->scalar,
                      .result_type = &result->scalar,
                      .number =
                          at->number_count ? at->numbers[0] : at->row->number};
  for (int i = 0; i < count; i++)
    in[i] = tl_column_of(first->machine, at->operands[i]);
  for (int k = 0; k < first->lanes->count; k++) {
    int thread = first->lanes->items[k];
    tl_element *to = tl_column_at(&out, thread);
    for (int64_t n = 0; n < result->count; n++) {
      uint16_t unknown = 0;
      for (int i = 0; i < TL_MAX_FACTORS && i < count; i++) {
        const tl_element *from =
            tl_column_at(&in[i], thread) + n * in[i].element;
        c.operands[i] = (uint64_t)from->bits;
        unknown |= from->poison;
      }
      c.fault = NULL;
      c.is_poison = false;
      uint64_t bits = compute(&c);
      if (c.is_poison || (unknown && !is_bytewise))
        unknown = all;
      if (c.fault && !unknown) {
        tl_step step = tl_step_of(first, k);
        tl_fault(&step, TL_FAULT_ARITHMETIC, "%s", c.fault);
      }
      to[n] = (tl_element){bits & low, unknown};
    }
  }
}

/* Of a function that computes: what a row has of it. */
#define TL_LANES(name)                                                         \
  static void name##_lanes(const tl_step *first) {                             \
    tl_compute_lanes(first, name);                                             \
  }
#define TL_COMPUTES(name) .compute = name, .all = name##_lanes

uint64_t tl_compute_same(tl_computation *c);

/* What a row that computes makes of one element of each operand, of these
 * types. */
tl_element tl_compute(const tl_step *step, const tl_sim_row *row,
                      const tl_computation *types,
                      const tl_element *const *operands, int count);

/* The same of elements that have the type of result 0; the last may be NULL. */
tl_element tl_combine(const tl_step *step, const tl_sim_row *row,
                      const tl_element *a, const tl_element *b,
                      const tl_element *c);

/* A slot of elements of !gpu.mma_matrix, of which each lane has as many; false for
 * another type. */
bool tl_matrix_slot_read(MlirType type, int wave, tl_slot *out);

/* The row of an operation, or NULL. */
const tl_sim_row *tl_sim_row_find(MlirStringRef name);

/* An operation that does what another one does, whose row has no alias left. */
typedef struct tl_sim_twin {
  const char *name, *same;
} tl_sim_twin;

/* Each table ends with a row without a name. */
extern const tl_sim_twin TL_SIM_TWINS[];
extern const tl_sim_row TL_SIM_ARITH[];
extern const tl_sim_row TL_SIM_MATH[];
extern const tl_sim_row TL_SIM_VALUES[];
extern const tl_sim_row TL_SIM_REDUCTIONS[];
extern const tl_sim_row TL_SIM_MEMREF[];
extern const tl_sim_row TL_SIM_MOVES[];
extern const tl_sim_row TL_SIM_AFFINE[];
extern const tl_sim_row TL_SIM_SCF[];
extern const tl_sim_row TL_SIM_BRANCHES[];
extern const tl_sim_row TL_SIM_LOOPS[];
extern const tl_sim_row TL_SIM_LINALG[];
extern const tl_sim_row TL_SIM_NUMBERS[];
extern const tl_sim_row TL_SIM_GPU[];
extern const tl_sim_row TL_SIM_LAUNCHES[];
extern const tl_sim_row TL_SIM_PRINTS[];
extern const tl_sim_row TL_SIM_VALUE_PRINTS[];
extern const tl_sim_row TL_SIM_RUNNER[]; /* functions, not operations */
extern const tl_sim_row TL_SIM_RUNNER_PRINTS[];
extern const tl_sim_row TL_SIM_LLVM[];
extern const tl_sim_row TL_SIM_INTRINSICS[];
extern const tl_sim_row TL_SIM_NVVM[];
extern const tl_sim_row TL_SIM_LANES[];
extern const tl_sim_row TL_SIM_MBARRIERS[];
extern const tl_sim_row TL_SIM_TMA[];
extern const tl_sim_row TL_SIM_BULK[];
extern const tl_sim_row TL_SIM_WARPGROUPS[];
extern const tl_sim_row TL_SIM_MMA[];
extern const tl_sim_row TL_SIM_AMDGPU[];
extern const tl_sim_row TL_SIM_AMDGPU_VALUES[];
extern const tl_sim_row TL_SIM_MFMA[];
extern const tl_sim_row TL_SIM_WMMA[];
extern const tl_sim_row TL_SIM_MMA_SYNC[];
extern const tl_sim_row TL_SIM_TILES[];
extern const tl_sim_row TL_SIM_CONVERSIONS[];
extern const tl_sim_row TL_SIM_FRAGMENTS[];
extern const tl_sim_row TL_SIM_THREADS[];

/*===--- Bodies -----------------------------------------------------------===*/

/* Threads of a body, at most those around it. */
typedef struct tl_chosen_lanes {
  tl_lanes lanes;
  int items[TL_MAX_THREADS];
} tl_chosen_lanes;

/* Body 0 for the threads that want it, and body 1 for the others. */
void tl_run_if(const tl_step *first, bool (*wants)(const tl_step *step));

/* A body of the instruction, if it has one; what it yields are results. */
void tl_run_branch(const tl_step *first, int body, const tl_lanes *lanes);

/* The blocks of a body, from the first one on. */
void tl_run_blocks(tl_machine *machine, const tl_body *body,
                   const tl_lanes *lanes);

/* Gives the values that an instruction names from operand `first` on. */
void tl_give_operands(tl_machine *machine, const tl_instruction *from,
                      int first, const int *targets, const tl_lanes *lanes);

/* Of an operation that code of the host has: a func.func with one, which does
 * not say how many threads it has, runs in one. */
bool tl_prepare_host(tl_instruction *at);

/*===--- Maps -------------------------------------------------------------===*/

/* An expression of dimensions and symbols, which are inputs behind those. */
typedef enum tl_expression_kind {
  TL_EXPRESSION_CONSTANT = 0,
  TL_EXPRESSION_INPUT,
  TL_EXPRESSION_SUM,
  TL_EXPRESSION_PRODUCT,
  TL_EXPRESSION_REST, /* of a division that rounds down */
  TL_EXPRESSION_FLOOR,
  TL_EXPRESSION_CEILING,
} tl_expression_kind;

typedef struct tl_expression {
  tl_expression_kind kind;
  int64_t number;                       /* the constant, or that of the input */
  const struct tl_expression *operands; /* two, or NULL */
} tl_expression;

/* Of a set the results are its constraints, of a number that is to be 0 or not
 * negative. */
typedef struct tl_map {
  int dimension_count, input_count, result_count;
  tl_expression *results;
  bool *is_zero; /* of a set */
} tl_map;

/* As they are in the IR; NULL when memory is out, which is reported. */
tl_map *tl_map_read(tl_program *program, MlirAffineMap from);
tl_map *tl_set_read(tl_program *program, MlirIntegerSet from);

/* a / b of b > 0, rounded down. */
int64_t tl_floor_of(int64_t a, int64_t b);

/* False after a fault. */
bool tl_expression_value(const tl_step *step, const tl_expression *expression,
                         const int64_t *inputs, int64_t *out);

/* Operands from `first` on as inputs; false after a fault. */
bool tl_map_inputs(const tl_step *step, const tl_map *map, int first,
                   int64_t inputs[TL_MAX_MAP_INPUTS]);

/* Results of a map whose inputs are operands from `operand` on: so many from
 * one on. */
enum { TL_ALL_RESULTS = -1 };
typedef struct tl_map_results {
  const tl_map *map;
  int operand;
  int64_t first, count;
} tl_map_results;

/* The smallest, or the largest of them; false after a fault. */
bool tl_map_extreme(const tl_step *step, const tl_map_results *results,
                    bool is_smallest, int64_t *out);

/*===--- Moves ------------------------------------------------------------===*/

/* A run of elements along the last dimension of a memref. */
typedef struct tl_move {
  tl_step step;
  const tl_view *view;
  const tl_scalar_type *scalar;
  int64_t coordinate[TL_MAX_RANK]; /* of the first */
  int64_t count;
  int64_t alignment; /* that the address of the first has to have */
  bool is_of_block;  /* all threads make it */
  bool is_atomic;
} tl_move;

/* The access, which nobody has checked but that its elements are those of the
 * memref; false after a fault. */
bool tl_move_find(const tl_move *move, bool writes, tl_access *access);

/* What is there, of no access; false where it is out of bounds. */
bool tl_move_peek(const tl_move *move, tl_element *out);

/* Reads; what is out of bounds is a fault, and poison. */
void tl_move_load(const tl_move *move, tl_element *out);

/* Writes; nothing where any of it is out of bounds, which is a fault, as poison
 * is where memory outlives the kernel. */
void tl_move_store(const tl_move *move, const tl_element *values);

/* Writes where an access is, which has been checked; poison is a fault where memory
 * outlives the kernel. */
void tl_move_put(const tl_move *move, const tl_access *access,
                 const tl_element *values);

/* The access of bytes that start at an operand, a pointer, or a memref with indices behind
 * it, which nobody has checked.  False after a fault. */
bool tl_access_at(const tl_step *step, int operand, int64_t bytes,
                  int64_t alignment, bool writes, tl_access *out);

/* An atomic change of an element: one access, which writes; what has been there.
 * False after a fault.  Then tl_move_put. */
bool tl_change_begin(tl_move *move, tl_access *access, tl_element *old);

/* What a row that computes makes of it, and of an element of the type of operand 0. */
tl_element tl_changed_by(const tl_step *step, const tl_sim_row *row,
                         const tl_element *old, const tl_element *by);

/* Moves the rows of the vector that an instruction loads or stores, which lie
 * along the last dimensions of the memref; the move is of its first element. */
void tl_move_rows(tl_move *move);

/* Starts an asynchronous copy; what `from` does not fill is zeros. */
void tl_move_start(const tl_move *from, const tl_move *to);

/* A move of the first element of memref operand `memref`; and of the one whose
 * coordinate starts at operand `first`, aligned as the operation states. */
tl_move tl_move_from(const tl_step *step, int memref);
tl_move tl_move_of(const tl_step *step, int memref, int first);

/* The same, where it is: copies of what has just been written are slow. */
static inline void tl_move_set(tl_move *move, const tl_step *step, int memref) {
  const tl_scalar_type *scalar = &tl_operand_slot(step->at, memref)->scalar;
  memset(move->coordinate, 0, sizeof move->coordinate);
  move->step = *step;
  move->view = tl_operand_view(step, memref);
  move->scalar = scalar;
  move->count = 1;
  move->alignment = scalar->bytes & -scalar->bytes;
  move->is_of_block = move->is_atomic = false;
}

static inline void tl_move_set_at(tl_move *move, const tl_step *step,
                                  int memref, int first) {
  tl_move_set(move, step, memref);
  int64_t outer = move->view->rank - tl_operand_slot(step->at, memref)->inner;
  for (int64_t d = 0; d < outer; d++)
    move->coordinate[d] = tl_operand_number(step, first + (int)d);
  if (step->at->alignment > move->alignment)
    move->alignment = step->at->alignment;
}

/* Whether the mask of the instruction, if it has one, says so of element i; a
 * fault where that is unknown. */
bool tl_takes_part(const tl_step *step, int64_t i);

/* A number that an operation states a divisor of; an alignment that it states
 * of element 0. */
void tl_check_divisor(const tl_step *step, const char *what, int64_t number,
                      int64_t d, int64_t divisor);
void tl_check_alignment(const tl_move *move, int64_t alignment);

/* The address of element 0 of the memref; 0 after a fault. */
int64_t tl_move_address(const tl_move *move);

/* What a thread holds of the fragment of a copy: elements of a vector, or a
 * private buffer, numbered in row-major order. */
typedef struct tl_held {
  tl_element *elements; /* NULL: a buffer */
  tl_move move;         /* to it */
} tl_held;

/* Operand `operand` of the instruction, or its result when that is -1.  A
 * result is unknown then where it is said to be filled, else zero. */
tl_held tl_held_open(const tl_step *step, int operand, bool is_filled);
tl_element tl_held_get(tl_held *from, int64_t slot);
void tl_held_put(tl_held *to, int64_t slot, tl_element element);

/*===--- Matrices ---------------------------------------------------------===*/

/* Between shared memory and the registers of a warp; see matrix_rows.h. */
/* The matrices of a warp, while an instruction moves them. */
typedef struct tl_matrices {
  int64_t count, row_count; /* rows of all */
  tl_matrix_form form;
  bool stores;
  tl_access rows[TL_MATRIX_LANES]; /* those at fault have no buffer */
} tl_matrices;

/* Sets the numbers that tl_matrices_find reads; false after an error where
 * there are no such matrices. */
bool tl_matrices_prepare(tl_instruction *at, int64_t count, tl_matrix_form form,
                         bool stores);

/* Bytes that a lane holds of all. */
int64_t tl_matrices_lane_bytes(const tl_matrices *matrices);

/* The row that a lane names, which nobody has checked; false after a fault. */
typedef bool (*tl_row_finder)(const tl_step *lane, void *user, tl_access *row);

tl_matrices tl_matrices_find(const tl_step *first, bool stores,
                             tl_row_finder find, void *user);

/* Moves all that a lane holds, which is elements of `size` bytes. */
void tl_matrices_move(const tl_step *lane, const tl_matrices *matrices,
                      tl_element *elements, int size);

#endif /* TL_SIM_OPERATIONS_H */
