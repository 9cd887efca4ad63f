# A load at an affine sum of $1 multiples of 8.
sum='d0 * 8'
i=1
while [ "$i" -lt "$1" ]; do
  sum="$sum + (d0 floordiv $((i + 1))) * 8"
  i=$((i + 1))
done
cat <<END
func.func @sum(%m: memref<?xf32> {llvm.align = 64 : i64}, %x: index) {
  %sum = affine.apply affine_map<(d0) -> ($sum)>(%x)
  %l = tl.load %m[%sum] as #tl.register<local(8)> scope thread : memref<?xf32> to vector<8xf32>
  return
}
END
