/*
title = "Sidak-corrected"
place = 8
about = "1 - (1 - p)^m, for tests that do not depend on each other (Šidák 1967)"
*/
-- without loss of digits where p is small: 2 atanh(p / (2 - p)) is -ln(1 - p), and 2 t / (1 + t) is 1 - e^(-2 atanh(t))
2 * tanh(family * atanh(p_value / (2 - p_value))) / (1 + tanh(family * atanh(p_value / (2 - p_value))))
