/* function_notes.c - What the functions of the layout language are for; see
 * tl/function_notes.h. */
#include "tl/function_notes.h"
#include <string.h>

static const struct {
  const char *name, *meaning;
} FAMILIES[] = {
    {"registers", "layouts of registers, as Tilus has them"},
    {"memory", "layouts of shared memory, as Tilus has them"},
    {"plans", "what a copy between two layouts moves"},
    {"tuples", "nested integers, as CuTe has them"},
    {"algebra", "CuTe layouts and swizzles"},
    {"tensors", "coordinates and parts of CuTe tensors"},
    {"instructions", "atoms, tiled MMAs and tiled copies of CuTe"},
    {"tiles", "tile layouts, on axes of threads and memory"},
    {"notations", "a layout in another notation"},
};
enum { FAMILY_COUNT = sizeof FAMILIES / sizeof *FAMILIES };

#define MMA "make_tiled_mma(\"SM80_16x8x16_F32F16F16F32_TN\", (2,2,1))"
#define COPY                                                                   \
  "make_tiled_copy(\"UniversalCopy<uint128_t>\", 16, (16,8):(8,1), "           \
  "(1,8):(8,1))"

/* clang-format off */
const tl_function_note TL_FUNCTION_NOTES[] = {
    {"registers", "spatial", "one thread an element, the last dimension fastest; ranks say another order of digits, 0 the slowest", "spatial(2, 3, ranks = [1, 0])"},
    {"registers", "local repeat", "one register an element, the last dimension fastest", "local(2, 1).spatial(8, 4).local(1, 2)"},
    {"registers", "column_spatial", "one thread an element, the first dimension fastest", "column_spatial(2, 3)"},
    {"registers", "column_local column_repeat", "one register an element, the first dimension fastest", "column_local(2, 3)"},
    {"registers", "compose", "tiles of the inner layout, arranged as the outer one; a * b and a.spatial(..) are the same", "compose(local(2, 1), spatial(8, 4))"},
    {"registers", "divide", "the q with q * rhs = lhs; lhs / rhs is the same", "divide(spatial(6), spatial(3))"},
    {"registers", "left_divide", "the q with divisor * q = layout", "left_divide(local(2).spatial(6), local(2).spatial(2))"},
    {"registers", "reduce", "forgets dimensions, whose threads become replicas", "reduce(spatial(3, 4), dims = [0], keepdims = true)"},
    {"registers", "reduce_to", "forgets what is not in the shape", "reduce_to(spatial(3, 4), [4])"},
    {"registers", "replicated", "all elements in every thread", "replicated(2, 2, num_workers = 8)"},
    {"registers", "auto_local_spatial", "spread over so many threads, the last dimension first", "auto_local_spatial(num_threads = 32, shape = [16, 16])"},
    {"registers", "concat", "the dimensions of one, then those of the other", "concat(spatial(2), spatial(3))"},
    {"registers", "permute", "dimensions in another order", "permute(spatial(2, 3), [1, 0])"},
    {"registers", "reshape", "the same places under another shape, row-major", "reshape(spatial(4, 8), [8, 4])"},
    {"registers", "flatten", "some dimensions as one", "flatten(spatial(2, 3, 4), 0, 1)"},
    {"registers", "squeeze", "without dimensions of extent 1", "squeeze(spatial(1, 4), [0])"},
    {"registers", "unsqueeze", "with new dimensions of extent 1", "unsqueeze(spatial(4), [0])"},
    {"registers", "with_shape", "the same digits under a shape that they fill", "with_shape(spatial(2, 3), [6])"},
    {"registers", "canonicalize canonicalize_layout", "the shortest fields of the same map", "canonicalize(spatial(2).spatial(3))"},
    {"registers", "register register_layout RegisterLayout", "of its fields: the extents of digits, and which are of threads and of registers", "register(shape = [4, 4], mode_shape = [4, 4], spatial_modes = [0], local_modes = [1])"},
    {"registers", "ldmatrix", "the matrix of ldmatrix and stmatrix, 8 rows of 16 bytes, for elements of so many bits", "ldmatrix(16)"},
    {"registers", "mma_a mma_b mma_c", "an operand of mma.m16n8 and its like: m, n, k, and the bits of an element", "mma_c(16, 8, 16, 16)"},
    {"registers", "wgmma_a", "operand A of wgmma in registers", "wgmma_a(16, 16)"},
    {"registers", "wgmma_c", "the accumulators of wgmma", "wgmma_c(8)"},
    {"registers", "tcgen05_atom_layout", "what the threads of a warpgroup have after tcgen05.ld of a tile, for elements of so many bits", "tcgen05_atom_layout(\"16x256b\", [64, 8], 32)"},
    {"registers", "num_threads spatial_size", "how many threads hold it", "num_threads(mma_c(16, 8, 16, 16))"},
    {"registers", "local_size", "how many registers each of them has", "local_size(mma_c(16, 8, 16, 16))"},
    {"registers", "size", "how many elements there are", "size(mma_c(16, 8, 16, 16))"},
    {"registers", "grid", "for each element its threads and its register", "grid(spatial(2, 2))"},
    {"registers", "get_local", "the register of an element", "get_local(mma_c(16, 8, 16, 16), [8, 1])"},
    {"registers", "get_spatial", "the threads of an element", "get_spatial(reduce(spatial(3, 4), dims = [0]), [1])"},
    {"registers", "get_global", "the element of a thread and register", "get_global(mma_c(16, 8, 16, 16), spatial_index = 5, local_index = 2)"},
    {"registers", "locate_at", "whether a thread holds an element", "locate_at(mma_c(16, 8, 16, 16), [9, 2], 5)"},

    {"memory", "shared_row_major", "the last dimension consecutive", "shared_row_major(2, 4)"},
    {"memory", "shared_column_major", "the first dimension consecutive", "shared_column_major(2, 4)"},
    {"memory", "shared_row_major_swizzle", "rows whose tiles of 8 x 16 bytes are free of bank conflicts", "shared_row_major_swizzle([8, 64], nbytes = 2)"},
    {"memory", "shared_compose", "tiles of the inner layout, arranged as the outer one; up to four of them, without their swizzles, as in Tilus", "shared_compose(shared_row_major(2, 2), shared_row_major(4, 4))"},
    {"memory", "shared_apply_swizzle", "with a swizzle behind it", "shared_row_major(8, 64).apply_swizzle(swizzle(base = 3, bits = 3, shift = 3))"},
    {"memory", "swizzle Swizzle", "bits of the offset from base + shift on are XORed to those from base on", "swizzle(base = 3, bits = 3, shift = 3)"},
    {"memory", "shared_permute", "dimensions in another order", "shared_row_major(2, 4).permute([1, 0])"},
    {"memory", "shared_transpose", "the two dimensions exchanged", "shared_row_major(2, 4).transpose()"},
    {"memory", "shared_slice", "these dimensions alone, at 0 of the others", "shared_row_major(2, 4).slice([1])"},
    {"memory", "shared_reshape", "the same offsets under another shape, row-major", "shared_row_major(2, 4).reshape([8])"},
    {"memory", "shared_unsqueeze", "with new dimensions of extent 1", "shared_row_major(4).unsqueeze([0])"},
    {"memory", "shared_prepend_dim", "so many of it, one behind the other, under one swizzle", "shared_row_major(4).prepend_dim(2)"},
    {"memory", "shared shared_layout SharedLayout", "of its fields: the extents of digits and their strides", "shared(shape = [2, 4], mode_shape = [2, 4], mode_strides = [4, 1])"},
    {"memory", "canonicalize canonicalize_shared_layout", "the shortest fields of the same map", "canonicalize_shared_layout(shared_row_major(2, 4))"},
    {"memory", "count_size", "how many elements the buffer has, before a swizzle", "count_size(shared_row_major(2, 4))"},
    {"memory", "offsets", "the offset of each element", "offsets(shared_column_major(2, 2))"},

    {"plans", "copy_vector", "how many elements of so many bits an access moves", "copy_vector(spatial(32, 1).local(1, 8), shared_row_major(32, 8), 16)"},
    {"plans", "copy_plan", "who moves what, in which accesses; tl-layout plan says more", "copy_plan(S[(32, 8) : (1@laneid, 1)], S[(32, 8) : (8, 1)], 16)"},

    {"tuples", "flatten", "the leaves of a tuple, or the modes of a layout, without nesting", "flatten((4,(2,4)):(8,(1,2)))"},
    {"tuples", "flatten_to_tuple", "the leaves of a tuple, of an integer as well", "flatten_to_tuple((2,(3,4)))"},
    {"tuples", "unflatten", "nested as the profile", "unflatten((4,2,4):(8,1,2), (0,(0,0)))"},
    {"tuples", "get", "the item, or the mode, at an index or a path", "get(1, (2,(3,4)))"},
    {"tuples", "take", "those from the first number up to the second", "take((0,1), (4,8):(8,1))"},
    {"tuples", "group", "those of a range as one", "group((1,3), (4,2,4):(8,1,2))"},
    {"tuples", "select", "those with these numbers", "select((1,0), (4,8):(8,1))"},
    {"tuples", "slice", "those where the coordinate has _", "slice((_,2), (8,64):(64,1))"},
    {"tuples", "dice", "those where the coordinate has numbers", "dice((_,2), (8,64):(64,1))"},
    {"tuples", "zip", "rows and columns exchanged", "zip(((8,4),(2,8)):((1,8),(32,64)))"},
    {"tuples", "zip2_by", "two of each, zipped as the guide is nested", "zip2_by(((2,3),(4,5)), (0,0))"},
    {"tuples", "append append_n", "with an item behind it; up to n items", "append_n(3, (4,8):(8,1), 2:0)"},
    {"tuples", "prepend prepend_n", "with an item before it; up to n items", "prepend((4,8):(8,1), 2:32)"},
    {"tuples", "replace", "another item at a place", "replace(1, (4,8):(8,1), 2:32)"},
    {"tuples", "wrap", "a tuple; an integer as one of a single item", "wrap(5)"},
    {"tuples", "unwrap", "the item of a tuple that has no other", "unwrap((((4,8))))"},
    {"tuples", "reverse", "in the opposite order", "reverse((2,(3,4)))"},
    {"tuples", "repeat_like", "a for every leaf of b", "repeat_like(1, (2,(3,4)))"},
    {"tuples", "make_basis_like", "strides that count each mode for itself", "make_basis_like((4,8))"},
    {"tuples", "rank", "how many items, or modes", "rank((2,(3,4)))"},
    {"tuples", "depth", "how deep they are nested", "depth((2,(3,4)))"},
    {"tuples", "size product", "the product of the leaves; of a layout its elements", "size((2,(3,4)):(1,(2,6)))"},
    {"tuples", "sum", "the sum of the leaves", "sum((2,(3,4)))"},
    {"tuples", "max", "the largest leaf", "max((2,(3,4)))"},
    {"tuples", "min", "the smallest leaf", "min((2,(3,4)))"},
    {"tuples", "gcd", "what divides all leaves", "gcd((4,(6,8)))"},
    {"tuples", "product_each", "the product of each item", "product_each((2,(3,4)))"},
    {"tuples", "product_like", "products, as far as b is nested", "product_like((2,(3,4)), (0,0))"},
    {"tuples", "inner_product", "the sum of products of leaves", "inner_product((2,3), (4,5))"},
    {"tuples", "ceil_div", "how many b it takes to cover a", "ceil_div((128,64,5), <32,16:1>)"},
    {"tuples", "round_up", "the next multiple of b", "round_up((10,7), (4,4))"},
    {"tuples", "shape_div", "what is left of a shape after so many elements", "shape_div((6,2), 12)"},
    {"tuples", "elem_scale", "each item times that of b", "elem_scale((2,3), (4,(5,2)))"},
    {"tuples", "filter_zeros", "extents of 1 where the strides are 0", "filter_zeros((4,8):(0,1))"},
    {"tuples", "congruent", "whether both are nested alike", "congruent((2,(3,4)), (5,(6,7)))"},
    {"tuples", "weakly_congruent", "whether b is nested as a or deeper", "weakly_congruent((2,3), (5,(6,7)))"},
    {"tuples", "compatible", "whether coordinates of a are coordinates of b", "compatible((24,2), ((4,6),2))"},
    {"tuples", "elem_less elem_leq elem_gtr elem_geq", "whether all leaves compare so", "elem_leq((1,2), (1,3))"},
    {"tuples", "lex_less lex_leq lex_gtr lex_geq", "whether they compare so, the first leaf first", "lex_gtr((2,1), (1,3))"},
    {"tuples", "colex_less colex_leq colex_gtr colex_geq", "whether they compare so, the last leaf first", "colex_geq((2,1), (1,3))"},
    {"tuples", "compact_col_major", "the strides of a dense layout, the first dimension fastest", "compact_col_major((2,(3,4)))"},
    {"tuples", "compact_row_major", "the strides of a dense layout, the last dimension fastest", "compact_row_major((2,(3,4)))"},
    {"tuples", "compact_order", "the strides of a dense layout in an order of dimensions", "compact_order((2,3,4), (2,0,1))"},
    {"tuples", "crd2crd", "a coordinate of one shape as one of another", "crd2crd(7, (2,4), (4,2))"},

    {"algebra", "make_layout", "of a shape, and of strides or dense; of modes; of a swizzle", "make_layout((2,(3,4)))"},
    {"algebra", "make_layout_right", "dense, the last dimension fastest", "make_layout_right((2,3))"},
    {"algebra", "make_ordered_layout", "dense in an order of dimensions", "make_ordered_layout((2,3,4), (2,0,1))"},
    {"algebra", "make_layout_like", "dense in the order of the strides of another", "make_layout_like((2,2,2):(0,4,1))"},
    {"algebra", "make_fragment_like", "registers for it: dense, the first mode fastest", "make_fragment_like((8,4):(4,1))"},
    {"algebra", "layout_a get_swizzle_portion", "the swizzle of a composed layout", "layout_a(Sw<3,3,3> o (8,64):(64,1))"},
    {"algebra", "layout_b get_nonswizzle_portion", "the layout behind the swizzle", "layout_b(Sw<3,3,3> o (8,64):(64,1))"},
    {"algebra", "offset", "where it starts", "offset(Sw<3,3,3> o 8 o (8,64):(64,1))"},
    {"algebra", "cosize", "1 + the largest place, before a swizzle", "cosize((4,8):(8,1))"},
    {"algebra", "shape", "its extents, or those of a mode", "shape((4,8):(8,1))"},
    {"algebra", "stride", "its strides, or those of a mode", "stride((4,8):(8,1))"},
    {"algebra", "coalesce", "the same map with the fewest modes, or the fewest of each mode of a profile", "coalesce((2,(1,6)):(1,(6,2)))"},
    {"algebra", "coalesce_x", "the same, also beyond its extent", "coalesce_x((2,(1,6)):(1,(6,2)))"},
    {"algebra", "filter", "without what repeats, coalesced", "filter((4,1,8):(0,5,1))"},
    {"algebra", "filter_zeros", "extents of 1 where the strides are 0", "filter_zeros((4,8):(0,1))"},
    {"algebra", "nullspace", "the coordinates of what is at 0", "nullspace((2,3,2):(0,1,0))"},
    {"algebra", "composition", "the first after the second; a * b", "composition((6,2):(8,2), (4,3):(3,1))"},
    {"algebra", "with_shape", "the same map under another shape", "with_shape(24:2, (4,6))"},
    {"algebra", "complement", "what fills the gaps, up to a size", "complement(4:2, 24)"},
    {"algebra", "left_inverse", "from a place to its coordinate", "left_inverse((4,8):(8,1))"},
    {"algebra", "right_inverse", "coordinates whose places count up from 0", "right_inverse((2,4,6):(4,1,8))"},
    {"algebra", "max_common_layout", "the longest run that both have consecutive", "max_common_layout((8,64):(64,1), (8,64):(64,1))"},
    {"algebra", "max_common_vector", "how many elements that run has", "max_common_vector(Sw<2,2,3> o (8,64):(64,1), (8,64):(64,1))"},
    {"algebra", "max_alignment", "what divides the places of runs", "max_alignment((8,4):(1,16))"},
    {"algebra", "domain_distribute", "elements of a shape, so many each", "domain_distribute((4,6), 8)"},
    {"algebra", "evenly_divides", "whether tiles fill the shape", "evenly_divides((12,8), <4,8>)"},
    {"algebra", "logical_divide", "each mode as (tile, rest); a / b", "logical_divide(24:1, 4:2)"},
    {"algebra", "zipped_divide", "(tiles, rests)", "zipped_divide((8,8):(8,1), (2,4))"},
    {"algebra", "tiled_divide", "(tiles, rest, rest, ..)", "tiled_divide((8,8):(8,1), (2,4))"},
    {"algebra", "flat_divide", "(tile, tile, .., rest, rest, ..)", "flat_divide((8,8):(8,1), (2,4))"},
    {"algebra", "tile_unzip", "(tiles, rests) of a layout that is divided already", "tile_unzip(((2,3),(4,5)):((1,2),(6,24)), <2,4>)"},
    {"algebra", "logical_product", "it, and where its copies start", "logical_product((2,2):(4,1), 6:1)"},
    {"algebra", "zipped_product", "the same by modes: (tiles, copies)", "zipped_product((2,2):(4,1), <2,3>)"},
    {"algebra", "tiled_product", "the same: (tiles, copies, copies, ..)", "tiled_product((2,2):(4,1), <2,3>)"},
    {"algebra", "flat_product", "the same: (tile, tile, .., copies, copies, ..)", "flat_product((2,2):(4,1), <2,3>)"},
    {"algebra", "blocked_product", "copies of a block, side by side", "blocked_product((2,5):(5,1), (3,4):(1,3))"},
    {"algebra", "raked_product", "copies of a block, interleaved", "raked_product((2,5):(5,1), (3,4):(1,3))"},
    {"algebra", "tile_to_shape", "a block repeated to a shape", "tile_to_shape((8,8):(8,1), (64,32))"},
    {"algebra", "upcast", "n elements as one", "upcast(2, (6,2):(1,6))"},
    {"algebra", "downcast", "one element as n", "downcast(4, 16:1)"},
    {"algebra", "recast_layout", "the same bytes as elements of other bits", "recast_layout(8, 16, (8,64):(64,1))"},
    {"algebra", "make_swizzle", "of two masks of bits: those that change, and those that are XORed to them", "make_swizzle(448, 56)"},
    {"algebra", "apply_swizzle", "where an offset goes", "apply_swizzle(Sw<3,3,3>, 64)"},
    {"algebra", "values", "its values, the first mode fastest; of a swizzle those of the first so many offsets", "values((2,2):(2,1))"},

    {"tensors", "layout_call", "what a layout has at a coordinate, and with _ what is left", "layout_call((4,8):(8,1), (1,2))"},
    {"tensors", "crd2idx", "a coordinate as an index, dense or by strides", "crd2idx((1,2), (4,8):(8,1))"},
    {"tensors", "idx2crd", "an index as a coordinate", "idx2crd(7, (2,3))"},
    {"tensors", "get_hier_coord", "the nested coordinate of an offset", "get_hier_coord((2,(3,4)):(1,(2,6)), 9)"},
    {"tensors", "get_flat_coord", "one integer a mode of that coordinate", "get_flat_coord((2,(3,4)):(1,(2,6)), 9)"},
    {"tensors", "get_1d_coord", "that coordinate as one integer", "get_1d_coord((2,4):(4,1), 5)"},
    {"tensors", "coshape", "1 + the largest place, before a swizzle; of coordinates in each dimension", "coshape(make_identity_layout((4,(2,8))))"},
    {"tensors", "coprofile", "how its places are nested", "coprofile((4,8):(0,1@1))"},
    {"tensors", "make_identity_layout", "at each coordinate itself", "make_identity_layout((2,(3,4)))"},
    {"tensors", "slice_and_offset", "what is left under _, and what the numbers add", "slice_and_offset((_,2), (8,64):(64,1))"},
    {"tensors", "slice", "what is left under _; of a part of a tensor from where the numbers say", "slice((_,2), (8,64):(64,1))"},
    {"tensors", "domain_offset", "from a coordinate on", "domain_offset((1,2), (8,64):(64,1))"},
    {"tensors", "local_tile inner_partition", "the tile at a coordinate of tiles; with _ in a projection not of that mode", "local_tile((128,64):(1,128), (32,16), (1,2))"},
    {"tensors", "outer_partition", "what has a coordinate in each tile", "outer_partition((128,64):(1,128), (32,16), (3,_))"},
    {"tensors", "local_partition", "what a thread has of each tile of threads", "local_partition((16,64):(1,16), (2,16):(16,1), 5)"},

    {"instructions", "cute_tv", "from thread and value to the element of a tile", "cute_tv(((4,8),(2,2)):((32,1),(16,8)), tile = (16, 8))"},
    {"instructions", "make_tv", "what threads and values of each make a tiled copy of", "make_tv((4,8):(8,1), (2,2):(1,2))"},
    {"instructions", "layout_tv", "the layout of a thread-value layout", "layout_tv(make_tv((4,8):(8,1), (2,2):(1,2)))"},
    {"instructions", "tiler_mn", "the tile of a thread-value layout", "tiler_mn(make_tv((4,8):(8,1), (2,2):(1,2)))"},
    {"instructions", "tile_tv", "over a larger tile, by more values of each thread", "tile_tv(make_tv((4,8):(8,1), (2,2):(1,2)), [16, 16])"},
    {"instructions", "mma_atom", "an operand of an instruction by its CuTe name: A, B, C, thr or mnk", "mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\", C)"},
    {"instructions", "copy_atom", "a side of a copy by its CuTe name, in bits: src, dst, ref or thr", "copy_atom(\"SM75_U32x4_LDSM_N\", dst)"},
    {"instructions", "make_tiled_mma", "an atom for each of so many warps, and a permutation of M, N and K", MMA ".tile_shape()"},
    {"instructions", "thr_layout_vmnk", "where the atoms of a tiled MMA are, by thread", MMA ".thr_layout_vmnk()"},
    {"instructions", "tile_shape", "M, N and K of a tiled MMA", MMA ".tile_shape()"},
    {"instructions", "thrfrg_A thrfrg_B thrfrg_C", "an operand by threads and their fragments", MMA ".thrfrg_C((32,32):(1,32))"},
    {"instructions", "partition_A partition_B partition_C", "what a thread has of an operand", MMA ".get_slice(37).partition_C(make_identity_layout((64,64)))"},
    {"instructions", "partition_fragment_A partition_fragment_B partition_fragment_C", "an operand over a tile, as threads hold it", MMA ".partition_fragment_C((64, 64))"},
    {"instructions", "get_layoutA_TV get_layoutB_TV get_layoutC_TV", "an operand over the tile of the tiled MMA", MMA ".get_layoutC_TV()"},
    {"instructions", "make_tiled_copy", "an atom for elements of so many bits, and who has what", COPY ".get_layoutS_TV()"},
    {"instructions", "make_tiled_copy_A make_tiled_copy_B make_tiled_copy_C", "the same, for an operand of a tiled MMA", "make_tiled_copy_A(\"SM75_U32x4_LDSM_N\", 16, " MMA ").get_layoutS_TV()"},
    {"instructions", "get_layoutS_TV get_layoutD_TV", "what each thread has of the source, and of the destination", COPY ".get_layoutS_TV()"},
    {"instructions", "get_slice get_thread_slice", "one thread of a tiled MMA or copy", COPY ".get_slice(9)"},
    {"instructions", "tidfrg_S tidfrg_D", "the source, or the destination, by threads and their fragments", COPY ".tidfrg_S((64,128):(128,1))"},
    {"instructions", "partition_S partition_D", "what a thread has of the source, or of the destination", COPY ".get_slice(9).partition_S(make_identity_layout((64,128)))"},
    {"instructions", "retile retile_S retile_D", "registers as the atoms of the copy move them", COPY ".retile(((8,1),4,2):((1,0),8,32))"},

    {"tiles", "canonicalize", "the same map, threads on the coarsest axis that says it", "canonicalize(S[(2, 4, 32) : (1@wgid, 1@wid_in_wg, 1@laneid)])"},
    {"tiles", "on_axes", "threads on other axes", "on_axes(S[(4, 32) : (32@tx, 1@tx)], warpid, laneid)"},
    {"tiles", "storage", "what one thread holds", "storage(S[(32, 8) : (1@laneid, 1)])"},
    {"tiles", "reshape group", "the same places under another shape, row-major", "reshape(S[30], [6, 5])"},
    {"tiles", "permute_dims permute", "dimensions in another order", "permute_dims(S[(2, 3) : (3, 1)], [1, 0])"},
    {"tiles", "refine", "the extents that two shapes have in common", "refine([6, 5], [2, 15])"},
    {"tiles", "tile", "tiles of the inner layout, arranged as the outer one; of one layout, it as a tile layout", "tile(S[(2, 2) : (2, 1)], S[(4, 4) : (4, 1)])"},
    {"tiles", "shard", "a part for each thread", "shard(S[(8, 4) : (4@laneid, 1@laneid)], S[(1, 2) : (0, 1)])"},
    {"tiles", "tile_to", "repeated to a shape", "tile_to(S[(2, 2) : (2, 1)], [4, 2])"},
    {"tiles", "direct_sum", "the sum of two places, without scaling", "direct_sum(S[(2, 2) : (4, 1)], S[(2, 2) : (8, 2)])"},
    {"tiles", "tile_outer", "the outer layout of a tiling; a / b", "tile_outer(S[8], S[2])"},
    {"tiles", "tile_inner", "the inner layout of a tiling", "tile_inner(S[8], S[4])"},
    {"tiles", "direct_sum_left", "the first of a sum", "direct_sum_left(S[8], S[2])"},
    {"tiles", "direct_sum_right", "the second of a sum", "direct_sum_right(S[8], S[4 : 2])"},
    {"tiles", "is_tile_inner", "the outer layout, where it is the inner one of a tiling", "is_tile_inner(S[4], S[8])"},
    {"tiles", "is_tile_outer", "the inner layout, where it is the outer one of a tiling", "is_tile_outer(S[2], S[8])"},
    {"tiles", "is_direct_sum_left", "the other one, where it is the first of a sum", "is_direct_sum_left(S[2 : 4], S[8])"},
    {"tiles", "is_direct_sum_right", "the other one, where it is the second of a sum", "is_direct_sum_right(S[4], S[8])"},
    {"tiles", "broadcast", "a new dimension of n elements, all in one place", "broadcast(S[(8, 4) : (4, 1)], 2, position = 1)"},
    {"tiles", "slice", "a window", "slice(S[(8, 8) : (8, 1)], [2, 0], [4, 8])"},
    {"tiles", "pack", "n elements as one", "pack(S[(8, 16) : (16, 1)], 2)"},
    {"tiles", "unpack", "one element as n", "unpack(S[(8, 8) : (8, 1)], 2)"},
    {"tiles", "apply", "where an element is", "apply(S[(8, 4) : (4@laneid, 1)], (2, 3))"},
    {"tiles", "same_map", "whether two layouts have all elements in the same places", "same_map(spatial(8), S[8 : 1@tx])"},
    {"tiles", "is_trivial", "whether element i is at i, without a swizzle", "is_trivial(S[(8, 8) : (8, 1)])"},
    {"tiles", "is_swizzle", "whether element i is at swizzled i", "is_swizzle(S[64] + swizzle(base = 0, bits = 3, shift = 3))"},
    {"tiles", "get_scope", "what its thread axes count, and in what", "get_scope(S[(4, 32) : (1@wid_in_wg, 1@laneid)])"},
    {"tiles", "size", "how many elements there are, or along an axis", "size(S[(8, 4) : (1@laneid, 1)], laneid)"},
    {"tiles", "span", "1 + the largest place, or along an axis, before a swizzle", "span(S[(8, 6) : (8, 1)])"},

    {"notations", "register", "a layout that threads hold as Tilus says it, over the threads of a scope or the smallest with enough", "register(S[(8, 4) : (4@laneid, 1@laneid)])"},
    {"notations", "shared", "a layout of memory as Tilus says it", "shared(S[(8, 8) : (8, 1)])"},
    {"notations", "cute", "a layout of memory as CuTe says it", "cute(shared_row_major(8, 8))"},
    {"notations", "cute_tv", "a layout that threads hold as a thread-value layout", "cute_tv(spatial(8, 4).local(1, 2))"},
    {"notations", "linear", "a layout that threads hold as a map over bits; of its bases for registers, lanes and warps", "linear(spatial(8, 4))"},
    {"notations", "tile", "any layout as a tile layout", "tile(spatial(8, 4))"},
    {NULL, NULL, NULL, NULL},
};
/* clang-format on */

const char *tl_function_family(const char *name) {
  for (int i = 0; i < FAMILY_COUNT; i++)
    if (strcmp(FAMILIES[i].name, name) == 0)
      return FAMILIES[i].meaning;
  return NULL;
}

static bool has_name(const char *names, const char *name, size_t length) {
  for (; *names; names += *names == ' ') {
    size_t rest = strlen(names);
    const char *end = memchr(names, ' ', rest);
    size_t own = end ? (size_t)(end - names) : rest;
    if (own == length && memcmp(names, name, length) == 0)
      return true;
    names += own;
  }
  return false;
}

const tl_function_note *tl_function_note_of(const char *name, size_t length,
                                            const tl_function_note *note) {
  note = note ? note + 1 : TL_FUNCTION_NOTES;
  while (note->family && !has_name(note->names, name, length))
    note++;
  return note->family ? note : NULL;
}

void tl_function_call_print(const tl_function *row, tl_text *out) {
  const tl_parameter *parameter = row->parameters;
  tl_text_append(out, "%s(", row->name);
  for (int i = 0; i < TL_MAX_PARAMETERS && parameter[i].name; i++) {
    bool is_optional = parameter[i].form == TL_OPTIONAL;
    tl_text_append(out, "%s%s%s%s%s", i ? ", " : "", is_optional ? "[" : "",
                   parameter[i].name, parameter[i].form == TL_REST ? "..." : "",
                   is_optional ? "]" : "");
  }
  tl_text_append(out, ")");
}
