/*
name  = "bonferroni"
title = "Bonferroni-corrected"
place = 2
about = "m p"
*/
family * p_value
