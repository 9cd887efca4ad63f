/* program.h - A function, compiled once: instructions with numbered operands.
 *
 * Every SSA value has a slot; the operands and results of an instruction are
 * numbers of slots.  An instruction owns its bodies, one a region; a call has
 * the body of its callee.  What an operation says in attributes is read once,
 * into numbers and constants.
 *
 * The program borrows the function: the module has to outlive it. */
#ifndef TL_SIM_PROGRAM_H
#define TL_SIM_PROGRAM_H

#include "mlir-c/IR.h"
#include "passes/simulator/numbers/float_format.h"
#include "tl/layout.h"
#include "tl/text.h"
#include <string.h>

#define TL_ALWAYS_INLINE __attribute__((always_inline))

/*===--- Elements ---------------------------------------------------------===*/

/* An element is at most 128 bits, of which those above the width of the type
 * are zero, with one poison flag for each of its bytes: bytes that nobody has
 * written. */
typedef struct tl_element {
  tl_bits bits;
  uint16_t poison; /* bit i: byte i is unknown */
} tl_element;

/* Byte i, whether it is known or not. */
static inline uint8_t tl_element_byte(tl_element element, int i) {
  return (uint8_t)(element.bits >> (8 * i));
}

/* Puts a byte where there are zeros. */
static inline void tl_element_add_byte(tl_element *element, int i, uint8_t byte,
                                       bool is_known) {
  element->bits |= (tl_bits)byte << (8 * i);
  element->poison |= (uint16_t)(!is_known << i);
}

typedef struct tl_scalar_type {
  const tl_float_format *format; /* NULL for integers and index */
  int bits, bytes;               /* bytes of the element in memory */
} tl_scalar_type;

/* False for a type that is no integer, index or float of at most 64 bits, no
 * pointer of llvm or token of nvgpu, gpu and async, which are 64 bits, and not i128 or f128,
 * which are moved, and not computed with. */
bool tl_scalar_type_read(MlirType type, tl_scalar_type *out);

/* The poison of an unknown element. */
static inline uint16_t tl_poison_all(const tl_scalar_type *type) {
  return (uint16_t)((1u << type->bytes) - 1);
}

/* Its low bits. */
tl_element tl_integer_encode(const tl_scalar_type *type, int64_t number);

/*===--- Programs ---------------------------------------------------------===*/

typedef struct tl_machine tl_machine;
typedef struct tl_instruction tl_instruction;
typedef struct tl_program tl_program;
typedef struct tl_sim_row tl_sim_row;

enum { TL_MAX_WARPS = TL_MAX_THREADS / 32 };

/* The threads that execute an instruction, in ascending order. */
typedef struct tl_lanes {
  int count;
  const int *items;
} tl_lanes;

/* A thread that executes an instruction, and all that do; of several, the
 * first. */
typedef struct tl_step {
  tl_machine *machine;
  const tl_instruction *at;
  int thread;
  const tl_lanes *lanes;
} tl_step;

/* The k-th of the threads. */
static inline tl_step tl_step_of(const tl_step *first, int k) {
  return (tl_step){first->machine, first->at, first->lanes->items[k],
                   first->lanes};
}

enum { TL_ANY_RANK = -1 };

typedef struct tl_slot {
  MlirValue value;
  MlirType type;
  bool is_memref;
  tl_scalar_type scalar;            /* of the value, the vector or the memref */
  int64_t rank, shape[TL_MAX_RANK]; /* of the vector or the memref, which may be
                                       of any rank ... */
  int64_t strides[TL_MAX_RANK], offset; /* ... INT64_MIN: not known */
  int64_t inner; /* how many of the last dimensions of a memref are those of its
                    elements, which are vectors */
  int64_t count; /* elements: 1, or those of the vector */
  size_t first, bytes; /* of the elements, or the view, of a thread: where those
                          of thread 0 are in the values of one, and how many */
  size_t stride; /* bytes to the next thread's; 0 where all threads have one */
  int chained;   /* the slot before it of a value of equal hash, or -1 */
  /* What the function says of the addresses of an argument or a buffer: of byte
   * 0 by llvm.align, and of element 0, which memrefs that are cast share. */
  int64_t buffer_alignment, element_alignment;
  int origin; /* slot of the memref that it is a cast of, or its own */
} tl_slot;

/* A power of two, at `offset` bytes from byte 0, which the address is to be a
 * multiple of. */
typedef struct tl_promise {
  int64_t alignment, offset;
} tl_promise;

/* The stronger one of a slot, where element 0 is `offset` elements into the
 * buffer. */
tl_promise tl_promise_of(const tl_slot *slot, int64_t offset);

/* A block of instructions; the last one is its terminator.  Of a region with
 * branches, the arguments of its first block and one like those that leave it. */
typedef struct tl_body {
  tl_instruction *items;
  int count, argument_count;
  int *arguments; /* slots */
  int *successors, successor_count;
  struct tl_body *blocks; /* all of the region; NULL: this is the one */
} tl_body;

/* What an instruction does, in all threads that execute it. */
typedef void (*tl_runner)(const tl_step *first);

struct tl_instruction {
  const tl_sim_row *row;
  tl_runner run; /* NULL: nothing */
  MlirOperation operation;
  tl_program *program;
  int number;        /* in program order */
  int64_t alignment; /* that it states in an attribute of that name; or 0 */
  int mask;          /* slot of what says which elements take part, or -1 */
  int operand_count, result_count, body_count;
  int *operands; /* slots; results follow */
  int *results;
  tl_body *bodies;
  int64_t *numbers; /* what the row reads of attributes */
  int64_t number_count;
  tl_element *constants;
  void *detail;
};

struct tl_program {
  MlirOperation function;
  int wave; /* threads of a warp */
  MlirStringRef name;
  tl_body body;
  int input_count;     /* arguments of the function ... */
  int workgroup_count; /* ... then buffers of the block, then of the thread */
  tl_slot *slots;      /* owned */
  int slot_count, slot_capacity;
  const tl_instruction **instructions; /* owned: by number */
  int instruction_count, instruction_capacity;
  bool launches;          /* kernels: its own code is one thread */
  bool has_globals;       /* memory that blocks share, but its arguments */
  bool prints;            /* what has to come in the order of blocks */
  bool has_waits;         /* that other warps may end */
  bool has_tiles;         /* in shared memory, of bulk copies and warpgroups */
  int64_t threads_needed; /* to execute a copy together */
  size_t value_bytes;     /* of one thread, in all slots */
  struct tl_kept *kept;   /* owned: see tl_keep */
};

/* False after an error has been reported.  tl_program_free either way. */
bool tl_program_compile(MlirOperation function, int wave, tl_program *out);
void tl_program_free(tl_program *program);

/* Zeros that live as long as the program; NULL when memory is out, which is
 * reported. */
void *tl_keep(tl_program *program, int64_t count, size_t item_bytes);

/* Room for another item behind `count` of them: the items, moved perhaps, or
 * NULL when memory is out, and they stay where they are. */
void *tl_grow(void *items, size_t item_bytes, int count, int *capacity);

tl_slot *tl_argument_slot(const tl_program *program, int64_t i);

static inline tl_slot *tl_operand_slot(const tl_instruction *at, int i) {
  return &at->program->slots[at->operands[i]];
}

static inline tl_slot *tl_result_slot(const tl_instruction *at, int i) {
  return &at->program->slots[at->results[i]];
}

const tl_instruction *tl_terminator(const tl_body *body);

/* An attribute of an argument of the function, or a buffer of the block or of a
 * thread that it declares; or null. */
MlirAttribute tl_stated_of_argument(const tl_program *program, int argument,
                                    const char *name);

/* Sets what is stated of the addresses of arguments, then buffers of the block,
 * then of the thread, which a function declares; null where there is none. */
void tl_settle_alignments(tl_program *program, MlirOperation function,
                          const tl_body *body, int inputs, int workgroup_count);

/*===--- For the prepare functions ---------------------------------------===*/

/* What an operation says of the address of element 0 of a memref operand. */
void tl_promise_element(const tl_instruction *at, int operand,
                        int64_t alignment);

/* Room for numbers, and these numbers; false when memory is out, which is
 * reported, and there are none then. */
bool tl_reserve_numbers(tl_instruction *at, int64_t count);
bool tl_set_numbers(tl_instruction *at, int64_t count, const int64_t *numbers);

/* Reports that an operation cannot be run; false. */
bool tl_refuse(const tl_instruction *at, const char *message);

/* The number of items of an array, dense or not, 0 without it; an item, which
 * is an integer. */
int64_t tl_array_count(const tl_instruction *at, const char *name);
int64_t tl_array_item(const tl_instruction *at, const char *name, int64_t i);

/* The text of an attribute, as far as it fits; empty without it.  And that of a
 * type. */
tl_text tl_attribute_text(const tl_instruction *at, const char *name);
tl_text tl_type_text(MlirType type);

/* The type of what a thread has of a value of a type that MLIR's C API has not, as
 * async, or the memory that nvgpu describes by it; or null. */
MlirType tl_held_type(MlirType type);

/* The type of this name in the text of a type of nvgpu, such as `tensor`; or
 * null. */
MlirType tl_named_type(MlirType type, const char *name);

/* `count` elements of an attribute, an integer, a float or dense elements, of
 * the type of result 0, as constants of the instruction.  False when it is none
 * of these.  And those of another type. */
bool tl_read_constants(tl_instruction *at, MlirAttribute value, int64_t count);
bool tl_read_constants_of(tl_instruction *at, const tl_scalar_type *type,
                          MlirAttribute value, int64_t count);

/* The attribute pad, of the element type of an operand; zero without it. */
void tl_read_pad(const tl_instruction *at, int memory, tl_element *out);

/* The operand of an instruction that is this value, or -1. */
int tl_operand_of(const tl_instruction *at, MlirValue value);

/* Looks a symbol up in the tables around `from`; null when there is none. */
MlirOperation tl_symbol_lookup(MlirOperation from, MlirStringRef name);

/* The operation that an attribute of the instruction names; null when there is
 * none. */
MlirOperation tl_named_operation(const tl_instruction *at, const char *name);

#endif /* TL_SIM_PROGRAM_H */
