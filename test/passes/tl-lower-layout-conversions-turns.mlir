// RUN: tl-opt %s --lower-layout-copies | FileCheck %s
// RUN: tl-sim --verify-lowering %s | FileCheck %s --check-prefix=SIM

// Rule S4: small exchanges have two parts of the memory by turns, so that the next one writes while the last is read.

#row = #tl.register<spatial(1, 128).local(1, 4)>
#column = #tl.register<spatial(128).local(2)>
#strided = #tl.register<local(2).spatial(128)>
#large = #tl.register<spatial(128).local(4)>
#large_strided = #tl.register<local(4).spatial(128)>
#wide = #tl.register<spatial(1, 256).local(1, 4)>
#own = #tl.register<spatial(1, 128)>
#groups = #tl.register<spatial(1, 128).local(1, 2)>

gpu.module @m {
  // Two in a row: a barrier each.
  // CHECK-LABEL: gpu.func @two(
  // CHECK-SAME:    workgroup(%[[A:.+]] : memref<256xi8, {{[^,]*}}> {llvm.align = 128 : i64})
  // CHECK:         memref.view %[[A]][%c0{{.*}}]
  // CHECK-COUNT-1: gpu.barrier
  // CHECK:         memref.view %[[A]][%c128{{.*}}]
  // CHECK-COUNT-1: gpu.barrier
  // CHECK-NOT:     gpu.barrier
  // CHECK:         gpu.return
  // SIM: @two: equivalent: {{[0-9]+}} elements
  gpu.func @two(%A: memref<1x512xf32> {llvm.align = 16 : i64}, %R: memref<128xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %a = tl.load %A as #row scope cta : memref<1x512xf32> to vector<4xf32>
    %x = tl.reduce %a as #row over [0, 1] kind <maximumf> scope cta : vector<4xf32> to vector<1xf32>
    %m = vector.extract %x[0] : f32 from vector<1xf32>
    %all = vector.broadcast %m : f32 to vector<4xf32>
    %d = arith.subf %a, %all : vector<4xf32>
    %y = tl.reduce %d as #row over [0, 1] kind <add> scope cta : vector<4xf32> to vector<1xf32>
    %s = vector.extract %y[0] : f32 from vector<1xf32>
    memref.store %s, %R[%t] : memref<128xf32>
    gpu.return
  }

  // Two a turn: what the first writes was read behind the barrier of the second.
  // CHECK-LABEL: gpu.func @loop(
  // CHECK:         scf.for
  // CHECK-COUNT-2:   gpu.barrier
  // CHECK-NOT:     gpu.barrier
  // CHECK:         gpu.return
  // SIM: @loop: equivalent: {{[0-9]+}} elements
  gpu.func @loop(%A: memref<4x512xf32> {llvm.align = 16 : i64}, %R: memref<4x128xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %t = gpu.thread_id x
    scf.for %k = %c0 to %c4 step %c1 {
      %a = tl.load %A[%k, 0] as #row scope cta : memref<4x512xf32> to vector<4xf32>
      %x = tl.reduce %a as #row over [0, 1] kind <maximumf> scope cta : vector<4xf32> to vector<1xf32>
      %m = vector.extract %x[0] : f32 from vector<1xf32>
      %all = vector.broadcast %m : f32 to vector<4xf32>
      %d = arith.subf %a, %all : vector<4xf32>
      %y = tl.reduce %d as #row over [0, 1] kind <add> scope cta : vector<4xf32> to vector<1xf32>
      %s = vector.extract %y[0] : f32 from vector<1xf32>
      memref.store %s, %R[%k, %t] : memref<4x128xf32>
    }
    gpu.return
  }

  // Three a turn: the last one has the part of the first of the next turn.
  // CHECK-LABEL: gpu.func @three(
  // CHECK-SAME:    workgroup(%{{.+}} : memref<256xi8, {{[^,]*}}> {llvm.align = 128 : i64})
  // CHECK:         scf.for
  // CHECK-COUNT-4:   gpu.barrier
  // CHECK-NOT:     gpu.barrier
  // CHECK:         gpu.return
  // SIM: @three: equivalent: {{[0-9]+}} elements
  gpu.func @three(%A: memref<4x512xf32> {llvm.align = 16 : i64}, %R: memref<4x128xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %t = gpu.thread_id x
    scf.for %k = %c0 to %c4 step %c1 {
      %a = tl.load %A[%k, 0] as #row scope cta : memref<4x512xf32> to vector<4xf32>
      %x = tl.reduce %a as #row over [0, 1] kind <maximumf> scope cta : vector<4xf32> to vector<1xf32>
      %y = tl.reduce %a as #row over [0, 1] kind <minimumf> scope cta : vector<4xf32> to vector<1xf32>
      %z = tl.reduce %a as #row over [0, 1] kind <add> scope cta : vector<4xf32> to vector<1xf32>
      %xy = arith.addf %x, %y : vector<1xf32>
      %xyz = arith.addf %xy, %z : vector<1xf32>
      %s = vector.extract %xyz[0] : f32 from vector<1xf32>
      memref.store %s, %R[%k, %t] : memref<4x128xf32>
    }
    gpu.return
  }

  // One by itself has one part, and a loop two barriers a turn.
  // CHECK-LABEL: gpu.func @one(
  // CHECK-SAME:    workgroup(%{{[^,]+}} : memref<128xi8, {{[^,]*}}> {llvm.align = 128 : i64})
  // CHECK:         scf.for
  // CHECK-COUNT-2:   gpu.barrier
  // CHECK-NOT:     gpu.barrier
  // CHECK:         gpu.return
  // SIM: @one: equivalent: {{[0-9]+}} elements
  gpu.func @one(%A: memref<4x512xf32> {llvm.align = 16 : i64}, %R: memref<4x128xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %t = gpu.thread_id x
    scf.for %k = %c0 to %c4 step %c1 {
      %a = tl.load %A[%k, 0] as #row scope cta : memref<4x512xf32> to vector<4xf32>
      %x = tl.reduce %a as #row over [0, 1] kind <add> scope cta : vector<4xf32> to vector<1xf32>
      %s = vector.extract %x[0] : f32 from vector<1xf32>
      memref.store %s, %R[%k, %t] : memref<4x128xf32>
    }
    gpu.return
  }

  // 1024 bytes are small.
  // CHECK-LABEL: gpu.func @small(
  // CHECK-SAME:    workgroup(%{{.+}} : memref<2048xi8, {{[^,]*}}> {llvm.align = 128 : i64})
  // CHECK-COUNT-2: gpu.barrier
  // CHECK-NOT:     gpu.barrier
  // CHECK:         gpu.return
  // SIM: @small: equivalent: {{[0-9]+}} elements
  gpu.func @small(%A: memref<256xf32> {llvm.align = 16 : i64}, %B: memref<256xf32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %a = tl.load %A as #column scope cta : memref<256xf32> to vector<2xf32>
    %b = tl.convert_layout %a as #column to #strided scope cta : vector<2xf32> to vector<2xf32>
    %c = tl.convert_layout %b as #column to #strided scope cta : vector<2xf32> to vector<2xf32>
    tl.store %c as #column to %B scope cta : vector<2xf32> to memref<256xf32>
    gpu.return
  }

  // 2048 are not: a small one is behind them.
  // CHECK-LABEL: gpu.func @large(
  // CHECK-SAME:    workgroup(%[[A:.+]] : memref<2176xi8, {{[^,]*}}> {llvm.align = 128 : i64})
  // CHECK-COUNT-3: gpu.barrier
  // CHECK:         memref.view %[[A]][%c2048{{.*}}]
  // CHECK-COUNT-1: gpu.barrier
  // CHECK-NOT:     gpu.barrier
  // CHECK:         gpu.return
  // SIM: @large: equivalent: {{[0-9]+}} elements
  gpu.func @large(%A: memref<512xf32> {llvm.align = 16 : i64}, %B: memref<512xf32> {llvm.align = 16 : i64}, %R: memref<128xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %a = tl.load %A as #large scope cta : memref<512xf32> to vector<4xf32>
    %b = tl.convert_layout %a as #large to #large_strided scope cta : vector<4xf32> to vector<4xf32>
    %c = tl.convert_layout %b as #large to #large_strided scope cta : vector<4xf32> to vector<4xf32>
    tl.store %c as #large to %B scope cta : vector<4xf32> to memref<512xf32>
    %x = tl.reduce %c as #large over [0] kind <add> scope cta : vector<4xf32> to vector<1xf32>
    %s = vector.extract %x[0] : f32 from vector<1xf32>
    memref.store %s, %R[%t] : memref<128xf32>
    gpu.return
  }

  // Warpgroups of a block have a part each of both.
  // CHECK-LABEL: gpu.func @warpgroups(
  // CHECK-SAME:    workgroup(%{{.+}} : memref<512xi8, {{[^,]*}}> {llvm.align = 128 : i64})
  // CHECK-COUNT-2: nvvm.barrier
  // CHECK-NOT:     barrier
  // CHECK:         gpu.return
  // SIM: @warpgroups: equivalent: {{[0-9]+}} elements
  gpu.func @warpgroups(%A: memref<2x256xf32> {llvm.align = 16 : i64}, %R: memref<256xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c128 = arith.constant 128 : index
    %t = gpu.thread_id x
    %g = arith.divui %t, %c128 : index
    %a = tl.load %A[%g, 0] as #groups scope warpgroup : memref<2x256xf32> to vector<2xf32>
    %x = tl.reduce %a as #groups over [0, 1] kind <maximumf> scope warpgroup : vector<2xf32> to vector<1xf32>
    %y = tl.reduce %a as #groups over [0, 1] kind <add> scope warpgroup : vector<2xf32> to vector<1xf32>
    %xy = arith.addf %x, %y : vector<1xf32>
    %s = vector.extract %xy[0] : f32 from vector<1xf32>
    memref.store %s, %R[%t] : memref<256xf32>
    gpu.return
  }

  // 1024 bytes each of two are not small.
  // CHECK-LABEL: gpu.func @large_parts(
  // CHECK-SAME:    workgroup(%{{.+}} : memref<2048xi8, {{[^,]*}}> {llvm.align = 128 : i64})
  // CHECK-COUNT-3: nvvm.barrier
  // CHECK-NOT:     barrier
  // CHECK:         gpu.return
  // SIM: @large_parts: equivalent: {{[0-9]+}} elements
  gpu.func @large_parts(%A: memref<512xf32> {llvm.align = 16 : i64}, %B: memref<512xf32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c128 = arith.constant 128 : index
    %c256 = arith.constant 256 : index
    %t = gpu.thread_id x
    %g = arith.divui %t, %c128 : index
    %i = arith.muli %g, %c256 : index
    %a = tl.load %A[%i] as #column scope warpgroup : memref<512xf32> to vector<2xf32>
    %b = tl.convert_layout %a as #column to #strided scope warpgroup : vector<2xf32> to vector<2xf32>
    %c = tl.convert_layout %b as #column to #strided scope warpgroup : vector<2xf32> to vector<2xf32>
    tl.store %c as #column to %B[%i] scope warpgroup : vector<2xf32> to memref<512xf32>
    gpu.return
  }

  // Nor does an exchange of warpgroups wait for what the block has done.
  // CHECK-LABEL: gpu.func @other_scope(
  // CHECK:         scf.for
  // CHECK-COUNT-2:   gpu.barrier
  // CHECK-NOT:     gpu.barrier
  // CHECK:         gpu.return
  // SIM: @other_scope: equivalent: {{[0-9]+}} elements
  gpu.func @other_scope(%A: memref<4x1024xf32> {llvm.align = 16 : i64}, %R: memref<4x256xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %t = gpu.thread_id x
    scf.for %k = %c0 to %c4 step %c1 {
      %a = tl.load %A[%k, 0] as #wide scope cta : memref<4x1024xf32> to vector<4xf32>
      %x = tl.reduce %a as #wide over [0, 1] kind <add> scope cta : vector<4xf32> to vector<1xf32>
      %y = tl.reduce %x as #own over [0, 1] kind <add> scope warpgroup : vector<1xf32> to vector<1xf32>
      %s = vector.extract %y[0] : f32 from vector<1xf32>
      memref.store %s, %R[%k, %t] : memref<4x256xf32>
    }
    gpu.return
  }

  // What has been read of memory that another run has made may be of any turn.
  // CHECK-LABEL: gpu.func @read_before(
  // CHECK:         memref.load
  // CHECK:         gpu.barrier
  // CHECK:         gpu.barrier
  // CHECK-NOT:     gpu.barrier
  // CHECK:         gpu.return
  // SIM: @read_before: equivalent: {{[0-9]+}} elements
  gpu.func @read_before(%A: memref<1x512xf32> {llvm.align = 16 : i64}, %R: memref<128xf32>) workgroup(%S: memref<512xi8, #gpu.address_space<workgroup>> {llvm.align = 128 : i64, tl.scratch = array<i64: 3, 512>}) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c127 = arith.constant 127 : index
    %t = gpu.thread_id x
    %view = memref.view %S[%c0][] : memref<512xi8, #gpu.address_space<workgroup>> to memref<128xi32, #gpu.address_space<workgroup>>
    %n = arith.index_cast %t : index to i32
    memref.store %n, %view[%t] : memref<128xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %other = arith.subi %c127, %t : index
    %i = memref.load %view[%other] : memref<128xi32, #gpu.address_space<workgroup>>
    %a = tl.load %A as #row scope cta : memref<1x512xf32> to vector<4xf32>
    %x = tl.reduce %a as #row over [0, 1] kind <add> scope cta : vector<4xf32> to vector<1xf32>
    %s = vector.extract %x[0] : f32 from vector<1xf32>
    %f = arith.sitofp %i : i32 to f32
    %sum = arith.addf %s, %f : f32
    memref.store %sum, %R[%t] : memref<128xf32>
    gpu.return
  }
}

// Of a launch both lie in its dynamic memory.
// CHECK-LABEL: func.func @launched(
// CHECK:         %[[BYTES:.+]] = arith.constant 256 : i32
// CHECK:         gpu.launch {{.*}} dynamic_shared_memory_size %[[BYTES]]
// CHECK-COUNT-2: gpu.barrier
// CHECK-NOT:     gpu.barrier
// CHECK:         return
// SIM: @launched: equivalent: {{[0-9]+}} elements
func.func @launched(%A: memref<1x512xf32>, %R: memref<128xf32>) {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%t, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
    %a = tl.load %A as #row scope cta : memref<1x512xf32> to vector<4xf32>
    %x = tl.reduce %a as #row over [0, 1] kind <maximumf> scope cta : vector<4xf32> to vector<1xf32>
    %y = tl.reduce %a as #row over [0, 1] kind <add> scope cta : vector<4xf32> to vector<1xf32>
    %xy = arith.addf %x, %y : vector<1xf32>
    %s = vector.extract %xy[0] : f32 from vector<1xf32>
    memref.store %s, %R[%t] : memref<128xf32>
    gpu.terminator
  }
  return
}
