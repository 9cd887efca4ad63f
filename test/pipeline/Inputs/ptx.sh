#!/bin/sh
# Prints the PTX of a module on standard input, made by the stock pipeline.
# usage: ptx.sh [MLIR-OPT ARGUMENTS]
set -eu
mlir-opt "$@" --gpu-lower-to-nvvm-pipeline="cubin-chip=sm_90 \
cubin-features=+ptx80 cubin-format=isa opt-level=3 \
kernel-bare-ptr-calling-convention=1" |
  sed -n 's/.*assembly = "\([^"]*\)".*/\1/p' |
  sed -e 's/\\0A/\n/g' -e 's/\\09/\t/g' -e 's/\\22/"/g'
