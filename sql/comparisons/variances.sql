/*
name  = "variances"
about = "stub"
*/
select metric, null::double as residual_variance from asked
