{#- What becomes of a metric's value: nothing and 0/0 are what the head says, infinity is an error. -#}
case
        when value is null or isnan(value::double) then {{ when_empty }}::double
        when isinf(value::double)
            then error('evalsql: {{ name }} is infinite for query ' || query_id || ' of run ' || run)
        else value::double
    end
