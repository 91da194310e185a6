"""`evalsql gate`: its exit status, what it prints and writes, what it may be given, and its rules in a file."""

import json
import os
import re
import subprocess
import sys
import threading
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
import typer
from command import evalsql, output, process, refusal
from in_process import answered_once, own_commands, whole
from markdown_it import MarkdownIt
from places import FIXTURES
from written import put

from evalsql import cli
from evalsql.cli import config
from evalsql.cli.show import gate_ci
from evalsql.cli.show.gate import tables as verdict_tables
from evalsql.cli.tables import Table, markdown, show
from evalsql.comparing.gate import gate
from evalsql.errors import InputError
from evalsql.words import width

GOOD, POOR, QRELS = (str(FIXTURES / "tiny" / name) for name in ("good.run", "poor.run", "qrels.txt"))

TRACK = str(FIXTURES / "track" / "runs.parquet")
OF_TRACK = ("--qrels", str(FIXTURES / "track" / "qrels.parquet"), "--run", "ql", "--baseline-run", "bm25")
SLICES = ("--slices", str(FIXTURES / "track" / "queries.jsonl"), "--by", "language")


def long_json_has_the_verdict_the_rules_and_the_queries() -> None:
    done = evalsql(
        *("gate", POOR, "--baseline", GOOD, "--qrels", QRELS, "--margin", "nDCG@10=2%", "--at-least", "AP=0.2"),
        *("--losing", "AP=0.9", "--format", "json"),
    )
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert (found["verdict"], found["passed"], found["new"], found["baseline"]) == ("fail", False, "poor", "good")
    assert [(row["metric"], row["rule"], row["verdict"]) for row in found["rules"]] == [
        ("nDCG@10", "non_inferior", "fail"),
        ("AP", "at_least", "pass"),
        ("AP", "losing", "pass"),
    ]
    lost = [row["difference"] for row in found["queries"] if row["metric"] == "nDCG@10"]
    assert len(lost) == 7
    assert lost == sorted(lost)


def long_a_table_has_both_means_where_they_fit(monkeypatch, capsys) -> None:
    asked = {"run": "ql", "baseline_run": "bm25", "slices": SLICES[1], "by": "language"}
    bounds = {"margin": "2%", "better": True, "losing": "30%", "worst_loss": 0.3, "at_least": 0.2}
    answer = gate.answer(TRACK, TRACK, OF_TRACK[1], ["nDCG@10", "AP"], **asked, **bounds)
    monkeypatch.setenv("TERM", "dumb")
    for most in (80, 120):
        monkeypatch.setenv("COLUMNS", str(most))
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        show(verdict_tables(answer), "table")
        header, *lines = capsys.readouterr().out.splitlines()
        rows = [line for line in lines if line.startswith(("no worse", "losing", "worst", "mean"))]
        assert len(rows) == 2 * 4 * 4
        assert max(map(width, rows)) <= most
        assert ("baseline" in header) == (most == 120)


def long_two_runs_of_one_name_have_their_files_behind_it(tmp_path: Path) -> None:
    for night in (1, 2):
        rows = f"select 'prod' as run, * exclude run from '{TRACK}' where run = '{('bm25', 'ql')[night - 1]}'"
        duckdb.sql(rows).write_parquet(str(tmp_path / f"night{night}.parquet"))
    nights = (tmp_path / "night2.parquet", "--baseline", tmp_path / "night1.parquet")
    said = evalsql("gate", *nights, *OF_TRACK[:2], "-m", "AP", "--margin", "0.5").stdout.decode()
    assert "passed: prod (night2.parquet) against prod (night1.parquet) (1 pass)" in said


def test_a_verdict_has_its_color_on_a_terminal(monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    rows = [{"run": "fail", "verdict": each} for each in ("pass", "fail")]
    show([Table(rows, {"run": "run", "verdict": "verdict"}, texts=2)], "table")
    said = capsys.readouterr().out
    assert "\x1b[32mpass" in said
    assert said.count("\x1b[31mfail") == 1  # not a run of that name


def long_rows_are_written_and_runs_are_called_as_said(tmp_path: Path) -> None:
    file = tmp_path / "verdicts.parquet"
    named = evalsql("gate", f"mine={POOR}", "--baseline", f"theirs={GOOD}", "--qrels", QRELS, "--margin", "0.1",
                    "-o", file)  # fmt: skip
    assert b"failed: mine against theirs (1 fail)" in named.stdout
    assert duckdb.sql(f"select rule, verdict, passed from '{file}'").fetchall() == [("non_inferior", "fail", False)]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def long_a_pipe_is_read_once(tmp_path: Path) -> None:
    for place, (new, old) in enumerate(((POOR, None), (None, GOOD))):
        pipe = tmp_path / f"pipe{place}"
        os.mkfifo(pipe)
        text = Path(new or old or "").read_bytes()
        writer = threading.Thread(target=pipe.write_bytes, args=(text,), daemon=True)
        writer.start()
        words = (f"N={pipe}" if new else POOR, "--baseline", f"O={pipe}" if old else GOOD, "--qrels", QRELS)
        done = process("gate", *words, "--margin", "AP=0.01", "--format", "csv")  # which may wait for ever
        assert (done.returncode, done.stdout.count(b"AP,,,non_inferior,fail,7,0.2581859410430839,0.69")) == (1, 1)


# what is a sign somewhere: of Markdown, HTML, XML, workflow commands, terminals
NAMES = ["a|b", "<img src=x>", "`code`", "@team", "#12", "100%,a:b", "::error::x", "\x1b[31m", "_a_", "&amp;"]
NAMES += ["ä\u2028é"]


def judged(folder: Path, names: list[str]) -> list[str]:
    """The words of a gate over a query of each of these names, of which the first gains and others lose."""
    for run, ranks in (("new", [1, *range(2, len(names) + 1)]), ("old", [2] + [1] * (len(names) - 1))):
        rows = [{"run": run, "query_id": name, "doc_id": "d", "score": 1.0} for name in names]
        rows += [
            {"run": run, "query_id": name, "doc_id": f"x{place}", "score": 2.0}
            for name, rank in zip(names, ranks, strict=True)
            for place in range(1, rank)
        ]
        (folder / f"{run}.json").write_text(json.dumps(rows), encoding="utf-8")
    qrels = [{"query_id": name, "doc_id": "d", "relevance": 1} for name in names]
    (folder / "qrels.json").write_text(json.dumps(qrels), encoding="utf-8")
    return ["gate", "new.json", "--baseline", "old.json", "--qrels", "qrels.json", "-m", "RR", "--quiet"]


def printed(words: list[str], folder: Path) -> str:
    done = evalsql(*words, cwd=folder)
    assert done.returncode == 1, done.stderr.decode()
    return done.stdout.decode()


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_text_in_markdown(name: str) -> None:
    table = f"| a | b |\n|---|---|\n| {gate_ci.in_markdown(name)} | z |"
    shown = MarkdownIt("commonmark").enable("table").render(table)
    cells = ET.fromstring(shown).findall("tbody/tr/td")
    right = name.replace("\x1b", "\\x1b").replace("\u2028", "\\u2028")
    assert ["".join(cell.itertext()) for cell in cells] == [right, "z"]
    assert [each.tag for each in cells[0]] == ["code"]  # in which GitHub mentions nobody
    sentence = MarkdownIt("commonmark").render(gate_ci.in_sentence(f"query {name} loses"))
    assert "".join(ET.fromstring(sentence).itertext()).replace("\u200b", "") == f"query {right} loses"
    assert "\u200b" in sentence or not re.search(r"(?<!\w)[@#]\w", right)


@pytest.mark.parametrize("write", [markdown, gate_ci.in_sentence])
def test_nothing_in_markdown_is_a_link_by_itself_or_mentions_anybody(write: Callable[[str], str]) -> None:
    for name in ("a https://x.org/b_c", "www.x.org", "HTTP://WWW.X.ORG", "@a (@b) #1 x)@c RR(rel=2)@10-x", "&#8203;@a"):
        text = write(name)
        assert not re.search(r"(?<!\\)://|www\.|(?<![\w&])[@#]\w", text, re.IGNORECASE), text
        shown = ET.fromstring(MarkdownIt("commonmark").render(text)).itertext()
        assert "".join(shown).replace("\u200b", "") == name
    assert markdown("RBP(p=0.5)@10 nDCG@10 C:/x") == "RBP(p=0.5)@10 nDCG@10 C:/x"


def test_markdown_has_the_verdicts_and_the_queries_that_lose_and_gain_most(tmp_path: Path) -> None:
    words = [*judged(tmp_path, [f"q{number}" for number in range(9)]), "--margin", "0.01", "--worst-loss", "0.9"]
    with answered_once("gate"):
        asked = [*words, "--format", "markdown", "--report-url", "https://x.org/a b)", "--also", "gate.xml"]
        text, (one, last) = printed(asked, tmp_path), printed([*words, "--format", "github"], tmp_path).splitlines()
    said = "`new` against `old`: 1 fail, 1 pass. Means over 9 judged queries"
    assert text.startswith(f"### evalsql gate: failed\n\n{said}")
    for line in (
        "| `RR` | no worse | **fail** | 9 | 0.9444 | 0.3143 | -0.6301 | ",
        "| `RR` | worst loss | pass | 9 | 0.9444 | 0.3143 | 0.8889 | - | 0.9 | query q8 loses 0.8889, at most 0.9 al",
        "<details><summary>RR: 8 of 9 queries lose, 1 gain</summary>",
    ):
        assert line in text
    assert re.findall(r"^\| `(q\d)` \|", text, re.MULTILINE) == ["q8", "q7", "q6", "q5", "q4", "q0"]
    assert "| `q0` | 0.5000 | 1.0000 | +0.5000 |" in text
    assert text.endswith("\n[Report](https://x.org/a%20b%29)\n")
    check_junit(ET.parse(tmp_path / "gate.xml").getroot())
    assert one.startswith("::error title=evalsql gate%3A RR no worse::fail: ")
    assert last.startswith("::notice title=evalsql gate%3A failed::new against old: 1 fail, 1 pass (passed: RR worst")


def long_a_link_has_no_effect_without_markdown(tmp_path: Path) -> None:
    asked = [*judged(tmp_path, ["q1", "q2"])[:-1], "--losing", "0", "--report-url", "https://x.org"]
    with answered_once("gate"):
        for words, idle in ((), True), (("--format", "markdown"), False), (("--also", "gate.md"), False):
            done = whole([*asked, *words], tmp_path)
            assert done.status == 1
            assert ("--report-url has no effect without Markdown" in done.said) == idle, words


def long_markdown_says_of_each_slice_what_became_of_it(tmp_path: Path) -> None:
    words = judged(tmp_path, [f"q{number}" for number in range(9)])
    kinds = ["a|b"] * 4 + ["<c>"] * 5
    rows = [{"query_id": f"q{n}", "kind": kind, "text": f"is_it <{n}>?"} for n, kind in enumerate(kinds)]
    (tmp_path / "kinds.json").write_text(json.dumps(rows), encoding="utf-8")
    text = printed([*words, "--losing", "80%", "--slices", "kinds.json", "--format", "markdown"], tmp_path)
    assert re.findall(r"^\| `RR` \| losing \| (.*?) \| (.*?) \| (.*?) \|", text, re.MULTILINE) == [
        ("all", "**fail**", "9"),
        ("`kind=<c>`", "**fail**", "5 (few)"),
        ("<code>kind&#61;a&#124;b</code>", "pass", "4 (few)"),
    ]
    summaries = dict(re.findall("<summary>RR(.*?): (.*?)</summary>", text))
    assert summaries == {"": "8 of 9 queries lose, 1 gain", ", kind=&#60;c&#62;": "5 of 5 queries lose, 0 gain"}
    assert re.findall(r"`(q\d)`", text.rpartition("<summary>")[2]) == ["q8", "q7", "q6", "q5", "q4"]
    assert "| `q8` | is&#95;it &#60;8&#62;? | 1.0000 | 0.1111 | -0.8889 |" in text


def long_junit_has_a_case_a_rule_and_is_valid(tmp_path: Path) -> None:
    words = [*judged(tmp_path, NAMES), "--margin", "0.6", "--worst-loss", "0.5"]
    words += ["--losing", "99%", "--format", "junit"]
    root = ET.fromstring(printed(words, tmp_path))
    check_junit(root)
    assert [root.get(key) for key in ("tests", "failures", "errors")] == ["3", "1", "0"]
    (suite,) = root
    assert suite.get("skipped") == "1"
    found = {case.get("name"): [each.tag for each in case] for case in suite}
    assert found == {"RR no worse": ["skipped"], "RR worst loss": ["failure"], "RR losing": []}
    strict = ET.fromstring(printed([*words, "--require-evidence"], tmp_path))
    assert [[each.tag for each in case] for case in strict[0]] == [["failure"], ["failure"], []]


def check_junit(root: ET.Element) -> None:
    """Holds a document to the schema that collectors of JUnit's results know: elements, attributes, counts."""
    known = {
        "testsuites": ({"name"}, {"tests", "failures", "errors", "time", "disabled"}, {"testsuite"}),
        "testsuite": ({"name", "tests", "failures", "errors"}, {"skipped", "time", "timestamp", "id"}, {"testcase"}),
        "testcase": ({"name", "classname"}, {"time", "file", "line"}, {"failure", "skipped"}),
        "failure": (set(), {"message", "type"}, set()),
        "skipped": (set(), {"message"}, set()),
    }
    for each in root.iter():
        needed, more, children = known[each.tag]
        assert needed <= set(each.attrib) <= needed | more
        assert {child.tag for child in each} <= children
    for suite in root:
        for tag, count in (("testcase", "tests"), ("failure", "failures"), ("skipped", "skipped")):
            assert len(list(suite.iter(tag))) == int(suite.get(count) or 0)


def long_annotations_are_a_line_each(tmp_path: Path) -> None:
    words = [*judged(tmp_path, ["a%b\n::error::x", "100%,a:b"]), "--worst-loss", "0.1", "--margin", "0.9"]
    one, other, last = printed([*words, "--format", "github"], tmp_path).splitlines()
    assert one.startswith("::warning title=evalsql gate%3A RR no worse::cannot tell: ")
    of_rule = "::error title=evalsql gate%3A RR worst loss::fail:"
    assert other == f"{of_rule} query 100%25,a:b loses 0.5000, at most 0.1 allowed"
    assert last.startswith("::notice title=evalsql gate%3A failed::new against old: 1 fail, 1 cannot tell. Means over")
    (*_, all_) = printed([*words, "--losing", "0.9", "--format", "github"], tmp_path).splitlines()
    assert ": 1 fail, 1 cannot tell, 1 pass (passed: RR losing). Means" in all_
    assert gate_ci.in_title("a:b,c%\r\n") == "a%3Ab%2Cc%25\\r\\n"


def long_also_writes_what_the_formats_print(tmp_path: Path) -> None:
    words = [*judged(tmp_path, ["q1", "q2", "q3"]), "--worst-loss", "0.1"]
    said = printed([*words, "--also", "gate.md", "--also", "gate.xml", "--also", "gate.json"], tmp_path)
    assert (tmp_path / "gate.xml").read_text(encoding="utf-8").startswith("<?xml ")
    assert json.loads((tmp_path / "gate.json").read_text(encoding="utf-8"))["verdict"] == "fail"
    in_markdown = printed([*words, "--format", "markdown", "--also", "gate.txt"], tmp_path)
    assert (tmp_path / "gate.md").read_text(encoding="utf-8") == in_markdown
    assert (tmp_path / "gate.txt").read_text(encoding="utf-8") == said
    assert "unsupported output format '.csv'" in refusal(*words, "--also", "gate.csv", cwd=tmp_path)
    assert "there is no folder nowhere" in refusal(*words, "--also", "nowhere/gate.md", cwd=tmp_path)


def long_the_status_says_whether_a_change_may_be_merged() -> None:
    assert evalsql("gate", GOOD, "--baseline", POOR, "--qrels", QRELS, "--margin", "0.01").returncode == 0
    fell = evalsql("gate", POOR, "--baseline", GOOD, "--qrels", QRELS, "--margin", "0.01", "--test", "randomisation")
    assert fell.returncode == 1
    assert b". One-sided randomisation test, alpha 0.05" in fell.stdout
    track = ("gate", TRACK, "--baseline", TRACK, *OF_TRACK, "--margin", "0.01")
    done = evalsql(*track)
    assert done.returncode == 0
    assert b"cannot tell: nDCG@10 no worse" in done.stdout
    assert b"passed: ql against bm25 (1 cannot tell)" in done.stdout
    assert evalsql(*track, "--require-evidence").returncode == 1


def long_stored_scores_are_a_baseline(tmp_path: Path) -> None:
    scores = tmp_path / "scores.parquet"
    output("evaluate", GOOD, POOR, "--qrels", QRELS, "-m", "nDCG@10", "-m", "AP", "-o", scores)
    runs = evalsql("gate", POOR, "--baseline", GOOD, "--qrels", QRELS, "-m", "AP", "--margin", "1%", "--format", "csv")
    rules = ("-m", "ap", "--margin", "1%", "--format", "csv")
    one = evalsql("gate", POOR, "--baseline", scores, "--baseline-run", "good", "--qrels", QRELS, *rules)
    both = evalsql("gate", scores, "--run", "poor", "--baseline", scores, "--baseline-run", "good", *rules)
    assert runs.stdout == one.stdout == both.stdout
    assert runs.returncode == one.returncode == both.returncode == 1
    # what the baseline was not scored on is left out, and said
    duckdb.sql(f"copy (from '{scores}' where query_id <> 'q1') to '{tmp_path / 'fewer.parquet'}'")
    fewer = evalsql("gate", POOR, "--baseline", tmp_path / "fewer.parquet", "--baseline-run", "good", *rules[:-2],
                    "--qrels", QRELS)  # fmt: skip
    assert b"warning: 1 query that only poor has a value for, left out" in fewer.stderr


def long_a_warning_and_an_error_call_a_run_as_the_user_does(tmp_path: Path) -> None:
    for folder, name in (("new", "poor"), ("old", "poor"), ("new", "twice")):
        (tmp_path / folder).mkdir(exist_ok=True)
        text = Path(GOOD if folder == "old" else POOR).read_text("utf-8")
        lines = [" ".join([*line.split()[:5], name]) for line in text.splitlines()]
        (tmp_path / folder / f"{name}.run").write_text("\n".join([*lines, *lines[: name == "twice"]]), "utf-8")
    one, other, twice = (tmp_path / name for name in ("new/poor.run", "old/poor.run", "new/twice.run"))
    for new, old, said in (
        (POOR, GOOD, "(first: run poor, "),
        ({"my one": POOR}, GOOD, "(first: run my one, "),
        (one, other, "(first: run poor (new/poor.run), "),
    ):
        assert said in gate.answer(new, old, QRELS, margin=0.1).problems[-1].text
    assert " in run twice (" in refusal("gate", twice, "--baseline", POOR, "--qrels", QRELS, "--margin", "0.1")


def long_where_nobody_reads_what_is_printed_the_verdict_and_the_files_are_the_same(tmp_path: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    words = ["gate", POOR, "--baseline", GOOD, "--qrels", QRELS, "--margin", "0.1", "--also", str(tmp_path / "gate.md")]
    done = subprocess.run([sys.executable, "-m", "evalsql", *words], stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    assert (done.returncode, (tmp_path / "gate.md").is_file()) == (1, True), done.stderr


TINY = FIXTURES / "tiny"
RULES = f"""
new = "{POOR}"
baseline = "{GOOD}"
qrels = "{QRELS}"
margin = {{ "nDCG@10" = 0.01, AP = "2%" }}
at-least = "AP=0.2"
"""


def decided(*words: str, cwd: Path, file: str = "") -> dict:
    """What the gate says, as JSON; it may fail. What it says last is the file of rules that it has read."""
    done = whole(["gate", *words, "--format", "json"], cwd)
    assert done.status < 2, done.said
    assert not file or done.said.endswith(f"\nevalsql: rules of {file}\n")
    return json.loads(done.output)


def write(path: Path, table: str, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"[{table}]\n{text}", encoding="utf-8")
    return path


@pytest.mark.parametrize(("file", "table"), [("evalsql.toml", "gate"), ("pyproject.toml", "tool.evalsql.gate")])
def long_the_command_alone_does_what_the_file_says(file: str, table: str, tmp_path: Path) -> None:
    write(tmp_path / file, table, RULES)
    line = ["--margin", "nDCG@10=0.01", "--margin", "AP=2%", "--at-least", "AP=0.2", "--qrels", QRELS]
    said = decided(POOR, "--baseline", GOOD, *line, cwd=FIXTURES)
    assert decided(cwd=tmp_path, file=file) == said
    rules = [f"{rule['metric']} {rule['rule']}" for rule in said["rules"]]
    assert rules == ["nDCG@10 non_inferior", "AP non_inferior", "AP at_least"]


def long_what_the_line_says_goes_before_what_the_file_says(tmp_path: Path) -> None:
    rules = RULES.replace("AP =", '"*" = 0.4, AP =') + "alpha = 0.01\nrequire-evidence = true\n"
    write(tmp_path / "evalsql.toml", "gate", rules)
    assert [rule["bound"] for rule in decided("-m", "RR", cwd=tmp_path)["rules"][:1]] == [0.4]
    found = decided("--margin", "0.3", "--alpha", "0.2", "-m", "RR", cwd=tmp_path)
    assert [(rule["metric"], rule["rule"], rule["bound"]) for rule in found["rules"]] == [
        ("RR", "non_inferior", 0.3),
        ("AP", "non_inferior", 0.3),
        ("AP", "at_least", 0.2),
    ]
    assert found["decided"]["alpha"] == 0.2
    assert found["decided"]["require_evidence"]


def test_paths_are_relative_to_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "runs" / "here"
    folder.mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    for name in ("good.run", "poor.run"):
        (tmp_path / "runs" / name).symlink_to(TINY / name)
    relative = 'new = "changed=runs/poor.run"\nbaseline = "runs/good.run"\nqrels = "qrels.txt"\nmargin = 0.01\n'
    write(tmp_path / "evalsql.toml", "gate", relative)
    (tmp_path / "qrels.txt").symlink_to(TINY / "qrels.txt")
    found = decided(cwd=folder)
    assert (found["new"], found["baseline"]) == ("changed", "good")
    (tmp_path / "measures.txt").write_text("RR\n", encoding="utf-8")
    write(tmp_path / "evalsql.toml", "gate", relative + 'measure = "@measures.txt"\n')
    assert [rule["metric"] for rule in decided(cwd=folder)["rules"]] == ["RR"]
    bound = relative.replace("margin = 0.01", 'margin = { "@measures.txt" = 0.1, "P.5,10" = 0.2 }')
    write(tmp_path / "evalsql.toml", "gate", bound)
    bounds = {rule["metric"]: rule["bound"] for rule in decided(cwd=folder)["rules"]}
    assert bounds == {"RR": 0.1, "P@5": 0.2, "P@10": 0.2}
    general = relative.replace("margin = 0.01", 'margin = { "*" = 0.0001, "AP" = 0.99 }')
    write(tmp_path / "evalsql.toml", "gate", general)
    rows = {rule["metric"]: rule["verdict"] for rule in decided(cwd=folder)["rules"]}
    assert rows == {"nDCG@10": "fail", "AP": "pass"}
    # those of the line are relative to here
    (folder / "again.run").symlink_to(TINY / "good.run")
    assert decided("again.run", cwd=folder)["new"] == "again"


def test_every_option_is_a_key_and_paths_are_known_as_such() -> None:
    with own_commands():
        cli.add_commands([])
        command = typer.main.get_command(cli.app).commands["gate"]
    keys = config.keys_of(command)
    assert {each.name for each in keys.values()} == {each.name for each in command.params} - {"rules", "mkdir"}
    assert {"new", "baseline", "measure", "margin", "at-least", "losing", "require-evidence"} <= set(keys)
    paths = {key for key, each in keys.items() if each.metavar in config.PATHS}
    assert {"new", "baseline", "qrels", "output", "also", "queries", "gains", "weights"} <= paths
    # not a path, though its help speaks of files
    no_paths = "run baseline-run force append label where memory-limit format subtopics columns ties duplicates lower"
    speaking = {key for key, each in keys.items() if re.search(r"(?i)\b(file|folder|table)s?\b", each.help or "")}
    assert speaking - paths <= {*no_paths.split()}


def test_help_says_that_rules_may_stand_in_a_file(tmp_path: Path) -> None:
    for name, table in (("evalsql.toml", "gate"), ("pyproject.toml", "tool.evalsql.gate")):
        assert config.table_of(write(tmp_path / name, table, "nonsense = 1"), "gate") == {"nonsense": 1}
    for name, text, said in (
        ("none.toml", None, "cannot be read as rules: No such file or directory"),
        ("rules.toml", b"\xff", "not UTF-8 text; rules are TOML"),
        ("rules.toml", "[gate", "not TOML: "),
        ("rules.toml", "gate = 1", "gate is not a table"),
        ("rules.toml", "[gate]\n[other]", "unknown key other; [gate] is what evalsql reads"),
        ("pyproject.toml", "[tool.evalsql]\nx = 1", "unknown key tool.evalsql.x; [tool.evalsql.gate] is what"),
    ):
        path = tmp_path / name if text is None else put(tmp_path / name, text)
        with pytest.raises(InputError) as refused:
            config.table_of(path, "gate")
        assert str(refused.value).startswith(f"{path}: {said}")
    assert "[tool.evalsql.gate]" in " ".join(output("gate", "--help", cwd=tmp_path).split())


def long_the_nearest_file_with_rules_is_read_up_to_the_root_of_the_repository(tmp_path: Path) -> None:
    folder = tmp_path / "project" / "deep" / "deeper"
    folder.mkdir(parents=True)
    write(tmp_path / "evalsql.toml", "gate", RULES.replace("0.01", "0.4"))
    assert "missing NEW" in refusal("gate", cwd=folder)  # in no repository, nothing above is read
    (tmp_path / ".git").mkdir()
    assert decided(cwd=folder)["rules"][0]["bound"] == 0.4
    write(tmp_path / "project" / "pyproject.toml", "tool.evalsql.gate", RULES.replace("0.01", "0.3"))
    assert decided(cwd=folder)["rules"][0]["bound"] == 0.3
    write(tmp_path / "project" / "deep" / "pyproject.toml", "project", 'name = "other"')  # without rules
    assert decided(cwd=folder)["rules"][0]["bound"] == 0.3
    named = write(tmp_path / "other.toml", "gate", RULES.replace("0.01", "0.2"))
    assert decided("--rules", str(named), cwd=folder)["rules"][0]["bound"] == 0.2
    link, inside = folder / "evalsql.toml", write(tmp_path / "in.toml", "gate", RULES.replace("0.01", "0.1"))
    link.symlink_to(inside)
    assert decided(cwd=folder)["rules"][0]["bound"] == 0.1
    (tmp_path / "project" / "deep" / ".git").mkdir()
    led = "evalsql: evalsql.toml: leads out of the repository; say --rules evalsql.toml if it is to be read"
    assert " ".join(refusal("gate", cwd=folder).split()) == led
    assert decided("--rules", "evalsql.toml", cwd=folder)["rules"][0]["bound"] == 0.1
    link.unlink()
    assert "missing NEW" in refusal("gate", cwd=folder)
