"""Cinq-cents lyonnais, rule set ``lyonnais``.

As ``classic`` with a target agreed beforehand, usually 1000, and hands of 8, 10 or
12 cards (S0-Ly p1, p2). Melds may be announced at any of a player's own turns,
several together, also once the stock is gone until the player has played the first
of his last cards (S0-Ly p3, p4). Card points are rounded to tens; when both stand
on a five both go up, except in the deal that would end the game, where the five
counts as it is (S0-Ly p5, A-15). A turned seven that would bring the dealer to the
target waits: it does not count if the other announces points that reach the target
(S0-Ly p6, A-16).
"""

from cinqcents_env.rulebook.cinqcents import CinqCentsRules

RULES = CinqCentsRules(
    ruleset="lyonnais",
    target=1000,
    meld_when="own_turn",
    melds_per_trick=0,
    last_phase_melds="until_first_card",
    rounding="tens",
    final_rounding="tie_exact",
    pending_seven=True,
)
