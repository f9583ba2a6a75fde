"""The doors: PettingZoo, Gymnasium (single and vector), Stable-Baselines3."""
