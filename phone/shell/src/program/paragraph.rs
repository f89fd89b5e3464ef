//! `fmt`: fills lines to a width. Blank lines and a change of indentation separate paragraphs.

use super::call::{Call, lines};

pub(super) fn fmt(call: &mut Call<'_>) -> i32 {
    let options = match call.options("w:") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let width = match options.number('w') {
        Ok(width) => width.map_or(75, |width| usize::try_from(width).unwrap_or(usize::MAX)),
        Err(message) => return call.fail(message),
    };
    for (_, bytes) in call.inputs(&options.operands) {
        let mut filled = Filled { out: String::new(), indent: String::new(), column: 0, width };
        for line in lines(&bytes) {
            filled.line(&String::from_utf8_lossy(line));
        }
        filled.end();
        call.io.out(filled.out);
    }
    call.status
}

struct Filled {
    out: String,
    /// The indentation of every line of the paragraph.
    indent: String,
    /// The current column; 0 at the start of a paragraph.
    column: usize,
    width: usize,
}

impl Filled {
    fn end(&mut self) {
        if self.column > 0 {
            self.out.push('\n');
        }
        self.column = 0;
    }

    fn line(&mut self, line: &str) {
        let text = line.trim_start();
        if text.is_empty() {
            self.end();
            self.out.push('\n');
            return;
        }
        let indent = line.get(..line.len() - text.len()).unwrap_or_default();
        if indent != self.indent {
            self.end();
        }
        indent.clone_into(&mut self.indent);
        for word in text.split_whitespace() {
            let length = word.chars().count();
            if self.column > 0 && self.column + 1 + length > self.width {
                self.end();
            }
            if self.column == 0 {
                self.out.push_str(indent);
                self.column = indent.chars().count() + length;
            } else {
                self.out.push(' ');
                self.column += 1 + length;
            }
            self.out.push_str(word);
        }
    }
}
