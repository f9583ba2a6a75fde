"""Five Hundred for six in two sides of three, the Australian form (PAG), rule set ``au6``.

As ``au4`` for six players; the sides sit alternately. 63 cards: the whole pack, elevens
and twelves of four suits, thirteens of the red ones, and the joker; 11, 12 and 13 rank
between ten and jack (PAG, BIC). In a misère both partners sit out (PAG). Packs of 65
and 66 cards (TRI) are not offered, since a card set holds 63.
"""

from dataclasses import replace

from cinqcents_env.rulebook import au4

RULES = replace(au4.RULES, ruleset="au6", num_players=6, pack="63")
