// Kernels of races.ptx, as they are seen from outside.
gpu.module @kernels {
  gpu.func @read_written(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @barrier(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @write_read(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @read_by_two(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @write_written(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @one_value(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @other_value(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @some_write(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @some_wait(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @one_warp_writes(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @last_writer(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @first_reader(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    gpu.return
  }
  gpu.func @all_readers(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    gpu.return
  }
  gpu.func @parts(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @part(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @warp(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @half_warp(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @warp_only(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @between(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @numbered(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @ended(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @ended_warp(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @read_ended(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @matrix_ended(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @part_warp(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 48, 1, 1>} {
    gpu.return
  }
  gpu.func @part_count(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 48, 1, 1>} {
    gpu.return
  }
  gpu.func @each_warp(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @each_warp_only(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @counts(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @too_many(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    gpu.return
  }
  gpu.func @two_places(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @two_kinds(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @two_parts(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @two_warps(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @atomics(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @not_atomic(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @guess(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @no_guess(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @copy(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @copy_read(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @matrix(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
  gpu.func @blocks(%o: memref<256xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
}
