"""pure-python-adb, through the adb server: `python ppadb_walk.py SERVER_PORT SERIAL`."""
import os
import sys
import tempfile

from ppadb.client import Client

from report import call

client = Client(host="127.0.0.1", port=int(sys.argv[1]))
d = client.device(sys.argv[2])
folder = tempfile.mkdtemp(prefix="ppadb-")
settings = "com.android.settings"

call("version", lambda: client.version() > 30)
call("devices", lambda: len(client.devices()))
call("get_state", d.get_state)
call("get_serial_no", lambda: d.get_serial_no() == sys.argv[2])
call("shell", lambda: d.shell("echo hi; echo ho >&2"))
call("get_properties", lambda: d.get_properties()["ro.product.model"])
call("wm_size", lambda: [d.wm_size().width, d.wm_size().height])
call("wm_density", d.wm_density)
call("get_battery_level", d.get_battery_level)
call("is_installed", lambda: d.is_installed(settings))
call("is_installed missing", lambda: d.is_installed("org.none"))
call("list_packages", lambda: settings in d.list_packages())
call("get_package_version_name", lambda: bool(d.get_package_version_name(settings)))
call("list_features", lambda: "reqGlEsVersion" in d.list_features())
call("screencap", lambda: bytes(d.screencap())[1:4].decode())
call("cpu_count", d.cpu_count)
call("cpu_times", lambda: d.cpu_times().user > 0)
call("cpu_percent", lambda: 0 <= d.cpu_percent(interval=0.1) <= 100)
call("get_pid", lambda: [d.shell("monkey -p com.android.settings -c android.intent.category.LAUNCHER 1"), d.get_pid(settings) is not None][1])
call("get_meminfo", lambda: d.get_meminfo(settings).pss > 0)
call("get_uid", lambda: d.get_uid(settings) is not None)
call("get_pid_by_uid", lambda: d.get_top_activity().package)
call("is_screen_off", lambda: d.shell("dumpsys power | grep -c mWakefulness=Awake").strip())
call("input_tap", lambda: d.input_tap(540, 1200))
call("input_swipe", lambda: d.input_swipe(540, 1600, 540, 800, 200))
call("input_keyevent", lambda: d.input_keyevent("KEYCODE_HOME"))
call("input_text", lambda: d.input_text("hello"))
there, back = os.path.join(folder, "there"), os.path.join(folder, "back")
with open(there, "wb") as file:
    file.write(bytes(range(256)) * 1000)
call("push", lambda: d.push(there, "/data/local/tmp/t.bin"))
call("pull", lambda: [d.pull("/data/local/tmp/t.bin", back), open(back, "rb").read() == open(there, "rb").read()][1])
call("forward", lambda: [d.forward("tcp:0", "tcp:6000"), len(d.list_forward())][1])
call("reverse", lambda: [d.reverse("tcp:6000", "tcp:6001"), d.list_reverse()][1])
call("killforward_all", lambda: [d.killforward_all(), len(d.list_forward())][1])
call("clear", lambda: d.clear("com.android.chrome"))
call("clear missing", lambda: d.clear("org.none"))
call("root", d.root)
