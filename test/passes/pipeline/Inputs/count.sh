#!/bin/sh
# Counts PTX on standard input: instructions (cvta left out, since they vanish
# with the address space), accesses of 16 bytes, other accesses of memory.
awk '
  /^[ \t]*(@!?%p[0-9]+[ \t]+)?[a-z][a-z0-9_.:]*([ \t].*)?;/ && !/^[ \t]*cvta/ { all++ }
  /(ld|st)\.(global|shared)\.v4\.b32/ { wide++; next }
  /(ld|st)\.(global|shared|local)/ { narrow++ }
  END { printf "%d instructions, %d accesses of 16 bytes, %d others\n", all, wide, narrow }'
