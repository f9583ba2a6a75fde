"""Five Hundred for five with a called partner, the Australian form (PAG), rule set ``au5``.

As ``au4`` for five players, each scoring for himself, with 53 cards: the whole pack
and the joker, ten each and three in the kitty (PAG, BIC). After laying cards away the
declarer of a trick contract plays alone or calls a card that he neither holds nor laid
away, no joker and no bower. The player who holds it is his partner; until the card
falls nobody else knows it (PAG). With a partner each of the two wins or loses half the
contract's value, alone the declarer bears it whole; a misère is always played alone. All
others score 10 a trick (PAG). Declarer and partner may win or lose the game together
(PAG).
"""

from dataclasses import replace

from cinqcents_env.rulebook import au4

RULES = replace(
    au4.RULES, ruleset="au5", num_players=5, num_sides=5, pack="53", partner="called_card"
)
