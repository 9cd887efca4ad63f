// RUN: tl-opt %s --lower-layout-copies=target=sm_80 | env CHIP=sm_80 %ptx > %t.ptx
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: tl-sim --ptx %t.ptx --like %s | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies=target=sm_90 | %ptx > %t.90.ptx
// RUN: FileCheck %s --check-prefix=NEW --input-file=%t.90.ptx
// RUN: tl-sim --ptx %t.90.ptx --like %s | FileCheck %s

// Of a matrix a thread reads and writes what it holds, not the row that it names: in place,
// between one barrier and the next, accesses by matrices and by threads do not race where each
// thread has the same elements.

#c = #tl.register<local(2, 4) * mma_c(16, 8, 16, 16)>
#t = #tl.register<permute(local(2, 4) * mma_c(16, 8, 16, 16), [1, 0])>
#smem = #tl.shared<row_major_swizzle([32, 32], nbytes = 2)>
!shared = memref<1024xf16, #gpu.address_space<workgroup>>
!tile = memref<32x32xf16>

gpu.module @kernels {
  // PTX-LABEL:   .entry changed(
  // PTX-COUNT-4: ldmatrix
  // PTX:         st.shared.b32
  // NEW-LABEL:   .entry changed(
  // NEW-COUNT-4: ldmatrix
  // NEW:         stmatrix
  // CHECK:       @changed: equivalent in PTX
  gpu.func @changed(%X: !tile {llvm.align = 16 : i64, llvm.noalias}, %Y: !tile {llvm.align = 16 : i64, llvm.noalias})
      workgroup(%S: !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %X to %S layout #smem scope cta : !tile to !shared
    gpu.barrier
    %v = tl.load %S layout #smem as #c scope warp : !shared to vector<32xf16>
    %w = arith.addf %v, %v : vector<32xf16>
    tl.store %w as #c to %S layout #smem scope warp : vector<32xf16> to !shared
    gpu.barrier
    tl.copy %S layout #smem to %Y scope cta : !shared to !tile
    gpu.return
  }

  // PTX-LABEL:   .entry read_back(
  // PTX:         st.shared
  // PTX-COUNT-4: ldmatrix{{.*}}trans
  // CHECK:       @read_back: equivalent in PTX
  gpu.func @read_back(%X: !tile {llvm.align = 16 : i64, llvm.noalias}, %Y: !tile {llvm.align = 16 : i64, llvm.noalias})
      workgroup(%S: !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %X as #t scope warp : !tile to vector<32xf16>
    tl.store %v as #t to %S layout #smem scope warp : vector<32xf16> to !shared
    %w = tl.load %S layout #smem as #t scope warp : !shared to vector<32xf16>
    tl.store %w as #t to %Y scope warp : vector<32xf16> to !tile
    gpu.return
  }
}
