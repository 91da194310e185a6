"""The relations that a body reads, of sql/relations."""

import re
from collections.abc import Container
from functools import cache

from evalsql.catalog.metric import BY_SUBTOPIC
from evalsql.catalog.sqlfiles import body_of, code_only
from evalsql.catalog.templates import expand

RELATIONS = ("retrieved", "judged", "recall_base", "topics", "ranks", *BY_SUBTOPIC)  # each may read those before it
# of them, those that an evaluation keeps in tables
STORED = ("retrieved", "judged", "recall_base", "topics", "nugget_base", "nuggets")


@cache
def bare_words(text: str) -> frozenset[str]:
    """The words of SQL that are not parameters, in lower case."""
    return frozenset(re.findall(r"\w+", re.sub(r"\$\w+", " ", code_only(text)).lower()))


def relations_read(body: str) -> tuple[str, ...]:
    """The relations whose names stand in a body; topics always, since it says which queries are scored."""
    return tuple(name for name in RELATIONS if name in bare_words(body) or name == "topics")


def relations_beneath(body: str, kept: Container[str] = ()) -> tuple[str, ...]:
    """The relations that a body reads, and those that they read, save what is only read by those that are kept."""
    found = set(relations_read(body))
    for name in reversed(RELATIONS):
        if name in found and name not in kept:
            found.update(other for other in RELATIONS if other != name and other in bare_words(relation(name)))
    return tuple(name for name in RELATIONS if name in found)


@cache
def relation(
    name: str,
    runs: str = "_es_runs",
    qrels: str = "_es_qrels",
    subtopics: str = "_es_subtopics",
    udf: bool = False,
) -> str:
    """The SQL of a relation of sql/relations, over runs and judgments that stand in tables of these names.

    Args:
        name: the relation.
        runs: the table of runs.
        qrels: the table of judgments, one for a query and document.
        subtopics: the table of judgments by subtopic.
        udf: whether a greedy order is found by a Python function, which the connection must have, or in SQL.
    """
    greedy = "udf" if udf else "sql"
    return expand(body_of("relations", name), runs=runs, qrels=qrels, subtopics=subtopics, greedy=greedy)
