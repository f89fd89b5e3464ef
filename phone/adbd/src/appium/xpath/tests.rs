//! Typical queries on a small screen.

use super::*;
use toolkit::Rect;

fn node(class: &'static str, id: &str, text: &str, children: Vec<Node>) -> Node {
    let resource_id = if id.is_empty() { String::new() } else { format!("com.x:id/{id}") };
    let bounds = Rect::new(0, 0, 10, 10);
    let clickable = class.ends_with("Button");
    Node { class, resource_id, text: text.to_owned(), clickable, bounds, children, ..Node::default() }
}

fn screen() -> Vec<Node> {
    let row = |name: &str| {
        let texts =
            vec![node("Text", "title", name, Vec::new()), node("Text", "summary", &format!("{name}!"), Vec::new())];
        node("Row", "row", "", vec![node("Column", "", "", texts), node("Button", "go", "Go", Vec::new())])
    };
    let list = node("List", "list", "", vec![row("one"), row("two"), row("it's three")]);
    vec![node("Frame", "", "", vec![list, node("Edit", "field", "", Vec::new())])]
}

#[test]
fn queries_mean_nodes() {
    let roots = screen();
    let tree = Tree::new(&roots);
    let rows: &[(&str, &str)] = &[
        ("//Text", "one,one!,two,two!,it's three,it's three!"),
        ("//Text[@text='two']", "two"),
        ("//*[@resource-id=\"com.x:id/title\"][2]", ""),
        ("(//*[@resource-id=\"com.x:id/title\"])[2]", "two"),
        ("(//Text)[last()]", "it's three!"),
        ("//Row[2]//Text[1]", "two"),
        ("//Row[position() < 3]/Column/Text[2]", "one!,two!"),
        ("/hierarchy/Frame/List/Row[1]/Column/Text[1]", "one"),
        ("//Text[contains(@text, 'wo')]", "two,two!"),
        ("//Text[starts-with(@text, \"it's\") and not(contains(@text, '!'))]", "it's three"),
        ("//Text[@text='one']/../following-sibling::Button", "Go"),
        ("//Text[@text='two']/ancestor::Row//Button", "Go"),
        ("//Button[@clickable='true'] | //Text[@text='one']", "one,Go,Go,Go"),
        ("//*[string-length(@text) = 4]", "one!,two!"),
        ("//Text[translate(@text, 'TWO', 'two') = 'two' or @text = 'nothing']", "two"),
        ("//Text[normalize-space(@text)='one']", "one"),
        ("//Row[count(.//Text) = 2][3]//Text[2]", "it's three!"),
        ("//Row[.//Text[@text='two']]/Button", "Go"),
        ("//Text[matches(@text, '^t.o$')]", "two"),
        ("//Text[@text='two!']/following::Text", "it's three,it's three!"),
        ("//Text[@text='two']/preceding::Text", "one,one!"),
        ("//Nothing", ""),
    ];
    for (query, expected) in rows {
        let found = XPath::parse(query).unwrap_or_else(|why| panic!("{query}: {why}")).select(&tree, 0).unwrap();
        let texts: Vec<&str> =
            found.iter().map(|path| super::super::elements::at(&roots, path).unwrap().text.as_str()).collect();
        assert_eq!(texts.join(","), *expected, "{query}");
    }
}

#[test]
fn what_is_no_query_is_refused() {
    let roots = screen();
    let tree = Tree::new(&roots);
    for query in ["", "//", "//Text[", "//Text[@text='x", "//Text]", "nope(", "//*[foo()]", "@", "1 +", "//a::b", "§"]
    {
        let refused = XPath::parse(query).and_then(|query| query.select(&tree, 0));
        assert!(refused.is_err(), "{query} gave {refused:?}");
    }
    // A query with cubic cost stops with an error.
    let many: Vec<Node> = (0..2000).map(|_| node("Text", "", "x", Vec::new())).collect();
    let tree = Tree::new(&many);
    assert!(XPath::parse("//*/following::*/following::*").unwrap().select(&tree, 0).is_err());
    let deep = format!("{}1{}", "(".repeat(1000), ")".repeat(1000));
    assert!(XPath::parse(&deep).is_err());
}
