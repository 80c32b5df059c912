"""Scripts that a browser compiles while they come, beside the page, and not when each function is first called.

Otherwise they are looked through when they come, and compiled piece by piece while the page stands still: half of all
that an opening computes in tasks of more than 50 ms. Source: https://v8.dev/blog/explicit-compile-hints (Chrome from
136 on; to other browsers it is a comment).
"""

import re

from flask import Flask, Response, request

HINT = b"//# allFunctionsCalledOnLoad\n"
"""Counts in the first line of a script alone."""

OF_DASH = re.compile(
    r"/_dash-component-suites/\S+/(react-dom|dash_mantine_components|dash_renderer|dash_core_components)[@.]\S*\.js"
)
"""Of the scripts that every page loads those of which much is called at the opening."""


def compiled_ahead(script: bytes) -> bytes:
    """The same *script*, to be compiled ahead."""
    return HINT + script


def register(server: Flask) -> None:
    """Let those scripts of Dash be compiled ahead; after Dash has asked *server* for compression."""

    @server.after_request
    def _hint(answer: Response) -> Response:
        if answer.status_code == 200 and OF_DASH.fullmatch(request.path):
            answer.set_data(compiled_ahead(answer.get_data()))
        return answer
