// `@yume-chan/adb`: `node yume_chan_adb.mjs direct PHONE_PORT` or `… server SERVER_PORT SERIAL`.
import { Socket } from "node:net";
import { call, load } from "./report.mjs";

const adbPackage = await load("@yume-chan/adb/esm/index.js");
const { Adb, AdbDaemonTransport, AdbPacket, AdbPacketSerializeStream, AdbServerClient } = adbPackage;
const streams = await load("@yume-chan/stream-extra/esm/index.js");
const { Consumable, PushReadableStream, ReadableStream, StructDeserializeStream } = streams;

/** Packets on a socket, where the package's authors use USB. */
async function daemon(port) {
  const socket = new Socket();
  socket.setNoDelay(true);
  socket.connect(port, "127.0.0.1");
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  const bytes = new PushReadableStream((controller) => {
    socket.on("data", (data) => controller.enqueue(new Uint8Array(data)));
    socket.on("close", () => { try { controller.close(); } catch { /* it is closed */ } });
    socket.on("error", () => {});
  });
  const written = new Consumable.WritableStream({
    write: (chunk) => new Promise((resolve, reject) =>
      socket.write(chunk, (error) => (error ? reject(error) : resolve()))),
    close: () => { socket.end(); },
  });
  const packets = new AdbPacketSerializeStream();
  packets.readable.pipeTo(written).catch(() => {});
  return { readable: bytes.pipeThrough(new StructDeserializeStream(AdbPacket)), writable: packets.writable };
}

const [way, port, serial] = process.argv.slice(2);
let transport;
if (way === "direct") {
  const credentialStore = { generateKey() { throw new Error("no key is wanted"); }, *iterateKeys() {} };
  transport = await AdbDaemonTransport.authenticate({ serial: "phone", connection: await daemon(+port), credentialStore });
} else {
  const { AdbServerNodeTcpConnector } = await load("@yume-chan/adb-server-node-tcp/esm/index.js");
  const client = new AdbServerClient(new AdbServerNodeTcpConnector({ host: "127.0.0.1", port: +port }));
  await call("devices", async () => (await client.getDevices()).map((device) => `${device.serial} ${device.state} ${device.model}`));
  transport = await client.createTransport({ serial });
}
const adb = new Adb(transport);
const bytes = (text) => new TextEncoder().encode(text);
const stream = (chunks) => ReadableStream.from(chunks);
const all = async (readable) => {
  const parts = [];
  for await (const part of readable) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
};
const shell = adb.subprocess.shellProtocol;
const none = adb.subprocess.noneProtocol;

await call("model", () => adb.banner.model);
await call("product", () => adb.banner.product);
await call("getprop", () => adb.getProp("ro.product.model"));
await call("shell", () => shell.spawnWaitText("echo out; echo err >&2; exit 3"));
await call("shell words", () => shell.spawnWaitText(["echo", "'a  b'", "$((6*7))"]));
await call("none", () => none.spawnWaitText("echo out; echo err >&2"));
await call("unknown command", () => shell.spawnWaitText("nope"));
await call("screencap", async () => Buffer.from(await none.spawnWait("screencap -p")).subarray(0, 8).toString("latin1"));
await call("framebuffer", async () => {
  const frame = await adb.framebuffer();
  return `${frame.width}x${frame.height} ${frame.bpp} ${frame.data.length}`;
});
const sync = await adb.sync();
await call("supports v2", () => `${sync.supportsStat} ${sync.supportsListV2} ${sync.supportsSendReceiveV2} ${sync.fixedPushMkdir}`);
await call("write", () => sync.write({ filename: "/data/local/tmp/a/b.txt", file: stream([bytes("hello "), bytes("phone\n")]), permission: 0o640, mtime: 1700000000 }));
await call("lstat", async () => {
  const stat = await sync.lstat("/data/local/tmp/a/b.txt");
  return `${stat.type} ${stat.permission.toString(8)} ${stat.size} ${stat.mtime} ${stat.uid}`;
});
await call("stat missing", () => sync.stat("/nope"));
await call("read", async () => (await all(sync.read("/data/local/tmp/a/b.txt"))).toString());
await call("read missing", async () => (await all(sync.read("/nope"))).toString());
await call("write where nobody may", () => sync.write({ filename: "/system/x", file: stream([bytes("x")]) }));
await call("read after a failure", async () => (await all(sync.read("/data/local/tmp/a/b.txt"))).toString());
await call("isDirectory", () => sync.isDirectory("/sdcard"));
await call("readdir", async () => (await sync.readdir("/data/local/tmp/a")).map((entry) => entry.name).sort());
await call("opendir missing", async () => (await sync.readdir("/nope")).length);
await call("large file", async () => {
  const large = Buffer.alloc(1_500_000, 7);
  await sync.write({ filename: "/sdcard/large.bin", file: stream([new Uint8Array(large)]) });
  return (await all(sync.read("/sdcard/large.bin"))).equals(large);
});
await sync.dispose();
await call("rm", () => adb.rm("/data/local/tmp/a", { recursive: true, force: true }));
await call("rm missing", () => adb.rm("/data/local/tmp/a"));
if (way === "direct") {
  await call("reverse", async () => /^tcp:[1-9]\d+$/.test(await adb.reverse.addExternal("tcp:0", "tcp:7001")));
  await call("reverse name", () => adb.reverse.addExternal("localabstract:x", "tcp:7001"));
  await call("reverse list", async () => (await adb.reverse.list()).map((one) => `${one.localName} ${one.remoteName}`.replace(/tcp:\d{5}/, "tcp:PORT")));
  await call("reverse remove", () => adb.reverse.remove("localabstract:x"));
  await call("reverse remove missing", () => adb.reverse.remove("localabstract:x"));
  await call("reverse remove all", () => adb.reverse.removeAll());
}
await call("forward to nobody", async () => (await adb.createSocket("tcp:9999")).service);
await call("unknown service", async () => (await adb.createSocket("evil:")).service);
await call("tcpip addresses", () => adb.tcpip.getListenAddresses());
await call("tcpip", () => adb.tcpip.setPort(5555));
await call("power button", () => adb.power.powerButton());
await call("power button again", () => adb.power.powerButton());
await call("abb", () => adb.createSocketAndWait("abb_exec:package\0path\0com.android.settings"));
await call("tap", () => shell.spawnWaitText("input tap 540 1200"));
await adb.close().catch(() => {});
process.exit(0);
