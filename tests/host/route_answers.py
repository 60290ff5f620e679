"""The answers of an application's routes, without a server."""

import asyncio
import json

from tests.page_server import TOKEN

JSON = "application/json"
HOST = "127.0.0.1:8121"


def asking(app):
    """Return a function `ask(method, address, body)` that returns the status of the answer, its
    kind of content, and its body. token: None for none; other headers by their names, with `_`
    for `-`."""

    def ask(method, address, body=None, token=TOKEN, **headers):
        route, _, query = address.partition("?")
        sent = {"host": HOST, "content-type": JSON, "x-pegboard-token": token}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        scope = {
            "type": "http", "method": method, "path": route, "raw_path": route.encode(),
            "query_string": query.encode(), "http_version": "1.1", "scheme": "http",
            "headers": [(k.encode(), v.encode()) for k, v in sent.items() if v is not None],
            "client": ("127.0.0.1", 5), "server": ("127.0.0.1", 8121), "root_path": "",
        }  # fmt: skip
        data = (
            body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        )
        told = []

        async def receive():
            return {"type": "http.request", "body": data, "more_body": False}

        async def send(message):
            told.append(message)

        asyncio.run(app(scope, receive, send))
        kind = dict(told[0]["headers"]).get(b"content-type", b"").decode().partition(";")[0]
        whole = b"".join(one.get("body", b"") for one in told[1:])
        return told[0]["status"], kind, json.loads(whole) if kind == JSON else whole.decode()

    return ask
