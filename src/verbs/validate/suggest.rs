//! Suggests the name or value that a misspelling means.

use serde_json::Value;

use crate::ground::json::{CollectVec, Each, Node, SAFE, View, object};
use crate::knowledge::format::hours::DAYS;
use crate::knowledge::format::is_space;
use crate::knowledge::schema::{Access, Format, Holds, List, Member, Object, Type};
use crate::record::array_of;

/// The longest name that is compared; longer ones are no misspellings.
const LONGEST: usize = 64;

/// The least length of a name and of a value that a slip still means. A short name may be that of another thing: `county` is
/// not `country`. The known values are few.
const LEAST_OF_NAME: usize = 8;
const LEAST_OF_VALUE: usize = 5;

/// Returns the member that a name unknown to the table surely means: by an alias or a guess of its row, by letters in another
/// case or with other separators, or by a slip within a long word. The protocol's own misspellings take precedence.
///
/// ```text
/// slot_duration, slotduration, slotDuraton    slotDuration
/// allowBookingBefore, address2, county        none
/// ```
pub(crate) fn meant(table: &'static Object, name: &str) -> Option<&'static Member> {
    suggestion(table, name)
        .filter(|suggestion| suggestion.is_certain)
        .map(|suggestion| suggestion.member)
}

/// Returns the member that has an alias, or that a name means in another case or with other separators.
fn named_so(table: &'static Object, name: &str) -> Option<&'static Member> {
    let by_alias = table.alias(name);
    by_alias.or_else(|| table.members.iter().find(|row| is_name_of(row, name)))
}

/// Returns true if a name is one of a member's names, with other separators or letters in another case.
fn is_name_of(row: &Member, name: &str) -> bool {
    let is_sent = row.access != Access::ResponseOnly;
    is_sent && is_respelled(row.name, name)
        || row
            .aliases
            .iter()
            .chain(row.guesses)
            .any(|own| is_respelled(own, name))
}

/// The member that an unknown name may be a misspelling of.
#[derive(Clone, Copy)]
pub(crate) struct Suggestion {
    pub(crate) member: &'static Member,
    /// True if the name surely means that member.
    pub(crate) is_certain: bool,
}

/// Returns the member that a name unknown to the table surely means, or the one whose name is nearest.
pub(crate) fn suggestion(table: &'static Object, name: &str) -> Option<Suggestion> {
    if let Some(member) = named_so(table, name) {
        return Some(Suggestion {
            member,
            is_certain: true,
        });
    }
    let member = near(table, name)?;
    Some(Suggestion {
        member,
        is_certain: is_slip(member.name, name, LEAST_OF_NAME),
    })
}

/// Returns the member whose name is nearest to one that is unknown to the table. It may not be the one that is meant.
pub(crate) fn near(table: &'static Object, name: &str) -> Option<&'static Member> {
    let sent = table
        .members
        .iter()
        .filter(|member| member.access != Access::ResponseOnly)
        .map(|member| member.name);
    table.member(nearest(sent, name)?)
}

/// Like [`near`], among the members that only responses have as well.
pub(crate) fn near_in_responses(table: &'static Object, name: &str) -> Option<&'static Member> {
    let all = table.members.iter().map(|member| member.name);
    table.member(nearest(all, name)?)
}

/// Finds the member of an object by its name, or by one that surely means it. Returns the name that it has there, too.
pub(super) fn find<'a>(
    table: &'static Object,
    object: View<'a>,
    name: &'static str,
) -> Option<(&'a str, View<'a>)> {
    if let Some(member) = object.get(name) {
        return Some((name, member));
    }
    object.members()?.find(|(own, value)| {
        let is_unknown = table.row(own, *value).is_none();
        is_unknown && meant(table, own).is_some_and(|member| member.name == name)
    })
}

/// Returns the text of a member without the white space around it, or the known value that it surely means.
pub(crate) fn said<'a>(member: &Member, view: View<'a>) -> Option<&'a str> {
    let text = view.text()?.trim_matches(is_space);
    if member.known.iter().any(|known| known.value == text) {
        return Some(text);
    }
    Some(meant_value(member, text).unwrap_or(text))
}

/// Returns the known value that another word surely means.
pub(super) fn meant_value(member: &Member, word: &str) -> Option<&'static str> {
    let word = word.trim_matches(is_space);
    for known in member.known {
        let mut words = std::iter::once(&known.value).chain(known.aliases);
        if words.any(|own| is_respelled(own, word)) {
            return Some(known.value);
        }
    }
    near_value(member, word).filter(|known| is_slip(known, word, LEAST_OF_VALUE))
}

/// Returns the known value that is nearest to another word. It may not be the one that is meant.
pub(super) fn near_value(member: &Member, word: &str) -> Option<&'static str> {
    nearest(
        member.known.iter().map(|known| known.value),
        word.trim_matches(is_space),
    )
}

/// Returns a value of another type in the shape of `ty`, if it surely means that value.
///
/// ```text
/// 1                      true
/// 4930123                "4930123"
/// 1, "monday"            [1]
/// "u1", ["u1"]           [{ "userId": "u1" }]
/// { "monday": [] }       [{ "daysOfTheWeek": [1], "hours": [] }]
/// { "0": {…} }           [{…}]
/// ```
pub(super) fn reshaped(ty: &Type, view: View<'_>) -> Option<Value> {
    match (ty, view.node()) {
        (Type::Boolean, Node::Number(number)) => match number.as_i64() {
            Some(0) => Some(false.into()),
            Some(1) => Some(true.into()),
            _ => None,
        },
        (Type::Text(Format::Plain | Format::Name | Format::Template), Node::Number(number)) => {
            let is_exact = number.is_integer() && number.size().is_some_and(|size| size <= SAFE);
            is_exact.then(|| number.to_string().into())
        }
        (Type::Object(table), Node::Text(text)) => with_only_text(table, text),
        (Type::List(list), Node::Object(members)) if members.len() > 0 => {
            Some(list_of_object(list, view))
        }
        (Type::List(list), Node::Array(items)) => {
            items.map(|item| item_meant(list, item)).collect()
        }
        (Type::List(list), Node::Number(_) | Node::Text(_)) => {
            Some(vec![item_meant(list, view)?].into())
        }
        (ty, Node::Text(text)) => ty.value_of_text(text),
        _ => None,
    }
}

/// Returns the list that an object stands for: a week by the names of its days, an array by its indexes, or its only item.
fn list_of_object(list: &List, object: View<'_>) -> Value {
    if let Some(week) = by_day(list, object) {
        return week;
    }
    if object.is_indexed_object() {
        return array_of(object).root().to_value();
    }
    vec![object.to_value()].into()
}

/// Returns an item of a list in the shape of its type: itself, or the one that it surely means.
pub(super) fn item_meant(list: &List, item: View<'_>) -> Option<Value> {
    let is_of_type = match &list.item {
        Type::Object(_) => item.members().is_some(),
        Type::Integer(_) => item.number().is_some(),
        _ => false,
    };
    if is_of_type {
        return Some(item.to_value());
    }
    if list.holds == Holds::Days
        && let Some(day) = item.text().and_then(day_named)
    {
        return Some(day.into());
    }
    reshaped(&list.item, item)
}

/// Returns the number of a day by its English name or the first three letters of it, in any case.
fn day_named(name: &str) -> Option<usize> {
    let name = name.trim_matches(is_space);
    DAYS.iter()
        .position(|day| day.eq_ignore_ascii_case(name) || day[..3].eq_ignore_ascii_case(name))
}

/// Returns an object whose only required member is that text. A text of a member without known values must look like an ID.
fn with_only_text(table: &Object, text: &str) -> Option<Value> {
    // `"u1"` for a team member is `{ "userId": "u1" }`, since `userId` is the only member that is required.
    let required = table
        .members
        .iter()
        .filter(|row| row.required)
        .collect_vec();
    let [row] = required.as_slice() else {
        return None;
    };
    let is_meant = matches!(row.ty, Type::Text(_)) && (!row.known.is_empty() || is_like_id(text));
    is_meant.then(|| object([(row.name, text.trim_matches(is_space).into())].into_iter()))
}

/// Returns true for a text that looks like one ID: letters and digits, and no word, list or number.
///
/// ```text
/// u1, 0007BWpSzSwfiuSl0tR2                            true
/// none, all, Ada, 12, "u1,u2", "[]", "Ada Lovelace"   false
/// ```
fn is_like_id(text: &str) -> bool {
    let text = text.trim_matches(is_space);
    let is_plain = text
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    let has_letter = text.bytes().any(|byte| byte.is_ascii_alphabetic());
    let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
    is_plain && has_letter && has_digit
}

/// Returns the entries of a week that is an object with names of days and their hours.
fn by_day(list: &List, view: View<'_>) -> Option<Value> {
    if list.is_week() {
        view.each_member().map(entry).collect()
    } else {
        None
    }
}

/// Returns the entry of a day, given by name: `"mon": [{ … }]`.
fn entry((name, hours): (&str, View<'_>)) -> Option<Value> {
    let day = day_named(name)?;
    hours.items()?;
    Some(object(
        [
            ("daysOfTheWeek", vec![day].into()),
            ("hours", hours.to_value()),
        ]
        .into_iter(),
    ))
}

/// Returns true if a word has the letters of a known one, in any case and with any separators inside.
fn is_respelled(known: &str, word: &str) -> bool {
    // An underscore at the beginning sets a name apart: `_id`.
    word.starts_with(|first: char| first.is_ascii_alphabetic()) && letters(known).eq(letters(word))
}

/// Returns the bytes of a word in lower case, without separators.
fn letters(word: &str) -> impl Iterator<Item = u8> {
    word.bytes()
        .filter(|byte| !b"_- ".contains(byte))
        .map(|byte| byte.to_ascii_lowercase())
}

/// Returns true if a near word is a known one with a slip: one letter, or two, inside a long word of it, whose first letter is
/// right. Anything else may have a meaning of its own: a digit, a prefix, another short word.
///
/// ```text
/// eventColour, slotDuratoin                                                      slips
/// alertEmail2, disallowReschedule, postBufferUnit, allowBookingBefore, group     none
/// ```
fn is_slip(known: &str, word: &str, least: usize) -> bool {
    const LONG: usize = 4;
    const LONGER: usize = 8;
    let (own, other) = (known.as_bytes(), word.as_bytes());
    // The letters before and after the slip: of `eventColour` and `eventColor`, nine and one. The slip itself is `u`.
    let before = own.iter().zip(other).take_while(is_equal).count();
    let (own_rest, other_rest) = (&own[before..], &other[before..]);
    let after = own_rest
        .iter()
        .rev()
        .zip(other_rest.iter().rev())
        .take_while(is_equal)
        .count();
    let slip = &other_rest[..other_rest.len() - after];
    // The part of the known word that the slip begins in: `Color`.
    let Some(start) = (0..before).rev().find(|at| is_start(own, *at)) else {
        return false;
    };
    let end = (start + 1..own.len())
        .find(|at| is_start(own, *at))
        .unwrap_or(own.len());
    let length = own[start..end].iter().filter(|byte| **byte != b'_').count();
    // `slotDuratoin`: the slip `oi` is inside of `Duration`. A slip that spans two parts of a name may be another name.
    let is_inside_one_part = own.len() - after <= end;
    if own.len() < least || length < LONG || !is_inside_one_part {
        return false;
    }
    let allowed = if length < LONGER { 1 } else { 2 };
    slip.iter().all(u8::is_ascii_alphabetic)
        && distance(known, word).is_some_and(|distance| distance <= allowed)
}

/// Returns the number of steps between two words, unless one is too long to be compared.
fn distance(known: &str, word: &str) -> Option<usize> {
    Some(Lower::of(known)?.distance(&Lower::of(word)?))
}

fn is_equal((a, b): &(&u8, &u8)) -> bool {
    a.eq_ignore_ascii_case(b)
}

/// Returns true at the begin of a word: at a capital or behind an underscore, as in `slotDuration` and `zoom_conference`.
fn is_start(name: &[u8], at: usize) -> bool {
    at == 0
        || name[at - 1] == b'_'
        || name[at].is_ascii_uppercase() && name[at - 1].is_ascii_lowercase()
}

/// Returns the known word nearest to a word, if there is only one and it is near enough. A word with another number is none.
fn nearest(known: impl Iterator<Item = &'static str>, word: &str) -> Option<&'static str> {
    // No name of the protocol has a digit, so `address2` is a name of its own.
    if word.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let word = Lower::of(word)?;
    let mut best: Option<(usize, &'static str)> = None;
    let mut tied = false;
    for candidate in known {
        let Some(distance) = near_distance(candidate, &word) else {
            continue;
        };
        match best {
            Some((least, _)) if distance > least => {}
            // If two names are equally near, neither is suggested.
            Some((least, _)) if distance == least => tied = true,
            _ => (best, tied) = (Some((distance, candidate)), false),
        }
    }
    best.filter(|_| !tied).map(|(_, candidate)| candidate)
}

/// Returns the distance of a known word to another one, if it is small for a word of this length. Bounds that cost less come
/// first, since most words are far from each other.
fn near_distance(known: &str, word: &Lower) -> Option<usize> {
    let allowed = match known.len() {
        0..=3 => 0,
        4..=6 => 1,
        7..=11 => 2,
        _ => 3,
    };
    if known.len().abs_diff(word.length) > allowed {
        return None;
    }
    // Each step adds one letter, removes one, or both.
    if (letter_set(known) ^ word.set).count_ones() as usize > 2 * allowed {
        return None;
    }
    let known = Lower::of(known)?;
    if known.least(word) > allowed {
        return None;
    }
    let distance = known.distance(word);
    (distance <= allowed).then_some(distance)
}

/// Returns the letters that a word has, in any case, a bit each.
fn letter_set(word: &str) -> u32 {
    word.bytes()
        // `a` is 97 and `A` is 65: both leave 1.
        .fold(0, |letters, byte| letters | 1 << (byte % 32))
}

/// A word in lower case, with the number of times that it has each letter.
struct Lower {
    bytes: [u8; LONGEST],
    length: usize,
    letters: [u8; 32],
    /// The letters that it has.
    set: u32,
}

impl Lower {
    fn of(word: &str) -> Option<Self> {
        let mut lower = Self {
            bytes: [0; LONGEST],
            length: word.len(),
            letters: [0; 32],
            set: letter_set(word),
        };
        let bytes = lower.bytes.get_mut(..word.len())?;
        for (byte, own) in bytes.iter_mut().zip(word.bytes()) {
            *byte = own.to_ascii_lowercase();
            lower.letters[usize::from(*byte % 32)] += 1;
        }
        Some(lower)
    }

    fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }

    /// Returns a lower bound of the distance: each step adds one letter, removes one, or both.
    fn least(&self, other: &Self) -> usize {
        let (mut more, mut fewer) = (0, 0);
        for (own, other) in self.letters.iter().zip(&other.letters) {
            more += usize::from(own.saturating_sub(*other));
            fewer += usize::from(other.saturating_sub(*own));
        }
        more.max(fewer)
    }

    /// Returns the number of insertions, deletions, replacements and swaps of neighbors between two words.
    fn distance(&self, other: &Self) -> usize {
        // The usual table of edit distances. Three of its rows are needed: `row[j]` is the distance between the first
        // `i` letters of the one and the first `j` letters of the other.
        let (a, b) = (self.bytes(), other.bytes());
        let mut two_above = [0; LONGEST + 1];
        let mut above: [usize; LONGEST + 1] = std::array::from_fn(|at| at);
        for (i, x) in a.iter().enumerate() {
            let mut row = [0; LONGEST + 1];
            row[0] = i + 1;
            for (j, y) in b.iter().enumerate() {
                let replaced = above[j] + usize::from(x != y);
                let removed = above[j + 1] + 1;
                let inserted = row[j] + 1;
                let mut least = replaced.min(removed).min(inserted);
                if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                    let swapped = two_above[j - 1] + 1;
                    least = least.min(swapped);
                }
                row[j + 1] = least;
            }
            two_above = above;
            above = row;
        }
        above[b.len()]
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::knowledge::schema::Kind;

    #[track_caller]
    fn means(name: &str, expected: Option<&str>) {
        assert_eq!(
            meant(Kind::Calendar.table(), name).map(|member| member.name),
            expected,
            "{name}"
        );
    }

    #[test]
    fn the_misspellings_of_the_protocol_win() {
        means("appointmentPerSlot", Some("appoinmentPerSlot"));
        means("formSubmitRedirectUrl", Some("formSubmitRedirectURL"));
    }

    #[test]
    fn near_names_are_meant_and_far_ones_are_not() {
        means("eventcolor", Some("eventColor"));
        means("slotDuratoin", Some("slotDuration"));
        means("timezone", None);
        means("locationid", None);
        means("x", None);
        means(&"slotDuration".repeat(1000), None);
    }

    /// A longer word may differ by more. Of several words the nearest is meant, if there is only one.
    #[test]
    fn one_word_is_nearest() {
        for (known, word, expected) in [
            (&["abc"][..], "ABC", Some("abc")),
            (&["abc"], "abx", None),
            (&["abcd"], "abcx", Some("abcd")),
            (&["abcdef"], "abcdex", Some("abcdef")),
            (&["abcdef"], "abcdxy", None),
            (&["abcdefg"], "abcdexy", Some("abcdefg")),
            (&["abcdefghijk"], "abcdefghixy", Some("abcdefghijk")),
            (&["abcdefghijk"], "abcdefghxyz", None),
            (&["abcdefghijkl"], "abcdefghixyz", Some("abcdefghijkl")),
            (&["abcdefghijkl"], "abcdefghwxyz", None),
            (&["abcx", "abcy"], "abcd", None),
            (&["abcdefxy", "abcdefgx"], "abcdefgh", Some("abcdefgx")),
            (&["abcdefgx", "abcdefxy"], "abcdefgh", Some("abcdefgx")),
            (
                &["abcdefxy", "abcdefyx", "abcdefgx"],
                "abcdefgh",
                Some("abcdefgx"),
            ),
        ] {
            assert_eq!(
                nearest(known.iter().copied(), word),
                expected,
                "{known:?} {word}"
            );
        }
    }

    #[test]
    fn distances() {
        for (a, b, distance) in [
            ("", "abc", 3),
            ("abcd", "abDC", 1),
            ("kitten", "sitting", 3),
            ("abc", "abc", 0),
        ] {
            let (a, b) = (Lower::of(a).unwrap(), Lower::of(b).unwrap());
            assert_eq!((a.distance(&b), b.distance(&a)), (distance, distance));
            assert!(a.least(&b) <= distance);
        }
    }
}
