"""vLLM's own load tool, given requests of ours: its client, its clock and its figures.

Run as a file by the interpreter of vLLM's environment, so it imports nothing of this project:
`python load_tool.py REQUESTS FLAGS`, with a JSON list of request bodies and what
`vllm bench serve` takes.
"""

import importlib
import json
import sys
from pathlib import Path
from typing import Any

NOT_OVERRIDDEN = ("model", "messages", "max_tokens")


def main() -> None:
    """Send the requests as the tool sends its own samples."""
    serve = importlib.import_module("vllm.benchmarks.serve")
    parsing = importlib.import_module("vllm.utils.argparse_utils")
    bodies = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    samples = [make_sample(serve.SampleRequest, body) for body in bodies]
    vars(serve)["get_samples"] = lambda *_: samples
    parser = parsing.FlexibleArgumentParser()
    serve.add_cli_args(parser)
    serve.main(parser.parse_args(sys.argv[2:]))


def make_sample(kind: Any, body: dict[str, Any]) -> Any:
    """Return a request body as one of the tool's samples."""
    return kind(
        prompt="",
        # The tool takes the true one from the server's usage.
        prompt_len=0,
        expected_output_len=body["max_tokens"],
        chat_messages=body["messages"],
        request_overrides={key: body[key] for key in body.keys() - set(NOT_OVERRIDDEN)},
    )


if __name__ == "__main__":
    main()
