/*
about = "The rankings that end at a place, with what is counted over all of their documents."
*/
select
    places.cut as run,
    places.query_id,
    place as num_ret,
    num_judged_nonrel,
    {{ "summed.sum_score" if scores else "null::double" }} as sum_score,
    {{ "summed.min_score" if scores else "null::double" }} as min_score,
    {{ "summed.max_score" if scores else "null::double" }} as max_score
from internal.topics as topics
join places on places.run = topics.run and places.query_id = topics.query_id
{%- if scores %}
join
    (
        select cut, sum(score order by score asc) as sum_score, min(score) as min_score, max(score) as max_score
        from main.{{ retrieved }} as rankings
        join places on places.run = rankings.run and places.query_id = rankings.query_id
        where rank <= place
        group by cut
    ) as summed
    on summed.cut = places.cut
{%- endif %}
