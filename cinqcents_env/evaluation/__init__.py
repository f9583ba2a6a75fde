"""Evaluation: duplicate matches, with an interval beside every figure."""

from cinqcents_env.evaluation.matches import MatchResult, play_match

__all__ = ["MatchResult", "play_match"]
