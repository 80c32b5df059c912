"""A visit before the first visitor's: what the server makes once and keeps would hold up whoever came first."""

import gc
import re

from flask import Flask
from flask.testing import FlaskClient

from components.server.front.kept_pages import ASKED_OF_DASH, STUDIO, question_of_page

NAMED = re.compile(r'(?:src|href)="(/_[^"]+)"')
"""Files and addresses that the page loads."""

AS_BROWSERS_ASK = {"Accept-Encoding": "gzip, deflate, br, zstd"}


def visit(server: Flask) -> None:
    """Open the Studio once; RuntimeError if there is no page."""
    stay(server, open_page(server))


def open_page(server: Flask) -> str:
    """Give the HTML of the Studio. Dash is asked for its layout before, since several first requests at once can break
    it.

    Raises RuntimeError if there is no page.
    """
    browser = server.test_client()
    _open(browser, "/_dash-layout")
    return _open(browser, STUDIO)


def stay(server: Flask, page: str) -> None:
    """Load all that *page*, the HTML of the Studio, makes a browser load."""
    browser = server.test_client()
    question = question_of_page(STUDIO, "")
    browser.post(ASKED_OF_DASH, data=question, content_type="application/json", headers=AS_BROWSERS_ASK)
    for address in NAMED.findall(page):
        browser.get(address, headers=AS_BROWSERS_ASK)
    # What is there now stays: it need not be gone through again whenever Python looks for what nobody holds.
    gc.collect()
    gc.freeze()


def _open(browser: FlaskClient, address: str) -> str:
    answer = browser.get(address)
    if answer.status_code != 200:
        raise RuntimeError("the first page cannot be built; the reason is above")
    return answer.text
