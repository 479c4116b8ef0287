//! Drawing: shapes and texts of an SVG, in the colors and fills of the page, for light and dark.

use std::fmt::Write;

use super::escape::html;

/// The meaning of a shape or a text, by which it is styled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Text,
    Strong,
    Small,
    /// Small text on a fill, and with a halo where the fill has dots.
    Ink,
    OnNew,
    Faint,
    Same,
    New,
    Gone,
    /// The dots on new hours.
    Dots,
}

impl Style {
    const ALL: [Self; 10] = [
        Self::Text,
        Self::Strong,
        Self::Small,
        Self::Ink,
        Self::OnNew,
        Self::Faint,
        Self::Same,
        Self::New,
        Self::Gone,
        Self::Dots,
    ];

    fn class(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Strong => "strong",
            Self::Small => "small",
            Self::Ink => "ink",
            Self::OnNew => "on-new",
            Self::Faint => "faint",
            Self::Same => "same",
            Self::New => "new",
            Self::Gone => "gone",
            Self::Dots => "dots",
        }
    }

    /// Returns the attributes, which also hold where a policy forbids style sheets.
    fn attributes(self) -> &'static str {
        match self {
            Self::Text => "font-size=\"14\" fill=\"#18202b\"",
            Self::Strong => "font-size=\"14\" font-weight=\"700\" fill=\"#18202b\"",
            Self::Small => "font-size=\"12\" fill=\"#525d6c\"",
            Self::Ink => "font-size=\"12\" fill=\"#18202b\"",
            Self::OnNew => {
                "font-size=\"12\" fill=\"#18202b\" stroke=\"#bfdcf5\" stroke-width=\"4\" paint-order=\"stroke\""
            }
            Self::Faint => "stroke=\"#d9dee6\" fill=\"none\"",
            Self::Same => "fill=\"#cfd9e6\" stroke=\"#64748b\"",
            Self::New => "fill=\"#bfdcf5\" stroke=\"#1f78c8\"",
            Self::Gone => "fill=\"#fde5c8\" stroke=\"#b85c00\" stroke-dasharray=\"4 3\"",
            Self::Dots => {
                "fill=\"none\" stroke=\"#1f78c8\" stroke-width=\"2.4\" stroke-linecap=\"round\" stroke-dasharray=\"0 7\""
            }
        }
    }

    /// Returns the declarations for dark surroundings.
    fn dark(self) -> &'static str {
        match self {
            Self::Text | Self::Strong | Self::Ink => "fill:#e5e9ef",
            Self::OnNew => "fill:#e5e9ef;stroke:#1c4468",
            Self::Small => "fill:#a3afbd",
            Self::Faint => "stroke:#2e3743",
            Self::Same => "fill:#39475a;stroke:#93a4ba",
            Self::New => "fill:#1c4468;stroke:#6cb2f2",
            Self::Gone => "fill:#4a3013;stroke:#f0a04b",
            Self::Dots => "stroke:#6cb2f2",
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
             <style>@media (prefers-color-scheme:dark){{.ground{{fill:#10141a}}"
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
        let class = style.class();
        let attributes = style.attributes();
        let text = html(text);
        _ = write!(
            self.0,
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" {attributes}>{text}</text>"
        );
    }

    pub(super) fn line(&mut self, x: usize, y: usize, to_x: usize, to_y: usize, style: Style) {
        let class = style.class();
        let attributes = style.attributes();
        _ = write!(
            self.0,
            "<path class=\"{class}\" d=\"M{x}.5 {y}L{to_x}.5 {to_y}\" {attributes}/>"
        );
    }

    /// Draws a rectangle, given as left, top, width and height, with a title if it is not empty.
    pub(super) fn bar(&mut self, [x, y, width, height]: [usize; 4], style: Style, title: &str) {
        let class = style.class();
        let attributes = style.attributes();
        let title = if title.is_empty() {
            String::new()
        } else {
            format!("<title>{}</title>", html(title))
        };
        // The stroke lies inside.
        let inner = width.saturating_sub(1).max(1);
        let tall = height.saturating_sub(1);
        let round = if matches!(style, Style::Faint) { 0 } else { 4 };
        _ = write!(
            self.0,
            "<rect class=\"{class}\" x=\"{x}.5\" y=\"{y}.5\" width=\"{inner}\" height=\"{tall}\" rx=\"{round}\" \
             {attributes}>{title}</rect>"
        );
        if matches!(style, Style::New) {
            self.dots([x, y, width, height]);
        }
    }

    /// Draws rows of dots inside a rectangle.
    fn dots(&mut self, [x, y, width, height]: [usize; 4]) {
        let class = Style::Dots.class();
        let attributes = Style::Dots.attributes();
        let to = x + width.saturating_sub(4);
        let mut rows = String::new();
        for row in (y + 4..(y + height).saturating_sub(2)).step_by(7) {
            _ = write!(rows, "M{} {row}H{to}", x + 4);
        }
        _ = write!(
            self.0,
            "<path class=\"{class}\" d=\"{rows}\" {attributes}/>"
        );
    }
}
