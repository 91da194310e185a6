"""`evalsql trec_eval`: its arguments, what it says, and the status it ends with."""

import io
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from in_process import output, whole
from written import put

from evalsql.catalog.trec_measures import lines_of
from evalsql.trec_eval import arguments


@pytest.fixture
def files(tmp_path) -> tuple[str, str]:
    """Judgments of two queries, and a run that answers one and a query that is not judged."""
    run = put(tmp_path / "bm25.run", ["q1 Q0 a 1 9 the_tag", "q1 Q0 b 2 8 the_tag", "q9 Q0 a 1 1 the_tag"])
    return str(put(tmp_path / "q.txt", ["q1 0 a 0", "q1 0 b 2", "q2 0 a 1"])), str(run)


def called(capfd, *words: str) -> tuple[int, list[list[str]], str]:
    """The status, the fields of the lines printed, and what is said."""
    status = arguments.main(words)
    said = capfd.readouterr()
    return status, [line.split("\t") for line in said.out.splitlines()], said.err


def test_lines_are_in_the_order_of_trec_eval_whatever_was_asked_first(files, capfd) -> None:
    status, lines, _ = called(capfd, "-c", "-mP.10,5", "-m", "recip_rank", "-m", "runid", *files)
    assert status == 0
    assert lines == [
        ["runid                 ", "all", "the_tag"],
        ["recip_rank            ", "all", "0.2500"],
        ["P_5                   ", "all", "0.1000"],
        ["P_10                  ", "all", "0.0500"],
    ]


def long_a_query_whose_name_begins_with_a_hash_is_one_to_version_9_which_has_no_comments(tmp_path, capfd) -> None:
    run = put(tmp_path / "bm25.run", ["#1 Q0 a 1 9 t", "#1 Q0 b 2 8 t", "q2 Q0 a 1 1 t"])
    qrels = put(tmp_path / "q.txt", ["q2 0 a 1", "#1 0 b 1", "#1 0 c 0"])
    _, lines, _ = called(capfd, "--trec-eval", "9", "-q", "-m", "map", str(qrels), str(run))
    assert [line[1:] for line in lines] == [["#1", "0.5000"], ["q2", "1.0000"], ["all", "0.7500"]]
    _, lines, _ = called(capfd, "-q", "-m", "map", str(qrels), str(run))
    assert [line[1:] for line in lines] == [["q2", "1.0000"], ["all", "1.0000"]]
    printed = output("evaluate", run, "--qrels", qrels, "-m", "AP", "--format", "csv")
    assert printed.splitlines()[1:] == ["bm25,1.0"]


def test_options_stand_anywhere_and_have_long_names(files, capfd) -> None:
    short = called(capfd, "-q", "-c", "-n", "-m", "map", "-l", "2", *files)
    words = ("--query_eval_wanted", "--complete_rel_info_wanted", "--nosummary", "--level_for_rel=2")
    assert called(capfd, *files, *words, "--measure", "map") == short
    assert short[1] == [["map                   ", "q1", "0.5000"], ["map                   ", "q2", "0.0000"]]


def test_the_size_of_the_collection_is_of_measures_that_take_it(files, capfd) -> None:
    words = ("--trec-eval", "9", "-N", "10", "-m", "utility.1,-1,0,0.5", "-m", "map")
    status, lines, _ = called(capfd, *words, *files)
    # one relevant document and another retrieved, none missed, and eight others in the collection
    assert (status, [line[1:] for line in lines]) == (0, [["all", "0.5000"], ["all", "4.0000"]])


def test_a_query_that_is_not_answered_ends_version_10_and_is_left_out_by_9(files, capfd, monkeypatch) -> None:
    status, lines, said = called(capfd, "-q", "-m", "map", *files)
    assert (status, lines) == (4, [["map                   ", "q1", "0.5000"]])
    assert "has no results for query q2" in said
    monkeypatch.setenv("EVALSQL_TREC_EVAL", "9")
    status, lines, _ = called(capfd, "-m", "map", *files)
    assert (status, lines) == (0, [["map                   ", "all", "0.5000"]])


def test_a_run_may_come_on_standard_input(files, capfd, monkeypatch) -> None:
    qrels, run = files
    stdin = io.TextIOWrapper(io.BytesIO(Path(run).read_bytes()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert called(capfd, "-c", qrels, "-")[1][0] == ["runid                 ", "all", "the_tag"]


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["-m", "mapp"], 1, "illegal measure 'mapp'"),
        (["-m", "P.0"], 1, "cutoffs above 0 were expected, each once"),
        (["-m", "P.5,5"], 1, "cutoffs above 0 were expected, each once"),
        (["-x"], 1, "option -x not recognized"),
        (["-l", "two"], 1, "-l takes a whole number, not 'two'"),
        (["third"], 2, "third: cannot be read as judgments"),
        (["--trec-eval", "8"], 1, "the versions are 9, 10, not 8"),
        (["-R", "qrelz"], 2, "-R qrelz is not here; it takes qrels, prefs, qrels_prefs, qrels_jg"),
        (["-R", "prefs"], 4, "num_ret is not a measure of -R prefs"),
        (["-m", "map_avgjg"], 4, "map_avgjg is not a measure of -R qrels"),
        (["-R", "prefs", "-m", "prefs"], 2, "lines of query, judge, subgroup, document and relevance were expected"),
        (["-v"], 0, "trec_eval version 10.0"),
        (["-c", "-Z", "nowhere"], 2, "nowhere: lines of query, measure, mean and standard deviation were expected"),
    ],
)
def test_what_cannot_be_is_refused_with_the_status_of_trec_eval(files, capfd, arguments, status, said) -> None:
    ended, lines, text = called(capfd, *arguments, *files)
    assert (ended, lines) == (status, [])
    assert said in text


@pytest.mark.parametrize(
    ("lines", "status"), [(["q1 Q0 a 1 9 r", "q1 Q0 a 2 8 r"], 4), ([], 2), (["q1 Q0 a"], 2), (["q7 Q0 a 1 9 r"], 7)]
)
def long_a_run_that_cannot_be_used_has_a_status_of_its_own(files, capfd, tmp_path, lines, status) -> None:
    run = str(put(tmp_path / "other.run", lines))
    assert called(capfd, "--trec-eval", "9", files[0], run)[:2] == (status, [])


def test_help_says_what_measures_are(capfd) -> None:
    status, lines, _ = called(capfd, "-h", "-m", "recip_rank")
    text = "\n".join("\t".join(line) for line in lines)
    assert (status, text.startswith("Usage: evalsql trec_eval")) == (0, True)
    assert "\nrecip_rank: " in text


def long_it_is_a_program(files) -> None:
    command = [sys.executable, "-m", "evalsql.trec_eval", "-q", "-m", "map", *files]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (4, b"map                   \tq1\t0.5000\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def long_output_that_nobody_takes_ends_it_without_a_traceback(files) -> None:
    command = shlex.join([sys.executable, "-m", "evalsql.trec_eval", "-c", "-m", "map", *files])
    for where, status, said in (
        (">&-", 0, ""),
        ("> /dev/full", 1, "evalsql: standard output could not be written: No space left on device\n"),
    ):
        done = subprocess.run(f"{command} {where}", shell=True, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (status, said)


def test_several_runs_are_printed_one_after_the_other_and_a_file_of_several_tags_is_one(files, tmp_path) -> None:
    qrels, run = files
    other = put(tmp_path / "other.run", ["q1 Q0 b 1 9 r", "q2 Q0 a 1 9 r"])
    done = whole(["trec_eval", "-c", "-m", "map", qrels, run, str(other)], tmp_path)
    lines = [line.split("\t")[2] for line in done.output.splitlines()]
    assert (done.status, lines) == (0, ["the_tag", "0.2500", "r", "1.0000"])
    assert whole(["trec_eval", "-m", "map", qrels, run, str(other)], tmp_path).status == 4
    judged = str(put(tmp_path / "q", ["1 0 a 1", "1 0 b 1"]))
    lines = ["1 Q0 a 1 3 A", "1 Q0 b 2 2 B"]
    regular, blanks = put(tmp_path / "r", lines), put(tmp_path / "s", [f" {line}" for line in lines])
    for tagged in (regular, blanks):
        text = whole(["trec_eval", "-m", "map", "-m", "runid", judged, str(tagged)], tmp_path).output
        assert [line.split("\t")[1:] for line in text.splitlines()] == [["all", "B"], ["all", "1.0000"]]


def test_evaluate_has_measures_of_ours_by_the_names_of_trec_eval(files, tmp_path) -> None:
    given = ("--format", "trec", "--convention", "trec_eval-10", "--population", "qrels")
    measures = ("-m", "nDCG@5", "-m", "ERR@5", "-m", "map", "-m", "IPrec@0.5")
    printed = output("evaluate", files[1], "--qrels", files[0], *given, *measures)
    names = [line.split("\t")[0].strip() for line in printed.splitlines()]
    assert names == ["runid", "ndcg_cut_5", "ERR@5", "map", "iprec_at_recall_0.50"]


def test_the_parameters_that_are_said_first_count() -> None:
    texts = ["P.3", "official", "P.7", "relstring.20", "rbp.p=0.5"]
    names = [line.name for line in lines_of(texts, "trec_eval-10")]
    some = [name for name in names if name[:2] in ("P_", "re", "rb")]
    assert some == ["recip_rank", "P_3", "relstring_20", "rbp_p=0.5"]
    assert [line.length for line in lines_of(["relstring.-2"], "trec_eval-10")] == [0]


POINTS = [f"1 Q0 d{rank} {rank} {5000 - rank} t" for rank in range(1, 51)]
RELEVANT = ("a", "z", "z", "z", "a", "ab", "ab", "a")  # to each judge; z is not retrieved
JUDGES = [f"1 j{judge} {doc} 1" for judge, docs in enumerate(RELEVANT) for doc in docs]
POSSIBLE = "--trec-eval 9 -c -R qrels_prefs -m prefs_num_prefs_poss"
PREFERRED = ["1 j a 2", "1 j b 1", "1 j c 0", "1 j d 2"]
TIED = ["1 Q0 a 1 5 t", "1 Q0 b 2 5 t", "1 Q0 c 3 5 t", "1 Q0 d 4 5 t"]
ANSWERED, TWO = ["1 Q0 a 1 5 t", "2 Q0 b 1 5 t"], ["1 0 a 1", "2 0 b 1"]


@pytest.mark.parametrize(
    ("qrels", "run", "arguments", "expected"),
    [
        (["1 0 a 1", "1 0 b 1"], ["1 Q0 a 1 3 A", "1 Q0 b 2 2 B"], "-m map -m runid", {"runid": "B", "map": "1.0000"}),
        # summed from the highest point down; the other way it is printed 0.0912
        ([f"1 0 d{n} 1" for n in (20, 24, 32, 50)], POINTS, "-m 11pt_avg", {"11pt_avg": "0.0913"}),
        # summed from the first judge to the last; otherwise it is printed 0.0437
        (JUDGES, TIED, "-R qrels_jg -m P_avgjg.20", {"P_avgjg_20": "0.0438"}),
        # of equal scores the lowest ids are kept
        (PREFERRED, TIED, "-R qrels_prefs -M 1 -m prefs_num_prefs_ful", {"prefs_num_prefs_ful": "2"}),
        (PREFERRED, TIED, "-R qrels_prefs -M 2 -m prefs", {"prefs_num_prefs_ful": "3", "prefs_num_prefs_ful_ret": "1"}),
        (TWO, ANSWERED, "-c -Z {z} -m num_rel", {"Znum_rel": "2.0000"}),
        (TWO, ANSWERED[:1], "-c -Z {z} -m map --trec-eval 9", {"Zmap": "-0.5000"}),
        ([*PREFERRED, "2 j a 2", "2 j b 1"], TIED, POSSIBLE, {"prefs_num_prefs_poss": "5"}),
    ],
)
def long_what_trec_eval_prints_to_the_last_digit(capfd, tmp_path, qrels, run, arguments, expected) -> None:
    lines = ["1 num_rel 1 1", "2 num_rel 1 1", "1 map 2 1"]
    given = arguments.format(z=put(tmp_path / "z", lines)).split()
    files = str(put(tmp_path / "q", qrels)), str(put(tmp_path / "r", run))
    status, found, _ = called(capfd, *given, *files)
    values = {name.strip(): value for name, query, value in found if query == "all"}
    assert (status, {name: values[name] for name in expected}) == (0, expected)
