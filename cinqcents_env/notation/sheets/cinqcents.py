"""The two-player family by number, in English and French: its rules, and what was not clear."""

from __future__ import annotations

RULES: dict[str, dict[str, tuple[str, str]]] = {
    "classic": {
        "CL1": (
            "Two players, 32 cards: A T K Q J 9 8 7 of four suits.",
            "Deux joueurs, 32 cartes : A 10 R D V 9 8 7 de quatre couleurs.",
        ),
        "CL2": (
            "That is also their rank in a trick, the ten above the king; trumps beat plain suits.",
            "C'est aussi leur ordre dans la levée, le dix au-dessus du roi ; l'atout l'emporte sur "
            "les autres couleurs.",
        ),
        "CL3": (
            "The first dealer is drawn; then the deal alternates.",
            "Le premier donneur est tiré au sort ; puis on donne à tour de rôle.",
        ),
        "CL4": (
            "Eight cards each, in twos and threes. The packets make no difference to a uniform "
            "shuffle.",
            "Huit cartes chacun, par deux et par trois. Les paquets ne changent rien à un mélange "
            "uniforme.",
        ),
        "CL5": (
            "The 17th card is turned up for trumps and lies under the stock; it is drawn last.",
            "La 17e carte est retournée, fait l'atout et reste sous le talon ; elle se pioche la "
            "dernière.",
        ),
        "CL6": ("A turned seven pays the dealer 10.", "Un sept retourné vaut 10 au donneur."),
        "CL7": (
            "The non-dealer leads; then the winner of each trick does.",
            "L'adversaire du donneur entame ; puis qui a fait la levée.",
        ),
        "CL8": (
            "In the draw phase any card may follow.",
            "Tant qu'on pioche, on joue en second la carte qu'on veut.",
        ),
        "CL9": (
            "A higher trump wins, else the higher card of the suit led; a plain card of another "
            "suit never does.",
            "Le plus fort atout fait la levée, sinon la plus forte carte de la couleur entamée ; "
            "une carte d'une autre couleur, hors atout, jamais.",
        ),
        "CL10": (
            "After a trick of the draw phase its winner may meld, exchange or stop; he draws, "
            "then the loser does. The turn-up goes to the loser of the last of these tricks.",
            "Tant qu'on pioche, qui a fait la levée peut annoncer, échanger ou arrêter ; il "
            "pioche, puis l'autre. La retourne va à qui perd la dernière de ces levées.",
        ),
        "CL11": (
            "In the last phase a player must follow and beat the card led if he can; void, he "
            "must trump; void of both, he plays anything.",
            "Dans la dernière phase il faut fournir, et forcer si l'on peut ; sans la couleur, "
            "couper ; sans l'une ni l'autre, on joue ce qu'on veut.",
        ),
        "CL12": (
            "Quint (A T K Q J) 250 in trumps, 120 plain; four aces 100, tens 80, kings 60, "
            "queens 40, jacks 20; marriage (K Q) 40 in trumps, 20 plain; binage (JD QS) 40.",
            "Quinte majeure (A 10 R D V) 250 à l'atout, 120 ailleurs ; quatre as 100, dix 80, "
            "rois 60, dames 40, valets 20 ; mariage (R D) 40 à l'atout, 20 ailleurs ; binage "
            "(valet de carreau et dame de pique) 40.",
        ),
        "CL13": (
            "Only the winner of the trick just completed melds, before he draws.",
            "Seul annonce celui qui vient de faire la levée, avant de piocher.",
        ),
        "CL14": ("One meld a trick.", "Une annonce par levée."),
        "CL15": (
            "Melded cards are seen, stay in the hand and are played like others.",
            "Les cartes annoncées sont montrées, restent en main et se jouent comme les autres.",
        ),
        "CL16": (
            "A marriage and a quint of one suit exclude each other; a card may serve again "
            "otherwise, but each set scores once a deal.",
            "Un mariage et une quinte de la même couleur s'excluent ; à cela près une carte peut "
            "resservir, mais chaque annonce ne compte qu'une fois par donne.",
        ),
        "CL17": ("Points are marked at once.", "Les points se marquent aussitôt."),
        "CL18": (
            "The winner of a trick who holds the seven of trumps may take the turn-up for it, "
            "for 10, while the turn-up lies there. This does not use up the meld; the card taken "
            "cannot be melded in the same step.",
            "Qui a fait la levée et tient le sept d'atout peut l'échanger contre la retourne, et "
            "marquer 10, tant qu'elle est sur la table. L'annonce lui reste ; la carte prise ne "
            "s'annonce pas aussitôt.",
        ),
        "CL19": (
            "At the end of a deal the tricks count: A 11, T 10, K 4, Q 3, J 2.",
            "À la fin de la donne les levées comptent : A 11, 10 10, R 4, D 3, V 2.",
        ),
        "CL20": ("The last trick is worth 10.", "La dernière levée vaut 10."),
        "CL21": ("All points count exactly.", "Tous les points comptent exactement."),
        "CL22": ("The target is 500.", "Le but est 500."),
        "CL23": (
            "A player whose marked points and won tricks reach the target may stop when it is his "
            "turn, and wins whatever the other has. Who stops without reaching it loses (only with "
            "`irregularities`).",
            "À son tour, un joueur dont les points marqués et les levées atteignent le but peut "
            "arrêter ; il gagne, quoi qu'ait l'autre. Qui arrête sans y être perd (avec "
            "`irregularities` seulement).",
        ),
        "CL24": (
            "Reaching the target ends nothing by itself; at the end of a deal a player who is "
            "there alone wins.",
            "Atteindre le but ne finit rien par soi-même ; à la fin d'une donne, qui y est seul "
            "gagne.",
        ),
        "CL25": (
            "Both there: the target rises by 100.",
            "Tous deux y sont : le but monte de 100.",
        ),
        "CL26": (
            "A false announcement loses the game (only with `irregularities`).",
            "Une fausse annonce fait perdre la partie (avec `irregularities` seulement).",
        ),
        "CL27": (
            "A forgotten draw does not happen here.",
            "Oublier de piocher n'arrive pas ici.",
        ),
        "CL28": ("A misdeal does not happen here.", "Une maldonne n'arrive pas ici."),
    },
    "foster": {
        "FO2": (
            "Four aces 100, kings 80, queens 60, jacks 40, no four tens.",
            "Quatre as 100, rois 80, dames 60, valets 40, rien pour quatre dix.",
        ),
        "FO4": (
            "A card that has been melded serves in no other meld.",
            "Une carte annoncée ne sert à aucune autre annonce.",
        ),
        "FO5": (
            "The seven of trumps pays 10 when it is exchanged, or when it is played in the draw "
            "phase without having been.",
            "Le sept d'atout vaut 10 quand on l'échange, ou quand on le joue tant qu'on pioche "
            "sans l'avoir échangé.",
        ),
    },
    "lyonnais": {
        "LY1": ("The target is 1000.", "Le but est 1000."),
        "LY2": ("Hands of 8, 10 or 12.", "Des mains de 8, 10 ou 12 cartes."),
        "LY4": (
            "Melds on any turn of one's own, in the last phase until one's first card of it.",
            "On annonce à chacun de ses tours, et dans la dernière phase jusqu'à sa première "
            "carte.",
        ),
        "LY5": ("Any number of melds together.", "Autant d'annonces à la fois qu'on veut."),
        "LY6": (
            "Card points to the nearest ten, both up when both stand on a five.",
            "Les points de cartes à la dizaine la plus proche ; deux cinq montent tous deux.",
        ),
        "LY7": (
            "Two fives count as they are in the deal that would end the game.",
            "Deux cinq restent tels quels dans la donne qui finirait la partie.",
        ),
        "LY8": (
            "A turned seven that would bring the dealer to the target waits for the opponent's "
            "first decision.",
            "Un sept retourné qui mènerait le donneur au but attend la première décision de "
            "l'adversaire.",
        ),
    },
    "bordelais": {
        "BO1": ("Six cards each, the 13th turned.", "Six cartes chacun, la 13e retournée."),
        "BO2": ("The target is 100.", "Le but est 100."),
        "BO3": ("Quints 500 and 250.", "Quintes majeures 500 et 250."),
        "BO4": (
            "Melds with five cards in hand, before drawing the sixth.",
            "On annonce cinq cartes en main, avant de piocher la sixième.",
        ),
        "BO5": ("None once the stock is gone.", "Plus d'annonces une fois le talon épuisé."),
        "BO6": ("The last trick is worth 10.", "La dernière levée vaut 10."),
        "BO7": ("Every point counts exactly.", "Chaque point compte exactement."),
    },
    "binage": {
        "BI4": (
            "Each ace and ten won is 10 at once, nothing else counts.",
            "Chaque as et chaque dix pris vaut 10 aussitôt, rien d'autre ne compte.",
        ),
        "BI5": ("Playing the seven of trumps is 10.", "Jouer le sept d'atout vaut 10."),
        "BI6": (
            "One combination a trick, without fours, and the exchange (dix) is one.",
            "Une annonce par levée, sans carrés, et l'échange (le dix) en est une.",
        ),
        "BI7": (
            "Only the very same combination is barred.",
            "Seule la même annonce est exclue.",
        ),
        "BI8": (
            "10 for drawing the last card.",
            "10 à qui pioche la dernière carte.",
        ),
        "BI9": (
            "The duties of CL11, last trick 10.",
            "Les obligations de CL11, dernière levée 10.",
        ),
        "BI10": (
            "No melds in the last phase.",
            "Pas d'annonces dans la dernière phase.",
        ),
        "BI11": (
            "The first to reach 500 wins at once, nobody stops.",
            "Le premier à 500 gagne aussitôt, personne n'arrête.",
        ),
    },
}
"""Rule set -> number -> (English, French); every other rule set is ``classic`` but for its own."""

PARTS: dict[str, tuple[str, ...]] = {
    "classic": ("classic",),
    "foster": ("classic", "foster"),
    "lyonnais": ("classic", "lyonnais"),
    "bordelais": ("classic", "bordelais"),
    "binage": ("classic", "binage"),
    "mini": ("classic",),
}
"""Rule set -> the groups of rules that it is made of, the later ones before the earlier."""
