# A load at 8 * x after $1 steps y | y: 2^$1 paths, $1 values.
cat <<'END'
func.func @chain(%m: memref<?xf32> {llvm.align = 64 : i64}, %x: index) {
  %c8 = arith.constant 8 : index
  %v0 = arith.muli %x, %c8 : index
END
seq "$1" | awk '{ last = "%v" $1 - 1; print "  %v" $1 " = arith.ori " last ", " last " : index" }'
cat <<END
  %l = tl.load %m[%v$1] as #tl.register<local(8)> scope thread : memref<?xf32> to vector<8xf32>
  return
}
END
