/*
name    = "RR_damped"
about   = """
    Of the first group with a relevant document, the ranks from the last that may be the first relevant one up: it
    is relevant with the chance h, or the first is below it."""
formula = """
    E[RR_damped@k] = V(a); V(i) = h(i) / (damping + i) + (1 - h(i)) V(i + 1), h(i) = r / (b - i + 1); r relevant
    documents are tied over ranks a to b"""
cite    = """
    McSherry and Najork, ECIR 2008, Computing information retrieval performance measures efficiently in the presence of
    tied scores. doi:10.1007/978-3-540-78646-7_38"""
*/
select run, query_id, {{ first_of_tied('hits', 'tied_from', 'tied_to', '1 / ($damping + place)') }} as value
from ({{ first_group() }})
/*
example = [
    ["At rank 2 or 3: (1/5 + 1/6) / 2.", { ranking = [0, 1, 0], scores = [2, 1, 1], value = 0.183333 }],
]
*/
