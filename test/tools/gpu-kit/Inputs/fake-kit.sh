#!/bin/sh
# Makes a kit of three kernels of fake_cuda.c, and that driver.
# usage: fake-kit.sh ROOT C-COMPILER FOLDER
set -eu
here=$(dirname "$0")
rm -rf "$3"
mkdir -p "$3/src" "$3/ptx" "$3/driver"
cp "$1/tools/gpu-check/run" "$3"
cp "$1"/tools/gpu-check/*.[ch] "$3/src"
"$2" -std=c11 -Wall -Wextra -Werror -fPIC -shared -I"$3/src" \
  "$here/fake_cuda.c" -o "$3/driver/libcuda.so.1"
cat >"$3/kernels.txt" <<'ROWS'
# A tile that is timed, arguments that are numbers, a transposition in 2 x 3 blocks.
timed       x staged_copy     1x1 128 2 64x64 1024:1 1024:1 10 in,out

bounded     x bounded_copy    1x1 64  8 5x7   100:1  200:1  0  in,out,5,7,100,0xc8
transposed  x transposed_copy 2x3 64  1 48x32 32:1   1:50   0  in,out
ROWS
sed '/^#/d; /^ *$/d' "$3/kernels.txt" |
  while read -r name _ entry _ _ _ _ _ _ _ arguments; do
    {
      printf '.version 8.0\n.target sm_90\n.visible .entry %s(\n' "$entry"
      echo "$arguments" | tr , '\n' | sed 's/.*/\t.param .u64 p/'
      printf ')\n{ ret; }\n'
    } >"$3/ptx/$name.ptx"
  done
