"""The gate: its two runs, margins, bounds, tests, and rules in a file."""

from bad_input.clean import JUDGED, OTHERS, run_lines
from bad_input.kind import Content, Kind
from bad_input.make import line

TITLE = "The gate, and its rules"
G = "gate clean.run --baseline other.run -q qrels.txt"
RULES = 'new = "clean.run"\nbaseline = "other.run"\nqrels = "qrels.txt"\nmargin = 0.9\n'


def gate(name: str, words: str, *says: str, **more) -> Kind:
    return line(name, f"{G} {words}", *says, **more)


def rules(name: str, text: str, *says: str, file: str = "evalsql.toml", head: str = "[gate]\n", **more) -> Kind:
    """A key of a file of rules, in place of that of the fitting ones."""
    key = text.partition(" ")[0]
    kept = "".join(f"{each}\n" for each in RULES.splitlines() if each.split()[0] != key)
    files: dict[str, Content] = {file: f"{head}{kept}{text}\n", ".git/config": ""}
    return line(name, "gate", file if "none.txt" not in text else "none.txt", *says, files=files, **more)


def whole(name: str, content: Content, *says: str, file: str = "evalsql.toml") -> Kind:
    return line(name, "gate", file, *says, files={file: content, ".git/config": ""})


KINDS = [
    gate("no rule", "-m AP", "a gate needs a rule"),
    gate("a margin that is a word", "--margin wide", "margin", "'wide'"),
    gate("a margin of 0", "--margin 0", "margin", "positive"),
    gate("a margin below 0", "--margin -0.1", "margin", "positive"),
    gate("a margin that is nan", "--margin nan", "margin", "nan"),
    gate("a margin that is infinite", "--margin inf", "margin", "inf"),
    gate("a margin beside which differences are lost", "--margin 1e16", "margin must be at most 1e+09", "1e16"),
    gate("a margin in percent that is a word", "--margin x%", "margin", "x%"),
    gate("a measure without a rule", "-m AP --margin RR=0.1", "no rule is about AP; name a bound, or leave it out"),
    gate("a rule without a measure", "-m AP --margin 0.2 --margin AP=0.1", "margin 0.2 applies to no measure"),
    gate("a margin of a measure that there is not", "--margin nDGC=0.1", "nDGC"),
    gate("a margin without a number", "--margin AP=", "margin", "AP=|''"),
    gate("two margins of one measure", "--margin AP=0.1 --margin AP=0.2", "AP"),
    gate("a least mean without a number", "--at-least AP", "at-least", "AP"),
    gate("a least mean that is a word", "--at-least AP=good", "good"),
    gate("a least mean that is nan", "--at-least AP=nan", "nan"),
    gate("a worst loss below 0", "--worst-loss -1", "worst-loss"),
    gate("a worst loss that is a word", "--worst-loss much", "worst-loss", "much"),
    gate("a share of losses above 1", "--losing 1.5", "losing", "1.5"),
    gate("a share of losses above all", "--losing 120%", "losing", "120%"),
    gate("a share of losses below 0", "--losing -1%", "losing", "-1%"),
    gate(
        "judgments of which a convention leaves out all",
        "-m nDCG@10 --at-least 0.5 --convention gdeval",
        "no query is scored: none has a document that is judged relevant, and gdeval leaves out those without one",
        files={"qrels.txt": [f"{query} 0 {doc} 0" for query, doc, _ in JUDGED]},
    ),
    gate("no change, within no margin", "--unchanged", "margin"),
    gate("a level of 0", "--margin 0.9 --alpha 0", "alpha", "0"),
    gate("a level of half", "--margin 0.9 --alpha 0.5", "alpha", "below 0.5"),
    gate("a level above 1", "--margin 0.9 --alpha 7", "alpha", "7"),
    gate("a level that is a word", "--margin 0.9 --alpha low", "--alpha must be a number", "low"),
    gate("a level that is nan", "--margin 0.9 --alpha nan", "alpha", "nan"),
    gate("a power of 1", "--margin 0.9 --power 1", "power", "1"),
    gate("a power of 0", "--margin 0.9 --power 0", "power", "0"),
    gate("a test that there is not", "--margin 0.9 --test chi2", "chi2"),
    gate("a test that has one side alone", "--margin 0.9 --test wilcoxon", "wilcoxon"),
    gate("a correction that there is not", "--margin 0.9 --correction bon", "bon"),
    gate("no resample", "--margin 0.9 --test bootstrap --resamples 0", "resamples"),
    gate("resamples that are a word", "--margin 0.9 --resamples many", "--resamples must be a whole number", "many"),
    gate("a seed that is a word", "--margin 0.9 --seed dice", "--seed must be a whole number", "dice"),
    gate("a seed beyond 64 bits", f"--margin 0.9 --test bootstrap --seed {10**30}", "seed"),
    gate("a format that there is not", "--margin 0.9 --format xml", "xml"),
    gate("a copy of an ending that there is not", "--margin 0.9 --also a.docx", "a.docx"),
    gate("a copy in a folder that there is not", "--margin 0.9 --also none/a.md", "none"),
    gate("a run that the file has not", "--margin 0.9 --run nobody", "nobody"),
    gate("a baseline that the file has not", "--margin 0.9 --baseline-run nobody", "nobody"),
    line("no baseline", "gate clean.run -q qrels.txt --margin 0.9", "missing --baseline"),
    line("a baseline that there is not", "gate clean.run --baseline none.run -q qrels.txt --margin 0.9", "none.run"),
    line(
        "a baseline of several runs",
        "gate clean.run --baseline both.run -q qrels.txt --margin 0.9",
        "there are 2 runs",
        "--baseline-run names it",
        files={"both.run": [*run_lines(), *run_lines(OTHERS, "z")]},
    ),
    line(
        "the same file as both",
        "gate clean.run --baseline clean.run -q qrels.txt --margin 0.9",
        "the new run and the baseline are run clean of the same input, so nothing is compared",
    ),
    line(
        "a baseline of scores of another measure",
        "gate clean.run --baseline old.csv -q qrels.txt -m AP --margin 0.9",
        "AP",
        files={"old.csv": ["run,query_id,metric,value", "y,q1,RR,0.5"]},
    ),
    line(
        "a baseline of scores of other queries",
        "gate clean.run --baseline old.csv -q qrels.txt -m AP --margin 0.9",
        "no rule can be decided: no query that both have a value for",
        files={"old.csv": ["run,query_id,metric,value", "y,x1,AP,0.5"]},
    ),
    line(
        "a baseline of scores without a number",
        "gate clean.run --baseline old.csv -q qrels.txt -m AP --margin 0.9",
        "old.csv",
        "good|nan",
        files={"old.csv": ["run,query_id,metric,value", "y,q1,AP,good"]},
    ),
    line(
        "a baseline of scores beyond all bounds",
        "gate clean.run --baseline old.csv -q qrels.txt -m AP --margin 0.9",
        "old.csv",
        "1e",
        files={"old.csv": ["run,query_id,metric,value", "y,q1,AP,1e200"]},
    ),
    line(
        "a baseline of scores with a query twice",
        "gate clean.run --baseline old.csv -q qrels.txt -m AP --margin 0.9",
        "q1",
        files={"old.csv": ["run,query_id,metric,value", "y,q1,AP,0.5", "y,q1,AP,0.6"]},
    ),
    line(
        "judgments beside two tables of scores",
        "gate old.csv --baseline old.csv -q qrels.txt --margin 0.9",
        "judgments are for runs; both of these are scores",
        files={"old.csv": ["run,query_id,metric,value", "y,q1,AP,0.5", "y,q2,AP,0.5"]},
    ),
    line("runs without judgments", "gate clean.run --baseline other.run --margin 0.9", "--qrels|qrels"),
    rules(
        "a key that there is not", "marginn = 1", "unknown key gate.marginn; 'evalsql gate --help' lists the options"
    ),
    rules("a key as Python has it", "at_least = 1", "unknown key gate.at_least"),
    rules("a key that has no place in a file", "rules = 1", "unknown key gate.rules"),
    rules("a level that is a text", 'alpha = "x"', "gate.alpha must be a number, not 'x'"),
    rules("a level that is true, in a file", "alpha = true", "gate.alpha must be a number, not 'True'"),
    rules("a level that is a list", "alpha = [0.1]", "gate.alpha must be a number, not '[0.1]'"),
    rules("a level that is a date", "alpha = 2024-01-02", "gate.alpha"),
    rules("a level that is nan, in a file", "alpha = nan", "alpha", "nan"),
    rules("a margin that is a list of lists", "margin = [[1]]", "margin must be a number"),
    rules("a margin of a measure that is true", "margin = { AP = true }", "margin must be a number"),
    rules("a margin below 0, in a file", "margin = -1", "margin must be positive, not -1"),
    rules(
        "a word for true or false", 'require-evidence = "yes"', "gate.require-evidence takes true or false, not 'yes'"
    ),
    rules("a number for true or false", "require-evidence = 1", "gate.require-evidence takes true or false, not 1"),
    rules("no value behind a key", "alpha =", "not TOML"),
    rules("a key twice", "seed = 1\nseed = 2", "not TOML"),
    rules("a measure of a file that there is not", 'measure = "@none.txt"', "none.txt"),
    whole("a file that is no TOML", "[gate\n", "not TOML"),
    whole("a file that is not UTF-8", b"\xff", "not UTF-8 text"),
    whole("a table that evalsql does not read", "[gates]\n", "unknown key gates; [gate] is what evalsql reads"),
    whole("a number in the place of the table", "gate = 1\n", "gate is not a table"),
    whole("a number in the place of the tool", "tool = 1\n", "tool is not a table", file="pyproject.toml"),
    whole(
        "a table of the tool that evalsql does not read",
        "[tool.evalsql.gates]\n",
        "unknown key tool.evalsql.gates",
        file="pyproject.toml",
    ),
    line("a file of rules that there is not", "gate --rules none.toml", "none.toml: cannot be read as rules"),
    line(
        "a file without rules",
        "gate --rules pyproject.toml",
        "pyproject.toml: has no rules",
        files={"pyproject.toml": "[project]\nname = 'x'\n"},
    ),
    line("a folder of rules", "gate --rules folder", "folder", files={"folder": lambda path: path.mkdir()}),
]
