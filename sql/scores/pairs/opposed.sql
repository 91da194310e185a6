/*
about = "One row per measure and two runs that are compared: a run and the one it is compared with."
*/
{%- if against == "sliced" %}
-- the pairs of all queries, as they are there
select sliced.metric, run, other, pairs.place, pairs.other_place
from evalsql_whole_opposed as pairs
join sliced on sliced.of = pairs.metric
{%- else %}
select metric, one.run, two.run as other, one.place, two.place as other_place
from standings as one
join standings as two using (metric)
where
    {%- if against == "all" %}
    one.place < two.place
    {%- elif against == "best" %}
    one.place = 1 and two.place > 1
    {%- elif against == "either" %}
    -- whichever was asked for, if that is known only in the end
    case
        when $baseline is null then one.place < two.place
        else two.run in (select run from baselines)
            and (one.place < two.place or one.run not in (select run from baselines))
    end
    {%- else %}
    two.run in (select run from baselines)
    -- two baselines are compared once
    and (one.place < two.place or one.run not in (select run from baselines))
    {%- endif %}
{%- endif %}
