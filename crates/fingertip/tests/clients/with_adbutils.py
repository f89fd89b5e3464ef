"""adbutils on the simulated phone: `python with_adbutils.py ADB_SERVER_PORT SERIAL`."""
import sys

import adbutils

d = adbutils.AdbClient(host="127.0.0.1", port=int(sys.argv[1])).device(sys.argv[2])

assert d.shell("echo hi") == "hi"
assert d.shell2("ls /nope").returncode == 1
assert tuple(d.window_size()) == (1080, 2400)
assert d.rotation() == 0
assert d.is_screen_on()
d.app_start("com.android.settings")
assert d.app_current().package == "com.android.settings"
assert "Settings" in d.dump_hierarchy()
assert "com.whatsapp" in d.list_packages()
assert d.app_info("com.android.settings").version_name
d.sync.push(b"hello", "/data/local/tmp/x.txt")
assert d.sync.read_text("/data/local/tmp/x.txt") == "hello"
assert not d.sync.exists("/nope")
assert "DCIM" in [entry.path for entry in d.sync.list("/sdcard")]
assert d.screenshot().size == (1080, 2400)
assert d.getprop("ro.build.version.sdk") == "34"
assert d.wlan_ip()
before = d.dump_hierarchy()
d.swipe(540, 1800, 540, 600, 0.5)
assert d.dump_hierarchy() != before
d.keyevent("HOME")
assert "launcher" in d.app_current().package
d.app_start("com.google.android.contacts")
d.shell(["am", "start", "-a", "android.intent.action.SENDTO", "-d", "smsto:+15550101"])
d.click(*[(int(b[0]) + int(b[2])) // 2 if i == 0 else (int(b[1]) + int(b[3])) // 2 for i in (0, 1)
          for b in [__import__("re").search(r'EditText.*?bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"', d.dump_hierarchy()).groups()]])
d.send_keys("a b'c")
assert "a b&apos;c" in d.dump_hierarchy() or "a b'c" in d.dump_hierarchy(), d.dump_hierarchy()
d.app_stop("com.google.android.apps.messaging")
print("adbutils: ok")
