// RUN: tl-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// V28: the caches that a copy can ask for.
%A, %S = "test.values"() : () -> (memref<64xf16>, memref<64xf16, 3>)
// expected-error @+1 {{'tl.copy' op cache 'streaming' is none that an asynchronous copy can have: all, l2}}
tl.copy %A to %S scope cta threads 8 async {cache = "streaming"} : memref<64xf16> to memref<64xf16, 3>

// -----

// V28
%A, %S = "test.values"() : () -> (memref<64xf16>, memref<64xf16, 3>)
// expected-error @+1 {{'tl.copy' op cache 'all' is none that loads and stores can have: streaming}}
tl.copy %A to %S scope cta threads 8 {cache = "all"} : memref<64xf16> to memref<64xf16, 3>

// -----

// V28: a name that there is not.
%A = "test.values"() : () -> memref<64xf16>
// expected-error @+1 {{'tl.load' op cache 'stream' is none that loads and stores can have: streaming}}
tl.load %A[0] as #tl.register<local(8)> scope thread {cache = "stream"} : memref<64xf16> to vector<8xf16>

// -----

// V28: shared memory has no caches.
%S = "test.values"() : () -> memref<64xf16, 3>
// expected-error @+1 {{'tl.load' op cache 'streaming' is none that a copy without global memory can have: none}}
tl.load %S[0] as #tl.register<local(8)> scope thread {cache = "streaming"} : memref<64xf16, 3> to vector<8xf16>

// -----

// T16: as V28.
%A, %S, %o = "test.values"() : () -> (memref<64xf16>, memref<64xf16, 3>, index)
// expected-error @+1 {{'tl.thread_async' op cache 'streaming' is none that an asynchronous copy can have: all, l2}}
tl.thread_async %A[%o] to %S[%o] atoms (8) : (1) -> (1) align 16 {cache = "streaming"} : memref<64xf16> to memref<64xf16, 3>

// -----

// T16
%S, %v, %o = "test.values"() : () -> (memref<64xf16, 3>, vector<8xf16>, index)
// expected-error @+1 {{'tl.thread_store' op cache 'l2' is none that a copy without global memory can have: none}}
tl.thread_store %v to %S[%o] atoms (8) : (1) -> (1) align 2 {cache = "l2"} : vector<8xf16> to memref<64xf16, 3>
