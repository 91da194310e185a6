"""Copy one, rename it, and it is there: how many files each kind of unit costs."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from places import FIXTURES, ROOT

pytestmark = pytest.mark.slow

RUNS, QRELS = FIXTURES / "track" / "runs.parquet", FIXTURES / "track" / "qrels.parquet"


class Scratch:
    """A copy of the package and of sql/, in which files can be added."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("evalsql", "sql"):
            # with what is compiled, but for what is just being written
            copytree(ROOT / name, folder / name, ignore=ignore_patterns("*.pyc.*"))
        self.before = self.files()

    def files(self) -> dict[Path, bytes]:
        """What every file of the copy holds."""
        return {file: file.read_bytes() for name in ("evalsql", "sql") for file in self.sources(self.folder / name)}

    @staticmethod
    def sources(folder: Path) -> list[Path]:
        return [file for file in folder.rglob("*") if file.suffix in (".py", ".sql")]

    def touched(self) -> int:
        """How many files are there that were not, or are another."""
        return len(dict(self.files().items() - self.before.items()))

    def copy(self, file: str, name: str, renamed: Mapping[str, str]) -> None:
        """Copies a file to another name beside it, with other texts in place of some."""
        text = (self.folder / file).read_text(encoding="utf-8")
        for old, new in renamed.items():
            assert old in text
            text = text.replace(old, new)
        made = (self.folder / file).with_name(name)
        assert not made.exists()
        made.write_text(text, encoding="utf-8")

    def run(self, *arguments: object) -> str:
        """What Python says with the copy for its evalsql."""
        done = subprocess.run(
            [sys.executable, *map(str, arguments)],
            env={**os.environ, "PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": ""},
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def command(self, *arguments: object) -> str:
        """What a command prints."""
        return self.run("-m", "evalsql", *arguments)

    def python(self, code: str) -> str:
        """What code prints that asks about the runs and judgments of the track, or about scores of them."""
        given = f"import evalsql, warnings\nwarnings.simplefilter('ignore')\nR, Q, S = {str(RUNS)!r}, {str(QRELS)!r}, "
        asking = self.folder / "asking.py"  # to what has no file DuckDB shows how far it is
        asking.write_text(f"{given}{str(self.folder / 'scores.csv')!r}\n{code}", encoding="utf-8")
        return self.run(asking)


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    made = Scratch(tmp_path)
    chosen = ("bm25", "ql", "dense", "splade")
    rows = [
        f"{run},q{query},{metric},{(7 * place + 3 * query * query + 5 * query * place * (1 + len(metric))) % 17 / 17}"
        for place, run in enumerate(chosen)
        for metric in ("AP", "nDCG@10", "RR")
        for query in range(12)
    ]
    (tmp_path / "scores.csv").write_text("\n".join(["run,query_id,metric,value", *rows]) + "\n", encoding="utf-8")
    return made


def test_a_metric_is_one_file(scratch: Scratch) -> None:
    scratch.copy("sql/metrics/rbp.sql", "rbx.sql", {'"RBP"': '"RBX"'})
    assert scratch.touched() == 1
    board = scratch.command("evaluate", RUNS, "-q", QRELS, "-m", "RBP@10", "-m", "RBX@10", "--format", "csv")
    assert board.startswith("run,RBP@10,RBX@10") or "RBX@10" in board
    assert "RBX" in scratch.command("metrics", "RBX")
    same = "{m: sorted((r, q, v) for r, q, _, v in evalsql.evaluate(R, Q, m).fetchall()) for m in ('RBP', 'RBX')}"
    assert scratch.python(f"a = {same}; print(len(a['RBX']), a['RBP'] == a['RBX'])") == "600 True\n"
    scratch.command("lib", scratch.folder / "lib.sql")
    assert "create or replace macro rbx(" in (scratch.folder / "lib.sql").read_text(encoding="utf-8")


def test_a_curve_is_one_file(scratch: Scratch) -> None:
    scratch.copy("sql/curves/p.sql", "px.sql", {'"P"': '"PX"'})
    assert scratch.touched() == 1
    one, other = (scratch.command("curve", RUNS, "-q", QRELS, "-m", m, "--depth", 3) for m in ("P", "PX"))
    assert other == one.replace("P@3", "PX@3")
    same = "{m: [row[-2:] for row in evalsql.curve(R, Q, m + '@3', average=True).fetchall()] for m in ('P', 'PX')}"
    assert scratch.python(f"a = {same}; print(len(a['PX']), a['P'] == a['PX'])") == "36 True\n"


# of what is made of scores: a file, the name of its copy, and how that is asked for on the command line and in Python
OF_SCORES = {
    "test": ("significance/paired_t", "paired_x", "compare S --test NAME", "compare(S, test='NAME')"),
    "interval": ("intervals/bca", "bcx", "compare S --interval NAME", "compare(S, interval='NAME')"),
    "correction": (
        "corrections/hochberg",
        "hochbergx",
        "compare S --correction NAME",
        "compare(S, correction='NAME')",
    ),
    "coefficient": ("correlations/kendall", "kendallx", "correlate S -c NAME", "correlate(S, coefficients='NAME')"),
    "method": (
        "discrimination/stability",
        "stabilityx",
        "discriminate S --method NAME",
        "discriminate(S, method='NAME')",
    ),
    "method of p-values": (
        "discrimination/power",
        "powerx",
        "discriminate S --method NAME",
        "discriminate(S, method='NAME')",
    ),
}


@pytest.mark.parametrize("unit", OF_SCORES)
def test_what_is_chosen_by_name_is_one_file(scratch: Scratch, unit: str) -> None:
    file, name, command, call = OF_SCORES[unit]
    old = Path(file).name
    scratch.copy(f"sql/{file}.sql", f"{name}.sql", {f'"{old}"': f'"{name}"'})
    assert scratch.touched() == 1

    def asked(each: str, *options: str) -> str:
        return scratch.command(*command.replace("NAME", each).replace("S", "scores.csv", 1).split(), *options)

    assert asked(name)
    rows = asked(old, "--format", "csv")
    assert rows.count("\n") > 2
    assert asked(name, "--format", "csv") == rows.replace(old, name)
    gave = scratch.python(
        f"print([[each if each != '{old}' else '{name}' for each in row] for row in evalsql."
        f"{call.replace('NAME', old)}.fetchall()] == "
        f"[list(row) for row in evalsql.{call.replace('NAME', name)}.fetchall()])"
    )
    assert gave == "True\n"
    help_ = "".join(scratch.command(command.split()[0], "--help").split())
    assert name in help_


def test_the_library_has_a_macro_of_it_and_takes_a_correction_that_was_added(scratch: Scratch) -> None:
    for file, name in (
        ("significance/paired_t", "paired_x"),
        ("intervals/bca", "bcx"),
        ("correlations/kendall", "kendallx"),
        ("corrections/holm", "holmx"),
    ):
        scratch.copy(f"sql/{file}.sql", f"{name}.sql", {f'"{Path(file).name}"': f'"{name}"'})
    scratch.command("lib", scratch.folder / "lib.sql")
    text = (scratch.folder / "lib.sql").read_text(encoding="utf-8")
    for macro in ("paired_x", "bcx_interval", "kendallx"):
        assert f"create or replace macro {macro}(" in text
        assert f'comment on macro table "{macro}" is' in text
    formula = "system.main.max((family - place + 1) * p_value)"
    assert f"when correction = 'holmx' then system.main.least(1e0, {formula}" in text


def test_an_input_format_is_one_file(scratch: Scratch) -> None:
    scratch.copy("evalsql/inputs/formats/jsonl.py", "ndjson.py", {".jsonl": ".ndjson"})
    assert scratch.touched() == 1
    rows = [f'{{"query_id": "q", "doc_id": "{doc}", "score": {score}}}' for doc, score in (("a", 2), ("b", 1))]
    (scratch.folder / "run.ndjson").write_text("\n".join(rows) + "\n", encoding="utf-8")
    (scratch.folder / "qrels.txt").write_text("q 0 b 1\n", encoding="utf-8")
    printed = scratch.command("evaluate", "run.ndjson", "-q", "qrels.txt", "-m", "RR", "--format", "csv")
    assert "0.5" in printed
    code = "print(evalsql.evaluate('run.ndjson', 'qrels.txt', 'RR').fetchall())"
    assert scratch.python(code) == "[('run', 'q', 'RR', 0.5)]\n"


def test_a_command_is_two_files_its_question_and_its_command(scratch: Scratch) -> None:
    scratch.copy("evalsql/comparing/sweep.py", "vary.py", {"def sweep(": "def vary("})
    renamed = {
        "PLACE = 25": "PLACE = 19",
        "def sweep(": "def vary(",
        "evalsql.comparing.sweep import sweep": "evalsql.comparing.vary import vary",
        "sweep.answer(": "vary.answer(",
    }
    scratch.copy("evalsql/cli/sweep.py", "vary.py", renamed)
    assert scratch.touched() == 2
    listed = re.findall(r"^  (\w+)  ", scratch.command("--help").partition("Commands:\n")[2], re.MULTILINE)
    assert listed[3:6] == ["report", "vary", "gate"]
    given = (RUNS, "--qrels", QRELS, "-m", "RBP", "--over", "p=0.5,0.8")
    varied = scratch.command("vary", *given)
    assert varied.startswith("RBP over p\nrun ")
    assert varied == scratch.command("sweep", *given)


def test_a_report_is_two_files_its_sql_and_its_question(scratch: Scratch) -> None:
    scratch.copy("sql/reports/queries/wins.sql", "victories.sql", {'"wins"': '"victories"'})
    question = scratch.folder / "evalsql" / "comparing" / "queries.py"
    text = question.read_text(encoding="utf-8")
    question.write_text(
        text.replace('"wins": "wins", ', '"wins": "wins", "victories": "victories", '), encoding="utf-8"
    )
    assert scratch.touched() == 2
    found = "{name: rows.fetchall() for name, rows in evalsql.analyse_queries(S).items()}"
    assert scratch.python(f"f = {found}; print(len(f['wins']) > 0, f['wins'] == f['victories'])") == "True True\n"
