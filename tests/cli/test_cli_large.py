"""Options for large runs: threads, memory, a profile; and a command imports only what it needs."""

import re
import subprocess
import sys

import pytest
from command import TRACK, evalsql, output, refusal
from versions import since

HEAVY = {"altair", "duckdb", "numpy", "pandas", "polars", "pyarrow", "scipy"}


def test_threads_and_memory_change_nothing_that_is_printed(tmp_path):
    plain = output("evaluate", *TRACK, "--per-query")
    given = ("--threads", 1, "--memory-limit", "200MB", "--temp-directory", tmp_path)
    assert output("evaluate", *TRACK, "--per-query", *given) == plain


def test_a_profile_tells_of_every_stage():
    done = evalsql("evaluate", *TRACK, "-m", "nDCG@10", "-m", "AP", "--profile")
    assert done.stdout.decode().startswith("run ")
    lines = done.stderr.decode().splitlines()
    stages = dict(line.rsplit(maxsplit=2)[:2] for line in lines if re.search(r"\d%$", line))
    assert list(stages) == [
        "starting",
        "reading judgments",
        "checking judgments",
        "reading runs",
        "checking runs",
        "ranking",
        "nDCG@10",
        "AP",
        "counting queries",
        "printing",
        "total",
    ]
    *parts, whole = map(float, stages.values())
    assert sum(parts) == pytest.approx(whole, abs=0.01)
    assert re.fullmatch(r"[\d,]+ rows of 12 runs, [\d,]+ of them judged; [\d,]+ judgments", lines[-1])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--memory-limit", "lots"), "evalsql: invalid memory_limit 'lots': "),
        (("--memory-limit", "4MB"), "evalsql: a memory limit of 3.8 MiB is too low for this; --memory-limit, or"),
    ],
)
def test_settings_that_cannot_be_are_refused(given, said):
    assert refusal("evaluate", *TRACK, *given).startswith(said)


def imported(*arguments: str) -> set[str]:
    """Which heavy packages a command imports."""
    code = (
        "import sys\nfrom evalsql.cli import main\nsys.argv = ['evalsql', *sys.argv[1:]]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\nprint(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return HEAVY & set(done.stderr.split())


@pytest.mark.parametrize("command", [(), ("evaluate",), ("curve",), ("metrics",)])
def test_help_imports_nothing_heavy(command):
    assert imported(*command, "--help") == set()


@since("duckdb", "2.0", "the engine loads pandas")
def test_an_evaluation_of_parquet_imports_duckdb_and_no_other():
    assert imported("evaluate", *TRACK, "-m", "nDCG@10") == {"duckdb"}
