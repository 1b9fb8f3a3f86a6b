"""A hook whose answers have a shape of its own: the host reads {"decision": "deny"} as no decision."""
import json
import sys

for line in sys.stdin:
    try:
        call = json.loads(line)
    except ValueError:
        continue
    if isinstance(call, dict) and "id" in call and "method" in call:
        result = {"ok": True} if call["method"] == "hook.hello" else {"decision": "deny", "approved": True}
        print(json.dumps({"jsonrpc": "2.0", "id": call["id"], "result": result}), flush=True)
