/* copy_options.c - see copy_options.h. */
#include "copy_options.h"
#include "lib/base/checked.h"

/* clang-format off */
#define COMMON_ROWS \
    [TL_OPTION_TARGET] = TL_TARGET_OPTION,                                     \
    [TL_OPTION_MAX_VECTOR_BITS] = {"max-vector-bits",                          \
                                   "Widest access in bits: 8, 16, 32, 64, 128 " \
                                   "or 256; 0: as wide as the target has",     \
                                   0, NULL},                                   \
    [TL_OPTION_ARGUMENT_ALIGNMENT] =                                           \
        {"argument-alignment",                                                 \
         "Bytes, a power of two up to 4096, that the start of "                \
         "every memref argument of a kernel is "                               \
         "promised to be a multiple of; 0: no "                                \
         "promise",                                                            \
         0, NULL},                                                             \
    [TL_OPTION_MATRIX_INSTRUCTIONS] = {"matrix-instructions",                  \
                                       "Whether copies of shared memory may "  \
                                       "use matrix instructions: 1 or 0",      \
                                       1, NULL},                               \
    [TL_OPTION_REPORT] = {"report",                                            \
                          "File to write what was chosen for every copy, and " \
                          "why, as JSON, or as a page of pictures where its "  \
                          "name ends in .html",                                \
                          0, ""},                                              \
    [TL_OPTION_REMARKS] = {"remarks",                                          \
                           "Whether to say the same in remarks: 1 or 0", 0,    \
                           NULL}
/* clang-format on */

#define REQUIRE_ROW                                                            \
  [TL_OPTION_REQUIRE_OPTIMAL] = {"require-optimal",                            \
                                 "Whether what takes more than its bounds is " \
                                 "an error (rules O1 to O3): 1 or 0",          \
                                 0, NULL}

const tl_option_row TL_COPY_OPTIONS[TL_CONVERSION_OPTION_COUNT] = {
    COMMON_ROWS,
    REQUIRE_ROW,
    [TL_OPTION_MAX_SCRATCH_BYTES] =
        {"max-scratch-bytes",
         "Bytes of workgroup memory of a kernel up to which a conversion "
         "exchanges a tile at once; larger ones in pieces",
         16384, NULL},
    [TL_OPTION_SHUFFLES] = {"shuffles",
                            "Whether conversions may use shuffles: 1 or 0", 1,
                            NULL},
};

const tl_option_row TL_ASSIGNMENT_OPTIONS[TL_ASSIGNMENT_OPTION_COUNT] = {
    COMMON_ROWS,
    REQUIRE_ROW,
    [TL_OPTION_ENLARGE_BUFFERS] =
        {"enlarge-buffers",
         "Whether a buffer that only copies with 'layout auto' use may become "
         "larger, where its layout then costs less: 1 or 0",
         0, NULL},
};

const tl_option_row TL_STAGGER_OPTIONS[TL_STAGGER_OPTION_COUNT] = {
    COMMON_ROWS,
    [TL_OPTION_STAGGER_LANES] =
        {"stagger-lanes",
         "Whether lanes of a given fragment that meet in banks of shared "
         "memory "
         "take turns, at some selects a register: 1 or 0",
         0, NULL},
};

const tl_option_row TL_PARTITION_OPTIONS[TL_PARTITION_OPTION_COUNT] = {
    COMMON_ROWS,
    REQUIRE_ROW,
};

bool tl_target_option_read(MlirOperation root, const tl_option_value *options,
                           const tl_target **out) {
  tl_error error;
  const char *name = options[TL_OPTION_TARGET].text;
  *out = NULL;
  return !name[0] || tl_target_find(name, out, &error) == TL_OK ||
         tl_emit_error(root, "%s", error.message);
}

tl_code tl_target_of(tl_target_choice *choice, MlirOperation operation,
                     const tl_target **out, tl_error *error) {
  MlirBlock block = mlirOperationGetBlock(operation);
  if (!choice->target || !mlirBlockEqual(block, choice->block))
    TL_TRY(tl_target_around(operation, choice->stated, &choice->target, error));
  choice->block = block;
  *out = choice->target;
  return TL_OK;
}

bool tl_access_options_read(MlirOperation root, const tl_option_value *options,
                            tl_access_options *out) {
  int64_t bits = options[TL_OPTION_MAX_VECTOR_BITS].number;
  *out = (tl_access_options){.max_bits = bits};
  if (bits != 0 && (bits < 8 || bits > 256 || !tl_is_power_of_two(bits)))
    return tl_emit_error(root,
                         "max-vector-bits is %" PRId64
                         "; it has to be 8, 16, 32, 64, 128 or 256, or 0",
                         bits);
  return tl_target_option_read(root, options, &out->target.stated);
}

tl_access_rules tl_access_rules_of(const tl_access_options *options,
                                   const tl_target *target, MlirType memref) {
  return (tl_access_rules){.is_shared =
                               tl_memory_space_of(memref) == TL_MEMORY_SHARED,
                           .target = target,
                           .max_bits = options->max_bits};
}
