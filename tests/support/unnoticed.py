"""Changes of bodies and fragments that no worked example can notice, each with the reason."""

from unnoticed_nothing import NOTHING

UNNOTICED: dict[str, dict[str, tuple[str, ...]]] = {
    **NOTHING,
    "the first is 1": {
        "metrics-infNDCG": ("or nth [= -> <=] 1) group",),
    },
    "what is refused is looked at in test_stopping_users.py": {
        "fragment scale": ("when $min_rel [>= -> >] $max_rel then",),
    },
    "a rank that is there twice is taken as its document says": {
        "fragment gained_at_best": (
            ") where [steps > 0 -> true]",
            "where steps [> -> >=] 0",
        ),
    },
    "only rounding could make it more than 1, and no example was found where it does": {
        "metrics-INST": (
            "rank asc), [1 -> 2] ) as",
            "run, query_id, [least(sum(reached * worth or ... -> (sum(reached * worth order b ...] as value",
        ),
    },
    "a query with a relevant document has at least one": {
        "metrics-Success": (
            "run, query_id, [least(count(*), 1) -> (1)] as value",
            "query_id, least( [count(*) -> any_value(1)] , 1)",
        ),
    },
    "without a gain no target is reached": {
        "metrics-Reach": ("rank) where [ideal > 0 -> true] and case", "where ideal [> -> >=] 0 and"),
    },
    "sums that should be equal may differ by 1e-12": {
        "metrics-Reach": ("0) end [>= -> >] $target *",),
        "curves-gPrec": ("+ 1e-12) [>= -> >] point *",),
    },
    "the highest gain of a query is read only where it is asked for, since it takes time": {
        "metrics-RBP": (
            "recall_base where [$scale = 'query' -> true] group by",
            "where $scale [= -> <=] 'query' group",
            "where $scale [= -> >=] 'query' group",
        ),
    },
    "no more are judged than retrieved, and 'trec_eval' comes after 'counts'": {
        "metrics-RBP_residual": (
            "coalesce(num_judged, 0) [= -> >=] least(num_ret, $k)",
            "when $beyond [= -> >=] 'trec_eval' and",
        ),
    },
    "what was missed counts as if it stood at the end, or not at all": {
        "metrics-nDCG_rel": ("(query_id) where [rank is not null -> true] and {{",),
        "metrics-G": ("(query_id) where [rank is not null -> true] and {{", "not null [and -> or] {{ gain()"),
    },
    "where a nugget gains, one is met": {
        "metrics-Dsharp_nDCG": (
            "$gamma * [coalesce(i_rec, 0) -> (i_rec)] + (1",
            "* coalesce(i_rec, [0 -> 1] ) +",
            "* coalesce(i_rec, [0 -> -1] ) +",
        ),
    },
    "an example has no probabilities, which test_diversity_by_hand.py looks at": {
        "metrics-P_IA": ("(query_id) where [seen >= 0 -> true] and rank",),
    },
    "of one rank, any order": {
        "metrics-S_precision": ("asc, subtopic [asc -> desc] ) as",),
    },
    "recall ends at 10 tenths": {
        "metrics-AP_interpolated": ("join range( [11 -> 12] ) as",),
    },
    "the other is '3', which comes after '11'": {
        "metrics-AP_interpolated": ("and ($points [= -> <=] '11' or",),
    },
    "documents are counted from 1": {
        "metrics-O_measure": ("and hits [= -> <=] 1",),
        "metrics-P_measure": ("rank asc) [= -> <=] 1",),
        "fragment divisor": ("and $k [= -> <=] 1 then",),
    },
    "levels may be counted from any number, and a division may have any of its own": {
        "metrics-NDPM": (
            "relevance asc) [- -> +] 2 as",
            "asc) - [2 -> 1] as level",
            "relevance, - [1 -> 2] as division,",
            "relevance, - [1 -> 0] as division,",
        ),
        "fragment preferred_above": (
            "asc) - [2 -> 1] as level",
            "relevance, - [1 -> 2] as division,",
            "relevance, - [1 -> 0] as division,",
        ),
    },
    "an example has fewer ranks than a block; test_pairs_counted.py has more": {
        "fragment counted_above": (
            "select *, [sum -> avg] (num::bigint) over",
            "as marked, [sum -> avg] (num::bigint) over",
            "by block [asc -> desc] ) -",
            "}})) - [1 -> 2] )) as",
        ),
        "fragment standing_above": (
            "as rank, [sum -> avg] (num::bigint) over",
            "by block [asc -> desc] ) -",
            "}})) - [1 -> 2] )) as",
        ),
    },
    "what is wanted is not counted, so it does not stand above itself": {
        "fragment standing_above": ("& (( [1 -> 2] ::bigint <<",),
    },
    "a smaller size is refused": {
        "metrics-NormalisedPrecision": ("when $size [= -> <=] count(*) then",),
        "metrics-NormalisedRecall": ("when $size [= -> <=] count(*) then",),
    },
    "takes away what rounding may add": {
        "metrics-NormalisedPrecision": (
            "1 else [greatest( 1 - sum(ln(place)  ... -> (1 - sum(ln(place) - ln(idea ...] end as",
            "ideal_place asc), [0 -> -1] ) end",
        ),
        "metrics-RBP_shared_residual": (
            "for rounding [least( pow($p, least($k, any ... -> (pow($p, least($k, any_value ...] as value",
            "rank asc), [1 -> 2] ) as",
        ),
        "metrics-D_nDCG": (
            "run, query_id, [least(dcg / ideal_dcg, 1) -> (dcg / ideal_dcg)] as value",
            "/ ideal_dcg, [1 -> 2] ) as",
        ),
        "metrics-Dsharp_nDCG": (
            "run, query_id, [least(dcg / ideal_dcg, 1) -> (dcg / ideal_dcg)] as d_ndcg",
            "/ ideal_dcg, [1 -> 2] ) as",
        ),
    },
    "a smaller size is refused, and as many documents as relevant ones are no share": {
        "metrics-NormalisedPrecision": (
            "/ sum(ln( [greatest($size + 1 - ideal_place, 1) -> ($size + 1 - ideal_place)] / ideal_place)",
            "- ideal_place, [1 -> 2] ) /",
            "- ideal_place, [1 -> 0] ) /",
        ),
    },
    "p is below 1": {
        "metrics-RBP_depth": ("/ ln(nullif($p, [0 -> 1] )), 9)),",),
    },
    "ranks end at k": {
        "curves-P_relevant": ("nuggets where [rank <= $k -> true] group by",),
    },
    "no cutoff is above": {
        "fragment examined": ("when $k [= -> >=] {{ whole_ranking",),
    },
    "of the words there are, none comes in between by the alphabet": {
        "fragment srs": ("when $system [= -> >=] 'score' and", "when $system [= -> >=] 'score' then"),
        "fragment nearest": ("levels }} [= -> >=] 'inf' then",),
        "fragment credited": ("when $cap [= -> >=] 'yes' then",),
        "fragment divisor": ("when $divisor [= -> >=] 'none' or", "or $divisor [= -> >=] 'ndeval' and"),
    },
    "what it changes is refused; the tests of refusals look at that": {
        "metrics-IPrec_avg": ("0 and [1 -> 2] then text::double", "double) between [0 -> -1] and 1"),
        "metrics-Utility": ("< num_ret [+ -> -] num_rel -",),
        "fragment srs": (
            "max_score <= [1 -> 2] then score",
            "$system = ['score' -> 'none such'] then error(",
            "when isinf(max_score [- -> +] min_score) then",
        ),
        "fragment set_size": ("$size >= [count(*) -> any_value(1)] then $size",),
        "fragment nearest": (
            "levels }} [= -> >=] floor({{ levels",
            "levels }} [= -> <=] floor({{ levels",
            "}} = [floor({{ levels }}) -> ({{ levels }})] then round(round({{",
        ),
        "fragment too_small": ("< num_ret [+ -> -] count(*) -", "num_ret + [count(*) -> any_value(1)] - count(rank)"),
        "fragment wanted": ("when $gamma [* -> /] weight >", "weight > [1 -> 2] then error("),
    },
    "no score is below the lowest": {
        "fragment srs": ("when min_score [= -> >=] max_score then",),
    },
    "a sum of differences is the same, whichever is taken from which": {
        "fragment places": ("by rank [asc -> desc] nulls last)", "asc nulls [last -> first] ) as"),
    },
    "an example may not be above 1; test_ndeval.py has such runs": {
        "fragment credited": ("when $cap [= -> <=] 'yes' then",),
    },
    "an example has no weights, which test_diversity_by_hand.py has": {
        "fragment wanted": ("else $gamma [* -> /] weight end",),
    },
}
