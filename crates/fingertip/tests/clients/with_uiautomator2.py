"""uiautomator2 on the simulated phone: `python with_uiautomator2.py ADB_SERVER_PORT SERIAL`."""
import os
import sys

os.environ["ANDROID_ADB_SERVER_PORT"] = sys.argv[1]

import uiautomator2

d = uiautomator2.connect(sys.argv[2])
assert d.info["displayWidth"] == 1080
assert tuple(d.window_size()) == (1080, 2400)
d.app_start("com.android.settings")
assert d.app_current()["package"] == "com.android.settings"
assert d(text="Network & internet").exists
d(text="Network & internet").click()
assert d(text="Airplane mode").wait(timeout=5)
d(text="Airplane mode").click()
assert d.shell("settings get global airplane_mode_on").output.strip() == "1"
d(text="Airplane mode").click()
assert d.xpath("//*[@text='Airplane mode']").exists
assert d.screenshot().size == (1080, 2400)
d.set_clipboard("abc")
assert d.clipboard == "abc"
d.press("home")
assert "launcher" in d.app_current()["package"]
d.swipe(540, 1800, 540, 600)
d.open_notification()
d.press("back")
assert d.shell("echo ok").output.strip() == "ok"
# Its keyboard is a separate APK, which it installs the first time.
assert not d.is_input_ime_installed()
d.set_input_ime(True)
assert d.current_ime() == "com.github.uiautomator/.AdbKeyboard"
assert d.app_info("com.github.uiautomator")["versionName"]
d.set_input_ime(False)
assert d.app_uninstall("com.github.uiautomator")
assert not d.is_input_ime_installed()
print("uiautomator2: ok")
