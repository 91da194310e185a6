"""No text of a user is put into SQL without quoting: read in the code, and looked at as templates are filled."""

import contextlib
import tomllib
from itertools import product
from pathlib import Path
from typing import Any

import duckdb
import hostile
import jinja2
import pytest
from built import macros_of
from command import evalsql
from hostile import NAMES, rankings
from places import ROOT
from python_read import Package
from reaching_sql import is_sql, said, unproven
from written import put

from evalsql.catalog.listing import metrics
from evalsql.catalog.literals import literal
from evalsql.catalog.measure import Measure, make_measure
from evalsql.catalog.metric import Metric
from evalsql.catalog.templates import expand
from evalsql.render import frames, statements
from evalsql.sqltext import identifier, quote

NUMBERS = ("INTEGER", "DOUBLE")
LOOKED_AT = tomllib.loads(Path(__file__).with_name("looked_at.toml").read_text(encoding="utf-8"))
TRUSTED = {each for listed in LOOKED_AT["everywhere"].values() for each in listed}

# a file of evalsql, and the expressions that are found in it
WRITTEN = {
    "quoted": ("from evalsql.sqltext import quote\ndef a(c, name):\n    c.execute(f'select {quote(name)}')", []),
    "a text": ("def a(c, name):\n    c.execute(f'select {name}')", ["name"]),
    "a text in quotes": ("def a(c, name):\n    c.execute(f\"select '{name}'\")", ["name"]),
    "said": ("def a(c, name):\n    raise ValueError(f'select {name}')", []),
    "a number": ("def a(c, n: int):\n    c.execute(f'select {n}')", []),
    "as a number": ("def a(c, n):\n    c.execute(f'select {n:.3f}')", []),
    "what callers pass": ("def a(c, name):\n    c.execute(f'from {name}')\ndef b(c):\n    a(c, 'runs')", []),
    "what one caller passes": (
        "def a(c, n):\n    c.execute(f'from {n}')\ndef b(c, x):\n    a(c, 'r')\n    a(c, x)",
        ["n"],
    ),
    "what a function gives": ("def a():\n    return 'x'\ndef b(c):\n    c.execute(f'from {a()}')", []),
    "what a function hands on": ("def a(x):\n    return x\ndef b(c, x):\n    c.execute(f'from {a(x)}')", ["a(x)"]),
    "joined": ("def a(c, x):\n    t = ', '.join(x)\n    c.execute(f'select {t}')", ["t"]),
    "added": ("def a(c, x):\n    c.execute('select ' + x)", ["'select ' + x"]),
    "as format has it": ("def a(c, x):\n    c.execute('select {}'.format(x))", ["'select {}'.format(x)"]),
    "added later": ("def a(c, x):\n    t = 'select 1'\n    t += x\n    c.execute(t)", ["t"]),
    "appended": (
        "def a(c, x):\n    t = []\n    t.append(x)\n    c.execute(f\"select {', '.join(t)}\")",
        ["', '.join(t)"],
    ),
    "in a loop": ("def a(c):\n    for x in ('a', 'b'):\n        c.execute(f'from {x}')", []),
    "rows that were read": ("def a(c):\n    for (x,) in c.fetchall():\n        c.execute(f'from {x}')", ["x"]),
}


@pytest.fixture(scope="module")
def package() -> Package:
    """The code of evalsql."""
    return Package().read(ROOT / "evalsql", ROOT)


@pytest.mark.parametrize("name", WRITTEN)
def test_the_rules_find_a_text_that_is_not_quoted(name: str, tmp_path: Path) -> None:
    code, expected = WRITTEN[name]
    put(tmp_path / "evalsql" / "a.py", code.split("\n"))
    put(tmp_path / "evalsql" / "sqltext.py", ["def quote(text):", "    return text"])
    found = unproven(Package().read(tmp_path / "evalsql", tmp_path))
    assert [each for _, each in found] == expected


def test_what_is_put_into_sql_is_quoted_or_was_looked_at(package: Package) -> None:
    found = {(place, each) for place, each in unproven(package, TRUSTED)}
    known = {
        (f"evalsql/{place}", each)
        for places in LOOKED_AT["sql"].values()
        for place, expressions in places.items()
        for each in expressions
    }
    assert sorted(found - known) == [], "quote it, or say in looked_at.toml why it is safe"
    assert sorted(known - found) == [], "it is not there any more, or is quoted now"


def test_all_texts_of_sql_are_looked_at(package: Package) -> None:
    assert sum(is_sql(text) and not said(text, package) for text, _ in package.texts) > 250


def outside(sql: str, text: str) -> list[str]:
    """The parts of SQL in which a text stands that are neither one literal nor one quoted name."""
    starts = [start for start, _ in duckdb.tokenize(sql)]
    ends = [*starts[1:], len(sql.encode())]
    data = sql.encode()
    tokens = [data[start:end].decode().strip() for start, end in zip(starts, ends, strict=True)]
    written = {quote(text)[1:-1], identifier(text)[1:-1]}
    return [each for each in tokens if any(one in each for one in written) and each[:1] not in ("'", '"')]


def test_a_value_of_a_measure_is_one_literal() -> None:
    """Were its value not refused, it would still be no more than a value."""
    parameters = {p.name: p for metric in metrics().values() for p in metric.parameters.values() if p.type == "VARCHAR"}
    assert parameters
    with duckdb.connect() as connection:
        for parameter in parameters.values():
            values = ", ".join(literal(parameter, text) for text in NAMES)
            assert connection.execute(f"select [{values}]").fetchall() == [(NAMES,)]


TOLD = [metric for metric in metrics().values() if any(p.type == "VARCHAR" for p in metric.parameters.values())]


def long_a_query_of_a_measure_is_one_statement_whatever_its_values() -> None:
    assert_one_statement(TOLD[::3])


def weekly_a_query_of_every_measure_is_one_statement_whatever_its_values() -> None:
    assert_one_statement(TOLD)


def assert_one_statement(some: list[Metric]) -> None:
    made = 0
    for place, metric in enumerate(some):
        given = {p.name: 1 for p in metric.parameters.values() if p.default is None and p.type in NUMBERS}
        measure = make_measure(metric.name, metric, given)
        for text in NAMES[place % 3 :: 3]:
            texts = {p.name: text for p in metric.parameters.values() if p.type == "VARCHAR"}
            with contextlib.suppress(jinja2.UndefinedError):  # a template that knows other values alone
                sql = frames.query(Measure(metric, measure.values | texts), quote(text), identifier(text))
                assert len(duckdb.extract_statements(sql)) == 1
                assert outside(sql, text) == []
                made += 1
            written = statements.columns([Measure(metric, measure.values | texts)])
            assert {written[0][name] for name in texts} == {quote(text)}
    assert made > len(NAMES)


COMMANDS = {
    "evaluate": ("--per-query", "--slices", "queries.parquet"),
    "compare": ("--test", "sign", "--baseline", NAMES[0], "--slices", "queries.parquet"),
    "queries": ("--slices", "queries.parquet"),
    "pool": ("--depth", "2"),
    "build": ("--slices", "queries.parquet"),
    "report": ("-o", "r.html", "--title", NAMES[0], "--baseline", NAMES[0]),
}


def long_what_templates_are_given_has_names_in_quotes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hostile.set_traps(tmp_path)
    runs, qrels = rankings(NAMES[::2])
    put(tmp_path / "runs.parquet", runs), put(tmp_path / "qrels.parquet", qrels)
    queries = sorted(set(qrels["query_id"].to_pylist()))
    attributes = {"query_id": queries, **{each: [NAMES[0]] * len(queries) for each in NAMES[:4]}}
    put(tmp_path / "queries.parquet", hostile.pa.table(attributes))
    filled: list[str] = []
    render = jinja2.Template.render

    def noted(self: jinja2.Template, *args: Any, **values: Any) -> str:
        text = render(self, *args, **values)
        if not str(self.name).endswith(".html"):
            filled.append(text)
        return text

    monkeypatch.setattr(jinja2.Template, "render", noted)
    for name, options in COMMANDS.items():
        filled.clear()
        database = ("e.duckdb",) if name == "build" else ()
        with macros_of("AP"):
            words = (*database, "runs.parquet", "--qrels", "qrels.parquet", "-m", "AP", *options)
            done = evalsql(name, *words, cwd=tmp_path)
        assert done.returncode == 0, done.stderr.decode()
        assert filled
        for sql, text in product(set(filled), {*NAMES[::2], *NAMES[:4]}):  # which are in the inputs
            if len(text) > 2 and (quote(text)[1:-1] in sql or identifier(text)[1:-1] in sql):
                assert outside(sql, text) == []


@pytest.mark.parametrize(
    "body", ["{{ given }}", "{{ [given, 'b'] | join(', ') }}", "{{ 'a' ~ given }}", "{{ given | indent }}"]
)
def test_a_template_takes_no_text_that_nobody_quoted(body: str) -> None:
    for text in ("a'", "a b", "a--b", "-- a", "a;b", "a(b)", '"a"', "--5"):
        with pytest.raises(TypeError, match="a text that nobody quoted"):
            expand(f"select {body}", given=text)
        assert quote(text) in expand(f"select {body}", given=quote(text))
    assert "ndcg_10" in expand(f"select {body}", given="ndcg_10")
