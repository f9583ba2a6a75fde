"""Exact values where they can be had: last phases, double dummy, small games."""
