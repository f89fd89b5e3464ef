//! Tests of `sqlite3` against the output of the real program (3.40.1).

use shell::Shell;
use state::profile::Profile;

use crate::Phone;

/// A command, its output, its exit status.
type Row = (&'static str, &'static str, i32);

const ROWS: &[Row] = &[
    ("sqlite3 a.db 'SELECT * FROM t'", "1|a b|1.5\n2||\n3|q\"x,y|3.0\n", 0),
    ("sqlite3 -header -csv a.db 'select * from t'", "id,n,x\n1,\"a b\",1.5\n2,,\n3,\"q\"\"x,y\",3.0\n", 0),
    (
        "sqlite3 -json a.db 'select * from t'",
        "[{\"id\":1,\"n\":\"a b\",\"x\":1.5},\n{\"id\":2,\"n\":null,\"x\":null},\n{\"id\":3,\"n\":\"q\\\"x,y\",\"x\":3.0}]\n",
        0,
    ),
    (
        "sqlite3 -line a.db 'select * from t limit 2'",
        "   id = 1\n    n = a b\n    x = 1.5\n\n   id = 2\n    n = \n    x = \n",
        0,
    ),
    (
        "sqlite3 -column -header a.db 'select * from t'",
        "id  n      x  \n--  -----  ---\n1   a b    1.5\n2             \n3   q\"x,y  3.0\n",
        0,
    ),
    ("sqlite3 -separator ';' a.db 'select * from t'", "1;a b;1.5\n2;;\n3;q\"x,y;3.0\n", 0),
    ("sqlite3 a.db 'select * from nope'", "Error: in prepare, no such table: nope\n", 1),
    ("sqlite3 a.db 'selec 1'", "Error: in prepare, near \"selec\": syntax error\n  selec 1\n  ^--- error here\n", 1),
    (
        "sqlite3 a.db 'select nocol from t'",
        "Error: in prepare, no such column: nocol\n  select nocol from t\n         ^--- error here\n",
        1,
    ),
    ("sqlite3 a.db 'insert into t values(1,2,3)'", "Error: stepping, UNIQUE constraint failed: t.id (19)\n", 19),
    ("sqlite3 a.db .tables", "t\n", 0),
    ("sqlite3 a.db .schema", "CREATE TABLE t(id INTEGER PRIMARY KEY, n TEXT, x REAL);\n", 0),
    (
        "sqlite3 a.db .dump",
        "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE t(id INTEGER PRIMARY KEY, n TEXT, x REAL);\nINSERT INTO t VALUES(1,'a b',1.5);\nINSERT INTO t VALUES(2,NULL,NULL);\nINSERT INTO t VALUES(3,'q\"x,y',3.0);\nCOMMIT;\n",
        0,
    ),
    ("sqlite3 g.db 'select 1 from sqlite_master'", "Error: in prepare, file is not a database (26)\n", 26),
    ("sqlite3 g.db .tables", "Error: file is not a database\n", 1),
    (
        "sqlite3 /nope/x.db 'select 1'",
        "Error: unable to open database \"/nope/x.db\": unable to open database file\n",
        1,
    ),
    (
        "echo 'select 1; selec 2; select 3;' | sqlite3 a.db",
        "Parse error near line 1: near \"selec\": syntax error\n  selec 2; select 3;\n  ^--- error here\n1\n",
        1,
    ),
    (
        "printf '.headers on\\nselect id,n\\nfrom t;\\n.tables\\n.bogus\\n' | sqlite3 a.db",
        "Error: unknown command or invalid arguments:  \"bogus\". Enter \".help\" for help\nid|n\n1|a b\n2|\n3|q\"x,y\nt\n",
        1,
    ),
    ("sqlite3 -quote a.db 'select * from t'", "1,'a b',1.5\n2,NULL,NULL\n3,'q\"x,y',3.0\n", 0),
    ("sqlite3 -bogus a.db", "sqlite3: Error: unknown option: -bogus\nUse -help for a list of options.\n", 1),
    (
        "sqlite3 -box a.db 'select * from t'",
        "┌────┬───────┬─────┐\n│ id │   n   │  x  │\n├────┼───────┼─────┤\n│ 1  │ a b   │ 1.5 │\n│ 2  │       │     │\n│ 3  │ q\"x,y │ 3.0 │\n└────┴───────┴─────┘\n",
        0,
    ),
    (
        "sqlite3 -table a.db 'select * from t'",
        "+----+-------+-----+\n| id |   n   |  x  |\n+----+-------+-----+\n| 1  | a b   | 1.5 |\n| 2  |       |     |\n| 3  | q\"x,y | 3.0 |\n+----+-------+-----+\n",
        0,
    ),
    (
        "sqlite3 -markdown a.db 'select * from t'",
        "| id |   n   |  x  |\n|----|-------|-----|\n| 1  | a b   | 1.5 |\n| 2  |       |     |\n| 3  | q\"x,y | 3.0 |\n",
        0,
    ),
    ("sqlite3 -html a.db 'select * from t limit 1'", "<TR><TD>1</TD>\n<TD>a b</TD>\n<TD>1.5</TD>\n</TR>\n", 0),
    ("sqlite3 -tabs a.db 'select * from t'", "1\ta b\t1.5\n2\t\t\n3\tq\"x,y\t3.0\n", 0),
    ("sqlite3 a.db 'select 1; select 2' 'select 3'", "1\n2\n3\n", 0),
    (
        "sqlite3 a.db \"select x'0102' is null, 1e100, -0.0, 12345678901234567, 0.1, 1.0/3\"",
        "0|1.0e+100|0.0|12345678901234567|0.1|0.333333333333333\n",
        0,
    ),
    ("sqlite3 -list -nullvalue NULL a.db 'select * from t where id = 2'", "2|NULL|NULL\n", 0),
    (
        "sqlite3 -readonly a.db 'insert into t values(9,9,9)'",
        "Error: stepping, attempt to write a readonly database (8)\n",
        8,
    ),
    (
        "printf \"select 'abc\\n\" | sqlite3 a.db",
        "Parse error near line 1: unrecognized token: \"'abc\"\n  select 'abc\n         ^--- error here\n",
        1,
    ),
    // Commands that would reach the host with the real program stay on the phone.
    ("sqlite3 a.db \"attach '/tmp/outside.db' as o\"", "Error: in prepare, not authorized (23)\n", 23),
    (
        "sqlite3 a.db \"/* and */ VACUUM main into '/tmp/outside.db'\"",
        "Error: stepping, authorization denied (23)\n",
        23,
    ),
    ("sqlite3 a.db 'vacuum; select count(*) from t'", "3\n", 0),
    (
        "sqlite3 a.db 'with recursive c(n) as (select 1 union all select n + 1 from c) select max(n) from c'",
        "Error: stepping, interrupted (9)\n",
        9,
    ),
    ("sqlite3 a.db 'select length(zeroblob(999999999))'", "Error: stepping, string or blob too big (18)\n", 18),
];

#[test]
fn rows() {
    let mut phone = Phone::new(Profile::built_in("userdebug").unwrap(), apps::SYSTEM, 1_794_650_400_000);
    let mut shell = Shell::new();
    let made = "cd /data/local/tmp; echo garbagegarbagegarbagegarbagegarbage > g.db; sqlite3 a.db \"CREATE TABLE t(id INTEGER PRIMARY KEY, n TEXT, x REAL); INSERT INTO t VALUES(1,'a b',1.5),(2,NULL,NULL),(3,'q\\\"x,y',3);\"";
    assert_eq!(shell.run(made, &mut phone, b"").stderr, b"");
    let mut differ = String::new();
    let outside = std::path::Path::new("/tmp/outside.db");
    assert!(!outside.exists());
    for (command, wanted, status) in ROWS {
        let outcome = shell.run(&format!("{command} 2>&1"), &mut phone, b"");
        let written = String::from_utf8(outcome.stdout).unwrap();
        // The order of standard error and standard output depends on the shell.
        let same = written == *wanted || sorted(&written) == sorted(wanted);
        if !same || outcome.status != *status {
            differ += &format!("$ {command}\n{written:?} {}\n{wanted:?} {status}\n", outcome.status);
        }
    }
    assert!(differ.is_empty(), "{differ}");
    assert!(!outside.exists(), "the computer's disk was written to");
}

fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}
