/* copy_options.h - Options that several passes have, declared once. */
#ifndef TL_COPY_OPTIONS_H
#define TL_COPY_OPTIONS_H

#include "dialect/bridge/bridge.h"
#include "tl/copy_access.h"
#include "tl/dialect.h"

#define TL_TARGET_OPTION                                                       \
  {"target", "GPU that the code is for; empty: as rule G1 says", 0, ""}

/* tl-normalize-layouts has the target, tl-vectorize-copies those before
 * TL_ACCESS_OPTION_COUNT, tl-synthesize-partition those before
 * TL_SYNTHESIS_OPTION_COUNT, and so does tl-share-stores; tl-lower-layout-conversions
 * has all; tl-partition-copies, which reports what will be chosen, has those before
 * TL_PARTITION_OPTION_COUNT; tl-assign-shared-layouts has them, and one of its own,
 * and tl-stagger-lanes one beside those before TL_COPY_OPTION_COUNT. */
enum {
  TL_OPTION_TARGET = 0,
  TL_OPTION_MAX_VECTOR_BITS,
  TL_ACCESS_OPTION_COUNT,
  TL_OPTION_ARGUMENT_ALIGNMENT = TL_ACCESS_OPTION_COUNT,
  TL_OPTION_MATRIX_INSTRUCTIONS,
  TL_SYNTHESIS_OPTION_COUNT,
  TL_OPTION_REPORT = TL_SYNTHESIS_OPTION_COUNT,
  TL_OPTION_REMARKS,
  TL_COPY_OPTION_COUNT,
  TL_OPTION_REQUIRE_OPTIMAL = TL_COPY_OPTION_COUNT,
  TL_PARTITION_OPTION_COUNT,
  TL_OPTION_MAX_SCRATCH_BYTES = TL_PARTITION_OPTION_COUNT,
  TL_OPTION_SHUFFLES,
  TL_CONVERSION_OPTION_COUNT,
  TL_OPTION_ENLARGE_BUFFERS = TL_PARTITION_OPTION_COUNT,
  TL_ASSIGNMENT_OPTION_COUNT,
  TL_OPTION_STAGGER_LANES = TL_COPY_OPTION_COUNT,
  TL_STAGGER_OPTION_COUNT,
};
extern const tl_option_row TL_COPY_OPTIONS[TL_CONVERSION_OPTION_COUNT];
extern const tl_option_row TL_ASSIGNMENT_OPTIONS[TL_ASSIGNMENT_OPTION_COUNT];
extern const tl_option_row TL_STAGGER_OPTIONS[TL_STAGGER_OPTION_COUNT];
extern const tl_option_row TL_PARTITION_OPTIONS[TL_PARTITION_OPTION_COUNT];

/* The target that operations are for, as tl_target_around says; the last answer
 * is that of all of a block. */
typedef struct tl_target_choice {
  const tl_target *stated;
  MlirBlock block;
  const tl_target *target;
} tl_target_choice;

TL_MUST_CHECK tl_code tl_target_of(tl_target_choice *choice,
                                   MlirOperation operation,
                                   const tl_target **out, tl_error *error);

typedef struct tl_access_options {
  tl_target_choice target;
  int64_t max_bits; /* 0: as the target allows */
} tl_access_options;

/* Reads target, NULL where it is empty; false after an error at `root`. */
bool tl_target_option_read(MlirOperation root, const tl_option_value *options,
                           const tl_target **out);

/* Reads target and max-vector-bits; false after an error at `root`. */
bool tl_access_options_read(MlirOperation root, const tl_option_value *options,
                            tl_access_options *out);

/* What bounds accesses to a memref. */
tl_access_rules tl_access_rules_of(const tl_access_options *options,
                                   const tl_target *target, MlirType memref);

#endif /* TL_COPY_OPTIONS_H */
