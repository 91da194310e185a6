"""The benchmarks make the same data every time, refuse tools that disagree, and tell time and memory."""

import re
import shutil
import sys
from pathlib import Path

import duckdb
import pytest
from in_process import whole
from places import ROOT

from benchmarks import growth, load, loads, table, trec_eval
from benchmarks.comparisons import GROUPS, SEVEN, THIRTY, Group, Ratio, any_order
from benchmarks.measure import Figures, measure, spread
from benchmarks.running import agree, run
from benchmarks.workloads import TREC_ID, W2, W4, make
from evalsql import parse_measure

SMALL = W2.tiny()._replace(runs=2, depth=30, pool=90, judged=40, relevant=range(5, 20), subtopics=True)
BESIDE = (trec_eval.LABEL, "pytrec_eval, text")
COLUMNS = "run, query_id, doc_id, score"


def rows(columns: str, file: Path) -> list[tuple]:
    """The rows of a file, in their order."""
    return duckdb.execute(f"select {columns} from '{file}'").fetchall()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small workload."""
    return make(SMALL, tmp_path_factory.mktemp("data"))


def long_the_same_rows_are_made_every_time(folder: Path, tmp_path: Path) -> None:
    again = make(SMALL, tmp_path)
    texts = sorted(path.relative_to(folder) for path in folder.rglob("*.*") if path.suffix in (".txt", ".run"))
    judged, ranked = ["qrels.txt", "subtopics.txt"], ["text/sys000.run", "text/sys001.run"]
    assert [str(path) for path in texts] == [*judged, *ranked, "workload.txt"]
    assert all((folder / path).read_bytes() == (again / path).read_bytes() for path in texts)
    for name in ("runs", "shuffled"):
        assert rows(COLUMNS, folder / f"{name}.parquet") == rows(COLUMNS, again / f"{name}.parquet")


def test_what_is_there_is_not_made_again_and_a_large_workload_has_a_file_a_run(folder: Path, tmp_path: Path) -> None:
    made = make(W4.tiny()._replace(queries=range(2), depth=5), tmp_path)
    assert sorted(path.name for path in (made / "runs").iterdir()) == [f"sys00{run}.parquet" for run in range(3)]
    written = (folder / "runs.parquet").stat().st_mtime_ns
    assert make(SMALL, folder.parent) == folder
    assert (folder / "runs.parquet").stat().st_mtime_ns == written


def test_rows_are_ranked_and_shuffled_ones_are_not(folder: Path) -> None:
    ranked = rows(COLUMNS, folder / "runs.parquet")
    assert len(ranked) == 2 * 3 * 30
    assert ranked == sorted(ranked, key=lambda row: (row[0], row[1], -row[3]))
    assert len({row[:3] for row in ranked}) == len(ranked)
    shuffled = rows(COLUMNS, folder / "shuffled.parquet")
    assert shuffled != ranked
    assert sorted(shuffled) == sorted(ranked)


def test_long_ids_are_as_many_as_documents_and_scores_differ_in_single_precision_too(folder: Path) -> None:
    found = duckdb.sql(f"select count(distinct id) from (select {TREC_ID} as id from range({W2.collection}) t (doc))")
    assert found.fetchall() == [(W2.collection,)]
    (counts,) = rows("count(distinct score), count(distinct score::float)", folder / "runs.parquet")
    assert counts[0] == counts[1]


def test_trec_eval_joins_where_pytrec_eval_is_and_says_a_mean_a_run(tmp_path: Path) -> None:
    for name in trec_eval.GROUPS:
        group = trec_eval.beside(GROUPS[name], tmp_path / "program")
        assert [tool.label for tool in group.tools(tmp_path)][-1] == trec_eval.LABEL
        ours = {theirs: {ratio.ours for ratio in group.ratios if ratio.theirs == theirs} for theirs in BESIDE}
        assert ours[trec_eval.LABEL] == ours["pytrec_eval, text"]
    printed = "runid   all  a\nmap    all  0.2500\nP_10   all  0.1000\nrunid  all  b\nmap   all  1.0000\n"
    assert trec_eval.means_of(printed) == {("a", "AP"): 0.25, ("a", "P@10"): 0.1, ("b", "AP"): 1.0}
    assert set(trec_eval.MEASURES) < set(SEVEN)


def test_trec_eval_is_built_in_a_copy_and_runs_once_a_run(folder: Path, tmp_path: Path) -> None:
    if shutil.which("make") is None:
        pytest.skip("there is no make")
    source = tmp_path / "source"
    source.mkdir()
    (source / "Makefile").write_text("VERSIONID = 7\ntrec_eval:\n\techo '$(CFLAGS)' > flags; cp it.sh trec_eval\n")
    (source / "it.sh").write_text('#!/bin/sh\nfor last; do :; done\necho "runid all $(basename $last .run)"\n')
    (source / "it.sh").chmod(0o755)
    program = trec_eval.build(source, tmp_path / "data")
    assert sorted(path.name for path in source.iterdir()) == ["Makefile", "it.sh"]
    assert "-O3" in (program.parent / "flags").read_text()
    *_, tool = trec_eval.beside(Group("small", SMALL, lambda folder: []), program).tools(folder)
    assert measure(tool.command).printed == "runid all sys000\nrunid all sys001\n"
    assert "not given" in trec_eval.said_of(None)


def test_the_exponent_of_the_growth_is_without_the_start() -> None:
    def grown(*seconds: float) -> growth.Grown:
        start, *taken = (Figures(1.0, cpu, 100.0, "") for cpu in seconds)
        return growth.Grown(growth.ROWS[0], start, tuple(taken))

    assert growth.exponent(grown(1.0, 2.0, 3.0, 5.0)) == pytest.approx(1)
    assert growth.exponent(grown(1.0, 2.0, 5.0, 17.0)) == pytest.approx(2)
    assert growth.exponent(grown(1.0, 1.01, 1.02, 1.04)) is None
    assert "| 1.01, 1.02, 1.04 | 100, 100, 100 | - |" in growth.table([grown(1.0, 1.01, 1.02, 1.04)])


def test_growth_is_measured_on_next_to_nothing_and_three_sizes(tmp_path: Path) -> None:
    row = growth.Row("nothing", "files", 1000, lambda folder, size: [sys.executable, "-S", "-c", f"print({size})"])
    told: list[str] = []
    found = growth.grow(row, tmp_path, True, told.append)
    assert [each.printed for each in (found.start, *found.taken)] == ["2\n", "3\n", "6\n", "12\n"]
    assert told[0] == "growth: nothing, 2 files"


def test_tools_that_disagree_are_not_timed() -> None:
    one = {("a", "AP"): 0.25, ("a", "RR"): 1.0}
    agree({"one": one, "other": {("a", "AP"): 0.25004}, "none": {}})
    with pytest.raises(RuntimeError, match=r"^one and other differ: a AP is 0.250000 and 0.250100$"):
        agree({"one": one, "other": {("a", "AP"): 0.2501, ("a", "P@10"): 0.0}})
    with pytest.raises(RuntimeError, match="differ"):
        agree({"one": one, "other": {("a", "AP"): float("nan")}})
    with pytest.raises(RuntimeError, match="no mean in common"):
        agree({"one": one, "other": {("b", "AP"): 0.25}})


def test_a_process_has_its_own_time_and_memory() -> None:
    idle = measure([sys.executable, "-S", "-c", "import time; time.sleep(0.3)"])
    assert 0.3 < idle.wall < 10
    assert idle.cpu < 0.25
    own = bytearray(100 * 2**20)  # memory of this process is not that of another
    assert 3 < measure([sys.executable, "-S", "-c", "print(1)"]).peak < 60
    large = measure([sys.executable, "-S", "-c", f"print(len(bytearray(b'x') * {len(own)}))"])
    assert 100 < large.peak < 200
    assert large.printed == f"{len(own)}\n"
    busy = measure([sys.executable, "-S", "-c", "for _ in range(5_000_000): pass"])
    assert 0 < busy.cpu < busy.wall * 1.2


def test_a_part_of_a_process_is_timed_by_itself_and_a_command_that_fails_is_no_figure() -> None:
    code = """print('{"wall": 1.5, "cpu": 2.5, "means": {}}')"""
    assert measure([sys.executable, "-c", code], inside=True)[:3] == (1.5, 2.5, None)
    with pytest.raises(RuntimeError, match="no such thing"):
        measure([sys.executable, "-c", "raise SystemExit('no such thing')"])


def test_the_table_has_medians_and_ratios_of_each_round() -> None:
    assert spread([3.0, 1.0, 2.0]) == (2.0, 1.0, 3.0)  # the median, the least and the most
    said = '{"means": {}, "reading": 1.0}'
    taken = {
        "ours": [Figures(wall, 0.01, 100.0, "") for wall in (1.0, 3.0, 2.0)],
        "theirs": [Figures(wall, 1.0, None, said) for wall in (4.0, 4.0, 2.0)],
    }
    group = Group("W", None, lambda folder: [], (Ratio("ours", "theirs", ("wall", "cpu"), times=2),))
    text = table.section([(group, taken)], 3)
    assert "| W | ours | 2.00 (1.00 to 3.00) | 0.010 (0.010 to 0.010) | 100 (100 to 100) |  |" in text
    assert "| W | theirs | 4.00 (2.00 to 4.00) | 1.00 (1.00 to 1.00) |  | 25 % |" in text
    assert "| W | ours / 2 times theirs | 0.38 (0.12 to 0.50) | 0.005 (0.005 to 0.005) |  |" in text
    assert "duckdb " in text.splitlines()[0]


def test_the_table_goes_between_the_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("a\n<!-- benchmarks: here -->\nold\n<!-- end of benchmarks -->\nb\n")
    table.fill(page, "new \\1")
    assert page.read_text() == "a\n<!-- benchmarks: here -->\nnew \\1\n<!-- end of benchmarks -->\nb\n"
    assert len(table.PLACE_OF_GROWTH.findall((ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8"))) == 1
    page.write_text("a\n")
    with pytest.raises(RuntimeError, match=r"page\.md has no place"):
        table.fill(page, "new")


@pytest.mark.parametrize("name", ["README.md", "docs/trust/performance.md"])
def test_the_seconds_of_a_page_are_those_of_the_tables(name: str) -> None:
    page = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    (place,) = table.PLACE.finditer(page)
    medians = {f"{float(wall):.1f}" for wall in re.findall(r"^\| W\d \| [^|]+ \| (\d+\.\d+) ", place[0], re.MULTILINE)}
    said = re.findall(r"(\d+\.\d) s\b", " ".join((ROOT / name).read_text(encoding="utf-8").split()))
    assert len(said) >= 4
    assert set(said) <= medians


def test_there_are_seven_measures_and_thirty_that_need_no_unjudged_documents() -> None:
    assert (len(SEVEN), len(THIRTY)) == (7, 30)
    measures = [parse_measure(text) for text in THIRTY]
    assert len(set(measures)) == 30
    assert not any("retrieved" in measure.metric.reads for measure in measures)


def test_every_ratio_is_of_tools_of_its_group(tmp_path: Path) -> None:
    for group in GROUPS.values():
        labels = [tool.label for tool in group.tools(tmp_path)]
        assert {name for ratio in group.ratios for name in (ratio.ours, ratio.theirs)} <= set(labels)
        assert len(set(labels)) == len(labels)


def test_a_flame_has_the_time_of_each_function_and_import() -> None:
    pytest.importorskip("altair", reason="needs altair: pip install 'evalsql[charts]'")
    from benchmarks.flame import boxes

    stacks = [
        "f (evalsql/a.py:1);<module> (runpy:9);g (evalsql/b.py:2) 30",
        "f (evalsql/a.py:9) 60",
        "<module> (typer/__init__.py:1);h (typer/x.py:3) 10",
        "f (evalsql/a.py:9);end_late (evalsql/endings.py:60) 900",
    ]
    found = {box["frame"]: (box["start"], box["end"], box["depth"]) for box in boxes("\n".join(stacks), 10)}
    assert found == {
        **{"evalsql evaluate": (0, 10, 1), "f": (0, 9, 2), "g": (0, 3, 4), "import runpy": (0, 3, 3)},
        "import typer": (9, 10, 2),
    }


def test_the_plot_has_a_line_a_tool(tmp_path: Path) -> None:
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    from benchmarks.plot import draw

    figures = [Figures(1.0, 1.0, 50.0, "")]
    draw([(1_000_000, {"ours": figures, "theirs": figures}), (3_000_000, {"ours": figures})], tmp_path / "plot.svg")
    text = (tmp_path / "plot.svg").read_text(encoding="utf-8")
    assert all(f">{word}</text>" in text for word in ("ours", "theirs", "seconds", "1M", "3M"))


def in_process(command: list[str]) -> Figures:
    """What a command prints, without a process of its own where it is evalsql's, which takes a fifth of the time."""
    start, folder = growth.evalsql(), Path.cwd()
    if command[: len(start)] != start:
        return measure(command)
    done = whole(command[len(start) :], folder)
    assert done.status == 0, done.said
    return Figures(1.0, 1.0, 1.0, done.output)


@pytest.mark.parametrize("each", loads.LOADS[:-3:3], ids=lambda each: each.title)  # weekly all
def long_the_results_of_a_load_are_right(each: loads.Load, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "measure", in_process)
    taken = load.take(each, tmp_path, 0)  # which refuses results that are wrong
    assert taken["size"] == 2 * each.least


@pytest.mark.parametrize("row", growth.ROWS[::6], ids=lambda row: f"{row.title}-{row.of}")
def long_a_row_of_the_growth_runs(row: growth.Row, tmp_path: Path) -> None:
    command = row.command(tmp_path, growth.TINY)
    assert command[0] == sys.executable
    assert in_process(command).cpu > 0


@pytest.mark.parametrize("row", growth.ROWS, ids=lambda row: f"{row.title}-{row.of}")
def weekly_every_row_of_the_growth_runs(row: growth.Row, tmp_path: Path) -> None:
    long_a_row_of_the_growth_runs(row, tmp_path)


def long_evalsql_agrees_with_pytrec_eval_in_any_order_and_each_takes_its_turns(tmp_path: Path) -> None:
    pytest.importorskip("pytrec_eval")
    told: list[str] = []
    group = Group("small", SMALL, any_order, (Ratio("evalsql, Parquet", "pytrec_eval, text"),))
    taken = run(group, tmp_path, 1, False, told.append)
    assert list(map(len, taken.values())) == [1, 1, 1, 1]
    assert told == ["small: making the data", "small: comparing the means", "small: timing"]
    text = table.section([(group, taken)], 1)
    assert "| small | evalsql, Parquet | " in text
    assert "| small | evalsql, Parquet / pytrec_eval, text | " in text
