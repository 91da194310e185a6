"""The checks of the code, as processes beside the tests: `python tests/support/beside.py` runs them alone.

ruff, pyright and import-linter start where all tests are run; `-p no:checks` leaves them out.
"""

import os
import subprocess
import sys
from tempfile import TemporaryFile

import pytest
from places import ROOT

FOLDERS = ("evalsql", "tests", "fixtures", "benchmarks", "integrations")
ROOMS = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
CHECKS = {
    "types": ["-m", "pyright", "--pythonpath", sys.executable],
    "lint": ["-m", "ruff", "check", *FOLDERS],
    "format": ["-m", "ruff", "format", "--check", *FOLDERS],
    "rooms": ["-c", ROOMS],
}
OFFLINE = {"PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}  # or it asks the package index for a newer version


class Beside:
    """Starts the checks, waits for them when the tests are through, and shows what they found."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self.files = {check: TemporaryFile() for check in CHECKS}  # noqa: SIM115
        self.processes = {
            check: subprocess.Popen(
                [sys.executable, *words], cwd=ROOT, env={**os.environ, **OFFLINE},
                stdin=subprocess.DEVNULL, stdout=self.files[check], stderr=subprocess.STDOUT,
            )
            for check, words in CHECKS.items()
        }  # fmt: skip

    def wait(self) -> dict[str, str]:
        """What the checks say that fail."""
        for check, process in self.processes.items():
            if process.wait() != 0:
                self.files[check].seek(0)
                self.found[check] = self.files[check].read().decode()
        return self.found

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if session.exitstatus != pytest.ExitCode.INTERRUPTED and self.wait():
            session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for check, said in self.found.items():
            terminalreporter.section(f"check of the code: {check}")
            terminalreporter.write_line(said)

    def pytest_unconfigure(self) -> None:
        for check, process in self.processes.items():
            process.kill()
            process.wait()
            self.files[check].close()


def pytest_configure(config: pytest.Config) -> None:
    """Starts the checks where all tests are run, once whatever the number of workers."""
    chosen = config.option.keyword or config.option.collectonly or getattr(config.option, "lf", False)
    everything = config.args_source is pytest.Config.ArgsSource.TESTPATHS and not chosen
    if everything and not hasattr(config, "workerinput") and not config.pluginmanager.is_blocked("checks"):
        config.pluginmanager.register(Beside(), "checks")


if __name__ == "__main__":
    failed = Beside().wait()
    sys.stdout.write("".join(f"{check} failed\n{said}\n" for check, said in failed.items()))
    sys.exit(bool(failed))
