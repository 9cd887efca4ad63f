/* other-llvm.c - a tool of another LLVM, which loads a plugin as mlir-opt does. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct plugin_info {
  uint32_t api_version;
  const char *name, *version;
  void *registers;
} plugin_info;

void LLVMGetVersion(unsigned *major, unsigned *minor, unsigned *patch);

void LLVMGetVersion(unsigned *major, unsigned *minor, unsigned *patch) {
  *major = 21;
  *minor = 1;
  *patch = 8;
}

int main(int argc, char **argv) {
  void *plugin = argc == 3 ? dlopen(argv[1], RTLD_LAZY | RTLD_LOCAL) : NULL;
  void *symbol = plugin ? dlsym(plugin, argv[2]) : NULL;
  plugin_info (*info)(void);
  if (!symbol)
    return 2;
  memcpy(&info, &symbol, sizeof symbol);
  printf("loaded %s\n", info().name);
  return 0;
}
