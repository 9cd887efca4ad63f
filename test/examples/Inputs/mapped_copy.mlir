// A copy that the transform dialect maps to 128 threads, of tensors, which become
// memrefs then; SHAPE is that of the copy.
module attributes {transform.with_named_sequence, gpu.container_module} {
  func.func @copy(%a: tensor<SHAPE>, %b: tensor<SHAPE>) -> tensor<SHAPE> {
    %0 = linalg.copy ins(%a : tensor<SHAPE>) outs(%b : tensor<SHAPE>) -> tensor<SHAPE>
    return %0 : tensor<SHAPE>
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %copy = transform.structured.match ops{["linalg.copy"]} in %module : (!transform.any_op) -> !transform.any_op
    %tile, %block = transform.structured.tile_using_forall %copy num_threads [1, 1]
        (mapping = [#gpu.block<y>, #gpu.block<x>]) : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %threads, %own = transform.structured.gpu.map_copy_to_threads %tile total_num_threads = 128 desired_bit_alignment = 128
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.structured.vectorize %own : !transform.any_op
    %buffers = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %module
        {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    %function = transform.structured.match ops{["func.func"]} in %buffers : (!transform.any_op) -> !transform.any_op
    %launch = transform.gpu.map_forall_to_blocks %function generate_gpu_launch : (!transform.any_op) -> !transform.any_op
    transform.gpu.map_nested_forall_to_threads %launch block_dims = [128, 1, 1] sync_after_distribute = false
        : (!transform.any_op) -> !transform.any_op
    %host = transform.structured.match ops{["func.func"]} in %buffers : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %host {
      transform.apply_patterns.vector.transfer_to_scf max_transfer_rank = 1 full_unroll = true
      transform.apply_patterns.vector.lower_transfer max_transfer_rank = 1
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.apply_cse to %host : !transform.any_op
    transform.apply_patterns to %host {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.yield
  }
}
