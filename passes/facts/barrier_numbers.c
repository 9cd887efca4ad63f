/* barrier_numbers.c - see barrier_numbers.h. */
#include "barrier_numbers.h"
#include "mlir-c/BuiltinAttributes.h"
#include <ctype.h>
#include <string.h>

enum { MOST_NUMBERS = 64 };

typedef struct number_search {
  tl_facts *facts;
  tl_barrier_numbers found;
} number_search;

/* The operand that is a number, in front of a count; null: it names none. */
static MlirValue number_of(MlirOperation operation) {
  bool arrives = tl_operation_is(operation, "nvvm.barrier.arrive");
  if (!arrives && !tl_operation_is(operation, "nvvm.barrier"))
    return (MlirValue){NULL};
  MlirAttribute segments = tl_attribute_of(operation, "operandSegmentSizes");
  bool has = arrives ? mlirOperationGetNumOperands(operation) > 1
                     : mlirDenseI32ArrayGetElement(segments, 0) > 0;
  return has ? mlirOperationGetOperand(operation, 0) : (MlirValue){NULL};
}

/* bar.sync or barrier.sync, and not mbarrier.init. */
static bool names_barrier(MlirStringRef assembly) {
  static const char *const WORDS[] = {"bar.", "barrier."};
  for (size_t i = 0; i < assembly.length; i++)
    for (int w = 0; w < 2; w++) {
      size_t length = strlen(WORDS[w]);
      bool starts = i == 0 || !isalnum((unsigned char)assembly.data[i - 1]);
      if (starts && assembly.length - i >= length &&
          memcmp(assembly.data + i, WORDS[w], length) == 0)
        return true;
    }
  return false;
}

static bool is_opaque(MlirOperation operation) {
  static const char *const ASSEMBLY[][2] = {{"llvm.inline_asm", "asm_string"},
                                            {"nvvm.inline_ptx", "ptxCode"}};
  for (int i = 0; i < 2; i++)
    if (tl_operation_is(operation, ASSEMBLY[i][0]))
      return names_barrier(
          mlirStringAttrGetValue(tl_attribute_of(operation, ASSEMBLY[i][1])));
  return tl_operation_is(operation, "func.call") ||
         tl_operation_is(operation, "llvm.call");
}

static MlirWalkResult read_numbers(MlirOperation operation, void *user) {
  number_search *search = user;
  tl_barrier_numbers *found = &search->found;
  MlirValue number = number_of(operation);
  if (is_opaque(operation))
    found->unknown = operation;
  if (mlirValueIsNull(number))
    return MlirWalkResultAdvance;
  tl_value_fact fact = tl_value_fact_of(search->facts, number);
  if (fact.least < 0 || fact.most >= MOST_NUMBERS)
    found->unknown = operation;
  else
    for (int64_t i = fact.least; i <= fact.most; i++)
      found->used |= UINT64_C(1) << i;
  return MlirWalkResultAdvance;
}

tl_barrier_numbers tl_barrier_numbers_in(tl_facts *facts,
                                         MlirOperation kernel) {
  number_search search = {.facts = facts};
  mlirOperationWalk(kernel, read_numbers, &search, MlirWalkPreOrder);
  return search.found;
}

int64_t tl_barrier_numbers_left(const tl_barrier_numbers *numbers,
                                int64_t barriers, int64_t count) {
  int64_t first = barriers, row = 0;
  while (first > 1 && row < count)
    row = numbers->used >> --first & 1 ? 0 : row + 1;
  return row == count ? first : 0;
}
