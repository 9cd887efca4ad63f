/* target.c - see tl/target.h. */
#include "tl/target.h"
#include "tl/banks.h"
#include "tl/limits.h"
#include "tl/text.h"
#include <stdio.h>
#include <string.h>

const char TL_TARGET_DEFAULT[] = "sm_90";

/* Kinds that come with a generation. */
enum {
  SM_75 = TL_HAS_LDMATRIX,
  SM_80 = SM_75 | TL_HAS_ASYNC | TL_HAS_REDUX,
  SM_90 = SM_80 | TL_HAS_STMATRIX,
  SM_100A =
      SM_90 | TL_HAS_BYTE_MATRICES | TL_HAS_FLOAT_REDUX, /* and no sm_100 */
  SM_101A = SM_90 | TL_HAS_BYTE_MATRICES,
};

#define SM(name, global_bits, kinds)                                           \
  { name, TL_ASSEMBLY_PTX, 32, global_bits, 128, kinds, 16, &TL_COUNTED_MEMORY }

/* Waves of 64 lanes; ISA guides of AMD Instinct MI300 and MI350, "Flat Memory
 * Instructions" and "LDS Instructions": up to 128 bits.  They say nothing of
 * how accesses are served. */
#define GFX(name)                                                              \
  { name, TL_ASSEMBLY_GCN, 64, 128, 128, 0, 1, NULL }

/* Chips that LLVM 22 compiles for: of NVIDIA from sm_70 on, of AMD CDNA 3 and
 * 4.
 */
static const tl_target TARGETS[] = {
    SM("sm_70", 128, 0),
    SM("sm_72", 128, 0),
    SM("sm_75", 128, SM_75),
    SM("sm_80", 128, SM_80),
    SM("sm_86", 128, SM_80),
    SM("sm_87", 128, SM_80),
    SM("sm_88", 128, SM_80),
    SM("sm_89", 128, SM_80),
    SM("sm_90", 128, SM_90),
    SM("sm_90a", 128, SM_90),
    SM("sm_100", 256, SM_90),
    SM("sm_100a", 256, SM_100A),
    SM("sm_100f", 256, SM_100A),
    SM("sm_101", 256, SM_90),
    SM("sm_101a", 256, SM_101A),
    SM("sm_101f", 256, SM_101A),
    SM("sm_103", 256, SM_90),
    SM("sm_103a", 256, SM_100A),
    SM("sm_103f", 256, SM_100A),
    SM("sm_110", 256, SM_90),
    SM("sm_110a", 256, SM_101A),
    SM("sm_110f", 256, SM_101A),
    SM("sm_120", 256, SM_90),
    SM("sm_120a", 256, SM_101A),
    SM("sm_120f", 256, SM_101A),
    SM("sm_121", 256, SM_90),
    SM("sm_121a", 256, SM_101A),
    SM("sm_121f", 256, SM_101A),
    GFX("gfx942"),
    GFX("gfx950"),
};

#define GFX1(name, lanes)                                                      \
  { name, TL_ASSEMBLY_GCN, lanes, 128, 128, 0, 1, NULL }

/* Other chips, by how their names begin.  From gfx10 on a wave has 32 lanes, unless
 * the feature wavefrontsize64 is asked for (LLVM, "User Guide for AMDGPU Backend", Processors). */
static const tl_target FAMILIES[] = {
    SM("sm_*", 128, 0),
    GFX("gfx9*"),
    GFX1("gfx1*", 32),
};
static const tl_target WAVE64 = GFX1("gfx1*/wave64", 64);

enum {
  TARGET_COUNT = sizeof TARGETS / sizeof *TARGETS,
  SHOWN_NAME = 20,
};

static bool is_variant(const char *name) {
  char last = name[strlen(name) - 1];
  return last == 'a' || last == 'f';
}

/* "sm_70, sm_72, ... or sm_121", the variants a and f without a name of their
 * own. */
static void list_names(tl_text *out) {
  out->length = 0;
  for (int i = 0; i < TARGET_COUNT; i++)
    if (!is_variant(TARGETS[i].name))
      tl_text_append(out, "%s%s", out->length ? ", " : "", TARGETS[i].name);
}

const tl_target *tl_target_default(void) {
  const tl_target *target = &TARGETS[0];
  while (strcmp(target->name, TL_TARGET_DEFAULT) != 0)
    target++;
  return target;
}

/* Whether what is written for a target is right on another one, too. */
static bool is_within(const tl_target *target, const tl_target *other) {
  return target->assembly == other->assembly && target->lanes == other->lanes &&
         target->global_bits <= other->global_bits &&
         target->shared_bits <= other->shared_bits &&
         !(target->kinds & ~other->kinds);
}

static bool is_within_all(const tl_target *target,
                          const tl_target *const *others, int64_t count) {
  while (count > 0 && is_within(target, others[count - 1]))
    count--;
  return count == 0;
}

/* "sm_80, gfx942" */
static void list_targets(const tl_target *const *targets, int64_t count,
                         char *out, size_t capacity) {
  size_t length = 0;
  out[0] = 0;
  for (int64_t i = 0; i < count && length < capacity; i++)
    length += (size_t)snprintf(out + length, capacity - length, "%s%s",
                               i ? ", " : "", targets[i]->name);
}

static tl_code fail_choice(const tl_target *stated,
                           const tl_target *const *of_module, int64_t count,
                           bool is_listed, tl_error *error) {
  char names[SHOWN_NAME * TL_MAX_MODULE_TARGETS];
  list_targets(of_module, count, names, sizeof names);
  if (stated && !is_listed)
    return tl_fail(error, TL_INVALID,
                   "target is %s in the option, and %s in the gpu.module "
                   "around it; leave the option out, or say one of these",
                   stated->name, names);
  return tl_fail(error, TL_INVALID,
                 "the gpu.module around it is for %s; what is written for %s "
                 "has to be right on all of them: split the module",
                 names, stated ? stated->name : "one of them");
}

tl_code tl_target_choose(const tl_target *stated,
                         const tl_target *const *of_module, int64_t count,
                         const tl_target **out, tl_error *error) {
  bool is_listed = false;
  *out = stated ? stated : tl_target_default();
  for (int64_t i = 0; i < count; i++) {
    bool is_asked = !stated || of_module[i] == stated;
    is_listed |= is_asked;
    *out = of_module[i];
    if (is_asked && is_within_all(*out, of_module, count))
      return TL_OK;
  }
  return count == 0 ? TL_OK
                    : fail_choice(stated, of_module, count, is_listed, error);
}

int64_t tl_wave_above(int64_t lanes) {
  int64_t next = 0;
  for (int i = 0; i < TARGET_COUNT; i++)
    if (TARGETS[i].lanes > lanes && (!next || TARGETS[i].lanes < next))
      next = TARGETS[i].lanes;
  return next;
}

tl_code tl_target_find(const char *name, const tl_target **out,
                       tl_error *error) {
  tl_text names;
  for (int i = 0; i < TARGET_COUNT; i++)
    if (strcmp(TARGETS[i].name, name) == 0) {
      *out = &TARGETS[i];
      return TL_OK;
    }
  list_names(&names);
  return tl_fail(error, TL_INVALID,
                 "target is \"%.*s\"; it has to be one of %s, or a variant "
                 "with a or f",
                 SHOWN_NAME, name, names.data);
}

tl_code tl_target_find_family(const char *name, const tl_target **out,
                              tl_error *error) {
  tl_code code = tl_target_find(name, out, error);
  for (size_t i = 0; code != TL_OK && i < sizeof FAMILIES / sizeof *FAMILIES;
       i++) {
    size_t length = strlen(FAMILIES[i].name) - 1; /* of what * stands behind */
    if (strncmp(name, FAMILIES[i].name, length) != 0 || name[length] < '0' ||
        name[length] > '9')
      continue;
    *out = &FAMILIES[i];
    return TL_OK;
  }
  return code;
}

const tl_target *tl_target_with_wave64(const tl_target *target) {
  bool may_be = target->assembly == TL_ASSEMBLY_GCN;
  return may_be && target->lanes < WAVE64.lanes ? &WAVE64 : target;
}

tl_cache_mode tl_cache_mode_named(const char *name, int64_t length) {
  static const char *const NAMES[] = {
      [TL_CACHE_ALL] = "all",
      [TL_CACHE_L2] = "l2",
      [TL_CACHE_STREAMING] = "streaming",
  };
  int mode = TL_CACHE_ALL;
  while (mode < TL_CACHE_COUNT &&
         ((int64_t)strlen(NAMES[mode]) != length ||
          strncmp(name, NAMES[mode], (size_t)length) != 0))
    mode++;
  return (tl_cache_mode)mode;
}
