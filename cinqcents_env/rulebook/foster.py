"""Cinq-cents after R. F. Foster, rule set ``foster``.

As ``classic`` but for the melds: four aces 100, kings 80, queens 60, jacks 40, no
four tens, and a card used in one meld serves in no other, of whatever kind (S1).
The trump seven pays 10 when it is exchanged, or when it is played before the stock
is gone without having been exchanged (A-03).
"""

from cinqcents_env.rulebook.cinqcents import CinqCentsRules

RULES = CinqCentsRules(
    ruleset="foster",
    fours=(100, 0, 80, 60, 40),
    seven_played="draw_if_not_exchanged",
    reuse="none",
)
