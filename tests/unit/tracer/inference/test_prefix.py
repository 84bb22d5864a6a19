import asyncio

import pytest

from tests.support.raw_server import find_free_port, serve_bytes, write_http
from tracer.inference.prefix import PrefixCounts, parse_metrics, read_prefix_counts

METRICS = """# HELP vllm:prefix_cache_queries_total Prefix cache queries, in terms of tokens.
# TYPE vllm:prefix_cache_queries_total counter
vllm:prefix_cache_queries_total{engine="0",model_name="a b"} 1200.0
vllm:prefix_cache_queries_total{engine="1",model_name="a b"} 1.5e+03
vllm:prefix_cache_queries_created{engine="0",model_name="a b"} 1.7e+09
vllm:prefix_cache_hits_total{engine="0",model_name="a b"} 900.0
vllm:prefix_cache_hits_total{engine="1",model_name="a b"} 0.0
vllm:external_prefix_cache_hits_total{engine="0",model_name="a b"} 7.0
"""


def test_engines_are_added_up_and_other_samples_left_out() -> None:
    assert parse_metrics(METRICS) == PrefixCounts(queries=2700, hits=900)


@pytest.mark.parametrize("text", ["", "<html>", "vllm:prefix_cache_hits_total 9.0", "x 1\n" * 9])
def test_metrics_without_the_counts_are_none(text: str) -> None:
    assert parse_metrics(text) is None


@pytest.mark.parametrize("value", ["NaN", "+Inf", "1e999", "--"])
def test_senseless_sample_breaks_nothing(value: str) -> None:
    text = f"vllm:prefix_cache_queries_total {value}\nvllm:prefix_cache_hits_total 2"
    assert parse_metrics(text) in {None, PrefixCounts(0, 2)}


async def test_counts_are_read_at_the_root_of_the_server() -> None:
    asked = list[str]()

    def reply(request: str) -> bytes:
        asked.append(request)
        return write_http(METRICS)

    async with serve_bytes(reply) as base_url:
        counts = await asyncio.to_thread(read_prefix_counts, base_url)
    assert (counts, asked) == (PrefixCounts(2700, 900), ["GET /metrics"])


async def test_server_without_metrics_gives_none() -> None:
    async with serve_bytes(lambda _request: write_http("gone", 404)) as base_url:
        assert await asyncio.to_thread(read_prefix_counts, base_url) is None


async def test_no_server_gives_none() -> None:
    port = await find_free_port()
    url = f"http://127.0.0.1:{port}/v1"
    assert await asyncio.to_thread(read_prefix_counts, url) is None
