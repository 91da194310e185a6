"""What other tools call a measure: the templates of a head's [peers], read and written.

A template has a parameter in braces, `ndcg_cut_{k}`, with the form of its number where that tool has one, and may fix
others behind `with`: `SDCG@{k} with discount='log2'`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from evalsql.catalog.arguments import checked, written
from evalsql.catalog.gains import GAINS
from evalsql.catalog.listing import mentioned
from evalsql.catalog.metric import Metric
from evalsql.catalog.notation import is_notation, read_notation
from evalsql.sqltext import number_text

NUMBER = r"-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?"
NUMBERS = r"[0-9.]+(?:,[0-9.]+)*"
PAIRS = rf"[0-9]+={NUMBER}(?:,[0-9]+={NUMBER})*"  # trec_eval's gains: 1=3,2=9
FORMS = {"VARCHAR": NUMBERS, GAINS: PAIRS}
PLACE = re.compile(r"\{(?P<name>\w+)(?::(?P<form>[^}]*))?\}")  # of a parameter in a peer's name


def peer_name(peer: str, metric: Metric, values: Mapping[str, Any], whole: bool) -> str | None:
    """What a tool calls a measure, or None if it has no name for it."""
    for template, fixed in map(with_fixed, metric.peers.get(peer, ())):
        said = {found["name"] for found in PLACE.finditer(template)}
        agreed = {name: checked(template, metric.parameters[name], value) for name, value in fixed.items()}
        plain = {name: parameter.default for name, parameter in metric.parameters.items()} | agreed
        unsaid = {name: value for name, value in values.items() if name not in said and name != metric.cutoff}
        if any(value != plain[name] for name, value in unsaid.items()) or whole != (metric.cutoff not in said):
            continue
        named = {name: values[name] for name in said}
        text = filled(template, named, in_notation if is_notation(template) else in_peers)
        if is_notation(template) or peers_values(metric, template, text) == named:  # 0.125 with two decimals is another
            return text
    return None


def with_fixed(template: str) -> tuple[str, dict[str, Any]]:
    """A peer's name as a head has it, and the parameters of ours that it fixes: `SDCG@{k} with discount='log2'`."""
    name, _, fixed = template.partition(" with ")
    return name, read_notation(f"fixed({fixed})")[1]


def filled(template: str, values: Mapping[str, Any], write: Callable[[Any, str | None], str]) -> str:
    """A peer's name with the values of its parameters, as a function writes them."""
    return PLACE.sub(lambda place: write(values[place["name"]], place["form"]), template)


def in_notation(value: Any, form: str | None) -> str:
    """A parameter's value as ir_measures writes it, which needs 1.0 of some, where a template says so: {recall:}."""
    return written(value) if form is None else format(value, form)


def in_peers(value: Any, form: str | None) -> str:
    """A parameter's value as trec_eval's names have it: gains as 1=3,2=9, and numbers in a form such as .2f."""
    if isinstance(value, Mapping):
        return ",".join(f"{number_text(level)}={number_text(gain)}" for level, gain in value.items())
    return format(value, form) if form else value if isinstance(value, str) else number_text(value)


def peer_matches(text: str) -> Iterator[tuple[Metric, dict[str, Any]]]:
    """The metrics that some peer calls by this very text, with the parameters it sets."""
    name, given, cutoff = read_notation(text)
    for each in mentioned("".join(re.findall(r"^[0-9]*[a-z]*(?:_[a-z]+)*", text, re.IGNORECASE))):
        for template, fixed in (with_fixed(template) for templates in each.peers.values() for template in templates):
            # ir_measures: the same notation, with its parameters' names in braces for values, or one value alone
            said, names, at = read_notation(PLACE.sub(r"'{\g<name>}'", template))
            if said is not None and is_notation(template):
                # words that are not a parameter must match: SetP(relative=True)
                needed = {key for key, value in names.items() if not str(value).startswith("{")}
                alike = said == name and (at is None) == (cutoff is None) and needed <= given.keys() <= names.keys()
                if alike and all(names[key] == v or str(names[key]).startswith("{") for key, v in given.items()):
                    values = {names[key].strip("{}"): v for key, v in given.items() if names[key] != v}
                    yield each, fixed | values | ({at.strip("{}"): cutoff} if at else {})
            elif (values := peers_values(each, template, text)) is not None:
                yield each, fixed | values


def peers_values(found: Metric, template: str, text: str) -> dict[str, Any] | None:
    """The parameters that a text sets as a name of ndeval or trec_eval; None if it is not the name of a template.

    trec_eval has a dot before them if it is called, ndcg_cut.10, and 10 may be .10 there: iprec_at_recall.10.
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
