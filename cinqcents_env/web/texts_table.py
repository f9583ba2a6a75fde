"""The sentences of the table: name -> (English, French)."""

from __future__ import annotations

from cinqcents_env.notation.names import ENGLISH, FRENCH

TABLE: dict[str, tuple[str, str]] = {
    # moves
    "do_draw": ("draw", "piocher"),
    "do_exchange": ("exchange the seven of trumps", "échanger le sept d'atout"),
    "do_stop": ("stop and count", "arrêter et compter"),
    "do_pass": ("pass", "passer"),
    "do_alone": ("play alone", "jouer seul"),
    "do_declare_marriage": ("declare {meld}", "annoncer le {meld}"),
    "do_declare_quint": ("declare {meld}", "annoncer la {meld}"),
    "do_declare_four": ("declare {meld}", "annoncer {meld}"),
    "do_declare_binage": ("declare {meld}", "annoncer le {meld}"),
    "do_bid": ("bid {bid}", "demander {bid}"),
    "do_name": ("the joker is {suit}", "le joker est {suit}"),
    "do_discard": ("lay away {card}", "écarter {card}"),
    "do_call": ("call {card}", "appeler {card}"),
    "joker_as": ("{card}, led as {suit}", "{card}, joué comme {suit}"),
    "marriage": ("marriage of {suit}", "mariage de {suit}"),
    "quint": ("quint of {suit}", "quinte majeure de {suit}"),
    "four": ("four {rank}", "quatre {rank}"),
    "hundred_aces": (" (hundred of aces)", " (cent d'as)"),
    "no_trumps_short": ("NT", "SA"),
    "misere": ("misère", "misère"),
    "open_misere": ("open misère", "misère étalée"),
    # why not
    "why_turn": ("It is not your turn.", "Ce n'est pas votre tour."),
    "why_draw_first": (
        "You took the trick: declare, exchange or stop if you wish, then draw ({rule}).",
        "Vous avez fait la levée : annoncez, échangez ou arrêtez si vous voulez, puis piochez "
        "({rule}).",
    ),
    "why_beat": (
        "You can beat {card}, so you must ({rule}).",
        "Vous pouvez forcer sur {card}, donc vous le devez ({rule}).",
    ),
    "why_follow": (
        "Follow suit: {suit} led, and you hold some ({rule}).",
        "Fournissez : {suit} demandé, et vous en avez ({rule}).",
    ),
    "why_follow_bower": (
        "Follow suit: {suit} led, and your {card} counts as one ({rule}).",
        "Fournissez : {suit} demandé, et votre {card} en est un ({rule}).",
    ),
    "why_trump": (
        "You have no {suit}: you must trump ({rule}).",
        "Vous n'avez pas de {suit} : coupez ({rule}).",
    ),
    "why_declared": (
        "You have declared it in this deal ({rule}).",
        "Vous l'avez déjà annoncé dans cette donne ({rule}).",
    ),
    "why_stock_gone": (
        "No melds once the stock is gone ({rule}).",
        "Plus d'annonces une fois le talon épuisé ({rule}).",
    ),
    "why_last_melds": (
        "It is too late for melds in this deal ({rule}).",
        "Il est trop tard pour annoncer dans cette donne ({rule}).",
    ),
    "why_one_meld": (
        "One declaration a trick ({rule}).",
        "Une seule annonce par levée ({rule}).",
    ),
    "why_after_trick": (
        "Only after a trick that you have taken, before drawing ({rule}).",
        "Seulement après une levée que vous avez faite, avant de piocher ({rule}).",
    ),
    "why_exchanged": (
        "The card just taken may not be declared in the same step ({rule}).",
        "La carte que vous venez de prendre ne s'annonce pas aussitôt ({rule}).",
    ),
    "why_used": (
        "A card serves in one meld only ({rule}).",
        "Une carte ne sert qu'à une annonce ({rule}).",
    ),
    "why_marriage_quint": (
        "Marriage and quint of one suit exclude each other ({rule}).",
        "Mariage et quinte d'une couleur s'excluent ({rule}).",
    ),
    "why_no_turnup": (
        "The turn-up has left the table ({rule}).",
        "La retourne n'est plus sur la table ({rule}).",
    ),
    "why_exchange_later": (
        "Exchange after a trick that you have taken ({rule}).",
        "L'échange se fait après une levée que vous avez faite ({rule}).",
    ),
    "why_no_stop": (
        "You have {have} of {target}: you would lose ({rule}).",
        "Vous avez {have} sur {target} : vous perdriez ({rule}).",
    ),
    "why_auction": (
        "The auction is on: bid or pass.",
        "Les enchères sont ouvertes : demandez ou passez.",
    ),
    "why_call": (
        "First call a card, or play alone ({rule}).",
        "Appelez d'abord une carte, ou jouez seul ({rule}).",
    ),
    "why_name": (
        "First say whether the joker gets a suit ({rule}).",
        "Dites d'abord si le joker reçoit une couleur ({rule}).",
    ),
    "why_joker_lead": (
        "A joker is led as a suit, below, or as the last card ({rule}).",
        "Le joker s'entame avec une couleur, ci-dessous, ou en dernière carte ({rule}).",
    ),
    "why_joker_forced": (
        "Unable to follow in a misère, you must play the joker ({rule}).",
        "Sans la couleur dans une misère, vous devez jouer le joker ({rule}).",
    ),
    "why_no_misere": (
        "These rules have no such bid.",
        "Ces règles n'ont pas cette enchère.",
    ),
    "why_bid_higher": (
        "A bid must beat the last one ({rule}).",
        "Une enchère doit dépasser la précédente ({rule}).",
    ),
    "why_misere_seven": (
        "Misère only after a bid of seven ({rule}).",
        "Misère seulement après une demande à sept ({rule}).",
    ),
    "why_over": ("The game is over.", "La partie est finie."),
    # seats
    "you": ("you", "vous"),
    "opponent": ("opponent", "adversaire"),
    "player": ("player {number}", "joueur {number}"),
    "the_opponent": ("opponent", "l'adversaire"),
    "the_player": ("player {number}", "le joueur {number}"),
    "dealer": ("dealer", "donneur"),
    "declarer": ("declarer", "preneur"),
    "called_partner": ("partner", "partenaire"),
    "your_partner": ("your partner", "votre partenaire"),
    "sits_out": ("sits out", "ne joue pas"),
    # the table
    "trumps": ("trumps", "atout"),
    "stock": ("stock", "talon"),
    "stock_left": ("{number} face down", "{number} de dos"),
    "target": ("target", "but"),
    "deal": ("deal", "donne"),
    "trick": ("trick", "levée"),
    "last_trick": ("last trick", "dernière levée"),
    "no_trick": ("no card yet", "pas encore de carte"),
    "kitty": ("kitty", "chien"),
    "taken": ("taken up", "pris au chien"),
    "laid_away": ("laid away", "écart"),
    "face_down": ("face down", "carte cachée"),
    "marked": ("{points} marked", "marque : {points}"),
    "in_trick": ("{points} in {tricks} trick", "{points} en {tricks} levée"),
    "in_tricks": ("{points} in {tricks} tricks", "{points} en {tricks} levées"),
    "melds": ("melds: {melds}", "annonces : {melds}"),
    "tricks": ("tricks: {tricks}", "levées : {tricks}"),
    "bids": ("bids: {bids}", "enchères : {bids}"),
    "passed": ("pass", "passe"),
    "voids": ("no {suits}", "pas de {suits}"),
    "contract": ("contract", "contrat"),
    "no_bid": ("no bid yet", "pas d'enchère"),
    "by": ("{what}, {name}", "{what}, {name}"),
    "calls": (", calls {card}", ", appelle {card}"),
    "joker_is": (", joker: {suit}", ", joker : {suit}"),
    "highest_bid": ("highest bid", "enchère"),
    "all_passed": ("no-trumps, all passed", "sans-atout, tous ont passé"),
    "your_hand": ("Your hand", "Votre jeu"),
    "other_moves": ("Besides a card", "Autres coups"),
    "not_now": ("Not now", "Pas maintenant"),
    "group_bid": ("Auction", "Enchères"),
    "group_call": ("Call a card", "Appeler une carte"),
    "group_name": ("Give the joker a suit?", "Donner une couleur au joker ?"),
    "group_play": ("Lead the joker as", "Entamer le joker comme"),
    "group_discard": ("Lay away", "Écarter"),
    "no_joker_suit": ("the joker keeps no suit", "le joker reste sans couleur"),
    "points_short": ("{points} points", "{points} points"),
    # whose turn, what happened
    "your_turn": ("Your turn.", "À vous."),
    "your_turn_play": ("Your turn: play a card.", "À vous : jouez une carte."),
    "your_turn_meld": (
        "You took the trick: declare if you wish, then draw.",
        "Vous avez fait la levée : annoncez si vous voulez, puis piochez.",
    ),
    "your_turn_bid": ("Your turn: bid or pass.", "À vous : demandez ou passez."),
    "your_turn_discard": (
        "You take the kitty: lay cards away.",
        "Vous prenez le chien : écartez des cartes.",
    ),
    "your_turn_call": ("Call a card, or play alone.", "Appelez une carte, ou jouez seul."),
    "your_turn_name": (
        "You may give the joker a suit.",
        "Vous pouvez donner une couleur au joker.",
    ),
    "turn_of": ("To move: {name}.", "Prochain coup : {name}."),
    "did": ("{name}: {move}", "{name} : {move}"),
    "a_card_away": ("lays a card away", "écarte une carte"),
    "takes": ("{name} takes the trick", "{name} fait la levée"),
    "you_take": ("you take the trick", "vous faites la levée"),
    "deal_over": ("Deal {deal} is over: {scores}", "Donne {deal} finie : {scores}"),
    "game_over": ("The game is over: {scores}", "La partie est finie : {scores}"),
    "happened": ("What happened", "Ce qui s'est passé"),
    "you_win": ("You win ({reason}).", "Vous gagnez ({reason})."),
    "wins": ("{name} wins ({reason}).", "{name} gagne ({reason})."),
    "win": ("{name} win ({reason}).", "{name} gagnent ({reason})."),
    "nobody_wins": ("Nobody wins ({reason}).", "Personne ne gagne ({reason})."),
    "given_up": ("You gave this game up.", "Vous avez abandonné cette partie."),
    **{
        f"end_{how.replace(' ', '_')}": (said, FRENCH.endings[how])
        for how, said in ENGLISH.endings.items()
    },
    # the score sheet
    "part_melds": ("melds {points}", "annonces {points}"),
    "part_sevens": ("seven of trumps {points}", "sept d'atout {points}"),
    "part_tricks": ("cards {points}", "cartes {points}"),
    "part_last_trick": ("last trick {points}", "dernière levée {points}"),
    "part_last_card": ("last card {points}", "dernière carte {points}"),
    "contract_made": (
        "{what}: made (tricks: {tricks})",
        "{what} : réussi (levées : {tricks})",
    ),
    "contract_lost": (
        "{what}: lost (tricks: {tricks})",
        "{what} : chuté (levées : {tricks})",
    ),
    "thrown_in": ("all passed, thrown in", "tous ont passé, sans jeu"),
}
