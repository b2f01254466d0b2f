"""Who waits for whom: the public games, and those who look for an opponent."""
