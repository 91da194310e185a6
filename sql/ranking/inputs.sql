/*
name  = "inputs"
about = "The files that were read."

[columns]
place = "0 for what was read first: judgments; tables of gains and of weights, if there are any; runs"
kind  = "qrels, gains, weights or runs"
file  = "the file"
rows  = "how many rows it has"
*/
{%- for kind in kinds %}
select {{ loop.index0 }} as place, '{{ kind }}' as kind, file, count(*) as rows
from evalsql_{{ kind }}
group by file
{{ "union all" if not loop.last }}
{%- endfor %}
