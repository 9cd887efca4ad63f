/* axis.c - The tables of axes and scopes; see tl/layout.h.
 *
 *   tx = warpid * 32 + laneid = wgid * 128 + tid_in_wg
 *   tid_in_wg = wid_in_wg * 32 + laneid
 *
 * Source: CUDA C++ Programming Guide, "Thread Hierarchy"; PTX ISA, "Warpgroup";
 * a block has at most 1024 threads (compute capabilities table). */
#include "tl/layout.h"
#include <string.h>

static const tl_axis_facts AXES[TL_AXIS_COUNT] = {
    [TL_AXIS_M] = {"m", 0, 0, TL_AXIS_MEMORY},
    [TL_AXIS_LANEID] = {"laneid", 1, 32, TL_AXIS_THREAD},
    [TL_AXIS_WARPID] = {"warpid", 32, 0, TL_AXIS_THREAD},
    [TL_AXIS_WID_IN_WG] = {"wid_in_wg", 32, 4, TL_AXIS_THREAD},
    [TL_AXIS_WGID] = {"wgid", 128, 0, TL_AXIS_THREAD},
    [TL_AXIS_TID_IN_WG] = {"tid_in_wg", 1, 128, TL_AXIS_THREAD},
    [TL_AXIS_TX] = {"tx", 1, 0, TL_AXIS_THREAD},
    [TL_AXIS_BX] = {"bx", 0, 0, TL_AXIS_BLOCK},
    [TL_AXIS_BY] = {"by", 0, 0, TL_AXIS_BLOCK},
    [TL_AXIS_BZ] = {"bz", 0, 0, TL_AXIS_BLOCK},
    [TL_AXIS_CBX] = {"cbx", 0, 0, TL_AXIS_BLOCK},
    [TL_AXIS_CBY] = {"cby", 0, 0, TL_AXIS_BLOCK},
    [TL_AXIS_CBZ] = {"cbz", 0, 0, TL_AXIS_BLOCK},
    [TL_AXIS_TLANE] = {"TLane", 0, 128, TL_AXIS_MEMORY},
    [TL_AXIS_TCOL] = {"TCol", 0, 0, TL_AXIS_MEMORY},
    [TL_AXIS_P] = {"P", 0, 0, TL_AXIS_MEMORY},
    [TL_AXIS_F] = {"F", 0, 0, TL_AXIS_MEMORY},
    [TL_AXIS_BANK] = {"Bank", 0, 0, TL_AXIS_MEMORY},
};

static const tl_scope_facts SCOPES[TL_SCOPE_COUNT] = {
    [TL_SCOPE_THREAD] = {"thread", TL_AXIS_M, 1},
    [TL_SCOPE_WARP] = {"warp", TL_AXIS_LANEID, 32},
    [TL_SCOPE_WARPGROUP] = {"warpgroup", TL_AXIS_TID_IN_WG, 128},
    [TL_SCOPE_CTA] = {"cta", TL_AXIS_TX, 1024},
};

const tl_axis_facts *tl_axis_describe(tl_axis axis) { return &AXES[axis]; }

const tl_scope_facts *tl_scope_describe(tl_scope scope) {
  return &SCOPES[scope];
}

static bool is_name(const char *name, const char *text, int64_t length) {
  return strlen(name) == (size_t)length &&
         memcmp(name, text, (size_t)length) == 0;
}

tl_axis tl_axis_named(const char *name, int64_t length) {
  tl_axis axis = 0;
  while (axis < TL_AXIS_COUNT && !is_name(AXES[axis].name, name, length))
    axis++;
  return axis;
}

tl_scope tl_scope_named(const char *name, int64_t length) {
  tl_scope scope = 0;
  while (scope < TL_SCOPE_COUNT && !is_name(SCOPES[scope].name, name, length))
    scope++;
  return scope;
}
