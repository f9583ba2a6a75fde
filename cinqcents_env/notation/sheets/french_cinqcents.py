"""The rule sheets of the two-player family in French; the English ones are in the rulebook."""

from __future__ import annotations

SHEETS = {
    "classic": """\
Le jeu classique (Boussac 1896), règles ``classic``.

Deux joueurs, 32 cartes ; dans l'ordre : as, dix, roi, dame, valet, neuf, huit, sept (S0
r1, r3). Huit cartes chacun, données par deux et par trois ; la suivante est retournée :
elle fait l'atout et se pioche la dernière (S0 r2). Un sept retourné vaut 10 au donneur
(S0 r5).

L'adversaire du donneur entame ; qui fait une levée entame la suivante (S0 r6, r7). Tant
qu'il reste des cartes à piocher, on joue la carte qu'on veut. Qui fait la levée peut
faire une annonce et échanger le sept d'atout contre la retourne (10 points), puis
pioche ; l'autre pioche après lui (S0 r7, r12). Le talon épuisé, il faut fournir, et
forcer si l'on peut ; sans la couleur, couper ; sans l'une ni l'autre, on joue ce qu'on
veut (S0 r8).

Annonces : quinte majeure 250 à l'atout, 120 ailleurs ; quatre as 100, quatre dix 80,
quatre rois 60, quatre dames 40, quatre valets 20 ; mariage 40 à l'atout, 20 ailleurs ;
binage (valet de carreau et dame de pique) 40 (S0 r4, r5). Les cartes d'un mariage ne
servent pas à la quinte de la même couleur, ni l'inverse (S0 r13).

À la fin de la donne on compte les levées : as 11, dix 10, roi 4, dame 3, valet 2 (S0 r14,
S1), et 10 pour la dernière levée (S1). Gagne le premier qui, à la fin d'une donne, est
seul à 500 ou plus ; si tous deux y sont, on joue pour 100 de plus (S0 r16, S1). Un joueur
que ses annonces et ses levées mènent au but peut arrêter, et gagne quoi qu'ait l'autre
(S0 r15, S1). Qui arrête trop tôt perd, mais un tel arrêt n'est proposé qu'avec l'option
``irregularities`` (S0 r15, A-13).
""",
    "foster": """\
Le cinq-cents d'après R. F. Foster, règles ``foster``.

Comme ``classic``, sauf les annonces : quatre as 100, quatre rois 80, quatre dames 60,
quatre valets 40, rien pour quatre dix ; une carte qui a servi à une annonce ne sert à
aucune autre, de quelque sorte qu'elle soit (S1). Le sept d'atout rapporte 10 quand on
l'échange, ou quand on le joue avant que le talon soit épuisé sans l'avoir échangé
(A-03).
""",
    "lyonnais": """\
Le cinq-cents lyonnais, règles ``lyonnais``.

Comme ``classic``, avec un but convenu d'avance, d'ordinaire 1000, et des mains de 8, 10
ou 12 cartes (S0-Ly p1, p2). On peut annoncer à chacun de ses tours, plusieurs choses à
la fois, et même le talon épuisé, jusqu'à ce qu'on ait joué la première de ses dernières
cartes (S0-Ly p3, p4). Les points des levées s'arrondissent à la dizaine ; quand tous
deux tombent sur un cinq, tous deux montent, sauf dans la donne qui finirait la partie,
où le cinq compte tel quel (S0-Ly p5, A-15). Un sept retourné qui mènerait le donneur au
but reste en suspens : il ne compte pas si l'autre annonce des points qui l'y mènent
lui-même (S0-Ly p6, A-16).
""",
    "bordelais": """\
Le cinq-cents bordelais, règles ``bordelais``.

Comme ``classic``, avec six cartes chacun et la treizième retournée (S0-Bo p1), en 100
points (S0-Bo p2, A-17) ; une quinte majeure vaut 250, à l'atout 500 (S0-Bo p3). Seul
annonce celui qui vient de faire une levée, cinq cartes en main (S0-Bo p4) ; la dernière
levée vaut 10 (S0-Bo p4) et chaque point compte exactement (S0-Bo p5).
""",
    "binage": """\
Le binage, forme hollandaise (S3), règles ``binage``.

Comme ``classic``, mais : chaque as et chaque dix pris dans une levée vaut 10 aussitôt, et
aucune autre carte ne compte ; jouer le sept d'atout vaut 10 ; pas de carrés ; l'échange
du sept (le dix) tient lieu de la seule annonce de la levée ; les cartes annoncées
peuvent resservir, seule la même annonce ne se refait pas ; qui pioche la dernière carte
du talon marque 10 (A-19). On n'arrête pas : le premier à 500 gagne, même au milieu
d'une donne (S3, A-21).
""",
    "mini": """\
Le plus petit jeu de la famille, pour le calcul exact en théorie des jeux, règles ``mini``.

Huit cartes (A 10 R D de pique et de cœur), deux chacun ; la cinquième, retournée, fait
l'atout, trois restent cachées : deux levées tant qu'il y a des cartes à piocher, puis
deux de la dernière phase, avec toutes ses obligations. As 11, dix 10, roi 4, dame 3,
dernière levée 10. Les mariages valent 40 et 20, mais qui a fait la levée n'a qu'une carte
en main avant de piocher : on ne peut en annoncer qu'avec l'option
``meld_when="own_turn"``. Ni quinte, ni carré, ni binage, ni sept, ni arrêt. Une seule
donne ; l'écart de points décide.
""",
}
"""Rule set -> its sheet: the title, then paragraphs that cite what the English one cites."""
