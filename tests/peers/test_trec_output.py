"""Texts as trec_eval prints them: what it printed on recorded runs, and the calls of evalsql that print the same."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pytest
from places import COLLECTIONS
from recorded import present

import evalsql
from evalsql.catalog.trec_measures import family_of
from evalsql.render.statements import report
from evalsql.trec_eval import arguments

PROBES, NIST = COLLECTIONS / "golden" / "probes", COLLECTIONS / "trec_eval_test" / "test"
VERSIONS = {"9": "9.0.8", "10": "10.0"}
# what differs: trec_eval 10's RBP reads variables that it does not set, where no gain is above 1; and both sort
# gains that are less than 1 apart as if they were equal, so that they find no ideal
UNLIKE = {
    "probes/judged_only 10": ["rbp"],
    "probes/bpref_edge 10": ["rbp"],
    "probes/frac_gains 9": ["ndcg_1=0.2,2=0.5,3=0.9"],
    "probes/frac_gains 10": ["ndcg_1=0.2,2=0.5,3=0.9"],
}
# a handful that stands for the rest
FEW = (
    "trec_eval_test/results.trunc.run 10",
    "trec_eval_test/results.trunc.run 9",
    "out.test.aql",
    "out.test.meas_params",
    "out.test.prefs",
    "out.test.qrels_jg",
    "probes/float32 9",
    "probes/missing_run_topic_c 10",
    "probes/dup_run 10",
)


@dataclass(frozen=True)
class Recorded:
    """A call of trec_eval: its arguments, what it printed, and its status where that is known."""

    name: str
    version: str
    arguments: tuple[str, ...]
    text: Path
    status: int | None = None

    def __str__(self) -> str:
        return self.name


def collections() -> Iterator[Recorded]:
    """All measures of every query of a run or two of each collection."""
    for text in sorted(COLLECTIONS.glob("*/expected/text/*_q_all_trec.txt")):
        run, _, rest = text.name.partition(".trec_eval")
        folder, version = text.parents[2], "10" if rest.startswith("10") else "9"
        files = str(folder / "qrels.txt"), str(folder / "runs" / run)
        yield Recorded(f"{folder.name}/{run} {version}", version, ("-q", "-m", "all_trec", *files), text)


def of_nist() -> Iterator[Recorded]:
    """The tests that trec_eval 10 comes with."""
    test, trunc = f"{NIST}/qrels.test {NIST}/results.test", f"{NIST}/qrels.test {NIST}/results.trunc"
    parameters = (
        "-q -miprec_at_recall..10,.20,.25,.75,.50 -m P.5,7,3 -m recall.20,2000 -m Rprec_mult.5.0,0.2,0.35"
        " -mutility.2,-1,0,0 -m 11pt_avg..25,.5,.75 -mndcg.1=3,2=9,4=4.5 -mndcg_cut.10,20,23.4 -msuccess.2,5,20"
    )
    calls = {
        "out.test": test,
        "out.comment.test": f"{NIST}/qrels.comment.test {NIST}/results.comment.test",
        "out.test.a": f"-m all_trec {test}",
        "out.test.aq": f"-m all_trec -q {test}",
        "out.test.aqc": f"-m all_trec -q -c {trunc}",
        "out.test.aqcM": f"-m all_trec -q -c -M100 {trunc}",
        "out.test.aql": f"-m all_trec -mrelstring.20 -q -l2 {NIST}/qrels.rel_level {NIST}/results.test",
        "out.test.meas_params": f"{parameters} {test}",
        "out.test.prefs": f"-m all_prefs -q -R prefs {NIST}/prefs.test {NIST}/prefs.results.test",
        "out.test.qrels_prefs": f"-m all_prefs -q -R qrels_prefs {test}",
        "out.test.qrels_jg": f"-m qrels_jg -q -R qrels_jg {NIST}/qrels.123 {NIST}/results.test",
        "out.test.aqZ": f"-q -m all_trec -Z {NIST}/zscores_file {test}",
    }
    for name, line in calls.items():
        yield Recorded(name, "10", tuple(line.split()), NIST / name, 0)
    commented = {
        "out.test": f"{NIST}/qrels.test.with-comments {NIST}/results.test",
        "out.test.prefs": f"-m all_prefs -q -R prefs {NIST}/prefs.comment.test {NIST}/prefs.results.test",
        "out.test.qrels_jg": f"-m qrels_jg -q -R qrels_jg {NIST}/qrels.comments.123 {NIST}/results.test",
    }
    for name, line in commented.items():
        yield Recorded(f"{name} of commented judgments", "10", tuple(line.split()), NIST / name, 0)


def probes() -> Iterator[Recorded]:
    """Cases at the edges, in both versions."""
    for name, said in json.loads((PROBES / "INDEX.json").read_text()).items() if PROBES.is_dir() else ():
        for version, full in VERSIONS.items():
            text = PROBES / name / f"trec_eval-{full}.out"
            measures = () if "-m " in said["args"] else printed(text)
            arguments = *measures, *said["args"].split(), str(PROBES / name / "qrels"), str(PROBES / name / "run")
            yield Recorded(f"probes/{name} {version}", version, arguments, text, said[f"rc {full}"])


def printed(text: Path) -> list[str]:
    """The options for the measures that a text has, which is said nowhere else."""
    names = dict.fromkeys(line.split()[0] for line in text.read_text(encoding="utf-8").splitlines())
    found = dict.fromkeys(map(family_of, names))
    return [f"-m{'relstring.20' if name == 'relstring' else name}" for name in found]


CASES = [*collections(), *of_nist(), *probes()]


def alike(case: Recorded, lines: list[str]) -> list[str]:
    """The lines of an output but those that are known to differ."""
    unlike = UNLIKE.get(case.name, ())
    return [line for line in lines if line.split()[0] not in unlike]


def assert_main_prints(case: Recorded, capfd: pytest.CaptureFixture) -> None:
    """Fails where `evalsql trec_eval` prints something else, or has another status."""
    status = arguments.main(["--trec-eval", case.version, *case.arguments])
    assert case.status in (None, status)
    said, ours = case.text.read_bytes().decode().splitlines(True), capfd.readouterr().out.splitlines(True)
    assert alike(case, ours) == alike(case, said)
    # what is on the list of differences does differ
    assert (ours != said) == (case.name in UNLIKE)


@present
@pytest.mark.parametrize("case", [case for case in CASES if case.name in FEW], ids=str)
def test_the_output_is_that_of_trec_eval(case, capfd: pytest.CaptureFixture) -> None:
    assert_main_prints(case, capfd)


def test_in_relstring_a_relevance_above_9_and_one_below_0_have_signs() -> None:
    runs = pa.table({"query_id": ["q"] * 12, "doc_id": [*"abcdefghijkl"], "score": [float(12 - n) for n in range(12)]})
    qrels = pa.table({"query_id": ["q"] * 4, "doc_id": [*"abdz"], "relevance": [9, 10, -1, 1]})
    evaluated = evalsql.Evaluation(runs, qrels)
    for first, text in (("10", "9>-.------"), ("2", "9>")):
        found = evaluated.connection.execute(report("scores/relevance_strings", (), first=first)).fetchall()
        assert found == [("run", "q", text)]


OTHERS = [case for case in CASES if case.name not in FEW]


@present
@pytest.mark.parametrize("case", OTHERS[::5], ids=str)
def long_the_output_is_that_of_trec_eval(case, capfd: pytest.CaptureFixture) -> None:
    assert_main_prints(case, capfd)


@present
@pytest.mark.parametrize("case", OTHERS, ids=str)
def weekly_the_output_is_that_of_trec_eval(case, capfd: pytest.CaptureFixture) -> None:
    assert_main_prints(case, capfd)
