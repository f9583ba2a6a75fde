"""Evaluation: duplicate matches, with an interval beside every figure."""

from cinqcents_env.evaluation.contracts import ContractFigures, contract_figures
from cinqcents_env.evaluation.matches import MatchResult, play_match

__all__ = ["ContractFigures", "MatchResult", "contract_figures", "play_match"]
