"""Superset as a process of its own, and its REST API."""

import json
import os
import secrets
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PORT = 8089
ADDRESS = f"http://127.0.0.1:{PORT}"


class Superset:
    """A Superset that runs, with someone logged in."""

    def __init__(self, password: str) -> None:
        self.token = ""
        login = {"username": "admin", "password": password, "provider": "db", "refresh": False}
        self.token = self.call("security/login", login)["access_token"]

    def call(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """What the API answers: to a body that is posted, or else to the bare question.

        Raises:
            RuntimeError: it refuses.
        """
        request = urllib.request.Request(
            f"{ADDRESS}/api/v1/{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"},
        )
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {error.code}: {error.read().decode()[:1000]}") from None


def run(command: list[str], environment: dict[str, str]) -> None:
    """Runs a command of Superset to its end, silently unless it fails."""
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command[:3])}: {done.stderr[-3000:]}")


@contextmanager
def started(bin_folder: Path, home: Path) -> Iterator[Superset]:
    """Superset with a new database of its own in a folder, stopped in the end."""
    password = secrets.token_urlsafe()
    environment = {
        **os.environ,
        "SUPERSET_HOME": str(home),
        "SUPERSET_CONFIG_PATH": str(Path(__file__).parent / "superset_config.py"),
        "SUPERSET_SECRET_KEY": secrets.token_urlsafe(32),
        "FLASK_APP": "superset",
    }
    superset = str(bin_folder / "superset")
    run([superset, "db", "upgrade"], environment)
    who = ["--username", "admin", "--firstname", "A", "--lastname", "B", "--email", "a@example.org"]
    run([superset, "fab", "create-admin", *who, "--password", password], environment)
    run([superset, "init"], environment)
    with (home / "log").open("w") as log:
        server = subprocess.Popen(
            [superset, "run", "--host", "127.0.0.1", "--port", str(PORT), "--with-threads"],
            env=environment,
            stdout=log,
            stderr=log,
        )
        try:
            wait(server, home / "log")
            yield Superset(password)
        finally:
            server.terminate()
            server.wait(30)


def wait(server: subprocess.Popen, log: Path) -> None:
    """Waits until Superset answers."""
    for _ in range(120):
        try:
            with urllib.request.urlopen(f"{ADDRESS}/health", timeout=5):
                return
        except OSError:
            time.sleep(1)
        if server.poll() is not None:
            break
    raise RuntimeError(f"Superset did not start: {log.read_text()[-3000:]}")
