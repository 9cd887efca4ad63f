// Rule E19: of a loop that fetches from a pointer, and counts in 32 bits, it is said how
// far it counts.
// RUN: tl-opt %s --tl-normalize-layouts --tl-synthesize-partition --tl-partition-copies | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies=target=sm_80 --canonicalize --cse | FileCheck %s --check-prefix=BYTES
// RUN: tl-sim %s --verify-lowering --arg=1:scalar=192 --arg=2:scalar=256 --block=128 | FileCheck %s --check-prefix=SAME
// SAME-COUNT-22: equivalent

#rows = #tl.register<local(2, 1).spatial(32, 4).local(1, 8)>
!m = memref<256x256xf16>
!s = memref<64x32xf16, #gpu.address_space<workgroup>>
!p = memref<256x256xf16, strided<[?, 1]>>
#kernel = array<i32: 128, 1, 1>

gpu.module @kernels {
  // By what is known of its end.

  // CHECK-LABEL: gpu.func @known(
  // CHECK:       scf.for %[[K:.+]] =
  // CHECK-NEXT:    %[[MOST:.+]] = arith.constant 192 : i32
  // CHECK-NEXT:    %[[IS:.+]] = arith.cmpi sle, %[[K]], %[[MOST]] : i32
  // CHECK-NEXT:    llvm.intr.assume %[[IS]] : i1
  // CHECK-NOT:     llvm.intr.assume
  gpu.func @known(%A: !m {llvm.align = 16 : i64}, %n: i32, %m: i32)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %block = gpu.block_id x
    %c64 = arith.constant 64 : index
    %i = arith.muli %block, %c64 : index
    %end = tl.assume %n range 0 to 224 : i32
    scf.for %k = %c0 to %end step %c32 : i32 {
      tl.copy %A[%i, %k : i32] to %S as #rows scope cta async : !m to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // Where nothing is known, by the tile that is fetched ahead: it begins in its memory,
  // so that the sum does not wrap, or it would be below the end, as the counter is.

  // CHECK-LABEL: gpu.func @ahead(
  // CHECK:       scf.for %[[K:.+]] =
  // CHECK-NEXT:    %[[MOST:.+]] = arith.constant 2147483615 : i32
  // CHECK-NEXT:    %[[IS:.+]] = arith.cmpi sle, %[[K]], %[[MOST]] : i32
  // CHECK-NEXT:    llvm.intr.assume %[[IS]] : i1
  // CHECK-NOT:     llvm.intr.assume
  gpu.func @ahead(%A: !m {llvm.align = 16 : i64}, %n: i32, %m: i32)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %block = gpu.block_id x
    %c64 = arith.constant 64 : index
    %i = arith.muli %block, %c64 : index
    scf.for %k = %c0 to %n step %c32 : i32 {
      %next = arith.addi %k, %c32 : i32
      %more = arith.cmpi slt, %next, %n : i32
      scf.if %more {
        tl.copy %A[%i, %next : i32] to %S as #rows scope cta async : !m to !s
      }
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // Below another number than the end, that is known not to be below 0.

  // CHECK-LABEL: gpu.func @ahead_of_most(
  // CHECK:       scf.for %[[K:.+]] =
  // CHECK-NEXT:    %[[MOST:.+]] = arith.constant 2147483615 : i32
  // CHECK-NEXT:    %[[IS:.+]] = arith.cmpi sle, %[[K]], %[[MOST]] : i32
  // CHECK-NEXT:    llvm.intr.assume %[[IS]] : i1
  // CHECK-NOT:     llvm.intr.assume
  gpu.func @ahead_of_most(%A: !m {llvm.align = 16 : i64}, %n: i32, %m: i32)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %block = gpu.block_id x
    %c64 = arith.constant 64 : index
    %i = arith.muli %block, %c64 : index
    %most = tl.assume %m range 0 to 256 : i32
    scf.for %k = %c0 to %n step %c32 : i32 {
      %next = arith.addi %k, %c32 : i32
      %more = arith.cmpi slt, %next, %most : i32
      scf.if %more {
        tl.copy %A[%i, %next : i32] to %S as #rows scope cta async : !m to !s
      }
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @mirrored(
  // CHECK:       scf.for %[[K:.+]] =
  // CHECK-NEXT:    %[[MOST:.+]] = arith.constant 2147483615 : i32
  // CHECK-NEXT:    %[[IS:.+]] = arith.cmpi sle, %[[K]], %[[MOST]] : i32
  // CHECK-NEXT:    llvm.intr.assume %[[IS]] : i1
  // CHECK-NOT:     llvm.intr.assume
  gpu.func @mirrored(%A: !m {llvm.align = 16 : i64}, %n: i32, %m: i32)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %block = gpu.block_id x
    %c64 = arith.constant 64 : index
    %i = arith.muli %block, %c64 : index
    scf.for %k = %c0 to %n step %c32 : i32 {
      %next = arith.addi %k, %c32 : i32
      %more = arith.cmpi sgt, %n, %next : i32
      scf.if %more {
        tl.copy %A[%i, %next : i32] to %S as #rows scope cta async : !m to !s
      }
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @otherwise(
  // CHECK:       scf.for %[[K:.+]] =
  // CHECK-NEXT:    %[[MOST:.+]] = arith.constant 2147483615 : i32
  // CHECK-NEXT:    %[[IS:.+]] = arith.cmpi sle, %[[K]], %[[MOST]] : i32
  // CHECK-NEXT:    llvm.intr.assume %[[IS]] : i1
  // CHECK-NOT:     llvm.intr.assume
  gpu.func @otherwise(%A: !m {llvm.align = 16 : i64}, %n: i32, %m: i32)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %block = gpu.block_id x
    %c64 = arith.constant 64 : index
    %i = arith.muli %block, %c64 : index
    scf.for %k = %c0 to %n step %c32 : i32 {
      %next = arith.addi %k, %c32 : i32
      %more = arith.cmpi sge, %next, %n : i32
      scf.if %more {
      } else {
        tl.copy %A[%i, %next : i32] to %S as #rows scope cta async : !m to !s
      }
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // Without a condition.

  // CHECK-LABEL: gpu.func @always(
  // CHECK:       scf.for %[[K:.+]] =
  // CHECK-NEXT:    %[[MOST:.+]] = arith.constant 2147483615 : i32
  // CHECK-NEXT:    %[[IS:.+]] = arith.cmpi sle, %[[K]], %[[MOST]] : i32
  // CHECK-NEXT:    llvm.intr.assume %[[IS]] : i1
  // CHECK-NOT:     llvm.intr.assume
  gpu.func @always(%A: !m {llvm.align = 16 : i64}, %n: i32, %m: i32)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %block = gpu.block_id x
    %c64 = arith.constant 64 : index
    %i = arith.muli %block, %c64 : index
    scf.for %k = %c0 to %n step %c32 : i32 {
      %next = arith.addi %k, %c32 : i32
      tl.copy %A[%i, %next : i32] to %S as #rows scope cta async : !m to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // By the one that is furthest ahead, once.

  // CHECK-LABEL: gpu.func @furthest(
  // CHECK:       scf.for %[[K:.+]] =
  // CHECK-NEXT:    %[[MOST:.+]] = arith.constant 2147483583 : i32
  // CHECK-NEXT:    %[[IS:.+]] = arith.cmpi sle, %[[K]], %[[MOST]] : i32
  // CHECK-NEXT:    llvm.intr.assume %[[IS]] : i1
  // CHECK-NOT:     llvm.intr.assume
  gpu.func @furthest(%A: !m {llvm.align = 16 : i64}, %n: i32, %m: i32)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %block = gpu.block_id x
    %c64 = arith.constant 64 : index
    %i = arith.muli %block, %c64 : index
    %c64_i32 = arith.constant 64 : i32
    scf.for %k = %c0 to %n step %c32 : i32 {
      %later = arith.addi %k, %c64_i32 : i32
      tl.copy %A[%i, %later : i32] to %S as #rows scope cta async : !m to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
      %next = arith.addi %k, %c32 : i32
      tl.copy %A[%i, %next : i32] to %S as #rows scope cta async : !m to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // Not where it is not known: of the tile at the counter,

  // CHECK-LABEL: gpu.func @unknown(
  // CHECK-NOT:   llvm.intr.assume
  gpu.func @unknown(%A: !m {llvm.align = 16 : i64}, %n: i32, %m: i32)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %block = gpu.block_id x
    %c64 = arith.constant 64 : index
    %i = arith.muli %block, %c64 : index
    scf.for %k = %c0 to %n step %c32 : i32 {
      tl.copy %A[%i, %k : i32] to %S as #rows scope cta async : !m to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // of one that is less ahead than a step,

  // CHECK-LABEL: gpu.func @shorter(
  // CHECK-NOT:   llvm.intr.assume
  gpu.func @shorter(%A: !m {llvm.align = 16 : i64}, %n: i32, %m: i32)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %block = gpu.block_id x
    %c64 = arith.constant 64 : index
    %i = arith.muli %block, %c64 : index
    %c64_i32 = arith.constant 64 : i32
    scf.for %k = %c0 to %n step %c64_i32 : i32 {
      %next = arith.addi %k, %c32 : i32
      %more = arith.cmpi slt, %next, %n : i32
      scf.if %more {
        tl.copy %A[%i, %next : i32] to %S as #rows scope cta async : !m to !s
      }
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // below a number that may be below 0,

  // CHECK-LABEL: gpu.func @below_any(
  // CHECK-NOT:   llvm.intr.assume
  gpu.func @below_any(%A: !m {llvm.align = 16 : i64}, %n: i32, %m: i32)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %block = gpu.block_id x
    %c64 = arith.constant 64 : index
    %i = arith.muli %block, %c64 : index
    scf.for %k = %c0 to %n step %c32 : i32 {
      %next = arith.addi %k, %c32 : i32
      %more = arith.cmpi slt, %next, %m : i32
      scf.if %more {
        tl.copy %A[%i, %next : i32] to %S as #rows scope cta async : !m to !s
      }
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // at most another, which a sum that wraps may be,

  // CHECK-LABEL: gpu.func @at_most(
  // CHECK-NOT:   llvm.intr.assume
  gpu.func @at_most(%A: !m {llvm.align = 16 : i64}, %n: i32, %m: i32)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %block = gpu.block_id x
    %c64 = arith.constant 64 : index
    %i = arith.muli %block, %c64 : index
    scf.for %k = %c0 to %n step %c32 : i32 {
      %next = arith.addi %k, %c32 : i32
      %more = arith.cmpi sle, %next, %n : i32
      scf.if %more {
        tl.copy %A[%i, %next : i32] to %S as #rows scope cta async : !m to !s
      }
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // compared without a sign,

  // CHECK-LABEL: gpu.func @unsigned(
  // CHECK-NOT:   llvm.intr.assume
  gpu.func @unsigned(%A: !m {llvm.align = 16 : i64}, %n: i32, %m: i32)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %block = gpu.block_id x
    %c64 = arith.constant 64 : index
    %i = arith.muli %block, %c64 : index
    scf.for %k = %c0 to %n step %c32 : i32 {
      %next = arith.addi %k, %c32 : i32
      %more = arith.cmpi ult, %next, %n : i32
      scf.if %more {
        tl.copy %A[%i, %next : i32] to %S as #rows scope cta async : !m to !s
      }
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // under a condition of another number,

  // CHECK-LABEL: gpu.func @other_sum(
  // CHECK-NOT:   llvm.intr.assume
  gpu.func @other_sum(%A: !m {llvm.align = 16 : i64}, %n: i32, %m: i32)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %block = gpu.block_id x
    %c64 = arith.constant 64 : index
    %i = arith.muli %block, %c64 : index
    scf.for %k = %c0 to %n step %c32 : i32 {
      %other = arith.addi %k, %m : i32
      %next = arith.addi %k, %c32 : i32
      %more = arith.cmpi slt, %other, %n : i32
      scf.if %more {
        tl.copy %A[%i, %next : i32] to %S as #rows scope cta async : !m to !s
      }
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // under two conditions,

  // CHECK-LABEL: gpu.func @both(
  // CHECK-NOT:   llvm.intr.assume
  gpu.func @both(%A: !m {llvm.align = 16 : i64}, %n: i32, %m: i32)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %block = gpu.block_id x
    %c64 = arith.constant 64 : index
    %i = arith.muli %block, %c64 : index
    %p = arith.cmpi sgt, %m, %c0 : i32
    scf.for %k = %c0 to %n step %c32 : i32 {
      %next = arith.addi %k, %c32 : i32
      %more = arith.cmpi slt, %next, %n : i32
      %both = arith.andi %more, %p : i1
      scf.if %both {
        tl.copy %A[%i, %next : i32] to %S as #rows scope cta async : !m to !s
      }
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // or one in another,

  // CHECK-LABEL: gpu.func @nested(
  // CHECK-NOT:   llvm.intr.assume
  gpu.func @nested(%A: !m {llvm.align = 16 : i64}, %n: i32, %m: i32)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %block = gpu.block_id x
    %c64 = arith.constant 64 : index
    %i = arith.muli %block, %c64 : index
    %p = arith.cmpi sgt, %m, %c0 : i32
    scf.for %k = %c0 to %n step %c32 : i32 {
      %next = arith.addi %k, %c32 : i32
      %more = arith.cmpi slt, %next, %n : i32
      scf.if %p {
      scf.if %more {
        tl.copy %A[%i, %next : i32] to %S as #rows scope cta async : !m to !s
      }
      }
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // where a tile may begin below its memory,

  // CHECK-LABEL: gpu.func @lower(
  // CHECK-NOT:   llvm.intr.assume
  gpu.func @lower(%A: !m {llvm.align = 16 : i64}, %n: i32, %m: i32)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %block = gpu.block_id x
    %c64 = arith.constant 64 : index
    %i = arith.muli %block, %c64 : index
    %end = tl.assume %n range 0 to 256 : i32
    scf.for %k = %c0 to %n step %c32 : i32 {
      %next = arith.addi %k, %c32 : i32
      %more = arith.cmpi slt, %next, %n : i32
      scf.if %more {
        tl.copy %A[%i, %next : i32] to %S as #rows scope cta async bounds(256, 256) from(0, 0) : !m to !s
      }
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // in a loop that compares without a sign,

  // CHECK-LABEL: gpu.func @unsigned_loop(
  // CHECK-NOT:   llvm.intr.assume
  gpu.func @unsigned_loop(%A: !m {llvm.align = 16 : i64}, %n: i32, %m: i32)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %block = gpu.block_id x
    %c64 = arith.constant 64 : index
    %i = arith.muli %block, %c64 : index
    %end = tl.assume %n range 0 to 224 : i32
    scf.for unsigned %k = %c0 to %end step %c32 : i32 {
      tl.copy %A[%i, %k : i32] to %S as #rows scope cta async : !m to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // nor where the end is a number, which LLVM knows.

  // CHECK-LABEL: gpu.func @number(
  // CHECK-NOT:   llvm.intr.assume
  gpu.func @number(%A: !m {llvm.align = 16 : i64}, %n: i32, %m: i32)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %block = gpu.block_id x
    %c64 = arith.constant 64 : index
    %i = arith.muli %block, %c64 : index
    %end = arith.constant 224 : i32
    scf.for %k = %c0 to %end step %c32 : i32 {
      tl.copy %A[%i, %k : i32] to %S as #rows scope cta async : !m to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // of another copy that may begin below its memory,

  // CHECK-LABEL: gpu.func @lower_beside(
  // CHECK-NOT:   llvm.intr.assume
  gpu.func @lower_beside(%A: !m {llvm.align = 16 : i64}, %n: i32, %m: i32)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %block = gpu.block_id x
    %c64 = arith.constant 64 : index
    %i = arith.muli %block, %c64 : index
    scf.for %k = %c0 to %n step %c32 : i32 {
      %next = arith.addi %k, %c32 : i32
      tl.copy %A[0, %next : i32] to %S as #rows scope cta async bounds(256, 256) from(0, 0) : !m to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
      tl.copy %A[%i, %k : i32] to %S as #rows scope cta async : !m to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // nor of 16 bits, which wrap before.

  // CHECK-LABEL: gpu.func @short(
  // CHECK-NOT:   llvm.intr.assume
  gpu.func @short(%A: !m {llvm.align = 16 : i64}, %n: i32, %m: i32)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i16
    %c32 = arith.constant 32 : i16
    %end = arith.trunci %n : i32 to i16
    %block = gpu.block_id x
    %c64 = arith.constant 64 : index
    %i = arith.muli %block, %c64 : index
    scf.for %k = %c0 to %end step %c32 : i16 {
      tl.copy %A[%i, %k : i16] to %S as #rows scope cta async : !m to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // It counts then, and is carried as bytes.

  // CHECK-LABEL: gpu.func @pitched(
  // CHECK:       scf.for %[[K:.+]] =
  // CHECK-NEXT:    %[[MOST:.+]] = arith.constant 192 : i32
  // CHECK-NEXT:    %[[IS:.+]] = arith.cmpi sle, %[[K]], %[[MOST]] : i32
  // CHECK-NEXT:    llvm.intr.assume %[[IS]] : i1
  // CHECK-NOT:     llvm.intr.assume
  // BYTES-LABEL: gpu.func @pitched(
  // BYTES:       llvm.intr.assume
  // BYTES:       llvm.intr.launder.invariant.group
  // BYTES-NOT:   llvm.freeze
  // BYTES:       gpu.return
  gpu.func @pitched(%A: memref<65536xf16> {llvm.align = 16 : i64}, %n: i32, %m: i32)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %block = gpu.block_id x
    %c64 = arith.constant 64 : index
    %i = arith.muli %block, %c64 : index
    %end = tl.assume %n range 0 to 224 : i32
    %near = tl.assume %m multiple 8 range 0 to 65536 : i32
    %ld = arith.index_cast %near : i32 to index
    %B = memref.reinterpret_cast %A to offset: [0], sizes: [256, 256], strides: [%ld, 1] : memref<65536xf16> to !p
    scf.for %k = %c0 to %end step %c32 : i32 {
      tl.copy %B[%k : i32, 0] to %S as #rows scope cta async : !p to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // Another assumption is none.

  // CHECK-LABEL: gpu.func @other_assumption(
  // BYTES-LABEL: gpu.func @other_assumption(
  // BYTES:       scf.for
  // BYTES:       llvm.freeze
  // BYTES:       gpu.return
  gpu.func @other_assumption(%A: memref<65536xf16> {llvm.align = 16 : i64}, %n: i32, %m: i32)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %near = tl.assume %m multiple 8 range 0 to 65536 : i32
    %ld = arith.index_cast %near : i32 to index
    %B = memref.reinterpret_cast %A to offset: [0], sizes: [256, 256], strides: [%ld, 1] : memref<65536xf16> to !p
    scf.for %k = %c0 to %n step %c32 : i32 {
      %is = arith.cmpi sle, %m, %near : i32
      llvm.intr.assume %is : i1
      tl.copy %B[%k : i32, 0] to %S as #rows scope cta async : !p to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }
}
