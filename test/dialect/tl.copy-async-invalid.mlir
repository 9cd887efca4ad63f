// RUN: tl-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// V26: from global to workgroup memory ...
%A, %S = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 3>)
// expected-error @+1 {{'tl.copy' op is asynchronous, which a copy from global to workgroup memory can be}}
tl.copy %S to %A scope warp async : memref<8xf32, 3> to memref<8xf32>

// -----

// V26: ... and neither between two global memories ...
%A, %S = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 3>)
// expected-error @+1 {{'tl.copy' op is asynchronous, which a copy from global to workgroup memory can be}}
tl.copy %A to %A scope warp async : memref<8xf32> to memref<8xf32>

// -----

// V26: ... nor with registers.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op has 'async', which stands on a tl.copy between two memrefs in global or workgroup memory, neither with a layout of registers}}
tl.copy %A to %R layout #tl.register<local(8)> scope thread async : memref<8xf32> to memref<8xf32, 5>

// -----

// V26: zeros alone fill what bounds keep out.
%A, %S = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 3>)
// expected-error @+1 {{'tl.copy' op is asynchronous and fills with zeros; its pad has to be 0}}
tl.copy %A to %S scope warp async bounds(4) {pad = 1.0 : f32} : memref<8xf32> to memref<8xf32, 3>

// -----

%A, %S = "test.values"() : () -> (memref<8xi32>, memref<8xi32, 3>)
// expected-error @+1 {{'tl.copy' op is asynchronous and fills with zeros; its pad has to be 0}}
tl.copy %A to %S scope warp async bounds(4) {pad = 1 : i32} : memref<8xi32> to memref<8xi32, 3>

// -----

// V26: a flag.
%A, %S = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 3>)
// expected-error @+1 {{'tl.copy' op attribute 'async' has to be a unit attribute}}
"tl.copy"(%A, %S) {scope = "warp", async = 1} : (memref<8xf32>, memref<8xf32, 3>) -> ()
