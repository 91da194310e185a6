"""Changes of the bodies of metrics and curves that no worked example can notice, each with the reason."""

UNNOTICED: dict[str, dict[str, tuple[str, ...]]] = {
    "a p that is not between 0 and 1 is refused": {
        "metrics-Compat": (
            "place) where [$p between 0 -> true] and 1",
            "$p between [0 -> -1] and 1",
            "0 and [1 -> 2] window deeper",
        ),
    },
    "what gains nothing adds nothing to the ideal": {
        "metrics-infNDCG": ("strata where [{{ gain() }} > 0 -> true] group by", "gain() }} [> -> >=] 0 group"),
    },
    "a judge's relevances of a document are all 0 or all above": {
        "metrics-Prefs_avgjg_Rnonrel": ("judge, doc_id, [max -> min] (relevance) as",),
    },
    "no two documents are at one place": {
        "metrics-Prefs_avgjg_Rnonrel": ("filter (high.place [< -> <=] low.place) +",),
    },
    "the first is 1": {
        "metrics-infNDCG": ("or nth [= -> <=] 1) group",),
    },
    "a product with 0 adds nothing": {
        "metrics-RelativeRelevance": (
            "filter ( [urs > 0 -> true] ) /",
            "filter (urs [> -> >=] 0) /",
            "filter ( [urs > 0 -> true] ) ),",
            "filter (urs [> -> >=] 0) ),",
        ),
    },
    "at the document that begins a stretch the stretch above has come to the same": {
        "metrics-INST_cost": ("and stretch.rank [<= -> <] priced.rank where",),
    },
    "what was missed has no rank, and comes after all that was found": {
        "metrics-NWRR": ("$rel and [rank is not null -> true] group by",),
        "metrics-WRR": ("$rel and [rank is not null -> true] group by",),
        "metrics-infAP": ("judged where [rank is not null -> true] ), counted",),
        "metrics-Reach": ("judged where [rank is not null -> true] and {{", "not null [and -> or] {{ gain()"),
        "metrics-AP_interpolated": ("num_rel where [rank is not null -> true] and ($points",),
        "metrics-GenAP": (
            "judged where [rank is not null -> true] and (relevance",
            "not null [and -> or] (relevance >=",
        ),
        "metrics-AUC": ("$rel and [rank is not null -> true] ), others",),
        "metrics-NDPM": ("better and [rank is not null -> true] ), worse",),
        "metrics-ESL": ("$rel and [rank is not null -> true] ) where",),
        "curves-gPrec": ("judged where [rank is not null -> true] ), totals",),
        "curves-RBP_by_p": ("judged where [rank is not null -> true] ) where",),
        "curves-RBP_residual_by_p": ("filter ( [rank is not null -> true] and relevance",),
        "metrics-RBP2": ("$rel and [rank is not null -> true] ) group",),
        "metrics-RBP2_cost": ("$rel and [rank is not null -> true] ), documents",),
        "metrics-RBP2_examined": ("$rel and [rank is not null -> true] ) group",),
        "metrics-RBP2_utility": ("$rel and [rank is not null -> true] ) group",),
    },
    "no rank is beyond the cutoff": {
        "metrics-BPM_residual": ("or rank [= -> >=] $k group",),
    },
    "only rounding could make it more than 1, and no example was found where it does": {
        "metrics-nERR": (
            "/ ideal_err, [1 -> 2] ) as",
            "run, query_id, [least(err / ideal_err, 1) -> (err / ideal_err)] as value",
        ),
        "metrics-INST": (
            "rank asc), [1 -> 2] ) as",
            "run, query_id, [least(sum(reached * worth or ... -> (sum(reached * worth order b ...] as value",
        ),
    },
    "below 0 is 0": {
        "metrics-RR_residual": ("1) else [0 -> -1] end -",),
    },
    "no rank is above its place": {
        "metrics-RR_residual": ("filter (rank [= -> <=] place), 0)",),
    },
    "what is judged below 0 is not relevant": {
        "metrics-RR_residual": ("judged where [relevance >= 0 -> true] and rank",),
    },
    "from the first relevant document on, and from the cutoff on, nothing could be better": {
        "metrics-RR_residual": ("0 and [rank <= coalesce(first_relevant, $k) -> true] ), ranks_judged",),
    },
    "a query with a relevant document has at least one": {
        "metrics-Success": (
            "run, query_id, [least(count(*), 1) -> (1)] as value",
            "query_id, least( [count(*) -> any_value(1)] , 1)",
        ),
    },
    "no example has judgments that gain nothing; test_gains_given.py looks at them": {
        "metrics-AvgPos": ("$k and [ideal_cg > 0 -> true] ), --", "and ideal_cg [> -> >=] 0 ),"),
        "metrics-nCG": ("$k and [ideal_cg > 0 -> true] and {{", "and ideal_cg [> -> >=] 0 and"),
        "metrics-nDCG": ("$k and [ideal_dcg > 0 -> true] and {{", "and ideal_dcg [> -> >=] 0 and"),
        "metrics-Dsharp_nDCG": (
            "$gamma) * [coalesce(d_ndcg, 0) -> (d_ndcg)] as value",
            "* coalesce(d_ndcg, [0 -> 1] ) as",
            "* coalesce(d_ndcg, [0 -> -1] ) as",
            "from ndcgs [full -> ] join recalls",
            "(query_id) where [ideal_dcg > 0 -> true] ), recalls",
            "where ideal_dcg [> -> >=] 0 ),",
        ),
        "metrics-D_nDCG": ("(query_id) where [ideal_dcg > 0 -> true]", "where ideal_dcg [> -> >=] 0"),
    },
    "0 / 0 is no value either": {
        "metrics-Accuracy": ("2) / [nullif(count(*) * (least(any ... -> (count(*) * (least(any_value ...] as value",),
        "metrics-Hole": (
            "count(rank)) / [nullif(any_value({{ examined() }}), 0) -> (any_value({{ examined() }}))] as value",
        ),
        "metrics-Unjudged": (
            "count(relevance)) / [nullif(any_value({{ examined() }}), 0) -> (any_value({{ examined() }}))] as value",
        ),
        "metrics-RelativeP": ("$k) / [nullif(least(count(*), any_v ... -> (least(count(*), any_value({ ...] as value",),
        "metrics-SetAP": (
            "count(rank) / [nullif(any_value(num_ret) *  ... -> (any_value(num_ret) * count(*))] as value",
        ),
        "metrics-SetF": (
            "share / [nullif($beta * precision + share, 0) -> ($beta * precision + share)] as value",
            "count(rank) / [nullif(any_value(num_ret), 0) -> (any_value(num_ret))] as precision,",
        ),
        "metrics-Prefs": ("fulfilled / [nullif(possible, 0) -> (possible)] as value",),
        "metrics-Prefs_avgjg_Rnonrel": ("sum(fulfilled / [nullif(possible, 0) -> (possible)] order by",),
        "metrics-Prefs_ret": ("in_order / [nullif(both_found, 0) -> (both_found)] as value",),
        "metrics-Prefs_imp": (
            "fulfilled / [nullif(possible - neither_found, 0) -> (possible - neither_found)] as value",
        ),
        "metrics-AUC": (
            "sum(above::bigint) / [nullif(sum(marked::bigint), 0) -> (sum(marked::bigint))] as value",
            "/ nullif(sum(marked::bigint), [0 -> 1] ) as",
        ),
        "metrics-NDPM": (
            "sum(above::bigint) / [nullif(sum(marked::bigint), 0) -> (sum(marked::bigint))] as value",
            "/ nullif(sum(marked::bigint), [0 -> 1] ) as",
        ),
        "metrics-Frustration": (
            "}} / [nullif({{ exact_sum('frustra ... -> ({{ exact_sum('frustrates',  ...] as value",
        ),
        "metrics-gR": ("$k) / [nullif(sum(gained order by r ... -> (sum(gained order by rank as ...] as value",),
        "metrics-Reach": ("gained / [nullif(ideal, 0) -> (ideal)] end >=",),
        "metrics-SR": ("}} / [nullif({{ exact_sum('gained' ... -> ({{ exact_sum('gained', 'bes ...] as value",),
        "metrics-AP_IA": ("(query_id) where [sum_weights > 0 -> true] group by", "where sum_weights [> -> >=] 0 group"),
        "metrics-NRBP": ("(query_id) where [sum_weights > 0 -> true] group by", "where sum_weights [> -> >=] 0 group"),
        "metrics-P_IA": ("$k and [sum_weights > 0 -> true] group by", "and sum_weights [> -> >=] 0 group"),
        "curves-nCG": ("cg / [nullif(ideal_cg, 0) -> (ideal_cg)] as value,",),
        "curves-nDCG": ("dcg / [nullif(ideal_dcg, 0) -> (ideal_dcg)] as value,",),
        "curves-alpha_nDCG_reversed": ("reversed / [nullif(ideal, 0) -> (ideal)] as value",),
    },
    "without a gain no target is reached": {
        "metrics-Reach": ("rank) where [ideal > 0 -> true] and case", "where ideal [> -> >=] 0 and"),
    },
    "sums that should be equal may differ by 1e-12": {
        "metrics-Reach": ("0) end [>= -> >] $target *",),
        "curves-gPrec": ("+ 1e-12) [>= -> >] point *",),
    },
    "the highest gain of a query is read only where it is asked for, since it takes time": {
        "fragment highest_gains": (
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
    "what gains nothing is never the first to reach half": {
        "metrics-RHL": ("null) where [gained > 0 -> true] window in_order", "where gained [> -> >=] 0 window"),
    },
    "what is not relevant is worth 0": {
        "metrics-sDCG": ("}})) where [relevance > 0 -> true] and rank", "where relevance [> -> >=] 0 and"),
        "metrics-RBP": ("}} where [relevance > 0 -> true] and rank", "where relevance [> -> >=] 0 and"),
        "metrics-RBP_shared": ("judged where [relevance > 0 -> true] and tied_from", "where relevance [> -> >=] 0 and"),
        "metrics-RBP_utility": ("judged where [relevance > 0 -> true] and rank", "where relevance [> -> >=] 0 and"),
        "curves-RBP_by_p": ("null) where [worth > 0 -> true] ) using", "where worth [> -> >=] 0 )"),
    },
    "what was not seen is null, which a sum passes over": {
        "metrics-AP_IA": ("subtopic) where [seen >= 0 -> true] and rank",),
        "curves-alpha_G": ("nuggets where [seen >= 0 -> true] and rank",),
    },
    "where a nugget gains, one is met": {
        "metrics-Dsharp_nDCG": (
            "$gamma * [coalesce(i_rec, 0) -> (i_rec)] + (1",
            "* coalesce(i_rec, [0 -> 1] ) +",
            "* coalesce(i_rec, [0 -> -1] ) +",
        ),
    },
    "an example has no weights of 0, which test_weights_given.py looks at": {
        "metrics-nERR_IA": ("(query_id) where [ideal_err > 0 -> true]", "where ideal_err [> -> >=] 0"),
        "metrics-nNRBP": ("(query_id) where [ideal_nrbp > 0 -> true]", "where ideal_nrbp [> -> >=] 0"),
        "metrics-alpha_nCG": ("(query_id) where [ideal_cg > 0 -> true]", "where ideal_cg [> -> >=] 0"),
        "metrics-alpha_nDCG": ("(query_id) where [ideal_dcg > 0 -> true]", "where ideal_dcg [> -> >=] 0"),
    },
    "an example has no probabilities, which test_diversity.py looks at": {
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
    },
    "what gains nothing adds nothing; it is left out since it takes time": {
        "metrics-AvgPos": ("$k and [{{ gain() }} <> 0 -> true] ), shares",),
        "metrics-G": ("null and [{{ gain() }} <> 0 -> true] window so_far",),
        "metrics-RnDCG": ("judged where [{{ gain() }} <> 0 -> true] ) using",),
        "metrics-CG": ("$k and [{{ gain() }} <> 0 -> true] group by",),
        "metrics-DCG": ("$k and [{{ gain() }} <> 0 -> true] group by",),
        "metrics-gP": ("$k and [{{ gain() }} <> 0 -> true] group by",),
        "metrics-gR": ("judged) where [gained <> 0 -> true] group by",),
        "metrics-nCG": ("0 and [{{ gain() }} <> 0 -> true] group by",),
        "metrics-nDCG": ("0 and [{{ gain() }} <> 0 -> true] group by",),
        "metrics-Reach": ("null and [{{ gain() }} <> 0 -> true] window so_far",),
        "metrics-SR": ("null) where [gained <> 0 -> true] ) group",),
        "metrics-GenAP": ("null and [(relevance >= $rel or {{ gai ... -> true] window so_far",),
        "metrics-GenAP_R": ("judged where [relevance >= $rel or {{ gain() }} <> 0 -> true] window so_far",),
    },
    "levels may be counted from any number, and a division may have any of its own": {
        "metrics-NDPM": (
            "relevance asc) [- -> +] 2 as",
            "asc) - [2 -> 1] as level",
            "relevance, - [1 -> 2] as division,",
            "relevance, - [1 -> 0] as division,",
        ),
    },
    "a smaller size is refused": {
        "metrics-NormalisedPrecision": ("when $size [= -> <=] count(*) then",),
        "metrics-NormalisedRecall": ("when $size [= -> <=] count(*) then",),
    },
    "takes away what rounding may add": {
        "metrics-INST_residual": (
            "- rate, [0 -> -1] ) as",
            "run, query_id, [greatest(best_rate - rate, 0) -> (best_rate - rate)] as value",
        ),
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
    "DuckDB 1.4 has no logarithm of 0": {
        "metrics-RBP_depth": ("/ ln( [nullif($p, 0) -> ($p)] ), 9)),",),
    },
    "p is below 1": {
        "metrics-RBP_depth": ("/ ln(nullif($p, [0 -> 1] )), 9)),",),
    },
    "no value is 0 too": {
        "curves-gP": ('{{ running_sum(" [coalesce(" ~ gain() ~ ", 0) -> (" ~ gain() ~ ")] ", "so_far")',),
        "curves-gR": ('{{ running_sum(" [coalesce(" ~ gain() ~ ", 0) -> (" ~ gain() ~ ")] ", "so_far")',),
        "curves-alpha_G": ("query_id, rank, [coalesce(gain, 0) -> (gain)] as value,",),
        "curves-alpha_nDCG_reversed": (
            '{{ running_sum(" [coalesce(reversed_gain / log ... -> (reversed_gain / log2(rank + 1))] ", "so_far")',
            '{{ running_sum(" [coalesce(ideal_gain / log2(r ... -> (ideal_gain / log2(rank + 1))] ", "so_far")',
        ),
        "curves-exact_G": ("query_id, rank, [coalesce(1 - missing, 0) -> (1 - missing)] as value",),
        "curves-P_relevant": ("query_id, rank, [coalesce(1 - missing, 0) -> (1 - missing)] as value",),
        "curves-AP_share": ("query_id, rank, [coalesce(brought, 0) -> (brought)] as value",),
        "curves-RBP": (
            '{{ running_sum(" [coalesce((1 - $p) * " ~ wort ... -> ((1 - $p) * " ~ worth() ~ "  ...] ", "so_far")',
        ),
    },
    "what was not seen is null, which a product passes over": {
        "curves-exact_G": ("nuggets where [seen >= 0 -> true] and rank",),
    },
    "ranks end at k, and what was not seen is null": {
        "curves-alpha_G": ("0 and [rank <= $k -> true] ), gains", ">= 0 [and -> or] rank <="),
        "curves-exact_G": ("0 and [rank <= $k -> true] group by", ">= 0 [and -> or] rank <="),
    },
    "ranks end at k": {
        "curves-P_relevant": ("nuggets where [rank <= $k -> true] group by",),
    },
    "what was missed adds nothing, first or last": {
        "curves-AP_share": ('desc nulls [last -> first] )") }}',),
    },
    "no value is 1 too": {
        "curves-RBP_residual_by_p": (
            "p) * [coalesce(sum(pow(p, rank - 1 ... -> (sum(pow(p, rank - 1) order  ...] as value",
        ),
    },
    "what it changes is refused; the tests of refusals look at that": {
        "metrics-IPrec_avg": ("0 and [1 -> 2] then text::double", "double) between [0 -> -1] and 1"),
        "metrics-Utility": ("< num_ret [+ -> -] num_rel -",),
    },
}
