"""Copy one, rename it, and it is there: how many files each kind of unit costs."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

import pytest
from places import FIXTURES, ROOT

RUNS, QRELS = str(FIXTURES / "track" / "runs.parquet"), str(FIXTURES / "track" / "qrels.parquet")
# each unit: its files and the names of their copies, with other texts in place of some
UNITS: Mapping[str, Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "metric": {"sql/metrics/rbp_gain.sql": ("rbx_gain.sql", {'"RBP_gain"': '"RBX_gain"'})},
    "user": {"sql/users/rbp.sql": ("rbx.sql", {'"RBP"': '"RBX"'})},
    "curve": {"sql/curves/p.sql": ("px.sql", {'"P"': '"PX"'})},
    **{
        unit: {f"sql/{folder}/{name}.sql": (f"{name}x.sql", {})}
        for unit, (folder, name) in {
            "test": ("significance", "paired_t"),
            "interval": ("intervals", "bca"),
            "correction": ("corrections", "holm"),
            "coefficient": ("correlations", "kendall"),
            "method": ("discrimination", "stability"),
            "method of p-values": ("discrimination", "power"),
        }.items()
    },
    "chart": {"sql/charts/leaderboard.sql": ("boardx.sql", {'"leaderboard"': '"boardx"'})},
    "input format": {"evalsql/inputs/formats/jsonl.py": ("ndjson.py", {".jsonl": ".ndjson"})},
    "command": {
        "evalsql/comparing/sweep.py": ("vary.py", {"def sweep(": "def vary("}),
        "evalsql/cli/commands/sweep.py": (
            "vary.py",
            {
                '@command("Studies"': '@command("Compare"',
                "def sweep(": "def vary(",
                "evalsql.comparing.sweep import sweep": "evalsql.comparing.vary import vary",
                "sweep.answer(": "vary.answer(",
            },
        ),
        "evalsql/cli/commands/sweep.txt": ("vary.txt", {}),
    },
    "report": {"sql/reports/queries/wins.sql": ("victories.sql", {})},
}
# of what is made of scores: the unit, and how it is asked for on the command line and in Python
OF_SCORES = {
    "paired_t": ("compare", "--test", "test"),
    "bca": ("compare", "--interval", "interval"),
    "holm": ("compare", "--correction", "correction"),
    "kendall": ("correlate", "-c", "coefficients"),
    "stability": ("discriminate", "--method", "method"),
    "power": ("discriminate", "--method", "method"),
}


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package and of sql/ in which one of each unit is copied, and files to ask about."""
    folder = tmp_path_factory.mktemp("scratch")
    for name in ("evalsql", "sql"):
        # with what is compiled, but for what is just being written
        copytree(ROOT / name, folder / name, ignore=ignore_patterns("*.pyc.*"))
    for files in UNITS.values():
        for file, (name, renamed) in files.items():
            text = (folder / file).read_text(encoding="utf-8")
            for old, new in renamed.items():
                assert old in text
                text = text.replace(old, new)
            made = (folder / file).with_name(name)
            assert not made.exists()
            made.write_text(text, encoding="utf-8")
    question = folder / "evalsql" / "comparing" / "queries.py"  # which lists its reports
    text = question.read_text(encoding="utf-8")
    more = text.replace('"wins": "wins", ', '"wins": "wins", "victories": "victories", ')
    assert more != text
    question.write_text(more, encoding="utf-8")
    rows = [
        f"{run},q{query},{metric},{(7 * place + 3 * query * query + 5 * query * place * (1 + len(metric))) % 17 / 17}"
        for place, run in enumerate(("bm25", "ql", "dense", "splade"))
        for metric in ("AP", "nDCG@10", "RR")
        for query in range(12)
    ]
    (folder / "scores.csv").write_text("\n".join(["run,query_id,metric,value", *rows]) + "\n", encoding="utf-8")
    lines = [f'{{"query_id": "q", "doc_id": "{doc}", "score": {score}}}' for doc, score in (("a", 2), ("b", 1))]
    (folder / "run.ndjson").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "qrels.txt").write_text("q 0 b 1\n", encoding="utf-8")
    return folder


def asked(scratch: Path, *commands: Sequence[str], python: Mapping[str, str] | None = None) -> list[Any]:
    """What commands print and what expressions of Python give, all in one process that has the copy for its evalsql."""
    program = scratch / "asking.py"  # to what has no file DuckDB shows how far it is
    program.write_text(
        f"""
import json, sys, warnings
from pathlib import Path
import evalsql
from in_process import whole
warnings.simplefilter("ignore")
assert Path(evalsql.__file__).is_relative_to({str(scratch)!r})
R, Q, S = {RUNS!r}, {QRELS!r}, "scores.csv"
done = [whole(words, Path.cwd()) for words in {[list(words) for words in commands]!r}]
assert not any(each.status for each in done), [each.said for each in done if each.status]
given = {{name: eval(code) for name, code in {dict(python or {})!r}.items()}}
Path("told.json").write_text(json.dumps([[each.output for each in done], given]))
""",
        encoding="utf-8",
    )
    found = [str(scratch), str(ROOT / "tests" / "support")]
    done = subprocess.run(
        [sys.executable, str(program)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(found), "PYTHONDONTWRITEBYTECODE": ""},
        cwd=scratch, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads((scratch / "told.json").read_text(encoding="utf-8"))


def long_a_metric_a_curve_a_format_and_a_report_are_one_file_or_two(scratch: Path) -> None:
    curves = [("curve", RUNS, "-q", QRELS, "-m", name, "--depth", "3") for name in ("P", "PX")]
    both = "[sorted([r, q, v] for r, q, _, v in evalsql.evaluate(R, Q, {}).fetchall()) for m in ('RBP', 'RBX')]"
    users = "[m + q for q in ('', '_utility', '_examined', '_cost', '_residual')]"
    points = "[[row[-2:] for row in evalsql.curve(R, Q, m + '@3', average=True).fetchall()] for m in ('P', 'PX')]"
    reports = "[evalsql.analyse_queries(S)[name].fetchall() for name in ('wins', 'victories')]"
    (board, help_, one, other, read), given = asked(
        scratch,
        ("evaluate", RUNS, "-q", QRELS, "-m", "RBP@10", "-m", "RBX@10", "--format", "csv"),
        ("metrics", "RBX"),
        *curves,
        ("evaluate", "run.ndjson", "-q", "qrels.txt", "-m", "RR", "--format", "csv"),
        python={
            "metric": both.format("m + '_gain'"),
            "user": both.format(users),
            "curve": points,
            "report": reports,
            "chart": "[charts(evalsql.evaluate(R, Q, 'AP')).to_json() for charts in "
            "(evalsql.charts.leaderboard, evalsql.charts.boardx)]",
            "format": "evalsql.evaluate('run.ndjson', 'qrels.txt', 'RR').fetchall()",
        },
    )
    assert "RBX@10" in board.splitlines()[0]
    assert "RBX" in help_
    assert other == one.replace("P@3", "PX@3")
    assert "0.5" in read
    assert given["format"] == [["run", "q", "RR", 0.5]]
    for unit, rows in {"metric": 600, "user": 3000, "curve": 36, "report": 1, "chart": 1000}.items():
        known, copied = given[unit]
        assert known == copied
        assert len(copied) >= rows


def long_what_is_chosen_by_name_is_one_file(scratch: Path) -> None:
    commands, calls = [], {}
    for name, (command, option, parameter) in OF_SCORES.items():
        for each in (name, f"{name}x"):
            commands.append((command, "scores.csv", option, each, "--format", "csv"))
            call = f"evalsql.{command}(S, {parameter}={each!r}).fetchall()"
            calls[each] = f"[[{name!r} if value == {each!r} else value for value in row] for row in {call}]"
    printed, given = asked(scratch, *commands, python=calls)
    for place, name in enumerate(OF_SCORES):
        known, copied = printed[2 * place : 2 * place + 2]
        assert known.count("\n") > 2
        assert copied == known.replace(name, f"{name}x")
        assert given[f"{name}x"] == given[name] != []
    helps, _ = asked(scratch, *((command, "--help") for command in ("compare", "correlate", "discriminate")))
    said = "".join("".join(helps).split())
    assert [name for name in OF_SCORES if f"{name}x" not in said] == []


def long_the_library_has_a_macro_of_each_and_takes_a_correction_that_was_added(scratch: Path) -> None:
    asked(scratch, ("lib", "lib.sql"))
    text = (scratch / "lib.sql").read_text(encoding="utf-8")
    for macro in ("paired_tx", "bcax_interval", "kendallx"):
        assert f"create or replace macro {macro}(" in text
        assert f'comment on macro table "{macro}" is' in text
    assert "create or replace macro rbx(" in text
    formula = "system.main.max((family - place + 1) * p_value)"
    assert f"when correction = 'holmx' then system.main.least(1e0, {formula}" in text


def long_a_command_is_three_files_its_question_itself_and_its_help(scratch: Path) -> None:
    given = (RUNS, "--qrels", QRELS, "-m", "RBP", "--over", "p=0.5,0.8")
    (help_, varied, swept), _ = asked(scratch, ("--help",), ("vary", *given), ("sweep", *given))
    listed = re.findall(r"^  ([\w-]+)  ", help_.partition("Evaluate:\n")[2], re.MULTILINE)
    assert listed.index("log") < listed.index("vary") < listed.index("explain")
    assert varied.startswith("RBP over p\nrun ")
    assert varied == swept
