"""Search over beliefs: worlds sampled from what a seat knows, and moves tried in them.

``pimc:N`` plays every move on in the same N worlds; ``ismcts:N`` grows one tree of
moves over N simulations, each in a world of its own. Both see a view and nothing else.
"""
