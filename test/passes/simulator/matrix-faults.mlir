// RUN: not tl-sim %s --block=32 2>&1 | FileCheck %s
// RUN: not tl-sim %s --block=40 --kernel=row 2>&1 | FileCheck %s --check-prefix=PART
// RUN: tl-sim %s --kernel=row --report | FileCheck %s --check-prefix=COST

#shared = #gpu.address_space<workgroup>
#shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>
#b16 = #nvvm.ld_st_matrix_elt_type<b16>

// 32 rows of 128 bytes lie in the same four banks: each phase of 8 rows waits 8
// times. Rows that follow each other do not.

// COST:      matrix-faults.mlir:[[# @LINE + 14]]:8 nvgpu.ldmatrix: shared read, 32 accesses, 512 bytes, 32 wavefronts of at least 4, degree 8
// COST-NEXT: matrix-faults.mlir:[[# @LINE + 14]]:8 nvgpu.ldmatrix: shared read, 8 accesses, 128 bytes, 1 wavefronts of at least 1, degree 1
// COST-NEXT: matrix-faults.mlir:[[# @LINE + 21]]:3 nvvm.stmatrix: shared write, 16 accesses, 256 bytes, 16 wavefronts of at least 2, degree 8
// COST-NEXT: total: shared 896 bytes, 49 wavefronts of at least 7; global 0 bytes, 0 sectors for 0 bytes

// PART: matrix-faults.mlir:[[# @LINE + 9]]:8: error: 'nvgpu.ldmatrix' op scope: thread (32, 0, 0) of block (0, 0, 0) executes an operation of its warp with 8 of 32 threads
// PART: matrix-faults.mlir:[[# @LINE + 17]]:3: error: 'nvvm.stmatrix' op scope: thread (32, 0, 0) of block (0, 0, 0) executes an operation of its warp with 8 of 32 threads
// CHECK-NOT: error
func.func @row() {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %s = memref.alloc() {alignment = 16 : i64} : memref<32x64xf16, #shared>
  %d = memref.alloc() {alignment = 16 : i64} : memref<64x8xf16, #shared>
  %base = memref.extract_aligned_pointer_as_index %s : memref<32x64xf16, #shared> -> index
  %0 = nvgpu.ldmatrix %s[%l, %c0] {numTiles = 4 : i32, transpose = false} : memref<32x64xf16, #shared> -> vector<4x2xf16>
  %1 = nvgpu.ldmatrix %d[%l, %c0] {numTiles = 1 : i32, transpose = true} : memref<64x8xf16, #shared> -> vector<1x2xf16>
  %c128 = arith.constant 128 : index
  %n = arith.constant 5 : i32
  %bytes = arith.muli %l, %c128 : index
  %address = arith.addi %base, %bytes : index
  %i = arith.index_cast %address : index to i64
  %p = llvm.inttoptr %i : i64 to !llvm.ptr<3>
  gpu.barrier
  nvvm.stmatrix %p, %n, %n {layout = #nvvm.mma_layout<row>, shape = #shape, eltType = #b16} : !llvm.ptr<3>, i32, i32
  return
}

// CHECK: matrix-faults.mlir:[[# @LINE + 6]]:8: error: 'nvgpu.ldmatrix' op misaligned access: thread (0, 0, 0) of block (0, 0, 0) reads byte 8 of an allocation at address 0x{{[0-9a-f]*8}}, which is no multiple of 16
func.func @alignment() {
  %l = gpu.lane_id
  %c4 = arith.constant 4 : index
  %s = memref.alloc() {alignment = 16 : i64} : memref<32x16xf16, #shared>
  // A multiple of 8.
  %0 = nvgpu.ldmatrix %s[%l, %c4] {numTiles = 4 : i32, transpose = false} : memref<32x16xf16, #shared> -> vector<4x2xf16>
  return
}

// CHECK: matrix-faults.mlir:[[# @LINE + 5]]:8: error: 'nvgpu.ldmatrix' op out of bounds: thread (31, 0, 0) of block (0, 0, 0) reads element [31, 7] of a memref of 31x8 in an allocation
func.func @bounds() {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %s = memref.alloc() {alignment = 16 : i64} : memref<31x8xf16, #shared>
  %0 = nvgpu.ldmatrix %s[%l, %c0] {numTiles = 4 : i32, transpose = false} : memref<31x8xf16, #shared> -> vector<4x2xf16>
  return
}

// CHECK: matrix-faults.mlir:[[# @LINE + 4]]:8: error: 'nvgpu.ldmatrix' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) reads a row of elements that do not follow each other
func.func @strides() {
  %c0 = arith.constant 0 : index
  %s = memref.alloc() {alignment = 16 : i64} : memref<8x16xf16, strided<[1, 8]>, #shared>
  %0 = nvgpu.ldmatrix %s[%c0, %c0] {numTiles = 1 : i32, transpose = false} : memref<8x16xf16, strided<[1, 8]>, #shared> -> vector<1x2xf16>
  return
}

// CHECK: matrix-faults.mlir:[[# @LINE + 14]]:8: error: 'nvvm.ldmatrix' op out of bounds: thread (16, 0, 0) of block (0, 0, 0) reads bytes 256 to 271 of an allocation, which has 256
// CHECK: matrix-faults.mlir:[[# @LINE + 15]]:3: error: 'nvvm.stmatrix' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) writes address 0x0, near which there is no shared memory
// CHECK: matrix-faults.mlir:[[# @LINE + 18]]:8: error: 'nvvm.ldmatrix' op misaligned access: thread (0, 0, 0) of block (0, 0, 0) reads byte 8 of an allocation
func.func @pointers() {
  %l = gpu.lane_id
  %c16 = arith.constant 16 : index
  %s = memref.alloc() {alignment = 16 : i64} : memref<16x8xf16, #shared>
  %base = memref.extract_aligned_pointer_as_index %s : memref<16x8xf16, #shared> -> index
  %bytes = arith.muli %l, %c16 : index
  %sum = arith.addi %base, %bytes : index
  %i = arith.index_cast %sum : index to i64
  %p = llvm.inttoptr %i : i64 to !llvm.ptr<3>
  %zero = arith.constant 0 : i64
  %null = llvm.inttoptr %zero : i64 to !llvm.ptr<3>
  %0 = nvvm.ldmatrix %p {num = 4 : i32, layout = #nvvm.mma_layout<row>, shape = #shape, eltType = #b16} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  %n = arith.constant 5 : i32
  nvvm.stmatrix %null, %n {layout = #nvvm.mma_layout<row>, shape = #shape, eltType = #b16} : !llvm.ptr<3>, i32
  %c8 = arith.constant 8 : i64
  %base_of_lane = llvm.inttoptr %i : i64 to !llvm.ptr<3>
  %q = llvm.getelementptr %base_of_lane[%c8] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i8
  %1 = nvvm.ldmatrix %q {num = 1 : i32, layout = #nvvm.mma_layout<row>, shape = #shape, eltType = #b16} : (!llvm.ptr<3>) -> i32
  return
}

// CHECK: matrix-faults.mlir:[[# @LINE + 8]]:10: error: 'nvgpu.ldmatrix' op scope: thread (0, 0, 0) of block (0, 0, 0) executes an operation of its warp with 16 of 32 threads
func.func @diverged() {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %s = memref.alloc() {alignment = 16 : i64} : memref<16x8xf16, #shared>
  %less = arith.cmpi ult, %l, %c16 : index
  scf.if %less {
    %0 = nvgpu.ldmatrix %s[%l, %c0] {numTiles = 2 : i32, transpose = false} : memref<16x8xf16, #shared> -> vector<2x2xf16>
  }
  return
}

// A lane writes the row that it names, and others get its elements.

// CHECK: matrix-faults.mlir:[[# @LINE + 8]]:8: error: 'nvgpu.ldmatrix' op race: thread (0, 0, 0) of block (0, 0, 0) reads element 64 of an allocation
// CHECK: matrix-faults.mlir:[[# @LINE + 6]]:3: note: thread (8, 0, 0) of block (0, 0, 0) writes it here, with no barrier between
func.func @race() {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %v = arith.constant dense<1.0> : vector<8xf16>
  %s = memref.alloc() {alignment = 16 : i64} : memref<32x8xf16, #shared>
  vector.store %v, %s[%l, %c0] : memref<32x8xf16, #shared>, vector<8xf16>
  %0 = nvgpu.ldmatrix %s[%l, %c0] {numTiles = 4 : i32, transpose = false} : memref<32x8xf16, #shared> -> vector<4x2xf16>
  return
}

// CHECK: matrix-faults.mlir:[[# @LINE + 8]]:3: error: 'nvvm.stmatrix' op race: thread (4, 0, 0) of block (0, 0, 0) writes byte 0 of an allocation
// CHECK: matrix-faults.mlir:[[# @LINE + 7]]:3: note: thread (0, 0, 0) of block (0, 0, 0) writes it here, with no barrier between
func.func @one_row() {
  %s = memref.alloc() {alignment = 16 : i64} : memref<8xf16, #shared>
  %base = memref.extract_aligned_pointer_as_index %s : memref<8xf16, #shared> -> index
  %i = arith.index_cast %base : index to i64
  %p = llvm.inttoptr %i : i64 to !llvm.ptr<3>
  %n = arith.constant 5 : i32
  nvvm.stmatrix %p, %n {layout = #nvvm.mma_layout<row>, shape = #shape, eltType = #b16} : !llvm.ptr<3>, i32
  return
}

// Row 3 is unknown, and with it what lanes 12 to 15 get.

// CHECK: matrix-faults.mlir:[[# @LINE + 16]]:3: error: 'vector.store' op uninitialized value: thread (12, 0, 0) of block (0, 0, 0) writes an uninitialized value to element 24 of argument 0
func.func @uninitialized(%out: memref<32x2xi16>) {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %v = arith.constant dense<1> : vector<8xi16>
  %s = memref.alloc() {alignment = 16 : i64} : memref<32x8xi16, #shared>
  %writes = arith.cmpi ne, %l, %c3 : index
  scf.if %writes {
    vector.store %v, %s[%l, %c0] : memref<32x8xi16, #shared>, vector<8xi16>
  }
  gpu.barrier
  %0 = nvgpu.ldmatrix %s[%l, %c0] {numTiles = 1 : i32, transpose = false} : memref<32x8xi16, #shared> -> vector<1x2xi16>
  %1 = vector.shape_cast %0 : vector<1x2xi16> to vector<2xi16>
  // The result of a warp.
  vector.store %1, %out[%l, %c0] : memref<32x2xi16>, vector<2xi16>
  return
}

// CHECK: matrix-faults.mlir:[[# @LINE + 2]]:8: error: 'nvvm.ldmatrix' op moves matrices that the simulator does not know
func.func @shape(%p: !llvm.ptr<3>) {
  %0 = nvvm.ldmatrix %p {num = 1 : i32, layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 16, n = 16>, eltType = #nvvm.ld_st_matrix_elt_type<b8x16.b4x16_p64>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
  return
}

// CHECK: matrix-faults.mlir:[[# @LINE + 2]]:3: error: 'llvm.intr.assume' op says more than that a condition is true
func.func @bundle(%pointer: !llvm.ptr, %is: i1) {
  llvm.intr.assume %is ["nonnull"(%pointer : !llvm.ptr)] : i1
  return
}

// CHECK: matrix-faults.mlir:[[# @LINE + 3]]:8: error: 'llvm.inline_asm' op is assembly that the simulator does not know
func.func @assembly(%x: i32) {
  %0 = llvm.inline_asm "", "=r,0" %x : (i32) -> i32
  %1 = llvm.inline_asm "not.b32 $0, $1;", "=r,r" %x : (i32) -> i32
  return
}

// CHECK: matrix-faults.mlir:[[# @LINE + 3]]:8: error: 'nvgpu.ldmatrix' op moves matrices that the simulator does not know
func.func @three(%s: memref<16x16xi8, #shared>) {
  %c0 = arith.constant 0 : index
  %0 = nvgpu.ldmatrix %s[%c0, %c0] {numTiles = 3 : i32, transpose = false} : memref<16x16xi8, #shared> -> vector<3x4xi8>
  return
}

// CHECK: matrix-faults.mlir:[[# @LINE + 3]]:8: error: 'nvgpu.ldmatrix' op moves elements that are no whole bytes
func.func @nibbles(%s: memref<16x32xi4, #shared>) {
  %c0 = arith.constant 0 : index
  %0 = nvgpu.ldmatrix %s[%c0, %c0] {numTiles = 4 : i32, transpose = false} : memref<16x32xi4, #shared> -> vector<4x8xi4>
  return
}

// Calls.

// CHECK: matrix-faults.mlir:[[# @LINE + 2]]:3: error: 'func.call' op is recursive; the simulator inlines calls
func.func @again() {
  func.call @again() : () -> ()
  return
}

// CHECK: matrix-faults.mlir:[[# @LINE + 3]]:3: error: 'func.call' op calls a function without a body
func.func private @nobody()
func.func @calls_nobody() {
  func.call @nobody() : () -> ()
  return
}

// CHECK: matrix-faults.mlir:[[# @LINE + 4]]:8: error: 'llvm.getelementptr' op is not known to the simulator with vectors of pointers, or into elements of other than numbers, structs and arrays
func.func @other_pointers() {
  %zero = arith.constant 0 : i64
  %p = llvm.inttoptr %zero : i64 to !llvm.ptr<3>
  %q = llvm.getelementptr %p[1, 2] : (!llvm.ptr<3>) -> !llvm.ptr<3>, vector<4xi8>
  return
}
