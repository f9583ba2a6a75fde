"""The table in the browser: a local server of pages, over :mod:`cinqcents_env.game` and agents.

A game is kept on disk as a record after every move; pages are made of a
:class:`~cinqcents_env.engine.view.View` of the player's seat, never of the state. Needs the
extra ``web``.
"""
