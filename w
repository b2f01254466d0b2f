[First "bot1.py"]
[Second "Ann"]
[Rules "1x1x1"]
[Result "1-0"]

1. 1 1-0
