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

// DOWN x ACROSS warps of ROWS_OF x COLUMNS_OF operands of 16 x 16 and 16 x 8; 32 of k
// a step, in a ring of stages.  STEPS: the last step may reach behind K.
template <class I, bool ROWS, bool COLUMNS, bool STEPS, int STAGES, int DOWN,
          int ACROSS, int ROWS_OF, int COLUMNS_OF>
INLINE void product(const f16 *A, const f16 *B, f32 *C, f16 *SA, f16 *SB,
                    place<I> p, I K) {
  constexpr int threads = 32 * DOWN * ACROSS, chunks = ACROSS * COLUMNS_OF;
  constexpr int rows_a = threads / 4, rows_b = threads / chunks;
  constexpr unsigned bytes = 16 * chunks; // of a row of B
  constexpr unsigned stage_a = DOWN * ROWS_OF * 16 * 64, stage_b = 32 * bytes;
  constexpr unsigned unit = stage_a < stage_b ? stage_a : stage_b;
  unsigned t = threadIdx.x, lane = t % 32, warp = t / 32;
  auto chunk_b = [](unsigned row, unsigned chunk) {
    return row * bytes + (chunk ^ (row & 7)) * 16;
  };
  I row_a = (I)(t / 4) + p.i, column_a = t % 4 * 8;
  I row_b = t / chunks, column_b = (I)(t % chunks * 8) + p.j;
  const f16 *a = A + row_a * p.ld + column_a, *b = B + row_b * p.ld + column_b;
  unsigned to_a = address(SA) + chunk4(t / 4, t % 4);
  unsigned to_b = address(SB) + chunk_b(t / chunks, t % chunks);
  unsigned from_a =
      address(SA) + chunk4(warp / ACROSS * 16 * ROWS_OF + lane % 16, lane / 16);
  unsigned from_b[COLUMNS_OF / 2];
  UNROLL for (int j = 0; j < COLUMNS_OF / 2; j++) from_b[j] =
      address(SB) +
      chunk_b(lane % 16, warp % ACROSS * COLUMNS_OF + 2 * j + lane / 16);
  bool in_m[stage_a / 64 / rows_a];
  UNROLL for (int n = 0; n < stage_a / 64 / rows_a; n++) in_m[n] =
      !ROWS || row_a + n * rows_a < p.m;
  bool in_n = !COLUMNS || column_b < p.n;
  auto fetch_next = [&](unsigned stage) {
    UNROLL for (int n = 0; n < stage_a / 64 / rows_a; n++) {
      unsigned to = to_a + stage * (stage_a / unit) + n * rows_a * 64;
      if (ROWS || STEPS)
        fetch_piece(to, a + n * rows_a * p.ld,
                    in_m[n] && (!STEPS || column_a < K));
      else
        fetch_piece(to, a + n * rows_a * p.ld);
    }
    UNROLL for (int n = 0; n < 32 / rows_b; n++) {
      unsigned to = to_b + stage * (stage_b / unit) + n * rows_b * bytes;
      if (COLUMNS || STEPS)
        fetch_piece(to, b + n * rows_b * p.ld,
                    in_n && (!STEPS || row_b + n * rows_b < K));
      else
        fetch_piece(to, b + n * rows_b * p.ld);
    }
    a += 32, b += 32 * p.ld, column_a += 32, row_b += 32;
  };
  f32 c[ROWS_OF][COLUMNS_OF][4] = {};
  auto multiply_stage = [&](unsigned stage) {
    unsigned x[2][ROWS_OF][4], y[2][COLUMNS_OF / 2][4];
    UNROLL for (int k = 0; k < 2; k++) {
      UNROLL for (int i = 0; i < ROWS_OF; i++) load_matrices(
          x[k][i], (from_a ^ (32 * k)) + stage * (stage_a / unit) + 1024 * i);
      UNROLL for (int j = 0; j < COLUMNS_OF / 2; j++) load_transposed(
          y[k][j], from_b[j] + stage * (stage_b / unit) + 16 * bytes * k);
    }
    UNROLL for (int k = 0; k < 2; k++)
      UNROLL for (int i = 0; i < ROWS_OF; i++)
        UNROLL for (int j = 0; j < COLUMNS_OF; j++)
          multiply(c[i][j], x[k][i], y[k][j / 2] + j % 2 * 2);
  };
  UNROLL for (unsigned s = 0; s + 1 < STAGES; s++) {
    fetch_next(s * unit);
    commit();
  }
  unsigned here = 0, there = (STAGES - 1) * unit;
#pragma unroll 1
  for (I k = 0; k < K; k += 32) {
    if (STAGES == 2)
      here = ((unsigned)k & 32) * (unit / 32), there = here ^ unit;
    else
      arrive<STAGES - 2>();
    if (k + 32 * (STAGES - 1) < K)
      fetch_next(there);
    commit();
    if (STAGES == 2)
      arrive<1>();
    multiply_stage(here);
    if (STAGES == 2) {
      __syncthreads();
    } else {
      there = there == (STAGES - 1) * unit ? 0 : there + unit;
      here = here == (STAGES - 1) * unit ? 0 : here + unit;
    }
  }
  I row = (I)(warp / ACROSS * 16 * ROWS_OF + lane / 4) + p.i;
  I column = (I)(warp % ACROSS * 8 * COLUMNS_OF + lane % 4 * 2) + p.j;
  f32 *to = C + row * p.ld + column;
  UNROLL for (int i = 0; i < 2 * ROWS_OF; i++)
    UNROLL for (int j = 0; j < COLUMNS_OF; j++)
      if ((!ROWS || row + 8 * i < p.m) && (!COLUMNS || column + 8 * j < p.n))
        *(float2 *)(to + 8 * i * p.ld + 8 * j) =
            make_float2(c[i / 2][j][i % 2 * 2], c[i / 2][j][i % 2 * 2 + 1]);
}

#endif // VARIANTS_CUH
