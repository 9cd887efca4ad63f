// Rows under a bound, a step of an affine loop each.
#row = #tl.register<spatial(16, 8).local(1, 8)>
!m = memref<256x64xf16>

gpu.module @kernels {
  gpu.func @rows(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %n: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    affine.for %i = 0 to 256 step 16 {
      affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
        %v = tl.load %A[%i, 0] as #row scope cta bounds(%n, 64) : !m to vector<8xf16>
        tl.store %v as #row to %B[%i, 0] scope cta bounds(%n, 64) : vector<8xf16> to !m
      }
    }
    gpu.return
  }
}
