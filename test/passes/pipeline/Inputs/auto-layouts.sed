s/ layout #[a-z_]+ / layout auto /
s/(%SA\[.*)!shared/\1!a/
s/(%SB\[.*)!shared/\1!b/
s/%SA: !shared/%SA: !a/
s/%SB: !shared/%SB: !b/
s/^!shared.*/!a = memref<128x32xf16, 3>\n!b = memref<64x64xf16, 3>/
