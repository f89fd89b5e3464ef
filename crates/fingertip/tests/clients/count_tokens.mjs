// Counts the tokens of one look at a screen, compared with mobile-mcp on the same screen: `node count_tokens.mjs
// PACKAGES FINGERTIP DATA SERIAL`, with an adb server on ANDROID_ADB_SERVER_PORT that has the phone. Prints one JSON
// line per screen, then one for all.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";

const [packages, fingertip, data, serial] = process.argv.slice(2);
const require = createRequire(`${packages}/package.json`);
const { Client } = require("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = require("@modelcontextprotocol/sdk/client/stdio.js");
const { getEncoding } = require("js-tiktoken");

const tokens = getEncoding("o200k_base");
const count = (text) => tokens.encode(text).length;
const shell = (command) => execFileSync("adb", ["-s", serial, "shell", command], { stdio: "ignore" });

const launch = (app) => `monkey -p ${app} -c android.intent.category.LAUNCHER 1`;
const view = (action, address) => `am start -a android.intent.action.${action}${address ? ` -d ${address}` : ""}`;
const SCREENS = {
  home: "input keyevent KEYCODE_HOME",
  settings: view("MAIN", "") + " -n com.android.settings/.Settings",
  "network settings": "am start -a android.settings.WIRELESS_SETTINGS",
  display: "am start -a android.settings.DISPLAY_SETTINGS",
  contacts: launch("com.google.android.contacts"),
  "new contact": view("INSERT", "content://com.android.contacts/contacts"),
  messages: launch("com.google.android.apps.messaging"),
  "a conversation": view("SENDTO", "smsto:+15550101"),
  clock: launch("com.google.android.deskclock"),
  calendar: launch("com.google.android.calendar"),
  dialer: launch("com.google.android.dialer"),
  chats: launch("com.whatsapp"),
};

async function connect(command, args) {
  const client = new Client({ name: "count-tokens", version: "1" });
  // By adb alone; otherwise one of their daemons stays behind. Their lines are shorter then, as they have no numbers.
  const env = { ...process.env, MOBILEMCP_DISABLE_TELEMETRY: "1", MOBILEMCP_LEGACY_ROBOT: "1" };
  await client.connect(new StdioClientTransport({ command, args, env, stderr: "ignore" }));
  return async (name, more) => {
    const result = await client.callTool({ name, arguments: more });
    if (result.isError) throw new Error(`${name}: ${result.content[0].text}`);
    const data = result.structuredContent ? JSON.stringify(result.structuredContent) : "";
    return { text: result.content[0].text, data };
  };
}

const ours = await connect(fingertip, ["mcp", "--data", data, "--as", "counter"]);
const theirs = await connect("node", [`${packages}/node_modules/.bin/mcp-server-mobile`, "--stdio"]);
const all = { screens: 0, ours: 0, with_data: 0, theirs: 0 };
const seen = new Set();
for (const [screen, command] of Object.entries(SCREENS)) {
  shell(command);
  const { text: look, data } = await ours("phone_observe", { device: serial });
  const { text: other } = await theirs("mobile_list_elements_on_screen", { device: serial });
  // They saw the same screen: theirs has most of ours.
  const words = look.split("\n").slice(1).map((line) => line.replace(/^\d+ (\[[^\]]*\] )?/, "").split(",")[0]);
  const missing = words.filter((word) => word && !other.includes(word));
  if (missing.length * 3 > words.length) throw new Error(`${screen}: ${missing} are missing in\n${other}`);
  const body = look.slice(look.indexOf("\n"));
  if (seen.has(body)) throw new Error(`${screen} shows nothing new: ${look}`);
  seen.add(body);
  // Some programs also pass the structured part of a result to the model.
  const row = { screen, ours: count(look), with_data: count(look) + count(data), theirs: count(other) };
  all.screens += 1;
  for (const sum of ["ours", "with_data", "theirs"]) all[sum] += row[sum];
  console.log(JSON.stringify(row));
}
console.log(JSON.stringify(all));
process.exit(0);
