"""The page /api/v1/docs: the OpenAPI document as HTML, without a script and without a file from anywhere."""

from html import escape
from typing import Any

Tree = dict[str, Any]

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}"
    "code,pre{font-size:.9em}summary{cursor:pointer;padding:.4rem 0}table{border-collapse:collapse;margin:.5rem 0}"
    "td,th{text-align:left;vertical-align:top;padding:.1rem 1rem .1rem 0}section{margin-left:1.5rem}"
)


def page(document: Tree) -> str:
    """All addresses, each with what it takes and answers; then the schemas."""
    info = document["info"]
    operations = [
        _operation(path, method, told)
        for path, methods in sorted(document["paths"].items())
        for method, told in methods.items()
    ]
    schemas = [_schema(name, schema) for name, schema in sorted(document["components"]["schemas"].items())]
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(info["title"])}: API</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body><main>'
        f"<h1>{escape(info['title'])}: API</h1><p>{escape(info['description'])} Engine {escape(info['version'])}. "
        f'For programs: <a href="openapi.json">OpenAPI document</a>.</p><h2>Addresses</h2>{"".join(operations)}'
        f"<h2>Schemas</h2>{''.join(schemas)}</main></body></html>"
    )


def _operation(path: str, method: str, told: Tree) -> str:
    rows = [
        f"<tr><th><code>{escape(one['name'])}</code></th><td>{_type(one['schema'])}</td>"
        f"<td>{escape(one.get('description', ''))}</td></tr>"
        for one in told.get("parameters", ())
    ]
    takes = [f"<p>Takes {_contents(told['requestBody']['content'])}</p>"] if "requestBody" in told else []
    answers = [
        f"<tr><th>{status}</th><td>{escape(one['description'])}</td><td>{_contents(one.get('content', {}))}</td></tr>"
        for status, one in told["responses"].items()
    ]
    return (
        f"<details><summary><code><b>{method.upper()}</b> {escape(path)}</code> {escape(told['summary'])}</summary>"
        f"<section><p>{escape(told.get('description', ''))}</p><table>{''.join(rows)}</table>{''.join(takes)}"
        f"<table>{''.join(answers)}</table></section></details>"
    )


def _contents(content: Tree) -> str:
    return "; ".join(f"<code>{escape(kind)}</code> {_type(one.get('schema', {}))}" for kind, one in content.items())


def _schema(name: str, schema: Tree) -> str:
    needed = schema.get("required", ())
    rows = [
        f"<tr><th><code>{escape(field)}</code>{' *' if field in needed else ''}</th><td>{_type(one)}</td>"
        f"<td>{escape(one.get('description', ''))}</td></tr>"
        for field, one in schema.get("properties", {}).items()
    ]
    words = escape(schema.get("description", "")) or _type(schema)
    return (
        f'<details id="{escape(name)}"><summary><code>{escape(name)}</code></summary><section><p>{words}</p>'
        f"<table>{''.join(rows)}</table></section></details>"
    )


def _type(schema: Tree) -> str:
    """What a value may be, in few words, with links to the schemas."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rsplit("/", 1)[-1])
        return f'<a href="#{name}">{name}</a>'
    for together in ("anyOf", "oneOf"):
        if together in schema:
            return " or ".join(_type(one) for one in schema[together])
    if "enum" in schema or "const" in schema:
        return " or ".join(f"<code>{escape(str(one))}</code>" for one in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {})) or 'anything'}"
    ends = [f"{name} {schema[key]}" for key, name in (("minimum", "from"), ("maximum", "to")) if key in schema]
    return escape(" ".join([str(schema.get("type", "")), *ends]).strip())
