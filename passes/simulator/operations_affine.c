/* operations_affine.c - affine.apply, affine.min, affine.max.
 *
 * An expression is compiled to postfix code: pairs (opcode, number). */
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "operations.h"

typedef enum opcode {
  PUSH_CONSTANT = 0,
  PUSH_OPERAND,
  ADD,
  MULTIPLY,
  MODULO,
  FLOOR_DIVIDE,
  CEILING_DIVIDE,
  END_OF_RESULT,
} opcode;

enum { MAX_CODE = 512, MAX_STACK = 64 };

typedef struct code_writer {
  int64_t code[MAX_CODE], count, dimensions;
} code_writer;

static void emit(code_writer *writer, opcode code, int64_t number) {
  if (writer->count + 2 <= MAX_CODE) {
    writer->code[writer->count] = code;
    writer->code[writer->count + 1] = number;
  }
  writer->count += 2;
}

typedef struct binary_row {
  bool (*is)(MlirAffineExpr expression);
  opcode code;
} binary_row;

static const binary_row BINARIES[] = {
    {mlirAffineExprIsAAdd, ADD},
    {mlirAffineExprIsAMul, MULTIPLY},
    {mlirAffineExprIsAMod, MODULO},
    {mlirAffineExprIsAFloorDiv, FLOOR_DIVIDE},
    {mlirAffineExprIsACeilDiv, CEILING_DIVIDE},
};

static void write_expression(code_writer *writer, MlirAffineExpr expression) {
  if (mlirAffineExprIsAConstant(expression)) {
    emit(writer, PUSH_CONSTANT, mlirAffineConstantExprGetValue(expression));
    return;
  }
  if (mlirAffineExprIsADim(expression)) {
    emit(writer, PUSH_OPERAND, mlirAffineDimExprGetPosition(expression));
    return;
  }
  if (mlirAffineExprIsASymbol(expression)) {
    emit(writer, PUSH_OPERAND,
         writer->dimensions + mlirAffineSymbolExprGetPosition(expression));
    return;
  }
  write_expression(writer, mlirAffineBinaryOpExprGetLHS(expression));
  write_expression(writer, mlirAffineBinaryOpExprGetRHS(expression));
  for (size_t i = 0; i < sizeof BINARIES / sizeof *BINARIES; i++)
    if (BINARIES[i].is(expression))
      emit(writer, BINARIES[i].code, 0);
}

static bool prepare_map(tl_instruction *at) {
  MlirAffineMap map = mlirAffineMapAttrGetValue(tl_attribute(at, "map"));
  code_writer writer = {.dimensions = mlirAffineMapGetNumDims(map)};
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); i++) {
    write_expression(&writer, mlirAffineMapGetResult(map, i));
    emit(&writer, END_OF_RESULT, 0);
  }
  if (writer.count > MAX_CODE)
    return tl_refuse(at, "has a map that is too long to simulate");
  if (!tl_reserve_numbers(at, writer.count))
    return false;
  for (int64_t i = 0; i < writer.count; i++)
    at->numbers[i] = writer.code[i];
  return true;
}

static int64_t floor_of(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* Of divisors above 0; false when the result has more than 64 bits. */
static bool combine(opcode code, int64_t *a, int64_t b) {
  int64_t quotient = 0;
  switch (code) {
  case ADD:
    return tl_add_product(a, b, 1);
  case MULTIPLY:
    return !__builtin_mul_overflow(*a, b, a);
  case MODULO:
    *a = *a % b + (*a % b < 0 ? b : 0);
    return true;
  default:
    quotient = floor_of(*a, b);
    *a = quotient + (code == CEILING_DIVIDE && *a % b != 0);
    return true;
  }
}

/* Which of several results is taken: +1 the largest, -1 the smallest. */
static void run_map(const tl_step *step, int direction) {
  const tl_instruction *at = step->at;
  int64_t stack[MAX_STACK] = {0}, depth = 0, best = 0;
  bool has_result = false;
  for (int64_t i = 0; i < at->number_count; i += 2) {
    opcode code = (opcode)at->numbers[i];
    int64_t number = at->numbers[i + 1];
    if (code == END_OF_RESULT) {
      int64_t value = stack[--depth];
      if (!has_result || (value > best) == (direction > 0))
        best = value;
      has_result = true;
    } else if (code == PUSH_CONSTANT || code == PUSH_OPERAND) {
      stack[depth++ % MAX_STACK] =
          code == PUSH_CONSTANT ? number : tl_operand_number(step, (int)number);
    } else if (code > MULTIPLY && stack[depth - 1] <= 0) {
      tl_fault(step, TL_FAULT_ARITHMETIC,
               "divides by a number that is not positive");
      return;
    } else if (!combine(code, &stack[depth - 2], stack[depth - 1])) {
      tl_fault_overflow(step);
      return;
    } else {
      depth--;
    }
  }
  tl_give_number(step, 0, best);
}

static void run_max(const tl_step *step) { run_map(step, 1); }

static void run_min(const tl_step *step) { run_map(step, -1); }

const tl_sim_row TL_SIM_AFFINE[] = {
    {"affine.apply", .each = run_max, .prepare = prepare_map},
    {"affine.max", .each = run_max, .prepare = prepare_map},
    {"affine.min", .each = run_min, .prepare = prepare_map},
    {.name = NULL},
};
