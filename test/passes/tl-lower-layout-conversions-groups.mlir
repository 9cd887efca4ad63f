// Warpgroups of a larger block exchange behind barriers of their own (rule S3),
// with numbers that the kernel leaves.
// RUN: tl-opt %s --tl-lower-layout-conversions | FileCheck %s
// RUN: tl-sim %s --verify-lowering | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s '--verify-lowering=lower-layout-copies{max-scratch-bytes=4000}' | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --verify-lowering=lower-layout-copies,canonicalize | FileCheck %s --check-prefix=SAME
// SAME-COUNT-4: equivalent
// RUN: tl-opt %s --lower-layout-copies | %ptx | FileCheck %s --check-prefix=PTX

#left = #tl.tile<S[(128, 32) : (1@tid_in_wg, 1)]>
#right = #tl.tile<S[((32, 4), 32) : ((1, 32@tid_in_wg), 1@tid_in_wg)]>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @all(
  // CHECK-SAME: workgroup(%{{.+}} : memref<16384xi8, #gpu.address_space<workgroup>> {llvm.align = 128 : i64, tl.scratch = array<i64: 2, 8192>})
  // CHECK:      tl.store
  // CHECK:      %[[ID:.+]] = arith.addi %{{.+}}, %c14
  // CHECK:      %[[WORD:.+]] = arith.index_cast %[[ID]] : index to i32
  // CHECK:      nvvm.barrier id = %[[WORD]] number_of_threads = %c128_i32
  // CHECK-NEXT: tl.load
  // CHECK-NOT:  gpu.barrier
  // PTX-LABEL: .entry all(
  // PTX-NOT:   bar.
  // PTX:       bar.sync %r{{[0-9]+}}, 128;
  // PTX-NOT:   bar.
  // PTX:       ret;
  gpu.func @all(%A: memref<256x32xf16>, %B: memref<256x32xf16>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %g = arith.divui %t, %c128 : index
    %i = arith.muli %g, %c128 : index
    %v = tl.load %A[%i, %c0] as #left scope warpgroup : memref<256x32xf16> to vector<32xf16>
    %w = tl.convert_layout %v as #left to #right scope warpgroup : vector<32xf16> to vector<32xf16>
    tl.store %w as #right to %B[%i, %c0] scope warpgroup : vector<32xf16> to memref<256x32xf16>
    gpu.return
  }

  // One of them alone: no barrier of the block could be reached.
  // CHECK-LABEL: gpu.func @one(
  // CHECK:       scf.if
  // CHECK:         nvvm.barrier id = %{{.+}} number_of_threads = %c128_i32
  // CHECK-NOT:   gpu.barrier
  gpu.func @one(%A: memref<128x32xf16>, %B: memref<128x32xf16>) kernel attributes {known_block_size = array<i32: 128, 3, 1>} {
    %y = gpu.thread_id y
    %c1 = arith.constant 1 : index
    %is_one = arith.cmpi eq, %y, %c1 : index
    scf.if %is_one {
      %v = tl.load %A as #left scope warpgroup : memref<128x32xf16> to vector<32xf16>
      %w = tl.convert_layout %v as #left to #right scope warpgroup : vector<32xf16> to vector<32xf16>
      %x = tl.convert_layout %w as #right to #left scope warpgroup : vector<32xf16> to vector<32xf16>
      %s = arith.addf %v, %x : vector<32xf16>
      tl.store %s as #left to %B scope warpgroup : vector<32xf16> to memref<128x32xf16>
    }
    gpu.return
  }

  // The kernel's own barriers are 14, and 8 to 11: of two in a row the highest that
  // are left are 12 and 13.
  // CHECK-LABEL: gpu.func @numbers(
  // CHECK:       tl.store
  // CHECK:       arith.addi %{{.+}}, %c12
  // CHECK:       tl.load
  gpu.func @numbers(%A: memref<256x32xf16>, %B: memref<256x32xf16>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %n14 = arith.constant 14 : i32
    %n8 = arith.constant 8 : index
    %all = arith.constant 256 : i32
    %half = arith.constant 64 : i32
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %h = arith.divui %t, %c64 : index
    %hn = arith.addi %h, %n8 : index
    %id = arith.index_cast %hn : index to i32
    nvvm.barrier id = %n14 number_of_threads = %all
    nvvm.barrier id = %id number_of_threads = %half
    %g = arith.divui %t, %c128 : index
    %i = arith.muli %g, %c128 : index
    %v = tl.load %A[%i, %c0] as #left scope warpgroup : memref<256x32xf16> to vector<32xf16>
    %w = tl.convert_layout %v as #left to #right scope warpgroup : vector<32xf16> to vector<32xf16>
    tl.store %w as #right to %B[%i, %c0] scope warpgroup : vector<32xf16> to memref<256x32xf16>
    gpu.return
  }

  // Parts that another pass has made are too small, and others lie behind them.
  // CHECK-LABEL: gpu.func @grown(
  // CHECK-SAME: workgroup(%{{.+}} : memref<1024xi8, #gpu.address_space<workgroup>> {llvm.align = 128 : i64, tl.scratch = array<i64: 2, 512>}, %[[LARGE:.+]] : memref<16384xi8, #gpu.address_space<workgroup>> {llvm.align = 128 : i64, tl.scratch = array<i64: 2, 8192>})
  // CHECK:      memref.view %[[LARGE]]
  gpu.func @grown(%A: memref<256x32xf16>, %B: memref<256x32xf16>) workgroup(%S: memref<1024xi8, #gpu.address_space<workgroup>> {llvm.align = 128 : i64, tl.scratch = array<i64: 2, 512>}) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %g = arith.divui %t, %c128 : index
    %i = arith.muli %g, %c128 : index
    %v = tl.load %A[%i, %c0] as #left scope warpgroup : memref<256x32xf16> to vector<32xf16>
    %w = tl.convert_layout %v as #left to #right scope warpgroup : vector<32xf16> to vector<32xf16>
    tl.store %w as #right to %B[%i, %c0] scope warpgroup : vector<32xf16> to memref<256x32xf16>
    gpu.return
  }

  // Memory of a group that is named, and a barrier in front where it may be read.
  // CHECK-LABEL: gpu.func @named(
  // CHECK:       nvvm.barrier id
  // CHECK-NEXT:  tl.store
  // CHECK:       nvvm.barrier id
  // CHECK-NEXT:  tl.load
  gpu.func @named(%A: memref<256x32xf16>, %B: memref<256x32xf16>) workgroup(%S: memref<16384xi8, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %c128 = arith.constant 128 : index
    %c8192 = arith.constant 8192 : index
    %c0 = arith.constant 0 : index
    %g = arith.divui %t, %c128 : index
    %i = arith.muli %g, %c128 : index
    %b = arith.muli %g, %c8192 : index
    %own = memref.view %S[%b][] : memref<16384xi8, #gpu.address_space<workgroup>> to memref<8192xi8, #gpu.address_space<workgroup>>
    %v = tl.load %A[%i, %c0] as #left scope warpgroup : memref<256x32xf16> to vector<32xf16>
    %w = tl.convert_layout %v as #left to #right scope warpgroup using %own : vector<32xf16>, memref<8192xi8, #gpu.address_space<workgroup>> to vector<32xf16>
    tl.store %w as #right to %B[%i, %c0] scope warpgroup : vector<32xf16> to memref<256x32xf16>
    gpu.return
  }
}
