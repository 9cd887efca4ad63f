# usage: assemble-conversions.sh TYPE FOLDER SCRATCH PTXAS
# How many kernels have which stack frames and spills.
set -eu
python3 "$2/Inputs/conversions.py" "$1" |
  tl-opt --lower-layout-copies 2> /dev/null |
  sh "$2/../../../tools/to-ptx" > "$3.ptx"
"$4" -arch=sm_90 -v "$3.ptx" -o /dev/null > "$3.log" 2>&1
sed -n 's/^ *\([0-9].*stack frame\)/\1/p' "$3.log" | sort | uniq -c |
  sed 's/^ *//'
