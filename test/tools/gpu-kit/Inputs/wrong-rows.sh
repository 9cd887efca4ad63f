#!/bin/sh
# Runs ./gpu-check with wrong tables and options: "WHAT: MESSAGE (EXIT STATUS)".
# usage: wrong-rows.sh      in the folder of a kit
status() {
  what=$1
  shift
  message=$(./gpu-check "$@" 2>&1)
  echo "$what: $message ($?)"
}
row() {
  echo "$2" >kernels.txt
  status "$1"
}
cp kernels.txt good.txt
sed '1,2d' ptx/timed.ptx >ptx/blank.ptx
many=$(printf 'in,%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25)
long=$(printf '1,%.0s' $(seq 300))

row "no row" '# nothing'
row "too few fields" 'timed x staged_copy 1x1 128 2 64x64 64:1 64:1 0'
row "too many fields" 'timed x staged_copy 1x1 128 2 64x64 64:1 64:1 0 in,out more'
row "bytes" 'timed x staged_copy 1x1 128 3 64x64 64:1 64:1 0 in,out'
row "grid" 'timed x staged_copy 1x0 128 2 64x64 64:1 64:1 0 in,out'
row "block" 'timed x staged_copy 1x1 1025 2 64x64 64:1 64:1 0 in,out'
row "region" 'timed x staged_copy 1x1 128 2 0x64 64:1 64:1 0 in,out'
row "span" 'timed x staged_copy 1x1 128 2 64x64 64:1 999999999:1 0 in,out'
row "launches" 'timed x staged_copy 1x1 128 2 64x64 64:1 64:1 -1 in,out'
row "overlap" 'timed x staged_copy 1x1 128 2 64x64 0:1 64:1 1 in,out'
row "argument" 'timed x staged_copy 1x1 128 2 64x64 64:1 64:1 0 in,oot'
row "large argument" 'timed x staged_copy 1x1 128 2 64x64 64:1 64:1 0 in,99999999999999999999'
row "arguments" "timed x staged_copy 1x1 128 2 64x64 64:1 64:1 0 $many"
row "long line" "timed x staged_copy 1x1 128 2 64x64 64:1 64:1 0 $long"
row "no PTX" 'absent x staged_copy 1x1 128 2 64x64 64:1 64:1 0 in,out'
row "no kernel" 'timed x f 1x1 128 2 64x64 64:1 64:1 0 in,out'
row "count" 'timed x staged_copy 1x1 128 2 64x64 64:1 64:1 0 in,out,3'
row "no target" 'blank x staged_copy 1x1 128 2 64x64 64:1 64:1 0 in,out'
cp good.txt kernels.txt
status "option" --sample=3
status "samples" --samples=0
status "seed" --seed=-1
rm kernels.txt
status "no table"
