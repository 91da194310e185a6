"""Each command of docs/agreement.md does something; test_agreement holds its numbers."""

import re
import shlex
from pathlib import Path

import in_process
import pages
import pytest
from places import FIXTURES

LINES = re.findall(r"`(evalsql \w+ [^`]*)`", pages.read("docs/agreement.md"))


def test_the_page_has_a_command_for_each_tool() -> None:
    assert len(LINES) == 10


@pytest.mark.parametrize("line", LINES)
def test_the_line_does_something(line: str, tmp_path: Path) -> None:
    for name, file in {"bm25.run": "good.run", "poor.run": "poor.run", "qrels.txt": "qrels.txt"}.items():
        (tmp_path / name).write_bytes((FIXTURES / "tiny" / file).read_bytes())
    (tmp_path / "qrels.diversity.txt").write_text("q1 1 d01 1\nq1 2 d01 1\nq1 2 d02 1\nq2 1 d02 1\n")
    done = in_process.whole(shlex.split(line)[1:], tmp_path)
    assert (done.status, done.output != "") == (0, True), done.said
