/*
name  = "none"
place = 1
about = "as they are"
*/
p_value
