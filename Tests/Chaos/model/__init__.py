"""What the contract says, the slow and obvious way: keep the facts, go over all of them for every figure."""
