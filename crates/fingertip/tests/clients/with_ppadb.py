"""pure-python-adb on the simulated phone: `python with_ppadb.py ADB_SERVER_PORT SERIAL`."""
import os
import sys
import tempfile

from ppadb.client import Client

d = Client(host="127.0.0.1", port=int(sys.argv[1])).device(sys.argv[2])
assert d.shell("echo hi") == "hi\n"
assert (d.wm_size().width, d.wm_size().height) == (1080, 2400)
assert d.get_battery_level() == 88
assert d.is_installed("com.whatsapp")
assert bytes(d.screencap()).startswith(b"\x89PNG")
d.shell("monkey -p com.android.settings -c android.intent.category.LAUNCHER 1")
assert d.get_top_activity().package == "com.android.settings"
d.input_tap(540, 1200)
d.input_keyevent("KEYCODE_HOME")
with tempfile.TemporaryDirectory() as folder:
    there, back = os.path.join(folder, "there"), os.path.join(folder, "back")
    with open(there, "wb") as file:
        file.write(bytes(range(256)) * 1000)
    d.push(there, "/data/local/tmp/t.bin")
    d.pull("/data/local/tmp/t.bin", back)
    with open(there, "rb") as one, open(back, "rb") as other:
        assert one.read() == other.read()
print("pure-python-adb: ok")
