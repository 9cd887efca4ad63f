/* ptx_decode.c - From the words of a kernel to its instructions; see
 * ptx_program.h.
 *
 * A function that is called stands in the place of each call, with registers of
 * its own, and its parameters are those variables of the caller that it is given.
 * A branch by number has the branches that it is one of behind it, with as many as
 * they are in the place of their list.
 *
 * Source: PTX ISA, "Instruction Operands" and "Control Flow Instructions:
 * call". */
#include "ptx_rows.h"
#include <stdlib.h>

/* What a name stands for: registers NAME0 to NAMEn-1, or one; or a variable of
 * the program. */
typedef struct binding {
  tl_ptx_word name;
  int first, count; /* of registers; count 0: one without a number */
  int bits;
  int variable; /* or -1 */
} binding;

/* A label, and a branch to one. */
typedef struct mark {
  tl_ptx_word name; /* empty: the end of the function */
  int instruction;
} mark;

typedef struct mark_list {
  mark *items; /* owned */
  int count, capacity;
} mark_list;

typedef struct decoder {
  const tl_ptx_module *module;
  tl_ptx_program *program;
  tl_ptx_error *error;
  binding *bindings; /* owned */
  int binding_count, binding_capacity;
  int visible; /* the first one of the function that is decoded */
  mark_list labels, branches;
  mark_list tables;        /* lists of labels, by their first word */
  const tl_ptx_type *type; /* of the instruction that is decoded, or NULL */
  int depth;               /* of calls and of braces */
  int statements;          /* so far */
  int at, end;
  bool is_refused; /* a variable that is known, with an error */
} decoder;

static bool decode_words(decoder *from);

/*===--- Words ------------------------------------------------------------===*/

static const tl_ptx_word *word(const decoder *from) {
  return &from->module->words[from->at < from->end ? from->at
                                                   : from->module->word_count];
}

static int line(const decoder *from) {
  int last = from->end - 1;
  return from->module->words[from->at < last ? from->at : last].line;
}

static bool take(decoder *from, const char *text) {
  bool is_there = tl_ptx_word_is(word(from), text);
  from->at += is_there;
  return is_there;
}

static bool want(decoder *from, const char *text) {
  return take(from, text) ||
         tl_ptx_fail(from->error, line(from), "'%s' is expected, not '%.*s'",
                     text, word(from)->length, word(from)->text);
}

static bool no_memory(decoder *from) {
  return tl_ptx_fail(from->error, line(from),
                     "needs more memory than there is");
}

static bool is_same(const tl_ptx_word *a, const tl_ptx_word *b) {
  return a->length == b->length &&
         memcmp(a->text, b->text, (size_t)a->length) == 0;
}

/*===--- Names ------------------------------------------------------------===*/

static bool bind(decoder *from, binding one) {
  binding *items = tl_ptx_grow(from->bindings, sizeof *items,
                               from->binding_count, &from->binding_capacity);
  if (!items)
    return no_memory(from);
  from->bindings = items;
  items[from->binding_count++] = one;
  return true;
}

/* The number behind the name of a binding; false of another name or number. */
static bool matches(const binding *one, const tl_ptx_word *name, int *number) {
  tl_ptx_word digits = {name->text + one->name.length,
                        name->length - one->name.length, name->line};
  uint64_t value;
  *number = 0;
  if (digits.length < 0 ||
      memcmp(one->name.text, name->text, (size_t)one->name.length) != 0)
    return false;
  if (one->count == 0)
    return digits.length == 0;
  bool has_digits = digits.length > 0 && digits.text[0] != '-' &&
                    (digits.text[0] != '0' || digits.length == 1);
  bool is_one = has_digits && tl_ptx_number(&digits, &value) &&
                value < (uint64_t)one->count;
  *number = is_one ? (int)value : 0;
  return is_one;
}

static const binding *find_binding(const decoder *from, const tl_ptx_word *name,
                                   int *number) {
  for (int i = from->binding_count - 1; i >= from->visible; i--)
    if (matches(&from->bindings[i], name, number))
      return &from->bindings[i];
  return NULL;
}

/*===--- Variables --------------------------------------------------------===*/

/* The number of the variable of that name, -1 where there is none. */
static int find_variable(decoder *from, const tl_ptx_word *name) {
  int number;
  const tl_ptx_variable *at = from->module->variables;
  const tl_ptx_variable *end = at + from->module->variable_count;
  const binding *one = find_binding(from, name, &number);
  if (one)
    return one->variable;
  while (at < end && (at->space == TL_PTX_OWN || !is_same(&at->name, name)))
    at++;
  if (at == end)
    return -1;
  number = tl_ptx_variable_share(from->program, at, from->error);
  from->is_refused = number < 0;
  return number;
}

static bool declare_variable(decoder *from, tl_ptx_space space) {
  tl_ptx_variable variable = {.space = space};
  if (!tl_ptx_variable_read(from->module, &from->at, &variable, from->error) ||
      !want(from, ";"))
    return false;
  int number =
      (space == TL_PTX_OWN ? tl_ptx_variable_place : tl_ptx_variable_share)(
          from->program, &variable, from->error);
  return number >= 0 &&
         bind(from, (binding){.name = variable.name, .variable = number});
}

/* ".reg .TYPE NAME[<COUNT>], ...;". */
static bool declare_registers(decoder *from) {
  const tl_ptx_type *type = tl_ptx_type_find(
      word(from)->text + 1,
      (size_t)(word(from)->length > 0 ? word(from)->length - 1 : 0));
  if (!type || tl_ptx_is_small(type))
    return tl_ptx_fail(from->error, line(from),
                       "registers of '%.*s' are not known to the simulator",
                       word(from)->length, word(from)->text);
  from->at++;
  do {
    binding one = {.first = from->program->register_count,
                   .bits = type->bits,
                   .variable = -1};
    uint64_t count = 1;
    if (!tl_ptx_name_read(from->module, &from->at, &one.name, from->error))
      return false;
    if (take(from, "<")) {
      if (!tl_ptx_number(word(from), &count) || count < 1 ||
          count > TL_PTX_MAX_REGISTERS)
        return tl_ptx_fail(from->error, line(from),
                           "'%.*s' is no number of registers from 1 to %d",
                           word(from)->length, word(from)->text,
                           TL_PTX_MAX_REGISTERS);
      one.count = (int)count;
      from->at++;
      if (!want(from, ">"))
        return false;
    }
    from->program->register_count += (int)count;
    if (from->program->register_count > TL_PTX_MAX_REGISTERS)
      return tl_ptx_fail(from->error, one.name.line,
                         "the kernel has more than %d registers",
                         TL_PTX_MAX_REGISTERS);
    if (!bind(from, one))
      return false;
  } while (take(from, ","));
  return want(from, ";");
}

/*===--- Operands ---------------------------------------------------------===*/

static const char *const SPECIALS[TL_PTX_SPECIAL_COUNT] = {
    [TL_PTX_TID] = "%tid.x",
    "%tid.y",
    "%tid.z",
    [TL_PTX_NTID] = "%ntid.x",
    "%ntid.y",
    "%ntid.z",
    [TL_PTX_CTAID] = "%ctaid.x",
    "%ctaid.y",
    "%ctaid.z",
    [TL_PTX_NCTAID] = "%nctaid.x",
    "%nctaid.y",
    "%nctaid.z",
    [TL_PTX_LANEID] = "%laneid",
    [TL_PTX_WARPID] = "%warpid",
    [TL_PTX_NWARPID] = "%nwarpid",
    [TL_PTX_LANEMASK_EQ] = "%lanemask_eq",
    [TL_PTX_LANEMASK_LE] = "%lanemask_le",
    [TL_PTX_LANEMASK_LT] = "%lanemask_lt",
    [TL_PTX_LANEMASK_GE] = "%lanemask_ge",
    [TL_PTX_LANEMASK_GT] = "%lanemask_gt",
    [TL_PTX_DYNAMIC_SIZE] = "%dynamic_smem_size",
};

static int special_of(const tl_ptx_word *name) {
  for (int i = 0; i < TL_PTX_SPECIAL_COUNT; i++)
    if (tl_ptx_word_is(name, SPECIALS[i]))
      return i;
  return -1;
}

static bool refuse_operand(const decoder *from) {
  return !from->is_refused &&
         tl_ptx_fail(from->error, line(from),
                     "'%.*s' is no register, number or variable that is known",
                     word(from)->length, word(from)->text);
}

/* A register; false without an error where the word is none. */
static bool take_register(decoder *from, tl_ptx_operand *out) {
  int number;
  const binding *one = find_binding(from, word(from), &number);
  if (!one || one->variable >= 0)
    return false;
  *out = (tl_ptx_operand){.kind = TL_PTX_REGISTER,
                          .number = one->first + number,
                          .bits = one->bits};
  from->at++;
  return true;
}

/* The address of a variable in its space. */
static bool take_variable(decoder *from, tl_ptx_operand *out) {
  int number = find_variable(from, word(from));
  if (number < 0)
    return false;
  const tl_ptx_variable *variable = &from->program->variables[number];
  *out = (tl_ptx_operand){.kind = TL_PTX_IMMEDIATE,
                          .number = -1,
                          .space = variable->space,
                          .value = tl_ptx_variable_address(variable)};
  from->at++;
  return true;
}

static bool take_immediate(decoder *from, tl_ptx_operand *out) {
  uint64_t value;
  if (!tl_ptx_number_of(word(from), from->type, &value))
    return false;
  *out =
      (tl_ptx_operand){.kind = TL_PTX_IMMEDIATE, .number = -1, .value = value};
  from->at++;
  return true;
}

/* "+N" or "-N" behind an address. */
static bool take_offset(decoder *from, tl_ptx_operand *out) {
  uint64_t value;
  bool is_sum = take(from, "+");
  bool is_number = tl_ptx_number(word(from), &value);
  if (is_sum && !is_number)
    return refuse_operand(from);
  if (is_number) {
    out->value += value;
    from->at++;
  }
  return true;
}

static bool read_operand(decoder *from, tl_ptx_operand *out) {
  bool is_negated = take(from, "!");
  int special = special_of(word(from));
  *out = (tl_ptx_operand){.kind = TL_PTX_SINK};
  if (take(from, "_"))
    return true;
  if (take_register(from, out)) {
    out->is_negated = is_negated;
    return true;
  }
  if (special >= 0) {
    *out = (tl_ptx_operand){.kind = TL_PTX_SPECIAL, .number = special};
    from->at++;
    return true;
  }
  if (take(from, "WARP_SZ")) {
    *out = (tl_ptx_operand){.kind = TL_PTX_IMMEDIATE, .value = TL_PTX_LANES};
    return true;
  }
  if (take_immediate(from, out))
    return true;
  return take_variable(from, out) ? take_offset(from, out)
                                  : refuse_operand(from);
}

static bool read_address(decoder *from, tl_ptx_operand *out) {
  if (!take_register(from, out) && !take_variable(from, out) &&
      !take_immediate(from, out))
    return refuse_operand(from);
  out->kind = TL_PTX_ADDRESS;
  return take_offset(from, out) && want(from, "]");
}

static tl_ptx_operand *add_operand(decoder *from, tl_ptx_instruction *at) {
  if (at->operand_count == TL_PTX_MAX_OPERANDS) {
    tl_ptx_fail(from->error, at->name.line, "'%.*s' has more than %d operands",
                at->name.length, at->name.text, TL_PTX_MAX_OPERANDS);
    return NULL;
  }
  return &at->operands[at->operand_count++];
}

static bool add_group(decoder *from, tl_ptx_instruction *at) {
  if (at->group_count == TL_PTX_MAX_GROUPS)
    return tl_ptx_fail(from->error, at->name.line,
                       "'%.*s' has more than %d groups of operands",
                       at->name.length, at->name.text, TL_PTX_MAX_GROUPS);
  at->group_count++;
  return true;
}

static bool read_group(decoder *from, tl_ptx_instruction *at) {
  bool is_address = take(from, "["), is_list = !is_address && take(from, "{");
  if (!add_group(from, at))
    return false;
  do {
    tl_ptx_operand *out = add_operand(from, at);
    if (!out || !(is_address ? read_address : read_operand)(from, out))
      return false;
  } while (take(from, is_list ? "," : "|"));
  at->first[at->group_count] = at->operand_count;
  return !is_list || want(from, "}");
}

static bool read_groups(decoder *from, tl_ptx_instruction *at) {
  if (tl_ptx_word_is(word(from), ";"))
    return true;
  do {
    if (!read_group(from, at))
      return false;
  } while (take(from, ","));
  return true;
}

/*===--- Labels -----------------------------------------------------------===*/

static bool add_mark(decoder *from, mark_list *list, tl_ptx_word name,
                     int instruction) {
  mark *items =
      tl_ptx_grow(list->items, sizeof *items, list->count, &list->capacity);
  if (!items)
    return no_memory(from);
  list->items = items;
  items[list->count++] = (mark){name, instruction};
  return true;
}

/* The instruction behind the label of that name, which is one of those from
 * `first` on; or -1. */
static int find_label(const decoder *from, int first, const tl_ptx_word *name) {
  for (int i = first; i < from->labels.count; i++)
    if (is_same(&from->labels.items[i].name, name))
      return from->labels.items[i].instruction;
  return -1;
}

/* The end of a scope, whose branches and labels are those from these on: a branch
 * to none of its labels is left to the scope around it. */
static void resolve(decoder *from, int first_branch, int first_label) {
  mark *branches = from->branches.items;
  int left = first_branch;
  for (int b = first_branch; b < from->branches.count; b++) {
    int target = find_label(from, first_label, &branches[b].name);
    if (target < 0)
      branches[left++] = branches[b];
    else
      from->program->items[branches[b].instruction].target = target;
  }
  from->branches.count = left;
  from->labels.count = first_label;
}

/* The end of a function, where nothing is left to others. */
static bool resolve_all(decoder *from, int first_branch, int first_label) {
  tl_ptx_program *program = from->program;
  resolve(from, first_branch, first_label);
  for (int b = first_branch; b < from->branches.count; b++) {
    const mark *branch = &from->branches.items[b];
    if (branch->name.length)
      return tl_ptx_fail(from->error, branch->name.line,
                         "there is no label '%.*s' in the function",
                         branch->name.length, branch->name.text);
    program->items[branch->instruction].target = program->count;
  }
  from->branches.count = first_branch;
  return true;
}

/* ".branchtargets LABEL, ...;". */
static bool declare_table(decoder *from, const tl_ptx_word *name) {
  if (!add_mark(from, &from->tables, *name, from->at))
    return false;
  do
    from->at++;
  while (take(from, ","));
  return want(from, ";");
}

/* The first word of the list of that name, the last one that is declared; or -1. */
static int find_table(const decoder *from, const tl_ptx_word *name) {
  for (int i = from->tables.count - 1; i >= 0; i--)
    if (is_same(&from->tables.items[i].name, name))
      return from->tables.items[i].instruction;
  return -1;
}

static bool keep(decoder *from, const tl_ptx_instruction *at) {
  return tl_ptx_program_keep(from->program, at) || no_memory(from);
}

/*===--- Calls ------------------------------------------------------------===*/

static const tl_ptx_function *find_function(const decoder *from,
                                            const tl_ptx_word *name) {
  const tl_ptx_function *found = NULL;
  for (int i = 0; i < from->module->function_count; i++) {
    const tl_ptx_function *function = &from->module->functions[i];
    if (is_same(&function->name, name) && !function->is_kernel &&
        (!found || function->body < function->body_end))
      found = function;
  }
  return found;
}

/* "(a, b)": parameter i of the module's is the variable that is named; one that
 * is a number has the size of what is given. */
static bool read_arguments(decoder *from, tl_ptx_word *names, int *count) {
  *count = 0;
  if (!want(from, "("))
    return false;
  while (!take(from, ")")) {
    if ((*count > 0 && !want(from, ",")) || *count == TL_PTX_MAX_PARAMETERS)
      return *count < TL_PTX_MAX_PARAMETERS ? false : refuse_operand(from);
    names[(*count)++] = *word(from);
    from->at++;
  }
  return true;
}

/* The variables that a call names. */
typedef struct call_words {
  tl_ptx_word results[TL_PTX_MAX_PARAMETERS], given[TL_PTX_MAX_PARAMETERS];
  int result_count, count;
} call_words;

/* The variable that is given for a parameter of the module's; -1 after an error. */
static int find_argument(decoder *from, const tl_ptx_word *given,
                         int parameter) {
  const tl_ptx_variable *wanted = &from->module->variables[parameter];
  int number = find_variable(from, given);
  if (number >= 0 && from->program->variables[number].size == wanted->size)
    return number;
  tl_ptx_fail(from->error, given->line, "'%.*s' is no parameter of %lld bytes",
              given->length, given->text, (long long)wanted->size);
  return -1;
}

static bool bind_argument(decoder *from, const tl_ptx_word *given,
                          int parameter) {
  int number = find_argument(from, given, parameter);
  return number >= 0 &&
         bind(from, (binding){.name = from->module->variables[parameter].name,
                              .variable = number});
}

/* Decodes the body of a function here. */
static bool decode_function(decoder *from, const tl_ptx_function *function,
                            int visible) {
  const decoder outer = *from;
  int first_branch = from->branches.count, first_label = from->labels.count;
  from->visible = visible;
  from->at = function->body;
  from->end = function->body_end;
  if (!decode_words(from) || !resolve_all(from, first_branch, first_label))
    return false;
  from->binding_count = visible;
  from->visible = outer.visible;
  from->at = outer.at;
  from->end = outer.end;
  return true;
}

static const tl_ptx_row *find_system_row(const tl_ptx_word *name) {
  for (const tl_ptx_row *row = TL_PTX_SYSTEM_ROWS; row->name; row++)
    if (tl_ptx_word_is(name, row->name))
      return row;
  return NULL;
}

/* Appends the address of what is given for a parameter. */
static bool add_argument(decoder *from, const tl_ptx_word *given, int parameter,
                         tl_ptx_instruction *at) {
  int number = find_argument(from, given, parameter);
  if (number < 0 || !add_group(from, at))
    return false;
  at->operands[at->operand_count++] = (tl_ptx_operand){
      .kind = TL_PTX_ADDRESS,
      .number = -1,
      .space = TL_PTX_OWN,
      .value = tl_ptx_variable_address(&from->program->variables[number])};
  at->first[at->group_count] = at->operand_count;
  return true;
}

/* A call of a function that the driver has. */
static bool keep_system_call(decoder *from, const tl_ptx_row *row,
                             const tl_ptx_function *function,
                             const tl_ptx_word *name, const call_words *words) {
  tl_ptx_operand operands[TL_PTX_MAX_OPERANDS];
  tl_ptx_instruction at = {
      .row = row, .name = *name, .guard = -1, .operands = operands};
  memset(at.choices, -1, sizeof at.choices);
  if (words->result_count &&
      !add_argument(from, &words->results[0], function->result, &at))
    return false;
  for (int i = 0; i < words->count; i++)
    if (!add_argument(from, &words->given[i], function->first_parameter + i,
                      &at))
      return false;
  return tl_ptx_operands_check(&at, from->error) && keep(from, &at);
}

/* "call[.uni] [(RESULT),] NAME[, (ARGUMENTS)];". */
static bool read_call(decoder *from, call_words *out, tl_ptx_word *name) {
  *out = (call_words){.result_count = 0};
  bool has_result = tl_ptx_word_is(word(from), "(");
  if (has_result && (!read_arguments(from, out->results, &out->result_count) ||
                     !want(from, ",")))
    return false;
  *name = *word(from);
  from->at++;
  return (!take(from, ",") || read_arguments(from, out->given, &out->count)) &&
         want(from, ";");
}

/* Decodes what is called here. */
static bool decode_body(decoder *from, const tl_ptx_function *function,
                        const tl_ptx_word *name, const call_words *words) {
  if (++from->depth > TL_PTX_MAX_DEPTH)
    return tl_ptx_fail(from->error, name->line,
                       "calls more than %d deep, or itself", TL_PTX_MAX_DEPTH);
  int visible = from->binding_count;
  for (int i = 0; i < words->count; i++)
    if (!bind_argument(from, &words->given[i], function->first_parameter + i))
      return false;
  if (words->result_count &&
      !bind_argument(from, &words->results[0], function->result))
    return false;
  bool is_decoded = decode_function(from, function, visible);
  from->depth--;
  return is_decoded;
}

static bool decode_call(decoder *from) {
  call_words words;
  tl_ptx_word name;
  if (!read_call(from, &words, &name))
    return false;
  const tl_ptx_function *function = find_function(from, &name);
  bool has_body = function && function->body < function->body_end;
  const tl_ptx_row *row = has_body ? NULL : find_system_row(&name);
  if (!function || (!has_body && !row))
    return tl_ptx_fail(from->error, name.line,
                       "calls '%.*s', which this file does not have",
                       name.length, name.text);
  if (words.count != function->parameter_count ||
      words.result_count != (function->result >= 0))
    return tl_ptx_fail(from->error, name.line,
                       "calls '%.*s' with another number of parameters",
                       name.length, name.text);
  return row ? keep_system_call(from, row, function, &name, &words)
             : decode_body(from, function, &name, &words);
}

/* Under a predicate, a branch leads past the call where that does not hold. */
static bool decode_guarded_call(decoder *from, const tl_ptx_instruction *call) {
  tl_ptx_program *program = from->program;
  const int past = program->count;
  tl_ptx_instruction at = {.name = {"bra", 3, call->name.line},
                           .guard = call->guard,
                           .guard_is_negated = !call->guard_is_negated};
  if (call->guard < 0)
    return decode_call(from);
  at.row = tl_ptx_row_find(&at, from->error);
  if (!at.row || !keep(from, &at) || !decode_call(from))
    return false;
  program->items[past].target = program->count;
  return true;
}

/*===--- Instructions -----------------------------------------------------===*/

static bool read_guard(decoder *from, tl_ptx_instruction *at) {
  tl_ptx_operand predicate;
  at->guard = -1;
  if (!take(from, "@"))
    return true;
  if (!read_operand(from, &predicate))
    return false;
  if (predicate.kind != TL_PTX_REGISTER || predicate.bits != 1)
    return tl_ptx_fail(from->error, line(from), "a guard is a predicate");
  at->guard = predicate.number;
  at->guard_is_negated = predicate.is_negated;
  return true;
}

static bool count_statement(decoder *from) {
  return ++from->statements <= TL_PTX_MAX_STATEMENTS ||
         tl_ptx_fail(from->error, line(from),
                     "the kernel has more than %d statements with those of "
                     "what it calls",
                     TL_PTX_MAX_STATEMENTS);
}

/* A branch to the label, which counts as a statement. */
static bool keep_branch(decoder *from, const tl_ptx_word *label) {
  tl_ptx_instruction at = {.name = {"bra", 3, label->line}, .guard = -1};
  at.row = tl_ptx_row_find(&at, from->error);
  return at.row && count_statement(from) &&
         add_mark(from, &from->branches, *label, from->program->count) &&
         keep(from, &at);
}

/* Behind a branch by number, the last operand of which is the name of a list: as
 * many as that has are the operand, and behind it are branches to them. */
static bool decode_table(decoder *from, tl_ptx_instruction *at) {
  const tl_ptx_word *words = from->module->words;
  int first = find_table(from, word(from)), last = first;
  tl_ptx_operand *count = add_operand(from, at);
  if (first < 0 || !count)
    return first >= 0 ||
           tl_ptx_fail(from->error, line(from),
                       "there is no list of labels '%.*s' in front of it",
                       word(from)->length, word(from)->text);
  while (tl_ptx_word_is(&words[last + 1], ","))
    last += 2;
  *count = (tl_ptx_operand){.kind = TL_PTX_IMMEDIATE,
                            .number = -1,
                            .value = (uint64_t)((last - first) / 2 + 1)};
  at->first[++at->group_count] = at->operand_count;
  from->at++;
  if (!tl_ptx_operands_check(at, from->error) || !want(from, ";") ||
      !keep(from, at))
    return false;
  for (int label = first; label <= last; label += 2)
    if (!keep_branch(from, &words[label]))
      return false;
  return true;
}

static bool is_branch(const tl_ptx_instruction *at) {
  return at->row->flow == TL_PTX_BRANCH || at->row->flow == TL_PTX_RETURN;
}

static bool decode_instruction(decoder *from) {
  tl_ptx_operand operands[TL_PTX_MAX_OPERANDS];
  tl_ptx_instruction at = {.operands = operands};
  if (!read_guard(from, &at))
    return false;
  at.name = *word(from);
  from->at++;
  if (tl_ptx_word_is(&at.name, "call") || tl_ptx_word_is(&at.name, "call.uni"))
    return decode_guarded_call(from, &at);
  at.row = tl_ptx_row_find(&at, from->error);
  if (!at.row)
    return false;
  from->type = at.type_count ? tl_ptx_type_of(&at) : NULL;
  if (at.row->flow == TL_PTX_TABLE)
    return read_group(from, &at) && want(from, ",") && decode_table(from, &at);
  bool is_label = at.row->flow == TL_PTX_BRANCH;
  tl_ptx_word label = is_label ? *word(from) : (tl_ptx_word){"", 0, 0};
  from->at += is_label;
  return (!is_branch(&at) ||
          add_mark(from, &from->branches, label, from->program->count)) &&
         (is_label || (read_groups(from, &at) &&
                       tl_ptx_operands_check(&at, from->error))) &&
         want(from, ";") && keep(from, &at);
}

/*===--- Bodies -----------------------------------------------------------===*/

static bool decode_block(decoder *from) {
  int kept = from->binding_count;
  int first_branch = from->branches.count, first_label = from->labels.count;
  int first_table = from->tables.count;
  if (++from->depth > TL_PTX_MAX_DEPTH)
    return tl_ptx_fail(from->error, line(from), "braces are more than %d deep",
                       TL_PTX_MAX_DEPTH);
  bool is_decoded = decode_words(from) && want(from, "}");
  if (is_decoded)
    resolve(from, first_branch, first_label);
  from->depth--;
  from->binding_count = kept;
  from->tables.count = first_table;
  return is_decoded;
}

static bool skip_statement(decoder *from) {
  while (from->at < from->end && !tl_ptx_word_is(word(from), ";"))
    from->at++;
  return want(from, ";");
}

static bool skip_line(decoder *from) {
  int own = line(from);
  while (from->at < from->end && line(from) == own)
    from->at++;
  return true;
}

static bool decode_statement(decoder *from) {
  if (!count_statement(from))
    return false;
  if (tl_ptx_word_is(word(from) + 1, ":")) {
    const tl_ptx_word *name = word(from);
    from->at += 2;
    return take(from, ".branchtargets")
               ? declare_table(from, name)
               : add_mark(from, &from->labels, *name, from->program->count);
  }
  if (take(from, "{"))
    return decode_block(from);
  if (take(from, ".reg"))
    return declare_registers(from);
  if (take(from, ".local") || take(from, ".param"))
    return declare_variable(from, TL_PTX_OWN);
  if (take(from, ".shared"))
    return declare_variable(from, TL_PTX_SHARED);
  if (take(from, ".pragma"))
    return skip_statement(from);
  if (tl_ptx_word_is(word(from), ".loc"))
    return skip_line(from);
  return decode_instruction(from);
}

/* To the end of the function, or to the brace that closes. */
static bool decode_words(decoder *from) {
  while (from->at < from->end && !tl_ptx_word_is(word(from), "}"))
    if (!decode_statement(from))
      return false;
  return true;
}

bool tl_ptx_program_decode(const tl_ptx_module *module,
                           const tl_ptx_function *kernel, int64_t dynamic_bytes,
                           tl_ptx_program *out, tl_ptx_error *error) {
  *out = (tl_ptx_program){.module = module,
                          .kernel = kernel,
                          .dynamic_bytes = dynamic_bytes,
                          .parameter_count = kernel->parameter_count};
  decoder from = {.module = module,
                  .program = out,
                  .error = error,
                  .at = kernel->body,
                  .end = kernel->body_end};
  bool is_decoded = kernel->body < kernel->body_end ||
                    tl_ptx_fail(error, kernel->name.line, "'%.*s' has no body",
                                kernel->name.length, kernel->name.text);
  for (int i = 0; is_decoded && i < kernel->parameter_count; i++) {
    const tl_ptx_variable *parameter =
        &module->variables[kernel->first_parameter + i];
    int number = tl_ptx_variable_place(out, parameter, error);
    is_decoded = number >= 0 && bind(&from, (binding){.name = parameter->name,
                                                      .variable = number});
  }
  is_decoded = is_decoded && decode_function(&from, kernel, 0);
  for (int i = 0; i < out->count; i++)
    out->items[i].operands = out->operands + out->items[i].operand_at;
  free(from.bindings);
  free(from.labels.items);
  free(from.branches.items);
  free(from.tables.items);
  return is_decoded;
}
