/*
about = """
One row per rank of a ranking, down to the cutoff: the document, what it gains and what divides that, the terms of the
sum of the body so far and those of the ideal ranking, and the measure's value of the documents down to there, which at
the last rank is its value."""
*/
with
ideals as (
    {%- if ideal_term %}
    select ideal_rank, {{ ideal_term }} as term from ({{ ideal_ranking }})
    {%- else %}
    select null::bigint as ideal_rank, null::double as term where false
    {%- endif %}
),

documents as (
    select
        rank,
        doc_id,
        {{ "score" if scored else "null::double as score" }},
        coalesce(rank < tied_to, false) as tied,
        relevance,
        case when relevance is not null then {{ gained }} end as gained,
        {{ divided }} as discount,
        case when relevance is not null then {{ term }} end as term
    from retrieved
),

cumulated as (
    select
        places.rank,
        doc_id,
        score,
        coalesce(tied, false) as tied,
        relevance,
        count(case when relevance >= {{ relevant }} then 1 end) over so_far as found,
        gained,
        discount,
        documents.term,
        {{ running_sum("coalesce(documents.term, 0)", "so_far") }} as total,
        {{ running_sum("coalesce(ideals.term, 0)", "so_far") }} as ideal,
        case when places.rank < ranks and valued.rank is not null then valued.value else whole.value end as value
    from (select ranks, unnest(range(1, least(ranks, {{ top }}) + 1)) as rank from extent) as places
    left join documents on documents.rank = places.rank
    left join ideals on ideal_rank = places.rank
    left join (select cut::bigint as rank, value from valued where try_cast(cut as bigint) is not null) as valued
        on valued.rank = places.rank
    cross join (select value from valued where cut = 'whole') as whole
    window so_far as (order by places.rank asc)
)

select
    rank::integer as rank,
    doc_id,
    score,
    tied,
    relevance,
    found::integer as found,
    gained as gain,
    discount,
    term,
    {{ "total" if terms else "null::double" }} as sum,
    {{ "ideal" if ideal_term else "null::double" }} as ideal,
    value - lag(value, 1, {{ when_empty }}) over (order by rank asc) as adds,
    value
from cumulated
order by rank asc
