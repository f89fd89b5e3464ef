//! The script's file system: read-only, what the system's programs need; in memory and bounded, a working folder, a
//! home and a temporary folder; nothing else. Built on the side, then made the root; the old root is detached.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::sys::statvfs::{FsFlags, statvfs};
use nix::unistd::{chdir, pivot_root, sethostname};

use super::wall::{Failed, Wall as _};
use crate::job::{HELPER, HOME, Limits, SCRIPT, WORK};

const WALL: &str = "file system";
/// Folders on which anybody can mount; the first that exists is used.
const SITES: &[&str] = &["/tmp", "/mnt", "/var/tmp"];
/// The folders that the system's programs need, unchanged.
const SYSTEM: &[&str] = &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];
/// The parts of `/etc` that loading a program needs, and the time zone.
const ETC: &[&str] =
    &["/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/localtime"];
const DEVICES: &[&str] = &["null", "zero", "full", "random", "urandom"];
const NOTHING: Option<&str> = None;

/// Builds it and makes it the root. Returns the helper's path in it.
pub(super) fn build(script: &[u8], limits: &Limits) -> Result<&'static str, Failed> {
    mount(NOTHING, "/", NOTHING, MsFlags::MS_REC | MsFlags::MS_PRIVATE, NOTHING).wall(WALL)?;
    let site = SITES.iter().map(Path::new).find(|site| site.is_dir());
    let site = site.ok_or_else(|| Failed::new(WALL, "there is no folder to build it on"))?;
    tmpfs(site, "mode=0755,size=4m,nr_inodes=512")?;
    let inside = |path: &str| site.join(path.trim_start_matches('/'));
    SYSTEM.iter().chain(ETC).try_for_each(|path| bring(Path::new(path), &inside(path)))?;
    devices(site)?;
    let made = format!("mode=0700,size={},nr_inodes={}", limits.disk, limits.files);
    for folder in [WORK, HOME, "/tmp", "/dev/shm"] {
        let place = inside(folder);
        fs::create_dir_all(&place).wall(WALL)?;
        tmpfs(&place, &made)?;
    }
    fs::create_dir_all(inside("/proc")).wall(WALL)?;
    // Some containers forbid this; scripts work without it.
    let proc = mount(Some("proc"), &inside("/proc"), Some("proc"), hardened() | MsFlags::MS_NOEXEC, NOTHING);
    etc(site)?;
    fs::create_dir(inside("/run")).wall(WALL)?;
    fs::write(inside(SCRIPT), script).wall(WALL)?;
    let helper = match proc {
        // It leads to the program although its file is in the old file system.
        Ok(()) => "/proc/self/exe",
        Err(_) => {
            fs::write(inside(HELPER), "").wall(WALL)?;
            bind(&fs::read_link("/proc/self/exe").wall(WALL)?, &inside(HELPER))?;
            HELPER
        }
    };
    sethostname("sandbox").wall("uts namespace")?;
    enter(site)?;
    Ok(helper)
}

fn enter(site: &Path) -> Result<(), Failed> {
    let old = site.join(".old");
    fs::create_dir(&old).wall(WALL)?;
    pivot_root(site, &old).wall(WALL)?;
    chdir("/").wall(WALL)?;
    umount2("/.old", MntFlags::MNT_DETACH).wall(WALL)?;
    fs::remove_dir("/.old").wall(WALL)?;
    // Makes the root itself read-only.
    let flags = MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY | hardened();
    mount(NOTHING, "/", NOTHING, flags, NOTHING).wall(WALL)?;
    chdir(WORK).wall(WALL)
}

/// Mounts a folder, a file or a link of the system, if it exists.
fn bring(from: &Path, to: &Path) -> Result<(), Failed> {
    let Ok(about) = fs::symlink_metadata(from) else { return Ok(()) };
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent).wall(WALL)?;
    }
    if about.is_symlink() {
        return symlink(fs::read_link(from).wall(WALL)?, to).wall(WALL);
    }
    if about.is_dir() {
        fs::create_dir_all(to).wall(WALL)?;
    } else {
        fs::write(to, "").wall(WALL)?;
    }
    bind(from, to)
}

/// Mounts `from` at `to`, read-only, with everything mounted below it.
fn bind(from: &Path, to: &Path) -> Result<(), Failed> {
    let named = |error| Failed::new(WALL, format_args!("`{}` cannot be mounted: {error}", from.display()));
    mount(Some(from), to, NOTHING, MsFlags::MS_BIND | MsFlags::MS_REC, NOTHING).map_err(named)?;
    let flags = MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY | hardened() | locked(to);
    mount(NOTHING, to, NOTHING, flags, NOTHING).map_err(named)
}

fn devices(site: &Path) -> Result<(), Failed> {
    let folder = site.join("dev");
    fs::create_dir(&folder).wall(WALL)?;
    for name in DEVICES {
        let (from, to) = (Path::new("/dev").join(name), folder.join(name));
        fs::write(&to, "").wall(WALL)?;
        // Not `nodev`: it is a device, and a harmless one.
        mount(Some(&from), &to, NOTHING, MsFlags::MS_BIND, NOTHING).wall(WALL)?;
    }
    let links = [
        ("fd", "/proc/self/fd"),
        ("stdin", "/proc/self/fd/0"),
        ("stdout", "/proc/self/fd/1"),
        ("stderr", "/proc/self/fd/2"),
    ];
    links.iter().try_for_each(|(name, target)| symlink(target, folder.join(name))).wall(WALL)
}

/// The few files that programs look for, without any user of this machine.
fn etc(site: &Path) -> Result<(), Failed> {
    let folder = site.join("etc");
    fs::create_dir_all(&folder).wall(WALL)?;
    let user = super::namespaces::USER;
    let files: [(&str, String); 4] = [
        ("passwd", format!("sandbox:x:{user}:{user}::{HOME}:/bin/sh\n")),
        ("group", format!("sandbox:x:{user}:\n")),
        ("hosts", "127.0.0.1 localhost sandbox\n".to_owned()),
        ("nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n".to_owned()),
    ];
    files.iter().try_for_each(|(name, text)| fs::write(folder.join(name), text)).wall(WALL)
}

fn tmpfs(at: &Path, options: &str) -> Result<(), Failed> {
    mount(Some("tmpfs"), at, Some("tmpfs"), hardened(), Some(options)).wall(WALL)
}

fn hardened() -> MsFlags {
    MsFlags::MS_NOSUID | MsFlags::MS_NODEV
}

/// The flags of a mount that this namespace cannot remove: they must be given again.
fn locked(at: &Path) -> MsFlags {
    let flags = statvfs(&PathBuf::from(at)).map_or_else(|_| FsFlags::empty(), |about| about.flags());
    let kept = [
        (FsFlags::ST_NOEXEC, MsFlags::MS_NOEXEC),
        (FsFlags::ST_NOATIME, MsFlags::MS_NOATIME),
        (FsFlags::ST_NODIRATIME, MsFlags::MS_NODIRATIME),
        (FsFlags::ST_RELATIME, MsFlags::MS_RELATIME),
    ];
    kept.into_iter().filter(|(has, _)| flags.contains(*has)).fold(MsFlags::empty(), |all, (_, flag)| all | flag)
}
