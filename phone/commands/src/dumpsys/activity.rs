//! `dumpsys activity [activities|top|recents|processes|…]`: running apps and the activity in front.

use super::super::am::apps;
use super::super::arguments::hash;
use super::super::{Front, Io, System, TaskInfo};
use super::window::record;

/// `dumpsys activity …`
pub(super) fn dump(args: &[String], io: &mut Io, system: &dyn System) {
    let words: Vec<&str> = args.iter().map(String::as_str).filter(|word| !word.starts_with('-')).collect();
    match words.first().copied() {
        Some("activities" | "a" | "containers" | "starter") => activities(io, system),
        Some("top") => top(io, system),
        Some("recents" | "r" | "lru") => recents(io, system),
        Some("processes" | "p") => processes(words.get(1).copied(), io, system),
        Some("services" | "s") => super::services::dump(words.get(1).copied(), io, system),
        Some("broadcasts" | "b") => {
            io.out("ACTIVITY MANAGER BROADCAST STATE (dumpsys activity broadcasts)\n  (nothing)")
        }
        Some("intents" | "i") => io.out("ACTIVITY MANAGER PENDING INTENTS (dumpsys activity intents)\n  (nothing)"),
        Some("providers" | "prov") => {
            io.out("ACTIVITY MANAGER CONTENT PROVIDERS (dumpsys activity providers)\n  (nothing)")
        }
        Some("oom" | "o") => io.out("ACTIVITY MANAGER LRU PROCESSES (dumpsys activity oom)"),
        Some("lastanr" | "exit-info" | "permissions" | "urigrants" | "assoc" | "settings" | "package") => {}
        Some(name) => {
            let found = system
                .tasks()
                .into_iter()
                .find(|task| task.top.long().contains(name) || task.top.short().contains(name));
            match found {
                Some(task) => shown(&task, io, system),
                None => io.out(format!("Bad activity command, or no activities match: {name}\nUse -h for help.")),
            }
        }
        None => {
            recents(io, system);
            activities(io, system);
            processes(None, io, system);
        }
    }
}

fn front_of(task: &TaskInfo) -> Front {
    Front { component: task.top.clone(), task_id: task.id }
}

fn task_name(task: &TaskInfo, system: &dyn System) -> String {
    let kind = if task.home { "home" } else { "standard" };
    let package = &task.base.package;
    format!(
        "Task{{{:x} #{} type={kind} A={}:{package} U=0 visible={} mode=fullscreen translucent={} sz=1}}",
        hash(&task.base.long()),
        task.id,
        system.shared().packages.uid_of(package),
        task.visible,
        !task.visible
    )
}

fn activities(io: &mut Io, system: &dyn System) {
    let front = system.front();
    let resumed = front.as_ref().map(record);
    io.out("ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)");
    io.out("Display #0 (activities from top to bottom):");
    for task in system.tasks() {
        let (name, owner) = (record(&front_of(&task)), system.shared().packages.uid_of(&task.top.package));
        let on_top = front.as_ref().is_some_and(|front| front.task_id == task.id);
        let (top, package) = (task.top.long(), &task.top.package);
        io.out(format!("  * {}", task_name(&task, system)));
        io.out(format!("    mLastPausedActivity: null\n    isSleeping={}", !system.is_awake()));
        if on_top {
            io.out(format!("    mResumedActivity: {name}\n    topResumedActivity={name}"));
        }
        io.out(format!("    * Hist  #0: {name}"));
        io.out(format!("        packageName={package} processName={package}\n        launchedFromUid=2000 launchedFromPackage=com.android.shell userId=0"));
        io.out(format!(
            "        app=ProcessRecord{{{:x} {}:{package}/u0a{}}}",
            hash(package),
            system.pid(package).unwrap_or(0),
            owner % 10_000
        ));
        io.out(format!("        Intent {{ act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] flg=0x10000000 cmp={} }}", task.base.short()));
        io.out(format!(
            "        rootOfTask=true task={}\n        taskAffinity={owner}:{package}\n        mActivityComponent={}",
            task_name(&task, system),
            task.top.short()
        ));
        io.out(format!(
            "        realComponentName={top}\n        state={} nowVisible={} visible={}\n",
            if on_top { "RESUMED" } else { "STOPPED" },
            task.visible,
            task.visible
        ));
    }
    let resumed = resumed.unwrap_or_else(|| "null".to_owned());
    io.out(format!("  ResumedActivity: {resumed}\n  topResumedActivity={resumed}\n  mFocusedApp={resumed}"));
    io.out(format!(
        "\n  mTopFocusedDisplayId=0\n  mSleeping={} mShuttingDown=false\n  KeyguardController:",
        !system.is_awake()
    ));
    let locked = system.is_locked();
    io.out(format!(
        "    mKeyguardShowing={locked}\n    mAodShowing=false\n    mKeyguardGoingAway=false\n    mOccluded=false"
    ));
}

fn top(io: &mut Io, system: &dyn System) {
    // The front activity comes last, where adbutils looks for it.
    for task in system.tasks().iter().filter(|task| task.visible).rev() {
        shown(task, io, system);
    }
}

fn shown(task: &TaskInfo, io: &mut Io, system: &dyn System) {
    let package = &task.top.package;
    let pid = system.pid(package).unwrap_or(0);
    let name = task.top.short();
    io.out(format!("TASK {}:{package} id={} userId=0", system.shared().packages.uid_of(package), task.id));
    io.out(format!("  ACTIVITY {name} {:x} pid={pid}", hash(&name)));
    io.out(format!(
        "    Local Activity {:x} State:\n      mResumed={} mStopped={} mFinished=false",
        hash(&task.top.class),
        task.visible,
        !task.visible
    ));
    io.out("    View Hierarchy:\n      DecorView[]\n");
}

fn recents(io: &mut Io, system: &dyn System) {
    let launcher = "com.google.android.apps.nexuslauncher";
    io.out("ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)");
    io.out(format!("  mRecentsUid={}", system.shared().packages.uid_of(launcher)));
    io.out(format!("  mRecentsComponent=ComponentInfo{{{launcher}/com.android.quickstep.RecentsActivity}}"));
    io.out("  mFreezeTaskListReordering=false\n  Recent tasks:");
    for (at, task) in system.tasks().iter().enumerate() {
        let kind = if task.home { "home" } else { "standard" };
        io.out(format!("  * Recent #{at}: {}", task_name(task, system)));
        io.out(format!(
            "    userId=0 effectiveUid=u0a{} mCallingUid=u0a123 mUserSetupComplete=true",
            system.shared().packages.uid_of(&task.base.package) % 10_000
        ));
        io.out(format!("    affinity={}:{}", system.shared().packages.uid_of(&task.base.package), task.base.package));
        io.out(format!("    intent={{act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] flg=0x10000000 cmp={}}}", task.base.short()));
        io.out(format!(
            "    mActivityComponent={}\n    rootWasReset=false mNeverRelinquishIdentity=true",
            task.base.short()
        ));
        io.out(format!("    Activities=[{}]", record(&front_of(task))));
        io.out(format!(
            "    stackId={} activityType={kind}\n    hasBeenVisible=true mResizeMode=RESIZE_MODE_RESIZEABLE",
            task.id
        ));
    }
    // The tasks that the overview shows (`RecentTasks.isVisibleRecentTask`). Tools read their ids to close them.
    io.out("\n  Visible recent tasks (most recent first):");
    for (at, task) in system.tasks().iter().filter(|task| !task.home).enumerate() {
        io.out(format!("  * RecentTaskInfo #{at}: \n    id={} userId=0 hasTask=true", task.id));
        io.out(format!("    baseIntent=Intent {{ act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] flg=0x10000000 cmp={} }}", task.base.short()));
        io.out("    isExcluded=false activityType=standard windowingMode=fullscreen supportsMultiWindow=true");
    }
}

fn processes(only: Option<&str>, io: &mut Io, system: &dyn System) {
    io.out("ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n  All known processes:");
    let names =
        ["com.android.systemui"].into_iter().chain(system.shared().packages.installed.keys().map(String::as_str));
    let mut seen = Vec::new();
    for name in names.filter(|name| only.is_none_or(|only| only == *name)) {
        if seen.contains(&name) {
            continue;
        }
        seen.push(name);
        if let Some(pid) = system.pid(name) {
            let owner = system.shared().packages.uid_of(name);
            io.out(format!("  *APP* UID {owner} ProcessRecord{{{:x} {pid}:{name}/u0a{}}}", hash(name), owner % 10_000));
            io.out(format!(
                "    user #0 uid={owner} gids={{}}\n    dir=/data/app/{name}/base.apk packageList={{{name}}}"
            ));
        }
    }
    apps::dump(io, system);
}
