"""What the page makes of a correction while it is put together, without a browser: `drafting.mjs` tells its parts."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tablectl.console.app import STATIC

from .browser import missing

WEB = STATIC.parent / "web"


@pytest.mark.browser
def test_a_correction_is_put_together(tmp_path: Path) -> None:
    path = os.pathsep.join((os.environ["PATH"], str(Path(sys.executable).parent)))
    node, compiler = shutil.which("node", path=path), WEB / "node_modules" / "typescript" / "bin" / "tsc"
    if node is None or not compiler.is_file():
        missing("the pages were not built here: run make")
    assert node is not None
    options = (
        "--ignoreConfig",
        "--outDir",
        str(tmp_path),
        "--module",
        "esnext",
        "--moduleResolution",
        "bundler",
        "--target",
        "es2022",
        "--skipLibCheck",
    )
    (tmp_path / "package.json").write_text('{"type": "module"}')
    done = subprocess.run([node, compiler, *options, WEB / "src" / "draft.ts"], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout
    told = subprocess.run(
        [node, Path(__file__).with_name("drafting.mjs"), tmp_path / "draft.js"], capture_output=True, text=True, timeout=60, check=False
    )
    assert told.returncode == 0, told.stderr
