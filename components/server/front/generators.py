"""What scripts of Dash call where they wait for something, without what else comes with it for old browsers.

Dash loads "@babel/polyfill", 100 KB of what browsers have had since 2018. To read it holds up the page for longer than
plotly.js does, and some of it takes the place of what browsers do faster.
"""

from pathlib import Path

import dash

POLYFILL = "/deps/polyfill@"
"""In the address of the script that is left out."""

BEFORE, AFTER = b"[function(t,n,r){var e=", b'("object"==typeof n?n.exports:{});try{regeneratorRuntime=e}'


def generators() -> bytes:
    """A script that defines `regeneratorRuntime`, as it stands in the polyfill of Dash.

    Raises ValueError if it is another polyfill than the one that this was written for.
    """
    (path,) = Path(dash.__file__).parent.glob("deps/polyfill@*.min.js")
    above, found, _ = path.read_bytes().partition(AFTER)
    _, begin, function = above.rpartition(BEFORE)
    if not found or not begin:
        raise ValueError(f"{path.name} does not define regeneratorRuntime as it did: see what of it Dash needs")
    return b"window.regeneratorRuntime=" + function + b"({});"
