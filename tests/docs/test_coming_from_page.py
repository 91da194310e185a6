"""Each line of docs/coming_from.md does what it says, and what it says is missing is missing."""

import re
import shlex
from pathlib import Path

import in_process
import pages
import pyarrow as pa
import pytest
from places import FIXTURES

import evalsql
from evalsql.catalog.listing import metrics

PAGE = "docs/coming_from.md"
TEXT = pages.read(PAGE)
CELLS = [code for row in re.findall(r"^\|.*\|$", TEXT, re.MULTILINE) for code in re.findall(r"`([^`]+)`", row)]
LINES = [code for code in re.findall(r"`([^`]+)`", TEXT) if code.startswith("evalsql ")]
PROGRAMS = [code for code in CELLS if code.startswith("evalsql.")]
PEERS = ("trec_eval", "ir_measures", "ndeval", "sample_eval")
FRAMES = {
    "bm25": {"query_id": ["q1", "q1", "q2"], "doc_id": ["d1", "d2", "d1"], "score": [3.0, 2.0, 1.0]},
    "dense": {"query_id": ["q1", "q1", "q2"], "doc_id": ["d2", "d1", "d3"], "score": [0.9, 0.8, 0.7]},
    "judgments": {"query_id": ["q1", "q2", "q2"], "doc_id": ["d2", "d1", "d3"], "relevance": [2, 1, 1]},
    "results": {"qid": ["q1", "q2"], "docno": ["d2", "d4"], "score": [3.0, 2.0], "rank": [0, 0]},
    "pt_qrels": {"qid": ["q1", "q2"], "docno": ["d2", "d1"], "label": [2, 1]},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the page names."""
    made = tmp_path_factory.mktemp("coming")
    (made / "runs").mkdir()
    for name, file in {"bm25.run": "good.run", "dense.run": "poor.run", "qrels.txt": "qrels.txt"}.items():
        (made / name).write_bytes((FIXTURES / "tiny" / file).read_bytes())
    (made / "runs" / "bm25.run").write_bytes((made / "bm25.run").read_bytes())
    (made / "qrels.diversity.txt").write_text("q1 1 d01 1\nq1 2 d01 1\nq1 2 d02 1\nq2 1 d02 1\n")
    (made / "qrels.sample.txt").write_text("q1 0 d01 1 1\nq1 0 d02 1 0\nq1 0 d03 2 -1\nq1 0 d04 2 1\n")
    (made / "bm25.json").write_text('{"q1": {"d1": 1.5, "d2": 0.5}}')
    (made / "qrels.json").write_text('{"q1": {"d2": 1}}')
    return made


def called(name: str) -> str:
    """A name as the other tool has it: without what it stands for here."""
    return name.partition(" with ")[0]


def named() -> str:
    """A row for each metric that another tool has, with its name there."""
    lines = ["| evalsql | " + " | ".join(PEERS) + " |", "|---" * (len(PEERS) + 1) + "|"]
    for metric in metrics().values():
        if metric.peers:
            cells = [", ".join(f"`{called(name)}`" for name in metric.peers.get(peer, ())) for peer in PEERS]
            lines.append(pages.row(f"`{metric.name}`", *cells))
    return "\n".join(lines)


def test_the_page_has_every_name_of_another_tool() -> None:
    assert {peer for metric in metrics().values() for peer in metric.peers} == set(PEERS)
    pages.fill(PAGE, "names", named())


@pytest.mark.quick(4)
@pytest.mark.parametrize("line", LINES)
def test_each_command_works(line: str, folder: Path) -> None:
    done = in_process.whole(shlex.split(line)[1:], folder)
    assert done.status == 0, done.said
    assert done.output


@pytest.mark.quick(4)
@pytest.mark.filterwarnings("ignore:.*:UserWarning")
@pytest.mark.parametrize("code", PROGRAMS)
def test_each_call_works(code: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    known = {name: pa.table(columns) for name, columns in FRAMES.items()}
    assert eval(code, {"evalsql": evalsql, "run": "bm25.run", "qrels": "qrels.txt", **known}).fetchall()


def test_each_name_of_another_tool_is_that_metric() -> None:
    values = {"rel": 1, "k": 5, "p": 0.8, "alpha": 0.5, "beta": 0.5, "recall": 0.1, "multiple": 0.4}
    values |= {"gains": "1=1,2=3", "points": "0,1", "hit": 1, "noise": -1, "miss": -2, "rest": 0}
    for metric in metrics().values():
        known = {each.name: 1 if each.default is None else each.default for each in metric.parameters.values()} | values
        for name in (called(name).format(**known) for names in metric.peers.values() for name in names):
            assert evalsql.parse_measure(name).metric.name == metric.name, name


def test_what_is_said_to_be_missing_is() -> None:
    missing = re.findall(r"`(\w+(?:[@.]\w+)?)`", TEXT.partition("## What is not here")[2])
    missing = [name for name in missing if name != "ir_datasets" and not name.startswith("Success")]
    assert missing
    for name in missing:
        with pytest.raises(evalsql.InputError):
            evalsql.parse_measure(name)


NAMES = ["map_cut_100", "recall_5", "success_1", "SetP", "Judged@10", "nDCG(dcg='exp-log2')@10"]


@pytest.mark.parametrize("name", NAMES)
def test_names_that_the_page_says_work_do(name: str) -> None:
    assert f"`{name}`" in TEXT
    evalsql.parse_measure(name)
