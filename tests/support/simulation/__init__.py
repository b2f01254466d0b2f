"""Several instances of the site in one thread, on simulated time, storage and network.

Hub, writer, upkeep, programs and sockets are the real ones. Everything that they wait for is made
here, from one seed: the same seed gives the same run, step by step.
"""
