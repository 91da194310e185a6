"""Ids that look alike and are not, that are empty, or that hold what no id should."""

from bad_input.clean import JUDGED, RANKINGS, qrels_table, run_table
from bad_input.kind import Kind

TITLE = "Ids: alike and not, empty, hidden characters"
NONE = {(q, m): 0.0 for q in ("q1", "q2", "q3") for m in ("AP", "nDCG@10")}
ACUTE = {"d1": "d\u00e91", "d2": "d\u00e92", "d3": "d\u00e93", "d4": "d\u00e94"}


def alike(name: str, change, *says: str, of=None, **more) -> Kind:
    """Documents of the run that are written in another way than those of the judgments."""
    of = of or (lambda doc: doc)
    runs = run_table([(q, change(of(d)), s) for q, d, s in RANKINGS])
    qrels = qrels_table([(q, of(d), r) for q, d, r in JUDGED])
    return Kind(name, more.pop("expected", "warned"), says, tables={"runs": runs, "qrels": qrels}, values=NONE, **more)


def held(name: str, part: str, *says: str, **more) -> Kind:
    runs = run_table([(q, f"{d}{part}x", s) for q, d, s in RANKINGS])
    qrels = qrels_table([(q, f"{d}{part}x", r) for q, d, r in JUDGED])
    tables = {"runs": runs, "qrels": qrels}
    entries = ("evaluate", "python", "macro", "spark")  # a gate has another run, of other documents
    return Kind(name, more.pop("expected", "right"), says, tables=tables, entries=entries, **more)


def queries(name: str, change, *says: str) -> Kind:
    """Queries of the run that are written in another way than those of the judgments."""
    return Kind(name, "refused", says, tables={"runs": run_table([(change(q), d, s) for q, d, s in RANKINGS])})


KINDS = [
    alike(
        "leading zeros in the run alone",
        lambda doc: f"00{doc}",
        "zero",
        of=lambda doc: doc[1],
        unlike={"gate": "refused"},  # of two runs without a judged document nothing is compared
    ),
    alike("leading zeros in the judgments alone", lambda doc: doc.lstrip("0"), "zero", of=lambda doc: f"00{doc[1]}"),
    alike("numbers that became 1.0", lambda doc: f"{doc}.0", ".0|decimal|number", of=lambda doc: doc[1]),
    alike("capitals in the run alone", str.upper, "case"),
    alike(
        "letters composed here and decomposed there",
        lambda doc: doc.replace("\u00e9", "e\u0301"),
        "compos|Unicode|NF",
        of=ACUTE.get,
    ),
    alike("a blank before each document", lambda doc: f" {doc}", "blank"),
    alike("a blank behind each document", lambda doc: f"{doc} ", "blank"),
    alike("a tab behind each document", lambda doc: f"{doc}\t", "blank"),
    alike("a no-break space behind each document", lambda doc: f"{doc}\u00a0", "blank"),
    alike("quotes kept around each document", lambda doc: f'"{doc}"', "quote"),
    alike("a mark of byte order before each document", lambda doc: f"\ufeff{doc}", "judged"),
    alike("a space of no width behind each document", lambda doc: f"{doc}\u200b", "judged"),
    alike("a prefix before each document", lambda doc: f"msmarco:{doc}", "judged"),
    alike("a suffix behind each document", lambda doc: f"{doc}.html", "judged"),
    alike("letters of another script that look the same", lambda doc: doc.replace("d", "\u0501"), "judged"),
    queries("queries in capitals in the run alone", str.upper, "no query in common"),
    queries("queries with a blank behind in the run alone", lambda query: f"{query} ", "no query in common"),
    queries("queries with leading zeros in the run alone", lambda query: f"0{query[1]}", "no query in common"),
    queries("queries with a prefix in the run alone", lambda query: f"topic-{query}", "no query in common"),
    held("a line end", "\n"),
    held("a tab", "\t"),
    held("quotes of SQL", "'; drop table runs; --"),
    held("quotes of JSON", '"}'),
    held("a mark of a template", "{{ 7 * 7 }}"),
    held("marks of HTML", "<script>alert(1)</script>"),
    held("a sequence that a terminal runs", "\x1b[31m"),
    held("a bell", "\a"),
    held("characters written from right to left", "\u202e"),
    held("characters beyond the first 65,536", "\U0001f986"),
    held("a character of no width", "\u200d"),
    held("a form feed", "\f"),
    held("a no-break space", "\u00a0"),
    held("a backslash", "\\"),
    held("a percent sign", "%s"),
    held("a dollar sign", "$1"),
    held("a formula of a spreadsheet", "=1+1"),
    held("ten thousand characters", "y" * 10_000),
]
