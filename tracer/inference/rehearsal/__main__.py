"""The rehearsal as a process of its own: `python -m tracer.inference.rehearsal --port 8000`."""

import argparse
import asyncio
import sys

from tracer.inference.rehearsal.serve import make_server


async def serve(port: int, latency_s: float) -> None:
    """Serve until the process is ended; print the base address first."""
    async with make_server(latency_s, port) as server:
        sys.stdout.write(f"{server.base_url}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


def main() -> None:
    """Read the flags and serve."""
    parser = argparse.ArgumentParser(prog="python -m tracer.inference.rehearsal")
    parser.add_argument("--port", type=int, default=0, help="port on the loopback; 0: a free one")
    parser.add_argument("--latency", type=float, default=0.0, help="seconds each answer takes")
    flags = parser.parse_args()
    try:
        asyncio.run(serve(flags.port, flags.latency))
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
