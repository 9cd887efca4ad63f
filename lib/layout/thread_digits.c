/* thread_digits.c - see tl/thread_digits.h. */
#include "tl/thread_digits.h"
#include "base/checked.h"

int64_t tl_atoms_count(const tl_atoms *atoms) {
  int64_t count = 1;
  for (int64_t i = 0; i < atoms->count; i++)
    count *= atoms->items[i].extent;
  return count;
}

/* The access at `first`; returns how many of that width follow each other. */
static int64_t start_access(const tl_element_run *run, int64_t first,
                            tl_run_access *out) {
  int64_t left = run->length - first;
  int64_t place = run->phase % run->width + first % run->width;
  *out = (tl_run_access){first, run->width};
  while (place % out->width || out->width > left)
    out->width /= 2;
  return out->width == run->width ? left / out->width : 1;
}

int64_t tl_run_access_count(const tl_element_run *run) {
  tl_run_access access;
  int64_t count = 0;
  for (int64_t first = 0, equal; first < run->length;
       first += equal * access.width)
    count += equal = start_access(run, first, &access);
  return count;
}

tl_run_access tl_run_access_at(const tl_element_run *run, int64_t number) {
  tl_run_access access;
  int64_t equal = start_access(run, 0, &access);
  while (number >= equal) {
    number -= equal;
    equal = start_access(run, access.first + equal * access.width, &access);
  }
  access.first += number * access.width;
  return access;
}

bool tl_origin_begins_inside(const tl_origin *origin, const tl_bound *bound) {
  int64_t first = origin->is_dynamic ? origin->least : origin->value;
  return !bound->has_lower || first >= bound->lower;
}

int64_t tl_bound_granule(const tl_origin *origin, const tl_bound *bound) {
  int64_t granule =
      tl_gcd(bound->is_dynamic ? bound->divisor : bound->value,
             origin->is_dynamic ? origin->divisor : origin->value);
  return tl_origin_begins_inside(origin, bound)
             ? granule
             : tl_gcd(granule, bound->lower_is_dynamic ? 1 : bound->lower);
}

static bool ends_inside(const tl_origin *origin, const tl_bound *bound,
                        int64_t extent) {
  int64_t start = origin->is_dynamic ? origin->end - 1 : origin->value, end;
  int64_t least = bound->is_dynamic ? bound->least : bound->value;
  return extent <= bound->room ||
         (start >= 0 && tl_sum_fits(start, extent, &end) && end <= least);
}

bool tl_origin_may_leave(const tl_origin *origin, const tl_bound *bound,
                         int64_t extent) {
  return bound->is_set && !(tl_origin_begins_inside(origin, bound) &&
                            ends_inside(origin, bound, extent));
}
