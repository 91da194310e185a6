/*
about = "The evaluations that a database notes, one row each; see sql/database/tables."
*/
from {{ kept }}.evaluations
