/* layout_spell_checks.h - What keeps a tile layout from another spelling, and
 * how modes are written. */
#ifndef TL_LAYOUT_SPELL_CHECKS_H
#define TL_LAYOUT_SPELL_CHECKS_H

#include "layout/layout_questions_sums.h"
#include "tl/layout_spell.h"

/* TL_INVALID for a layout with symbols, or an offset along `axis`; `spelling`
 * is what has none, "a shared layout". */
TL_MUST_CHECK tl_code tl_spell_check_static(const tl_layout *layout,
                                            const char *spelling,
                                            tl_error *error);
TL_MUST_CHECK tl_code tl_spell_check_offset(const tl_layout *layout,
                                            tl_axis axis, const char *spelling,
                                            tl_error *error);

/* The same map without replicas of stride 0, and with other strides of 0 along
 * m; it may not be canonical. */
void tl_spell_drop_idle(const tl_layout *layout, tl_layout *out);

/* Appends a mode: 1:0, an integer, or a tuple. */
TL_MUST_CHECK tl_code tl_spell_put_mode(tl_cute *layout, const sum_step *leaves,
                                        int64_t count, tl_error *error);

#endif /* TL_LAYOUT_SPELL_CHECKS_H */
