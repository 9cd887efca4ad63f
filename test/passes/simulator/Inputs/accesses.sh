#!/bin/sh
# Prints "KERNEL LOADS STORES" of a thread, a line for each kernel: of a report of
# tl-sim, or of what is written in PTX.
#
# usage: accesses.sh report|ptx < TEXT
set -eu
case $1 in
report) sed -n '/^report @/{s///;h;}
/busiest thread: \(.*\) reads, \(.*\) writes/{s//\1 \2/;H;g;s/\n/ /;s/  */ /g;p;}' ;;
ptx) awk '
  /\.entry/ { name = $NF; sub(/\(.*/, "", name); loads = stores = 0 }
  $1 ~ /^ld\.global/ { loads++ }
  $1 ~ /^st\.global/ { stores++ }
  /^}/ { print name, loads, stores }' ;;
esac
