/*
of       = "qrels"
place    = 6
column   = "probability"
sentence = "{row}: probability is {given.probability}; a number from 0 to 1 was expected{more:row}"
*/
{{ first_row("evalsql_qrels", "not probability between 0 and 1") }}
