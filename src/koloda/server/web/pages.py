"""The built pages: read once, compressed once, and sent with cache headers."""

import gzip
import hashlib
import re
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
PACKED = {".br", ".gz"}
FOREVER = "public, max-age=31536000, immutable"
ASK = "no-cache"
"""Browsers cache it, but ask the server first whether it has changed."""


class NoPages(Exception):
    """The pages have not been built."""


@dataclass(frozen=True)
class File:
    type: str
    keep: str
    tag: str
    plain: bytes
    gzip: bytes | None
    brotli: bytes | None

    @classmethod
    def read(cls, file: Path, path: str, base: str) -> "File":
        plain = file.read_bytes()
        made = {suffix: _read(file.with_name(file.name + suffix)) for suffix in PACKED}
        if base and file.suffix == ".html":
            plain = _below(base, plain)
            made = dict.fromkeys(PACKED)
        packed = made[".gz"] or gzip.compress(plain, 9, mtime=0)
        return cls(
            type=TYPES.get(file.suffix, "application/octet-stream"),
            keep=FOREVER if path.startswith("/assets/") else ASK,
            tag=f'"{hashlib.sha256(plain).hexdigest()[:20]}"',
            plain=plain,
            gzip=packed if len(packed) < len(plain) else None,
            brotli=made[".br"],
        )

    def answer(self, request: Request, status: int = 200) -> Response:
        headers = {"cache-control": self.keep, "etag": self.tag, "vary": "accept-encoding"}
        asked = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
        if self.tag in asked and status == 200:
            return Response(status_code=304, headers=headers)
        body = self.plain
        understood = {part.partition(";")[0].strip() for part in request.headers.get("accept-encoding", "").split(",")}
        for name, packed in (("br", self.brotli), ("gzip", self.gzip)):
            if name in understood and packed is not None:
                headers["content-encoding"] = name
                body = packed
                break
        return Response(body, status, {**headers, "content-type": self.type})


def _below(base: str, page: bytes) -> bytes:
    """Put a path before the addresses that begin at the root."""
    return re.sub(rb' (src|href)="/', rb' \1="' + base.encode() + b"/", page)


def _read(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None


class Pages:
    """Every file of the build by its path. Other paths are not served, so none leads out of the folder."""

    def __init__(self, folder: Path | None = None, base: str = "") -> None:
        """`base` is the path under which the server is: "" or "/koloda"."""
        folder = folder if folder is not None else Path(str(files("koloda").joinpath("server", "static")))
        found = sorted(file for file in folder.rglob("*") if file.is_file() and file.suffix not in PACKED)
        self._files = {}
        for file in found:
            path = f"/{file.relative_to(folder).as_posix()}"
            self._files[path] = File.read(file, path, base)
        if "/index.html" not in self._files:
            raise NoPages(str(folder))

    def page(self, request: Request, status: int = 200) -> Response:
        """The single page of the application; its script looks at the address, and says so if nothing is there."""
        return self._files["/index.html"].answer(request, status)

    def file(self, request: Request) -> Response | None:
        found = self._files.get(request.url.path)
        return None if found is None else found.answer(request)
