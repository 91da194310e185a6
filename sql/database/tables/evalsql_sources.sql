/*
schema = "internal"
from   = "scores"
about  = "What this database was made from: every file, as it was then."

[columns]
kind   = "runs, qrels, gains, weights or scores"
path   = "the file's absolute path, or what a table or frame was called"
run    = "name of the run where the file's rows do not say it; null otherwise"
bytes  = "size of the file; null if it is not a file"
rows   = "how many rows were read from it"
sha256 = "SHA-256 of the file; null if it is not a file"
md5    = """
hash of the rows, in whatever order they come, if it is not a file of this machine: of a frame, a table, standard
input"""
evaluation = "the evaluation that read it, as in table evaluations"
*/
from made_sources
order by kind asc, path asc
