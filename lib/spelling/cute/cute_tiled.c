/* cute_tiled.c - see tl/cute_tiled.h. */
#include "tl/cute_tiled.h"
#include "base/checked.h"
#include "cute_parts.h"
#include <inttypes.h>

enum { M, N, K, MODES };

/* Of (M,N,K) the modes of an operand. */
static const int OPERANDS[][2] = {
    [TL_MMA_A] = {M, K}, [TL_MMA_B] = {N, K}, [TL_MMA_C] = {M, N}};

static const char MODE_NAMES[] = "MNK";

static const tl_tiler ALL = {
    .node_count = 1, .leaf_count = 1, .nodes = {TL_NODE_ALL}};

static const tl_tiler EMPTY = {.node_count = 1, .nodes = {TL_NODE_BY_MODE}};

/* n:1, and <first,second> */
static tl_tiler line(int64_t n) {
  tl_tiler tiler = tl_tuple_integer(n);
  tiler.leaves[0].stride = n != 1;
  return tiler;
}

static tl_code by_mode(const tl_tiler *first, const tl_tiler *second,
                       tl_tiler *out, tl_error *error) {
  tl_tiler made = EMPTY;
  TL_TRY(tl_tuple_push(&made, first, error));
  TL_TRY(tl_tuple_push(&made, second, error));
  *out = made;
  return TL_OK;
}

/* ---- MMA ---------------------------------------------------------------- */

static tl_code check_rank(const tl_tuple *tuple, const char *what,
                          tl_error *error) {
  int64_t rank = tl_tuple_rank(tuple);
  if (rank <= MODES)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "%s has %" PRId64 " modes; an MMA has M, N and K", what, rank);
}

/* The items of a tiler, or the tiler as the first; _ for the others. */
static tl_code pad_tiler(const tl_tiler *tiler, tl_tiler *out,
                         tl_error *error) {
  *out = EMPTY;
  if (tiler && tiler->nodes[0] < TL_NODE_BY_MODE)
    TL_TRY(tl_tuple_push(out, tiler, error));
  else if (tiler)
    *out = *tiler;
  while (tl_tuple_rank(out) < MODES)
    TL_TRY(tl_tuple_push(out, &ALL, error));
  return TL_OK;
}

tl_code tl_tiled_mma_threads(const tl_tiled_mma *mma, tl_cute *out,
                             tl_error *error) {
  tl_cute atom;
  TL_TRY(
      tl_cute_mma_atom(mma->atom, mma->length, TL_MMA_THREADS, &atom, error));
  return tl_cute_tiled_product(&atom, &mma->threads, out, error);
}

/* How many atoms there are along each mode. */
static tl_code count_atoms(const tl_tiled_mma *mma, int64_t *atoms,
                           tl_error *error) {
  for (int i = 0; i < MODES; i++) {
    tl_cute mode;
    TL_TRY(tl_tuple_item(&mma->threads, i, &mode, error));
    TL_TRY(tl_cute_size(&mode, &atoms[i], error));
  }
  return TL_OK;
}

/* A number or a layout of different elements. */
static tl_code check_permutation(const tl_tiler *permutation, char mode,
                                 tl_error *error) {
  tl_cute different;
  int64_t size, kept;
  if (permutation->nodes[0] >= TL_NODE_BY_MODE)
    return tl_fail(error, TL_INVALID,
                   "the permutation of %c is a tiler of several modes; it has "
                   "to be a number or a layout",
                   mode);
  TL_TRY(tl_cute_check_domain(permutation, error));
  TL_TRY(tl_cute_filter(permutation, &different, error));
  TL_TRY(tl_cute_size(permutation, &size, error));
  TL_TRY(tl_cute_size(&different, &kept, error));
  if (kept == size)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "the permutation of %c leads %" PRId64
                 " coordinates to %" PRId64
                 " elements; it has to lead each to one of its own",
                 mode, size, kept);
}

/* Sizes along one mode: of an atom, and of the tile of the permutation. */
typedef struct mode_sizes {
  int64_t atom, atoms, tile;
  tl_tiler permutation; /* never _ */
} mode_sizes;

static tl_code measure(const tl_tiled_mma *mma, mode_sizes *out,
                       tl_error *error) {
  tl_tuple shape;
  int64_t atoms[MODES];
  TL_TRY(tl_cute_mma_atom(mma->atom, mma->length, TL_MMA_SHAPE, &shape, error));
  TL_TRY(count_atoms(mma, atoms, error));
  for (int i = 0; i < MODES; i++) {
    tl_tiler *permutation = &out[i].permutation;
    int64_t whole;
    out[i].atom = shape.leaves[i].value;
    out[i].atoms = atoms[i];
    TL_TRY(tl_multiply(out[i].atom, atoms[i], &whole, error));
    TL_TRY(tl_tuple_item(&mma->permutation, i, permutation, error));
    if (permutation->nodes[0] == TL_NODE_ALL)
      *permutation = line(whole);
    TL_TRY(check_permutation(permutation, MODE_NAMES[i], error));
    TL_TRY(tl_cute_size(permutation, &out[i].tile, error));
    if (out[i].tile % whole != 0)
      return tl_fail(error, TL_INVALID,
                     "the permutation of %c has %" PRId64
                     " elements; it has to be a multiple of %" PRId64
                     ", those of %" PRId64 " atoms of %" PRId64,
                     MODE_NAMES[i], out[i].tile, whole, atoms[i], out[i].atom);
  }
  return TL_OK;
}

/* Thread of the block -> (V,M,N,K).  Threads between those of the atoms would
 * hold nothing. */
static tl_code number_threads(const tl_tiled_mma *mma, tl_cute *out,
                              tl_error *error) {
  tl_cute threads;
  int64_t size, numbered, end;
  TL_TRY(tl_tiled_mma_threads(mma, &threads, error));
  TL_TRY(tl_cute_right_inverse(&threads, out, error));
  TL_TRY(tl_cute_size(&threads, &size, error));
  TL_TRY(tl_cute_size(out, &numbered, error));
  TL_TRY(tl_cute_cosize(&threads, &end, error));
  if (size == numbered && size == end)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "the atoms take %" PRId64 " threads, up to thread %" PRId64
                 "; the layout of atoms has to leave out none and use none "
                 "twice",
                 size, end - 1);
}

tl_code tl_tiled_mma_make(const char *atom, size_t length,
                          const tl_cute *threads, const tl_tiler *permutation,
                          tl_tiled_mma *out, tl_error *error) {
  mode_sizes sizes[MODES];
  tl_cute unit = tl_tuple_integer(1), numbered;
  TL_TRY(check_rank(threads, "the layout of atoms", error));
  TL_TRY(tl_cute_check_domain(threads, error));
  if (permutation)
    TL_TRY(check_rank(permutation, "the permutation", error));
  *out = (tl_tiled_mma){.atom = atom, .length = length};
  TL_TRY(tl_tuple_append_n(MODES, threads, &unit, &out->threads, error));
  TL_TRY(pad_tiler(permutation, &out->permutation, error));
  TL_TRY(measure(out, sizes, error));
  return number_threads(out, &numbered, error);
}

tl_code tl_tiled_mma_tile(const tl_tiled_mma *mma, tl_list *out,
                          tl_error *error) {
  mode_sizes sizes[MODES];
  TL_TRY(measure(mma, sizes, error));
  *out = (tl_list){MODES, {sizes[M].tile, sizes[N].tile, sizes[K].tile}};
  return TL_OK;
}

tl_code tl_tiled_mma_thrfrg(const tl_tiled_mma *mma, tl_mma_part part,
                            const tl_cute *tensor, tl_cute *out,
                            tl_error *error) {
  mode_sizes all[MODES];
  tl_cute layout, atom;
  tl_tiler tiler, first, second;
  TL_TRY(measure(mma, all, error));
  const mode_sizes *rows = &all[OPERANDS[part][0]];
  const mode_sizes *columns = &all[OPERANDS[part][1]];
  if (tl_tuple_rank(tensor) < 2)
    return tl_fail(error, TL_INVALID,
                   "the tensor of an operand has two modes or more");

  /* 1. Permuted, and in atoms. */
  TL_TRY(by_mode(&rows->permutation, &columns->permutation, &tiler, error));
  TL_TRY(tl_cute_logical_divide(tensor, &tiler, &layout, error));
  first = line(rows->atom), second = line(columns->atom);
  TL_TRY(by_mode(&first, &second, &tiler, error));
  TL_TRY(tl_cute_zipped_divide(&layout, &tiler, &layout, error));

  /* 2. The atom as (thread, value). */
  TL_TRY(tl_cute_mma_atom(mma->atom, mma->length, part, &atom, error));
  TL_TRY(by_mode(&atom, &ALL, &tiler, error));
  TL_TRY(tl_cute_compose_tiler(&layout, &tiler, &layout, error));

  /* 3. The atoms as those of threads and the rest. */
  first = line(rows->atoms), second = line(columns->atoms);
  TL_TRY(by_mode(&first, &second, &tiler, error));
  TL_TRY(by_mode(&ALL, &tiler, &tiler, error));
  return tl_cute_zipped_divide(&layout, &tiler, out, error);
}

static tl_code check_thread(int64_t thread, int64_t threads, tl_error *error) {
  if (thread >= 0 && thread < threads)
    return TL_OK;
  return tl_fail(error, TL_INVALID,
                 "there is no thread %" PRId64 " among %" PRId64, thread,
                 threads);
}

tl_code tl_tiled_mma_slice(const tl_tiled_mma *mma, int64_t thread,
                           tl_thread_mma *out, tl_error *error) {
  tl_cute threads;
  int64_t size;
  TL_TRY(tl_tiled_mma_threads(mma, &threads, error));
  TL_TRY(tl_cute_size(&threads, &size, error));
  *out = (tl_thread_mma){*mma, thread};
  return check_thread(thread, size, error);
}

/* Pushes a tuple of so many _, or _ for one. */
static tl_code push_free(tl_tuple *coordinate, int64_t count, tl_error *error) {
  tl_tuple free = {.node_count = 1};
  for (int64_t i = 0; i < count; i++)
    TL_TRY(tl_tuple_push(&free, &ALL, error));
  return tl_tuple_push(coordinate, count == 1 ? &ALL : &free, error);
}

/* The place of a thread's atom, (V,M,N,K), in what thrfrg makes:
 * ((V,(M,K)),(_,(_,_))). */
static tl_code name_part(const tl_tuple *place, const int *modes, int64_t rests,
                         tl_tuple *out, tl_error *error) {
  tl_tuple thread = {.node_count = 1}, atoms = thread, free = thread, item;
  for (int i = 0; i < 2; i++) {
    TL_TRY(tl_tuple_item(place, 1 + modes[i], &item, error));
    TL_TRY(tl_tuple_push(&atoms, &item, error));
  }
  TL_TRY(tl_tuple_item(place, 0, &item, error));
  TL_TRY(tl_tuple_push(&thread, &item, error));
  TL_TRY(tl_tuple_push(&thread, &atoms, error));
  TL_TRY(tl_tuple_push(&free, &ALL, error));
  TL_TRY(push_free(&free, rests, error));
  *out = (tl_tuple){.node_count = 1};
  TL_TRY(tl_tuple_push(out, &thread, error));
  return tl_tuple_push(out, &free, error);
}

tl_code tl_thread_mma_partition(const tl_thread_mma *slice, tl_mma_part part,
                                const tl_composed *tensor, tl_composed *out,
                                tl_error *error) {
  tl_composed parts = *tensor;
  tl_cute threads, rests;
  tl_tuple place, coordinate;
  static const tl_list RESTS = {2, {1, 1}};
  tl_tuple path = tl_tuple_from_list(&RESTS);
  TL_TRY(tl_tiled_mma_threads(&slice->mma, &threads, error));
  TL_TRY(tl_cute_flat_coordinate(slice->thread, &threads, &place, error));
  TL_TRY(tl_tiled_mma_thrfrg(&slice->mma, part, &tensor->layout, &parts.layout,
                             error));
  TL_TRY(tl_tuple_get(&path, &parts.layout, &rests, error));
  TL_TRY(name_part(&place, OPERANDS[part], tl_tuple_rank(&rests), &coordinate,
                   error));
  return tl_composed_at(&coordinate, &parts, out, error);
}

/* (ThrV,(ThrM,ThrK)) of A gets the threads along N as copies, so that the modes
 * are those of (V,M,N,K); of B those along M. */
static tl_code add_copies(const mode_sizes *sizes, tl_mma_part part,
                          const tl_cute *layout, tl_cute *out,
                          tl_error *error) {
  tl_cute along;
  tl_tiler tiler;
  if (part == TL_MMA_C) {
    *out = *layout;
    return TL_OK;
  }
  flat_modes modes = {0};
  flat_push(&modes, sizes[M].atoms, part == TL_MMA_A);
  flat_push(&modes, sizes[N].atoms, part == TL_MMA_B);
  TL_TRY(tl_flat_write(&modes, &along, error));
  TL_TRY(by_mode(&along, &ALL, &tiler, error));
  TL_TRY(by_mode(&ALL, &tiler, &tiler, error));
  TL_TRY(by_mode(&tiler, &ALL, &tiler, error));
  return tl_cute_compose_tiler(layout, &tiler, out, error);
}

static tl_code check_tile(const mode_sizes *sizes, tl_mma_part part,
                          const tl_list *tile, tl_error *error) {
  if (tile->count != 2)
    return tl_fail(error, TL_INVALID,
                   "the tile has rank %" PRId64 "; that of an operand has 2",
                   tile->count);
  for (int i = 0; i < 2; i++) {
    int mode = OPERANDS[part][i];
    if (tile->items[i] < 1 || tile->items[i] % sizes[mode].tile != 0)
      return tl_fail(error, TL_INVALID,
                     "the tile has %" PRId64 " elements along %c; it has to be "
                     "whole tiles of the MMA, which have %" PRId64,
                     tile->items[i], MODE_NAMES[mode], sizes[mode].tile);
  }
  return TL_OK;
}

tl_code tl_tiled_mma_fragment(const tl_tiled_mma *mma, tl_mma_part part,
                              const tl_list *tile, tl_cute_tv *out,
                              tl_error *error) {
  mode_sizes sizes[MODES];
  tl_cute layout, threads;
  tl_tiler tiler;
  TL_TRY(measure(mma, sizes, error));
  const int *modes = OPERANDS[part];
  tl_list whole = {2, {sizes[modes[0]].tile, sizes[modes[1]].tile}};
  if (tile) {
    TL_TRY(check_tile(sizes, part, tile, error));
    whole = *tile;
  }
  if (part == TL_MMA_C && sizes[K].atoms > 1)
    return tl_fail(error, TL_INVALID,
                   "%" PRId64
                   " atoms along K hold partial sums of C, which are "
                   "no copies of one element",
                   sizes[K].atoms);
  layout = tl_tuple_from_list(&whole);
  TL_TRY(tl_cute_make(&layout, &layout, error));
  TL_TRY(tl_tiled_mma_thrfrg(mma, part, &layout, &layout, error));
  TL_TRY(add_copies(sizes, part, &layout, &layout, error));
  TL_TRY(number_threads(mma, &threads, error));
  TL_TRY(by_mode(&threads, &ALL, &tiler, error));
  TL_TRY(tl_cute_compose_tiler(&layout, &tiler, &layout, error));
  return tl_cute_tv_create(&layout, &whole, out, error);
}

/* ---- Copies ------------------------------------------------------------- */

/* How many threads and values there are. */
static tl_code measure_sides(const tl_cute *layout, int64_t sizes[2],
                             tl_error *error) {
  for (int i = 0; i < 2; i++) {
    tl_cute mode;
    TL_TRY(tl_tuple_item(layout, i, &mode, error));
    TL_TRY(tl_cute_size(&mode, &sizes[i], error));
  }
  return TL_OK;
}

/* (thread, element) of one side of the atom. */
static tl_code atom_side(const tl_tiled_copy *copy, tl_copy_part part,
                         tl_cute *out, tl_error *error) {
  tl_composed side = {.offset = 0};
  int64_t moved[2];
  TL_TRY(
      tl_cute_copy_atom(copy->atom, copy->length, part, &side.layout, error));
  TL_TRY(measure_sides(&side.layout, moved, error));
  if (copy->bits < 1 || moved[1] % copy->bits != 0)
    return tl_fail(error, TL_INVALID,
                   "bits is %" PRId64 "; a thread of the atom moves %" PRId64
                   " bits, which have to be whole elements",
                   copy->bits, moved[1]);
  TL_TRY(tl_composed_recast(1, copy->bits, &side, &side, error));
  *out = side.layout;
  return TL_OK;
}

tl_code tl_tiled_copy_make(const char *atom, size_t length, int64_t bits,
                           const tl_cute_tv *tv, tl_tiled_copy *out,
                           tl_error *error) {
  static const char *const WHAT[] = {"threads", "values"};
  int64_t atoms[2], all[2];
  tl_cute side;
  *out = (tl_tiled_copy){atom, length, bits, *tv};
  TL_TRY(atom_side(out, TL_COPY_REFERENCE, &side, error));
  TL_TRY(measure_sides(&side, atoms, error));
  TL_TRY(measure_sides(&tv->layout, all, error));
  for (int i = 0; i < 2; i++)
    if (all[i] % atoms[i] != 0)
      return tl_fail(error, TL_INVALID,
                     "the copy has %" PRId64 " %s; it has to be whole atoms, "
                     "which have %" PRId64,
                     all[i], WHAT[i], atoms[i]);
  return TL_OK;
}

/* ((thread of the atom, other atoms'), (value, other atoms')) -> element of the
 * tile. */
static tl_code side_of_tile(const tl_tiled_copy *copy, tl_copy_part part,
                            tl_cute *out, tl_error *error) {
  tl_cute reference, side, layout;
  tl_tiler first, second, tiler;
  int64_t atom[2];
  TL_TRY(atom_side(copy, TL_COPY_REFERENCE, &reference, error));
  TL_TRY(atom_side(copy, part, &side, error));
  TL_TRY(measure_sides(&reference, atom, error));
  TL_TRY(tl_cute_right_inverse(&reference, &reference, error));
  TL_TRY(tl_cute_composition(&reference, &side, &side, error));

  /* From ((thread, value), (other atoms' threads, values)). */
  first = line(atom[0]), second = line(atom[1]);
  TL_TRY(by_mode(&first, &second, &tiler, error));
  TL_TRY(tl_cute_zipped_divide(&copy->tv.layout, &tiler, &layout, error));
  TL_TRY(by_mode(&side, &ALL, &tiler, error));
  TL_TRY(tl_cute_compose_tiler(&layout, &tiler, &layout, error));
  return tl_tuple_zip(&layout, out, error);
}

tl_code tl_tiled_copy_fragment(const tl_tiled_copy *copy, tl_copy_part part,
                               tl_cute_tv *out, tl_error *error) {
  tl_cute layout;
  static const tl_list MODES_OF_TV = {2, {1, 1}};
  tl_tuple profile = tl_tuple_from_list(&MODES_OF_TV);
  TL_TRY(side_of_tile(copy, part, &layout, error));
  TL_TRY(
      tl_cute_by_profile(&layout, &profile, tl_cute_coalesce, &layout, error));
  return tl_cute_tv_create(&layout, &copy->tv.tile, out, error);
}

/* (1,(1,1)) */
static tl_code name_frg(tl_tuple *out, tl_error *error) {
  static const tl_list PAIR = {2, {1, 1}};
  tl_tuple pair = tl_tuple_from_list(&PAIR);
  return tl_tuple_replace(1, &pair, &pair, out, error);
}

/* Divides a tensor by a tile, of which `tile` picks elements, and keeps the
 * rest. */
static tl_code pick(const tl_cute *tensor, const tl_tuple *shape,
                    const tl_cute *tile, tl_cute *out, tl_error *error) {
  tl_tiler tiler = tl_tiler_from_tuple(shape);
  tl_cute divided;
  TL_TRY(tl_cute_zipped_divide(tensor, &tiler, &divided, error));
  TL_TRY(by_mode(tile, &ALL, &tiler, error));
  return tl_cute_compose_tiler(&divided, &tiler, out, error);
}

tl_code tl_tiled_copy_tidfrg(const tl_tiled_copy *copy, tl_copy_part part,
                             const tl_cute *tensor, tl_cute *out,
                             tl_error *error) {
  tl_tuple profile, shape = tl_tuple_from_list(&copy->tv.tile);
  tl_cute layout, held, rest, made;
  int64_t rank = tl_tuple_rank(tensor);
  if (rank < copy->tv.tile.count)
    return tl_fail(error, TL_INVALID,
                   "the tensor has rank %" PRId64 "; the tile of the copy has "
                   "%" PRId64,
                   rank, copy->tv.tile.count);
  TL_TRY(name_frg(&profile, error));
  TL_TRY(side_of_tile(copy, part, &layout, error));
  TL_TRY(
      tl_cute_by_profile(&layout, &profile, tl_cute_coalesce, &layout, error));
  TL_TRY(pick(tensor, &shape, &layout, &layout, error));
  TL_TRY(tl_tuple_item(&layout, 0, &held, error));
  TL_TRY(tl_tuple_item(&layout, 1, &rest, error));
  TL_TRY(tl_tuple_append(&held, &rest, &made, error));
  *out = made;
  return TL_OK;
}

tl_code tl_tiled_copy_slice(const tl_tiled_copy *copy, int64_t thread,
                            tl_thread_copy *out, tl_error *error) {
  tl_cute threads;
  int64_t size;
  TL_TRY(tl_tuple_item(&copy->tv.layout, 0, &threads, error));
  TL_TRY(tl_cute_size(&threads, &size, error));
  *out = (tl_thread_copy){*copy, thread};
  return check_thread(thread, size, error);
}

tl_code tl_thread_copy_partition(const tl_thread_copy *slice, tl_copy_part part,
                                 const tl_composed *tensor, tl_composed *out,
                                 tl_error *error) {
  tl_composed parts = *tensor;
  tl_tuple coordinate = {.node_count = 1},
           thread = tl_tuple_integer(slice->thread);
  TL_TRY(tl_tiled_copy_tidfrg(&slice->copy, part, &tensor->layout,
                              &parts.layout, error));
  TL_TRY(tl_tuple_push(&coordinate, &thread, error));
  TL_TRY(tl_tuple_push(&coordinate, &ALL, error));
  TL_TRY(push_free(&coordinate, tl_tuple_rank(&tensor->layout), error));
  return tl_composed_at(&coordinate, &parts, out, error);
}

/* Which value of a thread each element of the tile is, in units of the `values`
 * that a fragment has in its first mode: (m,n) -> unit. */
static tl_code number_units(const tl_tiled_copy *copy, int64_t values,
                            tl_composed *out, tl_error *error) {
  int64_t all[2], step;
  tl_tuple shape = tl_tuple_from_list(&copy->tv.tile);
  tl_cute tile;
  TL_TRY(measure_sides(&copy->tv.layout, all, error));
  TL_TRY(tl_multiply(all[0], values, &step, error));
  TL_TRY(tl_cute_right_inverse(&copy->tv.layout, &out->layout, error));
  TL_TRY(tl_cute_make(&shape, &tile, error));
  TL_TRY(tl_cute_composition(&out->layout, &tile, &out->layout, error));
  return tl_composed_upcast(step, out, out, error);
}

/* (_,(0,_,_)) of what a tensor of that rank was divided into. */
static tl_code unfold(const tl_composed *tensor, int64_t rank, tl_composed *out,
                      tl_error *error) {
  tl_tuple coordinate = {.node_count = 1}, rest = coordinate,
           zero = tl_tuple_integer(0);
  TL_TRY(tl_tuple_push(&rest, &zero, error));
  TL_TRY(tl_tuple_append_n(rank, &rest, &ALL, &rest, error));
  TL_TRY(tl_tuple_push(&coordinate, &ALL, error));
  TL_TRY(tl_tuple_push(&coordinate, rank == 1 ? &zero : &rest, error));
  return tl_composed_at(&coordinate, tensor, out, error);
}

tl_code tl_tiled_copy_retile(const tl_tiled_copy *copy,
                             const tl_composed *tensor, tl_composed *out,
                             tl_error *error) {
  int64_t values, atom[2];
  tl_composed units = {.offset = 0}, result = *tensor;
  tl_cute mode, inverse, side;
  tl_tiler tiler;
  tl_tuple shape;
  TL_TRY(tl_tuple_item(&tensor->layout, 0, &mode, error));
  TL_TRY(tl_cute_size(&mode, &values, error));
  TL_TRY(atom_side(copy, TL_COPY_REFERENCE, &side, error));
  TL_TRY(measure_sides(&side, atom, error));
  TL_TRY(number_units(copy, values, &units, error));

  /* (values of an atom, others) -> (V,m,n) */
  mode = line(values), tiler = line(atom[1]);
  TL_TRY(tl_cute_right_inverse(&units.layout, &inverse, error));
  TL_TRY(tl_cute_logical_product(&mode, &inverse, &mode, error));
  TL_TRY(tl_cute_zipped_divide(&mode, &tiler, &mode, error));
  tl_tuple first = tl_tuple_integer(values);
  TL_TRY(tl_tuple_product_each(&units.layout, &shape, error));
  TL_TRY(tl_tuple_prepend(&shape, &first, &shape, error));
  TL_TRY(pick(&tensor->layout, &shape, &mode, &result.layout, error));
  return unfold(&result, tl_tuple_rank(&tensor->layout), out, error);
}

static tl_code check_tiles(const tl_list *part, const tl_list *tile,
                           tl_error *error) {
  if (tile->count != part->count)
    return tl_fail(error, TL_INVALID,
                   "the tile has %" PRId64
                   " dimensions, the layout is of one of %" PRId64,
                   tile->count, part->count);
  for (int64_t d = 0; d < tile->count; d++)
    if (tile->items[d] < 1 || tile->items[d] % part->items[d] != 0)
      return tl_fail(error, TL_INVALID,
                     "dimension %" PRId64 " of the tile has %" PRId64
                     " elements; it has to be a multiple of %" PRId64,
                     d, tile->items[d], part->items[d]);
  return TL_OK;
}

tl_code tl_cute_tv_tile(const tl_cute_tv *tv, const tl_list *tile,
                        tl_cute_tv *out, tl_error *error) {
  tl_tuple shape = tl_tuple_from_list(&tv->tile);
  tl_tiler part = tl_tiler_from_tuple(&shape), tiler;
  tl_cute layout = tl_tuple_from_list(tile), held, threads, values, rest;
  TL_TRY(check_tiles(&tv->tile, tile, error));
  TL_TRY(tl_cute_make(&layout, &layout, error));
  TL_TRY(tl_cute_zipped_divide(&layout, &part, &layout, error));
  TL_TRY(by_mode(&tv->layout, &ALL, &tiler, error));
  TL_TRY(tl_cute_compose_tiler(&layout, &tiler, &layout, error));

  /* ((thread, value), rest) -> (thread, (value, rest)) */
  TL_TRY(tl_tuple_item(&layout, 0, &held, error));
  TL_TRY(tl_tuple_item(&layout, 1, &rest, error));
  TL_TRY(tl_tuple_item(&held, 0, &threads, error));
  TL_TRY(tl_tuple_item(&held, 1, &values, error));
  tl_cute all = {.node_count = 1}, made = {.node_count = 1};
  TL_TRY(tl_cute_push(&all, &values, error));
  TL_TRY(tl_cute_push(&all, &rest, error));
  TL_TRY(tl_cute_coalesce(&all, &all, error));
  TL_TRY(tl_cute_push(&made, &threads, error));
  TL_TRY(tl_cute_push(&made, &all, error));
  return tl_cute_tv_create(&made, tile, out, error);
}
