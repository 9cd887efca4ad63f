/* ptx_system.c - Functions that a file of PTX declares and the driver has.
 *
 * Source: CUDA C++ Programming Guide, "Assertion" and "Formatted Output"; PTX
 * Writer's Guide to Interoperability, "System Calls"; PTX ISA, "trap". */
#include "ptx_rows.h"
#include <ctype.h>

/* The address that is parameter `group`; false after a fault. */
static bool read_pointer(const tl_ptx_step *step, int group, uint64_t *out) {
  tl_ptx_range range = {.bytes = sizeof *out, .alignment = sizeof *out};
  tl_ptx_place place;
  if (!tl_ptx_address(step, group, &range.address) ||
      !tl_ptx_find(step, TL_PTX_OWN, &range, &place))
    return false;
  tl_ptx_value value = tl_ptx_load(&place, 0, sizeof *out);
  *out = value.bits;
  return !value.unknown ||
         tl_ptx_fault(step, "uninitialized value",
                      "gives an address that depends on bits that nothing has "
                      "written");
}

static bool read_character(const tl_ptx_step *step, uint64_t address,
                           uint64_t *out) {
  const tl_ptx_range range = {.address = address, .bytes = 1, .alignment = 1};
  tl_ptx_place place;
  if (!tl_ptx_find(step, TL_PTX_GENERIC, &range, &place))
    return false;
  tl_ptx_value value = tl_ptx_load(&place, 0, 1);
  *out = value.bits;
  return !value.unknown ||
         tl_ptx_fault(step, "uninitialized value",
                      "gives a text that nothing has written");
}

/* The text that parameter `group` points to, up to its 0 or as long as there is
 * room; false after a fault. */
static bool read_text(const tl_ptx_step *step, int group, size_t room,
                      char *out) {
  uint64_t address, character = 1;
  if (!read_pointer(step, group, &address))
    return false;
  for (size_t i = 0; i < room && character; i++) {
    if (!read_character(step, address + i, &character))
      return false;
    bool is_shown = isprint((int)character) || !character;
    out[i] = is_shown ? (char)character : '?';
  }
  out[room - 1] = '\0';
  return true;
}

enum { MOST_SHOWN = 120 };

/* Parameters: the condition, the file, the line, the function, bytes of a
 * character. */
static void fail_assertion(const tl_ptx_step *step) {
  enum { CONDITION = 0 };
  char text[MOST_SHOWN];
  if (read_text(step, CONDITION, sizeof text, text))
    tl_ptx_fault(step, "assertion", "fails: %s", text);
}

/* The result, and parameters: the format, where its arguments are.  Prints nothing;
 * what it says, how many it has printed, is not known. */
static void print(const tl_ptx_step *step) {
  enum { RESULT = 0, FORMAT, BYTES = 4 };
  char text[MOST_SHOWN];
  tl_ptx_range range = {
      .bytes = BYTES, .alignment = BYTES, .access = TL_PTX_WRITES};
  tl_ptx_place place;
  if (read_text(step, FORMAT, sizeof text, text) &&
      tl_ptx_address(step, RESULT, &range.address) &&
      tl_ptx_find(step, TL_PTX_OWN, &range, &place))
    tl_ptx_store(&place, 0, BYTES, (tl_ptx_value){TL_PTX_GARBAGE, UINT64_MAX});
}

const tl_ptx_row TL_PTX_SYSTEM_ROWS[] = {
    {"__assertfail", "", "aaaaa", .lane = fail_assertion},
    {"vprintf", "", "aaa", .lane = print},
    {.name = NULL},
};
