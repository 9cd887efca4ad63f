/* fuzz_target.h - What a fuzz target is: one function of bytes from outside, run by
 * libFuzzer on random ones and by fuzz_replay.c on those of a corpus. */
#ifndef TL_FUZZ_TARGET_H
#define TL_FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>

/* 0, or -1 for an input that is of no use to the corpus; a finding aborts. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif /* TL_FUZZ_TARGET_H */
