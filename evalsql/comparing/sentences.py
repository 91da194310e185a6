"""What a comparison found, in words."""

from collections.abc import Mapping
from typing import Any

from evalsql.comparing.compare import Decided
from evalsql.comparing.significance import familywise, title

CORRECTED = {
    "bonferroni": "Bonferroni-corrected ",
    "holm": "Holm-corrected ",
    "hochberg": "Hochberg-corrected ",
    "benjamini_hochberg": "Benjamini-Hochberg-corrected ",
    "benjamini_yekutieli": "Benjamini-Yekutieli-corrected ",
}
BY_RANKS = ("sign", "wilcoxon", "conover", "nemenyi")  # which may say the opposite of the means


def sentence(row: Mapping[str, Any], decided: Decided, pairs: int, lower_is_better: bool = False) -> str:
    """One row of evalsql_comparisons in words.

    Args:
        row: the row, by column.
        decided: how runs were compared.
        pairs: how many pairs its p-value is corrected for.
        lower_is_better: whether it is the lower value of the measure that is better.
    """
    sign = -1 if lower_is_better else 1
    run, other, by, lower, upper = row["run"], row["other"], sign * row["difference"], row["lower"], row["upper"]
    turned = sign if by >= 0 else -sign  # so that the better run is named first, and by is how much better it is
    if by < 0:
        run, other, by = other, run, -by
    about = [f"{title('significance', row['test'])}, {p_text(row, decided, pairs)}"]
    if row["d"] is not None:
        about[0] += f", d = {abs(row['d']):.2f}"
    if lower is not None:
        low, high = sorted((turned * lower, turned * upper))
        about.insert(0, interval_text(low, high, decided))
    details = f"({'; '.join(about)})"
    if row["significant"] and row["test"] in BY_RANKS and row["difference"] * (row["wins"] - row["losses"]) < 0:
        ahead = f"{run} is ahead by the mean, {other} on more queries"
        return f"{run} and {other} differ on {row['metric']}: {ahead} {details}."
    if row["significant"]:
        return f"{run} beats {other} on {row['metric']} by {decimals(by)} {details}."
    if by == 0:
        return f"{run} and {other} are the same on {row['metric']} {details}."
    where = "below" if lower_is_better else "above"
    return f"{run} is {where} {other} on {row['metric']} by {decimals(by)}, which may be chance {details}."


def interval_text(lower: float, upper: float, decided: Decided) -> str:
    """An interval in words."""
    return f"{100 * (1 - decided.alpha):g}% CI {decimals(lower)} to {decimals(upper)}"


def p_text(row: Mapping[str, Any], decided: Decided, pairs: int) -> str:
    """The p-value in words."""
    if row["p_value"] is None:
        return "no p-value for fewer than two queries"
    corrected = "" if familywise(row["test"]) or pairs < 2 else CORRECTED.get(decided.correction, "")
    return f"{corrected}p {p_value(row['p_corrected'], equals='= ')}"


def p_value(value: float | None, equals: str = "") -> str:
    """A p-value to three decimals, and no smaller than one can print."""
    if value is None:
        return "-"
    return "< 0.001" if value < 0.001 else f"{equals}{value:.3f}"


def decimals(value: float) -> str:
    """A difference to three decimals, or to two digits where that shows nothing."""
    return f"{value:.3f}" if abs(value) >= 0.001 or value == 0 else f"{value:.2g}"


def method(decided: Decided, pairs: int) -> str:
    """How significance was decided, for a caption."""
    test = decided.tests[0]  # which marks and letters are of
    text = title("significance", test)
    if familywise(test):
        text += ", over all pairs"
    elif pairs > 1 and decided.correction != "none":
        text += f", {CORRECTED[decided.correction].strip()} over {pairs} pairs"
    return f"{text}, alpha {decided.alpha:g}"
