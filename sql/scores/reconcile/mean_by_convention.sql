/*
about = "The mean of a measure over the queries that a convention has, of a variant of the inputs."

[columns]
value = "the mean"
*/
select {{ summarized(summary, value="case when answered then value else 0 end" if of_all else "value") }} as value
from tried
join told_queries using (query_id)
where
    variant = {{ variant }}
    and metric = {{ metric }}
    {{ "and answered" if convention.population == "intersection" and not of_all }}
    {{ "and relevant" if convention.relevant }}
    {{ "and not exists (from told_queries where judged and not answered)" if convention.complete }}
