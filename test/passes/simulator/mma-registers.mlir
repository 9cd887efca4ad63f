// RUN: tl-sim %s --kernel=sums --block=32 --dump=0 | FileCheck %s
// RUN: tl-sim %s --kernel=fields --block=1 --dump=0 | FileCheck %s --check-prefix=FIELDS
// RUN: not tl-sim %s --kernel=registers --block=32 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: not tl-sim %s --kernel=bits --block=32 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: not tl-sim %s --kernel=other --block=32 2>&1 | FileCheck %s --check-prefix=PRODUCT
// RUN: not tl-sim %s --kernel=order --block=32 2>&1 | FileCheck %s --check-prefix=PRODUCT
// RUN: not tl-sim %s --kernel=count --block=32 2>&1 | FileCheck %s --check-prefix=PRODUCT
// RUN: not tl-sim %s --kernel=halves --block=32 2>&1 | FileCheck %s --check-prefix=PRODUCT
// RUN: not tl-sim %s --kernel=guarded --block=32 2>&1 | FileCheck %s --check-prefix=PRODUCT
// RUN: not tl-sim %s --kernel=behind --block=32 2>&1 | FileCheck %s --check-prefix=PRODUCT
// RUN: not tl-sim %s --kernel=part --block=1 2>&1 | FileCheck %s --check-prefix=PART
// RUN: not tl-sim %s --kernel=past --block=1 2>&1 | FileCheck %s --check-prefix=PAST

// nvvm.mma.sync with bytes in registers: rows 0 to 7 of A are 1, the others -1 or 255.
// Sums saturate or wrap, as the attribute says.
// CHECK: {{^}}[2147483647, -2147483633, -16, 4080, 16]
func.func @sums(%out: memref<5xi32>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  %i4 = arith.constant 4 : index
  %ones = arith.constant 0x01010101 : i32
  %all = arith.constant -1 : i32
  %most = llvm.mlir.constant(2147483647 : i32) : i32
  %c0 = arith.constant 0 : i32
  %s = nvvm.mma.sync A[%ones, %all] B[%ones] C[%most, %most, %most, %c0] {intOverflowBehavior = #nvvm.mma_int_overflow<satfinite>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<s8>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  %w = nvvm.mma.sync A[%ones, %all] B[%ones] C[%most, %most, %most, %c0] {intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<s8>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  %u = nvvm.mma.sync A[%ones, %all] B[%ones] C[%most, %most, %most, %c0] {intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<u8>, multiplicandBPtxType = #nvvm.mma_type<s8>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  %0 = llvm.extractvalue %s[0] : !llvm.struct<(i32, i32, i32, i32)>
  %1 = llvm.extractvalue %w[0] : !llvm.struct<(i32, i32, i32, i32)>
  %2 = llvm.extractvalue %w[3] : !llvm.struct<(i32, i32, i32, i32)>
  %3 = llvm.extractvalue %u[3] : !llvm.struct<(i32, i32, i32, i32)>
  %zero = nvvm.mma.sync A[%ones, %all] B[%ones] C[%c0, %c0, %c0, %c0] {intOverflowBehavior = #nvvm.mma_int_overflow<satfinite>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<s8>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  %4 = llvm.extractvalue %zero[1] : !llvm.struct<(i32, i32, i32, i32)>
  %t = gpu.thread_id x
  %is_first = arith.cmpi eq, %t, %i0 : index
  scf.if %is_first {
    memref.store %0, %out[%i0] : memref<5xi32>
    memref.store %1, %out[%i1] : memref<5xi32>
    memref.store %2, %out[%i2] : memref<5xi32>
    memref.store %3, %out[%i3] : memref<5xi32>
    memref.store %4, %out[%i4] : memref<5xi32>
  }
  return
}

// Fields of arrays and elements of vectors of llvm.
// FIELDS: {{^}}[0, 7, 2, 9]
func.func @fields(%out: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %one = llvm.mlir.constant(1 : i32) : i32
  %nine = llvm.mlir.constant(9 : i32) : i32
  %v = vector.load %out[%c0] : memref<4xi32>, vector<4xi32>
  %rows = vector.shape_cast %v : vector<4xi32> to vector<2x2xi32>
  %a = builtin.unrealized_conversion_cast %rows : vector<2x2xi32> to !llvm.array<2 x vector<2xi32>>
  %r0 = llvm.extractvalue %a[0] : !llvm.array<2 x vector<2xi32>>
  %r1 = llvm.extractvalue %a[1] : !llvm.array<2 x vector<2xi32>>
  %seven = llvm.mlir.constant(7 : i32) : i32
  %s0 = llvm.insertelement %seven, %r0[%one : i32] : vector<2xi32>
  %s1 = llvm.insertelement %nine, %r1[%one : i32] : vector<2xi32>
  %none = llvm.mlir.poison : !llvm.array<2 x vector<2xi32>>
  %b = llvm.insertvalue %s0, %none[0] : !llvm.array<2 x vector<2xi32>>
  %c = llvm.insertvalue %s1, %b[1] : !llvm.array<2 x vector<2xi32>>
  %back = builtin.unrealized_conversion_cast %c : !llvm.array<2 x vector<2xi32>> to vector<2x2xi32>
  %w = vector.shape_cast %back : vector<2x2xi32> to vector<4xi32>
  vector.store %w, %out[%c0] : memref<4xi32>, vector<4xi32>
  return
}

// SHAPE: error: 'nvvm.mma.sync' op has a shape or types that the simulator does not know
func.func private @registers(%a: vector<2xf16>, %c: f32) {
  %0 = nvvm.mma.sync A[%a, %a] B[%a, %a] C[%c, %c, %c, %c, %c, %c, %c, %c] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<row>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>
  return
}
func.func private @bits(%a: i32) {
  %0 = nvvm.mma.sync A[%a, %a, %a, %a] B[%a, %a] C[%a, %a, %a, %a] {b1Op = #nvvm.mma_b1op<xor_popc>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<b1>, multiplicandBPtxType = #nvvm.mma_type<b1>, shape = #nvvm.shape<m = 16, n = 8, k = 256>} : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  return
}

// Of PTX a product is known, of which the operands are in order.
// PRODUCT: error: 'nvvm.inline_ptx' op is no product of matrices that the simulator knows
func.func private @other(%a: f32) {
  %0 = nvvm.inline_ptx "ex2.approx.ftz.f32 $0, $1;" ro(%a : f32) -> f32
  return
}
func.func private @order(%a: i32, %c: f32) {
  %0:4 = nvvm.inline_ptx "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {$0, $1, $2, $3}, {$5, $4, $6, $7}, {$8, $9}, {$10, $11, $12, $13};" ro(%a, %a, %a, %a, %a, %a, %c, %c, %c, %c : i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> f32, f32, f32, f32
  return
}
func.func private @count(%a: i32, %c: f32) {
  %0:4 = nvvm.inline_ptx "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9, $10}, {$11, $12, $13};" ro(%a, %a, %a, %a, %a, %a, %c, %c, %c, %c : i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> f32, f32, f32, f32
  return
}
func.func private @halves(%a: i32) {
  %0:2 = nvvm.inline_ptx "mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16 {$0, $1}, {$2, $3, $4, $5}, {$6, $7}, {$8, $9};" ro(%a, %a, %a, %a, %a, %a, %a, %a : i32, i32, i32, i32, i32, i32, i32, i32) -> i32, i32
  return
}
func.func private @guarded(%a: i32, %c: f32, %p: i1) {
  %0:4 = nvvm.inline_ptx "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};" ro(%a, %a, %a, %a, %a, %a, %c, %c, %c, %c : i32, i32, i32, i32, i32, i32, f32, f32, f32, f32), predicate = %p -> f32, f32, f32, f32
  return
}
func.func private @behind(%a: i32, %c: f32) {
  %0:4 = nvvm.inline_ptx "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13}; bar.sync 0;" ro(%a, %a, %a, %a, %a, %a, %c, %c, %c, %c : i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> f32, f32, f32, f32
  return
}

// PART: error: 'func.func' op has a value of type !llvm.array<2 x array<2 x i32>>, which the simulator does not know
func.func private @part(%a: !llvm.array<2 x array<2 x i32>>) {
  return
}

// PAST: error: 'memref.store' op uninitialized value
func.func private @past(%v: vector<2xi32>, %out: memref<i32>) {
  %two = arith.constant 2 : i32
  %0 = llvm.extractelement %v[%two : i32] : vector<2xi32>
  memref.store %0, %out[] : memref<i32>
  return
}
