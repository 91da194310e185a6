/*
about = "One row per condition. It is made without rows; each adds its own."

[columns]
condition = "0 is all judgments, others are pools or samples"
label     = "what it is called in reports: a depth, a team, a number"
judged    = "how many documents are judged"
relevant  = "how many of them are relevant"
*/
select null::integer as condition, null::varchar as label, null::bigint as judged, null::bigint as relevant
where false
