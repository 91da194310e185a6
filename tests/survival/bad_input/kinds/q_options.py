"""Options of evaluations: numbers, names, queries, rows and columns to read, memory, threads, settings."""

from bad_input.kind import Kind
from bad_input.make import line, option, words

TITLE = "Options"
ALL = ("evaluate", "gate", "report", "python")
E = "evaluate clean.run -q qrels.txt -m AP"


def queries(name: str, content: object, *says: str, **more) -> Kind:
    return Kind(
        name,
        more.pop("expected", "refused"),
        says,
        files={"queries.txt": content},
        inputs={"queries": "queries.txt"},
        **more,
    )


def init(name: str, content: object, *says: str, **more) -> Kind:
    return words(name, "--init first.sql", *says, files={"first.sql": content}, **more)


KINDS = [
    option("a depth of 0", "depth", "0", depth=0),
    option("a depth below 0", "depth", "-1", depth=-1),
    option("a depth that is no whole number", "depth", "1.5", depth=1.5),
    option("a depth that is a word", "depth", "ten", depth="ten"),
    option("a depth beyond 64 bits", depth=10**30, expected="right"),
    option("a depth that is true", "depth", "True", depth=True, entries=("python",)),
    option("a population that there is not", "population", "union", population="union"),
    option("ties that there are not", "ties", "random", ties="random"),
    option("a convention that there is not", "convention", "trec", convention="trec"),
    option("subtopics that are neither yes nor no", "subtopics", "maybe", subtopics="maybe"),
    option(
        "subtopics that the judgments have not",
        "subtopic",
        subtopics="yes",
        expected="warned",
        entries=("evaluate", "python"),
    ),
    option("a list of queries that is empty", "the list of queries is empty", queries=[], entries=("python",)),
    option("a list of queries that is a text", "q1", queries="q1", entries=("python",)),
    option("a list of queries that is a number", "queries", queries=7, entries=("python",)),
    option("a list of queries with a number", "7", queries=["q1", 7], entries=("python",)),
    option("a list of queries with None", "None|queries", queries=["q1", None], entries=("python",)),
    option(
        "a listed query that is not judged",
        "the list of queries has q9, which is not judged",
        queries=["q1", "q9"],
        entries=("python",),
    ),
    queries("a file of queries without one", "", "queries.txt|the list of queries is empty"),
    queries("a file of queries of blank lines", "\n \n", "queries.txt|the list of queries"),
    queries("a file of queries, one of which is not judged", "q1\nq9\n", "q9", "which is not judged"),
    queries("a file of queries that is not UTF-8", b"q1\nq\xff\n", "queries.txt"),
    queries("a file of queries in UTF-16", "q1\nq2\n".encode("utf-16"), "queries.txt"),
    queries("a file of queries with a mark of byte order", b"\xef\xbb\xbfq1\nq2\nq3\n", expected="right"),
    queries("a file of queries with lines as of Windows", "q1\r\nq2\r\nq3\r\n", expected="right"),
    queries("a file of queries in Parquet", b"PAR1" + bytes(range(200)) + b"PAR1", "queries.txt"),
    words("a file of queries that there is not", "--queries none.txt", "none.txt: there is no such file"),
    words("a folder of queries", "--queries folder", "folder", files={"folder": lambda path: path.mkdir()}),
    option("rows where a column is that there is not", "nothing", where="nothing = 1"),
    option("rows where something is no SQL", "where", where="run = 'x"),
    option("rows where a sentence ends and another begins", "where", where="true; drop table runs"),
    option("rows where an expression is no condition", "where", where="sum(score) > 1"),
    option("rows where nothing is true", "where|no rows", where="false"),
    option("rows where a number cannot be read", "where|d1", where="doc_id::int > 1"),
    option("rows where the expression is empty", "where", where=""),
    option(
        "rows where a file is read",
        where="(select count(*) from read_text('qrels.txt')) = 1",
        expected="right",
        entries=ALL,
    ),
    Kind("columns without an equals sign", "refused", ("query_id",), words=["--columns", "query_id"]),
    Kind(
        "a column of ours that there is not",
        "refused",
        ("runs.points",),
        options={"columns": {"runs.points": "a"}},
        entries=("python",),
    ),
    Kind(
        "a column of no input", "refused", ("points",), options={"columns": {"points.score": "a"}}, entries=("python",)
    ),
    words("a column of theirs that there is not", "--columns runs.score=nothing", "nothing"),
    words("two columns for one of ours", "--columns runs.score=a --columns runs.score=b", "runs.score"),
    words("a column for two of ours", "--columns qrels.query_id=a --columns qrels.doc_id=a", "a"),
    words("columns that are chosen of TREC text", "--columns runs.score=rank", "clean.run"),
    words("no thread", "--threads 0", "--threads must be a whole number"),
    words("threads that are a word", "--threads many", "--threads must be a whole number", "many"),
    words("threads below 0", "--threads -2", "--threads must be a whole number"),
    words(
        "more threads than any machine has", "--threads 100000", "threads", "100000", alone=True, entries=("evaluate",)
    ),
    words("a limit of memory that is a word", "--memory-limit lots", "--memory-limit|memory_limit", "lots"),
    words("a limit of memory without a unit", "--memory-limit 500", "--memory-limit|500"),
    words("a limit of memory below 0", "--memory-limit -1GB", "--memory-limit|-1GB"),
    words(
        "a limit of memory of a kilobyte",
        "--memory-limit 1KB",
        "memory",
        "too low|1KB|not enough memory",
        alone=True,
        entries=("evaluate",),
    ),
    words(
        "a limit of memory of nothing", "--memory-limit 0", "memory|--memory-limit", alone=True, entries=("evaluate",)
    ),
    words("a folder of temporary files that is a file", "--set temp_directory=qrels.txt", "qrels.txt"),
    words("a folder of temporary files below a file", "--set temp_directory=qrels.txt/a", "qrels.txt"),
    init("SQL to run first that there is not", lambda path: None, "first.sql"),
    init("SQL to run first that is none", "selec 1;", "first.sql"),
    init("SQL to run first that fails", "select * from nothing;", "first.sql", "nothing"),
    init("SQL to run first that is not UTF-8", b"select 1; -- \xff", "first.sql"),
    init(
        "SQL to run first that sets what there is not",
        "set nothing_of_this_name = 1;",
        "first.sql",
        "nothing_of_this_name",
    ),
    init("SQL to run first without a statement", "-- nothing", expected="right"),
    words("a relevance that is a word", "--rel high", "--rel", "high"),
    words("a relevance that is infinite", "--rel inf", "--rel", "inf"),
    words("a relevance of 0", "--rel 0", "--rel|rel must", "0"),
    words("a relevance that is not a number", "--rel nan", "--rel|rel must", "nan"),
    words("a column to order by that is not there", "--sort RR", "RR"),
    words("no row at all", "--top 0", "--top must be a whole number"),
    words("more decimals than there are", "--decimals 99", "--decimals must be a whole number from 0 to 15, not '99'"),
    words("a format that there is not", "--format xml", "xml", entries=("evaluate",)),
    words("warnings that are neither shown nor hidden", "--warnings maybe", "--warnings", "maybe"),
    words(
        "an option that there is not", "--dept 10", "unknown option --dept; did you mean --depth", entries=("evaluate",)
    ),
    line("a label that is not UTF-8", f"{E} -o a.csv --append --label \udcff", "--label takes UTF-8 text, not"),
    line("a label that is not UTF-8, joined to its option", f"{E} --label=\udcff", "--label takes UTF-8 text, not"),
    line("an option at the end without its value", f"{E} --depth", "--depth needs a value"),
    line("a word too many", "metrics AP RR", "unexpected 'RR'"),
    line("a command that there is not", "evalaute clean.run", "unknown command 'evalaute'; did you mean evaluate"),
    line("no runs", "evaluate -q qrels.txt", "missing RUNS"),
    line("no judgments", "evaluate clean.run -m AP", "missing --qrels"),
    line("words as trec_eval takes them", "evaluate -q -m map qrels.txt clean.run", "'evalsql trec_eval' takes"),
    line("an option twice that is taken once", f"{E} --depth 5 --depth 10", "--depth"),
    line("a picture of a kind that there is not", f"{E} --plot a.svg --picture pie", "pie"),
    line("a picture of a width that is none", f"{E} --plot a.svg --width wide", "--width", "wide"),
    line("a picture of no width", f"{E} --plot a.svg --width 0mm", "wide", "0"),
    line("a run to highlight that there is not", f"{E} --plot a.svg --highlight nobody", "nobody"),
]
