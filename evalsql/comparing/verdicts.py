"""What a comparison found, in words and in letters."""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from math import exp
from string import ascii_letters
from typing import Any

from evalsql.comparing.compare import Decided
from evalsql.comparing.methods import by_ranks, familywise, lacking, title
from evalsql.comparing.scores import Scores
from evalsql.connections import fetch_all
from evalsql.words import more, said

MOST_GROUPS = 200  # on the way to letters; with more of them it takes long, and there are hardly fewer at the end
LETTERS = "Runs that share a letter do not differ"
NO_LETTERS = "Too many significance groups (over 52) for a letter display"


def standings(scores: Scores) -> dict[str, dict[str, float]]:
    """The mean of each run, best first, by measure."""
    rows = fetch_all(
        scores.connection,
        "select metric, run, mean from evalsql_standings join evalsql_asked using (metric)"
        " order by evalsql_asked.place asc, evalsql_standings.place asc",
    )
    found: dict[str, dict[str, float]] = {}
    for metric, run, mean in rows:
        found.setdefault(metric, {})[run] = mean
    return found


def letters(rows: Sequence[Mapping[str, Any]], runs: Sequence[str], test: str) -> dict[str, str]:
    """The letters of runs by a test, from the rows of a comparison; none if it does not compare every two runs."""
    if untested(rows, runs, test):
        return dict.fromkeys(runs, "")
    apart = {frozenset((row["run"], row["other"])) for row in rows if row["significant"] and row["test"] == test}
    return compact_letters(runs, apart)


def untested(rows: Sequence[Mapping[str, Any]], runs: Sequence[str], test: str) -> str:
    """Why letters would be wrong: some pairs were not tested. Empty if all were."""
    tested = {
        frozenset((row["run"], row["other"])) for row in rows if row["test"] == test and row["p_value"] is not None
    }
    pairs = [pair for pair in combinations(runs, 2) if frozenset(pair) not in tested]
    if not pairs:
        return ""
    one, other = pairs[0]
    return f"since {said(one)} and {said(other)} have no p-value{more(len(pairs), 'pair')}"


def read_letters(rows: Sequence[Mapping[str, Any]], marks: Mapping[str, str], test: str) -> str:
    """How to read the letters of runs, or why there are none."""
    if any(marks.values()):
        return LETTERS
    why = untested(rows, list(marks), test)
    return f"No letters, {why}" if why else NO_LETTERS


def sentence(row: Mapping[str, Any], decided: Decided, pairs: int, better: str = "higher") -> str:
    """One row of evalsql_comparisons in words."""
    sign, number = -1 if better == "lower" else 1, ratio if row["logarithm"] else decimals
    run, other, by, lower, upper = row["run"], row["other"], sign * row["difference"], row["lower"], row["upper"]
    turned = sign if by >= 0 else -sign  # so that the better run is named first, and by is how much better it is
    if by < 0:
        run, other, by = other, run, -by
    test = name_of(row["test"], decided, f"{row['run']} - {row['other']}")
    about = [f"{test}, {p_text(row, decided, pairs)}"]
    if row["d"] is not None:
        about[0] += f", d = {abs(row['d']):.2f}"
    if lower is not None:
        low, high = sorted((turned * lower, turned * upper))
        about.insert(0, f"{100 * (1 - decided.alpha):g}% CI {number(low)} to {number(high)}")
    details = f"({'; '.join(about)})"
    if row["significant"] and by_ranks(row["test"]) and row["difference"] * (row["wins"] - row["losses"]) < 0:
        ahead = f"{run} is {'above' if better == 'neither' else 'ahead'} by the mean, {other} on more queries"
        return f"{run} and {other} differ on {row['metric']}: {ahead} {details}."
    if row["significant"]:
        factor = "a factor of " if row["logarithm"] else ""
        beats = "is above" if better == "neither" else "beats"
        return f"{run} {beats} {other} on {row['metric']} by {factor}{number(by)} {details}."
    level = f"No outcome could have been significant at alpha {decided.alpha:.12g}"
    few = f" {level}: {row['few']}." if row.get("few") else ""
    if by == 0:
        return f"{run} and {other} are the same on {row['metric']} {details}.{few}"
    higher, lesser = (other, run) if better == "lower" else (run, other)
    minus = "/" if row["logarithm"] else "-"
    return f"{higher} {minus} {lesser} = {number(by)} on {row['metric']}, not significant {details}.{few}"


def name_of(test: str, decided: Decided, difference: str = "") -> str:
    """The name of a test, and to which side it is: of what difference, where one is named."""
    if not decided.one_sided:
        return title("significance", test)
    side = f": {difference} {decided.alternative} than 0" if difference else f" ({decided.alternative})"
    return f"{title('significance', test)}, one-sided{side}"


def p_text(row: Mapping[str, Any], decided: Decided, pairs: int) -> str:
    """The p-value in words."""
    if row["p_value"] is None:
        return f"no p-value {lacking(row['test'])}"
    corrected = "" if familywise(row["test"]) or pairs < 2 else title("corrections", decided.correction)
    return f"{corrected} p {p_value(row['p_corrected'], equals='= ')}".lstrip()


def p_value(value: float | None, equals: str = "") -> str:
    """A p-value to three decimals, and no smaller than one can print."""
    if value is None:
        return "-"
    return "< 0.001" if value < 0.001 else f"{equals}{value:.3f}"


def ratio(logarithm: float) -> str:
    """The quotient of two means, of its logarithm."""
    return f"{exp(min(logarithm, 700)):.4g}"  # the largest double


def decimals(value: float) -> str:
    """A difference to three decimals, or to two digits where that shows nothing."""
    return f"{value:.3f}" if abs(value) >= 0.001 or value == 0 else f"{value:.2g}"


def method(decided: Decided, pairs: int, of: str = "pairs") -> str:
    """How significance was decided, for a caption."""
    test = decided.tests[0]  # which marks and letters are of
    text = name_of(test, decided)
    if familywise(test):
        text += ", over all pairs"
    elif pairs > 1 and (corrected := title("corrections", decided.correction)):
        text += f", {corrected} over {pairs} {of}"
    return f"{text}, alpha {decided.alpha:.12g}"


def compact_letters(runs: Sequence[str], apart: Collection[frozenset[str]]) -> dict[str, str]:
    """The letters of each run, by insertion and absorption (Piepho, JCGS 13, 2004, doi:10.1198/1061860043515)."""
    groups = [frozenset(runs)]
    for place, one in enumerate(runs):
        for other in runs[place + 1 :]:
            if frozenset((one, other)) in apart:
                split = [group - {each} for group in groups if {one, other} <= group for each in (one, other)]
                kept = [group for group in groups if not {one, other} <= group]
                groups = absorbed([*kept, *split])
                if len(groups) > MOST_GROUPS:
                    return dict.fromkeys(runs, "")
    if len(groups) > len(ascii_letters):
        return dict.fromkeys(runs, "")
    order = {run: place for place, run in enumerate(runs)}
    groups.sort(key=lambda group: sorted(order[run] for run in group))
    return {
        run: "".join(each for each, group in zip(ascii_letters, groups, strict=False) if run in group) for run in runs
    }


def absorbed(groups: Sequence[frozenset[str]]) -> list[frozenset[str]]:
    """The groups that are not part of another."""
    different = list(dict.fromkeys(groups))
    return [group for group in different if group and not any(group < other for other in different)]
