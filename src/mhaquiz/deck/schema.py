"""The JSON Schema of deck files (draft-07), made from the same table of keys that the validator reads."""

from __future__ import annotations

import json
from typing import Any

from mhaquiz.deck.cards import Kind
from mhaquiz.deck.file_shape import FILE, SHARED
from mhaquiz.deck.keys import CARDS, COMMON, KINDS
from mhaquiz.deck.records import Key

ADDRESS = "http://json-schema.org/draft-07/schema#"


def deck_schema() -> dict[str, Any]:
    """The schema of a deck file. Kinds are told apart by `if kind … then`."""
    found = FILE.schema()
    found["properties"]["cards"]["items"] = {"$ref": "#/definitions/card"}
    return {
        "$schema": ADDRESS,
        "title": "A deck of mhaquiz",
        **found,
        "definitions": {
            "card": _card(),
            "common": {key.name: _described(key) for key in COMMON},
            **{kind.value: _kind(kind) for kind in Kind},
        },
    }


def _described(key: Key) -> dict[str, Any]:
    return {**key.shape.schema(), "description": key.summary}


def _kind(kind: Kind) -> dict[str, Any]:
    """The keys of one kind; those that all kinds share are written once and referred to."""
    found = CARDS[kind].schema()
    found["properties"] = {key.name: {"$ref": f"#/definitions/common/{key.name}"} for key in COMMON}
    found["properties"] |= {key.name: _described(key) for key in KINDS[kind]}
    return found


def _card() -> dict[str, Any]:
    branches = [
        {
            "if": {"properties": {"kind": {"const": kind.value}}, "required": ["kind"]},
            "then": {"$ref": f"#/definitions/{kind.value}"},
        }
        for kind in Kind
    ]
    return {
        "type": "object",
        "required": ["id", "kind"],
        "properties": {"kind": {"enum": [kind.value for kind in Kind]}},
        "allOf": branches,
    }


def shared_schema() -> dict[str, Any]:
    """The schema of a file of shared misconceptions."""
    return {"$schema": ADDRESS, "title": "Shared misconceptions of mhaquiz", **SHARED.schema()}


def schema_text(schema: dict[str, Any]) -> str:
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"
