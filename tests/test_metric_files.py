"""A file of a metric or curve shows its formula first: what it is, then the query, then the worked examples."""

from pathlib import Path

import pytest
from conftest import ROOT
from heads import changed

from evalsql import CatalogError
from evalsql.heads import read_metric
from evalsql.sqlfiles import LAYOUT

FILES = sorted((ROOT / "sql" / "metrics").glob("*.sql")) + sorted((ROOT / "sql" / "curves").glob("*.sql"))


def named(files: list[Path]) -> dict:
    return {"argvalues": files, "ids": [str(file.relative_to(ROOT / "sql")) for file in files]}


@pytest.mark.parametrize("file", **named(FILES))
def test_the_worked_examples_stand_below_the_query(file: Path) -> None:
    parts = LAYOUT.fullmatch(file.read_text(encoding="utf-8"))
    assert "[[example]]" not in parts["head"]
    assert parts["below"].startswith("\n[[example]]\n")
    assert "/*" not in parts["body"]


def test_an_example_that_is_not_toml_is_refused_with_its_line() -> None:
    text = changed(("value   = 0.5", "value   0.5"))
    line = text.splitlines().index("value   0.5") + 1
    with pytest.raises(CatalogError) as refused:
        read_metric("share.sql", text)
    assert str(refused.value).startswith("share.sql: the head is not TOML: ")
    assert f"(at line {line}, " in str(refused.value)


def test_a_comment_inside_the_query_is_no_example() -> None:
    noted = changed(("where relevance", "/* a note */\nwhere relevance"))
    share = read_metric("share.sql", noted)
    assert "/* a note */\nwhere relevance" in share.body
    assert share.body.endswith("group by all")
    assert len(share.examples) == 1
