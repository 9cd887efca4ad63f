// RUN: tl-opt %s --tl-assign-shared-layouts='remarks=1 report=%t' -o /dev/null 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t
// RUN: tl-layout certify %t | FileCheck %s --check-prefix=HOLD
// RUN: tl-opt %s --lower-layout-copies='remarks=1 report=%t' -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOWERED
// RUN: tl-layout certify %t | FileCheck %s --check-prefix=HOLD
// HOLD: 0 false{{$}}

// What more room would save is said of the whole buffer, not of a slice.

#rows = #tl.register<spatial(24, 1).local(1, 33)>
#columns = #tl.register<local(24, 3).spatial(1, 11)>

gpu.module @slices {
  // CHECK: 'tl.store' op its buffer lies as S[(24, 33) : (1, 24)]: 87 wavefronts, of at least 50, 51 accesses a thread, in the model of banks of sm_90
  // CHECK: 'tl.store' op 7360 bytes instead of 6336 would take 69 wavefronts instead of 87
  gpu.func @ring(%A: memref<24x33xf32>, %B: memref<24x33xf32>) workgroup(%S: memref<2x24x33xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #rows scope warp : memref<24x33xf32> to vector<33xf32>
    tl.store %v as #rows to %S[1, 0, 0] layout auto scope warp : vector<33xf32> to memref<2x24x33xf32, 3>
    gpu.barrier
    %w = tl.load %S[1, 0, 0] layout auto as #columns scope warp : memref<2x24x33xf32, 3> to vector<72xf32>
    tl.store %w as #columns to %B scope warp : vector<72xf32> to memref<24x33xf32>
    gpu.return
  }
}

// More room is not offered to a buffer that takes the fewest wavefronts already.

#parts = #tl.register<local(1, 8).spatial(8, 4)>
#blocks = #tl.register<local(2, 4).spatial(4, 8)>

gpu.module @met {
  // CHECK: 'tl.store' op its buffer lies as S[(8, (8, 4)) : (32, (1, 8))] + swizzle(base = 3, bits = 1, shift = 4): 6 wavefronts, of at least 6
  // CHECK-NOT: bytes instead of
  gpu.func @between(%A: memref<8x32xi8>, %B: memref<8x32xi8>) workgroup(%S: memref<8x32xi8, 3>, %T: memref<8x32xi8, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #parts scope warp : memref<8x32xi8> to vector<8xi8>
    tl.store %v as #parts to %S layout auto scope warp : vector<8xi8> to memref<8x32xi8, 3>
    gpu.barrier
    tl.copy %S layout auto to %T layout auto scope warp : memref<8x32xi8, 3> to memref<8x32xi8, 3>
    gpu.barrier
    %w = tl.load %T layout auto as #blocks scope warp : memref<8x32xi8, 3> to vector<8xi8>
    tl.store %w as #blocks to %B scope warp : vector<8xi8> to memref<8x32xi8>
    gpu.return
  }
}

// Nor the room that there is: the second buffer has a layout by now, with which the
// first one would take fewer.

#turned = #tl.register<local(12, 1).spatial(2, 16)>

gpu.module @known_later {
  // CHECK: 'tl.store' op its buffer lies as S[(24, 16) : (16, 1)]: 15 wavefronts, of at least 6
  // CHECK-NOT: bytes instead of
  gpu.func @between(%A: memref<24x16xi8>, %B: memref<24x16xi8>) workgroup(%S: memref<24x16xi8, 3>, %T: memref<24x16xi8, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #turned scope warp : memref<24x16xi8> to vector<12xi8>
    tl.store %v as #turned to %S layout auto scope warp : vector<12xi8> to memref<24x16xi8, 3>
    gpu.barrier
    tl.copy %S layout auto to %T layout auto scope warp : memref<24x16xi8, 3> to memref<24x16xi8, 3>
    gpu.barrier
    %w = tl.load %T layout auto as #turned scope warp : memref<24x16xi8, 3> to vector<12xi8>
    tl.store %w as #turned to %B scope warp : vector<12xi8> to memref<24x16xi8>
    gpu.return
  }
}

// Where nothing is known of the banks of a target, nothing is claimed of them.

#lines = #tl.register<spatial(64, 1).local(1, 32)>
#across = #tl.register<local(32, 1).spatial(2, 32)>
#one = #tl.register<spatial(64)>

gpu.module @no_model [#rocdl.target<chip = "gfx942">] {
  // CHECK: 'tl.store' op its buffer lies as S[(64, 32) : (32, 1)] + swizzle(base = 2, bits = 3, shift = 3): 40 accesses a thread; it is chosen for the banks of NVIDIA's GPUs, as there is no model of those of gfx942
  // CHECK-NOT: remark
  // REPORT:      "target": "gfx942", "layout":
  // REPORT-NEXT: "wavefronts": null, "minimum_wavefronts": null, "minimum_by_bytes": null, "is_met": null,
  // REPORT-NEXT: "accesses": 40, "bytes": 8192,
  // LOWERED: 'tl.convert_layout' op exchanges through 9200 bytes of memory{{$}}
  // LOWERED: 'tl.store' op moves 8 accesses of 128 bits: ds_write_b128; 8 accesses of at least 8{{$}}
  gpu.func @transpose(%A: memref<64x32xf32>, %B: memref<64x32xf32>) workgroup(%S: memref<64x32xf32, 3>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %v = tl.load %A as #lines scope warp : memref<64x32xf32> to vector<32xf32>
    tl.store %v as #lines to %S layout auto scope warp : vector<32xf32> to memref<64x32xf32, 3>
    gpu.barrier
    %w = tl.load %S layout auto as #across scope warp : memref<64x32xf32, 3> to vector<32xf32>
    %x = tl.convert_layout %w as #across to #lines scope warp : vector<32xf32> to vector<32xf32>
    tl.store %x as #lines to %B scope warp : vector<32xf32> to memref<64x32xf32>
    gpu.return
  }

  // What an access is called there.
  // LOWERED: 1 access of 8 bits: global_load_ubyte;
  // LOWERED: 1 access of 8 bits: global_store_byte;
  // LOWERED: 1 access of 16 bits: global_load_ushort;
  // LOWERED: 1 access of 16 bits: ds_write_b16;
  // LOWERED: 1 access of 32 bits: global_load_dword;
  // LOWERED: 1 access of 32 bits: global_store_dword;
  // LOWERED: 1 access of 64 bits: global_load_dwordx2;
  // LOWERED: 1 access of 16 bits: ds_read_u16;
  gpu.func @names(%A: memref<64xi8>, %B: memref<64xi16>, %C: memref<64xi32>, %D: memref<64xi64>, %E: memref<64xi16, 3>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %a = tl.load %A as #one scope warp : memref<64xi8> to vector<1xi8>
    tl.store %a as #one to %A scope warp : vector<1xi8> to memref<64xi8>
    %b = tl.load %B as #one scope warp : memref<64xi16> to vector<1xi16>
    tl.store %b as #one to %E scope warp : vector<1xi16> to memref<64xi16, 3>
    %c = tl.load %C as #one scope warp : memref<64xi32> to vector<1xi32>
    tl.store %c as #one to %C scope warp : vector<1xi32> to memref<64xi32>
    %d = tl.load %D as #one scope warp : memref<64xi64> to vector<1xi64>
    %e = tl.load %E as #one scope warp : memref<64xi16, 3> to vector<1xi16>
    gpu.return
  }
}
