//! Tests of parsing good and bad pages.

use super::*;

fn text(node: &Node) -> String {
    match node {
        Node::Text(text) => {
            let link = text.link.as_ref().map_or_else(String::new, |link| format!(" -> {link}"));
            format!("{}{}{link}", text.marker.as_ref().map_or_else(String::new, |it| format!("{it} ")), text.text)
        }
        Node::Picture { alt, .. } => format!("[{alt}]"),
        Node::Rule => "---".to_owned(),
        Node::Group { kind, children } => {
            format!("{kind:?}({})", children.iter().map(text).collect::<Vec<_>>().join("; "))
        }
        Node::Button(number) => format!("button {number}"),
        Node::Input(number) => format!("input {number}"),
    }
}

#[test]
fn a_page_is_what_stands_on_it() {
    for (source, reads) in [
        ("<h1>A &amp; B</h1><p>one\n  two<br>three", "A & B | one two | three"),
        ("<ul><li>a<li>b</ul><ol><li>c</li><li>d</li></ol>", "• a | • b | 1. c | 2. d"),
        ("see <a href='/x'>here</a> now", "see | here -> /x | now"),
        ("<script>let a = '<p>no</p>';</script>yes<style>p{}</style>", "yes"),
        ("<div style='display: none'>a<div>b</div>c</div>d", "d"),
        ("<article><h2>t</h2>x</article><hr>", "Card(t; x) | ---"),
        ("<tr><td>a</td><td>b</td></tr>", "Row(a; b)"),
        ("<img alt='A cat'><img src=x>", "[A cat] | []"),
        ("a < b && c &unknown; &#233; &#x41;&#1; &hearts;", "a < b && c &unknown; é A ♥"),
        ("<", "<"),
        ("<p", ""),
        ("<a href=\"", ""),
        ("</p></article><article>", ""),
        ("<!-- <p>x</p> -->y<!doctype", "y"),
        ("<textarea>a<b", "input 0"),
    ] {
        let document = read(source);
        assert_eq!(document.body.iter().map(text).collect::<Vec<_>>().join(" | "), reads, "{source}");
    }
    assert_eq!(read("<title> My \n page</title>").title, "My page");
}

#[test]
fn forms_have_fields_with_labels_and_buttons() {
    let document = read(
        "<form action=/go method=POST><input type=hidden name=k value=v><label for=n>Name</label><input id=n name=who>\
         <label><input type=checkbox name=yes checked> I agree</label><select name=size><option value=s>Small\
         <option value=l selected>Large</select><input type=submit value=Send></form>",
    );
    let form = Form { action: "/go".to_owned(), post: true, hidden: vec![("k".to_owned(), "v".to_owned())] };
    assert_eq!(document.forms, [form]);
    let labels: Vec<_> = document.inputs.iter().map(|input| (input.label.as_str(), input.value.as_str())).collect();
    assert_eq!(labels, [("Name", ""), ("I agree", ""), ("", "l")]);
    let choices = vec![("s".to_owned(), "Small".to_owned()), ("l".to_owned(), "Large".to_owned())];
    assert_eq!(document.inputs[2].kind, InputKind::Select(choices));
    assert_eq!((document.buttons[0].label.as_str(), document.buttons[0].form), ("Send", Some(0)));
}

#[test]
fn a_page_is_bounded() {
    let deep = "<article>".repeat(10_000) + "x";
    let many = "<p>a</p>".repeat(100_000);
    let wide = format!("<p {}>x", "a=b ".repeat(10_000));
    assert!(read(&many).body.len() <= MAX_NODES + 1);
    let long = "é".repeat(LONGEST);
    let named = format!("<p {}>x", (0..LONGEST / 7).map(|number| format!("a{number:x} ")).collect::<String>());
    for source in [&deep, &wide, &long, &named] {
        assert!(read(source).body.len() <= 1);
    }
}

#[test]
fn a_page_continues_after_a_tag_or_comment_that_is_too_long() {
    let attributes: String = (0..20_000).map(|number| format!("a{number:x} ")).collect();
    let picture = "A".repeat(200_000);
    for (source, reads) in [
        (format!("<p>one<p {attributes}><p>two"), "one | two"),
        (format!("<p>one<!-- <p>{attributes}> --><p>two"), "one | two"),
        (format!("<p>one<p title='{picture}'>two"), "one | two"),
        (format!("<p {attributes}"), ""),
    ] {
        let document = read(&source);
        assert_eq!(document.body.iter().map(text).collect::<Vec<_>>().join(" | "), reads);
    }
}
