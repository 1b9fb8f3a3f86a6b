#!/usr/bin/env python3
"""PicoClaw's example of a hook in Python, corrected for the real wire: a modify carries every field that it received,
lines are short UTF-8 (PicoClaw stops reading after one of 1 MiB), arguments are checked, only calls are answered."""

from __future__ import annotations

import json
import sys
from typing import Any

MODIFIES = "--modify" in sys.argv


def get_weather(arguments: dict[str, Any]) -> dict[str, Any]:
    city = arguments.get("city")
    if not isinstance(city, str):
        return tool_result("Invalid arguments for get_weather: city: expected a string", is_error=True)
    return tool_result(f"{city}: sunny, 15 °C", is_error=False)


def tool_result(text: str, *, is_error: bool) -> dict[str, Any]:
    return {"for_llm": text, "silent": False, "is_error": is_error}


def before_llm(params: dict[str, Any]) -> dict[str, Any]:
    if not MODIFIES:
        return {"action": "continue"}
    return {"action": "modify", "request": {**params, "model": "other"}}


def before_tool(params: dict[str, Any]) -> dict[str, Any]:
    if params.get("tool") != "get_weather":
        return {"action": "continue"}
    return {"action": "respond", "result": get_weather(params.get("arguments") or {})}


METHODS = {
    "hook.hello": lambda params: {"ok": True, "name": "weather-plugin"},
    "hook.before_llm": before_llm,
    "hook.after_llm": lambda params: {"action": "continue"},
    "hook.before_tool": before_tool,
    "hook.after_tool": lambda params: {"action": "continue"},
    "hook.approve_tool": lambda params: {"approved": True},
}


def answer(message_id: Any, **outcome: Any) -> None:
    message = {"jsonrpc": "2.0", "id": message_id, **outcome}
    sys.stdout.buffer.write(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
    sys.stdout.buffer.flush()


def main() -> None:
    for line in sys.stdin.buffer:
        try:
            message = json.loads(line)
        except ValueError:
            continue
        if not isinstance(message, dict) or message.get("id") is None:
            continue
        method = METHODS.get(message.get("method"))
        if method is None:
            answer(message["id"], error={"code": -32601, "message": "method not found"})
            continue
        try:
            answer(message["id"], result=method(message.get("params") or {}))
        except Exception as error:
            print(error, file=sys.stderr)
            answer(message["id"], error={"code": -32000, "message": "the hook failed"})


if __name__ == "__main__":
    main()
