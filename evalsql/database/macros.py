"""Table macros of what is made of scores: significance tests, intervals, corrections and rank correlations."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, get_args

from evalsql.arguments import MOST
from evalsql.catalog import listing
from evalsql.catalog.interval import Interval
from evalsql.catalog.literals import literal
from evalsql.catalog.metric import Metric, Parameter
from evalsql.catalog.relations import relations_in, with_beneath
from evalsql.catalog.sqlfiles import APART, body_of, read_file
from evalsql.catalog.templates import expand
from evalsql.comparing import methods
from evalsql.comparing.compare import Alternative
from evalsql.comparing.scores import LARGEST
from evalsql.render import frames, statements
from evalsql.render.builtins import OPERATORS
from evalsql.render.guards import columns_guard, fit_number, guard, table_of
from evalsql.sqltext import NESTED, no_underscore, quote, writes_sql

CORRECTIONS = methods.names("corrections")
CHANCE = Interval(0, 1, low_open=True, high_open=True)
# what the files ask for by name, and a macro takes
PARAMETERS: Mapping[str, Parameter] = MappingProxyType(
    {
        each.name: each
        for each in (
            Parameter("resamples", "INTEGER", 10_000, "the number of resamples", Interval(1, MOST)),
            Parameter("seed", "INTEGER", 0, "the random seed", Interval(-(2**63), 2**63 - 1)),
            Parameter("confidence", "DOUBLE", 0.95, "how often an interval covers the difference", CHANCE),
            Parameter(
                "alpha", "DOUBLE", 0.05, "below which p-value, once corrected, a difference is significant", CHANCE
            ),
            Parameter("power", "DOUBLE", 0.8, "the target power", CHANCE),
            Parameter("p", "DOUBLE", 0.9, "how much the top weighs: less, the nearer to 1", CHANCE),
            Parameter("k", "INTEGER", 100, "how many documents of each ranking to look at", Interval(1, MOST)),
            Parameter("pass_k", "INTEGER", 1, "how many trials pass@k and pass^k look at", Interval(1, MOST)),
            Parameter(
                "alternative",
                "VARCHAR",
                "two-sided",
                "what the run's mean minus the one baseline's is",
                one_of=get_args(Alternative),
            ),
            Parameter("correction", "VARCHAR", "holm", "what p-values are corrected by", one_of=CORRECTIONS),
        )
    }
)
# what they ask for that any text, or a list of texts, may be
TEXTS = {
    "pattern": "a regular expression of the names of runs, whose first group is what their trials share; null: bm25@1",
    "baseline": "the run that all others are compared with, or a list of such; null: every run with every other",
    "best": "the runs of the category best, a list; null: none. Of the others, worst are those below the median of all"
    " runs on every query, and normal the rest",
}
INPUTS = {
    "scores": "the scores: a table, view or file with the columns run, query_id, metric, value; direction, higher or"
    " lower, of measures that are not evalsql's",
    "measure": "of these scores only, such as nDCG@10; null: of all measures",
    "runs": "the runs: a table, view or file with the columns run, query_id, doc_id, score",
    "costs": "what documents cost: a table, view or file with the columns doc_id, cost, and query_id where that differs"
    " by query; null: what other_cost says",
    "clusters": "the cluster of each query: a table, view or file with the columns query_id, cluster",
    "tested": "p-values: a table, view or file with the columns metric, run, other, p_value; test if several",
}
GIVEN = (
    "scores",
    "asked",
    "rankings",
    "clusters",
    "tested",
)  # the relations that the frame makes of what a macro is given


def macro(folder: str, name: str, called: str, clustered: bool = False) -> str:
    """A statement that creates a table macro of a file of sql/, such as sql/significance/paired_t.sql."""
    (body, relations), (head, _) = parts(folder, name, clustered), read_file(folder, name)
    asked = parameters(folder, name, clustered)
    prefixes = re.compile(rf"{APART.pattern}|\b(?P<name>{'|'.join(sorted({*relations, *GIVEN}))})\b", re.DOTALL)

    @writes_sql
    def finished(text: str) -> str:
        named = prefixes.sub(lambda found: f"_es_{found['name']}" if found["name"] else found[0], text)
        return re.sub(r"\$(\w+)", lambda found: argument(found[1]), named)

    finished_relations = {each: finished(text) for each, text in relations.items()}
    return statements.comparison_macro(
        macro=called,
        parameters={each: default for each, (default, _) in asked.items()},
        guards=[
            *(guard(called, PARAMETERS[each]) for each in asked if each in PARAMETERS),
            *([columns_guard(called, "runs", frames.RUNS, "score")] if "runs" in asked else []),
            OPERATORS,
        ],
        largest=f"{LARGEST:g}",
        binary=head.get("binary", False),
        fewest=1 if head.get("of") == "means" else 2,
        lower_is_better=names(lambda metric: metric.better == "lower"),
        geometric=names(lambda metric: metric.summary == "geometric"),
        baselines=finished_relations.pop("baselines", ""),  # which are checked before anything else
        relations={f"_es_{each}": text for each, text in finished_relations.items()},
        body=finished(body),
        table_of=table_of,
        fit_number=fit_number,
        no_underscore=no_underscore,
        nested=quote(NESTED),
    )


@cache
def parts(folder: str, name: str, clustered: bool = False) -> tuple[str, dict[str, str]]:
    """The SQL of a file, and that of the relations beneath it, each after those that it reads."""
    body = text_of(folder, name, clustered=clustered)
    if clustered:  # what it looks at then, in the shape of pairs
        body = re.sub(r"\bpairs\b", "clustered", body)
    given = GIVEN if name == "corrected" else GIVEN[:-1]

    def spelled_out(each: str) -> str | None:
        if each in given:
            return None
        # p-values of the analysis of variance are long, and only its test reads them
        return (
            CHOSEN[each]()
            if each in CHOSEN
            else text_of("scores", each, p_values=(folder, name) == ("significance", "anova"))
        )

    return body, with_beneath(relations_in(body), spelled_out)


def parameters(folder: str, name: str, clustered: bool = False) -> dict[str, tuple[str, str]]:
    """The parameters of a macro, each with its default in SQL and what it is."""
    body, relations = parts(folder, name, clustered)
    asked = set(re.findall(r"\$(\w+)", "\n".join((body, *relations.values()))))
    given = ("scores",) if folder == "correlations" else ("scores", "measure")  # one measure correlates with none
    first = {"overlap": ("runs", "k"), "corrected": ("tested",)}.get(name, (*given, *("clusters",) * clustered))
    return {
        each: (
            default(each),
            INPUTS.get(each) or TEXTS.get(each) or f"{PARAMETERS[each].about} ({PARAMETERS[each].allowed})",
        )
        for each in dict.fromkeys((*first, *(one for one in (*TEXTS, *PARAMETERS) if one in asked)))
    }


@cache
@writes_sql
def text_of(folder: str, name: str, **values: Any) -> str:
    """The SQL of a file, with nothing of Python in it and no comment block."""
    parts: dict[str, Any] = {"udf": False, "against": "either" if name == "opposed" else "each", "there": "means"}
    body = expand(
        body_of(folder, name), **parts | values, correction=None, corrections=methods.formulas(), tests=["paired_t"]
    )
    return re.sub(r"\s*/\*.*?\*/\s*", "", body, flags=re.DOTALL)


# relations that depend on what was asked for, and here are these
CHOSEN = {
    "limits": lambda: text_of("intervals", "student").replace("$confidence", "(1 - $alpha)"),
    "tested": lambda: (
        "select metric, run, other, 'paired_t' as test, false as familywise, statistic, p_value\n"
        f"from (\n{text_of('significance', 'paired_t')}\n)"
    ),
}


@writes_sql
def argument(name: str) -> str:
    """A parameter inside a macro: a literal given for a DOUBLE is a DECIMAL there, and 7.0 is a seed as 7 is."""
    kind = PARAMETERS[name].type if name in PARAMETERS else ""
    return {"DOUBLE": f"try_cast({name} as double)", "INTEGER": f"try_cast({name} as bigint)"}.get(kind, name)


@writes_sql
def default(name: str) -> str:
    if name in PARAMETERS:
        return literal(PARAMETERS[name], PARAMETERS[name].default, bare=True)
    return "null" if name in ("measure", *TEXTS) else quote(name)


@writes_sql
def names(true_of: Callable[[Metric], bool]) -> str:
    """The names of the metrics that something is true of, as SQL lists them."""
    return ", ".join(quote(metric.name) for metric in listing.metrics().values() if true_of(metric))
