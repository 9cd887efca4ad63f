// Tiles of 64 x 64 that move as a careful engineer writes it: of a matrix with pitch
// `ld`, from row i and column j, under bounds m and n where ROWS and COLUMNS say so.
// I is the type of all offsets.
#ifndef VARIANTS_CUH
#define VARIANTS_CUH
#include "../kernels/hand.cuh"

typedef __half f16;
typedef float f32;
typedef uint8_t i8;
#define UNROLL _Pragma("unroll")
#define KERNEL_OF(N) extern "C" __global__ void __launch_bounds__(N)

template <class I> struct place {
  I ld, m, n, i, j;
};

template <class T> INLINE uint4 get(const T *from) {
  return *(const uint4 *)from;
}
template <class T> INLINE void put(T *to, uint4 v) { *(uint4 *)to = v; }

// What a thread has: a piece of 16 bytes in each of several rows.
template <class T, int N> struct pieces_of {
  static constexpr int width = 16 / sizeof(T), chunks = 64 / width,
                       rows = N / chunks, count = 64 / rows;
};

// Rows of bytes, of halves and of words under an exclusive or of chunks.
template <class T> INLINE unsigned swizzled(unsigned row, unsigned chunk) {
  constexpr unsigned chunks = 64 * sizeof(T) / 16, most = chunks < 8 ? chunks : 8;
  return row * 64 + (chunk ^ (row * most / 8 % most)) * (16 / sizeof(T));
}

INLINE void fetch_piece(unsigned to, const void *from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from)
               : "memory");
}
INLINE void fetch_piece(unsigned to, const void *from, bool is_inside) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to),
               "l"(from), "r"(is_inside ? 16 : 0)
               : "memory");
}

template <class T, int N, class I, bool ROWS, bool COLUMNS>
INLINE void copy(const T *A, T *B, place<I> p) {
  typedef pieces_of<T, N> P;
  unsigned t = threadIdx.x;
  I row = (I)(t / P::chunks) + p.i, column = (I)(t % P::chunks * P::width) + p.j;
  if (COLUMNS && column >= p.n)
    return;
  I at = row * p.ld + column;
  uint4 v[P::count];
  UNROLL for (int k = 0; k < P::count; k++)
    if (!ROWS || row + P::rows * k < p.m)
      v[k] = get(A + at + k * P::rows * p.ld);
  UNROLL for (int k = 0; k < P::count; k++)
    if (!ROWS || row + P::rows * k < p.m)
      put(B + at + k * P::rows * p.ld, v[k]);
}

// Through shared memory: swizzled, or padded; what is read is the same piece, or
// (TURNED) one of columns.
template <class T, int N, class I, bool ROWS, bool COLUMNS, bool ASYNC, bool PADDED,
          bool TURNED>
INLINE void staged(const T *A, T *B, T *S, place<I> p) {
  typedef pieces_of<T, N> P;
  constexpr unsigned length = PADDED ? 64 + P::width : 64;
  auto at = [](unsigned row, unsigned chunk) {
    return PADDED ? row * length + chunk * P::width : swizzled<T>(row, chunk);
  };
  unsigned t = threadIdx.x, r = t / P::chunks, c = t % P::chunks;
  I row = (I)r + p.i, column = (I)(c * P::width) + p.j;
  const T *a = A + row * p.ld + column;
  bool inside[P::count];
  UNROLL for (int k = 0; k < P::count; k++)
    inside[k] = (!ROWS || row + k * P::rows < p.m) && (!COLUMNS || column < p.n);
  if (ASYNC) {
    unsigned to = address(S) + at(r, c) * sizeof(T);
    UNROLL for (int k = 0; k < P::count; k++) {
      unsigned own = to + k * P::rows * length * (unsigned)sizeof(T);
      if (ROWS || COLUMNS)
        fetch_piece(own, a + k * P::rows * p.ld, inside[k]);
      else
        fetch_piece(own, a + k * P::rows * p.ld);
    }
    commit();
    arrive<0>();
  } else {
    uint4 v[P::count];
    UNROLL for (int k = 0; k < P::count; k++) {
      if (ROWS || COLUMNS)
        v[k] = make_uint4(0, 0, 0, 0);
      if (inside[k])
        v[k] = get(a + k * P::rows * p.ld);
    }
    UNROLL for (int k = 0; k < P::count; k++)
      put(S + at(r, c) + k * P::rows * length, v[k]);
    __syncthreads();
  }
  if (TURNED) {
    r = t % P::rows, c = t / P::rows;
    row = (I)r + p.i, column = (I)(c * P::width) + p.j;
  }
  T *b = B + row * p.ld + column;
  if (!COLUMNS || column < p.n)
    UNROLL for (int k = 0; k < P::count; k++)
      if (!ROWS || row + k * P::rows < p.m)
        put(b + k * P::rows * p.ld, get(S + at(r, c) + k * P::rows * length));
}

// Blocks of 4 columns are turned into rows in registers: 4 x 4 words, 8 x 4 halves,
// 8 x 4 bytes.

INLINE void turn(const f32 *S, unsigned i, unsigned j, uint4 *rows) {
  uint4 x[4];
  UNROLL for (int k = 0; k < 4; k++)
    x[k] = get(S + (4 * i + k) * 64 + ((j ^ i) * 4));
  rows[0] = make_uint4(x[0].x, x[1].x, x[2].x, x[3].x);
  rows[1] = make_uint4(x[0].y, x[1].y, x[2].y, x[3].y);
  rows[2] = make_uint4(x[0].z, x[1].z, x[2].z, x[3].z);
  rows[3] = make_uint4(x[0].w, x[1].w, x[2].w, x[3].w);
}
INLINE void turn(const f16 *S, unsigned i, unsigned j, uint4 *rows) {
  uint2 x[8];
  UNROLL for (int k = 0; k < 8; k++)
    x[k] = *(const uint2 *)(S + (8 * i + k) * 64 + ((j >> 1) ^ i) * 8 + (j & 1) * 4);
  rows[0] = make_uint4(lows(x[0].x, x[1].x), lows(x[2].x, x[3].x),
                       lows(x[4].x, x[5].x), lows(x[6].x, x[7].x));
  rows[1] = make_uint4(highs(x[0].x, x[1].x), highs(x[2].x, x[3].x),
                       highs(x[4].x, x[5].x), highs(x[6].x, x[7].x));
  rows[2] = make_uint4(lows(x[0].y, x[1].y), lows(x[2].y, x[3].y),
                       lows(x[4].y, x[5].y), lows(x[6].y, x[7].y));
  rows[3] = make_uint4(highs(x[0].y, x[1].y), highs(x[2].y, x[3].y),
                       highs(x[4].y, x[5].y), highs(x[6].y, x[7].y));
}
INLINE void turn(const i8 *S, unsigned i, unsigned j, uint2 *rows) {
  unsigned x[8], y[2][4];
  UNROLL for (int k = 0; k < 8; k++)
    x[k] = *(const unsigned *)(S + (8 * i + k) * 64 + ((j >> 2) ^ (i & 3)) * 16 +
                               (j & 3) * 4);
  UNROLL for (int h = 0; h < 2; h++) {
    const unsigned *q = x + 4 * h;
    unsigned a = __byte_perm(q[0], q[1], 0x5140), b = __byte_perm(q[2], q[3], 0x5140);
    unsigned c = __byte_perm(q[0], q[1], 0x7362), d = __byte_perm(q[2], q[3], 0x7362);
    y[h][0] = lows(a, b), y[h][1] = highs(a, b);
    y[h][2] = lows(c, d), y[h][3] = highs(c, d);
  }
  UNROLL for (int k = 0; k < 4; k++)
    rows[k] = make_uint2(y[0][k], y[1][k]);
}

template <class T> struct turned_row {
  typedef uint4 type;
};
template <> struct turned_row<i8> {
  typedef uint2 type;
};

template <class T, class I, bool ROWS, bool COLUMNS>
INLINE void transposed(const T *A, T *B, T *S, place<I> p) {
  typedef pieces_of<T, 128> P;
  typedef typename turned_row<T>::type row_type;
  constexpr unsigned length = sizeof(row_type) / sizeof(T), blocks = 64 / length;
  unsigned t = threadIdx.x, r = t / P::chunks, c = t % P::chunks;
  I row = (I)r + p.i, column = (I)(c * P::width) + p.j;
  const T *a = A + row * p.ld + column;
  uint4 v[P::count];
  UNROLL for (int k = 0; k < P::count; k++)
    if ((!ROWS || row + k * P::rows < p.m) && (!COLUMNS || column < p.n))
      v[k] = get(a + k * P::rows * p.ld);
  UNROLL for (int k = 0; k < P::count; k++) {
    unsigned own = r + k * P::rows;
    put(S + own * 64 + (c ^ (own / length % P::chunks)) * P::width, v[k]);
  }
  __syncthreads();
  UNROLL for (unsigned block = 0; block < 16 * blocks; block += 128) {
    unsigned i = (t + block) % blocks, j = (t + block) / blocks;
    row_type rows[4];
    turn(S, i, j, rows);
    I at = (I)(4 * j) + p.j, from = (I)(length * i) + p.i;
    T *b = B + at * p.ld + from;
    if (!ROWS || from < p.m)
      UNROLL for (int k = 0; k < 4; k++)
        if (!COLUMNS || at + k < p.n)
          *(row_type *)(b + k * p.ld) = rows[k];
  }
}

// Sums of products, rounded to halves, through shared memory.
template <class I, bool ROWS, bool COLUMNS>
INLINE void epilogue(const f32 *X, f16 *B, f16 *S, place<I> p) {
  unsigned t = threadIdx.x, lane = t % 32, w = t / 32, h[16];
  f32 x[32];
  UNROLL for (int k = 0; k < 8; k++)
    *(float4 *)(x + 4 * k) = *(const float4 *)(X + t * 32 + 4 * k);
  UNROLL for (int k = 0; k < 16; k++)
    h[k] = halves(x[2 * k], x[2 * k + 1]);
#if __CUDA_ARCH__ >= 900
  UNROLL for (int k = 0; k < 4; k++)
    store_matrices(address(S) + chunk8(16 * w + lane % 16, 2 * k + lane / 16),
                   h + 4 * k);
#else
  UNROLL for (int k = 0; k < 8; k++)
    UNROLL for (int half = 0; half < 2; half++)
      *(unsigned *)(S + swizzled<f16>(16 * w + 8 * half + lane / 4, k) +
                    lane % 4 * 2) = h[2 * k + half];
#endif
  __syncthreads();
  unsigned r = t / 8, c = t % 8;
  uint4 v[4];
  UNROLL for (int k = 0; k < 4; k++)
    v[k] = get(S + swizzled<f16>(r, c) + k * 16 * 64);
  I row = (I)r + p.i, column = (I)(c * 8) + p.j;
  f16 *b = B + row * p.ld + column;
  if (!COLUMNS || column < p.n)
    UNROLL for (int k = 0; k < 4; k++)
      if (!ROWS || row + 16 * k < p.m)
        put(b + k * 16 * p.ld, v[k]);
}

// A row of tiles.
template <class I, bool ROWS>
INLINE void loop(const f16 *A, f16 *B, place<I> p, I K) {
  unsigned t = threadIdx.x;
  I row = (I)(t / 8) + p.i, at = row * p.ld + t % 8 * 8;
  const f16 *a = A + at;
  f16 *b = B + at;
  bool inside[4];
  UNROLL for (int k = 0; k < 4; k++) inside[k] = !ROWS || row + 16 * k < p.m;
#pragma unroll 1
  for (I k = 0; k < K; k += 64, a += 64, b += 64) {
    uint4 v[4];
    UNROLL for (int s = 0; s < 4; s++)
      if (inside[s])
        v[s] = get(a + s * 16 * p.ld);
    UNROLL for (int s = 0; s < 4; s++)
      if (inside[s])
        put(b + s * 16 * p.ld, v[s]);
  }
}

// The same in two stages.
template <class I, bool ROWS>
INLINE void pipeline(const f16 *A, f16 *B, f16 *S, place<I> p, I K) {
  unsigned t = threadIdx.x, r = t / 8, c = t % 8, s = 2 * swizzled<f16>(r, c);
  I row = (I)r + p.i, at = row * p.ld + c * 8;
  const f16 *a = A + at;
  f16 *b = B + at;
  unsigned to = address(S) + s;
  bool inside[4];
  UNROLL for (int k = 0; k < 4; k++) inside[k] = !ROWS || row + 16 * k < p.m;
  auto fetch_stage = [&](unsigned stage, const f16 *from) {
    UNROLL for (int k = 0; k < 4; k++)
      if (ROWS)
        fetch_piece(to + stage + k * 2048, from + k * 16 * p.ld, inside[k]);
      else
        fetch_piece(to + stage + k * 2048, from + k * 16 * p.ld);
  };
  fetch_stage(0, a);
  commit();
#pragma unroll 1
  for (I k = 0; k < K; k += 64) {
    unsigned here = ((unsigned)k & 64) * 128;
    if (k + 64 < K)
      fetch_stage(here ^ 8192, a + k + 64);
    commit();
    arrive<1>();
    uint4 v[4];
    UNROLL for (int x = 0; x < 4; x++)
      v[x] = get((const char *)S + here + s + x * 2048);
    UNROLL for (int x = 0; x < 4; x++)
      if (inside[x])
        put(b + k + x * 16 * p.ld, v[x]);
    __syncthreads();
  }
}

#endif // VARIANTS_CUH
