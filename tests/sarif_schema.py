"""What the SARIF 2.1.0 schema says of the properties that we write, in our own words and strict about all others."""

from __future__ import annotations

from typing import Any

LEVEL = {"enum": ["none", "note", "warning", "error"]}
TEXT = {
    "type": "object",
    "required": ["text"],
    "properties": {"text": {"type": "string"}},
    "additionalProperties": False,
}
COUNT = {"type": "integer", "minimum": 1}


def strict(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def array(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


ARTIFACT = strict(
    {"uri": {"type": "string", "format": "uri-reference"}, "uriBaseId": {"type": "string"}, "description": TEXT}
)
REGION = strict(
    {
        "startLine": COUNT, "startColumn": COUNT, "endLine": COUNT, "endColumn": COUNT,
        "charOffset": {"type": "integer", "minimum": -1}, "charLength": {"type": "integer", "minimum": 0},
    }
)  # fmt: skip
LOCATION = strict({"physicalLocation": strict({"artifactLocation": ARTIFACT, "region": REGION})})
RULE = strict(
    {
        "id": {"type": "string"},
        "name": {"type": "string"},
        "shortDescription": TEXT,
        "fullDescription": TEXT,
        "help": TEXT,
        "defaultConfiguration": strict({"level": LEVEL}),
        "properties": {"type": "object", "properties": {"tags": array({"type": "string"})}},
    },
    "id",
)
RESULT = strict(
    {
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": -1},
        "level": LEVEL,
        "message": TEXT,
        "locations": array(LOCATION),
        "rank": {"type": "number", "minimum": -1, "maximum": 100},
        "partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
    },
    "message",
)
INVOCATION = strict(
    {
        "executionSuccessful": {"type": "boolean"},
        "toolExecutionNotifications": array(
            strict({"level": LEVEL, "message": TEXT, "locations": array(LOCATION)}, "message")
        ),
    },
    "executionSuccessful",
)
DRIVER = strict({"name": {"type": "string"}, "version": {"type": "string"}, "rules": array(RULE)}, "name")
RUN = strict(
    {
        "tool": strict({"driver": DRIVER}, "driver"),
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "originalUriBaseIds": {"type": "object", "additionalProperties": ARTIFACT},
        "invocations": array(INVOCATION),
        "results": array(RESULT),
    },
    "tool",
)
SCHEMA = strict(
    {"$schema": {"type": "string", "format": "uri"}, "version": {"const": "2.1.0"}, "runs": array(RUN)},
    "version",
    "runs",
)
