//! `find`: walks the tree and evaluates the expression for every entry. Matches are printed unless the expression
//! contains an action; as in toybox, `-delete` and `-prune` do not count as actions.

mod evaluate;
mod expression;
mod printf;

use self::evaluate::Search;
use super::call::Call;
use super::walk::{Entry, join};
use machine::files::{FileError, Kind, MAX_DEPTH, Stat};

/// Maximum number of entries of one walk.
const MAX_ENTRIES: usize = 50_000;

pub(super) fn find(call: &mut Call<'_>) -> i32 {
    let mut args = call.args;
    let (mut follow, mut follow_roots) = (false, false);
    while let [first, rest @ ..] = args {
        match first.as_str() {
            "-L" => follow = true,
            "-H" => follow_roots = true,
            "-LH" | "-HL" => (follow, follow_roots) = (true, true),
            _ => break,
        }
        args = rest;
    }
    let roots = args.iter().take_while(|arg| !arg.starts_with('-') && *arg != "!" && *arg != "(").count();
    let (paths, words) = args.split_at(roots);
    let plan = match expression::read(call, words) {
        Ok(plan) => plan,
        Err(message) => return call.fail(message),
    };
    let mut search =
        Search { plan: &plan, gathered: Vec::new(), pruned: false, quit: false, entries: 0, root: String::new() };
    let working_directory = [".".to_owned()];
    for root in if paths.is_empty() { working_directory.as_slice() } else { paths } {
        let path = call.path(root);
        let stat = call.os.with_files(|files| look(files, &path, follow || follow_roots));
        search.root.clone_from(root);
        match stat {
            Ok(stat) => visit(call, &mut search, Entry { path: root.clone(), stat, depth: 0 }, follow),
            Err(error) => _ = call.fail(format!("'{root}': {error}")),
        }
        if search.quit {
            break;
        }
    }
    search.run_gathered(call);
    call.status
}

/// Returns the attributes of a path, or of its link target.
fn look(files: &machine::files::Files, path: &str, follow: bool) -> Result<Stat, FileError> {
    if follow { files.stat(path).or_else(|_| files.lstat(path)) } else { files.lstat(path) }
}

fn visit(call: &mut Call<'_>, search: &mut Search<'_>, entry: Entry, follow: bool) {
    search.entries += 1;
    if search.entries > MAX_ENTRIES || call.exhausted() {
        search.quit = true;
        return;
    }
    call.shell.budget.charge(64);
    search.pruned = false;
    let plan = search.plan;
    if !plan.depth_first {
        search.judge(call, &entry);
    }
    let enters = entry.stat.kind == Kind::Directory && entry.depth < plan.most.min(MAX_DEPTH);
    if enters && !search.pruned && !search.quit {
        let path = call.path(&entry.path);
        match call.os.with_files(|files| files.list(&path)) {
            Ok(entries) => {
                for (name, stat) in entries {
                    let below = join(&entry.path, &name);
                    let target = call.path(&below);
                    let stat = if follow {
                        call.os.with_files(|files| look(files, &target, true)).unwrap_or(stat)
                    } else {
                        stat
                    };
                    visit(call, search, Entry { path: below, stat, depth: entry.depth + 1 }, follow);
                    if search.quit {
                        return;
                    }
                }
            }
            Err(error) => _ = call.fail(format!("{}: {error}", entry.path)),
        }
    }
    if plan.depth_first && !search.quit {
        search.judge(call, &entry);
    }
}
