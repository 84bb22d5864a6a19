"""The stages of the pipeline, one Prefect task each, from sample to publish.

A stage gets its collaborators handed in, works on one shard, writes its part and its rejects,
and returns a manifest. Stages never import each other; only `flows` knows their order.
"""
