"""What a question gives: a record of all that was found; and, to whoever asks in Python, relations and warnings."""

import inspect
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar, cast

import duckdb

from evalsql.connections import relation_of
from evalsql.errors import Problem
from evalsql.interrupts import stoppable

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Answer:
    """What was found.

    Attributes:
        tables: the rows, by name.
        problems: what is doubtful about the inputs.
        about: what means are over, for a caption.
        measures: the measures, as texts, in the order asked.
    """

    tables: Mapping[str, "pa.Table"]
    problems: Sequence[Problem]
    about: str = ""
    measures: Sequence[str] = ()


Asked = ParamSpec("Asked")
Answered = TypeVar("Answered", bound=Answer, covariant=True)
Given = TypeVar("Given", covariant=True)
Relation = duckdb.DuckDBPyRelation


class Question(Protocol[Asked, Answered, Given]):
    """A public function. Called, it gives relations; its `answer`, which takes the same, gives the record."""

    @property
    def answer(self) -> Callable[Asked, Answered]:
        """The function that finds the answer."""
        ...

    def __call__(self, *given: Asked.args, **named: Asked.kwargs) -> Given:
        """The answer's tables as relations of the user's connection; what is doubtful becomes a warning."""
        ...


def as_relations(function: Callable[Asked, Answered]) -> Question[Asked, Answered, dict[str, Relation]]:
    """The public function of one that finds an answer: it gives all tables, by name."""
    return public(function, dict[str, Relation], lambda relations: relations)


def as_relation(table: str) -> Callable[[Callable[Asked, Answered]], Question[Asked, Answered, Relation]]:
    """What makes the public function of one that finds an answer, and gives one of its tables."""
    return lambda function: public(function, Relation, lambda relations: relations[table])


def public(
    function: Callable[Asked, Answered], given: Any, choose: Callable[[dict[str, Relation]], Given]
) -> Question[Asked, Answered, Given]:
    """A function that Ctrl-C ends, with warnings and relations in place of an answer.

    Args:
        function: what finds the answer; it may take a connection by name.
        given: the type of what is given.
        choose: what is given of all relations.
    """

    @wraps(function)
    def called(*args: Asked.args, **named: Asked.kwargs) -> Given:
        found = function(*args, **named)
        for problem in found.problems:
            warnings.warn(problem.text, stacklevel=3)
        own = cast("duckdb.DuckDBPyConnection | None", named.get("connection"))
        return choose({name: relation_of(rows, own) for name, rows in found.tables.items()})

    stopped = stoppable(called)
    signature = inspect.signature(function).replace(return_annotation=given)
    vars(stopped).update(answer=function, __signature__=signature)
    return cast(Question[Asked, Answered, Given], stopped)
