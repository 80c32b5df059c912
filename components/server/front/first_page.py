"""The HTML of every page. What Dash needs is fetched side by side and run in order; what nobody uses is left out."""

import re
from typing import Any

from dash import Dash
from flask import request

from components.pages.compare.first_answer import first_answer as first_of_compare
from components.pages.questions import COME, questions
from components.pages.studio.first_answer import first_answer
from components.server.front.early import ASKED_FIRST, SCHEME_FIRST
from components.server.front.files import own_script, own_styles, plotly_script, start_script
from components.server.front.generators import POLYFILL
from components.server.front.head import plain_head

TABLES = "/dash_table/"
"""In the addresses of Dash's scripts for tables that no page has."""

QUESTIONS = "/questions"
COMPARE = "/compare"

GRAPH = "/_dash-component-suites/dash/dcc/async-graph.js"
"""What Dash draws a picture with. It would ask for that when the page has been built, and the picture would wait."""

SCRIPT = re.compile(r'<script src="([^"]+)"></script>')

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>{metas}<title>{title}</title><script>{scheme}</script>
<script>{asked}</script>
<link rel="stylesheet" href="{styles}">
<link rel="preload" as="fetch" href="/_dash-layout" crossorigin>
<link rel="preload" as="fetch" href="/_dash-dependencies" crossorigin>
{graph}{scripts}{favicon}</head>
<body>{first}{app_entry}{config}{inline}</body>
</html>"""


class FrontPage(Dash):
    """Dash with an index of our own; `links` are those of the head, (title, path), `unused` is in addresses of scripts
    that are left out."""

    unused: tuple[str, ...] = (TABLES, POLYFILL)
    links: tuple[tuple[str, str], ...] = ()

    def _first(self) -> str:
        """What can be read before Dash has come, below the head of the page; "" where there is no such thing."""
        if request.path == "/":
            first = first_answer(request.args.to_dict())
        elif request.path == COMPARE:
            first = first_of_compare(request.args.to_dict())
        elif request.path == QUESTIONS:
            first = f'<div id="{COME}" class="questions-page">{questions()}</div>'
        else:
            return ""
        return f'<div id="first-picture">{plain_head(self.links, request.path)}{first}</div>' if first else ""

    def interpolate_index(self, **parts: Any) -> str:  # type: ignore[override]  # it is called with names
        """The page around what Dash wants in it; on the Studio's with a first picture."""
        wanted = [
            source for source in SCRIPT.findall(parts["scripts"]) if not any(one in source for one in self.unused)
        ]
        ours = own_script().address
        # Ours between React and Dash, as Dash would place them. Plotly takes long to be read: that is done when Dash
        # has been started, and waits for what stands on the page.
        after = next(n for n, source in enumerate(wanted) if "dash_renderer" in source)
        tags = [
            *(f'<script defer src="{source}"></script>' for source in (*wanted[:after], ours, *wanted[after:])),
            f'<script id="_dash-renderer" defer src="{start_script().address}"></script>',
            f'<script id="plotly" defer src="{plotly_script().address}"></script>',
        ]
        return PAGE.format(
            metas=parts["metas"],
            title=parts["title"],
            scheme=SCHEME_FIRST,
            asked=ASKED_FIRST,
            styles=own_styles().address,
            graph=f'<link rel="preload" as="script" href="{GRAPH}">' if request.path == "/" else "",
            scripts="".join(tags),
            favicon=parts["favicon"],
            first=self._first(),
            app_entry=parts["app_entry"],
            config=parts["config"],
            inline=SCRIPT.sub("", parts["scripts"]).strip(),
        )
