"""Measures of graded gains, and the Q-measure and its kin, as their papers write them, in plain Python."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from math import log, log2
from statistics import mean

from random_rankings import Case, Formula

CUTOFFS = (None, 1, 3, 5, 30)
Gains = Mapping[float, float]
GAINS: dict[str | None, Gains] = {None: {}, "{1:0.5,2:0.1,3:0.7}": {1: 0.5, 2: 0.1, 3: 0.7}}
SHARES: dict[str | None, Gains] = {None: {}, "{1:0.5,1.5:0.3,2:0.1,3:1}": {1: 0.5, 1.5: 0.3, 2: 0.1, 3: 1}}
LAST = list(SHARES)[-1]
Q_GAINS: tuple[Gains, ...] = ({}, {1: 1, 2: 5, 3: 10}, {1: 2, 2: 1.5, 3: 10}, {1: 0, 2: 0, 3: 1})
BETAS = (0, 0.1, 10)
DISCOUNTS: dict[tuple[str, float], Callable[[int], float]] = {
    ("log2", 2): lambda i: log2(i + 1),
    ("jk", 2): lambda i: 1 if i < 2 else log2(i),
    ("jk", 2.5): lambda i: 1 if i < 2.5 else log(i) / log(2.5),
    ("rank", 2): lambda i: i,
    ("none", 2): lambda i: 1,
}


def written(metric: str, k: int | None = None, **given: object) -> str:
    """A measure as a user writes it."""
    texts = {key: repr(value) if isinstance(value, str) and "{" not in value else value for key, value in given.items()}
    inside = ",".join(f"{key}={value}" for key, value in texts.items() if value is not None)
    return f"{metric}({inside})" + (f"@{k}" if k else "")


def gain(relevance: float | None, gains: Gains) -> float:
    return gains.get(relevance, max(relevance, 0)) if relevance is not None else 0


def own(case: Case, gains: Gains) -> list[float]:
    """The gains of the ranking."""
    return [gain(relevance, gains) for relevance in case.relevance]


def ideal(case: Case, gains: Gains) -> list[float]:
    """The gains of the recall base, highest first."""
    return sorted((gain(relevance, gains) for relevance in case.judgments), reverse=True)


def worth(relevance: float | None, gains: Gains, top: float, rel: float) -> float:
    if top or gains:
        return gain(relevance, gains) / (top or 1)
    return float(relevance is not None and relevance >= rel)


def share(part: float, whole: float) -> float:
    return part / whole if whole else 0


def biased() -> Iterator[tuple[str, Formula]]:
    """RBP and its utility."""
    for place, k in enumerate(CUTOFFS):
        gains, named = list(SHARES.items())[place % 2]
        for top, rel, p in ((0, 1, 0.5), (0, 2, 0.8), (3, 1, 0), (4, 1, 0.95)):

            def utility(case: Case, k=k, named=named, top=top, rel=rel, p=p) -> float:
                return sum(worth(r, named, top, rel) * p**place for place, r in enumerate(case.relevance[:k]))

            given = {"p": p, "rel": rel, "top": top, "gains": gains}
            if top % 2:
                yield written("RBP_utility", k, **given), utility
            else:
                yield written("RBP", k, **given), lambda case, p=p, utility=utility: (1 - p) * utility(case)


def scaled() -> Iterator[tuple[str, Formula]]:
    """Scaled DCG and its residual."""
    for k, (discount, base) in product((3, 30), DISCOUNTS):
        divisor = DISCOUNTS[discount, base]
        scale = sum(1 / divisor(i) for i in range(1, k + 1))
        for gains, top, rel in ((None, 0, 1), (LAST, 0, 2), (LAST, 3, 1)):

            def sdcg(case: Case, k=k, named=SHARES[gains], top=top, rel=rel, divisor=divisor, scale=scale) -> float:
                worths = enumerate((worth(each, named, top, rel) for each in case.relevance[:k]), start=1)
                return sum(w / divisor(i) for i, w in worths) / scale

            yield written("sDCG", k, discount=discount, base=base, rel=rel, top=top, gains=gains), sdcg

        def residual(case: Case, k=k, divisor=divisor, scale=scale) -> float:
            return sum(1 / divisor(i) for i in range(1, k + 1) if not case.judged(i)) / scale

        yield written("sDCG_residual", k, discount=discount, base=base), residual


def ratio(values: list[float], k: int | None) -> float:
    """The sum of the first as a share of that of the highest."""
    return share(sum(values[:k]), sum(sorted(values, reverse=True)[:k]))


def satisfied(case: Case, named: Gains, k: int | None, threshold: float) -> float:
    return ratio([g if g >= threshold else 0 for g in own(case, named)], k)


def frustrated(case: Case, named: Gains, k: int | None, threshold: float) -> float:
    return ratio([3 - g if g < threshold else 0 for g in own(case, named)], k)


def half_life(case: Case, named: Gains) -> float | None:
    found = own(case, named)
    half, so_far = sum(found) / 2, 0.0
    for rank, each in enumerate(found, start=1):
        if each and so_far + each >= half - 1e-12:
            return rank - 0.5 + (half - so_far) / each
        so_far += each
    return None


def generalised() -> Iterator[tuple[str, Formula]]:
    """Generalised precision and recall, the sliding ratio, satisfaction and frustration, the ranked half-life."""
    for k, (gains, named) in product(CUTOFFS, GAINS.items()):

        def precision(case: Case, k=k, named=named) -> float:
            return share(sum(own(case, named)[:k]), 3 * (k or case.retrieved))

        def recall(case: Case, k=k, named=named) -> float:
            return share(sum(own(case, named)[:k]), sum(ideal(case, named)))

        yield written("gP", k, top=3, gains=gains), precision
        yield written("gR", k, gains=gains), recall
        yield written("SR", k, gains=gains), lambda case, k=k, named=named: ratio(own(case, named), k)
    for k, threshold in ((None, 0.5), (1, 1), (4, 2), (None, 3), (4, 0.5), (3, 1)):
        gains = None if threshold == 2 else "{1:0.5,2:0.1,3:0.7}"
        of = (GAINS[gains], k, threshold)

        def total(case: Case, of=of) -> float:
            return 0.3 * satisfied(case, *of) + 0.7 * (1 - frustrated(case, *of)) if case.relevance else 0

        given = {"threshold": threshold, "gains": gains}
        yield written("Frustration", k, top=3, **given), lambda case, of=of: frustrated(case, *of)
        if threshold < 3:  # no gain in GAINS is as high
            yield written("Satisfaction", k, **given), lambda case, of=of: satisfied(case, *of)
            yield written("SatisfactionTotal", k, top=3, weight=0.3, **given), total
    for gains, named in GAINS.items():
        yield written("RHL", gains=gains), lambda case, named=named: half_life(case, named)


def vector(case: Case, name: str, divisor: Callable[[int], float], gains: Gains, length: int) -> list[float]:
    """CG, DCG, nCG or nDCG by rank, of equations 1 to 5."""

    def cumulated(values: list[float]) -> list[float]:
        padded = (values + [0] * length)[:length]
        divided = [g / (divisor(i) if "D" in name else 1) for i, g in enumerate(padded, start=1)]
        return [sum(divided[:i]) for i in range(1, length + 1)]

    found, best = cumulated(own(case, gains)), cumulated(ideal(case, gains))
    return [share(f, b) for f, b in zip(found, best, strict=True)] if name.startswith("n") else found


def vectors() -> Iterator[tuple[str, Formula]]:
    """The mean of a vector, and the rank at which it reaches a target."""
    kinds = [("CG", "log2", 2), ("nCG", "jk", 2), *((name, *each) for name in ("DCG", "nDCG") for each in DISCOUNTS)]
    for place, (name, discount, base) in enumerate(kinds):
        divisor = DISCOUNTS[discount, base]
        gains = list(GAINS)[place % 2]
        given = {"vector": name, "discount": discount, "base": base, "gains": gains}
        of = (name, divisor, GAINS[gains])
        for k in (4, 30):
            yield written("AvgPos", k, **given), lambda case, k=k, of=of: mean(vector(case, *of, k))
        for target in (0.3, 1, 3) if gains is None and name[0] != "n" else (0.3, 1):

            def reach(case: Case, target=target, of=of) -> int | None:
                reached = [v >= target - 1e-11 for v in vector(case, *of, 30)]
                return reached.index(True) + 1 if any(reached) else None

            yield written("Reach", target=target, **given), reach


class Blended:
    """What the Q-measure and its kin count of a case: by rank, with gains and the lowest relevance."""

    def __init__(self, case: Case, gains: Gains = {}, rel: float = 1) -> None:  # noqa: B006
        self.case, self.gains, self.rel = case, gains, rel
        self.R = case.relevant(rel)
        self.ranks = case.ranks(rel)
        self.own, self.ideal = own(case, gains), ideal(case, gains)
        best = max((case.at(i) for i in self.ranks), default=None)
        self.preferred = None if best is None else case.relevance.index(best) + 1  # the first of the highest level

    def cg(self, i: int) -> float:
        return sum(self.own[:i])

    def ideal_cg(self, i: int) -> float:
        return sum(self.ideal[:i])

    def c(self, i: int) -> int:
        return sum(rank <= i for rank in self.ranks)

    def br(self, i: int, beta: float) -> float:
        return (beta * self.cg(i) + self.c(i)) / (beta * self.ideal_cg(i) + i)

    def upto(self, k: int | None) -> list[int]:
        return [i for i in self.ranks if k is None or i <= k]

    def room(self, k: int | None, divisor: str) -> int:
        return self.R if divisor == "R" or k is None else min(self.R, k)


Of = Callable[[Blended], float]


def q(b: Blended, beta: float, k: int | None, divisor: str) -> float:
    return share(sum(b.br(i, beta) for i in b.upto(k)), b.room(k, divisor))


def ap(b: Blended, k: int | None, divisor: str) -> float:
    return share(sum(b.c(i) / i for i in b.upto(k)), b.room(k, divisor))


def ncu(b: Blended, beta: float, chance: Callable[[int, int], float], among: Sequence[float]) -> float:
    """The blended ratio where users stop, with a chance by rank and place, over the sum of the chances of all."""
    return share(sum(chance(i, place) * b.br(i, beta) for place, i in enumerate(b.ranks)), sum(among))


def ncu_gu(b: Blended, beta: float, stops: Gains | None) -> float:
    def stop(level: float) -> float:
        return gain(level, b.gains) if stops is None else stops.get(level, level)

    among = [stop(level) for level in b.case.judgments if level >= b.rel]
    return ncu(b, beta, lambda i, place: stop(b.case.at(i)), among)


def ncu_rb(b: Blended, beta: float, gamma: float) -> float:
    return ncu(b, beta, lambda i, place: gamma**place, [gamma**place for place in range(b.R)])


def awp(b: Blended, k: int | None) -> float:
    return share(sum(share(b.cg(i), b.ideal_cg(i)) for i in b.upto(k)), b.R)


def genap(b: Blended) -> float:
    return share(genap_r(b) * b.R, sum(b.ideal_cg(i) / i for i in range(1, b.R + 1)))


def genap_r(b: Blended) -> float:
    return share(sum(b.cg(i) / i for i in b.ranks), b.R)


def ncg(b: Blended, k: int | None) -> float:
    k = k or max(b.case.retrieved, len(b.case.judgments))
    return share(b.cg(k), b.ideal_cg(k))


def at_preferred(b: Blended, beta: float, name: str) -> float:
    """O_measure, P_measure and P_plus: the ratio at the first relevant or the preferred rank, or its mean to there."""
    if not b.ranks:
        return 0
    if name == "P_plus":
        return mean(b.br(i, beta) for i in b.upto(b.preferred))
    return b.br(b.ranks[0] if name == "O_measure" else b.preferred, beta)


def wrr(b: Blended, base: float, top: float, normalised: bool) -> float:
    best = max((relevance for relevance in b.case.judgments if relevance > 0), default=0)

    def beta(level: float) -> float:
        return base + max((top or best) - level, 0)

    if not b.ranks:
        return 0
    first = b.ranks[0]
    return (1 - 1 / beta(best) if normalised else 1) / (first - 1 / beta(b.case.at(first)))


def q_and_its_kin() -> Iterator[tuple[str, Gains, float, Of]]:
    """Each measure with its gains, its lowest relevance and what it is."""
    for place, (rel, gains) in enumerate(product((1, 2), Q_GAINS)):
        given = {"rel": rel, "gains": str(dict(gains)) if gains else None}
        yield written("GenAP", **given), gains, rel, genap
        yield written("GenAP_R", **given), gains, rel, genap_r
        for number, k in enumerate(((None, 4), (1, 1000))[place % 2]):
            beta, divisor = BETAS[(place + number) % 3], ("R", "min(R,k)")[(place // 2 + number) % 2]
            of = {"beta": beta, "divisor": divisor}
            yield written("AWP", k, **given), gains, rel, lambda b, k=k: awp(b, k)
            yield written("Q", k, **given, **of), gains, rel, lambda b, k=k, x=beta, d=divisor: q(b, x, k, d)
            if rel == 1:
                yield written("nCG", k, gains=given["gains"]), gains, rel, lambda b, k=k: ncg(b, k)
            if not gains:
                yield written("AP", k, rel=rel, divisor="R"), gains, rel, lambda b, k=k: ap(b, k, "R")
                divisor = "min(R,k)"
                yield written("AP", k, rel=rel, divisor=divisor), gains, rel, lambda b, k=k: ap(b, k, "min(R,k)")
        for number, beta in enumerate(BETAS):
            stops, gamma = (None, {1: 3, 2: 0, 3: 1})[(place + number) % 2], (0.3, 0.95, 1)[(place + number) % 3]
            text = written("NCU_gu", **given, beta=beta, stops=str(stops) if stops else None)
            yield text, gains, rel, lambda b, x=beta, s=stops: ncu_gu(b, x, s)
            text = written("NCU_rb", **given, beta=beta, gamma=gamma)
            yield text, gains, rel, lambda b, x=beta, g=gamma: ncu_rb(b, x, g)
            name = ("O_measure", "P_measure", "P_plus")[(place + number) % 3]
            yield written(name, **given, beta=beta), gains, rel, lambda b, x=beta, n=name: at_preferred(b, x, n)
    for name, base, top in product(("WRR", "NWRR"), (1.5, 4), (0, 2, 3, 4)):
        rel = 1 + (top + (base > 2)) % 2
        of: Of = lambda b, x=base, t=top, n=name: wrr(b, x, t, n == "NWRR")  # noqa: E731
        yield written(name, base=base, top=top, rel=rel), {}, rel, of


@cache
def blended(case: Case, gains: int, rel: float) -> Blended:
    return Blended(case, Q_GAINS[gains], rel)


def of_cases() -> Iterator[tuple[str, Formula]]:
    """The Q-measure and its kin as functions of a case."""
    for text, gains, rel, of in q_and_its_kin():
        place = Q_GAINS.index(gains)
        yield text, lambda case, of=of, place=place, rel=rel: of(blended(case, place, rel))


FORMULAS = {**dict(biased()), **dict(scaled()), **dict(generalised()), **dict(vectors()), **dict(of_cases())}
