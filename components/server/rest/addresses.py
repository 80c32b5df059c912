"""The same studies without a page: REST on the same server, under /api/v1. Bodies are JSON, and hostile until read.

POST   /api/v1/budget              a scenario -> what its study costs; starts nothing
POST   /api/v1/preview             a scenario -> means and intervals of a small version of its study; ?metric=
POST   /api/v1/break               a scenario -> a few jobs on which ?policy= is worst against ?against=; ?metric=
POST   /api/v1/break-all           the same of every two of its policies, each way; ?metric=
POST   /api/v1/saturation          a scenario -> the search for the load at which its policies saturate is started
POST   /api/v1/studies             a scenario -> its study is started, or joined if somebody has started it
GET    /api/v1/studies/ID          how far it is
DELETE /api/v1/studies/ID          cancels it for whoever started or joined it; what is computed stays
GET    /api/v1/studies/ID/result   what it has found; ?of=summaries, cells or all, ?format=json, csv or parquet
GET    /api/v1/studies/ID/scenario its scenario
GET    /api/v1/studies/ID/why      why two of its policies differ; ?first=, ?second=, ?metric= and ?point= (a number)
                                   with ?against=ID, why a policy does otherwise in another study
GET    /api/v1/studies/ID/worst    of a search for where a policy is worst, what was found; ratios on fresh seeds
GET    /api/v1/examples            names and titles of the examples; /NAME is a scenario
GET    /api/v1/schema              the JSON Schema of a scenario

Beside it are the rest of a study (`of_study`), logs, rules, and the document that tells of all of them (`openapi`).
"""

from flask import Flask

from components.server.rest import broken, examples, saturation, studies, why
from components.server.rest.blueprint import api

PARTS = (studies, broken, saturation, why, examples)
"""Modules that have addresses beside those that are registered by themselves."""


def register(server: Flask) -> None:
    """Add all addresses."""
    server.register_blueprint(api)
