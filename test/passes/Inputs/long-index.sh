# A loop of copies of 4, whose place is behind $1 affine.apply.
cat <<'END'
gpu.module @kernels {
gpu.func @index(%a: memref<64xf32>) workgroup(%s: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
  scf.forall (%i0) = (0) to (64) step (4) {
END
seq "$1" | awk '{ print "    %i" $1 " = affine.apply affine_map<(d0) -> (d0)>(%i" $1 - 1 ")" }'
cat <<END
    %from = memref.subview %a[%i$1] [4] [1] : memref<64xf32> to memref<4xf32, strided<[1], offset: ?>>
    %to = memref.subview %s[%i$1] [4] [1] : memref<64xf32, 3> to memref<4xf32, strided<[1], offset: ?>, 3>
    memref.copy %from, %to : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>, 3>
  } {mapping = [#gpu.thread<linear_dim_0>]}
  gpu.return
}
}
END
