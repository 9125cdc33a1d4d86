"""uvicorn as the console needs it, to run inside the daemon's own event loop."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI


class Server(uvicorn.Server):
    """`await serve()` runs it; set `should_exit` to stop it. Signals stay with the daemon."""

    def __init__(self, app: FastAPI, host: str = "127.0.0.1", port: int = 0) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                host=host,
                port=port,
                log_config=None,
                access_log=False,
                server_header=False,
                ws_max_size=4096,  # pages say nothing on the socket
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=2,
                lifespan="off",
            )
        )

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield

    @property
    def bound_port(self) -> int:
        """The port that was really taken; only once `started`."""
        return int(self.servers[0].sockets[0].getsockname()[1])
