"""Tags of the sources that rule sheets cite, in English and French."""

from __future__ import annotations

SOURCES: dict[str, tuple[str, str]] = {
    "S0": (
        "Jean Boussac, 1896, the chapter on cinq-cents in an English translation: rules r1 to "
        "r17, then the Lyonnais (S0-Ly, paragraphs p1 to p6) and the Bordelais game (S0-Bo, p1 to "
        "p5)",
        "Jean Boussac, 1896, le chapitre du cinq-cents dans une traduction anglaise : règles r1 à "
        "r17, puis le jeu lyonnais (S0-Ly, alinéas p1 à p6) et le jeu bordelais (S0-Bo, p1 à p5)",
    ),
    "S1": ('R. F. Foster, "Cinq-cents"', "R. F. Foster, « Cinq-cents »"),
    "S2": (
        'Encyclopaedia Britannica, "five hundred", in a French translation',
        "Encyclopaedia Britannica, « five hundred », dans une traduction française",
    ),
    "S3": (
        'a Dutch sheet, "Binage / Cinq Cents"',
        "une fiche néerlandaise, « Binage / Cinq Cents »",
    ),
    "S4": (
        "a Russian sheet on Five Hundred, in a French translation",
        "une feuille russe sur le Five Hundred, dans une traduction française",
    ),
    "BES, ADP, ADB, COS, MAR, EWE, CAS, FOS": (
        "texts on Bezique, Marjolet and cinq-cents that decide a doubtful point: Boussac's "
        "Bésigue; the pages *cinq-cents* and *brisque* of adpoker; cosmovisions; Wikipedia's "
        "Marjolet; *Enquire Within*; Cassell; Foster's Bézique",
        "textes sur le bésigue, le marjolet et le cinq-cents qui tranchent un point douteux : le "
        "bésigue de Boussac ; les pages *cinq-cents* et *brisque* d'adpoker ; cosmovisions ; le "
        "marjolet de Wikipédia ; *Enquire Within* ; Cassell ; le bésigue de Foster",
    ),
    "PAG, HOF, BIC, WIK, POK, OLD, REF, TRI, OHW": (
        "texts on Five Hundred that decide a doubtful point: pagat; Hoffmann and Bergholt; "
        "Bicycle; Wikipedia; a three-player sheet; the rules before 1906; a summary of pagat's "
        "variations; Trickster; a Qt program for four",
        "textes sur le Five Hundred qui tranchent un point douteux : pagat ; Hoffmann et "
        "Bergholt ; Bicycle ; Wikipédia ; une feuille pour trois joueurs ; les règles d'avant "
        "1906 ; un résumé des variantes de pagat ; Trickster ; un programme Qt pour quatre",
    ),
    "BZC": (
        "notes on edge cases in a Bezique program",
        "notes sur les cas limites dans un programme de bésigue",
    ),
}
"""Tag, or tags -> (English, French)."""
