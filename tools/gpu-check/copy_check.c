/* copy_check.c - Compares memory with what a copy has to leave in it. */
#include "copy_check.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static size_t image_bytes(const kernel_row *row, copy_side side) {
  return CHECK_OFFSET + copy_side_extent(row, side) * row->element_bytes +
         GUARD_BYTES;
}

/* SplitMix64 (Steele, Lea, Flood 2014). */
static void fill_random(unsigned char *bytes, size_t count, uint64_t seed) {
  uint64_t bits = 0;
  for (size_t i = 0; i < count; i++, bits >>= 8) {
    if (i % 8 == 0) {
      bits = seed += UINT64_C(0x9E3779B97F4A7C15);
      bits = (bits ^ (bits >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
      bits = (bits ^ (bits >> 27)) * UINT64_C(0x94D049BB133111EB);
      bits ^= bits >> 31;
    }
    unsigned char byte = (unsigned char)(bits & 0xFF);
    bytes[i] = byte == POISON ? POISON ^ 1 : byte;
  }
}

static void copy_region(const copy_check *check, const kernel_row *row) {
  size_t bytes = row->element_bytes;
  for (size_t r = 0; r < row->rows; r++)
    for (size_t c = 0; c < row->columns; c++)
      memcpy(check->out + CHECK_OFFSET +
                 copy_side_place(row->out, r, c) * bytes,
             check->in + CHECK_OFFSET + copy_side_place(row->in, r, c) * bytes,
             bytes);
}

bool copy_check_make(copy_check *check, const kernel_row *row, uint64_t seed) {
  size_t in = image_bytes(row, row->in), out = image_bytes(row, row->out);
  *check = (copy_check){.in_bytes = in,
                        .out_bytes = out,
                        .in = malloc(in),
                        .out = malloc(out),
                        .actual = malloc(in > out ? in : out)};
  if (!check->in || !check->out || !check->actual)
    return false;
  fill_random(check->in, in, seed);
  memset(check->out, POISON, out);
  copy_region(check, row);
  return true;
}

void copy_check_free(copy_check *check) {
  free(check->in);
  free(check->out);
  free(check->actual);
  *check = (copy_check){0};
}

static uint64_t out_element(const unsigned char *image, const kernel_row *row,
                            size_t r, size_t c) {
  uint64_t bits = 0;
  size_t place = copy_side_place(row->out, r, c);
  memcpy(&bits, image + CHECK_OFFSET + place * row->element_bytes,
         row->element_bytes);
  return bits;
}

static bool unchanged(const unsigned char *is, const unsigned char *was,
                      size_t bytes, const char *what,
                      char message[MESSAGE_CAPACITY]) {
  if (memcmp(is, was, bytes) == 0)
    return true;
  size_t at = 0;
  while (is[at] == was[at])
    at++;
  snprintf(message, MESSAGE_CAPACITY,
           "%s byte %lld: is %#x, was %#x; the buffer has bytes 0 to %zu", what,
           (long long)at - CHECK_OFFSET, is[at], was[at],
           bytes - CHECK_OFFSET - GUARD_BYTES - 1);
  return false;
}

bool copy_check_out(const copy_check *check, const kernel_row *row,
                    char message[MESSAGE_CAPACITY]) {
  if (memcmp(check->actual, check->out, check->out_bytes) == 0)
    return true;
  size_t wrong = 0, first_row = 0, first_column = 0;
  for (size_t r = row->rows; r-- > 0;)
    for (size_t c = row->columns; c-- > 0;)
      if (out_element(check->actual, row, r, c) !=
          out_element(check->out, row, r, c)) {
        wrong++;
        first_row = r;
        first_column = c;
      }
  if (!wrong)
    return unchanged(check->actual, check->out, check->out_bytes,
                     "outside the region, output", message);
  uint64_t is = out_element(check->actual, row, first_row, first_column);
  uint64_t poison = 0;
  memset(&poison, POISON, row->element_bytes);
  snprintf(message, MESSAGE_CAPACITY,
           "element (%zu, %zu): is %#" PRIx64 "%s, should be %#" PRIx64
           "; %zu of %zu are wrong",
           first_row, first_column, is, is == poison ? " (not written)" : "",
           out_element(check->out, row, first_row, first_column), wrong,
           row->rows * row->columns);
  return false;
}

bool copy_check_in(const copy_check *check, char message[MESSAGE_CAPACITY]) {
  return unchanged(check->actual, check->in, check->in_bytes, "input", message);
}
