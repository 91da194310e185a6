"""The relations that a text reads: files of the folders of sql/ that hold relations."""

import re
from collections.abc import Callable, Iterable
from functools import cache

from evalsql.catalog.folder import names
from evalsql.catalog.sqlfiles import body_of, code_only
from evalsql.catalog.templates import expand, words_of

FOLDERS = ("relations", "ranking", "scores", "judgments")  # those that hold relations
# a common table expression, with or without the names of its columns
OWN = re.compile(r"\b(\w+)(?:\s*\([^()]*\))? as (?:(?:not )?materialized )?\(")
READ = re.compile(r"\b(?:from|join)\s+(\w+)")


@cache
def bare_words(text: str) -> frozenset[str]:
    """The words of SQL that are not parameters, in lower case."""
    return frozenset(re.findall(r"\w+", re.sub(r"\$\w+", " ", code_only(text)).lower()))


@cache
def relations_in(text: str) -> tuple[str, ...]:
    """The relations that SQL reads, as they come in it, save those of its own common table expressions."""
    code = code_only(text).lower()
    known = {name for folder in FOLDERS for name in names(folder)}.difference(OWN.findall(code))
    return tuple(name for name in dict.fromkeys(READ.findall(code)) if name in known)


def relations_read(body: str) -> tuple[str, ...]:
    """The relations of sql/relations that a metric reads; topics always, since it says which queries are scored."""
    return tuple(sorted({"topics"}.union(relations_in(body)).intersection(names("relations"))))


def with_beneath(read: Iterable[str], text_of: Callable[[str], str | None]) -> dict[str, str]:
    """Relations and those beneath them, each after those that it reads itself, with the SQL of each."""
    found: dict[str, str] = {}

    def add(names: Iterable[str]) -> None:
        for name in names:
            if name not in found and (text := text_of(name)) is not None:
                add(relations_in(text))
                found[name] = text

    add(read)
    return found


@cache
def kept() -> frozenset[str]:
    """Those of sql/relations that an evaluation keeps in tables: they are made in sql/ranking."""
    return frozenset(names("relations")).intersection(names("ranking"))


@cache
def condensed() -> frozenset[str]:
    """Those of them that are other ones where only judged documents count: sql/condensed makes these of the kept."""
    return frozenset(names("condensed"))


@cache
def greedy(name: str) -> bool:
    """Whether a relation of sql/relations is found greedily, or made of one that is."""
    text = body_of("relations", name)
    return "relations/greedy/" in text or any(greedy(each) for each in relations_in(text))


@cache
def by_subtopic(name: str) -> bool:
    """Whether a relation of sql/relations is of judgments by subtopic."""
    text = body_of("relations", name)
    return greedy(name) or "subtopics" in words_of(text) or any(by_subtopic(each) for each in relations_in(text))


@cache
def sampled(name: str) -> bool:
    """Whether a relation of sql/relations is of a stratified pool whose sample is judged."""
    text = body_of("relations", name)
    return "stratum" in words_of(text) or any(sampled(each) for each in relations_in(text))


@cache
def priced(name: str) -> bool:
    """Whether a relation of sql/relations is of what documents cost."""
    text = body_of("relations", name)
    return "costs" in words_of(text) or any(priced(each) for each in relations_in(text))


@cache
def of_judges(name: str) -> bool:
    """Whether a relation of sql/relations is of what each judge says, or made of one that is."""
    return name in ("judges", "opinions") or any(map(of_judges, relations_in(body_of("relations", name))))


@cache
def relation(
    name: str,
    runs: str = "_es_runs",
    qrels: str = "_es_qrels",
    subtopics: str = "_es_subtopics",
    udf: bool = False,
    ranked: str | None = None,
    costs: str = "_es_costs",
) -> str:
    """The SQL of a relation of sql/relations, over runs and judgments that stand in tables of these names."""
    tables = {"runs": runs, "qrels": qrels, "subtopics": subtopics, "ranked": ranked or runs, "costs": costs}
    return expand(body_of("relations", name), None, **tables, greedy="udf" if udf else "sql")
