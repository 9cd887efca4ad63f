/* synthesis_bound_test.c - What the search of a fragment leaves out is not what
 * it would have chosen.
 *
 * The same requests are planned by the search and by one that plans every
 * candidate (whole_plan_copy). */
#define main laws_main
#include "../copy_synthesis_test.c"
#include <inttypes.h>
#undef main

enum { REQUESTS = 3000 };

tl_code whole_plan_copy(const tl_transfer_request *request,
                        tl_transfer_plan *out, tl_error *error);

static bool is_same(const tl_transfer_plan *a, const tl_transfer_plan *b) {
  return a->count == b->count && a->joins.count == b->joins.count &&
         memcmp(a->parts, b->parts, (size_t)a->count * sizeof *a->parts) == 0;
}

/* Also direct copies, and memory with several elements at one place. */
static void random_case(tl_transfer_request *out) {
  random_transfer(out);
  out->target = tl_target_default();
  if (!below(4))
    out->direct = &TL_ASYNC_KIND;
  out->uses_matrices = below(2);
  tl_layout *memory = &out->sides[below(TL_SIDES)].memory;
  if (!below(5) && memory->shard_count)
    memory->iters[below(memory->shard_count)].stride = 0;
}

int main(void) {
  static tl_transfer_plan whole, bounded;
  int64_t planned = 0, failed = 0;
  for (int i = 0; i < REQUESTS; i++) {
    tl_transfer_request request;
    random_case(&request);
    tl_code code = whole_plan_copy(&request, &whole, NULL);
    bool is_right = tl_transfer_plan_copy(&request, &bounded, NULL) == code &&
                    (code != TL_OK || is_same(&whole, &bounded));
    planned += code == TL_OK;
    if (!is_right && failed++ < 3)
      print_transfer(&request);
  }
  printf("%" PRId64 " planned, %" PRId64 " failed\n", planned, failed);
  return failed != 0;
}
