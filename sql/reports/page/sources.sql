/*
about = "One row per file or table that the database was made from."
*/
select kind, path, run, rows, bytes, sha256, md5, evaluation
from internal.evalsql_sources
order by kind <> 'qrels' asc, kind asc, path asc
