"""Runs tests of a build, of which each line of the input names one:

    TEST SECONDS BYTES MUTATION

It is one of lit's, or the program of one without sanitizers, and no process of it
computes longer or has more memory than that.  The output has all that lit finds, an
empty line, and for each line of the input whether the test passed, and the seconds that
it computed.

usage: run_tests.py LIT_FOLDER BUILD
"""
import os
import resource
import sys


def tests_of(lit_folder, build):
    sys.path.insert(1, lit_folder)
    import lit.discovery
    import lit.LitConfig
    config = lit.LitConfig.LitConfig(
        progname="lit", path=[], diagnostic_level="error", useValgrind=False,
        valgrindLeakCheck=False, valgrindArgs=[], noExecute=False, debug=False,
        isWindows=False, order="lexical", params={})
    found = lit.discovery.find_tests_for_inputs(
        config, [os.path.join(build, "test")])
    return config, {"/".join(test.path_in_suite): test for test in found}


def limit(kind, most):
    resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))


def test_of(tests, name):
    """That of a program without sanitizers is the one of the program with them."""
    if name in tests:
        return tests[name]
    program = os.path.basename(name).removesuffix("_fast")
    test = next(test for other, test in tests.items()
                if os.path.basename(other) == f"{program}.c")
    test.config.substitutions.insert(0, (rf"\b{program}\b(?!\.c)", f"{program}_fast"))
    return test


def run(config, tests, name, mutation):
    """In a process of its own."""
    test = test_of(tests, name)
    test.config.environment["TL_MUTATION"] = mutation
    result = test.config.test_format.execute(test, config)
    code = result[0] if isinstance(result, tuple) else result.code
    os._exit(code.isFailure)


def main(lit_folder, build):
    config, tests = tests_of(lit_folder, build)
    answers = os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    print("\n".join(sorted(tests)) + "\n", file=answers, flush=True)
    for line in sys.stdin:
        name, seconds, memory, mutation = line.split()
        child = os.fork()
        if child == 0:
            try:
                limit(resource.RLIMIT_CPU, int(seconds))
                limit(resource.RLIMIT_AS, int(memory))
                run(config, tests, name, mutation)
            finally:
                os._exit(1)
        _, status, used = os.wait4(child, 0)
        print("failed" if status else "passed", used.ru_utime + used.ru_stime,
              file=answers, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
