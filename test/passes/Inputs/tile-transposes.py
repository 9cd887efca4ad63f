"""usage: tile-transposes.py THREADS EXTENTS [REPORT]

Prints kernels that transpose tiles of any two of the extents (4,8,...), of 1 to 8
bytes, from shared and from global to shared memory in rows; with the
REPORT of what they are lowered to, which of their transposes conflict, and how many
there are."""
import json
import sys

threads = int(sys.argv[1])
EXTENTS = [int(extent) for extent in sys.argv[2].split(",")]
TYPES = ("i8", "f16", "f32", "f64")
KERNEL = """gpu.func @{name}(%A: memref<{tile}> {{llvm.align = 128 : i64}}, %B: memref<{tile}> {{llvm.align = 128 : i64}}) workgroup(%S: {shared}, %T: {shared}) kernel attributes {{known_block_size = array<i32: {threads}, 1, 1>}} {{
  tl.copy %A to %S scope cta : memref<{tile}> to {shared}
  gpu.barrier
  tl.copy {source} to %T layout {turned} scope cta : {type} to {shared} // marked
  gpu.barrier
  tl.copy %T layout {turned} to %B layout {turned} scope cta : {shared} to memref<{tile}>
  gpu.return
}}"""


def kernels():
    for element in TYPES:
        for m in EXTENTS:
            for n in EXTENTS:
                tile = f"{m}x{n}x{element}"
                shared = f"memref<{tile}, #gpu.address_space<workgroup>>"
                for source, memory in (("%S", shared), ("%A", f"memref<{tile}>")):
                    if m * n >= threads:
                        yield KERNEL.format(
                            name=f"from_{source[1:]}_{m}x{n}_{element}", tile=tile,
                            shared=shared, source=source, type=memory, threads=threads,
                            turned=f"#tl.tile<S[({m}, {n}) : (1, {m})]>")


lines = ["gpu.module @transposes {", *"\n".join(kernels()).split("\n"), "}"]
if len(sys.argv) == 3:
    print("\n".join(lines))
    sys.exit()

records = [r for r in json.load(open(sys.argv[3]))
           if lines[r["location"]["line"] - 1].endswith("// marked")]
for record in records:
    facts = record.get("facts", {})
    if facts.get("wavefronts", 0) > facts.get("minimum_wavefronts", 0):
        print(f"{record['function']}: {record['instruction']}: {facts['wavefronts']} "
              f"wavefronts of {facts['minimum_wavefronts']}")
print(f"{len({r['function'] for r in records})} transposes, of which lanes of "
      f"{sum('facts' not in r for r in records)} have their registers in two orders")
