/* access_kinds.c - By which kind of access a copy moves, see tl/copy_access.h.
 */
#include "base/checked.h"
#include "tl/copy_access.h"
#include <string.h>

const tl_access_kind *const TL_ACCESS_KINDS[] = {
    &TL_MATRIX_KIND, &TL_ASYNC_KIND, &TL_PLAIN_KIND, NULL};

tl_code tl_copy_choose(const tl_access_side *sides, int64_t count,
                       tl_copy_choice *out, tl_error *error) {
  tl_error refusal = {.code = TL_OK, .message = ""};
  tl_code code = TL_OK;
  out->reason[0] = '\0';
  for (int i = 0; TL_ACCESS_KINDS[i]; i++) {
    out->kind = TL_ACCESS_KINDS[i];
    out->matrix.count = out->matrix.inner.count = 0;
    out->matrix.is_transposed = false;
    if (!out->kind->is_asked(sides, count))
      continue;
    code = out->kind->match(sides, out, error ? &refusal : NULL);
    if (code == TL_OK)
      return TL_OK;
    if (error)
      memcpy(out->reason, refusal.message, sizeof out->reason);
  }
  if (error)
    *error = refusal;
  return code;
}
