# lit configuration; values of the build come from lit.site.cfg.py.
import os
import shutil
import subprocess

import lit.formats

config.name = "TL"
config.test_format = lit.formats.ShTest()
config.suffixes = [".mlir", ".c", ".test", ".md"]
config.excludes = ["CMakeLists.txt", "Inputs", "fuzz"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.build_root, "test")



def sanitized(compiler, name):
    """That compiler, which links what libraries with sanitizers need."""
    path = os.path.join(config.test_exec_root, "sanitized", name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as script:
        script.write('#!/bin/sh\nexec %s -fsanitize=%s "$@"\n'
                     % (compiler, config.sanitizers))
    os.chmod(path, 0o755)
    return path


if config.sanitizers:
    config.c_compiler = sanitized(config.c_compiler, "cc")
    config.cxx_compiler = sanitized(config.cxx_compiler, "c++")
    config.environment["PATH"] = os.pathsep.join(
        [os.path.dirname(config.c_compiler), config.environment["PATH"]])

plugin = os.path.join(config.build_root, "lib", "tl-plugin.so")
config.environment["PATH"] = os.pathsep.join(
    [os.path.join(config.build_root, "bin"),
     os.path.join(config.build_root, "test", "bin"),
     config.llvm_bin, config.environment["PATH"]])
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
config.environment["FILECHECK_OPTS"] = "-enable-var-scope --dump-input=fail"

# Every run of the driver also checks that what it prints parses back, as text
# and as bytecode.
config.substitutions += [
    ("%tl-opt", "tl-opt --verify-roundtrip"),
    ("%mlir-opt", "mlir-opt --verify-roundtrip --load-dialect-plugin=" + plugin
     + " --load-pass-plugin=" + plugin),
    ("%ptx", "sh " + os.path.join(config.source_root, "tools", "to-ptx")),
    ("%root", config.source_root),
    ("%build", config.build_root),
    ("%plugin", plugin),
    ("%cc", config.c_compiler),
    ("%cxx", config.cxx_compiler),
]

# A stock tool cannot load a plugin that is built with sanitizers; tl-opt has
# the same passes.
if config.sanitizers:
    config.available_features.add("sanitized")
    config.substitutions.insert(0, ("%mlir-opt", "tl-opt --verify-roundtrip"))
    config.environment["ASAN_SYMBOLIZER_PATH"] = os.path.join(
        config.llvm_bin, "llvm-symbolizer")
    config.environment["TSAN_OPTIONS"] = "suppressions=" + os.path.join(
        config.source_root, "test", "fuzz", "foreign-races.txt")
else:
    config.available_features.add("plugin")

for tool in ("clang", "fish", "pkg-config", "script", "zsh", "cmark-gfm", "chromium",
             "nvim"):
    if shutil.which(tool):
        config.available_features.add(tool)


def has_eglot():
    """Whether there is an Emacs with its client of language servers."""
    look = "(progn (require 'package) (package-activate-all) (require 'eglot))"
    return shutil.which("emacs") and subprocess.call(
        ["emacs", "--batch", "--eval", look], stderr=subprocess.DEVNULL) == 0


if has_eglot():
    config.available_features.add("eglot")

if config.has_playground:
    config.available_features.add("playground")
if shutil.which("chromium") or shutil.which("chromium-browser"):
    config.available_features.add("chromium")

ptxas = shutil.which("ptxas") or shutil.which("/usr/local/cuda/bin/ptxas")
if ptxas:
    config.available_features.add("ptxas")
    config.substitutions.append(("%assemble", ptxas))
if shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc"):
    config.available_features.add("nvcc")

if subprocess.check_output(
        ["sh", os.path.join(config.source_root, "tools", "cuda-root")],
        env=config.environment):
    config.available_features.add("libdevice")

if b"amdgcn" in subprocess.check_output(
        [os.path.join(config.llvm_bin, "llc"), "--version"]):
    config.available_features.add("amdgpu")


def has_gpu():
    """Whether the first GPU runs the PTX of the tests, which is for sm_90."""
    query = ["nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"]
    try:
        answer = subprocess.check_output(query, stderr=subprocess.DEVNULL)
        return float(answer.split()[0]) >= 9.0
    except (OSError, subprocess.SubprocessError, ValueError, IndexError):
        return os.path.exists("/dev/nvidia0")


if has_gpu():
    config.available_features.add("gpu")
