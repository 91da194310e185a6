/*
called  = "mean"
about   = "The mean over the trials: what the system scores on the query if it is asked once."
formula = "sum(x) / n"
cite    = "Chen et al., Evaluating Large Language Models Trained on Code, 2021, arXiv:2107.03374"
*/
mean
/*
[[example]]
about  = "Two of five trials have the 1."
trials = 5
ones   = 2
value  = 0.4
*/
