//! `dumpsys window [windows|displays|policy]`: the focus, the orientation and the lock state of the screen.

use super::super::am::configuration;
use super::super::arguments::hash;
use super::super::{Front, Io, System, Window};
use state::shared::SYSTEM_SERVER;

/// `dumpsys window …`
pub(super) fn dump(args: &[String], io: &mut Io, system: &dyn System) {
    let part = args.iter().map(String::as_str).find(|word| !word.starts_with('-'));
    match part {
        Some("windows" | "w" | "visible" | "visible-apps") => windows(io, system),
        Some("displays" | "d" | "containers") => displays(io, system),
        Some("policy" | "p") => policy(io, system),
        Some("sessions" | "s" | "tokens" | "t" | "animator" | "a" | "lastanr" | "l" | "trace" | "refresh") => {}
        Some("all") | None => {
            policy(io, system);
            io.out("");
            io.out("WINDOW MANAGER SESSIONS (dumpsys window sessions)\n");
            displays(io, system);
            io.out("");
            windows(io, system);
        }
        Some(name) => {
            // The argument is a part of a window's title.
            let found: Vec<Window> =
                system.windows().into_iter().filter(|window| window.title.contains(name)).collect();
            if found.is_empty() {
                io.out(format!("Bad window command, or no windows match: {name}\nUse -h for help."));
            } else {
                io.out("WINDOW MANAGER WINDOWS (dumpsys window windows)");
                found.iter().enumerate().for_each(|(at, window)| entry(at, window, io, system));
            }
        }
    }
}

/// `9a1b2c3 u0 com.pkg/com.pkg.Act`
fn name(title: &str) -> String {
    format!("Window{{{:x} u0 {title}}}", hash(title))
}

/// `ActivityRecord{9a1b2c3 u0 com.pkg/.Act t12}`
pub(super) fn record(front: &Front) -> String {
    let name = front.component.short();
    format!("ActivityRecord{{{:x} u0 {name} t{}}}", hash(&name), front.task_id)
}

/// Prints the two focus lines that most clients grep for.
fn focus(indent: &str, io: &mut Io, system: &dyn System) {
    let front = system.front();
    let title = system.windows().into_iter().find(|window| window.focused).map(|window| window.title);
    let title = title.or_else(|| front.as_ref().map(|front| front.component.long()));
    io.out(format!("{indent}mCurrentFocus={}", title.map_or("null".to_owned(), |title| name(&title))));
    io.out(format!("{indent}mFocusedApp={}", front.as_ref().map_or("null".to_owned(), record)));
}

fn windows(io: &mut Io, system: &dyn System) {
    let display = system.display();
    io.out("WINDOW MANAGER WINDOWS (dumpsys window windows)");
    for (at, window) in system.windows().iter().enumerate() {
        entry(at, window, io, system);
    }
    io.out("");
    io.out(format!("  mGlobalConfiguration={{1.0 {}}}", configuration(&system.shared().locale, &display)));
    io.out("  mHasPermanentDpad=false\n  mTopFocusedDisplayId=0");
    focus("  ", io, system);
    io.out(format!("  mSystemBooted=true mDisplayEnabled=true\n  mTransactionSequence=1\n  mDisplayFrozen=false windows=0 client=false apps=0  mRotation={}", display.rotation));
}

fn entry(at: usize, window: &Window, io: &mut Io, system: &dyn System) {
    let Window { title, package, secure, frame, .. } = window;
    let [left, top, right, bottom] = *frame;
    let token = hash(title);
    let kind = match title.as_str() {
        "StatusBar" => "STATUS_BAR",
        "NotificationShade" => "NOTIFICATION_SHADE",
        "NavigationBar0" => "NAVIGATION_BAR",
        "InputMethod" => "INPUT_METHOD",
        "Toast" => "TOAST",
        _ => "BASE_APPLICATION",
    };
    let secure = if *secure { " SECURE" } else { "" };
    let (width, height) = (right.saturating_sub(left), bottom.saturating_sub(top));
    io.out(format!("  Window #{at} {}:", name(title)));
    let (owner, process) = (system.shared().packages.uid_of(package), system.pid(package).unwrap_or(SYSTEM_SERVER));
    let session = if owner < 10_000 { owner.to_string() } else { format!("u0a{}", owner + 10_000) };
    io.out(format!("    mDisplayId=0 rootTaskId={} mSession=Session{{{token:x} {process}:{session}}} mClient=android.os.BinderProxy@{token:x}", 1 + token % 90));
    io.out(format!("    mOwnerUid={owner} showForAllUsers=false package={package} appop=NONE"));
    io.out(format!(
        "    mAttrs={{({left},{top})(fillxfill) sim={{adjust=pan}} ty={kind} fmt=TRANSLUCENT wanim=0x10302fe"
    ));
    io.out(format!("      fl=LAYOUT_IN_SCREEN LAYOUT_INSET_DECOR{secure} SPLIT_TOUCH HARDWARE_ACCELERATED DRAWS_SYSTEM_BAR_BACKGROUNDS"));
    io.out("      pfl=NO_MOVE_ANIMATION FORCE_DRAW_STATUS_BAR_BACKGROUND FIT_INSETS_CONTROLLED\n      bhv=DEFAULT}");
    io.out(format!("    Requested w={width} h={height} mLayoutSeq=241\n    mBaseLayer=21000 mSubLayer=0    mToken=WindowToken{{{token:x}}}"));
    io.out("    mViewVisibility=0x0 mHaveFrame=true mObscured=false");
    io.out(format!("    Frames: parent=[{left},{top}][{right},{bottom}] display=[{left},{top}][{right},{bottom}] frame=[{left},{top}][{right},{bottom}] last=[{left},{top}][{right},{bottom}]"));
    io.out("    mHasSurface=true isReadyForDisplay()=true mWindowRemovalAllowed=false\n    isOnScreen=true\n    isVisible=true");
}

fn displays(io: &mut Io, system: &dyn System) {
    let display = system.display();
    let ((width, height), density) = (display.size, display.density);
    let (wide, high) = display.current_size();
    let base = match (display.size_override, display.density_override) {
        (None, None) => String::new(),
        _ => {
            let (width, height) = display.upright_size();
            format!(" base={width}x{height} {}dpi", display.current_density())
        }
    };
    let small = wide.min(high);
    let large = wide.max(high);
    io.out("WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)");
    io.out("  Display: mDisplayId=0 (organized)");
    io.out(format!("    init={width}x{height} {density}dpi{base} cur={wide}x{high} app={wide}x{high} rng={small}x{small}-{large}x{large}"));
    io.out("    deferred=false mLayoutNeeded=false mTouchExcludeRegion=SkRegion()\n");
    io.out("  mLayoutSeq=241");
    focus("  ", io, system);
    io.out(format!("  mCurrentRotation=ROTATION_{}", u32::from(display.rotation) * 90));
    let input = system.windows().into_iter().find(|window| window.title == "InputMethod").map(|window| window.title);
    io.out(format!("  mInputMethodWindow={}", input.map_or("null".to_owned(), |title| name(&title))));
    io.out("\n  Application tokens in top down Z order:");
    for task in system.tasks() {
        let front = Front { component: task.top.clone(), task_id: task.id };
        io.out(format!(
            "    * Task{{{:x} #{} type={} A={}:{} U=0 visible={}}}",
            hash(&task.base.long()),
            task.id,
            if task.home { "home" } else { "standard" },
            system.shared().packages.uid_of(&task.base.package),
            task.base.package,
            task.visible
        ));
        io.out(format!("      mBounds=Rect(0, 0 - {wide}, {high})\n      * {}", record(&front)));
    }
    io.out(format!("\n  DisplayRotation\n    mCurrentAppOrientation=SCREEN_ORIENTATION_UNSPECIFIED\n    mLastOrientation=-1\n    mRotation={}  mDeferredRotationPauseCount=0\n    mUserRotationMode=USER_ROTATION_FREE mUserRotation=ROTATION_0", display.rotation));
}

fn policy(io: &mut Io, system: &dyn System) {
    let (awake, locked) = (system.is_awake(), system.is_locked());
    let (screen, interactive) = if awake {
        ("SCREEN_STATE_ON", "INTERACTIVE_STATE_AWAKE")
    } else {
        ("SCREEN_STATE_OFF", "INTERACTIVE_STATE_SLEEP")
    };
    io.out("WINDOW MANAGER POLICY STATE (dumpsys window policy)");
    io.out("    mSafeMode=false mSystemReady=true mSystemBooted=true");
    io.out(format!("    mAwake={awake} mScreenOnEarly={awake} mScreenOnFully={awake} mKeyguardDrawComplete={awake} mWindowManagerDrawComplete={awake}"));
    io.out(format!(
        "    isStatusBarKeyguard={locked} mShowingLockscreen={locked} mShowingDream=false mDreamingLockscreen=false"
    ));
    io.out("    mDockLayer=268435456 mStatusBarLayer=0\n    KeyguardServiceDelegate");
    io.out(format!("      showing={locked}\n      inputRestricted={locked}\n      secure=false\n      dreaming=false"));
    io.out(format!(
        "      occluded=false\n      currentUser=0\n      screenState={screen}\n      interactiveState={interactive}"
    ));
    io.out(format!("      KeyguardStateMonitor\n        mIsShowing={locked}\n        mSimSecure=false\n        mInputRestricted={locked}\n        mTrusted=false\n        mCurrentUserId=0"));
    focus("    ", io, system);
}
