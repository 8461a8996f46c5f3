"""A slow, obvious model of the contract: it stores the facts and computes every figure from all of them."""
