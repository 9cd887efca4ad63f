/* dialect.c - The dialect as a whole: its tables, registered. */
#include "operation_hooks.h"
#include "operation_rows.h"

void tl_register_dialect(MlirDialectRegistry registry) {
  tl_attribute_row attributes[TL_KIND_COUNT];
  int count = 0;
  for (; count < TL_NOTATION_COUNT; count++)
    attributes[count] = tl_layout_attribute_row(TL_NOTATIONS[count]);
  attributes[count++] = TL_ACCESS_ATTRIBUTE;
  tl_bridge_insert_dialect(registry, "tl", attributes, count, TL_OPERATIONS,
                           TL_OPERATION_COUNT);
}
