#!/bin/sh
# Compares the search of a fragment with one that plans every candidate.
# usage: synthesis-bound.sh ROOT ARCHIVE COMPILER SCRATCH
set -eu
sed -e 's/^static bool can_win(.*) {/& return true;/' \
  "$1/lib/plan/copy_synthesis.c" > "$4.c"
[ "$(grep -c '{ return true;$' "$4.c")" -eq 1 ]
"$3" -std=c11 -O2 -I "$1/include" -I "$1/lib" \
  -Dtl_transfer_plan_copy=whole_plan_copy \
  -c "$4.c" -o "$4.o"
"$3" -std=c11 -O2 -I "$1/include" -I "$1/lib" -I "$1/test/lib" \
  "$1/test/lib/plan/Inputs/synthesis_bound_test.c" "$4.o" "$2" -o "$4"
"$4"
