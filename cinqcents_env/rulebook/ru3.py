"""Five Hundred for three, the Russian form (S4), rule set ``ru3``.

Three players, each for himself; 33 cards: ace down to seven in four suits, and the
joker (S4). Ten cards each and three face up on the table (S4, A-23). Left of the dealer
speaks first; a player who passes is out, and the auction goes on until all but one have
passed (S4). Bids are six to ten tricks in a suit or in no-trumps; there is no misère
(S4). Nobody bids: the deal is played in no-trumps with the three cards left where they
are, left of the dealer leads, and each trick is worth 10 to its winner (S4, A-24).

The highest bidder takes the three cards, lays three away face down and leads (S4).
With trumps named: joker, jack of trumps, jack of the same colour, then A K Q T 9 8 7;
other jacks lie between queen and ten (S4, A-22). Suit must be followed; a player who
cannot must trump where trumps are named (S4). A joker led in no-trumps may not be given
a suit in which its holder has shown void (S4, A-28).

A contract made scores its value, one lost costs it; all ten tricks on a contract
below 250 pay 250 (S4, A-25); each defender scores 10 a trick (A-26c). Making 10H or
10NT wins the game (S4, A-26). The game is played to 500: the declarer wins before
others who reach it in the same deal, and between defenders the one whose trick brought
him there first (S4, HOF). There is no loss limit (F3R11).
"""

from cinqcents_env.rulebook.five_hundred import FiveHundredRules

RULES = FiveHundredRules(
    ruleset="ru3",
    auction="until_passed",
    all_pass="no_trumps",
    kitty_open=True,
    must_trump=True,
    misere="off",
    misere_rank=None,
    misere_value=None,
    open_misere="off",
    open_misere_rank=None,
    open_misere_value=None,
    open_misere_shown=None,
    misere_defenders=None,
    misere_stops_early=None,
    joker_forced_in_misere=None,
    joker_low_in_misere=None,
    slam="below_250",
    win_needs_contract=False,
    lose_at=0,
    ten_wins=True,
)
