/* plugin.c - The two entry points that mlir-opt looks up.
 *
 * Layout and version of the structs: mlir/Tools/Plugins/DialectPlugin.h and
 * PassPlugin.h.  mlir-opt calls the dialect hook with its DialectRegistry. */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "dialect/bridge/bridge.h"
#include "passes/pass_rows.h"
#include "tl/dialect.h"
#include "tl/passes.h"
#include "llvm/Config/llvm-config.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLUGIN_API_VERSION = 1 };
#define EXPORTED __attribute__((visibility("default")))

typedef struct dialect_plugin {
  uint32_t api_version;
  const char *name, *version;
  void (*register_dialects)(void *registry);
} dialect_plugin;

typedef struct pass_plugin {
  uint32_t api_version;
  const char *name, *version;
  void (*register_passes)(void);
} pass_plugin;

EXPORTED dialect_plugin mlirGetDialectPluginInfo(void);
EXPORTED pass_plugin mlirGetPassPluginInfo(void);

/* There is no way to refuse a plugin, and MLIR aborts or crashes later. */
static void refuse(const char *reason) {
  fprintf(stderr, "tl-plugin: %s\n", reason);
  exit(EXIT_FAILURE);
}

/* The LLVM of the tool says its version, unless it hides all it has: what is
 * found first is that of the tool, not of the plugin. */
static void check_version(void) {
  typedef void get_version(unsigned *major, unsigned *minor, unsigned *patch);
  void *symbol = dlsym(RTLD_DEFAULT, "LLVMGetVersion");
  get_version *of_tool;
  unsigned major, minor, patch;
  char reason[160];
  if (!symbol)
    return;
  memcpy(&of_tool, &symbol, sizeof symbol);
  of_tool(&major, &minor, &patch);
  snprintf(reason, sizeof reason,
           "this tool has LLVM %u.%u.%u; the plugin is of LLVM %d.%d", major,
           minor, patch, LLVM_VERSION_MAJOR, LLVM_VERSION_MINOR);
  if (major != LLVM_VERSION_MAJOR || minor != LLVM_VERSION_MINOR)
    refuse(reason);
}

static void refuse_twice(void) {
  refuse("this tool has the dialect tl and its passes already; leave out "
         "--load-dialect-plugin and --load-pass-plugin");
}

static void register_dialects(void *registry) {
  MlirDialectRegistry own = {registry};
  if (tl_bridge_has_dialect(own))
    refuse_twice();
  tl_register_dialect(own);
}

/* The plugin may be given twice. */
static void register_passes(void) {
  static bool is_registered;
  if (!is_registered && tl_bridge_has_pass(TL_PASSES[0]->argument))
    refuse_twice();
  is_registered = true;
  tl_register_passes();
}

dialect_plugin mlirGetDialectPluginInfo(void) {
  check_version();
  return (dialect_plugin){PLUGIN_API_VERSION, "tl", TL_VERSION,
                          register_dialects};
}

pass_plugin mlirGetPassPluginInfo(void) {
  check_version();
  return (pass_plugin){PLUGIN_API_VERSION, "tl", TL_VERSION, register_passes};
}
