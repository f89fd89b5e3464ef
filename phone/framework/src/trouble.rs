//! Apps that crash or stop responding, and Android's dialogs about them.

use super::popup::{Class, Item, Layout, PopUp};
use super::{Dialog, LAUNCHER, Phone};
use kit::widgets;
use toolkit::chrome;

const CLOSE: &str = "aerr_close";
const WAIT: &str = "aerr_wait";
const APP_INFO: &str = "aerr_app_info";

impl Phone {
    /// Crashes an app: its process ends, its screens close, and Android reports it. `false` if the app does not exist.
    pub fn crash(&mut self, package: &str) -> bool {
        if !self.shared.packages.is_installed(package) || package == LAUNCHER {
            return false;
        }
        let pid = self.activities.running.get(package).copied().unwrap_or(0);
        self.shared.log('E', "AndroidRuntime", format!("FATAL EXCEPTION: main\nProcess: {package}, PID: {pid}"));
        self.shared.log('I', "am_crash", format!("[{pid},0,{package},0,java.lang.RuntimeException,null,Unknown,0]"));
        self.stop_app(package);
        let label = widgets::label(package, &self.shared);
        let buttons = [("App info", APP_INFO), ("Close app", CLOSE)];
        self.tell_trouble(package, &format!("{label} keeps stopping"), &buttons);
        true
    }

    /// Makes an app stop responding: touches on it are lost, and Android asks whether to wait. `false` if the app does
    /// not exist.
    pub fn hang(&mut self, package: &str) -> bool {
        if !self.shared.packages.is_installed(package) || package == LAUNCHER {
            return false;
        }
        self.overlays.system_ui.hung = Some(package.to_owned());
        if self.front_task().is_some_and(|task| task.package == package) {
            self.say_not_responding(package);
        }
        true
    }

    /// Whether an app is not responding; Android's dialog appears if it is touched.
    pub(super) fn is_hung(&mut self, package: &str) -> bool {
        let hung = self.overlays.system_ui.hung.as_deref() == Some(package);
        if hung {
            self.say_not_responding(package);
        }
        hung
    }

    fn say_not_responding(&mut self, package: &str) {
        let label = widgets::label(package, &self.shared);
        let buttons = [("Close app", CLOSE), ("Wait", WAIT)];
        self.shared.log('E', "ActivityManager", format!("ANR in {package}"));
        self.shared.log('I', "am_anr", format!("[0,0,{package},0,Input dispatching timed out]"));
        self.tell_trouble(package, &format!("{label} isn't responding"), &buttons);
    }

    fn tell_trouble(&mut self, package: &str, title: &str, buttons: &[(&str, &str)]) {
        let item = |text: &str, id: &str, class: Class| Item {
            text: text.to_owned(),
            resource_id: format!("android:id/{id}"),
            class: Some(class),
            ..Item::default()
        };
        let mut items = vec![item(title, "alertTitle", Class::TextView)];
        items.extend(buttons.iter().map(|(text, id)| item(text, id, Class::Button)));
        let popup = PopUp { layout: Layout::Bare, items, ..PopUp::default() };
        self.hide_keyboard_now();
        self.overlays.dialog = Some(Dialog {
            package: chrome::ANDROID.to_owned(),
            title: title.to_owned(),
            message: String::new(),
            buttons: Vec::new(),
            made: Some(Box::new(popup)),
            focus: None,
            permission: None,
            trouble: Some(package.to_owned()),
        });
    }

    /// Handles a button of such a dialog.
    pub(super) fn answer_trouble(&mut self, package: &str, button: &str) {
        match button.rsplit('/').next().unwrap_or_default() {
            CLOSE => self.stop_app(package),
            APP_INFO => {
                let action = "android.settings.APPLICATION_DETAILS_SETTINGS";
                _ = self.start_intent(&widgets::intent(action, format!("package:{package}")));
            }
            // An app that the user waits for recovers.
            WAIT => {}
            _ => return,
        }
        self.overlays.system_ui.hung.take_if(|hung| hung == package);
    }
}
