# The product as nvvm.inline_ptx, whose operands are words and whose results are floats.
s/.*nvgpu.mma.sync.* : (\(vector<4x4xf8\(E.M.\).*>\), \(vector<2x4xf8\(E.M.\).*>\), vector.*/  %aw = vector.bitcast %va : \1 to vector<4x1xi32>\
  %bw = vector.bitcast %vb : \3 to vector<2x1xi32>\
  %a0, %a1, %a2, %a3 = vector.to_elements %aw : vector<4x1xi32>\
  %b0, %b1 = vector.to_elements %bw : vector<2x1xi32>\
  %x0, %x1, %x2, %x3 = vector.to_elements %vc : vector<2x2xf32>\
  %d0, %d1, %d2, %d3 = nvvm.inline_ptx "mma.sync.aligned.m16n8k32.row.col.f32.\L\2.\4\E.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};" ro(%a0, %a1, %a2, %a3, %b0, %b1, %x0, %x1, %x2, %x3 : i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> f32, f32, f32, f32\
  %d = vector.from_elements %d0, %d1, %d2, %d3 : vector<2x2xf32>/
