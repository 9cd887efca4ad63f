/* access_names.c - see access_names.h.
 *
 * Sources: PTX ISA, "Data Movement and Conversion Instructions"; AMD Instinct
 * MI300 Instruction Set Architecture, "Flat Memory Instructions" and "LDS
 * Instructions", in the spelling of LLVM's assembler. */
#include "access_names.h"
#include <inttypes.h>
#include <stdio.h>

static void name_ptx(const tl_access_named *of, char *out) {
  const char *operation = of->stores ? "st" : "ld";
  const char *space = of->is_shared ? "shared" : "global";
  int64_t word = of->element_bits < 32   ? 32
                 : of->element_bits > 64 ? 64
                                         : of->element_bits;
  word = of->bits < word ? of->bits : word;
  if (of->bits > word)
    snprintf(out, TL_INSTRUCTION_CAPACITY, "%s.%s.v%" PRId64 ".b%" PRId64,
             operation, space, of->bits / word, word);
  else
    snprintf(out, TL_INSTRUCTION_CAPACITY, "%s.%s.b%" PRId64, operation, space,
             word);
}

/* Loads of less than a word say how they extend it. */
static void name_gcn(const tl_access_named *of, char *out) {
  const char *extends = of->bits < 32 && !of->stores ? "u" : "";
  const char *operation = of->stores ? "store" : "load";
  if (of->is_shared)
    snprintf(out, TL_INSTRUCTION_CAPACITY, "ds_%s_%s%" PRId64,
             of->stores ? "write" : "read", *extends ? extends : "b", of->bits);
  else if (of->bits < 32)
    snprintf(out, TL_INSTRUCTION_CAPACITY, "global_%s_%s%s", operation, extends,
             of->bits == 8 ? "byte" : "short");
  else if (of->bits == 32)
    snprintf(out, TL_INSTRUCTION_CAPACITY, "global_%s_dword", operation);
  else
    snprintf(out, TL_INSTRUCTION_CAPACITY, "global_%s_dwordx%" PRId64,
             operation, of->bits / 32);
}

void tl_plain_access_name(const tl_access_named *of,
                          char out[TL_INSTRUCTION_CAPACITY]) {
  static void (*const NAMES[])(const tl_access_named *, char *) = {
      [TL_ASSEMBLY_PTX] = name_ptx, [TL_ASSEMBLY_GCN] = name_gcn};
  NAMES[of->assembly](of, out);
}

void tl_matrix_access_name(const tl_access_named *of,
                           const tl_copy_matrix *matrix,
                           char out[TL_INSTRUCTION_CAPACITY]) {
  snprintf(out, TL_INSTRUCTION_CAPACITY,
           "%s.sync.aligned.m8n8.x%" PRId64 "%s.shared.b16",
           of->stores ? "stmatrix" : "ldmatrix", matrix->count,
           matrix->is_transposed ? ".trans" : "");
}

void tl_async_access_name(int64_t bytes, char out[TL_INSTRUCTION_CAPACITY]) {
  snprintf(out, TL_INSTRUCTION_CAPACITY, "cp.async.%s.shared.global",
           bytes == 16 ? "cg" : "ca");
}
