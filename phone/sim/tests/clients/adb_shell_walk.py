"""adb-shell, straight to the phone: `python adb_shell_walk.py PHONE_PORT`."""
import io
import sys

from adb_shell.adb_device import AdbDeviceTcp

from report import call

d = AdbDeviceTcp("127.0.0.1", int(sys.argv[1]), default_transport_timeout_s=9.0)


def pulled(path):
    into = io.BytesIO()
    d.pull(path, into)
    return into.getvalue().decode()


call("connect", lambda: d.connect(rsa_keys=[], auth_timeout_s=0.1))
call("available", lambda: d.available)
call("max_chunk_size", lambda: d.max_chunk_size > 4096)
call("shell", lambda: d.shell("wm size"))
call("shell quotes", lambda: d.shell("echo 'a  b' \"$((1+1))\""))
call("shell both streams", lambda: d.shell("echo o; nope"))
call("shell bytes", lambda: len(d.shell("seq 30000", decode=False)))
call("exec_out", lambda: d.exec_out("screencap -p", decode=False)[1:4].decode())
call("exec_out text", lambda: d.exec_out("getprop ro.product.model"))
call("streaming_shell", lambda: "".join(d.streaming_shell("seq 3")))
call("push", lambda: d.push(io.BytesIO(b"abc"), "/data/local/tmp/p4", mtime=1700000000))
call("stat", lambda: [oct(d.stat("/data/local/tmp/p4")[0]), d.stat("/data/local/tmp/p4")[1], d.stat("/data/local/tmp/p4")[2]])
call("stat missing", lambda: list(d.stat("/nope")))
call("pull", lambda: pulled("/data/local/tmp/p4"))
call("pull missing", lambda: pulled("/nope"))
call("push denied", lambda: d.push(io.BytesIO(b"abc"), "/system/p4"))
call("push large", lambda: [d.push(io.BytesIO(bytes(700_000)), "/sdcard/l"), d.stat("/sdcard/l")[1]][1])
call("list", lambda: "DCIM" in [bytes(entry.filename).decode() for entry in d.list("/sdcard")])
call("list missing", lambda: len(d.list("/nope")))
call("root", d.root)
call("tap", lambda: d.shell("input tap 540 1200"))
call("dump", lambda: "<hierarchy" in d.exec_out("uiautomator dump /dev/tty"))
call("reboot", lambda: d.reboot())
call("close", d.close)
call("connect again", lambda: d.connect(rsa_keys=[], auth_timeout_s=0.1))
call("booted", lambda: d.shell("getprop sys.boot_completed; cat /data/local/tmp/p4"))
