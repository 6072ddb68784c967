"""Parquet files, partitioned folders of them, and Arrow tables in memory."""
