#!/bin/sh
# Prints how often the busiest of 128 threads reads in a copy of each shape, as
# lowered here and as map_copy_to_threads maps it.  Both copies are executed.
#
# usage: mapped-copies.sh INPUTS SHAPE...
set -eu
inputs=$1
shift
busiest() {
  tl-sim - --report --expect-equal=0,1 |
    sed -n 's/.*busiest thread: \([0-9]*\) reads, \1 writes$/\1/p'
}
for shape; do
  own=$(sed "s/SHAPE/$shape/g" "$inputs/converted_copy.mlir" |
    tl-opt --tl-convert-copies --lower-layout-copies | busiest)
  mapped=$(sed "s/SHAPE/$shape/g" "$inputs/mapped_copy.mlir" |
    mlir-opt --transform-interpreter | busiest)
  echo "$shape: $own, mapped $mapped"
done
