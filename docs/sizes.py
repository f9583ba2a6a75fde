"""How large the package is: its files to install, and an environment that holds it.

    python docs/sizes.py     build, install into an empty environment, note on docs/versions.md

Sizes are those of files, in megabytes (2**20 bytes). ``tests/packaging`` fails where what is
built is no longer about as large as noted.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

DOCS = Path(__file__).parent
ROOT = DOCS.parent
DATA = DOCS / "data" / "sizes.json"
MEGABYTE = 1 << 20


def megabytes(*paths: Path) -> float:
    """Files, and all files of folders, together."""
    files = (file for path in paths for file in ([path] if path.is_file() else path.rglob("*")))
    return sum(file.stat().st_size for file in files if file.is_file()) / MEGABYTE


def build(folder: Path) -> tuple[Path, Path]:
    """Build wheel and sdist into a folder."""
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, sdist


def install(wheel: Path, folder: Path) -> Path:
    """Install a wheel with what it depends on into an empty environment; its packages' folder."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    words = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    constraints = ROOT / "constraints.txt"
    subprocess.run([python, *words, "-c", constraints, wheel], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    return packages


def main() -> int:
    """Measure and note. Exit status 0."""
    with tempfile.TemporaryDirectory() as name:
        wheel, sdist = build(Path(name))
        packages = install(wheel, Path(name) / "environment")
        pip = megabytes(*packages.glob("pip*"), *packages.glob("setuptools*"))
        own = megabytes(*packages.glob("cinqcents_env*"))
        sizes = {
            "wheel": megabytes(wheel),
            "sdist": megabytes(sdist),
            "package, installed": own,
            "what it depends on, installed": megabytes(packages) - own - pip,
        }
    rounded = {name: round(size, 1) for name, size in sizes.items()}
    DATA.write_text(json.dumps(rounded, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(rounded))
    return subprocess.run([sys.executable, DOCS / "versions.py"], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
