/* picture_banks.c - What accesses ask of the banks of shared memory.
 *
 * A column is a bank.  In each phase, the words that its lanes want from a bank
 * stand one below the other: the first row is the first wavefront, which all
 * phases have, and what is below it has to wait, in hotter colors:
 *
 *                 bank 0    1    2   ..
 *   lanes 0-7         T0   T0   T0         the first lane that wants the word,
 *                     T1   T1   T1         and how many more do: T0 +3 */
#include "picture/svg.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
  CELL_WIDTH = 44,
  CELL_HEIGHT = 20,
  EDGE = 96, /* lanes, on the left */
  GAP = 8,   /* between phases */
  HEAD = 3 * TL_SVG_LINE,
  MOST_BANKS = 32,
  MOST_PANELS = 4, /* unless all are asked for */
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

/* Accesses first to last have the same facts, and are drawn as the first. */
typedef struct panel {
  int64_t first, last;
  tl_access_facts facts;
  int64_t bytes, lanes; /* of a lane; in all */
  int64_t addresses[TL_COUNTED_LANES];
} panel;

typedef struct banks {
  const tl_access_side *side;
  const tl_copy_vectors *vectors;
  tl_svg svg;
  int64_t accesses;
  int64_t panels, drawn; /* runs of accesses, and the first of them */
  tl_text description;
} banks;

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

/* The phase that starts with a lane. */
static void read_phase(const panel *of, int64_t first, phase *out) {
  int64_t word_bytes = TL_COUNTED_MEMORY.word_bytes;
  int64_t most = of->bytes <= word_bytes
                     ? TL_COUNTED_LANES
                     : TL_COUNTED_MEMORY.banks * word_bytes / of->bytes;
  int64_t end = first + most < of->lanes ? first + most : of->lanes;
  memset(out, 0, sizeof *out);
  out->first = first;
  out->last = end - 1;
  for (int64_t lane = first; lane < end; lane++) {
    int64_t address = of->addresses[lane];
    for (int64_t word = address / word_bytes;
         address != TL_LANE_INACTIVE &&
         word <= (address + of->bytes - 1) / word_bytes;
         word++)
      want(out, word, lane);
  }
}

/* The run of accesses that starts with one. */
static tl_code read_panel(const banks *of, int64_t first, panel *out,
                          tl_error *error) {
  const tl_access_side *side = of->side;
  tl_access_facts next;
  *out = (panel){.first = first, .last = first};
  TL_TRY(tl_copy_banks(side->request, side->plan, of->vectors, first,
                       &out->facts, error));
  for (; out->last + 1 < of->accesses; out->last++) {
    TL_TRY(tl_copy_banks(side->request, side->plan, of->vectors, out->last + 1,
                         &next, error));
    if (memcmp(&next, &out->facts, sizeof next) != 0)
      break;
  }
  out->bytes = tl_copy_access_of_run(of->vectors, first).width *
               side->request->element_bytes;
  return tl_copy_addresses(side->request, side->plan, of->vectors, first,
                           out->addresses, &out->lanes, error);
}

static int64_t panel_height(const panel *of) {
  int64_t height = HEAD;
  phase next;
  for (int64_t lane = 0; lane < of->lanes; lane = next.last + 1) {
    read_phase(of, lane, &next);
    height += next.rows * CELL_HEIGHT + GAP;
  }
  return height;
}

/* ---- Drawing ------------------------------------------------------------ */

static int heat_of(int64_t row) { return HEAT[row < HEATS ? row : HEATS - 1]; }

/* The words of a row share a color. */
static void write_row(const tl_svg *svg, const phase *of, int64_t row,
                      int64_t y) {
  for (int64_t bank = 0; bank < MOST_BANKS; bank++)
    if (row < of->count[bank])
      tl_svg_field(svg, heat_of(row), bank * CELL_WIDTH, y, CELL_WIDTH,
                   CELL_HEIGHT);
  tl_svg_labels(svg);
  for (int64_t bank = 0; bank < MOST_BANKS; bank++)
    if (row < of->count[bank]) {
      const wanted *word = &of->words[bank][row];
      char text[48];
      int length = snprintf(text, sizeof text, "T%" PRId64, word->first);
      if (word->others)
        snprintf(text + length, sizeof text - (size_t)length, " +%" PRId64,
                 word->others);
      tl_svg_text(svg, bank * CELL_WIDTH + CELL_WIDTH / 2,
                  y + CELL_HEIGHT / 2 + 4, "", text);
    }
  tl_svg_end_group(svg);
}

static void write_phase(const tl_svg *svg, const phase *of, int64_t y) {
  char text[48];
  for (int64_t row = 0; row < of->rows; row++)
    write_row(svg, of, row, y + row * CELL_HEIGHT);
  tl_svg_grid(svg, y, of->rows, CELL_HEIGHT, MOST_BANKS, CELL_WIDTH);
  snprintf(text, sizeof text, "lanes %" PRId64 "-%" PRId64, of->first,
           of->last);
  if (of->rows)
    tl_svg_text(svg, -EDGE / 2, y + CELL_HEIGHT / 2 + 4, "edge", text);
}

static void describe(const panel *of, tl_text *out) {
  tl_text_append(out, "access%s %" PRId64, of->last > of->first ? "es" : "",
                 of->first);
  if (of->last > of->first)
    tl_text_append(out, " to %" PRId64 ", each", of->last);
  tl_text_append(out, ": %" PRId64 " wavefront%s, %" PRId64 " at best",
                 of->facts.wavefronts, of->facts.wavefronts == 1 ? "" : "s",
                 of->facts.minimum);
}

static void write_panel(const tl_svg *svg, const panel *of, int64_t top) {
  tl_text text = {0};
  char number[24];
  int64_t y = HEAD;
  phase next;
  describe(of, &text);
  tl_svg_group(svg, TL_SVG_MARGIN + EDGE, top, 1);
  tl_svg_text(svg, -EDGE, TL_SVG_LINE, "note", text.data);
  for (int64_t bank = 0; bank < MOST_BANKS; bank++) {
    snprintf(number, sizeof number, "%" PRId64, bank);
    tl_svg_text(svg, bank * CELL_WIDTH + CELL_WIDTH / 2, HEAD - 5, "edge",
                number);
  }
  tl_svg_line(svg);
  for (int64_t lane = 0; lane < of->lanes; lane = next.last + 1) {
    read_phase(of, lane, &next);
    write_phase(svg, &next, y);
    y += next.rows * CELL_HEIGHT + GAP;
  }
  tl_svg_end_group(svg);
}

/* ---- The picture -------------------------------------------------------- */

/* Sizes and description, and whether all accesses have addresses. */
static tl_code measure(banks *of, tl_error *error) {
  const tl_picture *picture = of->svg.picture;
  int64_t most = picture->all ? TL_MAX_PANELS : MOST_PANELS;
  panel next;
  of->svg.height = TL_SVG_TOP + TL_SVG_MARGIN;
  for (int64_t i = 0; i < of->accesses; i = next.last + 1) {
    TL_TRY(read_panel(of, i, &next, error));
    if (of->panels++ >= most)
      continue;
    tl_text_append(&of->description, "%s", of->drawn++ ? "; " : "");
    describe(&next, &of->description);
    of->svg.height += panel_height(&next);
  }
  if (of->drawn < of->panels)
    tl_text_append(&of->description, "; %" PRId64 " more that differ",
                   of->panels - of->drawn);
  return TL_OK;
}

static tl_code write_panels(const banks *of, tl_error *error) {
  const tl_picture *picture = of->svg.picture;
  int64_t top = TL_SVG_TOP, access = 0;
  char text[96];
  for (int64_t i = 0; i < of->drawn; i++) {
    panel next;
    TL_TRY(read_panel(of, access, &next, error));
    write_panel(&of->svg, &next, top);
    top += panel_height(&next);
    access = next.last + 1;
  }
  snprintf(text, sizeof text, "more accesses differ%s",
           picture->all ? "" : picture->hint);
  if (of->drawn < of->panels)
    tl_svg_text(&of->svg, TL_SVG_MARGIN, top + 4, "note", text);
  return TL_OK;
}

tl_code tl_picture_banks(const tl_access_side *side,
                         const tl_copy_choice *choice,
                         const tl_picture *picture, tl_error *error) {
  banks of = {
      .side = side,
      .vectors = &choice->vectors,
      .svg = {.picture = picture,
              .width = 2 * TL_SVG_MARGIN + EDGE + MOST_BANKS * CELL_WIDTH,
              .scale = 1},
      .accesses = tl_copy_access_count(side->plan, &choice->vectors)};
  TL_TRY(measure(&of, error));
  tl_svg_open(&of.svg, of.description.data);
  TL_TRY(write_panels(&of, error));
  tl_svg_close(&of.svg);
  return TL_OK;
}
