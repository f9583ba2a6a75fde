"""The smallest member of the family, for exact game theory, rule set ``mini``.

Eight cards (A T K Q of spades and hearts), two each, the fifth turned up for
trumps, three face down: two tricks while cards remain and two in the last phase
with its full duties. Ace 11, ten 10, king 4, queen 3, the last trick 10. Marriages
are worth 40 and 20, but the winner of a trick holds one card before he draws, so that
they can be declared only with the option ``meld_when="own_turn"``. No quint, four,
binage, seven or stop. One deal; the margin in points decides.
"""

from cinqcents_env.rulebook.cinqcents import CinqCentsRules

RULES = CinqCentsRules(
    ruleset="mini",
    pack="8",
    hand_size=2,
    quint_trump=0,
    quint_plain=0,
    fours=(0, 0, 0, 0, 0),
    binage=0,
    seven_turned=0,
    seven_exchange=0,
    stop=False,
    single_deal=True,
)
