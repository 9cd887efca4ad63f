"""Talks to a language server about a file, and prints what it says.

usage: lsp.py SERVER FILE STEP...

open                 opens the file
change:OLD=>NEW      replaces a text in it
hover:PLACE          and complete:, define:, references:, at the end of the first
                     match of a regular expression, in which (?=...) may follow
raw:TEXT             a message as it stands here
ask-as:ID            asks what the first alias is, by that identifier
"""
import json
import re
import subprocess
import sys

server, path, steps = sys.argv[1], sys.argv[2], sys.argv[3:]
process = subprocess.Popen([server, "--log=error"], stdin=subprocess.PIPE,
                           stdout=subprocess.PIPE)
URI = "file:///file.mlir"
METHODS = {"hover": "hover", "complete": "completion", "define": "definition",
           "references": "references"}
with open(path) as file:
    text = file.read()
number = 0


def write(body):
    body = body.encode()
    process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    process.stdin.flush()


def read():
    length = 0
    while (line := process.stdout.readline()) != b"\r\n":
        assert line, "the server has ended"
        length = int(line.split(b":")[1])
    return json.loads(process.stdout.read(length))


def notify(method, **params):
    write(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}))


def ask(method, **params):
    global number
    number += 1
    write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method,
                      "params": params}))
    answer = read()
    assert answer["id"] == number, answer
    return answer.get("result")


def place(at):
    start = text.rfind("\n", 0, at) + 1
    units = len(text[start:at].encode("utf-16-le")) // 2
    return {"line": text.count("\n", 0, at), "character": units}


def span(value):
    return "-".join(f"{value[end]['line'] + 1}:{value[end]['character'] + 1}"
                    for end in ("start", "end"))


def show_diagnostics():
    found = read()["params"]["diagnostics"]
    for each in found:
        print("diagnostic", span(each["range"]), each["message"])
    if not found:
        print("no diagnostics")


def show(result):
    if isinstance(result, dict) and "contents" in result:
        print(result["contents"]["value"].rstrip())
    elif isinstance(result, dict) and "items" in result:
        show(result["items"])
    elif not result:
        print("nothing")
    else:
        for item in result:
            print(item["label"] + ": " + item.get("detail", "")
                  if "label" in item else span(item["range"]))


print("name:", ask("initialize", processId=None, rootUri=None,
                   capabilities={})["serverInfo"]["name"])
notify("initialized")
for step in steps:
    what, _, argument = step.partition(":")
    print("==", step.replace("\n", " "))
    if what == "open":
        notify("textDocument/didOpen", textDocument={
            "uri": URI, "languageId": "mlir", "version": 1, "text": text})
        show_diagnostics()
    elif what == "change":
        old, new = argument.split("=>")
        assert old in text, old
        text = text.replace(old, new, 1)
        notify("textDocument/didChange",
               textDocument={"uri": URI, "version": 2},
               contentChanges=[{"text": text}])
        show_diagnostics()
    elif what == "raw":
        write(argument)
    elif what == "ask-as":
        write('{"jsonrpc": "2.0", "id": %s, "method": "textDocument/hover", '
              '"params": {"textDocument": {"uri": "%s"}, "position": '
              '{"line": 0, "character": 1}}}' % (argument, URI))
        print("id", json.dumps(read()["id"]))
    else:
        at = re.search(argument, text).end()
        show(ask("textDocument/" + METHODS[what], textDocument={"uri": URI},
                 position=place(at), context={"includeDeclaration": True}))
ask("shutdown")
notify("exit")
process.stdin.close()
print("status", process.wait())
