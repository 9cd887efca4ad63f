/* run_time_sizes.c - see run_time_sizes.h. */
#include "run_time_sizes.h"
#include "mlir-c/BuiltinTypes.h"
#include <errno.h>
#include <stdlib.h>

/* "64x32", or "" for none. */
bool tl_run_time_sizes_read(MlirOperation root, const char *text,
                            tl_run_time_sizes *out) {
  const char *at = text;
  bool is_read = *at != '\0';
  *out = (tl_run_time_sizes){.count = 0};
  while (is_read && *at) {
    char *end;
    errno = 0;
    int64_t size = strtoll(at, &end, 10);
    is_read = end > at && !errno && size >= 1 &&
              out->count < TL_MAX_ARGUMENTS &&
              (*end == '\0' || (*end == 'x' && end[1]));
    if (is_read)
      out->items[out->count++] = size;
    at = end + (*end == 'x');
  }
  return is_read || !*text ||
         tl_emit_error(root,
                       "verify-sizes is \"%s\"; it has to be numbers of at "
                       "least 1, as 64x32, at most %d of them",
                       text, TL_MAX_ARGUMENTS);
}

/* Sizes that types leave open become the next numbers. */
void tl_run_time_sizes_state(MlirOperation function,
                             const tl_run_time_sizes *sizes,
                             tl_run_options *out) {
  MlirBlock entry =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  intptr_t count = mlirBlockGetNumArguments(entry);
  int64_t next = 0;
  for (intptr_t i = 0; sizes->count && i < count && i < TL_MAX_ARGUMENTS; i++) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(entry, i));
    tl_argument_option *option = &out->arguments[i];
    if (!mlirTypeIsAMemRef(type) || mlirShapedTypeHasStaticShape(type) ||
        mlirShapedTypeGetRank(type) > TL_MAX_RANK)
      continue;
    option->rank = mlirShapedTypeGetRank(type);
    for (int64_t d = 0; d < option->rank; d++) {
      bool is_open = mlirShapedTypeIsDynamicDim(type, d);
      option->shape[d] =
          is_open ? sizes->items[next] : mlirShapedTypeGetDimSize(type, d);
      next += is_open && next + 1 < sizes->count;
    }
  }
}
