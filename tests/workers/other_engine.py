"""The workers' application of another version of the engine; for workers only."""

import engine

engine.ENGINE_VERSION = "0.0.1"  # before anybody has looked

from workers.celery_app import app  # noqa: E402

__all__ = ["app"]
