/* picture_accesses.c - Which lanes of the first warp move which bytes, access by
 * access.
 *
 * A row is a line of memory, a column a bank of shared memory or a sector of
 * global memory.  A lane has its color where it moves bytes; what is gray of a
 * sector is moved for nobody:
 *
 *   byte 0    T0      T1      T2 +3   the first lane that moves them, and how
 *        128  T4      T5              many more do */
#include "picture/svg.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
  BYTE_WIDTH = 11,
  ROW_HEIGHT = 20,
  EDGE = 96, /* addresses, on the left */
  GAP = 6,   /* where lines of memory are left out */
  HEAD = 3 * TL_SVG_LINE,
  FOOT = 12,
  WASTED = TL_SVG_COLORS - 1,
  MOST_STEPS = 8, /* unless all are asked for */
};

typedef struct steps {
  const tl_access_side *side;
  const tl_copy_choice *choice;
  tl_svg svg;
  int64_t accesses, drawn;
  int64_t line_bytes, column_bytes;
} steps;

/* An access; its lines of memory ascend. */
typedef struct step {
  int64_t number, bytes, lanes; /* of a lane; in all */
  int64_t addresses[TL_COUNTED_LANES];
  int64_t line_count, lines[TL_COUNTED_LANES];
  tl_access_facts facts;
  tl_copy_step moved;
} step;

/* ---- What is moved ------------------------------------------------------ */

static void add_line(step *to, int64_t line) {
  int64_t i = to->line_count;
  for (int64_t at = 0; at < to->line_count; at++)
    if (to->lines[at] == line)
      return;
  for (; i > 0 && to->lines[i - 1] > line; i--)
    to->lines[i] = to->lines[i - 1];
  to->lines[i] = line;
  to->line_count++;
}

static tl_code read_step(const steps *of, int64_t number, step *out,
                         tl_error *error) {
  const tl_access_side *side = of->side;
  const tl_copy_vectors *vectors = &of->choice->vectors;
  *out = (step){.number = number,
                .bytes = tl_copy_access_of_run(vectors, number).width *
                         side->request->element_bytes};
  TL_TRY(tl_copy_addresses(side->request, side->plan, vectors, number,
                           out->addresses, &out->lanes, error));
  TL_TRY(tl_copy_banks(side->request, side->plan, vectors, number, &out->facts,
                       error));
  tl_copy_step_of(side->plan, of->choice, number, &out->moved);
  for (int64_t lane = 0; lane < out->lanes; lane++)
    if (out->addresses[lane] != TL_LANE_INACTIVE)
      add_line(out, out->addresses[lane] / of->line_bytes);
  return TL_OK;
}

/* The first lane that moves what a lane does, and how many more. */
static int64_t find_first(const step *of, int64_t lane, int64_t *others) {
  int64_t first = lane;
  *others = -1;
  for (int64_t i = of->lanes - 1; i >= 0; i--)
    if (of->addresses[i] == of->addresses[lane]) {
      first = i;
      ++*others;
    }
  return first;
}

/* ---- Drawing ------------------------------------------------------------ */

static bool is_behind_gap(const step *of, int64_t row) {
  return row && of->lines[row] != of->lines[row - 1] + 1;
}

static int64_t step_height(const step *of) {
  int64_t height = HEAD + of->line_count * ROW_HEIGHT + FOOT;
  for (int64_t row = 0; row < of->line_count; row++)
    height += is_behind_gap(of, row) ? GAP : 0;
  return height;
}

/* Runs of three and more are ranges: `0-7`, `0,1`. */
static void write_registers(const tl_copy_step *of, tl_text *out) {
  for (int64_t i = 0, last; i < of->count; i = last + 1) {
    const tl_moves *at = of->elements;
    for (last = i;
         last + 1 < of->count && at[last + 1].slot == at[last].slot + 1;)
      last++;
    tl_text_append(out, "%s%" PRId64, i ? "," : "", at[i].slot);
    if (last > i)
      tl_text_append(out, "%s%" PRId64, last > i + 1 ? "-" : ",",
                     at[last].slot);
  }
}

/* An asynchronous access has no registers. */
static void describe(const steps *of, const step *drawn, tl_text *out) {
  const tl_access_facts *facts = &drawn->facts;
  tl_text_append(out, "access %" PRId64 ": ", drawn->number);
  if (of->choice->kind != &TL_ASYNC_KIND) {
    tl_text_append(out, "register%s ", drawn->moved.count == 1 ? "" : "s");
    write_registers(&drawn->moved, out);
    tl_text_append(out, ", ");
  }
  tl_text_append(out, "%" PRId64 " byte%s a lane; ", drawn->bytes,
                 drawn->bytes == 1 ? "" : "s");
  if (of->side->rules->is_shared)
    tl_text_append(out, "%" PRId64 " wavefront%s, %" PRId64 " at best",
                   facts->wavefronts, facts->wavefronts == 1 ? "" : "s",
                   facts->minimum);
  else
    tl_text_append(out, "%" PRId64 " sector%s, %" PRId64 " %% of them used",
                   facts->sectors, facts->sectors == 1 ? "" : "s",
                   facts->efficiency);
}

static void write_wasted(const steps *of, const step *drawn, int64_t line,
                         int64_t y) {
  const tl_memory_model *memory = &TL_COUNTED_MEMORY;
  for (int64_t sector = 0; sector < of->line_bytes / memory->sector_bytes;
       sector++) {
    bool is_moved = false;
    int64_t start = line * of->line_bytes + sector * memory->sector_bytes;
    for (int64_t lane = 0; lane < drawn->lanes; lane++)
      is_moved |= drawn->addresses[lane] >= start &&
                  drawn->addresses[lane] < start + memory->sector_bytes;
    if (is_moved)
      tl_svg_field(&of->svg, WASTED, sector * memory->sector_bytes * BYTE_WIDTH,
                   y, memory->sector_bytes * BYTE_WIDTH, ROW_HEIGHT);
  }
}

/* No label where it is wider than what it is about. */
static void write_lane(const steps *of, const step *drawn, int64_t lane,
                       int64_t y) {
  int64_t others, width = drawn->bytes * BYTE_WIDTH;
  int64_t x = drawn->addresses[lane] % of->line_bytes * BYTE_WIDTH;
  char text[48];
  if (find_first(drawn, lane, &others) != lane)
    return;
  int length = snprintf(text, sizeof text, "T%" PRId64, lane);
  if (others)
    length += snprintf(text + length, sizeof text - (size_t)length,
                       " +%" PRId64, others);
  tl_svg_field(&of->svg, tl_svg_color(lane), x, y, width, ROW_HEIGHT);
  tl_svg_outline(&of->svg, x, y, width, ROW_HEIGHT);
  if (length * TL_SVG_CHARACTER <= width)
    tl_svg_text(&of->svg, x + width / 2, y + ROW_HEIGHT / 2 + 4, "label", text);
}

static void write_line(const steps *of, const step *drawn, int64_t row,
                       int64_t y) {
  const tl_svg *svg = &of->svg;
  int64_t line = drawn->lines[row];
  char text[48];
  tl_svg_grid(svg, y, 1, ROW_HEIGHT, of->line_bytes / of->column_bytes,
              of->column_bytes * BYTE_WIDTH);
  if (!of->side->rules->is_shared)
    write_wasted(of, drawn, line, y);
  for (int64_t lane = 0; lane < drawn->lanes; lane++)
    if (drawn->addresses[lane] != TL_LANE_INACTIVE &&
        drawn->addresses[lane] / of->line_bytes == line)
      write_lane(of, drawn, lane, y);
  tl_svg_line(svg);
  snprintf(text, sizeof text, "%s%" PRId64, row ? "" : "byte ",
           line * of->line_bytes);
  tl_svg_text(svg, -EDGE / 2, y + ROW_HEIGHT / 2 + 4, "edge", text);
  tl_svg_line(svg);
}

static void write_head(const steps *of, const step *drawn) {
  bool is_shared = of->side->rules->is_shared;
  int64_t columns = of->line_bytes / of->column_bytes;
  tl_text text = {0};
  char number[32];
  describe(of, drawn, &text);
  tl_svg_text(&of->svg, -EDGE, TL_SVG_LINE, "note", text.data);
  for (int64_t i = 0; i < columns; i++) {
    snprintf(number, sizeof number, is_shared ? "%" PRId64 : "sector %" PRId64,
             i);
    tl_svg_text(&of->svg, (2 * i + 1) * of->column_bytes * BYTE_WIDTH / 2,
                HEAD - 5, "edge", number);
  }
  tl_svg_line(&of->svg);
}

static void write_step(const steps *of, const step *drawn, int64_t top) {
  int64_t y = HEAD;
  tl_svg_group(&of->svg, TL_SVG_MARGIN + EDGE, top, 1);
  write_head(of, drawn);
  for (int64_t row = 0; row < drawn->line_count; row++) {
    y += is_behind_gap(drawn, row) ? GAP : 0;
    write_line(of, drawn, row, y);
    y += ROW_HEIGHT;
  }
  tl_svg_end_group(&of->svg);
}

/* ---- The picture -------------------------------------------------------- */

static tl_code measure(steps *of, tl_text *description, tl_error *error) {
  step next;
  of->svg.height = TL_SVG_TOP + TL_SVG_MARGIN;
  for (int64_t i = 0; i < of->drawn; i++) {
    TL_TRY(read_step(of, i, &next, error));
    tl_text_append(description, "%s", i ? "; " : "");
    describe(of, &next, description);
    of->svg.height += step_height(&next);
  }
  if (of->drawn < of->accesses)
    tl_text_append(description, "; %" PRId64 " more", of->accesses - of->drawn);
  return TL_OK;
}

static tl_code write_steps(const steps *of, tl_error *error) {
  const tl_picture *picture = of->svg.picture;
  int64_t top = TL_SVG_TOP;
  char text[96];
  step next;
  for (int64_t i = 0; i < of->drawn; i++) {
    TL_TRY(read_step(of, i, &next, error));
    write_step(of, &next, top);
    top += step_height(&next);
  }
  snprintf(text, sizeof text, "%" PRId64 " more access%s%s",
           of->accesses - of->drawn, of->accesses - of->drawn == 1 ? "" : "es",
           picture->all ? "" : picture->hint);
  if (of->drawn < of->accesses)
    tl_svg_text(&of->svg, TL_SVG_MARGIN, top + 4, "note", text);
  return TL_OK;
}

tl_code tl_picture_accesses(const tl_access_side *side,
                            const tl_copy_choice *choice,
                            const tl_picture *picture, tl_error *error) {
  const tl_memory_model *memory = &TL_COUNTED_MEMORY;
  int64_t most = picture->all ? TL_MAX_PANELS : MOST_STEPS;
  tl_text description = {0};
  steps of = {.side = side,
              .choice = choice,
              .svg = {.picture = picture,
                      .width = 2 * TL_SVG_MARGIN + EDGE +
                               memory->line_bytes * BYTE_WIDTH,
                      .scale = 1},
              .accesses = tl_copy_access_count(side->plan, &choice->vectors),
              .line_bytes = memory->line_bytes,
              .column_bytes = side->rules->is_shared ? memory->word_bytes
                                                     : memory->sector_bytes};
  of.drawn = of.accesses < most ? of.accesses : most;
  TL_TRY(measure(&of, &description, error));
  tl_svg_open(&of.svg, description.data);
  TL_TRY(write_steps(&of, error));
  tl_svg_close(&of.svg);
  return TL_OK;
}
