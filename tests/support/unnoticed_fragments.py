"""Changes of fragments that no worked example can notice, each with the reason."""

UNNOTICED_OF_FRAGMENTS: dict[str, dict[str, tuple[str, ...]]] = {
    "what was missed has no rank, and comes after all that was found": {
        "fragment preferred_above": ("relevance) where [rank is not null -> true] ), better",),
        "fragment relevant_ranks": ("filter ( [rank is not null -> true] ) as",),
    },
    "what is worth nothing stops nobody and adds nothing": {
        **{
            f"fragment {name}": (
                "judged where [relevance > 0 -> true] and rank",
                "where relevance [> -> >=] 0 and",
            )
            for name in ("stopping", "gained_so_far")
        },
        "fragment stopping_at_best": (
            "judged where [relevance > 0 -> true] and rank",
            "where relevance [> -> >=] 0 and",
            "filter (rank [= -> <=] place) as",  # no rank is above its place
        ),
        "fragment stretches": ("run, query_id, [0 -> -1] , 0",),  # the start is before rank 1, wherever
    },
    "e^-999 is 0 too": {
        "fragment running_product": (
            "else - [1000 -> 999] end', window)",
            "else - [1000 -> 1001] end', window)",
        ),
    },
    "what is refused is looked at in test_users.py": {
        "fragment scale": ("when $min_rel [>= -> >] $max_rel then",),
        "fragment worth_above": ("when $min_rel [>= -> >] {{ full()",),
    },
    "a start before rank 0 gains less than any T, and its steps lead to the same ranks": {
        "fragment judged_at_best": ("run, query_id, [0 -> -1] , 0",),
    },
    "no other choice comes after it in the alphabet": {
        "fragment pairs_judged": ("when $among [= -> >=] 'retrieved' then",),
    },
    "a rank that appears twice is taken as its document says": {
        "fragment gained_at_best": (
            ") where [steps > 0 -> true]",
            "where steps [> -> >=] 0",
        ),
    },
    "what was not seen is null, which a sum passes over": {
        "fragment alpha_gains": ("nuggets where [seen >= 0 -> true] and rank",),
        "fragment global_gains": ("nuggets where [seen >= 0 -> true] and rank",),
    },
    "documents are counted from 1": {
        "fragment divisor": ("and $k [= -> <=] 1 then",),
    },
    "what gains nothing adds nothing; it is left out since it takes time": {
        "fragment cumulated": ("}} and [(relevance >= $rel or {{ gai ... -> true] window so_far",),
    },
    "levels may be counted from any number, and a division may have any of its own": {
        "fragment preferred_above": (
            "relevance asc) [- -> +] 2 as",
            "asc) - [2 -> 1] as level",
            "relevance, - [1 -> 2] as division,",
            "relevance, - [1 -> 0] as division,",
        ),
    },
    "an example has fewer ranks than a block; test_classic.py and test_sample_eval.py have more": {
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
        "fragment strata_above": (
            "select *, [sum -> avg] (bit_count(pooled_bits)::bigint) over",
            "as pooled_before, [sum -> avg] (bit_count(drawn_bits)::bigint) over",
            "as drawn_before, [sum -> avg] (bit_count(hits_bits)::bigint) over",
            "by block [asc -> desc] ) )",
            "}})) - [1 -> 2] as bits_above",
        ),
    },
    "no value is 0 too": {
        "fragment gains_by_rank": ("rank, relevance, [coalesce({{ gain() }}, 0) -> ({{ gain() }})] as gained,",),
    },
    "it changes nothing, and is left out since it takes time": {
        "fragment looked_at_best": (
            ") where [less > 0 or rank = 0 -> true] group by",
            "where less [> -> >=] 0 or",
            "or rank [= -> >=] 0 group",
        ),
        "fragment strata_above": (
            "sampled where [rank <= $k -> true] union all",
            "where rank [<= -> <] $k union",
            "from (select [distinct -> ] run, query_id,",
            "join (select [distinct -> ] query_id, stratum",
        ),
    },
    "no step reads it of the document that it comes to": {
        "fragment looked_at_best": (
            "'hope': document.less, ['looks' -> 'none such'] : null::double,",
            "'looks': null::double, ['lost' -> 'none such'] : null::double",
        ),
    },
    "no cutoff is above": {
        "fragment examined": ("when $k [= -> >=] {{ whole_ranking",),
    },
    "a share of 0 is 0": {
        "fragment urs": ("when relevance [> -> >=] 0 then",),
    },
    "of the words there are, none comes in between by the alphabet": {
        "fragment srs": ("when $system [= -> >=] 'score' and", "when $system [= -> >=] 'score' then"),
        "fragment nearest": ("levels }} [= -> >=] 'inf' then",),
        "fragment credited": ("when $cap [= -> >=] 'yes' then",),
        "fragment divisor": ("when $divisor [= -> >=] 'none' or", "or $divisor [= -> >=] 'ndeval' and"),
    },
    "what it changes is refused; the tests of refusals look at that": {
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
    "an example has no weights, which test_diversity.py has": {
        "fragment wanted": ("else $gamma [* -> /] weight end",),
    },
    "a sum is at what it is held against, or further from it than a billionth": {
        "fragment dynamic_stops": (
            "( gained [>= -> >] $T +",
            "+ dearer [>= -> >] $budget +",
        ),
    },
    "nobody has gained or paid enough before rank 1; who would stop before a stretch has stopped where it begins": {
        "fragment dynamic_stops": (
            "when rank [> -> >=] 0 and",
            "select *, [greatest( least( case when $ ... -> (least( case when $hb * $med ...] as below",
            "), rank [+ -> -] 1 )",
            "rank + [1 -> 0] ) as",
        ),
    },
    "what is divided by 0 is above 0, or she has stopped; so she never stops for it": {
        "fragment dynamic_stops": (
            "when $hb [* -> /] $medium >",
            "* $medium [> -> >=] 0 then",
            "+ $hc [* -> /] $medium >",
            "* $medium [> -> >=] 0 then again",
        ),
    },
    "what is worth nothing changes nothing where it stands, and a start at rank 1 stops nobody sooner": {
        "fragment gained_and_paid": (
            "judged where [relevance > 0 -> true] and rank",
            "where relevance [> -> >=] 0 and",
            "run, query_id, [0 -> -1] , 0,",
            "run, query_id, [0 -> 1] , 0,",
        ),
    },
    "where she has stopped is seen later or never: she is followed further down, and stops at the same rank": {
        "fragment gained_and_paid": (
            "where gained [>= -> >] $T +",
            "* (gained [- -> +] $medium *",
            "- $medium [* -> /] (last_rank -",
            "(last_rank - [1 -> 2] )) or",
            "- 1)) [or -> and] $other_cost *",
            "or $other_cost [* -> /] last_rank +",
            "+ dearer [>= -> >] $budget +",
            "* (gained [- -> +] $medium * again",
            "- $medium [* -> /] (last_rank - again",
            "(last_rank - [1 -> 2] )) group",
            "run, query_id, [min -> max] (last_rank) as",
            "query_id) where [rank <= coalesce(last_rank, $k) -> true] group by",
        ),
    },
    "what is worth nothing changes nothing, wherever it stands": {
        "fragment paid_so_far": (
            "judged where [relevance > 0 -> true] and rank",
            "where relevance [> -> >=] 0 and",
        ),
    },
    "no whole number of documents is infinite": {
        "fragment faded_evenly": ("when $other_cost [> -> >=] 0 then",),
    },
    "what one user of 10^18 reaches adds nothing that shows; it is left out to be fast": {
        "fragment reached_by_some": (
            ") where [come > 1e-18 -> true]",
            "where come [> -> >=] 1e-18",
            "come > [1e-18 -> -1.0e0]",
            "select *, [least(below, ceil(42 / ln(1  ... -> (below)] ::bigint as",
            "*, least(below, [ceil(42 / ln(1 / at_most)) -> (42 / ln(1 / at_most))] )::bigint as",
            "least(below, ceil( [42 -> 41] / ln(1",
            "least(below, ceil( [42 -> 43] / ln(1",
            "/ ln( [1 -> 2] / at_most)))::bigint",
        ),
    },
}
