// An agent built on the TypeScript SDK: `node with_sdk.mjs PACKAGES SDK TRANSPORT VERSION`, with FINGERTIP_MCP set.
// SDK is 1 (`@modelcontextprotocol/sdk`) or 2 (`@modelcontextprotocol/client`). Lists the tools, calls some, and prints
// one JSON line with what the list costs.
import assert from "node:assert/strict";
import { createRequire } from "node:module";

const [packages, sdk, transport, version] = process.argv.slice(2);
const place = JSON.parse(process.env.FINGERTIP_MCP);
const require = createRequire(`${packages}/package.json`);
const { getEncoding } = require("js-tiktoken");
const NEWEST = "2026-07-28";

function load() {
  if (sdk === "1") {
    return {
      ...require("@modelcontextprotocol/sdk/client/index.js"),
      ...require("@modelcontextprotocol/sdk/client/stdio.js"),
      ...require("@modelcontextprotocol/sdk/client/streamableHttp.js"),
    };
  }
  return { ...require("@modelcontextprotocol/client"), ...require("@modelcontextprotocol/client/stdio") };
}

const { Client, StdioClientTransport, StreamableHTTPClientTransport } = load();

function open() {
  if (transport === "http") {
    const headers = { Authorization: `Bearer ${place.token}` };
    return new StreamableHTTPClientTransport(new URL(`${place.url}/mcp`), { requestInit: { headers } });
  }
  const args = ["mcp", "--data", place.data, "--as", place.agent];
  return new StdioClientTransport({ command: place.binary, args, stderr: "inherit" });
}

const newest = version === NEWEST ? { versionNegotiation: { mode: { pin: NEWEST } } } : {};
const client = new Client({ name: `sdk-${sdk}`, version: "1" }, newest);
await client.connect(open());

async function call(name, more = {}) {
  const result = await client.callTool({ name, arguments: more });
  const text = result.content.map((part) => part.text ?? "").join("\n");
  return { failed: result.isError === true, text, data: result.structuredContent };
}

const { tools } = await client.listTools();
const names = tools.map((tool) => tool.name);
for (const name of ["phone_list", "phone_observe", "phone_act", "do", "desktop_state"]) {
  assert(names.includes(name), `${name} is missing in ${names}`);
}
for (const tool of tools) {
  assert.equal(tool.inputSchema.type, "object", tool.name);
}
// The tokens of the whole list, with everything that the server sends about the tools.
const tokens = getEncoding("o200k_base").encode(JSON.stringify(tools)).length;

const listed = await call("phone_list");
assert(listed.data.phones.some((phone) => phone.id === place.device), listed.text);
const seen = await call("phone_observe", { elements: true });
assert(!seen.failed && / \d+x\d+ #\d+\n/.test(seen.text) && seen.data.elements.length > 0, seen.text);
const home = await call("phone_act", { action: { type: "keyevent", keycode: "KEYCODE_HOME" } });
assert(!home.failed && home.data.ok, home.text);
const planned = await call("plan", { utterance: "set a timer for 5 minutes" });
assert(!planned.failed && planned.data.plan.steps.length > 0, planned.text);
for (const whole of [false, true]) {
  const state = await call("desktop_state", { whole });
  assert(!state.failed && Array.isArray(state.data.windows) && "state" in state.data === whole, state.text);
}
const toast = { type: "toast.show", id: `t-${sdk}`, message: "hello" };
const applied = await call("desktop_apply", { actions: [toast] });
assert(!applied.failed && applied.data.results.length === 1, applied.text);
const heard = await call("desktop_wait_event", { timeout_s: 0 });
assert(!heard.failed && Array.isArray(heard.data.events), heard.text);
// A call that would do nothing is rejected with advice.
for (const [action, why] of [
  [{ type: "keyevent", keycode: "FOO" }, "is not a key"],
  [{ type: "tap", x: -5, y: 99999 }, "outside the screen"],
  [{ type: "swipe", x1: 10, y1: 10, x2: 10, y2: 99999 }, "outside the screen"],
  [{ type: "type", text: "" }, "`text` is empty"],
]) {
  const refused = await call("phone_act", { action });
  assert(refused.failed && refused.text.includes(why), `${JSON.stringify(action)}: ${refused.text}`);
}
const edge = await call("phone_act", { action: { type: "tap", x: seen.data.size[0], y: 0 } });
assert(!edge.failed, edge.text);
const wrong = await call("phone_act", { action: { type: "fly" } });
assert(wrong.failed && wrong.text.includes("not a valid action"), wrong.text);
const freed = await call("task_cancel", { task_id: home.data.task_id });
assert(!freed.failed && freed.data.status === "interrupted", freed.text);

await client.close();
console.log(JSON.stringify({ tools: tools.length, tokens }));
process.exit(0);
