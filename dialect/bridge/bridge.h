/* bridge.h - What the MLIR C API of LLVM 22 lacks, as C functions.
 *
 * Thin and without decisions: each function forwards to the C++ call named in
 * its comment, which the C API may offer one day.  Rows are C tables with
 * static lifetime; a row's address identifies it, so rows are 8-byte aligned.
 */
#ifndef TL_BRIDGE_H
#define TL_BRIDGE_H

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"

#ifdef __cplusplus
extern "C" {
#endif

/*===--- Assembly --------------------------------------------------------===*/

/* Text that is read or written, by one description of it: AsmParser and
 * OpAsmParser, or AsmPrinter and OpAsmPrinter.  What a function names it reads
 * into its arguments, or writes from them.  After an error, which has been
 * reported, nothing more is read, and optional parts are missing. */
typedef struct tl_syntax tl_syntax;

/* Whether it is read, and without an error so far. */
bool tl_bridge_is_reading(const tl_syntax *syntax);
MlirContext tl_bridge_context(const tl_syntax *syntax);

/* What is written; null while reading and in an attribute. */
MlirOperation tl_bridge_operation(const tl_syntax *syntax);

/* Keywords and punctuation, with spaces as they are written: " to ", " : (".
 * What is optional is decided by the first of them, and when writing by
 * `is_there`; returns whether it is there. */
void tl_bridge_text(tl_syntax *syntax, const char *text);
bool tl_bridge_optional_text(tl_syntax *syntax, const char *text,
                             bool is_there);

bool tl_bridge_optional_integer(tl_syntax *syntax, int64_t *value,
                                bool is_there);
void tl_bridge_type(tl_syntax *syntax, MlirType *type);

/* The operand of that number; returns its number, which while reading is the
 * next one in the order of the text. */
intptr_t tl_bridge_operand(tl_syntax *syntax, intptr_t number);

/* The attribute of that name; a string as a keyword, false where there is none;
 * the dictionary of the attributes that are not left out. */
void tl_bridge_attribute(tl_syntax *syntax, const char *name);
bool tl_bridge_keyword(tl_syntax *syntax, const char *name);
void tl_bridge_dictionary(tl_syntax *syntax, const char *const *left_out,
                          intptr_t left_out_count);

/* While reading, and nothing otherwise: gives the operation an attribute, a
 * result, and the operand that was read under that number.  An error is at that
 * place of the text, or where reading stands for NULL. */
void tl_bridge_set_attribute(tl_syntax *syntax, const char *name,
                             MlirAttribute attribute);
void tl_bridge_add_result(tl_syntax *syntax, MlirType type);
void tl_bridge_add_operand(tl_syntax *syntax, intptr_t number, MlirType type);
void tl_bridge_parse_error(tl_syntax *syntax, const char *place,
                           const char *message);

/* All that an attribute has between its angle brackets; reading it consumes
 * nothing. */
MlirStringRef tl_bridge_attribute_text(tl_syntax *syntax);

/*===--- Attributes: one packed array of words ---------------------------===*/

/* DynamicAttrDefinition; the dialect copies the row.  Parameters of at most
 * `word_count` words: as many as the first one says, if they are counted. */
typedef struct tl_attribute_row {
  const char *name;
  void (*syntax)(const struct tl_attribute_row *row, tl_syntax *syntax,
                 int64_t *words); /* angle brackets included */
  intptr_t word_count;
  bool is_counted;
  const void *meaning; /* of the row, for its function; rows have different
                          ones */
} tl_attribute_row;

/* DynamicAttr::get; the dialect has to be loaded. */
MlirAttribute tl_bridge_attribute_get(MlirContext context,
                                      const tl_attribute_row *row,
                                      const int64_t *words);

/* The words of an attribute of the dialect `tl`, and what its row means; NULL
 * for others. */
const int64_t *tl_bridge_attribute_words(MlirAttribute attribute,
                                         const void **meaning);

/*===--- Operations ------------------------------------------------------===*/

/* MemoryEffects::Read or Write of an operand; of all memory; of what follows
 * asynchronous copies, and of what the threads of a group have, which are a
 * SideEffects::Resource each. */
enum {
  TL_EFFECT_ON_MEMORY = -1,
  TL_EFFECT_ON_GROUPS = -2,
  TL_EFFECT_ON_THREADS = -3,
  TL_MAX_EFFECTS = 8
};
typedef struct tl_effect {
  intptr_t operand; /* or one of these */
  bool writes;      /* or reads */
} tl_effect;

/* OperationName::Impl with MemoryEffectOpInterface and
 * ConditionallySpeculatable. */
typedef struct tl_operation_row {
  const char *name; /* without the dialect */
  void (*syntax)(const struct tl_operation_row *row, tl_syntax *syntax);
  bool (*verify)(MlirOperation operation);
  intptr_t (*effects)(MlirOperation operation,
                      tl_effect effects[TL_MAX_EFFECTS]); /* how many */
  bool (*can_speculate)(MlirOperation operation);
  bool (*fold)(MlirOperation operation,
               MlirValue *same); /* whether it changed: in place, or its result
                                    is another value */
  const struct tl_operation_facts *facts; /* not looked into here */
} tl_operation_row;

/* OperationName::getTypeID; NULL for an operation without a row. */
const tl_operation_row *tl_bridge_operation_row(MlirOperation operation);

/* DialectRegistry::insertDynamic of the dialect `tl`, with
 * DialectInlinerInterface and OpAsmDialectInterface: `alias` is what an
 * attribute is called, or NULL. */
void tl_bridge_insert_dialect(MlirDialectRegistry registry,
                              const tl_attribute_row *attributes,
                              intptr_t attribute_count,
                              const tl_operation_row *operations,
                              intptr_t operation_count,
                              const char *(*alias)(MlirAttribute attribute));

/* DialectRegistry::getDialectAllocator: whether it has the dialect `tl`. */
bool tl_bridge_has_dialect(MlirDialectRegistry registry);

/*===--- Passes ----------------------------------------------------------===*/

/* Pass::Option<int64_t>, or Pass::Option<std::string> with an initial text.
 * Rows of one name are one option, wherever they are listed. */
typedef struct tl_option_row {
  const char *name, *description;
  int64_t initial;
  const char *initial_text; /* NULL: a number */
} tl_option_row;

typedef struct tl_option_value {
  int64_t number;
  const char *text; /* NULL for a number; lives as long as the call */
} tl_option_value;

/* What a pass did; TL_PASS_FAILED after it has emitted an error.  What a pass
 * leaves as it was MLIR does not verify again. */
typedef enum tl_pass_result {
  TL_PASS_FAILED = 0,
  TL_PASS_CHANGED,
  TL_PASS_UNCHANGED,
} tl_pass_result;

/* A pass on any operation.  `run` gets the option values in row order. */
typedef struct tl_pass_row {
  const char *argument, *description;
  const tl_option_row *options;
  intptr_t option_count;
  MlirDialectHandle (*const *dialects)(void); /* that `run` may create */
  intptr_t dialect_count;
  void (*own_dialect)(MlirDialectRegistry registry); /* and may create; or NULL
                                                      */
  tl_pass_result (*run)(MlirOperation root, const tl_option_value *options);
  /* Passes that `run` applies by itself: their option values come after its
   * own, and it may create what they may. */
  const struct tl_pass_row *const *stages;
  intptr_t stage_count;
} tl_pass_row;

/* The stages of `check` in order, with all its options; before them `check`
 * itself, when the boolean option `flag` is set. */
typedef struct tl_pipeline_row {
  const char *argument, *description;
  const char *flag, *flag_description;
  const tl_pass_row *check;
} tl_pipeline_row;

/* PassInfo::lookup: whether a pass of that name is registered. */
bool tl_bridge_has_pass(const char *argument);

/* mlir::registerPass, mlir::registerPassPipeline. */
void tl_bridge_register_pass(const tl_pass_row *row);
void tl_bridge_register_pipeline(const tl_pipeline_row *row);

/*===--- The rest --------------------------------------------------------===*/

/* mlir::emitError, emitWarning, emitRemark with Diagnostic::attachNote; a NULL
 * note is left out. */
typedef enum tl_severity {
  TL_SEVERITY_ERROR,
  TL_SEVERITY_WARNING,
  TL_SEVERITY_REMARK,
} tl_severity;

void tl_bridge_emit(MlirLocation location, tl_severity severity,
                    const char *message, MlirLocation note_location,
                    const char *note);

/* mlir::Operation::create of the name, attributes and types of an operation
 * without regions and successors, with as many operands; mlirOperationClone keeps
 * maps of all that it meets. */
MlirOperation tl_bridge_operation_like(MlirOperation operation,
                                       MlirLocation location,
                                       const MlirValue *operands);

/* gpu::AddressSpaceAttr::getValue as a number, or -1 for another attribute. */
typedef enum tl_gpu_space {
  TL_GPU_SPACE_GLOBAL = 1,
  TL_GPU_SPACE_WORKGROUP,
  TL_GPU_SPACE_PRIVATE,
} tl_gpu_space;

int tl_bridge_gpu_address_space(MlirAttribute attribute);

/* LLVM::LLVMAddrSpaceAttrInterface::getAddressSpace, of #llvm.address_space and
 * #nvvm.memory_space; -1 for another attribute. */
int64_t tl_bridge_llvm_address_space(MlirAttribute attribute);

/* LLVM::IntegerOverflowFlagsInterface::getOverflowFlags, which no attribute has; 0
 * of another operation. */
enum { TL_LLVM_NSW = 1, TL_LLVM_NUW = 2 };
int64_t tl_bridge_llvm_overflow_flags(MlirOperation operation);

/* NVVM::NVVMTargetAttr::getChip, ROCDL::ROCDLTargetAttr::getChip; null of
 * another attribute. */
MlirStringRef tl_bridge_target_chip(MlirAttribute attribute);

/* Whether ROCDL::ROCDLTargetAttr::getFeatures has +wavefrontsize64; false of another
 * attribute. */
bool tl_bridge_target_has_wave64(MlirAttribute attribute);

/* gpu::GPUFuncOp::setArgAttr, setWorkgroupAttributionAttr,
 * setPrivateAttributionAttr; of the block argument of that number. */
void tl_bridge_gpu_set_argument_attribute(MlirOperation function,
                                          intptr_t argument, MlirStringRef name,
                                          MlirAttribute value);

/* gpu::GPUFuncOp::addWorkgroupAttribution. */
MlirValue tl_bridge_gpu_add_workgroup_buffer(MlirOperation function,
                                             MlirType type,
                                             MlirLocation location);

/* FunctionOpInterface::getNumArguments; 0 of what is no function. */
intptr_t tl_bridge_argument_count(MlirOperation function);

/* FunctionOpInterface::getArgumentTypes. */
MlirType tl_bridge_argument_type(MlirOperation function, intptr_t argument);

/* FunctionOpInterface::getArgAttrDict; null where it has none. */
MlirAttribute tl_bridge_argument_attributes(MlirOperation function,
                                            intptr_t argument);

/* FunctionOpInterface::removeArgAttr; false where there was none. */
bool tl_bridge_remove_argument_attribute(MlirOperation function,
                                         intptr_t argument, MlirStringRef name);

/* ShapedType::getShape, and its rank; the C API looks for the interface at every
 * extent. */
int64_t tl_bridge_shape(MlirType type, const int64_t **extents);

/* ViewLikeOpInterface::getViewSource of what defines the value, and the like of
 * memref.transpose and memref.distinct_objects, which do not have it; null of
 * what is no view. */
MlirValue tl_bridge_view_source(MlirValue view);

/* mlir::isMemoryEffectFree; and whether all effects are MemoryEffects::Read. */
bool tl_bridge_is_effect_free(MlirOperation operation);
bool tl_bridge_only_reads(MlirOperation operation);

/* OperationEquivalence::computeHash and isEquivalentTo: of operations without
 * regions that make the same of the same operands, wherever they come from. */
size_t tl_bridge_operation_hash(MlirOperation operation);
bool tl_bridge_operations_are_equal(MlirOperation a, MlirOperation b);

/* mlir::Block::getPredecessors, each with the number of its successor that the
 * block is; mlirBlockGetPredecessor counts from the first one every time. */
void tl_bridge_each_predecessor(MlirBlock block,
                                void (*visit)(MlirOperation branch,
                                              intptr_t successor, void *user),
                                void *user);

/* mlir::registerAllGPUToLLVMIRTranslations. */
void tl_bridge_register_gpu_translations(MlirDialectRegistry registry);

/* mlir::MlirOptMain. */
int tl_bridge_opt_main(int argc, char **argv, const char *name,
                       MlirDialectRegistry registry);

/* llvm::cl::AddExtraVersionPrinter of a line that is never freed. */
void tl_bridge_add_version(const char *line);

/* mlir::mlirReduceMain. */
int tl_bridge_reduce_main(int argc, char **argv, MlirContext context);

/* llvm::sys::RunInterruptHandlers: files that are written go, as at a signal. */
void tl_bridge_remove_unfinished(void);

/*===--- The language server, for its tool alone -------------------------===*/

/* mlir::MlirLspServerMain. */
int tl_bridge_lsp_main(int argc, char **argv, MlirDialectRegistry registry);

/* llvm::json::Value.  Of a null value, and of one of another kind, what follows
 * is null, false or empty; what it gives lives as long as what was parsed. */
typedef struct tl_bridge_json tl_bridge_json;

tl_bridge_json *tl_bridge_json_parse(MlirStringRef text); /* null: none */
void tl_bridge_json_free(tl_bridge_json *value);
const tl_bridge_json *tl_bridge_json_member(const tl_bridge_json *value,
                                            const char *name);
const tl_bridge_json *tl_bridge_json_item(const tl_bridge_json *value,
                                          size_t number);
bool tl_bridge_json_integer(const tl_bridge_json *value, int64_t *out);
MlirStringRef tl_bridge_json_string(const tl_bridge_json *value);

/* llvm::raw_ostream << of it; null is "null". */
void tl_bridge_json_print(const tl_bridge_json *value, MlirStringCallback print,
                          void *user);

/* mlir::parseAsmSourceFile with AsmParserState: every operation is where its name
 * is in the text, whatever `loc(...)` says; null after an error. */
MlirModule tl_bridge_parse_in_place(MlirContext context, MlirStringRef text);

#ifdef __cplusplus
}
#endif
#endif /* TL_BRIDGE_H */
