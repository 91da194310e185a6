/*
about = """
What a measure is of each of the rankings that are made of one, and of that itself. It is made without rows; who asks
adds them."""

[columns]
cut   = "which ranking: a rank, missed and the number of the document, or whole"
value = "the measure's value of it"
*/
select null::varchar as cut, null::double as value
where false
