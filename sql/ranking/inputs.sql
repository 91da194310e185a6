/*
about = "The files that were read."

[columns]
place = "0 for what was read first: judgments; what stands beside them, if anything does; runs"
kind  = "qrels or runs, or what stands beside them: gains, weights, costs, exclusions, candidates"
file  = "the file"
rows  = "how many rows it has"
*/
{%- for kind in kinds %}
select {{ loop.index0 }} as place, '{{ kind }}' as kind, file, count(*) as rows
from evalsql_{{ kind }}
group by file
{{ "union all" if not loop.last }}
{%- endfor %}
