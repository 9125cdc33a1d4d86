"""The console as one ASGI app: API, live view and the built pages. Imported only when a console is wanted."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException

from tablectl.console import live, people_routes, table_routes
from tablectl.console.errors import ConsoleError, LastAdmin, NameTaken, NoSuchUser, NotRecorded, StoreUnusable, UsersError
from tablectl.console.gate import Gate
from tablectl.console.state import Console

STATIC: Final = Path(__file__).parent / "static"
NOT_BUILT: Final = "The pages of the console are not built. Run `npm ci && npm run build` in tablectl/console/web.\n"
STATUS: Final = {NotRecorded: 503, StoreUnusable: 503, NoSuchUser: 404, NameTaken: 409, LastAdmin: 409, UsersError: 422}
FOR_EVER: Final = "public, max-age=31536000, immutable"  # a built file's name holds its hash


def create_app(console: Console, static: Path = STATIC) -> FastAPI:
    """`static` is the folder of the built pages."""
    app = FastAPI(title="tablectl", openapi_url=None, docs_url=None, redoc_url=None)
    app.state.console = console
    app.add_middleware(Gate)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(RequestValidationError, _misread)
    app.add_exception_handler(ConsoleError, _not_done)
    app.include_router(people_routes.router)
    app.include_router(table_routes.router)
    app.include_router(live.router)

    @app.get("/healthz")
    async def health() -> Response:
        return PlainTextResponse("ready\n") if console.ready() else PlainTextResponse("not ready\n", 503)

    @app.get("/assets/{name}")
    async def asset(name: str) -> Response:
        file = static / "assets" / name
        if Path(name).name != name or not file.is_file():
            raise HTTPException(404)
        return FileResponse(file, headers={"Cache-Control": FOR_EVER})

    @app.get("/")
    @app.get("/users")
    @app.get("/devices")
    @app.get("/incidents")
    @app.get("/recovery")
    @app.get("/t/{table_id}")
    @app.get("/t/{table_id}/dealer")
    @app.get("/t/{table_id}/packs")
    async def page() -> Response:
        return index(200)

    @app.get("/{where:path}")
    async def no_page(where: str) -> Response:
        """The page itself says in words that there is none."""
        if where == "api" or where.startswith(("api/", "assets/")):
            raise HTTPException(404, "there is no such address")
        return index(404)

    def index(status: int) -> Response:
        file = static / "index.html"
        return FileResponse(file, status, headers={"Cache-Control": "no-cache"}) if file.is_file() else PlainTextResponse(NOT_BUILT, 503)

    return app


async def _refused(_: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    detail: object = error.detail
    body = detail if isinstance(detail, dict) else {"error": str(detail)}
    return JSONResponse(body, error.status_code, headers=error.headers)


async def _not_done(_: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, next((status for kind, status in STATUS.items() if isinstance(error, kind)), 500))


async def _misread(_: Request, error: Exception) -> Response:
    if not isinstance(error, RequestValidationError):
        raise error
    words = "; ".join(f"{'.'.join(str(part) for part in problem['loc'])}: {problem['msg']}" for problem in error.errors())
    return JSONResponse({"error": words}, 422)
