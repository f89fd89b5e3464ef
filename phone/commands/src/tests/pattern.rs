//! The subset of Python's and JavaScript's regular expressions that public clients use on these outputs, so that the
//! tests can quote their patterns unchanged: groups (named ones are numbered), classes, greedy and lazy repeats,
//! alternatives, `^`, `$`, `\b`.

enum Node {
    /// One character out of a set.
    One(Set),
    Start,
    End,
    Boundary,
    /// Alternatives; the number of the group if it captures.
    Group(Vec<Vec<Node>>, Option<usize>),
    Repeat(Box<Node>, usize, usize, bool),
}

struct Set {
    ranges: Vec<(char, char)>,
    negated: bool,
}

impl Set {
    fn has(&self, character: char) -> bool {
        self.ranges.iter().any(|(low, high)| (*low..=*high).contains(&character)) != self.negated
    }
}

type Captures = Vec<Option<(usize, usize)>>;

/// A parsed pattern.
pub(super) struct Pattern {
    alternatives: Vec<Vec<Node>>,
    groups: usize,
}

struct Parser<'a> {
    chars: std::iter::Peekable<std::str::Chars<'a>>,
    groups: usize,
}

impl Pattern {
    pub(super) fn new(text: &str) -> Self {
        let mut parser = Parser { chars: text.chars().peekable(), groups: 0 };
        let alternatives = parser.alternatives();
        assert!(parser.chars.next().is_none(), "unbalanced parenthesis in `{text}`");
        Self { alternatives, groups: parser.groups }
    }

    /// Returns the groups of the first match, whole match first; `^` and `$` match at lines.
    pub(super) fn search(&self, text: &str) -> Option<Vec<String>> {
        let chars: Vec<char> = text.chars().collect();
        (0..=chars.len()).find_map(|from| {
            let mut captures: Captures = vec![None; self.groups + 1];
            let mut end = None;
            let matched = choose(&self.alternatives, &chars, from, &mut captures, &mut |at, _| {
                end = Some(at);
                true
            });
            let end = end.filter(|_| matched)?;
            captures[0] = Some((from, end));
            let text = |capture: &Option<(usize, usize)>| {
                capture.map_or(String::new(), |(from, to)| chars[from..to].iter().collect())
            };
            Some(captures.iter().map(text).collect())
        })
    }
}

impl Parser<'_> {
    fn alternatives(&mut self) -> Vec<Vec<Node>> {
        let mut all = vec![Vec::new()];
        while let Some(&next) = self.chars.peek() {
            match next {
                ')' => break,
                '|' => {
                    self.chars.next();
                    all.push(Vec::new());
                }
                _ => {
                    let node = self.repeated();
                    all.last_mut().expect("one at least").push(node);
                }
            }
        }
        all
    }

    fn repeated(&mut self) -> Node {
        let mut node = self.atom();
        loop {
            let (least, most) = match self.chars.peek() {
                Some('*') => (0, usize::MAX),
                Some('+') => (1, usize::MAX),
                Some('?') => (0, 1),
                _ => return node,
            };
            self.chars.next();
            let greedy = self.chars.next_if_eq(&'?').is_none();
            node = Node::Repeat(Box::new(node), least, most, greedy);
        }
    }

    fn atom(&mut self) -> Node {
        match self.chars.next().expect("an atom") {
            '.' => Node::One(Set { ranges: vec![('\n', '\n')], negated: true }),
            '^' => Node::Start,
            '$' => Node::End,
            '[' => self.class(),
            '(' => {
                let mut number = None;
                if self.chars.next_if_eq(&'?').is_some() {
                    if self.chars.next() == Some('P') {
                        while self.chars.next() != Some('>') {}
                        number = Some(0);
                    }
                } else {
                    number = Some(0);
                }
                let number = number.map(|_| {
                    self.groups += 1;
                    self.groups
                });
                let inner = self.alternatives();
                assert_eq!(self.chars.next(), Some(')'), "unbalanced parenthesis");
                Node::Group(inner, number)
            }
            '\\' => match self.chars.next().expect("an escape") {
                'b' => Node::Boundary,
                escaped => {
                    let (ranges, negated) = escape(escaped);
                    Node::One(Set { ranges, negated })
                }
            },
            literal => Node::One(Set { ranges: vec![(literal, literal)], negated: false }),
        }
    }

    fn class(&mut self) -> Node {
        let negated = self.chars.next_if_eq(&'^').is_some();
        let mut ranges = Vec::new();
        loop {
            match self.chars.next().expect("the end of a class") {
                ']' => return Node::One(Set { ranges, negated }),
                '\\' => {
                    let escaped = self.chars.next().expect("an escape");
                    match escape(escaped) {
                        (more, false) => ranges.extend(more),
                        // `[\s\S]` is anything.
                        (_, true) => ranges.push(('\0', char::MAX)),
                    }
                }
                low => {
                    let mut ahead = self.chars.clone();
                    let high = (ahead.next() == Some('-')).then(|| ahead.next()).flatten().filter(|high| *high != ']');
                    if high.is_some() {
                        self.chars = ahead;
                    }
                    ranges.push((low, high.unwrap_or(low)));
                }
            }
        }
    }
}

fn escape(escaped: char) -> (Vec<(char, char)>, bool) {
    let space = vec![(' ', ' '), ('\t', '\r')];
    match escaped {
        'd' => (vec![('0', '9')], false),
        'w' => (vec![('0', '9'), ('a', 'z'), ('A', 'Z'), ('_', '_')], false),
        's' => (space, false),
        'S' => (space, true),
        'n' => (vec![('\n', '\n')], false),
        'r' => (vec![('\r', '\r')], false),
        literal => (vec![(literal, literal)], false),
    }
}

type Then<'a> = &'a mut dyn FnMut(usize, &mut Captures) -> bool;

fn choose(all: &[Vec<Node>], text: &[char], at: usize, captures: &mut Captures, then: Then<'_>) -> bool {
    all.iter().any(|nodes| matches(nodes, text, at, captures, then))
}

fn matches(nodes: &[Node], text: &[char], at: usize, captures: &mut Captures, then: Then<'_>) -> bool {
    let Some((node, rest)) = nodes.split_first() else { return then(at, captures) };
    let word = |at: usize| text.get(at).is_some_and(|c| c.is_ascii_alphanumeric() || *c == '_');
    match node {
        Node::One(set) => text.get(at).is_some_and(|c| set.has(*c)) && matches(rest, text, at + 1, captures, then),
        Node::Start => (at == 0 || text[at - 1] == '\n') && matches(rest, text, at, captures, then),
        Node::End => (at == text.len() || text[at] == '\n') && matches(rest, text, at, captures, then),
        Node::Boundary => (at > 0 && word(at - 1)) != word(at) && matches(rest, text, at, captures, then),
        Node::Group(inner, number) => choose(inner, text, at, captures, &mut |end, captures| {
            let before = number.map(|number| captures[number].replace((at, end)));
            let matched = matches(rest, text, end, captures, then);
            if let (false, Some(number), Some(before)) = (matched, number, before) {
                captures[*number] = before;
            }
            matched
        }),
        // Single characters are counted instead of matched recursively, because dumps are long.
        Node::Repeat(inner, least, most, greedy) => match inner.as_ref() {
            Node::One(set) => {
                let run = text[at..].iter().take(*most).take_while(|c| set.has(**c)).count();
                let mut counts: Vec<usize> = (*least..=run).collect();
                if *greedy {
                    counts.reverse();
                }
                counts.into_iter().any(|count| matches(rest, text, at + count, captures, then))
            }
            inner => again(inner, *least, *most, *greedy, rest, text, at, captures, then),
        },
    }
}

#[expect(clippy::too_many_arguments, reason = "an internal step of the matcher above")]
fn again(
    inner: &Node,
    least: usize,
    most: usize,
    greedy: bool,
    rest: &[Node],
    text: &[char],
    at: usize,
    captures: &mut Captures,
    then: Then<'_>,
) -> bool {
    let more = |captures: &mut Captures, then: Then<'_>| {
        most > 0
            && matches(std::slice::from_ref(inner), text, at, captures, &mut |end, captures| {
                end > at && again(inner, least.saturating_sub(1), most - 1, greedy, rest, text, end, captures, then)
            })
    };
    if least > 0 {
        return more(captures, then);
    }
    let first = if greedy { more(captures, then) } else { matches(rest, text, at, captures, then) };
    first || if greedy { matches(rest, text, at, captures, then) } else { more(captures, then) }
}

#[test]
fn patterns_match_as_python_does() {
    let cases: &[(&str, &str, &[&str])] = &[
        (r"a(\d+)x(\d+)", "ba12x3", &["a12x3", "12", "3"]),
        (r".*?orientation=(?P<o>\d+)", "x orientation=1, orientation=2", &["x orientation=1", "1"]),
        (r"Window{.*\s+(?P<p>[^\s]+)/(?P<a>[^\s]+)\}", "Window{1 u0 a.b/c.D}", &["Window{1 u0 a.b/c.D}", "a.b", "c.D"]),
        (r"^b(c|d)*$", "a\nbcdc\ne", &["bcdc", "c"]),
        (r"(?:x|y)+?z\b", "xyz", &["xyz"]),
        (r"[\s\S]+e", "a\nbe", &["a\nbe"]),
    ];
    for (pattern, text, groups) in cases {
        assert_eq!(
            Pattern::new(pattern).search(text).as_deref(),
            Some(&groups.iter().map(|g| (*g).to_owned()).collect::<Vec<_>>()[..]),
            "{pattern}"
        );
    }
    assert_eq!(Pattern::new("^x$").search("ax\nxb"), None);
}
