{#- The distribution functions of the tests. Each is a function of Python where there is one, or its twin in SQL; the
    arguments are expressions. #}
