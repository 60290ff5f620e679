"""Computes the tables of `host.analysis`. It needs numpy; nothing else here does.

`python -m host.analysis.simulation` writes them.
"""
