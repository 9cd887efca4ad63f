#frag = #tl.register<spatial(8, 4).local(1, 2)>
#smem = #tl.shared<row_major([8, 8])>
gpu.module @kernels {
  gpu.func @move(%a: memref<8x8xf32> {llvm.align = 16 : i64})
      workgroup(%s : memref<8x8xf32, #gpu.address_space<workgroup>>)
      kernel attributes {user.names = "Ünï ﬁ𝕋", user.layout = #tl.tile<S[(4, 8) : (8, 1)]>} {
    %v = tl.load %s layout #smem as #frag scope warp : memref<8x8xf32, #gpu.address_space<workgroup>> to vector<2xf32>
    tl.store %v as #frag to %a scope warp : vector<2xf32> to memref<8x8xf32>
    gpu.return
  }
}
