"""Arguments of macros, which any client of DuckDB calls."""

from bad_input.kind import Kind
from bad_input.make import macro

TITLE = "Arguments of macros"


def called(name: str, arguments: str, *says: str, of: str = "ndcg", **more) -> Kind:
    return macro(name, f"from e.{of}({arguments})", *says, **more)


KINDS = [
    called("as it should be", "'runs', 'qrels', 10", expected="right"),
    called("a cutoff of 0", "k := 0", "nDCG: k must be a whole number of at least 1, not 0"),
    called("a cutoff below 0", "k := -1", "nDCG: k must be", "not -1"),
    called("a cutoff that is no whole number", "k := 2.5", "nDCG: k must be", "not 2.5"),
    called("a cutoff beyond 31 bits", "k := 2147483648", "nDCG: k must be"),
    called("a cutoff that is a word", "k := 'ten'", "nDCG: k must be", "ten"),
    called("a cutoff in quotes", "k := '10'", "nDCG: k must be", "10"),
    called("a cutoff that is true", "k := true", "nDCG: k must be", "not true"),
    called("a cutoff that is a list", "k := [10]", "nDCG: k must be"),
    called("no cutoff", "k := null", expected="right"),
    called("a probability of 1", "p := 1", "RBP: p must be a number in [0, 1), not 1", of="rbp"),
    called("a probability below 0", "p := -0.1", "RBP: p must be a number in [0, 1)", of="rbp"),
    called("a probability in quotes", "p := '0.5'", "RBP: p must be a number in [0, 1)", of="rbp"),
    called("a probability that is true", "p := true", "RBP: p must be a number in [0, 1), not true", of="rbp"),
    called("a probability that is null", "p := null", "RBP: p must be a number in [0, 1), not null", of="rbp"),
    called("a probability that is nan", "p := 'nan'::double", "RBP: p must be a number in [0, 1)", of="rbp"),
    called("a probability that is infinite", "p := 'inf'::double", "RBP: p must be a number in [0, 1)", of="rbp"),
    called("a relevance of 0", "rel := 0", "AP: rel must be a number in (0, inf), not 0", of="ap"),
    called("a relevance that is a date", "rel := date '2024-01-02'", "AP: rel must be a number in (0, inf)", of="ap"),
    called("a base of 1", "discount := 'jk', base := 1", "nDCG: base must be a number in (1, inf), not 1"),
    called("a discount that there is not", "discount := 'log'", "nDCG: discount must be one of"),
    called("a discount in capitals", "discount := 'LOG2'", "nDCG: discount must be one of"),
    called("a discount that is a number", "discount := 2", "nDCG: discount must be one of"),
    called("a discount that is null", "discount := null", "nDCG: discount must be one of"),
    called("gains that are a text", "gains := '0-1-10'", "nDCG: gains", own_words=True),
    called("gains that are a list", "gains := [1, 2]", "nDCG: gains", own_words=True),
    called("gains that are below 0", "gains := map {1: -1}", "nDCG: gains|gain"),
    called("gains that are infinite", "gains := map {1: 'inf'::double}", "nDCG: gains|gain"),
    called("gains of words", "gains := map {'high': 3}", "nDCG: gains|gain", own_words=True),
    called("an argument that there is not", "depth := 10", "depth", own_words=True),
    called("an argument twice", "k := 5, k := 10", "k", own_words=True),
    called("more arguments than there are", "'runs', 'qrels', 10, 'log2', 2, null, 7, 8", "argument", own_words=True),
    called("runs that there are not", "runs := 'nothing'", "nothing", own_words=True),
    called("judgments that there are not", "qrels := 'nothing'", "nothing", own_words=True),
    called("runs that are null", "runs := null", "runs", own_words=True),
    called("runs that are a number", "runs := 7", "7", own_words=True),
    called("runs that are an empty text", "runs := ''", "runs|''", own_words=True),
    called("runs that are a list of names", "runs := ['runs', 'runs']", "runs", own_words=True),
    called("runs that are SQL", "runs := 'runs; drop table runs'", "runs; drop table runs", own_words=True),
    called("runs that are a query", "runs := '(select * from runs)'", "(select * from runs)", own_words=True),
    called("runs that are a call", "runs := 'range(10)'", "range(10)", own_words=True),
    called("runs that are a file that there is not", "runs := 'none.parquet'", "none.parquet", own_words=True),
    called("runs that are a pattern without a file", "runs := 'none/*.parquet'", "none/*.parquet", own_words=True),
    called("runs and judgments in each other's place", "'qrels', 'runs'", "column"),
    called("one table as both", "'runs', 'runs'", "relevance"),
    called("a measure by subtopic of plain judgments", "k := 10", "subtopic", of="alpha_ndcg"),
    called("a measure of a sample of plain judgments", "", "stratum|strata", of="infndcg"),
    called("a measure that there is not", "", "ndgc", of="ndgc", own_words=True),
    called("a macro of scores without scores", "scores := 'none'", "scores", of="paired_t", own_words=True),
    called("a curve of a cutoff of 0", "k := 0", "k must be", of="ndcg_curve"),
]
