"""The documentation under /docs: the site that `make docs` builds, read when somebody asks for it."""

import asyncio
from importlib.resources import files
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from koloda.core.text import LANGUAGES, texts
from koloda.server.web.pages import File

INDEX = "index.html"


def built_documentation() -> Path | None:
    """The site in the package, or in the clone that the package belongs to; None if it was not built."""
    package = Path(str(files("koloda")))
    clone = package.parents[1]
    places = [
        package / "server" / "docs",
        *([clone / "build" / "docs"] if (clone / "pyproject.toml").is_file() else []),
    ]
    return next((folder for folder in places if (folder / INDEX).is_file()), None)


class Documentation:
    """Every file of the site by its path. Other paths are not served, so none leads out of the folder."""

    def __init__(self, folder: Path | None) -> None:
        """`folder` is the built site; without it, /docs says where the documentation is."""
        found = [] if folder is None else [file for file in folder.rglob("*") if file.is_file()]
        self._paths = {file.relative_to(folder).as_posix(): file for file in found} if folder is not None else {}
        self._files: dict[str, File] = {}

    @property
    def built(self) -> bool:
        return INDEX in self._paths

    async def answer(self, request: Request) -> Response:
        if not self.built:
            told = [texts(language)["http.no_documentation"] for language in LANGUAGES]
            return PlainTextResponse("\n\n".join(told) + "\n", 404, {"cache-control": "no-store"})
        path = request.path_params.get("path")
        if path is None:  # the links of the page count from its folder
            return Response(status_code=307, headers={"location": "docs/"})
        path = path or INDEX
        if path not in self._paths:
            raise HTTPException(404)
        if path not in self._files:
            self._files[path] = await asyncio.to_thread(File.read, self._paths[path], path, "")
        return self._files[path].answer(request)
