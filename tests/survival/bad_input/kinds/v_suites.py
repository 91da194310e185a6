"""Suites of collections, comparisons of runs, and other questions about scores."""

from bad_input.kind import Content, Kind
from bad_input.make import line

TITLE = "Suites, comparisons and other questions"
RUN, QRELS = "q Q0 d 1 2 bm25\nq Q0 e 2 1 bm25\n", "q 0 d 1\n"
C = "compare clean.run other.run -q qrels.txt -m AP"
WITHIN = {"a/qrels.txt": QRELS, "a/runs/bm25.run": RUN}


def suite(name: str, text: Content, *says: str, files: dict | None = None, more: str = "", **other) -> Kind:
    given = {"suite.toml": text, **WITHIN, **(files or {})}
    return line(name, f"suite suite.toml -m AP{more}", *says, files=given, **other)


def compared(name: str, words: str, *says: str, **more) -> Kind:
    return line(name, f"{C} {words}", *says, **more)


KINDS = [
    suite("as it should be", "[datasets.a]\n", expected="right"),
    suite("no TOML", "[datasets.a\n", "suite.toml: not TOML"),
    suite("a collection twice", "[datasets.a]\n[datasets.a]\n", "suite.toml: not TOML"),
    suite(
        "two collections that differ only in case",
        "[datasets.a]\n[datasets.A]\n",
        "the names a and A of collections differ only in case",
    ),
    suite("a key that there is not", "measure = 'AP'\n", "suite.toml: unknown key measure"),
    suite("no collection", "measures = ['AP']\n", "suite.toml: names no collection"),
    suite("collections as a list", "datasets = ['a']\n", "suite.toml: datasets is ['a']"),
    suite("a collection that is a text", "[datasets]\na = 'x'\n", "suite.toml, a: is 'x', where a table was expected"),
    suite("a key of a collection that there is not", "[datasets.a]\nqrel = 'x'\n", "suite.toml, a: unknown key qrel"),
    suite(
        "a depth that is a text",
        "[datasets.a]\ndepth = '5'\n",
        "suite.toml, a: depth is '5'; a whole number was expected",
    ),
    suite(
        "a depth that is a date",
        "[datasets.a]\ndepth = 1979-05-27\n",
        "suite.toml, a: depth is 1979-05-27; a whole number was expected",
    ),
    suite(
        "a level of a suite that is nan", "alpha = nan\n[datasets.a]\n", "suite.toml: alpha is nan; a number between"
    ),
    suite("a level of a suite above 1", "alpha = 1.5\n[datasets.a]\n", "suite.toml: alpha is 1.5; a number between"),
    suite("no resamples of a suite", "resamples = 0\n[datasets.a]\n", "suite.toml: resamples is 0; a whole number of"),
    suite("a seed of a suite below 0", "seed = -1\n[datasets.a]\n", "suite.toml: seed is -1; a whole number of"),
    suite(
        "measures of a suite without one", "measures = []\n[datasets.a]\n", "suite.toml: measures is []; a list of one"
    ),
    suite(
        "measures of a collection without one", "[datasets.a]\nmeasures = []\n", "suite.toml, a: measures is []; a list"
    ),
    suite("runs that are numbers", "[datasets.a]\nruns = [0]\n", "suite.toml, a: runs has 0; a path, a list of paths"),
    suite(
        "a word for true or false", "strict = 1\n[datasets.a]\n", "suite.toml: strict is 1; true or false was expected"
    ),
    suite("a collection called as a column", "[datasets.Run]\n", "a collection cannot be called Run"),
    suite("a collection without a folder", "[datasets.b]\n", "b: there is no folder"),
    suite("a collection without runs", "[datasets.a]\nruns = []\n", "suite.toml, a: has no run"),
    suite("a pattern of runs that fits nothing", "[datasets.a]\nruns = 'x/*.run'\n", "x/*.run: no file matches it"),
    suite("a measure of a collection that there is not", "[datasets.a]\nmeasures = ['nDGC']\n", "nDGC"),
    suite(
        "queries of a collection that there are not",
        "[datasets.a]\nqueries = 'none.txt'\n",
        "none.txt: there is no such file",
    ),
    suite("a suite that is not UTF-8", b"\xff\n", "suite.toml"),
    suite("a suite with judgments beside it", "[datasets.a]\n", "qrels.txt", more=" -q qrels.txt"),
    suite("a run beside a suite", "[datasets.a]\n", "one suite was expected, not 2", more=" clean.run"),
    suite(
        "a run of a collection that is damaged",
        "[datasets.a]\n",
        "bad.run, line 1",
        files={"a/runs/bad.run": "q Q0 d\n"},
    ),
    line("a suite that there is not", "suite none.toml -m AP", "none.toml"),
    line(
        "a suite that is an empty folder",
        "suite folder -m AP",
        "folder",
        files={"folder": lambda path: path.mkdir()},
    ),
    line("collections by a column that there is not", "suite clean.run -q qrels.txt -m AP", "dataset"),
    compared("a baseline that there is not", "--baseline nobody", "unknown baseline", "nobody"),
    compared("a test that there is not", "--test chi2", "chi2"),
    compared("a test of a near name", "--test wilcoxn", "wilcoxn"),
    compared("a correction that there is not", "--correction none-such", "none-such"),
    compared("an interval that there is not", "--interval none", "none"),
    compared("a side that there is not", "--alternative more", "alternative", "more"),
    compared("a side without a baseline", "--alternative less", "alternative", "baseline"),
    compared("a level of 0", "--alpha 0", "alpha", "0"),
    compared("a level above 1", "--alpha 2", "alpha", "2"),
    compared("no resamples", "--resamples 0", "resamples"),
    compared("resamples without end", "--resamples 99999999999999999999", "resamples"),
    compared("a power above 1", "--power 2", "power", "2"),
    line("a comparison of one run", "compare clean.run -q qrels.txt -m AP", "run"),
    line(
        "scores in the place of runs, without a measure",
        "compare bad.csv",
        "bad.csv",
        files={"bad.csv": ["run,query_id,value", "x,q1,1"]},
    ),
    line(
        "scores that are no numbers",
        "compare bad.csv",
        "bad.csv",
        files={"bad.csv": ["run,query_id,metric,value", "x,q1,AP,high", "y,q1,AP,1"]},
    ),
    line(
        "scores beyond all bounds",
        "compare bad.csv",
        "1e",
        files={"bad.csv": ["run,query_id,metric,value", "x,q1,AP,1e200", "y,q1,AP,1"]},
    ),
    line(
        "scores of a query twice",
        "compare bad.csv",
        "q1",
        files={"bad.csv": ["run,query_id,metric,value", "x,q1,AP,0", "x,q1,AP,1", "y,q1,AP,1"]},
    ),
    line("runs without judgments", "compare clean.run other.run", "clean.run|--qrels"),
    line("a correlation of one run", "correlate clean.run -q qrels.txt -m AP -m RR", "run"),
    line("a correlation of one measure", "correlate clean.run other.run -q qrels.txt -m AP", "measure"),
    line(
        "a coefficient that there is not",
        "correlate clean.run other.run -q qrels.txt -m AP -m RR --coefficient r2",
        "r2",
    ),
    line("a pool of depth 0", "pool clean.run other.run -q qrels.txt --depths 0", "depth"),
    line("a pool of a depth that is a word", "pool clean.run other.run -q qrels.txt --depths ten", "ten"),
    line("a query to be explained that there is not", "explain AP clean.run -q qrels.txt --query q9", "q9"),
    line("a number to be reconciled that is none", "reconcile high clean.run -q qrels.txt -m AP", "high"),
    line("a history of no database", "log clean.run", "clean.run"),
    line("judgments to be described that there are not", "describe none.txt", "none.txt"),
    line("subtopics to be ideal that there are not", "ideal qrels.txt", "subtopic|qrels.txt"),
]
