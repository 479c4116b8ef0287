#![doc = include_str!("links.md")]
#![doc = include_str!("../../docs/guide/README.md")]
#![allow(rustdoc::bare_urls, reason = "messages have addresses in them")]

/// Generates a module for each page, from its name and its file. Of two definitions of a link the first one counts, so
/// `links.md` comes first.
macro_rules! page {
    ($($name:ident $file:literal $about:literal)*) => {
        $(
            #[doc = $about]
            ///
            #[doc = include_str!("links.md")]
            #[doc = include_str!(concat!("../../docs/", $file))]
            pub mod $name {}
        )*
    };
}

page! {
    react "guide/react.md" "Tutorial: a form in React."
    rust "guide/rust.md" "Tutorial: two records in Rust."
    many_records "guide/many-records.md" "Tutorial: 2,000 calendars in a shell."
    update "guide/loop.md" "Read, edit, review, send, verify."
    forms "guide/forms.md" "Tasks of forms, in React and others."
    javascript "guide/javascript.md" "How to load the package."
    command "guide/command.md" "The command and git."
    languages "guide/languages.md" "Messages in other languages, or in your own words."
    schemas "guide/schemas.md" "JSON Schemas for forms and editors, and a description in OpenAPI."
    property_testing "guide/property-testing.md" "Test data from the tables."
    service "guide/service.md" "What the service does to an update."
    conflicts "guide/conflicts.md" "How merging works."
    edits "guide/edits.md" "Every key and every value of an edit."
    specification "guide/specification.md" "Every field of both records, by section."
    codes "codes.md" "Everything that can be found wrong."
    words "words.md" "The codes of changes, decisions, conflicts and fixes."
    errors "errors.md" "The code of every error that a call can return or throw."
    operations "operations.md" "Every operation that the specification names."
    limits "guide/limits.md" "How much of everything there may be, and what happens beyond."
    stability "stability.md" "What you may depend on, and what may change."
    peers "guide/peers.md" "What calendiff and its peers find of forty faults."
}
