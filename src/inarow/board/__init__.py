"""What is legal and who has won, its text and pictures."""
