"""The classic game (Boussac 1896), rule set ``classic``.

Two players, 32 cards, ace high, then ten, king, queen, jack, nine, eight, seven
(S0 r1, r3). Eight cards each, dealt in twos and threes; the next card is turned
up for trumps and is drawn last (S0 r2). A turned seven pays the dealer 10 (S0 r5).

The non-dealer leads; the winner of a trick leads to the next (S0 r6, r7). While
cards remain to be drawn any card may be played. The winner of a trick may make
one meld and exchange the trump seven for the turn-up (10 points), then draws; the
loser draws next (S0 r7, r12). When the stock is gone a player must follow suit, with
a higher card if he can; void, he must trump; void of both, he plays anything (S0 r8).

Melds: quint 250 in trumps, 120 plain; four aces 100, tens 80, kings 60, queens 40,
jacks 20; marriage 40 in trumps, 20 plain; binage (JD QS) 40 (S0 r4, r5). Cards of
a marriage do not serve in a quint of the suit, nor the other way (S0 r13).

At the end of a deal the tricks count, 11 for an ace, 10 for a ten, 4 for a king, 3 for
a queen and 2 for a jack (S0 r14, S1), and the last trick 10 (S1). The first to be alone
at 500 or more at the end of a deal wins; both there: 100 more are played for (S0 r16,
S1). A player whose melds and won tricks together reach the target may stop, and wins
whatever the other has (S0 r15, S1). Who stops too early loses, but such stops are
offered with the option ``irregularities`` only (S0 r15, A-13).
"""

from cinqcents_env.rulebook.cinqcents import CinqCentsRules

RULES = CinqCentsRules(ruleset="classic")
