#!/usr/bin/env python3
"""What is loaded, negated so many times and stored: turn-chain.py COUNT"""
import sys

COUNT = int(sys.argv[1])
ACCESS = "[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16"
print("func.func @chain(%A: memref<256xf32> {llvm.noalias}, "
      "%B: memref<256xf32>, %o: index) {")
print(f"  %v0 = tl.thread_load %A{ACCESS} : memref<256xf32> to vector<32xf32>")
for i in range(COUNT):
    print(f"  %v{i + 1} = arith.negf %v{i} : vector<32xf32>")
print(f"  tl.thread_store %v{COUNT} to %B{ACCESS} : "
      "vector<32xf32> to memref<256xf32>")
print("  return\n}")
