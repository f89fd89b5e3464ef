//! Determines which files a simple command writes, and whether it can destroy their content.
//!
//! It knows how each program names its output. It does not know whether a file exists: a program that would overwrite
//! one counts as overwriting.

use super::lex::Word;

/// Files that a command writes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FileWrites {
    /// The output files, as the words that name them.
    pub(super) targets: Vec<Word>,
    /// Whether it replaces existing files; otherwise it only creates new ones.
    pub(super) overwrites: bool,
    /// Whether it may create links, through which the next command could write elsewhere.
    pub(super) links: bool,
}

/// The task's own folder on a phone, where new files do no harm.
const SCRATCH: &str = "/data/local/tmp/fingertip/";

/// Targets that keep nothing, so writing to them is always harmless.
const NOWHERE: &[&str] =
    &["/dev/null", "/dev/tty", "/dev/stdout", "/dev/stderr", "/dev/fd/1", "/dev/fd/2", "/proc/self/fd/1"];

/// The default output file of `uiautomator dump`, and the one that we use for it.
const DUMPS: &[&str] = &["/sdcard/window_dump.xml", "/data/local/tmp/window_dump.xml"];

/// Whether writing to this path cannot harm the person's data.
pub(super) fn is_harmless(path: &str) -> bool {
    NOWHERE.contains(&path) || (path.starts_with(SCRATCH) && !path.split('/').any(|part| part == ".."))
}

fn is_flag(word: &Word) -> bool {
    word.text.starts_with('-') && word.text.len() > 1
}

/// Whether the short flag `letter` (alone or combined with others) or the long flag is among the arguments.
fn has_flag(args: &[Word], letter: char, long: &str) -> bool {
    args.iter().any(|word| {
        let text = word.text.as_str();
        text == long
            || text.strip_prefix(long).is_some_and(|rest| rest.starts_with('='))
            || (text.starts_with('-') && !text.starts_with("--") && text.chars().skip(1).any(|c| c == letter))
    })
}

fn operands(args: &[Word]) -> impl DoubleEndedIterator<Item = &Word> {
    args.iter().filter(|word| !is_flag(word))
}

/// Returns the values of a flag: `-o FILE`, `-oFILE`, `--output=FILE`.
fn valued(args: &[Word], short: &str, long: &str) -> Vec<Word> {
    let mut found = Vec::new();
    for (at, word) in args.iter().enumerate() {
        let text = word.text.as_str();
        if text == short || text == long {
            found.extend(args.get(at + 1).cloned());
        } else if let Some(rest) = text.strip_prefix(long).and_then(|rest| rest.strip_prefix('=')) {
            found.push(Word { text: rest.to_owned(), ..word.clone() });
        } else if let Some(rest) = text.strip_prefix(short).filter(|rest| !rest.is_empty() && !text.starts_with("--")) {
            found.push(Word { text: rest.to_owned(), ..word.clone() });
        }
    }
    found
}

fn replaces(targets: Vec<Word>) -> FileWrites {
    FileWrites { overwrites: !targets.is_empty(), targets, links: false }
}

fn makes(targets: Vec<Word>) -> FileWrites {
    FileWrites { targets, overwrites: false, links: false }
}

/// The last operand, or the folder after `-t`.
fn destination(args: &[Word]) -> Vec<Word> {
    let folder = valued(args, "-t", "--target-directory");
    if folder.is_empty() { operands(args).next_back().cloned().into_iter().collect() } else { folder }
}

/// Returns the target folder of an archive: the named folder, or the current one.
fn unpacked(args: &[Word], short: &str) -> Vec<Word> {
    let folder = valued(args, short, "--directory");
    if folder.is_empty() { vec![Word { text: ".".to_owned(), raw: ".".to_owned(), ..Word::default() }] } else { folder }
}

/// Returns the files that the program `name` writes with these arguments.
pub(super) fn written(name: &str, args: &[Word]) -> FileWrites {
    let links = matches!(name, "cp" | "mv" | "ln" | "tar" | "unzip" | "cpio" | "rsync" | "install" | "scp");
    FileWrites { links, ..files(name, args) }
}

fn files(name: &str, args: &[Word]) -> FileWrites {
    let all = || operands(args).cloned().collect::<Vec<_>>();
    let after_first = || operands(args).skip(1).cloned().collect::<Vec<_>>();
    match name {
        "cp" if has_flag(args, 'n', "--no-clobber") => makes(destination(args)),
        "cp" | "install" | "rsync" | "scp" => replaces(destination(args)),
        // A moved file disappears from its old path.
        "mv" | "rename" => replaces(all()),
        "ln" => replaces(destination(args)),
        "tee" | "truncate" | "fallocate" | "patch" | "dos2unix" | "unix2dos" => replaces(all()),
        "touch" | "mkdir" | "mkfifo" | "mknod" | "mktemp" => makes(all()),
        "screencap" | "screenrecord" => replaces(all()),
        "uiautomator" if args.first().is_some_and(|word| word.text == "dump") => {
            replaces(after_first().into_iter().filter(|word| !DUMPS.contains(&word.text.as_str())).collect())
        }
        "sed" if has_flag(args, 'i', "--in-place") => replaces(after_first()),
        "dd" => {
            let of = |word: &Word| word.text.strip_prefix("of=").map(|path| (path.to_owned(), word.clone()));
            replaces(args.iter().filter_map(of).map(|(text, word)| Word { text, ..word }).collect())
        }
        "tar" => tar(args),
        "unzip" if ['l', 't', 'p', 'Z', 'z'].iter().any(|letter| has_flag(args, *letter, "--list")) => {
            FileWrites::default()
        }
        "unzip" if has_flag(args, 'n', "--never") => makes(unpacked(args, "-d")),
        "unzip" => replaces(unpacked(args, "-d")),
        "cpio" if has_flag(args, 'i', "--extract") || has_flag(args, 'p', "--pass-through") => {
            replaces(unpacked(args, "-D"))
        }
        "gzip" | "gunzip" | "bzip2" | "bunzip2" | "xz" | "unxz" | "zstd" | "lzma" | "compress" | "uncompress"
            if !['c', 'l', 't'].iter().any(|letter| has_flag(args, *letter, "--stdout")) =>
        {
            replaces(all())
        }
        "sort" | "shuf" | "iconv" => replaces(valued(args, "-o", "--output")),
        "openssl" => replaces(valued(args, "-out", "-out")),
        "curl" => curl(args),
        "wget" => replaces(or_here(valued(args, "-O", "--output-document"))),
        "split" | "csplit" => replaces(or_here(after_first())),
        "uniq" => replaces(after_first()),
        "xxd" if has_flag(args, 'r', "--revert") => replaces(after_first()),
        "logcat" => replaces(valued(args, "-f", "--file")),
        "find" => {
            let lists = |word: &Word| matches!(word.text.as_str(), "-fprint" | "-fprintf" | "-fls" | "-fprint0");
            let behind = args.iter().enumerate().filter(|(_, word)| lists(word)).filter_map(|(at, _)| args.get(at + 1));
            replaces(behind.cloned().collect())
        }
        "script" => replaces(all()),
        _ => FileWrites::default(),
    }
}

/// `tar x…` unpacks, `tar c…f FILE` writes FILE; the dash may be left out.
fn tar(args: &[Word]) -> FileWrites {
    let bundle = args.first().map_or("", |word| word.text.as_str());
    let does = |letter: char, long: &str| {
        (!bundle.starts_with("--") && bundle.contains(letter)) || has_flag(args, letter, long)
    };
    if does('x', "--extract") || does('x', "--get") {
        return replaces(unpacked(args, "-C"));
    }
    if ['c', 'r', 'u', 'A'].iter().any(|letter| does(*letter, "--create")) {
        let named = valued(args, "-f", "--file");
        return replaces(if named.is_empty() { args.get(1).cloned().into_iter().collect() } else { named });
    }
    FileWrites::default()
}

fn curl(args: &[Word]) -> FileWrites {
    let named = valued(args, "-o", "--output");
    if named.is_empty() && has_flag(args, 'O', "--remote-name") {
        return replaces(or_here(Vec::new()));
    }
    replaces(named)
}

fn or_here(named: Vec<Word>) -> Vec<Word> {
    if named.is_empty() { vec![Word { text: ".".to_owned(), raw: ".".to_owned(), ..Word::default() }] } else { named }
}

/// The paths under which Android exposes the same storage.
const STORAGE: &[&str] = &[
    "/storage/emulated/0",
    "/storage/self/primary",
    "/mnt/sdcard",
    "/mnt/user/0/primary",
    "/data/media/0",
    "/storage/emulated/legacy",
];

/// Normalises a path for comparison: absolute, without `.` and `..`, storage as `/sdcard`.
pub(super) fn normal(path: &str, folder: Option<&str>) -> String {
    let whole = match (path.starts_with('/'), folder) {
        (true, _) => path.to_owned(),
        (false, Some(folder)) => format!("{folder}/{path}"),
        // The folder is unknown.
        (false, None) => return path.trim_start_matches("./").to_owned(),
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "" | "." => {}
            ".." => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    let path = format!("/{}", parts.join("/"));
    let stored = STORAGE
        .iter()
        .find_map(|storage| path.strip_prefix(storage).filter(|rest| rest.is_empty() || rest.starts_with('/')));
    stored.map_or_else(|| path.clone(), |rest| format!("/sdcard{rest}"))
}

/// Returns the first of `runs` that is among `written`: the same file, or one of the same name if its folder is
/// unknown.
pub(crate) fn runs_one_of(runs: &[String], written: &[String]) -> Option<String> {
    let last = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    let unsure = |path: &str| !path.starts_with('/') || path.contains(['*', '?', '[']);
    let is_same = |run: &str, path: &str| {
        let path = normal(path, None);
        // Files unpacked or copied into a folder are below it.
        let below = run.strip_prefix(path.as_str()).is_some_and(|rest| rest.starts_with('/') || path == "/");
        run == path
            || below
            || ((unsure(run) || unsure(&path)) && (last(run) == last(&path) || run.contains(['*', '?', '['])))
    };
    runs.iter().find(|run| written.iter().any(|path| is_same(run, path))).cloned()
}
