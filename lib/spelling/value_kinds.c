/* value_kinds.c - see value_kinds.h.  A kind is a name in tl/notation.h and a
 * row here. */
#include "value_kinds.h"
#include "value_text.h"
#include <inttypes.h>
#include <string.h>

extern const tl_notation TL_CUTE_TV_NOTATION;

void tl_layout_value_write(const tl_notation *notation, const tl_value *value,
                           const tl_writer *text) {
  if (notation->has_fields)
    tl_write(text, "%s(", notation->name);
  notation->print(value, false, text);
  if (notation->has_fields)
    tl_write(text, ")");
}

/* A writer of a kind, of the member of tl_value.as that it has. */
#define WRITER(name)                                                           \
  static void name(const tl_value *value, const tl_writer *text)

WRITER(write_integer) { tl_write(text, "%" PRId64, value->as.integer); }
WRITER(write_boolean) { tl_write(text, value->as.integer ? "true" : "false"); }
WRITER(write_list) { tl_list_write(&value->as.list, text); }
WRITER(write_tuple) { tl_tuple_write(&value->as.tuple, text); }
WRITER(write_cute_swizzle) { tl_cute_swizzle_write(&value->as.swizzle, text); }
WRITER(write_tiler) { tl_tiler_write(&value->as.tiler, text); }

WRITER(write_swizzle) {
  tl_write(text, "swizzle");
  tl_swizzle_write(&value->as.swizzle, text);
}

WRITER(write_lists) {
  const tl_lists *lists = &value->as.lists;
  tl_write(text, "[");
  for (int64_t i = 0; i < lists->count; i++) {
    tl_list list = {.count = lists->length};
    memcpy(list.items, lists->items[i], sizeof lists->items[i]);
    tl_write(text, "%s", i ? ", " : "");
    tl_list_write(&list, text);
  }
  tl_write(text, "]");
}

WRITER(write_mma) {
  const tl_tiled_mma *mma = &value->as.mma;
  tl_write(text, "make_tiled_mma(\"%.*s\", ", (int)mma->length, mma->atom);
  tl_tiler_write(&mma->threads, text);
  tl_write(text, ", ");
  tl_tiler_write(&mma->permutation, text);
  tl_write(text, ")");
}

WRITER(write_copy) {
  const tl_tiled_copy *copy = &value->as.copy;
  const tl_value tv = {.kind = TL_KIND_CUTE_TV, .as.tv = copy->tv};
  tl_write(text, "make_tiled_copy(\"%.*s\", %" PRId64 ", ", (int)copy->length,
           copy->atom, copy->bits);
  tl_layout_value_write(&TL_CUTE_TV_NOTATION, &tv, text);
  tl_write(text, ")");
}

WRITER(write_thread_mma) {
  write_mma(value, text);
  tl_write(text, ".get_slice(%" PRId64 ")", value->as.thread_mma.thread);
}

WRITER(write_thread_copy) {
  write_copy(value, text);
  tl_write(text, ".get_slice(%" PRId64 ")", value->as.thread_copy.thread);
}

WRITER(write_text) {
  if (value->write)
    value->write(value, text);
  else
    text->write(text->stream, value->as.text, strlen(value->as.text));
}

#define READS(kind) (UINT32_C(1) << TL_KIND_##kind)

static const tl_value_kind KINDS[TL_KIND_COUNT] = {
    [TL_KIND_NONE] = {"nothing", NULL, 0},
    [TL_KIND_INTEGER] = {"an integer", write_integer,
                         READS(TUPLE) | READS(BASIS) | READS(COORDINATE) |
                             READS(TILER) | READS(BOOLEAN)},
    [TL_KIND_BOOLEAN] = {"true or false", write_boolean, 0},
    [TL_KIND_NAME] = {"a name", NULL, 0},
    [TL_KIND_LIST] = {"a list of integers", write_list, READS(LISTS)},
    [TL_KIND_LISTS] = {"a list of lists", write_lists, 0},
    [TL_KIND_TUPLE] = {"a tuple", write_tuple,
                       READS(LIST) | READS(BASIS) | READS(COORDINATE) |
                           READS(TILER)},
    [TL_KIND_BASIS] = {"strides of coordinates", write_tuple, 0},
    [TL_KIND_COORDINATE] = {"a coordinate with _", write_tuple, READS(TILER)},
    [TL_KIND_SWIZZLE] = {"a swizzle", write_swizzle, 0},
    [TL_KIND_CUTE] = {NULL, NULL, READS(TILER)},
    [TL_KIND_CUTE_SWIZZLE] = {"a CuTe swizzle", write_cute_swizzle, 0},
    [TL_KIND_TILER] = {"a tiler", write_tiler, 0},
    [TL_KIND_TILED_MMA] = {"a tiled MMA", write_mma, 0},
    [TL_KIND_TILED_COPY] = {"a tiled copy", write_copy, 0},
    [TL_KIND_THREAD_MMA] = {"a thread of a tiled MMA", write_thread_mma, 0},
    [TL_KIND_THREAD_COPY] = {"a thread of a tiled copy", write_thread_copy, 0},
    [TL_KIND_ANY_LAYOUT] = {"a layout", NULL, 0},
    [TL_KIND_TEXT] = {"text", write_text, 0},
};

const tl_value_kind *tl_value_kind_of(tl_kind kind) { return &KINDS[kind]; }
