// RUN: %tl-opt %s --lower-layout-copies | FileCheck %s --check-prefix=IR
// RUN: tl-opt %s --lower-layout-copies | %ptx > %t.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: mlir-opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin %s --pass-pipeline='builtin.module(lower-layout-copies)' | %ptx | diff - %t.ptx

#frag = #tl.register<spatial(32, 1).local(1, 8)>
#smem = #tl.shared<row_major(32, 8)>
gpu.module @kernels {
  gpu.func @round_trip(%A: memref<32x8xf32> {llvm.align = 16 : i64}, %B: memref<32x8xf32> {llvm.align = 16 : i64})
      workgroup(%S: memref<32x8xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #frag scope warp : memref<32x8xf32> to vector<8xf32>
    tl.store %v as #frag to %S layout #smem scope warp : vector<8xf32> to memref<32x8xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %R = memref.alloca() : memref<8xf32, #gpu.address_space<private>>
    tl.copy %S layout #smem to %R layout #frag scope warp
      : memref<32x8xf32, #gpu.address_space<workgroup>> to memref<8xf32, #gpu.address_space<private>>
    tl.copy %R layout #frag to %B scope warp : memref<8xf32, #gpu.address_space<private>> to memref<32x8xf32>
    gpu.return
  }
}

// No tl operation or attribute is left.
// IR-NOT: tl.
// IR-LABEL: gpu.func @round_trip
// IR-NOT: tl.
// IR: gpu.return

// Two 16-byte accesses a copy, and nothing else touches memory.
// PTX-LABEL: .entry round_trip
// PTX-NOT: .local
// PTX-COUNT-2: ld.global.v4.b32
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// PTX-COUNT-2: st.shared.v4.b32
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// PTX: bar.sync
// PTX-COUNT-2: ld.shared.v4.b32
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// PTX-COUNT-2: st.global.v4.b32
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// PTX: ret;
