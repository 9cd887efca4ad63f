#!/bin/sh
# Prints how often the busiest of 128 threads reads in a copy of each shape, as
# lowered here and as map_copy_to_threads maps it, as that is and with its vectors
# aligned to their bytes.  All copies are executed.
#
# usage: mapped-copies.sh INPUTS SHAPE...
set -eu
inputs=$1
shift
busiest() {
  tl-sim - --report --expect-equal=0,1 |
    sed -n 's/.*busiest thread: \([0-9]*\) reads, \1 writes$/\1/p'
}
aligned() {
  script=
  for pair in 8xf16=16 4xf16=8 2xf16=4 4xf32=16 2xf32=8; do
    script="$script;/vector<${pair%=*}>\$/s/\] : /] {alignment = ${pair#*=} : i64} : /"
  done
  sed "/func\.func/s/\(memref<[^>]*>\)\([,)]\)/\1 {llvm.align = 16 : i64}\2/g
/vector\.[ls]/!b$script"
}
for shape; do
  own=$(sed "s/SHAPE/$shape/g" "$inputs/converted_copy.mlir" |
    tl-opt --tl-convert-copies --lower-layout-copies | busiest)
  mapped=$(sed "s/SHAPE/$shape/g" "$inputs/mapped_copy.mlir" |
    mlir-opt --transform-interpreter)
  echo "$shape: $own, mapped $(echo "$mapped" | busiest)," \
    "aligned $(echo "$mapped" | aligned | busiest)"
done
