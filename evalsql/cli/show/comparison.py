"""Comparisons as commands show them: runs with letters, then pairs; for a paper one row per run, with marks."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from string import ascii_letters
from typing import Any, Literal

from evalsql.cli.tables import Marked, Table, by, same, slice_name, small_note
from evalsql.comparing.clusters import effect
from evalsql.comparing.compare import Comparison, margins, out_of_reach, over_all
from evalsql.comparing.methods import familywise, title
from evalsql.comparing.verdicts import LETTERS, letters, method, p_value, ratio, read_letters, sentence, standings
from evalsql.errors import InputError
from evalsql.words import one_line, plural, said

MOST_PAIRS = 30  # that a table shows
MOST_SENTENCES = 2  # --format json has one of each pair
MOST_LOSSES = 5
SPARE = ("d", "%")  # columns that a narrow terminal does without
OF_EACH = "Intervals are of each slice alone."
Mark = Literal["plus", "dagger"]
MARKS: dict[Mark, Sequence[str]] = {"plus": "+-", "dagger": "\u2020\u2021"}  # better and worse
Row = Mapping[str, Any]
Marks = dict[str, dict[str, str]]  # of each run, by measure


def tables(comparison: Comparison, one_to_many: bool, decimals: int, top: int | None) -> Iterator[Table | str]:
    """For each measure the runs with their letters, then the pairs, then what it means in words."""
    decided = comparison.decided
    rows_of, few = dict(by(comparison.rows(), "metric")), out_of_reach(comparison.scores, decided)
    for metric, means in standings(comparison.scores).items():
        rows, heading = rows_of.get(metric, []), comparison.heading(metric)
        pairs = count_pairs(rows)
        if not one_to_many and len(means) > 2:
            marks = letters(rows, list(means), decided.tests[0])
            groups = {"groups": lambda row, marks=marks: marks[row["run"]]} if any(marks.values()) else {}
            columns = {heading: "run", **groups, "mean": f"mean:.{decimals}f"}
            runs = [{"run": run, "mean": mean} for run, mean in means.items()]
            yield Table(runs, columns, texts=len(columns) - 1, top=top, noun="run")
            yield f"{one_line(read_letters(rows, marks, decided.tests[0]))} ({method(decided, pairs)}).\n"
        if not rows:
            yield f"{one_line(heading)}: no two runs have a value for the same query.\n"
        elif one_to_many or pairs <= MOST_PAIRS:
            yield from pair_tables(heading, rows, comparison, decimals, top)
        else:
            differing = sum(row["significant"] for row in rows if row["test"] == decided.tests[0])
            yield f"{differing} of {pairs} pairs differ; --format csv or -o lists them.\n"
        if 0 < len(rows) <= MOST_SENTENCES:
            better = comparison.scores.better[metric]
            told = [{**row, "metric": heading, "few": few.pop(key_of(row), None)} for row in rows]
            yield from (one_line(sentence(row, decided, pairs, better)) for row in told)
            yield ""
    if few:
        (metric, run, other, _), first = next(iter(few.items()))
        where = f"{plural(len(few), 'comparison')} where few queries differ"
        text = f"No outcome could have been significant in {where} (first: {run} and {other} on"
        yield one_line(f"{text} {comparison.heading(metric)}, {first}).") + "\n"
    if "interactions" in comparison.tables:
        yield from slice_tables(comparison, decimals, top)
    yield from map(one_line, together(comparison))
    level = f"* significant at alpha {decided.alpha:.12g}; intervals: {title('intervals', decided.interval)}"
    if decided.one_sided:
        level += f", two-sided; tests: one-sided, run - {said(*comparison.baselines)} {decided.alternative} than 0"
    level += f"{effect(comparison.rows())}."
    yield f"Means {comparison.about}. {level}"


def key_of(row: Row) -> tuple[str, ...]:
    return row["metric"], row["run"], row["other"], row["test"]


def pair_tables(
    heading: str, rows: Sequence[Row], comparison: Comparison, decimals: int, top: int | None
) -> Iterator[Table | str]:
    """The pairs of a measure, in a table for each baseline; what all of a table share stands above it."""
    decided, pairs = comparison.decided, count_pairs(rows)
    how = f" ({method(decided, pairs)})" if len(decided.tests) == 1 else ""
    corrected = not all(map(familywise, decided.tests)) and pairs > 1 and title("corrections", decided.correction)
    values = {
        **differences(rows[0], comparison, decimals),
        **{"%": "percent:+z.1f", "d": "d:+z.2f", "w/t/l": lambda row: f"{row['wins']}/{row['ties']}/{row['losses']}"},
        **({"p": lambda row: p_cell(row["p_value"])} if corrected else {}),
        "p-corr" if corrected else "p": corrected_p,
    }
    for baseline in comparison.baselines or [None]:
        part = [row for row in rows if baseline in (None, row["other"])]
        others, runs = {row["other"] for row in part}, {row["run"] for row in part}
        names, about = "run other", "runs compared with each other"
        if len(others) == 1:
            names, about = "run", f"runs compared with {said(*others)}"
        elif len(runs) == 1:
            names, about = "other", f"{said(*runs)} compared with the others"
        ids = same(names + " test" * (len(decided.tests) > 1))
        if part:
            title_of = f"{heading}: {about}{how}"
            yield Table(part, ids | values, title_of, texts=len(ids), top=top, noun="row", spare=SPARE)
            yield ""


def count_pairs(rows: Sequence[Row]) -> int:
    return len({(row["run"], row["other"]) for row in rows})


def differences(first: Row, comparison: Comparison, decimals: int) -> dict[str, Any]:
    """The columns of differences and of their intervals, which are ratios if the first row has logarithms."""
    return {
        "ratio" if first["logarithm"] else "diff": lambda row: change(row, decimals)[0],
        f"{100 * (1 - comparison.decided.alpha):g}% interval": lambda row: change(row, decimals)[1],
    }


def change(row: Row, decimals: int) -> tuple[str, str]:
    """The difference of a row and its interval, or those of the other run from the run if it is `reversed`."""
    sign = -1 if row.get("reversed") else 1

    def text(value: float) -> str:
        return ratio(sign * value) if row["logarithm"] else f"{sign * value:+z.{decimals}f}"

    limits = [text(each) for each in (row["lower"], row["upper"])[::sign] if each is not None]
    return text(row["difference"]), " ".join(limits) or "-"


def p_cell(value: float | None, significant: bool | None = None) -> str:
    """A p-value as a table shows it, with room for a mark if it may have one."""
    return p_value(value).replace("< ", "<") + {None: "", True: "*", False: " "}[significant]


def corrected_p(row: Row) -> str:
    """The corrected p-value of a row, with its mark."""
    return p_cell(row["p_corrected"], row["significant"])


def together(comparison: Comparison) -> list[str]:
    """What the tests of all runs together say, a line per measure; of two runs they say no more than those of pairs."""
    if comparison.scores.clustered or max(len(means) for means in standings(comparison.scores).values()) < 3:
        return []
    lines: dict[str, list[str]] = {}
    for row in over_all(comparison.scores, comparison.decided).to_pylist():
        if row["statistic"] is not None:
            df = f"{row['df']:.0f}" + ("" if row["error_df"] is None else f", {row['error_df']:.0f}")
            statistic, p = f"{row['statistic']:z.2f} ({df})", p_value(row["p_value"], "= ")
            text = f"{title('significance', row['test'])} {statistic}, p {p}"
            lines.setdefault(row["metric"], []).append(text)
    logs = {row["metric"] for row in comparison.rows() if row["logarithm"]}
    for metric, margin in margins(comparison.scores, comparison.decided).items():
        if margin is not None:
            share = f"{100 * (1 - comparison.decided.alpha):g}%"
            reach = f"within a factor of {ratio(margin)}" if metric in logs else f"+-{margin:z.4f}"
            lines.setdefault(metric, []).append(f"{share} interval of each mean {reach}")
    return [f"{comparison.heading(metric)}, all runs together: {'; '.join(texts)}." for metric, texts in lines.items()]


def together_tables(comparison: Comparison) -> Iterator[Table | str]:
    """What the tests of all runs together say, if no others were named."""
    columns = {
        "measure": lambda row: comparison.heading(row["metric"]),
        "test": lambda row: title("significance", row["test"]),
        **same("runs queries"),
        "statistic": "statistic:z.2f",
        "df": lambda row: ", ".join(f"{row[name]}" for name in ("df", "error_df") if row[name] is not None),
        "p": lambda row: p_cell(row["p_value"], row["significant"]),
    }
    level = f"* significant at alpha {comparison.decided.alpha:.12g}"
    rows = comparison.tables["comparisons"].to_pylist()
    yield Table(
        rows, columns, note=f"Over the queries that every run has a value for. {level}.", label="comparison", texts=2
    )


def slice_tables(comparison: Comparison, decimals: int, top: int | None) -> Iterator[Table | str]:
    """A table for each measure and attribute, where runs lose most, and whether the slice matters."""
    for table in by_slice(comparison, decimals, top):
        yield table
        yield ""
    logs = {row["metric"]: row["logarithm"] for row in comparison.rows(sliced=True)}
    losses = [row | {"logarithm": logs[row["metric"]]} for row in comparison.tables["losses"].to_pylist()]
    for metric in comparison.measures:
        if lost := [row for row in losses if row["metric"] == metric]:
            difference, _ = differences(lost[0], comparison, decimals).items()
            columns = {
                "slice": lambda row: f"{row['attribute']}: {slice_name(row['slice'], row['queries'])}",
                **dict([*same("run other").items(), difference]),
                "p-corr": corrected_p,
            }
            about = f"{comparison.heading(metric)}: the slices where runs lose most"
            yield Table(lost[:MOST_LOSSES], columns, title=about, texts=3)
            yield ""
    yield from interactions(comparison, top)
    small = f" {small_note()}" if any(comparison.tables["comparisons"]["small"].to_pylist()) else ""
    yield f"In parentheses: the number of queries.{small} {OF_EACH}\n"


def by_slice(comparison: Comparison, decimals: int, top: int | None = None) -> Iterator[Table]:
    """The table of each measure and attribute."""
    decided = comparison.decided
    every = [row for row in comparison.rows(sliced=True) if row["test"] == decided.tests[0]]
    for number, ((metric, attribute), group) in enumerate(groupby(every, key=itemgetter("metric", "attribute")), 1):
        rows, size = list(group), sum(row["metric"] == metric for row in every)
        others = {row["other"] for row in rows}
        ids = {
            "slice": lambda row: slice_name(row["slice"], row["queries"]),
            **same("run" if len(others) == 1 else "run other"),
        }
        how = method(decided, size, "pairs and slices")
        who = said(*others) if len(others) == 1 else "each other"
        about = f"{comparison.heading(metric)} by {attribute}: runs compared with {who} ({how})"
        values = {
            "mean": f"mean:.{decimals}f",
            **differences(rows[0], comparison, decimals),
            "p-corr": corrected_p,
        }
        caption, label = f"{about}. {small_note()} {OF_EACH}", f"slices-{number}"
        yield Table(rows, ids | values, about, paper=caption, label=label, texts=len(ids), top=top, noun="row")


def interactions(comparison: Comparison, top: int | None) -> Iterator[Table | str]:
    """Whether differences depend on the slice: of all runs together, and of pairs if they are few."""
    rows, alpha = comparison.tables["interactions"].to_pylist(), comparison.decided.alpha
    pairs = len({(row["run"], row["other"]) for row in rows if row["run"] is not None})
    every = [row | {"significant": (row["p_corrected"] or 1) < alpha} for row in rows]
    shown = [row for row in every if row["run"] is None or pairs <= MOST_PAIRS or row["significant"]]
    columns = {
        "measure": lambda row: comparison.heading(row["metric"]),
        "attribute": "attribute",
        "runs": lambda row: "all runs" if row["run"] is None else f"{row['run']} - {row['other']}",
        "F": "statistic:.2f",
        "df": lambda row: f"{row['df']}, {row['error_df']}",
        "p": lambda row: p_cell(row["p_value"]),
        "p-corr": corrected_p,
    }
    if shown:
        about = "Whether differences depend on the slice (analysis of variance of run and slice)"
        yield Table(shown, columns, about, texts=3, top=top, noun="row")
        yield ""


def papers(
    comparison: Comparison, one_to_many: bool, beaten: bool, decimals: int, top: int | None, mark: Mark = "plus"
) -> Iterator[Table]:
    """One row per run and one column per measure, with marks of what is significant; then the slices."""
    means = standings(comparison.scores)
    baselines, runs = comparison.baselines, list(dict.fromkeys(run for each in means.values() for run in each))
    shown = [run for place, run in enumerate(runs) if top is None or place < top or run in baselines]
    lettered: dict[str, str] = {}
    if beaten or len(baselines) > 1:
        some = [run for run in shown if run in baselines or not baselines]
        if len(some) > len(ascii_letters):
            raise InputError(f"there are {len(some)} runs and only {len(ascii_letters)} letters; leave out --letters")
        lettered = dict(zip(some, ascii_letters, strict=False))
    marks = {metric: marks_of(comparison, metric, one_to_many, lettered, MARKS[mark]) for metric in means}

    def value(run: str, metric: str) -> Marked | str:
        if run not in means[metric]:
            return "-"
        best = run == next(iter(means[metric]))
        return Marked(f"{means[metric][run]:z.{decimals}f}", best, marks[metric].get(run, ""))

    columns = {
        **({"#": lambda row: lettered.get(row["run"], "")} if lettered else {}),
        "run": lambda row: f"{row['run']} (baseline)" if row["run"] in baselines else row["run"],
        **{comparison.heading(metric): lambda row, metric=metric: value(row["run"], metric) for metric in means},
    }
    pairs = max(count_pairs(deciding(comparison, metric)) for metric in comparison.measures)
    read = reading(comparison, one_to_many, lettered, marks, MARKS[mark])
    caption = f"{read} ({method(comparison.decided, pairs)}). Means {comparison.about}."
    texts = 2 if lettered else 1
    yield Table([{"run": run} for run in shown], columns, paper=caption, label="comparison", texts=texts)
    if "interactions" in comparison.tables:
        yield from by_slice(comparison, decimals)


def deciding(comparison: Comparison, metric: str) -> list[dict[str, Any]]:
    """The rows of a measure by the test whose marks are shown."""
    test = comparison.decided.tests[0]
    return [row for row in comparison.rows() if row["metric"] == metric and row["test"] == test]


def marks_of(
    comparison: Comparison, metric: str, one_to_many: bool, lettered: Mapping[str, str], signs: Sequence[str]
) -> dict[str, str]:
    """The mark of each run: the letters of those it beats, a sign beside what it is compared with, or its groups."""
    rows = deciding(comparison, metric)
    if not lettered and not one_to_many:
        return letters(rows, list(standings(comparison.scores)[metric]), comparison.decided.tests[0])
    shared = {row["other"] if comparison.baselines else row["run"] for row in rows}
    marks: dict[str, str] = {}
    for row in rows:
        if row["significant"]:
            ahead = (row["difference"] > 0) != (row["better"] == "lower")
            better, worse = (row["run"], row["other"]) if ahead else (row["other"], row["run"])
            if lettered:
                letters_beaten = marks.get(better, "") + lettered.get(worse, "")
                marks[better] = "".join(sorted(letters_beaten, key=ascii_letters.index))
            else:
                marks |= {worse: signs[1]} if better in shared else {better: signs[0]}
    return marks


def reading(
    comparison: Comparison, one_to_many: bool, lettered: Mapping[str, str], marks: Marks, signs: Sequence[str]
) -> str:
    """How to read the marks."""
    if lettered:
        return "Superscripts: the runs that a run beats significantly"
    if comparison.baselines:
        return f"{signs[0]} and {signs[1]}: significantly better and worse than {comparison.baselines[0]}"
    if one_to_many:
        return f"{signs[1]}: significantly worse than the best run of the measure"
    test = comparison.decided.tests[0]
    read = {metric: read_letters(deciding(comparison, metric), each, test) for metric, each in marks.items()}
    if len(set(read.values())) == 1:
        return next(iter(read.values()))
    lacking = [
        f"{comparison.heading(metric)}: {text[0].lower()}{text[1:]}" for metric, text in read.items() if text != LETTERS
    ]
    return "; ".join([*([LETTERS] if LETTERS in read.values() else []), *lacking])


def as_object(comparison: Comparison, one_to_many: bool) -> dict[str, Any]:
    """What JSON has: how it was decided, the runs with their letters, the pairs with a sentence each, all together."""
    decided = comparison.decided
    rows_of, few = dict(by(comparison.rows(), "metric")), out_of_reach(comparison.scores, decided)
    runs, pairs = [], []
    for metric, means in standings(comparison.scores).items():
        rows = rows_of.get(metric, [])
        marks = {} if one_to_many else letters(rows, list(means), decided.tests[0])
        runs += [{"metric": metric, "run": run, "mean": mean, "letters": marks.get(run)} for run, mean in means.items()]
        count = count_pairs(rows)
        told = [{**row, "few": few.get(key_of(row))} for row in rows]
        texts = [sentence(row, decided, count, comparison.scores.better[metric]) for row in told]
        pairs += [{**row, "sentence": text} for row, text in zip(rows, texts, strict=True)]
    named = {"tests": decided.tests, "correction": decided.correction, "interval": decided.interval}
    sliced = {
        name: comparison.tables[name].to_pylist() for name in ("losses", "interactions") if name in comparison.tables
    }
    return {
        "decided": decided.values | named,
        "about": comparison.about,
        "baselines": comparison.baselines,
        "better": comparison.scores.better,
        "runs": runs,
        "comparisons": pairs,
        # tests of all runs together know no clusters
        "all_runs": [] if comparison.scores.clustered else over_all(comparison.scores, decided).to_pylist(),
        "margins": {} if comparison.scores.clustered else margins(comparison.scores, decided),
        **({"slices": comparison.rows(sliced=True)} | sliced if sliced else {}),
    }


def rank_tables(comparison: Comparison, decimals: int) -> Iterator[Table | str]:
    """For each curve and pair a table with one row per rank."""
    decided, baselines = comparison.decided, comparison.baselines
    pairs: dict[tuple[str, str, str, str], list[Row]] = {}
    for row in comparison.rows():
        curve, _, rank = comparison.heading(row["metric"]).rpartition("@")
        one, other = row["run"], row["other"]
        if other not in baselines or one in baselines:  # which is above changes from rank to rank
            one, other = sorted((one, other))
        pairs.setdefault((curve, one, other, row["test"]), []).append(
            {**row, "rank": rank, "reversed": row["run"] != one}
        )
    corrected = "; at each rank corrected for the number of pairs, not of ranks"
    corrected = corrected if title("corrections", decided.correction) else ""
    level = f"Means {comparison.about}. * significant at alpha {decided.alpha:.12g}{corrected}."
    for (curve, one, other, test), rows in pairs.items():
        columns = [
            ("rank", "rank"),
            *(
                (run, lambda row, run=run: f"{row['mean' if row['run'] == run else 'other_mean']:z.{decimals}f}")
                for run in (one, other)
            ),
            *{
                **differences(rows[0], comparison, decimals),
                "p": lambda row: p_cell(row["p_value"]),
                "p-corr": corrected_p,
            }.items(),
        ]
        about = f"{curve}: {one} and {other}, by {title('significance', test)}"
        yield Table(rows, columns, about, texts=0, paper=f"{about}. {level}", label="ranks")
        yield ""
    yield level
