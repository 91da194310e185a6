"""The result of an analysis: a record of tables; Python callers get relations and warnings."""

import inspect
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, Self, TypeVar, cast

from evalsql.connections import Connection, relation_of
from evalsql.errors import InputWarning, Problem
from evalsql.interrupts import stoppable
from evalsql.words import in_one_spelling

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa


class Made(Mapping[str, "pa.Table"]):
    """Tables that are made when they are asked for, since not all are shown."""

    def __init__(self, makers: "Mapping[str, Callable[[], pa.Table]]") -> None:
        self.makers = makers

    def __getitem__(self, name: str) -> "pa.Table":
        """The table of a name."""
        return self.makers[name]()

    def __iter__(self) -> Iterator[str]:
        """The names."""
        return iter(self.makers)

    def __len__(self) -> int:
        """How many there are."""
        return len(self.makers)


@dataclass(frozen=True)
class Answer:
    """What was found."""

    tables: Mapping[str, "pa.Table"]  # the rows, by name
    problems: Sequence[Problem]  # what looks wrong about the inputs, but can be used
    about: str = ""  # what means are over, for a caption
    measures: Sequence[str] = ()  # the measures, as texts, in the order asked
    # what tables that people read call them, if that is not the text; see evalsql.catalog.headings
    headings: Mapping[str, str] = field(default_factory=dict)

    def heading(self, measure: str) -> str:
        """The heading of a measure in a table for people."""
        return self.headings.get(measure, measure)

    def headed(self) -> Self:
        """The same with measures called by their headings, in the columns metric and measure of tables too."""
        if all(self.heading(each) == each for each in self.measures):
            return self
        tables = {name: self._renamed(rows) for name, rows in self.tables.items()}
        return replace(self, tables=tables, measures=tuple(map(self.heading, self.measures)))

    def _renamed(self, rows: "pa.Table") -> "pa.Table":
        """A table with headings in place of measures."""
        import pyarrow as pa

        for place, name in enumerate(rows.column_names):
            if name in ("metric", "measure"):
                texts = [each if each is None else self.heading(each) for each in rows[name].to_pylist()]
                rows = rows.set_column(place, name, pa.array(texts, pa.string()))
        return rows


Asked = ParamSpec("Asked")
Answered = TypeVar("Answered", bound=Answer, covariant=True)
Given = TypeVar("Given", covariant=True)


class Question(Protocol[Asked, Answered, Given]):
    """A public function. Called, it gives relations; its `answer`, which takes the same, gives the record."""

    @property
    def answer(self) -> Callable[Asked, Answered]:
        """The function that finds the answer."""
        ...

    def __call__(self, *given: Asked.args, **named: Asked.kwargs) -> Given:
        """The answer's tables as relations of the user's connection; problems become warnings."""
        ...


def as_relations(
    function: Callable[Asked, Answered],
) -> "Question[Asked, Answered, dict[str, duckdb.DuckDBPyRelation]]":
    """The public function of one that finds an answer: it gives all tables, by name.

    The arguments are named in text: DuckDB loads its class of relations, which takes time, when it is first named.
    """

    def give(found: Answer, own: Connection | None) -> "dict[str, duckdb.DuckDBPyRelation]":
        return {name: relation_of(rows, own) for name, rows in found.tables.items()}

    return public(function, give)


def as_relation(
    table: str,
) -> "Callable[[Callable[Asked, Answered]], Question[Asked, Answered, duckdb.DuckDBPyRelation]]":
    """Decorate a function that makes an answer: the public one returns one of its tables."""

    def give(found: Answer, own: Connection | None) -> "duckdb.DuckDBPyRelation":
        return relation_of(found.tables[table], own)

    return lambda function: public(function, give)


def public(
    function: Callable[Asked, Answered], give: Callable[[Answer, Connection | None], Given]
) -> Question[Asked, Answered, Given]:
    """A function that Ctrl-C ends, and that gives relations and warnings in place of an answer."""

    @wraps(function)
    def called(*given: Asked.args, **named: Asked.kwargs) -> Given:
        found = cast(Any, function)(*given, **{in_one_spelling(name): each for name, each in named.items()})
        for problem in found.problems:
            warnings.warn(problem.text, InputWarning, stacklevel=3)
        return give(found, cast(Connection | None, named.get("connection")))

    question = stoppable(called)
    kind = inspect.signature(give).return_annotation
    signature = inspect.signature(question).replace(return_annotation=kind)
    vars(question).update(answer=function, __signature__=signature)
    return cast(Question[Asked, Answered, Given], question)
