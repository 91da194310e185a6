"""SQL that is kept once it was rendered: where Python keeps what it compiled, and made anew where anything changed."""

import sys
from pathlib import Path

import pytest

from evalsql.database import prepared as kept
from evalsql.database.marks import mark
from evalsql.database.prepared import prepared
from evalsql.database.writing import BUILD, stored_macros

RENDERED = ["select 'ä'", "select 2"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where Python keeps what it compiled."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    return tmp_path


def never() -> list[str]:
    raise AssertionError("it is rendered once more")


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_what_was_rendered_is_kept(folder: Path) -> None:
    assert prepared("one", lambda: RENDERED) == RENDERED
    assert prepared("one", never) == RENDERED
    assert prepared("two", list) == []
    assert [path.suffix for path in files(folder)] == [".json", ".json"]
    assert {path.stat().st_mode for path in files(folder)} == {Path(kept.__file__).stat().st_mode}


def test_it_is_rendered_anew_where_a_file_changed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sql, file = folder / "sql", folder / "sql" / "one.sql"
    sql.mkdir()
    monkeypatch.setattr(kept, "sql_folder", lambda: sql)
    seen = []
    for change in (lambda: file.write_text("1"), lambda: file.write_text("12"), lambda: file.rename(sql / "two.sql")):
        change()
        kept.made_of.cache_clear()
        assert prepared("one", lambda: [*seen, "new"]) == [*seen, "new"]
        assert prepared("one", never) == [*seen, "new"]
        seen.append("old")
    kept.made_of.cache_clear()


@pytest.mark.parametrize("damaged", [b"", b'{"made_of": "', b"[]", b"{}", b"\xff", b"null"])
def test_a_damaged_file_is_made_anew(damaged: bytes, folder: Path) -> None:
    prepared("one", lambda: RENDERED)
    (path,) = files(folder)
    path.write_bytes(damaged)
    assert prepared("one", lambda: RENDERED) == RENDERED
    assert prepared("one", never) == RENDERED


def test_nothing_is_kept_where_python_keeps_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert prepared("one", lambda: RENDERED) == RENDERED
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (folder / "no-folder").write_text("a file")
    monkeypatch.setattr(sys, "pycache_prefix", str(folder / "no-folder"))
    assert prepared("one", lambda: RENDERED) == RENDERED
    monkeypatch.setattr(sys.implementation, "cache_tag", None)
    assert prepared("one", lambda: RENDERED) == RENDERED
    assert [path.name for path in files(folder)] == ["no-folder"]


def test_what_stands_for_a_build_is_in_its_mark_alone() -> None:
    statements = stored_macros(by_subtopic=False, retrieved="runs")
    assert statements
    for statement in statements:
        marked = statement.startswith("create")
        assert statement.count(BUILD) == statement.count(mark(BUILD)) == marked
