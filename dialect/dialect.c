/* dialect.c - The dialect as a whole: its tables, registered. */
#include "access_assembly.h"
#include "layout_attributes.h"
#include "operation_rows.h"

void tl_register_dialect(MlirDialectRegistry registry) {
  tl_bridge_insert_dialect(registry, "tl", TL_LAYOUT_ATTRIBUTES,
                           TL_LAYOUT_ATTRIBUTE_COUNT, &TL_ACCESS_ATTRIBUTE,
                           TL_OPERATIONS, TL_OPERATION_COUNT);
}
