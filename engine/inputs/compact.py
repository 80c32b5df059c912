"""What a scenario without its defaults still has to say: of which kind each part is."""

from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel


def name_kinds(model: BaseModel, tree: dict[str, Any]) -> None:
    """Put back into the *tree* of a *model* the kinds of its parts that are what they usually are.

    A part that is there is not what is usual in its place; what kind it is may be all that there is to say of it.
    """
    for name in type(model).model_fields:
        value = getattr(model, name)
        here = tree.get(name)
        if isinstance(value, BaseModel) and isinstance(here, dict):
            _name_kind(value, here)
            name_kinds(value, here)
        elif isinstance(value, tuple) and isinstance(here, list):
            for one, there in zip(value, here, strict=False):
                if isinstance(one, BaseModel) and isinstance(there, dict):
                    name_kinds(one, there)


def _name_kind(part: BaseModel, tree: dict[str, Any]) -> None:
    for name, field in type(part).model_fields.items():
        if get_origin(field.annotation) is Literal and len(get_args(field.annotation)) == 1:
            tree.setdefault(name, getattr(part, name))
