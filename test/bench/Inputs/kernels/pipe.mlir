// A row of 16 tiles by asynchronous copies in two stages.
#once = #llvm.loop_annotation<unroll = <disable = true>>
#rows = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
#ring = #tl.shared<row_major_swizzle([128, 64], nbytes = 2)>
!row = memref<64x1024xf16>
!shared = memref<8192xf16, #gpu.address_space<workgroup>>
gpu.module @kernels {
  gpu.func @pipe(%A: !row {llvm.align = 16 : i64}, %B: !row {llvm.align = 16 : i64})
      workgroup(%S: !shared {llvm.align = 128 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %K = arith.constant 1024 : index
    tl.copy %A[0, 0] to %S[0, 0] layout #ring as #rows scope cta async : !row to !shared
    tl.async_commit
    scf.for %k = %c0 to %K step %c64 {
      %here = arith.remui %k, %c128 : index
      %there = arith.subi %c64, %here : index
      %next = arith.addi %k, %c64 : index
      %more = arith.cmpi ult, %next, %K : index
      scf.if %more {
        tl.copy %A[0, %next] to %S[%there, 0] layout #ring as #rows scope cta async : !row to !shared
      }
      tl.async_commit
      tl.async_wait 1
      gpu.barrier
      tl.copy %S[%here, 0] layout #ring to %B[0, %k] as #rows scope cta : !shared to !row
      gpu.barrier
    } {loop_annotation = #once}
    gpu.return
  }
}
