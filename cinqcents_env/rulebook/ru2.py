"""Five Hundred for two with a dead hand, the Russian form (S4), rule set ``ru2``.

As ``ru3`` for two players: the third hand is dealt face down and stays out of play
(S4, BIC), so tricks have two cards. The loss limit of other two-player forms (BIC) is
the option ``lose_at``.
"""

from dataclasses import replace

from cinqcents_env.rulebook import ru3

RULES = replace(ru3.RULES, ruleset="ru2", num_players=2, num_sides=2, dead_hand=True)
