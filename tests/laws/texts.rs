//! Of any text: parsing, printing, where what stands, and how much of it is taken.

#![allow(clippy::ptr_arg, reason = "a law takes a case as it was made")]

use calendiff::json::{
    Document, Limits, Node, Path, Segment, View, equal, to_string, to_string_pretty,
};
use calendiff::{Kind, strategies};
use proptest::prelude::*;
use serde_json::Value;

use super::{Held, Laws, laws, of};

laws! { texts of String = texts();
    no_text_makes_the_parser_panic,
    what_is_parsed_is_printed_and_parsed_as_the_same,
    a_span_is_of_the_text_that_its_value_is,
    a_text_is_parsed_within_its_own_size_and_no_less,
    numbers_are_printed_as_javascript_does,
}

#[expect(clippy::cast_precision_loss, reason = "of 52 bits none is lost")]
fn halves(n: u64, halvings: u32) -> String {
    format!("{}", n as f64 / f64::from(1 << halvings))
}

/// Texts that are nearly JSON, numbers, and records printed in one of two ways.
fn texts() -> impl Strategy<Value = (Kind, String)> {
    let number = prop_oneof![
        "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?",
        any::<f64>()
            .prop_filter("JSON has no such number", |n| n.is_finite())
            .prop_map(|n| format!("{n:e}")),
        // Halfway between two doubles, or two texts of a double.
        (0..1_u64 << 52, 1..4_u32).prop_map(|(n, halvings)| halves(n, halvings)),
        any::<u64>().prop_map(|n| n.to_string()),
        "-?[1-9][0-9]{14,22}",
    ];
    let record = of(strategies::wild).prop_map(|(_, record)| record);
    let printed = (record, any::<bool>()).prop_map(|(record, is_pretty)| {
        if is_pretty {
            to_string_pretty(&record).replace('\n', "\r\n")
        } else {
            to_string(&record)
        }
    });
    let text = prop_oneof![
        3 => "\\PC{0,40}|[\\[\\]{}\",:0-9eE.+\\-truefalsn\\\\u ]{0,40}",
        3 => number.prop_map(|number| format!("[{number} ,1]")),
        1 => printed,
    ];
    text.prop_map(|text| (Kind::Calendar, text))
}

fn no_text_makes_the_parser_panic(_: Kind, text: &String) -> Held {
    let ours = Document::parse(text.clone());
    let theirs = serde_json::from_str::<Value>(text);
    match &ours {
        Ok(_) => prop_assert!(theirs.is_ok(), "{:?}", theirs),
        Err(error) => {
            let stricter = matches!(
                error.code(),
                "json_duplicate" | "json_integer" | "json_depth"
            );
            prop_assert!(theirs.is_err() || stricter, "{}", error);
            let Some(place) = error.position() else {
                return Err(TestCaseError::fail("no place"));
            };
            let line = text.split('\n').nth(place.line - 1);
            prop_assert!(
                line.is_some_and(|line| place.column <= line.chars().count() + 1),
                "{}",
                error
            );
        }
    }
    let bytes = Document::parse_bytes(text.clone().into_bytes()).map(drop);
    prop_assert_eq!(bytes, ours.map(drop));
    Ok(())
}

fn what_is_parsed_is_printed_and_parsed_as_the_same(_: Kind, text: &String) -> Held {
    let Ok(document) = Document::parse(text.clone()) else {
        return Ok(());
    };
    let printed = to_string(&document.root());
    for again in [
        printed.clone(),
        to_string_pretty(&document.root()),
        to_string(&document.root().to_value()),
    ] {
        let again = Document::parse(again)?;
        prop_assert!(equal(again.root(), document.root()), "{}", printed);
        prop_assert_eq!(to_string(&again.root()), printed.clone());
    }
    Ok(())
}

/// Each value and its place.
fn values<'a>(view: View<'a>, here: &Path, each: &mut dyn FnMut(&Path, View<'a>) -> Held) -> Held {
    each(here, view)?;
    for (at, item) in view.items().into_iter().flatten().enumerate() {
        values(item, &here.with(at), each)?;
    }
    for (name, member) in view.members().into_iter().flatten() {
        values(member, &here.with(name.to_owned()), each)?;
    }
    Ok(())
}

fn a_span_is_of_the_text_that_its_value_is(_: Kind, text: &String) -> Held {
    let Ok(document) = Document::parse(text.clone()) else {
        return Ok(());
    };
    let mut count = 0;
    values(document.root(), &Path::new(), &mut |path, value| {
        // Each is found from the root on.
        count += 1;
        if count > 200 {
            return Ok(());
        }
        let (span, name) = (document.span(path), document.name_span(path));
        let (Some(span), Some(name)) = (span, name) else {
            return Err(TestCaseError::fail(format!("{path} is lost")));
        };
        let own = Document::parse(&text[span.clone()])?;
        prop_assert!(equal(own.root(), value), "{}: {}", path, &text[span]);
        if let Some(Segment::Name(expected)) = path.segments().last() {
            let name = Document::parse(&text[name.clone()])?;
            prop_assert_eq!(name.root().text(), Some(expected.as_ref()));
        }
        let before = &text[..span.start];
        let column = before
            .rsplit('\n')
            .next()
            .unwrap_or_default()
            .chars()
            .count()
            + 1;
        let place = document
            .position(path)
            .map(|place| (place.line, place.column));
        prop_assert_eq!(
            place,
            Some((before.matches('\n').count() + 1, column)),
            "{}",
            path
        );
        Ok(())
    })
}

fn a_text_is_parsed_within_its_own_size_and_no_less(_: Kind, text: &String) -> Held {
    let whole = Document::parse(text.clone()).map(drop);
    prop_assert_eq!(
        Document::parse_within(text.clone(), Limits::default().size(text.len())).map(drop),
        whole
    );
    if let Some(size) = text.len().checked_sub(1) {
        let refused = Document::parse_within(text.clone(), Limits::default().size(size));
        prop_assert_eq!(refused.err().map(|error| error.code()), Some("json_size"));
    }
    Ok(())
}

/// A number is printed as JavaScript prints the nearest double; integers of 64 bits keep their digits.
fn numbers_are_printed_as_javascript_does(_: Kind, text: &String) -> Held {
    let Ok(document) = Document::parse(text.clone()) else {
        return Ok(());
    };
    values(document.root(), &Path::new(), &mut |path, value| {
        let (Node::Number(number), Some(span)) = (value.node(), document.span(path)) else {
            return Ok(());
        };
        let source = &text[span];
        let printed = number.to_string();
        let digits = source.strip_prefix('-').unwrap_or(source);
        if source != "-0" && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            prop_assert_eq!(printed, source);
        } else {
            let double: f64 = source.parse()?;
            let mut expected = ryu_js::Buffer::new();
            prop_assert_eq!(printed, expected.format_finite(double));
        }
        Ok(())
    })
}
