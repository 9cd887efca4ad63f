/* memory_facts.c - see memory_facts.h.
 *
 *   address of element 0 = address of the buffer + offset * element size
 *
 * so that each of the two addresses is aligned as far as the other one and the
 * offset are.  Views move the offset (memref.subview), replace it and keep the
 * buffer (memref.reinterpret_cast), or begin a new buffer (memref.view).
 *
 * What control flow chooses is followed to its sources.  Where one of them is a
 * view of the choice itself, as in a loop that moves a memref on, it is found
 * without that first, and weakened until it holds of all. */
#include "memory_facts.h"
#include "kernel_launches.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "owned_buffers.h"
#include "value_sources.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
  MAX_VIEWS = 64, /* of a chain; the memref before them counts as unknown */
  DYNAMIC_ALIGNMENT = 16, /* of the array that it is lowered to */
  MAX_SOURCES = 64,       /* of a choice, and other choices between */
  MAX_PLACES = 512, /* in choices of a question; beyond them nothing is known */
  MAX_ROUNDS = 16,  /* of a choice */
};

static const char LAUNCH[] = "gpu.launch";

/* What states an alignment: of an argument, a definition, and the copy. */
static const tl_base_cure OF_ARGUMENT = {"llvm.align", false},
                          OF_DEFINITION = {"alignment", false},
                          OF_COPY = {TL_ATTRIBUTE_ALIGNMENT, true},
                          OF_NOTHING = {NULL, false};

/* A view on the way to its buffer. */
typedef struct view_query {
  tl_facts *facts;
  MlirOperation operation;
  MlirValue memref; /* the result */
  const char *name; /* of the operation */
  int depth;
} view_query;

static bool place_of(tl_facts *facts, MlirValue memref, int depth,
                     tl_memory_facts *out);

/*===--- Attributes ------------------------------------------------------===*/

static int64_t integer_of(MlirAttribute attribute) {
  return mlirAttributeIsNull(attribute) || !mlirAttributeIsAInteger(attribute)
             ? 0
             : mlirIntegerAttrGetValueInt(attribute);
}

static MlirAttribute array_item(MlirAttribute array, intptr_t i) {
  bool has_item = !mlirAttributeIsNull(array) && mlirAttributeIsAArray(array) &&
                  i >= 0 && i < mlirArrayAttrGetNumElements(array);
  return has_item ? mlirArrayAttrGetElement(array, i) : (MlirAttribute){NULL};
}

/* A list of numbers and, for INT64_MIN, the operands from *operand on, which is
 * moved behind them. */
static int64_t read_mixed(const view_query *query, const char *name,
                          intptr_t *operand, tl_value_fact *out) {
  MlirOperation operation = query->operation;
  MlirAttribute numbers = tl_attribute_of(operation, name);
  intptr_t count = mlirDenseArrayGetNumElements(numbers);
  for (intptr_t i = 0; i < count && i < TL_MAX_RANK; i++) {
    int64_t number = mlirDenseI64ArrayGetElement(numbers, i);
    out[i] = tl_fact_of_number(number);
    if (number == INT64_MIN)
      out[i] = tl_value_fact_of(
          query->facts, mlirOperationGetOperand(operation, (*operand)++));
  }
  return count;
}

static int64_t element_bytes(MlirType memref) {
  int64_t bytes = tl_element_bytes(memref);
  return bytes ? bytes : 1;
}

/*===--- Facts of a memref -----------------------------------------------===*/

/* What the type says: numbers, and for a contiguous memref that a stride is the
 * product of the sizes behind it. */
static void add_type_facts(const tl_strided *type, tl_memory_facts *out) {
  tl_value_fact product = tl_fact_constant(1);
  out->offset = tl_fact_both(tl_fact_of_number(type->offset), out->offset);
  for (int64_t d = type->shape.count - 1; d >= 0; d--) {
    out->sizes[d] =
        tl_fact_both(tl_fact_of_number(type->shape.items[d]), out->sizes[d]);
    out->strides[d] = tl_fact_both(tl_fact_of_number(type->strides.items[d]),
                                   out->strides[d]);
    if (type->is_identity)
      out->strides[d] = tl_fact_both(out->strides[d], product);
    product = tl_fact_product(product, out->sizes[d]);
  }
}

static void forget_shape(tl_memory_facts *out) {
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    out->sizes[d] = out->strides[d] = tl_fact_unknown();
}

/* The power of two, in bytes, that divides a number of elements. */
static int64_t aligned_bytes(tl_value_fact elements, int64_t element) {
  return tl_fact_power_of_two(
      tl_fact_product(elements, tl_fact_constant(element)));
}

/* Appends to a reason, where reasons are asked for. */
TL_PRINTF(3, 4)
static void say(const tl_facts *facts, char reason[TL_MESSAGE_CAPACITY],
                const char *format, ...) {
  if (!facts->explains)
    return;
  size_t length = strlen(reason);
  va_list list;
  va_start(list, format);
  vsnprintf(reason + length, TL_MESSAGE_CAPACITY - length, format, list);
  va_end(list);
}

/* `what` of `name`, as in "offset of memref.subview". */
static void explain(const tl_facts *facts, tl_value_fact number,
                    const char *what, const char *name,
                    tl_aligned_address *out) {
  char *reason = out->reason;
  out->cure = tl_fact_is_constant(number) ? OF_NOTHING : OF_COPY;
  reason[0] = 0;
  say(facts, reason, "%s of %s", what, name);
  if (tl_fact_is_constant(number))
    say(facts, reason, " is %" PRId64, number.least);
  else if (number.divisor == 1)
    say(facts, reason, " is known only at run time");
  else
    say(facts, reason, " is a multiple of %" PRId64 " only", number.divisor);
}

/* One of the two addresses from the other one and the offset between them. */
static void align(const tl_facts *facts, const tl_aligned_address *from,
                  tl_value_fact offset, int64_t element, const char *name,
                  tl_aligned_address *to) {
  int64_t bytes = aligned_bytes(offset, element);
  if (bytes < from->alignment && bytes > to->alignment) {
    to->alignment = bytes;
    explain(facts, offset, "offset", name, to);
  } else if (bytes >= from->alignment && from->alignment > to->alignment) {
    *to = *from;
  }
}

static void raise_alignment(tl_aligned_address *address, int64_t least) {
  if (address->alignment < least)
    address->alignment = least;
}

/* Adds what the type says, and each address from the other. */
static void close_facts(const tl_facts *facts, MlirType type,
                        const tl_strided *strided, const char *name,
                        tl_memory_facts *out) {
  int64_t bytes = element_bytes(type);
  add_type_facts(strided, out);
  align(facts, &out->buffer, out->offset, bytes, name, &out->element);
  align(facts, &out->element, out->offset, bytes, name, &out->buffer);
  raise_alignment(&out->element, bytes);
  raise_alignment(&out->buffer, bytes);
}

/*===--- Where a buffer comes from ---------------------------------------===*/

/* `stated` is 0 when nothing is. */
static void promise(const tl_facts *facts, tl_memory_facts *out, int64_t stated,
                    const char *name, tl_base_cure cure) {
  char *reason = out->buffer.reason;
  reason[0] = 0;
  if (stated > 0)
    say(facts, reason, "alignment of %s is %" PRId64, name, stated);
  else
    say(facts, reason, "%s states no alignment", name);
  out->buffer.alignment = stated > 0 ? stated & -stated : 1;
  out->buffer.cure = cure;
  out->element = out->buffer;
  out->element.alignment = 0;
}

/* Block arguments of a function: its own, then of a gpu.func the workgroup
 * buffers, then the private ones. */
static const struct {
  const char *name, *attributes;
} ARGUMENTS[] = {
    {"argument", "arg_attrs"},
    {"workgroup buffer", "workgroup_attrib_attrs"},
    {"private buffer", "private_attrib_attrs"},
};

enum { ARGUMENT_KINDS = sizeof ARGUMENTS / sizeof *ARGUMENTS };

static bool is_function(MlirOperation operation, MlirBlock block,
                        intptr_t counts[ARGUMENT_KINDS]) {
  MlirAttribute type = tl_attribute_of(operation, "function_type");
  if (mlirAttributeIsNull(type) || !mlirAttributeIsAType(type) ||
      !mlirTypeIsAFunction(mlirTypeAttrGetValue(type)) ||
      !mlirBlockEqual(
          block, mlirRegionGetFirstBlock(mlirOperationGetRegion(operation, 0))))
    return false;
  counts[0] = mlirFunctionTypeGetNumInputs(mlirTypeAttrGetValue(type));
  counts[1] = integer_of(tl_attribute_of(operation, "workgroup_attributions"));
  counts[2] = INTPTR_MAX;
  return true;
}

/* The least that all launches of the kernel give to its argument; 0 without
 * any. */
static int64_t launched_alignment(tl_facts *facts,
                                  const tl_buffer_definition *argument,
                                  int depth) {
  int64_t least = 0;
  for (const tl_kernel_launch *launch =
           tl_kernel_launches(facts, argument->operation);
       launch; launch = launch->next) {
    MlirValue given = tl_launch_value(launch->operation, argument->argument);
    tl_memory_facts known;
    if (mlirValueIsNull(given))
      return 0;
    place_of(facts, given, depth + 1, &known);
    if (!least || known.buffer.alignment < least)
      least = known.buffer.alignment;
  }
  return least;
}

/* An argument of its own, as far as it is a kernel's. */
static int64_t kernel_alignment(tl_facts *facts,
                                const tl_buffer_definition *argument,
                                int64_t stated, int depth) {
  int64_t launched, promised = facts->argument_alignment;
  if (!tl_operation_is(argument->operation, "gpu.func") ||
      mlirAttributeIsNull(tl_attribute_of(argument->operation, "gpu.kernel")))
    return stated;
  launched = launched_alignment(facts, argument, depth);
  return tl_buffer_known_alignment(facts, argument, stated,
                                   launched > promised ? launched : promised);
}

/* 0 when it has none; also says what the argument is. */
static int64_t argument_alignment(tl_facts *facts, MlirValue argument,
                                  int depth, char name[TL_MESSAGE_CAPACITY],
                                  bool *is_of_function) {
  MlirBlock block = mlirBlockArgumentGetOwner(argument);
  const tl_buffer_definition buffer = {mlirBlockGetParentOperation(block),
                                       mlirBlockArgumentGetArgNumber(argument),
                                       mlirValueGetType(argument)};
  intptr_t i = buffer.argument, counts[ARGUMENT_KINDS];
  int kind = 0;
  name[0] = 0;
  *is_of_function = is_function(buffer.operation, block, counts);
  if (!*is_of_function) {
    say(facts, name, "%s",
        tl_operation_is(buffer.operation, LAUNCH) ? "a buffer of gpu.launch"
                                                  : "a block argument");
    return 0;
  }
  for (; i >= counts[kind]; kind++)
    i -= counts[kind];
  say(facts, name, "%s %td", ARGUMENTS[kind].name, i);
  MlirAttribute own = array_item(
      tl_attribute_of(buffer.operation, ARGUMENTS[kind].attributes), i);
  bool has_own = !mlirAttributeIsNull(own) && mlirAttributeIsADictionary(own);
  int64_t stated =
      has_own ? integer_of(mlirDictionaryAttrGetElementByName(
                    own, mlirStringRefCreateFromCString(OF_ARGUMENT.attribute)))
              : 0;
  return kind ? tl_buffer_alignment(facts, &buffer, stated)
              : kernel_alignment(facts, &buffer, stated, depth);
}

/* Until it is outlined, a kernel has no place to state one of its buffers. */
static void promise_argument(const tl_facts *facts, MlirValue argument,
                             int64_t stated, const char *name,
                             tl_base_cure cure, tl_memory_facts *out) {
  MlirBlock block = mlirBlockArgumentGetOwner(argument);
  bool is_launched =
      tl_operation_is(mlirBlockGetParentOperation(block), LAUNCH);
  promise(facts, out, stated, name, is_launched ? OF_NOTHING : cure);
  if (!is_launched)
    return;
  say(facts, out->buffer.reason, "; outline the kernel first");
  say(facts, out->element.reason, "; outline the kernel first");
}

static void read_stride_divisors(MlirValue argument, tl_memory_facts *out) {
  MlirOperation function =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(argument));
  int64_t divisors[TL_MAX_RANK];
  tl_argument_stride_divisors(function, mlirBlockArgumentGetArgNumber(argument),
                              divisors);
  for (int64_t d = 0; d < TL_MAX_RANK; d++)
    out->strides[d] =
        tl_fact_both(tl_fact_multiple(divisors[d]), out->strides[d]);
}

static int64_t definition_alignment(tl_facts *facts, MlirOperation operation,
                                    MlirType type) {
  return tl_buffer_alignment(
      facts, &(tl_buffer_definition){operation, -1, type},
      integer_of(tl_attribute_of(operation, "alignment")));
}

static int64_t global_alignment(tl_facts *facts, MlirOperation get_global,
                                MlirStringRef name) {
  MlirOperation owner = mlirOperationGetParentOperation(get_global);
  for (; !mlirOperationIsNull(owner);
       owner = mlirOperationGetParentOperation(owner)) {
    if (!mlirOperationEqual(owner, facts->table_owner)) {
      MlirSymbolTable table = mlirSymbolTableCreate(owner);
      if (mlirSymbolTableIsNull(table))
        continue;
      if (!mlirSymbolTableIsNull(facts->table))
        mlirSymbolTableDestroy(facts->table);
      facts->table = table;
      facts->table_owner = owner;
    }
    MlirOperation global = mlirSymbolTableLookup(facts->table, name);
    if (!mlirOperationIsNull(global))
      return definition_alignment(
          facts, global,
          mlirValueGetType(mlirOperationGetResult(get_global, 0)));
  }
  return 0;
}

static void open_global(const view_query *query, tl_memory_facts *out) {
  MlirStringRef symbol =
      mlirFlatSymbolRefAttrGetValue(tl_attribute_of(query->operation, "name"));
  char name[TL_MESSAGE_CAPACITY];
  name[0] = 0;
  say(query->facts, name, "global @%.*s", (int)symbol.length, symbol.data);
  promise(query->facts, out,
          global_alignment(query->facts, query->operation, symbol), name,
          OF_DEFINITION);
}

/* Operands from `operand` on are the sizes that the type leaves open. */
static void read_sizes(const view_query *query, intptr_t operand,
                       tl_memory_facts *out) {
  MlirType type = mlirValueGetType(query->memref);
  for (int64_t d = 0; d < mlirShapedTypeGetRank(type); d++)
    if (mlirShapedTypeIsDynamicDim(type, d))
      out->sizes[d] = tl_value_fact_of(
          query->facts, mlirOperationGetOperand(query->operation, operand++));
}

static void open_dynamic(const view_query *query, tl_memory_facts *out) {
  promise(query->facts, out, DYNAMIC_ALIGNMENT, query->name, OF_NOTHING);
}

static void open_allocation(const view_query *query, tl_memory_facts *out) {
  promise(query->facts, out,
          definition_alignment(query->facts, query->operation,
                               mlirValueGetType(query->memref)),
          query->name, OF_DEFINITION);
  read_sizes(query, 0, out);
}

/*===--- Views -----------------------------------------------------------===*/

/* False when nothing is known of its shape. */
static bool open_source(const view_query *query, intptr_t operand,
                        tl_memory_facts *out) {
  return place_of(query->facts,
                  mlirOperationGetOperand(query->operation, operand),
                  query->depth + 1, out);
}

/* memref.cast, memref.memory_space_cast; memref.distinct_objects returns its
 * operands. */
static void open_same(const view_query *query, tl_memory_facts *out) {
  open_source(query, mlirOpResultGetResultNumber(query->memref), out);
}

static void open_assumption(const view_query *query, tl_memory_facts *out) {
  open_source(query, 0, out);
  int64_t stated = integer_of(tl_attribute_of(query->operation, "alignment"));
  if ((stated & -stated) <= out->element.alignment)
    return;
  out->element.alignment = stated & -stated;
  out->element.cure = OF_DEFINITION;
  out->element.reason[0] = 0;
  say(query->facts, out->element.reason,
      "alignment of memref.assume_alignment is %" PRId64, stated);
}

/* Dimension d becomes what dimension from[d] was; those from `rank` on are
 * forgotten. */
static void permute(const intptr_t *from, int64_t rank, tl_memory_facts *out) {
  tl_memory_facts old = *out;
  forget_shape(out);
  for (int64_t d = 0; d < rank; d++) {
    out->sizes[d] = old.sizes[from[d]];
    out->strides[d] = old.strides[from[d]];
  }
}

static void open_transpose(const view_query *query, tl_memory_facts *out) {
  if (!open_source(query, 0, out))
    return;
  MlirAffineMap map = mlirAffineMapAttrGetValue(
      tl_attribute_of(query->operation, "permutation"));
  intptr_t from[TL_MAX_RANK], rank = mlirAffineMapGetNumResults(map);
  for (intptr_t d = 0; d < rank; d++)
    from[d] = mlirAffineDimExprGetPosition(mlirAffineMapGetResult(map, d));
  permute(from, rank, out);
}

/* The source dimension of every result dimension; 0 when dimensions of extent 1
 * are dropped and others are kept, or else `rank`. */
static int64_t read_kept(const view_query *query, int64_t source_rank,
                         int64_t rank, intptr_t kept[TL_MAX_RANK]) {
  MlirAttribute sizes = tl_attribute_of(query->operation, "static_sizes");
  int64_t count = 0;
  for (int64_t d = 0; d < source_rank; d++)
    if (rank == source_rank || mlirDenseI64ArrayGetElement(sizes, d) != 1) {
      if (count == rank)
        return 0;
      kept[count++] = d;
    }
  return count == rank ? rank : 0;
}

static void shift_element(const view_query *query, tl_value_fact shift,
                          int64_t element, const char *what,
                          tl_memory_facts *out) {
  int64_t bytes = aligned_bytes(shift, element);
  if (bytes >= out->element.alignment)
    return;
  out->element.alignment = bytes;
  explain(query->facts, shift, what, query->name, &out->element);
}

static void open_subview(const view_query *query, tl_memory_facts *out) {
  tl_value_fact offsets[TL_MAX_RANK], strides[TL_MAX_RANK];
  tl_value_fact shift = tl_fact_constant(0);
  intptr_t operand = 1, kept[TL_MAX_RANK];
  if (!open_source(query, 0, out))
    return;
  int64_t source_rank = read_mixed(query, "static_offsets", &operand, offsets);
  read_mixed(query, "static_sizes", &operand, out->sizes);
  read_mixed(query, "static_strides", &operand, strides);
  for (int64_t d = 0; d < source_rank; d++) {
    shift = tl_fact_sum(shift, tl_fact_product(offsets[d], out->strides[d]));
    out->strides[d] = tl_fact_product(strides[d], out->strides[d]);
  }
  MlirType type = mlirValueGetType(query->memref);
  shift_element(query, shift, element_bytes(type), "offset", out);
  out->offset = tl_fact_sum(out->offset, shift);

  int64_t rank = mlirShapedTypeGetRank(type);
  permute(kept, read_kept(query, source_rank, rank, kept), out);
}

/* The base buffer of memref.extract_strided_metadata. */
static void open_base(const view_query *query, tl_memory_facts *out) {
  open_source(query, 0, out);
  out->element.alignment = 0; /* element 0 lies elsewhere in the buffer */
  out->offset = tl_fact_constant(0);
}

/* Counts from the buffer, not from the source's offset. */
static void open_reinterpretation(const view_query *query,
                                  tl_memory_facts *out) {
  intptr_t operand = 1;
  open_base(query, out);
  read_mixed(query, "static_offsets", &operand, &out->offset);
  read_mixed(query, "static_sizes", &operand, out->sizes);
  read_mixed(query, "static_strides", &operand, out->strides);
}

/* The result starts `shift` bytes into the source, which has no offset. */
static void open_bytes(const view_query *query, tl_memory_facts *out) {
  tl_value_fact shift = tl_value_fact_of(
      query->facts, mlirOperationGetOperand(query->operation, 1));
  open_source(query, 0, out);
  shift_element(query, shift, 1, "byte shift", out);
  out->buffer = out->element;
  forget_shape(out);
  read_sizes(query, 2, out);
}

/* The last source dimension that group i of a reassociation reaches. */
static int64_t group_end(const view_query *query, int64_t i) {
  MlirAttribute group =
      array_item(tl_attribute_of(query->operation, "reassociation"), i);
  intptr_t count = mlirArrayAttrGetNumElements(group);
  return count ? integer_of(array_item(group, count - 1)) : -1;
}

/* A dimension of the source becomes several, the last of which steps as it
 * did. */
static void open_expansion(const view_query *query, tl_memory_facts *out) {
  intptr_t operand = 1;
  if (!open_source(query, 0, out))
    return;
  tl_value_fact strides[TL_MAX_RANK];
  memcpy(strides, out->strides, sizeof strides);
  int64_t rank = read_mixed(query, "static_output_shape", &operand, out->sizes);
  int64_t group = mlirArrayAttrGetNumElements(
      tl_attribute_of(query->operation, "reassociation"));
  for (int64_t d = rank - 1; d >= 0; d--)
    if (group > 0 && group_end(query, group - 1) == d)
      out->strides[d] = strides[--group];
    else
      out->strides[d] = tl_fact_product(out->strides[d + 1], out->sizes[d + 1]);
}

/* Dimensions of the source become one, which steps as the last of them that
 * has more than one element. */
static void open_collapse(const view_query *query, tl_memory_facts *out) {
  if (!open_source(query, 0, out))
    return;
  tl_memory_facts source = *out;
  intptr_t groups = mlirArrayAttrGetNumElements(
      tl_attribute_of(query->operation, "reassociation"));
  forget_shape(out);
  for (int64_t i = 0, d = 0; i < groups; i++) {
    tl_value_fact size = tl_fact_constant(1), stride = tl_fact_constant(0);
    for (; d <= group_end(query, i); d++) {
      size = tl_fact_product(size, source.sizes[d]);
      if (!(tl_fact_is_constant(source.sizes[d]) && source.sizes[d].least == 1))
        stride = tl_fact_either(stride, source.strides[d]);
    }
    out->sizes[i] = size;
    out->strides[i] = stride.divisor == 0 ? tl_fact_unknown() : stride;
  }
}

static const struct view_row {
  const char *names[2];
  void (*open)(const view_query *query, tl_memory_facts *out);
} VIEWS[] = {
    {{"memref.alloc", "memref.alloca"}, open_allocation},
    {{"memref.get_global", NULL}, open_global},
    {{"gpu.dynamic_shared_memory", NULL}, open_dynamic},
    {{"memref.cast", "memref.memory_space_cast"}, open_same},
    {{"memref.distinct_objects", NULL}, open_same},
    {{"memref.assume_alignment", NULL}, open_assumption},
    {{"memref.transpose", NULL}, open_transpose},
    {{"memref.subview", NULL}, open_subview},
    {{"memref.reinterpret_cast", NULL}, open_reinterpretation},
    {{"memref.view", NULL}, open_bytes},
    {{"memref.extract_strided_metadata", NULL}, open_base},
    {{"memref.expand_shape", NULL}, open_expansion},
    {{"memref.collapse_shape", NULL}, open_collapse},
};

/*===--- Choices ---------------------------------------------------------===*/

/* What is chosen, its sources, and what holds of all that are known. */
typedef struct tl_memory_choice {
  MlirValue values[MAX_SOURCES]; /* the choice, its sources, and theirs */
  bool is_chosen[MAX_SOURCES];
  intptr_t count;
  bool is_full;
  bool is_asked; /* by a source that is a view of it */
  bool has_facts;
  tl_memory_facts facts;
  struct tl_memory_choice *outer;
} memory_choice;

static void add_source(MlirValue source, void *user) {
  memory_choice *choice = user;
  for (intptr_t i = 0; i < choice->count; i++)
    if (mlirValueEqual(choice->values[i], source))
      return;
  choice->is_full |= choice->count == MAX_SOURCES;
  if (!choice->is_full)
    choice->values[choice->count++] = source;
}

/* False where `memref` is not chosen, or from too many. */
static bool find_sources(tl_facts *facts, MlirValue memref,
                         memory_choice *choice) {
  add_source(memref, choice);
  for (intptr_t i = 0; i < choice->count; i++) {
    intptr_t count = choice->count;
    choice->is_chosen[i] =
        tl_each_source(facts, choice->values[i], add_source, choice);
    if (!choice->is_chosen[i])
      choice->count = count;
  }
  return choice->is_chosen[0] && !choice->is_full;
}

static void meet_address(const tl_aligned_address *a, tl_aligned_address *to) {
  if (a->alignment < to->alignment)
    *to = *a;
}

typedef tl_value_fact meet_fact(tl_value_fact a, tl_value_fact b);

static void meet_facts(const tl_memory_facts *a, meet_fact *meet,
                       tl_memory_facts *to) {
  meet_address(&a->element, &to->element);
  meet_address(&a->buffer, &to->buffer);
  to->offset = meet(to->offset, a->offset);
  for (int64_t d = 0; d < TL_MAX_RANK; d++) {
    to->sizes[d] = meet(to->sizes[d], a->sizes[d]);
    to->strides[d] = meet(to->strides[d], a->strides[d]);
  }
}

static bool is_same(const tl_memory_facts *a, const tl_memory_facts *b) {
  return a->element.alignment == b->element.alignment &&
         a->buffer.alignment == b->buffer.alignment &&
         !memcmp(&a->offset, &b->offset, sizeof a->offset) &&
         !memcmp(a->sizes, b->sizes, sizeof a->sizes) &&
         !memcmp(a->strides, b->strides, sizeof a->strides);
}

/* Makes the facts hold of the sources, as far as they are views of it, by the
 * facts before; whether that has to be asked again. */
static bool weaken(tl_facts *facts, int depth, memory_choice *choice) {
  tl_memory_facts next = choice->facts, own;
  bool has_next = choice->has_facts, was_asked = false;
  for (intptr_t i = 0; i < choice->count; i++) {
    if (choice->is_chosen[i])
      continue;
    choice->is_asked = false;
    place_of(facts, choice->values[i], depth + 1, &own);
    was_asked |= choice->is_asked;
    if (choice->is_asked && !choice->has_facts)
      continue;
    if (has_next)
      meet_facts(&own, choice->has_facts ? tl_fact_widen : tl_fact_either,
                 &next);
    else
      next = own;
    has_next = true;
  }
  bool is_first = !choice->has_facts;
  bool changes = was_asked && (is_first || !is_same(&next, &choice->facts));
  choice->facts = next;
  choice->has_facts = has_next;
  return changes && has_next;
}

static memory_choice *find_followed(tl_facts *facts, MlirValue memref) {
  for (memory_choice *choice = facts->choosing; choice; choice = choice->outer)
    for (intptr_t i = 0; i < choice->count; i++)
      if (choice->is_chosen[i] && mlirValueEqual(choice->values[i], memref))
        return choice;
  return NULL;
}

/* False where nothing is known of what control flow chooses. */
static bool open_choice(tl_facts *facts, MlirValue memref, int depth,
                        tl_memory_facts *out) {
  memory_choice *followed = find_followed(facts, memref);
  if (followed) {
    followed->is_asked = true;
    *out = followed->has_facts ? followed->facts : *out;
    return followed->has_facts;
  }
  memory_choice choice = {.outer = facts->choosing};
  bool changes = true;
  if (!find_sources(facts, memref, &choice))
    return false;
  facts->choosing = &choice;
  for (int round = 0; changes && round < MAX_ROUNDS; round++)
    changes = weaken(facts, depth, &choice);
  facts->choosing = choice.outer;
  if (!changes && choice.has_facts)
    *out = choice.facts;
  return !changes && choice.has_facts;
}

/*===--- Questions -------------------------------------------------------===*/

static bool place_of(tl_facts *facts, MlirValue memref, int depth,
                     tl_memory_facts *out) {
  MlirType type = mlirValueGetType(memref);
  tl_strided strided;
  char name[TL_MESSAGE_CAPACITY];
  name[0] = 0;
  *out = (tl_memory_facts){.offset = tl_fact_unknown()};
  forget_shape(out);
  if (depth > MAX_VIEWS || (facts->choosing && facts->places++ > MAX_PLACES) ||
      !mlirTypeIsAMemRef(type) || !tl_strided_read(type, &strided)) {
    promise(facts, out, 0, "a memref of this type", OF_COPY);
    out->element.alignment = out->buffer.alignment = element_bytes(type);
    return false;
  }
  if (mlirValueIsABlockArgument(memref)) {
    bool is_argument;
    int64_t stated =
        argument_alignment(facts, memref, depth, name, &is_argument);
    if (!open_choice(facts, memref, depth, out) ||
        out->buffer.alignment < stated)
      promise_argument(facts, memref, stated, name,
                       is_argument ? OF_ARGUMENT : OF_COPY, out);
    if (is_argument)
      read_stride_divisors(memref, out);
  } else {
    MlirOperation owner = mlirOpResultGetOwner(memref);
    MlirStringRef own = mlirIdentifierStr(mlirOperationGetName(owner));
    say(facts, name, "%.*s", (int)own.length, own.data);
    view_query query = {facts, owner, memref, name, depth};
    const struct view_row *row = tl_find_operation(
        facts, owner, VIEWS, sizeof VIEWS / sizeof *VIEWS, sizeof *VIEWS);
    if (row)
      row->open(&query, out);
    else if (!open_choice(facts, memref, depth, out))
      promise(facts, out, 0, name, OF_COPY);
  }
  close_facts(facts, type, &strided, name, out);
  return true;
}

void tl_memory_facts_of(tl_facts *facts, MlirValue memref,
                        tl_memory_facts *out) {
  if (!facts->answer)
    facts->answer = tl_key_table_take(&facts->rows, sizeof *out);
  bool is_known = facts->answer && !mlirValueIsNull(facts->asked) &&
                  mlirValueEqual(memref, facts->asked) &&
                  facts->is_explained == facts->explains;
  if (is_known) {
    *out = *facts->answer;
    return;
  }
  facts->places = 0;
  place_of(facts, memref, 0, out);
  facts->is_explained = facts->explains;
  facts->asked = memref;
  if (facts->answer)
    *facts->answer = *out;
}
