"""Thirty names through every output of every command, each read by a parser of its language: none is a sign there."""

from pathlib import Path

import duckdb
import pytest
from built import macros_of
from in_process import whole
from parsed import NAMES, PLAIN
from test_names_parsed import FEW, JUDGED, LINES, assert_texts, folders  # noqa: F401


@pytest.fixture(scope="module")
def databases(folders: tuple[Path, Path]) -> None:
    """Puts databases into the folders: of an evaluation, and a history whose labels are called so too."""
    for folder, names in zip(folders, (list(PLAIN.values()), NAMES), strict=True):
        for words in (
            ("evaluate", *JUDGED, "-o", "history.duckdb", "--append", "--label", "one"),
            ("build", "built.duckdb", *JUDGED, "--slices", "queries.parquet"),
        ):
            with macros_of("AP"):
                done = whole(words, folder)
            assert done.status == 0, done.said
        with duckdb.connect(str(folder / "history.duckdb")) as connection:
            for each in names[:8]:
                connection.execute(
                    "insert into scores by name select * replace (? as label) from scores where label = 'one'", [each]
                )


@pytest.mark.usefixtures("databases")
@pytest.mark.parametrize("name", [name for name in LINES if name not in FEW])
def test_a_name_is_a_text_in_every_language(name: str, folders: tuple[Path, Path]) -> None:
    assert_texts(name, folders)
