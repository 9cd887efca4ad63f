/* plugin.c - The two entry points that mlir-opt looks up.
 *
 * Layout and version of the structs: mlir/Tools/Plugins/DialectPlugin.h and
 * PassPlugin.h.  mlir-opt calls the dialect hook with its DialectRegistry. */
#include "dialect/bridge/bridge.h"
#include "passes/pass_rows.h"
#include "tl/dialect.h"
#include "tl/passes.h"
#include <stdio.h>
#include <stdlib.h>

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

/* MLIR aborts where a tool has them already, as tl-opt has, and there is no way
 * to refuse a plugin. */
static void refuse(void) {
  fputs("tl-plugin: this tool has the dialect tl and its passes already; leave "
        "out --load-dialect-plugin and --load-pass-plugin\n",
        stderr);
  exit(EXIT_FAILURE);
}

static void register_dialects(void *registry) {
  MlirDialectRegistry own = {registry};
  if (tl_bridge_has_dialect(own))
    refuse();
  tl_register_dialect(own);
}

/* The plugin may be given twice. */
static void register_passes(void) {
  static bool is_registered;
  if (!is_registered && tl_bridge_has_pass(TL_PASSES[0]->argument))
    refuse();
  is_registered = true;
  tl_register_passes();
}

dialect_plugin mlirGetDialectPluginInfo(void) {
  return (dialect_plugin){PLUGIN_API_VERSION, "tl", TL_VERSION,
                          register_dialects};
}

pass_plugin mlirGetPassPluginInfo(void) {
  return (pass_plugin){PLUGIN_API_VERSION, "tl", TL_VERSION, register_passes};
}
