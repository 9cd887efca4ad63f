/* operation_parts.c - The operations, from dialect/operation_rows.c. */
#include "dialect/operation_rows.h"
#include "parts.h"
#include <stdio.h>
#include <string.h>

static void write_row(const char *what, const char *name, const char *type,
                      const char *more, const char *meaning) {
  printf("| %s | `%s` | %s%s | ", what, name, type, more);
  tl_write_cell(meaning);
  puts(" |");
}

static void write_values(const char *what, const tl_operation_value *value) {
  for (; value->name; value++)
    write_row(what, value->name, value->type, "", value->meaning);
}

static void write_operation(const tl_operation_row *row) {
  const tl_operation_facts *facts = row->facts;
  printf("\n### `tl.%s`\n\nIt %s.\n\n```mlir\n%s\n```\n", row->name,
         facts->summary, facts->example);
  bool has_rows =
      facts->operands->name || facts->results->name || facts->attributes->name;
  if (has_rows)
    puts("\n| | name | type | meaning |\n|---|---|---|---|");
  write_values("operand", facts->operands);
  write_values("result", facts->results);
  const tl_operation_attribute *attribute = facts->attributes;
  for (; attribute->name; attribute++)
    if (attribute->forms & facts->forms)
      write_row("attribute", attribute->name,
                tl_attribute_kind_name(attribute->kind),
                attribute->is_required ? ", required" : "", attribute->meaning);
}

static bool is_named(const char *name, const tl_operation_row *row) {
  return strncmp(name, "tl.", 3) == 0 && strcmp(name + 3, row->name) == 0;
}

bool tl_write_operations(const char *name) {
  bool is_written = false;
  for (int i = 0; i < TL_OPERATION_COUNT; i++)
    if (!name[0] || is_named(name, &TL_OPERATIONS[i])) {
      write_operation(&TL_OPERATIONS[i]);
      is_written = true;
    }
  return is_written;
}

bool tl_write_rules(const char *name) {
  unsigned bit = 0;
  for (int i = 0; i < TL_OPERATION_COUNT; i++)
    if (is_named(name, &TL_OPERATIONS[i]))
      bit = 1u << i;
  if (!bit)
    return false;
  puts("| rule | |\n|---|---|");
  for (const tl_operation_rule *at = TL_OPERATION_RULES; at->label; at++)
    if ((at->operations & (0u - at->operations)) == bit) {
      printf("| %s | ", at->label);
      tl_write_cell(at->text);
      puts(" |");
    }
  return true;
}
