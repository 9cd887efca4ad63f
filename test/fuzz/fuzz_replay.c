/* fuzz_replay.c - Runs a fuzz target on a corpus, without libFuzzer: a file of
 * inputs, one a line, in which \n, \\ and \xNN are bytes.
 *
 * usage: TARGET_replay FILE */
#include "fuzz_target.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 14 };

/* The byte at *at, which moves past it. */
static uint8_t read_byte(const char **at) {
  char hexadecimal[3] = {0};
  if (**at != '\\')
    return (uint8_t) * (*at)++;
  char kind = (*at)[1];
  *at += 2;
  if (kind != 'x')
    return kind == 'n' ? '\n' : (uint8_t)kind;
  memcpy(hexadecimal, *at, 2);
  *at += 2;
  return (uint8_t)strtoul(hexadecimal, NULL, 16);
}

/* In a block of its own size, so that a read past the end is found. */
static void run_line(const char *line) {
  uint8_t bytes[MOST_BYTES];
  size_t size = 0;
  while (*line && *line != '\n')
    bytes[size++] = read_byte(&line);
  uint8_t *input = malloc(size);
  if (!input)
    abort();
  memcpy(input, bytes, size);
  (void)LLVMFuzzerTestOneInput(input, size);
  free(input);
}

int main(int argc, char **argv) {
  static char line[MOST_BYTES];
  int count = 0;
  FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
  if (!file) {
    perror(argc == 2 ? argv[1] : "usage: TARGET_replay FILE");
    return EXIT_FAILURE;
  }
  while (fgets(line, sizeof line, file)) {
    run_line(line);
    count++;
  }
  fclose(file);
  printf("%d inputs\n", count);
  return EXIT_SUCCESS;
}
