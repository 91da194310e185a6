"""A server on this machine that speaks as much of S3 as DuckDB needs to list and read files, and plain HTTP."""

from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, unquote, urlsplit

KEY = "an-id-of-a-key"


@contextmanager
def serving(objects: dict[str, bytes]) -> Iterator[tuple[str, list[str]]]:
    """Serves objects by their path, bucket/key; under http/ to anyone, and all else to who has the key.

    Gives:
        The host with its port, and the requests so far.
    """
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_HEAD(self) -> None:
            self.answer(body=False)

        def do_GET(self) -> None:
            self.answer(body=True)

        def answer(self, *, body: bool) -> None:
            asked.append(f"{self.command} {self.path}")
            url = urlsplit(self.path)
            path, query = unquote(url.path).lstrip("/"), parse_qs(url.query)
            if not path.startswith("http/") and KEY not in self.headers.get("Authorization", ""):
                self.reply(403, b"<Error><Code>AccessDenied</Code></Error>", body)
            elif "list-type" in query:
                self.reply(200, listing(path.strip("/"), query.get("prefix", [""])[0], objects), body)
            elif path in objects:
                self.send_object(objects[path], body)
            else:
                self.reply(404, b"<Error><Code>NoSuchKey</Code></Error>", body)

        def send_object(self, content: bytes, body: bool) -> None:
            first, _, last = self.headers.get("Range", "").removeprefix("bytes=").partition("-")
            if not first:
                self.reply(200, content, body)
                return
            end = min(int(last or len(content)), len(content) - 1)
            of = {"Content-Range": f"bytes {first}-{end}/{len(content)}"}
            self.reply(206, content[int(first) : end + 1], body, of)

        def reply(self, status: int, content: bytes, body: bool, headers: dict[str, str] | None = None) -> None:
            self.send_response(status)
            common = {"Content-Length": str(len(content)), "Accept-Ranges": "bytes", "ETag": '"1"'}
            for name, value in {**common, "Last-Modified": "Sun, 22 Nov 2026 00:00:00 GMT", **(headers or {})}.items():
                self.send_header(name, value)
            self.end_headers()
            if body:
                self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        server.server_close()


def listing(bucket: str, prefix: str, objects: dict[str, bytes]) -> bytes:
    """The page of a bucket that lists the keys with a prefix."""
    keys = [path.removeprefix(f"{bucket}/") for path in sorted(objects) if fnmatch(path, f"{bucket}/*")]
    entries = "".join(
        f'<Contents><Key>{key}</Key><LastModified>2026-11-22T00:00:00.000Z</LastModified><ETag>"1"</ETag>'
        f"<Size>{len(objects[f'{bucket}/{key}'])}</Size></Contents>"
        for key in keys
        if key.startswith(prefix)
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><Name>{bucket}</Name><Prefix>{prefix}</Prefix>'
        f"<KeyCount>{len(keys)}</KeyCount><IsTruncated>false</IsTruncated>{entries}</ListBucketResult>"
    ).encode()
