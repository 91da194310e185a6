/*
title = "Holm-Sidak-corrected"
place = 9
aliases = ["hs"]
about = "step down: the highest 1 - (1 - p)^(m - i + 1) of those up to the i-th lowest (Holm 1979, Šidák 1967)"
*/
-- the digits of small p-values are kept as sidak keeps them
max(
    2 * tanh((family - place + 1) * atanh(p_value / (2 - p_value)))
    / (1 + tanh((family - place + 1) * atanh(p_value / (2 - p_value))))
) over (partition by metric, test order by place asc)
