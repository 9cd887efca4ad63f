#!/bin/sh
# Compiles the tree with warnings as errors, where the compiler exists.
# usage: warnings.sh ROOT COMPILER
set -eu
command -v "$2" >/dev/null || exit 0
cd "$1"
mlir=$(llvm-config --includedir)
case $2 in
clang*) others='lib/* tools/tl-layout/*' ;; # are built by tools/fuzz-wraps.test
*) others='tools/playground/*' ;; # is for WebAssembly, by clang alone
esac
set -f # the patterns are for find
for source in $(find lib dialect passes tools -name "*.c" $(printf ' ! -path %s' "tools/gpu-check/*" $others)); do
  "$2" -std=c11 -Wall -Wextra -Wshadow -Wconversion -Wpedantic -Wstrict-prototypes -Werror \
    -DTL_VERSION='""' -DTL_LLVM_VERSION='""' -Iinclude -Ilib -I. -isystem "$mlir" -fsyntax-only "$source"
done
set +f
case $2 in
clang*)
  for source in dialect/bridge/*.cpp; do
    "${2%clang}clang++" -std=c++17 -fno-rtti -Wall -Wextra -Wshadow -Werror \
      -I. -isystem "$mlir" -fsyntax-only "$source"
  done
  ;;
esac
