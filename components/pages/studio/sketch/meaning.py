"""What a part of the form means, in a few words and as a tiny picture, so that a closed disclosure still informs."""

from typing import Any

from dash import ALL, html

from components.controls.thumbnail import create_thumbnail
from components.pages.studio.face import face_of
from components.pages.studio.sketch.part_words import Part

MEANINGS = {"type": "studio-meaning", "path": ALL, "part": ALL}
PICTURES = {"type": "studio-thumbnail", "path": ALL}


def meaning_id(path: str, part: str) -> dict[str, str]:
    """Id of the words of *part* of what is at *path*."""
    return {"type": "studio-meaning", "path": path, "part": part}


def thumbnail_id(path: str) -> dict[str, str]:
    """Id of the tiny picture of the union at *path*."""
    return {"type": "studio-thumbnail", "path": path}


def create_disclosure(tree: dict[str, Any], path: str, part: str, children: list[Any]) -> html.Details:
    """A part of the form that is put away behind its title and its present value, and comes when it is opened."""
    return _disclosure(tree, path, part, children, {"data-part": f"{path} {part}"})  # by which open ones are known


def create_exact(tree: dict[str, Any], path: str, part: str, children: list[Any]) -> html.Details:
    """The exact fields of what is drawn or said elsewhere: in sight when somebody chooses it there, or opens them.

    They are always there, since pictures read them and write into them.
    """
    return _disclosure(tree, path, part, children, {"data-exact": path or part})


def _disclosure(tree: dict[str, Any], path: str, part: str, children: list[Any], named: dict[str, Any]) -> html.Details:
    pictured = f"{path}.{part}" if part in face_of(tree).thumbnails else ""
    summary = [
        html.Span(f"{_part(tree, part).title}: ", className="summary-title"),
        html.Span(meaning(tree, path, part), id=meaning_id(path, part)),
        create_picture(tree, pictured) if pictured else None,
    ]
    inside = [html.Summary(summary), html.Div(children, className="stack")]
    return html.Details(inside, className="part", **named)


def create_picture(tree: dict[str, Any], path: str) -> html.Span:
    """The tiny picture of the union at *path*."""
    return create_thumbnail(picture_style(tree, path), id=thumbnail_id(path))


def meaning(tree: dict[str, Any], path: str, part: str) -> Any:
    """The present value of *part* in words; in bold if it is not the usual one."""
    words = _part(tree, part).words(tree, path)
    return html.B(words) if is_unusual(tree, path, part) else words


def is_unusual(tree: dict[str, Any], path: str, part: str) -> bool:
    """Whether any field of *part* differs from the model's default."""
    return bool(_part(tree, part).changed(tree, path))


def picture_style(tree: dict[str, Any], path: str) -> dict[str, str]:
    """The style of the tiny picture of the union at *path*."""
    return face_of(tree).thumbnails[_name(path)](tree, path)


def _part(tree: dict[str, Any], part: str) -> Part:
    return face_of(tree).parts[part]


def _name(path: str) -> str:
    """The last step of *path* that is a name: "job_types" for an entry of that list."""
    return [step for step in path.split(".") if not step.isdigit()][-1]
