/* loop_ends.c - see loop_ends.h. */
#include "loop_ends.h"
#include "branches.h"
#include "hoisting.h"
#include "lib/base/checked.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "passes/facts/value_facts.h"
#include "tl/dialect.h"

/* Operands of scf.for. */
enum { LOWER = 0, UPPER, STEP };

enum { WORD_BITS = 32, INDEX_BITS = 64 };

/* Of all shifts together: far below where a promise would end a range. */
enum { MOST_SHIFT = 1 << 24 };

/*===--- Reading ----------------------------------------------------------===*/

static bool has_bits(MlirType type, unsigned least) {
  return !mlirTypeIsAInteger(type) || mlirIntegerTypeGetWidth(type) >= least;
}

/* Of casts that may keep a number, and of what hides it from LLVM. */
static const char *const SAME[] = {"arith.index_cast", "llvm.inttoptr",
                                   "llvm.intr.launder.invariant.group",
                                   "llvm.ptrtoint", NULL};

static bool is_word(tl_facts *facts, MlirValue number) {
  tl_value_fact own = tl_value_fact_of(facts, number);
  return own.least >= INT32_MIN && own.most <= INT32_MAX;
}

/* Whether it is the number that it is made of, or what is assumed of that.  A cast to a
 * word keeps what is proved to be one; of any other *cut is set, if it is there. */
static bool is_same_number(tl_facts *facts, MlirValue value, bool *cut) {
  if (!mlirValueIsAOpResult(value))
    return false;
  MlirOperation at = mlirOpResultGetOwner(value);
  MlirType type = mlirValueGetType(value);
  if (tl_operation_kind_of(at) == TL_OPERATION_ASSUME)
    return true;
  if (!has_bits(type, WORD_BITS) || !tl_operation_is_one_of(at, SAME))
    return false;
  if (has_bits(type, INDEX_BITS) ||
      is_word(facts, mlirOperationGetOperand(at, 0)))
    return true;
  if (cut)
    *cut = true;
  return cut != NULL;
}

/* The number below casts that keep it, and below what hides it from LLVM. */
static MlirValue number_below(tl_facts *facts, MlirValue value, bool *cut) {
  while (is_same_number(facts, value, cut))
    value = mlirOperationGetOperand(mlirOpResultGetOwner(value), 0);
  return value;
}

/* The number that is extended to an index, or the number. */
static MlirValue extended_from(MlirValue number) {
  MlirOperation at = tl_defined_by(number, "arith.index_cast");
  return mlirOperationIsNull(at) || !mlirTypeIsAIndex(mlirValueGetType(number))
             ? number
             : mlirOperationGetOperand(at, 0);
}

static MlirValue counter_of(MlirOperation loop) {
  return mlirBlockGetArgument(tl_branch_side(loop, TL_TAKEN), 0);
}

/* Whether the sum, which may not wrap but where *cut is set, is of the counter and of
 * what stays. */
static bool read_shifts(tl_facts *facts, MlirOperation loop, MlirValue sum,
                        bool *cut, int *left, tl_loop_end *out) {
  MlirOperation at;
  while (at = tl_defined_by(sum = number_below(facts, sum, cut), "arith.addi"),
         !mlirOperationIsNull(at) && tl_has_no_signed_wrap(at)) {
    MlirValue a = mlirOperationGetOperand(at, 0),
              b = mlirOperationGetOperand(at, 1);
    bool is_last = tl_may_hoist(loop, b, left);
    if (out->shift_count == TL_MAX_LOOP_SHIFTS ||
        !(is_last || tl_may_hoist(loop, a, left)))
      return false;
    out->shifts[out->shift_count++] = is_last ? b : a;
    sum = is_last ? a : b;
  }
  return mlirValueEqual(sum, counter_of(loop));
}

/* Whether the shifts are numbers from 0, together far below what wraps: *most at the
 * most. */
static bool are_shifts_small(tl_facts *facts, const tl_loop_end *end,
                             int64_t *most) {
  *most = end->constant;
  bool are_small = *most >= 0 && *most <= MOST_SHIFT;
  for (intptr_t i = 0; are_small && i < end->shift_count; i++) {
    tl_value_fact own = tl_value_fact_of(facts, end->shifts[i]);
    are_small = tl_is_of_thread(end->shifts[i]) && own.least >= 0 &&
                own.most <= MOST_SHIFT - *most;
    *most += own.most;
  }
  return are_small;
}

/* Whether the shift leads no number up to `most` that the counter may have, also behind
 * the end, past that: all are multiples of what divides start and step. */
static bool may_shift(tl_facts *facts, MlirOperation loop, int64_t shift,
                      int64_t most) {
  MlirValue start = mlirOperationGetOperand(loop, LOWER),
            step = mlirOperationGetOperand(loop, STEP);
  int64_t divisor = tl_gcd(tl_value_fact_of(facts, start).divisor,
                           tl_value_fact_of(facts, step).divisor);
  return divisor && shift <= most % divisor;
}

static bool is_positive(tl_facts *facts, MlirValue value) {
  return tl_value_fact_of(facts, value).least >= 0;
}

/* Whether the bound is a number that the counter may have. */
static bool is_counted_in(MlirType type, MlirValue bound) {
  return mlirTypeIsAIndex(type) ||
         (mlirIntegerTypeGetWidth(type) == WORD_BITS && tl_is_word(bound));
}

bool tl_loop_end_read(tl_facts *facts, MlirOperation loop, MlirValue condition,
                      int *left, tl_loop_end *out) {
  int64_t most;
  MlirValue counter = counter_of(loop);
  tl_bounded_room asked = tl_bounded_room_of(condition);
  if (mlirValueIsNull(asked.room))
    return false;
  MlirOperation room = tl_defined_by(extended_from(asked.room), "arith.subi");
  if (mlirOperationIsNull(room) || !tl_has_no_signed_wrap(room))
    return false;
  *out = (tl_loop_end){.bound = mlirOperationGetOperand(room, 0),
                       .constant = asked.least};
  bool is_long = mlirTypeIsAIndex(mlirValueGetType(counter)),
       is_short = is_word(facts, counter), is_cut = false;
  MlirValue upper = mlirOperationGetOperand(loop, UPPER);
  if (mlirValueEqual(number_below(facts, out->bound, NULL),
                     number_below(facts, upper, NULL)))
    out->own = upper;
  out->is_bound_positive = is_positive(facts, out->bound);
  out->is_start_positive =
      is_positive(facts, mlirOperationGetOperand(loop, LOWER));
  if (!mlirAttributeIsNull(tl_attribute_of(loop, "unsignedCmp")) ||
      !is_counted_in(mlirValueGetType(counter), out->bound) ||
      !tl_may_hoist(loop, out->bound, left) ||
      !read_shifts(facts, loop, mlirOperationGetOperand(room, 1),
                   is_short ? &is_cut : NULL, left, out) ||
      !are_shifts_small(facts, out, &most))
    return false;
  out->may_shift =
      out->shift_count &&
      may_shift(facts, loop, most, is_long ? INT64_MAX : INT32_MAX);
  out->is_word = is_short && may_shift(facts, loop, most, INT32_MAX);
  return out->is_word || !is_cut;
}

/*===--- Writing ----------------------------------------------------------===*/

static MlirValue build_in(const tl_builder *builder, MlirType type,
                          MlirValue number) {
  return mlirTypeIsAIndex(type) ? tl_build_as_index(builder, number)
                                : tl_build_narrow(builder, number);
}

static MlirValue build_shift(const tl_builder *builder, MlirType type,
                             const tl_loop_end *end) {
  MlirValue shift = {NULL};
  for (intptr_t i = 0; i < end->shift_count; i++)
    shift = tl_build_pair(builder, TL_ADD, shift,
                          build_in(builder, type, end->shifts[i]));
  return tl_build_by(builder, TL_ADD, shift, end->constant);
}

/* bound - shift, or below all numbers where that wraps: the loop has no turn then. */
static MlirValue build_any_end(const tl_builder *builder, MlirType type,
                               MlirValue bound, MlirValue shift) {
  int64_t least = mlirTypeIsAIndex(type) ? INT64_MIN : INT32_MIN;
  MlirValue end = tl_build_pair(builder, TL_SUBTRACT_WRAPPING, bound, shift);
  return tl_build_select(
      builder, tl_build_compare_pair(builder, TL_EXCEEDS, end, bound),
      tl_build_splat(builder, type, mlirIntegerAttrGet(type, least)), end);
}

static MlirValue build_end(const tl_builder *builder, const tl_loop_end *end,
                           MlirValue shift, MlirValue bound) {
  if (!end->is_bound_positive && !end->is_start_positive)
    return build_any_end(builder, mlirValueGetType(bound), bound, shift);
  if (!end->is_bound_positive)
    bound = tl_build_by(builder, TL_MAXIMUM, bound, 0);
  return tl_build_pair(builder, TL_SUBTRACT, bound, shift);
}

/* Whether the shift may be taken off behind it: of a counter that a word holds, which
 * the shifted one is, too, a word is kept, and 64 bits where only what hides them from
 * LLVM is made of them. */
static bool keeps(MlirOperation user, bool is_word) {
  if (!tl_operation_is_one_of(user, SAME))
    return false;
  MlirValue result = mlirOperationGetResult(user, 0);
  MlirType type = mlirValueGetType(result);
  if (!mlirTypeIsAInteger(type))
    return true;
  bool is_kept = mlirIntegerTypeGetWidth(type) == INDEX_BITS;
  for (MlirOpOperand use = mlirValueGetFirstUse(result);
       is_kept && !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    is_kept = tl_operation_is_one_of(mlirOpOperandGetOwner(use), SAME);
  return is_kept || (is_word && mlirIntegerTypeGetWidth(type) == WORD_BITS);
}

/* Takes the shift off the number where it is used, behind all that keeps it, so that
 * LLVM finds the sum of both. */
static void take_off(const tl_builder *before, MlirValue number,
                     MlirValue shift, bool is_word) {
  enum { MOST = 16 };
  MlirOperation kept[MOST + 1];
  intptr_t count = 0, others = 0;
  for (MlirOpOperand use = mlirValueGetFirstUse(number);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (count < MOST && keeps(user, is_word))
      kept[count++] = user;
    else
      others++;
  }
  for (intptr_t i = 0; i < count; i++)
    take_off(before, mlirOperationGetResult(kept[i], 0), shift, is_word);
  if (!others)
    return;
  tl_builder behind = *before;
  behind.block = mlirValueIsABlockArgument(number)
                     ? mlirBlockArgumentGetOwner(number)
                     : mlirOperationGetBlock(mlirOpResultGetOwner(number));
  behind.before =
      mlirValueIsABlockArgument(number)
          ? mlirBlockGetFirstOperation(behind.block)
          : mlirOperationGetNextInBlock(mlirOpResultGetOwner(number));
  MlirValue rest =
      tl_build_pair(&behind, TL_SUBTRACT, number,
                    build_in(before, mlirValueGetType(number), shift));
  kept[count] = mlirOpResultGetOwner(rest);
  mlirValueReplaceAllUsesExcept(number, rest, count + 1, kept);
}

/* From the start and the shift up to the end. */
static void shift_counter(const tl_builder *before, MlirOperation loop,
                          MlirValue shift, bool is_word) {
  MlirValue start = mlirOperationGetOperand(loop, LOWER);
  mlirOperationSetOperand(loop, LOWER,
                          tl_build_pair(before, TL_ADD, start, shift));
  take_off(before, counter_of(loop), shift, is_word);
}

/* The bound of the loop itself is known where it begins; another one is frozen. */
void tl_loop_end_write(MlirOperation loop, const tl_loop_end *end) {
  tl_key_table built;
  tl_builder before = tl_builder_apart(loop, &built);
  MlirType type = mlirValueGetType(counter_of(loop));
  MlirValue upper = mlirOperationGetOperand(loop, UPPER);
  tl_hoist(loop, end->bound);
  for (intptr_t i = 0; i < end->shift_count; i++)
    tl_hoist(loop, end->shifts[i]);
  MlirValue bound = build_in(&before, type, end->bound);
  MlirValue shift = build_shift(&before, type, end);
  if (!mlirValueEqual(upper, end->own))
    mlirOperationSetOperand(
        loop, UPPER,
        tl_build_pair(
            &before, TL_MINIMUM,
            build_end(&before, end, shift, tl_build_frozen(&before, bound)),
            upper));
  else if (end->may_shift)
    shift_counter(&before, loop, shift, end->is_word);
  else
    mlirOperationSetOperand(loop, UPPER, build_end(&before, end, shift, upper));
  tl_key_table_free(&built);
}
