"""Binage, the Dutch form (S3), rule set ``binage``.

As ``classic`` but: each ace and ten won in a trick is worth 10 at once and no other
card counts; playing the trump seven is worth 10; no fours; the exchange of the
seven (dix) takes the place of the trick's one meld; melded cards may be melded
again, only the very same meld may not; who draws the last card of the stock marks
10 (A-19). There is no stopping: the first to reach 500 wins, in the middle of a
deal too (S3, A-21).
"""

from cinqcents_env.rulebook.cinqcents import CinqCentsRules

RULES = CinqCentsRules(
    ruleset="binage",
    fours=(0, 0, 0, 0, 0),
    exchange_uses_meld=True,
    seven_played="always",
    reuse="exact_once",
    marriage_after_quint=True,
    last_draw=10,
    brisques="immediate_10",
    stop=False,
    win_at_once=True,
    both_over=None,
)
