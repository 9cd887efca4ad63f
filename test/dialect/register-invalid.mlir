// RUN: not tl-opt %s --split-input-file 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

// The message and the place of every error in a register layout; errors of the
// text and of function calls are the same in the other families.

// The text: what the lexer and the grammar reject.

// CHECK: register-invalid.mlir:[[#@LINE+1]]:19: error: expected a layout, an integer or a list, got the end of the layout
#l = #tl.register<>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:10: error: expected '<layout>'
#l = #tl.register
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:19: error: expected a layout, an integer or a list, got '"local"'
#l = #tl.register<"local">
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:19: error: expected a layout, an integer or a list, got byte 0xce
#l = #tl.register<λ(2)>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:25: error: integer does not fit 64 bits
#l = #tl.register<local(99999999999999999999)>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:28: error: expected '.', '*', '/' or the end of the layout, got 'spatial'
#l = #tl.register<local(2) spatial(3)>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:28: error: expected '.', '*', '/' or the end of the layout, got 'a_name_longer_than_24_ch...'
#l = #tl.register<local(2) a_name_longer_than_24_characters>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:24: error: expected '(', got the end of the layout
#l = #tl.register<local>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:27: error: expected ')', got '3'
#l = #tl.register<local(2 3)>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:28: error: expected ']', got '3'
#l = #tl.register<local([2 3])>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:29: error: expected an integer, got 'local'
#l = #tl.register<local([2, local(2)])>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:28: error: expected the name of a function, got '3'
#l = #tl.register<local(2).3>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:88: error: expressions nest more than 64 deep
#l = #tl.register<(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((local(2))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))>

// -----

// Functions and their arguments.

// CHECK: register-invalid.mlir:[[#@LINE+1]]:19: error: there is no function 'locale'; did you mean 'local'?
#l = #tl.register<locale(2)>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:25: error: local has no argument 'extent'
#l = #tl.register<local(extent = 2)>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:44: error: reduce takes 3 arguments
#l = #tl.register<reduce(local(2), [0], 1, 2)>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:19: error: reduce needs argument 'dims'
#l = #tl.register<reduce(local(2))>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:26: error: argument 'layout' of reduce expects a register layout, got an integer
#l = #tl.register<reduce(2, [0])>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:49: error: argument 'ranks' of local is given twice
#l = #tl.register<local(2, ranks = [0], ranks = [0])>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:30: error: argument 'ranks' of local expects a list of integers, got an integer
#l = #tl.register<local([2], 3)>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:28: error: argument 'shape' of local is given twice
#l = #tl.register<local(2, [3])>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:121: error: more than 32 items; at most 32 are supported
#l = #tl.register<local(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:28: error: cannot compose a register layout with an integer
#l = #tl.register<local(2) * 3>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:19: error: expected a register layout, got a shared layout
#l = #tl.register<shared_row_major(2)>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:19: error: expected a register layout, got a list of integers
#l = #tl.register<[8]>

// -----

// Builders.

// CHECK: register-invalid.mlir:[[#@LINE+1]]:19: error: extent 0 of dimension 1 is not positive
#l = #tl.register<local(2, 0)>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:28: error: rank 9 is above the supported rank 8
#l = #tl.register<local(2).local(1, 1, 1, 1, 1, 1, 1, 1, 1)>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:19: error: 4294967296 * 4294967296 does not fit 64 bits
#l = #tl.register<local(4294967296, 4294967296)>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:19: error: 3 ranks for 2 dimensions
#l = #tl.register<local(2, 2, ranks = [0, 1, 2])>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:19: error: rank 2 is outside [0, 2)
#l = #tl.register<local(2, 2, ranks = [0, 2])>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:19: error: rank 0 is given twice
#l = #tl.register<local(2, 2, ranks = [0, 0])>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:31: error: dimension 2 is outside [0, 2)
#l = #tl.register<local(2, 2).reduce(dims = [2])>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:31: error: dimension 0 is given twice
#l = #tl.register<local(2, 2).reduce(dims = [0, 0])>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:37: error: 4294967296 * 4294967296 does not fit 64 bits
#l = #tl.register<local(4294967296).local(4294967296)>

// -----

// Fields.

// CHECK: register-invalid.mlir:[[#@LINE+1]]:19: error: register needs argument 'spatial_modes'
#l = #tl.register<shape = [4], mode_shape = [4]>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:32: error: register has no argument 'modes'
#l = #tl.register<shape = [4], modes = [4]>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:27: error: argument 'shape' of register expects a list of integers, got an integer
#l = #tl.register<shape = 4, mode_shape = [4]>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:31: error: expected ',' or the end of the layout, got 'mode_shape'
#l = #tl.register<shape = [4] mode_shape = [4]>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:19: error: extent 0 of mode 1 is not positive
#l = #tl.register<shape = [4], mode_shape = [4, 0], spatial_modes = [0], local_modes = [1]>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:19: error: mode 1 of extent 2 is left over after the shape is filled
#l = #tl.register<shape = [4], mode_shape = [4, 2], spatial_modes = [0], local_modes = [1]>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:19: error: mode 0 of extent 3 does not divide 4, the rest of dimension 0
#l = #tl.register<shape = [4], mode_shape = [3], spatial_modes = [0], local_modes = []>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:19: error: the modes leave 2 of dimension 0 of extent 4 unfilled
#l = #tl.register<shape = [4], mode_shape = [2], spatial_modes = [0], local_modes = []>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:19: error: spatial_modes names mode 2; there are 2 modes
#l = #tl.register<shape = [4], mode_shape = [2, 2], spatial_modes = [2], local_modes = []>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:19: error: local_modes names mode -1; there are 2 modes
#l = #tl.register<shape = [4], mode_shape = [2, 2], spatial_modes = [0], local_modes = [-1]>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:19: error: mode 0 is listed twice
#l = #tl.register<shape = [4], mode_shape = [4], spatial_modes = [0], local_modes = [0]>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:19: error: mode 0 of extent 4 is in neither spatial_modes nor local_modes
#l = #tl.register<shape = [4], mode_shape = [4], spatial_modes = [], local_modes = []>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:19: error: replica extent does not fit 64 bits
#l = #tl.register<shape = [4], mode_shape = [4], spatial_modes = [0, -9223372036854775808], local_modes = []>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:19: error: 17179869184 * 4294967296 does not fit 64 bits
#l = #tl.register<shape = [4], mode_shape = [4], spatial_modes = [0, -4294967296, -4294967296], local_modes = []>
// -----
// CHECK: register-invalid.mlir:[[#@LINE+1]]:38: error: argument 'shape' of spatial is given twice
#l = #tl.register<spatial(2, shape = 3)>
