"""The rule sheets of Five Hundred in French; the English ones are in the rulebook."""

from __future__ import annotations

SHEETS = {
    "us3": """\
Five Hundred à trois, forme américaine (Britannica, S2), règles ``us3``.

Trois joueurs, chacun pour soi ; 33 cartes : de l'as au sept dans quatre couleurs, et le
joker (S2). Dix cartes chacun et trois cachées, le chien. Le voisin de gauche du donneur
parle le premier ; chacun parle une fois, pour demander de six à dix levées à pique,
trèfle, carreau, cœur ou sans-atout (dans cet ordre, en montant), la misère ou la misère
étalée (ne faire aucune levée), ou pour passer (S2). La misère l'emporte sur toute demande
à sept, la misère étalée sur tout (S2, A-27). Si personne ne demande, le joueur suivant
donne (A-24).

Le plus offrant prend le chien, écarte trois cartes et entame (S2). À la couleur, l'ordre
des atouts est : joker, valet d'atout, l'autre valet de même teinte, puis as, roi, dame,
10, 9, 8, 7 ; les autres valets viennent entre la dame et le dix ; il faut fournir, et
sans la couleur on joue ce qu'on veut (S2). À sans-atout et en misère tous les valets sont
de ces cartes ordinaires et le joker est le seul atout : on ne peut le jouer que sans la
couleur demandée, et s'il est entamé on lui donne une couleur où son porteur ne s'est pas
montré dépourvu (S2, A-28).

Un contrat rempli rapporte sa valeur (40 pour 6 pique, 20 de plus par couleur, 100 de plus
par levée), un contrat chuté la coûte ; les dix levées ne rapportent rien de plus. Chaque
défenseur marque 10 par levée qu'il a faite ; dans une misère, qui se joue jusqu'au bout,
10 par levée du preneur (S2, A-29). Le jeu d'une misère étalée est montré avant l'entame
(S2).

On gagne à 500 en remplissant un contrat, non par les dizaines de la défense seules, et on
perd à -500 (S2, A-31) ; gagne alors le meilleur des autres (A-32).
""",
    "ru3": """\
Five Hundred à trois, forme russe (S4), règles ``ru3``.

Trois joueurs, chacun pour soi ; 33 cartes : de l'as au sept dans quatre couleurs, et le
joker (S4). Dix cartes chacun et trois à découvert sur la table (S4, A-23). Le voisin de
gauche du donneur parle le premier ; qui passe ne parle plus, et les enchères durent
jusqu'à ce qu'un seul n'ait pas passé (S4). On demande de six à dix levées, à une couleur
ou à sans-atout ; il n'y a pas de misère (S4). Si personne ne demande, la donne se joue à
sans-atout, les trois cartes restent où elles sont, le voisin de gauche du donneur entame,
et chaque levée vaut 10 à qui la fait (S4, A-24).

Le plus offrant prend les trois cartes, en écarte trois, cachées, et entame (S4). À la
couleur, l'ordre des atouts est : joker, valet d'atout, l'autre valet de même teinte, puis
as, roi, dame, 10, 9, 8, 7 ; les autres valets viennent entre la dame et le dix (S4,
A-22). Il faut fournir ; qui ne le peut pas doit couper s'il y a un atout (S4). Un joker
entamé à sans-atout ne peut recevoir une couleur où son porteur s'est montré dépourvu (S4,
A-28).

Un contrat rempli rapporte sa valeur, un contrat chuté la coûte ; les dix levées sur un
contrat de moins de 250 rapportent 250 (S4, A-25) ; chaque défenseur marque 10 par levée
(A-26c). Remplir 10 cœur ou 10 sans-atout gagne la partie (S4, A-26). On joue en 500 : le
preneur gagne avant les autres qui y arrivent dans la même donne, et, entre défenseurs,
celui que sa levée y a mené le premier (S4, HOF). Il n'y a pas de limite de pertes
(F3R11).
""",
    "ru2": """\
Five Hundred à deux avec un mort, forme russe (S4), règles ``ru2``.

Comme ``ru3`` à deux joueurs : la troisième main est donnée, cachée, et reste hors du jeu
(S4, BIC), si bien que les levées sont de deux cartes. La limite de pertes d'autres
formes à deux (BIC) est l'option ``lose_at``.
""",
    "us2": """\
Five Hundred à deux avec 24 cartes, forme américaine (BIC), règles ``us2``.

Comme ``us3`` à deux joueurs, de l'as au neuf et sans joker : dix cartes chacun et quatre
au chien (BIC). Le jeu de 25 cartes, avec le joker, est l'option ``pack`` ; il laisse
cinq cartes au chien.
""",
    "ru4": """\
Five Hundred à quatre par paires, forme russe (S4), règles ``ru4``.

Comme ``ru3`` à quatre joueurs, les partenaires face à face. Les six, les cinq et deux
quatre, un noir et un rouge, portent le jeu à 43 cartes (S4) ; ce sont ici les quatre de
trèfle et de cœur (A-30).
""",
    "au4": """\
Five Hundred à quatre par paires, forme australienne (PAG), règles ``au4``.

Les partenaires sont face à face. 43 cartes : les rouges de l'as au quatre, les noires de
l'as au cinq, et le joker ; dix chacun et trois au chien (PAG, BIC, TRI). Le voisin de
gauche du donneur parle le premier ; qui passe ne parle plus, jusqu'à ce qu'un seul n'ait
pas passé (PAG). La misère (ne faire aucune levée) peut être demandée dès que quelqu'un a
demandé sept levées ; elle l'emporte sur toutes les demandes à sept et cède à toutes les
demandes à huit. La misère étalée peut être demandée à tout moment et se place entre 10
carreau et 10 cœur (PAG). Si personne ne demande, le joueur suivant donne (PAG).

Le plus offrant prend le chien, écarte trois cartes et entame. Il faut fournir, et sans
la couleur on joue ce qu'on veut. À la couleur, le joker est le plus fort des atouts,
avant les deux valets de la teinte ; les autres valets viennent entre la dame et le dix.
À sans-atout et en misère, le preneur qui a le joker peut lui donner une couleur avant
l'entame, dont il est alors la plus forte carte ; sinon il fait la levée où il tombe, ne
peut être joué que par qui ne peut fournir, et doit l'être alors en misère ; entamé, il
reçoit une couleur qui ne l'a pas encore été (PAG, A-28). En misère, le partenaire du
preneur pose ses cartes, cachées, et ne joue pas, et la donne finit à la première levée
du preneur ; le jeu d'une misère étalée est montré après la première levée (PAG).

Un contrat rempli rapporte sa valeur, un contrat chuté la coûte (misère 250, misère
étalée 500) ; les dix levées sur un contrat de moins de 250 rapportent 250 (PAG). L'autre
camp marque 10 par levée, et rien dans les misères. On gagne à 500 en remplissant un
contrat, on perd à -500 (PAG).
""",
    "au5": """\
Five Hundred à cinq avec partenaire appelé, forme australienne (PAG), règles ``au5``.

Comme ``au4`` à cinq joueurs, chacun marquant pour soi, avec 53 cartes : le jeu entier et
le joker, dix chacun et trois au chien (PAG, BIC). Après l'écart, le preneur d'un contrat
de levées joue seul ou appelle une carte qu'il n'a ni en main ni à l'écart, et qui n'est
ni un joker ni un des deux valets d'atout. Le joueur qui la tient est son partenaire ;
jusqu'à ce qu'elle tombe, il est seul à le savoir (PAG). Avec un partenaire, chacun des
deux gagne ou perd la moitié de la valeur du contrat ; seul, le preneur la porte entière ;
une misère se joue toujours seul. Tous les autres marquent 10 par levée (PAG). Preneur et
partenaire peuvent gagner ou perdre la partie ensemble (PAG).
""",
    "au6": """\
Five Hundred à six en deux camps de trois, forme australienne (PAG), règles ``au6``.

Comme ``au4`` à six joueurs ; les camps alternent autour de la table. 63 cartes : le jeu
entier, les onze et les douze des quatre couleurs, les treize des rouges, et le joker ;
11, 12 et 13 se rangent entre le dix et le valet (PAG, BIC). En misère, les deux
partenaires du preneur ne jouent pas (PAG). Les jeux de 65 et 66 cartes (TRI) ne sont pas
proposés, car un ensemble de cartes en contient au plus 63.
""",
}
"""Rule set -> its sheet: the title, then paragraphs that cite what the English one cites."""
