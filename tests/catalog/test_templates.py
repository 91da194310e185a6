"""A text brings the fragments that it names, and those that the files name which it includes; no others."""

import pytest

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
