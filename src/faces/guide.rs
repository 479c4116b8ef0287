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
    rust "guide/rust.md" "Getting started in Rust."
    javascript "guide/javascript.md" "Getting started in JavaScript."
    react "guide/react.md" "Getting started in React."
    update "guide/loop.md" "Read, edit, send, verify."
    conflicts "guide/conflicts.md" "What to do when someone else saved first."
    languages "guide/languages.md" "Every message in six languages, or in your own words."
    many_records "guide/many-records.md" "Edit, send and verify many records."
    sql "guide/sql.md" "Ask questions of many records with SQL."
    engines "guide/engines.md" "The command inside Spark, beside DuckDB, with GNU parallel and xargs."
    schemas "guide/schemas.md" "JSON Schemas for forms and editors, and a description in OpenAPI."
    command "guide/command.md" "The command and git."
    property_testing "guide/property-testing.md" "Test data from the tables."
    property_recipes "guide/property-recipes.md" "Property tests of servers, a form and an importer."
    specification "guide/specification.md" "Every field of both records, by section."
    codes "codes.md" "Everything that can be found wrong."
    words "words.md" "The codes of changes, decisions, conflicts and fixes."
    errors "errors.md" "The code of every error that a call can return or throw."
    operations "operations.md" "Every operation that the specification names."
    stability "stability.md" "What you may depend on, name by name."
    peers "guide/peers.md" "What calendiff and its peers find of forty faults."
    limits "guide/limits.md" "How much of everything there may be, and what happens beyond."
}
