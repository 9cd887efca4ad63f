// Rule E21: of what a loop carries a number that stays small has 32 bits.
// RUN: tl-opt %s --lower-layout-copies=target=sm_80 | FileCheck %s
// RUN: tl-sim %s --verify-lowering --arg=1:scalar=7 --arg=2:scalar=192 --block=32 | FileCheck %s --check-prefix=SAME
// SAME-COUNT-6: equivalent

#row = #tl.register<spatial(32).local(4)>
!m = memref<8x128xf32>
!s = memref<5x128xf32, #gpu.address_space<workgroup>>
!v = vector<4xf32>
#kernel = array<i32: 32, 1, 1>

gpu.module @kernels {
  // The stage of a ring, by the last one or by the one behind that; what it is then is
  // computed of words.

  // CHECK-LABEL: gpu.func @rings(
  // CHECK:         %[[R:.+]]:2 = scf.for {{.*}} iter_args(%[[A:.+]] = %{{.+}}, %[[B:.+]] = %{{.+}}) -> (i32, i32) {
  // CHECK-DAG:       arith.index_castui %[[A]] : i32 to index
  // CHECK-DAG:       arith.index_castui %[[B]] : i32 to index
  // CHECK:           %[[AN:.+]] = arith.addi %[[A]], %{{.+}} : i32
  // CHECK:           %[[AT:.+]] = arith.select %{{.+}}, %{{.+}}, %[[AN]] : i32
  // CHECK:           %[[BN:.+]] = arith.addi %[[B]], %{{.+}} : i32
  // CHECK:           %[[BT:.+]] = arith.select %{{.+}}, %[[BN]], %{{.+}} : i32
  // CHECK:           scf.yield %[[AT]], %[[BT]] : i32, i32
  // CHECK:         %[[LAST:.+]] = arith.shrui %[[R]]#1, %{{.+}} : i32
  // CHECK:         arith.index_castui %[[LAST]] : i32 to index
  // CHECK:         vector.load
  gpu.func @rings(%A: !m {llvm.align = 16 : i64}, %n: index, %k: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %c3) -> (index, index) {
      %v = tl.load %A[%a, 0] as #row scope cta : !m to !v
      tl.store %v as #row to %S[%b, 0] scope cta : !v to !s
      %last = arith.cmpi eq, %a, %c4 : index
      %an = arith.addi %a, %c1 : index
      %at = arith.select %last, %c0, %an : index
      %bn = arith.addi %b, %c1 : index
      %more = arith.cmpi ne, %bn, %c5 : index
      %bt = arith.select %more, %bn, %c0 : index
      scf.yield %at, %bt : index, index
    }
    %w = tl.load %A[%r#1, 0] as #row scope cta : !m to !v
    tl.store %w as #row to %A[7, 0] scope cta : !v to !m
    gpu.return
  }

  // Two stages in turns; they are what the other was.

  // CHECK-LABEL: gpu.func @turns(
  // CHECK:         scf.for {{.*}} iter_args(%[[A:.+]] = %{{.+}}, %[[B:.+]] = %{{.+}}, %[[C:.+]] = %{{.+}}, %[[D:.+]] = %{{.+}}) -> (i32, i32, i32, i32) {
  // CHECK:           %[[NEXT:.+]] = arith.xori %[[C]], %{{.+}} : i32
  // CHECK:           %[[OTHER:.+]] = arith.subi %{{.+}}, %[[D]] : i32
  // CHECK:           scf.yield %[[B]], %[[A]], %[[NEXT]], %[[OTHER]] : i32, i32, i32, i32
  gpu.func @turns(%A: !m {llvm.align = 16 : i64}, %n: index, %k: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %c1, %c = %c0, %d = %c1) -> (index, index, index, index) {
      %v = tl.load %A[%a, 0] as #row scope cta : !m to !v
      tl.store %v as #row to %A[%b, 0] scope cta : !v to !m
      tl.store %v as #row to %S[%c, 0] scope cta : !v to !s
      tl.store %v as #row to %S[%d, 0] scope cta : !v to !s
      %next = arith.xori %c, %c1 : index
      %other = arith.subi %c1, %d : index
      scf.yield %b, %a, %next, %other : index, index, index, index
    }
    gpu.return
  }

  // By an order, also of numbers without a sign, of which both are not below 0.

  // CHECK-LABEL: gpu.func @orders(
  // CHECK:         scf.for {{.*}} -> (i32, i32, i32) {
  // CHECK:         gpu.return
  gpu.func @orders(%A: !m {llvm.align = 16 : i64}, %n: index, %k: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %c1, %c = %c4) -> (index, index, index) {
      %v = tl.load %A[%a, 0] as #row scope cta : !m to !v
      tl.store %v as #row to %A[%b, 0] scope cta : !v to !m
      tl.store %v as #row to %S[%c, 0] scope cta : !v to !s
      %an = arith.addi %a, %c1 : index
      %amore = arith.cmpi slt, %an, %c5 : index
      %at = arith.select %amore, %an, %c0 : index
      %bn = arith.addi %b, %c1 : index
      %bend = arith.cmpi uge, %bn, %c5 : index
      %bt = arith.select %bend, %c0, %bn : index
      %cn = arith.subi %c, %c1 : index
      %cmore = arith.cmpi sge, %cn, %c0 : index
      %ct = arith.select %cmore, %cn, %c4 : index
      scf.yield %at, %bt, %ct : index, index, index
    }
    gpu.return
  }

  // One of 32 bits is extended once.

  // CHECK-LABEL: gpu.func @words(
  // CHECK:         scf.for {{.*}} iter_args(%[[A:.+]] = %{{.+}}) -> (i32) {
  // CHECK:           %[[WORD:.+]] = arith.divsi %[[A]], %c32{{.*}} exact : i32
  // CHECK:           %[[INDEX:.+]] = arith.index_castui %[[A]] : i32 to index
  // CHECK:           %[[WIDE:.+]] = arith.divsi %[[INDEX]], %c32{{.*}} exact : index
  // CHECK:           scf.if
  // CHECK:             arith.muli %[[WORD]], %c32
  // CHECK:             vector.load
  // CHECK:           arith.muli %[[WIDE]], %c128
  // CHECK:           vector.store
  // CHECK:         gpu.return
  gpu.func @words(%A: !m {llvm.align = 16 : i64}, %n: index, %k: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %four = arith.constant 4 : i32
    %zeros = arith.constant dense<0.0> : !v
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> (i32) {
      %more = arith.cmpi slt, %i, %c5 : index
      %v = scf.if %more -> !v {
        %w = tl.load %A[%a : i32, 0] as #row scope cta : !m to !v
        scf.yield %w : !v
      } else {
        scf.yield %zeros : !v
      }
      tl.store %v as #row to %S[%a : i32, 0] scope cta : !v to !s
      %last = arith.cmpi eq, %a, %four : i32
      %next = arith.addi %a, %one : i32
      %then = arith.select %last, %zero, %next : i32
      scf.yield %then : i32
    }
    gpu.return
  }

  // In a loop of a loop.

  // CHECK-LABEL: gpu.func @nested(
  // CHECK:         scf.for {{.*}} -> (i32) {
  // CHECK:           %[[R:.+]] = scf.for {{.*}} -> (i32) {
  // CHECK:           scf.yield
  // CHECK:           %[[LAST:.+]] = arith.shrui %[[R]], %{{.+}} : i32
  // CHECK:           scf.yield %[[LAST]] : i32
  gpu.func @nested(%A: !m {llvm.align = 16 : i64}, %n: index, %k: index)
      kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> (index) {
      %q = scf.for %j = %c0 to %i step %c1 iter_args(%b = %a) -> (index) {
        %v = tl.load %A[%b, 0] as #row scope cta : !m to !v
        tl.store %v as #row to %A[6, 0] scope cta : !v to !m
        %last = arith.cmpi eq, %b, %c2 : index
        %bn = arith.addi %b, %c1 : index
        %bt = arith.select %last, %c0, %bn : index
        scf.yield %bt : index
      }
      scf.yield %q : index
    }
    gpu.return
  }

  // What a turn adds to, what may be below 0 or above 2^31, and what no copy is near
  // stay as they are.

  // CHECK-LABEL: gpu.func @stay(
  // CHECK:         scf.for {{.*}} -> (index, index, i32) {
  // CHECK-NOT:       arith.index_castui
  // CHECK:         scf.for {{.*}} -> (index) {
  gpu.func @stay(%A: !m {llvm.align = 16 : i64}, %n: index, %k: index)
      kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %end = tl.assume %n range 0 to 7 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %r:3 = scf.for %i = %c0 to %end step %c1 iter_args(%a = %c0, %b = %c0, %c = %zero) -> (index, index, i32) {
      %v = tl.load %A[%a, 0] as #row scope cta : !m to !v
      tl.store %v as #row to %A[7, 0] scope cta : !v to !m
      %w = tl.load %A[%c : i32, 0] as #row scope cta : !m to !v
      tl.store %w as #row to %A[7, 0] scope cta : !v to !m
      %cn = arith.addi %c, %one overflow<nsw> : i32
      %an = arith.addi %a, %c1 : index
      %last = arith.cmpi eq, %b, %c2 : index
      %bn = arith.addi %b, %k : index
      %bt = arith.select %last, %c0, %bn : index
      scf.yield %an, %bt, %cn : index, index, i32
    }
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> (index) {
      %next = arith.xori %a, %c1 : index
      scf.yield %next : index
    }
    %v = tl.load %A[%s, 0] as #row scope cta : !m to !v
    tl.store %v as #row to %A[5, 0] scope cta : !v to !m
    gpu.return
  }
}
