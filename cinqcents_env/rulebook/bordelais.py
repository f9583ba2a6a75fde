"""Cinq-cents bordelais, rule set ``bordelais``.

As ``classic`` with six cards each and the thirteenth turned up (S0-Bo p1), played
to 100 (S0-Bo p2, A-17); a quint is worth 250, in trumps 500 (S0-Bo p3). Melds only
by the winner of a trick, with five cards in hand (S0-Bo p4); the last trick is
worth 10 (S0-Bo p4) and every point counts exactly (S0-Bo p5).
"""

from cinqcents_env.rulebook.cinqcents import CinqCentsRules

RULES = CinqCentsRules(
    ruleset="bordelais",
    hand_size=6,
    target=100,
    quint_trump=500,
    quint_plain=250,
)
