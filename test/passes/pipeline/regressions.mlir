// RUN: %tl-opt %s --tl-normalize-layouts --tl-partition-copies --tl-vectorize-copies 2>/dev/null | FileCheck %s

// Copies that other systems accept and do wrong: too wide for their alignment,
// to the wrong registers or rows, or past the tile.  Here each is as wide as it
// may be; sim/every-lowering.test shows that each is right.

#row = #tl.register<spatial(32, 1).local(1, 8)>

// Rows that are no multiple of an access apart, in elements of 4 bytes.

// CHECK-LABEL: func.func @pitch_9
// CHECK:         tl.thread_load {{.*}} atoms (8) : (1) -> (1) vector 1 of () -> () align 4
func.func @pitch_9(%m: memref<32x8xf32, strided<[9, 1]>> {llvm.align = 16 : i64}) -> vector<8xf32> {
  %v = tl.load %m as #row scope warp : memref<32x8xf32, strided<[9, 1]>> to vector<8xf32>
  return %v : vector<8xf32>
}

// CHECK-LABEL: func.func @pitch_33
// CHECK:         tl.thread_load {{.*}} atoms (8) : (1) -> (1) vector 1 of () -> () align 4
func.func @pitch_33(%m: memref<32x8xf32, strided<[33, 1]>> {llvm.align = 16 : i64}) -> vector<8xf32> {
  %v = tl.load %m as #row scope warp : memref<32x8xf32, strided<[33, 1]>> to vector<8xf32>
  return %v : vector<8xf32>
}

// CHECK-LABEL: func.func @pitch_34
// CHECK:         tl.thread_load {{.*}} atoms (4) : (2) -> (2) vector 2 of (2) -> (1) align 8
func.func @pitch_34(%m: memref<32x8xf32, strided<[34, 1]>> {llvm.align = 16 : i64}) -> vector<8xf32> {
  %v = tl.load %m as #row scope warp : memref<32x8xf32, strided<[34, 1]>> to vector<8xf32>
  return %v : vector<8xf32>
}

// CHECK-LABEL: func.func @pitch_36
// CHECK:         tl.thread_load {{.*}} atoms (2) : (4) -> (4) vector 4 of (4) -> (1) align 16
func.func @pitch_36(%m: memref<32x8xf32, strided<[36, 1]>> {llvm.align = 16 : i64}) -> vector<8xf32> {
  %v = tl.load %m as #row scope warp : memref<32x8xf32, strided<[36, 1]>> to vector<8xf32>
  return %v : vector<8xf32>
}

// A view that begins inside a row, said by its type, by a subview and by the
// origin.

// CHECK-LABEL: func.func @offset_of_type
// CHECK:         tl.thread_load {{.*}} atoms () : () -> () vector 4 of (8) -> (1) align 16 phase 1
func.func @offset_of_type(%m: memref<32x8xf32, strided<[16, 1], offset: 1>> {llvm.align = 16 : i64}) -> vector<8xf32> {
  %v = tl.load %m as #row scope warp : memref<32x8xf32, strided<[16, 1], offset: 1>> to vector<8xf32>
  return %v : vector<8xf32>
}

// CHECK-LABEL: func.func @offset_of_subview
// CHECK:         tl.thread_load {{.*}} atoms () : () -> () vector 4 of (8) -> (1) align 16 phase 1
// CHECK:         tl.thread_load {{.*}} atoms () : () -> () vector 4 of (8) -> (1) align 16 phase 2
// CHECK:         tl.thread_load {{.*}} atoms (2) : (4) -> (4) vector 4 of (4) -> (1) align 16
func.func @offset_of_subview(%m: memref<32x16xf32> {llvm.align = 16 : i64}) -> (vector<8xf32>, vector<8xf32>, vector<8xf32>) {
  %a = memref.subview %m[0, 1] [32, 8] [1, 1] : memref<32x16xf32> to memref<32x8xf32, strided<[16, 1], offset: 1>>
  %b = memref.subview %m[0, 2] [32, 8] [1, 1] : memref<32x16xf32> to memref<32x8xf32, strided<[16, 1], offset: 2>>
  %c = memref.subview %m[0, 4] [32, 8] [1, 1] : memref<32x16xf32> to memref<32x8xf32, strided<[16, 1], offset: 4>>
  %u = tl.load %a as #row scope warp : memref<32x8xf32, strided<[16, 1], offset: 1>> to vector<8xf32>
  %v = tl.load %b as #row scope warp : memref<32x8xf32, strided<[16, 1], offset: 2>> to vector<8xf32>
  %w = tl.load %c as #row scope warp : memref<32x8xf32, strided<[16, 1], offset: 4>> to vector<8xf32>
  return %u, %v, %w : vector<8xf32>, vector<8xf32>, vector<8xf32>
}

// CHECK-LABEL: func.func @offset_of_origin
// CHECK:         tl.thread_load {{.*}} atoms () : () -> () vector 4 of (8) -> (1) align 16 phase 3
func.func @offset_of_origin(%m: memref<32x36xf32> {llvm.align = 16 : i64}) -> vector<8xf32> {
  %v = tl.load %m[0, 3] as #row scope warp : memref<32x36xf32> to vector<8xf32>
  return %v : vector<8xf32>
}

// Registers of one access need not follow each other, and their order is not
// that of memory: 0 to 3 and 8 to 11, or every second one.

// CHECK-LABEL: func.func @blocks_of_registers
// CHECK:         tl.thread_copy {{.*}} vector 8 of (2, 4) -> (8, 1) align 16
func.func @blocks_of_registers(%m: memref<32x16xf16> {llvm.align = 16 : i64}, %r: memref<16xf16, 5>) {
  tl.copy %m to %r layout #tl.tile<S[(32, (2, 2, 4)) : (1@laneid, (4, 8, 1))]> scope warp : memref<32x16xf16> to memref<16xf16, 5>
  return
}

// CHECK-LABEL: func.func @interleaved_registers
// CHECK:         tl.thread_load {{.*}} vector 8 of (2, 4) -> (1, 2) align 16
func.func @interleaved_registers(%m: memref<32x8xf16> {llvm.align = 16 : i64}) -> vector<8xf16> {
  %v = tl.load %m as #tl.tile<S[(32, (2, 4)) : (1@laneid, (1, 2))]> scope warp : memref<32x8xf16> to vector<8xf16>
  return %v : vector<8xf16>
}

// Row 4 t of the lanes is row t of the tile.

// CHECK-LABEL: func.func @every_fourth_lane
// CHECK:         tl.thread_store {{.*}} vector 4 of (4) -> (1) align 16
func.func @every_fourth_lane(%v: vector<4xf32>, %m: memref<8x4xf32> {llvm.align = 16 : i64}) {
  tl.store %v as #tl.tile<S[(8, 4) : (4@laneid, 1)]> to %m scope warp : vector<4xf32> to memref<8x4xf32>
  return
}

// 16 of 32 lanes, and 128 of 256 threads.

// CHECK-LABEL: func.func @half_the_lanes
// CHECK:         scf.if
// CHECK:           tl.thread_store {{.*}} atoms (2) : (4) -> (4) vector 4 of (4) -> (1) align 16
func.func @half_the_lanes(%v: vector<8xf32>, %m: memref<16x8xf32> {llvm.align = 16 : i64}) {
  tl.store %v as #tl.register<spatial(16, 1).local(1, 8)> to %m scope warp : vector<8xf32> to memref<16x8xf32>
  return
}

// CHECK-LABEL: func.func @half_the_block
// CHECK:         scf.if
// CHECK:           tl.thread_store {{.*}} atoms (2) : (4) -> (4) vector 4 of (4) -> (1) align 16
func.func @half_the_block(%v: vector<8xf32>, %m: memref<128x8xf32> {llvm.align = 16 : i64}) attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  tl.store %v as #tl.register<spatial(128, 1).local(1, 8)> to %m scope cta : vector<8xf32> to memref<128x8xf32>
  return
}

// Rows 0 to 15 of a memory of 32: the other ones stay as they are, under a
// bound and under a smaller tile.

// CHECK-LABEL: func.func @upper_rows
// CHECK:         scf.if
// CHECK:           tl.thread_store {{.*}} atoms (2) : (4) -> (4) vector 4 of (4) -> (1)
func.func @upper_rows(%v: vector<8xf32>, %m: memref<32x8xf32> {llvm.align = 16 : i64}) {
  tl.store %v as #tl.register<spatial(16, 1).local(1, 8)> to %m scope warp : vector<8xf32> to memref<32x8xf32>
  return
}

// CHECK-LABEL: func.func @bounded_rows
// CHECK:         tl.thread_store {{.*}} atoms (2) : (4) -> (4) vector 4 of (4) -> (1) within
func.func @bounded_rows(%v: vector<8xf32>, %m: memref<32x8xf32> {llvm.align = 16 : i64}) {
  tl.store %v as #row to %m scope warp bounds(16, 8) : vector<8xf32> to memref<32x8xf32>
  return
}

// Both halves of a warp hold rows 0 to 15: each loads them, one stores them.

// CHECK-LABEL: func.func @replicas_of_rows
// CHECK:         tl.thread_load {{.*}} atoms (2) : (4) -> (4) vector 4 of (4) -> (1) align 16
// CHECK:         scf.if
// CHECK:           tl.thread_store {{.*}} atoms (2) : (4) -> (4) vector 4 of (4) -> (1) align 16
func.func @replicas_of_rows(%a: memref<16x8xf32> {llvm.align = 16 : i64}, %b: memref<16x8xf32> {llvm.align = 16 : i64}) -> vector<8xf32> {
  %v = tl.load %a as #tl.tile<S[(16, 8) : (1@laneid, 1)] + R[2 : 16@laneid]> scope warp : memref<16x8xf32> to vector<8xf32>
  tl.store %v as #tl.tile<S[(16, 8) : (1@laneid, 1)] + R[2 : 16@laneid]> to %b scope warp : vector<8xf32> to memref<16x8xf32>
  return %v : vector<8xf32>
}

// 7 elements of a row are 4, 2 and 1, under a bound as well.

// CHECK-LABEL: func.func @tails
// CHECK:         tl.thread_load {{.*}} vector 4 of (7) -> (1) align 16
// CHECK:         tl.thread_load {{.*}} vector 4 of (7) -> (1) within
// CHECK:         tl.thread_store {{.*}} vector 4 of (7) -> (1) within
func.func @tails(%a: memref<32x8xf32> {llvm.align = 16 : i64}, %b: memref<32x8xf32> {llvm.align = 16 : i64}) -> vector<7xf32> {
  %v = tl.load %a as #tl.register<spatial(32, 1).local(1, 7)> scope warp : memref<32x8xf32> to vector<7xf32>
  %w = tl.load %a as #tl.register<spatial(32, 1).local(1, 7)> scope warp bounds(20, 5) : memref<32x8xf32> to vector<7xf32>
  tl.store %v as #tl.register<spatial(32, 1).local(1, 7)> to %b scope warp bounds(21, 6) : vector<7xf32> to memref<32x8xf32>
  return %w : vector<7xf32>
}

// 31 bytes from the first on are 1, 2, 4, 8 and 16; of rows, which begin alike, 29
// elements from column 3 on 1, 4, 8, 8 and 8, under a bound as well.

// CHECK-LABEL: func.func @heads(
// CHECK:         tl.thread_load {{.*}} vector 16 of (31) -> (1) align 16 phase 1
// CHECK-LABEL: func.func @heads_of_rows
// CHECK:         tl.thread_load {{.*}} vector 8 of (29) -> (1) within {{.*}} align 16 phase 3
// CHECK:         tl.thread_store {{.*}} vector 8 of (29) -> (1) align 16 phase 3
func.func @heads(%a: memref<32xi8> {llvm.align = 16 : i64}, %b: memref<32xi8>) {
  %v = tl.load %a[1] as #tl.register<local(31)> scope thread : memref<32xi8> to vector<31xi8>
  tl.store %v as #tl.register<local(31)> to %b scope thread : vector<31xi8> to memref<32xi8>
  return
}
func.func @heads_of_rows(%c: memref<32x32xf16> {llvm.align = 16 : i64}) {
  %w = tl.load %c[0, 3] as #tl.register<spatial(32, 1).local(1, 29)> scope warp bounds(32, 21) : memref<32x32xf16> to vector<29xf16>
  tl.store %w as #tl.register<spatial(32, 1).local(1, 29)> to %c[0, 3] scope warp : vector<29xf16> to memref<32x32xf16>
  return
}

// The buffer is aligned, and the offset of its view is known; where a swizzle keeps
// elements together it does so from the start of the view on.

// CHECK-LABEL: func.func @heads_of_views
// CHECK:         tl.thread_load {{.*}} vector 16 of (31) -> (1) align 16 phase 1
// CHECK:         tl.thread_store {{.*}} vector 16 of (31) -> (1) align 16
// CHECK:         tl.thread_load {{.*}} atoms (31) : (1) -> (1) vector 1 of () -> () swizzle (4, 1, 1) bits 0 align 1
func.func @heads_of_views(%a: memref<32xi8> {llvm.align = 16 : i64}, %b: memref<64xi8, 3> {llvm.align = 16 : i64}) {
  %c = memref.subview %a[1] [31] [1] : memref<32xi8> to memref<31xi8, strided<[1], offset: 1>>
  %v = tl.load %c as #tl.register<local(31)> scope thread : memref<31xi8, strided<[1], offset: 1>> to vector<31xi8>
  %d = memref.subview %b[5] [59] [1] : memref<64xi8, 3> to memref<59xi8, strided<[1], offset: 5>, 3>
  tl.store %v as #tl.register<local(31)> to %d[11] scope thread : vector<31xi8> to memref<59xi8, strided<[1], offset: 5>, 3>
  %w = tl.load %d layout #tl.cute<Sw<1,4,1> o 32:1> as #tl.register<local(31)> scope thread : memref<59xi8, strided<[1], offset: 5>, 3> to vector<31xi8>
  tl.store %w as #tl.register<local(31)> to %c scope thread : vector<31xi8> to memref<31xi8, strided<[1], offset: 1>>
  return
}

// In a loop over two halves of 3 elements, a bound at 4 cuts the second one.

// CHECK-LABEL: func.func @granule_of_a_loop
// CHECK:         tl.thread_copy {{.*}} atoms (2) : (4) -> (3) vector 2 of (3) -> (1) within (%{{.+}}) granule 4
func.func @granule_of_a_loop(%a: memref<256xf16> {llvm.align = 16 : i64}, %b: memref<32x6xf16>) {
  %r = memref.alloca() : memref<6xf16, 5>
  tl.copy %a layout #tl.tile<S[(32, (2, 3)) : (8, (4, 1))]> to %r layout #tl.register<spatial(32, 1).local(1, 6)> scope warp bounds(32, 4) : memref<256xf16> to memref<6xf16, 5>
  tl.copy %r layout #tl.register<spatial(32, 1).local(1, 6)> to %b scope warp : memref<6xf16, 5> to memref<32x6xf16>
  return
}

// A column of a matrix is not the elements behind its first one.

// CHECK-LABEL: func.func @column
// CHECK:         tl.thread_load {{.*}} atoms (8) : (8) -> (1) vector 1 of () -> () align 16 phase 2
func.func @column(%m: memref<256x8xf32> {llvm.align = 16 : i64}) -> vector<8xf32> {
  %v = tl.load %m[0, 2] as #tl.register<spatial(32, 1).local(8, 1)> scope warp : memref<256x8xf32> to vector<8xf32>
  return %v : vector<8xf32>
}

// Digits of both sides that pair up in another order than strides do.

#six = #tl.tile<S[((2, 6), 16) : ((6, 1), 1@laneid)]>
#three = #tl.tile<S[((3, 4), 16) : ((16, 48), 1)]>

// CHECK-LABEL: func.func @digits_out_of_order
// CHECK:         tl.thread_load
func.func @digits_out_of_order(%m: memref<192xf32> {llvm.align = 16 : i64}) -> vector<12xf32> {
  %v = tl.load %m layout #three as #six scope warp : memref<192xf32> to vector<12xf32>
  return %v : vector<12xf32>
}

// A padded buffer has all elements that its layout reaches, or is refused (V16).

// CHECK-LABEL: func.func @padded_buffer
// CHECK:         tl.thread_load {{.*}} atoms (8) : (4) -> (4) vector 4 of (4) -> (1) align 16
func.func @padded_buffer(%m: memref<1920xf32> {llvm.align = 16 : i64}) -> vector<32xf32> {
  %v = tl.load %m layout #tl.tile<S[(8, 128) : (256, 1)]> as #tl.register<spatial(8, 4).local(1, 32)> scope warp : memref<1920xf32> to vector<32xf32>
  return %v : vector<32xf32>
}

// Data of 32 bits in a fragment of matrices: plain accesses of two elements.

// CHECK-LABEL: func.func @fragment_of_f32
// CHECK:         tl.thread_load {{.*}} vector 2 of (2) -> (1) align 8
func.func @fragment_of_f32(%s: memref<8x16xf32, 3> {llvm.align = 16 : i64}) -> vector<4xf32> {
  %v = tl.load %s as #tl.tile<S[(8, (2, 4, 2)) : (4@laneid, (2, 1@laneid, 1))]> scope warp : memref<8x16xf32, 3> to vector<4xf32>
  return %v : vector<4xf32>
}

// Rows of matrices that start at 8 of 16 bytes.

// CHECK-LABEL: func.func @misaligned_matrix_rows
// CHECK:         tl.thread_load {{.*}} vector 2 of (2) -> (1) align 4
func.func @misaligned_matrix_rows(%s: memref<8x24xf16, 3> {llvm.align = 16 : i64}) -> vector<4xf16> {
  %v = tl.load %s[0, 4] as #tl.tile<S[(8, (2, 4, 2)) : (4@laneid, (2, 1@laneid, 1))]> scope warp : memref<8x24xf16, 3> to vector<4xf16>
  return %v : vector<4xf16>
}

// Swizzled on one side, plain on the other: each side by its own layout.

// CHECK-LABEL: func.func @swizzled_to_plain
// CHECK:         tl.thread_load {{.*}} vector 8 of (8) -> (1) swizzle (3, 3, 3)
// CHECK:         tl.thread_store {{.*}} vector 8 of (8) -> (1) align 16
func.func @swizzled_to_plain(%s: memref<4096xf16, 3> {llvm.align = 16 : i64}, %m: memref<64x64xf16> {llvm.align = 16 : i64}) {
  %v = tl.load %s layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> as #tl.register<local(4, 1).spatial(16, 8).local(1, 8)> scope cta : memref<4096xf16, 3> to vector<32xf16>
  tl.store %v as #tl.register<local(4, 1).spatial(16, 8).local(1, 8)> to %m scope cta : vector<32xf16> to memref<64x64xf16>
  return
}

// A bound tells how large memory of unknown size is, at least: beyond the tile,
// and so that what lies past it is not stored onto the next row.

// CHECK-LABEL: func.func @bound_beyond_the_tile
// CHECK:         tl.thread_load {{.*}} atoms () : () -> () vector 4 of (4) -> (1) align 16
func.func @bound_beyond_the_tile(%m: memref<?xf32> {llvm.align = 16 : i64}) -> vector<4xf32> {
  %v = tl.load %m as #tl.register<local(4)> scope thread bounds(8) : memref<?xf32> to vector<4xf32>
  return %v : vector<4xf32>
}

// CHECK-LABEL: func.func @bound_of_short_rows
// CHECK:         tl.thread_store
func.func @bound_of_short_rows(%v: vector<24xi16>, %m: memref<?x?xi16, strided<[5, 1]>>) {
  tl.store %v as #tl.register<local(3, 8)> to %m scope thread bounds(3, 5) : vector<24xi16> to memref<?x?xi16, strided<[5, 1]>>
  return
}

// A bound inside the second of two panels, which a loop goes through: what is left
// of it there is no multiple of the bound any more.

// CHECK-LABEL: func.func @bound_inside_a_panel
// CHECK:         tl.thread_copy {{.*}} granule 44 by
func.func @bound_inside_a_panel(%m: memref<128xf16> {llvm.align = 16 : i64}, %out: memref<2x64xf16>) {
  %r = memref.alloca() : memref<128xf16, 5>
  tl.copy %m layout #tl.cute<(2,(32,2)):(32,(1,64))> to %r layout #tl.register<local(2, 64)> scope thread bounds(2, 44)
    : memref<128xf16> to memref<128xf16, 5>
  tl.copy %r layout #tl.register<local(2, 64)> to %out scope thread : memref<128xf16, 5> to memref<2x64xf16>
  return
}
