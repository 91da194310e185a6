"""Judgments as TREC text: lines, fields, relevance."""

from bad_input.clean import qrels_lines, run_lines
from bad_input.make import judged, qrels

TITLE = "Judgments as TREC text"
CLEAN = qrels_lines()
BOUNDS = "0 or a number from 1e-9 to 1e15, or below 0 one of at least -1e15, was expected"
NONE = {(query, name): 0.0 for query in ("q1", "q2", "q3") for name in ("AP", "nDCG@10")}


def field(name: str, text: str, *says: str, **more: object) -> object:
    return qrels(name, judged(text), *says, **more)


KINDS = [
    field("a line of three fields", "q1 0 d2", "bad.txt, line 2: 3 fields", "where 4 were expected"),
    field("a line of two fields", "q1 d2", "bad.txt, line 2: 2 fields"),
    field("a line of a run among judgments", "q1 Q0 d2 2 2.0 x", "bad.txt, line 2|bad.txt"),
    field("fields parted by semicolons", "q1;0;d2;0", "bad.txt, line 2: 1 field"),
    field("a relevance that is a word", "q1 0 d2 relevant", "bad.txt, line 2: relevance is 'relevant'; a number"),
    field("a relevance that is yes", "q1 0 d2 yes", "line 2: relevance is 'yes'"),
    field("a relevance that is a letter grade", "q1 0 d2 B+", "line 2: relevance is 'B+'"),
    field("a relevance with a decimal comma", "q1 0 d2 0,5", "line 2: relevance is '0,5'"),
    field("a relevance that is a range", "q1 0 d2 0-1", "line 2: relevance is '0-1'"),
    field("a relevance that is a question mark", "q1 0 d2 ?", "line 2: relevance is '?'"),
    field("a relevance that is a dash", "q1 0 d2 -", "line 2: relevance is '-'"),
    field("a relevance that is nan", "q1 0 d2 nan", "line 2: relevance is", "a finite number was expected"),
    field("a relevance that is infinite", "q1 0 d2 -inf", "line 2: relevance is", "a finite number was expected"),
    field("a relevance beyond all doubles", "q1 0 d2 1e999", "line 2: relevance is"),
    field("a relevance too large to be added up", "q1 0 d2 1.7e308", f"line 2: relevance is 1.7e308; {BOUNDS}"),
    field("a relevance too small to be added up", "q1 0 d2 1e-10", f"line 2: relevance is 1e-10; {BOUNDS}"),
    field("a relevance that DuckDB cannot hold as a decimal", "q1 0 d2 1e25", f"line 2: relevance is 1e25; {BOUNDS}"),
    field("a relevance below all bounds", "q1 0 d2 -1e16", f"line 2: relevance is -1e16; {BOUNDS}"),
    field("a relevance below 0", "q1 0 d2 -2", expected="right"),
    field("a relevance of -0", "q1 0 d2 -0", expected="right"),
    field("a relevance with leading zeros", "q1 0 d2 000", expected="right"),
    qrels("relevances as real numbers", [f"{line}.0" for line in CLEAN], expected="right"),
    qrels(
        "a document judged twice, differently",
        [*CLEAN, "q1 0 d2 1"],
        "document d2 is judged twice for query q1",
        "bad.txt, line 2",
        "line 7",
    ),
    qrels("a document judged twice, alike", [*CLEAN, CLEAN[1]], "document d2 is judged twice for query q1", "line 7"),
    qrels(
        "a document judged twice, under two iterations",
        [*CLEAN, "q1 1 d2 1"],
        "subtopic",
        expected="warned",
        measures=["AP"],
        values={("q1", "AP"): (1 + 1) / 3},
    ),
    qrels(
        "all relevances 0",
        [f"{line[:-1]}0" for line in CLEAN],
        "relevant",
        expected="warned",
        values=NONE,
    ),
    qrels(
        "all relevances below 0",
        [f"{line[:-1]}-1" for line in CLEAN],
        "relevant",
        expected="warned",
        values=NONE,
    ),
    qrels(
        "a query without a relevant document",
        [*CLEAN[:-1], "q3 0 d3 0"],
        "relevant",
        expected="warned",
        values={("q3", "AP"): 0.0, ("q3", "nDCG@10"): 0.0},
    ),
    qrels(
        "a query whose relevances are all below 0",
        [*CLEAN[:-1], "q3 0 d3 -1"],
        "relevant",
        expected="warned",
        values={("q3", "AP"): 0.0, ("q3", "nDCG@10"): 0.0},
    ),
    qrels(
        "relevances below every bar that counts",
        [line.replace(" 1", " 0.5") for line in CLEAN[:1]] + [line[:-1] + "0.5" for line in CLEAN[1:]],
        "no relevance is above 0.5: set rel in measures, or --rel",
        expected="warned",
        values={key: value for key, value in NONE.items() if key[1] == "AP"},
        measures=["AP"],
    ),
    qrels("lines of a run in the place of judgments", run_lines(), "looks like a run|4 were expected|6 fields"),
    qrels(
        "lines of a run without its rank",
        [" ".join([*line.split()[:3], *line.split()[4:]]) for line in run_lines()],
        "5 fields",
    ),
    qrels(
        "a header above the lines",
        ["query iteration doc relevance", *CLEAN],
        "bad.txt, line 1: relevance is 'relevance'",
    ),
    qrels("cut off in the middle of a line", "\n".join([*CLEAN[:3], "q2 0 d"]), "bad.txt, line 4: 3 fields"),
    qrels("a comment behind a relevance", [f"{line} # sure" for line in CLEAN], "bad.txt, line 1: 6 fields"),
    qrels("lines that end as Windows ends them", "\r\n".join([*CLEAN, ""]), expected="right"),
    qrels(
        "a remark of the judge behind each line", [f"{line} seen twice" for line in CLEAN], "bad.txt, line 1: 6 fields"
    ),
    qrels("fields of two lines on one", [" ".join(CLEAN[:2]), *CLEAN[2:]], "bad.txt"),
    qrels(
        "preferences that contradict each other",
        ["q1 j1 1 d1 1", "q1 j1 1 d2 0", "q1 j1 2 d2 1", "q1 j1 2 d1 0"],
        "the judgments of judge j1 for query q1 put a document above itself",
        measures=["Prefs_simp"],
    ),
]
