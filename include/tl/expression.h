/* tl/expression.h - The language that layouts are written in.
 *
 *   expression := term (('*' | '/') term)*                compose, divide
 *   term       := primary ('.' name '(' arguments ')')*   method chain
 *   primary    := 'true' | 'True' | 'false' | 'False' | list | swizzle fields
 *               | tile | foreign | tuple | tuple ':' tuple | start | tiler
 *               | swizzled
 *               | name '(' arguments ')' | '(' expression ')'
 *   list       := '[' integers ']' | '[' lists ']'
 *   tuple      := integer ('@' integer)* | 'E<' integers '>' | '_'
 *               | '(' tuples ')'
 *   start      := tuple 'o' primary
 *   tiler      := '<' expressions '>'
 *   swizzled   := 'Sw<' integer ',' integer ',' integer '>'
 *                 ('o' primary)?
 *   arguments  := (argument | name '=' argument), comma separated
 *   argument   := expression | 'None' for one that may be left out
 *   tile       := 'S[' extents (':' strides)? ']' ('+' part)*
 *   part       := 'R[' extents ':' strides ']' | integer ('@' axis)?
 *               | 'swizzle(' arguments ')'
 *   integer    := digits | number, where numbers are known only at run time
 *   number     := name ('{' 'div' integer '}')? | '{' polynomial '}'
 *   foreign    := attribute | type '<' (extent 'x')+ element ',' attribute
 *                 (',' '#' name | ',' 'mutable')* '>'
 *   type       := 'tensor' | 'vector' | '!' name '.' name
 *   attribute  := '#' name '.' name '<' ... '>'         see tl/foreign.h
 *
 * `a.f(x)` passes a as the first argument of f that takes a's kind, where f may
 * leave out the prefix of a's family; when f makes a register or shared layout
 * from numbers it means compose(a, f(x)).  Names such as the C of
 * mma_atom("SM80_16x8x16_F32F16F16F32_TN", C) are arguments of their own kind.
 * Evaluation is exact, allocates nothing and is bounded in depth; the first
 * error ends it. */
#ifndef TL_EXPRESSION_H
#define TL_EXPRESSION_H

#include "tl/notation.h"

TL_C_BEGIN

/* Evaluates `text` (length bytes, need not end in NUL).  `family` is the kind
 * of layout that is wanted, or TL_KIND_NONE for any value.  Within a family the
 * prefix of its function names may be left out, the bare fields of its
 * constructor are accepted, and any other kind of value is an error.  Waves
 * have `lanes` threads (tl/target.h).
 *
 *   "local(2, 1).spatial(8, 4).local(1, 2)", TL_KIND_REGISTER
 *   "shape = [8], mode_shape = [8], mode_strides = [1]", TL_KIND_SHARED
 *   "row_major(32, 8)", TL_KIND_SHARED
 *
 * error->position is the offset in `text` of what is wrong. */
TL_MUST_CHECK tl_code tl_expression_evaluate(const char *text, size_t length,
                                             tl_kind family, int64_t lanes,
                                             tl_value *out, tl_error *error);

/* Writes the text of `value`, of any length; evaluating it gives the same value
 * (law L10), unless it is text itself:
 *
 *   grid(reduce(spatial(2, 2), [0]))  ->  [[[0, 0], [2, 0]], [[1, 0], [3, 0]]]
 *   offsets(shared_row_major(2, 2))   ->  [0, 1, 2, 3]
 *   values((2,2):(2,1))               ->  [0, 2, 1, 3], colexicographic
 *   apply(S[(8, 4) : (1@laneid, 1)], (2, 3))  ->  3@m + 2@laneid
 *   copy_plan(S[(32, 8) : (1@laneid, 1)], S[(32, 8) : (8, 1)], 16)
 *     ->  plan(warp, threads = all, base = 8 * t, vector = 8 of (8) -> (1),
 *              align = 16)                            (on one line) */
void tl_value_write(const tl_value *value, tl_writer writer);

/* Appends the text of `value`:
 *
 *   register(shape = [4], mode_shape = [4], spatial_modes = [0],
 *            local_modes = [])                        (on one line) */
void tl_value_print(const tl_value *value, tl_text *text);

/* The same without the name of the family around it, as an attribute of the
 * family prints it: `shape = [4], ...`; evaluates within the family. */
void tl_value_print_in_family(const tl_value *value, tl_text *text);

/* Evaluates, and writes the text of the value.  Here numbers may be known only
 * at run time (law L46): M, N, K, L, and any name with a divisor, `M{div 64}`,
 * stand for positive multiples of it, and {M/64 + 1} and {ceil(M/64)} for
 * polynomials.
 *
 *   logical_divide((M{div 64},8):(8,1), <64>)
 *     ->  ((64,{M{div 64}/64}),8):((8,512),1)
 *
 * For all such numbers that text evaluates to the value of the expression, or
 * to a layout with the same map where that loses extents of 1.
 * TL_UNSUPPORTED, "undecided", with an example where the value depends on what
 * they are. */
TL_MUST_CHECK tl_code tl_expression_write(const char *text, size_t length,
                                          tl_kind family, int64_t lanes,
                                          tl_writer writer, tl_error *error);

TL_C_END
#endif /* TL_EXPRESSION_H */
