/* bridge.h - What the MLIR C API of LLVM 22 lacks, as C functions.
 *
 * Thin and without decisions: each function forwards to the C++ call named in
 * its comment, which the C API may offer one day.  Rows are C tables with
 * static lifetime; a row's address identifies it, so rows are 8-byte aligned.
 *
 * Parse functions return false after an error has been reported, as does
 * tl_bridge_parse_error. */
#ifndef TL_BRIDGE_H
#define TL_BRIDGE_H

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"

#ifdef __cplusplus
extern "C" {
#endif

/*===--- Attributes: one packed word array, written as text ---------------===*/

typedef struct tl_attribute_sink tl_attribute_sink;

typedef struct tl_asm_parser tl_asm_parser;
typedef struct tl_asm_printer tl_asm_printer;

/* DynamicAttrDefinition; the dialect copies the row.  Parameters of
 * `word_count` words, or with 0 of as many as the first word says, which then
 * satisfy `check`. */
typedef struct tl_attribute_row {
  const char *name;
  /* Hands the words of `text` to tl_bridge_attribute_accept, or an error to
   * tl_bridge_attribute_reject. */
  void (*parse)(const struct tl_attribute_row *row, MlirStringRef text,
                tl_attribute_sink *sink);
  void (*print)(const struct tl_attribute_row *row, const int64_t *words,
                MlirStringCallback write, void *stream);
  intptr_t word_count;
  const void *meaning; /* of the row, for its functions */
  /* The same for an attribute of tokens, in place of parse and print. */
  bool (*parse_tokens)(tl_asm_parser *parser, tl_attribute_sink *sink);
  void (*print_tokens)(const int64_t *words, tl_asm_printer *printer);
  bool (*check)(const int64_t *words);
} tl_attribute_row;

void tl_bridge_attribute_accept(tl_attribute_sink *sink, const int64_t *words);
void tl_bridge_attribute_reject(tl_attribute_sink *sink, intptr_t position,
                                const char *message);

/* DynamicAttr::get; the dialect has to be loaded. */
MlirAttribute tl_bridge_attribute_get(MlirContext context,
                                      const tl_attribute_row *row,
                                      const int64_t *words);

/* The name of the row of an attribute of the dialect `tl`, empty for others,
 * and the words of one of that name, or NULL. */
MlirStringRef tl_bridge_attribute_name(MlirAttribute attribute);
const int64_t *tl_bridge_attribute_words(MlirAttribute attribute,
                                         const char *name);

/*===--- Operations ------------------------------------------------------===*/

/* OperationName::Impl. */
typedef struct tl_operation_row {
  const char *name; /* without the dialect */
  bool (*parse)(tl_asm_parser *parser);
  void (*print)(MlirOperation operation, tl_asm_printer *printer);
  bool (*verify)(MlirOperation operation);
  const struct tl_operation_facts *facts; /* not looked into here */
} tl_operation_row;

/* DialectRegistry::insertDynamic. */
void tl_bridge_insert_dialect(MlirDialectRegistry registry, const char *name,
                              const tl_attribute_row *attributes,
                              intptr_t attribute_count,
                              const tl_operation_row *operations,
                              intptr_t operation_count);

/* AsmParser, and of operations OpAsmParser; operands are numbered in the order
 * of parsing and given to the operation in the order of resolving. */
MlirContext tl_bridge_parse_context(tl_asm_parser *parser);
bool tl_bridge_parse_operand(tl_asm_parser *parser, intptr_t *number);
bool tl_bridge_parse_resolve(tl_asm_parser *parser, intptr_t number,
                             MlirType type);
bool tl_bridge_parse_punctuation(tl_asm_parser *parser, char c);
bool tl_bridge_parse_optional_punctuation(tl_asm_parser *parser, char c);
bool tl_bridge_parse_keyword(tl_asm_parser *parser, const char *keyword);
bool tl_bridge_parse_optional_keyword(tl_asm_parser *parser,
                                      const char *keyword);
bool tl_bridge_parse_name(tl_asm_parser *parser, MlirStringRef *name);
bool tl_bridge_parse_integer(tl_asm_parser *parser, int64_t *value);
bool tl_bridge_parse_optional_integer(tl_asm_parser *parser, int64_t *value,
                                      bool *present);
bool tl_bridge_parse_attribute(tl_asm_parser *parser, MlirAttribute *out);
bool tl_bridge_parse_type(tl_asm_parser *parser, MlirType *type);
bool tl_bridge_parse_attribute_dictionary(tl_asm_parser *parser);
bool tl_bridge_parse_error(tl_asm_parser *parser, const char *message);
void tl_bridge_parsed_attribute(tl_asm_parser *parser, const char *name,
                                MlirAttribute attribute);
void tl_bridge_parsed_result(tl_asm_parser *parser, MlirType type);

/* AsmPrinter, and of operations OpAsmPrinter. */
void tl_bridge_print_text(tl_asm_printer *printer, const char *text);
void tl_bridge_print_integer(tl_asm_printer *printer, int64_t value);
void tl_bridge_print_operand(tl_asm_printer *printer, MlirValue value);
void tl_bridge_print_attribute(tl_asm_printer *printer,
                               MlirAttribute attribute);
void tl_bridge_print_type(tl_asm_printer *printer, MlirType type);
void tl_bridge_print_attribute_dictionary(tl_asm_printer *printer,
                                          MlirOperation operation,
                                          const char *const *left_out,
                                          intptr_t left_out_count);

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

/* gpu::AddressSpaceAttr::getValue as a number, or -1 for another attribute. */
typedef enum tl_gpu_space {
  TL_GPU_SPACE_GLOBAL = 1,
  TL_GPU_SPACE_WORKGROUP,
  TL_GPU_SPACE_PRIVATE,
} tl_gpu_space;

int tl_bridge_gpu_address_space(MlirAttribute attribute);

/* gpu::GPUFuncOp::setWorkgroupAttributionAttr. */
void tl_bridge_gpu_set_workgroup_attribute(MlirOperation function,
                                           intptr_t buffer, MlirStringRef name,
                                           MlirAttribute value);

/* mlir::registerAllGPUToLLVMIRTranslations. */
void tl_bridge_register_gpu_translations(MlirDialectRegistry registry);

/* mlir::MlirOptMain. */
int tl_bridge_opt_main(int argc, char **argv, const char *name,
                       MlirDialectRegistry registry);

#ifdef __cplusplus
}
#endif
#endif /* TL_BRIDGE_H */
