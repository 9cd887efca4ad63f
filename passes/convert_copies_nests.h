/* convert_copies_nests.h - Loops that copy part by part, as plain values: what is
 * read of the loops (convert_copies_loops.c) and of the copy inside of them
 * (convert_copies_parts.c), for the tile that all turns are
 * (convert_copies_nests.c). */
#ifndef TL_CONVERT_COPIES_NESTS_H
#define TL_CONVERT_COPIES_NESTS_H

#include "convert_copies.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"

enum {
  TL_MAX_LOOPS = 2 * TL_MAX_RANK,
  TL_MAX_NESTED = 32, /* expressions of an index */
};

/* What a turn of each loop adds to it, and where it begins. */
typedef struct tl_nest_index {
  int64_t times[TL_MAX_LOOPS];
  tl_block_origin origin;
} tl_nest_index;

/* A loop, or elements of a part of a size known only at run time. */
typedef struct tl_nest_loop {
  MlirValue number;    /* of a turn; null for a part */
  tl_nest_index first; /* of loops around */
  int64_t step, count; /* of turns, at most, ... */
  bool is_counted;     /* ... where that is a number, ... */
  bool is_ended;       /* ... and those before first + room */
  tl_nest_index room;
} tl_nest_loop;

typedef struct tl_nest {
  MlirOperation outer;
  bool is_in_order; /* a loop of it is */
  bool has_groups;  /* of asynchronous copies, behind the part */
  int64_t loop_count;
  tl_nest_loop loops[TL_MAX_LOOPS];
} tl_nest;

/* Dimension d of memory: where a part starts, how long it is, and which
 * dimension of the part this is. */
typedef struct tl_nest_place {
  MlirValue memref;
  int64_t rank;
  tl_nest_index start[TL_MAX_RANK];
  int64_t size[TL_MAX_RANK], part[TL_MAX_RANK];
  uint32_t loops[TL_MAX_RANK]; /* bit k: loop k moves along it */
} tl_nest_place;

/* The operands of a map: dimensions and then symbols, from `first` on. */
typedef struct tl_map_operands {
  MlirOperation operation;
  intptr_t first, dims;
} tl_map_operands;

MlirValue tl_map_operand(const tl_map_operands *of, MlirAffineExpr expression);

/* Result i of the map of that name, if it is a number. */
bool tl_map_number(MlirOperation loop, const char *name, intptr_t i,
                   int64_t *out);

/* Whether the value is from outside of the nest. */
bool tl_is_outside(const tl_nest *nest, MlirValue value);

/* Adds an index, a value, or an expression of a map, so many times, if it is a
 * number of the loops. */
bool tl_add_index(const tl_nest_index *index, int64_t scale,
                  tl_nest_index *out);
bool tl_add_value(const tl_nest *nest, MlirValue value, int64_t scale,
                  int depth, tl_nest_index *out);
bool tl_add_expression(const tl_nest *nest, const tl_map_operands *of,
                       MlirAffineExpr expression, int64_t scale, int depth,
                       tl_nest_index *out);

/* A value; index d of an operation that has them from operand `first` on, or
 * results of a map. */
bool tl_read_index(const tl_nest *nest, MlirValue value, tl_nest_index *out);
bool tl_read_index_of(const tl_nest *nest, MlirOperation operation,
                      intptr_t first, intptr_t d, tl_nest_index *out);

/* Whether it is a loop; adds one whose turns are known, or fails by W10. */
bool tl_is_loop(MlirOperation operation);
TL_MUST_CHECK tl_code tl_enter_loop(tl_nest *nest, MlirOperation loop,
                                    tl_error *error);

/* Adds a loop of as many elements as the value says. */
TL_MUST_CHECK tl_code tl_enter_part(tl_nest *nest, MlirValue size,
                                    tl_error *error);

/* The operations of a body that may touch memory, before its end: one or two,
 * of which the first is null where there is one. */
bool tl_read_body(tl_nest *nest, MlirBlock body, MlirOperation out[2]);
MlirBlock tl_body_of(MlirOperation operation);

/* Whether the body stores what it loads, an element or a vector that
 * tl_block_copy_read does not know. */
bool tl_is_pair(const MlirOperation body[2]);

/* What the body copies, from where to where; TL_UNSUPPORTED with the reason. */
TL_MUST_CHECK tl_code tl_read_parts(tl_nest *nest, const MlirOperation body[2],
                                    tl_nest_place out[TL_SIDES],
                                    tl_error *error);

#endif /* TL_CONVERT_COPIES_NESTS_H */
