// A depthwise 3 x 3 convolution of NHWC images: 8 x 8 outputs of 16 channels a block.
// Its inputs, 10 x 10, begin a row and a column before the tile: at the upper and
// left edges of the image before memory, where from(0, 0, 0) leaves zeros.

// RUN: tl-sim --verify-lowering %s --grid=3,2 --arg=3:scalar=14 --arg=4:scalar=19 --arg=0:small --arg=1:small --reference=conv3x3_by_loops --tolerance=1e-4 | FileCheck %s
// CHECK: @conv3x3: equivalent: {{[0-9]+}} elements
// CHECK: @conv3x3: as @conv3x3_by_loops: {{[0-9]+}} elements, off by at most {{.*}}

#outputs = #tl.register<spatial(8, 8, 2).local(1, 1, 8)>
#filter = #tl.register<reduce(spatial(8, 8, 2).local(1, 1, 8), dims = [0, 1])>
!image = memref<16x24x16xf32>
!halo = memref<10x10x16xf32, #gpu.address_space<workgroup>>

gpu.module @kernels {
  gpu.func @conv3x3(%X: !image {llvm.align = 16 : i64}, %W: memref<9x16xf32> {llvm.align = 16 : i64},
      %Y: !image {llvm.align = 16 : i64}, %h: index, %w: index)
      workgroup(%S: !halo) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c8 = arith.constant 8 : index
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %i = arith.muli %by, %c8 : index
    %j = arith.muli %bx, %c8 : index
    %above = arith.subi %i, %c1 : index
    %left = arith.subi %j, %c1 : index
    tl.copy %X[%above, %left, 0] to %S scope cta async bounds(%h, %w, 16) from(0, 0, 0) : !image to !halo
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    %zeros = arith.constant dense<0.0> : vector<8xf32>
    %sum = scf.for %r = %c0 to %c3 step %c1 iter_args(%rows = %zeros) -> vector<8xf32> {
      %row = scf.for %s = %c0 to %c3 step %c1 iter_args(%all = %rows) -> vector<8xf32> {
        %tap0 = arith.muli %r, %c3 : index
        %tap = arith.addi %tap0, %s : index
        %x = tl.load %S[%r, %s, 0] as #outputs scope cta : !halo to vector<8xf32>
        %f = tl.load %W[%tap, 0] as #filter scope cta : memref<9x16xf32> to vector<8xf32>
        %product = arith.mulf %x, %f : vector<8xf32>
        %next = arith.addf %all, %product : vector<8xf32>
        scf.yield %next : vector<8xf32>
      }
      scf.yield %row : vector<8xf32>
    }
    tl.store %sum as #outputs to %Y[%i, %j, 0] scope cta bounds(%h, %w, 16) : vector<8xf32> to !image
    gpu.return
  }
}

func.func @conv3x3_by_loops(%X: !image, %W: memref<9x16xf32>, %Y: !image, %h: index, %w: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %h step %c1 {
    scf.for %j = %c0 to %w step %c1 {
      scf.for %c = %c0 to %c16 step %c1 {
        %sum = scf.for %r = %c0 to %c3 step %c1 iter_args(%rows = %zero) -> f32 {
          %row = scf.for %s = %c0 to %c3 step %c1 iter_args(%all = %rows) -> f32 {
            %y0 = arith.addi %i, %r : index
            %x0 = arith.addi %j, %s : index
            %y = arith.subi %y0, %c1 : index
            %x = arith.subi %x0, %c1 : index
            %y_inside = arith.cmpi ult, %y, %h : index
            %x_inside = arith.cmpi ult, %x, %w : index
            %inside = arith.andi %y_inside, %x_inside : i1
            %next = scf.if %inside -> f32 {
              %tap0 = arith.muli %r, %c3 : index
              %tap = arith.addi %tap0, %s : index
              %a = memref.load %X[%y, %x, %c] : !image
              %f = memref.load %W[%tap, %c] : memref<9x16xf32>
              %product = arith.mulf %a, %f : f32
              %added = arith.addf %all, %product : f32
              scf.yield %added : f32
            } else {
              scf.yield %all : f32
            }
            scf.yield %next : f32
          }
          scf.yield %row : f32
        }
        memref.store %sum, %Y[%i, %j, %c] : !image
      }
    }
  }
  return
}
