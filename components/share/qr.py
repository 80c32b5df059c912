"""The QR code of an address, as a picture that a page can hold and a browser can save."""

import segno

QUIET = 4
"""Modules of white around the code, as ISO/IEC 18004 asks for."""

LONGEST_CODE = 1_200
"""Characters above which nobody can scan the code from a projector any more."""


def draw_qr(text: str) -> str:
    """The code of *text* as SVG in a data: address; black on white whatever the page looks like."""
    code = segno.make_qr(text, error="m")
    found: str = code.svg_data_uri(scale=8, border=QUIET, light="white", dark="black", title="QR code")
    return found
