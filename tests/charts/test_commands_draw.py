"""Commands draw: pictures become SVG, whatever runs are called."""

from collections.abc import Callable
from pathlib import Path

from command import TINY
from in_process import Done, whole

DRAWN = [
    ("correlate scores.parquet -c kendall", "<script>alert", False),
    ("sweep runs.csv --qrels qrels.csv -m RBP --over p=0.2,0.8 --picture scores", "Means of runs", True),
    ("compare scores.parquet -m AP --baseline {1} --slices kinds.csv --picture slices", "&lt;b&gt; (2)", True),
    ("correlate scores.parquet --picture scatter", "&lt;script&gt;alert", True),
    ("overlap runs.csv", "&lt;script&gt;alert", True),
    ("discriminate scores.parquet --method levels --test paired_t", "AP (", True),
    ("discriminate scores.parquet --method levels --test sign --picture log-levels", "0.0001", True),
    ("queries scores.parquet", "How hard 4 queries are", True),
    ("sweep runs.csv --qrels qrels.csv -m RBP --over p=0.2,0.8", "Places of runs", True),
    ("pool runs.csv --qrels qrels.csv -m AP --depths 1,2", "depth of the pool", True),
    ("leave-out runs.csv --qrels qrels.csv -m AP --depth 1", "the pool without the run", True),
    ("subsample runs.csv --qrels qrels.csv -m AP --queries 2 --times 2", "2 samples", True),
    ("describe qrels.csv", "Documents by relevance", True),
    ("describe qrels.csv other.csv --picture overlap", "kappa", True),
    ("evaluate runs.csv --qrels qrels.csv --slices kinds.csv --picture slices", "&lt;b&gt; (2)", True),
    ("gate one.parquet --baseline two.parquet --margin 0.2", "upright marks", True),
    ("suite all.csv --qrels qrels_all.csv", "2 collections", True),
    ("suite all.csv --qrels qrels_all.csv --picture critical_difference", "2 collections", True),
    ("log history.duckdb -m AP", "The best run of each", True),
]

REFUSED = [
    ("discriminate scores.parquet", "--plot draws the p-values of --method levels, not of power"),
    ("describe qrels.csv --picture overlap", "shows two sets of judgments; name another one"),
    ("evaluate runs.csv --qrels qrels.csv --picture slices", "--picture slices needs --slices"),
    ("evaluate runs.csv --qrels qrels.csv --picture suite", "there is no picture 'suite' here"),
    ("compare scores.parquet --picture slices --slices kinds.csv", "differ from a --baseline on each kind of query"),
    ("compare scores.parquet --picture slices --baseline {1}", "differ from a --baseline on each kind of query"),
    ("suite all.csv --qrels qrels_all.csv --picture leaderboard", "there is no picture 'leaderboard' here"),
]


def assert_drawn(draw: Callable[[str], Done], picture: Path, cases: list[tuple[str, str, bool]]) -> None:
    for line, text, there in cases:
        done = draw(line)
        assert done.status in (0, 1), done.said  # a gate may fail
        assert f"wrote {picture}" in done.said
        svg = picture.read_text()
        assert (text in svg) == there, line
        assert "<script" not in svg
        picture.unlink()


def test_a_picture_is_written_or_refused(draw: Callable[[str], Done], tmp_path: Path) -> None:
    assert_drawn(draw, tmp_path / "out.svg", DRAWN[:1])
    for line, sentence in REFUSED:
        done = draw(line)
        assert (done.status, done.output) == (2, ""), line
        assert sentence in done.said
        assert not (tmp_path / "out.svg").exists()


def long_a_picture_of_each_command_is_written(draw: Callable[[str], Done], tmp_path: Path) -> None:
    first = {line.partition(" ")[0]: (line, *rest) for line, *rest in reversed(DRAWN[1:])}
    assert_drawn(draw, tmp_path / "out.svg", list(first.values()))


def weekly_every_picture_is_written(draw: Callable[[str], Done], tmp_path: Path) -> None:
    assert_drawn(draw, tmp_path / "out.svg", DRAWN)


def long_a_history_is_drawn_though_the_newest_evaluation_lacks_the_measure(tmp_path: Path) -> None:
    for place, measure in enumerate(("P@5", "P@5", "AP")):
        words = ["evaluate", *map(str, TINY[:1]), "--qrels", str(TINY[-1]), "-m", measure, "-o", "h.duckdb", "--append"]
        assert whole([*words, "--label", str(place)], tmp_path).status == 0
    line = ["log", "h.duckdb", "-m", "P@5", "--plot", "out.svg"]
    assert whole(line, tmp_path).status == 0
    assert "P@5 over 2 evaluations" in (tmp_path / "out.svg").read_text()
    done = whole([*line, "--limit", "1"], tmp_path)
    assert (done.status, done.said.splitlines()[-1]) == (2, "evalsql: there is nothing to draw: no run has a value")
