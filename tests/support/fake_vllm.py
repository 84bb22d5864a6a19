"""A program that stands in for vLLM's server: it takes its command line and answers its addresses.

Flags of its own: --fake-delay S (until it listens), --fake-die-after S (from when it was first
found healthy), --fake-no-start, --fake-stubborn (neither it nor its child listens to SIGTERM),
--fake-sick (health says 503 once it was well).
"""

import http.server
import json
import os
import signal
import subprocess
import sys
import threading
import time

CHILD = """
import signal, time
if {stubborn}:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
time.sleep(600)
"""


def read(flag: str, default: str = "") -> str:
    return sys.argv[sys.argv.index(flag) + 1] if flag in sys.argv else default


class Handler(http.server.BaseHTTPRequestHandler):
    n_healthy = 0

    def do_GET(self) -> None:
        if self.path == "/health":
            sick = "--fake-sick" in sys.argv and Handler.n_healthy > 0
            Handler.n_healthy += 1
            if "--fake-die-after" in sys.argv and Handler.n_healthy == 1:
                threading.Thread(target=die, args=(float(read("--fake-die-after")),)).start()
            self.answer({}, 503 if sick else 200)
        elif self.path == "/v1/models":
            self.answer({"data": [{"id": "fake", "max_model_len": 4096}]})
        else:
            self.answer({"argv": sys.argv[1:], "environ": dict(os.environ)})

    def answer(self, body: object, status: int = 200) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def die(after_s: float) -> None:
    time.sleep(after_s)
    os._exit(3)


def main() -> None:
    stubborn = "--fake-stubborn" in sys.argv
    if "--fake-no-start" in sys.argv:
        sys.exit("the model does not fit")
    if stubborn:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    subprocess.Popen([sys.executable, "-c", CHILD.format(stubborn=stubborn)])
    time.sleep(float(read("--fake-delay", "0")))
    http.server.ThreadingHTTPServer(("127.0.0.1", int(read("--port"))), Handler).serve_forever()


if __name__ == "__main__":
    main()
