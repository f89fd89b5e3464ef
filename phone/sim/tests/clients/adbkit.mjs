// `@devicefarmer/adbkit`, through the adb server: `node adbkit.mjs SERVER_PORT SERIAL`.
import { once } from "node:events";
import { Readable } from "node:stream";
import { call, load } from "./report.mjs";

const kit = (await load("@devicefarmer/adbkit/dist/index.js")).default;
const Adb = kit.default ?? kit.Adb ?? kit;
const [port, serial] = process.argv.slice(2);
const client = Adb.createClient({ host: "127.0.0.1", port: +port });
const device = client.getDevice(serial);
// A failed transfer also rejects an internal promise of the package.
process.on("unhandledRejection", () => {});
const all = (stream) => Adb.util.readAll(stream);
const text = async (stream) => (await all(stream)).toString();
const done = (transfer) => new Promise((resolve, reject) => transfer.on("end", () => resolve(transfer.stats.bytesTransferred)).on("error", reject));

await call("version", async () => (await client.version()) > 30);
await call("listDevices", async () => (await client.listDevices()).map((one) => one.type));
await call("getState", () => device.getState());
await call("getSerialNo", () => device.getSerialNo());
await call("getProperties", async () => (await device.getProperties())["ro.product.model"]);
await call("getFeatures", async () => Object.keys(await device.getFeatures()).includes("android.hardware.touchscreen"));
await call("getPackages", async () => (await device.getPackages()).includes("com.android.settings"));
await call("getPackages -3", async () => (await device.getPackages("-3")).includes("com.android.settings"));
await call("getDHCPIpAddress", () => device.getDHCPIpAddress());
await call("isInstalled", () => device.isInstalled("com.android.settings"));
await call("isInstalled missing", () => device.isInstalled("org.none"));
await call("shell", async () => text(await device.shell("echo $((6 * 7))")));
await call("shell words", async () => text(await device.shell(["echo", "a  b", "$x"])));
await call("startActivity", () => device.startActivity({ action: "android.settings.SETTINGS" }));
await call("startActivity missing", () => device.startActivity({ component: "org.none/.Main" }));
await call("screencap", async () => (await all(await device.screencap())).subarray(1, 4).toString());
await call("framebuffer", async () => {
  const stream = await device.framebuffer("raw");
  const { width, height, format } = stream.meta;
  const first = await new Promise((resolve) => stream.once("data", resolve));
  stream.destroy?.();
  return `${width}x${height} ${format} ${first.length > 0}`;
});
await call("push", async () => done(await device.push(Readable.from([Buffer.from("hello "), Buffer.from("phone")]), "/data/local/tmp/k.txt", 0o600)));
await call("stat", async () => {
  const stat = await device.stat("/data/local/tmp/k.txt");
  return `${stat.size} ${stat.mode.toString(8)}`;
});
await call("stat missing", () => device.stat("/nope"));
await call("pull", async () => text(await device.pull("/data/local/tmp/k.txt")));
await call("pull missing", async () => {
  const transfer = await device.pull("/nope");
  const [error] = await once(transfer, "error").catch((error) => [error]);
  return error.message;
});
await call("push denied", async () => done(await device.push(Readable.from([Buffer.from("x")]), "/system/k.txt")));
await call("readdir", async () => (await device.readdir("/sdcard")).map((entry) => entry.name).includes("DCIM"));
await call("readdir isFile", async () => (await device.readdir("/data/local/tmp")).filter((entry) => entry.isFile()).map((entry) => entry.name));
await call("reverse", () => device.reverse("tcp:6100", "tcp:7100"));
await call("listReverses", () => device.listReverses());
await call("forward", () => device.forward("tcp:0", "tcp:7100"));
await call("listForwards", async () => (await device.listForwards()).map((one) => one.remote));
await call("openTcp to nobody", async () => text(await device.openTcp(9999)));
await call("openLocal to nobody", async () => text(await device.openLocal("localabstract:nobody")));
await call("openProcStat", async () => {
  const stat = await device.openProcStat();
  const [loads] = await once(stat, "load").finally(() => stat.end());
  return Object.keys(loads).length > 0;
});
await call("trackJdwp", async () => {
  const tracker = await device.trackJdwp();
  tracker.end();
  return "tracks";
});
await call("clear", () => device.clear("com.android.chrome"));
await call("clear missing", () => device.clear("org.none"));
await call("uninstall missing", () => device.uninstall("org.none"));
await call("root", () => device.root());
await call("remount", () => device.remount());
await call("usb", () => device.usb());
await call("tcpip", () => device.tcpip(5555));
await call("waitForDevice", async () => (await device.waitForDevice()) === serial);
process.exit(0);
