"""Options of the rules in words: their meaning in French, their values in both languages.

What they mean in English stands with the options themselves, in the rulebook.
"""

from __future__ import annotations

from types import MappingProxyType

COMMON = {
    "target": "points à atteindre pour gagner la partie",
    "single_deal": "la partie tient en une donne et se gagne à l'écart de points",
    "max_deals": "donnes au bout desquelles la partie est interrompue",
}
"""Option of both families -> what it means."""

CINQCENTS = {
    "pack": "nombre de cartes ; 8 est le jeu de mini",
    "hand_size": "cartes données à chacun ; la suivante est retournée",
    "first_dealer": "qui donne le premier ; on donne ensuite à tour de rôle",
    "quint_trump": "quinte majeure (A 10 R D V) d'atout ; 0 : pas de telle annonce",
    "quint_plain": "quinte majeure (A 10 R D V) d'une autre couleur",
    "marriage_trump": "mariage (R D) d'atout",
    "marriage_plain": "mariage (R D) d'une autre couleur",
    "fours": "points de quatre as, dix, rois, dames, valets",
    "binage": "points du binage",
    "binage_cards": "les deux cartes du binage",
    "seven_turned": "points au donneur qui retourne un sept",
    "seven_exchange": "points pour le sept d'atout échangé contre la retourne",
    "exchange_when": "quand le sept s'échange : après une levée faite, ou aussi avant de jouer",
    "exchange_uses_meld": "l'échange tient lieu de la seule annonce de la levée",
    "exchanged_card_meldable": "la carte reçue en échange peut s'annoncer aussitôt",
    "seven_played": "quand le sept d'atout joué vaut 10",
    "meld_when": "quand on annonce : après une levée faite, avant de piocher, ou aussi avant "
    "de jouer",
    "melds_per_trick": "une annonce à la fois, ou 0 pour autant qu'on veut",
    "last_phase_melds": "annonces une fois le talon épuisé",
    "reuse": "quelles cartes annoncées peuvent resservir",
    "marriage_after_quint": "si seule la même annonce est exclue : un mariage après sa quinte",
    "last_phase": "obligations de qui joue en second, une fois le talon épuisé",
    "last_trick": "points de la dernière levée",
    "last_draw": "points à qui pioche la dernière carte",
    "brisques": "11, 10, 4, 3, 2 comptés à la fin, ou 10 aussitôt pour chaque as et chaque dix",
    "rounding": "arrondi des points de cartes à la fin de la donne",
    "final_rounding": "si l'on arrondit : dans la donne qui finirait la partie",
    "pending_seven": "un sept retourné qui ferait gagner reste en suspens jusqu'au premier tour de "
    "l'adversaire",
    "stop": "un joueur peut arrêter la partie et compter",
    "win_at_once": "atteindre le but finit la partie",
    "both_over": "tous deux ont atteint le but et personne n'a arrêté",
    "irregularities": "fausses annonces et arrêts manqués sont permis, et font perdre",
}
"""Option of the two-player family -> what it means."""

FIVE_HUNDRED = {
    "pack": "nom du jeu de cartes : son nombre de cartes",
    "kitty": "cartes qui restent pour le preneur : le chien",
    "dead_hand": "une troisième main est donnée et reste hors du jeu",
    "auction": "chacun parle une fois ; ou jusqu'à ce que tous les autres aient passé ; ou qui a "
    "passé peut revenir après une nouvelle demande",
    "all_pass": "ce qui suit quand personne ne demande",
    "kitty_open": "le chien est à découvert",
    "must_trump": "sans la couleur demandée, on doit couper",
    "misere": "quand la misère peut être demandée",
    "misere_rank": "rang de la misère dans les enchères",
    "misere_value": "points d'une misère",
    "open_misere": "si la misère étalée peut être demandée",
    "open_misere_rank": "rang de la misère étalée dans les enchères",
    "open_misere_value": "points d'une misère étalée",
    "open_misere_shown": "quand le jeu d'une misère étalée est montré",
    "misere_defenders": "rien, ou 10 à chaque défenseur par levée du preneur",
    "misere_stops_early": "une misère finit à la première levée du preneur",
    "joker_lead": "quelles couleurs peut recevoir un joker entamé à sans-atout ou en misère",
    "joker_renounced": "un joker joué sur une couleur où son porteur s'est déjà montré dépourvu",
    "contractor_names_joker": "le preneur peut donner une couleur à son joker avant l'entame",
    "joker_forced_in_misere": "en misère, sans la couleur demandée, on doit jouer le joker",
    "joker_low_in_misere": "le joker est la plus basse carte en misère",
    "slam": "les dix levées rapportent 250 sur un contrat qui vaut moins que cela",
    "win_needs_contract": "on gagne en remplissant un contrat, non par les dizaines de la défense "
    "seules",
    "tens_stop_at_490": "les dizaines de la défense ne mènent personne à moins de dix points du "
    "but",
    "lose_at": "la partie est perdue à ce score ; 0 : pas de limite",
    "both_reach": "qui gagne quand plusieurs atteignent le but dans la même donne",
    "ten_wins": "remplir 10 cœur ou 10 sans-atout gagne la partie",
    "partner": "le partenaire du preneur à cinq joueurs",
}
"""Option of Five Hundred -> what it means."""

FRENCH = MappingProxyType(
    {"cinqcents": COMMON | CINQCENTS, "five_hundred": COMMON | FIVE_HUNDRED},
)
"""Family -> option -> what it means."""

ANY_VALUES = {
    "true": ("yes", "oui"),
    "false": ("no", "non"),
    "null": ("does not apply", "sans objet"),
}
"""Values that say the same in every option, as JSON -> (English, French)."""

_WHEN = {
    "trick_won": ("after a trick won", "après une levée faite"),
    "own_turn": ("at each own turn", "à chacun de ses tours"),
}
_OFF = {"off": ("never", "jamais"), "any_time": ("at any time", "à tout moment")}

VALUES: dict[str, dict[str, tuple[str, str]]] = {
    # the two-player family
    "first_dealer": {
        "random": ("drawn at random", "tiré au sort"),
        "0": ("player 1", "joueur 1"),
        "1": ("player 2", "joueur 2"),
    },
    "binage_cards": {
        "JD QS": ("jack of diamonds, queen of spades", "valet de carreau, dame de pique"),
        "JD QD": ("jack and queen of diamonds", "valet et dame de carreau"),
    },
    "exchange_when": _WHEN,
    "seven_played": {
        "never": ("never", "jamais"),
        "draw_if_not_exchanged": (
            "while cards are drawn, if not exchanged",
            "tant qu'on pioche, s'il n'a pas été échangé",
        ),
        "always": ("always", "toujours"),
    },
    "meld_when": _WHEN,
    "melds_per_trick": {"1": ("one", "une"), "0": ("no limit", "sans limite")},
    "last_phase_melds": {
        "no": ("none", "aucune"),
        "until_first_card": ("until one's own first card", "jusqu'à sa propre première carte"),
        "trick_won": ("after a trick won", "après une levée faite"),
    },
    "reuse": {
        "marriage_xor_quint": (
            "all, but marriage and quint of a suit exclude each other",
            "toutes, mais mariage et quinte d'une couleur s'excluent",
        ),
        "none": ("none", "aucune"),
        "exact_once": ("all, but not in the very same meld", "toutes, mais pas la même annonce"),
    },
    "last_phase": {
        "follow_beat_trump": ("follow and beat, else trump", "fournir et forcer, sinon couper"),
        "follow_only": ("follow only", "fournir seulement"),
    },
    "brisques": {
        "final_full": ("counted at the end", "comptés à la fin"),
        "immediate_10": ("10 at once", "10 aussitôt"),
    },
    "rounding": {"exact": ("none", "aucun"), "tens": ("to tens", "à la dizaine")},
    "final_rounding": {
        "tie_exact": ("two fives count as they are", "deux cinq comptent tels quels"),
        "all_exact": ("all points count as they are", "tous les points comptent tels quels"),
        "rounded": ("rounded as ever", "on arrondit comme toujours"),
    },
    "both_over": {
        "raise_100": ("the target rises by 100", "le but monte de 100"),
        "only_if_equal": (
            "equal: the target rises by 100; else the higher wins",
            "à égalité le but monte de 100, sinon le plus haut total gagne",
        ),
        "higher_total": ("the higher total wins", "le plus haut total gagne"),
        "more_card_points": ("more points in tricks win", "le plus de points en levées gagne"),
        "fresh_100": ("a new game to 100", "une nouvelle partie en 100"),
    },
    # Five Hundred
    "pack": {
        "43r": ("43, with a black and a red four", "43, avec un quatre noir et un rouge"),
        "45": ("45, with all fours", "45, avec tous les quatre"),
        "46": ("46, with all fours and two jokers", "46, avec tous les quatre et deux jokers"),
    },
    "auction": {
        "once": ("each speaks once", "chacun parle une fois"),
        "until_passed": (
            "until all others have passed",
            "jusqu'à ce que tous les autres aient passé",
        ),
        "passer_may_return": ("who passed may return", "qui a passé peut revenir"),
    },
    "all_pass": {
        "redeal": ("dealt again", "on redonne"),
        "no_trumps": ("played in no-trumps", "on joue à sans-atout"),
    },
    "misere": _OFF | {"after_seven": ("after a bid of seven", "après une demande à sept")},
    "misere_rank": {
        "above_7NT": ("above 7 no-trumps", "au-dessus de 7 sans-atout"),
        "above_8S": ("above 8 spades", "au-dessus de 8 pique"),
    },
    "open_misere": _OFF,
    "open_misere_rank": {
        "above_10D": ("above 10 diamonds", "au-dessus de 10 carreau"),
        "top": ("above everything", "au-dessus de tout"),
    },
    "open_misere_shown": {
        "before_lead": ("before the first lead", "avant l'entame"),
        "after_first_trick": ("after the first trick", "après la première levée"),
    },
    "misere_defenders": {
        "nothing": ("nothing", "rien"),
        "per_declarer_trick": ("10 for each trick", "10 par levée"),
    },
    "joker_lead": {
        "unled_suit": ("those not led yet", "celles qui n'ont pas été entamées"),
        "not_void_suit": (
            "those in which its holder has not shown void",
            "celles où son porteur ne s'est pas montré dépourvu",
        ),
        "any_suit": ("all", "toutes"),
    },
    "joker_renounced": {
        "may_win": ("may win", "peut faire la levée"),
        "may_not": ("may not win", "ne peut pas faire la levée"),
    },
    "slam": {
        "off": ("no slam", "pas de chelem"),
        "below_250": ("less than 250", "moins de 250"),
        "below_160": ("less than 160", "moins de 160"),
    },
    "both_reach": {
        "declarer_then_first": (
            "the declarer, else who got there first",
            "le preneur, sinon le premier arrivé",
        ),
        "higher": ("the higher score", "le plus haut score"),
    },
    "partner": {
        "called_card": ("who holds a called card", "qui tient une carte appelée"),
        "alone": ("none: he plays alone", "aucun : il joue seul"),
    },
}
"""Option -> value as text -> (English, French); what is not here is a number and shown as it is."""

ACCEPTS = (
    (r"a whole number (\S+) to (\S+)", "un nombre entier de {} à {}"),
    (r"None or a whole number (\S+) to (\S+)", "un nombre entier de {} à {}, ou rien"),
    (r"an even number of cards, (\S+) to (\S+)", "un nombre pair de cartes, de {} à {}"),
    (
        "five whole numbers, for four A, T, K, Q, J",
        "cinq nombres entiers, pour quatre as, dix, rois, dames, valets",
    ),
    ("0 for off, or a negative whole number", "0 pour aucune limite, ou un entier négatif"),
)
"""(what the rulebook says that an option takes, the same in French); choices are not here."""
