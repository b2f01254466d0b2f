"""The API description (OpenAPI) as a page that people can read without scripts."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup, escape

__all__ = ["Api", "Field", "Group", "Model", "Operation", "described", "prose"]

METHODS = ("get", "post", "patch", "put", "delete")


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter, or a field of a model."""

    name: str
    type: Markup
    needed: bool
    text: Markup


@dataclass(frozen=True, slots=True)
class Model:
    """A kind of JSON object."""

    name: str
    text: Markup
    fields: list[Field]


@dataclass(frozen=True, slots=True)
class Operation:
    """A method at a path."""

    method: str
    path: str
    summary: str
    text: Markup
    parameters: list[Field]
    body: Markup
    example: str  # of a body, as JSON
    answers: list[tuple[str, Markup, str]]  # status, type, description

    @property
    def anchor(self) -> str:
        """Its place on the page."""
        return re.sub(r"\W+", "-", f"{self.method}{self.path}").strip("-").lower()


@dataclass(slots=True)
class Group:
    """The operations about one thing."""

    name: str
    operations: list[Operation] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Api:
    """All of it."""

    groups: list[Group]
    models: list[Model]


def described(schema: dict[str, Any]) -> Api:
    """What the page shows of an OpenAPI *schema*."""
    groups: dict[str, Group] = {}
    for path, item in schema["paths"].items():
        for method in METHODS:
            if method in item:
                name = (item[method].get("tags") or ["other"])[0]
                group = groups.setdefault(name, Group(name))
                group.operations.append(_operation(method, path, item[method]))
    models = [
        Model(name, prose(model.get("description", "")), _fields(model))
        for name, model in sorted(schema.get("components", {}).get("schemas", {}).items())
    ]
    return Api(list(groups.values()), models)


def prose(text: str) -> Markup:
    """Paragraphs of *text*, with what stands between backticks as code."""
    paragraphs = [" ".join(part.split()) for part in text.strip().split("\n\n")]
    return Markup("").join(
        Markup("<p>{}</p>").format(_inline(paragraph)) for paragraph in paragraphs if paragraph
    )


def _inline(text: str) -> Markup:
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))


def _operation(method: str, path: str, about: dict[str, Any]) -> Operation:
    return Operation(
        method.upper(),
        path,
        about.get("summary", ""),
        prose(about.get("description", "")),
        [_parameter(parameter) for parameter in about.get("parameters", [])],
        _content(about.get("requestBody", {})),
        _example(about.get("requestBody", {})),
        [
            (status, _content(answer), answer.get("description", ""))
            for status, answer in sorted(about["responses"].items())
        ],
    )


def _parameter(about: dict[str, Any]) -> Field:
    schema = about.get("schema", {})
    text = about.get("description") or schema.get("description", "")
    return Field(about["name"], _type(schema), about.get("required", False), _inline(text))


def _content(about: dict[str, Any]) -> Markup:
    """The types of a body, with links to models."""
    found = []
    for media, content in about.get("content", {}).items():
        schema = _type(content.get("schema", {}))
        plain = media == "application/json"
        found.append(schema if plain else Markup("<code>{}</code>").format(media))
    return Markup(", ").join(found)


def _example(about: dict[str, Any]) -> str:
    for content in about.get("content", {}).values():
        for example in content.get("schema", {}).get("examples", ()):
            return json.dumps(example)
    return ""


def _fields(model: dict[str, Any]) -> list[Field]:
    needed = set(model.get("required", ()))
    return [
        Field(name, _type(schema), name in needed, _inline(_field_text(schema)))
        for name, schema in model.get("properties", {}).items()
    ]


def _field_text(schema: dict[str, Any]) -> str:
    """The description of a field, and its value when none is given."""
    text: str = schema.get("description", "")
    if schema.get("default") is not None:
        text = f"{text} Default: `{json.dumps(schema['default'])}`.".strip()
    return text


def _type(schema: dict[str, Any]) -> Markup:
    """A schema in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return Markup('<a href="#model-{0}">{0}</a>').format(name)
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return Markup(" or ").join(_type(part) for part in schema[key])
    if "const" in schema:
        return Markup("<code>{}</code>").format(json.dumps(schema["const"]))
    if "enum" in schema:
        values = (Markup("<code>{}</code>").format(json.dumps(value)) for value in schema["enum"])
        return Markup(" or ").join(values)
    if schema.get("type") == "array":
        items = schema.get("items") or {"type": "anything"}
        return Markup("list of ") + _type(items)
    return escape(_range(schema))


def _range(schema: dict[str, Any]) -> str:
    """A simple type with its limits."""
    name = schema.get("format") or schema.get("type") or "anything"
    low, high = schema.get("minimum"), schema.get("maximum", schema.get("exclusiveMaximum"))
    if low is not None and high is not None:
        last = high if "maximum" in schema else high - 1
        return f"{name}, {low} to {last}"
    if "maxLength" in schema:
        return f"{name}, {schema.get('minLength', 0)} to {schema['maxLength']} characters"
    return str(name)
