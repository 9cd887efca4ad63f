// RUN: tl-sim %s --report | FileCheck %s
// RUN: tl-sim %s --report | sh %S/Inputs/accesses.sh report > %t.report
// RUN: %ptx %s | sh %S/Inputs/accesses.sh ptx > %t.ptx
// RUN: diff %t.report %t.ptx
// RUN: tl-sim %s --target=sm_100 --kernel=two_halves --report | FileCheck %s --check-prefix=WIDEST
// RUN: tl-sim %s --target=sm_100 --report | sh %S/Inputs/accesses.sh report > %t.report
// RUN: env CHIP=sm_100 FEATURES=+ptx88 %ptx %s | sh %S/Inputs/accesses.sh ptx > %t.ptx
// RUN: diff %t.report %t.ptx

// What an access of a thread costs is what the stock pipeline makes of it: a vector
// is no wider than the alignment that is stated of it, or that of an element.

// An access of 32 bytes, where there are some, is one of all of a sector.
// WIDEST: vector.load: global read, 32 accesses, 1024 bytes, 32 sectors, efficiency 100%

// CHECK: report @elements
// CHECK: vector.load: global read, 128 accesses, 512 bytes, 64 sectors, efficiency 25%
// CHECK: busiest thread: 4 reads, 4 writes
// CHECK: report @pairs
// CHECK: vector.load: global read, 64 accesses, 512 bytes, 32 sectors, efficiency 50%
// CHECK: report @whole
// CHECK: vector.load: global read, 32 accesses, 512 bytes, 16 sectors, efficiency 100%
// CHECK: report @six
// CHECK: busiest thread: 3 reads, 3 writes
gpu.module @kernels {
gpu.func @single(%from: memref<32xf32>, %to: memref<32xf32>) kernel {
  %t = gpu.thread_id x
  %n = arith.constant 1 : index
  %i = arith.muli %t, %n : index
  %v = vector.load %from[%i] : memref<32xf32>, vector<1xf32>
  vector.store %v, %to[%i] : memref<32xf32>, vector<1xf32>
  gpu.return
}
gpu.func @elements(%from: memref<128xf32>, %to: memref<128xf32>) kernel {
  %t = gpu.thread_id x
  %n = arith.constant 4 : index
  %i = arith.muli %t, %n : index
  %v = vector.load %from[%i] : memref<128xf32>, vector<4xf32>
  vector.store %v, %to[%i] : memref<128xf32>, vector<4xf32>
  gpu.return
}
gpu.func @pairs(%from: memref<128xf32> {llvm.align = 8 : i64}, %to: memref<128xf32> {llvm.align = 8 : i64}) kernel {
  %t = gpu.thread_id x
  %n = arith.constant 4 : index
  %i = arith.muli %t, %n : index
  %v = vector.load %from[%i] {alignment = 8 : i64} : memref<128xf32>, vector<4xf32>
  vector.store %v, %to[%i] {alignment = 8 : i64} : memref<128xf32>, vector<4xf32>
  gpu.return
}
gpu.func @whole(%from: memref<128xf32> {llvm.align = 16 : i64}, %to: memref<128xf32> {llvm.align = 16 : i64}) kernel {
  %t = gpu.thread_id x
  %n = arith.constant 4 : index
  %i = arith.muli %t, %n : index
  %v = vector.load %from[%i] {alignment = 16 : i64} : memref<128xf32>, vector<4xf32>
  vector.store %v, %to[%i] {alignment = 16 : i64} : memref<128xf32>, vector<4xf32>
  gpu.return
}
gpu.func @two_halves(%from: memref<256xf32> {llvm.align = 32 : i64}, %to: memref<256xf32> {llvm.align = 32 : i64}) kernel {
  %t = gpu.thread_id x
  %n = arith.constant 8 : index
  %i = arith.muli %t, %n : index
  %v = vector.load %from[%i] {alignment = 32 : i64} : memref<256xf32>, vector<8xf32>
  vector.store %v, %to[%i] {alignment = 32 : i64} : memref<256xf32>, vector<8xf32>
  gpu.return
}
gpu.func @odd(%from: memref<128xf32> {llvm.align = 16 : i64}, %to: memref<128xf32> {llvm.align = 16 : i64}) kernel {
  %t = gpu.thread_id x
  %n = arith.constant 4 : index
  %i = arith.muli %t, %n : index
  %v = vector.load %from[%i] {alignment = 16 : i64} : memref<128xf32>, vector<3xf32>
  vector.store %v, %to[%i] {alignment = 16 : i64} : memref<128xf32>, vector<3xf32>
  gpu.return
}
gpu.func @six(%from: memref<256xf32> {llvm.align = 16 : i64}, %to: memref<256xf32> {llvm.align = 16 : i64}) kernel {
  %t = gpu.thread_id x
  %n = arith.constant 8 : index
  %i = arith.muli %t, %n : index
  %v = vector.load %from[%i] {alignment = 16 : i64} : memref<256xf32>, vector<6xf32>
  vector.store %v, %to[%i] {alignment = 16 : i64} : memref<256xf32>, vector<6xf32>
  gpu.return
}
gpu.func @seven(%from: memref<256xf32> {llvm.align = 16 : i64}, %to: memref<256xf32> {llvm.align = 16 : i64}) kernel {
  %t = gpu.thread_id x
  %n = arith.constant 8 : index
  %i = arith.muli %t, %n : index
  %v = vector.load %from[%i] {alignment = 16 : i64} : memref<256xf32>, vector<7xf32>
  vector.store %v, %to[%i] {alignment = 16 : i64} : memref<256xf32>, vector<7xf32>
  gpu.return
}
gpu.func @halves(%from: memref<256xf16>, %to: memref<256xf16>) kernel {
  %t = gpu.thread_id x
  %n = arith.constant 8 : index
  %i = arith.muli %t, %n : index
  %v = vector.load %from[%i] : memref<256xf16>, vector<8xf16>
  vector.store %v, %to[%i] : memref<256xf16>, vector<8xf16>
  gpu.return
}
gpu.func @words(%from: memref<256xf16> {llvm.align = 4 : i64}, %to: memref<256xf16> {llvm.align = 4 : i64}) kernel {
  %t = gpu.thread_id x
  %n = arith.constant 8 : index
  %i = arith.muli %t, %n : index
  %v = vector.load %from[%i] {alignment = 4 : i64} : memref<256xf16>, vector<8xf16>
  vector.store %v, %to[%i] {alignment = 4 : i64} : memref<256xf16>, vector<8xf16>
  gpu.return
}
gpu.func @nine(%from: memref<512xf16> {llvm.align = 16 : i64}, %to: memref<512xf16> {llvm.align = 16 : i64}) kernel {
  %t = gpu.thread_id x
  %n = arith.constant 16 : index
  %i = arith.muli %t, %n : index
  %v = vector.load %from[%i] {alignment = 16 : i64} : memref<512xf16>, vector<9xf16>
  vector.store %v, %to[%i] {alignment = 16 : i64} : memref<512xf16>, vector<9xf16>
  gpu.return
}
gpu.func @bytes(%from: memref<512xi8> {llvm.align = 2 : i64}, %to: memref<512xi8> {llvm.align = 2 : i64}) kernel {
  %t = gpu.thread_id x
  %n = arith.constant 16 : index
  %i = arith.muli %t, %n : index
  %v = vector.load %from[%i] {alignment = 2 : i64} : memref<512xi8>, vector<16xi8>
  vector.store %v, %to[%i] {alignment = 2 : i64} : memref<512xi8>, vector<16xi8>
  gpu.return
}
gpu.func @six_bytes(%from: memref<256xi8> {llvm.align = 4 : i64}, %to: memref<256xi8> {llvm.align = 4 : i64}) kernel {
  %t = gpu.thread_id x
  %n = arith.constant 8 : index
  %i = arith.muli %t, %n : index
  %v = vector.load %from[%i] {alignment = 4 : i64} : memref<256xi8>, vector<6xi8>
  vector.store %v, %to[%i] {alignment = 4 : i64} : memref<256xi8>, vector<6xi8>
  gpu.return
}
gpu.func @doubles(%from: memref<64xf64>, %to: memref<64xf64>) kernel {
  %t = gpu.thread_id x
  %n = arith.constant 2 : index
  %i = arith.muli %t, %n : index
  %v = vector.load %from[%i] : memref<64xf64>, vector<2xf64>
  vector.store %v, %to[%i] : memref<64xf64>, vector<2xf64>
  gpu.return
}
gpu.func @wide(%from: memref<128xf64> {llvm.align = 32 : i64}, %to: memref<128xf64> {llvm.align = 32 : i64}) kernel {
  %t = gpu.thread_id x
  %n = arith.constant 4 : index
  %i = arith.muli %t, %n : index
  %v = vector.load %from[%i] {alignment = 32 : i64} : memref<128xf64>, vector<4xf64>
  vector.store %v, %to[%i] {alignment = 32 : i64} : memref<128xf64>, vector<4xf64>
  gpu.return
}
}
