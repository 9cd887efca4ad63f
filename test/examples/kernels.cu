// The examples of this folder by hand, in CUDA C++, each with the arguments, the
// layouts and the order of accesses of NAME.mlir; test/bench/kernels counts both.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <stdint.h>

static __device__ __forceinline__ float power_of_2(float x) {
  float y;
  asm("ex2.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

static __device__ __forceinline__ void unpack(uint4 bits, float *out) {
  const half2 *pairs = (const half2 *)&bits;
  #pragma unroll
  for (int i = 0; i < 4; i++) {
    float2 pair = __half22float2(pairs[i]);
    out[2 * i] = pair.x;
    out[2 * i + 1] = pair.y;
  }
}

static __device__ __forceinline__ uint4 pack(const float *in) {
  uint4 bits;
  half2 *pairs = (half2 *)&bits;
  #pragma unroll
  for (int i = 0; i < 4; i++)
    pairs[i] = __floats2half2_rn(in[2 * i], in[2 * i + 1]);
  return bits;
}

extern "C" __global__ void __launch_bounds__(128)
softmax(const half *__restrict__ X, half *__restrict__ Y, float *__restrict__ L, long rows) {
  int lane = threadIdx.x % 32;
  for (long i = 4 * blockIdx.x + threadIdx.x / 32; i < rows; i += 4 * gridDim.x) {
    float z[8];
    unpack(*(const uint4 *)(X + 256 * i + 8 * lane), z);
    float max = -INFINITY, sum = 0;
    #pragma unroll
    for (int k = 0; k < 8; k++)
      max = fmaxf(max, z[k] *= 1.44269504f);
    #pragma unroll
    for (int d = 1; d < 32; d *= 2)
      max = fmaxf(max, __shfl_xor_sync(~0u, max, d));
    #pragma unroll
    for (int k = 0; k < 8; k++)
      sum += z[k] = power_of_2(z[k] - max);
    #pragma unroll
    for (int d = 1; d < 32; d *= 2)
      sum += __shfl_xor_sync(~0u, sum, d);
    float inverse = 1 / sum;
    #pragma unroll
    for (int k = 0; k < 8; k++)
      z[k] *= inverse;
    *(uint4 *)(Y + 256 * i + 8 * lane) = pack(z);
    if (lane == 0)
      L[i] = (max + log2f(sum)) * 0.693147182f;
  }
}

static __device__ __forceinline__ float sum_of_block(float own, float *parts) {
  #pragma unroll
  for (int d = 1; d < 32; d *= 2)
    own += __shfl_xor_sync(~0u, own, d);
  if (threadIdx.x % 32 == 0)
    parts[threadIdx.x / 32] = own;
  __syncthreads();
  float4 all = *(const float4 *)parts;
  return all.x + all.y + all.z + all.w;
}

extern "C" __global__ void __launch_bounds__(128)
layer_norm(const half *__restrict__ X, const half *__restrict__ G, const half *__restrict__ B,
           half *__restrict__ Y, float *__restrict__ M, float *__restrict__ R, long rows) {
  __shared__ __align__(16) float parts[2][4];
  float g[8], b[8];
  unpack(*(const uint4 *)(G + 8 * threadIdx.x), g);
  unpack(*(const uint4 *)(B + 8 * threadIdx.x), b);
  for (long i = blockIdx.x; i < rows; i += gridDim.x) {
    float x[8], sum = 0, square = 0;
    unpack(*(const uint4 *)(X + 1024 * i + 8 * threadIdx.x), x);
    #pragma unroll
    for (int k = 0; k < 8; k++)
      sum += x[k];
    float mean = sum_of_block(sum, parts[0]) / 1024;
    #pragma unroll
    for (int k = 0; k < 8; k++) {
      x[k] -= mean;
      square += x[k] * x[k];
    }
    float scale = rsqrtf(sum_of_block(square, parts[1]) / 1024 + 1e-5f);
    #pragma unroll
    for (int k = 0; k < 8; k++)
      x[k] = x[k] * scale * g[k] + b[k];
    *(uint4 *)(Y + 1024 * i + 8 * threadIdx.x) = pack(x);
    if (threadIdx.x == 0) {
      M[i] = mean;
      R[i] = scale;
    }
  }
}

static __device__ __forceinline__ float sum_of_warp(float own) {
  #pragma unroll
  for (int d = 1; d < 32; d *= 2)
    own += __shfl_xor_sync(~0u, own, d);
  return own;
}

extern "C" __global__ void __launch_bounds__(128)
gemv_int8(const int8_t *__restrict__ W, const half *__restrict__ S, const half *__restrict__ X,
          float *__restrict__ Y, long rows) {
  int lane = threadIdx.x % 32;
  float x[16];
  unpack(((const uint4 *)X)[2 * lane], x);
  unpack(((const uint4 *)X)[2 * lane + 1], x + 8);
  for (long i = 4 * blockIdx.x + threadIdx.x / 32; i < rows; i += 4 * gridDim.x) {
    uint4 bits = *(const uint4 *)(W + 512 * i + 16 * lane);
    const int8_t *w = (const int8_t *)&bits;
    float sum = 0;
    #pragma unroll
    for (int k = 0; k < 16; k++)
      sum += w[k] * x[k];
    sum = sum_of_warp(sum * __half2float(S[8 * i + lane / 4]));
    if (lane == 0)
      Y[i] = sum;
  }
}

extern "C" __global__ void __launch_bounds__(128)
gemv_fp8(const uint8_t *__restrict__ W, const half *__restrict__ S, const half *__restrict__ X,
         float *__restrict__ Y, long rows) {
  int lane = threadIdx.x % 32;
  float x[16];
  unpack(((const uint4 *)X)[2 * lane], x);
  unpack(((const uint4 *)X)[2 * lane + 1], x + 8);
  for (long i = 4 * blockIdx.x + threadIdx.x / 32; i < rows; i += 4 * gridDim.x) {
    uint4 bits = *(const uint4 *)(W + 512 * i + 16 * lane);
    const uint32_t *words = (const uint32_t *)&bits;
    float sum = 0;
    #pragma unroll
    for (int k = 0; k < 8; k++) {
      uint32_t word = k % 2 ? words[k / 2] : words[k / 2] << 8;
      uint32_t pair = (word & 0x80008000) | (word >> 1 & 0x3f803f80);
      float2 w = __half22float2(*(const half2 *)&pair);
      sum += w.x * x[4 * (k / 2) + k % 2];
      sum += w.y * x[4 * (k / 2) + 2 + k % 2];
    }
    sum = sum_of_warp(sum * 256 * __half2float(S[8 * i + lane / 4]));
    if (lane == 0)
      Y[i] = sum;
  }
}

static __device__ __forceinline__ uint32_t lows(uint32_t a, uint32_t b) {
  return __byte_perm(a, b, 0x5410);
}

static __device__ __forceinline__ uint32_t highs(uint32_t a, uint32_t b) {
  return __byte_perm(a, b, 0x7632);
}

// A thread turns 8 rows of 4 columns; chunk c of 8 elements of row r is at
// chunk c ^ r / 8.
extern "C" __global__ void __launch_bounds__(128)
batched_transpose(const half *__restrict__ X, half *__restrict__ Y) {
  enum { M = 72, N = 120 };
  __shared__ __align__(128) half S[64 * 64];
  int t = threadIdx.x, i = 64 * blockIdx.y, j = 64 * blockIdx.x;
  int row = t / 8, chunk = t % 8;
  X += blockIdx.z * M * N + (i + row) * N + j + 8 * chunk;
  #pragma unroll
  for (int k = 0; k < 64; k += 16) {
    uint4 v = make_uint4(0, 0, 0, 0);
    if (i + row + k < M && j + 8 * chunk < N)
      v = *(const uint4 *)(X + k * N);
    *(uint4 *)(S + 64 * (row + k) + 8 * (chunk ^ (row + k) / 8)) = v;
  }
  __syncthreads();
  int rows = t % 8, columns = t / 8;
  const half *s = S + 512 * rows + 8 * (columns / 2 ^ rows) + columns % 2 * 4;
  uint2 x[8];
  #pragma unroll
  for (int k = 0; k < 8; k++)
    x[k] = *(const uint2 *)(s + 64 * k);
  uint4 y[4] = {{lows(x[0].x, x[1].x), lows(x[2].x, x[3].x),
                 lows(x[4].x, x[5].x), lows(x[6].x, x[7].x)},
                {highs(x[0].x, x[1].x), highs(x[2].x, x[3].x),
                 highs(x[4].x, x[5].x), highs(x[6].x, x[7].x)},
                {lows(x[0].y, x[1].y), lows(x[2].y, x[3].y),
                 lows(x[4].y, x[5].y), lows(x[6].y, x[7].y)},
                {highs(x[0].y, x[1].y), highs(x[2].y, x[3].y),
                 highs(x[4].y, x[5].y), highs(x[6].y, x[7].y)}};
  Y += blockIdx.z * M * N + (j + 4 * columns) * M + i + 8 * rows;
  #pragma unroll
  for (int k = 0; k < 4; k++)
    if (j + 4 * columns + k < N && i + 8 * rows < M)
      *(uint4 *)(Y + k * M) = y[k];
}
