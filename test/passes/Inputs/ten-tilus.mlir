#r0 = #tl.register<local(2, 1).spatial(8, 4).local(1, 2)>
#m0 = #tl.shared<row_major(16, 8)>
#r1 = #tl.register<spatial(32, 1).local(1, 8)>
#m1 = #tl.shared<shape = [32, 8], mode_shape = [32, 2, 4], mode_strides = [4, 128, 1]>
#r2 = #tl.register<mma_a(16, 8, 16, 16)>
#m2 = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
#r3 = #tl.register<mma_b(16, 8, 16, 16).permute([1, 0])>
#m3 = #tl.shared<column_major(8, 16)>
#r4 = #tl.register<reduce(spatial(4, 8), dims = [1])>
#m4 = #tl.shared<shape = [4], mode_shape = [4], mode_strides = [9]>
