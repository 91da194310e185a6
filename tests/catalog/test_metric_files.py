"""A file of a metric or curve shows its formula first: what it is, then the query, then the worked examples."""

import json
from collections import Counter
from pathlib import Path

import pytest
from heads import REL, changed
from places import ROOT

from evalsql import CatalogError
from evalsql.catalog.heads import read_metric
from evalsql.catalog.interval import Interval
from evalsql.catalog.metric import Parameter
from evalsql.catalog.sqlfiles import LAYOUT, shared_parameters, split_file

FILES = sorted((ROOT / "sql" / "metrics").glob("*.sql")) + sorted((ROOT / "sql" / "curves").glob("*.sql"))


def named(files: list[Path]) -> dict:
    return {"argvalues": files, "ids": [str(file.relative_to(ROOT / "sql")) for file in files]}


@pytest.mark.parametrize("file", **named(FILES))
def test_the_worked_examples_stand_below_the_query(file: Path) -> None:
    parts = LAYOUT.fullmatch(file.read_text(encoding="utf-8"))
    assert "[[example]]" not in parts["head"]
    assert parts["below"].startswith("\n[[example]]\n")
    assert "/*" not in parts["body"]


def test_an_example_that_is_not_toml_is_refused_with_its_line() -> None:
    text = changed(("value   = 0.5", "value   0.5"))
    line = text.splitlines().index("value   0.5") + 1
    with pytest.raises(CatalogError) as refused:
        read_metric("share.sql", text)
    assert str(refused.value).startswith("share.sql: the head is not TOML: ")
    assert f"(at line {line}, " in str(refused.value)


def test_a_comment_inside_the_query_is_no_example() -> None:
    noted = changed(("where relevance", "/* a note */\nwhere relevance"))
    share = read_metric("share.sql", noted)
    assert "/* a note */\nwhere relevance" in share.body
    assert share.body.endswith("group by all")
    assert len(share.examples) == 1


def declared() -> Counter:
    """How many heads have each declaration of a parameter, as they write it."""
    heads = [split_file(file.name, file.read_text(encoding="utf-8"))[0] for file in FILES]
    return Counter(
        (name, json.dumps(spec, default=str)) for head in heads for name, spec in head.get("parameters", {}).items()
    )


def test_what_ten_heads_declare_alike_is_declared_once() -> None:
    # cutoff and gains are read in Python; what stands beside such a type is what counts
    repeated = {name: spec for (name, spec), times in declared().items() if times >= 10 and len(json.loads(spec)) > 1}
    assert repeated == {}


def test_each_shared_parameter_is_one_of_several_heads() -> None:
    kinds = Counter()
    for (name, spec), times in declared().items():
        kinds[json.loads(spec)["type"], name] += times
    few = [(kind, name) for kind, names in shared_parameters().items() for name in names if kinds[kind, name] < 4]
    assert few == []


def test_a_type_that_is_short_for_a_declaration_is_read_as_that() -> None:
    rel = Parameter(
        "rel", "DOUBLE", 1.0, "lowest relevance that counts as relevant", Interval(0, float("inf"), True, True)
    )
    assert read_metric("share.sql", changed((REL, 'rel = { type = "relevance" }'))).parameters["rel"] == rel
    k = read_metric("share.sql", changed(('{ type = "cutoff" }', '{ type = "curve" }'))).parameters["k"]
    assert (k.type, k.default, k.within, k.about, k.cutoff) == (
        "INTEGER",
        100,
        Interval(1, 100_000),
        "last rank of the curve",
        True,
    )


def test_a_head_may_say_otherwise_than_what_its_type_is_short_for() -> None:
    rel = read_metric("share.sql", changed((REL, 'rel = { type = "relevance", default = 2 }'))).parameters["rel"]
    assert (rel.default, rel.about) == (2.0, "lowest relevance that counts as relevant")


@pytest.mark.parametrize("kind", ["curve", "discount"])
def test_a_type_that_is_short_for_other_parameters_alone_is_refused_with_those_that_are_not(kind: str) -> None:
    with pytest.raises(CatalogError) as refused:
        read_metric("share.sql", changed((REL, f'rel = {{ type = "{kind}" }}')))
    types = "DOUBLE, INTEGER, VARCHAR, relevance, worth, distance"
    assert str(refused.value) == f"share.sql: type of parameter rel is '{kind}'; it must be one of {types}"


def test_a_text_of_a_head_may_take_several_lines() -> None:
    lines = '"""\n    How many of the first k documents\n    are relevant."""'
    share = read_metric("share.sql", changed(('"How many of the first k documents are relevant."', lines)))
    assert share.about == "How many of the first k documents are relevant."
