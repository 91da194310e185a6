"""The rules that every file of sql/ obeys, so that a result has the same bits everywhere."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT
from test_examples import variants

import evalsql
from evalsql.render import frames

FILES = sorted((ROOT / "sql").rglob("*.sql"))
DIRECTION = r"\b(asc|desc)(\s+nulls\s+(first|last))?$"


def bare(text: str) -> str:
    """SQL in lower case without comments and texts, and with a word where a template puts something."""
    text = re.sub(r"/\*.*?\*/|\{#.*?#\}|\{%.*?%\}|--[^\n]*", " ", text, flags=re.DOTALL)
    text = re.sub(r"\{\{[^}]*[.]order\s*\}\}", "asc", text)  # a report's own asc or desc
    text = re.sub(r"\{\{.*?\}\}", "something", text, flags=re.DOTALL)
    return re.sub(r"'(?:[^']|'')*'", "''", text).lower()


def inside(text: str, start: int) -> str:
    """What stands from a place to the bracket that closes it, or to the end."""
    depth = 0
    for place in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth < 0:
            return text[start:place]
    return text[start:]


def calls(text: str, functions: str) -> Iterator[tuple[str, str, str]]:
    """Each call of a function: what is in its brackets, in those of its filter, and the text after that."""
    for found in re.finditer(rf"\b(?:{functions})\s*\(", text):
        argument = inside(text, found.end())
        rest = text[found.end() + len(argument) + 1 :]
        condition = ""
        if opened := re.match(r"\s*filter\s*\(", rest):
            condition = inside(rest, opened.end())
            rest = rest[opened.end() + len(condition) + 1 :]
        yield argument, condition, rest.strip()


def order_items(text: str) -> Iterator[str]:
    """Each item of each `order by`."""
    for found in re.finditer(r"\border\s+by\b", text):
        clause = inside(text, found.end())
        flat = clause
        while "(" in flat:
            flat = re.sub(r"\([^()]*\)", " ", flat)
        flat = re.split(r"\b(?:limit|offset|rows|range|groups|qualify|union|window)\b|;", flat)[0]
        yield from (item.strip() for item in flat.split(","))


def complaints(text: str) -> list[str]:
    """What is wrong with a file of SQL, by the rules that give the same bits on every client."""
    text = bare(text)
    found = [f"no asc or desc: {item}" for item in order_items(text) if not re.search(DIRECTION, item)]
    for argument, _, rest in calls(text, "sum|avg|mean|product|fsum|favg|kahan_sum"):
        if re.match(r"over\b", rest):
            if not re.search(r"::(decimal\(|bigint\b)", argument):
                found.append(f"doubles added over a window: {argument}")
        elif not re.search(r"\border\s+by\b", argument):
            found.append(f"added in no order: {argument}")
    for _, condition, rest in calls(text, "count"):
        window = inside(rest, rest.index("(") + 1) if re.match(r"over\s*\(", rest) else rest
        if condition and re.match(r"over\b", rest) and (re.match(r"over\s+\w", rest) or "order by" in window):
            found.append(f"a running count with a filter: {condition}")
    found += [f"not in every DuckDB, or not in a macro: {each}" for each in re.findall(r"\bif\s*\(|\*\*|->", text)]
    return found


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(ROOT / "sql")) for file in FILES])
def test_the_file_obeys_the_rules(file: Path) -> None:
    assert complaints(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("metric", evalsql.metrics().values(), ids=lambda metric: metric.name)
def test_the_metric_obeys_the_rules_when_all_is_filled_in(metric: evalsql.Metric) -> None:
    (measure, *_) = variants(metric)
    for text in (frames.scores(metric), frames.query(measure), frames.macro(metric), frames.stored(metric, "mark")):
        assert complaints(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "select x from t order by x",
        "select x from t order by x desc, y",
        "select row_number() over (partition by a order by b) from t",
        "select row_number() over (partition by a order by greatest(b, c desc), d asc) from t",
        "select sum(x order by y) from t",
        "select list(x order by y asc, z nulls last) from t",
        "select x from t order by all",
        "select sum(x) over (partition by a order by b asc) from t",
        "select avg(x) filter (x > (1 + 2)) over w from t",
        "select product(x) over () from t",
        "select sum(x) from t",
        "select avg (x) filter (where x > 0) from t",
        "select count(*) filter (x > 0) over (partition by a order by b asc) from t",
        "select count(*) filter (x > 0) over w from t",
        "select if(a, b, c) from t",
        "select a ** 2 from t",
        "select list_transform(a, x -> x + 1) from t",
    ],
)
def test_the_rules_find_what_breaks_them(text: str) -> None:
    assert len(complaints(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "select x from t order by x desc nulls last, greatest(a, b) asc limit 3",
        "select count(*) over (partition by a order by b desc range unbounded preceding) from t",
        "select sum(x::decimal(38, 18)) over (partition by a order by b asc)::double from t",
        "select sum(x::bigint) over (partition by a order by b asc) from t",
        "select sum(x order by y asc) filter (y > 0), count(*) filter (y > 0), count(*) over w from t",
        "select count(*) filter (y > 0) over (partition by a) from t",
        "/* order by x */ select 'sum(x) if(' from t -- a ** 2",
        "select {{ measure.summary }}(value order by x asc) from t order by {{ a.column }} {{ a.order }}, run asc",
        "select {{ 'a' if b else 'c' }} {% if (b) %} x {% endif %} from t",
    ],
)
def test_the_rules_let_pass_what_keeps_them(text: str) -> None:
    assert complaints(text) == []
