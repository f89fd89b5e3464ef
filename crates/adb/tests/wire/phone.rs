//! A tiny phone for tests: a few commands, and files in a map.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use adb::auth::Demand;
use adb::daemon::{self, Host, Services};
use adb::shell::ShellPacket;
use adb::sync::{self, Entry, FOLDER, FileError, Files, REGULAR, Stat};
use adb::{Banner, Client, Error, Options, Result, Stream};
use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, copy, split};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

/// All features that the phone serves.
pub(crate) const FEATURES: [&str; 5] = ["shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir"];

#[derive(Debug, Default)]
pub(crate) struct Phone {
    pub(crate) files: Mutex<BTreeMap<String, (u32, u32, Bytes)>>,
    pub(crate) host: Mutex<Option<Host>>,
    pub(crate) opened: Mutex<Vec<String>>,
}

/// The output and the exit status of a command.
struct Printed(Vec<u8>, Vec<u8>, u8);

/// `echo WORDS`, `fail WORDS` (to stderr, status 3), `zeros N`, `cat`, `hang`.
async fn run(command: &str, stdin: &mut (impl AsyncRead + Unpin)) -> Printed {
    let command = command.replace('\'', "");
    let (verb, rest) = command.split_once(' ').unwrap_or((&command, ""));
    match verb {
        "echo" => Printed(format!("{rest}\n").into_bytes(), Vec::new(), 0),
        "fail" => Printed(b"before\n".to_vec(), format!("{rest}\n").into_bytes(), 3),
        "zeros" => Printed(vec![0; rest.parse().unwrap()], Vec::new(), 0),
        "cat" => {
            let mut input = Vec::new();
            stdin.read_to_end(&mut input).await.unwrap_or_default();
            Printed(input, Vec::new(), 0)
        }
        "true" => Printed(Vec::new(), Vec::new(), 0),
        "hang" => std::future::pending().await,
        _ => Printed(Vec::new(), format!("/system/bin/sh: {verb}: not found\n").into_bytes(), 127),
    }
}

impl Services for Phone {
    fn connected(&self, host: Host) {
        *self.host.lock().unwrap() = Some(host);
    }

    async fn open(&self, service: &str, mut stream: Stream) -> Result<()> {
        self.opened.lock().unwrap().push(service.to_owned());
        let (name, rest) = service.split_once(':').unwrap_or((service, ""));
        match name {
            "sync" => sync::serve(stream, self).await,
            "tcp" if rest == "7" => {
                let (mut reader, mut writer) = split(stream);
                copy(&mut reader, &mut writer).await?;
                Ok(())
            }
            "reverse" if rest.starts_with("forward:") => Ok(stream.write_all(b"OKAY").await?),
            "reverse" => Ok(stream.write_all(b"FAIL0012listener not found").await?),
            "shell" | "exec" => {
                stream.accept();
                let Printed(stdout, stderr, _) = run(rest, &mut tokio::io::empty()).await;
                stream.write_all(&stdout).await?;
                Ok(stream.write_all(&stderr).await?)
            }
            name if name.starts_with("shell,v2") => shell_v2(rest, stream).await,
            _ => Err(Error::Refused(format!("no service `{service}`"))),
        }
    }
}

async fn shell_v2(command: &str, stream: Stream) -> Result<()> {
    let (mut reader, mut writer) = split(stream);
    let (mut stdin, mut feed) = tokio::io::simplex(4096);
    let feeding = async {
        while let Some(packet) = ShellPacket::read(&mut reader).await? {
            match packet {
                ShellPacket::Stdin(data) => feed.write_all(&data).await?,
                ShellPacket::CloseStdin => feed.shutdown().await?,
                _ => {}
            }
        }
        feed.shutdown().await?;
        std::future::pending::<Result<()>>().await
    };
    let running = async {
        let Printed(stdout, stderr, status) = run(command, &mut stdin).await;
        for data in stdout.chunks(64 * 1024) {
            ShellPacket::Stdout(data.to_vec()).write(&mut writer).await?;
        }
        if !stderr.is_empty() {
            ShellPacket::Stderr(stderr).write(&mut writer).await?;
        }
        ShellPacket::Exit(status).write(&mut writer).await
    };
    tokio::select! { result = running => result, result = feeding => result }
}

impl Files for Phone {
    fn room(&self) -> usize {
        4 * 1024 * 1024
    }

    async fn stat(&self, path: &str, _follow: bool) -> Result<Stat, FileError> {
        let files = self.files.lock().unwrap();
        if let Some((mode, mtime, data)) = files.get(path) {
            let (size, mtime) = (data.len() as u64, i64::from(*mtime));
            return Ok(Stat { mode: *mode, size, mtime, nlink: 1, ..Stat::default() });
        }
        let folder = path == "/sdcard" || files.keys().any(|file| file.starts_with(&format!("{path}/")));
        match folder {
            true => Ok(Stat { mode: FOLDER | 0o771, size: 4096, nlink: 2, mtime: 1, ..Stat::default() }),
            false => Err(FileError::not_found()),
        }
    }

    async fn list(&self, path: &str) -> Result<Vec<Entry>, FileError> {
        let folder = format!("{}/", path.trim_end_matches('/'));
        let names: Vec<String> = self.files.lock().unwrap().keys().cloned().collect();
        let names = names.iter().filter_map(|name| name.strip_prefix(&folder));
        let mut entries = vec![Entry { name: ".".to_owned(), stat: self.stat("/sdcard", false).await? }];
        for name in names {
            entries.push(Entry { name: name.to_owned(), stat: self.stat(&format!("{folder}{name}"), false).await? });
        }
        Ok(entries)
    }

    async fn read(&self, path: &str) -> Result<Bytes, FileError> {
        let files = self.files.lock().unwrap();
        files.get(path).map(|(_, _, data)| data.clone()).ok_or_else(FileError::not_found)
    }

    async fn write(&self, path: &str, mode: u32, mtime: u32, data: Vec<u8>) -> Result<(), FileError> {
        if path.starts_with("/system") {
            return Err(FileError { errno: 30, text: "Read-only file system".to_owned() });
        }
        self.files.lock().unwrap().insert(path.to_owned(), (REGULAR | mode & 0o777, mtime, data.into()));
        Ok(())
    }
}

impl Phone {
    pub(crate) fn new() -> Arc<Self> {
        let phone = Self::default();
        let file = (REGULAR | 0o644, 1_700_000_000, Bytes::from_static(b"hello"));
        phone.files.lock().unwrap().insert("/sdcard/a.txt".to_owned(), file);
        Arc::new(phone)
    }
}

pub(crate) fn banner(features: &[&str]) -> Banner {
    Banner::device("tiny", "Tiny_1", "tiny", features)
}

/// A phone at the other end of a pipe; it ends with the task set.
pub(crate) fn piped(
    phone: &Arc<Phone>,
    features: &'static [&str],
    tasks: &mut JoinSet<Result<()>>,
) -> impl AsyncRead + AsyncWrite + Unpin + Send + 'static {
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    let phone = Arc::clone(phone);
    tasks.spawn(async move { daemon::serve(theirs, &banner(features), phone).await });
    ours
}

/// A phone that listens on a free port; it ends with the task set.
pub(crate) async fn listening(phone: &Arc<Phone>, tasks: &mut JoinSet<Result<()>>) -> String {
    asking(phone, None, tasks).await
}

/// Like [`listening`], but demands its hosts' keys.
pub(crate) async fn asking(phone: &Arc<Phone>, demand: Option<Demand>, tasks: &mut JoinSet<Result<()>>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let phone = Arc::clone(phone);
    tasks.spawn(async move {
        let mut hosts = JoinSet::new();
        loop {
            let (socket, _) = listener.accept().await?;
            socket.set_nodelay(true)?;
            let (phone, demand) = (Arc::clone(&phone), demand.clone());
            hosts.spawn(async move { daemon::serve_trusted(socket, &banner(&FEATURES), demand.as_ref(), phone).await });
        }
    });
    address
}

pub(crate) fn options() -> Options {
    Options { timeout: Duration::from_secs(10), ..Options::default() }
}

/// A client of a phone at the other end of a pipe.
pub(crate) async fn client(phone: &Arc<Phone>, tasks: &mut JoinSet<Result<()>>) -> Client {
    Client::over(piped(phone, &FEATURES, tasks), "pipe", options()).await.unwrap()
}
