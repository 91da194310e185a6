"""Gains, weights, exclusions, candidates, costs, slices: tables beside runs and judgments."""

from written import as_parquet

from bad_input.clean import DIVIDED, table
from bad_input.kind import Kind

TITLE = "Gains, weights, exclusions, candidates, costs, slices"
DIVERSE = as_parquet(table(("query_id", "doc_id", "subtopic", "relevance"), DIVIDED))
GAINS = [f"{q},{level},{gain}" for q in ("q1", "q2", "q3") for level, gain in ((1, 1), (2, 3))]
WEIGHTS = [f"{q},{topic},0.5" for q in ("q1", "q3") for topic in (1, 2)] + ["q2,1,1"]
LANGUAGES = ["query_id,language", "q1,en", "q2,de", "q3,en"]


def table_of(name: str, kind: str, lines: object, *says: str, file: str = "bad.csv", **more) -> Kind:
    files = {} if lines is None else {file: lines}
    return Kind(name, more.pop("expected", "refused"), says, files=files, inputs={kind: file}, **more)


def gains(name: str, rows: list[str], *says: str, header: str = "query_id,relevance,gain", **more) -> Kind:
    return table_of(name, "gains", [header, *rows], *says, **more)


def weights(name: str, rows: list[str], *says: str, header: str = "query_id,subtopic,weight", **more) -> Kind:
    found = table_of(name, "weights", [header, *rows], *says, measures=["alpha_nDCG@10"], **more)
    plain = more.get("plain")
    inputs = dict(found.inputs) if plain else {**found.inputs, "qrels": "by_subtopic.parquet"}
    files = {**found.files, "by_subtopic.parquet": DIVERSE}
    return Kind(**{**vars(found), "inputs": inputs, "files": files})


def costs(name: str, rows: list[str], *says: str, header: str = "doc_id,cost", **more) -> Kind:
    return table_of(name, "costs", [header, *rows], *says, **more)


def slices(name: str, lines: object, *says: str, by: tuple[str, ...] = (), **more) -> Kind:
    return table_of(
        name,
        "slices",
        lines,
        *says,
        options={"by": list(by)} if by else {},
        entries=("evaluate", "gate", "report"),
        **more,
    )


def changed(rows: list[str], text: str) -> list[str]:
    return [rows[0], text, *rows[2:]]


PRICES = [f"d{n},{n}" for n in range(1, 5)]
KINDS = [
    table_of("gains that there are not", "gains", None, "bad.csv: there is no such file"),
    gains("gains without a column", GAINS, "no column gain", header="query_id,relevance,points"),
    gains("gains without a row", [], "no rows|empty"),
    gains("a gain that is a word", changed(GAINS, "q1,2,much"), "bad.csv, row 2 after the header: gain is 'much'"),
    gains("a gain below 0", changed(GAINS, "q1,2,-3"), "row 2 after the header: gain is '-3'"),
    gains("a gain that is infinite", changed(GAINS, "q1,2,inf"), "row 2 after the header: gain is"),
    gains("a gain too small to be added", changed(GAINS, "q1,2,1e-20"), "row 2 after the header: gain is"),
    gains("a gain of a level that is a word", changed(GAINS, "q1,high,3"), "row 2 after the header"),
    gains("a gain of no query", changed(GAINS, ",2,3"), "row 2 after the header: query_id is"),
    gains("two gains of one level", [*GAINS, "q1,2,7"], "q1", "2"),
    gains("a gain of what is not relevant", [*GAINS, "q1,0,1"], "row 7 after the header"),
    gains(
        "gains that are all 0",
        [f"{each.rpartition(',')[0]},0" for each in GAINS],
        "bad.csv: every gain is 0, which makes every measure by gains 0; one above was expected",
    ),
    gains(
        "no gain for a level that is judged",
        GAINS[:1] + GAINS[2:],
        "the gains do not name relevance 2 of query q1",
        expected="warned",
    ),
    table_of("weights beside plain judgments", "weights", ["query_id,subtopic,weight", *WEIGHTS], "subtopic"),
    weights("a weight that is a word", changed(WEIGHTS, "q1,2,half"), "row 2 after the header: weight is 'half'"),
    weights("a weight below 0", changed(WEIGHTS, "q1,2,-0.5"), "row 2 after the header: weight is '-0.5'"),
    weights("a weight that is nan", changed(WEIGHTS, "q1,2,nan"), "row 2 after the header: weight is"),
    weights("a weight of no subtopic", changed(WEIGHTS, "q1,,0.5"), "row 2 after the header: subtopic is"),
    weights("two weights of one subtopic", [*WEIGHTS, "q1,2,0.7"], "q1", "2"),
    weights("a subtopic that has no weight", WEIGHTS[1:], "q1", "1"),
    weights("a query that has no weights", WEIGHTS[2:], "q1"),
    weights("weights that are all 0", [f"{each.rpartition(',')[0]},0" for each in WEIGHTS], "0"),
    weights("weights without a column", WEIGHTS, "no column weight", header="query_id,subtopic,points"),
    weights("weights without a row", [], "no rows|empty"),
    table_of(
        "exclusions without a document", "exclusions", ["query_id,doc_id", "q1,"], "row 1 after the header: doc_id is"
    ),
    table_of("exclusions without a column", "exclusions", ["query_id", "q1"], "no column doc_id"),
    table_of("exclusions without a row", "exclusions", ["query_id,doc_id"], "no rows"),
    table_of(
        "exclusions of every document",
        "exclusions",
        ["query_id,doc_id", *[f"{q},d{n}" for q in ("q1", "q2", "q3") for n in range(1, 5)]],
        "nothing|left|no document",
    ),
    table_of(
        "exclusions of unknown documents",
        "exclusions",
        ["query_id,doc_id", "q1,d77"],
        "which dropped nothing",
        expected="warned",
    ),
    table_of("candidates without a row", "candidates", ["doc_id"], "no rows|empty|left"),
    table_of("candidates without a column", "candidates", ["query_id", "q1"], "no column doc_id"),
    table_of("candidates that nobody retrieved", "candidates", ["doc_id", "d77"], "nothing|left|no document"),
    table_of("candidates that are no table", "candidates", b"\xff\xfe\x00", "bad.csv"),
    costs("a cost that is a word", changed(PRICES, "d2,dear"), "row 2 after the header: cost is 'dear'"),
    costs("a cost below 0", changed(PRICES, "d2,-1"), "row 2 after the header: cost is"),
    costs("a cost that is infinite", changed(PRICES, "d2,inf"), "row 2 after the header: cost is"),
    costs("a cost of no document", changed(PRICES, ",1"), "row 2 after the header: doc_id is"),
    costs("two costs of one document", [*PRICES, "d2,7"], "d2"),
    costs("costs without a column", PRICES, "no column cost", header="doc_id,price"),
    costs("costs without a row", [], "no rows|empty"),
    slices("slices that there are not", None, "bad.csv: there is no such file"),
    slices("slices without an attribute", ["query_id", "q1"], "attribute"),
    slices("slices without a query", ["language", "en"], "no column query_id|query_id"),
    slices("slices of a query twice", [*LANGUAGES, "q1,fr"], "q1"),
    slices("slices of no judged query", ["query_id,language", "x,en"], "slices|quer"),
    slices("slices that lack a query", ["query_id,language", "q1,en", "q2,en"], expected="right"),
    slices("slices without a row", LANGUAGES[:1], "no rows|empty"),
    slices("an attribute that there is not", LANGUAGES, "length", by=("length",)),
    slices("an attribute that is cut and no number", LANGUAGES, "language", by=("language:quartiles",)),
    slices(
        "an attribute that is cut at words", ["query_id,length", "q1,3", "q2,5", "q3,9"], "length", by=("length:short",)
    ),
    slices(
        "an attribute that is cut at falling numbers",
        ["query_id,length", "q1,3", "q2,5", "q3,9"],
        "length",
        by=("length:9,3",),
    ),
    slices(
        "numbers that are cut into as many parts as there are queries",
        ["query_id,length", "q1,3", "q2,5", "q3,9"],
        "length:thirds has 3 values for as many queries",
        "fewer parts were expected, such as length:halves",
        by=("length:thirds",),
    ),
    slices(
        "an attribute with a colon that every query has its own value of",
        ["query_id,a:b", "q1,3", "q2,5", "q3,9"],
        "numbers can be cut: a:b:quartiles",
        by=("a:b",),
    ),
    slices(
        "two attributes that differ only in case",
        ["query_id,lang,Lang", "q1,en,fr", "q2,en,fr", "q3,de,fr"],
        "bad.csv: has columns lang and Lang, which are one name in DuckDB; rename one of them",
    ),
    slices(
        "a database as slices",
        b"x" * 8 + b"DUCK" + bytes(4096),
        "bad.csv: a DuckDB file; name a table in it",
    ),
    slices("an attribute named twice", LANGUAGES, expected="right", by=("language", "language")),
    slices("an attribute called as a column of results", ["query_id,metric", "q1,a", "q2,b", "q3,a"], expected="right"),
    Kind(
        "attributes of no slices",
        "refused",
        ("--slices",),
        words=["--by", "language"],
        entries=("evaluate", "gate", "report"),
    ),
    Kind(
        "texts of queries without a text",
        "refused",
        ("text",),
        files={"texts.csv": ["query_id", "q1"]},
        words=["--queries-text", "texts.csv"],
        entries=("report",),
    ),
    Kind(
        "texts of queries that there are not",
        "refused",
        ("texts.csv: there is no such file",),
        words=["--queries-text", "texts.csv"],
        entries=("report",),
    ),
]
