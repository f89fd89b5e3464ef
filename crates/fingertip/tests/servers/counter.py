"""An MCP server that counts its calls in a file: `hit` answers, `hang` counts and never answers.

Speaks MCP by hand, so that it needs nothing but Python: counter.py FILE
"""

import json
import sys


def answer(id, result):
    print(json.dumps({"jsonrpc": "2.0", "id": id, "result": result}), flush=True)


def tool(name):
    schema = {"type": "object", "properties": {"word": {"type": "string"}}}
    return {"name": name, "description": "Counts how often it is called", "inputSchema": schema}


for line in sys.stdin:
    message = json.loads(line)
    id, method = message.get("id"), message.get("method")
    if method == "initialize":
        about = {"name": "counter", "version": "1"}
        answer(id, {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": about})
    elif method == "tools/list":
        answer(id, {"tools": [tool("hit"), tool("hang")]})
    elif method == "tools/call":
        with open(sys.argv[1], "a") as file:
            file.write(message["params"]["name"] + "\n")
        if message["params"]["name"] == "hit":
            words = message["params"]["arguments"].get("word", "nothing")
            answer(id, {"content": [{"type": "text", "text": f"counted {words}"}]})
    elif id is not None and method is not None:
        print(json.dumps({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "unknown"}}), flush=True)
