/* tl/limits.h - What may be met of limits: so much, and no more.
 *
 * Beyond each there is an answer in bounded time and memory: an error that says
 * the limit, "undecided", or what the row says.  test/docs/limits.test meets every
 * one of them, and goes one past it; tl-doc prints the rows. */
#ifndef TL_LIMITS_H
#define TL_LIMITS_H

/* name, number, of what, what is beyond. */
#define TL_LIMIT_ROWS(ROW)                                                     \
  ROW(TL_MAX_RANK, 8, "dimensions of a shape", "an error")                     \
  ROW(TL_MAX_ITERS, 32,                                                        \
      "modes or digits of a layout, items of a list, integers of a tuple",     \
      "an error")                                                              \
  ROW(TL_MAX_NODES, 64, "integers and parentheses of a tuple", "an error")     \
  ROW(TL_MAX_BASIS_DEPTH, 8, "items that a stride `1@0@1` goes down",          \
      "an error")                                                              \
  ROW(TL_MAX_PLACE_ITEMS, 16, "integers of a coordinate that strides lead to", \
      "an error")                                                              \
  ROW(TL_MAX_LISTED, 16,                                                       \
      "lists of a list of lists, bases of a part of a linear layout",          \
      "an error")                                                              \
  ROW(TL_MAX_TWIST, 24,                                                        \
      "bases of a linear layout of which some are not single bits",            \
      "an error")                                                              \
  ROW(TL_MAX_SYMBOLS, 7, "strides of a layout known only at run time",         \
      "an error")                                                              \
  ROW(TL_MAX_EXPRESSION_DEPTH, 64, "expressions in each other", "an error")    \
  ROW(TL_MAX_RUN_TIME, 6,                                                      \
      "different numbers of an expression known only at run time", "an error") \
  ROW(TL_MOST_RUN_TIME, 1 << 24, "an integer beside such numbers",             \
      "undecided")                                                             \
  ROW(TL_QUESTION_STEPS, 1 << 20,                                              \
      "steps of a search, elements that are looked at one by one",             \
      "undecided; of runs one that is proved")                                 \
  ROW(TL_MAX_ENUMERATED, 1 << 16,                                              \
      "coordinates by which a composition, an inverse or a window is proved",  \
      "an error")                                                              \
  ROW(TL_MAX_PRINTED, 1 << 20, "elements of a list that is printed",           \
      "an error")                                                              \
  ROW(TL_GRID_MOST, 1 << 20, "elements of a drawing", "an error")              \
  ROW(TL_MAX_CELLS, 1 << 14, "elements of a drawing without `--all`",          \
      "an error")                                                              \
  ROW(TL_MAX_PICTURE, 1 << 11, "elements of a picture for TeX", "an error")    \
  ROW(TL_MAX_PANELS, 256,                                                      \
      "accesses in a picture of accesses, or of banks with `--all`",           \
      "said; the rest is not drawn")                                           \
  ROW(TL_MAX_ARROWS, 1 << 12, "slots of a drawing of a conversion",            \
      "an error")                                                              \
  ROW(TL_MAX_TABLE_ACCESSES, 1 << 16,                                          \
      "accesses of a thread that a table lists", "an error")                   \
  ROW(TL_MAX_NAMES, 256, "names of a session of `tl-layout repl`", "an error") \
  ROW(TL_JSON_MOST_DEPTH, 64, "brackets in each other of JSON", "an error")    \
  ROW(TL_MAX_CONVERSION_SLOTS, 512, "registers of a thread that are shuffled", \
      "memory instead of shuffles")                                            \
  ROW(TL_MAX_CONVERSION_PLACES, 1 << 17,                                       \
      "registers of all threads that are shuffled",                            \
      "memory instead of shuffles")                                            \
  ROW(TL_MAX_ROUNDS, 256, "words that a lane gets by shuffles",                \
      "memory instead of shuffles")                                            \
  ROW(TL_MAX_REGISTERS, 1024, "elements in the registers of a thread",         \
      "an error")                                                              \
  ROW(TL_MAX_REDUCED_REGISTERS, 1024,                                          \
      "registers of a thread that a reduction combines", "an error")           \
  ROW(TL_MAX_MODULE_TARGETS, 16, "targets of a `gpu.module`", "an error")      \
  ROW(TL_MAX_CERTIFICATES, 8,                                                  \
      "certificates of an operation that is certified", "an error")            \
  ROW(TL_FRAGMENT_MOST_ENDS, 8,                                                \
      "copies and conversions of a value of `as auto`", "an error")            \
  ROW(TL_SHARED_MOST_ACCESSORS, 8,                                             \
      "different accesses to a buffer of `layout auto`", "an error")           \
  ROW(TL_MAX_BUFFER, 1 << 30, "elements of a buffer of `layout auto`",         \
      "an error")                                                              \
  ROW(TL_MAX_TILE, 1 << 30, "elements of a tile between memories", "an error") \
  ROW(TL_MAX_THREADS, 1024, "threads of a block", "an error")                  \
  ROW(TL_MAX_BLOCKS, 1 << 20, "blocks of a grid that is simulated",            \
      "an error")                                                              \
  ROW(TL_MAX_GRID_YZ, 1 << 16, "blocks along y and along z of a grid",         \
      "an error")                                                              \
  ROW(TL_MAX_KERNELS, 64, "kernels that one simulation names", "an error")     \
  ROW(TL_MAX_PIPELINES, 16, "pipelines that one simulation verifies",          \
      "an error")                                                              \
  ROW(TL_MAX_ARGUMENTS, 64, "arguments of a kernel that is simulated",         \
      "an error")                                                              \
  ROW(TL_MAX_ALIGNMENT, 4096,                                                  \
      "bytes that are said to divide addresses of arguments", "an error")      \
  ROW(TL_MAX_INSTRUCTIONS, 1 << 20,                                            \
      "operations of a function that is simulated", "an error")                \
  ROW(TL_MAX_FAULTS, 20, "operations with faults that a simulation looks for", \
      "a remark; it stops")                                                    \
  ROW(TL_MAX_TRACED, 1 << 21,                                                  \
      "accesses of the first blocks of kernels that are explained",            \
      "said; the rest is not explained")                                       \
  ROW(TL_MAX_MAP_INPUTS, 32, "inputs of an affine map that is simulated",      \
      "an error")                                                              \
  ROW(TL_PTX_MAX_PARAMETERS, 512, "parameters of a function of PTX",           \
      "an error")                                                              \
  ROW(TL_PTX_MAX_DEPTH, 64, "calls or braces in each other of PTX",            \
      "an error")                                                              \
  ROW(TL_PTX_MAX_STATEMENTS, 1 << 18,                                          \
      "statements of a kernel of PTX with those of calls", "an error")         \
  ROW(TL_PTX_MAX_REGISTERS, 1 << 18, "registers of a kernel of PTX",           \
      "an error")                                                              \
  ROW(TL_PTX_MAX_BYTES, 1 << 29,                                               \
      "bytes of the registers and variables of a block of PTX", "an error")

#define TL_LIMIT_CONSTANT(name, number, of, beyond) name = number,
enum { TL_LIMIT_ROWS(TL_LIMIT_CONSTANT) };
#undef TL_LIMIT_CONSTANT

#endif /* TL_LIMITS_H */
