#frag = #tl.register<spatial(32, 1).local(1, 8)>
#smem = #tl.shared<row_major(32, 8)>
gpu.module @kernels {
  gpu.func @round_trip(%A: memref<32x8xf32> {llvm.align = 16 : i64}, %B: memref<32x8xf32> {llvm.align = 16 : i64})
      workgroup(%S: memref<32x8xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #frag scope warp : memref<32x8xf32> to vector<8xf32>
    tl.store %v as #frag to %S layout #smem scope warp : vector<8xf32> to memref<32x8xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %R = memref.alloca() : memref<8xf32, #gpu.address_space<private>>
    tl.copy %S layout #smem to %R layout #frag scope warp
      : memref<32x8xf32, #gpu.address_space<workgroup>> to memref<8xf32, #gpu.address_space<private>>
    tl.copy %R layout #frag to %B scope warp : memref<8xf32, #gpu.address_space<private>> to memref<32x8xf32>
    gpu.return
  }
}
