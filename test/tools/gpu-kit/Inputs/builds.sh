#!/bin/sh
# Builds the sources of a kit without a warning, with each compiler that is here.
# usage: builds.sh FOLDER COMPILER...
kit=$1
shift
for compiler; do
  command -v "$compiler" >/dev/null || continue
  "$compiler" -std=c11 -Wall -Wextra -Wshadow -Wconversion -Wpedantic \
    -Wstrict-prototypes -Werror "$kit"/src/*.c -o "$kit/built" -ldl || exit 1
done
