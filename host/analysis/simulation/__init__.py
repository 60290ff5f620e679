"""How the tables of `host.analysis` are computed: needs numpy, which nothing else here does.

`python -m host.analysis.simulation` writes them again.
"""
