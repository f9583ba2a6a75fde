"""Five Hundred for three, the American form (Britannica, S2), rule set ``us3``.

Three players, each for himself; 33 cards: ace down to seven in four suits, and the
joker (S2). Ten cards each and three face down, the kitty. Left of the dealer speaks
first; each speaks once, to bid six to ten tricks in spades, clubs, diamonds, hearts
or no-trumps (rising in this order), misère or open misère (to take no trick at all), or
to pass (S2). Misère lies above every seven bid, open misère above everything (S2, A-27).
Nobody bids: the next player deals (A-24).

The highest bidder takes the kitty, lays three cards away and leads (S2). With trumps
named: joker, jack of trumps, jack of the same colour, then A K Q T 9 8 7; other jacks
lie between queen and ten; suit must be followed, else any card may be played (S2). In
no-trumps and misère all jacks are such ordinary cards and the joker is the only trump:
it may be played only when its holder cannot follow, and a joker led is given a suit in
which its holder has not shown void (S2, A-28).

A contract made scores its value (40 for 6S, 20 more for each suit, 100 more for each
trick), one lost costs it; all ten tricks pay no more. Each defender scores 10 for each
trick he won; in a misère, which is played out, 10 for each trick of the declarer (S2,
A-29). An open misère's hand lies open before the first lead (S2).

The game is won at 500 by making a contract, not by tens alone, and lost at -500 (S2,
A-31); then the best of the others wins (A-32).
"""

from cinqcents_env.rulebook.five_hundred import FiveHundredRules

RULES = FiveHundredRules(ruleset="us3")
