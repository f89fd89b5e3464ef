//! Yes-or-no checks of outside values, with the readers that report problems.

use super::component::ComponentLayout;
use super::content::{IframeContent, Renderer, TableContentData, WindowContent};
use super::read::checked;
use super::update::ContentUpdateOperation;
use crate::json::Json;

/// Whether it is `{headers: string[], rows: string[][]}`.
pub fn is_table_content_data(value: &Json<'_>) -> bool {
    checked(|item| TableContentData::read(value, item)).is_ok()
}

/// Whether it is an address, or `{url, sandbox?}`.
pub fn is_iframe_content_data(value: &Json<'_>) -> bool {
    checked(|item| Some(IframeContent::read(value, item))).is_ok()
}

/// Whether it is `{components: [...], cols?, gap?}` with only valid components.
pub fn is_component_layout(value: &Json<'_>) -> bool {
    checked(|item| ComponentLayout::read(value, item)).is_ok()
}

/// Whether `renderer` can show it.
pub fn is_window_content_data(renderer: Renderer, value: &Json<'_>) -> bool {
    checked(|item| Some(WindowContent::read_data(renderer, value, item))).is_ok()
}

/// Whether content of `renderer` accepts the operation.
pub fn is_content_update_operation_valid(renderer: Renderer, operation: &ContentUpdateOperation) -> bool {
    operation.fits(renderer)
}
