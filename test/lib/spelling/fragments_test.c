// RUN: fragments_test | FileCheck %s
// CHECK: L49 mma: {{[1-9][0-9]*}} operands, {{[1-9][0-9]*}} elements, 0 failures
// CHECK: L49 wgmma: {{[1-9][0-9]*}} operands, {{[1-9][0-9]*}} elements, 0 failures
// CHECK: L49 tcgen05: {{[1-9][0-9]*}} operands, {{[1-9][0-9]*}} elements, 0 failures

/* Law L49 on every instruction of the PTX ISA with the operand: the row and the
 * column of element i of a lane, as the ISA says them ("Matrix Fragments for
 * mma.m16n8k16" and its like, "Register Fragments for wgmma.mma_async",
 * "Data Movement Shape" of tcgen05.ld). */
#include "tl/notation.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static struct {
  const char *name;
  long operands, elements, failures;
} laws[] = {{"mma", 0, 0, 0}, {"wgmma", 0, 0, 0}, {"tcgen05", 0, 0, 0}};

enum { MMA, WGMMA, TCGEN05 };

/* Row and column of element i of a thread. */
typedef struct spot {
  int64_t row, column;
} spot;

typedef spot formula(int64_t thread, int64_t i);

static bool in(int64_t i, int64_t first, int64_t end) {
  return first <= i && i < end;
}

#define GROUP (lane >> 2)
#define IN_GROUP (lane % 4)
#define FORMULA(name, row, column)                                             \
  static spot name(int64_t lane, int64_t i) {                                  \
    (void)i;                                                                   \
    return (spot){row, column};                                                \
  }
/* The other rows of a matrix of 16, unless `low`. */
#define ROW(low) (GROUP + ((low) ? 0 : 8))

/* A, by element type and shape. */
FORMULA(a64_8x4, GROUP, IN_GROUP)
FORMULA(a64_16x4, ROW(i == 0), IN_GROUP)
FORMULA(a64_16x8, ROW(i == 0 || i == 2), IN_GROUP + (i < 2 ? 0 : 4))
FORMULA(a64_16x16, ROW(i % 2 == 0), (i / 2) * 4 + IN_GROUP)
FORMULA(a16_16x8, ROW(i < 2), IN_GROUP * 2 + (i & 1))
FORMULA(a16_16x16, ROW(in(i, 0, 2) || in(i, 4, 6)),
        IN_GROUP * 2 + (i & 1) + (i < 4 ? 0 : 8))
FORMULA(a8_8x16, GROUP, IN_GROUP * 4 + i)
FORMULA(a8_16x16, ROW(i < 4), IN_GROUP * 4 + (i & 3))
FORMULA(a8_16x32, ROW(in(i, 0, 4) || in(i, 8, 12)),
        IN_GROUP * 4 + (i & 3) + (i < 8 ? 0 : 16))
FORMULA(a4_8x32, GROUP, IN_GROUP * 8 + (i & 7))
FORMULA(a4_16x32, ROW(i < 8), IN_GROUP * 8 + (i & 7))
FORMULA(a4_16x64, ROW(in(i, 0, 8) || in(i, 16, 24)),
        IN_GROUP * 8 + (i & 7) + (i < 16 ? 0 : 32))
FORMULA(a1_8x128, GROUP, IN_GROUP * 32 + i)
FORMULA(a1_16x128, ROW(i < 32), IN_GROUP * 32 + (i & 31))
FORMULA(a1_16x256, ROW(in(i, 0, 32) || in(i, 64, 96)),
        IN_GROUP * 32 + (i & 31) + (i < 64 ? 0 : 128))

/* B, by element type and k. */
FORMULA(b64_4, IN_GROUP, GROUP)
FORMULA(b64_8, IN_GROUP + (i == 0 ? 0 : 4), GROUP)
FORMULA(b64_16, IN_GROUP + i * 4, GROUP)
FORMULA(b16_8, IN_GROUP * 2 + i, GROUP)
FORMULA(b16_16, IN_GROUP * 2 + (i & 1) + (i < 2 ? 0 : 8), GROUP)
FORMULA(b8_16, IN_GROUP * 4 + i, GROUP)
FORMULA(b8_32, IN_GROUP * 4 + (i & 3) + (i < 4 ? 0 : 16), GROUP)
FORMULA(b4_32, IN_GROUP * 8 + (i & 7), GROUP)
FORMULA(b4_64, IN_GROUP * 8 + (i & 7) + (i < 8 ? 0 : 32), GROUP)
FORMULA(b1_128, IN_GROUP * 32 + i, GROUP)
FORMULA(b1_256, IN_GROUP * 32 + (i & 31) + (i < 32 ? 0 : 128), GROUP)

FORMULA(c_8, GROUP, IN_GROUP * 2 + (i & 1))
FORMULA(c_16, ROW(i < 2), IN_GROUP * 2 + (i & 1))

static const struct {
  int64_t m, k, bits;
  formula *a, *b, *c;
} MMAS[] = {
    {8, 4, 64, a64_8x4, b64_4, c_8},
    {16, 4, 64, a64_16x4, b64_4, c_16},
    {16, 8, 64, a64_16x8, b64_8, c_16},
    {16, 16, 64, a64_16x16, b64_16, c_16},
    {16, 4, 32, a64_16x4, b64_4, c_16}, /* .tf32 as .f64 */
    {16, 8, 32, a64_16x8, b64_8, c_16},
    {16, 8, 16, a16_16x8, b16_8, c_16},
    {16, 16, 16, a16_16x16, b16_16, c_16},
    {8, 16, 8, a8_8x16, b8_16, c_8},
    {16, 16, 8, a8_16x16, b8_16, c_16},
    {16, 32, 8, a8_16x32, b8_32, c_16},
    {8, 32, 4, a4_8x32, b4_32, c_8},
    {16, 32, 4, a4_16x32, b4_32, c_16},
    {16, 64, 4, a4_16x64, b4_64, c_16},
    {8, 128, 1, a1_8x128, b1_128, c_8},
    {16, 128, 1, a1_16x128, b1_128, c_16},
    {16, 256, 1, a1_16x256, b1_256, c_16},
};

/* Threads and registers of the fragment, and nothing else, have the elements of
 * the operand where the formula says. */
static void check(int law, const tl_register *fragment, int64_t rows,
                  int64_t columns, int64_t lanes, formula *says) {
  tl_value value = {.kind = TL_KIND_REGISTER, .as.reg = *fragment};
  tl_places places;
  int64_t threads, registers;
  const int64_t *shape = fragment->shape.items;
  laws[law].operands++;
  if (tl_places_open(&value, &places, NULL) != TL_OK ||
      tl_places_count(&places, &threads, &registers, NULL) != TL_OK ||
      shape[0] != rows || shape[1] != columns || threads != lanes ||
      threads * registers != rows * columns) {
    laws[law].failures++;
    return;
  }
  for (int64_t t = 0; t < threads; t++)
    for (int64_t i = 0; i < registers; i++) {
      tl_list at;
      bool is_first;
      spot said = says(t, i);
      laws[law].elements++;
      if (tl_places_element(&places, t, i, &at, &is_first, NULL) != TL_OK ||
          at.items[0] != said.row || at.items[1] != said.column)
        laws[law].failures++;
    }
}

static void check_mma(void) {
  for (size_t i = 0; i < sizeof MMAS / sizeof *MMAS; i++) {
    int64_t m = MMAS[i].m, k = MMAS[i].k, bits = MMAS[i].bits;
    formula *says[] = {MMAS[i].a, MMAS[i].b, MMAS[i].c};
    for (int of = TL_OPERAND_A; of <= TL_OPERAND_C; of++) {
      tl_register fragment = {0};
      if (tl_fragment_mma((tl_fragment_operand)of, m, 8, k, bits, &fragment,
                          NULL) != TL_OK)
        laws[MMA].failures++;
      check(MMA, &fragment, of == TL_OPERAND_B ? k : m,
            of == TL_OPERAND_A ? k : 8, 32, says[of]);
    }
  }
}

/* Warp w has 16 rows from 16 w on. */
#define OF_WARPS(name, of)                                                     \
  FORMULA(name, lane / 32 * 16 + of(lane % 32, i).row, of(lane % 32, i).column)
OF_WARPS(w32, a64_16x8)
OF_WARPS(w16, a16_16x16)
OF_WARPS(w8, a8_16x32)
OF_WARPS(w1, a1_16x256)
FORMULA(w_c, lane / 32 * 16 + lane % 32 / 4 + (i % 4 < 2 ? 0 : 8),
        i / 4 * 8 + IN_GROUP * 2 + (i & 1))

static void check_wgmma(void) {
  static const struct {
    int64_t bits, k;
    formula *says;
  } A[] = {{32, 8, w32}, {16, 16, w16}, {8, 32, w8}, {1, 256, w1}};
  tl_register fragment;
  for (int i = 0; i < 4; i++)
    if (tl_fragment_wgmma_a(A[i].k, A[i].bits, &fragment, NULL) == TL_OK)
      check(WGMMA, &fragment, 64, A[i].k, 128, A[i].says);
    else
      laws[WGMMA].failures++;
  for (int64_t n = 8; n <= 256; n += 8)
    if (tl_fragment_wgmma(n, &fragment, NULL) == TL_OK)
      check(WGMMA, &fragment, 64, n, 128, w_c);
    else
      laws[WGMMA].failures++;
}

/* A register is a word. */
FORMULA(t32, lane, i)
FORMULA(t64, lane / 32 * 16 + lane % 32 / 4 + lane % 2 * 8,
        i * 2 + lane % 4 / 2)
FORMULA(t128, lane / 32 * 16 + lane % 32 / 4 + i % 2 * 8, i / 2 * 4 + IN_GROUP)
FORMULA(t256, lane / 32 * 16 + lane % 32 / 4 + i / 2 % 2 * 8,
        i / 4 * 8 + IN_GROUP * 2 + i % 2)

/* The word that is looked at, and whether a thread has two slabs of 16 rows. */
static struct {
  formula *of_words;
  int64_t packed, words;
  bool has_slabs;
} tensor;

/* The second half of the registers has the rows of the second slab. */
static spot of_tensor(int64_t lane, int64_t i) {
  int64_t word = i / tensor.packed, slab = word / tensor.words;
  spot at = tensor.of_words(lane, word % tensor.words);
  at.column = at.column * tensor.packed + i % tensor.packed;
  if (tensor.has_slabs)
    at.row += lane / 32 * 16 + slab * 16;
  return at;
}

static void check_tcgen05(void) {
  static const struct {
    const char *name;
    int64_t rows, width, most;
    formula *says;
  } SHAPES[] = {{"32x32b", 128, 1, 128, t32},
                {"16x64b", 64, 2, 128, t64},
                {"16x128b", 64, 4, 64, t128},
                {"16x256b", 64, 8, 32, t256}};
  tl_register fragment;
  for (int s = 0; s < 4; s++)
    for (int64_t bits = 8; bits <= 32; bits *= 2)
      for (int64_t n = 1; n <= SHAPES[s].most; n *= 2)
        for (int64_t rows = SHAPES[s].rows; rows <= 128; rows *= 2) {
          int64_t columns = n * SHAPES[s].width * 32 / bits;
          tl_list tile = {2, {rows, columns}};
          tensor.of_words = SHAPES[s].says;
          tensor.packed = 32 / bits;
          tensor.has_slabs = rows > SHAPES[s].rows;
          tensor.words = SHAPES[s].rows * n * SHAPES[s].width / 128;
          if (tl_fragment_tcgen05(SHAPES[s].name, strlen(SHAPES[s].name), &tile,
                                  bits, &fragment, NULL) == TL_OK)
            check(TCGEN05, &fragment, rows, columns, 128, of_tensor);
          else
            laws[TCGEN05].failures++;
        }
}

int main(void) {
  check_mma();
  check_wgmma();
  check_tcgen05();
  for (int i = 0; i < 3; i++)
    printf("L49 %s: %ld operands, %ld elements, %ld failures\n", laws[i].name,
           laws[i].operands, laws[i].elements, laws[i].failures);
  return 0;
}
