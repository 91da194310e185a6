"""Every kind of bad input, given to every entry: one sentence, or the right scores; docs/bad_input.md says what came.

Kinds that are known to be answered wrongly are listed in tests/support/bad_input/open.txt, and leave it when they are
mended.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pages
import pytest
from bad_input import page
from bad_input.kind import Group, Kind, groups
from bad_input.trying import Bench, Tried
from built import macros_of, made_once
from in_process import output
from places import ROOT

PAGE = "docs/bad_input.md"
OPEN = ROOT / "tests" / "support" / "bad_input" / "open.txt"
GROUPS = groups()
TRIED: dict[str, list[Tried]] = {}
ON_SPARK: dict[str, list[Tried]] = {}


def known() -> dict[str, str]:
    """The kinds that are known to be answered wrongly, and why."""
    lines = [line for line in OPEN.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return dict(line.split(" | ", 1) for line in lines)


def name_of(group: Group, kind: Kind) -> str:
    """A kind as the list has it."""
    return f"{group.name}: {kind.name}"


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """What kinds are tried with, without Spark: a folder and a library of few macros."""

    def make(path: Path) -> None:
        with macros_of("AP", "nDCG", "RBP", "alpha_nDCG", "infNDCG", "problems"):
            output("lib", path)

    return Bench(tmp_path_factory.mktemp("tried"), made_once(tmp_path_factory, "few.duckdb", make))


@pytest.fixture(scope="module")
def session() -> Iterator[object]:
    """A session of Spark, where there is one."""
    sql = pytest.importorskip("pyspark.sql", reason="pyspark is not installed; .ci/slow installs it")
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    session = builder.config("spark.sql.shuffle.partitions", "1").getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


def wrong_in(tried: dict[str, list[Tried]]) -> dict[str, tuple[str, ...]]:
    """The kinds that were answered wrongly, and how."""
    return {name_of(g, each.kind): each.wrong for g in GROUPS for each in tried.get(g.name, ()) if each.wrong}


def judge(group: Group, tried: dict[str, list[Tried]]) -> None:
    """Fails where a kind of a group is answered wrongly that is not known to be."""
    wrong = {name: how for name, how in wrong_in({group.name: tried[group.name]}).items() if name not in known()}
    assert not wrong, "\n".join(f"{name}\n  {each}" for name, how in wrong.items() for each in how)


def test_there_are_at_least_400_kinds_each_of_a_name_of_its_own() -> None:
    names = [name_of(group, kind) for group in GROUPS for kind in group.kinds]
    assert len(names) == len(set(names)) >= 400
    assert set(known()) <= set(names)


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def test_a_kind_of_each_group_is_answered_right(group: Group, bench: Bench) -> None:
    kinds = [each for each in group.kinds if name_of(group, each) not in known() and each.expected == "refused"]
    tried = [bench.try_kind(each) for each in kinds[:1]]
    assert [each.wrong for each in tried] == [()] * len(tried)


@pytest.mark.slow
@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def test_every_kind_is_answered_right(group: Group, bench: Bench) -> None:
    TRIED[group.name] = [bench.try_kind(each) for each in group.kinds]
    judge(group, TRIED)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::FutureWarning")  # of Spark, about the version of pandas
@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def test_every_kind_is_answered_right_on_spark(group: Group, bench: Bench, session: object) -> None:
    with_spark = Bench(bench.folder, bench.library, session)
    found = [with_spark.try_kind(each, only=("spark",)) for each in group.kinds]
    ON_SPARK[group.name] = [each for each in found if each.outcomes]
    judge(group, ON_SPARK)


@pytest.mark.slow
def test_a_kind_that_is_answered_right_is_not_listed_as_open() -> None:
    if not all(TRIED.get(group.name) for group in GROUPS):
        pytest.skip("not all kinds were tried")
    wrong = {**wrong_in(TRIED), **wrong_in(ON_SPARK)}
    on_spark = {name_of(g, each) for g in GROUPS for each in g.kinds if each.entries == ("spark",)}
    mended = [name for name in known() if name not in wrong and (ON_SPARK or name not in on_spark)]
    if mended and not os.environ.get("CI"):
        kept = OPEN.read_text(encoding="utf-8").splitlines(keepends=True)
        OPEN.write_text("".join(line for line in kept if line.split(" | ")[0] not in mended), encoding="utf-8")
        pytest.skip(f"open no more, and taken from the list; commit it: {', '.join(mended)}")
    assert mended == []


@pytest.mark.slow
@pytest.mark.parametrize("part", ["totals", "kinds"])
def test_the_page_shows_what_came_back(part: str) -> None:
    if not all(TRIED.get(group.name) for group in GROUPS):
        pytest.skip("not all kinds were tried")
    pages.fill(PAGE, part, page.totals(GROUPS, TRIED, known()) if part == "totals" else page.listed(GROUPS, TRIED))


@pytest.mark.slow
def test_the_page_shows_what_came_back_on_spark() -> None:
    if not all(group.name in ON_SPARK for group in GROUPS):
        pytest.skip("not all kinds were tried on Spark")
    pages.fill(PAGE, "spark", page.listed([g for g in GROUPS if ON_SPARK[g.name]], ON_SPARK))
