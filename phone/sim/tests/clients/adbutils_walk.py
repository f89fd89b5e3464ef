"""adbutils, through the adb server: `python adbutils_walk.py SERVER_PORT SERIAL`."""
import io
import os
import sys
import tempfile

import adbutils

from report import call

client = adbutils.AdbClient(host="127.0.0.1", port=int(sys.argv[1]))
d = client.device(sys.argv[2])
folder = tempfile.mkdtemp(prefix="adbutils-")
settings = "com.android.settings"

call("device_list", lambda: [one.get_state() for one in client.device_list()])
call("shell", lambda: d.shell("echo a; echo b >&2"))
call("shell words", lambda: d.shell(["echo", "a  b", "$x", "'"]))
call("shell2", lambda: str(d.shell2("exit 9")))
call("shell2 v2", lambda: str(d.shell2("echo o; echo e >&2; exit 3", v2=True)))
call("getprop", lambda: d.getprop("ro.product.model"))
call("prop", lambda: [d.prop.model, d.prop.device, d.prop.name])
call("window_size", lambda: list(d.window_size()))
call("rotation", d.rotation)
call("is_screen_on", d.is_screen_on)
call("battery", lambda: d.battery().level)
call("wlan_ip", d.wlan_ip)
call("brightness_value", lambda: d.brightness_value)
call("list_packages", lambda: settings in d.list_packages())
call("list_packages third", lambda: settings in d.list_packages(["-3"]))
call("app_start", lambda: [d.app_start(settings), d.app_current().package][1])
call("app_stop", lambda: [d.app_stop(settings), d.app_current().package != settings][1])
call("app_info", lambda: d.app_info(settings).version_code > 0)
call("app_info missing", lambda: d.app_info("org.none"))
call("app_clear", lambda: d.app_clear("com.android.chrome"))
call("click", lambda: d.click(540, 1200))
call("swipe", lambda: d.swipe(540, 1600, 540, 800, 0.2))
call("drag", lambda: d.drag(540, 1600, 540, 1500, 0.2))
call("send_keys", lambda: d.send_keys("a b'c"))
call("keyevent", lambda: d.keyevent("HOME"))
call("volume_up", lambda: d.volume_up(2))
call("open_browser", lambda: d.open_browser("https://example.com"))
call("switch_screen", lambda: [d.switch_screen(False), d.is_screen_on()][1])
call("switch_screen on", lambda: [d.switch_screen(True), d.is_screen_on()][1])
call("switch_airplane", lambda: [d.switch_airplane(True), d.shell("settings get global airplane_mode_on")][1])
call("switch_wifi", lambda: [d.switch_airplane(False), d.switch_wifi(False), d.shell("settings get global wifi_on")][2])
call("screenshot", lambda: list(d.screenshot().size))
call("dump_hierarchy", lambda: d.dump_hierarchy().startswith("<?xml"))
call("push", lambda: d.sync.push(io.BytesIO(b"hello"), "/data/local/tmp/u.txt"))
call("stat", lambda: [d.sync.stat("/data/local/tmp/u.txt").size, oct(d.sync.stat("/data/local/tmp/u.txt").mode)])
call("exists", lambda: [d.sync.exists("/data/local/tmp/u.txt"), d.sync.exists("/nope")])
call("read_bytes", lambda: d.sync.read_bytes("/data/local/tmp/u.txt").decode())
call("read_bytes missing", lambda: d.sync.read_bytes("/nope"))
call("pull", lambda: d.sync.pull("/data/local/tmp/u.txt", os.path.join(folder, "u")))
call("list", lambda: "DCIM" in [entry.path for entry in d.sync.list("/sdcard")])
call("push denied", lambda: d.sync.push(io.BytesIO(b"x"), "/system/u.txt"))
call("remove", lambda: [d.remove("/data/local/tmp/u.txt"), d.sync.exists("/data/local/tmp/u.txt")][1])
call("forward_port", lambda: d.forward_port(7912) > 0)
call("reverse", lambda: d.reverse("tcp:7000", "tcp:7001"))
call("reverse_list", lambda: [[one.remote, one.local] for one in d.reverse_list()])
call("create_connection to nobody", lambda: d.create_connection(adbutils.Network.TCP, 9999))
call("root", lambda: d.root())
call("tcpip", lambda: d.tcpip(5555))
call("get_features", lambda: "sendrecv_v2" in d.get_features())
