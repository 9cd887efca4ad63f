/* operation_hooks.h - The functions that the rows of operations name. */
#ifndef TL_OPERATION_HOOKS_H
#define TL_OPERATION_HOOKS_H

#include "dialect/bridge/bridge.h"

/* See copy_operations.c, thread_operations.c and async_operations.c. */
bool tl_parse_copy(tl_asm_parser *parser);
bool tl_parse_load(tl_asm_parser *parser);
bool tl_parse_store(tl_asm_parser *parser);
bool tl_parse_thread_copy(tl_asm_parser *parser);
bool tl_parse_thread_load(tl_asm_parser *parser);
bool tl_parse_thread_store(tl_asm_parser *parser);
bool tl_parse_thread_async(tl_asm_parser *parser);
bool tl_parse_async_commit(tl_asm_parser *parser);
bool tl_parse_async_wait(tl_asm_parser *parser);

void tl_print_copy(MlirOperation operation, tl_asm_printer *printer);
void tl_print_load(MlirOperation operation, tl_asm_printer *printer);
void tl_print_store(MlirOperation operation, tl_asm_printer *printer);
void tl_print_thread_copy(MlirOperation operation, tl_asm_printer *printer);
void tl_print_thread_async(MlirOperation operation, tl_asm_printer *printer);
void tl_print_async_commit(MlirOperation operation, tl_asm_printer *printer);
void tl_print_async_wait(MlirOperation operation, tl_asm_printer *printer);

/* See copy_verify.c, thread_verify.c and async_verify.c: false after the first
 * error, which is emitted. */
bool tl_verify_copy(MlirOperation operation);
bool tl_verify_thread_copy(MlirOperation operation);
bool tl_verify_thread_async(MlirOperation operation);
bool tl_verify_async_commit(MlirOperation operation);
bool tl_verify_async_wait(MlirOperation operation);

#endif /* TL_OPERATION_HOOKS_H */
