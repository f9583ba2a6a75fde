"""What was not clear in the sources of Five Hundred, in English and French."""

from __future__ import annotations

UNCLEAR: dict[str, tuple[str, str, str, str, str]] = {
    "A-22": (
        "S4's order of cards lacks the plain jack",
        "l'ordre des cartes de S4 n'a pas le valet ordinaire",
        "between ten and queen",
        "entre le dix et la dame",
        "none",
    ),
    "A-23": (
        'S4 lays the three cards open, yet nobody knows "the cards he carried"',
        "S4 met les trois cartes à découvert, et pourtant personne ne connaît « les cartes qu'il "
        "portait »",
        'open kitty, hidden discards: the word is a slip for "laid away"',
        "chien à découvert, écart caché : le mot est là pour « écartait »",
        "`kitty_open`",
    ),
    "A-24": (
        "nobody bids",
        "personne ne demande",
        "no-trumps in the `ru` games (S4), dealt again elsewhere (PAG; S2 is silent)",
        "sans-atout dans les jeux `ru` (S4), on redonne ailleurs (PAG ; S2 n'en dit rien)",
        "`all_pass`",
    ),
    "A-25": (
        "which contracts the slam raises; S4's sentence is garbled",
        "quels contrats le chelem relève ; la phrase de S4 est brouillée",
        "all below 250; off in `us3` and `us2`, where the source is silent",
        "tous ceux de moins de 250 ; aucun dans `us3` et `us2`, dont la source n'en dit rien",
        "`slam`",
    ),
    "A-26": (
        'S4: 10H and 10NT win "the first time"',
        "S4 : 10 cœur et 10 sans-atout gagnent « la première fois »",
        "outright, whatever the score",
        "aussitôt, quel que soit le score",
        "`ten_wins`",
    ),
    "A-26b": (
        'S4\'s row "more than 10 tricks"',
        "la ligne « plus de 10 levées » de S4",
        "ten tricks",
        "dix levées",
        "none",
    ),
    "A-26c": (
        "S4 does not say what defenders score",
        "S4 ne dit pas ce que marque la défense",
        "10 a trick, which its own end rule needs",
        "10 par levée, dont sa propre règle de fin a besoin",
        "none",
    ),
    "A-27": (
        "rank and value of misères",
        "rang et valeur des misères",
        "250 above the sevens; open misère 500 above 10D (PAG), or above all and 520 (S2 gives "
        "the rank, not the value)",
        "250 au-dessus des sept ; misère étalée 500 au-dessus de 10 carreau (PAG), ou au-dessus "
        "de tout et 520 (S2 donne le rang, non la valeur)",
        "`misere_rank`, `misere_value`, `open_misere_rank`, `open_misere_value`",
    ),
    "A-28": (
        "which suit a joker led in no-trumps may be given, and whether it still wins in a suit "
        "that its holder has renounced",
        "sous quelle couleur un joker peut être entamé à sans-atout, et s'il prend encore dans une "
        "couleur à laquelle son porteur a renoncé",
        "a suit not led (PAG) or not shown void in (S2, S4); it still wins. If no suit can be "
        "named it is led only as the last card",
        "une couleur pas encore entamée (PAG), ou dont on ne s'est pas montré dépourvu (S2, S4) ; "
        "il fait encore la levée. Si aucune couleur ne peut être nommée, il ne s'entame qu'en "
        "dernière carte",
        "`joker_lead`, `joker_renounced`",
    ),
    "A-29": (
        "what defenders score in a misère, and whether it is played out",
        "ce que marque la défense dans une misère, et si elle se joue jusqu'au bout",
        "each rule set after its own source",
        "chaque jeu d'après sa propre source",
        "`misere_defenders`, `misere_stops_early`",
    ),
    "A-30": (
        "which fours make the pack of 43",
        "quels quatre font le jeu de 43",
        "hearts and diamonds in `au4`; S4 wants a black one and a red one: hearts and clubs in "
        "`ru4`",
        "cœur et carreau dans `au4` ; S4 en veut un noir et un rouge : cœur et trèfle dans `ru4`",
        "`pack`",
    ),
    "A-31": (
        "whether tens alone can win",
        "si les dizaines de la défense seules peuvent gagner",
        "no (S2, PAG), yes in the `ru` games (S4, HOF)",
        "non (S2, PAG), oui dans les jeux `ru` (S4, HOF)",
        "`win_needs_contract`",
    ),
    "A-32": (
        "who wins when one of three falls to the loss limit",
        "qui gagne quand l'un de trois tombe à la limite de pertes",
        "the highest of the others, ties shared",
        "le plus haut des autres, à plusieurs s'il y a égalité",
        "none",
    ),
    "A-33": (
        "the order of suits before 1906",
        "l'ordre des couleurs avant 1906",
        "the later order",
        "l'ordre d'après",
        "",
    ),
    "F3U2": (
        "one round of bids, or more",
        "un tour d'enchères, ou plusieurs",
        "one (S2 calls the other a custom of some)",
        "un seul (S2 dit l'autre un usage de certains)",
        "`auction`",
    ),
    "F3R11": (
        "a loss limit in the Russian games",
        "une limite de pertes dans les jeux russes",
        "none; `max_deals` bounds the game, since weak players may never reach the target",
        "aucune ; `max_deals` borne la partie, car de faibles joueurs peuvent ne jamais atteindre "
        "le but",
        "`lose_at`",
    ),
    "F5": (
        "a partner in the five-player game",
        "un partenaire dans le jeu à cinq",
        "a called card, or alone",
        "une carte appelée, ou seul",
        "`partner`",
    ),
}
"""Number -> question and what is played, each in English and French, and the options for another
reading: none where there is no other, nothing where it is not offered."""
