// RUN: tl-sim %s --kernel=given --dump=0 --dump=1 | FileCheck %s --check-prefix=GIVEN
// RUN: tl-sim %s --kernel=given --arg=2:scalar=7 --arg=4:scalar=0.5 --shape=0:1x2 --grid=1 --dump=0 --dump=1 | FileCheck %s --check-prefix=STATED
// RUN: tl-sim %s --kernel=aligned | FileCheck %s --check-prefix=ALIGNED
// RUN: not tl-sim %s --kernel=less 2>&1 | FileCheck %s --check-prefix=LESS
// RUN: not tl-sim %s --kernel=unknown 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: tl-sim %s --kernel=often --dump=0 2>&1 | FileCheck %s --check-prefix=OFTEN
// RUN: tl-sim %s --kernel=deep 2>&1 | FileCheck %s --check-prefix=DEEP
// RUN: tl-sim %s --kernel=alike --dump=0 2>&1 | FileCheck %s --check-prefix=ALIKE --implicit-check-not=remark
// RUN: tl-sim %s --kernel=scaled --reference=scaled_by_loops --arg=0:small | FileCheck %s --check-prefix=REFERENCE
// RUN: tl-sim %s --kernel=folded --dump=1 | FileCheck %s --check-prefix=FOLDED
// RUN: tl-sim %s --kernel=unfolded | FileCheck %s --check-prefix=UNFOLDED
// RUN: tl-sim %s --kernel=unfolded_too | FileCheck %s --check-prefix=SHORT
// RUN: tl-sim %s --kernel=not_constant | FileCheck %s --check-prefix=LEAST
// RUN: tl-sim %s --kernel=pitched --dump=0 | FileCheck %s --check-prefix=PITCHED

// A kernel that is run by itself gets what the first gpu.launch_func gives, as far as
// no option says it: sizes of memrefs, numbers, alignments that all launches state.

module attributes {gpu.container_module} {
memref.global "private" @table : memref<4xf32> = uninitialized {alignment = 32 : i64}

gpu.module @kernels {
  // What constants make is as good as one.
  // FOLDED:      @folded: grid 3x2x1, block 12x4x1
  // FOLDED-NEXT: argument 1:
  // FOLDED-NEXT: {{^}}[18]
  gpu.func @folded(%n: index, %out: memref<1xindex>) kernel {
    %c0 = arith.constant 0 : index
    %t = gpu.global_id x
    %u = gpu.global_id y
    %sum = arith.addi %t, %u : index
    %is_first = arith.cmpi eq, %sum, %c0 : index
    scf.if %is_first {
      memref.store %n, %out[%c0] : memref<1xindex>
    }
    gpu.return
  }
  // UNFOLDED: @unfolded: grid 1x1x1, block 32x1x1
  // SHORT: @unfolded_too: grid 1x1x1, block 32x1x1
  gpu.func @unfolded() kernel {
    gpu.return
  }
  gpu.func @unfolded_too() kernel {
    gpu.return
  }
  // LEAST: @not_constant: grid 1x1x1, block 32x1x1
  gpu.func @not_constant() kernel {
    gpu.return
  }

  // GIVEN:      @given: grid 2x1x1, block 4x1x1
  // GIVEN-NEXT: argument 0:
  // GIVEN-NEXT: {{^}}[0, 1, 2]
  // GIVEN-NEXT: {{^}}[3, 4, 5]
  // GIVEN-NEXT: argument 1:
  // GIVEN-NEXT: {{^}}[9007199254740993, -5, 2, 3, 2, 4]
  // STATED:      @given: grid 1x1x1, block 4x1x1
  // STATED:      argument 0:
  // STATED-NEXT: {{^}}[0, 1]
  // STATED:      {{^}}[7, -5, 0, 1, 1, 4]
  gpu.func @given(%a: memref<?x?xf32>, %out: memref<6xi64>, %n: i64, %m: index, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %sum = arith.addi %t, %b : index
    %is_first = arith.cmpi eq, %sum, %c0 : index
    scf.if %is_first {
      %half = arith.constant 1.5 : f32
      %y = arith.mulf %x, %half : f32
      %z = arith.fptosi %y : f32 to i64
      %rows = memref.dim %a, %c0 : memref<?x?xf32>
      %grid = gpu.grid_dim x
      %block = gpu.block_dim x
      %0 = arith.index_cast %m : index to i64
      %1 = arith.index_cast %rows : index to i64
      %2 = arith.index_cast %grid : index to i64
      %3 = arith.index_cast %block : index to i64
      memref.store %n, %out[%c0] : memref<6xi64>
      memref.store %0, %out[%c1] : memref<6xi64>
      memref.store %z, %out[%c2] : memref<6xi64>
      %four = arith.addi %1, %2 : i64
      %unit = arith.constant 1 : i64
      %less = arith.subi %four, %unit : i64
      memref.store %less, %out[%c3] : memref<6xi64>
      memref.store %2, %out[%c4] : memref<6xi64>
      memref.store %3, %out[%c5] : memref<6xi64>
    }
    gpu.return
  }

  // ALIGNED: @aligned: grid 1x1x1, block 1x1x1
  gpu.func @aligned(%a: memref<8xf32>, %b: memref<4xf32>, %c: memref<8xf32>) kernel {
    %c0 = arith.constant 0 : index
    %v = vector.load %a[%c0] {alignment = 16 : i64} : memref<8xf32>, vector<4xf32>
    %w = vector.load %b[%c0] {alignment = 16 : i64} : memref<4xf32>, vector<4xf32>
    vector.store %v, %c[%c0] {alignment = 16 : i64} : memref<8xf32>, vector<4xf32>
    vector.store %w, %c[%c0] {alignment = 16 : i64} : memref<8xf32>, vector<4xf32>
    gpu.return
  }

  // One of the two launches states less.
  // LESS: error: 'vector.load' op misaligned access: thread (0, 0, 0) of block (0, 0, 0) reads byte 0 of argument 0 at address {{.*}}, which is no multiple of 16
  gpu.func @less(%a: memref<8xf32>) kernel {
    %c0 = arith.constant 0 : index
    %v = vector.load %a[%c0] {alignment = 16 : i64} : memref<8xf32>, vector<4xf32>
    gpu.return
  }

  // UNKNOWN: error: 'gpu.func' op argument 0 has a size known only at run time; give --shape
  gpu.func @unknown(%a: memref<?xf32>) kernel {
    gpu.return
  }

  // OFTEN: launched-arguments.mlir:[[# @LINE + 4]]:3: remark: 'gpu.func' op is launched in several ways; it is run as by the first
  // OFTEN: note: --grid, --block, --shape and --arg say it otherwise
  // OFTEN: argument 0:
  // OFTEN-NEXT: {{^}}[3]
  gpu.func @often(%a: memref<1xi32>, %n: i32) kernel {
    %c0 = arith.constant 0 : index
    memref.store %n, %a[%c0] : memref<1xi32>
    gpu.return
  }
  // ALIKE: {{^}}[3]
  // DEEP: remark: 'gpu.func' op is launched in several ways
  gpu.func @deep() kernel {
    gpu.return
  }

  gpu.func @alike(%a: memref<1xi32>, %n: i32) kernel {
    %c0 = arith.constant 0 : index
    memref.store %n, %a[%c0] : memref<1xi32>
    gpu.return
  }

  // A reference gets the same numbers.
  // REFERENCE: @scaled: as @scaled_by_loops: 4 elements, off by at most 0
  gpu.func @scaled(%a: memref<?xf32>, %x: f32) kernel {
    %t = gpu.thread_id x
    %v = memref.load %a[%t] : memref<?xf32>
    %w = arith.mulf %v, %x : f32
    memref.store %w, %a[%t] : memref<?xf32>
    gpu.return
  }

  // Rows of 3 in a buffer of rows of 4, which begin at element 1.
  // PITCHED: {{^}}[0, 1, 2]
  // PITCHED-NEXT: {{^}}[3, 1, 5]
  gpu.func @pitched(%a: memref<?x?xi32, strided<[?, 1], offset: ?>>) kernel {
    %buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a : memref<?x?xi32, strided<[?, 1], offset: ?>> -> memref<i32>, index, index, index, index, index
    %two = arith.constant 2 : index
    %place = arith.addi %strides#0, %two : index
    %value = arith.index_cast %offset : index to i32
    %flat = memref.reinterpret_cast %a to offset: [0], sizes: [8], strides: [1] : memref<?x?xi32, strided<[?, 1], offset: ?>> to memref<8xi32>
    memref.store %value, %flat[%place] : memref<8xi32>
    gpu.return
  }
}

func.func private @scaled_by_loops(%a: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %v = memref.load %a[%i] : memref<?xf32>
    %w = arith.mulf %v, %x : f32
    memref.store %w, %a[%i] : memref<?xf32>
  }
  return
}

func.func @host(%given: memref<?xf32>, %one: memref<1xi32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %m5 = arith.constant -5 : index
  %large = arith.constant 9007199254740993 : i64
  %x = arith.constant 1.5 : f32
  %three = arith.constant 3 : i32
  %four = arith.constant 4 : i32
  %a = memref.alloc(%c2) : memref<?x3xf32>
  %b = memref.cast %a : memref<?x3xf32> to memref<?x?xf32>
  %out = memref.alloc() : memref<6xi64>
  gpu.launch_func @kernels::@given blocks in (%c2, %c1, %c1) threads in (%c4, %c1, %c1) args(%b : memref<?x?xf32>, %out : memref<6xi64>, %large : i64, %m5 : index, %x : f32)

  %wide = memref.alloc() {alignment = 16 : i64} : memref<8xf32>
  %table = memref.get_global @table : memref<4xf32>
  %plain = memref.alloc() : memref<8xf32>
  %assumed = memref.assume_alignment %plain, 16 : memref<8xf32>
  gpu.launch_func @kernels::@aligned blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%wide : memref<8xf32>, %table : memref<4xf32>, %assumed : memref<8xf32>)
  gpu.launch_func @kernels::@less blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%wide : memref<8xf32>)
  gpu.launch_func @kernels::@less blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%plain : memref<8xf32>)
  gpu.launch_func @kernels::@unknown blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%given : memref<?xf32>)

  gpu.launch_func @kernels::@often blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%one : memref<1xi32>, %three : i32)
  gpu.launch_func @kernels::@often blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%one : memref<1xi32>, %four : i32)
  gpu.launch_func @kernels::@deep blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
  gpu.launch_func @kernels::@deep blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c2)
  gpu.launch_func @kernels::@alike blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%one : memref<1xi32>, %three : i32)
  gpu.launch_func @kernels::@alike blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%one : memref<1xi32>, %three : i32)

  %row = gpu.alloc (%c4) : memref<?xf32>
  gpu.launch_func @kernels::@scaled blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%row : memref<?xf32>, %x : f32)

  %rows = memref.alloc() : memref<2x4xi32>
  %part = memref.subview %rows[0, 1] [2, 3] [1, 1] : memref<2x4xi32> to memref<2x3xi32, strided<[4, 1], offset: 1>>
  %pitched = memref.cast %part : memref<2x3xi32, strided<[4, 1], offset: 1>> to memref<?x?xi32, strided<[?, 1], offset: ?>>
  gpu.launch_func @kernels::@pitched blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%pitched : memref<?x?xi32, strided<[?, 1], offset: ?>>)
  return
}

func.func @folds(%out: memref<1xindex>, %any: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  %n = arith.constant 17 : i32
  %long = arith.index_cast %n : i32 to index
  %width = arith.subi %c12, %c0 : index
  %blocks = arith.divui %c12, %c4 : index
  %up = arith.ceildivsi %long, %c12 : index
  %more = index.add %long, %c1
  %product = arith.muli %c1, %c4 : index
  gpu.launch_func @kernels::@folded blocks in (%blocks, %up, %c1) threads in (%width, %product, %c1) args(%more : index, %out : memref<1xindex>)
  %none = arith.divui %c4, %c0 : index
  %unknown = arith.addi %any, %c1 : index
  %short = arith.addi %n, %n : i32
  %cast = arith.index_cast %short : i32 to index
  %minus = arith.subi %c0, %c4 : index
  %negative = arith.divsi %minus, %c4 : index
  gpu.launch_func @kernels::@unfolded blocks in (%unknown, %c1, %c1) threads in (%none, %c1, %c1)
  gpu.launch_func @kernels::@unfolded_too blocks in (%cast, %c1, %c1) threads in (%negative, %c1, %c1)
  %least = arith.minui %any, %c4 : index
  gpu.launch_func @kernels::@not_constant blocks in (%c1, %c1, %c1) threads in (%least, %c1, %c1)
  return
}
}
