"""Five Hundred for four in partnerships, the Russian form (S4), rule set ``ru4``.

As ``ru3`` for four players, partners opposite each other. Sixes, fives and two fours,
a black and a red one, bring the pack to 43 cards (S4); here they are the fours of
clubs and hearts (A-30).
"""

from dataclasses import replace

from cinqcents_env.rulebook import ru3

RULES = replace(ru3.RULES, ruleset="ru4", num_players=4, num_sides=2, pack="43r")
