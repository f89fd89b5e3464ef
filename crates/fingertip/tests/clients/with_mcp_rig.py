"""Shared by the MCP scripts: an agent with a third-party client, the person next to it, and a model that plays a
scenario. All addresses come from the environment, as JSON in FINGERTIP_MCP."""
import asyncio
import contextlib
import json
import os
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import fastmcp
import httpx2
import mcp
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from websockets.sync.client import connect as open_socket

PLACE = json.loads(os.environ["FINGERTIP_MCP"])
OLDER, NEWEST = "2025-11-25", "2026-07-28"
# A machine under load is slow; a call that never returns is still a failure.
PATIENCE = 120


class Person:
    """The owner, over the HTTP API and the page's socket."""

    def ask(self, method, path, body=None, token=PLACE["owner"], headers=()):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", **dict(headers)}
        request = urllib.request.Request(PLACE["url"] + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as refused:
            text = refused.read()
            return refused.code, json.loads(text) if text[:1] in b"{[" else text.decode()

    def get(self, path):
        status, body = self.ask("GET", path)
        assert status == 200, (path, status, body)
        return body

    def post(self, path, body=None):
        status, answer = self.ask("POST", path, {} if body is None else body)
        assert status < 300, (path, status, answer)
        return answer

    async def until(self, look, what):
        """Polls `look` until it returns something."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = await asyncio.to_thread(look)
            if found:
                return found
            await asyncio.sleep(0.05)
        raise AssertionError(f"it never came: {what}")

    async def question(self, task=None, call=None):
        """Returns the waiting question, of any task or of this one. Fails at once if `call` ends without asking."""
        def look():
            ended = call is not None and call.done()
            listed = self.get("/api/questions")["questions"]
            found = [one for one in listed if task is None or one["task"] == task]
            assert found or not ended, f"nothing was asked: {call.result()}"
            return found
        return (await self.until(look, "a question"))[0]

    def answer(self, question, **reply):
        self.post(f"/api/questions/{question['id']}/answer", reply)

    def credential(self, name):
        self.ask("DELETE", f"/api/agents/{name}")
        return self.post("/api/agents", {"name": name})["token"]

    def holder(self):
        phones = self.get("/api/devices")["devices"]
        return next(phone for phone in phones if phone["id"] == PLACE["device"]).get("holder")

    async def freed(self):
        await self.until(lambda: self.holder() is None, "a free phone")

    def goes_home(self):
        """Takes the phone, shows its home screen and hands it back."""
        self.post(f"/api/devices/{PLACE['device']}/take")
        self.post(f"/api/devices/{PLACE['device']}/input", {"type": "keyevent", "keycode": "KEYCODE_HOME"})
        self.post(f"/api/devices/{PLACE['device']}/release")

    def sees(self):
        """The text on the phone's screen."""
        return json.dumps(self.get(f"/api/devices/{PLACE['device']}/tree"))

    def says(self, message):
        """On the desktop's page."""
        address = PLACE["url"].replace("http", "ws", 1) + "/ws?client=person"
        with open_socket(address, additional_headers={"Authorization": f"Bearer {PLACE['owner']}"}) as page:
            page.send(json.dumps({"n": 1, **message}))
            while (heard := json.loads(page.recv(PATIENCE)))["type"] not in ("RESULT", "ERROR"):
                pass
            assert heard["type"] == "RESULT", heard


PERSON = Person()


class Outcome:
    """The result of a call, with either client."""

    def __init__(self, result):
        self.failed = result.is_error
        self.data = result.structured_content
        self.text = "\n".join(part.text for part in result.content if part.type == "text")
        self.pictures = [part.data for part in result.content if part.type == "image"]

    def __repr__(self):
        return f"{'failed: ' if self.failed else ''}{self.text}"


class Agent:
    """An agent with the SDK's client or FastMCP's, which only this class tells apart."""

    def __init__(self, client):
        self.client = client

    async def call(self, tool, _progress=None, **arguments):
        async def told(progress, total=None, message=None):
            if _progress is not None:
                _progress.append(message)
        if isinstance(self.client, fastmcp.Client):
            made = self.client.call_tool_mcp(tool, arguments, progress_handler=told)
        else:
            made = self.client.call_tool(tool, arguments, progress_callback=told)
        return Outcome(await asyncio.wait_for(made, PATIENCE))

    async def done(self, tool, _progress=None, **arguments):
        """Calls a tool that must succeed."""
        outcome = await self.call(tool, _progress, **arguments)
        assert not outcome.failed, (tool, arguments, outcome)
        return outcome

    async def refused(self, part, tool, **arguments):
        """Calls a tool that must fail for this reason."""
        outcome = await self.call(tool, **arguments)
        assert outcome.failed and part in outcome.text, (tool, arguments, outcome)
        return outcome

    async def tools(self):
        listed = await self.client.list_tools()
        return listed if isinstance(listed, list) else listed.tools

    async def resources(self):
        listed = await self.client.list_resources()
        return [str(one.uri) for one in (listed if isinstance(listed, list) else listed.resources)]

    async def read(self, uri):
        read = await self.client.read_resource(uri)
        return (read if isinstance(read, list) else read.contents)[0]

    async def prompts(self):
        listed = await self.client.list_prompts()
        return [one.name for one in (listed if isinstance(listed, list) else listed.prompts)]


@contextlib.asynccontextmanager
async def agent(how, name, token=None, elicits=None):
    """An agent of this name, connected as `how` says: client, transport, version. It announces its end: by ending its
    session, its process or, in the version that has neither, with an explicit call."""
    token = token or PERSON.credential(name)
    async with connected(how, name, token, elicits) as me:
        yield me
    if how[1:] == ("http", NEWEST):
        status, answer = await asyncio.to_thread(PERSON.ask, "DELETE", "/mcp", None, token)
        assert status == 204, (status, answer)


@contextlib.asynccontextmanager
async def connected(how, name, token, elicits):
    kind, transport, version = how
    mode = "legacy" if version == OLDER else "auto"
    command = [PLACE["binary"], "mcp", "--data", PLACE["data"], "--as", name]
    url, headers = PLACE["url"], {"Authorization": f"Bearer {token}"}
    if kind == "fastmcp":
        if transport == "http":
            way = StreamableHttpTransport(f"{url}/mcp", headers=headers)
        else:
            way = StdioTransport(command[0], command[1:], keep_alive=False)
        handler = None if elicits is None else (lambda message, _type, params, context: elicits(message))
        async with fastmcp.Client(way, mode=mode, elicitation_handler=handler, timeout=PATIENCE) as client:
            yield Agent(client)
        return
    async with contextlib.AsyncExitStack() as stack:
        if transport == "http":
            limit = httpx2.Timeout(PATIENCE)
            requests = await stack.enter_async_context(httpx2.AsyncClient(headers=headers, timeout=limit))
            way = streamable_http_client(f"{url}/mcp", http_client=requests)
        else:
            way = StdioServerParameters(command=command[0], args=command[1:])
        handler = None if elicits is None else (lambda context, params: elicits(params.message))
        client = mcp.Client(way, mode=mode, elicitation_callback=handler, read_timeout_seconds=PATIENCE)
        client = await stack.enter_async_context(client)
        assert client.protocol_version == version, client.protocol_version
        yield Agent(client)


class Model:
    """An OpenAI-compatible endpoint that answers with the actions of a scenario, selected by a word in its goal."""

    NAME = "scripted"

    def __init__(self):
        self.scripts, self.lock = {}, threading.Lock()
        model = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self.reply({"data": [{"id": "scripted"}]})

            def do_POST(self):
                text = self.rfile.read(int(self.headers["Content-Length"])).decode()
                action = model.next(text)
                if action is None:
                    return model.never.wait()
                said = json.dumps({"thought": "next", "action": action})
                choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": said}}
                usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
                self.reply({"id": "x", "object": "chat.completion", "model": "scripted", "choices": [choice],
                            "usage": usage})

            def reply(self, body):
                data = json.dumps(body).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        self.never = threading.Event()
        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        # One name per running script, because several may run at once.
        self.name = f"{self.NAME}-{os.getpid()}"
        status, answer = PERSON.ask("PUT", f"/api/models/{self.name}", {
            "baseUrl": f"http://127.0.0.1:{server.server_port}/v1", "model": "scripted", "dialect": "auto"})
        assert status < 300, answer

    def next(self, text):
        with self.lock:
            for word, actions in self.scripts.items():
                if word in text:
                    return actions.pop(0) if actions else {"type": "finish", "message": "done"}
        raise AssertionError("a goal without a script")

    def goal(self, word, *actions):
        """Returns a goal with these actions; `None` is a model that never answers."""
        self.scripts[word] = list(actions)
        return f"scenario {word}"
