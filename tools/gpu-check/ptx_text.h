/* ptx_text.h - The PTX of a kernel, and what its text says. */
#ifndef GPU_CHECK_PTX_TEXT_H
#define GPU_CHECK_PTX_TEXT_H

#include "kernel_rows.h"

/* Reads ptx/NAME.ptx of a row and checks that it has the kernel and takes the
 * arguments of the row.  NULL: `message` says what is wrong.  Else free it. */
char *ptx_text_read(const kernel_row *row, char message[MESSAGE_CAPACITY]);

/* The chip of the text: `.target sm_90` -> 90; 0 where there is none. */
int ptx_text_chip(const char *ptx);

#endif
