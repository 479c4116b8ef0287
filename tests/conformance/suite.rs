//! A suite compared with our answers: every vector agrees, or differs as a policy says.

use std::fmt;

/// An input of a suite and what the suite expects of it.
pub(crate) struct Vector {
    pub(crate) text: String,
    pub(crate) expected: Expected,
}

impl Vector {
    pub(crate) fn new(text: impl Into<String>, expected: Expected) -> Self {
        Self {
            text: text.into(),
            expected,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Expected {
    Refused,
    Accepted,
    /// Accepted, and read as this instant.
    Reads(Instant),
}

impl Expected {
    pub(crate) fn accepted(accepted: bool) -> Self {
        if accepted {
            Self::Accepted
        } else {
            Self::Refused
        }
    }
}

/// What we answer.
#[derive(Debug, PartialEq)]
pub(crate) enum Answer {
    /// Valid; normalized, it is this.
    Accepted(String),
    /// Refused with this code, but understood as this.
    Understood(String, String),
    /// Refused with this code.
    Refused(String),
}

/// A difference on purpose: for which texts, and what we do.
#[derive(Clone, Copy)]
pub(crate) struct Policy {
    pub(crate) name: &'static str,
    pub(crate) when: fn(&str) -> bool,
    pub(crate) then: Then,
}

#[derive(Clone, Copy)]
pub(crate) enum Then {
    /// We refuse with this code what the suite accepts.
    Refuse(&'static str),
    /// So too, but we understand the instant that the suite reads.
    Understand(&'static str),
    /// We accept what the suite refuses.
    Accept,
    /// We read the instant that the suite reads, to the millisecond.
    Truncate,
}

impl Policy {
    /// Whether the policy says that we differ on this vector.
    fn covers(&self, vector: &Vector) -> bool {
        let differs = match self.then {
            Then::Refuse(_) | Then::Understand(_) => vector.expected != Expected::Refused,
            Then::Accept => vector.expected == Expected::Refused,
            Then::Truncate => {
                matches!(vector.expected, Expected::Reads(instant) if instant != instant.truncated())
            }
        };
        differs && (self.when)(&vector.text)
    }

    fn is_followed(&self, expected: Expected, answer: &Answer) -> bool {
        match (self.then, answer, expected) {
            (Then::Refuse(code), Answer::Refused(found), _) => code == found,
            (Then::Understand(code), Answer::Understood(found, read), Expected::Reads(instant)) => {
                code == found && Instant::canonical(read) == Some(instant.truncated())
            }
            (Then::Accept, Answer::Accepted(_), _) => true,
            (Then::Truncate, Answer::Accepted(read), Expected::Reads(instant)) => {
                Instant::canonical(read) == Some(instant.truncated())
            }
            _ => false,
        }
    }
}

fn agrees(expected: Expected, answer: &Answer) -> bool {
    match (expected, answer) {
        (Expected::Refused, answer) => !matches!(answer, Answer::Accepted(_)),
        (Expected::Accepted, answer) => matches!(answer, Answer::Accepted(_)),
        (Expected::Reads(instant), Answer::Accepted(read)) => {
            Instant::canonical(read) == Some(instant)
        }
        (Expected::Reads(_), _) => false,
    }
}

/// Runs a suite of exactly so many vectors, prints the counts, and panics with all that is not as expected: a
/// difference that no policy covers, a covered vector that does not differ or differs otherwise, and a policy that
/// covers nothing. Where several policies cover a vector, the first counts.
#[track_caller]
pub(crate) fn run(
    name: &str,
    count: usize,
    vectors: &[Vector],
    policies: &[Policy],
    answer: impl Fn(&str) -> Answer,
) {
    let mut differing = vec![0; policies.len()];
    let mut failures = Vec::new();
    for vector in vectors {
        let answer = answer(&vector.text);
        match policies.iter().position(|policy| policy.covers(vector)) {
            None if agrees(vector.expected, &answer) => {}
            None => failures.push(format!("{vector}: {answer:?}")),
            Some(at) if policies[at].is_followed(vector.expected, &answer) => differing[at] += 1,
            Some(at) => failures.push(format!(
                "{vector}: {answer:?}, other than \"{}\" says",
                policies[at].name
            )),
        }
    }
    let (run, by_policy, failed) = (
        vectors.len(),
        differing.iter().sum::<usize>(),
        failures.len(),
    );
    let agreed = run - by_policy - failed;
    let mut counts = vec![format!(
        "{name}: {run} run, {agreed} agreed, {by_policy} differing by policy, {failed} failed"
    )];
    for (policy, count) in policies.iter().zip(&differing) {
        counts.push(format!("{count:6}  {}", policy.name));
        if *count == 0 {
            failures.push(format!("the policy \"{}\" covers nothing", policy.name));
        }
    }
    // At once, since tests run side by side.
    println!("{}", counts.join("\n"));
    assert!(failures.is_empty(), "{name}:\n{}", failures.join("\n"));
    assert_eq!(
        run, count,
        "{name}: the suite has changed, or not all of it was found"
    );
}

impl fmt::Display for Vector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}, expected {:?}", self.text, self.expected)
    }
}

/// A point in time, counted in days by other arithmetic than the library's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Instant {
    seconds: i64,
    nanos: u32,
}

impl Instant {
    /// From `[year, month, day, hour, minute, second]` at an offset in minutes east of UTC.
    pub(crate) fn new(
        [year, month, day, hour, minute, second]: [i64; 6],
        nanos: u32,
        offset: i64,
    ) -> Self {
        // Years begin in March, so that the day that some have more comes last.
        let (year, month) = if month > 2 {
            (year, month - 3)
        } else {
            (year - 1, month + 9)
        };
        let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
        let days = 365 * year + leap_days + (153 * month + 2) / 5 + day;
        Self {
            seconds: ((days * 24 + hour) * 60 + minute - offset) * 60 + second,
            nanos,
        }
    }

    /// From a canonical spelling, `2026-12-24T09:00:00.000Z`, and no other.
    pub(crate) fn canonical(text: &str) -> Option<Self> {
        Self::parse(text).filter(|_| text.len() == 24 && text.ends_with('Z'))
    }

    /// From `2026-12-24T09:00:00`, with a fraction or without, and an offset or `Z`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (local, offset) = if let Some(local) = text.strip_suffix('Z') {
            (local, 0)
        } else {
            let (local, offset) = text.split_at_checked(text.len().checked_sub(6)?)?;
            let sign = if offset.starts_with('-') { -1 } else { 1 };
            let (hours, minutes) = offset.strip_prefix(['+', '-'])?.split_once(':')?;
            (
                local,
                sign * (hours.parse::<i64>().ok()? * 60 + minutes.parse::<i64>().ok()?),
            )
        };
        let (whole, fraction) = local.split_once('.').unwrap_or((local, ""));
        let parts: Option<Vec<i64>> = whole
            .split(['-', 'T', ' ', ':'])
            .map(|part| part.parse().ok())
            .collect();
        let nanos = format!("{fraction:0<9}").get(..9)?.parse().ok()?;
        Some(Self::new(parts?.try_into().ok()?, nanos, offset))
    }

    fn truncated(self) -> Self {
        Self {
            nanos: self.nanos / 1_000_000 * 1_000_000,
            ..self
        }
    }
}
