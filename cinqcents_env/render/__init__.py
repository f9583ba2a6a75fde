"""Pictures of a view (never of the state)."""
