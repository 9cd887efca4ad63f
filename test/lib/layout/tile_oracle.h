/* tile_oracle.h - Random tile layouts, and the points that they have by
 * definition, with numbers for the symbols. */
#ifndef TL_TEST_TILE_ORACLE_H
#define TL_TEST_TILE_ORACLE_H

#include "random_layouts.h"
#include "tl/layout.h"
#include "tl/layout_questions.h"

/*===--- Oracle ----------------------------------------------------------===*/

enum { MOST_ELEMENTS = 64, MOST_IMAGE = 24, THREAD_AXES = 6, MOST_M = 1 << 12 };
static const tl_axis THREADS[THREAD_AXES] = {
    TL_AXIS_LANEID,    TL_AXIS_WARPID, TL_AXIS_WID_IN_WG,
    TL_AXIS_TID_IN_WG, TL_AXIS_WGID,   TL_AXIS_TX};
static const int64_t WEIGHTS[THREAD_AXES] = {1, 32, 32, 1, 128, 1};

typedef struct image {
  int64_t count;
  int64_t keys[MOST_IMAGE]; /* ascending, each once */
} image;

typedef struct map {
  int64_t size;
  tl_list shape;
  image at[MOST_ELEMENTS];
} map;

/* 0 for none, 32, 128, or 1024 where the axes make up a whole number, or -1. */
static inline int64_t complete_threads(const tl_layout *layout) {
  bool has[THREAD_AXES];
  for (int i = 0; i < THREAD_AXES; i++) {
    has[i] = layout->offset[THREADS[i]] != 0;
    for (int64_t k = 0; k < layout->shard_count + layout->replica_count; k++)
      has[i] = has[i] || layout->iters[k].axis == (int64_t)THREADS[i];
  }
  bool lane = has[0], warp = has[1], wid = has[2], tid = has[3], group = has[4];
  bool is_group = tid || (lane && wid);
  if (has[5] || (warp && (lane || tid)) || (group && is_group))
    return 1024;
  if (warp || group)
    return -1;
  return is_group ? 128 : wid ? -1 : lane ? 32 : 0;
}

/* A point as one number; threads numbered or axis by axis. */
static inline int64_t key_of(const int64_t *point, bool numbers_threads) {
  int64_t key = 0, thread = 0;
  for (int i = 0; i < THREAD_AXES; i++) {
    thread += point[THREADS[i]] * WEIGHTS[i];
    key = key * 512 + point[THREADS[i]];
  }
  return (numbers_threads ? thread : key) * MOST_M * 2 + point[TL_AXIS_M];
}

static inline int by_value(const void *a, const void *b) {
  const int64_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

/* The point of shard digits given by the index, and replica number r. */
static inline void point_of(const tl_layout *layout, int64_t index,
                            int64_t replica, const int64_t *symbols,
                            int64_t *point) {
  memcpy(point, layout->offset, sizeof layout->offset);
  for (int64_t i = layout->shard_count + layout->replica_count - 1; i >= 0;
       i--) {
    const tl_iter *iter = &layout->iters[i];
    int64_t *rest = i < layout->shard_count ? &index : &replica;
    point[iter->axis] += *rest % iter->extent * iter->stride *
                         (iter->symbol ? symbols[iter->symbol - 1] : 1);
    *rest /= iter->extent;
  }
  point[TL_AXIS_M] = swizzled(&layout->swizzle, point[TL_AXIS_M]);
}

static inline int64_t replicas_of(const tl_layout *layout) {
  int64_t count = 1;
  for (int64_t i = 0; i < layout->replica_count; i++)
    count *= layout->iters[layout->shard_count + i].extent;
  return count;
}

/* False for a layout too large to list. */
static inline bool list_map(const tl_layout *layout, bool numbers_threads,
                            const int64_t *symbols, map *out) {
  int64_t replicas = replicas_of(layout);
  out->shape = tl_layout_shape(layout);
  out->size = size_of(&out->shape);
  if (out->size > MOST_ELEMENTS || replicas > MOST_IMAGE)
    return false;
  for (int64_t i = 0; i < out->size; i++) {
    image *at = &out->at[i];
    int64_t kept = 1;
    for (at->count = 0; at->count < replicas; at->count++) {
      int64_t point[TL_AXIS_COUNT];
      point_of(layout, i, at->count, symbols, point);
      if (point[TL_AXIS_M] >= MOST_M)
        return false;
      for (int k = 0; k < THREAD_AXES; k++)
        if (point[THREADS[k]] >= MOST_M / 8 / WEIGHTS[k])
          return false;
      at->keys[at->count] = key_of(point, numbers_threads);
    }
    qsort(at->keys, (size_t)replicas, sizeof *at->keys, by_value);
    for (int64_t k = 1; k < replicas; k++)
      if (at->keys[k] != at->keys[k - 1])
        at->keys[kept++] = at->keys[k];
    at->count = kept;
  }
  return true;
}

static inline bool has_key(const image *at, int64_t key) {
  return bsearch(&key, at->keys, (size_t)at->count, sizeof key, by_value);
}

static inline bool same_image(const image *a, const image *b) {
  return a->count == b->count &&
         !memcmp(a->keys, b->keys, (size_t)a->count * sizeof *a->keys);
}

static inline int64_t index_of(const tl_list *coordinate,
                               const tl_list *shape) {
  int64_t index = 0;
  for (int64_t d = 0; d < shape->count; d++)
    index = index * shape->items[d] + coordinate->items[d];
  return index;
}

/*===--- Random layouts --------------------------------------------------===*/

static const tl_axis FAMILIES[][3] = {
    {TL_AXIS_M, TL_AXIS_M, TL_AXIS_M},
    {TL_AXIS_M, TL_AXIS_M, TL_AXIS_LANEID},
    {TL_AXIS_M, TL_AXIS_TX, TL_AXIS_TX},
    {TL_AXIS_M, TL_AXIS_LANEID, TL_AXIS_WARPID},
    {TL_AXIS_M, TL_AXIS_LANEID, TL_AXIS_WID_IN_WG},
    {TL_AXIS_M, TL_AXIS_TID_IN_WG, TL_AXIS_WGID},
    {TL_AXIS_M, TL_AXIS_TID_IN_WG, TL_AXIS_TID_IN_WG},
    {TL_AXIS_WID_IN_WG, TL_AXIS_WGID, TL_AXIS_LANEID},
    {TL_AXIS_M, TL_AXIS_WARPID, TL_AXIS_WARPID},
};

/* Strides of the iters in random order: dense, with padding, or anything. */
static inline void random_iters(tl_layout *layout, const tl_axis *family) {
  int64_t end[TL_AXIS_COUNT], pads = below(3);
  tl_list order = {0};
  for (int64_t axis = 0; axis < TL_AXIS_COUNT; axis++)
    end[axis] = 1;
  for (int64_t i = 0; i < layout->shard_count + layout->replica_count; i++)
    push(&order, i);
  shuffle(&order);
  for (int64_t k = order.count - 1; k >= 0; k--) {
    tl_iter *iter = &layout->iters[order.items[k]];
    bool is_replica = order.items[k] >= layout->shard_count;
    iter->axis = (int64_t)family[is_replica && below(4) ? 2 : below(3)];
    if (pads && !below(6))
      end[iter->axis] += below(3);
    iter->stride = pads && !below(6) ? below(9) : end[iter->axis];
    end[iter->axis] = iter->stride * iter->extent;
    end[iter->axis] += end[iter->axis] == 0;
  }
}

static inline tl_swizzle random_tile_swizzle(void) {
  int64_t bits = 1 + below(3), shift = 1 + below(4);
  return (tl_swizzle){below(4), bits, below(4) ? shift : -shift};
}

/* A layout of the shape, or of any if it is NULL. */
static inline tl_layout random_tile(const tl_list *shape,
                                    const tl_list *modes) {
  for (;;) {
    tl_list extents = {0}, parts = {0};
    tl_layout fields = {0}, out;
    random_modes(&extents, &parts);
    if (shape)
      extents = *shape, parts = *modes;
    if (!shape && size_of(&extents) > MOST_ELEMENTS)
      continue;
    fields.rank = extents.count;
    int64_t m = 0;
    for (int64_t d = 0; d < extents.count; d++)
      for (int64_t rest = extents.items[d]; rest > 1 && m < parts.count; m++) {
        rest /= parts.items[m];
        fields.iters[fields.shard_count++].extent = parts.items[m];
        fields.group_size[d]++;
      }
    for (int64_t i = below(4) - 1; i > 0; i--)
      fields.iters[fields.shard_count + fields.replica_count++].extent =
          2 + below(3);
    const tl_axis *family =
        FAMILIES[below((int64_t)(sizeof FAMILIES / sizeof *FAMILIES))];
    random_iters(&fields, family);
    for (int64_t i = 0; i < 2; i++)
      if (!below(6))
        fields.offset[family[below(3)]] = below(5);
    if (!below(4))
      fields.swizzle = random_tile_swizzle();
    if (tl_layout_create(&fields, &out, NULL) == TL_OK &&
        tl_layout_check_lanes(&out, 32, NULL) == TL_OK)
      return out;
  }
}

/* The same map with tx in digits of `extent`, where iters can be cut there. */
static inline bool split_threads(const tl_layout *layout, tl_axis inner,
                                 tl_axis outer, int64_t extent,
                                 tl_layout *out) {
  tl_layout fields = *layout;
  int64_t next = 0, from = 0;
  memset(fields.iters, 0, sizeof fields.iters);
  for (int64_t d = 0; d <= layout->rank; d++) {
    bool is_replica = d == layout->rank;
    int64_t first = next,
            count = is_replica ? layout->replica_count : layout->group_size[d];
    for (int64_t i = 0; i < count; i++, from++) {
      tl_iter iter = layout->iters[from];
      int64_t stride = iter.stride, end = iter.stride * iter.extent;
      if (next + 2 > TL_MAX_ITERS)
        return false;
      if (iter.axis != TL_AXIS_TX) {
        fields.iters[next++] = iter;
      } else if (stride % extent == 0) {
        fields.iters[next++] =
            (tl_iter){iter.extent, stride / extent, (int64_t)outer, 0};
      } else if (end <= extent) {
        fields.iters[next++] =
            (tl_iter){iter.extent, stride, (int64_t)inner, 0};
      } else if (extent % stride == 0 && end % extent == 0) {
        fields.iters[next++] = (tl_iter){end / extent, 1, (int64_t)outer, 0};
        fields.iters[next++] =
            (tl_iter){extent / stride, stride, (int64_t)inner, 0};
      } else {
        return false;
      }
    }
    *(is_replica ? &fields.replica_count : &fields.group_size[d]) =
        next - first;
    fields.shard_count = is_replica ? fields.shard_count : next;
  }
  fields.offset[outer] = layout->offset[TL_AXIS_TX] / extent;
  fields.offset[inner] = layout->offset[TL_AXIS_TX] % extent;
  fields.offset[TL_AXIS_TX] = 0;
  return tl_layout_create(&fields, out, NULL) == TL_OK &&
         tl_layout_check_lanes(out, 32, NULL) == TL_OK;
}

/* A layout that is like `a` in shape, often the same map. */
static inline tl_layout random_partner(const tl_layout *a) {
  tl_layout fields = *a, out;
  int64_t count = a->shard_count + a->replica_count;
  tl_list modes = {0};
  tl_list shape = tl_layout_shape(a);
  for (int64_t i = 0; i < a->shard_count; i++)
    push(&modes, a->iters[i].extent);
  switch (below(8)) {
  case 0:
    return random_tile(&shape, &modes);
  case 1:
    return random_tile(NULL, NULL);
  case 2:
    fields.swizzle = random_tile_swizzle();
    break;
  case 3:
    fields.offset[below(2) ? TL_AXIS_M : TL_AXIS_TX] += below(2);
    break;
  case 4:
    if (count)
      fields.iters[below(count)].stride += below(3) - 1;
    break;
  case 5:
    if (a->replica_count && count < TL_MAX_ITERS) {
      fields.iters[count] = a->iters[count - 1];
      fields.replica_count++;
    }
    break;
  default:
    if (below(2) ? split_threads(a, TL_AXIS_LANEID, TL_AXIS_WARPID, 32, &out)
                 : split_threads(a, TL_AXIS_TID_IN_WG, TL_AXIS_WGID, 128, &out))
      return out;
  }
  return tl_layout_create(&fields, &out, NULL) == TL_OK &&
                 tl_layout_check_lanes(&out, 32, NULL) == TL_OK
             ? out
             : *a;
}

#endif /* TL_TEST_TILE_ORACLE_H */
