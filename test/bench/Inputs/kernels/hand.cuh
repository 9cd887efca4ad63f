// What kernels written by hand have in common: accesses of 16 bytes, matrices,
// asynchronous copies.
#ifndef HAND_CUH
#define HAND_CUH
#include <cuda_fp16.h>
#include <stdint.h>

#define KERNEL extern "C" __global__ void __launch_bounds__(128)
#define SHARED __shared__ __align__(128)
#define INLINE __device__ __forceinline__

// Memory and registers: N pieces of 16 bytes, `step` elements apart.

template <int N> struct pieces { uint4 of[N]; };

template <int N, class T, class I>
INLINE pieces<N> load(const T *from, I step) {
  pieces<N> v;
#pragma unroll
  for (int i = 0; i < N; i++)
    v.of[i] = *(const uint4 *)(from + i * step);
  return v;
}

template <int N, class T, class I>
INLINE void store(T *to, I step, const pieces<N> &v) {
#pragma unroll
  for (int i = 0; i < N; i++)
    *(uint4 *)(to + i * step) = v.of[i];
}

// Shared memory and matrices.

INLINE unsigned address(const void *shared) {
  return (unsigned)__cvta_generic_to_shared(shared);
}

template <int N, class I>
INLINE void fetch(unsigned to, unsigned to_step, const __half *from, I step) {
#pragma unroll
  for (int i = 0; i < N; i++)
    asm volatile(
        "cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to + i * to_step),
        "l"(from + i * step)
        : "memory");
}

// The same, of zeros unless `is_inside`.
INLINE void fetch_inside(unsigned to, const __half *from, bool is_inside) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to),
               "l"(from), "r"(is_inside ? 16 : 0)
               : "memory");
}

INLINE void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }

// Waits for all groups but the last N, of every thread.
template <int N> INLINE void arrive() {
  asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
  __syncthreads();
}

INLINE void load_matrices(unsigned (&m)[4], unsigned at) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
               : "r"(at)
               : "memory");
}

INLINE void load_transposed(unsigned (&m)[4], unsigned at) {
  asm volatile(
      "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
      : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
      : "r"(at)
      : "memory");
}

INLINE void store_matrices(unsigned at, const unsigned *m) {
  asm volatile(
      "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%2,%3,%4};" ::"r"(at),
      "r"(m[0]), "r"(m[1]), "r"(m[2]), "r"(m[3])
      : "memory");
}

INLINE void multiply(float (&c)[4], const unsigned (&a)[4], const unsigned *b) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]),
                 "r"(b[1]));
}

// Where chunk `chunk` of 16 bytes of row `row` is, in bytes: rows of 8 chunks,
// rows of 4.
INLINE unsigned chunk8(unsigned row, unsigned chunk) {
  return row * 128 + (chunk ^ (row & 7)) * 16;
}
INLINE unsigned chunk4(unsigned row, unsigned chunk) {
  return row * 64 + (chunk ^ ((row >> 1) & 3)) * 16;
}

// Pairs of halves.

INLINE unsigned lows(unsigned a, unsigned b) {
  return __byte_perm(a, b, 0x5410);
}
INLINE unsigned highs(unsigned a, unsigned b) {
  return __byte_perm(a, b, 0x7632);
}

INLINE unsigned halves(float a, float b) {
  __half2 pair = __floats2half2_rn(a, b);
  return *(unsigned *)&pair;
}

// Eight halves as numbers.

INLINE void unpack(uint4 bits, float *out) {
  const __half2 *pairs = (const __half2 *)&bits;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    float2 pair = __half22float2(pairs[i]);
    out[2 * i] = pair.x;
    out[2 * i + 1] = pair.y;
  }
}

INLINE uint4 pack(const float *in) {
  uint4 bits;
  __half2 *pairs = (__half2 *)&bits;
#pragma unroll
  for (int i = 0; i < 4; i++)
    pairs[i] = __floats2half2_rn(in[2 * i], in[2 * i + 1]);
  return bits;
}

#endif // HAND_CUH
