// RUN: tl-opt %s --lower-layout-copies | %ptx > %t.ptx
// RUN: sed -n '/entry within(/,/^}/p' %t.ptx | FileCheck %s --check-prefix=WITHIN
// RUN: sed -n '/entry beyond(/,/^}/p' %t.ptx | FileCheck %s --check-prefix=BEYOND
// RUN: tl-sim --verify-lowering %s --arg=2:scalar=512 --arg=3:scalar=192 | FileCheck %s --check-prefix=SIM

// A tile that is proved to end inside its bounds has no guard: all that compares or
// branches is the loop, where it begins and ends.

// SIM: @within: equivalent
// SIM: @beyond: equivalent

#rows = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
!matrix = memref<512x256xf16>

gpu.module @kernels {
  // WITHIN-COUNT-2: {{^}}	setp
  // WITHIN-NOT:     setp
  gpu.func @within(%A: !matrix {llvm.align = 16 : i64}, %B: !matrix {llvm.align = 16 : i64}, %m: index, %n: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>, known_grid_size = array<i32: 8, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %rows = tl.assume %m range 512 to 512 : index
    %columns = tl.assume %n multiple 64 range 64 to 256 : index
    %block = gpu.block_id x
    %i = arith.muli %block, %c64 : index
    scf.for %j = %c0 to %columns step %c64 {
      %v = tl.load %A[%i, %j] as #rows scope cta bounds(%rows, 256) : !matrix to vector<32xf16>
      tl.store %v as #rows to %B[%i, %j] scope cta bounds(%rows, 256) : vector<32xf16> to !matrix
    }
    gpu.return
  }

  // One block more passes the end.

  // BEYOND-COUNT-6: setp
  gpu.func @beyond(%A: !matrix {llvm.align = 16 : i64}, %B: !matrix {llvm.align = 16 : i64}, %m: index, %n: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>, known_grid_size = array<i32: 9, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %rows = tl.assume %m range 512 to 512 : index
    %columns = tl.assume %n multiple 64 range 64 to 256 : index
    %block = gpu.block_id x
    %i = arith.muli %block, %c64 : index
    scf.for %j = %c0 to %columns step %c64 {
      %v = tl.load %A[%i, %j] as #rows scope cta bounds(%rows, 256) : !matrix to vector<32xf16>
      tl.store %v as #rows to %B[%i, %j] scope cta bounds(%rows, 256) : vector<32xf16> to !matrix
    }
    gpu.return
  }
}
