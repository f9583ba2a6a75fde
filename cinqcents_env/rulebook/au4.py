"""Five Hundred for four in partnerships, the Australian form (PAG), rule set ``au4``.

Partners sit opposite. 43 cards: red ace to four, black ace to five, and the joker; ten
each and three in the kitty (PAG, BIC, TRI). Left of the dealer speaks first; a player
who passes is out, until all but one have passed (PAG). Misère (to take no trick at all)
may be bid once somebody has bid seven; it lies above every seven and below every eight.
Open misère may be bid at any time and lies between 10D and 10H (PAG). Nobody bids: the
next player deals (PAG).

The highest bidder takes the kitty, lays three cards away and leads. Suit must be
followed, else any card may be played. With trumps named the joker is the highest of
them, before the two jacks of the colour; other jacks lie between queen and ten. In
no-trumps and misère the declarer who holds the joker may give it a suit before the
first lead, of which it is then the top card; else it wins the trick it is played to,
may be played only by a player who cannot follow, and must be then in a misère; led, it
is given a suit that has not been led yet (PAG, A-28). In a misère the declarer's
partner lays his cards face down and sits out, and the deal ends with the declarer's
first trick; an open misère's hand is laid open after the first trick (PAG).

A contract made scores its value, one lost costs it (misère 250, open misère 500); all
ten tricks on a contract below 250 pay 250 (PAG). The other side scores 10 a trick, in
misères nothing. The game is won at 500 by making a contract and lost at -500 (PAG).
"""

from cinqcents_env.rulebook.five_hundred import FiveHundredRules

RULES = FiveHundredRules(
    ruleset="au4",
    num_players=4,
    num_sides=2,
    pack="43",
    auction="until_passed",
    misere="after_seven",
    open_misere_rank="above_10D",
    open_misere_value=500,
    open_misere_shown="after_first_trick",
    misere_defenders="nothing",
    misere_stops_early=True,
    joker_lead="unled_suit",
    contractor_names_joker=True,
    joker_forced_in_misere=True,
    slam="below_250",
)
