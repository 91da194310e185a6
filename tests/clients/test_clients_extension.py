"""Clients that share nothing with the Python package load the extension, and get the bits of the batch by it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version as installed
from pathlib import Path
from typing import Any

import duckdb
import pytest
from asking import LOADERS, QRELS, RUNS, SELECT, ask, home, to_bits
from command import output
from macro_calls import call, fitting
from places import COLLECTIONS
from recorded import lines

import evalsql
from evalsql.catalog.measure import make_measure

pytestmark = [pytest.mark.clients, pytest.mark.parametrize("client", LOADERS)]
COVID = COLLECTIONS / "covid_r1"
# the smallest of its runs
SOME = (
    *("KU_run2", "KU_run3", "TU_Vienna_TKL_1", "TU_Vienna_TKL_2"),
    *("Tetralogie1Fr", "run1", "sheikh_bm25_all", "wistud_bing"),
)
SIZE = {"size": 1_000_000}  # a collection larger than those here; those of worked examples are not
LISTED = "from evalsql.evalsql_macros where kind in ('metric', 'curve')"


@dataclass(frozen=True)
class Data:
    """Runs and judgments as the batch reads them, and as queries that give them to a client."""

    runs: tuple[Path, ...]
    qrels: Path
    tables: tuple[str, str]

    @property
    def setup(self) -> list[str]:
        """The statements that put them into tables of a client's own."""
        return [f"create table {name} as {query}" for name, query in zip(("runs", "qrels"), self.tables, strict=True)]


@dataclass(frozen=True, eq=False)
class Call:
    """A metric or curve that is asked for, as the batch has it and by a macro."""

    metric: evalsql.Metric
    curve: bool

    @property
    def measure(self) -> str:
        """What the batch calls it."""
        return str(make_measure(self.metric.name, self.metric, self.arguments))

    @property
    def arguments(self) -> dict[str, Any]:
        """Those of its first worked example."""
        given = fitting(self.metric)
        return {name: SIZE.get(name, value) for name, value in given.items()}

    @property
    def needs_more(self) -> bool:
        """Whether it needs judgments by subtopic, or of a sample."""
        return self.metric.by_subtopic or self.metric.sampled

    @property
    def statement(self) -> str:
        """The query for its rows: the values, and how the engine holds them."""
        name = f"{self.metric.name}{'_curve' if self.curve else ''}"
        source = call(name, **self.arguments).replace("e.", "evalsql.", 1)
        if not self.curve:
            return f"{SELECT} {source}"
        return (
            f"select run, query_id, metric, {self.metric.over} as point, value, ideal,"
            f" value::bit::varchar as bits, ideal::bit::varchar as ideal_bits from {source}"
        )


CALLED = [
    *(Call(metric, curve=False) for metric in evalsql.metrics().values()),
    *(Call(metric, curve=True) for metric in evalsql.curves().values()),
]


@pytest.fixture(scope="session")
def extension(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The extension, as the command line writes it."""
    home()
    path = tmp_path_factory.mktemp("extension") / "evalsql.duckdb_extension"
    output("lib", path)
    return path


@pytest.fixture(scope="session")
def covid(tmp_path_factory: pytest.TempPathFactory) -> Data:
    """Eight runs of TREC-COVID's first round; for clients in Parquet, as DuckDB reads the fields of their lines."""
    if not COVID.is_dir():
        pytest.skip(f"the real collections are not at {COLLECTIONS}")
    folder = tmp_path_factory.mktemp("covid")
    for name in SOME:
        query = (
            f"select '{name}' as run, field[1] as query_id, field[3] as doc_id, field[5]::double as score"
            f" from ({lines(COVID / 'runs' / f'{name}.run')})"
        )
        duckdb.execute(f"copy ({query}) to '{folder}/{name}.parquet'")
    judged = "select field[1] as query_id, field[3] as doc_id, field[4]::integer as relevance"
    duckdb.execute(f"copy ({judged} from ({lines(COVID / 'qrels.txt')})) to '{folder}/qrels.parquet'")
    found = ", ".join(f"'{folder}/{name}.parquet'" for name in SOME)
    return Data(
        tuple(COVID / "runs" / f"{name}.run" for name in SOME),
        COVID / "qrels.txt",
        (f"from read_parquet([{found}])", f"from '{folder}/qrels.parquet'"),
    )


@pytest.fixture(scope="session")
def batch(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Data, Sequence[Call]], list[list[tuple]]]:
    """Gives the rows of the batch for each call: those that `evalsql evaluate` and Evaluation.curve give."""

    @cache
    def rows(data: Data, called: tuple[Call, ...]) -> list[list[tuple]]:
        scores = tmp_path_factory.mktemp("batch") / "scores.parquet"
        asked = [word for each in called if not each.curve for word in ("-m", each.measure)]
        output("evaluate", *data.runs, "--qrels", data.qrels, *asked, "-o", scores)
        found = duckdb.execute(f"select run, query_id, metric, value from '{scores}'").fetchall()
        by_measure: dict[str, list[tuple]] = {}
        for row in found:
            by_measure.setdefault(row[2], []).append(row)
        evaluation = evalsql.Evaluation([str(run) for run in data.runs], str(data.qrels))
        for each in called:
            if each.curve:
                by_measure[f"{each.measure} curve"] = evaluation.curve(each.measure).fetchall()
        return [in_bits(by_measure[f"{each.measure} curve" if each.curve else each.measure]) for each in called]

    return lambda data, called: rows(data, tuple(called))


def in_bits(rows: Sequence[Sequence]) -> list[tuple]:
    """Rows in order, their numbers to the last bit."""
    return sorted(tuple(cell if isinstance(cell, str) else to_bits_or_null(cell) for cell in row) for row in rows)


def to_bits_or_null(number: float | None) -> str:
    """The bits of a number as a double."""
    return "null" if number is None else str(to_bits(float(number)))


def asked_of(client: str, extension: Path, statements: Sequence[str], **given: Any) -> list[list[list[Any]] | str]:
    """What a client answers that may load the extension."""
    return ask(LOADERS[client], statements, unsigned=True, **given)


def check(answers: Sequence[Any], called: Sequence[Call], expected: Sequence[list[tuple]]) -> None:
    """Each answer has the rows of the batch, as the engine holds them and as the client gives them."""
    for each, rows, right in zip(called, answers, expected, strict=True):
        assert not isinstance(rows, str), f"{each.measure}: {rows}"
        held = 2 if each.curve else 1  # the last columns
        found = in_bits([row[:-held] for row in rows])
        assert found == right, f"{each.measure}: these rows are not in both: {sorted({*found} ^ {*right})[:4]}"
        wrong = [row for row in rows if [to_bits(value) for value in row[-2 * held : -held]] != row[-held:]]
        assert wrong == [], f"{each.measure}: the engine holds other bits than it gives: {wrong[:2]}"


def weekly_every_metric_and_curve_of_the_track(client: str, extension: Path, batch: Callable) -> None:
    data = Data((RUNS,), QRELS, (f"from '{RUNS}'", f"from '{QRELS}'"))
    setup = [f"load '{extension}'", *data.setup]
    names = f"select name {LISTED}"
    listed, *answers = asked_of(client, extension, [names, *(each.statement for each in CALLED)], setup=setup)
    written = [each.metric.name.lower() + ("_curve" if each.curve else "") for each in CALLED]
    assert sorted(name for (name,) in listed) == sorted(written)
    check(answers, CALLED, batch(data, CALLED))


def weekly_every_metric_and_curve_of_real_runs(client: str, extension: Path, batch: Callable, covid: Data) -> None:
    setup = [f"load '{extension}'", *covid.setup]
    answers = asked_of(client, extension, [each.statement for each in CALLED], setup=setup)
    answered = [each for each in CALLED if not each.needs_more]
    assert len(answered) > 150
    rows = [answer for each, answer in zip(CALLED, answers, strict=True) if not each.needs_more]
    check(rows, answered, batch(covid, answered))
    for each, said in zip(CALLED, answers, strict=True):
        if each.needs_more:  # the batch refuses it too
            needed = "judgments of a sample" if each.metric.sampled else "subtopic judgments"
            assert f"evalsql: {each.metric.name} needs {needed}" in said
            needed = "judgments with strata" if each.metric.sampled else "subtopic judgments"
            with pytest.raises(evalsql.InputError, match=f" needs {needed}, but"):
                (evalsql.curve if each.curve else evalsql.evaluate)(str(covid.runs[0]), str(covid.qrels), each.measure)


def weekly_a_database_that_is_opened_to_be_read(client: str, extension: Path, batch: Callable, tmp_path: Path) -> None:
    own = tmp_path / "own.duckdb"
    with duckdb.connect() as connection:
        connection.execute(f"attach '{own}' as own (storage_version 'v1.2.0')")
        connection.execute(f"create table own.runs as from '{RUNS}'; create table own.qrels as from '{QRELS}'")
    before = own.read_bytes()
    called = [each for each in CALLED if each.metric.name in ("nDCG", "AP")]
    statements = [each.statement for each in called]
    answers = asked_of(client, extension, statements, setup=[f"load '{extension}'"], database=own)
    check(answers, called, batch(Data((RUNS,), QRELS, ("", "")), called))
    assert own.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["own.duckdb"]


def weekly_it_is_loaded_once(client: str, extension: Path) -> None:
    load, macros = f"load '{extension}'", f"select count(*) {LISTED}"
    once, version, twice = asked_of(
        client, extension, [macros, "select evalsql.version()", macros], setup=[load, load, load]
    )
    assert once == twice == [[len(CALLED)]]
    assert version == [[installed("evalsql")]]


def weekly_a_database_of_its_name_is_left_as_it_was(client: str, extension: Path) -> None:
    setup = ["attach ':memory:' as evalsql", "create table evalsql.mine as select 42 as mine"]
    held = "select function_name from duckdb_functions() where database_name = 'evalsql' and not internal"
    said, mine, macros = asked_of(client, extension, [f"load '{extension}'", "from evalsql.mine", held], setup=setup)
    assert "evalsql: cannot make the database evalsql for its macros; detach the one that has this name" in said
    assert mine == [[42]]
    assert macros == []


def weekly_it_is_not_loaded_where_unsigned_extensions_are_not_allowed(client: str, extension: Path) -> None:
    (said,) = ask(LOADERS[client], [f"load '{extension}'"])
    assert "evalsql.duckdb_extension" in said
    assert "unsigned" in said or "signature" in said
