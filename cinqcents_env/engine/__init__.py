"""The compiled engines: one sub-package per family, and the loops over many games."""
