"""adb-shell on the simulated phone, connected directly to its adbd: `python with_adb_shell.py PORT`."""
import io
import sys

from adb_shell.adb_device import AdbDeviceTcp

d = AdbDeviceTcp("127.0.0.1", int(sys.argv[1]), default_transport_timeout_s=9.0)
d.connect(rsa_keys=[], auth_timeout_s=0.1)
assert d.shell("wm size") == "Physical size: 1080x2400\n"
assert d.exec_out("screencap -p", decode=False).startswith(b"\x89PNG")
d.push(io.BytesIO(b"abc"), "/data/local/tmp/p4")
assert d.stat("/data/local/tmp/p4")[1] == 3
pulled = io.BytesIO()
d.pull("/data/local/tmp/p4", pulled)
assert pulled.getvalue() == b"abc"
assert b"DCIM" in [bytes(entry.filename) for entry in d.list("/sdcard")]
d.shell("input tap 540 1200")
d.close()
print("adb-shell: ok")
