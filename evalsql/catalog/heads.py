"""Reads a metric or curve file, and rejects one with a missing or wrong entry."""

import math
import re
from collections.abc import Collection, Iterable, Mapping
from decimal import Decimal
from functools import cache
from typing import Any

from jinja2 import TemplateError

from evalsql.catalog import relations
from evalsql.catalog.definitions import Definition, named_metrics
from evalsql.catalog.gains import GAINS
from evalsql.catalog.interval import Interval, parse_interval
from evalsql.catalog.literals import literal
from evalsql.catalog.metric import (
    NO_ORDER,
    PAPERS,
    SUMMARIES,
    WHOLE_RANKING,
    Example,
    Metric,
    Parameter,
    spell_out,
)
from evalsql.catalog.sqlfiles import code_only, shared_parameters
from evalsql.errors import CatalogError

RESERVED = ("metric", "runs", "qrels", "source", "costs")

NUMBER = (int, Decimal)
KINDS = {str: "a text", list: "a list", dict: "a table", bool: "true or false", NUMBER: "a number"}
HEAD = {
    **dict.fromkeys(("name", "title", "family", "about", "formula", "better", "cite"), str),
    "range": list,
    "example": list,
    "aliases": list,
    "macros": list,
    "residual": str,
    "when_empty": (*NUMBER, str),
    "summary": str,
    "papers": list,
    "monotone": bool,
    "over": str,
    "needs": str,
    "ties": str,
    "parameters": dict,
    "peers": dict,
    "with": dict,
}
HEAD_NEEDS = ("name", "title", "family", "about", "formula", "range", "better", "cite", "example")
PARAMETER = {
    "type": str,
    "default": (*NUMBER, str),
    "within": str,
    "above": NUMBER,
    "one_of": list,
    "required": bool,
    "about": str,
    "idle": str,
}
EXAMPLE = {
    **dict.fromkeys(("ranking", "missed", "scores", "values", "ideal", "strata", "costs"), list),
    "with": dict,
    "value": (*NUMBER, str),
}
AXES = ("rank", "recall", "p")  # what a curve may be over


def read_metric(file: str, text: str, curve: bool = False, beneath: bool = True) -> Metric:
    """The metric that a file is named for."""
    metric = make_metric(file, named_metrics(file, text)[0], curve, beneath)
    if file != f"{metric.name.lower()}.sql":
        raise CatalogError(f"{file}: defines {metric.name}, so it must be named {metric.name.lower()}.sql")
    return metric


def make_metric(file: str, definition: Definition, curve: bool = False, beneath: bool = True) -> Metric:
    """A metric that a file defines."""
    head, template, all_parameters, alone = definition
    check_table(file, "the head", head, HEAD, (*HEAD_NEEDS, "over") if curve else HEAD_NEEDS)
    if not head["name"].isidentifier():
        raise CatalogError(f"{file}: name is {head['name']!r}; it must be a word that SQL can call")
    check_choice(file, "better", head["better"], ("higher", "lower", "neither"))
    check_choice(file, "summary", head.get("summary", "mean"), SUMMARIES)
    check_choice(file, "needs", head.get("needs", "judged"), ("judged", "relevant"))
    if "ties" in head:
        check_choice(file, "ties", head["ties"], (NO_ORDER,))
    if curve:
        check_choice(file, "over", head["over"], AXES)
    elif "over" in head:
        raise CatalogError(f"{file}: over is for curves, and this is a metric")
    if not head["cite"].strip():
        raise CatalogError(f"{file}: cite is empty; say where the metric is defined")
    parameters = {name: read_parameter(file, name, spec) for name, spec in head.get("parameters", {}).items()}
    declared = {*parameters}
    fixed = read_arguments(file, head.get("with", {}), parameters)
    literals = {name: literal(parameters.pop(name), value) for name, value in fixed.items()}
    try:
        body = spell_out(template, fixed, literals)
    except TemplateError as error:
        raise CatalogError(f"{file}: a fragment in the body cannot be used: {error}") from None
    if not code_only(body).strip():
        raise CatalogError(f"{file}: there is no query after the head")
    if not alone:
        used = parameters_used(texts_read(body).values())
        parameters = {name: each for name, each in parameters.items() if name in used}
    check_parameters(file, body, parameters, beneath)
    peers = {peer: read_texts(file, f"peer {peer}", names) for peer, names in head.get("peers", {}).items()}
    for said in (said for names in peers.values() for said in names):
        if strange := sorted(set(re.findall(r"\{(\w*)", said)) - parameters.keys()):
            raise CatalogError(f"{file}: a peer's name, {said!r}, has {strange[0]!r}, which is not a parameter")
    return Metric(
        **{key: head[key] for key in ("name", "title", "family", "about", "formula", "better", "cite")},
        range=read_range(file, head["range"]),
        template=template,
        body=body,
        fixed=fixed,
        literals=literals,
        reads=relations.relations_read(body),
        needs_scores=not relations.bare_words(body).isdisjoint(("score", "tied_from", "tied_to")),
        parameters=parameters,
        examples=read_examples(
            file, head["example"], parameters, curve, (declared | all_parameters) - parameters.keys()
        ),
        aliases=read_texts(file, "aliases", head.get("aliases", [])),
        macros=read_texts(file, "macros", head.get("macros", [])),
        peers=peers,
        residual=head.get("residual"),
        when_empty=read_when_empty(file, head.get("when_empty", 0)),
        summary=head.get("summary", "mean"),
        papers=read_papers(file, head.get("papers", [])),
        over=head.get("over"),
        monotone=head.get("monotone", True),
        needs=head.get("needs", "judged"),
        ties=head.get("ties", ""),
    )


def check_table(file: str, what: str, table: Any, kinds: Mapping[str, Any], needs: tuple[str, ...]) -> None:
    """Refuses what is not a table, and a table with a key too many, a key too few or a value of the wrong kind."""
    if not isinstance(table, dict):
        raise CatalogError(f"{file}: {what} must be a table, not {table!r}")
    if unknown := sorted(table.keys() - kinds.keys()):
        raise CatalogError(f"{file}: {what} has an unknown key, {unknown[0]}; known are {', '.join(sorted(kinds))}")
    if missing := sorted(set(needs) - table.keys()):
        raise CatalogError(f"{file}: {what} has no {missing[0]}")
    for key, value in table.items():
        kind = kinds[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            expected = KINDS.get(kind, "a number or a text")
            raise CatalogError(f"{file}: {key} of {what} must be {expected}, not {value!r}")


def check_choice(file: str, key: str, value: str, choices: tuple[str, ...]) -> None:
    """Refuses a value that is not among the choices of its key."""
    if value not in choices:
        raise CatalogError(f"{file}: {key} is {value!r}; it must be one of {', '.join(choices)}")


def read_texts(file: str, what: str, texts: Any) -> tuple[str, ...]:
    """One text or a list of them."""
    listed = [texts] if isinstance(texts, str) else texts
    if not isinstance(listed, list) or not all(isinstance(text, str) for text in listed):
        raise CatalogError(f"{file}: {what} must be a text or a list of texts, not {texts!r}")
    return tuple(listed)


def read_papers(file: str, papers: list) -> tuple[str, ...]:
    """The papers that a head names."""
    for paper in papers:
        check_choice(file, "a paper", paper, PAPERS)
    return tuple(papers)


def read_when_empty(file: str, value: Any) -> float | None:
    """The value of an empty ranking: a number, or "null"."""
    if isinstance(value, str):
        check_choice(file, "when_empty", value, ("null",))
        return None
    return float(value)


def read_range(file: str, ends: list) -> tuple[float, float]:
    """The lowest and the highest value of a metric."""
    if not (len(ends) == 2 and all(isinstance(end, NUMBER) for end in ends) and float(ends[0]) < float(ends[1])):
        raise CatalogError(f"{file}: range must be two numbers, the lower first, as in [0, 1] or [0, inf]")
    return float(ends[0]), float(ends[1])


def read_parameter(file: str, name: str, spec: Any) -> Parameter:
    """A parameter of a head. Some types are short for what many metrics have.

    `cutoff` is a whole number set by @, by default the whole ranking; `gains` maps relevance to gain; others, such as
    `relevance`, are in sql/fragments/parameters.toml.
    """
    what = f"parameter {name}"
    check_table(file, what, spec, PARAMETER, ("type",))
    if declared := shared_parameters().get(spec["type"], {}).get(name):
        spec = declared | spec | {"type": declared["type"]}
    if name.lower() in RESERVED:
        raise CatalogError(f"{file}: no parameter may be called {name}; the frames use that name")
    if spec["type"] == "cutoff":
        about = spec.get("about", "number of documents to look at, from the first")
        default = None if spec.get("required") else spec.get("default", WHOLE_RANKING)
        within = read_interval(file, what, {"within": f"[1, {WHOLE_RANKING}]", **spec})
        return Parameter(name, "INTEGER", default, about, within, cutoff=True)
    if spec["type"] == "gains":
        about = spec.get("about", "gain of each relevance level; a level not named gains its own relevance")
        return Parameter(name, GAINS, None, about)
    shared = (kind for kind, declared in shared_parameters().items() if name in declared)
    check_choice(file, f"type of {what}", spec["type"], ("DOUBLE", "INTEGER", "VARCHAR", *shared))
    if "about" not in spec:
        raise CatalogError(f"{file}: {what} has no about")
    if ("default" in spec) == bool(spec.get("required")):
        raise CatalogError(f"{file}: {what} needs a default, or required = true, and not both")
    within = read_interval(file, what, spec)
    default = spec.get("default")
    if spec["type"] == "DOUBLE" and isinstance(default, NUMBER):
        default = float(default)
    parameter = Parameter(
        name,
        spec["type"],
        default,
        spec["about"],
        within,
        read_texts(file, what, spec.get("one_of", [])),
        idle=spec.get("idle", ""),
    )
    if parameter.default is not None and not parameter.takes(parameter.default):
        raise CatalogError(f"{file}: the default of {what} must be {parameter.allowed}, not {parameter.default!r}")
    return parameter


def read_interval(file: str, what: str, spec: Mapping[str, Any]) -> Interval | None:
    """The values that a number may have: within an interval, above a number, or any that is finite."""
    if spec["type"] == "VARCHAR":
        if "within" in spec or "above" in spec:
            raise CatalogError(f"{file}: {what} is a text, which cannot be within or above a number; say one_of")
        return None
    if "one_of" in spec:
        raise CatalogError(f"{file}: {what} is a number; say within or above, not one_of")
    if "within" in spec and "above" in spec:
        raise CatalogError(f"{file}: {what} has both within and above; say one")
    try:
        if "within" in spec:
            return parse_interval(spec["within"])
    except ValueError as error:
        raise CatalogError(f"{file}: {what}: {error}") from None
    return Interval(float(spec.get("above", -math.inf)), math.inf, low_open=True, high_open=True)


def plain(value: Any) -> Any:
    """A value of TOML with its decimals as floats."""
    return float(value) if isinstance(value, Decimal) else value


@cache
def texts_read(body: str, beneath: bool = True) -> dict[str, str]:
    """A body and the relations beneath it, by what to call them in a sentence."""
    read = relations.relations_read(body) if beneath else ()
    return {"the body": body} | relations.with_beneath(read, relations.relation)


def parameters_used(texts: Iterable[str]) -> set[str]:
    """The names of the parameters that texts use."""
    return {name for text in texts for name in re.findall(r"\$(\w+)", code_only(text))}


def check_parameters(file: str, body: str, parameters: Mapping[str, Parameter], beneath: bool) -> None:
    """Refuses a body whose parameters are not those declared, or in which a macro parameter would hide a word."""
    texts = texts_read(body, beneath)
    used = parameters_used(texts.values())
    if undeclared := sorted(used - parameters.keys()):
        raise CatalogError(f"{file}: the body uses ${undeclared[0]}, which [parameters] does not declare")
    if beneath and (unused := sorted(parameters.keys() - used)):
        raise CatalogError(f"{file}: parameter {unused[0]} is declared, but the body does not use ${unused[0]}")
    for name in parameters:
        if alike := [other for other in parameters if other.lower() == name.lower() and other != name]:
            raise CatalogError(f"{file}: SQL cannot tell the parameters {name} and {alike[0]} apart; rename one")
    for place, text in texts.items():
        words = relations.bare_words(text)
        for name in parameters:
            if name.lower() in words:
                raise CatalogError(
                    f"{file}: {place} has the word {name}, which a parameter of that name would hide in a macro;"
                    " call the parameter something else"
                )


def read_examples(
    file: str, tables: list, parameters: Mapping[str, Parameter], curve: bool, unused: Collection[str] = ()
) -> tuple[Example, ...]:
    """The worked examples of a head: at least one; they may set the unused parameters."""
    if not tables:
        raise CatalogError(f"{file}: there is no worked example; add one")
    return tuple(read_example(file, each, parameters, curve, unused) for each in tables)


def read_example(
    file: str, parts: Any, parameters: Mapping[str, Parameter], curve: bool, unused: Collection[str]
) -> Example:
    """A worked example of a head: what it shows, and one or more tables, which together are its input and values."""
    if not isinstance(parts, list) or len(parts) < 2 or not isinstance(parts[0], str):
        raise CatalogError(f"{file}: an example must be a list of a text, what it shows, and tables, not {parts!r}")
    table: dict[str, Any] = {"with": {}}
    for each in parts[1:]:
        check_table(file, "an example", each, EXAMPLE, ())
        table |= each | {"with": table["with"] | each.get("with", {})}
    check_table(file, "an example", table, EXAMPLE, ("ranking", "values" if curve else "value"))
    given = {name: value for name, value in table["with"].items() if name not in unused}
    arguments = read_arguments(file, given, parameters)
    ranking, missed, scores, values, ideal = (
        table.get(key, []) for key in ("ranking", "missed", "scores", "values", "ideal")
    )
    if not all(isinstance(each, NUMBER) or each == "?" or by_subtopic(each) for each in ranking):
        raise CatalogError(
            f'{file}: the ranking of an example must be of numbers, and "?" for unjudged documents, or, of judgments by'
            " subtopic, of lists of subtopics or tables of their relevance"
        )
    if not all(isinstance(each, NUMBER) for each in (*scores, *values, *ideal)) or not all(
        isinstance(each, NUMBER) or by_subtopic(each) for each in missed
    ):
        raise CatalogError(f"{file}: what an example says is missed, its scores and its values must be numbers")
    if scores and len(scores) != len(ranking):
        raise CatalogError(f"{file}: an example has {len(scores)} scores for {len(ranking)} documents")
    strata = table.get("strata", [])
    if strata and (len(strata) != len(ranking) + len(missed) or not all(isinstance(each, str) for each in strata)):
        raise CatalogError(f"{file}: the strata of an example must be texts, one for each document")
    costs = table.get("costs", [])
    if len(costs) > len(ranking) or not all(isinstance(each, NUMBER) or each == "?" for each in costs):
        raise CatalogError(f'{file}: the costs of an example must be numbers, or "?", one for each document')
    value = table.get("value")
    if isinstance(value, str):
        check_choice(file, "the value of an example", value, ("null",))
        value = None
    return Example(
        parts[0],
        tuple(ranking),
        value,
        tuple(missed),
        tuple(map(float, scores)),
        arguments,
        tuple(values),
        tuple(ideal),
        tuple(strata),
        tuple(costs),
    )


def by_subtopic(document: Any) -> bool:
    """Whether a document of an example is judged by subtopic: a list of subtopics, or a table of their relevance."""
    if isinstance(document, list):
        return all(isinstance(subtopic, str) for subtopic in document)
    return isinstance(document, dict) and all(isinstance(relevance, NUMBER) for relevance in document.values())


def read_arguments(file: str, given: Mapping[str, Any], parameters: Mapping[str, Parameter]) -> dict[str, Any]:
    """The parameters that an example sets."""
    arguments = {name: plain(value) for name, value in given.items()}
    for name, value in arguments.items():
        if name not in parameters:
            raise CatalogError(f"{file}: an example sets {name}, which is not a parameter")
        if not parameters[name].takes(value):
            raise CatalogError(f"{file}: an example sets {name} to {value!r}; it must be {parameters[name].allowed}")
    return arguments
