/* npy.c - see npy.h. */
#include "npy.h"
#include "tl/text.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char MAGIC[] = "\x93NUMPY";

/* After the magic: two bytes of version, then the length of the header in 2
 * bytes, or 4 from version 2 on; elements start at a multiple of ALIGNMENT. */
enum { MAGIC_BYTES = 6, LENGTH_AT = 8, ALIGNMENT = 64 };

bool tl_npy_is_named(const char *path) {
  size_t length = strlen(path);
  return length >= 4 && strcmp(path + length - 4, ".npy") == 0;
}

/*===--- Reading ----------------------------------------------------------===*/

/* What is left of the header, which is text of Python. */
typedef struct reader {
  const char *at, *end;
} reader;

static void skip_blanks(reader *in) {
  while (in->at < in->end && isspace((unsigned char)*in->at))
    in->at++;
}

static bool take(reader *in, const char *word) {
  size_t length = strlen(word);
  skip_blanks(in);
  bool matches = (size_t)(in->end - in->at) >= length &&
                 strncmp(in->at, word, length) == 0;
  in->at += matches ? length : 0;
  return matches;
}

/* A number without a sign that 64 bits count. */
static bool take_number(reader *in, int64_t *out) {
  bool fits = true;
  skip_blanks(in);
  const char *first = in->at;
  for (*out = 0; in->at < in->end && isdigit((unsigned char)*in->at); in->at++)
    fits = fits && tl_product_fits(10, *out, out) &&
           tl_sum_fits(*out, *in->at - '0', out);
  return fits && in->at > first;
}

static const char *take_type(reader *in, tl_array *out) {
  int64_t bytes;
  bool is_big = take(in, "'>"), is_little = !is_big && take(in, "'<");
  if (!is_big && !is_little && !take(in, "'|") && !take(in, "'"))
    return "has records; it has to have elements of one type";
  out->kind = in->at < in->end ? *in->at++ : '\0';
  if (!take_number(in, &bytes) || !take(in, "'") || bytes > 16)
    return "has a type of elements that is not known";
  out->element_bytes = (int)bytes;
  return is_big && bytes > 1
             ? "has its bytes in big-endian order; a.astype(a.dtype."
               "newbyteorder('<')) has them in little-endian order"
             : NULL;
}

static const char *take_shape(reader *in, tl_array *out) {
  bool is_open = take(in, "(");
  while (is_open && !take(in, ")")) {
    if (out->rank == TL_MAX_RANK)
      return "has more dimensions than a memref can have here";
    if (!take_number(in, &out->shape[out->rank++]))
      return "has a shape that cannot be read";
    take(in, ",");
  }
  return is_open ? NULL : "has a shape that cannot be read";
}

static const char *take_order(reader *in, tl_array *out) {
  (void)out;
  if (take(in, "False"))
    return NULL;
  return take(in, "True") ? "has its elements in Fortran order; "
                            "np.ascontiguousarray(a) has them in C order"
                          : "has an order that cannot be read";
}

/* The entries of the header, in any order. */
static const struct {
  const char *key;
  const char *(*take)(reader *in, tl_array *out);
} ENTRIES[] = {{"'descr'", take_type},
               {"'fortran_order'", take_order},
               {"'shape'", take_shape}};
enum { ENTRY_COUNT = sizeof ENTRIES / sizeof *ENTRIES };

static const char *take_entry(reader *in, tl_array *out, unsigned *found) {
  for (int i = 0; i < ENTRY_COUNT; i++) {
    if (!take(in, ENTRIES[i].key))
      continue;
    *found |= 1u << i;
    const char *wrong =
        take(in, ":") ? ENTRIES[i].take(in, out) : "has a header of no pairs";
    take(in, ",");
    return wrong;
  }
  return "has a header with an entry that is not known";
}

static const char *take_entries(reader *in, tl_array *out) {
  unsigned found = 0;
  const char *wrong =
      take(in, "{") ? NULL : "has a header that is no dictionary";
  while (!wrong && !take(in, "}"))
    wrong = take_entry(in, out, &found);
  return wrong || found == (1u << ENTRY_COUNT) - 1
             ? wrong
             : "has a header without descr, fortran_order or shape";
}

static int64_t read_length(const uint8_t *bytes, int count) {
  int64_t length = 0;
  for (int i = 0; i < count; i++)
    length |= (int64_t)bytes[i] << (8 * i);
  return length;
}

const char *tl_npy_read(tl_array *array) {
  const uint8_t *bytes = array->bytes;
  int64_t count = array->byte_count;
  if (count < LENGTH_AT || memcmp(bytes, MAGIC, MAGIC_BYTES) != 0)
    return "is not of NumPy";
  int version = bytes[MAGIC_BYTES], wide = version > 1 ? 4 : 2;
  if (version < 1 || version > 3)
    return "is of a version that is not known; there are 1, 2 and 3";
  if (count < LENGTH_AT + wide)
    return "ends in its header";
  int64_t first = LENGTH_AT + wide,
          behind = first + read_length(bytes + LENGTH_AT, wide);
  if (behind > count)
    return "ends in its header";
  reader in = {(const char *)bytes + first, (const char *)bytes + behind};
  array->bytes += behind;
  array->byte_count -= behind;
  array->has_type = true;
  return take_entries(&in, array);
}

/*===--- Writing ----------------------------------------------------------===*/

void tl_npy_write_header(const tl_slot *slot, const tl_view *view, FILE *file) {
  const tl_scalar_type *type = &slot->scalar;
  tl_text text = {.length = 0};
  tl_text_append(&text,
                 "{'descr': '%c%c%d', 'fortran_order': False, 'shape': (",
                 type->bytes > 1 ? '<' : '|', tl_array_kind(slot->type, type),
                 type->bytes);
  for (int64_t d = 0; d < view->rank; d++)
    tl_text_append(&text, "%" PRId64 ",%s", view->sizes[d],
                   d + 1 < view->rank ? " " : "");
  tl_text_append(&text, "), }");
  size_t whole = (size_t)LENGTH_AT + 2 + text.length + 1;
  size_t blanks = (ALIGNMENT - whole % ALIGNMENT) % ALIGNMENT;
  size_t length = whole + blanks - LENGTH_AT - 2;
  fwrite(MAGIC, 1, MAGIC_BYTES, file);
  fwrite((const uint8_t[]){1, 0, (uint8_t)length, (uint8_t)(length >> 8)}, 1, 4,
         file);
  fprintf(file, "%s%*s\n", text.data, (int)blanks, "");
}
