"""usage: transposes.py ROWS TL_OPT TL_SIM SCRATCH

Puts the code of each row in a kernel that writes what it has transposed, makes
it a copy of the block, and runs that and what it is lowered to."""
import pathlib
import re
import subprocess
import sys

rows, tl_opt, tl_sim, scratch = sys.argv[1:]

KERNEL = """gpu.module @kernels {{
gpu.func @transposed(%a: memref<24x40xf16>, %b: memref<40x24xf16>) workgroup(%s: memref<40x24xf16, 3>) kernel
    attributes {{known_block_size = array<i32: 64, 1, 1>}} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %c24 = arith.constant 24 : index
  %c40 = arith.constant 40 : index
  %zero = arith.constant 0.0 : f16
  {}
  gpu.barrier
  memref.copy %s, %b : memref<40x24xf16, 3> to memref<40x24xf16>
  gpu.return
}}
func.func @by_loops(%a: memref<24x40xf16>, %b: memref<40x24xf16>) {{
  affine.for %i = 0 to 24 {{
    affine.for %j = 0 to 40 {{
      %x = affine.load %a[%i, %j] : memref<24x40xf16>
      affine.store %x, %b[%j, %i] : memref<40x24xf16>
    }}
  }}
  return
}}
}}
"""


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


def verdict(name, code):
    before = pathlib.Path(scratch) / "before.mlir"
    after = pathlib.Path(scratch) / "after.mlir"
    before.write_text(KERNEL.format(code.replace("\\n", "\n  ")))
    made = run(tl_opt, str(before), "--tl-convert-copies", "-o", str(after))
    if made.returncode:
        return made.stderr
    copies = len(re.findall(r"^ *tl\.copy", after.read_text(), re.M))
    if copies != 2:
        return f"{copies} copies\n{made.stderr}"
    ran = run(tl_sim, str(after), "--kernel=transposed", "--reference=by_loops",
              "--verify-lowering")
    is_same = "960 elements, off by at most 0" in ran.stdout
    return "" if is_same and not ran.returncode else ran.stdout + ran.stderr


pathlib.Path(scratch).mkdir(parents=True, exist_ok=True)
failed = total = 0
for line in pathlib.Path(rows).read_text().splitlines():
    if line.startswith("#"):
        continue
    name, code = line.split("\t")
    problem = verdict(name, code)
    print(f"{'FAILED' if problem else 'copied'}: {name}")
    if problem:
        print(problem)
    failed += bool(problem)
    total += 1
print(f"{total} forms, {failed} failed")
sys.exit(failed > 0)
