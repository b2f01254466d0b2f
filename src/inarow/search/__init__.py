"""What is known and what is thought: everything that calls the C++ core."""
