"""Compiles the tests as pytest does, with their asserts rewritten: once, instead of in each of the test processes.

`make test` runs it beside other things. What it does not compile, pytest does.
"""

import os
from pathlib import Path

from _pytest.assertion.rewrite import PYC_TAIL, _read_pyc, _rewrite_test, _write_pyc_fp, get_cache_dir
from _pytest.config import _prepareconfig

TESTS = Path(__file__).parent


def main() -> None:
    config = _prepareconfig(["--disable-plugin-autoload", "-c", os.devnull])
    for source in (*TESTS.rglob("test_*.py"), *TESTS.rglob("conftest.py")):
        compiled = get_cache_dir(source) / f"{source.stem}{PYC_TAIL}"
        if _read_pyc(source, compiled) is None:
            digest, code = _rewrite_test(source, config)
            compiled.parent.mkdir(exist_ok=True)
            part = compiled.with_suffix(f".{os.getpid()}")
            with part.open("wb") as file:
                _write_pyc_fp(file, digest, code)
            part.replace(compiled)


if __name__ == "__main__":
    main()
