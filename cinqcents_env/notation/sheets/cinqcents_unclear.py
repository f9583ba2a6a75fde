"""What was not clear in the sources of the two-player family, in English and French."""

from __future__ import annotations

UNCLEAR: dict[str, tuple[str, str, str, str, str]] = {
    "A-01": (
        "which two cards are the binage",
        "quelles sont les deux cartes du binage",
        "JD QS: three other texts say so, and S0's line has lost the words",
        "valet de carreau et dame de pique : trois autres textes le disent, et la ligne de S0 a "
        "perdu ces mots",
        "`binage_cards`",
    ),
    "A-02": (
        "which turned trump is worth ten",
        "quel atout retourné vaut dix",
        "the seven",
        "le sept",
        "",
    ),
    "A-03": (
        "when the seven may be exchanged, whether playing it counts, whether the exchange uses "
        "the meld",
        "quand le sept s'échange, si le jouer compte, si l'échange tient lieu d'annonce",
        "after a trick won, with the turn-up on the table; playing it counts in `foster` "
        "(unexchanged, draw phase) and `binage` (always); it uses the meld in `binage`",
        "après une levée faite, la retourne sur la table ; le jouer compte dans `foster` (non "
        "échangé, tant qu'on pioche) et dans `binage` (toujours) ; il tient lieu d'annonce dans "
        "`binage`",
        "`exchange_when`, `seven_played`, `exchange_uses_meld`",
    ),
    "A-04": (
        "which cards may be melded again",
        "quelles cartes annoncées peuvent resservir",
        "each rule set after its own source",
        "chaque jeu d'après sa propre source",
        "`reuse`, `marriage_after_quint`",
    ),
    "A-05": (
        "the fours",
        "les carrés",
        "S0's numbers in its three games, Bezique's in `foster`, none in `binage`",
        "les nombres de S0 dans ses trois jeux, ceux du bésigue dans `foster`, aucun dans `binage`",
        "`fours`",
    ),
    "A-06": (
        "who may announce when in the classic game",
        "qui annonce et quand, dans le jeu classique",
        "the trick's winner, before drawing, as in Boussac's Bezique",
        "qui a fait la levée, avant de piocher, comme dans le bésigue de Boussac",
        "`meld_when`",
    ),
    "A-07": (
        "one meld a trick, or several",
        "une annonce par levée, ou plusieurs",
        "one, except `lyonnais`",
        "une, sauf dans `lyonnais`",
        "`melds_per_trick`",
    ),
    "A-08": (
        "whether the duty to beat or trump comes after following suit",
        "si l'obligation de forcer ou de couper vient après celle de fournir",
        "it does, as in every relative of the game",
        "oui, comme dans tous les jeux parents",
        "`last_phase`",
    ),
    "A-09": (
        "the ace is missing from S0's count",
        "l'as manque au compte de S0",
        "11, after S1; the total of 120 confirms it",
        "11, d'après S1 ; le total de 120 le confirme",
        "none",
    ),
    "A-10": (
        "points lost for not being marked",
        "points perdus faute d'être marqués",
        "marked at once",
        "marqués aussitôt",
        "",
    ),
    "A-11": (
        "the last trick in the classic and Lyonnais games",
        "la dernière levée dans les jeux classique et lyonnais",
        "10, after S1",
        "10, d'après S1",
        "`last_trick`",
    ),
    "A-12": (
        "both over the target",
        "tous deux au but",
        "the target rises by 100 and scores stay",
        "le but monte de 100 et les points restent",
        "`both_over`",
    ),
    "A-13": (
        "false announcements and wrong stops",
        "les fausses annonces et les arrêts manqués",
        "not among the legal moves",
        "ne sont pas parmi les coups permis",
        "`irregularities`",
    ),
    "A-14": (
        'whether "at any time" includes the opponent\'s turn',
        "si « à tout moment » comprend le tour de l'adversaire",
        "own turns only",
        "ses propres tours seulement",
        "",
    ),
    "A-15": (
        "how much rounding the deal that ends a game undoes",
        "jusqu'où la donne qui finit la partie annule l'arrondi",
        "the two fives only, judged with rounded totals",
        "les deux cinq seulement, à en juger par les totaux arrondis",
        "`final_rounding`",
    ),
    "A-16": (
        "what the opponent must do against the dealer's seven",
        "ce que l'adversaire doit faire contre le sept du donneur",
        "announce points that bring him to the target",
        "annoncer des points qui le mènent au but",
        "`pending_seven`",
    ),
    "A-17": (
        "the Bordelais target, low beside its quints",
        "le but du bordelais, bas à côté de ses quintes",
        "100, as it is written; if that is a slip, 500 or 1000 was meant",
        "100, comme il est écrit ; 500 ou 1000 seraient les nombres voulus, si c'est une faute",
        "`target`",
    ),
    "A-18": (
        "a sentence of S0-Bo p4 that has lost a word",
        "une phrase de S0-Bo p4 qui a perdu un mot",
        "no announcing with six cards",
        "pas d'annonce avec six cartes",
        "none",
    ),
    "A-19": (
        "a sentence of S3 without a verb, on the last card drawn",
        "une phrase de S3 sans verbe, sur la dernière carte piochée",
        "10 to the player who draws it, as in Marjolet",
        "10 à qui la pioche, comme au marjolet",
        "`last_draw`",
    ),
    "A-20": (
        "S3 both forbids and allows melds in the last phase",
        "S3 défend et permet à la fois les annonces de la dernière phase",
        "forbidden: melds come before drawing",
        "défendues : on annonce avant de piocher",
        "`last_phase_melds`",
    ),
    "A-21": (
        "whether the first at 500 wins in mid-deal",
        "si le premier à 500 gagne au milieu d'une donne",
        "at once: everything in `binage` is scored at once",
        "aussitôt : dans `binage` tout se marque aussitôt",
        "`win_at_once`",
    ),
    "A-21b": (
        "aces and tens at once, or all cards at the end",
        "as et dix aussitôt, ou toutes les cartes à la fin",
        "each rule set after its own source",
        "chaque jeu d'après sa propre source",
        "`brisques`",
    ),
    "A-34": (
        "whether the card taken for the seven may be melded in the same step",
        "si la carte prise contre le sept peut s'annoncer aussitôt",
        "no",
        "non",
        "`exchanged_card_meldable`",
    ),
    "A-35": (
        "stopping after the last trick",
        "arrêter après la dernière levée",
        "no, the deal is over",
        "non, la donne est finie",
        "",
    ),
    "A-36": (
        "stopping on the opponent's turn",
        "arrêter au tour de l'adversaire",
        "no",
        "non",
        "",
    ),
}
"""Number -> question and what is played, each in English and French, and the options for another
reading: none where there is no other, nothing where it is not offered."""
