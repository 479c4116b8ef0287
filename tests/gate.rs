//! "May I send this?": examples that once went wrong, and records in the shapes of live responses through the whole loop.

#![recursion_limit = "256"]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![expect(
    clippy::print_stdout,
    reason = "how many records came through is worth reading"
)]

use calendiff::{
    About, Code, EditOptions, Edits, Issue, Kind, Mode, PayloadShape, Profile, RequestOptions,
    Resolution, Sandbox, SandboxRequest, Severity, ValidateOptions,
};
use serde_json::{Value, json};

const PROFILES: [Profile; 2] = [Profile::Specification, Profile::Service];
const MODES: [Mode; 2] = [Mode::Full, Mode::Changed];

/// Sends a body to the sandbox, and returns the status, the answer, and the record that the sandbox then holds.
fn send(kind: Kind, stored: &Value, body: &Value, profile: Profile) -> (u16, String, Value) {
    let folder = calendiff::Api::Specification.folder(kind);
    let request = kind
        .request(body, &RequestOptions::new("http://sandbox", "a", "any"))
        .unwrap();
    let state = json!({ folder: { "a": stored } });
    let (state, reply) = Sandbox::from(profile).answer(state, &SandboxRequest::from(&request));
    (reply.status, reply.body, state[folder]["a"].clone())
}

fn codes(issues: &[Issue]) -> Vec<(&'static str, String)> {
    issues
        .iter()
        .map(|issue| (issue.code.name(), issue.path.pointer()))
        .collect()
}

fn errors(issues: &[Issue]) -> Vec<(&'static str, String)> {
    let errors: Vec<Issue> = issues
        .iter()
        .filter(|issue| issue.severity == Severity::Error)
        .cloned()
        .collect();
    codes(&errors)
}

/// Reviews a draft under both profiles and in both modes: it can be sent, the sandbox accepts it, and no error is told.
/// Returns the bodies.
#[track_caller]
fn can_be_sent(kind: Kind, stored: &Value, draft: &Value) -> Vec<Value> {
    let mut bodies = Vec::new();
    for profile in PROFILES {
        for mode in MODES {
            let review = kind.review(stored, draft, (profile, mode)).unwrap();
            let body = review.body.value.to_value();
            assert_eq!(errors(&review.report.issues), [], "{profile:?} {mode:?}");
            assert!(
                review.report.ok && review.body.can_send,
                "{profile:?} {mode:?} {body}"
            );
            let (status, answer, _) = send(kind, stored, &body, profile);
            assert_eq!(status, 200, "{profile:?} {mode:?} {body} {answer}");
            bodies.push(body);
        }
    }
    bodies
}

/// An untouched form over the record has no error and no change, and can be saved.
#[track_caller]
fn opens_as_a_form(kind: Kind, stored: &Value) {
    for profile in PROFILES {
        let form = kind.form(stored, profile).unwrap();
        let issues: Vec<Issue> = form.issues().cloned().collect();
        assert_eq!(errors(&issues), [], "{profile:?}");
        assert!(form.is_ok() && form.changes().len() == 0, "{profile:?}");
        let body = form.body(Mode::Full).unwrap();
        let (status, answer, _) = send(kind, stored, &body.value.to_value(), profile);
        assert!(
            body.can_send && status == 200,
            "{profile:?} {} {answer}",
            body.value
        );
        assert_eq!(
            form.body(Mode::Changed).unwrap().value,
            json!({}),
            "{profile:?}"
        );
    }
}

/// The cases that the command and the package answer too.
#[test]
fn a_review_says_what_can_be_sent() {
    let cases: Value = serde_json::from_str(include_str!("gate-cases.json")).unwrap();
    for case in cases["reviews"].as_array().unwrap() {
        let kind: Kind = serde_json::from_value(case["kind"].clone()).unwrap();
        let mode = match case["mode"].as_str().unwrap() {
            "changed" => Mode::Changed,
            _ => Mode::Full,
        };
        let (stored, draft) = (&case["stored"], &case["draft"]);
        opens_as_a_form(kind, stored);
        can_be_sent(kind, stored, draft);
        let review = kind
            .review(stored, draft, (Profile::Service, mode))
            .unwrap();
        assert_eq!(review.body.value, case["body"], "{}", case["name"]);
        let words: Vec<String> = review.diff.words.iter().map(ToString::to_string).collect();
        assert_eq!(json!(words), case["changes"], "{}", case["name"]);
    }
}

#[test]
fn an_empty_email_and_an_empty_url_of_the_record_are_not_set() {
    let stored =
        json!({ "id": "a", "alertEmail": "", "calendarCoverImage": "", "slotDuration": 60 });
    opens_as_a_form(Kind::Calendar, &stored);
    for body in can_be_sent(Kind::Calendar, &stored, &json!({ "slotDuration": 45 })) {
        assert_eq!(body, json!({ "slotDuration": 45 }));
    }
}

#[test]
fn empty_members_of_a_location_are_not_set() {
    let stored = json!({ "business": { "id": "b", "name": "Acme", "email": "", "website": "", "address": "" } });
    opens_as_a_form(Kind::Location, &stored);
    for body in can_be_sent(Kind::Location, &stored, &json!({ "phone": "+1 555 0100" })) {
        assert_eq!(body["phone"], "+1 555 0100");
        assert!(
            ["email", "website", "address"]
                .iter()
                .all(|name| body.get(name).is_none()),
            "{body}"
        );
    }
}

#[test]
fn null_of_the_record_is_not_set_for_every_verb() {
    let (kind, stored, draft) = (
        Kind::Calendar,
        json!({ "slotDuration": 60, "notes": null }),
        json!({ "slotDuration": 45 }),
    );
    for body in can_be_sent(kind, &stored, &draft) {
        assert_eq!(body, draft);
    }
    for profile in PROFILES {
        let edited = kind
            .edit(
                &stored,
                &Edits::parse(kind, "slotDuration = 45").unwrap(),
                profile.into(),
            )
            .unwrap();
        assert!(edited.ok && edited.body.can_send, "{:?}", edited.issues);
        assert_eq!(edited.changes.len(), 1);
    }
    let merged = kind
        .merge(&stored, &draft, &stored, Resolution::Leave)
        .unwrap();
    assert_eq!((merged.conflicts.len(), merged.taken.len()), (0, 1));
}

#[test]
fn an_incomplete_object_is_left_out_unless_the_draft_touches_it() {
    let (kind, stored) = (
        Kind::Calendar,
        json!({ "lookBusyConfig": { "LookBusyPercentage": "", "enabled": false } }),
    );
    opens_as_a_form(kind, &stored);
    for body in can_be_sent(kind, &stored, &json!({ "name": "First visit" })) {
        assert_eq!(body, json!({ "name": "First visit" }));
    }
    let review = kind
        .review(
            &stored,
            json!({ "name": "First visit" }),
            (Profile::Service, Mode::Full),
        )
        .unwrap();
    let decided = |code: &str| {
        review
            .body
            .decisions
            .iter()
            .any(|decision| decision.reason.code == code)
    };
    assert!(decided("incomplete"), "{:?}", review.body.decisions);

    let touched = json!({ "lookBusyConfig": { "LookBusyPercentage": "", "enabled": true } });
    let review = kind
        .review(&stored, touched, (Profile::Service, Mode::Full))
        .unwrap();
    let (status, ..) = send(
        kind,
        &stored,
        &review.body.value.to_value(),
        Profile::Service,
    );
    assert!(
        !review.report.ok && !review.body.can_send && status == 422,
        "{}",
        review.body.value
    );
    assert_eq!(
        errors(&review.report.issues).len(),
        1,
        "{:?}",
        review.report.issues
    );
}

/// Read as a list, `{}` would remove all that the stored list has.
#[test]
fn an_empty_object_over_a_list_is_refused_and_clears_nothing() {
    let hours = json!([{ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]);
    let stored = json!({
        "teamMembers": [{ "userId": "u-ada" }],
        "locationConfigurations": [{ "kind": "zoom_conference" }],
        "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": hours }],
        "openHours": [{ "daysOfTheWeek": [1], "hours": hours }],
    });
    for name in ["teamMembers", "locationConfigurations", "availabilities"] {
        let draft = json!({ name: {} });
        for mode in MODES {
            let review = Kind::Calendar
                .review(&stored, &draft, (Profile::Specification, mode))
                .unwrap();
            assert_eq!(
                errors(&review.report.issues),
                [("wrong_shape", format!("/{name}"))]
            );
            assert!(!review.body.can_send);
            let reasons: Vec<String> = review
                .body
                .decisions
                .iter()
                .map(|decision| decision.reason.to_string())
                .collect();
            assert_eq!(
                reasons,
                ["asked for, but it is not of the type that the specification shows"]
            );
        }
        for (stored, draft) in [
            (&stored, json!({ name: [] })),
            (&json!({ name: {} }), draft),
        ] {
            let body = Kind::Calendar
                .body(stored, draft, Profile::Specification)
                .unwrap();
            assert!(body.can_send, "{name}");
        }
    }
    let draft = json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": {} }] });
    let body = Kind::Calendar
        .body(&stored, &draft, Profile::Specification)
        .unwrap();
    assert!(!body.can_send);
}

#[test]
fn a_body_has_one_day_an_entry() {
    let hours = json!([{ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]);
    let stored = json!({ "id": "a", "slug": "first-visit", "openHours": [{ "daysOfTheWeek": [1, 2], "hours": hours, "_id": "66a1" }] });
    opens_as_a_form(Kind::Calendar, &stored);
    let entry = |day: u8| json!({ "daysOfTheWeek": [day], "hours": hours });
    let bodies = can_be_sent(Kind::Calendar, &stored, &json!({ "name": "First visit" }));
    assert_eq!(bodies[0]["openHours"], json!([entry(1), entry(2)]));
    for profile in PROFILES {
        let review = Kind::Calendar
            .review(
                &stored,
                json!({ "name": "First visit" }),
                (profile, Mode::Full),
            )
            .unwrap();
        assert_eq!(review.diff.changes.len(), 1, "{:?}", review.diff.words);
        let decided = review
            .body
            .decisions
            .iter()
            .find(|decision| decision.reason.code == "one_day_each")
            .unwrap();
        assert_eq!(
            (decided.action, decided.path.pointer()),
            (calendiff::Action::Rewritten, "/openHours/0".to_owned())
        );
    }
}

#[test]
fn what_falls_back_is_told_as_a_change() {
    let (kind, stored) = (
        Kind::Calendar,
        json!({ "slotDuration": 60, "eventColor": "#ff0000" }),
    );
    let review = kind
        .review(
            &stored,
            json!({ "name": "First visit" }),
            (Profile::Service, Mode::Changed),
        )
        .unwrap();
    let mut keys: Vec<String> = review
        .diff
        .changes
        .iter()
        .map(|change| change.key.to_string())
        .collect();
    keys.sort();
    assert_eq!(
        keys,
        ["eventColor", "name", "slotDuration"],
        "{:?}",
        review.diff.words
    );
    let said: Vec<String> = review.diff.words.iter().map(ToString::to_string).collect();
    assert!(
        said.iter()
            .any(|words| words.contains("30, was 60") && words.contains("default")),
        "{said:?}"
    );
    let (status, _, held) = send(
        kind,
        &stored,
        &review.body.value.to_value(),
        Profile::Service,
    );
    assert_eq!((status, &held["slotDuration"]), (200, &json!(30)));
}

#[test]
fn each_spelling_of_not_set_is_one_note() {
    let record =
        json!({ "id": "a", "slotBuffer": null, "appoinmentPerDay": "", "eventTitle": null });
    let wanted = ["/appoinmentPerDay", "/eventTitle", "/slotBuffer"]
        .map(|place| ("read_not_set", place.to_owned()));
    let sorted = |issues: &[Issue]| {
        let mut issues = issues.to_vec();
        issues.retain(|issue| issue.code != Code::ReadBare);
        let mut codes = codes(&issues);
        codes.sort_by(|a, b| a.1.cmp(&b.1));
        codes
    };
    assert_eq!(
        sorted(&Kind::Calendar.read(&record).unwrap().issues),
        wanted
    );
    for profile in PROFILES {
        let report = Kind::Calendar
            .validate(
                &record,
                &ValidateOptions::from(profile).of(PayloadShape::Record),
            )
            .unwrap();
        assert_eq!((report.ok, sorted(&report.issues)), (true, wanted.to_vec()));
    }
}

#[test]
fn an_answer_that_spells_not_set_verifies() {
    let (kind, stored, sent) = (
        Kind::Calendar,
        json!({ "id": "a" }),
        json!({ "slotDuration": 45 }),
    );
    let after =
        json!({ "id": "a", "slotDuration": 45, "appoinmentPerDay": "", "availabilities": [] });
    let verified = kind.verify(&stored, &sent, &after).unwrap();
    assert!(verified.ok, "{verified:?}");
    assert_eq!(
        (
            verified.applied.len(),
            verified.unexpected.len(),
            verified.filled_in.len()
        ),
        (1, 0, 0)
    );
}

#[test]
fn an_unknown_envelope_is_refused_by_every_verb() {
    let record = json!({ "id": "a", "name": "First visit" });
    let given = [
        json!({ "calendars": [record] }),
        json!({ "data": { "calendar": record } }),
        json!({ "schedule": record }),
        json!({ "location": record }),
    ];
    let kind = Kind::Calendar;
    for given in &given {
        let refused = [
            kind.read(given).map(drop),
            kind.validate(given, &ValidateOptions::default()).map(drop),
            kind.validate(given, &ValidateOptions::default().of(PayloadShape::Record))
                .map(drop),
            kind.body(&record, given, Mode::Full).map(drop),
            kind.body(given, json!({}), Mode::Full).map(drop),
            kind.review(&record, given, (Profile::Service, Mode::Full))
                .map(drop),
            kind.form(given, Profile::Service).map(drop),
        ];
        for (at, refused) in refused.into_iter().enumerate() {
            assert_eq!(
                refused.unwrap_err().code(),
                "envelope_unknown",
                "{at}: {given}"
            );
        }
    }
}

/// Whose error it is, and how it is set right: the slot of the record, in a draft of its name.
#[test]
fn a_true_fault_of_the_record_is_told_as_its_own() {
    let (kind, stored, draft) = (
        Kind::Calendar,
        json!({ "id": "a", "slotDuration": 0 }),
        json!({ "name": "First visit" }),
    );
    for profile in PROFILES {
        let review = kind.review(&stored, &draft, (profile, Mode::Full)).unwrap();
        assert!(!review.report.ok && !review.body.can_send);
        let issue = review
            .report
            .issues
            .iter()
            .find(|issue| issue.severity == Severity::Error)
            .unwrap();
        assert_eq!(
            (issue.code, issue.about),
            (Code::NotAbove, calendiff::About::Stored)
        );
        assert_eq!(issue.path.pointer(), "/slotDuration");
        let edited = kind
            .edit(
                &stored,
                &Edits::parse(kind, "name = \"First visit\"").unwrap(),
                EditOptions::from(profile),
            )
            .unwrap();
        assert!(!edited.ok && edited.conflicts.is_empty());
    }
}

/// A sequence of numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn one_of<T: Clone>(&mut self, values: &[T]) -> T {
        values[usize::try_from(self.below(values.len() as u64)).unwrap()].clone()
    }

    /// A value, or one of the ways to say that there is none.
    fn or_not_set(&mut self, value: Value) -> Value {
        self.one_of(&[value.clone(), value, json!(""), json!(null)])
    }

    fn hours(&mut self, as_text: bool) -> Value {
        let (open, close) = (7 + self.below(4), 13 + self.below(8));
        let minute = self.one_of(&[0, 15, 30]);
        let number = |number: u64| {
            if as_text {
                json!(number.to_string())
            } else {
                json!(number)
            }
        };
        json!([{ "openHour": number(open), "openMinute": number(minute), "closeHour": number(close), "closeMinute": number(0) }])
    }

    fn text(&mut self, words: &str) -> Value {
        format!("{words} {}", self.below(1000)).into()
    }

    /// A calendar of a team, with grouped days, special dates, and members that are not set.
    fn round_robin(&mut self) -> Value {
        let first = self.below(3);
        let days: Vec<u64> = (first..=first + self.below(4)).collect();
        let day = 10 + self.below(18);
        let deleted = self.below(2) == 0;
        json!({
            "id": self.text("c"), "locationId": "l-4", "name": self.text("Consultation"), "calendarType": "round_robin",
            "eventType": "RoundRobin_OptimizeForAvailability", "eventColor": self.one_of(&["#039BE5", "#0b8043", "#FF0000"]),
            "eventTitle": self.or_not_set("{{contact.name}} calls".into()), "description": self.or_not_set("By phone".into()),
            "slug": format!("call-{}", self.below(99)), "widgetSlug": "call", "widgetType": self.one_of(&["classic", "default"]),
            "slotDuration": self.one_of(&[json!("60"), json!(45), json!(30)]), "slotDurationUnit": "mins",
            "slotInterval": self.or_not_set(15.into()), "slotIntervalUnit": "mins", "slotBuffer": self.or_not_set(10.into()),
            "slotBufferUnit": "mins", "preBuffer": self.or_not_set(5.into()), "appoinmentPerSlot": 1,
            "appoinmentPerDay": self.or_not_set(8.into()), "autoConfirm": self.one_of(&[json!("true"), json!(false)]),
            "alertEmail": self.or_not_set("desk@example.com".into()), "calendarCoverImage": "", "formSubmitRedirectUrl": "",
            "formId": "", "pixelId": self.or_not_set("px-1".into()), "consentLabel": "", "isActive": true,
            "openHours": [{ "daysOfTheWeek": days, "hours": self.hours(false), "_id": "e-1" }, { "daysOfTheWeek": [6], "hours": self.hours(true), "_id": "e-2" }],
            "availabilities": [
                { "_id": "d-1", "date": format!("2027-03-{day}T00:00:00.000Z"), "hours": self.hours(false), "deleted": false },
                { "_id": "d-2", "date": format!("2027-04-{day}T09:30:00.000Z"), "hours": [], "deleted": deleted },
            ],
            "notifications": [{ "type": "email", "shouldSendToContact": true }],
            "locationConfigurations": [{ "kind": "physical", "location": "", "position": 0, "zoomOauthId": "", "meetingId": "physical_0" }],
            "teamMembers": [
                { "userId": "u-eve", "priority": "0.5", "isPrimary": true, "selected": true, "isZoomAdded": "false", "zoomOauthId": "", "meetingLocation": "",
                  "locationConfigurations": [{ "kind": "physical", "location": "", "position": 0, "meetingId": "physical_0" }] },
                { "userId": "u-max", "priority": self.one_of(&[json!(1), json!("1"), json!("")]), "selected": true },
            ],
            "recurring": self.one_of(&[json!({}), json!(null), json!("")]),
            "lookBusyConfig": { "enabled": false, "LookBusyPercentage": self.one_of(&[json!(""), json!(20), json!(null)]) },
        })
    }

    /// A calendar whose hours are in a schedule.
    fn schedule(&mut self) -> Value {
        json!({
            "id": self.text("s"), "locationId": "l-4", "name": self.text("Service"), "calendarType": "service_booking",
            "slotDuration": 1 + self.below(2), "slotDurationUnit": "hours", "slotInterval": 15, "slotIntervalUnit": "mins",
            "appointmentPerSlot": 1, "appoinmentPerDay": 9_007_199_254_740_991_u64, "openHours": {},
            "availabilities": self.one_of(&[json!({}), json!([]), json!(null)]),
            "teamMembers": [{ "userId": "u-eve", "priority": 0.5, "selected": true }],
            "enableRecurring": self.one_of(&[json!(""), json!(false), json!("false")]),
            "recurring": { "count": 1 + self.below(9), "bookingOption": "skip", "bookingOverlapDefaultStatus": "", "interval": null, "freq": "DAILY", "monthDays": [], "weekDays": [] },
            "lookBusyConfig": { "enabled": self.one_of(&[json!(null), json!(true), json!("true")]), "lookBusyPercentage": self.below(100) },
            "availabilityType": null, "formSubmitType": "RedirectURL", "formSubmitRedirectUrl": "https://example.org/done",
            "isActive": self.below(2) == 0, "allowBookingAfter": self.below(9), "allowBookingAfterUnit": "days",
            "allowBookingFor": 30, "allowBookingForUnit": "days",
        })
    }

    /// A calendar as it is after its creation: few members are set.
    fn shape(&mut self) -> Value {
        json!({
            "id": self.text("n"), "notifications": [], "locationId": "l-4", "teamMembers": [], "eventType": "RoundRobin_OptimizeForAvailability",
            "name": self.text("New"), "description": "", "widgetSlug": "new", "calendarType": "round_robin", "widgetType": "default",
            "eventTitle": "{{contact.name}}", "eventColor": "#039BE5", "slotDuration": 30, "slotDurationUnit": "mins", "slotInterval": 30,
            "slotIntervalUnit": "mins", "slotBuffer": 0, "slotBufferUnit": "mins", "appoinmentPerSlot": self.or_not_set(1.into()), "appoinmentPerDay": "",
            "openHours": self.one_of(&[json!({}), json!([])]), "enableRecurring": false,
            "recurring": { "count": 1, "bookingOption": "skip", "bookingOverlapDefaultStatus": "", "interval": null, "freq": "DAILY", "monthDays": [], "weekDays": [] },
            "formId": "", "stickyContact": self.one_of(&[json!(false), json!("false"), json!("")]), "autoConfirm": true, "googleInvitationEmails": true,
            "notes": self.text("Bring your papers.\nOr call:"), "pixelId": "", "formSubmitType": "ThankYouMessage", "formSubmitThanksMessage": "See you soon.",
            "availabilityType": 0, "availabilities": [], "guestType": "collect_detail", "consentLabel": "I agree.", "allowBookingAfterUnit": "days",
            "allowBookingAfter": 0, "allowBookingForUnit": "days", "preBuffer": 0, "preBufferUnit": "mins", "isActive": false,
        })
    }

    /// A calendar as it is in a list of calendars.
    fn listed(&mut self) -> Value {
        let weekday = json!({ "daysOfTheWeek": ["1"], "hours": self.hours(true) });
        json!({
            "id": self.text("i"), "name": self.text("Listed"), "slotDuration": 20 + self.below(40), "alertEmail": self.or_not_set("a@example.com".into()),
            "openHours": self.one_of(&[json!({ "0": weekday }), json!([weekday]), json!({})]),
        })
    }

    fn location(&mut self) -> Value {
        json!({
            "id": self.text("b"), "locationId": "l-4", "name": self.text("Clinic"), "phone": "+1555010", "email": self.or_not_set("desk@example.com".into()),
            "website": self.or_not_set("https://example.com".into()), "address": self.or_not_set("1 Rose Lane".into()), "city": self.or_not_set("Ulm".into()),
            "state": "", "postalCode": self.or_not_set("89073".into()), "country": "DE", "description": null, "createdBy": {},
            "updatedAt": "2026-05-06T07:08:09.123Z",
        })
    }

    /// The kind, the response, and a draft of one value.
    fn response(&mut self, number: u64) -> (Kind, Value, Value) {
        let calendar = |record: Value| {
            (
                Kind::Calendar,
                json!({ "calendar": record, "traceId": "t-7" }),
                json!({ "slotInterval": 50 }),
            )
        };
        match number % 5 {
            0 => calendar(self.round_robin()),
            1 => calendar(self.schedule()),
            2 => calendar(self.shape()),
            3 => (Kind::Calendar, self.listed(), json!({ "slotInterval": 50 })),
            _ => (
                Kind::Location,
                json!({ "business": self.location() }),
                json!({ "city": "Bern" }),
            ),
        }
    }
}

/// Three hundred records in the shapes of live responses go through the whole loop.
#[test]
fn three_hundred_records_go_through_the_whole_loop() {
    const RECORDS: usize = 300;
    let mut numbers = Numbers(46);
    let (mut read, mut forms, mut reviews, mut sent, mut verified) = (0, 0, 0, 0, 0);
    let mut short = Vec::new();
    for number in 0..RECORDS as u64 {
        let (kind, stored, draft) = numbers.response(number);
        let mut missed = |what: &str, profile: Profile| {
            short.push(format!("{number}: {what}, {profile:?}: {stored}"));
        };
        let record = kind.read(&stored).unwrap();
        let is_note = |issue: &Issue| issue.severity == Severity::Note;
        let is_read = record.issues.iter().all(is_note)
            && kind.read(&record.value).unwrap().value == record.value;
        // What the service refuses in an update, such as several days in an entry, a body writes otherwise.
        let options = ValidateOptions::default().of(PayloadShape::Record);
        let errors = errors(&kind.validate(bare(&stored), &options).unwrap().issues);
        if is_read && errors.is_empty() {
            read += 1;
        } else {
            missed(&format!("read {errors:?}"), Profile::Specification);
        }
        for profile in PROFILES {
            let form = kind.form(&stored, profile).unwrap();
            let body = form.body(Mode::Full).unwrap();
            let accepts = send(kind, &stored, &body.value.to_value(), profile).0 == 200;
            let is_untouched =
                form.changes().len() == 0 && form.body(Mode::Changed).unwrap().value == json!({});
            if form.is_ok() && is_untouched && body.can_send && accepts {
                forms += 1;
            } else {
                missed("form", profile);
            }
            for mode in MODES {
                let resets = mode == Mode::Changed && profile == Profile::Service;
                let review = kind.review(&stored, &draft, (profile, mode)).unwrap();
                let has_error = review
                    .report
                    .issues
                    .iter()
                    .any(|issue| issue.severity == Severity::Error);
                let name = draft.as_object().unwrap().keys().next().unwrap();
                let is_told = review
                    .diff
                    .changes
                    .iter()
                    .filter(|change| change.key.to_string() == *name)
                    .count()
                    == 1;
                let only = resets || review.diff.changes.len() == 1;
                if review.report.ok && !has_error && is_told && only {
                    reviews += 1;
                } else {
                    missed("review", profile);
                }
                let body = review.body.value.to_value();
                let (status, answer, held) = send(kind, &stored, &body, profile);
                if review.body.can_send && status == 200 {
                    sent += 1;
                } else {
                    missed(&answer, profile);
                }
                let back = kind.verify(&stored, &body, &held).unwrap();
                if back.not_applied.is_empty() && back.applied.len() == 1 && (back.ok || resets) {
                    verified += 1;
                } else {
                    missed("verify", profile);
                }
            }
        }
    }
    println!(
        "{RECORDS} records: {read} read, {forms} forms, {reviews} reviews, {sent} sent, {verified} verified, {} short",
        short.len()
    );
    assert!(
        short.is_empty(),
        "{} short, first {}",
        short.len(),
        short[0]
    );
    assert_eq!(
        (read, forms, reviews, sent, verified),
        (RECORDS, 2 * RECORDS, 4 * RECORDS, 4 * RECORDS, 4 * RECORDS)
    );
}

#[test]
fn what_a_stored_range_lacks_is_told_where_the_record_has_the_range() {
    let date = json!({ "date": "2026-12-24", "hours": [{ "openHour": 9 }] });
    let stored = json!({ "id": "a", "availabilities": [date] });
    let draft = json!({ "availabilities": [{ "deleted": true }, {}] });
    let review = Kind::Calendar
        .review(&stored, &draft, Profile::Service)
        .unwrap();
    let of_ranges = review
        .report
        .issues
        .iter()
        .filter(|issue| issue.path.pointer().contains("/hours/0"));
    let places: Vec<(About, String)> = of_ranges
        .map(|issue| (issue.about, issue.path.pointer()))
        .collect();
    let missing = ["openMinute", "closeHour", "closeMinute"];
    let expected = missing.map(|name| (About::Stored, format!("/availabilities/0/hours/0/{name}")));
    assert_eq!(places, expected);
}

/// The record without its envelope.
fn bare(response: &Value) -> &Value {
    ["calendar", "business"]
        .iter()
        .find_map(|name| response.get(*name))
        .unwrap_or(response)
}

/// With another location it is another place, but its unknown members are still those of the stored one.
#[test]
fn a_corrected_meeting_place_leaves_out_what_it_repeats() {
    let stored = json!({ "teamMembers": [{ "userId": "u1", "locationConfigurations": [
        { "kind": "zoom_conference", "location": "https://a.example", "timezone": null, "position": 1 }
    ] }] });
    let mut draft = stored.clone();
    draft["teamMembers"][0]["locationConfigurations"][0]["location"] = "".into();
    for body in can_be_sent(Kind::Calendar, &stored, &draft) {
        let place = &body["teamMembers"][0]["locationConfigurations"][0];
        assert_eq!(place, &json!({ "kind": "zoom_conference", "location": "" }));
    }
    // An unknown member that the draft changes is sent.
    draft["teamMembers"][0]["locationConfigurations"][0]["position"] = 2.into();
    let review = Kind::Calendar
        .review(&stored, &draft, Profile::Service)
        .unwrap();
    let path = "/teamMembers/0/locationConfigurations/0/position".to_owned();
    assert_eq!(
        errors(&review.report.issues),
        [("unknown_member", path)],
        "{}",
        review.body.value
    );
}

/// A week that cannot be read is compared as it is written, with both names of its days.
#[test]
fn a_repeated_week_that_cannot_be_read_is_the_stored_records() {
    let days = json!([0, 1]);
    let stored =
        json!({ "openHours": [{ "daysOfTheWeek": days, "hours": [], "daysOfWeek": days }, null] });
    for profile in PROFILES {
        for mode in MODES {
            let review = Kind::Calendar
                .review(&stored, &stored, (profile, mode))
                .unwrap();
            for issue in &review.report.issues {
                assert_eq!(issue.about, About::Stored, "{issue:?}");
            }
        }
    }
}
