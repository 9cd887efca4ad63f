// Modules of different targets.
#rows = #tl.register<spatial(8, 4).local(1, 8)>

gpu.module @wide [#nvvm.target<chip = "sm_100", features = "+ptx88">] {
  gpu.func @first(%A: memref<8x32xf32> {llvm.align = 32 : i64}, %B: memref<8x32xf32> {llvm.align = 32 : i64}) kernel {
    %v = tl.load %A as #rows scope warp : memref<8x32xf32> to vector<8xf32>
    tl.store %v as #rows to %B scope warp : vector<8xf32> to memref<8x32xf32>
    gpu.return
  }
}

gpu.module @narrow [#nvvm.target<chip = "sm_75">] {
  gpu.func @second(%A: memref<8x32xf32> {llvm.align = 32 : i64}, %B: memref<8x32xf32> {llvm.align = 32 : i64}) kernel {
    %v = tl.load %A as #rows scope warp : memref<8x32xf32> to vector<8xf32>
    tl.store %v as #rows to %B scope warp : vector<8xf32> to memref<8x32xf32>
    gpu.return
  }
}

gpu.module @open {
  gpu.func @third(%A: memref<8x32xf32> {llvm.align = 32 : i64}, %B: memref<8x32xf32> {llvm.align = 32 : i64}) kernel {
    %v = tl.load %A as #rows scope warp : memref<8x32xf32> to vector<8xf32>
    tl.store %v as #rows to %B scope warp : vector<8xf32> to memref<8x32xf32>
    gpu.return
  }
}
