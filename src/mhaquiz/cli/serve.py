"""`mhaquiz serve`: the app in a browser on this machine alone, behind a token. Needs the extra `serve`.

The server listens on loopback. A request must carry the token of the printed address once, the cookie it was
given afterwards, and the right host and origin, so that no other page and no other user can drive the app.
"""

from __future__ import annotations

import argparse
import sys
from secrets import compare_digest, token_urlsafe
from socket import create_server, socket
from typing import TYPE_CHECKING, Any

from mhaquiz.cli.context import CommandError
from mhaquiz.cli.options import whole

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

HOST = "127.0.0.1"
COOKIE = "mhaquiz"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port", type=whole(1024, 65535), default=8765, metavar="N", help="port on loopback (default 8765)"
    )


def run(options: argparse.Namespace) -> int:
    try:
        import textual_serve.server  # noqa: F401
    except ImportError:
        raise CommandError("serve needs an extra: pip install 'mhaquiz[serve]'") from None
    token = token_urlsafe(24)
    with listening(options.port) as listener:
        sys.stdout.write(f"http://{HOST}:{options.port}/?token={token}\n")
        sys.stdout.write("Open this address in a browser. Ctrl+C ends the server and its screens.\n")
        sys.stdout.flush()
        serve(listener, token)
    return 0


def listening(port: int) -> socket:
    """Taken before the address is printed: one that another program answers at is of no use."""
    try:
        return create_server((HOST, port))
    except OSError as error:
        why = error.strerror or str(error)
        raise CommandError(f"port {port}: {why}; choose another with --port") from None


def serve(listener: socket, token: str) -> None:
    """Serve until interrupted; every open screen ends with the server."""
    from aiohttp import web  # type: ignore[import-not-found, unused-ignore]

    from mhaquiz.cli.serve_screens import SECONDS_TO_END

    # textual-serve's own `serve` asks for no token and waits a minute for open screens.
    web.run_app(
        app(listener.getsockname()[1], token),
        sock=listener,
        print=None,
        access_log=None,
        shutdown_timeout=SECONDS_TO_END,
    )


async def app(port: int, token: str) -> Any:
    """The web application: a process of mhaquiz for each open page."""
    from mhaquiz.cli.serve_screens import Screens

    made = await Screens(HOST, port).application()
    made.middlewares.append(guard(port, token))
    return made


def guard(port: int, token: str) -> Any:
    """Middleware that lets in only who has the token, from a page of this very server."""
    from aiohttp import web  # type: ignore[import-not-found, unused-ignore]

    hosts = {f"{HOST}:{port}", f"localhost:{port}"}

    @web.middleware  # type: ignore[untyped-decorator, unused-ignore]
    async def check(request: Any, handler: Callable[[Any], Awaitable[Any]]) -> Any:
        origin = request.headers.get("Origin")
        if request.host not in hosts or (origin is not None and origin.removeprefix("http://") not in hosts):
            raise web.HTTPForbidden(text="This server answers only to pages of its own.")
        if same(request.query.get("token", ""), token):
            welcome = web.HTTPFound("/", headers={"Referrer-Policy": "no-referrer"})
            welcome.set_cookie(COOKIE, token, httponly=True, samesite="Strict")
            raise welcome  # the token leaves the address line
        if not same(request.cookies.get(COOKIE, ""), token):
            raise web.HTTPForbidden(text="Open the address that mhaquiz serve has printed.")
        return await handler(request)

    return check


def same(given: str, token: str) -> bool:
    """Compared in constant time. What a browser sends may be no text at all: its bytes are compared."""
    return compare_digest(given.encode(errors="surrogatepass"), token.encode())
