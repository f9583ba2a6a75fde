"""``python -m cinqcents_env``: the command line."""

import sys

from cinqcents_env.cli import main

if __name__ == "__main__":
    sys.exit(main())
