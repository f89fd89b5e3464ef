//! One realistic example of every action, with all its fields, for documents and tests.

use super::*;
use crate::number::Finite;

/// One action of every type, with every field filled in.
pub fn samples() -> Vec<OsAction> {
    let mut samples = vec![OsAction::WindowCreate(window_create())];
    samples.extend(on_windows());
    samples.extend(notices());
    samples.extend(icons());
    samples
}

fn text(text: &str) -> String {
    text.to_owned()
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn number(value: i32) -> Finite {
    Finite::from(value)
}

fn window_create() -> WindowCreate {
    let style = [("borderRadius", StyleValue::Text(text("12px"))), ("zoom", StyleValue::Number(number(1)))];
    WindowCreate {
        window_id: text("order"),
        title: text("Your order"),
        bounds: WindowBounds { x: number(80), y: number(60), w: number(480), h: number(360) },
        content: WindowContent::Component(layout()),
        variant: Some(WindowVariant::Panel),
        dock_edge: Some(DockEdge::Top),
        frameless: Some(false),
        window_style: Some(style.map(|(property, value)| (text(property), value)).into()),
        minimized: Some(false),
        replace: Some(true),
        shared: Some(false),
    }
}

/// One component of every type, with every field filled in.
fn layout() -> ComponentLayout {
    let components = vec![
        Component::Text(TextComponent {
            content: text("Two coffees to Main Street 5"),
            variant: Some(TextVariant::Heading),
            color: Some(TextColor::Accent),
            text_align: Some(TextAlign::Center),
        }),
        Component::Badge(BadgeComponent { label: text("On its way"), variant: Some(BadgeVariant::Success) }),
        Component::Progress(ProgressComponent {
            value: number(70),
            label: some("Delivery"),
            variant: Some(ProgressVariant::Default),
            show_value: Some(true),
        }),
        Component::Image(ImageComponent {
            src: text("https://example.com/map.png"),
            width: Some(Length::Pixels(number(320))),
            height: Some(Length::Css(text("50%"))),
            fit: Some(ImageFit::Cover),
        }),
        Component::Input(InputComponent {
            name: text("note"),
            form_id: some("order"),
            label: some("Note to the rider"),
            placeholder: some("Ring twice"),
            default_value: some("Leave it at the door"),
            variant: Some(InputVariant::Text),
            rows: Some(3),
            disabled: Some(false),
        }),
        Component::Select(SelectComponent {
            name: text("tip"),
            options: vec![SelectOption { value: text("10"), label: text("10 %") }],
            form_id: some("order"),
            label: some("Tip"),
            default_value: some("10"),
            placeholder: some("How much?"),
            disabled: Some(false),
        }),
        Component::Button(ButtonComponent {
            label: text("Send"),
            action: text("Send the note and the tip"),
            variant: Some(ButtonVariant::Primary),
            size: Some(ButtonSize::Medium),
            icon: some("send"),
            disabled: Some(false),
            parallel: Some(false),
            submit_form: some("order"),
        }),
    ];
    ComponentLayout { components, cols: Some(Cols::Ratios(vec![number(8), number(2)])), gap: Some(Gap::Medium) }
}

fn on_windows() -> Vec<OsAction> {
    let window_id = || text("order");
    let agent_id = || text("shopper");
    let table = TableContentData {
        headers: vec![text("Item"), text("Price")],
        rows: vec![vec![text("Coffee"), text("3.20")], vec![text("Cake"), text("4.50")]],
    };
    vec![
        OsAction::WindowClose(WindowClose { window_id: window_id() }),
        OsAction::WindowFocus(WindowFocus { window_id: window_id() }),
        OsAction::WindowMinimize(WindowMinimize { window_id: window_id() }),
        OsAction::WindowMaximize(WindowMaximize { window_id: window_id() }),
        OsAction::WindowRestore(WindowRestore { window_id: window_id() }),
        OsAction::WindowMove(WindowMove { window_id: window_id(), x: number(100), y: number(80) }),
        OsAction::WindowResize(WindowResize { window_id: window_id(), w: number(640), h: number(480) }),
        OsAction::WindowSetTitle(WindowSetTitle { window_id: window_id(), title: text("Order 4711") }),
        OsAction::WindowSetContent(WindowSetContent { window_id: window_id(), content: WindowContent::Table(table) }),
        OsAction::WindowUpdateContent(WindowUpdateContent {
            window_id: window_id(),
            operation: ContentUpdateOperation::InsertAt { data: text("**New:** "), position: 0 },
            renderer: Some(Renderer::Markdown),
        }),
        OsAction::WindowLock(WindowLock { window_id: window_id(), agent_id: agent_id() }),
        OsAction::WindowUnlock(WindowUnlock { window_id: window_id(), agent_id: agent_id() }),
        OsAction::WindowCapture(WindowCapture { window_id: window_id() }),
    ]
}

fn notices() -> Vec<OsAction> {
    vec![
        OsAction::NotificationShow(NotificationShow {
            id: text("order-4711"),
            title: text("Order on its way"),
            body: text("The rider will be there in ten minutes."),
            icon: some("bike"),
            duration: Some(number(60_000)),
        }),
        OsAction::NotificationDismiss(NotificationDismiss { id: text("order-4711") }),
        OsAction::ToastShow(ToastShow {
            id: text("note-sent"),
            message: text("The note has been sent."),
            variant: Some(ToastVariant::Success),
            action: Some(ToastAction { label: text("Undo"), event_id: text("undo-note") }),
            duration: Some(number(8000)),
        }),
        OsAction::ToastDismiss(ToastDismiss { id: text("note-sent") }),
        OsAction::DialogConfirm(DialogConfirm {
            id: text("pay-4711"),
            title: text("Pay?"),
            message: text("This pays 7.70 to the coffee shop."),
            confirm_text: some("Pay"),
            cancel_text: some("Not now"),
            permission_options: Some(PermissionOptions {
                show_remember_choice: true,
                tool_name: text("pay"),
                context: some("coffee shop"),
            }),
        }),
    ]
}

fn icons() -> Vec<OsAction> {
    vec![
        OsAction::AppBadge(AppBadge { app_id: text("mail"), count: 3 }),
        OsAction::DesktopRefreshApps(DesktopRefreshApps {}),
        OsAction::DesktopCreateShortcut(DesktopCreateShortcut {
            shortcut: DesktopShortcut {
                id: text("menu"),
                label: text("Menu"),
                icon: text("☕"),
                icon_type: Some(IconType::Emoji),
                kind: ShortcutType::Url,
                target: text("https://example.com/menu"),
                created_at: Finite::new(1_767_225_600_000.0).unwrap_or_default(),
            },
        }),
        OsAction::DesktopRemoveShortcut(DesktopRemoveShortcut { shortcut_id: text("menu") }),
        OsAction::DesktopUpdateShortcut(DesktopUpdateShortcut {
            shortcut_id: text("menu"),
            updates: ShortcutUpdates {
                label: some("Today's menu"),
                icon: some("images/menu.png"),
                icon_type: Some(IconType::Image),
                kind: Some(ShortcutType::File),
                target: some("menus/today.pdf"),
            },
        }),
    ]
}
