//! A phone whose apps offer to undo every action: the button `Rückgängig` appears after each one, until it is pressed
//! or disappears. Also used by the server's tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use action::phone::AgentAction;
use action::{App, Directory};
use async_trait::async_trait;
use task::device::settle::{Pace, Settled};
use task::device::tree::{Bounds, Node, State};
use task::device::{Acted, Actuator, Device, DeviceError, Foreground, Observer, Picture, Reading, Shot, Tree};

/// The button's position; nothing else on the phone is touched there.
const PLACE: Bounds = Bounds { left: 200, top: 500, right: 340, bottom: 540 };

/// A phone with such a button.
pub(crate) struct Snackbar {
    phone: Arc<dyn Device>,
    shown: AtomicBool,
    /// How often the button was pressed.
    pub(crate) pressed: AtomicUsize,
}

impl Snackbar {
    pub(crate) fn over(phone: Arc<dyn Device>) -> Arc<Self> {
        Arc::new(Self { phone, shown: AtomicBool::new(false), pressed: AtomicUsize::new(0) })
    }

    /// Makes the button disappear by itself, as such buttons do.
    pub(crate) fn goes(&self) {
        self.shown.store(false, Ordering::Relaxed);
    }
}

#[async_trait]
impl Observer for Snackbar {
    fn id(&self) -> &str {
        self.phone.id()
    }

    async fn snapshot(&self) -> Result<Shot, DeviceError> {
        self.phone.snapshot().await
    }

    async fn tree(&self) -> Result<Tree, DeviceError> {
        let mut tree = self.phone.tree().await?;
        if self.shown.load(Ordering::Relaxed) {
            tree.nodes.push(Node {
                text: "Rückgängig".to_owned(),
                class: "android.widget.Button".to_owned(),
                resource_id: "com.example:id/snackbar_action".to_owned(),
                package: "com.example".to_owned(),
                bounds: PLACE,
                state: State { clickable: true, enabled: true, ..State::default() },
                ..Node::default()
            });
        }
        Ok(tree)
    }

    async fn current_app(&self) -> Result<Option<Foreground>, DeviceError> {
        self.phone.current_app().await
    }

    async fn apps(&self) -> Result<Vec<App>, DeviceError> {
        self.phone.apps().await
    }

    async fn directory(&self) -> Result<Directory, DeviceError> {
        self.phone.directory().await
    }

    async fn read(&self, reading: &Reading<'_>) -> Result<String, DeviceError> {
        self.phone.read(reading).await
    }

    async fn settle(&self, pace: Pace, before: Option<&Picture>) -> Result<Settled<Picture>, DeviceError> {
        self.phone.settle(pace, before).await
    }
}

#[async_trait]
impl Actuator for Snackbar {
    async fn act(&self, action: &AgentAction) -> Result<Acted, DeviceError> {
        let (x, y) = PLACE.centre();
        if *action == AgentAction::tap(x.into(), y.into()) && self.shown.swap(false, Ordering::Relaxed) {
            self.pressed.fetch_add(1, Ordering::Relaxed);
            return Ok(Acted::Touched);
        }
        let acted = self.phone.act(action).await;
        self.shown.store(true, Ordering::Relaxed);
        acted
    }

    async fn push_file(&self, name: &str, data: &[u8], modified: u32) -> Result<String, DeviceError> {
        self.phone.push_file(name, data, modified).await
    }

    async fn release(&self) -> Result<(), DeviceError> {
        self.phone.release().await
    }
}
