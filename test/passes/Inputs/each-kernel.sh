#!/bin/sh
# usage: each-kernel.sh FILE PIPELINE [KERNEL...]
#
# Runs all kernels of a file, or those, as they are and after a pipeline: both leave
# the same in memory, or the pipeline leaves the kernel.  Scalars of a kernel are 20.
set -u
file=$1 pipeline=$2
shift 2
kernels=${*:-$(sed -n 's/^ *gpu\.func @\([a-z_]*\)(.*/\1/p' "$file")}
different=0 total=0
for kernel in $kernels; do
  scalars=$(sed -n "s/^ *gpu\.func @$kernel(\([^)]*\)).*/\1/p" "$file" | tr ',' '\n' |
    grep -E '%' | awk '/: index/ { print "--arg=" NR - 1 ":scalar=20" }')
  total=$((total + 1))
  # shellcheck disable=SC2086 # options are words
  said=$(tl-sim "$file" "--kernel=$kernel" $scalars "--verify-lowering=$pipeline" 2>&1) &&
    continue
  case $said in
  *"$pipeline changes no function"*) continue ;;
  esac
  different=$((different + 1))
  echo "DIFFERENT: $kernel"
  echo "$said"
done
echo "$total kernels, $different different"
[ "$different" -eq 0 ]
