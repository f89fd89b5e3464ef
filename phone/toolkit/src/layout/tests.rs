//! Tests of layout: views and their expected bounds. One dp is one pixel.

use proptest::prelude::*;

use super::super::style::{Color, Icon, TextStyle};
use super::super::touch::hit;
use super::super::view::Event;
use super::*;

fn display() -> Display {
    Display { width: 400, height: 800, density_dpi: 160, ..Display::default() }
}

/// Lays a view out in 400 by 600 and compares the bounds of the views with ids.
fn check(view: &View, expected: &[(&str, [i32; 4])]) {
    check_scrolled(view, &UiState::default(), expected);
}

fn check_scrolled(view: &View, state: &UiState, expected: &[(&str, [i32; 4])]) {
    let display = display();
    let laid = lay_out(view, &display, Rect::new(0, 0, 400, 600), state, 0);
    for (id, bounds) in expected {
        let found = laid.find(id).map(|placed| placed.bounds).map(|it| [it.left, it.top, it.right, it.bottom]);
        assert_eq!(found, Some(*bounds), "{id}");
    }
}

fn block(id: &str, width: Size, height: Size) -> View {
    View::new(Kind::Stack).id(id).width(width).height(height)
}

#[test]
fn columns() {
    use Size::{Dp, Fill, Weight, Wrap};
    let column = |children: Vec<View>| View::column(children).gap(10.0).padding(20.0, 5.0);
    check(
        &column(vec![block("a", Fill, Dp(50.0)), block("b", Dp(100.0), Weight(1.0)), block("c", Wrap, Dp(35.0))]),
        &[("a", [20, 5, 380, 55]), ("b", [20, 65, 120, 550]), ("c", [20, 560, 20, 595])],
    );
    check(
        &column(vec![block("a", Fill, Weight(1.0)), block("b", Fill, Weight(3.0))]),
        &[("a", [20, 5, 380, 150]), ("b", [20, 160, 380, 595])],
    );
    let mut margin = block("a", Dp(100.0), Dp(10.0));
    margin.style.margin = [1.0, 2.0, 3.0, 4.0];
    let after = block("b", Fill, Dp(10.0));
    check(&View::column(vec![margin.clone(), after.clone()]), &[("a", [1, 2, 101, 12]), ("b", [0, 16, 400, 26])]);
    check(&View::column(vec![margin.clone(), after.clone()]).align(Align::Center), &[("a", [149, 2, 249, 12])]);
    check(&View::column(vec![margin, after]).align(Align::End), &[("a", [297, 2, 397, 12])]);
}

#[test]
fn rows() {
    use Size::{Dp, Fill, Weight};
    let row = View::row(vec![
        View::icon(Icon::Add).id("icon"),
        View::column(vec![block("in", Fill, Dp(60.0))]).id("middle"),
        View::new(Kind::Switch { on: true }).id("switch"),
    ]);
    let row = row.gap(16.0).padding(16.0, 8.0).id("row");
    check(
        &View::column(vec![row]),
        &[
            ("row", [0, 0, 400, 76]),
            ("icon", [16, 26, 40, 50]),
            ("middle", [56, 8, 316, 68]),
            ("in", [56, 8, 316, 68]),
            ("switch", [332, 22, 384, 54]),
        ],
    );
    let thirds = (0..3).map(|number| block(&format!("{number}"), Weight(1.0), Dp(10.0))).collect();
    check(
        &View::column(vec![View::row(thirds)]),
        &[("0", [0, 0, 133, 10]), ("1", [133, 0, 267, 10]), ("2", [267, 0, 400, 10])],
    );
}

#[test]
fn stacks_and_grids() {
    use Size::{Dp, Fill};
    let mut fab = View::new(Kind::Fab(Icon::Add)).id("fab");
    fab.style.margin = [0.0, 0.0, 16.0, 16.0];
    let list = View::list("list", vec![block("row", Fill, Dp(50.0))]);
    let bar = block("bar", Fill, Dp(100.0));
    check(
        &View::column(vec![bar, View::stack(vec![list, fab]).align(Align::End)]),
        &[("list", [0, 100, 400, 600]), ("row", [0, 100, 400, 150]), ("fab", [328, 528, 384, 584])],
    );
    let cells = (0..5).map(|number| block(&format!("{number}"), Fill, Dp(20.0 + number as f32))).collect();
    let grid = View::new(Kind::Grid { columns: 3 }).width(Fill).gap(10.0).children(cells).id("grid");
    check(
        &View::column(vec![grid]),
        &[("grid", [0, 0, 400, 56]), ("1", [136, 0, 263, 21]), ("2", [273, 0, 400, 22]), ("4", [136, 32, 263, 56])],
    );
}

#[test]
fn a_bubble_is_as_wide_as_its_text_and_its_rows_fill_it() {
    let time = View::row(vec![View::new(Kind::Space).width(Size::Weight(1.0)), View::text("10:24").id("time")]);
    let bubble = View::column(vec![View::text("ok").id("text"), time]).id("bubble").width(Size::Wrap).padding(8.0, 4.0);
    let screen = View::column(vec![bubble]).align(Align::End);
    let display = display();
    let laid = lay_out(&screen, &display, Rect::new(0, 0, 400, 600), &UiState::default(), 0);
    let bounds = |id: &str| laid.find(id).unwrap().bounds;
    assert_eq!(bounds("bubble").right, 400);
    assert_eq!(bounds("time").right, 392);
    assert_eq!(bounds("bubble").width(), bounds("time").width() + 16);
}

#[test]
fn lists_scroll_and_lay_out_only_what_is_seen() {
    let row = |number: usize| block(&format!("row{number}"), Size::Fill, Size::Dp(100.0));
    let screen = View::column(vec![View::list("list", (0..100).map(row).collect()).gap(10.0).padding(0.0, 20.0)]);
    let mut state = UiState::default();
    check_scrolled(&screen, &state, &[("row0", [0, 20, 400, 120]), ("row5", [0, 570, 400, 670])]);
    state.scroll_by("list", 250, 0, 10_000);
    check_scrolled(&screen, &state, &[("row2", [0, -10, 400, 90]), ("list", [0, 0, 400, 600])]);
    state.scroll_to_end("list");
    check_scrolled(&screen, &state, &[("row99", [0, 480, 400, 580])]);
    let display = display();
    let laid = lay_out(&screen, &display, Rect::new(0, 0, 400, 600), &state, 0);
    assert!(laid.nodes.len() < 12);
    assert!(laid.find("row50").is_none());
}

#[test]
fn ten_thousand_rows_stay_fast() {
    let row = |number: usize| {
        let mut avatar = View::new(Kind::Avatar);
        avatar.text = format!("Name {number}");
        let lines =
            vec![View::text(format!("Name {number}")), View::text("+49 171 2345").text_style(TextStyle::Caption)];
        View::row(vec![avatar, View::column(lines), View::text("10:24")]).padding(16.0, 8.0).gap(12.0)
    };
    let screen = View::column(vec![View::list("list", (0..10_000).map(row).collect())]);
    let display = Display::default();
    let mut state = UiState::default();
    state.scroll_to_end("list");
    let laid = lay_out(&screen, &display, display.bounds(), &state, 0);
    assert!(laid.nodes.len() < 300);
    let last = laid.nodes.iter().rfind(|placed| placed.parent == Some(1)).unwrap();
    assert_eq!((last.index, last.bounds.bottom), (9_999, 2400));
}

#[test]
fn absurd_sums_do_not_overflow() {
    let huge = || {
        let mut view = block("huge", Size::Dp(1e30), Size::Dp(1e30));
        view.style.margin = [1e30; 4];
        view
    };
    for kind in [Kind::Column, Kind::Row, Kind::List, Kind::Stack, Kind::Grid { columns: 7 }] {
        let mut view = View::new(kind).children((0..5_000).map(|_| huge()).collect()).gap(1e30);
        view.style.padding = [1e30; 4];
        let display = display();
        let parent = View::column(vec![view.clone(), View::list("outer", vec![view.clone()]), View::row(vec![view])]);
        lay_out(&parent, &display, Rect::new(0, 0, 400, 600), &UiState::default(), 0);
    }
}

/// A view of any kind with any style, without meaning.
fn any_view() -> impl Strategy<Value = View> {
    let size = || {
        prop_oneof![
            Just(Size::Wrap),
            Just(Size::Fill),
            prop_oneof![-5.0_f32..500.0, Just(f32::NAN), Just(1e30_f32)].prop_map(Size::Dp),
            prop_oneof![-1.0_f32..3.0, Just(f32::NAN)].prop_map(Size::Weight),
        ]
    };
    let kind = prop_oneof![
        Just(Kind::Column),
        Just(Kind::Row),
        Just(Kind::Stack),
        Just(Kind::List),
        (0_usize..5).prop_map(|columns| Kind::Grid { columns }),
        Just(Kind::Text),
        Just(Kind::Avatar),
        Just(Kind::Icon(Icon::Home)),
        Just(Kind::Button { primary: true }),
        Just(Kind::Switch { on: true }),
        Just(Kind::CheckBox { on: false }),
        Just(Kind::Slider { value: 7, max: 0, on_change: "x" }),
        any::<(bool, bool)>().prop_map(|(password, multiline)| Kind::Field {
            hint: "hint".to_owned(),
            password,
            multiline,
            on_change: "x",
            on_submit: None
        }),
        Just(Kind::Progress(200)),
        Just(Kind::Divider),
        Just(Kind::Space),
    ];
    let edges = || prop_oneof![Just([0.0_f32; 4]), proptest::array::uniform4(-3.0_f32..60.0)];
    let looks = (size(), size(), edges(), edges(), -2.0_f32..20.0, 0_usize..3);
    let leaf =
        (kind, looks, "[ -~\\n]{0,30}|\\PC{0,8}", any::<bool>(), 0_u8..4).prop_map(|(kind, looks, text, click, id)| {
            let mut view = View::new(kind);
            let (width, height, padding, margin, gap, max_lines) = looks;
            view.style.width = width;
            view.style.height = height;
            view.style.padding = padding;
            view.style.margin = margin;
            view.style.gap = gap;
            view.style.max_lines = max_lines;
            view.style.align = [Align::Start, Align::Center, Align::End][max_lines];
            view.style.background = click.then_some(Color::Surface);
            view.style.radius = gap;
            view.style.elevation = gap;
            view.text = text;
            view.on_click = click.then(|| Event::new("x"));
            if id > 0 { view.id(&format!("id{id}")) } else { view }
        });
    leaf.clone().prop_recursive(5, 40, 6, move |inner| {
        (leaf.clone(), proptest::collection::vec(inner, 0..6)).prop_map(|(view, children)| view.children(children))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn anything_can_be_laid_out(view in any_view(), x in 0_i32..300, y in 0_i32..300, offset in -9_i32..900) {
        let display = Display { width: 300, height: 300, density_dpi: 320, ..Display::default() };
        let rect = Rect::new(0, 0, 300, 300);
        let mut state = UiState::default();
        for id in ["id1", "id2"] {
            state.scroll_by(id, offset, 0, 100_000);
        }
        let laid = lay_out(&view, &display, rect, &state, 0);
        for placed in &laid.nodes {
            prop_assert!(rect.holds(&placed.clip) || placed.clip.is_empty());
            prop_assert!(placed.bounds.holds(&placed.clip) || placed.clip.is_empty());
            prop_assert!(placed.bounds.width() <= Rect::FAR && placed.bounds.height() <= Rect::FAR);
            if let Some(parent) = placed.parent.map(|parent| &laid.nodes[parent]) {
                prop_assert!(parent.clip.holds(&placed.clip) || placed.clip.is_empty());
                prop_assert!(std::ptr::eq(&parent.view.children[placed.index], placed.view));
            }
            if let Some(scrolled) = placed.scrolled {
                prop_assert!(scrolled.offset >= 0 && scrolled.offset <= scrolled.max);
            }
        }
        if let Some(number) = hit(&laid, x, y) {
            prop_assert!(laid.nodes[number].clip.contains(x, y));
        }
    }

    #[test]
    fn anything_can_be_drawn_and_described(view in any_view(), dark in any::<bool>()) {
        use super::super::{Frame, Scene, UiStates, Window, WindowKind, tree};
        let display = Display { width: 120, height: 160, density_dpi: 160, dark, ..Display::default() };
        let mut states = UiStates::default();
        states.of("app").focus_on("id1");
        let windows = [Window { key: "app".to_owned(), package: "p".to_owned(), view, kind: WindowKind::App }];
        let scene = Scene::new(&windows, &display, &states, 0);
        let pixels = Frame::default().render_scene(&scene, &states);
        prop_assert_eq!(pixels.rgba.len(), 120 * 160 * 4);
        let xml = tree::xml(&scene, &states, tree::DumpOptions::default());
        prop_assert!(xml.ends_with("</hierarchy>"));
    }
}

#[test]
fn what_is_too_high_scrolls() {
    use Size::{Dp, Fill, Weight, Wrap};
    let rows = |count: usize| (0..count).map(|row| block(&format!("row{row}"), Fill, Dp(100.0))).collect::<Vec<_>>();
    let bar = || block("bar", Fill, Dp(64.0));
    let frame = |children: Vec<View>| View::column(children).height(Fill).id("frame");
    let body = |height: Size| View::column(rows(8)).height(height).id("body");
    let mut moved = UiState::default();
    moved.scroll_by("body", 150, 0, 1000);
    moved.scroll_by("frame", 150, 0, 1000);
    for (view, expected) in [
        // The highest column of a screen scrolls; the views above and below it stay in place.
        (
            frame(vec![bar(), body(Wrap), block("tabs", Fill, Dp(80.0))]),
            [("body", [0, 64, 400, 520]), ("row1", [0, 14, 400, 114]), ("tabs", [0, 520, 400, 600])],
        ),
        // A weighted column scrolls in its share.
        (
            frame(vec![bar(), body(Weight(1.0)), block("tabs", Fill, Dp(80.0))]),
            [("body", [0, 64, 400, 520]), ("row1", [0, 14, 400, 114]), ("tabs", [0, 520, 400, 600])],
        ),
        // Without such a column the whole screen scrolls.
        (
            frame([vec![bar()], rows(8)].concat()),
            [("frame", [0, 0, 400, 600]), ("bar", [0, -150, 400, -86]), ("row1", [0, 14, 400, 114])],
        ),
        // A weighted part is not squeezed to nothing by content that does not fit.
        (
            frame(vec![bar(), View::list("list", rows(9)), block("pad", Fill, Dp(590.0))]),
            [("list", [0, -86, 400, 10]), ("pad", [0, 10, 400, 600]), ("frame", [0, 0, 400, 600])],
        ),
    ] {
        check_scrolled(&view, &moved, &expected);
    }
    // A part with an explicit height is not a screen: content that is too high for it is a fault, which `inspect`
    // finds.
    let card = View::column(vec![View::column(rows(3)).height(Dp(48.0)).id("card")]);
    let laid = lay_out(&card, &display(), Rect::new(0, 0, 400, 600), &moved, 0);
    assert!(laid.nodes.iter().all(|placed| placed.scrolled.is_none()));
}

#[test]
fn a_floating_button_is_never_squeezed() {
    let fab = View::new(Kind::Fab(Icon::Add)).id("fab").style(|style| style.margin = [16.0; 4]);
    let over = |height: i32| {
        let view = View::stack(vec![View::list("list", Vec::new()), fab.clone()]).align(Align::End);
        let laid = lay_out(&view, &display(), Rect::new(0, 0, 400, height), &UiState::default(), 0);
        laid.find("fab").map(|placed| placed.bounds)
    };
    for (height, bounds) in [(600, [328, 528, 384, 584]), (88, [328, 16, 384, 72]), (60, [328, 4, 384, 60])] {
        let [left, top, right, bottom] = bounds;
        assert_eq!(over(height), Some(Rect::new(left, top, right, bottom)), "{height}");
    }
}
