//! Texts made to be slow, and the places where they can stand.

use calendiff::Kind;
use serde_json::{Value, json};

/// Something repeated, between two ends.
pub(crate) struct Shape {
    pub(crate) name: &'static str,
    ends: [&'static str; 2],
    unit: &'static str,
}

const fn shape(
    name: &'static str,
    before: &'static str,
    unit: &'static str,
    after: &'static str,
) -> Shape {
    Shape {
        name,
        ends: [before, after],
        unit,
    }
}

impl Shape {
    pub(crate) fn text(&self, bytes: usize) -> String {
        let [before, after] = self.ends;
        [before, &self.unit.repeat(bytes / self.unit.len()), after].concat()
    }
}

/// A place in a record for a text, and what is nasty there.
pub(crate) struct Place {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) draft: fn(String) -> Value,
    pub(crate) shapes: &'static [Shape],
}

/// Nasty anywhere.
pub(crate) const COMMON: &[Shape] = &[
    shape("one letter", "", "a", ""),
    shape("one digit", "", "1", ""),
    shape("beyond ASCII", "", "é", ""),
    shape("beyond the basic plane", "", "\u{1f642}", ""),
    shape("spaces", "", " ", ""),
    shape("spaces before a letter", "", " ", "a"),
    shape("wide spaces", "", "\u{3000}", ""),
    shape("tabs between letters", "a", "\t", "a"),
    shape("a control character at the end", "", "a", "\u{1}"),
    shape("almost control characters", "", "\u{a0}", "\u{85}"),
    shape("hyphens", "", "-", ""),
    shape("quotes", "", "\"", ""),
];

const DATE_TIMES: &[Shape] = &[
    shape("a long fraction", "2026-12-24T00:00:00.", "0", "Z"),
    shape("a fraction without an end", "2026-12-24T00:00:00.", "1", ""),
    shape(
        "a fraction behind a comma",
        "2026-12-24T00:00:00,",
        "1",
        "Z",
    ),
    shape("commas", "2026-12-24T00:00:00", ",", "Z"),
    shape("much behind it", "2026-12-24T00:00:00Z", "Z", ""),
    shape("a long offset", "2026-12-24T00:00:00+", "0", ""),
    shape("a long year with a sign", "+", "1", "-12-24T00:00:00Z"),
    shape("spaces before it", "", " ", "2026-12-24T00:00:00Z"),
    shape("spaces before a date", "", " ", "2026-12-24"),
];

const URLS: &[Shape] = &[
    shape("labels", "https://", "a.", ""),
    shape("a label", "https://", "a", ""),
    shape("colons", "", ":", ""),
    shape("a long scheme", "", "a", ":"),
    shape("tabs in the scheme", "ht", "\t", "tps://a"),
    shape("a tab after each letter of the scheme", "", "a\t", ":"),
    shape("line ends in a script", "java", "\n", "script:a"),
    shape("a long port", "https://a:", "1", ""),
    shape("an address in brackets", "https://[", ":", "]"),
    shape("credentials", "https://", "a@", "a"),
    shape("backslashes", "https:", "\\", ""),
    shape("slashes", "https://a", "/", ""),
    shape("a query", "https://a?", "a=%20&", ""),
];

pub(crate) const PLACES: &[Place] = &[
    Place {
        name: "e-mail",
        kind: Kind::Calendar,
        draft: |text| json!({ "alertEmail": text }),
        shapes: &[
            shape("a long local part", "", "a", "@example.com"),
            shape("dots in the local part", "a", ".a", "@example.com"),
            shape("duplicate dots", "", ".", "@example.com"),
            shape("labels", "a@", "b.", "c"),
            shape("labels in upper case", "a@", "B.", "C"),
            shape("a long label", "a@", "b", ".c"),
            shape("hyphens in a label", "a@b", "-", "c.d"),
            shape("@", "", "@", ""),
            shape("addresses in a row", "", "a@b.c", ""),
            shape("opened names", "", "<", "a@b.c>"),
            shape("closed names", "<a@b.c", ">", ""),
            shape("addresses with names", "", "a <a@b.c>", ""),
            shape("a quoted part", "\"", " ", "\"@a.b"),
            shape("a comment", "a", "(", ")@a.b"),
            shape("spaces around", "", " ", "desk@example.com "),
        ],
    },
    Place {
        name: "color",
        kind: Kind::Calendar,
        draft: |text| json!({ "eventColor": text }),
        shapes: &[
            shape("hex digits", "#", "a", ""),
            shape("hex digits and another", "#", "a", "g"),
            shape("#", "", "#", ""),
            shape("spaces before it", "", " ", "#abc"),
            shape("spaces inside", "#", " ", "abcdef"),
        ],
    },
    Place {
        name: "date-time",
        kind: Kind::Location,
        draft: |text| json!({ "createdAt": text }),
        shapes: DATE_TIMES,
    },
    Place {
        name: "calendar date",
        kind: Kind::Calendar,
        draft: |text| json!({ "availabilities": [{ "date": text, "hours": [] }] }),
        shapes: DATE_TIMES,
    },
    Place {
        name: "URL",
        kind: Kind::Calendar,
        draft: |text| json!({ "formSubmitRedirectURL": text }),
        shapes: URLS,
    },
    Place {
        name: "website",
        kind: Kind::Location,
        draft: |text| json!({ "website": text }),
        shapes: &[
            shape("labels without a scheme", "", "a.", "b"),
            shape("labels and an empty one", "", "a.", "."),
            shape("slashes without a scheme", "a.b", "/", ""),
            shape("slashes", "", "/", ""),
            shape("labels with a scheme", "https://", "a.", ""),
            shape("tabs in the scheme", "ht", "\t", "tps://a"),
            shape("colons", "a.b", ":", ""),
        ],
    },
    Place {
        name: "slug",
        kind: Kind::Calendar,
        draft: |text| json!({ "slug": text }),
        shapes: &[
            shape("words and hyphens", "", "a-", ""),
            shape("words and spaces", "", "a ", "a"),
            shape("words and many spaces", "", "a        ", "a"),
            shape("no letter at all", "", "!", ""),
            shape("one wrong at the end", "", "a", "!"),
        ],
    },
    Place {
        name: "template",
        kind: Kind::Calendar,
        draft: |text| json!({ "eventTitle": text }),
        shapes: &[
            shape("opened", "", "{{", ""),
            shape("closed", "", "}}", ""),
            shape("single braces", "", "{", ""),
            shape("braces apart", "", "{ ", ""),
            shape("placeholders", "", "{{a}}", ""),
            shape("placeholders, the last one open", "", "{{a}}", "{{"),
            shape("a long placeholder", "{{", "a", "}}"),
            shape("one opened at the beginning", "{{", "a", ""),
            shape("one closed at the end", "", "a", "}}"),
            shape("closed before opened", "", "}}{{", ""),
        ],
    },
    Place {
        name: "name",
        kind: Kind::Calendar,
        draft: |text| json!({ "name": text }),
        shapes: &[],
    },
    Place {
        name: "plain text",
        kind: Kind::Calendar,
        draft: |text| json!({ "notes": text }),
        shapes: &[],
    },
    Place {
        name: "word among known ones",
        kind: Kind::Calendar,
        draft: |text| json!({ "eventType": text }),
        shapes: &[shape(
            "a known one, repeated",
            "",
            "RoundRobin_OptimizeForAvailability",
            "",
        )],
    },
    Place {
        name: "number in a text",
        kind: Kind::Calendar,
        draft: |text| json!({ "slotDuration": text }),
        shapes: &[
            shape("a long fraction", "1.", "0", ""),
            shape("a long exponent", "1e", "0", "1"),
            shape("arrays", "", "[", ""),
            shape("spaces around", "", " ", "30 "),
        ],
    },
    Place {
        name: "name of a member",
        kind: Kind::Calendar,
        draft: |text| json!({ text: 1 }),
        shapes: &[shape("a known one, repeated", "", "appoinmentPerSlot", "")],
    },
];
