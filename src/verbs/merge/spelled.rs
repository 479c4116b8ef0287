//! Records that name a member in different ways, with one name for it in all three.

use crate::ground::json::{Each, Tree, View};
use crate::knowledge::schema::{Kind, Member, Object, Type};
use crate::record::with_names_and_arrays;

/// Renames the aliases of each member that the three records name in different ways. Returns `None` if there is no such
/// member: a record that has the same alias everywhere keeps it.
pub(super) fn named_alike(kind: Kind, three: [View<'_>; 3]) -> Option<[Tree; 3]> {
    let mut own = Vec::new();
    let mut aliased = Vec::new();
    for record in three {
        each_name(kind.table(), record, &mut |row, name| {
            let found = if row.name == name {
                &mut own
            } else {
                &mut aliased
            };
            if !found.contains(&row.name) {
                found.push(row.name);
            }
        });
    }
    // A row that one record has by its own name and another by its alias would be two members to the merge: one removed, one
    // added. No row has two aliases, so two different aliases cannot meet.
    aliased.retain(|name| own.contains(name));
    (!aliased.is_empty()).then(|| {
        three.map(|record| {
            with_names_and_arrays(kind.table(), record, &|row| aliased.contains(&row.name))
        })
    })
}

/// Visits the members that can have an alias, each with the name that the record has for it.
fn each_name(
    table: &'static Object,
    record: View<'_>,
    found: &mut dyn FnMut(&'static Member, &str),
) {
    for (name, member) in record.each_member() {
        let Some(row) = table.row_of(name) else {
            continue;
        };
        if !row.aliases.is_empty() {
            found(row, name);
        }
        let Some(inner) = row.ty.table() else {
            continue;
        };
        match row.ty {
            Type::List(_) => {
                for item in member.list_items().unwrap_or_default() {
                    each_name(inner, item, found);
                }
            }
            _ => each_name(inner, member, found),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::{Error, Kind, Resolution};

    fn merge(base: &Value, ours: &Value, theirs: &Value) -> Result<(Value, Vec<String>), Error> {
        let merged = Kind::Calendar.merge(base, ours, theirs, Resolution::Leave)?;
        Ok((
            merged.value.to_value(),
            merged
                .conflicts
                .iter()
                .map(|conflict| conflict.words.to_string())
                .collect(),
        ))
    }

    #[test]
    fn a_change_under_an_alias_is_a_change_of_the_member() -> Result<(), Error> {
        let (old, new) = ("https://old.example/", "https://new.example/");
        let base = json!({ "formSubmitRedirectURL": old, "name": "A" });
        let theirs = json!({ "formSubmitRedirectUrl": new, "name": "A" });
        let ours = json!({ "formSubmitRedirectURL": old, "name": "B" });
        let (value, conflicts) = merge(&base, &ours, &theirs)?;
        assert_eq!(value, json!({ "formSubmitRedirectURL": new, "name": "B" }));
        assert_eq!(conflicts, Vec::<String>::new());

        let ours = json!({ "formSubmitRedirectURL": "https://third.example/", "name": "A" });
        let (value, conflicts) = merge(&base, &ours, &theirs)?;
        assert_eq!(value, base);
        assert_eq!(conflicts.len(), 1, "{conflicts:?}");

        let dates = |id: &str, hour: u8| {
            let hours =
                json!([{ "openHour": hour, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]);
            json!({ "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": hours, id: "s1" }] })
        };
        let (value, conflicts) = merge(&dates("_id", 9), &dates("_id", 10), &dates("id", 9))?;
        assert_eq!((value, conflicts.len()), (dates("id", 10), 0));
        Ok(())
    }

    #[test]
    fn one_alias_everywhere_stays() -> Result<(), Error> {
        let of = |slots: i32, name: &str| json!({ "appointmentPerSlot": slots, "name": name });
        assert_eq!(merge(&of(1, "A"), &of(2, "A"), &of(1, "B"))?.0, of(2, "B"));
        let both = json!({ "appointmentPerSlot": 1, "appoinmentPerSlot": 2 });
        let changed = json!({ "appointmentPerSlot": 1, "appoinmentPerSlot": 3 });
        assert_eq!(merge(&both, &changed, &both)?.0, changed);
        Ok(())
    }
}
