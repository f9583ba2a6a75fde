"""A slow, obvious game of the two-player family, written from the rule sheets alone.

It exists to disagree with the fast engine: nothing here comes from the package under test.
Cards are texts, hands are sets, and every decision cites the rule that it follows.
"""

from __future__ import annotations

from typing import Any

from . import cinqcents_melds as melds
from . import cinqcents_scoring as scoring
from .cinqcents_cards import follower_wins, may_follow
from .cinqcents_knowledge import Witness
from .cinqcents_state import Table


class Oracle(Table):
    """One game from a full position, played by move texts."""

    # --- what may be done -------------------------------------------------------------------

    def legal(self) -> set[str]:
        """The move texts of the seat on move."""
        if self.over or self.awaiting_deal:
            return set()
        moves = {"draw"} if self.phase == "meld" else self._playable_cards()
        moves |= set(self._offered_melds())
        if self._may_exchange():
            moves.add("exchange")
        if self._may_stop():
            moves.add("stop")
        return moves

    def _playable_cards(self) -> set[str]:
        hand = self.hands[self.to_move]
        if self.drawing or not self.trick:  # CL8: any card while drawing
            return set(hand)
        return may_follow(hand, self.trick[0], self.trump, self.options["last_phase"])

    def _slot_is_free(self) -> bool:
        limit = self.options["melds_per_trick"]  # CL14, A-07
        return bool(limit == 0 or self.step_melds < limit)

    def _is_time_to_meld(self) -> bool:
        if self.drawing:  # CL13, A-06
            return self.phase == "meld" or self.options["meld_when"] == "own_turn"
        held = len(self.hands[self.to_move])
        rule = self.options["last_phase_melds"]
        if rule == "until_first_card":  # LY4
            return bool(held >= self.options["hand_size"])
        if rule == "trick_won":
            return not self.trick and held < self.options["hand_size"]
        return False

    def _offered_melds(self) -> list[str]:
        if not (self._is_time_to_meld() and self._slot_is_free()):
            return []
        known = self._existing_melds()
        if self.options["irregularities"]:  # false ones are offered as well
            return known
        return [meld for meld in known if self._meld_is_true(meld)]

    def _existing_melds(self) -> list[str]:
        """Every meld that the rules know, worked out once for each suit as trumps."""
        if self.trump not in self._melds_with_trump:
            known = melds.existing_melds(self.options, self.trump)
            self._melds_with_trump[self.trump] = known
        return self._melds_with_trump[self.trump]

    def _meld_is_true(self, meld: str) -> bool:
        seat = self.to_move
        return melds.can_declare(
            meld, self.hands[seat], self.melds[seat], self.step_card, self.options
        )

    def _may_exchange(self) -> bool:
        """CL18, A-03: the holder of the trump seven, while the turn-up lies on the table."""
        if self.turnup is None or "7" + self.trump not in self.hands[self.to_move]:
            return False
        if self.phase != "meld" and self.options["exchange_when"] != "own_turn":
            return False
        return self._slot_is_free() or not self.options["exchange_uses_meld"]

    def _may_stop(self) -> bool:
        """CL23: offered where it wins; with irregularities anywhere (A-13)."""
        if not self.options["stop"]:
            return False
        return self.options["irregularities"] or self._count(self.to_move) >= self.target

    def _count(self, seat: int) -> int:
        """Marked points and the exact card points of the tricks already won."""
        return self.scores[seat] + self._final_points(seat)

    def _final_points(self, seat: int) -> int:
        if self.options["brisques"] == "immediate_10":  # BI4: marked already
            return 0
        return scoring.card_points(self.captured[seat])

    # --- moves ------------------------------------------------------------------------------

    def play(self, move: str) -> None:
        """Make one move of the seat on move."""
        if move not in self.legal():
            raise ValueError(f"illegal move: {move}")
        self.make(move)

    def make(self, move: str) -> None:
        """Make a move that is known to be legal."""
        if move == "draw":
            self._draw()
        elif move == "exchange":
            self._exchange()
        elif move == "stop":
            self._stop()
        elif move in self.hands[self.to_move]:
            self._play_card(move)
        else:
            self._declare(move)

    def _begin_step(self) -> None:
        self.step_melds = 0
        self.step_card = None

    def _credit(self, seat: int, points: int) -> None:
        """Mark points; where the target wins at once, the seat may have won (BI11, A-21)."""
        if points == 0:
            return
        self._add(seat, points)
        if self.options["win_at_once"] and self.scores[seat] >= self.target:
            self._finish([seat], "at once")

    def _add(self, seat: int, points: int) -> None:
        self.scores[seat] += points
        self.earned[seat] += points
        self._earned_in_deal[seat] += points

    def _finish(self, winners: list[int], reason: str) -> None:
        self.over = True
        self.phase = "over"
        self.winners = winners
        self.reason = reason

    def _play_card(self, card: str) -> None:
        seat = self.to_move
        if self.pending_seven and seat != self.dealer:  # LY8, A-16: nobody objected in time
            self.pending_seven = False
            self._credit(self.dealer, self.options["seven_turned"])
            if self.over:
                return
        self._begin_step()
        self.hands[seat].remove(card)
        self.trick.append(card)
        self.witness.gone(seat, card)
        if card == "7" + self.trump and self._seven_pays():
            self._credit(seat, 10)
        if self.over:
            return
        if len(self.trick) == 1:
            self.to_move = 1 - seat
        else:
            self._complete_trick()

    def _seven_pays(self) -> bool:
        rule = self.options["seven_played"]
        # FO5: a seven that was exchanged lies under the stock, it cannot be played while drawing
        return rule == "always" or (rule == "draw_if_not_exchanged" and self.drawing)

    def _complete_trick(self) -> None:
        led, followed = self.trick
        won_by_follower = follower_wins(led, followed, self.trump)
        winner = 1 - self.leader if won_by_follower else self.leader
        self.captured[winner] |= {led, followed}
        self.trick = []
        self.leader = self.to_move = winner
        is_last = not self.drawing and not self.hands[0] and not self.hands[1]
        if self.options["brisques"] == "immediate_10":
            self._credit(winner, scoring.brisques([led, followed]))
        if is_last and not self.over:  # CL20; BI11 gives the order
            self._credit(winner, self.options["last_trick"])
        if self.over:
            return
        if self.drawing:
            self.phase = "meld"  # CL10
        elif is_last:
            self._end_deal()

    def _draw(self) -> None:
        """CL10: the winner takes the top card, the loser the next, at the end the turn-up."""
        winner, loser = self.to_move, 1 - self.to_move
        self._begin_step()
        self.phase = "play"
        self.hands[winner].add(self.stock.pop(0))
        if self.stock:
            self.hands[loser].add(self.stock.pop(0))
            return
        assert self.turnup is not None
        self.hands[loser].add(self.turnup)
        self.witness.saw(loser, {self.turnup})
        self.turnup = None
        self._credit(loser, self.options["last_draw"])

    def _exchange(self) -> None:
        seat, seven = self.to_move, "7" + self.trump
        assert self.turnup is not None
        self.hands[seat].remove(seven)
        self.hands[seat].add(self.turnup)
        self.witness.gone(seat, seven)
        self.witness.saw(seat, {self.turnup})
        self.step_card, self.turnup = self.turnup, seven
        if self.options["exchange_uses_meld"]:  # BI6
            self.step_melds += 1
        self._credit(seat, self.options["seven_exchange"])

    def _declare(self, meld: str) -> None:
        seat = self.to_move
        if not self._meld_is_true(meld):  # CL26
            self._finish([1 - seat], "false announcement")
            return
        self.melds[seat].append(meld)
        self.step_melds += 1
        self.witness.saw(seat, melds.cards_of_meld(meld, self.options))
        self._credit(seat, melds.worth(meld, self.options, self.trump))
        if self.pending_seven and not self.over and self.scores[seat] >= self.target:
            self._finish([seat], "pending seven")  # LY8: the non-dealer got there first

    def _stop(self) -> None:
        """CL23: both count exactly; the stopper wins if he has enough, whatever the other has."""
        seat = self.to_move
        for counting in (0, 1):
            self._add(counting, self._final_points(counting))
        if self.scores[seat] >= self.target:
            self._finish([seat], "stop")
        else:
            self._finish([1 - seat], "wrong stop")

    # --- between deals ----------------------------------------------------------------------

    def _end_deal(self) -> None:
        won = [self._card_points_of_tricks(seat) for seat in (0, 1)]
        if self.options["brisques"] == "final_full":
            added = scoring.counted(self.options, self.scores, won, self.target)
            for seat in (0, 1):
                self._add(seat, added[seat])
        outcome, winners = scoring.verdict(self.options, self.scores, won, self.target)
        if winners:
            self._finish(winners, "merits")
        elif self.options["single_deal"]:
            ahead = scoring.best(self._earned_in_deal)
            self._finish(ahead, "deal over" if ahead else "tie")
        elif outcome == "end":
            self._finish([], "tie")
        else:
            self._go_on(outcome)

    def _card_points_of_tricks(self, seat: int) -> int:
        """What `more_card_points` compares: in the Dutch game only aces and tens count (BI4)."""
        if self.options["brisques"] == "immediate_10":
            return scoring.brisques(self.captured[seat])
        return scoring.card_points(self.captured[seat])

    def _go_on(self, outcome: str) -> None:
        if outcome == "raise":  # CL25
            self.target += 100
        elif outcome == "fresh":
            self.scores = [0, 0]
            self.target = 100
        self.deal_number += 1
        if self.deal_number >= self.options["max_deals"]:
            self._finish([], "truncated")
            return
        self.dealer = 1 - self.dealer  # CL3
        self.awaiting_deal = True
        self.phase = "deal"

    def deal(self, hands: list[str], stock: str, turnup: str) -> None:
        """Supply the cards of the next deal."""
        if not self.awaiting_deal:
            raise ValueError("no deal is due")
        self.awaiting_deal = False
        self.hands = [set(hand.split()) for hand in hands]
        self.stock = stock.split()
        self.turnup, self.trump = turnup, turnup[1]
        self.trick, self.captured, self.melds = [], [set(), set()], [[], []]
        self.witness = Witness()
        self._earned_in_deal = [0, 0]
        self._begin_step()
        self.phase = "play"
        self.leader = self.to_move = 1 - self.dealer  # CL7
        if turnup[0] == "7":
            self._mark_turned_seven()

    def _mark_turned_seven(self) -> None:
        points = self.options["seven_turned"]  # CL6
        reaches = points > 0 and self.scores[self.dealer] + points >= self.target
        if self.options["pending_seven"] and reaches:  # LY8
            self.pending_seven = True
        else:
            self._credit(self.dealer, points)

    def known(self, seat: int) -> dict[str, Any]:
        """Everything that a seat with a perfect memory knows from public events."""
        return self.witness.account(self, seat)
