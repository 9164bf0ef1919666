//! Liveness under fairness, on an explicit state graph.
