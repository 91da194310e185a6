"""The rules of a gate: bounds, and the measures that they bound."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

from evalsql.catalog.measure import Measure
from evalsql.comparing.scores import head
from evalsql.errors import InputError
from evalsql.sqltext import quote

Bound = float | str | Mapping[str, float | str] | Sequence[float | str] | None
EVERY = "*"  # measure, in the place of its name
MOST = 1e9  # of a bound, beside which differences are still seen
# what bounds are called in messages
CALLED = {"margin": "margin", "at_least": "at-least", "worst_loss": "worst-loss", "losing": "losing"}


@dataclass(frozen=True)
class Rule:
    """A rule that a gate holds a measure to."""

    rule: str  # non_inferior, unchanged, better, at_least, worst_loss or losing
    metric: str | Measure | None = None  # the measure, or a text that names some; every one if None
    bound: float = 0.0  # the margin and so on
    relative: bool = False  # whether the margin is a share of the baseline's mean
    said: str = ""  # what messages call it, such as margin 0.01

    @property
    def literals(self) -> dict[str, str]:
        """The same as SQL writes it."""
        return {
            "metric": quote(str(self.metric)),
            "rule": quote(self.rule),
            "bound": f"{self.bound!r}::double",
            "relative": "true" if self.relative else "false",
        }


def read(bounds: Mapping[str, Bound], *, unchanged: bool = False, better: bool = False) -> list[Rule]:
    """The rules that bounds say."""
    found = []
    for name, given in bounds.items():
        kind = ("unchanged" if unchanged else "non_inferior") if name == "margin" else name
        for metric, value in named(given):
            bound, relative = number(name, value)
            refuse_range(name, bound, relative, value)
            found.append(Rule(kind, metric, bound, relative and name == "margin", f"{CALLED[name]} {value}"))
    if unchanged and not any(each.rule == "unchanged" for each in found):
        raise InputError("unchanged needs a margin: what differs by less is the same; name one, such as margin 0.01")
    if better:
        found.append(Rule("better", said="better"))
    if not found:
        raise InputError(
            "a gate needs a rule; name one, such as --margin 0.01 (in Python margin=0.01): how much the mean may lose"
        )
    return found


def named(given: Bound) -> list[tuple[Any, Any]]:
    """The values of a bound with the measures that they are for; None for every measure."""
    if given is None:
        return []
    several = given if isinstance(given, list | tuple) else [given]
    return [pair for each in several for pair in named_in(each)]


def named_in(given: Any) -> list[tuple[Any, Any]]:
    """The same of one that is not a list."""
    if isinstance(given, Mapping):
        return [(None if str(metric) == EVERY else metric, value) for metric, value in given.items()]
    if isinstance(given, str) and "=" in given:
        metric, _, value = given.rpartition("=")
        if re.search(r"=[^(),]+,[^()]*$", metric):
            raise InputError(f"{given!r} has several bounds; repeat the option for each, as in AP=0.1")
        return named_in({metric: value})
    return [(None, given)]


def number(name: str, value: Any) -> tuple[float, bool]:
    """A number, and whether it is a share in percent."""
    text = str(value).strip()
    percent = text.endswith("%")
    try:
        found = float("nan" if "_" in text or not text.isascii() else text.removesuffix("%"))
    except ValueError:
        found = float("nan")
    if isinstance(value, bool) or not isfinite(found):
        expected = "a number, such as 0.01, or a measure and a number, such as nDCG@10=0.01"
        raise InputError(f"{CALLED[name]} must be {expected}, not {value!r}")
    return (found / 100 if percent else found), percent


def refuse_range(name: str, bound: float, percent: bool, value: Any) -> None:
    """Refuses a bound that is out of its range."""
    if name == "margin" and bound <= 0:
        raise InputError(f"margin must be positive, not {value}; to require a gain, use better")
    if name in ("margin", "at_least") and abs(bound) > MOST:
        raise InputError(f"{CALLED[name]} must be at most {MOST:g}, not {value}")
    if name == "margin" and percent and bound >= 1:
        raise InputError(f"margin must be below 100%, not {value}")
    if name == "losing" and not 0 <= bound < 1:
        raise InputError(f"losing must be a share of at least 0 and below 1, or a percentage such as 20%, not {value}")
    if name == "worst_loss" and bound < 0:
        raise InputError(f"worst-loss must be at least 0, not {value}")
    if name in ("worst_loss", "at_least") and percent:
        raise InputError(f"{CALLED[name]} is a value of the measure, not a percentage; got {value}")


def of_each(asked: Sequence[Rule], find: Callable[[Any], Sequence[str | Measure]]) -> list[Rule]:
    """A rule for each measure that a rule names; of two of a kind for the same measure one is refused."""
    found: dict[tuple[str, str | None], Rule] = {}
    for rule in asked:
        for metric in [None] if rule.metric is None else find(rule.metric):
            key = rule.rule, metric and str(metric)
            if key in found:
                raise InputError(f"{rule.said}: two were given for {metric or 'all measures'}; one was expected")
            found[key] = replace(rule, metric=metric)
    return list(found.values())


def measures_of(asked: Sequence[Rule], measures: Sequence[str | Measure], default: str) -> list[str | Measure]:
    """The measures named (the default if none is and a rule is for all), and those that rules name."""
    named = [rule.metric for rule in asked if rule.metric is not None]
    return [*(measures or ([default] if len(named) < len(asked) else [])), *dict.fromkeys(named)]


def apply(asked: Sequence[Rule], better: Mapping[str, str]) -> tuple[Rule, ...]:
    """The rules of each measure; what is said of a measure goes before what is said of all."""
    own = {(rule.rule, rule.metric and str(rule.metric)): rule for rule in asked}
    kinds = dict.fromkeys(rule.rule for rule in asked)
    found = [(own.get((kind, metric), own.get((kind, None))), metric) for kind in kinds for metric in better]
    for rule in asked:
        if all(each is not rule for each, _ in found):
            raise InputError(f"{rule.said} applies to no measure: each has a bound of its own")
    applied = tuple(replace(rule, metric=metric) for rule, metric in found if rule)
    for rule in applied:
        refuse_idle(rule, better[str(rule.metric)])
    return applied


def refuse_idle(rule: Rule, better: str) -> None:
    """Refuse a bound that no value within the range of its measure can break."""
    known = head(str(rule.metric))
    if known is None or rule.relative or rule.rule in ("better", "losing"):
        return
    low, high = known.range
    fewest = high <= rule.bound if better == "lower" else low >= rule.bound
    if fewest if rule.rule == "at_least" else rule.bound >= high - low:
        meant = (
            f"; {rule.bound:g} per cent of the baseline's mean is {rule.bound:g}%"
            if rule.said.startswith("margin")
            else ""
        )
        raise InputError(f"{rule.said}: {rule.metric} is from {low:g} to {high:g}, so nothing could fail{meant}")
