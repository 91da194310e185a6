"""The study of real runs in docs/measures_compared.md prints what it shows."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from places import COLLECTIONS, ROOT

pytestmark = [
    pytest.mark.skipif(not COLLECTIONS.is_dir(), reason=f"the real collections are not at {COLLECTIONS}"),
]
PAGE = (ROOT / "docs" / "measures_compared.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n\$ (.*?)\n(.*?)```", PAGE, re.DOTALL)


def test_every_command_prints_what_is_shown(tmp_path: Path) -> None:
    (tmp_path / "covid_r1").symlink_to(COLLECTIONS / "covid_r1")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    assert len(BLOCKS) == PAGE.count("```console")
    for command, printed in BLOCKS:
        done = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            timeout=120,
        )
        assert [line.rstrip() for line in done.stdout.splitlines()] == printed.splitlines(), command
