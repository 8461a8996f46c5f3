// The first test of this target is on its way.
