"""What programs ask the server: whether it is well (/healthz), and how much it does (/metrics, for Prometheus)."""

import os
from collections.abc import Iterator
from functools import cache
from typing import Any

from flask import Flask, Response, jsonify
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from engine import ENGINE_VERSION
from workers.broker.store import Store
from workers.overview import Overview, look
from workers.room import FULL


@cache
def _store() -> Store:
    """Not a patient one: whoever asks how things are wants an answer at once."""
    return Store(os.environ["REDIS_URL"], patient=False)


def overview() -> Overview:
    """How broker, workers and studies stand."""
    return look(_store())


def health(seen: Overview) -> tuple[dict[str, Any], int]:
    """What /healthz says, and its status: 503 as long as a study could not be computed."""
    said: dict[str, Any] = {"web": True, "broker": seen.broker, "workers": len(seen.useful), "engine": ENGINE_VERSION}
    if seen.compiling:
        said["compiling"] = max(map(len, seen.compiling.values()))
    if seen.refusal:
        said["refusal"] = FULL
    if seen.broker:
        said["memory"] = {"bytes": seen.memory.used, "most": seen.memory.most, "promised": seen.promised}
        said["evicted_keys"] = seen.memory.evicted
        said["kept"] = {name: one._asdict() for name, one in seen.held.items()}
    return said, 200 if seen.broker and seen.useful and not seen.refusal else 503


class _Figures:
    """Collects when it is asked, so that any number of web processes tell the same."""

    def collect(self) -> Iterator[Metric]:
        seen = overview()
        yield GaugeMetricFamily("corral_broker_up", "Whether the broker answers.", float(seen.broker))
        yield GaugeMetricFamily("corral_workers", "Workers that are alive and have this engine.", len(seen.useful))
        yield GaugeMetricFamily(
            "corral_workers_of_another_engine",
            "Workers that compute nothing for these pages.",
            len(seen.workers) - len(seen.useful),
        )
        yield GaugeMetricFamily(
            "corral_tasks_in_hand", "Tasks that workers have taken.", sum(one.tasks for one in seen.useful.values())
        )
        yield GaugeMetricFamily("corral_studies_running", "Studies that are running.", len(seen.running))
        waiting = GaugeMetricFamily("corral_queue_depth", "Messages that wait for a worker.", labels=["kind"])
        for kind, depth in seen.waiting.items():
            waiting.add_metric([kind], depth)
        yield waiting
        cells = CounterMetricFamily(
            "corral_cells", "Cells of studies; the rate is cells per second, reused ones are hits.", labels=["kind"]
        )
        for kind, count in seen.counts.items():
            cells.add_metric([kind], count)
        yield cells
        yield from _of_memory(seen)


def _of_memory(seen: Overview) -> Iterator[Metric]:
    """How full the broker is, and with what."""
    used, most, evicted = seen.memory
    yield GaugeMetricFamily("corral_broker_memory_bytes", "Bytes that the broker uses.", used)
    yield GaugeMetricFamily("corral_broker_memory_most_bytes", "Bytes that it may use; 0 without a bound.", most)
    yield CounterMetricFamily("corral_broker_evicted_keys", "Stored cells and answers that it has evicted.", evicted)
    yield GaugeMetricFamily("corral_promised_bytes", "Bytes of links, classes and studies.", seen.promised)
    families: tuple[GaugeMetricFamily | CounterMetricFamily, ...] = (
        GaugeMetricFamily("corral_kept", "Things that are kept.", labels=["kind"]),
        GaugeMetricFamily("corral_kept_bytes", "Bytes of things that are kept.", labels=["kind"]),
        GaugeMetricFamily("corral_kept_most_bytes", "Bytes that all of a kind may take.", labels=["kind"]),
        CounterMetricFamily("corral_given_way", "Things that have made room for newer ones.", labels=["kind"]),
    )
    for name, held in seen.held.items():
        for family, value in zip(families, held, strict=True):
            family.add_metric([name], value)
    yield from families


def register(server: Flask) -> None:
    """Add both addresses."""
    registry = CollectorRegistry()
    registry.register(_Figures())

    @server.get("/healthz")
    def _healthz() -> tuple[Response, int]:
        said, status = health(overview())
        return jsonify(said), status

    @server.get("/healthz/web")
    def _healthz_web() -> Response:
        """This process alone; what its container is judged by."""
        return jsonify({"web": True, "engine": ENGINE_VERSION})

    @server.get("/metrics")
    def _metrics() -> Response:
        return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
