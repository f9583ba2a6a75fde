"""Why a card, meld or bid may not be played now, told from a view, with the rule that says so.

Rules are cited by the numbers of ``docs/rules``. These words explain; what is legal is the
engine's to say.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from cinqcents_env.cards import JOKERS, SUITS
from cinqcents_env.engine.batch import family_engine
from cinqcents_env.engine.cinqcents.layout import MELD
from cinqcents_env.engine.five_hundred.auction import SEVEN_BIDS
from cinqcents_env.engine.five_hundred.layout import BID, CALL, MISERE, NAME, OPEN_MISERE
from cinqcents_env.engine.five_hundred.tricks import is_misere, trump_of
from cinqcents_env.engine.view import View
from cinqcents_env.web.words import Words


def packed_rules(view: View) -> NDArray[Any]:
    """The rules of a view as the record that compiled code takes."""
    packed: NDArray[Any] = family_engine(view.rules.family).pack_rules(view.rules)
    return packed


def why_not_card(view: View, card: str, words: Words) -> str:
    """Why this card of the viewer's hand may not be played (or laid away) now."""
    if view.to_move != 0:
        return words.say("why_turn")
    if view.rules.family == "cinqcents":
        return _two_player_card(view, card, words)
    return _five_hundred_card(view, card, words)


# the two-player family


def _two_player_card(view: View, card: str, words: Words) -> str:
    if view.phase == MELD:
        return words.say("why_draw_first", rule="CL10")
    pack, led = view.rules.cards, int(view.trick[0])
    led_suit = pack.text(led)[-1]
    follows = any(text[-1] == led_suit for text in pack.from_set(view.hand))
    if follows and card[-1] == led_suit:
        return words.say("why_beat", card=words.the(pack.text(led)), rule="CL11")
    if follows:
        return words.say("why_follow", suit=words.suit(led_suit), rule="CL11")
    return words.say("why_trump", suit=words.suit(led_suit), rule="CL11")


def why_not_meld(view: View, meld: int, words: Words) -> str:
    """Why a meld whose cards are all in the viewer's hand may not be declared now."""
    rules: Any = view.rules
    packed = packed_rules(view)[0]
    draws = view.stock_size > 0 or view.turnup >= 0
    if int(view.melds[0]) >> meld & 1:
        return words.say("why_declared", rule="CL16")
    if not draws and rules.last_phase_melds == "no":
        return words.say("why_stock_gone", rule="A-20")
    if view.to_move != 0:
        return words.say("why_turn")
    if rules.melds_per_trick and view.step_melds >= rules.melds_per_trick:
        return words.say("why_one_meld", rule="CL14")
    if not draws:
        return words.say("why_last_melds", rule="LY4")
    if view.phase != MELD and rules.meld_when == "trick_won":
        return words.say("why_after_trick", rule="CL13")
    cards = int(packed["meld_cards"][meld])
    if view.step_exchanged >= 0 and cards >> int(view.step_exchanged) & 1:
        return words.say("why_exchanged", rule="CL18")
    if rules.reuse == "none" and cards & int(view.used[0]):
        return words.say("why_used", rule="FO4")
    return words.say("why_marriage_quint", rule="CL16")


def why_no_exchange(view: View, words: Words) -> str:
    """Why the holder of the trump seven may not exchange it now."""
    if view.turnup < 0:
        return words.say("why_no_turnup", rule="CL18")
    if view.to_move != 0:
        return words.say("why_turn")
    rules: Any = view.rules
    if rules.exchange_uses_meld and view.step_melds:
        return words.say("why_one_meld", rule="BI6")
    return words.say("why_exchange_later", rule="CL18")


def why_no_stop(view: View, words: Words) -> str:
    """Why the viewer may not stop the game now."""
    if view.to_move != 0:
        return words.say("why_turn")
    have = int(view.marked[0]) + int(view.points[0])
    return words.say("why_no_stop", have=have, target=view.target, rule="CL23")


# Five Hundred


def _five_hundred_card(view: View, card: str, words: Words) -> str:
    if view.phase == BID:
        return words.say("why_auction")
    if view.phase == CALL:
        return words.say("why_call", rule="F5.2")
    if view.phase == NAME:
        return words.say("why_name", rule="F4A7")
    if view.leader == 0:
        return words.say("why_joker_lead", rule="A-28")
    return _why_not_follow(view, card, words)


def suit_in_play(view: View, card: str) -> int:
    """Suit number that a card belongs to in this contract; 4 for a joker without one."""
    index = view.rules.cards.index(card)
    if int(view.named) >> index & 1:
        return int(view.joker_suit)
    return int(packed_rules(view)["card_suit"][0][int(trump_of(view.contract)), index])


def _why_not_follow(view: View, card: str, words: Words) -> str:
    rules: Any = view.rules
    led = int(view.led_suit)
    hand = view.rules.cards.from_set(view.hand)
    if any(suit_in_play(view, text) == led for text in hand):
        bower = next(
            (t for t in hand if t not in JOKERS and suit_in_play(view, t) == led != _own(t)), None
        )
        if bower is None:
            return words.say("why_follow", suit=words.suit(SUITS[led]), rule="FH4")
        card = words.card(bower)
        return words.say("why_follow_bower", suit=words.suit(SUITS[led]), card=card, rule="FH2")
    if is_misere(view.contract) and rules.joker_forced_in_misere:
        return words.say("why_joker_forced", rule="F4A8")
    return words.say("why_trump", suit=words.suit(SUITS[led]), rule="F3R6")


def _own(card: str) -> int:
    return SUITS.index(card[-1])


def why_not_bid(view: View, bid: int, words: Words) -> str:
    """Why a bid may not be made now."""
    rules: Any = view.rules
    higher = int(packed_rules(view)["higher_bids"][0][int(view.bid) + 1])
    if (bid == MISERE and rules.misere == "off") or (
        bid == OPEN_MISERE and rules.open_misere == "off"
    ):
        return words.say("why_no_misere")
    if not higher >> bid & 1:
        return words.say("why_bid_higher", rule="FH1")
    if bid == MISERE and not any(int(bids) & SEVEN_BIDS for bids in view.bids):
        return words.say("why_misere_seven", rule="F4A4")
    return words.say("why_turn")
