/*
place = 1
aliases = ["no", "uncorrected"]
about = "as they are"
*/
p_value
