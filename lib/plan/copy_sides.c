/* copy_sides.c - see copy_sides.h. */
#include "plan/copy_sides.h"
#include "base/checked.h"
#include "plan/copy_partition.h"
#include "tl/layout_questions.h"
#include <string.h>

enum { MATRIX_ROW_BYTES = 16 };

/* The dimension whose fastest digit has the smallest stride, but for one that has
 * the same elements again. */
static int64_t contiguous_dimension(const tl_layout *memory,
                                    const int64_t *extents) {
  int64_t best = memory->rank - 1, stride = INT64_MAX;
  const tl_iter *end = memory->iters + memory->shard_count;
  for (int64_t d = memory->rank - 1; d >= 0; d--) {
    const tl_iter *fastest = end - 1;
    end -= memory->group_size[d];
    if (extents[d] == 1 || memory->group_size[d] == 0 || fastest->symbol ||
        fastest->stride == 0 || fastest->stride >= stride)
      continue;
    best = d;
    stride = fastest->stride;
  }
  return best;
}

void tl_assume_pitches(tl_layout *memory) {
  for (int i = 0; i < TL_MAX_SYMBOLS; i++)
    memory->divisor[i] = tl_long_pitch(memory->divisor[i]);
}

/* The one digit of stride 1, if it is the fastest of its dimension; runs begin
 * there, and leave it at its end alone where no two elements share a place. */
static void find_run(const tl_layout *memory, tl_side_bounds *out) {
  const tl_iter *iter = memory->iters;
  out->has_run = true;
  out->run_dimension = -1;
  for (int64_t d = 0; d < memory->rank; d++)
    for (int64_t i = 1; i <= memory->group_size[d]; i++, iter++) {
      if (iter->stride != 1 || iter->symbol || iter->extent == 1)
        continue;
      out->has_run &= i == memory->group_size[d];
      out->run_dimension = d;
      out->run_extent = iter->extent;
    }
}

/* What a digit of a dimension, of this weight there, asks of accesses. */
static void add_needs(const tl_iter *digit, int64_t dimension, int64_t weight,
                      bool is_covered, bool is_slowest, tl_width_need *needs) {
  int64_t stride = digit->stride < TL_MAX_TILE ? digit->stride : TL_MAX_TILE;
  for (int64_t k = 0; k < TL_WIDTH_NEEDS && stride > 0; k++) {
    int64_t half = INT64_C(1) << k;
    if (is_covered && digit->stride % (2 * half) && needs[k].slots < 2 * stride)
      needs[k].slots = 2 * stride;
    if (half % stride == 0 && half / stride < digit->extent) {
      needs[k].dimension = dimension;
      needs[k].step = weight * (half / stride);
      needs[k].end = is_slowest ? 0 : weight * digit->extent;
    }
  }
}

/* Of memory without symbols. */
static void read_needs(const tl_layout *memory, const int64_t *extents,
                       bool is_injective, tl_width_need *needs) {
  const tl_iter *end = memory->iters;
  memset(needs, 0, TL_WIDTH_NEEDS * sizeof *needs);
  for (int64_t d = 0; d < memory->rank; d++) {
    int64_t weight = 1;
    end += memory->group_size[d];
    for (int64_t i = 1; i <= memory->group_size[d]; i++) {
      add_needs(end - i, d, weight, weight < extents[d],
                i == memory->group_size[d], needs);
      weight *= end[-i].extent;
    }
  }
  bool has_run = needs[0].step > 0;
  for (int64_t k = 0; k < TL_WIDTH_NEEDS; k++) {
    needs[k].step = is_injective ? needs[k].step : 0;
    needs[k].is_never = !has_run;
    needs[k].is_swizzled = !tl_swizzle_keeps(&memory->swizzle, INT64_C(2) << k);
  }
}

static tl_access_rules rules_of(const tl_transfer_request *request, int side) {
  static const char *const NAMES[] = {"source_", "target_"};
  return (tl_access_rules){.is_shared = request->is_shared[side],
                           .uses_matrices = request->uses_matrices,
                           .target = request->target,
                           .max_bits = request->max_bits[side],
                           .base_reason = request->base_reasons[side],
                           .base_cure = request->base_cures[side],
                           .side = NAMES[side]};
}

/* Whether the tile is all in memory, from origin 0 on where that is not known. */
static bool is_inside(const tl_transfer_request *request,
                      const tl_copy_request *own) {
  tl_list shape = tl_layout_shape(&own->memory);
  bool inside = true;
  for (int64_t d = 0; d < shape.count; d++) {
    int64_t start = own->origin[d].is_dynamic ? 0 : own->origin[d].value;
    inside &= start >= 0 && start + request->tile.items[d] <= shape.items[d];
  }
  return inside;
}

static void read_side(const tl_transfer_request *request, int side,
                      const int64_t *extents, tl_side_bounds *out) {
  const tl_copy_request *own = &request->sides[side];
  int64_t bytes = request->max_bits[side] / 8;
  tl_layout memory = own->memory;
  tl_error error;
  out->contiguous = contiguous_dimension(&memory, extents);
  find_run(&memory, out);
  if (own->base_alignment < bytes)
    bytes = own->base_alignment;
  out->widest = bytes / own->element_bytes;
  out->matrix_width = 0;
  if (out->widest < 1)
    out->widest = 1;
  tl_assume_pitches(&memory);
  for (int64_t i = 0; i < memory.shard_count; i++) {
    tl_iter *iter = &memory.iters[i];
    if (iter->symbol)
      iter->stride *= memory.divisor[iter->symbol - 1];
    iter->symbol = 0;
  }
  bool is_injective =
      tl_layout_is_injective(&memory, own->lanes, NULL, &error) == TL_YES;
  out->has_run &= is_injective;
  read_needs(&memory, extents, is_injective, out->needs);
  out->is_apart = is_injective && is_inside(request, own);
}

void tl_side_bounds_read(const tl_transfer_request *request,
                         const int64_t *extents, tl_side_bounds out[TL_SIDES]) {
  for (int side = 0; side < TL_SIDES; side++)
    read_side(request, side, extents, &out[side]);
  bool is_turned = out[TL_FROM].contiguous != out[TL_TO].contiguous;
  for (int side = 0; side < TL_SIDES; side++)
    if (is_turned && request->uses_matrices && !request->direct &&
        request->is_shared[side])
      out[side].matrix_width =
          MATRIX_ROW_BYTES / request->sides[side].element_bytes;
}

int64_t tl_transfer_run(const tl_transfer_request *request,
                        tl_transfer_side_number side, int64_t *dimension) {
  const tl_copy_request *other =
      &request->sides[side == TL_FROM ? TL_TO : TL_FROM];
  *dimension = contiguous_dimension(&other->memory, request->tile.items);
  if (!request->direct)
    return 0;
  int64_t least = request->direct->least_bytes / other->element_bytes;
  return least > 1 ? least : 1;
}

/* ---- Parts --------------------------------------------------------------- */

bool tl_transfer_part_is_ragged(const tl_transfer_part *part, int64_t d) {
  return part->extent[d] % part->step[d] != 0;
}

static bool is_ragged(const tl_transfer_part *part) {
  for (int64_t d = 0; d < part->fragments[TL_FROM].rank; d++)
    if (tl_transfer_part_is_ragged(part, d))
      return true;
  return false;
}

/* Where the part ends, in coordinates of the side. */
static tl_bound end_of(const tl_origin *origin, int64_t end) {
  return (tl_bound){.is_set = true,
                    .is_dynamic = origin->is_dynamic,
                    .value = origin->is_dynamic || origin->value + end < 0
                                 ? 0
                                 : origin->value + end,
                    .divisor = tl_gcd(origin->divisor, end),
                    .least = origin->is_dynamic ? end : 0};
}

static tl_bound least_bound(const tl_bound *a, const tl_bound *b) {
  if (!a->is_dynamic && !b->is_dynamic)
    return a->value < b->value ? *a : *b;
  int64_t x = a->is_dynamic ? a->divisor : a->value;
  int64_t y = b->is_dynamic ? b->divisor : b->value;
  int64_t least_x = a->is_dynamic ? a->least : a->value;
  int64_t least_y = b->is_dynamic ? b->least : b->value;
  return (tl_bound){.is_set = true,
                    .is_dynamic = true,
                    .divisor = tl_gcd(x, y) ? tl_gcd(x, y) : 1,
                    .least = least_x < least_y ? least_x : least_y};
}

/* How much the last step of a part is further than the whole. */
static int64_t moved_to_last(const tl_transfer_part *part, int64_t d) {
  int64_t extent = part->extent[d], step = part->step[d];
  return part->first[d] + (extent - 1) / step * step;
}

/* What bounds are more than the origins of all steps. */
static int64_t room_of_steps(const tl_bound *stated,
                             const tl_transfer_part *part, int64_t d) {
  int64_t room = stated->room - moved_to_last(part, d);
  return room > 0 ? room : 0;
}

/* Above all origins of the steps of a part; 0 where that of the whole has no
 * end. */
static int64_t end_of_steps(const tl_origin *origin,
                            const tl_transfer_part *part, int64_t d) {
  int64_t last = origin->is_dynamic ? origin->end - 1 : origin->value;
  return last >= 0 && tl_sum_fits(last + 1, moved_to_last(part, d), &last)
             ? last
             : 0;
}

/* At most all of them. */
static int64_t least_of_steps(const tl_origin *origin,
                              const tl_transfer_part *part, int64_t d) {
  int64_t least = origin->is_dynamic ? origin->least : origin->value;
  return tl_sum_fits(least, part->first[d], &least) ? least : INT64_MIN;
}

void tl_transfer_part_request(const tl_transfer_request *request,
                              const tl_transfer_part *part,
                              tl_transfer_side_number side,
                              tl_copy_request *out) {
  *out = request->sides[side];
  out->fragment = part->fragments[side];
  out->stores = side == TL_TO;
  bool has_end = is_ragged(part);
  for (int64_t d = 0; d < request->tile.count; d++) {
    const tl_bound *stated = &request->sides[side].bounds[d];
    tl_origin *origin = &out->origin[d];
    tl_bound end = end_of(origin, part->first[d] + part->extent[d]);
    if (has_end && !stated->is_set)
      out->bounds[d] = end;
    else if (stated->is_set && tl_transfer_part_is_ragged(part, d))
      out->bounds[d] = least_bound(stated, &end);
    else if (stated->is_set)
      out->bounds[d].room = room_of_steps(stated, part, d);
    out->bounds[d].has_lower = stated->has_lower;
    out->bounds[d].lower_is_dynamic = stated->lower_is_dynamic;
    out->bounds[d].lower = stated->lower;
    int64_t start = origin->is_dynamic ? origin->divisor : origin->value;
    int64_t divisor = tl_gcd(start, part->first[d]);
    if (part->step[d] < part->extent[d])
      divisor = tl_gcd(divisor, part->step[d]);
    else if (!origin->is_dynamic)
      origin->value += part->first[d];
    if (origin->is_dynamic || part->step[d] < part->extent[d])
      *origin = (tl_origin){.is_dynamic = true,
                            .divisor = divisor,
                            .end = end_of_steps(origin, part, d),
                            .least = least_of_steps(origin, part, d)};
  }
}

/* ---- Plans --------------------------------------------------------------- */

static tl_code partition_side(const tl_transfer_request *request,
                              const tl_transfer_part *part, int side,
                              tl_planned_side *out, tl_error *error) {
  tl_transfer_part_request(request, part, (tl_transfer_side_number)side,
                           &out->request);
  return tl_copy_partition_plan(&out->request, &out->plan, error);
}

/* By matrices, where they are asked and accesses are narrower. */
static void take_matrices(const tl_transfer_request *request, int side,
                          const tl_side_bounds *bounds, tl_planned_side *out) {
  tl_access_rules rules = rules_of(request, side);
  const tl_access_side own = {&out->request, &rules, &out->plan};
  tl_copy_choice chosen;
  if (out->vectors.width >= bounds->matrix_width ||
      !TL_MATRIX_KIND.is_asked(&own, 1) ||
      TL_MATRIX_KIND.match(&own, &chosen, NULL) != TL_OK)
    return;
  out->vectors = chosen.vectors;
  out->is_transposed = chosen.matrix.is_transposed;
}

tl_code tl_side_plan(const tl_transfer_request *request,
                     const tl_transfer_part *part, int side,
                     const tl_side_bounds *bounds, tl_planned_side *out,
                     tl_error *error) {
  TL_TRY(partition_side(request, part, side, out, error));
  tl_copy_cut cut = tl_copy_cut_of(&out->plan, out->request.element_bytes,
                                   request->max_bits[side]);
  tl_copy_accesses_plan(&cut, &out->vectors);
  out->is_transposed = false;
  take_matrices(request, side, bounds, out);
  return TL_OK;
}

static void copy_atoms(const tl_atoms *from, tl_atoms *to) {
  to->count = from->count;
  memcpy(to->items, from->items, (size_t)from->count * sizeof *from->items);
}

static void copy_vectors(const tl_copy_vectors *from, tl_copy_vectors *to) {
  to->width = from->width;
  to->phase = from->phase;
  to->lanes = from->lanes;
  copy_atoms(&from->outer, &to->outer);
  copy_atoms(&from->inner, &to->inner);
}

tl_code tl_side_plan_pairs(const tl_transfer_request *request,
                           const tl_transfer_part *part,
                           tl_planned_side out[TL_SIDES], tl_error *error) {
  tl_access_rules rules[TL_SIDES];
  tl_access_side sides[TL_SIDES];
  tl_copy_choice chosen;
  for (int side = 0; side < TL_SIDES; side++) {
    rules[side] = rules_of(request, side);
    sides[side] =
        (tl_access_side){&out[side].request, &rules[side], &out[side].plan};
    out[side].is_transposed = false;
    TL_TRY(partition_side(request, part, side, &out[side], error));
  }
  TL_TRY(request->direct->match(sides, &chosen, error));
  for (int side = 0; side < TL_SIDES; side++)
    copy_vectors(&chosen.vectors, &out[side].vectors);
  tl_copy_take_target(&out[TL_TO].vectors);
  return TL_OK;
}

tl_code tl_widest_facts(tl_copy_request *request, const tl_copy_partition *plan,
                        tl_copy_vectors *vectors, tl_access_facts *out,
                        tl_error *error) {
  int64_t width = vectors->width, access = 0;
  int64_t halves = width * request->element_bytes / TL_SERVED_BYTES;
  if (halves > 1)
    vectors->width /= halves;
  while (tl_copy_access_of_run(vectors, access).width < vectors->width)
    access++;
  tl_assume_pitches(&request->memory);
  tl_code code = tl_copy_banks(request, plan, vectors, access, out, error);
  vectors->width = width;
  return code;
}

tl_code tl_time_served(tl_copy_request *request, const tl_copy_partition *plan,
                       tl_copy_vectors *vectors, bool is_shared,
                       int64_t conflict, int64_t *out, tl_error *error) {
  tl_access_facts facts;
  TL_TRY(tl_widest_facts(request, plan, vectors, &facts, error));
  *out = is_shared
             ? facts.wavefronts * TL_TIME_WAVEFRONT +
                   (facts.wavefronts - facts.minimum) * conflict
             : facts.sectors * TL_TIME_SECTOR + facts.lines * TL_TIME_LINE;
  if (plan->is_scattered && !plan->is_twisted)
    *out += TL_TIME_ISSUE;
  return TL_OK;
}

tl_code tl_transfer_plan_as(const tl_transfer_request *request,
                            const tl_layout *partition, tl_transfer_plan *out,
                            tl_error *error) {
  const tl_list *tile = &request->tile;
  tl_transfer_part *part = &out->parts[0];
  out->moves = 0;
  out->count = 1;
  out->joins.count = tile->count; /* of one dimension each */
  *part = (tl_transfer_part){.fragments = {*partition, *partition}};
  for (int64_t d = 0; d < tile->count; d++)
    part->extent[d] = part->step[d] = tile->items[d];
  return tl_layout_span(partition, TL_AXIS_M, &part->registers, error);
}
