"""The sentences of the pages: name -> (English, French)."""

from __future__ import annotations

from cinqcents_env.web.texts_table import TABLE

PAGES: dict[str, tuple[str, str]] = {
    # pages
    "title": ("Cinq cents", "Cinq cents"),
    "skip": ("To the content", "Aller au contenu"),
    "nav_tournaments": ("Tournaments", "Tournois"),
    "language_en": ("English", "English"),
    "language_fr": ("Français", "Français"),
    "home_title": ("The card games called cinq cents", "Les jeux du cinq cents"),
    "home_lead": (
        "Choose a game. You play against agents; your games are kept on this machine.",
        "Choisissez un jeu. Vous jouez contre des programmes ; vos parties restent sur cette "
        "machine.",
    ),
    "two_player_family": ("For two: tricks and melds", "À deux : levées et annonces"),
    "five_hundred_family": (
        "Five Hundred: auction and tricks, two to six players",
        "Five Hundred : enchères et levées, de deux à six joueurs",
    ),
    "play_it": ("Play", "Jouer"),
    "watch_it": ("Watch agents", "Regarder des programmes"),
    "rules_of": ("Rules", "Règles"),
    "your_games": ("Your games", "Vos parties"),
    "no_games": ("None yet.", "Aucune pour l'instant."),
    "against": ("against {agents}", "contre {agents}"),
    "under_way": ("under way", "en cours"),
    "finished": ("finished", "finie"),
    "uploaded": ("uploaded", "déposée"),
    "watched": ("watched", "regardée"),
    "open_replay": ("Replay a record", "Revoir une partie"),
    "upload_lead": (
        "A record is a line of JSON, as this table and the command line write it.",
        "Une partie est une ligne de JSON, comme l'écrivent cette table et la ligne de commande.",
    ),
    "choose_file": ("Choose a file", "Choisir un fichier"),
    "paste_record": ("or its text", "ou son texte"),
    "upload": ("Open", "Ouvrir"),
    "new_title": ("New game: {ruleset}", "Nouvelle partie : {ruleset}"),
    "your_seat": ("Your seat", "Votre place"),
    "seat_watch": ("none: watch agents play", "aucune : regarder"),
    "seat_number": ("player {number}", "joueur {number}"),
    "agent_of": ("Agent of player {number}", "Programme du joueur {number}"),
    "agent_unless": ("(unless you sit there)", "(si vous n'y êtes pas)"),
    "seed": ("Seed of the deals (empty: drawn)", "Graine des donnes (vide : tirée)"),
    "options": ("Options of the rules", "Options des règles"),
    "option": ("option", "option"),
    "value": ("value", "valeur"),
    "meaning": ("meaning", "sens"),
    "reference": ("rule", "règle"),
    "begin": ("Begin", "Commencer"),
    "rules_title": ("Rules: {ruleset}", "Règles : {ruleset}"),
    "by_number": ("The rules by number", "Les règles par numéro"),
    "rules_common": ("Common to all rule sets of Five Hundred", "Communes à tous les Five Hundred"),
    "rules_base": ("Those of {ruleset}", "Celles de {ruleset}"),
    "rules_own": ("What {ruleset} changes", "Ce que {ruleset} change"),
    "unclear": ("What was not clear in the sources", "Ce qui n'était pas clair dans les sources"),
    "number": ("number", "numéro"),
    "question": ("question", "question"),
    "played": ("played by default", "joué par défaut"),
    "other_reading": ("other reading", "autre lecture"),
    "sources": ("Sources", "Sources"),
    "named": ("{name}: {more}", "{name} : {more}"),
    "last_trick_to": ("last trick: to {name}", "dernière levée : {name}"),
    "score_sheet": ("Score sheet", "Feuille de marque"),
    "no_deal_over": ("No deal has ended yet.", "Aucune donne finie."),
    "move_list": ("Moves", "Coups"),
    "take_back": ("Take back", "Reprendre"),
    "give_up": ("Give up and see the cards", "Abandonner et voir les cartes"),
    "sure": ("Yes, give up", "Oui, abandonner"),
    "replay": ("Replay", "Revoir"),
    "replay_title": ("Replay: {ruleset}", "Revoir : {ruleset}"),
    "download": ("Download the record", "Télécharger la partie"),
    "ply": ("Move", "Coup"),
    "ply_of": ("of {most}", "sur {most}"),
    "go": ("Go", "Aller"),
    "first": ("First", "Début"),
    "previous": ("Back", "Précédent"),
    "next": ("Next", "Suivant"),
    "last": ("Last", "Fin"),
    "step": ("One move", "Un coup"),
    "to_the_end": ("To the end", "Jusqu'à la fin"),
    "run": ("Run", "Dérouler"),
    "pause": ("Pause", "Pause"),
    "speed": ("Seconds a move", "Secondes par coup"),
    "changed_options": ("changed: {options}", "modifié : {options}"),
    # analysis
    "analyse": ("Analyse", "Analyser"),
    "analysis": ("Analysis", "Analyse"),
    "analysis_lead": (
        "What agents think of this decision, from what its player can see.",
        "Ce que des programmes pensent de ce choix, avec ce que voit le joueur.",
    ),
    "first_agent": ("Agent", "Programme"),
    "second_agent": ("and", "et"),
    "none": ("none", "aucun"),
    "analysis_of": ("{name} to move", "prochain coup : {name}"),
    "move": ("move", "coup"),
    "probability": ("probability", "probabilité"),
    "worth": ("value", "valeur"),
    "visits": ("worlds", "mondes"),
    "exact": ("exact", "exact"),
    "network_value": (
        "{agent} gives the position {value}.",
        "{agent} estime la position à {value}.",
    ),
    "looked_ahead": (
        "For each move it played everybody on, in {worlds} worlds drawn from what the player can "
        "see, to that player's next decision: the mean of the network's values there, ± its "
        "standard error.",
        "Pour chaque coup, il a joué pour tous, dans {worlds} mondes tirés de ce que voit le "
        "joueur, jusqu'au prochain choix de celui-ci : moyenne des valeurs du réseau, ± erreur "
        "type.",
    ),
    "no_value_no value head": (
        "{agent} has no value head: its network gives probabilities alone.",
        "{agent} n'a pas de tête de valeur : son réseau ne donne que des probabilités.",
    ),
    "no_value_reward unknown": (
        "{agent} does not say on which reward its value was trained, so none is shown.",
        "{agent} ne dit pas sur quelle récompense sa valeur a été apprise : on n'en montre pas.",
    ),
    "no_value_no such layout": (
        "No layout of the cards agrees with what this player has seen, so {agent} gives no values.",
        "Aucune répartition des cartes ne s'accorde avec ce qu'a vu ce joueur : {agent} ne donne "
        "pas de valeurs.",
    ),
    "unit_of": ("Value of {agent}: {unit}.", "Valeur de {agent} : {unit}."),
    "exact_from": ("Exact: {source}, {unit}.", "Exact : {source}, {unit}."),
    "unit_share of the win": (
        "share of the win (1 a win, 0 a loss)",
        "part de victoire (1 gagné, 0 perdu)",
    ),
    "unit_points ahead": (
        "points ahead at the end of the deal",
        "points d'avance à la fin de la donne",
    ),
    "unit_points ahead in the rest of the deal": (
        "points more than the others from here to the end of the deal",
        "points de plus que les autres d'ici la fin de la donne",
    ),
    "unit_tricks of the declaring side": (
        "tricks of the declaring side",
        "levées du camp preneur",
    ),
    "source_last phase": (
        "the last phase, solved",
        "la dernière phase, résolue",
    ),
    "source_double dummy": (
        "nothing is hidden from this player any more",
        "plus rien n'est caché à ce joueur",
    ),
    # tournaments
    "tournaments": ("Tournaments", "Tournois"),
    "no_tournaments": (
        "None. Start the table with --tournament and the folder that 'cinqcents tournament' wrote.",
        "Aucun. Lancez la table avec --tournament et le dossier écrit par "
        "« cinqcents tournament ».",
    ),
    "tournament_of": ("{ruleset}: {games} games", "{ruleset} : {games} parties"),
    "rank": ("rank", "rang"),
    "agent": ("agent", "programme"),
    "rating": ("rating", "cote"),
    "interval": ("95 % interval", "intervalle à 95 %"),
    "heat_map": (
        "Win rate of the row against the column",
        "Taux de victoire de la ligne contre la colonne",
    ),
    # what cannot be done
    "error": ("That cannot be done", "Impossible"),
    "back_home": ("Back to the games", "Retour aux jeux"),
    "not_found": ("There is no such page or game.", "Cette page ou cette partie n'existe pas."),
    "not_allowed": (
        "This is not how this page is asked for.",
        "Cette page ne se demande pas ainsi.",
    ),
    "bad_request": ("This request cannot be read.", "Cette demande est illisible."),
    "no_form": ("This is not a form of these pages.", "Ce n'est pas un formulaire de ces pages."),
    "too_long": ("This is too long.", "C'est trop long."),
    "refused_rules": ("These rules cannot be.", "Ces règles ne sont pas possibles."),
    "refused_agent": ("This agent cannot play here.", "Ce programme ne peut pas jouer ici."),
    "refused_record": (
        "This is no game that can be replayed.",
        "Ce n'est pas une partie que l'on puisse revoir.",
    ),
    "refused_move": ("This move may not be made.", "Ce coup n'est pas permis."),
    "in_english": ("In English:", "En anglais :"),
    "moved_on": (
        "The game has moved on since this page was shown; here it is as it stands.",
        "La partie a avancé depuis ; la voici telle qu'elle est.",
    ),
    "no_take_back": (
        "The cards are open: nothing can be taken back.",
        "Les cartes sont ouvertes : rien ne se reprend.",
    ),
    "nothing_to_take_back": ("There is nothing to take back.", "Il n'y a rien à reprendre."),
    "cards_closed": (
        "A record shows all hands: finish the game, or give it up, first.",
        "Une partie enregistrée montre tous les jeux : finissez-la ou abandonnez-la d'abord.",
    ),
    "too_many_games": (
        "The folder holds {most} games; remove some first.",
        "Le dossier contient {most} parties ; retirez-en d'abord.",
    ),
    "cannot_write": (
        "The game cannot be written: {reason}.",
        "La partie ne peut être écrite : {reason}.",
    ),
    "no_such_seat": ("There is no such seat.", "Cette place n'existe pas."),
    "bad_seed": (
        "A seed is a whole number from 0 to 2**63 - 1.",
        "Une graine est un entier de 0 à 2**63 - 1.",
    ),
    "no_answer": (
        "The table does not answer. Is it still running?",
        "La table ne répond pas. Tourne-t-elle encore ?",
    ),
    "waiting": ("The agents are thinking …", "Les programmes réfléchissent …"),
    # rule sets
    "about_classic": (
        "32 cards, eight each, to 500 (Boussac 1896)",
        "32 cartes, huit chacun, en 500 (Boussac 1896)",
    ),
    "about_foster": ("a card serves in one meld only", "une carte ne sert qu'à une annonce"),
    "about_lyonnais": ("to 1000; melds on any own turn", "en 1000 ; annonces à chaque tour"),
    "about_bordelais": ("six cards, to 100", "six cartes, en 100"),
    "about_binage": ("the Dutch form: first to 500", "la forme hollandaise : le premier à 500"),
    "about_mini": ("eight cards, one deal", "huit cartes, une donne"),
    "about_us3": ("three, each for himself", "à trois, chacun pour soi"),
    "about_ru3": ("three, the Russian form", "à trois, forme russe"),
    "about_ru2": ("two, with a dead hand", "à deux, avec un mort"),
    "about_us2": ("two, 24 cards", "à deux, 24 cartes"),
    "about_ru4": ("four in pairs, the Russian form", "à quatre par paires, forme russe"),
    "about_au4": ("four in pairs, the Australian form", "à quatre par paires, forme australienne"),
    "about_au5": ("five, with a called partner", "à cinq, partenaire appelé"),
    "about_au6": ("six in two sides of three", "à six, deux camps de trois"),
}

SENTENCES = TABLE | PAGES
