"""Third-party MCP clients: `python with_mcp.py SCENARIO CLIENT TRANSPORT VERSION`, with FINGERTIP_MCP set."""
import asyncio
import sys

import with_mcp_people as people
import with_mcp_walk as walk
from with_mcp_rig import Model

SCENARIOS = [walk.walk, walk.begins, walk.comes_back, people.gate, people.elicitation, people.apart, people.takeover,
             people.leaving, people.secrets, people.files]

scenario, *how = sys.argv[1:]
asyncio.run({known.__name__: known for known in SCENARIOS}[scenario](tuple(how), Model()))
print(f"{scenario}: ok")
