# Replays the fuzz corpora where numbers that wrap are errors, but for those of
# test/fuzz/meant-wraps.txt, and a wrap that is not meant.  Warnings are errors.
# usage: replay_wraps.sh ROOT FOLDER
set -eu
root=$1
parts="lib tools/tl-layout passes/simulator/ptx passes/simulator/numbers"
mkdir -p "$2" && cd "$2" && mkdir -p $parts
flags="-std=c11 -O0 -I$root -I$root/include -I$root/lib -I$root/tools/tl-layout
  -Wall -Wextra -Wshadow -Wconversion -Wpedantic -Wstrict-prototypes -Werror
  -fsanitize=signed-integer-overflow,unsigned-integer-overflow
  -fno-sanitize-recover=all
  -fsanitize-ignorelist=$root/test/fuzz/meant-wraps.txt"
for part in $parts; do
  (cd $part && clang $flags -c $(find "$root/$part" -name '*.c' ! -name main.c))
done
clang $flags -c "$root/passes/whole_file.c" -o tools/tl-layout/whole_file.o
for target in language command rows ptx; do
  clang $flags "$root/test/fuzz/fuzz_$target.c" "$root/test/fuzz/fuzz_replay.c" \
    $(printf '%s/*.o ' $parts) -lm -o replay
  ./replay "$root/test/fuzz/corpus/$target.txt" 2>&1 | tail -n 1
done
echo 'int main(void) { unsigned zero = 0; return (int)(zero - 1); }' > wrap.c
clang $flags wrap.c -o wrap
./wrap 2>&1 | grep -o 'runtime error: .*'
