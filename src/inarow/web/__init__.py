"""The web site: live play, analysis, the win lab. Needs the extra `inarow[web]`."""
