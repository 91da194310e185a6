"""docs/history.md: ten evaluations, a regression at the seventh, and all that the page shows of them."""

import re
import shlex
from pathlib import Path

import duckdb
import in_process
import pages
import pytest

from evalsql.database import writing

PAGE = "docs/history.md"
FIRST = 1793934000  # of the first night, in seconds
SHELL = re.compile(
    r"```sh\n(?P<build>evalsql build .*)\nfor night in (?P<nights>.*); do\n +(?P<add>evalsql .*)\ndone\n```"
)


def test_the_story_of_ten_nights_is_as_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "put_macros", lambda *given, **options: None)  # which takes its time
    folder, text = pages.folder_for(tmp_path), pages.read(PAGE)
    told = SHELL.search(text)
    assert told is not None
    assert pages.check(text[: told.start()], folder) == 1
    nights = told["nights"].split()
    lines = [told["build"], *(told["add"].replace("$night", night) for night in nights)]
    for place, line in enumerate(lines):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", str(FIRST + 86_400 * place))
        done = in_process.whole(shlex.split(line)[1:], folder)
        assert done.status == 0, done.said
    assert pages.check(text[told.end() :], folder) == 2
    with duckdb.connect(folder / "eval.duckdb", read_only=True) as connection:
        shown = pages.BLOCK.findall(text)
        assert len(shown) == 2
        for sql, result in shown:
            assert pages.printed(connection.sql(sql)) == result
