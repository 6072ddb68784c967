"""Parquet files, and Arrow tables in memory."""
