// RUN: tl-sim %s --kernel=launched --dump=0 | FileCheck %s --check-prefix=LAUNCHED
// RUN: tl-sim %s --kernel=launched --dynamic-shared-memory=96 --grid=1 --block=32 --dump=0 | FileCheck %s --check-prefix=OPTION
// RUN: not tl-sim %s --kernel=launched --dynamic-shared-memory=48 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: not tl-sim %s --kernel=alone 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not tl-sim %s --kernel=without 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: not tl-sim %s --kernel=aligned 2>&1 | FileCheck %s --check-prefix=ALIGNED
// RUN: not tl-sim %s --kernel=alone --dynamic-shared-memory=0 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: %tl-opt %s --lower-layout-copies=verify-by-simulation 2>&1 | FileCheck %s --check-prefix=VERIFIED --implicit-check-not="has a size"
// RUN: %tl-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(lower-layout-copies{verify-by-simulation})))' 2>&1 | FileCheck %s --check-prefix=PART

// VERIFIED: vector.load
// PART: warning: 'gpu.func' op is not checked by simulation
// PART: note: {{.*}}has a size that no gpu.launch_func
// One buffer of the block, of as many bytes as the launch says, which also says
// how many blocks and threads there are. The views of it are two parts.

// LAUNCHED:      @launched: grid 2x1x1, block 8x1x1
// LAUNCHED-NEXT: argument 0:
// LAUNCHED-NEXT: {{^}}[7, 6, 5, 4, 3, 2, 1, 0]
// LAUNCHED-NEXT: {{^}}[17, 16, 15, 14, 13, 12, 11, 10]
// OPTION:        @launched: grid 1x1x1, block 32x1x1
// OPTION-NEXT:   argument 0:
// OPTION-NEXT:   {{^}}[7, 6, 5, 4, 3, 2, 1, 0]
// SMALL: error: 'memref.view' op out of bounds: {{.*}} takes bytes 32 to 63 of 48
// ALONE: [[#@LINE+45]]:{{[0-9]+}}: error: 'gpu.dynamic_shared_memory' op resources: {{.*}} has a size that no gpu.launch_func of the kernel says as a constant; give --dynamic-shared-memory
// WITHOUT: error: 'memref.view' op out of bounds: {{.*}} takes bytes 0 to 3 of 0
// ALIGNED: error: 'memref.assume_alignment' op misaligned access: {{.*}} assumes that 32 divides address
// NOTHING: tl-sim: cannot read --dynamic-shared-memory=0
module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @launched(%out: memref<2x8xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %c10 = arith.constant 10 : index
    %c32 = arith.constant 32 : index
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %takes_part = arith.cmpi ult, %t, %c8 : index
    %tens = arith.muli %b, %c10 : index
    %v = arith.addi %t, %tens : index
    %v32 = arith.index_cast %v : index to i32
    scf.if %takes_part {
      %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %first = memref.view %all[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<8xi32, #gpu.address_space<workgroup>>
      memref.store %v32, %first[%t] : memref<8xi32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    scf.if %takes_part {
      %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %first = memref.view %all[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<8xi32, #gpu.address_space<workgroup>>
      %second = memref.view %all[%c32][%c8] : memref<?xi8, #gpu.address_space<workgroup>> to memref<?xi32, #gpu.address_space<workgroup>>
      %other = arith.subi %c7, %t : index
      %w = memref.load %first[%other] : memref<8xi32, #gpu.address_space<workgroup>>
      memref.store %w, %second[%t] : memref<?xi32, #gpu.address_space<workgroup>>
      %x = memref.load %second[%t] : memref<?xi32, #gpu.address_space<workgroup>>
      %y = arith.index_cast %x : i32 to index
      memref.store %y, %out[%b, %t] : memref<2x8xindex>
    }
    gpu.return
  }
  gpu.func @copies(%in: memref<4x32xf32> {llvm.align = 16 : i64}) kernel {
    %c0 = arith.constant 0 : index
    %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %s = memref.view %all[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<4x32xf32, #gpu.address_space<workgroup>>
    tl.copy %in to %s scope cta threads 32 : memref<4x32xf32> to memref<4x32xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
  gpu.func @alone() kernel {
    %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    gpu.return
  }
  gpu.func @without() kernel {
    %c0 = arith.constant 0 : index
    %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %one = memref.view %all[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<1xi32, #gpu.address_space<workgroup>>
    gpu.return
  }
  // The lowering aligns it to 16 bytes.
  gpu.func @aligned() kernel {
    %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %16 = memref.assume_alignment %all, 16 : memref<?xi8, #gpu.address_space<workgroup>>
    %32 = memref.assume_alignment %all, 32 : memref<?xi8, #gpu.address_space<workgroup>>
    gpu.return
  }
}
// A kernel of the same name, of another module, which alone is launched.
gpu.module @others {
  gpu.func @alone() kernel {
    gpu.return
  }
}
func.func @host(%out: memref<2x8xindex>, %in: memref<4x32xf32>) {
  %c32 = arith.constant 32 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %bytes = arith.constant 64 : i32
  gpu.launch_func @kernels::@launched blocks in (%c2, %c1, %c1) threads in (%c8, %c1, %c1) dynamic_shared_memory_size %bytes args(%out : memref<2x8xindex>)
  %more = arith.constant 512 : i32
  gpu.launch_func @kernels::@copies blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1) dynamic_shared_memory_size %more args(%in : memref<4x32xf32>)
  gpu.launch_func @others::@alone blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) dynamic_shared_memory_size %bytes
  gpu.launch_func @kernels::@without blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
  gpu.launch_func @kernels::@aligned blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
  return
}
}
