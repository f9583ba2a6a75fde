"""A deal of Five Hundred as PTN, as a program for play on a screen would write it."""

RECORD = r"""
[Event "Play 500 - Australian with 3-card kitty"]
[GameCode "FiveHundred"]
[GameOptionsJson "{\"variation\":1,\"mustBidToWin\":true,\"whenNullo\":1,\"S8Overbid250Nullo\":false,\"noWatching\":true}"]
[GameScores "S:340 510 340 510"]
[West "a"]
[North "b"]
[East "c"]
[South "d"]
[Dealer "E"]
[Deal "E:Q86.T5.876.6.H T97.AK6.QJ.95 AK.97.A5.AKT7 J.J84.KT94.QJ"]
[Undealt "C8HQS5"]
[Declarer "W"]
[Contract "6♣"]
[Auction "S"]
Pass 6♣ Pass Pass
[CardsAdded "W:S5HQC8"]
[CardsRemoved "W:H7H9HQ"]
[Play "W"]
C7 CQ JH C5
C8 H4 H5 HA
CT CJ C6 C9
DA D4 D6 DJ
CK SJ HT DQ
D5 DK D7 S9
CA DT D8 S7
SA H8 S6 ST
SK HJ S8 H6
S5 D9 SQ HK
"""  # noqa: E501
