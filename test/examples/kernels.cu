// The examples of this folder by hand, in CUDA C++, each with the arguments, the
// layouts and the order of accesses of NAME.mlir; test/bench/kernels counts both.
#include "../bench/Inputs/kernels/hand.cuh"

INLINE float power_of_2(float x) {
  float y;
  asm("ex2.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

KERNEL softmax(const half *__restrict__ X, half *__restrict__ Y, float *__restrict__ L, long rows) {
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

INLINE float sum_of_block(float own, float *parts) {
  #pragma unroll
  for (int d = 1; d < 32; d *= 2)
    own += __shfl_xor_sync(~0u, own, d);
  if (threadIdx.x % 32 == 0)
    parts[threadIdx.x / 32] = own;
  __syncthreads();
  float4 all = *(const float4 *)parts;
  return all.x + all.y + all.z + all.w;
}

KERNEL layer_norm(const half *__restrict__ X, const half *__restrict__ G, const half *__restrict__ B,
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

INLINE float sum_of_warp(float own) {
  #pragma unroll
  for (int d = 1; d < 32; d *= 2)
    own += __shfl_xor_sync(~0u, own, d);
  return own;
}

KERNEL gemv_int8(const int8_t *__restrict__ W, const half *__restrict__ S, const half *__restrict__ X,
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

KERNEL gemv_fp8(const uint8_t *__restrict__ W, const half *__restrict__ S, const half *__restrict__ X,
         float *__restrict__ Y, long rows) {
  int lane = threadIdx.x % 32;
  float x[16];
  unpack(((const uint4 *)X)[2 * lane], x);
  unpack(((const uint4 *)X)[2 * lane + 1], x + 8);
  for (long i = 4 * blockIdx.x + threadIdx.x / 32; i < rows; i += 4 * gridDim.x) {
    uint4 bits = *(const uint4 *)(W + 512 * i + 16 * lane);
    const unsigned *words = (const unsigned *)&bits;
    float sum = 0;
    #pragma unroll
    for (int k = 0; k < 8; k++) {
      unsigned word = k % 2 ? words[k / 2] : words[k / 2] << 8;
      unsigned pair = (word & 0x80008000) | (word >> 1 & 0x3f803f80);
      float2 w = __half22float2(*(const half2 *)&pair);
      sum += w.x * x[4 * (k / 2) + k % 2];
      sum += w.y * x[4 * (k / 2) + 2 + k % 2];
    }
    sum = sum_of_warp(sum * 256 * __half2float(S[8 * i + lane / 4]));
    if (lane == 0)
      Y[i] = sum;
  }
}

// A thread turns 8 rows of 4 columns; chunk c of 8 elements of row r is at
// chunk c ^ r / 8.
KERNEL batched_transpose(const half *__restrict__ X, half *__restrict__ Y) {
  enum { M = 72, N = 120 };
  SHARED half S[64 * 64];
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

// 3 stages of 64 x 32 of A and 32 x 64 of B; 32 x 32 of C a warp.
KERNEL gemm_bounds(const half *__restrict__ A, const half *__restrict__ B,
                   half *__restrict__ C, int M, int N, int K) {
  enum { LDA = 256, LDB = 128, LDC = 128, STAGE = 4096, STAGES = 3 };
  SHARED half SA[STAGES * STAGE / 2], SB[STAGES * STAGE / 2], SC[64 * 64];
  unsigned t = threadIdx.x, lane = t % 32, warp = t / 32;
  int i = 64 * blockIdx.y, j = 64 * blockIdx.x;
  int row_a = i + t / 4, column_a = t % 4 * 8, row_b = t / 8, column_b = j + t % 8 * 8;
  const half *a = A + row_a * LDA + column_a, *b = B + row_b * LDB + column_b;
  unsigned to_a = address(SA) + chunk4(t / 4, t % 4);
  unsigned to_b = address(SB) + chunk8(t / 8, t % 8);
  unsigned from_a = address(SA) + chunk4(warp / 2 * 32 + lane % 16, lane / 16), from_b[2];
#pragma unroll
  for (int n = 0; n < 2; n++)
    from_b[n] = address(SB) + chunk8(lane % 16, warp % 2 * 4 + 2 * n + lane / 16);
  bool in_m[2] = {row_a < M, row_a + 32 < M}, in_n = column_b < N;
  auto fetch_next = [&](unsigned stage) {
#pragma unroll
    for (int n = 0; n < 2; n++) {
      fetch_inside(to_a + stage + 2048 * n, a + 32 * n * LDA, in_m[n] && column_a < K);
      fetch_inside(to_b + stage + 2048 * n, b + 16 * n * LDB, in_n && row_b + 16 * n < K);
    }
    a += 32, b += 32 * LDB, column_a += 32, row_b += 32;
  };
  fetch_next(0);
  commit();
  fetch_next(STAGE);
  commit();
  float c[2][4][4] = {};
  unsigned here = 0, there = 2 * STAGE;
#pragma unroll 1
  for (int k = 0; k < K; k += 32) {
    arrive<1>();
    if (k + 64 < K)
      fetch_next(there);
    commit();
    unsigned x[2][2][4], y[2][2][4];
#pragma unroll
    for (int h = 0; h < 2; h++)
#pragma unroll
      for (int n = 0; n < 2; n++) {
        load_matrices(x[h][n], (from_a ^ (32 * h)) + here + 1024 * n);
        load_transposed(y[h][n], from_b[n] + here + 2048 * h);
      }
#pragma unroll
    for (int h = 0; h < 2; h++)
#pragma unroll
      for (int m = 0; m < 2; m++)
#pragma unroll
        for (int n = 0; n < 4; n++)
          multiply(c[m][n], x[h][m], y[h][n / 2] + n % 2 * 2);
    there = there == 2 * STAGE ? 0 : there + STAGE;
    here = here == 2 * STAGE ? 0 : here + STAGE;
  }
#pragma unroll
  for (int m = 0; m < 2; m++)
#pragma unroll
    for (int n = 0; n < 4; n += 2) {
      unsigned h[4] = {halves(c[m][n][0], c[m][n][1]), halves(c[m][n][2], c[m][n][3]),
                       halves(c[m][n + 1][0], c[m][n + 1][1]),
                       halves(c[m][n + 1][2], c[m][n + 1][3])};
      unsigned row = warp / 2 * 32 + 16 * m, chunk = warp % 2 * 4 + n;
#if __CUDA_ARCH__ >= 900
      store_matrices(address(SC) + chunk8(row + lane % 16, chunk + lane / 16), h);
#else
#pragma unroll
      for (int q = 0; q < 4; q++)
        *(unsigned *)((char *)SC + chunk8(row + q % 2 * 8 + lane / 4, chunk + q / 2) +
                      lane % 4 * 4) = h[q];
#endif
    }
  __syncthreads();
  int row = i + t / 8;
  half *to = C + row * LDC + column_b;
  const half *from = SC + chunk8(t / 8, t % 8) / 2;
#pragma unroll
  for (int n = 0; n < 4; n++)
    if (in_n && row + 16 * n < M)
      *(uint4 *)(to + 16 * n * LDC) = *(const uint4 *)(from + 1024 * n);
}

// Tiles of 64 x 128: rows of 16 chunks.  64 queries a block, 16 a warp.
INLINE unsigned chunk16(unsigned row, unsigned chunk) {
  return row * 256 + (chunk ^ (row & 7)) * 16;
}

INLINE void fetch_tile(unsigned to, const half *from, int row, int length) {
#pragma unroll
  for (int n = 0; n < 8; n++)
    fetch_inside(to + 2048 * n, from + 1024 * n, row + 8 * n < length);
}

INLINE float of_quad(float x, bool is_sum) {
#pragma unroll
  for (int d = 1; d < 4; d *= 2) {
    float other = __shfl_xor_sync(~0u, x, d);
    x = is_sum ? x + other : fmaxf(x, other);
  }
  return x;
}

KERNEL flash_attention(const half *__restrict__ Q, const half *__restrict__ K,
                       const half *__restrict__ V, half *__restrict__ O, int length,
                       float scale) {
  __shared__ __align__(256) half SQ[64 * 128], SK[64 * 128], SV[64 * 128];
  unsigned t = threadIdx.x, lane = t % 32, warp = t / 32;
  int i = 64 * blockIdx.x, row = t / 16;
  unsigned at = blockIdx.y * 128 * 128 + row * 128 + t % 16 * 8;
  unsigned place = chunk16(row, t % 16);
  const half *k = K + at, *v = V + at;
  fetch_tile(address(SQ) + place, Q + at + i * 128, i + row, length);
  fetch_tile(address(SK) + place, k, row, length);
  commit();
  unsigned from_q = address(SQ) + chunk16(16 * warp + lane % 16, lane / 16);
  unsigned from_k = address(SK) + chunk16(lane / 16 * 8 + lane % 8, lane / 8 % 2);
  unsigned from_v = address(SV) + chunk16(lane % 16, lane / 16);
  unsigned q[8][4];
  float o[16][4] = {}, max[2] = {-INFINITY, -INFINITY}, norm[2] = {};
  int above = 16 * warp + lane / 4 - 2 * (lane % 4);
  scale *= 1.44269504f;
#pragma unroll 1
  for (int j = 0; j <= i; j += 64) {
    arrive<0>();
    if (j == 0)
#pragma unroll
      for (int n = 0; n < 8; n++)
        load_matrices(q[n], from_q ^ (32 * n));
    fetch_tile(address(SV) + place, v, j + row, length);
    commit();
    v += 64 * 128;
    float s[8][4] = {};
#pragma unroll
    for (int d = 0; d < 8; d++)
#pragma unroll
      for (int n = 0; n < 4; n++) {
        unsigned b[4];
        load_matrices(b, (from_k ^ (32 * d)) + 4096 * n);
        multiply(s[2 * n], q[d], b);
        multiply(s[2 * n + 1], q[d], b + 2);
      }
#pragma unroll
    for (int n = 0; n < 32; n++)
      s[n / 4][n % 4] *= scale;
    if (j == i)
#pragma unroll
      for (int n = 0; n < 32; n++)
        if (n / 4 * 8 + n % 2 - n % 4 / 2 * 8 > above)
          s[n / 4][n % 4] = -INFINITY;
    float factor[2];
#pragma unroll
    for (int r = 0; r < 2; r++) {
      float step = -INFINITY, sum = 0;
#pragma unroll
      for (int n = 0; n < 8; n++)
#pragma unroll
        for (int c = 0; c < 2; c++)
          step = fmaxf(step, s[n][2 * r + c]);
      step = fmaxf(max[r], of_quad(step, false));
      factor[r] = power_of_2(max[r] - step);
      max[r] = step;
#pragma unroll
      for (int n = 0; n < 8; n++)
#pragma unroll
        for (int c = 0; c < 2; c++)
          sum += s[n][2 * r + c] = power_of_2(s[n][2 * r + c] - step);
      norm[r] = norm[r] * factor[r] + of_quad(sum, true);
    }
#pragma unroll
    for (int n = 0; n < 64; n++)
      o[n / 4][n % 4] *= factor[n % 4 / 2];
    arrive<0>();
    k += 64 * 128;
    if (j < i)
      fetch_tile(address(SK) + place, k, j + 64 + row, length);
    commit();
#pragma unroll
    for (int m = 0; m < 4; m++) {
      unsigned a[4] = {halves(s[2 * m][0], s[2 * m][1]), halves(s[2 * m][2], s[2 * m][3]),
                       halves(s[2 * m + 1][0], s[2 * m + 1][1]),
                       halves(s[2 * m + 1][2], s[2 * m + 1][3])};
#pragma unroll
      for (int n = 0; n < 8; n++) {
        unsigned b[4];
        load_transposed(b, (from_v ^ (32 * n)) + 4096 * m);
        multiply(o[2 * n], a, b);
        multiply(o[2 * n + 1], a, b + 2);
      }
    }
  }
  float inverse[2] = {1 / norm[0], 1 / norm[1]};
#pragma unroll
  for (int n = 0; n < 8; n++) {
    unsigned h[4];
#pragma unroll
    for (int q = 0; q < 4; q++) {
      const float *pair = o[2 * n + q / 2] + q % 2 * 2;
      h[q] = halves(pair[0] * inverse[q % 2], pair[1] * inverse[q % 2]);
    }
#if __CUDA_ARCH__ >= 900
    store_matrices(from_q ^ (32 * n), h);
#else
#pragma unroll
    for (int q = 0; q < 4; q++)
      *(unsigned *)((char *)SQ + chunk16(16 * warp + q % 2 * 8 + lane / 4, 2 * n + q / 2) +
                    lane % 4 * 4) = h[q];
#endif
  }
  arrive<0>();
  half *to = O + at + i * 128;
#pragma unroll
  for (int n = 0; n < 8; n++)
    if (i + row + 8 * n < length)
      *(uint4 *)(to + 1024 * n) = *(const uint4 *)(SQ + place / 2 + 1024 * n);
}

// f16 by weights of 8 and of 4 bits, which become f16 in registers.

INLINE void fetch_bytes(unsigned to, const void *from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
}
INLINE __half2 as_half2(unsigned x) { return *(__half2 *)&x; }
INLINE unsigned as_bits(__half2 x) { return *(unsigned *)&x; }

// 4 weights of 8 bits as halves: 1024 + 128 + w in bits, less that.
INLINE void widen(unsigned *b, unsigned w) {
  const __half2 bias = __floats2half2_rn(1152, 1152);
  w ^= 0x80808080u;
  b[0] = as_bits(__hsub2(as_half2(__byte_perm(w, 0x64646464u, 0x5150)), bias));
  b[1] = as_bits(__hsub2(as_half2(__byte_perm(w, 0x64646464u, 0x5352)), bias));
}

KERNEL gemm_int8(const half *__restrict__ A, const int8_t *__restrict__ W,
                 const half *__restrict__ S, float *__restrict__ C, int K) {
  SHARED __half SA[2 * 64 * 32];
  SHARED int8_t SW[2 * 64 * 32];
  unsigned t = threadIdx.x, lane = t % 32, warp = t / 32;
  const __half *a = A + (blockIdx.y * 64 + t / 4) * 256 + t % 4 * 8;
  const int8_t *w = W + (blockIdx.x * 64 + t / 2) * 256 + t % 2 * 16;
  unsigned to_a = address(SA) + chunk4(t / 4, t % 4);
  unsigned to_w = address(SW) + t / 2 * 32 + (t % 2 ^ t / 8 % 2) * 16;
  unsigned from_a = address(SA) + chunk4(warp / 2 * 32 + lane % 16, lane / 16);
  unsigned from_w = address(SW) + (warp % 2 * 32 + lane) * 32 + lane / 4 % 2 * 16;
  float c[2][4][4] = {};
  fetch<2>(to_a, 2048, a, 32 * 256);
  fetch_bytes(to_w, w);
  commit();
#pragma unroll 1
  for (int k = 0; k < K; k += 32) {
    unsigned stage = (k & 32) * 64;
    a += 32, w += 32;
    if (k + 32 < K) {
      fetch<2>(to_a + 2 * (stage ^ 2048), 2048, a, 32 * 256);
      fetch_bytes(to_w + (stage ^ 2048), w);
    }
    commit();
    arrive<1>();
    unsigned x[2][2][4], y[2][4];
#pragma unroll
    for (int h = 0; h < 2; h++) {
#pragma unroll
      for (int i = 0; i < 2; i++)
        load_matrices(x[h][i], (from_a ^ (32 * h)) + 2 * stage + 1024 * i);
      load_matrices(y[h], (from_w ^ (16 * h)) + stage);
    }
#pragma unroll
    for (int h = 0; h < 2; h++)
#pragma unroll
      for (int j = 0; j < 4; j++) {
        unsigned b[2];
        widen(b, y[h][j]);
#pragma unroll
        for (int i = 0; i < 2; i++)
          multiply(c[i][j], x[h][i], b);
      }
    __syncthreads();
  }
  int column = blockIdx.x * 64 + warp % 2 * 32 + lane % 4 * 2;
  float *to = C + (blockIdx.y * 64 + warp / 2 * 32 + lane / 4) * 128 + column;
#pragma unroll
  for (int j = 0; j < 4; j++) {
    float2 s = __half22float2(*(const __half2 *)(S + column + 8 * j));
#pragma unroll
    for (int i = 0; i < 4; i++)
      *(float2 *)(to + 8 * i * 128 + 8 * j) =
          make_float2(c[i / 2][j][i % 2 * 2] * s.x, c[i / 2][j][i % 2 * 2 + 1] * s.y);
  }
}

// 4 weights of 4 bits, in nibbles 0, 4, 1 and 5, by a scale.
INLINE void widen4(unsigned *b, unsigned w, __half2 scale) {
  const __half2 bias = __floats2half2_rn(1032, 1032);
  b[0] = as_bits(__hmul2(__hsub2(as_half2((w & 0x000f000f) | 0x64006400), bias), scale));
  b[1] = as_bits(__hmul2(__hsub2(as_half2((w >> 4 & 0x000f000f) | 0x64006400), bias), scale));
}

KERNEL gemm_int4(const half *__restrict__ A, const unsigned *__restrict__ W,
                 const half *__restrict__ S, float *__restrict__ C, int K) {
  SHARED __half SA[2 * 64 * 64];
  SHARED unsigned SW[2 * 64 * 8];
  SHARED __half SS[2 * 64];
  unsigned t = threadIdx.x, lane = t % 32, warp = t / 32;
  const __half *a = A + (blockIdx.y * 64 + t / 8) * 256 + t % 8 * 8;
  const unsigned *w = W + (blockIdx.x * 64 + t / 2) * 32 + t % 2 * 4;
  const __half *s = S + blockIdx.x * 64 + t * 8;
  unsigned to_a = address(SA) + chunk8(t / 8, t % 8);
  unsigned to_w = address(SW) + t / 2 * 32 + (t % 2 ^ t / 8 % 2) * 16;
  unsigned to_s = address(SS) + t * 16;
  unsigned from_a = address(SA) + chunk8(warp / 2 * 32 + lane % 16, lane / 16);
  unsigned from_w = address(SW) + (warp % 2 * 32 + lane) * 32 + lane / 4 % 2 * 16;
  const __half *from_s = SS + warp % 2 * 32 + lane / 4;
  float c[2][4][4] = {};
  fetch<4>(to_a, 2048, a, 16 * 256);
  fetch_bytes(to_w, w);
  if (t < 8)
    fetch_bytes(to_s, s);
  commit();
  int stage = 0;
#pragma unroll 1
  for (int k = 0; k < K; k += 64) {
    int next = stage ^ 1;
    a += 64, w += 8, s += 128;
    if (k + 64 < K) {
      fetch<4>(to_a + next * 8192, 2048, a, 16 * 256);
      fetch_bytes(to_w + next * 2048, w);
      if (t < 8)
        fetch_bytes(to_s + next * 128, s);
    }
    commit();
    arrive<1>();
    __half2 scale[4];
#pragma unroll
    for (int j = 0; j < 4; j++)
      scale[j] = __half2half2(from_s[stage * 64 + 8 * j]);
#pragma unroll
    for (int h = 0; h < 2; h++) {
      unsigned y[4];
      load_matrices(y, (from_w ^ (16 * h)) + stage * 2048);
#pragma unroll
      for (int l = 0; l < 2; l++) {
        unsigned x[2][4];
#pragma unroll
        for (int i = 0; i < 2; i++)
          load_matrices(x[i], (from_a ^ (64 * h + 32 * l)) + stage * 8192 + 2048 * i);
#pragma unroll
        for (int j = 0; j < 4; j++) {
          unsigned b[2];
          widen4(b, y[j] >> 8 * l, scale[j]);
#pragma unroll
          for (int i = 0; i < 2; i++)
            multiply(c[i][j], x[i], b);
        }
      }
    }
    stage = next;
    __syncthreads();
  }
  float *to = C + (blockIdx.y * 64 + warp / 2 * 32 + lane / 4) * 128 + blockIdx.x * 64 +
              warp % 2 * 32 + lane % 4 * 2;
#pragma unroll
  for (int j = 0; j < 4; j++)
#pragma unroll
    for (int i = 0; i < 4; i++)
      *(float2 *)(to + 8 * i * 128 + 8 * j) =
          make_float2(c[i / 2][j][i % 2 * 2], c[i / 2][j][i % 2 * 2 + 1]);
}
