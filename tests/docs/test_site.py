"""The site has every page in its navigation, and a page for every metric and curve."""

import tomllib
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import pytest
import stage
from places import ROOT

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


@pytest.mark.parametrize("metric", FIRST, ids=stage.family_of)
def test_a_metric_of_each_family_has_a_page(metric: Metric) -> None:
    check(metric)


@pytest.mark.parametrize("metric", stage.every(), ids=stage.place)
def weekly_every_metric_and_curve_has_a_page(metric: Metric) -> None:
    check(metric)
