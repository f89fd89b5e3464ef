//! Attacks on the walls. Each row is a script that tries to get out and prints `ESCAPED` if it did, `held` if it did
//! not.
//!
//! To add one: a row. `{port}`, `{abstract}`, `{secret}`, `{pid}` and `{descriptor}` stand for real objects outside: a
//! server on the loopback, an abstract socket, a file, a process, an inherited open file.

use std::io::{Seek as _, Write as _};
use std::net::TcpListener;
use std::os::fd::AsRawFd as _;
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::process::{Command, Stdio};
use std::sync::mpsc::sync_channel;
use std::time::Duration;

use crate::machine::{bubblewrap, has_namespaces};
use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use sandbox::{Builder, Limits, Run, Sandbox};

/// Tries `attack`, a Python expression or statements, and prints the result.
fn python(attack: &str) -> String {
    let body: String = attack.lines().map(|line| format!("    {line}\n")).collect();
    format!(
        "#!/usr/bin/env python3\nimport os, socket, ctypes, sys, signal, time, subprocess\n\
         libc = ctypes.CDLL(None, use_errno=True)\n\
         def call(n, *a):\n    r = libc.syscall(n, *a)\n    \
         if r < 0: raise OSError(ctypes.get_errno(), 'refused')\n    return r\n\
         try:\n{body}    print('ESCAPED')\nexcept (OSError, PermissionError, MemoryError, BlockingIOError) as e:\n    print('held')\n"
    )
}

/// Tries `attack`, a shell command that succeeds only if it got out.
fn shell(attack: &str) -> String {
    format!("if {attack} >/dev/null 2>&1; then echo ESCAPED; else echo held; fi\n")
}

fn rows() -> Vec<(&'static str, String)> {
    let mut rows: Vec<(&str, String)> = Vec::new();
    let mut py = |name, attack: &str| rows.push((name, python(attack)));
    // The network, of every kind.
    py("TCP to the loopback of the host", "socket.create_connection(('127.0.0.1', {port}), 2)");
    py("TCP outside", "socket.create_connection(('1.1.1.1', 53), 2)");
    py("UDP outside", "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.sendto(b'x', ('1.1.1.1', 53))");
    py("IPv6", "socket.socket(socket.AF_INET6, socket.SOCK_STREAM)");
    py("a raw socket", "socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)");
    py("a packet socket", "socket.socket(17, socket.SOCK_RAW, 0)");
    py("netlink", "socket.socket(16, socket.SOCK_RAW, 0)");
    py("vsock to the host of a virtual machine", "socket.socket(40, socket.SOCK_STREAM)");
    py("the kernel's cryptography by socket", "socket.socket(38, socket.SOCK_SEQPACKET)");
    py("bluetooth", "socket.socket(31, socket.SOCK_RAW, 1)");
    py("an abstract socket outside", "s = socket.socket(socket.AF_UNIX); s.connect('\\0{abstract}')");
    py("a name looked up", "socket.getaddrinfo('example.com', 80)[0]");
    // Files.
    py("reading a file outside", "open('{secret}').read()");
    py("writing beside the run folder", "open('{secret}.new', 'w').write('x')");
    py("reading it over /proc/1/root", "open('/proc/1/root{secret}').read()");
    py("reading it over its own root", "open('/proc/self/root{secret}').read()");
    py("a symbolic link to it", "os.symlink('{secret}', 'l'); open('l').read()");
    py("a hard link to a file of the system", "os.link('/usr/bin/env', 'env')");
    py("writing to /usr", "open('/usr/x', 'w')");
    py("writing to /etc", "open('/etc/x', 'w')");
    py("writing to the root", "open('/x', 'w')");
    py("a device of the host", "os.mknod('d', 0o60600, os.makedev(8, 0))");
    py("a handle to a file", "call(304, -100, 0, 0)");
    py("chroot", "os.chroot('/tmp')");
    py("mounting", "r = libc.mount(b'none', b'/tmp', b'tmpfs', 0, None)\nif r: raise OSError()");
    py("unmounting", "r = libc.umount2(b'/work', 2)\nif r: raise OSError()");
    py(
        "remounting the system for writing",
        "r = libc.mount(b'none', b'/usr', None, 32 | 4096, None)\nif r: raise OSError()",
    );
    py("the new ways to mount", "call(430, b'tmpfs', 0)");
    py("the shadow passwords", "open('/etc/shadow').read()");
    py("the homes of people", "os.listdir('/root') or os.listdir('/home/..root')");
    py("settings of the kernel", "open('/proc/sys/kernel/core_pattern', 'w').write('x')");
    py("memory of the first process", "open('/proc/1/mem', 'rb').read(1)");
    py(
        "the environment of the first process",
        "d = open('/proc/1/environ', 'rb').read()\nif b'SECRET' not in d: raise OSError()",
    );
    // Other processes.
    py("tracing its parent", "call(101, 16, os.getppid(), 0, 0)");
    py("reading another's memory", "call(310, 1, 0, 0, 0, 0, 0)");
    py(
        "a signal to a process outside",
        "os.kill({pid}, 0)\nif os.path.exists('/proc/{pid}') and open('/proc/{pid}/comm').read().strip() != 'sleep': raise OSError()",
    );
    py("taking a descriptor of another", "p = os.pidfd_open(1); call(438, p, 0, 0)");
    py(
        "an open file that was left to inherit",
        "os.lseek({descriptor}, 0, 0); d = os.read({descriptor}, 100)\nif b'SECRET' not in d: raise OSError()",
    );
    py("secrets in the environment", "if not any('SECRET' in v for v in os.environ.values()): raise OSError()");
    // The kernel.
    py("a ring of the kernel", "call(425, 8, 0)");
    py("its own user namespace", "call(272, 0x10000000)");
    py("its own network namespace", "call(272, 0x40000000)");
    py("a namespace with a new process", "call(56, 0x10000000 | 17, 0, 0, 0, 0)");
    py("clone3", "call(435, 0, 88)");
    py("another's namespace", "call(308, os.open('/proc/1/ns/mnt', 0), 0)");
    py("programs in the kernel", "call(321, 0, 0, 0)");
    py("measuring other programs", "call(298, 0, 0, -1, -1, 0)");
    py("faults handled by itself", "call(323, 0)");
    py("keys of the kernel", "call(248, b'user', b'x', b'y', 1, -3)");
    py("the kernel's log", "call(103, 3, 0, 0)");
    py("another personality", "call(135, 0x0040000)");
    py("the other numbering of system calls", "call(0x40000000 | 272, 0x10000000)");
    py("modules of the kernel", "call(313, 0, b'', 0)");
    py("switching the machine off", "call(169, 0xfee1dead, 672274793, 0x4321fedc, 0)");
    py("the host's name", "r = libc.sethostname(b'x', 1)\nif r: raise OSError()");
    py("more privileges", "r = libc.setuid(0)\nif r: raise OSError()");
    py("typing into a terminal", "import fcntl; f = os.open('/dev/tty', 2); fcntl.ioctl(f, 0x5412, b'x')");
    // Exhaustion of every resource.
    py("too much memory", "x = bytearray(600 << 20)");
    py("too much on the disk", "f = open('big', 'wb')\nfor _ in range(64): f.write(b'x' * (1 << 20)); f.flush()");
    py("too much in memory files", "fd = os.memfd_create('m'); os.truncate(fd, 64 << 20)");
    py("too many files", "for n in range(20000): open('f%d' % n, 'w').close()");
    py("too many open files", "l = [open('/dev/null') for _ in range(2000)]");
    py("too many processes", "for n in range(500):\n    if os.fork() == 0: time.sleep(5); os._exit(0)");
    py("locked memory", "r = libc.mlock(ctypes.create_string_buffer(1 << 20), 1 << 20)\nif r: raise OSError()");
    let mut sh = |name, attack: &str| rows.push((name, shell(attack)));
    sh("a privileged program", "su -c true");
    sh("mount, the command", "mount -t tmpfs none /tmp");
    sh("unshare, the command", "unshare -Ur true");
    sh("the host's processes", "pgrep -f cargo");
    rows
}

#[test]
fn nobody_gets_out() {
    if !has_namespaces() {
        return;
    }
    let rig = Rig::new();
    check(&rig, &Sandbox::open(rig.runs(), rig.program(), limits()), &[]);
}

#[test]
fn nobody_gets_out_of_bubblewrap() {
    if !has_namespaces() {
        return;
    }
    let Some(path) = bubblewrap() else { return };
    let rig = Rig::new();
    check(
        &rig,
        &Sandbox::open_with(rig.runs(), rig.program(), limits(), Builder::Bubblewrap(path)),
        &["too many files"],
    );
}

fn limits() -> Limits {
    Limits { disk: 16 << 20, memory: 256 << 20, files: 2000, ..Limits::default() }
}

/// `unbounded` names the attacks that this builder leaves to other walls: bubblewrap cannot limit the number of files,
/// only their size, and no more than the limit are sent.
fn check(rig: &Rig, sandbox: &Sandbox, unbounded: &[&str]) {
    assert_eq!(sandbox.walls().refusal(), None);
    let (_go_on, stop) = sync_channel(1);
    let mut wrong = Vec::new();
    for (n, (name, script)) in rows().into_iter().filter(|(name, _)| !unbounded.contains(name)).enumerate() {
        let script = rig.filled(&script);
        let run = Run { id: &format!("a{n}"), script: &script, timeout: Duration::from_secs(60), environment: &[] };
        let said = match sandbox.run(&run, &stop) {
            Ok(done) => {
                let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
                format!("{} {}{}", done.status, out, err)
            }
            Err(error) => format!("{error}"),
        };
        if said.contains("ESCAPED") || !said.contains("held") {
            wrong.push(format!("{name}: {said}"));
        }
    }
    assert!(wrong.is_empty(), "{} attacks:\n{}", wrong.len(), wrong.join("\n"));
    assert!(!rig.folder.path().join("secret.new").exists());
}

/// The objects outside.
struct Rig {
    folder: tempfile::TempDir,
    server: TcpListener,
    name: String,
    _abstract: UnixListener,
    sleeper: std::process::Child,
    left_open: std::fs::File,
}

impl Rig {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let secret = folder.path().join("secret");
        std::fs::write(&secret, "SECRET").unwrap();
        std::fs::set_permissions(&secret, std::os::unix::fs::PermissionsExt::from_mode(0o666)).unwrap();
        std::fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
        let mut left_open = tempfile::tempfile().unwrap();
        left_open.write_all(b"SECRET").unwrap();
        left_open.rewind().unwrap();
        fcntl(&left_open, FcntlArg::F_SETFD(FdFlag::empty())).unwrap();
        let name = format!("fingertip-attack-{}", std::process::id());
        let _abstract = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap()).unwrap();
        let sleeper = Command::new("sleep").arg("600").stdin(Stdio::null()).spawn().unwrap();
        Self { folder, server: TcpListener::bind("127.0.0.1:0").unwrap(), name, _abstract, sleeper, left_open }
    }

    fn runs(&self) -> std::path::PathBuf {
        self.folder.path().join("runs")
    }

    fn program(&self) -> std::path::PathBuf {
        env!("CARGO_BIN_EXE_sandbox-stage").into()
    }

    fn filled(&self, script: &str) -> String {
        script
            .replace("{port}", &self.server.local_addr().unwrap().port().to_string())
            .replace("{abstract}", &self.name)
            .replace("{secret}", self.folder.path().join("secret").to_str().unwrap())
            .replace("{pid}", &self.sleeper.id().to_string())
            .replace("{descriptor}", &self.left_open.as_raw_fd().to_string())
    }
}

impl Drop for Rig {
    fn drop(&mut self) {
        _ = self.sleeper.kill();
        _ = self.sleeper.wait();
    }
}
