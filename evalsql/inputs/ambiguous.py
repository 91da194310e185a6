"""Columns of which more than one may be one of ours: refused, since either choice may be the wrong one."""

import re
from collections.abc import Callable, Collection, Sequence

from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.errors import InputError
from evalsql.inputs.source import Chosen

# of a table of queries, whose other columns are attributes
IDS_OF_QUERIES = ("query_id", "qid", "q_id", "queryid")
# frames of PyTerrier: the id of a query beside its text, and that of a document beside the number in the index
OF_PYTERRIER, BESIDE = {"qid", "docno"}, {"query", "docid"}
# names that are of something else where another is there: of what a run is of, who asked, what the run gave
WEAKER = {
    "run": {"model", "model_name", "method", "experiment"},
    "query_id": {"user_id", "userid", "user", "q"},
    "doc_id": {"document", "doc", "d"},  # which may hold the text
    "relevance": {"score"},
}
RENAMED = re.compile(r"(.+)_\d+")  # how DuckDB calls a column whose name is there already, but for case


def spelled(column: str) -> str:
    """A name of a column as names are compared."""
    return column.strip().lower().replace("-", "_").replace(" ", "_")


def refuse_ambiguous(kind: Kind, label: str, columns: Sequence[str], chosen: Chosen) -> None:
    """Refuses a table that has two columns which may be the same of ours, where the user does not say which is."""
    said = dict(chosen)
    for ours in INPUTS[kind].columns:
        if ours in said:
            meant = [column for column in columns if column == said[ours]]
        else:
            meant = alternatives(kind, ours, [column for column in columns if column not in said.values()])
        if len(meant) < 2:
            continue
        one, other = meant[:2]
        if one == other:
            raise InputError(f"{label}: has two columns {one}; rename one of them, or leave it out")
        names = INPUTS[kind].columns[ours]
        best = min(meant, key=lambda column: names.index(spelled(column)))
        raise InputError(
            f"{label}: has columns {one} and {other}, and either may be {ours}; say which, such as"
            f" {choice_of(kind, ours, best)}"
        )


def choice_of(kind: Kind, ours: str, theirs: str) -> str:
    """What to type so that a column is one of ours."""
    from shlex import quote as shell_quote  # which is seldom needed

    choice = f"{'scores' if kind == 'values' else kind}.{ours}"
    return f"--columns {shell_quote(f'{choice}={theirs}')} (in Python: columns={{{choice!r}: {theirs!r}}})"


def alternatives(kind: Kind, ours: str, columns: Sequence[str]) -> list[str]:
    """Those of a table's columns that may be one of ours."""
    there = {spelled(column) for column in columns}
    found = [column for column in columns if spelled(column) in INPUTS[kind].columns[ours]]
    if kind == "queries" and len({spelled(column) for column in found}) > 1:
        return [column for column in found if spelled(column) in IDS_OF_QUERIES]
    weaker = WEAKER.get(ours, set()) | (BESIDE if there >= OF_PYTERRIER else set())
    return [column for column in found if spelled(column) not in weaker] or found


def as_given(columns: Sequence[str], exact: Callable[[], Collection[str]]) -> list[str]:
    """The names of columns as a source has them, from those that DuckDB gives them: query_id_1 may be Query_ID."""
    lower = [column.lower() for column in columns]
    renamed = [
        (found := RENAMED.fullmatch(column)) is not None and found[1].lower() in lower[:place]
        for place, column in enumerate(columns)
    ]
    if not any(renamed):
        return list(columns)
    names = exact()
    return [
        RENAMED.sub(r"\1", column) if again and column not in names else column
        for column, again in zip(columns, renamed, strict=True)
    ]
