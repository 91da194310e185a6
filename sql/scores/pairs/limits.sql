/*
about = """
One row per measure and two runs that are compared: the interval of their difference, by the file of sql/intervals asked
for."""

[columns]
metric = "the measure"
run    = "name of the run"
other  = "name of the run that it is compared with"
lower  = "where the interval begins"
upper  = "where it ends"
*/
{{ interval }}
