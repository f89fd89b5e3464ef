//! Simple Draw's screens: the canvas with its tools, the colours, the save dialog.

use kit::overlays;
use kit::widgets::{self, Row};
use state::documents::STORAGE;
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

use super::export::Format;
use super::{Draw, Rgb, WIDEST};

/// The colours to choose from, by name.
const COLORS: &[(&str, Rgb)] = &[
    ("Black", (33, 33, 33)),
    ("Grey", (117, 117, 117)),
    ("Light grey", (189, 189, 189)),
    ("White", (255, 255, 255)),
    ("Red", (229, 57, 53)),
    ("Pink", (216, 27, 96)),
    ("Purple", (142, 36, 170)),
    ("Indigo", (57, 73, 171)),
    ("Blue", (30, 136, 229)),
    ("Cyan", (0, 172, 193)),
    ("Teal", (0, 137, 123)),
    ("Green", (67, 160, 71)),
    ("Lime", (192, 202, 51)),
    ("Yellow", (253, 216, 53)),
    ("Orange", (251, 140, 0)),
    ("Brown", (109, 76, 65)),
];

/// Returns the colour with this name.
pub(super) fn color_named(name: &str) -> Option<Rgb> {
    COLORS.iter().find(|(known, _)| *known == name).map(|(_, color)| *color)
}

fn rgb((red, green, blue): Rgb) -> Color {
    Color::Rgb(red, green, blue)
}

impl Draw {
    pub(super) fn canvas(&self) -> View {
        let form = &self.form;
        let actions = vec![
            View::icon_button(Icon::Undo, "Undo", Event::new("undo")).id("undo").enabled(!form.sketch.is_empty()),
            View::icon_button(Icon::Redo, "Redo", Event::new("redo")).id("redo").enabled(!form.undone.is_empty()),
            View::icon_button(Icon::Save, "Save", Event::new("save_ask")).id("menu_save"),
            View::icon_button(Icon::Share, "Share", Event::new("share")).id("menu_share"),
            widgets::menu_button(),
        ];
        let title = View::text("Simple Draw").text_style(TextStyle::Title).width(Size::Weight(1.0));
        let bar = widgets::bar(None, title.style(|style| style.margin[0] = 12.0), actions);
        let canvas = View::new(Kind::Canvas { sketch: form.sketch.clone(), on_draw: "draw" })
            .id("my_canvas")
            .description("Canvas")
            .width(Size::Fill)
            .height(Size::Weight(1.0))
            .background(rgb(self.paper), 0.0);
        let eraser =
            View::icon_button(Icon::Backspace, "Eraser", Event::new("erase")).id("eraser").selected(form.erasing);
        let brush = View::icon_button(Icon::Brush, "Brush", Event::new("erase")).id("brush").selected(!form.erasing);
        let (eraser, brush) = match form.erasing {
            true => (eraser.background(Color::PrimaryContainer, 24.0), brush),
            false => (eraser.enabled(true), brush.enabled(false).background(Color::PrimaryContainer, 24.0)),
        };
        let width = View::new(Kind::Slider { value: self.width, max: WIDEST, on_change: "width" });
        let width =
            width.id("stroke_width_bar").description("Stroke width").width(Size::Weight(1.0)).height(Size::Dp(48.0));
        let pen = swatch(self.color, 32.0).id("color_picker");
        let pen = View::stack(vec![pen]).width(Size::Dp(48.0)).height(Size::Dp(48.0)).align(Align::Center);
        let pen = pen.description("Change color").on_click(Event::with("open", "color"));
        let tools = View::row(vec![brush, eraser, width, pen]).id("bottom_tools").padding(12.0, 6.0).gap(8.0);
        let screen = widgets::screen(vec![bar, canvas, tools.background(Color::Surface, 0.0)]);
        let items =
            vec![("Change background color", Event::with("open", "paper")), ("Clear", Event::with("open", "clear"))];
        widgets::with_menu(screen, form.menu, items)
    }

    pub(super) fn colors(&self, title: &str, chosen: Rgb, event: &'static str) -> View {
        let cells = COLORS.iter().map(|(name, color)| {
            let mut inside = vec![swatch(*color, 44.0)];
            if *color == chosen {
                let dark = u32::from(color.0) + u32::from(color.1) + u32::from(color.2) < 384;
                let ink = if dark { Color::Rgb(255, 255, 255) } else { Color::Rgb(0, 0, 0) };
                inside.push(View::icon(Icon::Check).color(ink));
            }
            View::stack(inside)
                .width(Size::Fill)
                .height(Size::Dp(56.0))
                .align(Align::Center)
                .description(name)
                .selected(*color == chosen)
                .on_click(Event::with(event, *name))
        });
        let grid = View::new(Kind::Grid { columns: 4 }).width(Size::Fill).gap(4.0).children(cells.collect());
        let cancel = View::button("Cancel", Event::new("navigate_up")).id("android:id/button2");
        overlays::dialog(title, vec![grid], vec![cancel])
    }

    pub(super) fn save_dialog(&self) -> View {
        let form = &self.form;
        let path = self.folder.replacen(STORAGE, "Internal", 1);
        let path = Row::new("Path").summary(path).ids("save_image_label", "save_image_path").icon(Icon::Folder);
        let path = path.on(Event::new("folder")).id("save_image_path_holder").view().padding(0.0, 8.0);
        let field = View::field("save_image_filename", &form.name, "Filename", "name");
        let label = |text: &str| View::text(text).text_style(TextStyle::Label).color(Color::Primary);
        let kinds = Format::ALL.iter().map(|(format, name)| {
            let radio = View::new(Kind::Radio { on: *format == form.format }).description(name);
            View::row(vec![radio, View::text(*name).width(Size::Weight(1.0))])
                .id(&format!("save_image_radio_{}", format.ending()))
                .height(Size::Dp(48.0))
                .gap(12.0)
                .on_click(Event::with("format", *name))
        });
        let mut body = vec![path, label("Filename"), widgets::submits(field, "save"), label("Type")];
        body.push(View::column(kinds.collect()).id("save_image_radio_group"));
        let body = View::list("save_image_holder", body).height(Size::Wrap).gap(8.0);
        let buttons = vec![
            View::button("Cancel", Event::new("navigate_up")).id("android:id/button2"),
            View::button("OK", Event::new("save")).id("android:id/button1"),
        ];
        overlays::dialog("Save as", vec![body], buttons)
    }
}

pub(super) fn clear_dialog() -> View {
    overlays::question("", "Clear the whole canvas?", "OK", Event::new("clear"))
}

fn swatch(color: Rgb, side: f32) -> View {
    let inner = View::column(Vec::new()).width(Size::Dp(side - 4.0)).height(Size::Dp(side - 4.0));
    let inner = inner.background(rgb(color), side / 2.0);
    let ring = View::stack(vec![inner]).width(Size::Dp(side)).height(Size::Dp(side)).align(Align::Center);
    ring.background(Color::Outline, side / 2.0)
}
