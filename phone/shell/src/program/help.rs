//! Help texts: `ps --help`, `toybox --help`, `toybox help ps`.

use super::call::Call;

/// Name, usage and description, sorted by name. Options that clients look for are on separate lines.
const HELP: &[(&str, &str, &str)] = &[
    ("awk", "[-F SEP] [-v VAR=VALUE] PROGRAM [FILE...]", "Run a program over the fields of each line."),
    (
        "base64",
        "[-di] [-w COLUMNS] [FILE...]",
        "Encode or decode in base64.\n\n-d\tDecode\n-i\tIgnore other characters\n-w\tWrap output at COLUMNS (default 76 or 0 for no wrap)",
    ),
    ("basename", "[-a] [-s SUFFIX] NAME... | NAME [SUFFIX]", "Last part of a path."),
    ("cal", "[[[DAY] MONTH] YEAR]", "Show a calendar."),
    ("cat", "[-etuv] [FILE...]", "Copy files to stdout."),
    ("chgrp", "[-RHLP] [-fvh] GROUP FILE...", "Change the group of files."),
    ("chmod", "[-R] MODE FILE...", "Change the mode of files."),
    ("chown", "[-RHLP] [-fvh] [OWNER][:GROUP] FILE...", "Change the owner of files."),
    ("clear", "", "Clear the screen."),
    ("cmp", "[-ls] [-n LEN] FILE1 FILE2 [SKIP1 [SKIP2]]", "Compare two files byte by byte."),
    ("cp", "[-aDdFfHiLlnPpRrsTv] [--preserve=motcxa] [-t TARGET] SOURCE... [DEST]", "Copy files."),
    ("cut", "[-Ds] [-bcCfF LIST] [-dO DELIM] [FILE...]", "Show parts of lines."),
    ("date", "[-u] [-I RES] [-r FILE] [-d DATE] [+DISPLAY_FORMAT] [-D SET_FORMAT] [SET]", "Show or set the clock."),
    ("dd", "[if|of=FILE] [ibs|obs|bs|count|seek|skip=N] [conv=...] [iflag|oflag=...]", "Copy and convert blocks."),
    ("df", "[-aHhikP] [-t TYPE] [FILE...]", "Show how full file systems are."),
    ("diff", "[-abBdiNqrTtwu] [-L LABEL] [-S FILE] [-U LINES] [-F REGEX ] FILE1 FILE2", "Compare files and folders."),
    ("dirname", "PATH...", "Path without its last part."),
    ("du", "[-d N] [-askxHLlmc] [FILE...]", "Show how much room files take."),
    ("egrep", "[-EFrivwcloqsHbhn] [-ABC NUM] [-m MAX] [-e REGEX]... [-f REGFILE] [FILE]...", "Show lines that match."),
    ("env", "[-i] [-u NAME] [NAME=VALUE...] [COMMAND...]", "Run a command in another environment."),
    ("expr", "ARG1 OPERATOR ARG2...", "Compute an expression."),
    ("fgrep", "[-EFrivwcloqsHbhn] [-ABC NUM] [-m MAX] [-e REGEX]... [-f REGFILE] [FILE]...", "Show lines that match."),
    ("find", "[-HL] [DIR...] [<options>]", "Search folders."),
    ("free", "[-bkmgt]", "Show how full memory is."),
    ("getconf", "-a [PATH] | -l | NAME [PATH]", "Show what the system is configured with."),
    ("grep", "[-EFrivwcloqsHbhn] [-ABC NUM] [-m MAX] [-e REGEX]... [-f REGFILE] [FILE]...", "Show lines that match."),
    ("groups", "[USER]", "Show the groups of a user."),
    ("gunzip", "[-cfk] [FILE...]", "Unpack files."),
    (
        "gzip",
        "[-19cdfk] [FILE...]",
        "Pack files.\n\n-c\tOutput to stdout\n-d\tUnpack\n-f\tOverwrite\n-k\tKeep the original",
    ),
    ("head", "[-n NUM] [-c NUM] [FILE...]", "Show the first lines."),
    ("hostname", "[-bdsf] [-F FILENAME] [NEWNAME]", "Show or set the name of the host."),
    ("id", "[-Ggnru] [USER...]", "Show who somebody is."),
    ("kill", "[-l [SIGNAL] | -s SIGNAL | -SIGNAL] PID...", "Send a signal to processes."),
    ("killall", "[-l] [-iqv] [-SIGNAL|-s SIGNAL] PROCESS_NAME...", "Send a signal by name."),
    ("ln", "[-sfnv] [-t DIR] [FROM...] TO", "Make links."),
    ("logname", "", "Show the name of the user."),
    ("ls", "[-1ACFHLNRSUXZabcdfghilmnopqrstuwx] [--color[=auto]] [FILE...]", "List files."),
    ("lsof", "[-lt] [-p PID1,PID2,...] [FILE...]", "List open files."),
    ("md5sum", "[-bcs] [FILE]...", "Hashes of files."),
    ("mkdir", "[-vp] [-m MODE] [DIR...]", "Make folders."),
    ("mktemp", "[-dqtu] [-p DIR] [TEMPLATE]", "Make a temporary file."),
    ("mount", "[-afFrsvw] [-t TYPE] [-o OPTION,] [[DEVICE] DIR]", "Mount a file system, or show what is mounted."),
    ("mv", "[-fivn] [-t TARGET] SOURCE... [DEST]", "Move files."),
    (
        "nc",
        "[-46ELlntUuz] [-pqWw #] [-s addr] {IPADDR PORTNUM|-f FILENAME|COMMAND...}",
        "Forward stdin and stdout to a connection.",
    ),
    ("nice", "[-n PRIORITY] COMMAND...", "Run a command with another priority."),
    ("nl", "[-E] [-l NUM] [-b MODE] [-n STYLE] [-s SEPARATOR] [-v NUM] [-w WIDTH] [FILE...]", "Number lines."),
    ("nohup", "COMMAND...", "Run a command that outlives the terminal."),
    ("nproc", "[--all]", "Show how many processors there are."),
    ("od", "[-bcdosxv] [-j #] [-N #] [-w #] [-A doxn] [-t acdfoux[#]]", "Show files in octal or hex."),
    ("paste", "[-s] [-d DELIMITERS] [FILE...]", "Join lines of files."),
    (
        "pgrep",
        "[-aclfnovx] [-d DELIM] [-L SIGNAL] [PATTERN] [-G GID,] [-g PGRP,] [-P PPID,] [-s SID,] [-t TERM,] [-U UID,] [-u EUID,]",
        "Search for processes.",
    ),
    ("pidof", "[-s] [-o omitpid[,omitpid...]] [NAME...]", "Show the numbers of processes by name."),
    (
        "pkill",
        "[-fnovx] [-SIGNAL|-l SIGNAL] [PATTERN] [-G GID,] [-g PGRP,] [-P PPID,] [-s SID,] [-t TERM,] [-U UID,] [-u EUID,]",
        "Send a signal to processes that match.",
    ),
    ("printenv", "[-0] [ENV_VAR...]", "Show environment variables."),
    (
        "ps",
        "[-AadefLlnwZ] [-gG GROUP,] [-k FIELD,] [-o FIELD,] [-p PID,] [-t TTY,] [-uU USER,]",
        "List processes.\n\nWhich processes (-gGuUpPt may be given several times):\n\n-A\tAll\n-a\tWith a terminal, not session leaders\n-d\tAll but session leaders\n-e\tSame as -A\n-g\tIn GROUPs\n-G\tIn real GROUPs\n-p\tPIDs\n-P\tParent PIDs\n-s\tIn sessions\n-t\tOn terminals\n-T\tShow threads too\n-u\tOf USERs\n-U\tOf real USERs\n\nWhat is shown:\n\n-f\tFull (-o USER:12=UID,PID,PPID,C,STIME,TTY,TIME,ARGS=CMD)\n-l\tLong\n-M\tNever cut lines\n-n\tNumbers for users and groups\n-o\tFIELDs, with :SIZE and =NAME\n-O\tMore FIELDs\n-w\tWide\n-Z\tWith security labels\n-k\tSort by FIELDs",
    ),
    ("pwd", "[-L|-P]", "Show the working folder."),
    ("readlink", "[-efmnqz] FILE...", "Show where a link points to."),
    ("realpath", "[-LPemqsz] [--relative-base DIR] [-R DIR] FILE...", "Show a path without links."),
    ("rev", "[FILE...]", "Reverse lines."),
    ("rm", "[-fiRrv] FILE...", "Remove files."),
    ("rmdir", "[-p] [DIR...]", "Remove empty folders."),
    ("sed", "[-inrszE] [-e SCRIPT]...|SCRIPT [-f SCRIPT_FILE]... [FILE...]", "Edit lines."),
    ("seq", "[-w|-f fmt_str] [-s sep_str] [first] [increment] last", "Count."),
    ("setsid", "[-cdw] command [args...]", "Run a command in a session of its own."),
    ("sha1sum", "[-bcs] [FILE]...", "Hashes of files."),
    ("sha256sum", "[-bcs] [FILE]...", "Hashes of files."),
    ("sleep", "DURATION...", "Wait."),
    ("sort", "[-runbCcdfiMmsz] [FILE...] [-k#[,#[x]] [-t X]] [-o FILE]", "Sort lines."),
    ("stat", "[-tfL] [-c FORMAT] FILE...", "Show what is known of files."),
    ("strings", "[-fo] [-t oxd] [-n LEN] [FILE...]", "Show the text in binary files."),
    ("sync", "[-df] [FILE...]", "Write everything to disk."),
    ("tac", "[FILE...]", "Show lines in reverse order."),
    ("tail", "[-n|c NUMBER] [-f|F] [-s SECONDS] [FILE...]", "Show the last lines."),
    (
        "tar",
        "[-cxt] [-fvohmjkOS] [-XTCf NAME] [--selinux] [FILE...]",
        "Make, list or unpack archives.\n\n-c\tCreate\n-x\tExtract\n-t\tTest (list)\n-f\tArchive FILE (default stdin or stdout)\n-C\tChange to DIR first\n-z\tgzip\n-v\tSay what is done\n-O\tExtract to stdout",
    ),
    ("tee", "[-ai] [FILE...]", "Copy stdin to files and stdout."),
    ("timeout", "[-k DURATION] [-s SIGNAL] [-iv] DURATION COMMAND...", "Run a command that ends in time."),
    (
        "top",
        "[-Hhbq] [-k FIELD,] [-o FIELD,] [-s SORT] [-n NUMBER] [-m LINES] [-d SECONDS] [-p PID,] [-u USER,]",
        "Show what is busy.",
    ),
    ("touch", "[-amch] [-d DATE] [-t TIME] [-r FILE] FILE...", "Set the times of files."),
    ("tr", "[-cdst] SET1 [SET2]", "Translate characters."),
    ("tty", "[-s]", "Show the terminal."),
    ("uname", "[-asnrvmo]", "Show what system this is."),
    (
        "uniq",
        "[-cduiz] [-w MAXCHARS] [-f FIELDS] [-s CHAR] [INFILE [OUTFILE]]",
        "Show lines that differ from the one before.",
    ),
    ("uptime", "[-ps]", "Show how long the system has been up."),
    ("usleep", "MICROSECONDS", "Wait."),
    ("vmstat", "[-n] [DELAY [COUNT]]", "Show how busy memory is."),
    ("wc", "[-Lcmwl] [FILE...]", "Count lines, words and bytes."),
    ("which", "[-a] filename ...", "Search for programs."),
    ("whoami", "", "Show the name of the user."),
    ("xargs", "[-0prt] [-snE STR] COMMAND...", "Run a command with arguments from stdin."),
    ("xxd", "[-c n] [-g n] [-i] [-l n] [-o n] [-p] [-r] [-s n] [file]", "Show files in hex."),
    ("yes", "[args...]", "Print a line for ever."),
    ("zcat", "[FILE...]", "Unpack files to stdout."),
];

/// The help text of `toybox` itself.
pub(super) const TOYBOX: &str = "usage: toybox [--long | --help | --version | [COMMAND] [ARGUMENTS...]]\n\n\
    Alone it lists its commands; --long adds where they are installed.\n\n\
    --help\t\tShow command help (only)\n--version\tShow toybox version (only)\n";

/// Returns the help text of a toybox program.
pub(super) fn of(name: &str) -> Option<String> {
    let index = HELP.binary_search_by(|(known, ..)| (*known).cmp(name)).ok()?;
    let (name, usage, text) = HELP.get(index)?;
    let gap = if usage.is_empty() { "" } else { " " };
    Some(format!(
        "Toybox 0.8.11-android multicall binary (see https://landley.net/toybox)\n\nusage: {name}{gap}{usage}\n\n{text}\n"
    ))
}

/// Answers `NAME --help`. Returns whether help was requested.
pub(super) fn answered(call: &mut Call<'_>) -> bool {
    if call.args.first().is_none_or(|word| word != "--help") || matches!(call.name, "toybox" | "expr") {
        return false;
    }
    of(call.name).is_some_and(|text| {
        call.io.out(text);
        true
    })
}
