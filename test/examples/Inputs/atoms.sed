# gemm_bounds.mlir as a kernel that states the fragments of the tensor core and no
# other layout: shared memory and who copies what are left to the passes.
s/layout #[a-z_]* /layout auto /g
s/ as #copy_[abc]//
s/memref<4096xf16, #gpu/memref<64x64xf16, #gpu/
s/^ *tl.copy %SC layout auto to \(%C.*\) scope cta \(bounds.*\) : !shared to !c/    %w = tl.load %SC layout auto as auto scope cta : !shared to vector<32xf16>\
    tl.store %w as auto to \1 scope cta tile(64, 64) \2 : vector<32xf16> to !c/
/^#\(stage\|smem\|copy\)_/d
