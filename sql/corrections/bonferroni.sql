/*
title = "Bonferroni-corrected"
place = 2
aliases = ["bonf", "b"]
about = "m p"
*/
family * p_value
