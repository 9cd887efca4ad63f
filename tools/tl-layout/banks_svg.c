/* banks_svg.c - What an access asks of the banks of shared memory, as an SVG
 * picture.
 *
 * A column is a bank.  In each phase, the words that its lanes want from a bank
 * stand one below the other: the first row is the first wavefront, which all
 * phases have, and what is below it has to wait, in hotter colors:
 *
 *                 bank 0    1    2   ..
 *   lanes 0-7         T0   T0   T0         the first lane that wants the word,
 *                     T1   T1   T1         and how many more do: T0 +3 */
#include "planned_copy.h"
#include "svg.h"
#include <inttypes.h>
#include <stdlib.h>

enum {
  CELL_WIDTH = 44,
  CELL_HEIGHT = 20,
  EDGE = 96, /* lanes, on the left */
  GAP = 8,   /* between phases */
  HEAD = 3 * TL_SVG_LINE,
  MOST_BANKS = 32,
  MOST_PHASES = 8, /* of 32 bytes a lane */
  MOST_PANELS = 4, /* unless all are asked for */
  MOST_PANELS_EVER = 256,
};

/* Of wavefronts 0, 1, ...: pale blue, yellow to orange, red. */
static const int HEAT[] = {2, 14, 7, 6, 5, 4, 22, 21, 20};
enum { HEATS = sizeof HEAT / sizeof *HEAT };

/* A word that lanes want. */
typedef struct wanted {
  int64_t word, first, others;
} wanted;

typedef struct phase {
  int64_t first, last; /* lanes */
  int64_t rows;        /* the most words of a bank */
  int64_t count[MOST_BANKS];
  wanted words[MOST_BANKS][TL_COUNTED_LANES];
} phase;

typedef struct panel {
  int64_t first, last; /* accesses */
  const tl_access_facts *facts;
  int64_t phase_count, height;
  phase phases[MOST_PHASES];
} panel;

/* ---- What is wanted ----------------------------------------------------- */

static void want(phase *in, int64_t word, int64_t lane) {
  int64_t bank = word % TL_COUNTED_MEMORY.banks, i = 0;
  wanted *words = in->words[bank];
  while (i < in->count[bank] && words[i].word != word)
    i++;
  if (i < in->count[bank]) {
    words[i].others++;
    return;
  }
  words[in->count[bank]++] = (wanted){word, lane, 0};
  if (in->count[bank] > in->rows)
    in->rows = in->count[bank];
}

static void read_phase(const int64_t *addresses, int64_t bytes, phase *out) {
  int64_t word_bytes = TL_COUNTED_MEMORY.word_bytes;
  for (int64_t lane = out->first; lane <= out->last; lane++) {
    int64_t address = addresses[lane];
    for (int64_t word = address / word_bytes;
         address != TL_LANE_INACTIVE &&
         word <= (address + bytes - 1) / word_bytes;
         word++)
      want(out, word, lane);
  }
}

static tl_code read_panel(const tl_planned_copy *copy, panel *out,
                          tl_error *error) {
  int64_t addresses[TL_COUNTED_LANES], lanes;
  const tl_copy_vectors *vectors = &copy->choice.vectors;
  int64_t bytes = tl_copy_access_of_run(vectors, out->first).width *
                  copy->request.element_bytes;
  int64_t phase_lanes = bytes <= TL_COUNTED_MEMORY.word_bytes
                            ? TL_COUNTED_LANES
                            : MOST_BANKS * TL_COUNTED_MEMORY.word_bytes / bytes;
  TL_TRY(tl_copy_addresses(&copy->request, &copy->plan, vectors, out->first,
                           addresses, &lanes, error));
  out->height = HEAD;
  for (int64_t first = 0; first < lanes; first += phase_lanes) {
    phase *next = &out->phases[out->phase_count++];
    next->first = first;
    next->last =
        first + phase_lanes < lanes ? first + phase_lanes - 1 : lanes - 1;
    read_phase(addresses, bytes, next);
    out->height += next->rows * CELL_HEIGHT + GAP;
  }
  return TL_OK;
}

/* ---- Drawing ------------------------------------------------------------ */

static int heat_of(int64_t row) { return HEAT[row < HEATS ? row : HEATS - 1]; }

/* The words of a row share a color. */
static void print_row(const phase *of, int64_t row, int64_t y) {
  bool is_first = true;
  for (int64_t bank = 0; bank < MOST_BANKS; bank++)
    if (row < of->count[bank]) {
      tl_svg_field(is_first, bank * CELL_WIDTH, y, CELL_WIDTH, CELL_HEIGHT);
      is_first = false;
    }
  tl_svg_end_fields(heat_of(row));
  for (int64_t bank = 0; bank < MOST_BANKS; bank++)
    if (row < of->count[bank]) {
      const wanted *word = &of->words[bank][row];
      char text[24];
      int length = snprintf(text, sizeof text, "T%" PRId64, word->first);
      if (word->others)
        snprintf(text + length, sizeof text - (size_t)length, " +%" PRId64,
                 word->others);
      tl_svg_text(bank * CELL_WIDTH + CELL_WIDTH / 2, y + CELL_HEIGHT / 2 + 4,
                  "", text);
    }
  printf("\n");
}

static void print_phase(const phase *of, int64_t y) {
  char text[48];
  for (int64_t row = 0; row < of->rows; row++)
    print_row(of, row, y + row * CELL_HEIGHT);
  tl_svg_grid(y, of->rows, CELL_HEIGHT, MOST_BANKS, CELL_WIDTH);
  snprintf(text, sizeof text, "lanes %" PRId64 "-%" PRId64, of->first,
           of->last);
  if (of->rows)
    tl_svg_text(-EDGE / 2, y + CELL_HEIGHT / 2 + 4, "edge", text);
}

static void write_panel(const panel *of, tl_text *out) {
  tl_text_append(out, "access%s %" PRId64, of->last > of->first ? "es" : "",
                 of->first);
  if (of->last > of->first)
    tl_text_append(out, " to %" PRId64 ", each", of->last);
  tl_text_append(out, ": %" PRId64 " wavefront%s, %" PRId64 " at best",
                 of->facts->wavefronts, of->facts->wavefronts == 1 ? "" : "s",
                 of->facts->minimum);
}

static void print_panel(const panel *of, int64_t y) {
  tl_text text = {0};
  char number[24];
  write_panel(of, &text);
  printf("<g transform=\"translate(%d %" PRId64 ")\">\n", TL_SVG_MARGIN + EDGE,
         y);
  tl_svg_text(-EDGE, TL_SVG_LINE, "note", text.data);
  for (int64_t bank = 0; bank < MOST_BANKS; bank++) {
    snprintf(number, sizeof number, "%" PRId64, bank);
    tl_svg_text(bank * CELL_WIDTH + CELL_WIDTH / 2, HEAD - 5, "edge", number);
  }
  printf("\n");
  y = HEAD;
  for (int64_t i = 0; i < of->phase_count; i++) {
    print_phase(&of->phases[i], y);
    y += of->phases[i].rows * CELL_HEIGHT + GAP;
  }
  printf("</g>\n");
}

/* ---- The picture -------------------------------------------------------- */

static void print_panels(const panel *panels, int64_t count, int64_t all,
                         const tl_arguments *arguments) {
  int64_t height = TL_SVG_TOP + TL_SVG_MARGIN;
  tl_text title = {0}, description = {0};
  tl_text_append(&title, "%s in %s", arguments->items[0], arguments->items[1]);
  for (int64_t i = 0; i < count; i++) {
    height += panels[i].height;
    tl_text_append(&description, "%s", i ? "; " : "");
    write_panel(&panels[i], &description);
  }
  if (count < all)
    tl_text_append(&description, "; %" PRId64 " more that differ", all - count);
  tl_svg_open(&(tl_svg){2 * TL_SVG_MARGIN + EDGE + MOST_BANKS * CELL_WIDTH,
                        height, 1, title.data},
              description.data);
  height = TL_SVG_TOP;
  for (int64_t i = 0; i < count; i++) {
    print_panel(&panels[i], height);
    height += panels[i].height;
  }
  if (count < all)
    tl_svg_text(TL_SVG_MARGIN, height + 4, "note",
                arguments->all ? "more accesses differ"
                               : "more accesses differ; --all draws them");
  tl_svg_close();
}

tl_code tl_banks_print_svg(const tl_planned_copy *copy, const int64_t *firsts,
                           int64_t all, const tl_arguments *arguments,
                           tl_error *error) {
  int64_t most = arguments->all ? MOST_PANELS_EVER : MOST_PANELS;
  int64_t count = all < most ? all : most;
  panel *panels = tl_allocate((size_t)count, sizeof *panels);
  tl_code code = TL_OK;
  for (int64_t i = 0; i < count && code == TL_OK; i++) {
    panels[i].first = firsts[i];
    panels[i].last = firsts[i + 1] - 1;
    panels[i].facts = &copy->facts[firsts[i]];
    code = read_panel(copy, &panels[i], error);
  }
  if (code == TL_OK)
    print_panels(panels, count, all, arguments);
  free(panels);
  return code;
}
