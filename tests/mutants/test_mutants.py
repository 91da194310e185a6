"""The worked examples of each metric and curve notice by themselves every small break of its body."""

from dataclasses import replace

import pytest
from mutants import EXCUSED, excused, mutants
from places import ROOT
from worked import settings

from evalsql.catalog.definitions import QUANTITIES, definitions, texts
from evalsql.catalog.listing import metrics
from evalsql.catalog.metric import Metric
from evalsql.catalog.templates import fragments
from evalsql.render import frames

OF_USERS = {each.head["name"] for file in texts("users") for each in definitions(file)}  # see test_mutants_of_users.py
ALL = [
    pytest.param(f"{folder}-{name}", metric, id=f"{folder}-{name}")
    for folder in ("metrics", "curves")
    for name, metric in metrics(folder).items()
    if folder == "curves" or name not in OF_USERS
]


def filled(metric: Metric, body: str) -> str:
    """The statement of the batch for a metric with another body."""
    return frames.scores(replace(metric, template=body, body=metric.spell_out({}, body)))


@pytest.mark.mutants
@pytest.mark.parametrize(("name", "metric"), ALL)
def weekly_the_worked_examples_notice_every_break_of_a_body(name: str, metric: Metric) -> None:
    asked = settings(metric)
    assert all(setting.holds(filled(metric, metric.template)) for setting in asked)
    unnoticed = set()
    for change, body in mutants(metric.template).items():
        statement = filled(metric, body)
        notices = next((setting for setting in asked if not setting.holds(statement)), None)
        if notices:
            # what notices one change is likely to notice the next
            asked.remove(notices)
            asked.insert(0, notices)
        else:
            unnoticed.add(change)
    for sibling in siblings(metric):
        unnoticed -= {
            change
            for change, body in mutants(sibling.template).items()
            if change in unnoticed - excused(name) and not holds(sibling, body)
        }
    assert unnoticed - excused(name) == set(), "add a worked example that notices them"
    assert excused(name) - unnoticed == set(), "noticed, or gone; take them out of unnoticed.toml"


def siblings(metric: Metric) -> list[Metric]:
    """The metrics of other names in the same file: what they notice of the body that they share is noticed."""
    folder = "curves" if metric.over else "metrics"
    files = [[each.head["name"] for each in definitions(file)] for file in texts(folder)]
    return [metrics(folder)[name] for file in files if metric.name in file for name in file if name != metric.name]


def holds(metric: Metric, body: str) -> bool:
    """Whether a metric with another body gives what its examples say."""
    statement = filled(metric, body)
    return all(setting.holds(statement) for setting in settings(metric))


def test_what_is_excused_is_of_what_there_is() -> None:
    known = {name for name, _ in (found.values for found in ALL)} | {f"fragment {name}" for name in fragments()}
    known |= set(texts("users", QUANTITIES))
    assert {name for name in EXCUSED if not (ROOT / name).is_file()} <= known


def test_the_and_of_between_is_not_broken() -> None:
    changes = mutants("select 1 from judged where (rank between 2 and 3) and relevance > 0")
    assert [change for change in changes if "[and -> or]" in change] == ["and 3) [and -> or] relevance >"]


def test_breaks_are_of_many_kinds() -> None:
    body = "select least(sum(a + 1 order by a asc), 1) as value from judged where relevance >= $rel and rank <= $k"
    changes = {change.split("[")[1].split("]")[0] for change in mutants(body)}
    assert changes == {
        "least(sum(a + 1 order by a asc), 1) -> (sum(a + 1 order by a asc))",
        "least(sum(a + 1 order by a asc), 1) -> (1)",
        "1 -> 2",
        "1 -> 0",
        "sum -> avg",
        "+ -> -",
        "relevance >= $rel -> true",
        ">= -> >",
        ">= -> <",
        "and -> or",
        "rank <= $k -> true",
        "<= -> <",
        "<= -> >",
    }
