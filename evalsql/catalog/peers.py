"""Names of measures that are no notation, as trec_eval and ndeval have them: ndcg_cut_10, utility.2,-1,0,0."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from evalsql.catalog.gains import GAINS
from evalsql.catalog.metric import Metric
from evalsql.sqltext import number_text

NUMBER = r"-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?"
NUMBERS = r"[0-9.]+(?:,[0-9.]+)*"
PAIRS = rf"[0-9]+={NUMBER}(?:,[0-9]+={NUMBER})*"  # trec_eval's gains: 1=3,2=9
FORMS = {"VARCHAR": NUMBERS, GAINS: PAIRS}
PLACE = re.compile(r"\{(?P<name>\w+)(?::(?P<form>[^}]*))?\}")  # of a parameter in a peer's name


def in_peers(value: Any, form: str | None) -> str:
    """A parameter's value as trec_eval's names have it: gains as 1=3,2=9, and numbers in a form such as .2f."""
    if isinstance(value, Mapping):
        return ",".join(f"{number_text(level)}={number_text(gain)}" for level, gain in value.items())
    return format(value, form) if form else value if isinstance(value, str) else number_text(value)


def filled(template: str, values: Mapping[str, Any], write: Callable[[Any, str | None], str]) -> str:
    """A peer's name with the values of its parameters, as a function writes them."""
    return PLACE.sub(lambda place: write(values[place["name"]], place["form"]), template)


def is_notation(template: str) -> bool:
    """Whether a peer writes a name as ir_measures does, which is ours."""
    return "(" in template or "@" in template


def peers_values(found: Metric, template: str, text: str) -> dict[str, Any] | None:
    """The parameters that a text sets as a name of ndeval or trec_eval; None where it is not the name of a template.

    trec_eval has a dot before them where it is called, ndcg_cut.10, and 10 may be .10 there: iprec_at_recall.10.
    """
    pattern = re.sub(r"_(?=(?:[a-z]+=)?\\\{)", "[_.]", re.escape(PLACE.sub(r"{\g<name>}", template)))
    kinds = {name: parameter.type for name, parameter in found.parameters.items()}
    matched = re.fullmatch(
        re.sub(r"\\\{(\w+)\\\}", lambda place: f"(?P<{place[1]}>{FORMS.get(kinds[place[1]], NUMBER)})", pattern), text
    )
    if matched is None:
        return None
    values: dict[str, Any] = {}
    for name, said in matched.groupdict().items():
        if kinds[name] == "VARCHAR":
            values[name] = said
        elif kinds[name] == GAINS:
            values[name] = {float(level): float(gain) for level, gain in (pair.split("=") for pair in said.split(","))}
        else:
            share = text.endswith(f".{said}") and said.isdigit() and not found.parameters[name].takes(float(said))
            values[name] = float(f".{said}") if share else float(said)
    return values
