//! Reports: what a page, a Markdown text and a picture show, and that nothing in a record is obeyed.

#![cfg(feature = "proptest")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use calendiff::report::{self, Picture, ReportOptions};
use calendiff::{Kind, Language, Profile, strategies, visible};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options as Flavor, Parser, Tag};
use serde_json::{Value, json};

fn hours(ranges: &[(u8, u8)]) -> Value {
    let range = |&(open, close): &(u8, u8)| json!({ "openHour": open, "openMinute": 0, "closeHour": close, "closeMinute": 0 });
    ranges.iter().map(range).collect()
}

fn stored() -> Value {
    json!({ "calendar": {
        "id": "Kx2m", "name": "Consultation", "slotDuration": 30,
        "openHours": [{ "daysOfTheWeek": [1, 2], "hours": hours(&[(9, 12), (14, 17)]) }],
        "availabilities": [{ "id": "s1", "date": "2026-12-31T00:00:00.000Z", "hours": hours(&[(9, 12)]) }],
    } })
}

fn draft() -> Value {
    json!({
        "slotDuration": 45,
        "openHours": [
            { "daysOfTheWeek": [1], "hours": hours(&[(9, 12), (14, 17)]) },
            { "daysOfTheWeek": [6], "hours": hours(&[(9, 13)]) },
        ],
        "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": [] }],
    })
}

/// Returns the texts of a page or a picture, if it is well-formed.
fn texts(markup: &str) -> Vec<String> {
    let tree = roxmltree::Document::parse(markup.trim_start_matches("<!doctype html>\n")).unwrap();
    for element in tree.descendants().filter(roxmltree::Node::is_element) {
        let name = element.tag_name().name();
        assert!(
            ![
                "script", "img", "link", "iframe", "object", "a", "form", "base"
            ]
            .contains(&name),
            "{name}"
        );
        for attribute in element.attributes() {
            let asks = ["href", "src", "style"].contains(&attribute.name())
                || attribute.name().starts_with("on");
            assert!(
                !asks && !attribute.value().contains("url("),
                "{attribute:?}"
            );
        }
    }
    tree.descendants()
        .filter_map(|node| node.text().filter(|_| node.is_text()))
        .map(str::to_owned)
        .collect()
}

/// Returns the texts of a Markdown document, and whether it is free of markup that is not the report's.
fn read(markdown: &str) -> (Vec<String>, bool) {
    let (mut texts, mut is_own) = (vec![String::new()], true);
    for event in Parser::new_ext(
        markdown,
        Flavor::ENABLE_TABLES | Flavor::ENABLE_STRIKETHROUGH,
    ) {
        match event {
            Event::Text(text) => texts.last_mut().unwrap().push_str(&text),
            Event::InlineHtml(html) => is_own &= &*html == "<!-- -->",
            Event::Start(
                Tag::Link { .. } | Tag::Image { .. } | Tag::Emphasis | Tag::Strikethrough,
            )
            | Event::Code(_) => {
                is_own = false;
            }
            Event::Start(_) => texts.push(String::new()),
            _ => {}
        }
    }
    texts.retain(|text| !text.is_empty());
    (texts, is_own)
}

#[test]
fn a_picture_says_what_has_no_effect() {
    let of = |availability_type: u8, picture| {
        let mut draft = draft();
        draft["availabilityType"] = availability_type.into();
        let options = ReportOptions::default();
        texts(&report::svg(Kind::Calendar, stored(), draft, picture, &options).unwrap())
    };
    let month = Picture::Month {
        year: 2026,
        month: 12,
    };
    let says = |texts: &[String], text: &str| texts.iter().any(|own| own == text);
    let idle = of(0, month);
    assert!(says(&idle, "only the open hours count"), "{idle:?}");
    assert!(says(&idle, "(closed)"), "{idle:?}");
    let counting = of(1, month);
    assert!(!says(&counting, "only the open hours count") && says(&counting, "closed"));
    assert!(says(&of(1, Picture::Week), "only the special dates count"));
    assert!(!says(&of(0, Picture::Week), "only the special dates count"));
}

#[test]
fn a_week_on_a_schedule_is_not_shown_as_closed() {
    let schedule = json!({ "id": "a", "openHours": {} });
    let saturday =
        json!({ "id": "a", "openHours": [{ "daysOfTheWeek": [6], "hours": hours(&[(9, 12)]) }] });
    let options = ReportOptions::default();
    for (stored, draft, row, note) in [
        (
            &schedule,
            &saturday,
            "| Saturday | on a schedule | 09:00–12:00 |",
            "Before – on a schedule",
        ),
        (
            &saturday,
            &schedule,
            "| Saturday | 09:00–12:00 | on a schedule |",
            "After – on a schedule",
        ),
    ] {
        let markdown = report::markdown(Kind::Calendar, stored, draft, &options).unwrap();
        assert!(markdown.contains(row), "{markdown}");
        let page = report::html(Kind::Calendar, stored, draft, &options).unwrap();
        assert_eq!(page.matches("<td>on a schedule</td>").count(), 7, "{page}");
        let picture = report::svg(Kind::Calendar, stored, draft, Picture::Week, &options).unwrap();
        let texts = texts(&picture);
        assert!(texts.iter().any(|text| text == note), "{texts:?}");
    }
}

#[test]
fn a_page_shows_the_changes_the_hours_and_the_request() {
    let page = report::html(Kind::Calendar, stored(), draft(), &ReportOptions::default()).unwrap();
    let texts = texts(&page);
    for expected in [
        "Changes: Consultation",
        "What changes (5)",
        "slot duration 45, was 30",
        "Saturday 09:00–13:00, was closed",
        "December 2026",
        "31 December 2026",
        "PUT /api/calendars/Kx2m",
        "Body to send (full: 4 members)",
    ] {
        assert!(
            texts.iter().any(|text| text == expected),
            "{expected}: {texts:?}"
        );
    }
    assert_eq!(page.matches("<svg").count(), 2);
    // A record that stays as it is has neither a picture nor a finding.
    let same = report::html(
        Kind::Location,
        json!({ "id": "a" }),
        json!({}),
        &ReportOptions::default(),
    )
    .unwrap();
    assert!(
        same.contains("<p>nothing</p>")
            && same.contains("<p>nothing wrong</p>")
            && !same.contains("<svg"),
        "{same}"
    );
}

#[test]
fn each_language_says_all_of_it() {
    let english =
        report::html(Kind::Calendar, stored(), draft(), &ReportOptions::default()).unwrap();
    for tag in &Language::TAGS[1..] {
        let options = ReportOptions::default().language(Language::named(tag).unwrap());
        let page = report::html(Kind::Calendar, stored(), draft(), &options).unwrap();
        assert!(page.contains(&format!("<html lang=\"{tag}\">")));
        assert_eq!(texts(&page).len(), texts(&english).len(), "{tag}");
        for said in [
            "Changes:",
            ">Before<",
            ">After<",
            "no longer",
            "was closed",
            "Saturday",
            "December 2026",
            "Findings",
        ] {
            assert!(
                english.contains(said) && !page.contains(said),
                "{tag}: {said}"
            );
        }
    }
}

#[test]
fn a_page_under_markdown_shows_only_what_changes() {
    let text =
        report::markdown(Kind::Calendar, stored(), draft(), &ReportOptions::default()).unwrap();
    let (texts, is_own) = read(&text);
    assert!(is_own, "{text}");
    assert_eq!(
        texts[..2],
        ["Changes: Consultation", "slot duration 45, was 30"]
    );
    let from = texts.iter().position(|text| text == "Day").unwrap();
    let rows = [
        "Day",
        "Before",
        "After",
        "Tuesday",
        "09:00–12:00, 14:00–17:00",
        "closed",
        "Saturday",
        "closed",
        "09:00–13:00",
        "Date",
    ];
    assert_eq!(texts[from..from + rows.len()], rows);
}

#[test]
fn a_picture_is_of_the_week_or_of_a_month() {
    let options = ReportOptions::default();
    let svg = |picture: &str| {
        report::svg(
            Kind::Calendar,
            stored(),
            draft(),
            picture.parse().unwrap(),
            &options,
        )
    };
    let week = svg("week").unwrap();
    let shapes = |class: &str| week.matches(&format!("class=\"{class}\"")).count();
    // Each has one more in the legend.
    assert_eq!((shapes("same"), shapes("new"), shapes("gone")), (3, 2, 3));
    assert!(texts(&week).iter().any(|text| text == "09:00–13:00"));
    let month = texts(&svg("2026-12").unwrap());
    assert!(
        ["24", "31", "closed"]
            .iter()
            .all(|text| month.iter().any(|own| own == text)),
        "{month:?}"
    );
    assert!(
        !texts(&svg("2027-02").unwrap())
            .iter()
            .any(|text| text == "29")
    );

    for text in ["2026", "2026-13", "weeks", ""] {
        assert_eq!(
            text.parse::<Picture>().unwrap_err().code(),
            "option",
            "{text}"
        );
    }
    for picture in [
        Picture::Month {
            year: 2026,
            month: 0,
        },
        Picture::Month {
            year: 10_000,
            month: 1,
        },
    ] {
        let refused =
            report::svg(Kind::Calendar, stored(), draft(), picture, &options).unwrap_err();
        assert_eq!(refused.code(), "option");
    }
    let odd = json!({ "openHours": [{ "daysOfTheWeek": ["someday"], "hours": [] }] });
    assert_eq!(
        report::svg(Kind::Calendar, &odd, json!({}), Picture::Week, &options)
            .unwrap_err()
            .code(),
        "option"
    );
    // A month does without the hours of the week.
    let month = Picture::Month {
        year: 2026,
        month: 12,
    };
    assert!(
        report::svg(Kind::Calendar, &odd, draft(), month, &options)
            .unwrap()
            .contains("December 2026")
    );
    assert_eq!(
        report::svg(Kind::Location, json!({}), json!({}), month, &options)
            .unwrap_err()
            .code(),
        "option"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::default())]

    #[test]
    fn nothing_in_a_record_is_obeyed(
        (kind, language, stored, draft) in proptest::sample::select(Kind::ALL).prop_flat_map(|kind| {
            let language = proptest::sample::select(&Language::TAGS[..]);
            (Just(kind), language, strategies::stored(kind), strategies::wild(kind))
        })
    ) {
        let options = ReportOptions::default().profile(Profile::Service).language(Language::named(language).unwrap());
        let Ok(page) = report::html(kind, &stored, &draft, &options) else { return Ok(()) };
        texts(&page);
        let (_, is_own) = read(&report::markdown(kind, &stored, &draft, &options).unwrap());
        prop_assert!(is_own);
        for picture in [Picture::Week, Picture::Month { year: 2026, month: 12 }] {
            report::svg(kind, &stored, &draft, picture, &options).map(|picture| texts(&picture)).ok();
        }
    }

    #[test]
    fn a_line_of_markdown_reads_as_its_text(text in "[ -~]{0,12}|\\PC{0,12}|(https?://|www\\.|[-+*#>=_`~|!@&<\\[\\]()1. ]){1,12}") {
        let shown = visible(&text).into_owned();
        let (texts, is_own) = read(&report::markdown_list("title", [&*text]));
        prop_assert!(is_own, "{:?}", texts);
        let expected: Vec<&str> = ["title", shown.trim_matches(' ')].into_iter().filter(|text| !text.is_empty()).collect();
        prop_assert_eq!(texts, expected);
    }
}
