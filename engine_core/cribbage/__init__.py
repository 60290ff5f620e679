"""Cribbage: a deal from the cut to the crib, claims and reneges."""
