#!/bin/sh
# Compares the search of a fragment with one that plans every candidate.
# usage: synthesis-bound.sh ROOT ARCHIVE COMPILER SCRATCH
set -eu
sed -e 's/^bool tl_search_can_win(.*) {/& return true;/' \
  "$1/lib/plan/copy_search_cost.c" > "$4.cost.c"
[ "$(grep -c '{ return true;$' "$4.cost.c")" -eq 1 ]
sed -e 's/^  return !cuts;/  return true;/' \
  "$1/lib/plan/copy_search_lanes.c" > "$4.lanes.c"
[ "$(diff "$1/lib/plan/copy_search_lanes.c" "$4.lanes.c" | grep -c '^>')" -eq 1 ]
own="-Dtl_transfer_plan_copy=whole_plan_copy"
for name in $(grep -oE 'tl_(search|spread|merit)_[a-z_]+\(' \
  "$1/lib/plan/copy_search.h" | tr -d '('); do
  own="$own -D$name=whole_$name"
done
for part in "$4.cost" "$4.lanes" "$1/lib/plan/copy_synthesis"; do
  "$3" -std=c11 -O2 -I "$1/include" -I "$1/lib" $own \
    -c "$part.c" -o "$4.${part##*[./]}.o"
done
"$3" -std=c11 -O2 -I "$1/include" -I "$1/lib" -I "$1/test/lib" \
  "$1/test/lib/plan/Inputs/synthesis_bound_test.c" "$4.cost.o" "$4.lanes.o" \
  "$4.copy_synthesis.o" "$2" -o "$4"
"$4"
