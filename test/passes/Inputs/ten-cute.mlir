#r0 = #tl.cute_tv<mma_atom("SM80_16x8x16_F32F16F16F32_TN", C), tile = (16, 8)>
#m0 = #tl.cute<(16,8):(8,1)>
#r1 = #tl.cute_tv<(32,8):(1,32), tile = (32, 8)>
#m1 = #tl.cute<(32,(4,2)):(4,(1,128))>
#r2 = #tl.cute_tv<mma_atom("SM80_16x8x16_F32F16F16F32_TN", A), tile = (16, 16)>
#m2 = #tl.cute<tile_to_shape(Sw<3,3,3> o 0 o (8,64):(64,1), (64,64))>
#r3 = #tl.cute_tv<mma_atom("SM80_16x8x16_F32F16F16F32_TN", B), tile = (8, 16)>
#m3 = #tl.cute<make_layout((8,16))>
#r4 = #tl.cute_tv<((8,4),1):((0,1),0), tile = (4)>
#m4 = #tl.cute<4:9>
