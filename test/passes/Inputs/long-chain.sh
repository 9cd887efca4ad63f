# A load at 8 * x after $1 steps y | y: 2^$1 paths, $1 values.
cat <<'END'
func.func @chain(%m: memref<?xf32> {llvm.align = 64 : i64}, %x: index) {
  %c8 = arith.constant 8 : index
  %v0 = arith.muli %x, %c8 : index
END
i=0
while [ "$i" -lt "$1" ]; do
  echo "  %v$((i + 1)) = arith.ori %v$i, %v$i : index"
  i=$((i + 1))
done
cat <<END
  %l = tl.load %m[%v$1] as #tl.register<local(8)> scope thread : memref<?xf32> to vector<8xf32>
  return
}
END
