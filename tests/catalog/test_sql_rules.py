"""The rules that every file of sql/ obeys, so that a result has the same bits everywhere."""

from pathlib import Path

import pytest
from places import ROOT
from sql_rules import complaints
from variants import variants

import evalsql
from evalsql.render import frames

FILES = sorted((ROOT / "sql").rglob("*.sql"))


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(ROOT / "sql")) for file in FILES])
def test_the_file_obeys_the_rules(file: Path) -> None:
    assert complaints(file.read_text(encoding="utf-8")) == []


@pytest.mark.quick(4)
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
        "select sum(x::bigint / y) from t",
        "select avg (x) filter (where x > 0) from t",
        "select count(*) filter (x > 0) over (partition by a order by b asc) from t",
        "select count(*) filter (x > 0) over w from t",
        "select if(a, b, c) from t",
        "select a ** 2 from t",
        "select list_transform(a, x -> x + 1) from t",
        "select [x / i for x, i in a if i > 2] from t",
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
        "select sum(x::bigint) / sum(y::bigint) from t",
        "select sum(x order by y asc) filter (y > 0), count(*) filter (y > 0), count(*) over w from t",
        "select count(*) filter (y > 0) over (partition by a) from t",
        "/* order by x */ select 'sum(x) if(' from t -- a ** 2",
        "select {{ measure.summary }}(value order by x asc) from t order by {{ a.column }} {{ a.order }}, run asc",
        "select [x / i for x, i in a], [x for x in a if x > 2] from t",
        "select {{ 'a' if b else 'c' }} {% if (b) %} x {% endif %} from t",
    ],
)
def test_the_rules_let_pass_what_keeps_them(text: str) -> None:
    assert complaints(text) == []
