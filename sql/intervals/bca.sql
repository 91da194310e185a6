/*
title   = "bias-corrected and accelerated bootstrap"
by_cluster = true
about   = """
Between quantiles of the means of samples drawn with replacement, adjusted for the bias of these means (z0) and the
skewness of the differences (a)."""
formula = """
the quantiles P(z0 + (z0 + z)/(1 - a (z0 + z))) of mean(d*), z the normal quantiles of (1 - c)/2 and (1 + c)/2; z0 that
of the share of mean(d*) below mean(d); a = sum((d - mean)^3) / (6 sum((d - mean)^2)^1.5)"""
cite    = "Efron, JASA 82, 1987, doi:10.1080/01621459.1987.10478410"
*/
select
    metric,
    run,
    other,
    case when queries >= 2 then {{ quantile("means", "lowest") }} end as lower,
    case when queries >= 2 then {{ quantile("means", "highest") }} end as upper
from
    (
        select
            metric,
            run,
            other,
            queries,
            means,
            -- beyond the pole of the fraction are all resamples, or none
            case
                when a * (z0 + below) >= 1 then (z0 + below > 0)::integer::double
                else {{ normal_cdf("z0 + (z0 + below) / (1 - a * (z0 + below))") }}
            end as lowest,
            case
                when a * (z0 + above) >= 1 then (z0 + above > 0)::integer::double
                else {{ normal_cdf("z0 + (z0 + above) / (1 - a * (z0 + above))") }}
            end as highest
        from
            (
                select
                    metric,
                    run,
                    other,
                    queries,
                    means,
                    {{ normal_quantile("(1 - $confidence) / 2") }} as below,
                    {{ normal_quantile("(1 + $confidence) / 2") }} as above,
                    -- half of those that are at the mean are below it, which rounding must not decide; no share is 0 or
                    -- 1
                    {{ normal_quantile(
                        "greatest(1, least(2 * len(means) - 1, len(list_filter(means, lambda each: each < mean - noise))
                        + len(list_filter(means, lambda each: each <= mean + noise)))) / (2 * len(means))"
                    ) }} as z0,
                    case
                        when squares > 0
                            then list_sum(list_transform(differences, lambda each: pow(each - mean, 3)))
                            / (6 * pow(squares, 1.5))
                        else 0
                    end as a
                from
                    (
                        select
                            *,
                            1e-12 * list_sum(list_transform(differences, lambda each: abs(each))) as noise,
                            list_sum(list_transform(differences, lambda each: pow(each - mean, 2))) as squares
                        from ({% include "scores/pairs/resampled.sql" %})
                    )
            )
    )
