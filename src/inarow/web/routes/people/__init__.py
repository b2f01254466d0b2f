"""Pages and REST of people: their account, sessions, tokens, and what others see of them."""
