"""Kinds of bad input, each by the entries behind which it is read in a way of its own, and on the page.

A kind is a line in tests/survival/bad_input/kinds. One group alone: -k a_trec_runs.
"""

import os
import sys
from collections.abc import Iterator
from itertools import chain

import pages
import pytest
from bad_input import page
from bad_input.entries import takes
from bad_input.kind import Group, Kind, groups
from bad_input.open import known, name_of, wrong_in
from bad_input.trying import KNOWN, ON_DRIVER, Bench, Tried, told

GROUPS = groups()
pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning")


def test_there_are_at_least_400_kinds_each_of_a_name_of_its_own() -> None:
    names = [name_of(group, kind) for group in GROUPS for kind in group.kinds]
    assert len(names) == len(set(names)) >= 400
    assert set(known()) <= set(names)


def test_kinds_that_can_be_in_one_call_are_answered_right(bench: Bench) -> None:
    wrong, count = {}, 0
    for group in GROUPS:
        kinds = {kind.name: kind for kind in group.kinds if name_of(group, kind) not in known()}
        for name, outcome in chain.from_iterable(part.items() for part in bench.together([*kinds.values()])):
            count += 1
            if texts := list(told(kinds[name], outcome)):
                wrong[group.name, name, outcome.entry] = texts
    assert wrong == {}
    assert count > 200


PAGE = "docs/trust/bad_input.md"

TRIED: dict[str, list[Tried]] = {}

ON_SPARK: dict[str, list[Tried]] = {}

# kinds of tables that Spark itself is given, beside those that its driver refuses; tasks get the others without it
HANDFUL = ("as it should be", "a score that is nan")


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def long_every_kind_is_answered_right(group: Group, bench: Bench) -> None:
    TRIED[group.name] = bench.try_all(group.kinds)
    assert wrong_in(group, TRIED[group.name]) == {}


def cheap(kind: Kind, entry: str) -> bool:
    """Whether an entry refuses a kind, or computes no page of it, which takes seconds."""
    return kind.expected == "refused" or entry != "report"


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def weekly_every_other_entry_answers_as_well(group: Group, bench: Bench) -> None:
    ways = {kind.name: [each for each in KNOWN if each != "spark" and takes(kind, each)] for kind in group.kinds}
    some = [each for each in group.kinds if len(ways[each.name]) > 1][::20]
    tried = [bench.try_kind(each, [way for way in ways[each.name] if cheap(each, way)]) for each in some]
    assert wrong_in(group, tried) == {}


@pytest.fixture(scope="module")
def session() -> Iterator[object]:
    """A session of Spark, where there is one."""
    sql = pytest.importorskip("pyspark.sql", reason="pyspark is not installed")
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    session = builder.config("spark.sql.shuffle.partitions", "1").getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def weekly_every_kind_of_tables_is_answered_right_by_tasks_of_spark(group: Group, bench: Bench) -> None:
    ON_SPARK[group.name] = bench.on_tasks(group.kinds)
    assert wrong_in(group, ON_SPARK[group.name]) == {}


def weekly_spark_itself_answers_as_its_tasks_do_and_refuses_what_has_none(bench: Bench, session: object) -> None:
    with_spark = Bench(bench.folder, bench.library, session)
    for group in GROUPS:
        by_tasks = {each.kind.name: each.outcomes[0].said for each in ON_SPARK.get(group.name, ())}
        kinds = [each for each in group.kinds if takes(each, "spark")]
        kinds = [each for each in kinds if each.call or each.name in (*ON_DRIVER, *HANDFUL)]
        found = [with_spark.try_kind(each, ("spark",)) for each in kinds]
        assert wrong_in(group, found) == {}
        for each in found:
            assert by_tasks.get(each.kind.name, each.outcomes[0].said) == each.outcomes[0].said
        more = [each for each in found if each.kind.name not in by_tasks]
        ON_SPARK[group.name] = [*ON_SPARK.get(group.name, ()), *more]


def long_a_kind_that_is_answered_right_is_not_listed_as_open() -> None:
    if not all(TRIED.get(group.name) for group in GROUPS):
        pytest.skip("not all kinds were tried")
    wrong = {name for group in GROUPS for name in wrong_in(group, TRIED[group.name], listed=True)}
    assert set(known()) - wrong == set()  # take what is mended from the list


@pytest.mark.parametrize("part", ["totals", "kinds"])
def long_the_page_shows_what_came_back(part: str) -> None:
    if not all(group.name in TRIED for group in GROUPS):
        pytest.skip("not all kinds were tried")
    pages.fill(PAGE, part, page.totals(GROUPS, TRIED, known()) if part == "totals" else page.listed(GROUPS, TRIED))


def weekly_the_page_shows_what_came_back_on_spark() -> None:
    if not ON_SPARK.get("y_spark"):
        pytest.skip("not all kinds were tried on Spark")
    shown = {}
    for group in GROUPS:
        order = [kind.name for kind in group.kinds]
        shown[group.name] = sorted(ON_SPARK[group.name], key=lambda each, order=order: order.index(each.kind.name))
    pages.fill(PAGE, "spark", page.listed([group for group in GROUPS if shown[group.name]], shown))
