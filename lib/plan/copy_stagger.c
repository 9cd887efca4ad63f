/* copy_stagger.c - see tl/copy_stagger.h.
 *
 * The fragment is planned as it is; where its accesses take more wavefronts than
 * they need, it is staggered by bits (law C52) and planned once more, and what is
 * counted decides. */
#include "tl/copy_stagger.h"
#include "tl/lane_turns.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A fragment as it is copied. */
typedef struct weighed_copy {
  tl_copy_request request;
  tl_copy_partition plan;
  tl_copy_choice choice;
  int64_t accesses, wavefronts, minimum;
} weighed_copy;

static tl_code weigh(const tl_copy_request *request,
                     const tl_access_rules *rules, weighed_copy *out,
                     tl_error *error) {
  tl_access_facts first;
  out->request = *request;
  const tl_access_side side = {&out->request, rules, &out->plan};
  TL_TRY(tl_copy_partition_plan(request, &out->plan, error));
  TL_TRY(tl_copy_choose(&side, 1, &out->choice, error));
  out->accesses = tl_copy_access_count(&out->plan, &out->choice.vectors);
  TL_TRY(tl_copy_banks(request, &out->plan, &out->choice.vectors, 0, &first,
                       error));
  out->minimum = out->accesses * first.minimum;
  return tl_copy_wavefronts(request, &out->plan, &out->choice.vectors,
                            INT64_MAX, &out->wavefronts, error);
}

static tl_code give_reason(tl_copy_stagger *out, const char *reason) {
  snprintf(out->reason, sizeof out->reason, "%s", reason);
  return TL_OK;
}

static const char *const REASONS[] = {
    [TL_TURNS_NO_BANKS] = "no register of a lane is in a bank that is free",
    [TL_TURNS_NO_BITS] =
        "places in registers or memory are not linear over bits, or "
        "replicas hold elements",
};

/* The same copy of a staggered fragment. */
static tl_code try_stagger(const weighed_copy *own,
                           const tl_access_rules *rules, tl_copy_stagger *out) {
  weighed_copy next;
  tl_error lack;
  const tl_turn_side side = {.memory = &own->request.memory,
                             .element_bytes = own->request.element_bytes,
                             .width = own->choice.width,
                             .is_shared = true};
  tl_copy_request request = own->request;
  tl_turns_found found =
      tl_fragment_stagger(&out->fragment, &side, &request.fragment);
  if (found != TL_TURNS_FEWER)
    return give_reason(out, REASONS[found]);
  if (weigh(&request, rules, &next, &lack) != TL_OK)
    return give_reason(out, lack.message);
  if (next.accesses != own->accesses || next.wavefronts >= own->wavefronts) {
    snprintf(out->reason, sizeof out->reason,
             "%" PRId64 " accesses in %" PRId64 " wavefronts would be %" PRId64
             " in %" PRId64,
             own->accesses, own->wavefronts, next.accesses, next.wavefronts);
    return TL_OK;
  }
  out->is_staggered = true;
  out->wavefronts = next.wavefronts;
  out->fragment = request.fragment;
  return TL_OK;
}

tl_code tl_copy_stagger_plan(const tl_copy_request *request,
                             const tl_access_rules *rules, tl_copy_stagger *out,
                             tl_error *error) {
  weighed_copy own;
  memset(out, 0, sizeof *out);
  TL_TRY(tl_layout_on_scope(&request->fragment, request->scope, request->lanes,
                            &out->fragment, error));
  if (!rules->is_shared)
    return give_reason(out, "banks are of shared memory");
  if (!rules->target->memory)
    return give_reason(out, "no document says what banks the target has");
  if (!tl_layout_is_static(&request->memory))
    return give_reason(out, "strides of memory are known only at run time");
  TL_TRY(weigh(request, rules, &own, error));
  out->before = out->wavefronts = own.wavefronts;
  out->minimum = own.minimum;
  if (own.wavefronts <= own.minimum)
    return give_reason(out, "lanes do not meet");
  if (own.choice.matrix.count)
    return give_reason(out, "lanes of matrix instructions name rows");
  if (tl_copy_is_mixed(&own.choice.vectors))
    return give_reason(out, "accesses have several widths");
  return try_stagger(&own, rules, out);
}
