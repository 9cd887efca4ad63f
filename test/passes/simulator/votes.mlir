// What lanes of a warp that name each other say to each other.
// DEFINE: %{kernel} = votes
// DEFINE: %{run} = tl-sim %s --kernel=%{kernel}
// RUN: %{run} --dump=0 | FileCheck %s --check-prefix=VOTES
// REDEFINE: %{kernel} = halves
// RUN: %{run} --dump=0 | FileCheck %s --check-prefix=HALVES
// REDEFINE: %{kernel} = matches
// RUN: %{run} --dump=0 | FileCheck %s --check-prefix=MATCHES
// REDEFINE: %{kernel} = elected
// RUN: %{run} --dump=0 | FileCheck %s --check-prefix=ELECTED
// REDEFINE: %{kernel} = returned
// RUN: %{run} --dump=0 | FileCheck %s --check-prefix=RETURNED
// REDEFINE: %{kernel} = small_block
// RUN: %{run} --dump=0 | FileCheck %s --check-prefix=SMALL
// REDEFINE: %{kernel} = unknown
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// REDEFINE: %{kernel} = none
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=NONE
// REDEFINE: %{kernel} = differ
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=DIFFER
// REDEFINE: %{kernel} = elect_differ
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=ELECT-DIFFER
// REDEFINE: %{kernel} = waits
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=WAITS
// REDEFINE: %{kernel} = missing
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=MISSING
// REDEFINE: %{kernel} = votes
// RUN: not %{run} --target=gfx942 2>&1 | FileCheck %s --check-prefix=WAVE

// Of lanes that vote for one number each, 5, or 32, which is none: any, all, ballot, uni.
// VOTES:      argument 0:
// VOTES-NEXT: {{^}}[1, 0, 32, 0]
// VOTES-NEXT: {{^}}[0, 0, 0, 1]
// VOTES-NEXT: {{^}}[1, 1, -1, 1]
// WAVE: error: 'nvvm.vote.sync' op is of warps of 32 threads
func.func @votes(%out: memref<3x4xi32>) {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c32 = arith.constant 32 : index
  %all = arith.constant -1 : i32
  %is_fifth = arith.cmpi eq, %t, %c5 : index
  %is_none = arith.cmpi eq, %t, %c32 : index
  %is_one = arith.cmpi ult, %t, %c32 : index
  scf.for %row = %c0 to %c3 step %c1 {
    %is0 = arith.cmpi eq, %row, %c0 : index
    %is1 = arith.cmpi eq, %row, %c1 : index
    %late = arith.select %is1, %is_none, %is_one : i1
    %says = arith.select %is0, %is_fifth, %late : i1
    %any = nvvm.vote.sync any %all, %says -> i1
    %every = nvvm.vote.sync all %all, %says -> i1
    %ballot = nvvm.vote.sync ballot %all, %says -> i32
    %uniform = nvvm.vote.sync uni %all, %says -> i1
    %a = arith.extui %any : i1 to i32
    %e = arith.extui %every : i1 to i32
    %u = arith.extui %uniform : i1 to i32
    %is_first = arith.cmpi eq, %t, %c0 : index
    scf.if %is_first {
      memref.store %a, %out[%row, %c0] : memref<3x4xi32>
      memref.store %e, %out[%row, %c1] : memref<3x4xi32>
      memref.store %ballot, %out[%row, %c2] : memref<3x4xi32>
      memref.store %u, %out[%row, %c3] : memref<3x4xi32>
    }
  }
  return
}

// Each half of a warp by itself, of which the odd lanes vote, in two arms.
// HALVES: {{^}}[43690, 43690, {{.*}}, -1431699456, -1431699456]
func.func @halves(%out: memref<32xi32>) {
  %t = gpu.thread_id x
  %c16 = arith.constant 16 : index
  %low = arith.constant 0xffff : i32
  %high = arith.constant 0xffff0000 : i32
  %n = arith.index_cast %t : index to i32
  %is_odd = arith.trunci %n : i32 to i1
  %is_low = arith.cmpi ult, %t, %c16 : index
  %ballot = scf.if %is_low -> i32 {
    %b = nvvm.vote.sync ballot %low, %is_odd -> i32
    scf.yield %b : i32
  } else {
    %b = nvvm.vote.sync ballot %high, %is_odd -> i32
    scf.yield %b : i32
  }
  memref.store %ballot, %out[%t] : memref<32xi32>
  return
}

// Lanes t and t + 8 n say t; then all say 7, and lane 31 something else.
// MATCHES:      argument 0:
// MATCHES-NEXT: {{^}}[16843009, 33686018, {{.*}}, -2139062144]
// MATCHES-NEXT: {{^}}[-1, -1, {{.*}}, -1]
// MATCHES-NEXT: {{^}}[1, 1, {{.*}}, 1]
// MATCHES-NEXT: {{^}}[0, 0, {{.*}}, 0]
// MATCHES-NEXT: {{^}}[0, 0, {{.*}}, 0]
func.func @matches(%out: memref<5x32xi32>) {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c31 = arith.constant 31 : index
  %all = arith.constant -1 : i32
  %seven = arith.constant 7 : i64
  %n = arith.index_cast %t : index to i32
  %seven32 = arith.constant 7 : i32
  %low = arith.andi %n, %seven32 : i32
  %same = nvvm.match.sync any %all, %low : i32 -> i32
  memref.store %same, %out[%c0, %t] : memref<5x32xi32>
  %both = nvvm.match.sync all %all, %seven : i64 -> !llvm.struct<(i32, i1)>
  %who = llvm.extractvalue %both[0] : !llvm.struct<(i32, i1)>
  %is = llvm.extractvalue %both[1] : !llvm.struct<(i32, i1)>
  %one = arith.extui %is : i1 to i32
  memref.store %who, %out[%c1, %t] : memref<5x32xi32>
  memref.store %one, %out[%c2, %t] : memref<5x32xi32>
  %is_last = arith.cmpi eq, %t, %c31 : index
  %other = arith.select %is_last, %all, %seven32 : i32
  %neither = nvvm.match.sync all %all, %other : i32 -> !llvm.struct<(i32, i1)>
  %nobody = llvm.extractvalue %neither[0] : !llvm.struct<(i32, i1)>
  %not = llvm.extractvalue %neither[1] : !llvm.struct<(i32, i1)>
  %zero = arith.extui %not : i1 to i32
  memref.store %nobody, %out[%c3, %t] : memref<5x32xi32>
  memref.store %zero, %out[%c4, %t] : memref<5x32xi32>
  return
}

// One of each warp, and one of lanes 3 and more of those that come here.
// ELECTED:      argument 0:
// ELECTED-NEXT: {{^}}[1, 0, 0, 2, 0, {{(0, )*}}1, 0, 0, 2, {{(0, )*}}0]
func.func @elected(%out: memref<64xi32>) attributes {known_block_size = array<i32: 64, 1, 1>} {
  %t = gpu.thread_id x
  %lane = gpu.lane_id
  %c3 = arith.constant 3 : index
  %late = arith.constant 0xfffffff8 : i32
  %leads = nvvm.elect.sync -> i1
  %one = arith.extui %leads : i1 to i32
  memref.store %one, %out[%t] : memref<64xi32>
  %is_late = arith.cmpi uge, %lane, %c3 : index
  scf.if %is_late {
    %leads_late = nvvm.elect.sync %late -> i1
    scf.if %leads_late {
      %two = arith.constant 2 : i32
      memref.store %two, %out[%t] : memref<64xi32>
    }
  }
  return
}

// Lanes that have returned do not count, and so those that a block has not.
// RETURNED: {{^}}[65535, 65535, {{.*}}, 65535, 16, 17, {{.*}}, 31]
func.func @returned(%out: memref<32xi32>) {
  %t = gpu.thread_id x
  %c16 = arith.constant 16 : index
  %all = arith.constant -1 : i32
  %yes = arith.constant true
  %is_low = arith.cmpi ult, %t, %c16 : index
  cf.cond_br %is_low, ^votes, ^end
^votes:
  %ballot = nvvm.vote.sync ballot %all, %yes -> i32
  memref.store %ballot, %out[%t] : memref<32xi32>
  cf.br ^end
^end:
  return
}

// SMALL: {{^}}[255, 255, 255, 255, 255, 255, 255, 255]
func.func @small_block(%out: memref<8xi32>) attributes {known_block_size = array<i32: 8, 1, 1>} {
  %t = gpu.thread_id x
  %all = arith.constant -1 : i32
  %yes = arith.constant true
  %ballot = nvvm.vote.sync ballot %all, %yes -> i32
  memref.store %ballot, %out[%t] : memref<8xi32>
  return
}

// Who has something left to do has not returned.
// WAITS: error: 'nvvm.vote.sync' op scope: thread (0, 0, 0) of block (0, 0, 0) names lanes 0xffffffff, of which some do not come here
func.func @waits(%out: memref<32xi32>) {
  %t = gpu.thread_id x
  %c16 = arith.constant 16 : index
  %all = arith.constant -1 : i32
  %yes = arith.constant true
  %is_low = arith.cmpi ult, %t, %c16 : index
  cf.cond_br %is_low, ^votes, ^end
^votes:
  %ballot = nvvm.vote.sync ballot %all, %yes -> i32
  memref.store %ballot, %out[%t] : memref<32xi32>
  cf.br ^end
^end:
  gpu.barrier
  return
}

// ELECT-DIFFER: error: 'nvvm.elect.sync' op scope: thread (1, 0, 0) of block (0, 0, 0) names lanes 0xffffffff, of which lane 0 names others
func.func @elect_differ() {
  %t = gpu.thread_id x
  %n = arith.index_cast %t : index to i32
  %is_odd = arith.trunci %n : i32 to i1
  %all = arith.constant -1 : i32
  %even = arith.constant 0x55555555 : i32
  %mask = arith.select %is_odd, %all, %even : i32
  %x = nvvm.elect.sync %mask -> i1
  return
}

// UNKNOWN: error: 'memref.store' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) writes an uninitialized value to element 0 of argument 0
func.func @unknown(%out: memref<32xi32>) {
  %t = gpu.thread_id x
  %all = arith.constant -1 : i32
  %says = ub.poison : i1
  %ballot = nvvm.vote.sync ballot %all, %says -> i32
  memref.store %ballot, %out[%t] : memref<32xi32>
  return
}

// NONE: :[[# @LINE + 4]]:8: error: 'nvvm.vote.sync' op scope: thread (4, 0, 0) of block (0, 0, 0) names lanes 0xf, without its own
func.func @none() {
  %mask = arith.constant 15 : i32
  %yes = arith.constant true
  %x = nvvm.vote.sync any %mask, %yes -> i1
  return
}

// DIFFER: error: 'nvvm.match.sync' op scope: thread (1, 0, 0) of block (0, 0, 0) names lanes 0x3, of which lane 0 names others
func.func @differ() {
  %t = gpu.thread_id x
  %n = arith.index_cast %t : index to i32
  %one = arith.constant 1 : i32
  %c1 = arith.constant 1 : index
  %own = arith.shli %one, %n : i32
  %is_second = arith.cmpi eq, %t, %c1 : index
  %both = arith.constant 3 : i32
  %mask = arith.select %is_second, %both, %own : i32
  %x = nvvm.match.sync any %mask, %n : i32 -> i32
  return
}

// MISSING: error: 'nvvm.elect.sync' op scope: thread (0, 0, 0) of block (0, 0, 0) names lanes 0xffffffff, of which some do not come here
func.func @missing() {
  %t = gpu.thread_id x
  %c8 = arith.constant 8 : index
  %is_early = arith.cmpi ult, %t, %c8 : index
  scf.if %is_early {
    %x = nvvm.elect.sync -> i1
  }
  return
}
