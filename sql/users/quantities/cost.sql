/*
name    = "{name}_cost"
title   = "Expected cost of {called}"
family  = "utility"
about   = """
    What the user of {called} is expected to pay: for each document that is looked at, or for all of them. Costs are
    given beside the runs (--costs)."""
formula = "Σ c(i) a(i) over Σ a(i), or of per = 'search' the first alone; c(i) is what the document costs; {formula}"
range   = [0, inf]
better  = "neither"
cite    = "{cite} Costs are those of cwl_eval: Azzopardi, Thomas and Moffat, SIGIR 2019. doi:10.1145/3331184.3331398"
papers  = []
monotone = true
needs   = "judged"
*/
{%- set bills -%}
with searches as (
        select run, query_id, {{ examines }} as examined
        from ({{ documents }})
        group by all
    )

select *
from searches
left join ({{ dearer }}) using (run, query_id)
{%- endset -%}
-- more is what is paid beyond $other_cost for each document
select run, query_id, {{ paid('examined', 'more') }} as value
from ({{ bills }})
