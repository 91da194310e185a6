"""Runs as TREC text: lines, fields, scores, ranks, documents."""

from bad_input.clean import OTHERS, run_lines
from bad_input.make import run, second

TITLE = "Runs as TREC text"
CLEAN = run_lines()
SEVERAL = {"gate": "refused"}  # which holds one run against one


def field(name: str, text: str, *says: str, **more: object) -> object:
    return run(name, second(text), *says, **more)


KINDS = [
    field("a line of one field", "q1", "bad.run, line 2: 1 field", "where 6 were expected"),
    field("a line of five fields: no rank", "q1 Q0 d2 2 x", "bad.run, line 2: 5 fields"),
    run("a word behind the fields of every line", [f"{line} more" for line in CLEAN], expected="right"),
    field("a run name of two words in one line", "q1 Q0 d2 2 2 my run", "run my", expected="warned", unlike=SEVERAL),
    field("a document of two words", "q1 Q0 d 2 2 2 x", "first: run 2, query q2", expected="warned", unlike=SEVERAL),
    field("a line of judgments among those of a run", "q1 0 d2 1", "bad.run, line 2: 4 fields"),
    field("fields parted by commas", "q1,Q0,d2,2,2,x", "bad.run, line 2: 1 field"),
    field("a score that is a word", "q1 Q0 d2 2 two x", "bad.run, line 2: score is 'two'; a number was expected"),
    field("a score with an underscore", "q1 Q0 d2 2 1_000 x", "line 2: score is '1_000'"),
    field("a score in hexadecimal", "q1 Q0 d2 2 0x10 x", "line 2: score is '0x10'"),
    field("a score with a decimal comma", "q1 Q0 d2 2 2,5 x", "line 2: score is '2,5'"),
    field("a score with two points", "q1 Q0 d2 2 1.2.3 x", "line 2: score is '1.2.3'"),
    field("a score cut off behind its e", "q1 Q0 d2 2 1e x", "line 2: score is '1e'"),
    field("a score with two signs", "q1 Q0 d2 2 --1 x", "line 2: score is '--1'"),
    field("a score that is true", "q1 Q0 d2 2 true x", "line 2: score is 'true'"),
    field("a score in Arabic digits", "q1 Q0 d2 2 ٣ x", "line 2: score is '٣'"),
    field("a score that is a fraction", "q1 Q0 d2 2 1/2 x", "line 2: score is '1/2'"),
    field("a score in percent", "q1 Q0 d2 2 20% x", "line 2: score is '20%'"),
    field("a score with a unit of a float", "q1 Q0 d2 2 2.0f x", "line 2: score is '2.0f'"),
    field("a score that is nan", "q1 Q0 d2 2 nan x", "line 2: score is", "a finite number was expected"),
    field("a score that is infinite", "q1 Q0 d2 2 inf x", "line 2: score is", "a finite number was expected"),
    field("a score beyond all doubles", "q1 Q0 d2 2 1e400 x", "line 2: score is", "a finite number was expected"),
    field("a score below all doubles", "q1 Q0 d2 2 -1e400 x", "line 2: score is", "a finite number was expected"),
    field("a score in quotes", 'q1 Q0 d2 2 "2" x', "line 2: score is '\"2\"'"),
    field("a score that is null", "q1 Q0 d2 2 null x", "line 2: score is 'null'"),
    field("a score with a plus", "q1 Q0 d2 2 +2 x", expected="right"),
    field("a score without a digit before its point", "q1 Q0 d2 2 2. x", expected="right"),
    field("a score with an exponent", "q1 Q0 d2 2 2E0 x", expected="right"),
    run(
        "scores so small that doubles have few digits for them",
        [line.replace(" 1 x", " 4.9e-324 x").replace(" 2 x", " 9.9e-324 x") for line in CLEAN],
        expected="right",
    ),
    run(
        "scores near the largest double",
        [line.replace(" 3 x", " 1.7e308 x").replace(" 1 x", " -1.7e308 x") for line in CLEAN],
        expected="right",
    ),
    field("a rank that is a word", "q1 Q0 d2 second 2 x", expected="right"),
    field("a rank below 0", "q1 Q0 d2 -5 2 x", "rank", expected="warned"),
    run(
        "ranks that say another order than the scores",
        [line.replace(" 1 3 x", " 3 3 x").replace(" 3 1 x", " 1 1 x") for line in CLEAN],
        "the rank column disagrees with the scores in 1 ranking of 1 run",
        "query q1",
        expected="warned",
    ),
    run(
        "ranks from 0",
        [f"{q} Q0 {d} {int(r) - 1} {s} x" for q, _, d, r, s, _ in map(str.split, CLEAN)],
        expected="right",
    ),
    run("the rankings of queries in turns", CLEAN[::3] + CLEAN[1::3] + CLEAN[2::3], expected="right"),
    run("the last document first", CLEAN[::-1], expected="right"),
    run(
        "a document twice in a ranking",
        [*CLEAN, "q1 Q0 d2 4 0.5 x"],
        "document d2 appears twice for query q1",
        "bad.run, line 2",
        "line 7",
    ),
    run("a line twice, to the byte", [*CLEAN, CLEAN[1]], "document d2 appears twice for query q1", "line 7"),
    run("an unjudged document twice", [*CLEAN, "q1 Q0 d3 4 0.5 x"], "document d3 appears twice for query q1"),
    run(
        "a query of nobody's judgments",
        [*CLEAN, "q9 Q0 d1 1 1 x"],
        "1 query",
        "q9",
        expected="warned",
    ),
    run(
        "a judged query without a line",
        CLEAN[:-1],
        "q3|pair",
        "no results|without results",
        expected="warned",
        values={("q3", "AP"): 0.0, ("q3", "nDCG@10"): 0.0},
    ),
    run(
        "queries of another collection",
        [f"t{line}" for line in CLEAN],
        "have no query in common",
        "tq1",
        "q1",
    ),
    run(
        "documents of another collection",
        [line.replace(" d", " doc-") for line in CLEAN],
        "judged",
        expected="warned",
        values={(query, name): 0.0 for query in ("q1", "q2", "q3") for name in ("AP", "nDCG@10")},
    ),
    run(
        "lines of two runs in one file, where a gate wants one",
        [*CLEAN, *run_lines(OTHERS, "z")],
        "there are 2 runs (x, z) where one was expected; --run names it",
        entries=("gate",),
    ),
    run(
        "a run name that differs in case from line to line",
        [*CLEAN[:3], *[line.replace(" x", " X") for line in CLEAN[3:]]],
        "first: run X, query q1",
        expected="warned",
        unlike=SEVERAL,
    ),
    run("a header above the lines", ["query_id Q0 doc_id rank score run", *CLEAN], "bad.run, line 1: score is 'score'"),
    run("cut off in the middle of a line", "\n".join([*CLEAN[:4], "q2 Q0 d"]), "bad.run, line 5: 3 fields"),
    run("cut off in the name of the run", "\n".join(line + "name" for line in CLEAN)[:-4], "bad.run|xname"),
    run("lines between comments", ["# made by hand", *CLEAN, "# q9 Q0 d1 1 1 x"], expected="right"),
    run("empty lines", [*CLEAN[:2], "", " \t ", *CLEAN[2:]], expected="right"),
    run("blanks before and behind lines", [f" \t{line} " for line in CLEAN], expected="right"),
    run("several blanks and tabs between fields", [line.replace(" ", " \t  ") for line in CLEAN], expected="right"),
    run("lines that end as Windows ends them", "\r\n".join([*CLEAN, ""]), expected="right"),
    run("the last line not ended", "\n".join(CLEAN), expected="right"),
    run("lines that end with a carriage return alone", "\r".join([*CLEAN, ""]), expected="right"),
    run("an odd word in field 2", [line.replace(" Q0 ", " iteration-7 ") for line in CLEAN], expected="right"),
    run("lines that a mail program has quoted", [f"> {line}" for line in CLEAN], "bad.run"),
    run("lines that a merge has marked", ["<<<<<<< HEAD", *CLEAN], "bad.run, line 1: 2 fields"),
    run("the end of a log behind the lines", [*CLEAN, "done in 3.2 seconds"], "bad.run, line 7: 4 fields"),
    run("line numbers before the lines", [f"{n}: {line}" for n, line in enumerate(CLEAN)], "bad.run, line 1: 7 fields"),
]
