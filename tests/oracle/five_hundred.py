"""The auction game played slowly and plainly: an independent reference for the tests."""

from __future__ import annotations

from typing import Any

from . import five_hundred_auction as auction
from . import five_hundred_scoring as scoring
from .five_hundred_cards import bowers, cards_of, is_joker, pack
from .five_hundred_deal import deal_fields, deal_from, fresh_deal
from .five_hundred_memory import deal_known, memory_of
from .five_hundred_tricks import (
    led_suit,
    legal_cards,
    loose_jokers,
    trick_winner,
    voids_shown,
)


class Oracle:
    """One game from a written position; the cards of later deals are handed in by the caller."""

    def __init__(self, options: dict[str, Any], position: dict[str, Any]) -> None:
        """Read the options (by their table names, with players and sides) and the position."""
        self.options = dict(options)
        self.players: int = options["players"]
        self.sides: list[list[int]] = [list(side) for side in options["sides"]]
        self.scores: list[int] = list(position.get("scores") or [0] * len(self.sides))
        self.earned = [0] * len(self.sides)
        self.deal_number: int = position.get("deal_number") or 0
        self.awaiting_deal = False
        self.winners: list[int] = []
        self.reason: str | None = None
        self._labels = {name: position[name] for name in ("rules", "options") if name in position}
        self._deal = deal_from(position, self.players)
        self._memory = memory_of(self._deal)
        self._log = self._log_so_far()
        self._settle_turn(position)

    def _settle_turn(self, position: dict[str, Any]) -> None:
        """Work out leader and seat on move where the position leaves them out."""
        deal = self._deal
        if deal.phase == "bid":
            deal.to_move = self._next_speaker()
        elif deal.phase == "play":
            if deal.leader is None:
                left = (deal.dealer + 1) % self.players
                deal.leader = left if deal.declarer is None else deal.declarer
            circle = self._circle_from(deal.leader)
            deal.to_move = circle[len(deal.trick)]
        elif deal.phase == "over":
            deal.to_move = None
        elif position.get("to_move") is None:
            deal.to_move = deal.declarer

    # What can be read from outside

    @property
    def over(self) -> bool:
        """Tell whether the game has ended."""
        return self._deal.phase == "over"

    @property
    def phase(self) -> str:
        """Name the phase: bid, discard, call, name, play or over."""
        return self._deal.phase

    @property
    def to_move(self) -> int | None:
        """Give the seat on move, None when over or when a deal is awaited."""
        return self._deal.to_move

    @property
    def dealer(self) -> int:
        """Give the dealer of the deal under way or awaited."""
        return self._deal.dealer

    @property
    def tricks(self) -> list[int]:
        """Give the tricks won by each seat."""
        return self._deal.tricks

    @property
    def contract(self) -> str | None:
        """Give the contract as a position writes it."""
        return self._deal.contract

    @property
    def declarer(self) -> int | None:
        """Give the seat that won the auction."""
        return self._deal.declarer

    def position(self) -> dict[str, Any]:
        """Write the whole state, hidden cards included."""
        rest = {"scores": list(self.scores), "deal_number": self.deal_number}
        return self._labels | deal_fields(self._deal) | rest

    def known(self, seat: int) -> dict[str, Any]:
        """Tell all that a seat knows from public events and its own actions."""
        facts = deal_known(self._deal, self._memory, self.options, seat, self._active())
        return facts | {"scores": list(self.scores), "deal_number": self.deal_number}

    # Moves

    def legal(self) -> set[str]:
        """List the moves of the seat on move; empty when over or when a deal is awaited."""
        if self.over or self.awaiting_deal:
            return set()
        deal, seat = self._deal, self._deal.to_move
        assert seat is not None
        if deal.phase == "bid":
            return auction.legal_calls(self._log, self.options)
        if deal.phase == "discard":  # FH3: any card, the joker and kitty cards too
            return {f"discard {card}" for card in deal.hands[seat]}
        if deal.phase == "call":
            return self._legal_partner_calls()
        if deal.phase == "name":
            return {"name S", "name C", "name D", "name H", "pass"}
        return legal_cards(deal, self.options, seat)

    def play(self, move: str) -> None:
        """Make a move; ValueError if it is not legal."""
        if move not in self.legal():
            raise ValueError(f"illegal: {move!r}, legal: {sorted(self.legal())}")
        self.make(move)

    def make(self, move: str) -> None:
        """Make a move that is known to be legal."""
        steps = {
            "bid": self._speak,
            "discard": self._discard,
            "call": self._call_partner,
            "name": self._name_joker,
            "play": self._play_card,
        }
        steps[self._deal.phase](move)

    def deal(self, hands: list[str], kitty: str, dead: str) -> None:
        """Hand in the cards of the next deal."""
        if not self.awaiting_deal:
            raise ValueError("no deal is awaited")
        cards = [cards_of(hand) for hand in hands]
        self._deal = fresh_deal(self.dealer, cards, cards_of(kitty), cards_of(dead))
        self._memory = memory_of(self._deal)
        self._log = []
        self.awaiting_deal = False

    # Auction

    def _log_so_far(self) -> auction.Log:
        kind = self.options["auction"]
        return auction.log_of(self._deal.auction, kind, self.players, self._deal.dealer)

    def _next_speaker(self) -> int | None:
        kind = self.options["auction"]
        return auction.next_speaker(self._log, kind, self.players, self._deal.dealer)

    def _speak(self, move: str) -> None:
        deal = self._deal
        assert deal.to_move is not None
        deal.auction.append(move)
        self._log.append((deal.to_move, move.removeprefix("bid ")))
        deal.to_move = self._next_speaker()
        if deal.to_move is not None:
            return
        holder = auction.standing(self._log)
        if holder is not None:
            self._take_kitty(*holder)
        elif self.options["all_pass"] == "redeal":  # F4A3, A-24
            self._finish_deal([0] * len(self.sides), played=False)
        else:  # F3R4: no-trumps, kitty untouched, left of dealer leads
            deal.contract = "none"
            self._start_play((deal.dealer + 1) % self.players)

    def _take_kitty(self, seat: int, bid: str) -> None:
        deal = self._deal
        deal.declarer = deal.to_move = seat
        deal.contract = bid
        deal.hands[seat] += deal.kitty
        deal.kitty = []
        deal.phase = "discard"
        self._end_discard_when_done()

    def _discard(self, move: str) -> None:
        deal = self._deal
        assert deal.declarer is not None
        card = move.removeprefix("discard ")
        deal.hands[deal.declarer].remove(card)
        deal.discards.append(card)
        self._end_discard_when_done()

    def _end_discard_when_done(self) -> None:
        """Go on once the declarer holds as many cards as the others (FH3)."""
        deal = self._deal
        assert deal.declarer is not None
        other = (deal.declarer + 1) % self.players
        if len(deal.hands[deal.declarer]) > len(deal.hands[other]):
            return
        if self.options["partner"] == "called_card" and not auction.is_misere(deal.contract):
            deal.phase = "call"
        else:  # F5.3: a misère is played alone
            self._offer_name_or_start()

    # Called partner, named joker

    def _legal_partner_calls(self) -> set[str]:
        """List what may be called: no card held or discarded, no joker, no bower (F5.2)."""
        deal = self._deal
        assert deal.declarer is not None
        trump = auction.trump_of(deal.contract)
        barred = set(deal.hands[deal.declarer]) | set(deal.discards)
        if trump is not None:
            barred |= bowers(trump)
        cards = [card for card in pack(self.options["pack"]) if not is_joker(card)]
        return {"alone"} | {f"call {card}" for card in cards if card not in barred}

    def _call_partner(self, move: str) -> None:
        deal = self._deal
        if move != "alone":
            deal.called = move.removeprefix("call ")
            holders = [seat for seat in range(self.players) if deal.called in deal.hands[seat]]
            deal.partner = holders[0] if holders else None
        self._offer_name_or_start()

    def _offer_name_or_start(self) -> None:
        """Let a contractor with a joker name its suit before he leads (F4A7)."""
        deal = self._deal
        assert deal.declarer is not None
        if self.options["contractor_names_joker"] and loose_jokers(deal, deal.declarer):
            deal.phase = "name"
        else:
            self._start_play(deal.declarer)

    def _name_joker(self, move: str) -> None:
        deal = self._deal
        assert deal.declarer is not None
        if move != "pass":
            deal.joker_suit = move.removeprefix("name ")
        self._start_play(deal.declarer)

    # Tricks

    def _start_play(self, leader: int) -> None:
        self._deal.phase = "play"
        self._deal.leader = self._deal.to_move = leader

    def _active(self) -> list[int]:
        """List the seats that play: in misères the declarer's partners sit out (F4A5, F6.2)."""
        deal = self._deal
        idle: list[int] = []
        if deal.declarer is not None and auction.is_misere(deal.contract):
            side = self.sides[scoring.side_of(deal.declarer, self.sides)]
            idle = [seat for seat in side if seat != deal.declarer]
        return [seat for seat in range(self.players) if seat not in idle]

    def _circle_from(self, leader: int) -> list[int]:
        """List the active seats in order of play from the leader."""
        seats = self._active()
        start = seats.index(leader)
        return seats[start:] + seats[:start]

    def _play_card(self, move: str) -> None:
        deal = self._deal
        assert deal.to_move is not None
        assert deal.leader is not None
        self._memory.played.append((deal.to_move, move))
        deal.hands[deal.to_move].remove(move.split("=")[0])
        deal.trick.append(move)
        if len(deal.trick) == 1 and (led := led_suit(deal)) is not None:
            deal.suits_led.add(led)
        circle = self._circle_from(deal.leader)
        if len(deal.trick) < len(circle):
            deal.to_move = circle[len(deal.trick)]
        else:
            self._gather_trick()

    def _gather_trick(self) -> None:
        deal = self._deal
        active = self._active()
        winner = trick_winner(deal, self.options, active)
        deal.voids = voids_shown(deal, self.options, active)
        deal.tricks[winner] += 1
        deal.trick = []
        deal.leader = deal.to_move = winner
        deal.reached += scoring.newly_reached(deal, self.options, self.sides, self.scores, winner)
        stops = self.options["misere_stops_early"] and auction.is_misere(deal.contract)
        lost_misere = stops and winner == deal.declarer
        if lost_misere or not deal.hands[winner]:
            points = scoring.deal_points(deal, self.options, self.sides, self.scores)
            self._finish_deal(points, played=True)

    # End of a deal

    def _finish_deal(self, points: list[int], *, played: bool) -> None:
        """Credit a deal, then end the game or move the deal to the left."""
        self.scores = [a + b for a, b in zip(self.scores, points, strict=True)]
        self.earned = [a + b for a, b in zip(self.earned, points, strict=True)]
        self.deal_number += 1
        end = self._ending(points) if played else None
        if end is None and self.options.get("single_deal"):
            end = (scoring.best_of_deal(points), "deal over")
        if end is None and self.deal_number >= self.options["max_deals"]:
            end = ([], "truncated")
        self._deal.to_move = None
        if end is None:
            self._deal.dealer = (self._deal.dealer + 1) % self.players
            self._deal.phase = "bid"
            self.awaiting_deal = True
            return
        self._deal.phase = "over"
        self.reason = end[1]
        self.winners = sorted(seat for side in end[0] for seat in self.sides[side])

    def _ending(self, points: list[int]) -> tuple[list[int], str] | None:
        """Apply the end-of-game rules to the deal just scored."""
        return scoring.end_of_game(self._deal, self.options, self.sides, self.scores, points)
