"""CSV and TSV: headers, separators, quotes, cells."""

from bad_input.make import qrels, run

TITLE = "CSV and TSV"
HEADER = "query_id,doc_id,score"
ROWS = ["q1,d1,3", "q1,d2,2", "q1,d3,1", "q2,d1,2", "q2,d2,1", "q3,d3,1"]
CLEAN = [HEADER, *ROWS]
JUDGED = ["q1,d1,1", "q1,d2,0", "q1,d4,2", "q2,d2,1", "q2,d1,0", "q3,d3,1"]


def csv(name: str, content: object, *says: str, **more: object) -> object:
    return run(name, content, *says, file=more.pop("file", "bad.csv"), **more)


def row(name: str, text: str, *says: str, **more: object) -> object:
    return csv(name, [HEADER, ROWS[0], text, *ROWS[2:]], *says, **more)


def of_qrels(name: str, content: object, *says: str, **more: object) -> object:
    return qrels(name, content, *says, file="bad.csv", **more)


def graded(name: str, text: str, *says: str, **more: object) -> object:
    return of_qrels(name, ["query_id,doc_id,relevance", JUDGED[0], text, *JUDGED[2:]], *says, **more)


KINDS = [
    csv("no header", ROWS, "bad.csv", "query_id"),
    csv("a header and no row", [HEADER], "bad.csv", "no rows|empty"),
    csv("a row of too few cells", [*CLEAN, "q3,d1"], "bad.csv, line 8: 2 columns", "where the header has 3"),
    csv("a row of too many cells", [*CLEAN, "q3,d1,0.5,0.1"], "bad.csv, line 8: 4 columns"),
    csv("a comma behind each row", [HEADER, *[f"{each}," for each in ROWS]], expected="right"),
    csv("a comma behind the header and each row", [f"{each}," for each in CLEAN], expected="right"),
    csv("a quote that is never closed", [*CLEAN, '"q3,d1,0.5'], "bad.csv", "line 8|quote"),
    csv("a quote within a cell", [*CLEAN, 'q3,d"1,0.5'], expected="right"),
    csv("text behind a closing quote", [*CLEAN, '"q3"x,d1,0.5'], "bad.csv"),
    csv(
        "cells in single quotes",
        [HEADER, *[f"'{q}','{d}',{s}" for q, d, s in (r.split(",") for r in ROWS)]],
        "query in common",
    ),
    csv("rows parted in another way than the header", [HEADER, *[each.replace(",", ";") for each in ROWS]], "bad.csv"),
    csv("one row parted in another way", [HEADER, ROWS[0], "q1;d2;2", *ROWS[2:]], "bad.csv, line 3"),
    csv("semicolons all over", [each.replace(",", ";") for each in CLEAN], expected="right"),
    csv("bars all over", [each.replace(",", "|") for each in CLEAN], expected="right"),
    csv("tabs in a file called .csv", [each.replace(",", "\t") for each in CLEAN], expected="right"),
    csv("commas in a file called .tsv", CLEAN, file="bad.tsv", expected="right"),
    csv(
        "blanks between the cells of a file called .tsv",
        [each.replace(",", " ") for each in CLEAN],
        "bad.tsv",
        file="bad.tsv",
    ),
    csv(
        "blanks behind the commas",
        [each.replace(",", ", ") for each in CLEAN],
        "blank",
        expected="warned",
        values={(q, m): 0.0 for q in ("q1", "q2", "q3") for m in ("AP", "nDCG@10")},
    ),
    csv("Excel's line sep=; above the header", ["sep=;", *[each.replace(",", ";") for each in CLEAN]], "bad.csv"),
    csv("a title above the header", ["Results of the night", "", *CLEAN], "bad.csv"),
    csv("a comment above the header", ["# made by hand", *CLEAN], "bad.csv"),
    csv("empty lines between rows", [HEADER, *ROWS[:2], "", *ROWS[2:]], expected="right"),
    csv(
        "a total below the rows",
        [*CLEAN, "total,,10"],
        "bad.csv, row 7 after the header: doc_id is",
        "every row must have one",
    ),
    csv(
        "the header once more between rows",
        [HEADER, *ROWS[:3], HEADER, *ROWS[3:]],
        "bad.csv, row 4 after the header: score is 'score'",
    ),
    csv("a header in capitals", [HEADER.upper(), *ROWS], expected="right"),
    csv("a header in quotes, with blanks", ['"Query ID","Doc-ID","SCORE"', *ROWS], expected="right"),
    csv("a cell of the header that is empty", ["query_id,,score", *ROWS], "bad.csv: no column doc_id"),
    csv("a column of the header twice", ["query_id,doc_id,score,score", *[f"{each},7" for each in ROWS]], "score"),
    csv(
        "lines that end in two ways",
        "\r\n".join([HEADER, *ROWS[:3]]) + "\r\n" + "\n".join([*ROWS[3:], ""]),
        "some lines end in CR LF and some in LF only",
    ),
    csv("lines that end with a carriage return alone", "\r".join([*CLEAN, ""]), expected="right"),
    csv("the last row not ended", "\n".join(CLEAN), expected="right"),
    csv("cut off in the middle of a row", "\n".join(CLEAN)[:-3], "bad.csv, line 7"),
    row(
        "a score that is a word", "q1,d2,two", "bad.csv, row 2 after the header: score is 'two'; a number was expected"
    ),
    row("a score that is empty", "q1,d2,", "bad.csv, row 2 after the header: score is"),
    row("a score of NA", "q1,d2,NA", "row 2 after the header: score is 'NA'"),
    row("a score of #DIV/0!", "q1,d2,#DIV/0!", "row 2 after the header: score is '#DIV/0!'"),
    row("a score of \\N", "q1,d2,\\N", "row 2 after the header: score is"),
    row("a score with thousands apart", 'q1,d2,"1,000"', "row 2 after the header: score is '1,000'"),
    row("a score with a currency", "q1,d2,2 €", "row 2 after the header: score is '2 €'"),
    row("a score that is a date", "q1,d2,2024-01-02", "row 2 after the header: score is '2024-01-02'"),
    row("a score that is nan", "q1,d2,nan", "row 2 after the header: score is", "a finite number"),
    row("a score that is a list", 'q1,d2,"[1, 2]"', "row 2 after the header: score is '[1, 2]'"),
    row("a score between blanks", "q1,d2, 2 ", expected="right"),
    row("a document that is empty", "q1,,2", "bad.csv, row 2 after the header: doc_id is", "every row must have one"),
    row("a query that is empty", ",d2,2", "bad.csv, row 2 after the header: query_id is"),
    row("a document in quotes that is empty", 'q1,"",2', "row 2 after the header: doc_id is"),
    csv("documents with separators, quotes and line ends in quotes", [*CLEAN, 'q1,"d,""5""\n",0.5'], expected="right"),
    csv(
        "documents that a spreadsheet made numbers of",
        [HEADER, *[each.replace("d", "1E+0") for each in ROWS]],
        "judged",
        expected="warned",
        values={(q, m): 0.0 for q in ("q1", "q2", "q3") for m in ("AP", "nDCG@10")},
    ),
    csv("more columns than are read", [f"{HEADER},text", *[f'{each},"a, b"' for each in ROWS]], expected="right"),
    csv(
        "a column of ranks in the place of scores",
        ["query_id,doc_id,rank", "q1,d1,1", "q1,d2,2", "q1,d3,3", "q2,d1,1", "q2,d2,2", "q3,d3,1"],
        "no column score",
        expected="warned",
    ),
    graded("a relevance that is a word", "q1,d2,relevant", "row 2 after the header: relevance is 'relevant'"),
    graded("a relevance that is empty", "q1,d2,", "row 2 after the header: relevance is"),
    graded("a relevance of TRUE", "q1,d2,TRUE", "row 2 after the header: relevance is 'TRUE'"),
    graded(
        "a relevance beyond all bounds", "q1,d2,1e16", "row 2 after the header: relevance is 1e16; 0 or a number from"
    ),
    of_qrels("judgments of one column", ["query_id", "q1", "q2"], "no column doc_id"),
    of_qrels("judgments without a header", JUDGED, "bad.csv"),
    of_qrels(
        "judgments with a subtopic that is empty",
        ["query_id,doc_id,subtopic,relevance", "q1,d1,1,1", "q1,d2,,1"],
        "row 2 after the header: subtopic is|subtopic",
        measures=["alpha_nDCG@10"],
    ),
]
