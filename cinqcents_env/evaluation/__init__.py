"""Evaluation: duplicate matches, with an interval beside every figure."""

from cinqcents_env.evaluation.contracts import ContractFigures, contract_figures
from cinqcents_env.evaluation.exploit import Exploitability, exploitability
from cinqcents_env.evaluation.matches import MatchResult, play_match
from cinqcents_env.evaluation.regret import NoLastPhase, RegretResult, last_phase_regret
from cinqcents_env.evaluation.scorecard import score_card
from cinqcents_env.evaluation.sequential import SequentialResult, play_until
from cinqcents_env.evaluation.tournament import (
    TooFewGames,
    Tournament,
    plan_tournament,
    play_tournament,
)

__all__ = [
    "ContractFigures",
    "Exploitability",
    "MatchResult",
    "NoLastPhase",
    "RegretResult",
    "SequentialResult",
    "TooFewGames",
    "Tournament",
    "contract_figures",
    "exploitability",
    "last_phase_regret",
    "plan_tournament",
    "play_match",
    "play_tournament",
    "play_until",
    "score_card",
]
