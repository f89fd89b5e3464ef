//! Evaluates the expression of `find` for one entry and runs its actions.

use super::super::super::Input;
use super::super::super::pattern::{PatternChar, matches};
use super::super::call::Call;
use super::super::walk::Entry;
use super::expression::{Execute, Fold, Node, PermissionSign, Plan, Test};
use machine::files::{Kind, group_name, user_name};

/// The state of a walk.
pub(super) struct Search<'a> {
    pub(super) plan: &'a Plan,
    /// The names collected for each `-exec … +` of the expression.
    pub(super) gathered: Vec<(&'a Execute, Vec<String>)>,
    /// Whether to skip the contents of the directory just visited.
    pub(super) pruned: bool,
    pub(super) quit: bool,
    pub(super) entries: usize,
    /// The starting path of the walk.
    pub(super) root: String,
}

impl<'a> Search<'a> {
    /// Evaluates the expression, and prints the entry if the expression has no action.
    pub(super) fn judge(&mut self, call: &mut Call<'_>, entry: &Entry) {
        let plan = self.plan;
        if entry.depth < plan.least || entry.depth > plan.most {
            return;
        }
        if self.evaluate(call, &plan.expression, entry) && plan.prints {
            call.io.out(format!("{}\n", entry.path));
        }
    }

    fn evaluate(&mut self, call: &mut Call<'_>, node: &'a Node, entry: &Entry) -> bool {
        if self.quit {
            return false;
        }
        match node {
            Node::And(nodes) => nodes.iter().all(|node| self.evaluate(call, node, entry)),
            Node::Or(nodes) => nodes.iter().any(|node| self.evaluate(call, node, entry)),
            Node::Not(node) => !self.evaluate(call, node, entry),
            Node::Test(test) => self.test(call, test, entry),
        }
    }

    fn test(&mut self, call: &mut Call<'_>, test: &'a Test, entry: &Entry) -> bool {
        let stat = &entry.stat;
        let path = call.path(&entry.path);
        match test {
            Test::Constant(value) => *value,
            Test::Name(pattern, fold) => fits(pattern, *fold, base_name(&entry.path)),
            Test::Path(pattern, fold) => fits(pattern, *fold, &entry.path),
            Test::LinkTarget(pattern, fold) => {
                let target = call.os.with_files(|files| files.read_link(&path));
                target.is_ok_and(|target| fits(pattern, *fold, &target))
            }
            Test::Kind(kinds) => kinds.contains(match stat.kind {
                Kind::File => 'f',
                Kind::Directory => 'd',
                Kind::Link => 'l',
                Kind::Device => 'c',
            }),
            Test::Size(count) => count.fits(i64::try_from(stat.size).unwrap_or(i64::MAX)),
            Test::Links(count) => count.fits(i64::from(stat.links)),
            Test::Inode(count) => count.fits(i64::try_from(stat.inode).unwrap_or(i64::MAX)),
            Test::Age(count, unit) => {
                let seconds = call.io.now_ms.div_euclid(1000).saturating_sub(stat.mtime_ms.div_euclid(1000));
                count.fits(seconds / unit)
            }
            Test::Newer(mtime_ms) => stat.mtime_ms > *mtime_ms,
            Test::SameFile(inode) => stat.inode == *inode,
            Test::Permissions(sign, bits) => match sign {
                PermissionSign::Exactly => stat.permissions & 0o7777 == *bits,
                PermissionSign::All => stat.permissions & bits == *bits,
                PermissionSign::Any => *bits == 0 || stat.permissions & bits != 0,
            },
            Test::User(name) => user_name(stat.uid) == *name,
            Test::Group(name) => group_name(stat.gid) == *name,
            Test::Empty => match stat.kind {
                Kind::Directory => call.os.with_files(|files| files.list(&path)).is_ok_and(|list| list.is_empty()),
                Kind::File => stat.size == 0,
                _ => false,
            },
            Test::Executable => call.os.with_files(|files| files.access(&path, 1)).is_ok(),
            Test::Print(end) => {
                call.io.out(format!("{}{end}", entry.path));
                true
            }
            Test::Printf(format) => match self.printf(call, format, entry) {
                Ok(()) => true,
                Err(message) => {
                    call.fail(message);
                    self.quit = true;
                    false
                }
            },
            Test::Delete => {
                let now_ms = call.io.now_ms;
                match call.os.with_files(|files| files.remove(&path, now_ms)) {
                    Ok(()) => true,
                    Err(error) => {
                        call.fail(format!("{}: {error}", entry.path));
                        false
                    }
                }
            }
            Test::Prune => {
                self.pruned = true;
                true
            }
            Test::Quit => {
                self.quit = true;
                false
            }
            Test::Execute(execute) => self.execute(call, execute, entry),
        }
    }

    fn execute(&mut self, call: &mut Call<'_>, execute: &'a Execute, entry: &Entry) -> bool {
        let name = match execute.in_directory {
            true => base_name(&entry.path).to_owned(),
            false => entry.path.clone(),
        };
        if execute.asks {
            let command = execute.words.first().map_or("", String::as_str);
            call.io.err(format!("[{command}] {} (y/N):", entry.path));
            let answer = call.next_line().map(|(line, _)| line).unwrap_or_default();
            if !answer.starts_with(b"y") && !answer.starts_with(b"Y") {
                return false;
            }
        }
        if execute.together && !execute.in_directory {
            match self.gathered.iter_mut().find(|(known, _)| std::ptr::eq(*known, execute)) {
                Some((_, names)) => names.push(name),
                None => self.gathered.push((execute, vec![name])),
            }
            return true;
        }
        // Toybox replaces only the last `{}`.
        let mut words = execute.words.clone();
        if let Some(place) = words.iter_mut().rev().find(|word| *word == "{}") {
            *place = name;
        }
        if !execute.in_directory {
            return run(call, &words) == 0;
        }
        let path = call.path(&entry.path);
        let parent = path.trim_end_matches('/').rsplit_once('/').map_or("/", |(parent, _)| parent).to_owned();
        // The command runs in its own shell, which may change the directory.
        let script = "cd \"$1\" && shift && \"$@\"".to_owned();
        let shell = ["sh", "-c"].map(str::to_owned).into_iter().chain([script, "find".to_owned(), parent]);
        run(call, &shell.chain(words).collect::<Vec<_>>()) == 0
    }

    /// Runs the commands that take all names at once.
    pub(super) fn run_gathered(&mut self, call: &mut Call<'_>) {
        for (execute, names) in std::mem::take(&mut self.gathered) {
            // The last word is the `{}` before the `+`.
            let command = execute.words.iter().take(execute.words.len().saturating_sub(1)).cloned();
            let words: Vec<String> = command.chain(names).collect();
            if run(call, &words) != 0 {
                call.status = 1;
            }
        }
    }
}

/// Returns the last component of a path.
pub(super) fn base_name(path: &str) -> &str {
    match path.trim_end_matches('/') {
        "" => path,
        trimmed => trimmed.rsplit('/').next().unwrap_or(trimmed),
    }
}

fn fits(pattern: &[PatternChar], fold: Fold, text: &str) -> bool {
    let text = if fold == Fold::Yes { text.to_lowercase() } else { text.to_owned() };
    matches(pattern, &text.chars().collect::<Vec<_>>())
}

fn run(call: &mut Call<'_>, words: &[String]) -> i32 {
    call.flush();
    if let Some(name) = words.first()
        && call.locate(name).is_none()
    {
        call.io.err(format!("find: exec {name}: No such file or directory\n"));
        return 127;
    }
    let status = call.shell.run_inside(words, Input::default(), call.os);
    call.shell.long_running = None;
    status
}
