"""Chromium without a window, driven over the DevTools protocol on two pipes.

    with Browser(width=1000) as page:
        page.open("file:///page.html")
        page.evaluate("document.title")

What the page says in its console, throws, or asks of the network is kept in
`page.complaints` and `page.requests`.
"""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser")
DEADLINE = 60  # seconds that an answer may take


class Browser:
    def __init__(self, width=1200, height=900):
        self.size = width, height
        self.complaints, self.requests = [], []

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        down, self.to_browser = os.pipe()
        self.from_browser, up = os.pipe()
        words = [PROGRAM, "--headless=new", "--remote-debugging-pipe",
                 "--no-sandbox", "--disable-gpu", "--no-first-run",
                 "--disable-extensions", "--disable-background-networking",
                 "--disable-dev-shm-usage", "--hide-scrollbars",
                 "--user-data-dir=" + self.folder.name, "about:blank"]
        self.process = subprocess.Popen(
            ["sh", "-c", f'exec "$@" 3<&{down} 4>&{up}', "sh", *words],
            pass_fds=(down, up), stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(down)
        os.close(up)
        self.left, self.number, self.session = b"", 0, None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target,
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.resize(*self.size)
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.to_browser)
        os.close(self.from_browser)
        self.folder.cleanup()

    # ---- The protocol: JSON that ends in NUL

    def receive(self):
        while b"\0" not in self.left:
            if not select.select([self.from_browser], [], [], DEADLINE)[0]:
                raise TimeoutError("no answer from the browser")
            piece = os.read(self.from_browser, 1 << 20)
            if not piece:
                raise RuntimeError("the browser has ended")
            self.left += piece
        message, self.left = self.left.split(b"\0", 1)
        return json.loads(message)

    def note(self, message):
        """Keeps what an event says."""
        method, of = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(of["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled":
            self.complaints.append(json.dumps(of["args"]))
        elif method == "Log.entryAdded":
            self.complaints.append(of["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(of["request"]["url"])

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to_browser, data):]
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.note(answer)

    # ---- A page

    def open(self, address):
        for one in ("about:blank", address):
            self.call("Page.navigate", url=one)
            self.wait("document.readyState === 'complete' && "
                      f"(location.href === 'about:blank') === {json.dumps(one == 'about:blank')}")

    def evaluate(self, expression):
        """The value; of a promise, when it is there."""
        answer = self.call("Runtime.evaluate", expression=expression,
                           awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def wait(self, expression):
        end = time.monotonic() + DEADLINE
        while not self.evaluate(expression):
            if time.monotonic() > end:
                raise TimeoutError(expression)
            time.sleep(0.02)

    def press(self, key, modifiers=0):
        codes = {"Tab": 9, "Enter": 13, " ": 32, "ArrowDown": 40}
        of = {"key": key, "code": "Space" if key == " " else key,
              "windowsVirtualKeyCode": codes[key], "modifiers": modifiers}
        text = {"Enter": "\r", " ": " "}.get(key)
        self.call("Input.dispatchKeyEvent", type="keyDown", **of,
                  **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", **of)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width,
                  height=height, deviceScaleFactor=1, mobile=False)

    def choose_scheme(self, scheme):
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme}])

    def save_picture(self, path):
        data = self.call("Page.captureScreenshot", format="png",
                         captureBeyondViewport=True)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
