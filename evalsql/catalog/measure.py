"""A measure is a metric with its parameters set, written as ir_measures writes it: nDCG@10, RBP(p=0.9)@20.

trec_eval's names (ndcg_cut_10, map) are understood too; the heads of the metrics say them, under [peers].
"""

import ast
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evalsql.catalog import sets
from evalsql.catalog.conventions import decisions
from evalsql.catalog.gains import GAINS, GAINS_RULE, gains_text, parse_gains
from evalsql.catalog.listing import Folder, find_metric, mentioned, metric
from evalsql.catalog.metric import WHOLE_RANKING, Metric, Parameter
from evalsql.catalog.peers import PLACE, filled, in_peers, is_notation, peers_values
from evalsql.catalog.search import elsewhere
from evalsql.errors import InputError, InputWarning
from evalsql.sqltext import number_text

DCG_FORMS = {"log2": {}, "exp-log2": {"gains": "exp"}}  # what ir_measures calls dcg


@dataclass(frozen=True, repr=False)
class Measure:
    """A metric and a value for each of its parameters. Its text is canonical: equal measures have equal texts."""

    metric: Metric
    values: Mapping[str, Any]

    def __str__(self) -> str:
        changed = {name: v for name, v in self.values.items() if v != self.metric.parameters[name].default}
        cutoff = f"@{changed.pop(self.metric.cutoff)}" if self.metric.cutoff in changed else ""
        inside = ",".join(f"{name}={written(value)}" for name, value in changed.items())
        return self.metric.name + (f"({inside})" if inside else "") + cutoff

    def __repr__(self) -> str:
        return f"Measure({str(self)!r})"

    def __hash__(self) -> int:
        return hash(str(self))

    @property
    def residual(self) -> "Measure | None":
        """How far this measure could still rise if every unjudged document were relevant, where its head names that."""
        folder: Folder = "curves" if self.metric.over else "metrics"
        found = metric(self.metric.residual, folder) if self.metric.residual else None
        if found is None:
            return None
        return Measure(found, {n: self.values.get(n, parameter.default) for n, parameter in found.parameters.items()})

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
        """What another tool calls this measure, or None where it has no name for it.

        Args:
            peer: the tool, as the heads name it: trec_eval, ir_measures.
        """
        cutoff, whole = self.metric.cutoff, self.cutoff == WHOLE_RANKING
        for template in self.metric.peers.get(peer, ()):
            said = {found["name"] for found in PLACE.finditer(template)}
            unsaid = {name: v for name, v in self.values.items() if name not in said and name != cutoff}
            if all(v == self.metric.parameters[n].default for n, v in unsaid.items()) and whole == (cutoff not in said):
                named = {name: self.values[name] for name in said}
                text = filled(template, named, in_notation if is_notation(template) else in_peers)
                # 0.125 with two decimals is another
                if is_notation(template) or peers_values(self.metric, template, text) == named:
                    return text
        return None


Measures = Sequence[str | Measure] | str | Measure


def written(value: Any) -> str:
    """A parameter's value as a measure's text writes it."""
    if isinstance(value, Mapping):
        return gains_text(value)
    return repr(value) if isinstance(value, str) else number_text(value)


def in_notation(value: Any, form: str | None) -> str:
    """A parameter's value as ir_measures writes it, which needs 1.0 of some, where a template says so: {recall:}."""
    return written(value) if form is None else format(value, form)


def as_measures(
    measures: "Sequence[str | Measure] | str | Measure", folder: Folder = "metrics", convention: str | None = None
) -> list[Measure]:
    """One measure, several or none, as text or parsed, as a list with each once; see parse_measures."""
    given: Sequence[Any] = [measures] if isinstance(measures, str | Measure) or is_peers(measures) else measures
    texts = [str(each) if is_peers(each) else each for each in given]
    parsed: list[Any] = []
    for each in texts:
        parsed += parse_measures(each, folder, convention) if isinstance(each, str) else [each]
    for each in parsed:
        if not isinstance(each, Measure) or (each.metric.over is not None) != (folder == "curves"):
            raise InputError(f"{str(each)!r} is not among the {folder}; give its text, such as nDCG@10")
    return list({str(each): each for each in parsed}.values())


def parse_measures(text: str, folder: Folder = "metrics", convention: str | None = None) -> list[Measure]:
    """The measures that a text names: one, a list of them, a set, or those of a file.

    Args:
        text: a measure (see parse_measure), several with blanks or commas between them (`nDCG@10, AP`), the name of a
            set (`official`, `sakai-2006`), or `@FILE`, which has a measure a line, and comments after `#`.
        folder: as parse_measure has it.
        convention: as parse_measure has it.

    Raises:
        InputError: one of them is no measure, or the file cannot be read.

    Warns:
        InputWarning: some measures of a set need a value, or are no curves; they are left out.
    """
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
            raise InputError(f"{text.strip()[1:]}: holds no measure; write one a line, such as nDCG@10")
        return parsed
    several = listed(text)
    if len(several) == 1:
        return [parse_measure(text, folder, convention)]
    return [each for piece in several for each in parse_measures(piece, folder, convention)]


def listed(text: str) -> list[str]:
    """The texts of a list of measures, or the text alone where it is none."""
    if read_notation(text.strip())[0] or text.lstrip().startswith("@"):
        return [text]
    several = list(sets.pieces(text, lambda piece: next(peer_matches(piece), None) is not None))
    return several if len(several) > 1 else [text]


def members(found: sets.MeasureSet, folder: Folder, convention: str | None) -> list[Measure]:
    """The measures of a set; a warning names those that need a value, and those that are no curves."""
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
    """The measure that a text names.

    Args:
        text: ir_measures' notation (`nDCG@10`, `AP(rel=2)`, `RBP(p=0.8)@20`, aliases such as `MAP`) or a name
            of trec_eval (`ndcg_cut_10`, `map`, `P_10`).
        folder: whether to look for it among the metrics or the curves.
        convention: a bundle of evalsql.conventions, which says what parameters are that the text does not set.

    Raises:
        InputError: there is no such metric or parameter, or the value is not one it takes. The sentence says which
            there are.
    """
    text = text.strip().replace("\u03b1", "alpha")  # the letter, as ir_measures writes it too
    name, given, cutoff = read_notation(text)
    found = find_metric(name, folder) if name else None
    if found and "gains" in found.parameters and str(given.get("dcg")) in DCG_FORMS:
        form = DCG_FORMS[given.pop("dcg")]
        if form.keys() & given.keys():
            raise InputError(f"{text!r}: dcg says the gains, and so does gains; leave one out")
        given |= form
    unfit = found and (not given.keys() <= found.parameters.keys() or (cutoff is not None and not found.cutoff))
    # a peer's name for it: ndcg_cut_10; or of another metric, or of another parameter: NumRet(rel=1), IPrec@0.1
    if folder == "metrics" and (found is None or unfit):
        by_peer = next(peer_matches(text), None)
        if by_peer:
            return make_measure(text, *by_peer, convention)
    if name is None:
        if re.fullmatch(r"[^\W\d_]+([-_][^\W\d_]+)+", text):  # alpha-nDCG, which is no expression of Python
            raise InputError(
                f"unknown {'measure' if folder == 'metrics' else 'curve'} {text!r}{elsewhere(text, folder)}"
            )
        raise InputError(f"{text!r} is not a measure; write one like nDCG@10, AP(rel=2) or RBP(p=0.8)@20")
    if found is None:
        raise InputError(f"unknown {'measure' if folder == 'metrics' else 'curve'} {name!r}{elsewhere(name, folder)}")
    if cutoff is not None:
        if found.cutoff is None:
            raise InputError(f"{text!r}: {found.name} takes no cutoff (@)")
        if found.cutoff in given:
            raise InputError(f"{text!r}: the cutoff is given twice")
        given[found.cutoff] = cutoff
    return make_measure(text, found, given, convention)


def read_notation(text: str) -> tuple[str | None, dict[str, Any], Any]:
    """Name, arguments and cutoff of `Name(a=1,b='c')@10`, which is an expression of Python; no name where it is not."""
    try:
        node = ast.parse(text, mode="eval").body
        cutoff = None
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            cutoff, node = ast.literal_eval(node.right), node.left
            if cutoff is None:
                return None, {}, None
        given = {}
        if isinstance(node, ast.Call) and not node.args:
            given = {word.arg: ast.literal_eval(word.value) for word in node.keywords if word.arg is not None}
            if len(given) < len(node.keywords):
                return None, {}, None
            node = node.func
        return (node.id, given, cutoff) if isinstance(node, ast.Name) else (None, {}, None)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None, {}, None


def peer_matches(text: str) -> Iterator[tuple[Metric, dict[str, Any]]]:
    """The metrics that some peer calls by this very text, with the parameters it sets."""
    name, given, cutoff = read_notation(text)
    for each in mentioned("".join(re.findall(r"^[0-9]*[a-z]*(?:_[a-z]+)*", text, re.IGNORECASE))):
        for template in (template for templates in each.peers.values() for template in templates):
            # ir_measures: the same notation, with its parameters' names for values
            said, names, at = read_notation(PLACE.sub(r"'\g<name>'", template))
            if said is not None and is_notation(template):
                if said == name and given.keys() <= names.keys() and (at is None) == (cutoff is None):
                    yield each, {names[key]: value for key, value in given.items()} | ({at: cutoff} if at else {})
            elif (values := peers_values(each, template, text)) is not None:
                yield each, values


def make_measure(text: str, found: Metric, given: Mapping[str, Any], convention: str | None = None) -> Measure:
    """The measure of a metric and the values given, each checked; the others are as by convention or by default."""
    agreed = decisions(convention).parameters.get(found.name, {})
    given = {name: value for name, value in agreed.items() if name in found.parameters} | dict(given)
    for name in given:
        if name not in found.parameters:
            takes = "; ".join(f"{p.name}, {p.allowed}" for p in found.parameters.values())
            raise InputError(f"{text!r}: {found.name} has no parameter {name!r}; it takes {takes or 'none'}")
    return Measure(found, {name: checked(text, p, given.get(name, p.default)) for name, p in found.parameters.items()})


def checked(text: str, parameter: Parameter, value: Any) -> Any:
    """A parameter's value in its own type.

    Raises:
        InputError: it must be given and is not, or is not a value that the parameter takes.
    """
    if parameter.type == GAINS and value is not None:
        gains = parse_gains(value)
        if gains is None:
            raise InputError(f"{text!r}: {parameter.name} must be {parameter.allowed}, not {value!r}; {GAINS_RULE}")
        return gains
    if value is None and parameter.type == GAINS:
        return None
    if value is None:
        asked = "a cutoff, as in @10" if parameter.cutoff else f"{parameter.name}, {parameter.allowed}"
        raise InputError(f"{text!r} needs {asked}")
    if isinstance(value, int) and str(value) in parameter.one_of:
        value = str(value)  # 11 for '11'
    if not parameter.takes(value):
        said = "the cutoff" if parameter.cutoff else parameter.name
        raise InputError(f"{text!r}: {said} must be {parameter.allowed}, not {value!r}")
    return {"DOUBLE": float, "INTEGER": int, "VARCHAR": str}[parameter.type](value)
