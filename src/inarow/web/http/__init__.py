"""Between the network and the routes."""
