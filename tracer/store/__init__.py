"""The run folder: Parquet parts, the journal, manifests, and DuckDB views over them.

A part together with its manifest is the truth about what has been done, so the manifest is
written last.
"""
