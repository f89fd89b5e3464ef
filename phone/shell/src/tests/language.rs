//! The language: words, quotes, expansions, lists, compounds, redirections, errors.

use super::{Row, check};

#[test]
fn words_and_quotes() {
    check(&[
        ("echo hello   os", "hello os\n", "", 0),
        ("echo 'a  b'", "a  b\n", "", 0),
        (r#"echo "a  b" 'c'"d""#, "a  b cd\n", "", 0),
        (r"echo a\ \ b", "a  b\n", "", 0),
        (r#"echo 'a b'"'"'c'"#, "a b'c\n", "", 0),
        (r#"echo "\$HOME \"q\" \\ \a""#, "$HOME \"q\" \\ \x07\n", "", 0),
        ("echo \"a\nb\"", "a\nb\n", "", 0),
        ("echo a\\\nb", "ab\n", "", 0),
        ("echo a \\\n b", "a b\n", "", 0),
        ("echo '' \"\" x", "  x\n", "", 0),
        ("echo a # comment", "a\n", "", 0),
        ("echo a#b", "a#b\n", "", 0),
        ("# only a comment", "", "", 0),
        ("", "", "", 0),
        ("\n\n  \n", "", "", 0),
        (r"echo $'a\tb\x41\'c'", "a\tbA'c\n", "", 0),
        ("echo 你好 '👩‍👩‍👧' é", "你好 👩‍👩‍👧 é\n", "", 0),
        ("echo $", "$\n", "", 0),
        ("echo a$ b", "a$ b\n", "", 0),
        ("echo 'open", "", "/system/bin/sh: no closing quote\n", 1),
        ("echo \"open", "", "/system/bin/sh: no closing quote\n", 1),
        ("echo -n hi", "hi", "", 0),
        (r"echo 'a\tb'", "a\tb\n", "", 0),
        (r"echo -E 'a\tb'", "a\\tb\n", "", 0),
        (r"echo -e 'a\nb\cxx'", "a\nb", "", 0),
        ("echo -x", "-x\n", "", 0),
        (r"printf '%s\n' a b", "a\nb\n", "", 0),
        (r"printf '%d-%05.1f|%-4s|%4s|%x\n' 42 3.14159 ab cd 255", "42-003.1|ab  |  cd|ff\n", "", 0),
        (r"printf 'a%%b\101'", "a%bA", "", 0),
        (r"printf '%b' 'x\ty'", "x\ty", "", 0),
        ("printf %d abc", "0", "printf: bad %d abc\n", 1),
    ]);
}

#[test]
fn parameters() {
    check(&[
        ("A=1; echo $A ${A}x \"$A\"", "1 1x 1\n", "", 0),
        ("echo =$NOPE =${NOPE:-d} =${NOPE-d}", "= =d =d\n", "", 0),
        ("A=; echo =${A:-d} =${A-d} =${A:+s} =${A+s}", "=d = = =s\n", "", 0),
        ("echo ${A:=v} $A", "v v\n", "", 0),
        ("echo ${A:?gone}; echo not", "", "/system/bin/sh: A: gone\n", 1),
        ("A=hello; echo ${#A} ${A#h} ${A%o} ${A:1:3} ${A: -2}", "5 ello hell ell lo\n", "", 0),
        ("A=a/b/c.txt; echo ${A##*/} ${A%/*} ${A%%/*} ${A#*/}", "c.txt a/b a b/c.txt\n", "", 0),
        ("A=aXbXc; echo ${A/X/-} ${A//X/-} ${A/#a/_} ${A//[ac]}", "a-bXc a-b-c _XbXc XbX\n", "", 0),
        ("A='x  y'; echo $A; echo \"$A\"", "x y\nx  y\n", "", 0),
        ("A='*'; echo \"$A\" '*'", "* *\n", "", 0),
        ("set -- a 'b c' d; echo $# $2; for i in \"$@\"; do echo \"<$i>\"; done", "3 b c\n<a>\n<b c>\n<d>\n", "", 0),
        ("set -- a b; echo \"$*\"; shift; echo $1 $#", "a b\nb 1\n", "", 0),
        ("false; echo $?; echo $?", "1\n0\n", "", 0),
        ("[ $$ -gt 1 ] && echo pid", "pid\n", "", 0),
        ("echo ~ ~/x '~'", "/ /x ~\n", "", 0),
        ("X=1 Y=2; echo $X$Y", "12\n", "", 0),
        ("FOO=bar env | grep FOO; echo \"[$FOO]\"", "FOO=bar\n[]\n", "", 0),
        ("FOO=bar; env | grep FOO; export FOO; env | grep FOO", "FOO=bar\n", "", 0),
        ("export A='x y'; sh -c 'echo $A'", "x y\n", "", 0),
        ("unset HOME; echo [$HOME]", "[]\n", "", 0),
        ("readonly R=1; R=2; echo no", "", "/system/bin/sh: read-only: R\n", 2),
        ("IFS=:; A=a:b:c; set -- $A; echo $2", "b\n", "", 0),
        ("set -u; echo $NOPE; echo no", "", "/system/bin/sh: NOPE: parameter not set\n", 1),
        ("echo ${A!}", "", "/system/bin/sh: ${A!}: bad substitution\n", 1),
        ("echo $((1 + 2 * 3)) $(( (1+2)*3 )) $((7/2)) $((7%3)) $((1<2))", "7 9 3 1 1\n", "", 0),
        ("i=5; echo $((i++)) $i $((++i)) $((i+=3)) $((-i))", "5 6 7 10 -10\n", "", 0),
        ("echo $((2147483647+1)) $((0x1f)) $((1?2:3)) $((!0))", "-2147483648 31 2 1\n", "", 0),
        ("echo $((1/0)); echo no", "", "/system/bin/sh: 1/0: zero divisor\n", 1),
        ("((3 > 2)) && echo yes; let x=4; echo $x", "yes\n4\n", "", 0),
    ]);
}

#[test]
fn substitutions_and_globs() {
    check(&[
        ("echo $(echo hi)", "hi\n", "", 0),
        ("echo `echo hi` \"`echo 'a  b'`\"", "hi a  b\n", "", 0),
        ("echo \"$(printf 'a\\nb\\n\\n')\"", "a\nb\n", "", 0),
        ("echo $(echo $(echo deep))", "deep\n", "", 0),
        ("A=$(false); echo $?", "1\n", "", 0),
        ("A=$(cd /sdcard; pwd); echo $A; pwd", "/sdcard\n/\n", "", 0),
        ("cd /sdcard; echo *.txt", "a.txt\n", "", 0),
        ("echo /sdcard/*.txt /sdcard/nope*", "/sdcard/a.txt /sdcard/nope*\n", "", 0),
        ("echo /sdcard/[a-b].tx?", "/sdcard/a.txt\n", "", 0),
        ("echo /sdc*/DC*", "/sdcard/DCIM\n", "", 0),
        ("echo /sdcard/D*/", "/sdcard/DCIM/ /sdcard/Documents/ /sdcard/Download/\n", "", 0),
        ("echo '/sdcard/*' \"/sdcard/*\" /sdcard/\\*", "/sdcard/* /sdcard/* /sdcard/*\n", "", 0),
        ("set -f; echo /sdcard/*", "/sdcard/*\n", "", 0),
        ("echo $(", "", "/system/bin/sh: syntax error: unmatched '('\n", 1),
    ]);
}

#[test]
fn lists_and_compounds() {
    check(&[
        ("echo a; echo b", "a\nb\n", "", 0),
        ("true && echo yes || echo no", "yes\n", "", 0),
        ("false && echo yes || echo no", "no\n", "", 0),
        ("! false && echo not", "not\n", "", 0),
        ("! true; echo $?", "1\n", "", 0),
        ("echo a | cat | cat", "a\n", "", 0),
        ("false | true; echo $?", "0\n", "", 0),
        ("true | false", "", "", 1),
        ("echo a & echo b", "a\nb\n", "", 0),
        ("sleep 5 & echo $?", "0\n", "", 0),
        ("{ echo a; echo b; } | wc -l", "2\n", "", 0),
        ("(cd /sdcard; pwd); pwd", "/sdcard\n/\n", "", 0),
        ("(exit 3); echo $?", "3\n", "", 0),
        ("if true; then echo t; else echo f; fi", "t\n", "", 0),
        ("if false; then echo 1; elif true; then echo 2; else echo 3; fi", "2\n", "", 0),
        ("if false; then echo 1; fi; echo $?", "0\n", "", 0),
        ("for i in 1 2 3; do echo $i; done", "1\n2\n3\n", "", 0),
        ("for i in a b; do for j in x y; do [ $j = y ] && continue 2; echo $i$j; done; done", "ax\nbx\n", "", 0),
        ("i=0; while [ $i -lt 3 ]; do echo $i; i=$((i+1)); done", "0\n1\n2\n", "", 0),
        ("i=0; until [ $i = 2 ]; do i=$((i+1)); done; echo $i", "2\n", "", 0),
        ("while true; do echo once; break; done", "once\n", "", 0),
        ("case abc in a*) echo A;; *) echo other;; esac", "A\n", "", 0),
        ("case x in a|b) echo ab;; x|y) echo xy;; esac", "xy\n", "", 0),
        ("case '*' in '*') echo star;; esac; case a in '*') echo no;; esac", "star\n", "", 0),
        ("f() { echo \"f:$1:$#\"; return 4; }; f a b; echo $?", "f:a:2\n4\n", "", 0),
        ("function g { echo g; }; g | cat", "g\n", "", 0),
        ("set -e; false; echo no", "", "", 1),
        ("set -e; false || true; if false; then :; fi; echo yes", "yes\n", "", 0),
        ("exit 42; echo no", "", "", 42),
        ("exit 256", "", "", 0),
        ("trap 'echo bye' EXIT; echo hi", "hi\nbye\n", "", 0),
        ("eval 'A=1; echo $A'; echo $A", "1\n1\n", "", 0),
        ("exec echo gone; echo no", "gone\n", "", 0),
        ("sh -c 'echo $0 $1' name arg", "name arg\n", "", 0),
        ("sh -lc 'echo hi; exit 5'; echo $?", "hi\n5\n", "", 0),
        ("echo 'echo from stdin' | sh", "from stdin\n", "", 0),
        ("/data/local/tmp/run.sh x y; echo $?", "ran 2 x\n3\n", "", 0),
        ("cd /data/local/tmp; ./run.sh; sh run.sh z", "ran 0 \nran 1 z\n", "", 3),
        (". /data/local/tmp/run.sh; echo no", "ran 0 \n", "", 3),
        ("{ time true; } 2>&1 | grep -c real", "1\n", "", 0),
        ("printf '1 2\\n3 4\\n' | while read a b; do echo $b-$a; done", "2-1\n4-3\n", "", 0),
        ("read x < /sdcard/a.txt; echo $x", "alpha\n", "", 0),
        ("while read l; do echo \"<$l>\"; done < /sdcard/a.txt", "<alpha>\n<beta>\n<gamma>\n", "", 0),
    ]);
}

#[test]
fn tests() {
    check(&[
        ("[ a = a ] && [ a != b ] && [ -n x ] && [ -z '' ] && echo ok", "ok\n", "", 0),
        ("[ 1 -lt 2 ] && [ 2 -ge 2 ] && test 3 -ne 4 && echo ok", "ok\n", "", 0),
        ("[ ! -e /nope ] && [ -d /sdcard ] && [ -f /sdcard/a.txt ] && [ -L /sdcard ] && echo ok", "ok\n", "", 0),
        ("[ a = a -a b = c ] || echo and; [ a = b -o b = b ] && echo or", "and\nor\n", "", 0),
        ("[ -s /sdcard/a.txt -a ! -w /system/etc/hosts ] && echo ok", "ok\n", "", 0),
        ("[ -x /system/bin/ls ] && test -x /system/bin/input && echo ok", "ok\n", "", 0),
        ("[ a = a", "", "/system/bin/sh: [: missing ]\n", 2),
        ("[ ]; echo $?", "1\n", "", 0),
        ("[ 1x -eq 1 ]", "", "/system/bin/sh: test: 1x: bad number\n", 2),
        ("[[ abc == a* && abc != 'a*' ]] && echo glob", "glob\n", "", 0),
        ("[[ a < b || x = y ]] && [[ ( 1 -eq 1 ) && ! -e /nope ]] && echo ok", "ok\n", "", 0),
        ("[[ abc123 =~ ^[a-z]+[0-9]+$ ]] && echo re", "re\n", "", 0),
        ("A='x y'; [[ $A == 'x y' ]] && echo unsplit", "unsplit\n", "", 0),
    ]);
}

#[test]
fn redirections() {
    check(&[
        ("cd /data/local/tmp; echo a > f; echo b >> f; cat f", "a\nb\n", "", 0),
        ("cd /data/local/tmp; ls /nope 2> e; cat e", "ls: /nope: No such file or directory\n", "", 0),
        ("ls /nope 2>&1 | cat", "ls: /nope: No such file or directory\n", "", 0),
        ("ls /nope > /dev/null 2>&1", "", "", 1),
        ("ls /nope 2>/dev/null || echo none", "none\n", "", 0),
        ("ls /nope &> /dev/null; echo $?", "1\n", "", 0),
        ("{ echo a; ls /nope; echo b; } 2>&1", "a\nls: /nope: No such file or directory\nb\n", "", 0),
        ("echo err >&2", "", "err\n", 0),
        ("am start 2>&1", "Starting\nError: boom\n", "", 1),
        ("am start 2>&1 >/dev/null", "Error: boom\n", "", 1),
        ("cat < /sdcard/a.txt | head -1", "alpha\n", "", 0),
        ("cat < /nope", "", "/system/bin/sh: can't open /nope: No such file or directory\n", 1),
        ("echo x > /system/x", "", "/system/bin/sh: can't create /system/x: Read-only file system\n", 1),
        ("echo x > /data/x || echo failed", "failed\n", "/system/bin/sh: can't create /data/x: Permission denied\n", 0),
        ("echo x > /sdcard; echo $?", "1\n", "/system/bin/sh: can't create /sdcard: Is a directory\n", 0),
        ("cat <<EOF\na $HOME b\nEOF\necho c", "a / b\nc\n", "", 0),
        ("cat <<'EOF'\na $HOME \\\nEOF", "a $HOME \\\n", "", 0),
        ("cat <<-EOF\n\ta\n\tEOF", "a\n", "", 0),
        ("cat <<A; cat <<B\n1\nA\n2\nB", "1\n2\n", "", 0),
        ("cat <<EOF\na", "", "/system/bin/sh: here document 'EOF' unclosed\n", 1),
        ("cat <<< 'one word'", "one word\n", "", 0),
        ("exec > /data/local/tmp/log; echo hidden; exec > /dev/tty; cat /data/local/tmp/log", "hidden\n", "", 0),
        ("echo a > /dev/stderr", "", "a\n", 0),
        ("for i in 1 2; do echo $i; done > /data/local/tmp/l; cat /data/local/tmp/l", "1\n2\n", "", 0),
        ("> /data/local/tmp/empty; wc -c < /data/local/tmp/empty", "0\n", "", 0),
        ("echo x 3>&1 1>&3", "x\n", "", 0),
        ("echo x >&9", "", "/system/bin/sh: >&9 : bad file descriptor\n", 1),
    ]);
}

#[test]
fn errors() {
    const ROWS: &[Row] = &[
        ("foo", "", "/system/bin/sh: foo: inaccessible or not found\n", 127),
        ("foo; echo $?", "127\n", "/system/bin/sh: foo: inaccessible or not found\n", 0),
        ("su 0 ls", "", "/system/bin/sh: su: inaccessible or not found\n", 127),
        ("su -c id", "", "/system/bin/sh: su: inaccessible or not found\n", 127),
        ("busybox ls", "", "/system/bin/sh: busybox: inaccessible or not found\n", 127),
        ("./nope", "", "/system/bin/sh: ./nope: inaccessible or not found\n", 127),
        ("/sdcard", "", "/system/bin/sh: /sdcard: can't execute: Is a directory\n", 126),
        ("/system/etc/hosts", "", "/system/bin/sh: /system/etc/hosts: can't execute: Permission denied\n", 126),
        ("sh -c nope", "", "sh: nope: inaccessible or not found\n", 127),
        ("cd /nope", "", "/system/bin/sh: cd: /nope: No such file or directory\n", 2),
        ("cd /data/data; pwd", "/data/data\n", "", 0),
        ("cd /data/adb", "", "/system/bin/sh: cd: /data/adb: Permission denied\n", 2),
        ("cd /sdcard/a.txt", "", "/system/bin/sh: cd: /sdcard/a.txt: Not a directory\n", 2),
        ("echo (", "", "/system/bin/sh: syntax error: unexpected '('\n", 1),
        ("echo a b (c)", "", "/system/bin/sh: syntax error: unexpected '('\n", 1),
        ("echo )", "", "/system/bin/sh: syntax error: unexpected ')'\n", 1),
        ("(echo a", "", "/system/bin/sh: syntax error: unmatched '('\n", 1),
        ("fi", "", "/system/bin/sh: syntax error: unexpected 'fi'\n", 1),
        ("if true; then echo a", "", "/system/bin/sh: syntax error: unmatched 'if'\n", 1),
        ("while true; do echo a", "", "/system/bin/sh: syntax error: unmatched 'do'\n", 1),
        ("&& echo", "", "/system/bin/sh: syntax error: unexpected '&&'\n", 1),
        ("echo a ;; echo b", "", "/system/bin/sh: syntax error: unexpected ';;'\n", 1),
        ("; echo", "", "/system/bin/sh: syntax error: unexpected ';'\n", 1),
        ("echo a | | cat", "", "/system/bin/sh: syntax error: unexpected '|'\n", 1),
        ("echo <", "", "/system/bin/sh: syntax error: unexpected EOF\n", 1),
        ("echo >\necho", "", "/system/bin/sh: syntax error: unexpected 'newline'\n", 1),
    ];
    check(ROWS);
}
