"""Chromium without a window, told what to do over the pipe of its DevTools protocol: no driver, no package."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from time import monotonic
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PATIENCE = 60.0  # seconds


class Page:
    """A page of Chromium.

    Attributes:
        said: what it wrote on its console, and the errors that it met.
        requests: the addresses that it asked for.
    """

    def __init__(self, send: int, receive: int) -> None:
        self.said: list[str] = []
        self.requests: list[str] = []
        self._send, self._receive = send, receive
        self._number, self._unread, self._session = 0, b"", None
        self._loaded = False
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """What Chromium answers to a command of the protocol."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._send, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]

    def _next(self) -> dict[str, Any]:
        """The next message, which is noted where it is an event."""
        until = monotonic() + PATIENCE
        while b"\0" not in self._unread:
            assert select([self._receive], [], [], max(0, until - monotonic()))[0], "Chromium does not answer"
            read = os.read(self._receive, 1 << 20)
            assert read, "Chromium ended"
            self._unread += read
        text, _, self._unread = self._unread.partition(b"\0")
        message = json.loads(text)
        said = message.get("params", {})
        match message.get("method"):
            case "Network.requestWillBeSent":
                self.requests.append(said["request"]["url"])
            case "Runtime.consoleAPICalled":
                self.said.append(" ".join(str(each.get("value", each.get("description"))) for each in said["args"]))
            case "Runtime.exceptionThrown":
                self.said.append(said["exceptionDetails"].get("exception", {}).get("description", "an exception"))
            case "Log.entryAdded":
                self.said.append(said["entry"]["text"])
            case "Page.loadEventFired":
                self._loaded = True
        return message

    def open(self, path: Path, width: int = 1024, height: int = 800, *, dark: bool = False) -> None:
        """Opens a file, in a window of some size."""
        self.size(width, height)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.ask("Emulation.setEmulatedMedia", features=[scheme])
        self._loaded = False
        self.ask("Page.navigate", url=path.as_uri())
        while not self._loaded:
            self._next()

    def size(self, width: int, height: int) -> None:
        """Makes the window so wide and high."""
        self.ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )

    def run(self, script: str) -> Any:
        """The value of an expression of JavaScript."""
        found = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def click(self, selector: str) -> None:
        """Clicks with the mouse in the middle of the first element of a selector."""
        x, y = self.run(
            f"(() => {{ const found = document.querySelector({json.dumps(selector)});"
            " found.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});"
            " const box = found.getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, key: str, code: int = 0, text: str = "") -> None:
        """Presses a key of the keyboard and lets it go."""
        key_of = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        self.ask("Input.dispatchKeyEvent", type="keyDown", text=text, **key_of)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **key_of)

    def type(self, text: str) -> None:
        """Types a text where the focus is."""
        self.ask("Input.insertText", text=text)

    def picture(self, path: Path) -> None:
        """Writes a picture of the whole page."""
        shot = self.ask("Page.captureScreenshot", captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(shot["data"]))

    def window(self, path: Path) -> None:
        """Writes a picture of what the window shows."""
        path.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot")["data"]))

    def printed(self, path: Path) -> None:
        """Writes what a printer would get, as PDF."""
        path.write_bytes(base64.b64decode(self.ask("Page.printToPDF", printBackground=True)["data"]))


@contextmanager
def page() -> Iterator[Page]:
    """An empty page of a browser of its own, which is closed at the end."""
    assert CHROMIUM is not None
    to_read, send = os.pipe()
    receive, to_write = os.pipe()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = (
            f'exec "$0" "$@" 3<&{to_read} 4>&{to_write}',
            *(CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"),
            *("--hide-scrollbars", "--disable-background-networking", f"--user-data-dir={profile}", "about:blank"),
        )
        with open(os.devnull, "wb") as nowhere:
            browser = subprocess.Popen(
                ["bash", "-c", *command], pass_fds=(to_read, to_write), stdout=nowhere, stderr=nowhere
            )
        os.close(to_read)
        os.close(to_write)
        try:
            yield Page(send, receive)
        finally:
            os.close(send)
            os.close(receive)
            try:
                browser.wait(10)
            except subprocess.TimeoutExpired:
                browser.kill()
                browser.wait(10)
