"""A measure is a metric with its parameters set, written as ir_measures writes it: nDCG@10, RBP(p=0.9)@20.

trec_eval's names (ndcg_cut_10, map) are understood too; the heads of the metrics say them, under [peers].
"""

import re
import warnings
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from evalsql.catalog import sets
from evalsql.catalog.arguments import checked, written
from evalsql.catalog.conventions import decisions
from evalsql.catalog.listing import Folder, find_metric, metric
from evalsql.catalog.metric import WHOLE_RANKING, Metric
from evalsql.catalog.names import find_named
from evalsql.catalog.notation import JUDGED_ONLY, notation, read_notation
from evalsql.catalog.peers import peer_matches, peer_name
from evalsql.catalog.relations import bare_words, kept, relation, with_beneath
from evalsql.catalog.search import elsewhere
from evalsql.catalog.sqlfiles import code_only
from evalsql.catalog.templates import environment
from evalsql.errors import InputError, InputWarning

# a value that is a word without quotes, and no number or word of Python
HYPHENED = re.compile(r"[^\W\d_]+(_[^\W\d_]+)*(-[^\W\d_]+)+")  # a name with hyphens
UNQUOTED = re.compile(
    r"[(,]\s*(?P<name>(?!judged_only)\w+)\s*=\s*(?!(?:true|false|none|inf|nan)\b)(?P<value>[a-z][\w-]*)\s*[,)]",
    re.IGNORECASE,
)
DCG_FORMS = {"log2": {}, "exp-log2": {"gains": "exp"}}  # what ir_measures calls dcg


@dataclass(frozen=True, repr=False)
class Measure:
    """A metric and a value for each of its parameters. Its text is canonical: equal measures have equal texts.

    Attributes:
        metric: what it is a measure of.
        values: the value of each parameter.
        judged_only: whether unjudged documents are taken out of rankings first, which every metric can be asked for.
        given: the parameters that its text says, be it what they are by default.
        typed: its text as a user wrote it, such as MAP, which tables call it; empty if nobody wrote it alone.
    """

    metric: Metric
    values: Mapping[str, Any]
    judged_only: bool = field(default=False, kw_only=True)
    given: Collection[str] = field(default=(), kw_only=True, compare=False)
    typed: str = field(default="", kw_only=True, compare=False)

    def __str__(self) -> str:
        changed = {name: v for name, v in self.values.items() if v != self.metric.parameters[name].default}
        cutoff = f"@{changed.pop(self.metric.cutoff)}" if self.metric.cutoff in changed else ""
        inside = ",".join(f"{name}={written(value)}" for name, value in (changed | self.option).items())
        return self.metric.name + (f"({inside})" if inside else "") + cutoff

    def __repr__(self) -> str:
        return f"Measure({str(self)!r})"

    def __hash__(self) -> int:
        return hash(str(self))

    @property
    def option(self) -> dict[str, bool]:
        """What its text says beside its parameters."""
        return {JUDGED_ONLY: True} if self.judged_only else {}

    @property
    def idle(self) -> list[str]:
        """The parameters that its text sets, and that change nothing as the others are."""
        return [name for name in self.given if unread(self, name)]

    @property
    def reads_gains(self) -> bool:
        """Whether what the judgments, or a table of gains, say of a gain can change its value."""
        # measures of novelty call what they add up gain too
        graded = (self.metric.parameters.get(name) for name in ("gains", "min_rel"))
        return (
            self.values.get("gains") is None
            and any(each and each.idle != "true" for each in graded)
            and "gain" in bare_words(self.spelled_out(self.values))
        )

    @property
    def reads_weights(self) -> bool:
        """Whether what subtopics weigh can change its value."""
        # covers are of subtopics that all weigh 1, and ideals of those that weigh what they do
        ideal = not {"greedy_ideal", "reversed_ideal"}.isdisjoint(self.metric.reads)
        return self.metric.by_subtopic and (ideal or "weight" in bare_words(self.metric.body))

    def spelled_out(self, values: Mapping[str, Any]) -> str:
        """Its body, without what these values of its parameters do not ask for, and the relations that this reads.

        Args:
            values: the values of its parameters by name.
        """
        body = self.metric.spell_out(values)
        beneath = with_beneath((name for name in self.metric.reads if name not in kept()), relation)
        return code_only("\n".join([body, *beneath.values()]))

    @property
    def residual(self) -> "Measure | None":
        """The residual of this measure, if its head names one: its rise if every unjudged document were relevant."""
        folder: Folder = "curves" if self.metric.over else "metrics"
        found = metric(self.metric.residual, folder) if self.metric.residual else None
        if found is None:
            return None
        values = {n: self.values.get(n, parameter.default) for n, parameter in found.parameters.items()}
        return Measure(found, values, judged_only=self.judged_only)

    @property
    def of_distance(self) -> bool:
        """Whether it is a distance between the relevance that a run predicts and that of users."""
        return "distances()" in self.metric.template

    @property
    def bound(self) -> dict[str, Any]:
        """The values as DuckDB binds them: a mapping by its keys and values."""
        return {
            name: {"key": list(value), "value": list(value.values())} if isinstance(value, Mapping) else value
            for name, value in self.values.items()
        }

    @property
    def cutoff(self) -> int:
        """The last rank it looks at."""
        name = self.metric.cutoff
        return int(self.values[name]) if name else WHOLE_RANKING

    def name_in(self, peer: str) -> str | None:
        """What another tool calls this measure, or None if it has no name for it.

        Args:
            peer: the tool, as the heads name it: trec_eval, ir_measures.
        """
        said = peer_name(peer, self.metric, self.values, whole=self.cutoff == WHOLE_RANKING)
        if said is None or not self.judged_only:
            return said
        # only ir_measures has a word for it
        return notation(*read_notation(said), **self.option) if peer == "ir_measures" else None


@lru_cache(1024)
def unread(measure: Measure, name: str) -> bool:
    """Whether a parameter that is set changes nothing: its head says so, or the body is the same without it."""
    parameter = measure.metric.parameters[name]
    if measure.values[name] == parameter.default or parameter.cutoff or parameter.required:
        return False
    if parameter.idle and environment().compile_expression(parameter.idle)(**measure.values):
        return True
    text = measure.spelled_out(measure.values)
    return f"${name}" not in re.findall(r"\$\w+", text) and text == measure.spelled_out(
        {**measure.values, name: parameter.default}
    )


Measures = Sequence[str | Measure] | str | Measure


def as_measures(
    measures: "Sequence[str | Measure] | str | Measure", folder: Folder = "metrics", convention: str | None = None
) -> list[Measure]:
    """One measure, several or none, as text or parsed, as a list with each once; see parse_measures."""
    given: Sequence[Any] = [measures] if isinstance(measures, str | Measure) or is_peers(measures) else measures
    if not isinstance(given, Iterable) or isinstance(given, bytes):
        raise InputError(f"measures must be a text such as nDCG@10, or a list of such, not {given!r}")
    texts = [str(each) if is_peers(each) else each for each in given]
    parsed: list[Any] = []
    for each in texts:
        parsed += parse_measures(each, folder, convention) if isinstance(each, str) else [each]
    for each in parsed:
        if not isinstance(each, Measure) or (each.metric.over is not None) != (folder == "curves"):
            raise InputError(f"{str(each)!r} is not among the {folder}; give its text, such as nDCG@10")
    return list({str(each): each for each in parsed}.values())


def parse_measures(text: str, folder: Folder = "metrics", convention: str | None = None) -> list[Measure]:
    """The measures that a text names: one, a list of them, a set, or those of a file."""
    found = sets.find_set(text, folder)
    if found:
        return members(found, folder, convention)
    if text.lstrip().startswith("@"):
        parsed = []
        for place, line in sets.lines(text.strip()[1:]):
            try:
                parsed += parse_measures(line, folder, convention)
            except InputError as error:
                raise InputError(f"{place}: {error}") from None
        if not parsed:
            raise InputError(f"{text.strip()[1:]}: has no measures; write one per line, such as nDCG@10")
        return parsed
    several = listed(text)
    if len(several) == 1:
        return [replace(parse_measure(text, folder, convention), typed=text.strip())]
    found = [each for piece in several for each in parse_measures(piece, folder, convention)]
    # P.5,10 has two measures, and a text of neither
    return found if all(piece in text for piece in several) else [replace(each, typed="") for each in found]


def listed(text: str) -> list[str]:
    """The texts of a list of measures, or the text alone if it is not a list."""
    if read_notation(text.strip())[0] or text.lstrip().startswith("@"):
        return [text]
    several = list(sets.pieces(text, lambda piece: next(peer_matches(piece), None) is not None))
    return several if len(several) > 1 else [text]


def members(found: sets.MeasureSet, folder: Folder, convention: str | None) -> list[Measure]:
    """The measures of a set; a warning names those that need a value, and those that are not curves."""
    parsed, unknown = [], []
    for text in found.measures:
        try:
            parsed.append(parse_measure(text, folder, convention))
        except InputError:
            if folder == "metrics":
                raise
            unknown.append(text)
    if not parsed:
        raise InputError(f"the set {found.name} has no curve")
    missing = f"no curve is {', '.join(unknown)}" if unknown else ""
    needy = f"{', '.join(found.without)} need a value of yours (see 'evalsql metrics')" if found.without else ""
    if missing or needy:
        warnings.warn(f"-m {found.name}: left out, since {missing or needy}", InputWarning, stacklevel=4)
    return parsed


def is_peers(measure: Any) -> bool:
    """Whether something is a measure of ir_measures, whose text is ours."""
    return type(measure).__module__.partition(".")[0] == "ir_measures"


def with_residuals(measures: Sequence[Measure]) -> list[Measure]:
    """Measures, and after each its residual if it has one: who scores the measure has to score that too."""
    return list(dict.fromkeys(each for measure in measures for each in (measure, measure.residual) if each))


def parse_measure(text: str, folder: Folder = "metrics", convention: str | None = None) -> Measure:
    """Parse the text of a measure.

    Args:
        text: ir_measures' notation (`nDCG@10`, `AP(rel=2)`, `RBP(p=0.8)@20`, aliases such as `MAP`) or a name
            of trec_eval (`ndcg_cut_10`, `map`, `P_10`).
        folder: whether to look for it among the metrics or the curves.
        convention: a bundle of evalsql.conventions, which says what parameters are that the text does not set.

    Raises:
        InputError: there is no such metric or parameter, or the value is not one it takes. The sentence says which
            there are.
    """
    if not isinstance(text, str):
        raise InputError(f"a measure must be a text such as nDCG@10, not {text!r}")
    text = re.sub(r"\u03b1(?=[a-zA-Z])", "alpha_", text.strip()).replace("\u03b1", "alpha")  # as ir_measures has it too
    name, given, cutoff = read_notation(text)
    if JUDGED_ONLY in given:
        only = given.pop(JUDGED_ONLY)
        if not isinstance(only, bool):
            raise InputError(f"{text!r}: {JUDGED_ONLY} must be True or False, not {only!r}")
        return replace(parse_measure(notation(name, given, cutoff), folder, convention), judged_only=only)
    found = find_metric(name, folder) if name else None
    if found and "gains" in found.parameters and str(given.get("dcg")) in DCG_FORMS:
        form = DCG_FORMS[given.pop("dcg")]
        if form.keys() & given.keys():
            raise InputError(f"{text!r}: dcg says the gains, and so does gains; leave one out")
        given |= form
    # a peer's name for it, ndcg_cut_10; of another metric, NumRet(rel=1), of another parameter, IPrec@0.1, or one whose
    # capitals alone tell it from ours, SDCG
    unfit = found and (not given.keys() <= found.parameters.keys() or (cutoff is not None and not found.cutoff))
    if folder == "metrics" and (found is None or unfit or name not in (found.name, *found.aliases)):
        by_peer = next(peer_matches(text), None)
        if by_peer:
            return make_measure(text, *by_peer, convention)
        by_name = find_named(text) if found is None else None
        if by_name:
            return make_measure(text, *by_name, convention)
    if name is None:
        hyphened = HYPHENED.match(text)  # alpha-nDCG@10, which is not an expression of Python
        if hyphened:
            rest = text[hyphened.end() :]
            return parse_measure(hyphened[0].replace("-", "_") + rest, folder, convention)
        if word := UNQUOTED.search(text):
            raise InputError(f"{text!r} is not a measure; a word takes quotes: {word['name']}='{word['value']}'")
        like = meant(text, folder) or "one like nDCG@10, AP(rel=2) or RBP(p=0.8)@20"
        raise InputError(f"{text!r} is not a measure; write {like}")
    if found is None:
        like = meant(text, folder)
        other = f"; did you mean {like}?" if like else elsewhere(name, folder)
        raise InputError(f"unknown {'measure' if folder == 'metrics' else 'curve'} {name!r}{other}")
    if cutoff is not None:
        if found.cutoff is None:
            raise InputError(f"{text!r}: {found.name} takes no cutoff (@)")
        if found.cutoff in given:
            raise InputError(f"{text!r}: the cutoff is given twice")
        given[found.cutoff] = cutoff
    return make_measure(text, found, given, convention)


def meant(text: str, folder: Folder) -> str:
    """The measure that a name and a number may stand for: nDCG@10 for ndcg10, RBP(p=0.8) for RBP(0.8) and rbp.0.8."""
    said = re.fullmatch(r"(?P<name>[a-zA-Z_]*[a-zA-Z])[._(]?(?P<number>\d+|\d*\.\d+)\)?", text)
    found = find_metric(said["name"], folder) if said else None
    if said is None or found is None:
        return ""
    if found.cutoff and said["number"].isdecimal():
        return f"{found.name}@{said['number']}"
    first = next((name for name in found.parameters if name != found.cutoff), None)
    return f"{found.name}({first}={float(said['number'])!r})" if first else ""


def make_measure(text: str, found: Metric, given: Mapping[str, Any], convention: str | None = None) -> Measure:
    """The measure of a metric and the values given, each checked; the others are as by convention or by default."""
    said = tuple(given)
    agreed = decisions(convention).parameters.get(found.name, {})
    given = {name: value for name, value in agreed.items() if name in found.parameters} | dict(given)
    for name in given:
        if name not in found.parameters:
            takes = "; ".join(f"{p.name}, {p.allowed}" for p in found.parameters.values())
            raise InputError(f"{text!r}: {found.name} has no parameter {name!r}; it takes {takes or 'none'}")
    values = {name: checked(text, p, given.get(name, p.default)) for name, p in found.parameters.items()}
    return Measure(found, values, given=said)
