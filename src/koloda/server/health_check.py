"""Ask the server on this machine whether it is alive, as a container does: `python -m koloda.server.health_check`.

It finds the server by the variables that the server itself was started with.
"""

import os
import ssl
import sys
from collections.abc import Mapping
from urllib.request import HTTPSHandler, ProxyHandler, build_opener

PATIENCE = 8
"""Seconds to wait for the answer."""


def address(settings: Mapping[str, str]) -> str:
    scheme = "https" if settings.get("KOLODA_CERTIFICATE") else "http"
    return f"{scheme}://localhost:{settings.get('KOLODA_PORT') or 8080}/health"


def main() -> int:
    """Exit status 0 if the server answers, else 1 and the reason."""
    trusting = ssl.create_default_context()
    trusting.check_hostname = False  # the certificate is for the name by which others know the server
    trusting.verify_mode = ssl.CERT_NONE
    try:
        build_opener(ProxyHandler({}), HTTPSHandler(context=trusting)).open(address(os.environ), timeout=PATIENCE)
    except OSError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
