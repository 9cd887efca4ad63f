#!/bin/sh
# Compiles each header of include/tl by itself and prints its name.
# usage: compile-alone.sh ROOT COMPILER STANDARD
set -eu
case $3 in c++*) language=c++ ;; *) language=c ;; esac
for header in "$1"/include/tl/*.h; do
  name=$(basename "$header")
  printf '#include "tl/%s"\n' "$name" |
    "$2" -std="$3" -x "$language" -Wall -Wextra -Wpedantic -Werror \
      -I"$1/include" -isystem "$(llvm-config --includedir)" -fsyntax-only -
  echo "$name"
done
