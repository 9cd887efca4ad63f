#!/bin/sh
# mma.sh K WIDTH SIZE_A SIZE_B FACTOR SUM [OTHER]: runs mma.mlir for this form, and what
# convert-nvgpu-to-nvvm makes of it, which knows neither bf16 nor, here, i4.  Without
# such an operation, for the floats of a byte, it is the instruction.
length=$1 width=$2 size_a=$3 size_b=$4 factor=$5 sum=$6 other=${7-$5} script=/dev/null
case $factor in
  i8 | i4) to_factor=arith.trunci ;;
  *) to_factor=arith.sitofp ;;
esac
case $sum in
  i32) to_sum=arith.bitcast from_sum=arith.bitcast ;;
  *) to_sum=arith.sitofp from_sum=arith.fptosi ;;
esac
case $factor in
  f8*) script=$(dirname "$0")/mma-bytes.sed ;;
esac
case $factor in
  f32) flag=', tf32Enabled' ;;
  *) flag= ;;
esac
sed -e "s/LENGTH/$length/g; s/REGISTERS_A/$((size_a / width))/g" \
    -e "s/REGISTERS_B/$((size_b / width))/g" \
    -e "s/SIZE_A/$size_a/g; s/SIZE_B/$size_b/g; s/WIDTH/$width/g" \
    -e "s/TO_FACTOR/$to_factor/g; s/FACTOR/$factor/g; s/OTHER/$other/g; s/FLAG/$flag/g" \
    -e "s/TO_SUM/$to_sum/g; s/FROM_SUM/$from_sum/g; s/SUM/$sum/g" \
    "$(dirname "$0")/mma.mlir" | sed -f "$script" | {
  text=$(cat)
  echo "$text" | tl-sim - --kernel=mma --expect-equal=0,1
  case $factor in
    bf16 | i4 | f8*) ;;
    *) echo "$text" | tl-sim - --kernel=mma --verify-lowering=convert-nvgpu-to-nvvm ;;
  esac
}
