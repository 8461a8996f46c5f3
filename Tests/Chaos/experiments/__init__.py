"""One file per experiment: its guarantee in the first line, its duration, and `run`."""
