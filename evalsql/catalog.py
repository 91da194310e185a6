"""What sql/ holds: reads the metric files and refuses those that do not say what they must.

A metric file opens with a block comment of TOML, its head, and goes on with one query, its body, in which
`$name` stands for a parameter of the metric.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from typing import Any, Literal

from evalsql import render
from evalsql.errors import CatalogError
from evalsql.interval import Interval, parse_interval
from evalsql.sqlfiles import split_file, sql_folder

PARAMETER = re.compile(r"\$(\w+)")
NOT_WORDS = re.compile(r"'(?:[^']|'')*'|--[^\n]*|/\*.*?\*/|\$\w+", re.DOTALL)
RELATIONS = ("judged", "topics")
RESERVED = ("metric", "runs", "qrels", "source")
TYPES = ("DOUBLE", "INTEGER", "VARCHAR")
REQUIRED_KEYS = {"name", "title", "family", "about", "formula", "range", "better", "cite", "example"}
OPTIONAL_KEYS = {"aliases", "residual", "when_empty", "summary", "parameters", "peers"}
PARAMETER_KEYS = {"type", "default", "within", "above", "one_of", "required", "about"}
EXAMPLE_KEYS = {"about", "ranking", "missed", "scores", "with", "value"}


@dataclass(frozen=True)
class Parameter:
    """One parameter of a metric: its SQL type, default (None where one must be given) and the values it takes."""

    name: str
    type: str
    default: Any
    about: str
    within: Interval | None = None
    one_of: tuple[str, ...] = ()
    cutoff: bool = False

    @property
    def allowed(self) -> str:
        """The values it takes, in words."""
        if self.cutoff:
            return "a whole number of at least 1"
        if self.one_of:
            return "one of " + ", ".join(self.one_of)
        number = "a whole number" if self.type == "INTEGER" else "a number"
        return f"{number} in {self.within}" if self.within else {"VARCHAR": "a text"}.get(self.type, number)


@dataclass(frozen=True)
class Example:
    """A worked example: relevance by rank ("?" unjudged), relevance missed, parameters, and the value as written."""

    about: str
    ranking: tuple
    value: Decimal | int
    missed: tuple = ()
    scores: tuple = ()
    arguments: Mapping[str, Any] = field(default_factory=dict)

    @property
    def tolerance(self) -> float:
        """Half a unit of the last digit written."""
        digits = self.value.as_tuple().exponent if isinstance(self.value, Decimal) else 0
        return 0.5 * 10**digits if digits < 0 else 1e-12


@dataclass(frozen=True)
class Metric:
    """A metric file: its head, and its body with the fragments spelled out."""

    name: str
    title: str
    family: str
    about: str
    formula: str
    range: tuple[float, float]
    better: Literal["higher", "lower", "neither"]
    cite: str
    body: str
    reads: tuple[str, ...]
    parameters: Mapping[str, Parameter]
    examples: tuple[Example, ...]
    aliases: tuple[str, ...] = ()
    peers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    residual: str | None = None
    when_empty: float = 0
    summary: Literal["mean", "sum"] = "mean"

    @property
    def cutoff(self) -> str | None:
        """The parameter that `@` sets, if there is one."""
        return next((p.name for p in self.parameters.values() if p.cutoff), None)


@cache
def metrics() -> dict[str, Metric]:
    """Every metric of sql/metrics, by name, in the order of their families and names.

    Raises:
        CatalogError: a file does not say what it must; the sentence names the file.
    """
    files = sorted(file.name for file in (sql_folder() / "metrics").iterdir() if file.name.endswith(".sql"))
    found = [metric(file.removesuffix(".sql")) for file in files]
    return {each.name: each for each in sorted(found, key=lambda each: (each.family, each.name.lower()))}


@cache
def metric(name: str) -> Metric | None:
    """The metric of this name, in capitals or not; None where there is no such file. Reads one file only."""
    file = sql_folder() / "metrics" / f"{name.lower()}.sql"
    if not name.isidentifier() or not file.is_file():
        return None
    return read_metric(file.name, file.read_text(encoding="utf-8"))


def read_metric(file: str, text: str) -> Metric:
    """The metric that a file defines.

    Args:
        file: the file's name, which must be the metric's in lower case, with .sql.
        text: what it holds.

    Raises:
        CatalogError: the head or the body is not what DESIGN asks for; the sentence names the file.
    """
    head, body = split_file(file, text)
    check_keys(file, "the head", head, REQUIRED_KEYS, OPTIONAL_KEYS)
    if file != f"{head['name'].lower()}.sql":
        raise CatalogError(f"{file}: defines {head['name']}, so it must be named {head['name'].lower()}.sql")
    one_of(file, "better", head["better"], ("higher", "lower", "neither"))
    one_of(file, "summary", head.get("summary", "mean"), ("mean", "sum"))
    if not head["cite"].strip():
        raise CatalogError(f"{file}: cite is empty; say where the metric is defined")
    parameters = {name: read_parameter(file, name, spec) for name, spec in head.get("parameters", {}).items()}
    body = render.expand(body)
    check_parameters(file, body, parameters)
    return Metric(
        name=head["name"],
        title=head["title"],
        family=head["family"],
        about=head["about"],
        formula=head["formula"],
        range=read_range(file, head["range"]),
        better=head["better"],
        cite=head["cite"],
        body=body,
        reads=relations_read(body),
        parameters=parameters,
        examples=read_examples(file, head["example"], parameters),
        aliases=tuple(head.get("aliases", ())),
        peers={
            peer: (names,) if isinstance(names, str) else tuple(names) for peer, names in head.get("peers", {}).items()
        },
        residual=head.get("residual"),
        when_empty=float(head.get("when_empty", 0)),
        summary=head.get("summary", "mean"),
    )


def check_keys(file: str, what: str, table: Mapping, required: set[str], optional: set[str]) -> None:
    """Refuses a table of a head with a key too many or too few."""
    if unknown := sorted(table.keys() - required - optional):
        raise CatalogError(
            f"{file}: {what} has an unknown key, {unknown[0]}; known are {', '.join(sorted(required | optional))}"
        )
    if missing := sorted(required - table.keys()):
        raise CatalogError(f"{file}: {what} has no {missing[0]}")


def one_of(file: str, key: str, value: Any, choices: tuple[str, ...]) -> None:
    """Refuses a value that is not among the choices of its key."""
    if value not in choices:
        raise CatalogError(f"{file}: {key} is {value!r}; it must be one of {', '.join(choices)}")


def read_range(file: str, ends: list) -> tuple[float, float]:
    """The lowest and the highest value of a metric."""
    if len(ends) != 2 or not float(ends[0]) < float(ends[1]):
        raise CatalogError(f"{file}: range must be two numbers, the lower first, as in [0, 1] or [0, inf]")
    return float(ends[0]), float(ends[1])


def read_parameter(file: str, name: str, spec: Mapping[str, Any]) -> Parameter:
    """A parameter of a head. `type = "cutoff"` is short for a whole number set by @, by default the whole ranking."""
    check_keys(file, f"parameter {name}", spec, {"type"}, PARAMETER_KEYS)
    if name in RESERVED:
        raise CatalogError(f"{file}: no parameter may be called {name}; the frames use that name")
    if spec["type"] == "cutoff":
        about = spec.get("about", "how many documents to look at, from the first")
        default = None if spec.get("required") else render.WHOLE_RANKING
        return Parameter(name, "INTEGER", default, about, Interval(1, render.WHOLE_RANKING), cutoff=True)
    one_of(file, f"type of parameter {name}", spec["type"], TYPES)
    if "about" not in spec:
        raise CatalogError(f"{file}: parameter {name} has no about")
    if ("default" in spec) == bool(spec.get("required")):
        raise CatalogError(f"{file}: parameter {name} needs a default, or required = true, and not both")
    default = float(spec["default"]) if spec["type"] == "DOUBLE" and "default" in spec else spec.get("default")
    try:
        within = parse_interval(spec["within"]) if "within" in spec else None
    except ValueError as error:
        raise CatalogError(f"{file}: parameter {name}: {error}") from None
    if "above" in spec:
        within = Interval(float(spec["above"]), math.inf, low_open=True, high_open=True)
    if within is None and spec["type"] in ("DOUBLE", "INTEGER"):
        within = Interval(-math.inf, math.inf, low_open=True, high_open=True)
    return Parameter(name, spec["type"], default, spec["about"], within, tuple(spec.get("one_of", ())))


def check_parameters(file: str, body: str, parameters: Mapping[str, Parameter]) -> None:
    """Refuses a body whose parameters are not those declared, or one that a macro parameter would hide a word of."""
    used = set(PARAMETER.findall(body))
    if undeclared := sorted(used - parameters.keys()):
        raise CatalogError(f"{file}: the body uses ${undeclared[0]}, which [parameters] does not declare")
    if unused := sorted(parameters.keys() - used):
        raise CatalogError(f"{file}: parameter {unused[0]} is declared, but the body does not use ${unused[0]}")
    texts = {"the body": body} | {name: render.relation(name) for name in relations_read(body)}
    for place, text in texts.items():
        words = {word.lower() for word in re.findall(r"\w+", NOT_WORDS.sub(" ", text))}
        for name in parameters:
            if name.lower() in words:
                raise CatalogError(
                    f"{file}: {place} has the word {name}, which a parameter of that name would hide in a macro;"
                    " call the parameter something else"
                )


def relations_read(body: str) -> tuple[str, ...]:
    """The relations whose names stand in a body; topics always, since it says which queries are scored."""
    words = set(re.findall(r"\w+", NOT_WORDS.sub(" ", body)))
    return tuple(name for name in RELATIONS if name in words or name == "topics")


def read_examples(file: str, tables: list[dict], parameters: Mapping[str, Parameter]) -> tuple[Example, ...]:
    """The worked examples of a head: at least one."""
    if not tables:
        raise CatalogError(f"{file}: there is no worked example; add an [[example]]")
    for table in tables:
        check_keys(file, "an example", table, {"about", "ranking", "value"}, EXAMPLE_KEYS)
        if stray := sorted(table.get("with", {}).keys() - parameters.keys()):
            raise CatalogError(f"{file}: an example sets {stray[0]}, which is not a parameter")
        if table.get("scores") and len(table["scores"]) != len(table["ranking"]):
            raise CatalogError(
                f"{file}: an example has {len(table['scores'])} scores for {len(table['ranking'])} documents"
            )
    return tuple(
        Example(
            about=table["about"],
            ranking=tuple(table["ranking"]),
            value=table["value"],
            missed=tuple(table.get("missed", ())),
            scores=tuple(float(score) for score in table.get("scores", ())),
            arguments={name: float(v) if isinstance(v, Decimal) else v for name, v in table.get("with", {}).items()},
        )
        for table in tables
    )
