"""Mutations of the functions of C sources: one token, condition or statement each."""
import random
import re
from collections import namedtuple
from functools import cache

from mutation.tree import ROOT, read

SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
         "&&": "||", "||": "&&", "+": "-", "-": "+", "*": "/", "/": "*",
         "%": "/", "&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<",
         "+=": "-=", "-=": "+=", "*=": "+=", "/=": "*=", "|=": "&=",
         "&=": "|=", "^=": "|=", "++": "--", "--": "++", "true": "false",
         "false": "true"}
BINARY = {"+", "-", "*", "&"}  # or what is in front of one operand
TOKEN = re.compile(r"""(?P<none>\s+|/\*.*?\*/|//[^\n]*|^[ ]*\#(?:\\\n|[^\n])*)
  |(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
  |(?P<number>0[xX][0-9a-fA-F]+[uUlL]*|\d+\.\d*[fF]?|\d+[uUlL]*)
  |(?P<name>[A-Za-z_]\w*)
  |(?P<mark><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|[-+*/%&|^!=<>]=|&&|\|\||.)""",
                   re.VERBOSE | re.MULTILINE | re.DOTALL)

# What a source with many mutations begins with: which of them is made, by its number.
CHOICE = """extern char *getenv(const char *);
extern int atoi(const char *);
static int tl_mutation;
__attribute__((constructor)) static void tl_mutation_read(void) {
  const char *number = getenv("TL_MUTATION");
  tl_mutation = number ? atoi(number) : 0;
}
"""

Token = namedtuple("Token", "kind text start")
# The text from `start` to `end` becomes `new`.
Mutation = namedtuple("Mutation", "file line start end old new")


def tokens_of(source):
    return [Token(at.lastgroup, at.group(), at.start())
            for at in TOKEN.finditer(source) if at.lastgroup != "none"]


def closing(tokens, first):
    """The number of the token that closes that of `first`."""
    pairs, depth = {"(": ")", "{": "}", "[": "]"}, 0
    opens, closes = tokens[first].text, pairs[tokens[first].text]
    for i in range(first, len(tokens)):
        depth += tokens[i].text == opens
        depth -= tokens[i].text == closes
        if depth == 0:
            return i
    return len(tokens) - 1


def bodies_of(tokens):
    """The first and the last token of each function."""
    i = 0
    while i < len(tokens):
        if tokens[i].text == "{":
            last = closing(tokens, i)
            if i and tokens[i - 1].text == ")":
                yield i, last
            i = last
        i += 1


@cache
def functions_of(file):
    """The lines of the functions of a file, by their names."""
    text, out = source_of(file), {}
    tokens = tokens_of(text)
    for first, last in bodies_of(tokens):
        opens, depth = first - 1, 1
        while depth and opens > 0:
            opens -= 1
            depth += {")": 1, "(": -1}.get(tokens[opens].text, 0)
        out[tokens[opens - 1].text] = range(
            text.count("\n", 0, tokens[first].start) + 1,
            text.count("\n", 0, tokens[last].start) + 2)
    return out


def names_called(text):
    tokens = tokens_of(text)
    return {name.text for name, behind in zip(tokens, tokens[1:])
            if name.kind == "name" and behind.text == "("}


def ends_operand(token):
    return token.kind != "mark" and token.text not in ("return", "case") or \
        token.text in (")", "]")


def numbers_beside(text):
    digits = re.sub("[uUlL]*$", "", text)
    number = int(digits, 8 if re.match("0[0-7]", digits) else 0)
    suffix = text[len(digits):]
    return [str(n) + suffix for n in (number + 1, number - 1) if n >= 0]


def declares(tokens, i):
    """Whether a star is of a declaration."""
    return tokens[i - 1].kind == "name" and tokens[i + 1].kind == "name" and \
        tokens[i - 2].text in (";", "{", "}", "const", "struct") and \
        tokens[i + 2].text in ("=", ";", ",", "[")


def replacements(tokens, i):
    """What a token may be instead."""
    token = tokens[i]
    if token.kind == "number" and "." not in token.text:
        return numbers_beside(token.text)
    if token.text == "!":
        return [""]
    if token.text in BINARY and (not ends_operand(tokens[i - 1]) or
                                 tokens[i + 1].text in (")", "*") or
                                 declares(tokens, i)):
        return []
    if token.kind == "text" or token.text not in SWAPS:
        return []
    return [SWAPS[token.text]]


def heads(tokens, first, last, names):
    """The parentheses behind such words."""
    return [(i + 1, closing(tokens, i + 1)) for i in range(first, last)
            if tokens[i].text in names and tokens[i + 1].text == "("]


def statements(tokens, first, last):
    """Assignments, calls and jumps, without declarations and returns."""
    kept = {"return", "if", "for", "while", "do", "switch", "case", "default",
            "else", "typedef", "struct", "enum", "static", "const", "goto"}
    control = heads(tokens, first, last, ("if", "for", "while"))
    in_head = {i for opens, closes in control for i in range(opens, closes)}
    behind = {closes + 1 for _, closes in control}
    for i in range(first + 1, last):
        begins = i in behind or tokens[i - 1].text in (";", "{", "}", "else")
        if not begins or i in in_head or tokens[i].kind != "name" or \
           tokens[i].text in kept:
            continue
        following = tokens[i + 1]
        is_jump = tokens[i].text in ("break", "continue")
        if following.kind == "name" or (following.text == "*" and not is_jump):
            continue
        end = i
        while end < last and tokens[end].text not in (";", "{", "}"):
            if tokens[end].text in ("(", "["):
                end = closing(tokens, end)
            end += 1
        if tokens[end].text == ";":
            yield i, end


def changes_of(text):
    """Of all functions: start, end and the new text."""
    tokens = tokens_of(text)
    for first, last in bodies_of(tokens):
        for i in range(first, last):
            token = tokens[i]
            for new in replacements(tokens, i):
                yield token.start, token.start + len(token.text), new
        for opens, closes in heads(tokens, first, last, ("if", "while")):
            start, end = tokens[opens].start, tokens[closes].start + 1
            yield start, end, f"(!{text[start:end]})"
        for begin, end in statements(tokens, first, last):
            yield tokens[begin].start, tokens[end].start, ""


@cache
def source_of(file):
    """As it was first read."""
    return read(ROOT, file)


def mutations_of(file):
    text = source_of(file)
    return sorted(Mutation(file, text.count("\n", 0, start) + 1, start, end,
                           text[start:end], new)
                  for start, end, new in changes_of(text))


def drawn_from(files, seed):
    """All mutations, in an order whose every beginning has of each file as many
    as it has lines for."""
    order = []
    for file in sorted(set(files)):
        chance = random.Random(f"{seed} {file}")
        mutations = mutations_of(file)
        chance.shuffle(mutations)
        lines = source_of(file).count("\n")
        offset = chance.random()
        order += [((i + offset) / lines, one)
                  for i, one in enumerate(mutations)]
    return [one for _, one in sorted(order)]


def apply(mutation, text):
    return text[:mutation.start] + mutation.new + text[mutation.end:]


def with_all(text, numbered):
    """The text with all mutations: of a function that has some there is one more for
    each, which runs where the environment's TL_MUTATION is its number."""
    out, at, tokens = [CHOICE], 0, tokens_of(text)
    for first, last in bodies_of(tokens):
        begin, end = tokens[first].start, tokens[last].start + 1
        own = [f"if (tl_mutation == {number}) {apply(one, text[:end])[begin:]}\nelse "
               for number, one in numbered if begin <= one.start < end]
        if own:
            out += [text[at:begin], "{", *own, text[begin:end], "}"]
            at = end
    return "".join(out + [text[at:]])


def say(text):
    return " ".join(text.split()) or "nothing"


def lines_around(mutation, text):
    """The lines that it is in, before and after."""
    first = text.rfind("\n", 0, mutation.start) + 1
    last = text.find("\n", mutation.end)
    changed = apply(mutation, text)
    return text[first:last], changed[first:last + len(changed) - len(text)]
