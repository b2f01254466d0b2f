[First "Player 1"]
[Second "level 3"]
[Rules "7x6x4"]
[Result "*"]

*
