"""One file an experiment: what it promises as its first line, how long it takes, and `run`."""
