#!/bin/sh
# Prints the PTX that the stock GPU pipeline makes of a module.
# usage: ptx.sh [MLIR-OPT ARGUMENTS]   (default: the module on standard input)
# CHIP and FEATURES are of another GPU than sm_90.
#
# The kernels use no libdevice; an empty CUDA_ROOT keeps mlir-opt from reporting
# that there is no CUDA on the machine.
set -eu
CUDA_ROOT= mlir-opt "$@" --gpu-lower-to-nvvm-pipeline="cubin-chip=${CHIP:-sm_90} \
cubin-features=${FEATURES:-+ptx80} cubin-format=isa opt-level=3 \
kernel-bare-ptr-calling-convention=1" |
  sed -n 's/.*assembly = "\([^"]*\)".*/\1/p' |
  sed -e 's/\\0A/\n/g' -e 's/\\09/\t/g' -e 's/\\22/"/g'
