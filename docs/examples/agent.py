"""An agent that uses a phone through MCP; a few rules stand where another has a model.

    pip install mcp==2.3.0
    python agent.py 'Settings: Network & internet, Airplane mode on'
    python agent.py 'Clock: Timer, 5, 00, Start'
"""
import asyncio
import os
import re
import shlex
import sys

from mcp import Client, StdioServerParameters

LINE = re.compile(r"^(\d+)(?: \[([^]]*)\])? (.*)$", re.M)  # number [kind state] words


def choose(wish, screen):
    """The element that a wish is about, as the screen shows it: what can be used before what is only read."""
    fits = [line for line in LINE.findall(screen) if line[2].lower().startswith(wish.lower())]
    return min(fits, key=lambda line: ("switch" not in line[1], "text" in line[1], len(line[2])), default=None)


async def work(goal):
    app, wishes = goal.split(":", 1)
    command, *arguments = shlex.split(os.environ.get("FINGERTIP_MCP_COMMAND", "fingertip mcp --as example"))
    async with Client(StdioServerParameters(command=command, args=arguments)) as client:
        async def use(tool, **arguments):
            result = await client.call_tool(tool, arguments)
            if result.is_error:
                sys.exit(f"{tool}: {result.content[0].text}")
            return result.content[0].text

        screen = await use("phone_app", open=app)
        for wish, text, state in re.findall(r'\s*([^,"]+?)\s*(?:"(.*?)"|\b(on|off))?\s*(?:,|$)', wishes):
            while not choose(wish, screen) and (up := choose("Navigate up", screen)):
                screen = await use("phone_act", action={"type": "tap", "element": int(up[0])})
            if not choose(wish, screen):
                screen = await use("phone_find", text=wish)
            number, marks, _ = choose(wish, screen) or sys.exit(f"nothing on the screen says {wish}:\n{screen}")
            if state and state in marks.split():
                continue
            action = {"type": "type", "text": text} if text else {"type": "tap"}
            screen = await use("phone_act", action={**action, "element": int(number)}, reason=goal)
        print(screen)


if __name__ == "__main__":
    asyncio.run(work(sys.argv[1]))
