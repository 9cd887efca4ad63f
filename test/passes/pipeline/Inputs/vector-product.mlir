#rows = affine_map<(d0, d1, d2) -> (d0, d2)>
#columns = affine_map<(d0, d1, d2) -> (d1, d2)>
#result = affine_map<(d0, d1, d2) -> (d0, d1)>
#transposed = affine_map<(d0, d1) -> (d1, d0)>
gpu.module @products {
gpu.func @product(%A: memref<16x64xf16> {llvm.align = 16 : i64}, %B: memref<8x64xf16> {llvm.align = 16 : i64}, %C: memref<16x8xf16> {llvm.align = 16 : i64})
    workgroup(%S: memref<16x64xf16, #gpu.address_space<workgroup>> {llvm.align = 16 : i64},
              %T: memref<8x64xf16, #gpu.address_space<workgroup>> {llvm.align = 16 : i64})
    kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f16
  %t = gpu.thread_id x
  scf.for %i = %c0 to %c16 step %c1 {
    scf.for %j = %t to %c64 step %c32 {
      %x = memref.load %A[%i, %j] : memref<16x64xf16>
      memref.store %x, %S[%i, %j] : memref<16x64xf16, #gpu.address_space<workgroup>>
    }
  }
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %t to %c64 step %c32 {
      %x = memref.load %B[%i, %j] : memref<8x64xf16>
      memref.store %x, %T[%i, %j] : memref<8x64xf16, #gpu.address_space<workgroup>>
    }
  }
  gpu.barrier
  %a = vector.transfer_read %S[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x64xf16, #gpu.address_space<workgroup>>, vector<16x16xf16>
  %b = vector.transfer_read %T[%c0, %c0], %zero {in_bounds = [true, true]} : memref<8x64xf16, #gpu.address_space<workgroup>>, vector<8x16xf16>
  %c = vector.transfer_read %C[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x8xf16>, vector<16x8xf16>
  %d = vector.contract {indexing_maps = [#rows, #columns, #result], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
    %a, %b, %c : vector<16x16xf16>, vector<8x16xf16> into vector<16x8xf16>
  vector.transfer_write %d, %C[%c0, %c0] {in_bounds = [true, true]} : vector<16x8xf16>, memref<16x8xf16>
  gpu.return
}
}
