//! Did you mean: the name or value that a misspelling stands for.

use crate::schema::{Access, Member, Object};

/// The longest name worth comparing; longer ones are no misspellings.
const LONGEST: usize = 64;

/// The member that a name unknown to the table surely means. The protocol's own misspellings win.
pub(crate) fn meant(table: &'static Object, name: &str) -> Option<&'static Member> {
    let sent = || table.members.iter().filter(|member| member.access != Access::ResponseOnly);
    table.twin(name).or_else(|| {
        let nearest = nearest(sent().map(|member| member.name), name)?;
        table.member(nearest)
    })
}

/// The one known word nearest to a word, if it is near enough to be meant.
pub(crate) fn nearest(known: impl Iterator<Item = &'static str>, word: &str) -> Option<&'static str> {
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_ascii_lowercase();
    let mut best: Option<(usize, &'static str)> = None;
    let mut tied = false;
    for candidate in known {
        let allowed = match candidate.len() {
            0..=3 => 0,
            4..=6 => 1,
            7..=11 => 2,
            _ => 3,
        };
        if candidate.len().abs_diff(word.len()) > allowed {
            continue;
        }
        let distance = distance(candidate.to_ascii_lowercase().as_bytes(), word.as_bytes());
        if distance > allowed {
            continue;
        }
        match best {
            Some((least, _)) if distance > least => {}
            Some((least, _)) if distance == least => tied = true,
            _ => (best, tied) = (Some((distance, candidate)), false),
        }
    }
    best.filter(|_| !tied).map(|(_, candidate)| candidate)
}

/// Insertions, deletions, replacements and swaps of neighbours between two words.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut least = (above[j] + usize::from(x != y)).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Kind;

    #[track_caller]
    fn means(name: &str, expected: Option<&str>) {
        assert_eq!(meant(Kind::Calendar.record(), name).map(|member| member.name), expected, "{name}");
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

    #[test]
    fn distances() {
        assert_eq!(distance(b"", b"abc"), 3);
        assert_eq!(distance(b"abcd", b"abdc"), 1);
        assert_eq!(distance(b"kitten", b"sitting"), 3);
    }
}
