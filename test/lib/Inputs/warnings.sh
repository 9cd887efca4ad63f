#!/bin/sh
# Compiles lib and tl-layout with warnings as errors, where the compiler exists.
# usage: warnings.sh ROOT COMPILER
set -eu
command -v "$2" >/dev/null || exit 0
for source in $(find "$1/lib" "$1/tools/tl-layout" -name "*.c"); do
  "$2" -std=c11 -Wall -Wextra -Wshadow -Wconversion -Wpedantic -Werror \
    -I"$1/include" -I"$1/lib" -fsyntax-only "$source"
done
