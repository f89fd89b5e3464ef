//! The folder in which snippets run, created by a script that both shells run.

/// Returns the script that recreates the folder.
pub(crate) fn script(folder: &str) -> String {
    format!(
        r#"cd /; rm -rf {folder}; mkdir -p {folder}/sub/deep {folder}/empty_dir; cd {folder} || exit 1
umask 022
printf 'alpha\nbeta\ngamma\n' > a.txt
printf '10\n9\n2\n33\n1\n' > nums
printf 'the quick brown fox\njumps over the lazy dog\n' > words
printf 'name,age,city\nann,31,Oslo\nbob,27,Rome\ncid,45,Lima\n' > csv
printf 'a\na\nb\nb\nb\nc\na\n' > dup
printf 'a\tb\tc\n1\t22\t333\n' > tabs
printf '/system/bin\n/data/local.tmp\n' > paths
printf 'I/Start: pid=12 up\nW/Low: memory\nE/Crash: pid=345 died\n' > log
printf '\n  indented\n\nlast\n' > blank
printf 'a\nb\nd\n' > sorted1
printf 'b\nc\nd\n' > sorted2
printf 'one\r\ntwo\r\n' > crlf
printf 'no end' > noeol
printf '\000\001\002bytes\177\200\377\nand more text here\n' > bin
: > empty
echo hidden > .hidden
echo spaced > 'with space.txt'
echo one > sub/one.txt
echo two > sub/two.log
echo three > sub/deep/three.txt
printf 'echo "script $# $1"\nexit 3\n' > script.sh
printf 'LIBVAR=lib\ngreet() {{ echo "hello $1"; }}\n' > lib.sh
chmod 644 a.txt nums words csv dup tabs paths log blank sorted1 sorted2 crlf noeol bin empty .hidden 'with space.txt' lib.sh
chmod 644 sub/one.txt sub/two.log sub/deep/three.txt
chmod 755 script.sh sub sub/deep empty_dir
ln -s a.txt link
"#
    )
}
