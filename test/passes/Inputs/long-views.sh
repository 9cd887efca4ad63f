# A load through $1 views of an argument that is aligned to 64 bytes.
echo 'func.func @views(%v0: memref<64xf32, strided<[1]>> {llvm.align = 64 : i64}) {'
i=0
while [ $i -lt "$1" ]; do
  echo "  %v$((i + 1)) = memref.subview %v$i[0] [64] [1] : memref<64xf32, strided<[1]>> to memref<64xf32, strided<[1]>>"
  i=$((i + 1))
done
echo "  %0 = tl.load %v$i as #tl.register<local(8)> scope thread : memref<64xf32, strided<[1]>> to vector<8xf32>"
echo '  return'
echo '}'
