/* ptx_machine.h - The threads that execute a kernel of PTX.
 *
 * The threads of a warp that are at the smallest place in the program execute an
 * instruction together, and the others wait: threads that have parted meet
 * where their ways meet.  A warp runs until all of its threads wait or have
 * ended, then the next one.  Blocks run one after the other. */
#ifndef TL_SIM_PTX_MACHINE_H
#define TL_SIM_PTX_MACHINE_H

#include "ptx_program.h"

enum { TL_PTX_LANES = 32, TL_PTX_MAX_THREADS = 1024, TL_PTX_BARRIERS = 16 };

typedef struct tl_ptx_shadow tl_ptx_shadow;
typedef struct tl_ptx_shadows tl_ptx_shadows;

/* Bytes at an address, and which of their bits nothing has written. */
typedef struct tl_ptx_buffer {
  const char *name;
  int name_length;
  uint64_t address; /* in its space */
  int64_t size;
  uint8_t *bytes, *unknown;
  bool is_constant;
  tl_ptx_shadows *shadows; /* a machine's; NULL: races are not looked for */
} tl_ptx_buffer;

/* Bits that nothing has written have this in each byte, and not zeros. */
enum { TL_PTX_GARBAGE = 0xa5 };

/* Is told what goes wrong: a note does not stop the run. */
typedef struct tl_ptx_listener {
  void (*tell)(void *user, int line, bool is_note, const char *text);
  void *user;
} tl_ptx_listener;

/* How a kernel is run.  Global memory and the bytes of the parameters, one
 * behind the other as the program has placed them, are the caller's. */
typedef struct tl_ptx_launch {
  int64_t grid[3], block[3];
  int64_t dynamic_bytes, max_steps;
  tl_ptx_buffer *buffers;
  int buffer_count;
  const uint8_t *parameters;
  tl_ptx_listener listener;
} tl_ptx_launch;

/* False after a fault that the listener has been told of. */
bool tl_ptx_run(const tl_ptx_program *program, const tl_ptx_launch *launch);

/*===--- For the rows -----------------------------------------------------===*/

typedef struct tl_ptx_machine tl_ptx_machine;
typedef struct tl_ptx_warp tl_ptx_warp;

/* A lane that executes an instruction; of an instruction of a warp, `lanes` do,
 * as bits. */
typedef struct tl_ptx_step {
  tl_ptx_machine *machine;
  tl_ptx_warp *warp;
  const tl_ptx_instruction *at;
  uint32_t lanes;
  int lane;
} tl_ptx_step;

/* A value and which of its bits are not known: bits that nothing has written,
 * and what is computed of them. */
typedef struct tl_ptx_value {
  uint64_t bits, unknown;
} tl_ptx_value;

/* Operand i of group g; and what a register becomes, as far as it is wide. */
tl_ptx_value tl_ptx_read(const tl_ptx_step *step, int group, int i);
void tl_ptx_write(const tl_ptx_step *step, int group, int i,
                  tl_ptx_value value);
int tl_ptx_group_size(const tl_ptx_instruction *at, int group);

/* CC.CF of the thread, what is carried from one word to the next. */
tl_ptx_value *tl_ptx_carry(const tl_ptx_step *step);

/* An operand that has to be known; otherwise it is a fault, and 0. */
uint64_t tl_ptx_read_known(const tl_ptx_step *step, int group,
                           const char *what);

/* "KIND: thread T of block B TEXT", after which nothing runs; false. */
bool tl_ptx_fault(const tl_ptx_step *step, const char *kind, const char *format,
                  ...) TL_PRINTF(3, 4);

/* Bytes of a buffer that a thread touches. */
typedef struct tl_ptx_place {
  tl_ptx_buffer buffer;
  tl_ptx_space space;
  int64_t byte;
  bool is_edge; /* a word of which others have bytes, which are garbage */
} tl_ptx_place;

/* What a thread does to them.  LLVM merges loads of neighbours into one, of which
 * the last bytes are not used: it may end behind its buffer, up to the end of an
 * aligned block of 16 bytes.  Of atomic changes of 8 and 16 bits it makes loads and
 * cas of the words that they are in, or and, or and xor, which others may have bytes
 * of. */
typedef enum tl_ptx_access {
  TL_PTX_READS = 0,
  TL_PTX_WRITES,
  TL_PTX_READS_MERGED,
  TL_PTX_SWAPS,
} tl_ptx_access;

/* Bytes at an address, which has to be a multiple of the alignment. */
typedef struct tl_ptx_range {
  uint64_t address;
  int64_t bytes, alignment;
  tl_ptx_access access;
} tl_ptx_range;

/* Where those of a space are; false after a fault. */
bool tl_ptx_find(const tl_ptx_step *step, tl_ptx_space space,
                 const tl_ptx_range *range, tl_ptx_place *out);

/* What generic addresses of a space have added to those of it. */
uint64_t tl_ptx_window(tl_ptx_space space);

/* The address operand of a group. */
bool tl_ptx_address(const tl_ptx_step *step, int group, uint64_t *out);

/* Moves 1 to 8 bytes; behind the end of a buffer nothing is known, and nothing
 * changes. */
tl_ptx_value tl_ptx_load(const tl_ptx_place *place, int64_t offset, int bytes);
void tl_ptx_store(const tl_ptx_place *place, int64_t offset, int bytes,
                  tl_ptx_value value);

/* How an access is ordered: those that are not weak do not race with each
 * other. */
typedef enum tl_ptx_order {
  TL_PTX_WEAK = 0,
  TL_PTX_STRONG,
  TL_PTX_ATOMIC, /* it changes what it reads */
  TL_PTX_KEEPS,  /* and leaves this part of it as it is */
} tl_ptx_order;

/* What an access does. */
typedef struct tl_ptx_deed {
  bool writes;
  bool is_same; /* it writes what is there */
  tl_ptx_order order;
  bool is_read_only; /* it reads what nobody may write */
} tl_ptx_deed;

/* Keeps who touches bytes; a fault where that is a race, or where one reads as memory
 * that nobody writes what another writes. */
bool tl_ptx_touch(const tl_ptx_step *step, const tl_ptx_place *place,
                  int64_t bytes, tl_ptx_deed deed);

/* Threads of the block that have met: each sees what the others have done. */
void tl_ptx_meet(tl_ptx_machine *machine, const int16_t *threads, int count);

/* A fault where bits that nothing has written go to global memory. */
bool tl_ptx_check_known(const tl_ptx_step *step, const tl_ptx_place *place,
                        int64_t offset, int bytes, tl_ptx_value value);

/* Starts a copy of `bytes` bytes, of which `read` are from the source and the
 * others zeros; groups them; waits until at most `left` groups of the thread are
 * in flight. */
void tl_ptx_copy_start(const tl_ptx_step *step, const tl_ptx_place *to,
                       const tl_ptx_place *from, int bytes, int read);
void tl_ptx_copy_commit(const tl_ptx_step *step);
void tl_ptx_copy_wait(const tl_ptx_step *step, uint64_t left);

/* What a special register says. */
uint64_t tl_ptx_special_value(const tl_ptx_step *step, int special);

#endif /* TL_SIM_PTX_MACHINE_H */
