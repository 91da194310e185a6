"""The site has every page in its navigation, and a page for every metric and curve."""

import re
import tomllib
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import pytest
import stage
from places import FIXTURES, ROOT

from evalsql.catalog.metric import Metric, tolerance

NAVIGATION = tomllib.loads(stage.SETTINGS)["project"]["nav"]
FIRST = [next(members) for _, members in groupby(sorted(stage.every(), key=stage.family_of), key=stage.family_of)]


def entries(part: Any) -> Iterator[str]:
    """The pages of a part of the navigation."""
    if isinstance(part, str):
        yield part
    else:
        for each in part.values() if isinstance(part, dict) else part:
            yield from entries(each)


def test_the_navigation_has_every_page_once() -> None:
    there = (str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md"))
    assert sorted(entries(NAVIGATION)) == sorted(there)
    assert stage.AFTER in stage.SETTINGS


def test_every_formula_is_of_a_metric_or_curve() -> None:
    named = {
        kind: {each.name for each in stage.every() if bool(each.over) == (kind == "curves")} for kind in stage.FORMULAS
    }
    assert all(formulas.keys() <= named[kind] for kind, formulas in stage.FORMULAS.items())


def test_every_source_has_its_papers() -> None:
    sources = {each.name: stage.papers_of(each.cite) for each in stage.every()}
    assert [name for name, papers in sources.items() if not papers] == []
    assert {key for papers in sources.values() for key in papers} == stage.PAPERS.keys()
    dois = {paper.get("doi") for paper in stage.PAPERS.values()}
    cited = {doi for each in stage.every() for doi in re.findall(r"doi:(10\.\S*\w)", each.cite)}
    assert cited <= dois
    printed = {key for key, each in stage.PAPERS.items() if each["type"] in ("article", "inproceedings")}
    assert {key for key in printed if "pages" not in stage.PAPERS[key]} == {"craswell2004", "thakur2021"}  # of the web


def test_a_paper_in_bibtex() -> None:
    assert stage.bibtex("losee1998", stage.PAPERS["losee1998"]) == (
        "@book{losee1998,\n"
        "  author = {Losee, Robert M.},\n"
        "  title = {{Text Retrieval and Filtering: Analytic Models of Performance}},\n"
        "  publisher = {Kluwer},\n"
        "  year = {1998},\n"
        "}"
    )


def test_agents_find_every_page() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    linked = re.findall(r"/raw/main/docs/(\S+)\)", stage.llms(index))
    assert sorted([*linked, "README.md"]) == sorted(entries(NAVIGATION))


def test_the_page_of_names_has_charts() -> None:
    assert "## evalsql.charts.leaderboard\n\n```python\nleaderboard(scores, measures=(), " in stage.api_page()


def test_the_schema_of_rules_has_every_key_of_a_file() -> None:
    rules = stage.rules_schema()["properties"]["gate"]["properties"]
    read = tomllib.loads((FIXTURES / "gate" / "evalsql.toml").read_text(encoding="utf-8"))["gate"]
    assert read.keys() <= rules.keys()
    assert rules["better"]["type"] == "boolean"
    assert rules["test"]["type"] == ["string", "number"]
    assert rules["margin"]["anyOf"][2]["type"] == "object"
    assert not rules.keys() & {"rules", "help"}


def test_a_link_to_a_file_outside_leads_to_the_repository() -> None:
    page = ROOT / "docs" / "trust" / "survival.md"
    text = stage.outward("[a](../../SECURITY.md) [b](../reference/sql.md#all-of-them)", page.relative_to(ROOT / "docs"))
    assert text == f"[a]({stage.URLS['Source']}/blob/main/SECURITY.md) [b](../reference/sql.md#all-of-them)"


def check(metric: Metric) -> None:
    """Its page can be made, and the example that it explains has the value that its head says."""
    example, answer = stage.worked(metric)
    assert f"# {metric.name}: {metric.title}\n" in stage.metric_page(metric, example, answer)
    if answer is None:
        assert metric.over or metric.priced, metric.name
        return
    (whole,) = answer.tables["whole"].to_pylist()
    assert whole["value"] == pytest.approx(float(example.value), abs=tolerance(example.value))


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """What typesets formulas comes with another extra."""
    monkeypatch.setattr(stage, "mathml", str)


@pytest.mark.parametrize("metric", FIRST[::3], ids=stage.family_of)
def test_a_metric_of_some_families_has_a_page(metric: Metric) -> None:
    check(metric)


@pytest.mark.parametrize("metric", stage.every(), ids=stage.place)
def weekly_every_metric_and_curve_has_a_page(metric: Metric) -> None:
    check(metric)
