/* tl/target.h - What a GPU can do, by its name in the compiler (sm_90).
 *
 * Rows are constants: nothing is owned, everything is safe from many
 * threads. */
#ifndef TL_TARGET_H
#define TL_TARGET_H

#include "tl/status.h"
#include <stdbool.h>
#include <stdint.h>

TL_C_BEGIN

/* What serves accesses in memory: shared memory is banks of words, global
 * memory moves in sectors of lines.  See tl/banks.h. */
typedef struct tl_memory_model {
  int64_t banks, word_bytes;        /* of shared memory */
  int64_t sector_bytes, line_bytes; /* of global memory */
} tl_memory_model;

/* Whose names instructions have in reports. */
typedef enum tl_assembly {
  TL_ASSEMBLY_PTX = 0,
  TL_ASSEMBLY_GCN,
} tl_assembly;

/* Access kinds besides plain loads and stores, and reductions of a warp, as bits:
 * a target that lacks one that others of its assembly have is a reason of rule
 * R11, or an error. */
typedef enum tl_access_kinds {
  TL_HAS_LDMATRIX = 1,
  TL_HAS_STMATRIX = 2,
  TL_HAS_ASYNC = 4,         /* cp.async */
  TL_HAS_BYTE_MATRICES = 8, /* those that are transposed, of ldmatrix and
                               stmatrix */
  TL_HAS_REDUX = 16,        /* redux.sync, of integers of 32 bits */
  TL_HAS_FLOAT_REDUX = 32,  /* and the least and most of f32 */
} tl_access_kinds;

/* Which caches keep what an access moves.  Sources: PTX ISA, "Cache Operators"
 * (.ca, .cg) and cp.async (.cg moves 16 bytes); LLVM, "Memory Model gfx942"
 * (nontemporal). */
typedef enum tl_cache_mode {
  TL_CACHE_DEFAULT = 0, /* asynchronous accesses of 16 bytes: L2 alone */
  TL_CACHE_ALL,         /* "all" */
  TL_CACHE_L2,          /* "l2" alone */
  TL_CACHE_STREAMING,   /* "streaming": they need not, it is not used again */
  TL_CACHE_COUNT,
} tl_cache_mode;

/* The mode of a name of so many letters, or TL_CACHE_COUNT. */
tl_cache_mode tl_cache_mode_named(const char *name, int64_t length);

/* Sources: PTX ISA, "Data Movement and Conversion Instructions": ld and st
 * (.v8.b32 and .v4.b64 of the global space: PTX ISA 8.8, sm_100), ldmatrix (PTX
 * ISA 6.5, sm_75), stmatrix (PTX ISA 7.8, sm_90), both of bytes (.m16n16 and
 * .m16n8: PTX ISA 8.6, sm_100a; 8.8, sm_100f), cp.async (PTX ISA 7.0, sm_80);
 * "Parallel Synchronization and Communication Instructions": barrier (sixteen),
 * redux.sync (PTX ISA 7.0, sm_80; of f32 8.6, sm_100a; 8.8, sm_100f).
 */
typedef struct tl_target {
  const char *name;
  tl_assembly assembly;
  int64_t lanes;       /* threads of a wave (a warp) */
  int64_t global_bits; /* of the widest access of a thread to global memory */
  int64_t shared_bits; /* ... and to shared memory */
  unsigned kinds;      /* of tl_access_kinds */
  int64_t barriers; /* of a block, by number: 0 of all of it, others of warps */
  const tl_memory_model *memory; /* NULL where no document says */
} tl_target;

enum {
  TL_WIDEST_GLOBAL_BITS = 256, /* of any target */
  TL_WIDEST_SHARED_BITS = 128,
};

/* The default of passes and tools. */
extern const char TL_TARGET_DEFAULT[];
const tl_target *tl_target_default(void);

/* The target that code is written for (rule G1): of those of a module the first
 * of which nothing is lacking in another, or `stated` where that is one of these;
 * without any, `stated`, or else (NULL) the default.  TL_INVALID where `stated` is
 * none of the module's, or there is no such target.
 *
 *   NULL, (sm_90, sm_80) -> sm_80 */
TL_MUST_CHECK tl_code tl_target_choose(const tl_target *stated,
                                       const tl_target *const *of_module,
                                       int64_t count, const tl_target **out,
                                       tl_error *error);

/* The fewest lanes above `lanes` that a wave of some target has; 0 above the
 * most.  What is read without a target is read for each of them.
 *
 *   0 -> 32 */
int64_t tl_wave_above(int64_t lanes);

/* The row of a name; TL_INVALID, with all names in the message, when there is
 * none.
 *
 *   "sm_100a" -> 100, 256 and 128 bits, with all kinds of access */
TL_MUST_CHECK tl_code tl_target_find(const char *name, const tl_target **out,
                                     tl_error *error);

/* The same, and of a chip without a row, for which nothing is written but kernels
 * may be: what its family is known for, the lanes of a wave.
 *
 *   "sm_50" -> 32 lanes, "gfx90a" -> 64, "gfx1100" -> 32 */
TL_MUST_CHECK tl_code tl_target_find_family(const char *name,
                                            const tl_target **out,
                                            tl_error *error);

/* What the chip of a row is known for when kernels are compiled for waves of 64
 * lanes.
 *
 *   of "gfx1100" -> 64 lanes */
const tl_target *tl_target_with_wave64(const tl_target *target);

TL_C_END
#endif /* TL_TARGET_H */
