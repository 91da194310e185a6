/*
about = "One row per board of a suite and collection: by which measure it looks at the collection."

[columns]
board   = "the board: the measure, or main where it looks at the first of each collection"
place   = "its place among the boards, from 0"
dataset = "the collection"
number  = "the place of this, from 0"
metric  = "the measure"
sign    = "-1 if a lower value is better, else 1"
*/
select *
from
    (
        -- the first row is for the types alone
        values
            (null::varchar, 0, null::varchar, 0, null::varchar, 0)
            {%- for each in boards %},
            (
                {{ each.board }}, {{ each.place }}, {{ each.dataset }}, {{ each.number }}, {{ each.metric }},
                {{ each.sign }}
            )
            {%- endfor %}
    ) as boards(board, place, dataset, number, metric, sign)
where board is not null
