//! Leaf formats: what a string may be, one file each. Linear time on any input.

mod color;
mod date_time;
mod email;
mod finding;
pub(crate) mod hours;
mod text;
mod url;

use crate::schema::Format;

pub(crate) use crate::visible::excerpt;
pub(crate) use date_time::Date;
pub(crate) use finding::Finding;
pub(crate) use text::is_space;
pub(crate) use url::is_address;

/// What is wrong with the text as it stands.
pub(crate) fn check(format: Format, text: &str) -> Option<Finding> {
    text::control_character(text).or_else(|| text::blank(format, text)).or_else(|| match format {
        Format::Plain | Format::Name => None,
        Format::Slug => text::slug(text),
        Format::Template => text::template(text),
        Format::Url => url::check(text),
        Format::Website => url::check_website(text),
        Format::Color => color::check(text),
        Format::Email => email::check(text),
        Format::DateTime => date_time::check(text),
        Format::Date => date_time::check_date(text),
    })
}

/// Whether nothing is wrong with the text and it is its own canonical spelling, as far as that is told at a glance.
pub(crate) fn is_sound(format: Format, text: &str) -> bool {
    if format == Format::Date {
        return date_time::is_midnight(text);
    }
    text::is_sound(text, matches!(format, Format::Plain | Format::Template))
        && match format {
            Format::Plain | Format::Name => true,
            Format::Slug => text::slug(text).is_none(),
            Format::Template => text::template(text).is_none(),
            Format::Url => url::check(text).is_none(),
            Format::Website => url::check_website(text).is_none(),
            Format::Color => color::is_canonical(text),
            Format::Email => email::check(text).is_none() && email::is_canonical(text),
            Format::DateTime | Format::Date => false,
        }
}

/// The canonical spelling, where the text has one clear meaning and is not spelled so already.
pub(crate) fn normalize(format: Format, text: &str) -> Option<String> {
    if is_sound(format, text) {
        return None;
    }
    let trimmed = text.trim_matches(text::is_space);
    let canonical = match format {
        Format::Color => color::canonical(trimmed),
        Format::Email => email::canonical(trimmed),
        Format::DateTime => date_time::canonical(trimmed),
        Format::Date => date_time::canonical_date(trimmed),
        Format::Plain | Format::Name | Format::Slug | Format::Template | Format::Url | Format::Website => None,
    };
    match canonical {
        Some(canonical) => Some(canonical).filter(|canonical| canonical != text),
        None => (trimmed.len() != text.len()).then(|| trimmed.to_owned()),
    }
}
