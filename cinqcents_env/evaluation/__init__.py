"""Evaluation: duplicate matches, with an interval beside every figure."""

from cinqcents_env.evaluation.contracts import ContractFigures, contract_figures
from cinqcents_env.evaluation.matches import MatchResult, play_match
from cinqcents_env.evaluation.regret import NoLastPhase, RegretResult, last_phase_regret

__all__ = [
    "ContractFigures",
    "MatchResult",
    "NoLastPhase",
    "RegretResult",
    "contract_figures",
    "last_phase_regret",
    "play_match",
]
