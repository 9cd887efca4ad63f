/* axis.c - The tables of axes and scopes; see tl/layout.h.
 *
 *   tx = warpid * lanes + laneid = wgid * 4 * lanes + tid_in_wg
 *   tid_in_wg = wid_in_wg * lanes + laneid
 *
 * Source: CUDA C++ Programming Guide, "Thread Hierarchy"; PTX ISA, "Warpgroup";
 * a block has at most 1024 threads (compute capabilities table; the same in the
 * HIP documentation, "Hardware features"). */
#include "tl/layout.h"
#include <string.h>

/* A number of threads or of values: `fixed` + `waves` * the threads of one. */
typedef struct amount {
  int64_t fixed, waves;
} amount;

typedef struct axis_row {
  tl_axis_facts facts;
  amount divisor, extent;
} axis_row;

static const axis_row AXES[TL_AXIS_COUNT] = {
    [TL_AXIS_M] = {{"m", TL_AXIS_MEMORY}, {0, 0}, {0, 0}},
    [TL_AXIS_LANEID] = {{"laneid", TL_AXIS_THREAD}, {1, 0}, {0, 1}},
    [TL_AXIS_WARPID] = {{"warpid", TL_AXIS_THREAD}, {0, 1}, {0, 0}},
    [TL_AXIS_WID_IN_WG] = {{"wid_in_wg", TL_AXIS_THREAD}, {0, 1}, {4, 0}},
    [TL_AXIS_WGID] = {{"wgid", TL_AXIS_THREAD}, {0, 4}, {0, 0}},
    [TL_AXIS_TID_IN_WG] = {{"tid_in_wg", TL_AXIS_THREAD}, {1, 0}, {0, 4}},
    [TL_AXIS_TX] = {{"tx", TL_AXIS_THREAD}, {1, 0}, {0, 0}},
    [TL_AXIS_BX] = {{"bx", TL_AXIS_BLOCK}, {0, 0}, {0, 0}},
    [TL_AXIS_BY] = {{"by", TL_AXIS_BLOCK}, {0, 0}, {0, 0}},
    [TL_AXIS_BZ] = {{"bz", TL_AXIS_BLOCK}, {0, 0}, {0, 0}},
    [TL_AXIS_CBX] = {{"cbx", TL_AXIS_BLOCK}, {0, 0}, {0, 0}},
    [TL_AXIS_CBY] = {{"cby", TL_AXIS_BLOCK}, {0, 0}, {0, 0}},
    [TL_AXIS_CBZ] = {{"cbz", TL_AXIS_BLOCK}, {0, 0}, {0, 0}},
    [TL_AXIS_TLANE] = {{"TLane", TL_AXIS_MEMORY}, {0, 0}, {128, 0}},
    [TL_AXIS_TCOL] = {{"TCol", TL_AXIS_MEMORY}, {0, 0}, {0, 0}},
    [TL_AXIS_P] = {{"P", TL_AXIS_MEMORY}, {0, 0}, {0, 0}},
    [TL_AXIS_F] = {{"F", TL_AXIS_MEMORY}, {0, 0}, {0, 0}},
    [TL_AXIS_BANK] = {{"Bank", TL_AXIS_MEMORY}, {0, 0}, {0, 0}},
};

typedef struct scope_row {
  tl_scope_facts facts;
  amount threads;
} scope_row;

static const scope_row SCOPES[TL_SCOPE_COUNT] = {
    [TL_SCOPE_THREAD] = {{"thread", TL_AXIS_M}, {1, 0}},
    [TL_SCOPE_WARP] = {{"warp", TL_AXIS_LANEID}, {0, 1}},
    [TL_SCOPE_WARPGROUP] = {{"warpgroup", TL_AXIS_TID_IN_WG}, {0, 4}},
    [TL_SCOPE_CTA] = {{"cta", TL_AXIS_TX}, {1024, 0}},
};

static int64_t evaluate(amount of, int64_t lanes) {
  return of.fixed + of.waves * lanes;
}

const tl_axis_facts *tl_axis_describe(tl_axis axis) {
  return &AXES[axis].facts;
}

tl_thread_digit tl_axis_digit(tl_axis axis, int64_t lanes) {
  return (tl_thread_digit){evaluate(AXES[axis].divisor, lanes),
                           evaluate(AXES[axis].extent, lanes)};
}

const tl_scope_facts *tl_scope_describe(tl_scope scope) {
  return &SCOPES[scope].facts;
}

int64_t tl_scope_size(tl_scope scope, int64_t lanes) {
  return evaluate(SCOPES[scope].threads, lanes);
}

static bool is_name(const char *name, const char *text, int64_t length) {
  return strlen(name) == (size_t)length &&
         memcmp(name, text, (size_t)length) == 0;
}

tl_axis tl_axis_named(const char *name, int64_t length) {
  tl_axis axis = 0;
  while (axis < TL_AXIS_COUNT && !is_name(AXES[axis].facts.name, name, length))
    axis++;
  return axis;
}

tl_scope tl_scope_named(const char *name, int64_t length) {
  tl_scope scope = 0;
  while (scope < TL_SCOPE_COUNT &&
         !is_name(SCOPES[scope].facts.name, name, length))
    scope++;
  return scope;
}
