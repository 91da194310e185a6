"""Kinds of bad input, each by the entries behind which it is read in a way of its own, and on the page.

A kind is a line in tests/survival/bad_input/kinds. One group alone: -k a_trec_runs.
"""

import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

import pages
import pytest
from bad_input.entries import takes
from bad_input.kind import Group, Kind, groups
from bad_input.trying import KNOWN, ON_DRIVER, Bench, Tried, known, name_of, told, wrong_in

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


def test_lines_are_refused_in_a_sentence(bench: Bench) -> None:
    lines = [(group, each) for group in GROUPS for each in group.kinds if each.line and each.expected == "refused"]
    wrong = [wrong_in(group, [bench.try_kind(each, ("line",))]) for group, each in lines[::6] if not each.alone]
    assert [each for each in wrong if each] == []


PAGE = "docs/trust/bad_input.md"
CALLED = {each: each for each in KNOWN} | {"line": "command line", "python": "Python", "spark": "Spark"}
# what Python, DuckDB and the system say of a cause, which changes from version to version
OF_OTHERS = (
    r"(?<=: not TOML: ).*",
    r"(?<=: not JSON: ).*",
    r"(?<=: cannot be unpacked: ).*",
    r"(?<=: cannot be opened as a DuckDB database: ).*",
    r"(?<=: cannot be written: ).*",
    r"(?<= at )0x[0-9a-f]+",
    r"(?<=: not readable as Parquet: ).*",
)
OWN_WORDS = "an error of DuckDB, which reads the call before the macro does"
ANSWERS = {"refused": "refused", "warned": "taken with a warning", "right": "taken, the scores those of clean input"}


def code(text: str) -> str:
    """A text as code in Markdown, whatever it holds, without what others than us say."""
    for pattern in OF_OTHERS:
        text = re.sub(pattern, "...", text)
    shown = "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)
    shown = shown if len(shown) <= 400 else f"{shown[:200]} ... {shown[-150:]}"
    marks = "``" if "`" in shown else "`"
    return f"{marks} {shown} {marks}" if "`" in shown else f"`{shown}`"


def answers(tried: Tried) -> str:
    """What came back, each answer once, with the entries that gave it where they are not all."""
    said: dict[str, list[str]] = {}
    for each in tried.outcomes:
        text = " ".join(map(code, each.said)) or ANSWERS[each.did]
        text = OWN_WORDS if tried.kind.own_words else text
        said.setdefault(text, []).append(CALLED[each.entry])
    if len(said) == 1:
        return next(iter(said))
    return "<br>".join(f"{', '.join(names)}: {text}" for text, names in said.items())


def listed(groups: Sequence[Group], tried: Mapping[str, Sequence[Tried]]) -> str:
    parts = []
    for group in groups:
        rows = [pages.row(each.kind.name, each.kind.expected, answers(each)) for each in tried[group.name]]
        parts += [f"### {group.title}\n", "| input | it is | result |", "|---|---|---|", *rows, ""]
    return "\n".join(parts)


def totals(groups: Sequence[Group], tried: Mapping[str, Sequence[Tried]], known: Iterable[str]) -> str:
    """How many kinds of each group there are, and what was done with them."""
    names = ["refused", "warned", "right"]
    lines = ["| group | kinds | refused, with a sentence | taken with a warning | taken, scores right | open |"]
    lines.append("|---|--:|--:|--:|--:|--:|")
    known, sums = set(known), Counter()
    for group in groups:
        is_open = {each.kind.name: f"{group.name}: {each.kind.name}" in known for each in tried[group.name]}
        counted = Counter(each.kind.expected for each in tried[group.name] if not is_open[each.kind.name])
        open_ = sum(is_open.values())
        figures = [len(group.kinds), *(counted[name] for name in names), open_]
        sums.update(dict(enumerate(figures)))
        lines.append(pages.row(group.title, *(str(each) if each else "-" for each in figures)))
    return "\n".join([*lines, pages.row("all", *(f"{sums[place]:,}" for place in range(5)))])


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


# a gate refuses what others warn of, and a command that says elsewhere what means are over does not warn of that
IN_ITS_WAY = re.compile(": does not say |: (right|refused), where warned was expected")


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def weekly_no_other_entry_breaks(group: Group, bench: Bench) -> None:
    wrong = []
    for kind in group.kinds:
        ways = [each for each in KNOWN if each != "spark" and takes(kind, each)]
        if len(ways) > 1 and name_of(group, kind) not in known():
            tried = bench.try_kind(kind, [way for way in ways if cheap(kind, way)])
            wrong += [(kind.name, text) for text in tried.wrong if not IN_ITS_WAY.search(text)]
    assert wrong == []


@pytest.fixture(scope="module")
def session() -> Iterator[object]:
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
    pages.fill(PAGE, part, totals(GROUPS, TRIED, known()) if part == "totals" else listed(GROUPS, TRIED))


def weekly_the_page_shows_what_came_back_on_spark() -> None:
    if not ON_SPARK.get("y_spark"):
        pytest.skip("not all kinds were tried on Spark")
    shown = {}
    for group in GROUPS:
        order = [kind.name for kind in group.kinds]
        shown[group.name] = sorted(ON_SPARK[group.name], key=lambda each, order=order: order.index(each.kind.name))
    pages.fill(PAGE, "spark", listed([group for group in GROUPS if shown[group.name]], shown))
