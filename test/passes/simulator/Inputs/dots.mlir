// Sums of products of bytes, and of halves of words by bytes.
gpu.module @kernels {
  gpu.func @dots(%a: memref<64xvector<4xi8>>, %b: memref<64xvector<4xi8>>,
                 %h: memref<64xvector<2xi16>>, %c: memref<64xi32>, %out: memref<4x64xi32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %t = gpu.thread_id x
    %x = memref.load %a[%t] : memref<64xvector<4xi8>>
    %y = memref.load %b[%t] : memref<64xvector<4xi8>>
    %z = memref.load %h[%t] : memref<64xvector<2xi16>>
    %n = memref.load %c[%t] : memref<64xi32>
    %0 = nvvm.dot.accumulate.4way %x <signed>, %y <unsigned>, %n : vector<4xi8>, vector<4xi8>
    %1 = nvvm.dot.accumulate.4way %x <unsigned>, %y <signed>, %n : vector<4xi8>, vector<4xi8>
    %2 = nvvm.dot.accumulate.2way %z <signed>, %y <signed>, %n {b_hi = false} : vector<2xi16>, vector<4xi8>
    %3 = nvvm.dot.accumulate.2way %z <unsigned>, %y <unsigned>, %n {b_hi = true} : vector<2xi16>, vector<4xi8>
    memref.store %0, %out[%c0, %t] : memref<4x64xi32>
    memref.store %1, %out[%c1, %t] : memref<4x64xi32>
    memref.store %2, %out[%c2, %t] : memref<4x64xi32>
    memref.store %3, %out[%c3, %t] : memref<4x64xi32>
    gpu.return
  }
}
