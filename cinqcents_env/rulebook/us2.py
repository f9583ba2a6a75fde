"""Five Hundred for two with 24 cards, the American form (BIC), rule set ``us2``.

As ``us3`` for two players with ace down to nine and no joker: ten cards each and four
in the kitty (BIC). The 25-card pack, with the joker, is the option ``pack``; it leaves
five cards for the kitty.
"""

from cinqcents_env.rulebook import us3
from cinqcents_env.rulebook.five_hundred import FiveHundredRules

_BASE = {name: getattr(us3.RULES, name) for name in FiveHundredRules.option_names()}

RULES = FiveHundredRules(
    ruleset="us2",
    num_players=2,
    num_sides=2,
    **{**_BASE, "pack": "24", "kitty": 4, "joker_lead": None, "joker_renounced": None},
)
