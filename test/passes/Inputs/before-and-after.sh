#!/bin/sh
# usage: before-and-after.sh FILE PASS SCRATCH
#
# Runs each kernel of a file as it is and after a pass: both leave the same in
# memory.  Scalars of a kernel are 20.
set -u
file=$1 pass=$2 scratch=$3
mkdir -p "$scratch"
tl-opt "$file" "$pass" -o "$scratch/after.mlir" 2> "$scratch/remarks" || exit 1
kernels=$(sed -n 's/^gpu\.func @\([a-z_]*\)(.*/\1/p' "$file")
different=0 total=0
for kernel in $kernels; do
  scalars=$(sed -n "s/^gpu\.func @$kernel(\([^)]*\)).*/\1/p" "$file" | tr ',' '\n' |
    grep -E '%' | awk '/: index/ { print "--arg=" NR - 1 ":scalar=20" }')
  for text in "$file" "$scratch/after.mlir"; do
    # shellcheck disable=SC2086 # options are words
    tl-sim "$text" "--kernel=$kernel" $scalars --checksum 2>&1
  done > "$scratch/both"
  lines=$(wc -l < "$scratch/both")
  head -n $((lines / 2)) "$scratch/both" > "$scratch/before"
  tail -n $((lines / 2)) "$scratch/both" > "$scratch/after"
  total=$((total + 1))
  if ! grep -q checksum "$scratch/before" ||
    grep -q error: "$scratch/both" ||
    ! cmp -s "$scratch/before" "$scratch/after"; then
    different=$((different + 1))
    echo "DIFFERENT: $kernel"
    cat "$scratch/both"
  fi
done
echo "$total kernels, $different different"
[ "$different" -eq 0 ]
