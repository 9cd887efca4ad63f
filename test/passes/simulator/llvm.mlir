// RUN: tl-sim %s --kernel=integers --block=1 --dump=0 | FileCheck %s --check-prefix=INT
// RUN: tl-sim %s --kernel=overflows --block=1 --dump=0 | FileCheck %s --check-prefix=OVERFLOW
// RUN: tl-sim %s --kernel=floats --block=1 --dump=0 | FileCheck %s --check-prefix=FLOAT
// RUN: tl-sim %s --kernel=vectors --block=1 --dump=0 | FileCheck %s --check-prefix=VECTOR
// RUN: not tl-sim %s --kernel=divides --block=1 2>&1 | FileCheck %s --check-prefix=DIVIDES
// RUN: not tl-sim %s --kernel=uses_poison --block=1 2>&1 | FileCheck %s --check-prefix=POISON
// RUN: not tl-sim %s --kernel=traps --block=1 2>&1 | FileCheck %s --check-prefix=TRAP
// RUN: not tl-sim %s --kernel=calls_pointer --block=1 2>&1 | FileCheck %s --check-prefix=CALLEE
// RUN: not tl-sim %s --kernel=unknown --block=1 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tl-sim %s --kernel=without_fields 2>&1 | FileCheck %s --check-prefix=FIELDS

// One number a line, of -7 and 3 and others. What is poison is -91 when it is frozen.

// INT:      argument 0:
// INT-NEXT: {{^}}[-4]
// INT-NEXT: {{^}}[-91]
// INT-NEXT: {{^}}[10]
// INT-NEXT: {{^}}[-91]
// INT-NEXT: {{^}}[-21]
// INT-NEXT: {{^}}[83]
// INT-NEXT: {{^}}[-2]
// INT-NEXT: {{^}}[-91]
// INT-NEXT: {{^}}[0]
// INT-NEXT: {{^}}[-1]
// INT-NEXT: {{^}}[1]
// INT-NEXT: {{^}}[-5]
// INT-NEXT: {{^}}[-91]
// INT-NEXT: {{^}}[-6]
// INT-NEXT: {{^}}[-56]
// INT-NEXT: {{^}}[-91]
// INT-NEXT: {{^}}[-91]
// INT-NEXT: {{^}}[31]
// INT-NEXT: {{^}}[-1]
// INT-NEXT: {{^}}[-91]
// INT-NEXT: {{^}}[3]
// INT-NEXT: {{^}}[-7]
// INT-NEXT: {{^}}[-7]
// INT-NEXT: {{^}}[3]
// INT-NEXT: {{^}}[7]
// INT-NEXT: {{^}}[-91]
// INT-NEXT: {{^}}[-128]
// INT-NEXT: {{^}}[6]
// INT-NEXT: {{^}}[-91]
// INT-NEXT: {{^}}[8]
// INT-NEXT: {{^}}[-91]
// INT-NEXT: {{^}}[3]
// INT-NEXT: {{^}}[6]
// INT-NEXT: {{^}}[-64]
// INT-NEXT: {{^}}[-49]
// INT-NEXT: {{^}}[63]
// INT-NEXT: {{^}}[127]
// INT-NEXT: {{^}}[-1]
// INT-NEXT: {{^}}[-107]
// INT-NEXT: {{^}}[-128]
// INT-NEXT: {{^}}[0]
// INT-NEXT: {{^}}[127]
// INT-NEXT: {{^}}[-1]
// INT-NEXT: {{^}}[-91]
// INT-NEXT: {{^}}[-1]
// INT-NEXT: {{^}}[1]
// INT-NEXT: {{^}}[-1]
// INT-NEXT: {{^}}[1]
// INT-NEXT: {{^}}[-1]
// INT-NEXT: {{^}}[-91]
// INT-NEXT: {{^}}[44]
// INT-NEXT: {{^}}[-91]
// INT-NEXT: {{^}}[-7]
// INT-NEXT: {{^}}[-91]
// INT-NEXT: {{^}}[-91]
// INT-NEXT: {{^}}[-2]
// INT-NEXT: {{^}}[-56]
// INT-NEXT: {{^}}[-7]
func.func @integers(%out: memref<58x1xi8>) {
  %a = llvm.mlir.constant(-7 : i8) : i8
  %b = llvm.mlir.constant(3 : i8) : i8
  %zero = llvm.mlir.zero : i8
  %eight = llvm.mlir.constant(8 : i8) : i8
  %hundred = llvm.mlir.constant(100 : i8) : i8
  %least = llvm.mlir.constant(-128 : i8) : i8
  %neg = llvm.mlir.constant(-1 : i8) : i8
  %wide = llvm.mlir.constant(300 : i16) : i16
  %wide_a = llvm.mlir.constant(-7 : i16) : i16
  %large = llvm.mlir.constant(128.0 : f32) : f32
  %two_hundred = llvm.mlir.constant(200.5 : f32) : f32
  %f = llvm.mlir.constant(-2.75 : f32) : f32
  %t = llvm.mlir.constant(true) : i1
  %less = llvm.icmp "slt" %a, %b : i8
  %v0 = llvm.add %a, %b overflow<nsw> : i8
  %0 = llvm.freeze %v0 : i8
  %v1 = llvm.sub %b, %a overflow<nuw> : i8
  %1 = llvm.freeze %v1 : i8
  %v2 = llvm.sub %b, %a : i8
  %2 = llvm.freeze %v2 : i8
  %v3 = llvm.mul %a, %hundred overflow<nsw> : i8
  %3 = llvm.freeze %v3 : i8
  %v4 = llvm.mul %a, %b overflow<nsw> : i8
  %4 = llvm.freeze %v4 : i8
  %v5 = llvm.udiv %a, %b : i8
  %5 = llvm.freeze %v5 : i8
  %v6 = llvm.sdiv %a, %b : i8
  %6 = llvm.freeze %v6 : i8
  %v7 = llvm.sdiv exact %a, %b : i8
  %7 = llvm.freeze %v7 : i8
  %v8 = llvm.urem %a, %b : i8
  %8 = llvm.freeze %v8 : i8
  %v9 = llvm.srem %a, %b : i8
  %9 = llvm.freeze %v9 : i8
  %v10 = llvm.and %a, %b : i8
  %10 = llvm.freeze %v10 : i8
  %v11 = llvm.or %a, %b : i8
  %11 = llvm.freeze %v11 : i8
  %v12 = llvm.or disjoint %a, %b : i8
  %12 = llvm.freeze %v12 : i8
  %v13 = llvm.xor %a, %b : i8
  %13 = llvm.freeze %v13 : i8
  %v14 = llvm.shl %a, %b overflow<nsw> : i8
  %14 = llvm.freeze %v14 : i8
  %v15 = llvm.shl %a, %b overflow<nuw> : i8
  %15 = llvm.freeze %v15 : i8
  %v16 = llvm.shl %a, %eight : i8
  %16 = llvm.freeze %v16 : i8
  %v17 = llvm.lshr %a, %b : i8
  %17 = llvm.freeze %v17 : i8
  %v18 = llvm.ashr %a, %b : i8
  %18 = llvm.freeze %v18 : i8
  %v19 = llvm.ashr exact %a, %b : i8
  %19 = llvm.freeze %v19 : i8
  %v20 = llvm.intr.smax(%a, %b) : (i8, i8) -> i8
  %20 = llvm.freeze %v20 : i8
  %v21 = llvm.intr.umax(%a, %b) : (i8, i8) -> i8
  %21 = llvm.freeze %v21 : i8
  %v22 = llvm.intr.smin(%a, %b) : (i8, i8) -> i8
  %22 = llvm.freeze %v22 : i8
  %v23 = llvm.intr.umin(%a, %b) : (i8, i8) -> i8
  %23 = llvm.freeze %v23 : i8
  %v24 = "llvm.intr.abs"(%a) <{is_int_min_poison = true}> : (i8) -> i8
  %24 = llvm.freeze %v24 : i8
  %v25 = "llvm.intr.abs"(%least) <{is_int_min_poison = true}> : (i8) -> i8
  %25 = llvm.freeze %v25 : i8
  %v26 = "llvm.intr.abs"(%least) <{is_int_min_poison = false}> : (i8) -> i8
  %26 = llvm.freeze %v26 : i8
  %v27 = "llvm.intr.ctlz"(%b) <{is_zero_poison = true}> : (i8) -> i8
  %27 = llvm.freeze %v27 : i8
  %v28 = "llvm.intr.ctlz"(%zero) <{is_zero_poison = true}> : (i8) -> i8
  %28 = llvm.freeze %v28 : i8
  %v29 = "llvm.intr.ctlz"(%zero) <{is_zero_poison = false}> : (i8) -> i8
  %29 = llvm.freeze %v29 : i8
  %v30 = "llvm.intr.cttz"(%zero) <{is_zero_poison = true}> : (i8) -> i8
  %30 = llvm.freeze %v30 : i8
  %v31 = "llvm.intr.cttz"(%eight) <{is_zero_poison = false}> : (i8) -> i8
  %31 = llvm.freeze %v31 : i8
  %v32 = llvm.intr.ctpop(%a) : (i8) -> i8
  %32 = llvm.freeze %v32 : i8
  %v33 = llvm.intr.bitreverse(%b) : (i8) -> i8
  %33 = llvm.freeze %v33 : i8
  %v34 = llvm.intr.fshl(%a, %a, %b) : (i8, i8, i8) -> i8
  %34 = llvm.freeze %v34 : i8
  %v35 = llvm.intr.fshr(%a, %a, %b) : (i8, i8, i8) -> i8
  %35 = llvm.freeze %v35 : i8
  %v36 = llvm.intr.sadd.sat(%hundred, %hundred) : (i8, i8) -> i8
  %36 = llvm.freeze %v36 : i8
  %v37 = llvm.intr.uadd.sat(%a, %hundred) : (i8, i8) -> i8
  %37 = llvm.freeze %v37 : i8
  %v38 = llvm.intr.ssub.sat(%a, %hundred) : (i8, i8) -> i8
  %38 = llvm.freeze %v38 : i8
  %v39 = llvm.intr.ssub.sat(%least, %hundred) : (i8, i8) -> i8
  %39 = llvm.freeze %v39 : i8
  %v40 = llvm.intr.usub.sat(%b, %a) : (i8, i8) -> i8
  %40 = llvm.freeze %v40 : i8
  %v41 = llvm.intr.sshl.sat(%hundred, %b) : (i8, i8) -> i8
  %41 = llvm.freeze %v41 : i8
  %v42 = llvm.intr.ushl.sat(%hundred, %b) : (i8, i8) -> i8
  %42 = llvm.freeze %v42 : i8
  %v43 = llvm.intr.ushl.sat(%hundred, %eight) : (i8, i8) -> i8
  %43 = llvm.freeze %v43 : i8
  %v44 = llvm.intr.scmp(%a, %b) : (i8, i8) -> i8
  %44 = llvm.freeze %v44 : i8
  %v45 = llvm.intr.ucmp(%a, %b) : (i8, i8) -> i8
  %45 = llvm.freeze %v45 : i8
  %v46 = llvm.select %less, %neg, %b : i1, i8
  %46 = llvm.freeze %v46 : i8
  %v47 = llvm.zext %t : i1 to i8
  %47 = llvm.freeze %v47 : i8
  %v48 = llvm.sext %t : i1 to i8
  %48 = llvm.freeze %v48 : i8
  %v49 = llvm.zext nneg %t : i1 to i8
  %49 = llvm.freeze %v49 : i8
  %v50 = llvm.trunc %wide : i16 to i8
  %50 = llvm.freeze %v50 : i8
  %v51 = llvm.trunc %wide overflow<nuw> : i16 to i8
  %51 = llvm.freeze %v51 : i8
  %v52 = llvm.trunc %wide_a overflow<nsw> : i16 to i8
  %52 = llvm.freeze %v52 : i8
  %v53 = llvm.trunc %wide_a overflow<nuw> : i16 to i8
  %53 = llvm.freeze %v53 : i8
  %v54 = llvm.fptosi %large : f32 to i8
  %54 = llvm.freeze %v54 : i8
  %v55 = llvm.fptosi %f : f32 to i8
  %55 = llvm.freeze %v55 : i8
  %v56 = llvm.fptoui %two_hundred : f32 to i8
  %56 = llvm.freeze %v56 : i8
  %v57 = llvm.intr.expect %a, %b : i8
  %57 = llvm.freeze %v57 : i8
  %all = vector.from_elements %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57 : vector<58x1xi8>
  %z = arith.constant 0 : index
  vector.store %all, %out[%z, %z] : memref<58x1xi8>, vector<58x1xi8>
  return
}

// The lower bits, and whether they are not all.

// OVERFLOW:      argument 0:
// OVERFLOW-NEXT: {{^}}[-56, 1, 93, 0, 93, 1, 28, 1, 107, 1, -107, 0, 44, 1, -21, 1, -21, 0]
func.func @overflows(%out: memref<18xi8>) {
  %a = llvm.mlir.constant(-7 : i8) : i8
  %three = llvm.mlir.constant(3 : i8) : i8
  %hundred = llvm.mlir.constant(100 : i8) : i8
  %least = llvm.mlir.constant(-128 : i8) : i8
  %s0 = "llvm.intr.sadd.with.overflow"(%hundred, %hundred) : (i8, i8) -> !llvm.struct<(i8, i1)>
  %r0 = llvm.extractvalue %s0[0] : !llvm.struct<(i8, i1)>
  %f0 = llvm.extractvalue %s0[1] : !llvm.struct<(i8, i1)>
  %e0 = llvm.zext %f0 : i1 to i8
  %s1 = "llvm.intr.sadd.with.overflow"(%a, %hundred) : (i8, i8) -> !llvm.struct<(i8, i1)>
  %r1 = llvm.extractvalue %s1[0] : !llvm.struct<(i8, i1)>
  %f1 = llvm.extractvalue %s1[1] : !llvm.struct<(i8, i1)>
  %e1 = llvm.zext %f1 : i1 to i8
  %s2 = "llvm.intr.uadd.with.overflow"(%a, %hundred) : (i8, i8) -> !llvm.struct<(i8, i1)>
  %r2 = llvm.extractvalue %s2[0] : !llvm.struct<(i8, i1)>
  %f2 = llvm.extractvalue %s2[1] : !llvm.struct<(i8, i1)>
  %e2 = llvm.zext %f2 : i1 to i8
  %s3 = "llvm.intr.ssub.with.overflow"(%least, %hundred) : (i8, i8) -> !llvm.struct<(i8, i1)>
  %r3 = llvm.extractvalue %s3[0] : !llvm.struct<(i8, i1)>
  %f3 = llvm.extractvalue %s3[1] : !llvm.struct<(i8, i1)>
  %e3 = llvm.zext %f3 : i1 to i8
  %s4 = "llvm.intr.usub.with.overflow"(%hundred, %a) : (i8, i8) -> !llvm.struct<(i8, i1)>
  %r4 = llvm.extractvalue %s4[0] : !llvm.struct<(i8, i1)>
  %f4 = llvm.extractvalue %s4[1] : !llvm.struct<(i8, i1)>
  %e4 = llvm.zext %f4 : i1 to i8
  %s5 = "llvm.intr.usub.with.overflow"(%a, %hundred) : (i8, i8) -> !llvm.struct<(i8, i1)>
  %r5 = llvm.extractvalue %s5[0] : !llvm.struct<(i8, i1)>
  %f5 = llvm.extractvalue %s5[1] : !llvm.struct<(i8, i1)>
  %e5 = llvm.zext %f5 : i1 to i8
  %s6 = "llvm.intr.smul.with.overflow"(%hundred, %three) : (i8, i8) -> !llvm.struct<(i8, i1)>
  %r6 = llvm.extractvalue %s6[0] : !llvm.struct<(i8, i1)>
  %f6 = llvm.extractvalue %s6[1] : !llvm.struct<(i8, i1)>
  %e6 = llvm.zext %f6 : i1 to i8
  %s7 = "llvm.intr.umul.with.overflow"(%a, %three) : (i8, i8) -> !llvm.struct<(i8, i1)>
  %r7 = llvm.extractvalue %s7[0] : !llvm.struct<(i8, i1)>
  %f7 = llvm.extractvalue %s7[1] : !llvm.struct<(i8, i1)>
  %e7 = llvm.zext %f7 : i1 to i8
  %s8 = "llvm.intr.smul.with.overflow"(%a, %three) : (i8, i8) -> !llvm.struct<(i8, i1)>
  %r8 = llvm.extractvalue %s8[0] : !llvm.struct<(i8, i1)>
  %f8 = llvm.extractvalue %s8[1] : !llvm.struct<(i8, i1)>
  %e8 = llvm.zext %f8 : i1 to i8
  %all = vector.from_elements %r0, %e0, %r1, %e1, %r2, %e2, %r3, %e3, %r4, %e4, %r5, %e5, %r6, %e6, %r7, %e7, %r8, %e8 : vector<18xi8>
  %z = arith.constant 0 : index
  vector.store %all, %out[%z] : memref<18xi8>, vector<18xi8>
  return
}

// FLOAT:      argument 0:
// FLOAT-NEXT: {{^}}[4]
// FLOAT-NEXT: {{^}}[-1]
// FLOAT-NEXT: {{^}}[3.75]
// FLOAT-NEXT: {{^}}[0.600000024]
// FLOAT-NEXT: {{^}}[1.5]
// FLOAT-NEXT: {{^}}[-1.5]
// FLOAT-NEXT: {{^}}[1.5]
// FLOAT-NEXT: {{^}}[2]
// FLOAT-NEXT: {{^}}[1]
// FLOAT-NEXT: {{^}}[16]
// FLOAT-NEXT: {{^}}[10000]
// FLOAT-NEXT: {{^}}[0]
// FLOAT-NEXT: {{^}}[2]
// FLOAT-NEXT: {{^}}[2]
// FLOAT-NEXT: {{^}}[0]
// FLOAT-NEXT: {{^}}[1]
// FLOAT-NEXT: {{^}}[0]
// FLOAT-NEXT: {{^}}[0]
// FLOAT-NEXT: {{^}}[0]
// FLOAT-NEXT: {{^}}[0]
// FLOAT-NEXT: {{^}}[0]
// FLOAT-NEXT: {{^}}[0]
// FLOAT-NEXT: {{^}}[1]
// FLOAT-NEXT: {{^}}[0]
// FLOAT-NEXT: {{^}}[32]
// FLOAT-NEXT: {{^}}[0.25]
// FLOAT-NEXT: {{^}}[6.25]
// FLOAT-NEXT: {{^}}[6.25]
// FLOAT-NEXT: {{^}}[2.5]
// FLOAT-NEXT: {{^}}[nan]
// FLOAT-NEXT: {{^}}[1.5]
// FLOAT-NEXT: {{^}}[1.5]
// FLOAT-NEXT: {{^}}[-2.5]
// FLOAT-NEXT: {{^}}[-2]
// FLOAT-NEXT: {{^}}[-1]
// FLOAT-NEXT: {{^}}[-1]
// FLOAT-NEXT: {{^}}[3]
// FLOAT-NEXT: {{^}}[2]
// FLOAT-NEXT: {{^}}[2]
// FLOAT-NEXT: {{^}}[2]
// FLOAT-NEXT: {{^}}[1.5]
// FLOAT-NEXT: {{^}}[-3]
// FLOAT-NEXT: {{^}}[253]
// FLOAT-NEXT: {{^}}[1]
// FLOAT-NEXT: {{^}}[0]
func.func @floats(%out: memref<45x1xf32>) {
  %a = llvm.mlir.constant(1.5 : f32) : f32
  %b = llvm.mlir.constant(2.5 : f32) : f32
  %m = llvm.mlir.constant(-1.5 : f32) : f32
  %zero = llvm.mlir.zero : f32
  %one = llvm.mlir.constant(1.0 : f32) : f32
  %four = llvm.mlir.constant(4.0 : f32) : f32
  %hundred = llvm.mlir.constant(100.0 : f32) : f32
  %nan = llvm.mlir.constant(0x7FC00000 : f32) : f32
  %minus = llvm.mlir.constant(-1 : i32) : i32
  %i = llvm.mlir.constant(-3 : i8) : i8
  %half = llvm.fptrunc %a : f32 to f16
  %above = llvm.fcmp "ult" %a, %nan : f32
  %ordered = llvm.fcmp "olt" %a, %nan : f32
  %0 = llvm.fadd %a, %b : f32
  %1 = llvm.fsub %a, %b : f32
  %2 = llvm.fmul %a, %b : f32
  %3 = llvm.fdiv %a, %b : f32
  %4 = llvm.frem %a, %b : f32
  %5 = llvm.fneg %a : f32
  %6 = llvm.intr.fabs(%m) : (f32) -> f32
  %7 = llvm.intr.sqrt(%four) : (f32) -> f32
  %8 = llvm.intr.exp(%zero) : (f32) -> f32
  %9 = llvm.intr.exp2(%four) : (f32) -> f32
  %10 = llvm.intr.exp10(%four) : (f32) -> f32
  %11 = llvm.intr.log(%one) : (f32) -> f32
  %12 = llvm.intr.log2(%four) : (f32) -> f32
  %13 = llvm.intr.log10(%hundred) : (f32) -> f32
  %14 = llvm.intr.sin(%zero) : (f32) -> f32
  %15 = llvm.intr.cos(%zero) : (f32) -> f32
  %16 = llvm.intr.tan(%zero) : (f32) -> f32
  %17 = llvm.intr.asin(%zero) : (f32) -> f32
  %18 = llvm.intr.acos(%one) : (f32) -> f32
  %19 = llvm.intr.atan(%zero) : (f32) -> f32
  %20 = llvm.intr.atan2(%zero, %one) : (f32, f32) -> f32
  %21 = llvm.intr.sinh(%zero) : (f32) -> f32
  %22 = llvm.intr.cosh(%zero) : (f32) -> f32
  %23 = llvm.intr.tanh(%zero) : (f32) -> f32
  %24 = llvm.intr.pow(%four, %b) : (f32, f32) -> f32
  %25 = llvm.intr.powi(%four, %minus) : (f32, i32) -> f32
  %26 = llvm.intr.fma(%a, %b, %b) : (f32, f32, f32) -> f32
  %27 = llvm.intr.fmuladd(%a, %b, %b) : (f32, f32, f32) -> f32
  %28 = llvm.intr.maximum(%a, %b) : (f32, f32) -> f32
  %29 = llvm.intr.minimum(%a, %nan) : (f32, f32) -> f32
  %30 = llvm.intr.maxnum(%a, %nan) : (f32, f32) -> f32
  %31 = llvm.intr.minnum(%a, %b) : (f32, f32) -> f32
  %32 = llvm.intr.copysign(%b, %m) : (f32, f32) -> f32
  %33 = llvm.intr.floor(%m) : (f32) -> f32
  %34 = llvm.intr.ceil(%m) : (f32) -> f32
  %35 = llvm.intr.trunc(%m) : (f32) -> f32
  %36 = llvm.intr.round(%b) : (f32) -> f32
  %37 = llvm.intr.roundeven(%b) : (f32) -> f32
  %38 = llvm.intr.rint(%b) : (f32) -> f32
  %39 = llvm.intr.nearbyint(%b) : (f32) -> f32
  %40 = llvm.fpext %half : f16 to f32
  %41 = llvm.sitofp %i : i8 to f32
  %42 = llvm.uitofp %i : i8 to f32
  %43 = llvm.select %above, %one, %zero : i1, f32
  %44 = llvm.select %ordered, %one, %zero : i1, f32
  %all = vector.from_elements %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44 : vector<45x1xf32>
  %z = arith.constant 0 : index
  vector.store %all, %out[%z, %z] : memref<45x1xf32>, vector<45x1xf32>
  return
}

// Elements of two vectors, and a function that is called.

llvm.func @doubled(%x: vector<4xi32>) -> vector<4xi32> {
  %two = llvm.mlir.constant(dense<2> : vector<4xi32>) : vector<4xi32>
  %y = llvm.mul %x, %two : vector<4xi32>
  llvm.return %y : vector<4xi32>
}

// VECTOR:      argument 0:
// VECTOR-NEXT: {{^}}[14, 2, 218103808, 12]
func.func @vectors(%out: memref<4xi32>) {
  %x = llvm.mlir.constant(dense<[1, 2, 3, 4]> : vector<4xi32>) : vector<4xi32>
  %y = llvm.mlir.constant(dense<[5, 6, 7, 8]> : vector<4xi32>) : vector<4xi32>
  %s = llvm.shufflevector %x, %y [6, 0, 2, 5] : vector<4xi32>
  %d = llvm.call @doubled(%s) : (vector<4xi32>) -> vector<4xi32>
  %2 = llvm.mlir.constant(2 : i64) : i64
  %n = llvm.mlir.constant(13 : i32) : i32
  %swapped = llvm.intr.bswap(%n) : (i32) -> i32
  %all = llvm.insertelement %swapped, %d[%2 : i64] : vector<4xi32>
  %z = arith.constant 0 : index
  vector.store %all, %out[%z] : memref<4xi32>, vector<4xi32>
  return
}

// DIVIDES: llvm.mlir:[[# @LINE + 3]]:8: error: 'llvm.udiv' op arithmetic: thread (0, 0, 0) of block (0, 0, 0) divides by 0
func.func @divides(%n: i32) {
  %zero = llvm.mlir.zero : i32
  %x = llvm.udiv %n, %zero : i32
  return
}

// Poison that nobody uses is no fault; what goes to global memory is.

// POISON-NOT: llvm.add
// POISON: error: 'memref.store' op uninitialized value
func.func @uses_poison(%out: memref<1xi8>) {
  %z = arith.constant 0 : index
  %x = llvm.mlir.constant(127 : i8) : i8
  %y = llvm.add %x, %x overflow<nsw> : i8
  memref.store %y, %out[%z] : memref<1xi8>
  return
}

// TRAP: error: 'llvm.intr.trap' op assertion: thread (0, 0, 0) of block (0, 0, 0) is reached
func.func @traps() {
  "llvm.intr.trap"() : () -> ()
  return
}

// CALLEE: error: 'llvm.call' op calls what a pointer says; the simulator knows calls by name
func.func @calls_pointer(%f: !llvm.ptr) {
  llvm.call %f() : !llvm.ptr, () -> ()
  return
}

// UNKNOWN: error: 'llvm.intr.is.fpclass' op is not known to the simulator
func.func @unknown(%x: f32) {
  %is = "llvm.intr.is.fpclass"(%x) <{bit = 3 : i32}> : (f32) -> i1
  return
}

// FIELDS: error: 'llvm.mlir.undef' op has a value of type !llvm.struct<()>, which the simulator does not know
func.func @without_fields() {
  %0 = llvm.mlir.undef : !llvm.struct<()>
  return
}
