//! The leaf formats as patterns: ECMA-262's, without what other dialects lack or read otherwise (`\d`, `\s`, `\p`, looking
//! ahead). No text matches one in two ways, so that they take linear time even where an engine tries one way after
//! another.
//!
//! They match what has no error under profile `document`. Where a pattern cannot be as exact it matches more: any address
//! in brackets as a URL's host.

use crate::schema::Format;

/// What a text of that format matches from end to end.
pub(super) fn of(format: Format) -> String {
    match format {
        Format::Plain | Format::Template => format!(r"^[^{CONTROL}]*$"),
        // White space, something else, and then anything.
        Format::Name | Format::Slug => format!(r"^[\t\n\r {SPACE}]*[^\x00- \x7f-\x9f{SPACE}][^{CONTROL}]*$"),
        Format::Color => "^#[0-9A-Fa-f]{6}$".to_owned(),
        Format::Email => format!(r"^[{ATOM}]+(?:\.[{ATOM}]+)*@{LABEL}(?:\.{LABEL})*$"),
        Format::Url => format!("^{}{}$", origin(), tail()),
        // Without its scheme it has a dot, and no port.
        Format::Website => format!(r"^(?:{}|(?:{name}\.)+(?:{name})?){}$", origin(), tail(), name = name()),
        Format::DateTime | Format::Date => {
            format!("^(?:{DAY}|{LEAP_DAY})[Tt]{HOUR}(?::{SIXTY}){{2}}(?:\\.[0-9]+)?(?:[Zz]|[+-]{HOUR}:{SIXTY})$")
        }
    }
}

/// How long the part of an address before the @ may be.
pub(super) const EMAIL_LOCAL: &str = "^[^@]{1,64}@";

// What stands inside the brackets of a class.

/// Control characters other than tab and line ends.
const CONTROL: &str = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f";
/// White space beyond ASCII.
const SPACE: &str = r"\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000";
/// What the part of an address before the @ is made of, apart from dots.
const ATOM: &str = "A-Za-z0-9!#$%&'*+/=?^_`{|}~-";

/// A part of an address's domain.
const LABEL: &str = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";

/// A part of a name without its scheme: letters, digits, `-`, `_`, and what lies beyond ASCII and is not white space.
fn name() -> String {
    format!(r"[^\x00-,./:-@\[-^`{{-\x9f{SPACE}]+")
}

/// `https://example.com:443`, ports up to 65535.
fn origin() -> String {
    const PORT: &str = "0*(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[1-9][0-9]{0,3}|0)";
    // What the URL standard does not forbid in a host.
    let character = format!(r"[^\x00- #%/:<>?@\[-\^|\x7f-\x9f{SPACE}]");
    format!(r"[Hh][Tt][Tt][Pp][Ss]?://(?:\[[0-9A-Fa-f:.]+\]|(?:{character}|%[0-9A-Fa-f]{{2}})+)(?::{PORT})?")
}

/// A URL's path, query and fragment, or some of them, or none.
fn tail() -> String {
    format!(r"(?:[/?#][^\x00- \x7f-\x9f{SPACE}\\]*)?")
}

/// A day that every year has.
const DAY: &str =
    "[0-9]{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)";
const LEAP_DAY: &str = "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29";
const HOUR: &str = "(?:[01][0-9]|2[0-3])";
/// Minutes, and seconds.
const SIXTY: &str = "[0-5][0-9]";
