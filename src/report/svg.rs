//! Drawing: shapes and texts of an SVG, in colors for light and dark.

use std::fmt::Write;

use super::escape::html;

/// The meaning of a shape or a text, by which it is styled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Text,
    Strong,
    Small,
    /// Small text on what stays, and on what is new.
    Ink,
    Inverse,
    Faint,
    Same,
    New,
    Gone,
}

impl Style {
    const ALL: [Self; 9] = [
        Self::Text,
        Self::Strong,
        Self::Small,
        Self::Ink,
        Self::Inverse,
        Self::Faint,
        Self::Same,
        Self::New,
        Self::Gone,
    ];

    fn class(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Strong => "strong",
            Self::Small => "small",
            Self::Ink => "ink",
            Self::Inverse => "inverse",
            Self::Faint => "faint",
            Self::Same => "same",
            Self::New => "new",
            Self::Gone => "gone",
        }
    }

    /// Returns the attributes, which also hold where a policy forbids style sheets.
    fn attributes(self) -> &'static str {
        match self {
            Self::Text => "font-size=\"14\" fill=\"#1f2328\"",
            Self::Strong => "font-size=\"14\" font-weight=\"700\" fill=\"#1f2328\"",
            Self::Small => "font-size=\"12\" fill=\"#59636e\"",
            Self::Ink => "font-size=\"12\" fill=\"#1f2328\"",
            Self::Inverse => "font-size=\"12\" fill=\"#ffffff\"",
            Self::Faint => "stroke=\"#d8dee4\" fill=\"none\"",
            Self::Same => "fill=\"#9db7d5\" stroke=\"#9db7d5\"",
            Self::New => "fill=\"#1a7f4b\" stroke=\"#1a7f4b\"",
            Self::Gone => "fill=\"none\" stroke=\"#c0392b\" stroke-dasharray=\"4 3\"",
        }
    }

    /// Returns the declarations for dark surroundings.
    fn dark(self) -> &'static str {
        match self {
            Self::Text | Self::Strong | Self::Ink => "fill:#e6edf3",
            Self::Inverse => "fill:#0d1117",
            Self::Small => "fill:#9da7b1",
            Self::Faint => "stroke:#3d444d",
            Self::Same => "fill:#4d6a8c;stroke:#4d6a8c",
            Self::New => "fill:#3fb97a;stroke:#3fb97a",
            Self::Gone => "stroke:#ff8a80",
        }
    }
}

/// An SVG while it is drawn.
pub(super) struct Drawing(String);

impl Drawing {
    pub(super) fn new(width: usize, height: usize, title: &str) -> Self {
        let title = html(title);
        let mut drawing = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{title}\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, sans-serif\"><title>{title}</title>\
             <style>@media (prefers-color-scheme:dark){{.ground{{fill:#0d1117}}"
        );
        for style in Style::ALL {
            _ = write!(drawing, ".{}{{{}}}", style.class(), style.dark());
        }
        _ = write!(
            drawing,
            "}}</style><rect class=\"ground\" width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>"
        );
        Self(drawing)
    }

    pub(super) fn finish(mut self) -> String {
        self.0.push_str("</svg>");
        self.0
    }

    pub(super) fn text(&mut self, x: usize, y: usize, text: &str, style: Style) {
        self.write_text(x, y, "start", text, style);
    }

    /// Draws text around a place.
    pub(super) fn middle(&mut self, x: usize, y: usize, text: &str, style: Style) {
        self.write_text(x, y, "middle", text, style);
    }

    fn write_text(&mut self, x: usize, y: usize, anchor: &str, text: &str, style: Style) {
        let (class, attributes, text) = (style.class(), style.attributes(), html(text));
        _ = write!(
            self.0,
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" {attributes}>{text}</text>"
        );
    }

    pub(super) fn line(&mut self, x: usize, y: usize, to_x: usize, to_y: usize, style: Style) {
        let (class, attributes) = (style.class(), style.attributes());
        _ = write!(
            self.0,
            "<path class=\"{class}\" d=\"M{x}.5 {y}L{to_x}.5 {to_y}\" {attributes}/>"
        );
    }

    /// Draws a rectangle, given as left, top, width and height, with a title if it is not empty.
    pub(super) fn bar(&mut self, [x, y, width, height]: [usize; 4], style: Style, title: &str) {
        let (class, attributes) = (style.class(), style.attributes());
        let title = if title.is_empty() {
            String::new()
        } else {
            format!("<title>{}</title>", html(title))
        };
        // The stroke lies inside.
        let (width, height) = (width.saturating_sub(1).max(1), height.saturating_sub(1));
        _ = write!(
            self.0,
            "<rect class=\"{class}\" x=\"{x}.5\" y=\"{y}.5\" width=\"{width}\" height=\"{height}\" {attributes}>{title}</rect>"
        );
    }
}
