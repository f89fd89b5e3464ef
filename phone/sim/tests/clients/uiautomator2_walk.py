"""uiautomator2, through the adb server: `python uiautomator2_walk.py SERVER_PORT SERIAL`."""
import os
import sys

os.environ["ANDROID_ADB_SERVER_HOST"] = "127.0.0.1"
os.environ["ANDROID_ADB_SERVER_PORT"] = sys.argv[1]
import adbutils
import uiautomator2

from report import call

d = uiautomator2.connect(adbutils.AdbClient(host="127.0.0.1", port=int(sys.argv[1])).device(sys.argv[2]))
settings = "com.android.settings"

call("info", lambda: [d.info["displayWidth"], d.info["displayHeight"], d.info["currentPackageName"] != ""])
call("device_info", lambda: [d.device_info["model"], d.device_info["sdk"]])
call("window_size", lambda: list(d.window_size()))
call("screenshot", lambda: list(d.screenshot().size))
call("dump_hierarchy", lambda: "<hierarchy" in d.dump_hierarchy())
call("app_start", lambda: [d.app_start(settings), d.app_current()["package"]][1])
call("app_wait", lambda: d.app_wait(settings, timeout=5) > 0)
call("app_list", lambda: settings in d.app_list())
call("app_list_running", lambda: settings in d.app_list_running())
call("app_info", lambda: d.app_info(settings)["versionName"] != "")
call("exists", lambda: bool(d(text="Display").exists or d(scrollable=True).exists))
call("exists not", lambda: bool(d(text="There is no such text").exists))
call("wait", lambda: d(scrollable=True).wait(timeout=5))
call("count", lambda: d(className="android.widget.TextView").count > 3)
call("element info", lambda: d(scrollable=True).info["scrollable"])
call("get_text missing", lambda: d(text="There is no such text").get_text(timeout=0.1))
call("xpath", lambda: len(d.xpath("//android.widget.TextView").all()) > 3)
call("scroll", lambda: d(scrollable=True).scroll.forward())
call("click", lambda: d.click(540, 1200))
call("long_click", lambda: d.long_click(540, 2390, 0.2))
call("swipe", lambda: d.swipe(540, 1600, 540, 800, 0.1))
call("drag", lambda: d.drag(540, 1600, 540, 1500, 0.1))
call("press", lambda: d.press("home"))
call("press code", lambda: d.press(4))
call("screen_off", lambda: [d.screen_off(), d.info["screenOn"]][1])
call("screen_on", lambda: [d.screen_on(), d.info["screenOn"]][1])
call("orientation", lambda: d.orientation)
call("clipboard", lambda: [d.set_clipboard("abc"), d.clipboard][1])
call("open_notification", lambda: d.open_notification())
call("shell", lambda: [d.shell("echo hi; exit 3").output, d.shell("exit 3").exit_code])
call("wlan_ip", lambda: d.wlan_ip)
call("serial", lambda: len(d.serial) > 0)
call("app_stop", lambda: [d.app_stop(settings), settings in d.app_list_running()][1])
call("app_clear", lambda: d.app_clear("com.android.chrome"))
call("app_uninstall missing", lambda: d.app_uninstall("org.none"))
