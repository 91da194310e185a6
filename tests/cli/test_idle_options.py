"""An option that changes nothing beside another is said or refused: lines of commands with each of their options."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
import typer
from in_process import own_commands, whole
from written import put

from evalsql import cli

RUNS = [f"{name}.run" for name in ("one", "two", "three", "four")]
JUDGED = [*RUNS, "--qrels", "q.txt"]
LINES: list[list[str]] = [
    ["categories", *JUDGED, "-m", "AP"],
    ["check", *JUDGED],
    ["explain", "nDCG@3", "one.run", "--qrels", "q.txt", "--query", "q1"],
    ["ideal", "sub.txt"],
    ["leave-out", *JUDGED, "-m", "AP", "--depth", "3"],
    ["log", "history.duckdb"],
    ["metrics"],
    ["metrics", "AP"],
    ["sql", "AP"],
    ["describe", "q.txt"],
    ["describe", "q.txt", "q2.txt"],
    ["overlap", *RUNS],
    ["pool", *JUDGED, "-m", "AP", "--depth", "2"],
    ["queries", *JUDGED, "-m", "AP", "-m", "RR"],
    ["reconcile", "0.4", "one.run", "--qrels", "q.txt", "-m", "AP"],
    ["standardize", *JUDGED, "-m", "AP"],
    ["subsample", *JUDGED, "-m", "AP", "--queries", "3"],
    ["suite", "all.csv", "--qrels", "judged.csv", "-m", "AP", "-m", "Hole@2"],
    ["sweep", *JUDGED, "-m", "RBP", "--over", "p=0.5,0.8"],
    ["ties", *JUDGED, "-m", "AP"],
]
VALUES = {
    "--alpha": ["0.3", "0.95"],
    "--best": ["two", "three"],
    "--by": ["paper", "lang"],
    "--ci": ["student", "bca"],
    "--corpus": ["corpus.csv"],
    "--decimals": ["2"],
    "--depth": ["1", "4"],
    "--documents": ["0.5"],
    "--format": ["csv", "json", "markdown"],
    "--from": ["one", "two"],
    "--limit": ["1"],
    "--lower": ["AP"],
    "--margin": ["0.01"],
    "--measure": ["RR", "P@2"],
    "--over": ["p=0.3,0.4"],
    "--p": ["0.5"],
    "--part": [*("sets", "levels", "agreements", "crossed"), *("queries", "wins", "components"), *("runs", "tests")],
    "--qrels": ["q2.txt", "other"],
    "--query": ["q2"],
    "--reference": ["one", "two"],
    "--rel": ["2", "3"],
    "--run": ["two", "three"],
    "--runs": ["mine"],
    "--seed": ["1", "2"],
    "--slice": ["lang=a"],
    "--slices": ["queries.csv"],
    "--split": ["dev"],
    "--teams": ["teams.csv"],
    "--times": ["4"],
    "--top": ["1", "2"],
}
# what evaluations read, which tests of the oracle and of idle parameters look at; and where or how a file is written
OTHERS = {
    *("--population", "--ties", "--queries", "--gains", "--subtopics", "--weights", "--without-own", "--exclusions"),
    *("--candidates", "--costs", "--duplicates", "--where", "--convention", "--columns", "--threads", "--memory-limit"),
    *("--init", "--temp-directory", "--output", "--force", "--append", "--label", "--replace-label", "--plot"),
    *("--width", "--dark", "--highlight", "--picture", "--spreadsheet", "--quiet", "--warnings", "--set"),
}


@cache
def options(command: str) -> list[tuple[str, bool]]:
    """The options of a command, and whether each is a flag."""
    with own_commands():
        cli.add_commands([])
        parameters = dict(typer.main.get_command(cli.app).commands)[command].params
    named = [(each.opts[0], bool(each.is_flag)) for each in parameters if each.param_type_name == "option"]
    return [each for each in named if each[0] not in OTHERS]


def worded(command: str) -> Iterator[list[str]]:
    """Each option of a command with each of its values."""
    for name, flag in options(command):
        yield from [[name]] if flag else ([name, value] for value in VALUES[name])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Runs that differ on every query, and two sets of judgments."""
    there = tmp_path_factory.mktemp("idle")
    for place, run in enumerate(RUNS):
        orders = [[(place * (query + 1) + rank * (1 + query % 3)) % 7 for rank in range(5)] for query in range(6)]
        lines = [
            f"q{query} Q0 d{doc} 1 {9 - rank} x" for query, docs in enumerate(orders) for rank, doc in enumerate(docs)
        ]
        put(there / run, lines)
    for name, step in (("q.txt", 3), ("q2.txt", 5)):
        put(there / name, [f"q{query} 0 d{doc} {(doc * step + query) % 4}" for query in range(6) for doc in range(7)])
    # a greedy ideal takes the first, at an alpha of 0.95
    covers = {"all": "2345", "low": "123", "high": "456"}
    put(there / "sub.txt", [f"q{q} {each} {doc} 1" for q in range(6) for doc in covers for each in covers[doc]])
    of_queries = [f"q{query},{'ab'[query % 2]},{query // 3}" for query in range(6)]
    put(there / "queries.csv", ["query_id,lang,part", *of_queries])
    put(there / "corpus.csv", ["doc_id", "d1"])
    put(there / "teams.csv", ["run,team", "one,A", "two,A", "three,B", "four,C"])
    rows = [(run, *line.split()) for run in RUNS for line in (there / run).read_text().splitlines()]
    held = [f"{int(query[1:]) % 2},{run},{query},{doc},{score}" for run, query, _, doc, _, score, _ in rows]
    held += [f"{query % 2},{run},q{query},unjudged,{query + 7}" for run in RUNS[:3] for query in range(6)]
    held += [f"2,{run},q6,d1,9" for run in RUNS[:3]]  # which --strict refuses of the fourth
    put(there / "all.csv", ["dataset,run,query_id,doc_id,score", *held])
    judged = [line.split() for line in (there / "q.txt").read_text().splitlines()]
    held = ["2,q6,d1,1", *(f"{int(query[1:]) % 2},{query},{doc},{relevance}" for query, _, doc, relevance in judged)]
    put(there / "judged.csv", ["dataset,query_id,doc_id,relevance", *held])
    for label, qrels in (("x", "q.txt"), ("y", "q2.txt"), ("z", "q.txt")):
        noted = ["-o", "history.duckdb", "--append", "--label", label]
        assert whole(["evaluate", *RUNS, "--qrels", qrels, "-m", "AP", "-m", "RR", *noted], there).status == 0
    return there


def idle(line: Sequence[str], folder: Path) -> list[str]:
    """The options that change nothing beside each option of a line, without a word."""
    settings = [tuple(each) for each in worded(line[0])]
    done = cache(lambda each: whole([*line, *chain.from_iterable(sorted(each))], folder))
    found = []
    for beside in ((), *settings):
        before = done(frozenset({beside} - {()}))
        if before.status == 2:
            continue
        for name, _ in options(line[0]):
            after = [done(frozenset({beside, each} - {()})) for each in settings if each[0] == name not in beside[:1]]
            taken = [each for each in after if each.status != 2]
            if taken and all(each == before for each in taken):
                found.append(" ".join([*line[:1], *beside, name]))
    return found


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def weekly_an_option_that_changes_nothing_beside_another_is_said(line: list[str], folder: Path) -> None:
    assert idle(line, folder) == []


OF_COLUMNS = [["scores.value", "gains.gain"], ["queries.text"], ["runs.score"]]  # of which the last two are refused
MORE_LINES = [
    ["build", "b.duckdb", *JUDGED, "--force"],
    ["compare", *JUDGED],
    ["convert", "q.txt", "q.csv"],
    ["curve", *JUDGED, "-m", "nDCG@3"],
    ["evaluate", *JUDGED],
    ["gate", "one.run", "--baseline", "two.run", "--qrels", "q.txt", "-m", "AP", "--margin", "0.5"],
    ["report", *JUDGED, "-o", "r.html"],
    ["verify", "scores.csv", *JUDGED],
]


def long_a_choice_of_columns_of_what_is_not_read_is_said(folder: Path) -> None:
    assert_choices_are_said([*LINES, *MORE_LINES][::6], folder)


def weekly_a_choice_of_columns_of_what_is_not_read_is_said_by_every_command(folder: Path) -> None:
    assert_choices_are_said([*LINES, *MORE_LINES], folder)


def assert_choices_are_said(lines: list[list[str]], folder: Path) -> None:
    whole(["evaluate", *JUDGED, "-m", "AP", "-o", "scores.csv", "--force"], folder)
    silent = []
    for line in lines:
        for columns in OF_COLUMNS if line[0] not in ("log", "metrics", "sql") else ():
            done = whole([*line, *(word for each in columns for word in ("--columns", f"{each}=nosuch"))], folder)
            told = done.output + done.said
            unsaid = [each for each in columns if f"the choice of {each} changes nothing" not in told]
            if unsaid and not (columns == ["runs.score"] and re.search("no column '?nosuch", told)):  # which are read
                silent.append((line, unsaid, told))
    assert silent == []


WITHOUT_JUDGMENTS = "strict is for runs and judgments; without judgments, scores are"
NOT_READ = "columns: the choice of runs.score changes nothing: no runs"
SIDES = "--baseline scores.csv --run one --baseline-run two --margin 0.5"


@pytest.mark.parametrize(
    ("line", "option", "said"),
    [
        ("compare scores.csv", "--columns runs.score=other", NOT_READ),
        (f"gate scores.csv {SIDES}", "--columns qrels.gain=x", "no ju"),
        ("build s.duckdb scores.csv", "--strict", WITHOUT_JUDGMENTS),
        ("report scores.csv -o r.html", "--strict", WITHOUT_JUDGMENTS),
        ("suite all.csv --qrels judged.csv --per-query", "--format json", "--per-query has no effect with --format j"),
    ],
)
def test_what_is_not_of_the_input_or_format_is_said(folder: Path, line: str, option: str, said: str) -> None:
    evaluate = ["evaluate", *JUDGED, "-m", "AP", "-o", "scores.csv"]
    assert (folder / "scores.csv").exists() or whole(evaluate, folder).status == 0
    assert said in whole([*line.split(), *option.split()], folder).said
