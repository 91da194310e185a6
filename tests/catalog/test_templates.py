"""A text brings the fragments that it names, and those that the files name which it includes; no others."""

import sys
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from evalsql.catalog import templates
from evalsql.catalog.folder import names, sql_folder
from evalsql.catalog.sqlfiles import body_of
from evalsql.catalog.templates import fragments, words_in_braces, words_included


def text_of(path: str) -> str:
    return (sql_folder() / path).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "files"),
    [
        ('{% include "relations/recall_base.sql" %}', ["relations/recall_base.sql"]),
        ('from ({%- include "scores/drawn.sql" %})', ["scores/drawn.sql", "scores/draws.sql"]),
        (
            '{% include "significance/" ~ test ~ ".sql" %}',
            [f"significance/{name}.sql" for name in names("significance")],
        ),
    ],
)
def test_the_words_of_what_is_included_are_found(text: str, files: list[str]) -> None:
    for file in files:
        assert words_in_braces(text_of(file)) <= words_included(text)


def test_what_includes_a_file_does_not_bring_every_fragment() -> None:
    brought = words_included(body_of("ranking", "recall_base")) & fragments().keys()
    assert brought < fragments().keys()
    assert "t_tail" not in brought


def test_a_column_that_is_called_like_a_fragment_does_not_bring_it() -> None:
    assert words_included("select share from shares where {{ within('x', 0, 1) }}") & fragments().keys() == {"within"}


def test_what_jinja_compiled_is_kept_and_what_is_cut_off_is_compiled_anew(monkeypatch, tmp_path):
    body = "select {{ t_tail('t', 'df') }} as p"
    wanted = templates.expand(body, udf=False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    folder = Path(cache_from_source(templates.__file__)).parent
    folder.mkdir(parents=True)
    for write in (True, False, False):
        monkeypatch.setattr(sys, "dont_write_bytecode", not write)
        templates.environment.cache_clear()
        assert templates.expand(body, udf=False) == wanted
        kept = sorted(folder.iterdir())
        assert kept
        for file in kept:
            file.write_bytes(file.read_bytes()[:40])
    templates.environment.cache_clear()


def test_nothing_is_kept_where_python_keeps_nothing(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    for keeps_nothing in (True, False):  # then the folder is not there either
        monkeypatch.setattr(sys, "dont_write_bytecode", keeps_nothing)
        templates.environment.cache_clear()
        assert "evalsql_t_tail" in templates.expand("select {{ t_tail('t', 'df') }}", udf=True)
    assert not list(tmp_path.iterdir())
    templates.environment.cache_clear()
