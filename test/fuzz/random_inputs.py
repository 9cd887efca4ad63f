"""What commands have in common that try random inputs by their seeds."""
import sys
import tempfile

MOST_FAILURES = 5


def read_numbers(command, words, defaults):
    """Of the words, in place of defaults, or one line and status 2."""
    for word in words:
        if not word.isdecimal():
            print(f"{command}: '{word}' is no number; usage: test/fuzz/{command} "
                  "[COUNT [SEED]] or --print SEED [COUNT]", file=sys.stderr)
            sys.exit(2)
    if len(words) > len(defaults):
        print(f"{command}: {len(words)} numbers; there are at most {len(defaults)}",
              file=sys.stderr)
        sys.exit(2)
    return [int(word) for word in words] + defaults[len(words):]


def try_inputs(command, arguments, print_input, check):
    """[COUNT [SEED]], or --print SEED [COUNT].  check(seed, folder) is what is wrong, or
    nothing.  Returns the status."""
    if arguments[:1] == ["--print"]:
        first, count = read_numbers(command, arguments[1:], [1, 1])
        for seed in range(first, first + count):
            if seed > first:
                print("// -----")
            print_input(seed)
        return 0
    count, first = read_numbers(command, arguments, [1000, 1])
    equivalent = different = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            try:
                wrong = check(seed, folder)
            except FileNotFoundError as missing:
                print(f"{command}: no program {missing.filename}; BUILD names the build "
                      "folder", file=sys.stderr)
                return 2
            equivalent += wrong is None
            different += wrong is not None
            if wrong:
                print(wrong)
            if different == MOST_FAILURES:
                break
    print(f"{equivalent} equivalent, {different} different")
    return int(equivalent != count)
