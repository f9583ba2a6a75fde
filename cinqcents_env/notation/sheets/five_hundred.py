"""Five Hundred by number, in English and French: its rules."""

from __future__ import annotations

RULES: dict[str, dict[str, tuple[str, str]]] = {
    "common": {
        "FH1": (
            "Bids are six to ten tricks in spades, clubs, diamonds, hearts or no-trumps, rising "
            "in this order; a bid of more tricks is higher. Each bid must beat the last.",
            "On demande de six à dix levées à pique, trèfle, carreau, cœur ou sans-atout, dans "
            "cet ordre en montant ; une demande de plus de levées l'emporte. Chaque demande "
            "doit dépasser la précédente.",
        ),
        "FH2": (
            "With trumps named: joker, jack of trumps (right bower), jack of the same colour "
            "(left bower), A K Q (13 12 11) T 9 and so on. The left bower belongs to the trump "
            "suit in every respect. The other jacks lie below the queen. In no-trumps and misère "
            "there are no bowers.",
            "À la couleur : joker, valet d'atout, l'autre valet de même teinte, A R D (13 12 11) "
            "10 9 et ainsi de suite. Cet autre valet est en tout point un atout. Les valets des "
            "autres couleurs viennent après la dame, comme tous à sans-atout et en misère.",
        ),
        "FH3": (
            "The highest bidder takes up the kitty and lays as many cards away, face down; then "
            "he leads.",
            "Le plus offrant prend le chien et écarte autant de cartes, cachées ; puis il entame.",
        ),
        "FH4": (
            "Suit must be followed; a player who cannot may play anything (but F3R6).",
            "Il faut fournir ; qui ne le peut pas joue ce qu'il veut (sauf F3R6).",
        ),
        "FH5": (
            "The highest trump wins, else the highest card of the suit led; the winner leads next.",
            "Le plus fort atout fait la levée, sinon la plus forte carte de la couleur entamée ; "
            "qui l'a faite entame la suivante.",
        ),
        "FH6": (
            "With trumps named the joker is the highest of them.",
            "À la couleur le joker est le plus fort des atouts.",
        ),
        "FH7": (
            "A contract made scores its value, one lost costs it: 40 for six spades, 20 more for "
            "each suit, 100 more for each trick. Tricks beyond the bid score nothing. Each "
            "defender (or the defending side) scores 10 a trick, either way.",
            "Un contrat rempli rapporte sa valeur, un contrat chuté la coûte : 40 pour six pique, "
            "20 de plus par couleur, 100 de plus par levée. Les levées en plus ne rapportent "
            "rien. Dans les deux cas chaque défenseur (ou le camp de la défense) marque 10 par "
            "levée.",
        ),
        "FH8": (
            "All ten tricks on a contract below 250 pay 250, where the rule set has it.",
            "Les dix levées sur un contrat de moins de 250 rapportent 250, là où le jeu le "
            "prévoit.",
        ),
        "FH9": (
            "Ten cards each, the rest to the kitty. The packets of the deal make no difference "
            "to a uniform shuffle.",
            "Dix cartes chacun, le reste au chien. Les paquets de la donne ne changent rien à un "
            "mélange uniforme.",
        ),
    },
    "us3": {
        "F3U1": ("33 cards.", "33 cartes."),
        "F3U2": (
            "One bid or pass each, from the dealer's left.",
            "Chacun demande ou passe une fois, en commençant à gauche du donneur.",
        ),
        "F3U3": (
            "Misère (250) above every seven bid, open misère (520) above everything.",
            "La misère (250) au-dessus de toute demande à sept, la misère étalée (520) au-dessus "
            "de tout.",
        ),
        "F3U4": ("Nobody bids: dealt again.", "Personne ne demande : on redonne."),
        "F3U5": (
            "An open misère lies open before the first lead.",
            "Le jeu d'une misère étalée est montré avant l'entame.",
        ),
        "F3U6": (
            "In no-trumps and misère the joker is the only trump, to be played only when one "
            "cannot follow; led, it is given a suit in which its holder has not shown void.",
            "À sans-atout et en misère le joker est le seul atout, qu'on ne peut jouer que sans la "
            "couleur demandée ; entamé, il reçoit une couleur où son porteur ne s'est pas montré "
            "dépourvu.",
        ),
        "F3U7": (
            "Everybody scores for himself, in a misère 10 to each defender for each trick of the "
            "declarer.",
            "Chacun marque pour soi ; dans une misère, 10 à chaque défenseur par levée du preneur.",
        ),
        "F3U8": (
            "500 by making a contract wins, -500 loses.",
            "500 en remplissant un contrat gagne, -500 perd.",
        ),
    },
    "ru3": {
        "F3R1": ("33 cards.", "33 cartes."),
        "F3R2": ("The kitty lies open.", "Le chien est à découvert."),
        "F3R3": (
            "The auction goes on until all but one have passed; a player who has passed is out. "
            "There is no misère.",
            "Les enchères durent jusqu'à ce qu'un seul n'ait pas passé ; qui a passé ne parle "
            "plus. Il n'y a pas de misère.",
        ),
        "F3R4": (
            "Nobody bids: played in no-trumps, kitty untouched, left of the dealer leads, 10 a "
            "trick to each.",
            "Personne ne demande : on joue à sans-atout sans toucher au chien, le voisin de gauche "
            "du donneur entame, 10 par levée à chacun.",
        ),
        "F3R5": ("Three taken, three laid away.", "Trois cartes prises, trois écartées."),
        "F3R6": (
            "Void in the suit led one must trump, where trumps are named.",
            "Sans la couleur demandée il faut couper, s'il y a un atout.",
        ),
        "F3R7": (
            "In no-trumps a joker is not led as a suit in which its holder has shown void.",
            "À sans-atout un joker ne peut être entamé dans une couleur où son porteur s'est "
            "montré dépourvu.",
        ),
        "F3R8": ("Slam as FH8.", "Chelem comme en FH8."),
        "F3R9": (
            "Making 10H or 10NT wins outright.",
            "Remplir 10 cœur ou 10 sans-atout gagne aussitôt.",
        ),
        "F3R10": (
            "Of several at 500 the declarer wins, else the one who got there first.",
            "Si plusieurs atteignent 500, le preneur gagne, sinon le premier arrivé.",
        ),
        "F3R11": ("No loss limit.", "Pas de limite de pertes."),
    },
    "ru2": {
        "F2R": (
            "Two players; the third hand is dead.",
            "Deux joueurs ; la troisième main est un mort.",
        ),
    },
    "ru4": {
        "F4R": (
            "Four players in pairs with 43 cards, 4H and 4C the fours.",
            "Quatre joueurs par paires avec 43 cartes, dont le 4 de cœur et le 4 de trèfle.",
        ),
    },
    "au4": {
        "F4A1": ("43 cards, the red fours.", "43 cartes, avec les quatre rouges."),
        "F4A2": (
            "Packs of 42, 45 and 46 cards by option.",
            "Des jeux de 42, 45 et 46 cartes, par option.",
        ),
        "F4A3": (
            "Auction until all but one have passed; nobody bids: dealt again.",
            "On enchérit jusqu'à ce qu'un seul n'ait pas passé ; personne ne demande : on redonne.",
        ),
        "F4A4": (
            "Misère 250 between the sevens and the eights, only after a bid of seven; open "
            "misère 500 between 10D and 10H, at any time.",
            "Misère, 250, entre les sept et les huit, seulement après une demande à sept ; misère "
            "étalée, 500, entre 10 carreau et 10 cœur, à tout moment.",
        ),
        "F4A5": (
            "The declarer's partner sits a misère out, cards face down.",
            "En misère le partenaire du preneur ne joue pas, cartes cachées.",
        ),
        "F4A6": (
            "An open misère lies open after the first trick.",
            "Le jeu d'une misère étalée est montré après la première levée.",
        ),
        "F4A7": (
            "In no-trumps and misère a declarer with the joker may give it a suit before the "
            "first lead.",
            "À sans-atout et en misère, un preneur qui a le joker peut lui donner une couleur "
            "avant l'entame.",
        ),
        "F4A8": (
            "Otherwise it belongs to no suit and wins: followed with only when void (in a misère "
            "it must be, then), led as a suit not led before, and when all have been led only to "
            "the last trick.",
            "Sinon il n'est d'aucune couleur et fait la levée : sur une autre carte on ne le joue "
            "que sans la couleur demandée (et il le faut alors en misère) ; entamé, il "
            "reçoit une couleur pas encore entamée, et, quand toutes l'ont été, ne s'entame qu'à "
            "la dernière levée.",
        ),
        "F4A9": (
            "Misère scores its value, defenders nothing.",
            "La misère rapporte ou coûte sa valeur, la défense ne marque rien.",
        ),
        "F4A10": (
            "500 by a contract wins, -500 loses.",
            "500 par un contrat gagne, -500 perd.",
        ),
        "F4A11": (
            "Nobody overbids himself.",
            "Personne n'enchérit sur sa propre demande.",
        ),
    },
    "au5": {
        "F5.1": ("53 cards.", "53 cartes."),
        "F5.2": (
            "The declarer calls a card that he neither holds nor laid away, no joker and no "
            "bower, whose holder is his secret partner, or plays alone.",
            "Le preneur appelle une carte qu'il n'a ni en main ni à l'écart, ni un joker ni un des "
            "deux valets d'atout, et qui la tient est son partenaire secret ; ou il joue seul.",
        ),
        "F5.3": (
            "Partners win or lose half the value each, alone the whole, the others 10 a trick.",
            "À deux, chacun gagne ou perd la moitié de la valeur, seul la valeur entière ; les "
            "autres marquent 10 par levée.",
        ),
        "F5.4": (
            "Two may win or lose together.",
            "Deux joueurs peuvent gagner ou perdre ensemble.",
        ),
    },
    "au6": {
        "F6": (
            "63 cards with 11, 12 and 13 between ten and jack, two sides of three.",
            "63 cartes, 11, 12 et 13 entre le dix et le valet, deux camps de trois.",
        ),
    },
}
"""Rule set, or what is common to all -> number -> (English, French)."""

PARTS: dict[str, tuple[str, ...]] = {
    "us3": ("common", "us3"),
    "ru3": ("common", "ru3"),
    "ru2": ("common", "ru3", "ru2"),
    "us2": ("common", "us3"),
    "ru4": ("common", "ru3", "ru4"),
    "au4": ("common", "au4"),
    "au5": ("common", "au4", "au5"),
    "au6": ("common", "au4", "au6"),
}
"""Rule set -> the groups of rules that it is made of, the later ones before the earlier."""
