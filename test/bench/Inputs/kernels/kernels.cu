// Hand-written CUDA C++ for the work of each kernel beside it, under its name:
// accesses of 16 bytes, swizzles by hand, addresses computed once.  The suffix
// 32 means indices of 32 bits.  Blocks have 128 threads.
#include "hand.cuh"

typedef const __half *__restrict__ source;
typedef __half *__restrict__ target;
constexpr int pitch = 1024;

// A tile of 64 x 64 halves: thread t has chunk t % 8 of rows t / 8 + 16 i.

template <class I> INLINE void copy_tile(source A, target B, I ld) {
  unsigned t = threadIdx.x;
  I at = (I)(t / 8) * ld + t % 8 * 8;
  store(B + at, 16 * ld, load<4>(A + at, 16 * ld));
}

KERNEL gg(source A, target B) { copy_tile(A, B, pitch); }
KERNEL gg_dyn(source A, target B, long long ld) { copy_tile(A, B, ld); }
KERNEL gg_dyn32(source A, target B, int ld) { copy_tile(A, B, ld); }

template <class I>
INLINE void copy_bounded(source A, target B, I m, I n, I ld) {
  unsigned t = threadIdx.x, row = t / 8, column = t % 8 * 8;
  if ((I)column >= n)
    return;
  I at = (I)row * ld + column;
  uint4 v[4];
#pragma unroll
  for (int i = 0; i < 4; i++)
    if ((I)(row + 16 * i) < m)
      v[i] = *(const uint4 *)(A + at + i * 16 * ld);
#pragma unroll
  for (int i = 0; i < 4; i++)
    if ((I)(row + 16 * i) < m)
      *(uint4 *)(B + at + i * 16 * ld) = v[i];
}

KERNEL gg_pred(source A, target B, long long m, long long n) {
  copy_bounded<long long>(A, B, m, n, pitch);
}
KERNEL gg_pred32(source A, target B, int m, int n) {
  copy_bounded<int>(A, B, m, n, pitch);
}
KERNEL gg_pred_dyn(source A, target B, long long m, long long n, long long ld) {
  copy_bounded<long long>(A, B, m, n, ld);
}
KERNEL gg_pred_dyn32(source A, target B, int m, int n, int ld) {
  copy_bounded<int>(A, B, m, n, ld);
}

// A row of tiles, one after the other.

template <class I> INLINE void copy_row(source A, target B, I ld, I K) {
  unsigned t = threadIdx.x;
  I at = (I)(t / 8) * ld + t % 8 * 8;
  source a = A + at;
  target b = B + at;
#pragma unroll 1
  for (I k = 0; k < K; k += 64, a += 64, b += 64)
    store(b, 16 * ld, load<4>(a, 16 * ld));
}

KERNEL loopg(source A, target B, long long ld, long long K) {
  copy_row(A, B, ld, K);
}
KERNEL loopg32(source A, target B, int ld, int K) { copy_row(A, B, ld, K); }

template <class I>
INLINE void copy_row_bounded(source A, target B, I ld, I K, I m, I n) {
  unsigned t = threadIdx.x, row = t / 8, column = t % 8 * 8;
  I at = (I)row * ld + column;
  source a = A + at;
  target b = B + at;
  bool inside[4];
#pragma unroll
  for (int i = 0; i < 4; i++)
    inside[i] = (I)(row + 16 * i) < m;
#pragma unroll 1
  for (I k = 0; k < K; k += 64, a += 64, b += 64) {
    if (k + (I)column >= n)
      continue;
    uint4 v[4];
#pragma unroll
    for (int i = 0; i < 4; i++)
      if (inside[i])
        v[i] = *(const uint4 *)(a + i * 16 * ld);
#pragma unroll
    for (int i = 0; i < 4; i++)
      if (inside[i])
        *(uint4 *)(b + i * 16 * ld) = v[i];
  }
}

KERNEL loopb(source A, target B, long long ld, long long K, long long m,
             long long n) {
  copy_row_bounded(A, B, ld, K, m, n);
}
KERNEL loopb32(source A, target B, int ld, int K, int m, int n) {
  copy_row_bounded(A, B, ld, K, m, n);
}

// Through shared memory: written as loaded, read by other threads.

template <int ROW, class T>
INLINE void copy_staged(const T *__restrict__ A, T *__restrict__ B, T *S,
                        unsigned put, unsigned row, unsigned chunk,
                        unsigned get) {
  constexpr int width = 16 / sizeof(T);
  unsigned t = threadIdx.x;
  store(S + put, 16 * ROW,
        load<4>(A + t / 8 * pitch + t % 8 * width, 16 * pitch));
  __syncthreads();
  store(B + row * pitch + chunk * width, 16 * pitch,
        load<4>(S + get, 16 * ROW));
}

KERNEL gsg_b(source A, target B) {
  SHARED __half S[64 * 64];
  unsigned t = threadIdx.x;
  copy_staged<64>(A, B, S, chunk8(t / 8, t % 8) / 2, t % 16, t / 16,
                  chunk8(t % 16, t / 16) / 2);
}

KERNEL gsg_mirror(source A, target B) {
  SHARED __half S[64 * 64];
  unsigned t = threadIdx.x, u = 127 ^ t;
  copy_staged<64>(A, B, S, chunk8(t / 8, t % 8) / 2, u / 8, u % 8,
                  chunk8(u / 8, u % 8) / 2);
}

KERNEL gsg_copy(source A, target B) {
  SHARED __half S[64 * 64];
  unsigned t = threadIdx.x, at = chunk8(t / 8, t % 8) / 2;
  copy_staged<64>(A, B, S, at, t / 8, t % 8, at);
}

KERNEL pad(source A, target B) {
  SHARED __half S[64 * 72];
  unsigned t = threadIdx.x;
  copy_staged<72>(A, B, S, t / 8 * 72 + t % 8 * 8, t % 16, t / 16,
                  t % 16 * 72 + t / 16 * 8);
}

KERNEL fp8(const uint8_t *__restrict__ A, uint8_t *__restrict__ B) {
  SHARED uint8_t S[64 * 128];
  unsigned t = threadIdx.x;
  copy_staged<128>(A, B, S, chunk8(t / 8, t % 8), t % 16, t / 16,
                   chunk8(t % 16, t / 16));
}

KERNEL async2(source A, target B) {
  SHARED __half S[32 * 64];
  SHARED __half T[32 * 64];
  unsigned t = threadIdx.x, at = t / 8 * pitch + t % 8 * 8,
           place = chunk8(t / 8, t % 8);
  fetch<2>(address(S) + place, 2048, A + at, 16 * pitch);
  commit();
  fetch<2>(address(T) + place, 2048, A + at + 32 * pitch, 16 * pitch);
  commit();
  arrive<1>();
  store(B + at, 16 * pitch, load<2>(S + place / 2, 1024));
  arrive<0>();
  store(B + at + 32 * pitch, 16 * pitch, load<2>(T + place / 2, 1024));
}

// Two stages: the next tile is on its way while this one is stored.

template <class I> INLINE void pipeline(source A, target B, I K) {
  SHARED __half S[2 * 64 * 64];
  unsigned t = threadIdx.x, at = t / 8 * 1024 + t % 8 * 8,
           place = chunk8(t / 8, t % 8);
  source a = A + at;
  target b = B + at;
  unsigned to = address(S) + place;
  fetch<4>(to, 2048, a, 16 * 1024);
  commit();
#pragma unroll 1
  for (I k = 0; k < K; k += 64) {
    unsigned stage = (k & 64) * 128;
    if (k + 64 < K)
      fetch<4>(to + (stage ^ 8192), 2048, a + k + 64, 16 * 1024);
    commit();
    arrive<1>();
    store(b + k, 16 * 1024, load<4>(S + (stage + place) / 2, 1024));
    __syncthreads();
  }
}

KERNEL pipe(source A, target B) { pipeline(A, B, 1024); }
KERNEL pipek(source A, target B, int K) { pipeline(A, B, K); }

// Transposes: blocks of elements are turned in registers; the swizzle keeps
// both the rows that are written and the blocks that are read free of bank
// conflicts.

KERNEL tr32(const float *__restrict__ A, float *__restrict__ B) {
  SHARED float S[64 * 64];
  unsigned t = threadIdx.x, row = t / 16, chunk = t % 16;
  pieces<8> v = load<8>(A + row * pitch + chunk * 4, 8 * pitch);
#pragma unroll
  for (int i = 0; i < 8; i++)
    *(uint4 *)(S + (row + 8 * i) * 64 + (chunk ^ ((row + 8 * i) / 4)) * 4) =
        v.of[i];
  __syncthreads();
#pragma unroll
  for (int h = 0; h < 2; h++) {
    unsigned rows = t % 16, columns = t / 16 + 8 * h;
    pieces<4> x = load<4>(S + 4 * rows * 64 + (columns ^ rows) * 4, 64), y;
    y.of[0] = make_uint4(x.of[0].x, x.of[1].x, x.of[2].x, x.of[3].x);
    y.of[1] = make_uint4(x.of[0].y, x.of[1].y, x.of[2].y, x.of[3].y);
    y.of[2] = make_uint4(x.of[0].z, x.of[1].z, x.of[2].z, x.of[3].z);
    y.of[3] = make_uint4(x.of[0].w, x.of[1].w, x.of[2].w, x.of[3].w);
    store(B + 4 * columns * pitch + 4 * rows, pitch, y);
  }
}

// Blocks of 8 rows and 4 columns.
KERNEL tr16(source A, target B) {
  SHARED __half S[64 * 64];
  unsigned t = threadIdx.x, row = t / 8, chunk = t % 8;
  pieces<4> v = load<4>(A + row * pitch + chunk * 8, 16 * pitch);
#pragma unroll
  for (int i = 0; i < 4; i++)
    *(uint4 *)(S + (row + 16 * i) * 64 + (chunk ^ ((row + 16 * i) / 8)) * 8) =
        v.of[i];
  __syncthreads();
  unsigned rows = t % 8, columns = t / 8;
  const __half *s =
      S + 8 * rows * 64 + ((columns / 2) ^ rows) * 8 + columns % 2 * 4;
  uint2 x[8];
#pragma unroll
  for (int i = 0; i < 8; i++)
    x[i] = *(const uint2 *)(s + i * 64);
  pieces<4> y;
  y.of[0] = make_uint4(lows(x[0].x, x[1].x), lows(x[2].x, x[3].x),
                       lows(x[4].x, x[5].x), lows(x[6].x, x[7].x));
  y.of[1] = make_uint4(highs(x[0].x, x[1].x), highs(x[2].x, x[3].x),
                       highs(x[4].x, x[5].x), highs(x[6].x, x[7].x));
  y.of[2] = make_uint4(lows(x[0].y, x[1].y), lows(x[2].y, x[3].y),
                       lows(x[4].y, x[5].y), lows(x[6].y, x[7].y));
  y.of[3] = make_uint4(highs(x[0].y, x[1].y), highs(x[2].y, x[3].y),
                       highs(x[4].y, x[5].y), highs(x[6].y, x[7].y));
  store(B + 4 * columns * pitch + 8 * rows, pitch, y);
}

// Blocks of 8 rows and 4 columns of bytes.
KERNEL tr8(const uint8_t *__restrict__ A, uint8_t *__restrict__ B) {
  SHARED uint8_t S[64 * 64];
  unsigned t = threadIdx.x, row = t / 4, chunk = t % 4;
  store(S + row * 64 + (chunk ^ (row / 8)) * 16, 32 * 64,
        load<2>(A + row * pitch + chunk * 16, 32 * pitch));
  __syncthreads();
  unsigned rows = t % 8, columns = t / 8;
  const uint8_t *s =
      S + 8 * rows * 64 + ((columns / 4) ^ (rows % 4)) * 16 + columns % 4 * 4;
  unsigned y[2][4];
#pragma unroll
  for (int h = 0; h < 2; h++) {
    unsigned x[4];
#pragma unroll
    for (int i = 0; i < 4; i++)
      x[i] = *(const unsigned *)(s + (4 * h + i) * 64);
    unsigned p = __byte_perm(x[0], x[1], 0x5140),
             q = __byte_perm(x[2], x[3], 0x5140);
    unsigned u = __byte_perm(x[0], x[1], 0x7362),
             w = __byte_perm(x[2], x[3], 0x7362);
    y[h][0] = lows(p, q), y[h][1] = highs(p, q);
    y[h][2] = lows(u, w), y[h][3] = highs(u, w);
  }
  uint8_t *b = B + 4 * columns * pitch + 8 * rows;
#pragma unroll
  for (int i = 0; i < 4; i++)
    *(uint2 *)(b + i * pitch) = make_uint2(y[0][i], y[1][i]);
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
// By matrices: warp w has columns 16 w of A, which are rows of B.
KERNEL tr16m(source A, target B) {
  SHARED __half S[64 * 64];
  unsigned t = threadIdx.x, lane = t % 32, warp = t / 32;
  unsigned at = t / 8 * pitch + t % 8 * 8, place = chunk8(t / 8, t % 8) / 2;
  store(S + place, 1024, load<4>(A + at, 16 * pitch));
  __syncthreads();
  unsigned m[2][2][4];
#pragma unroll
  for (int i = 0; i < 2; i++)
#pragma unroll
    for (int j = 0; j < 2; j++)
      load_transposed(m[i][j],
                      address(S) + chunk8(32 * i + lane, 2 * warp + j));
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 2; i++)
#pragma unroll
    for (int j = 0; j < 2; j++)
      store_matrices(address(S) +
                         chunk8(16 * warp + 8 * j + lane % 8, 4 * i + lane / 8),
                     m[i][j]);
  __syncthreads();
  store(B + at, 16 * pitch, load<4>(S + place, 1024));
}
#endif

// Sums of four warps of 16 rows, rounded to halves and stored in rows.
KERNEL epi(const float *__restrict__ X, target B) {
  SHARED __half S[64 * 64];
  unsigned t = threadIdx.x, lane = t % 32, warp = t / 32;
  unsigned h[16];
#pragma unroll
  for (int i = 0; i < 8; i++) {
    float4 x = *(const float4 *)(X + t * 32 + 4 * i);
    h[2 * i] = halves(x.x, x.y), h[2 * i + 1] = halves(x.z, x.w);
  }
#if __CUDA_ARCH__ >= 900
#pragma unroll
  for (int j = 0; j < 4; j++)
    store_matrices(address(S) +
                       chunk8(16 * warp + lane % 16, 2 * j + lane / 16),
                   h + 4 * j);
#else
#pragma unroll
  for (int j = 0; j < 16; j++)
    *(unsigned *)((char *)S + chunk8(16 * warp + j % 2 * 8 + lane / 4, j / 2) +
                  lane % 4 * 4) = h[j];
#endif
  __syncthreads();
  store(B + t / 8 * pitch + t % 8 * 8, 16 * pitch,
        load<4>(S + chunk8(t / 8, t % 8) / 2, 1024));
}

// Products of tiles of 64 x 64: each warp has 16 rows.

template <int UNROLL>
INLINE void feed_tiles(source A, source B, float *__restrict__ C) {
  SHARED __half SA[64 * 64];
  SHARED __half SB[64 * 64];
  unsigned t = threadIdx.x, lane = t % 32, warp = t / 32;
  unsigned at = t / 8 * pitch + t % 8 * 8, place = chunk8(t / 8, t % 8) / 2;
  store(SA + place, 1024, load<4>(A + at, 16 * pitch));
  store(SB + place, 1024, load<4>(B + at, 16 * pitch));
  __syncthreads();
  unsigned from_a = address(SA) + chunk8(16 * warp + lane % 16, lane / 16),
           from_b[4];
#pragma unroll
  for (int j = 0; j < 4; j++)
    from_b[j] = address(SB) + chunk8(lane % 16, 2 * j + lane / 16);
  float c[8][4] = {};
#pragma unroll(UNROLL)
  for (int k = 0; k < 4; k++) {
    unsigned a[4], b[4][4];
    load_matrices(a, from_a ^ (32 * k));
#pragma unroll
    for (int j = 0; j < 4; j++)
      load_transposed(b[j], from_b[j] + 2048 * k);
#pragma unroll
    for (int j = 0; j < 8; j++)
      multiply(c[j], a, b[j / 2] + j % 2 * 2);
  }
  float *to = C + (16 * warp + lane / 4) * pitch + lane % 4 * 2;
#pragma unroll
  for (int j = 0; j < 8; j++)
#pragma unroll
    for (int h = 0; h < 2; h++)
      *(float2 *)(to + 8 * h * pitch + 8 * j) =
          make_float2(c[j][2 * h], c[j][2 * h + 1]);
}

KERNEL feed(source A, source B, float *__restrict__ C) {
  feed_tiles<1>(A, B, C);
}
KERNEL feedu(source A, source B, float *__restrict__ C) {
  feed_tiles<4>(A, B, C);
}

// 1024 x 1024 of C, 64 x 64 a block, 32 x 32 a warp; 32 columns of A and rows
// of B a step, in two stages.

struct multiplier {
  const __half *a, *b;        // what this thread fetches next
  unsigned to_a, to_b;        // where to, in stage 0
  unsigned from_a, from_b[2]; // what it feeds to the tensor cores, in stage 0
  float c[2][4][4];

  INLINE multiplier(source A, source B, const __half *SA, const __half *SB) {
    unsigned t = threadIdx.x, lane = t % 32, warp = t / 32;
    a = A + (blockIdx.y * 64 + t / 4) * pitch + t % 4 * 8;
    b = B + t / 8 * pitch + blockIdx.x * 64 + t % 8 * 8;
    to_a = address(SA) + chunk4(t / 4, t % 4);
    to_b = address(SB) + chunk8(t / 8, t % 8);
    from_a = address(SA) + chunk4(warp / 2 * 32 + lane % 16, lane / 16);
#pragma unroll
    for (int j = 0; j < 2; j++)
      from_b[j] =
          address(SB) + chunk8(lane % 16, warp % 2 * 4 + 2 * j + lane / 16);
#pragma unroll
    for (int i = 0; i < 32; i++)
      c[i / 16][i / 4 % 4][i % 4] = 0;
  }
  INLINE void fetch_next(unsigned stage) {
    fetch<2>(to_a + stage, 2048, a, 32 * pitch);
    fetch<2>(to_b + stage, 2048, b, 16 * pitch);
    a += 32, b += 32 * pitch;
  }
  INLINE void multiply_stage(unsigned stage) {
    unsigned x[2][2][4], y[2][2][4];
#pragma unroll
    for (int k = 0; k < 2; k++)
#pragma unroll
      for (int i = 0; i < 2; i++) {
        load_matrices(x[k][i], (from_a ^ (32 * k)) + stage + 1024 * i);
        load_transposed(y[k][i], from_b[i] + stage + 2048 * k);
      }
#pragma unroll
    for (int k = 0; k < 2; k++)
#pragma unroll
      for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 4; j++)
          multiply(c[i][j], x[k][i], y[k][j / 2] + j % 2 * 2);
  }
  INLINE void store_sums(float *__restrict__ C) {
    unsigned t = threadIdx.x, lane = t % 32, warp = t / 32;
    float *to = C + (blockIdx.y * 64 + warp / 2 * 32 + lane / 4) * pitch +
                blockIdx.x * 64 + warp % 2 * 32 + lane % 4 * 2;
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
      for (int j = 0; j < 4; j++)
        *(float2 *)(to + 8 * i * pitch + 8 * j) =
            make_float2(c[i / 2][j][i % 2 * 2], c[i / 2][j][i % 2 * 2 + 1]);
  }
};

INLINE void multiply_all(source A, source B, float *__restrict__ C, int K) {
  SHARED __half SA[2 * 64 * 32];
  SHARED __half SB[2 * 32 * 64];
  multiplier m(A, B, SA, SB);
  m.fetch_next(0);
  commit();
#pragma unroll 1
  for (int k = 0; k < K; k += 32) {
    unsigned stage = (k & 32) * 128;
    if (k + 32 < K)
      m.fetch_next(stage ^ 4096);
    commit();
    arrive<1>();
    m.multiply_stage(stage);
    __syncthreads();
  }
  m.store_sums(C);
}

KERNEL gemm(source A, source B, float *__restrict__ C) {
  multiply_all(A, B, C, 1024);
}
KERNEL gemmk(source A, source B, float *__restrict__ C, int K) {
  multiply_all(A, B, C, K);
}

// The stages are constants: two steps of the loop in one.
KERNEL gemm2(source A, source B, float *__restrict__ C, int K) {
  SHARED __half SA[2 * 64 * 32];
  SHARED __half SB[2 * 32 * 64];
  multiplier m(A, B, SA, SB);
  m.fetch_next(0);
  commit();
#pragma unroll 1
  for (int k = 0; k < K; k += 64)
#pragma unroll
    for (int u = 0; u < 2; u++) {
      if (k + 32 * u + 32 < K)
        m.fetch_next(4096 * (1 - u));
      commit();
      arrive<1>();
      m.multiply_stage(4096 * u);
      __syncthreads();
    }
  m.store_sums(C);
}

// A tile of 8 x 16 pixels of an image, which may begin before it.

KERNEL halo(source A, target B, int h, int w, int i, int j) {
  unsigned t = threadIdx.x, chunk = t % 8 * 8;
  int x = j + (int)(t / 8);
  pieces<8> v;
#pragma unroll
  for (int r = 0; r < 8; r++) {
    int y = i + r;
    bool is_inside = (unsigned)y < (unsigned)h && (unsigned)x < (unsigned)w;
    v.of[r] = is_inside ? *(const uint4 *)(A + (y * 64 + x) * 64 + chunk)
                        : make_uint4(0, 0, 0, 0);
  }
  store(B + t * 8, 1024, v);
}

// Matrices of a batch, at strides of 32 bits whose products have 64.

KERNEL batch(source A, target B, int m, int n, int lda, int sa, int ldb,
             int sb) {
  unsigned t = threadIdx.x;
  int row = blockIdx.y * 64 + t / 8, column = blockIdx.x * 64 + t % 8 * 8;
  if (column >= n)
    return;
  source a = A + (long long)blockIdx.z * sa + (long long)row * lda + column;
  target b = B + (long long)blockIdx.z * sb + (long long)row * ldb + column;
  uint4 v[4];
#pragma unroll
  for (int i = 0; i < 4; i++)
    if (row + 16 * i < m)
      v[i] = *(const uint4 *)(a + (long long)i * 16 * lda);
#pragma unroll
  for (int i = 0; i < 4; i++)
    if (row + 16 * i < m)
      *(uint4 *)(b + (long long)i * 16 * ldb) = v[i];
}

// Rows: a block a row, a row a thread of eight, a warp a row.

// Two barriers a reduction, since one of the next row follows.
INLINE float sum_of_block(float own, float *parts) {
#pragma unroll
  for (int d = 1; d < 32; d *= 2)
    own += __shfl_xor_sync(~0u, own, d);
  __syncthreads();
  if (threadIdx.x % 32 == 0)
    parts[threadIdx.x / 32] = own;
  __syncthreads();
  float4 all = *(const float4 *)parts;
  return (all.x + all.y) + (all.z + all.w);
}
KERNEL rmsnorm(source X, source G, target Y, int rows) {
  SHARED float parts[4];
  float g[8];
  unpack(*(const uint4 *)(G + 8 * threadIdx.x), g);
#pragma unroll 1
  for (int i = blockIdx.x; i < rows; i += gridDim.x) {
    float x[8];
    unpack(*(const uint4 *)(X + 1024ll * i + 8 * threadIdx.x), x);
    float sum = ((x[0] * x[0] + x[1] * x[1]) + (x[2] * x[2] + x[3] * x[3])) +
                ((x[4] * x[4] + x[5] * x[5]) + (x[6] * x[6] + x[7] * x[7]));
    float scale = rsqrtf(sum_of_block(sum, parts) / 1024 + 1e-5f);
#pragma unroll
    for (int k = 0; k < 8; k++)
      x[k] = x[k] * scale * g[k];
    *(uint4 *)(Y + 1024ll * i + 8 * threadIdx.x) = pack(x);
  }
}

KERNEL rope(target X, const float *__restrict__ C, const float *__restrict__ S,
            int rows) {
  int t = threadIdx.x, i = blockIdx.x * 16 + t / 8, at = t % 8 * 8;
  if (i >= rows)
    return;
  target x = X + i * 2048 + blockIdx.y * 128 + at;
  float a[8], b[8], c[8], s[8], first[8], second[8];
  unpack(*(const uint4 *)x, a);
  unpack(*(const uint4 *)(x + 64), b);
#pragma unroll
  for (int h = 0; h < 8; h += 4) {
    *(float4 *)(c + h) = *(const float4 *)(C + i * 64 + at + h);
    *(float4 *)(s + h) = *(const float4 *)(S + i * 64 + at + h);
  }
#pragma unroll
  for (int h = 0; h < 8; h++) {
    first[h] = a[h] * c[h] - b[h] * s[h];
    second[h] = a[h] * s[h] + b[h] * c[h];
  }
  *(uint4 *)x = pack(first);
  *(uint4 *)(x + 64) = pack(second);
}

KERNEL gather(source T, const int *__restrict__ N, target Y, int size,
              int count) {
  int lane = threadIdx.x % 32, i = blockIdx.x * 4 + threadIdx.x / 32;
  if (i >= count)
    return;
  int n = N[i];
  uint4 v = make_uint4(0, 0, 0, 0);
  if ((unsigned)n < (unsigned)size)
    v = *(const uint4 *)(T + n * 256 + lane * 8);
  *(uint4 *)(Y + i * 256 + lane * 8) = v;
}

// Four neighbours, of a tile with a halo: 34 rows of 10 pieces, 12 rows at a time.

KERNEL stencil(const float *__restrict__ A, float *__restrict__ B, float w) {
  SHARED float S[34 * 40];
  int t = threadIdx.x, i = blockIdx.y * 32, j = blockIdx.x * 32;
  if (t < 120) {
    int y = i - 1 + t / 10, x = j - 4 + t % 10 * 4;
    const float *a = A + y * 128 + x;
    float4 v[3];
#pragma unroll
    for (int n = 0; n < 3; n++)
      v[n] = (unsigned)(y + 12 * n) < 128 && (unsigned)x < 128 &&
                     (n < 2 || t < 100)
                 ? *(const float4 *)(a + n * 12 * 128)
                 : make_float4(0, 0, 0, 0);
#pragma unroll
    for (int n = 0; n < 3; n++)
      if (n < 2 || t < 100)
        *(float4 *)(S + 4 * t + n * 480) = v[n];
  }
  __syncthreads();
  const float *s = S + (t / 8 + 1) * 40 + t % 8 * 4 + 4;
  float *b = B + (i + t / 8) * 128 + j + t % 8 * 4;
#pragma unroll
  for (int h = 0; h < 2; h++, s += 16 * 40, b += 16 * 128) {
    float4 c = *(const float4 *)s, u = *(const float4 *)(s - 40),
           d = *(const float4 *)(s + 40);
    float l = s[-1], r = s[4];
    *(float4 *)b = make_float4(fmaf((u.x + d.x) + (l + c.y), w, c.x),
                               fmaf((u.y + d.y) + (c.x + c.z), w, c.y),
                               fmaf((u.z + d.z) + (c.y + c.w), w, c.z),
                               fmaf((u.w + d.w) + (c.z + r), w, c.w));
  }
}

// A table of pages of 16 rows; a scan; rows to bytes; backward of a norm; cross
// entropy; pixels 2 x 2 as channels; sums that are added to memory.

KERNEL pages(source C, const int *__restrict__ T, target Y, int tokens) {
  SHARED __half S[64 * 128];
  unsigned t = threadIdx.x, lane = t % 32, w = t / 32;
  int page = T[blockIdx.x * 4 + w];
  int left = tokens - (int)(blockIdx.x * 64 + w * 16);
  const __half *c = C + page * 2048 + lane * 8;
  unsigned row = lane / 16, chunk = lane % 16;
  unsigned to = address(S) + (w * 16 + row) * 256 + (chunk ^ row) * 16;
#pragma unroll
  for (int i = 0; i < 8; i++)
    fetch_inside((to ^ (i % 4 * 32)) + i * 512, c + i * 256,
                 (int)row + 2 * i < left);
  commit();
  arrive<0>();
  unsigned r = t / 16, k = t % 16;
  const __half *s = S + r * 128 + (k ^ r) * 8;
  target y = Y + (blockIdx.x * 64 + r) * 128 + k * 8;
  store(y, 8 * 128, load<8>(s, 8 * 128));
}

KERNEL scan(const float *__restrict__ X, float *__restrict__ Y, int rows) {
  int lane = threadIdx.x % 32, i = blockIdx.x * 4 + threadIdx.x / 32;
  if (i >= rows)
    return;
  int at = i * 256 + lane * 8;
  float v[8];
  *(float4 *)v = *(const float4 *)(X + at);
  *(float4 *)(v + 4) = *(const float4 *)(X + at + 4);
#pragma unroll
  for (int k = 1; k < 8; k++)
    v[k] += v[k - 1];
  float all = v[7];
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    float other = __shfl_up_sync(~0u, all, d);
    all = lane >= d ? all + other : all;
  }
  float before = all - v[7];
#pragma unroll
  for (int k = 0; k < 8; k++)
    v[k] += before;
  *(float4 *)(Y + at) = *(float4 *)v;
  *(float4 *)(Y + at + 4) = *(float4 *)(v + 4);
}

KERNEL quant8(source X, signed char *__restrict__ Q, float *__restrict__ S,
              int rows) {
  int lane = threadIdx.x % 32, i = blockIdx.x * 4 + threadIdx.x / 32;
  if (i >= rows)
    return;
  const __half *x = X + i * 1024 + lane * 8;
  float v[32];
#pragma unroll
  for (int k = 0; k < 4; k++)
    unpack(*(const uint4 *)(x + 256 * k), v + 8 * k);
  float m = 0;
#pragma unroll
  for (int k = 0; k < 32; k++)
    m = fmaxf(m, fabsf(v[k]));
#pragma unroll
  for (int d = 1; d < 32; d *= 2)
    m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
  float s = fmaxf(m, 1e-10f) * 0.00787401571f, f = 1 / s;
  signed char *q = Q + i * 1024 + lane * 8;
#pragma unroll
  for (int k = 0; k < 4; k++) {
    unsigned w[2];
#pragma unroll
    for (int h = 0; h < 2; h++) {
      int n[4];
#pragma unroll
      for (int e = 0; e < 4; e++)
        n[e] = __float_as_int(fmaf(v[8 * k + 4 * h + e], f, 12582912));
      w[h] = __byte_perm(__byte_perm(n[0], n[1], 0x0040),
                         __byte_perm(n[2], n[3], 0x0040), 0x5410);
    }
    *(uint2 *)(q + 256 * k) = make_uint2(w[0], w[1]);
  }
  if (lane == 0)
    S[i] = s;
}

KERNEL norm_bwd(source X, source D, source G, const float *__restrict__ M,
                const float *__restrict__ R, target Y, float *__restrict__ P,
                int rows) {
  SHARED float parts[2][4];
  int t = threadIdx.x;
  float g[8], part[8] = {};
  unpack(*(const uint4 *)(G + 8 * t), g);
#pragma unroll 1
  for (int i = blockIdx.x; i < rows; i += gridDim.x) {
    float x[8], d[8];
    unpack(*(const uint4 *)(X + i * 1024 + 8 * t), x);
    unpack(*(const uint4 *)(D + i * 1024 + 8 * t), d);
    float m = M[i], r = R[i];
    float s0 = 0, s1 = 0;
#pragma unroll
    for (int k = 0; k < 8; k++) {
      x[k] = (x[k] - m) * r;
      part[k] += d[k] * x[k];
      d[k] *= g[k];
      s0 += d[k];
      s1 += d[k] * x[k];
    }
#pragma unroll
    for (int n = 1; n < 32; n *= 2) {
      s0 += __shfl_xor_sync(~0u, s0, n);
      s1 += __shfl_xor_sync(~0u, s1, n);
    }
    __syncthreads();
    if (t % 32 == 0) {
      parts[0][t / 32] = s0;
      parts[1][t / 32] = s1;
    }
    __syncthreads();
    float4 a = *(const float4 *)parts[0], b = *(const float4 *)parts[1];
    s0 = ((a.x + a.y) + (a.z + a.w)) * (1.0f / 1024);
    s1 = ((b.x + b.y) + (b.z + b.w)) * (1.0f / 1024);
#pragma unroll
    for (int k = 0; k < 8; k++)
      x[k] = (d[k] - s0 - x[k] * s1) * r;
    *(uint4 *)(Y + i * 1024 + 8 * t) = pack(x);
  }
  float *p = P + blockIdx.x * 1024 + 8 * t;
  *(float4 *)p = *(float4 *)part;
  *(float4 *)(p + 4) = *(float4 *)(part + 4);
}

KERNEL loss(source X, const int *__restrict__ L, float *__restrict__ Y,
            int columns) {
  SHARED float parts[2][4];
  int t = threadIdx.x;
  const float log2e = 1.44269504f;
  float m = -1e30f, s = 0;
  const __half *x = X + blockIdx.x * 8192 + 8 * t;
#pragma unroll 1
  for (int j = 0; j < columns; j += 1024, x += 1024) {
    uint4 bits = make_uint4(0xfbfffbff, 0xfbfffbff, 0xfbfffbff, 0xfbfffbff);
    if (j + 8 * t < columns)
      bits = *(const uint4 *)x;
    float v[8], most = m;
    unpack(bits, v);
#pragma unroll
    for (int k = 0; k < 8; k++)
      most = fmaxf(most, v[k] *= log2e);
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 8; k++)
      sum += exp2f(v[k] - most);
    s = s * exp2f(m - most) + sum;
    m = most;
  }
  float all = m;
#pragma unroll
  for (int d = 1; d < 32; d *= 2)
    all = fmaxf(all, __shfl_xor_sync(~0u, all, d));
  if (t % 32 == 0)
    parts[0][t / 32] = all;
  __syncthreads();
  float4 a = *(const float4 *)parts[0];
  all = fmaxf(fmaxf(a.x, a.y), fmaxf(a.z, a.w));
  s *= exp2f(m - all);
#pragma unroll
  for (int d = 1; d < 32; d *= 2)
    s += __shfl_xor_sync(~0u, s, d);
  if (t % 32 == 0)
    parts[1][t / 32] = s;
  __syncthreads();
  a = *(const float4 *)parts[1];
  if (t == 0)
    Y[blockIdx.x] = (log2f((a.x + a.y) + (a.z + a.w)) + all) * 0.693147182f -
                    __half2float(X[blockIdx.x * 8192 + L[blockIdx.x]]);
}

KERNEL pixels(source A, target B) {
  // 512 pieces: row a, pixel w, b, chunk of 4
  int t = threadIdx.x, i = blockIdx.y;
  int k = t % 8, w = t / 8;
  const __half *a = A + i * 4096 + t * 8;
  __half *b = B + i * 4096 + w * 128 + k * 8;
  uint4 v[4];
#pragma unroll
  for (int n = 0; n < 4; n++)
    v[n] = *(const uint4 *)(a + n * 1024);
#pragma unroll
  for (int n = 0; n < 4; n++)
    *(uint4 *)(b + n / 2 * 64 + n % 2 * 2048) = v[n];
}

KERNEL add_sums(const float *__restrict__ X, float *__restrict__ C, int i,
                int j) {
  int t = threadIdx.x, lane = t % 32;
  float x[16];
#pragma unroll
  for (int k = 0; k < 16; k += 4)
    *(float4 *)(x + k) = *(const float4 *)(X + t * 16 + k);
  float *c = C + (i + t / 32 * 16 + lane / 4) * 128 + j + lane % 4 * 2;
#pragma unroll
  for (int n = 0; n < 16; n++)
    atomicAdd(c + n / 4 * 8 + n / 2 % 2 * 1024 + n % 2, x[n]);
}

// A tile is transposed under bounds.

KERNEL trb(source A, target B, int m, int n, int ld) {
  SHARED __half S[64 * 64];
  unsigned t = threadIdx.x;
  int row = t / 8, chunk = t % 8;
  const __half *a = A + row * ld + chunk * 8;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    uint4 v = make_uint4(0, 0, 0, 0);
    if (row + 16 * i < m && chunk * 8 < n)
      v = *(const uint4 *)(a + 16 * i * ld);
    *(uint4 *)(S + (row + 16 * i) * 64 + (chunk ^ ((row + 16 * i) % 8)) * 8) =
        v;
  }
  __syncthreads();
  unsigned rows = t % 8, columns = t / 8;
  uint2 x[8];
#pragma unroll
  for (int i = 0; i < 8; i++)
    x[i] = *(const uint2 *)(S + (8 * rows + i) * 64 + ((columns / 2) ^ i) * 8 +
                            columns % 2 * 4);
  uint4 y[4] = {make_uint4(lows(x[0].x, x[1].x), lows(x[2].x, x[3].x),
                           lows(x[4].x, x[5].x), lows(x[6].x, x[7].x)),
                make_uint4(highs(x[0].x, x[1].x), highs(x[2].x, x[3].x),
                           highs(x[4].x, x[5].x), highs(x[6].x, x[7].x)),
                make_uint4(lows(x[0].y, x[1].y), lows(x[2].y, x[3].y),
                           lows(x[4].y, x[5].y), lows(x[6].y, x[7].y)),
                make_uint4(highs(x[0].y, x[1].y), highs(x[2].y, x[3].y),
                           highs(x[4].y, x[5].y), highs(x[6].y, x[7].y))};
  int r0 = columns * 4;
  if ((int)rows * 8 < m)
#pragma unroll
    for (int i = 0; i < 4; i++)
      if (r0 + i < n)
        *(uint4 *)(B + (r0 + i) * ld + rows * 8) = y[i];
}

// A ring of three stages.

KERNEL ring(source A, target B, int K) {
  SHARED __half S[3 * 64 * 64];
  unsigned t = threadIdx.x, row = t / 8, chunk = t % 8, lane = t % 32,
           w = t / 32;
  unsigned to = address(S) + (row * 64 + (chunk ^ (row % 8)) * 8) * 2;
  const __half *a = A + row * 64 + chunk * 8;
  fetch<4>(to, 16 * 128, a, 16 * 64);
  commit();
  fetch<4>(to + 8192, 16 * 128, a + 4096, 16 * 64);
  commit();
  a += 8192;
  unsigned base = address(S), off = (w * 16 + lane % 16) * 128, sw[4];
#pragma unroll
  for (int i = 0; i < 4; i++)
    sw[i] = off + (((lane / 16) + 2 * i) ^ (lane % 8)) * 16;
  __half2 acc[16];
#pragma unroll
  for (int i = 0; i < 16; i++)
    acc[i] = __float2half2_rn(0.f);
  unsigned rd = base, wr = 2 * 8192;
#pragma unroll 1
  for (int k = 0; k < K; k++, a += 4096) {
    arrive<1>();
#pragma unroll
    for (int i = 0; i < 4; i++) {
      unsigned r[4];
      asm volatile(
          "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
          : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
          : "r"(rd + sw[i]));
#pragma unroll
      for (int j = 0; j < 4; j++)
        acc[4 * i + j] = __hadd2(acc[4 * i + j], *(__half2 *)&r[j]);
    }
    if (k + 2 < K)
      fetch<4>(to + wr, 16 * 128, a, 16 * 64);
    commit();
    rd = rd == base + 2 * 8192 ? base : rd + 8192;
    wr = wr == 2 * 8192 ? 0 : wr + 8192;
  }
#pragma unroll
  for (int i = 0; i < 4; i++)
    *(uint4 *)(B + t * 32 + 8 * i) = *(uint4 *)&acc[4 * i];
}

// A sequence by four weights a channel: 64 times behind three others, a window of which
// slides over four.

KERNEL conv1d(source X, source W, target Y, int n) {
  SHARED __half S[67 * 64];
  int t = threadIdx.x, i = blockIdx.y * 64, j = blockIdx.x * 64;
  int row = t / 8, chunk = t % 8 * 8;
  const __half *x = X + (i - 3 + row) * 512 + j + chunk;
#pragma unroll
  for (int k = 0; k < 5; k++)
    if (k < 4 || row < 3) {
      uint4 v = make_uint4(0, 0, 0, 0);
      if ((unsigned)(i - 3 + row + 16 * k) < (unsigned)n)
        v = *(const uint4 *)(x + k * 16 * 512);
      *(uint4 *)(S + (row + 16 * k) * 64 + chunk) = v;
    }
  __syncthreads();
  float w[4][8], s[4][8];
#pragma unroll
  for (int k = 0; k < 4; k++)
    unpack(*(const uint4 *)(W + k * 512 + j + chunk), w[k]);
#pragma unroll
  for (int r = 0; r < 7; r++) {
    float v[8];
    unpack(*(const uint4 *)(S + (row * 4 + r) * 64 + chunk), v);
#pragma unroll
    for (int k = 0; k < 4; k++)
      if (r - k >= 0 && r - k < 4)
#pragma unroll
        for (int e = 0; e < 8; e++)
          s[r - k][e] =
              k == 0 ? v[e] * w[0][e] : fmaf(v[e], w[k][e], s[r - k][e]);
  }
  target y = Y + (i + row * 4) * 512 + j + chunk;
#pragma unroll
  for (int k = 0; k < 4; k++)
    if (i + row * 4 + k < n)
      *(uint4 *)(y + k * 512) = pack(s[k]);
}

// Gates times values: the sigmoid by approximations.

KERNEL swiglu(source X, target Y, int n) {
  int t = threadIdx.x, j = blockIdx.x * 2048 + t * 8;
  const __half *x = X + (long long)blockIdx.y * 2 * n + j;
  target y = Y + (long long)blockIdx.y * n + j;
  uint4 a[2], b[2];
#pragma unroll
  for (int k = 0; k < 2; k++)
    if (j + 1024 * k < n) {
      a[k] = *(const uint4 *)(x + 1024 * k);
      b[k] = *(const uint4 *)(x + n + 1024 * k);
    }
#pragma unroll
  for (int k = 0; k < 2; k++)
    if (j + 1024 * k < n) {
      float g[8], u[8];
      unpack(a[k], g), unpack(b[k], u);
#pragma unroll
      for (int e = 0; e < 8; e++)
        g[e] = __fdividef(g[e], 1 + exp2f(g[e] * -1.44269504f)) * u[e];
      *(uint4 *)(y + 1024 * k) = pack(g);
    }
}

// A step of Adam, in place; the root by approximation.

INLINE float root(float x) {
  asm("sqrt.approx.f32 %0, %0;" : "+f"(x));
  return x;
}

KERNEL adam(float4 *__restrict__ P, const float4 *__restrict__ G,
            float4 *__restrict__ M, float4 *__restrict__ V, float rate,
            float c1, float c2, int n) {
  int j = blockIdx.x * 2048 + threadIdx.x * 4;
#pragma unroll
  for (int k = 0; k < 4; k++)
    if (j + 512 * k < n) {
      int i = (j + 512 * k) / 4;
      float4 p4 = P[i], g4 = G[i], m4 = M[i], v4 = V[i];
      float *p = &p4.x, *g = &g4.x, *m = &m4.x, *v = &v4.x;
#pragma unroll
      for (int e = 0; e < 4; e++) {
        m[e] = 0.9f * m[e] + 0.1f * g[e];
        v[e] = 0.999f * v[e] + 0.001f * (g[e] * g[e]);
        p[e] -= __fdividef(m[e] * c1 * rate, root(v[e] * c2) + 1.0e-8f);
      }
      P[i] = p4, M[i] = m4, V[i] = v4;
    }
}

KERNEL axpy(const float *__restrict__ X, float *__restrict__ Y, float s, int n) {
#pragma unroll 1
  for (int i = blockIdx.x * 512 + threadIdx.x * 4; i < n; i += gridDim.x * 512) {
    float4 x = *(const float4 *)(X + i), y = *(const float4 *)(Y + i);
    *(float4 *)(Y + i) = make_float4(fmaf(x.x, s, y.x), fmaf(x.y, s, y.y),
                                     fmaf(x.z, s, y.z), fmaf(x.w, s, y.w));
  }
}
