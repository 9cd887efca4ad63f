/* plugin.c - The two entry points that mlir-opt looks up.
 *
 * Layout and version of the structs: mlir/Tools/Plugins/DialectPlugin.h and
 * PassPlugin.h.  mlir-opt calls the dialect hook with its DialectRegistry. */
#include "tl/dialect.h"
#include "tl/passes.h"

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

static void register_dialects(void *registry) {
  tl_register_dialect((MlirDialectRegistry){registry});
}

dialect_plugin mlirGetDialectPluginInfo(void) {
  return (dialect_plugin){PLUGIN_API_VERSION, "tl", TL_VERSION,
                          register_dialects};
}

pass_plugin mlirGetPassPluginInfo(void) {
  return (pass_plugin){PLUGIN_API_VERSION, "tl", TL_VERSION,
                       tl_register_passes};
}
