#!/bin/sh
# Compiles the C of the tree by clang with warnings as errors, where there is clang;
# tools/check --sanitize has it compile the bridge as well.
# usage: warnings.sh ROOT
set -eu
command -v clang >/dev/null || exit 0
cd "$1"
mlir=$(llvm-config --includedir)
set -f # the patterns are for find; lib and tl-layout are built by tools/fuzz-wraps.test
for source in $(find dialect passes tools -name "*.c" \
  ! -path "tools/gpu-check/*" ! -path "tools/tl-layout/*"); do
  clang -std=c11 -Wall -Wextra -Wshadow -Wconversion -Wpedantic -Wstrict-prototypes -Werror \
    -DTL_VERSION='""' -DTL_LLVM_VERSION='""' -Iinclude -Ilib -I. -isystem "$mlir" -fsyntax-only "$source"
done
