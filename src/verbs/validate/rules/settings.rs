//! Rules about settings that need, reset or drop each other.

use super::scope::Scope;
use crate::ground::json::{CollectVec, Tree, View};
use crate::knowledge::format::is_space;
use crate::knowledge::schema::{Access, Format, Member, Type};
use crate::record::{is_not_set, same};
use crate::verbs::validate::suggest::find;
use crate::verbs::validate::walk::Walk;

pub(super) fn redirect_url_missing(scope: &Scope<'_>, walk: &mut Walk) {
    let has_url = scope
        .get("formSubmitRedirectURL")
        .is_some_and(|url| !is_not_set(&Type::Text(Format::Url), url));
    if scope.text("formSubmitType") == Some("RedirectURL") && !has_url {
        let related = scope.place("formSubmitType", walk);
        walk.report_at(
            walk.at("formSubmitRedirectURL"),
            scope.found().related(related),
        );
    }
}

pub(super) fn recurring_missing(scope: &Scope<'_>, walk: &mut Walk) {
    if scope.is_on("enableRecurring") && scope.get("recurring").is_none() {
        walk.report_at(
            walk.at("recurring"),
            scope.found().related(scope.place("enableRecurring", walk)),
        );
    }
}

pub(super) fn recurring_members(scope: &Scope<'_>, walk: &mut Walk) {
    if let Some(size) = scope
        .team_size()
        .filter(|size| scope.is_on("enableRecurring") && *size > 1)
    {
        let found = scope
            .found()
            .with("found", size)
            .related(scope.place("teamMembers", walk));
        walk.report_at(scope.place("enableRecurring", walk), found);
    }
}

pub(super) fn recurring_count(scope: &Scope<'_>, walk: &mut Walk) {
    const MAX_COUNT: f64 = 24.0;
    let (Some(table), Some(recurring)) = (scope.table("recurring"), scope.meant("recurring"))
    else {
        return;
    };
    let Some((name, count)) = find(table, recurring, "count") else {
        return;
    };
    if let Some(count) = count.number()
        && count.as_f64() > MAX_COUNT
    {
        let found = scope
            .found()
            .with("max", 24)
            .with("found", count.to_value());
        walk.report_at(scope.place("recurring", walk).with(name.to_owned()), found);
    }
}

pub(super) fn places_dropped(scope: &Scope<'_>, walk: &mut Walk) {
    if scope
        .own("locationConfigurations")
        .and_then(View::items)
        .is_some_and(|places| places.len() > 0)
    {
        walk.report_at(walk.at("locationConfigurations"), scope.found());
    }
}

/// Reports empty text of a location, unless its format already does, or it is not set in the stored record either.
pub(super) fn empty_text(scope: &Scope<'_>, walk: &mut Walk) {
    for row in scope.kind.table().members.iter().filter(|row| {
        row.access != Access::ResponseOnly && matches!(row.ty, Type::Text(Format::Plain))
    }) {
        if scope.meant(row.name).is_some_and(is_empty) && !scope.is_not_stored(row) {
            walk.report_at(
                scope.place(row.name, walk),
                scope.found().with("name", row.name),
            );
        }
    }
}

/// Returns true for text that is empty once white space is trimmed, as normalizing does.
fn is_empty(view: View<'_>) -> bool {
    view.text().is_some_and(|text| text.chars().all(is_space))
}

/// Reports omitted members that the service is reported to reset, if the stored record is not known.
pub(super) fn omitted_defaults(scope: &Scope<'_>, walk: &mut Walk) {
    if !scope.is_stored_known {
        omitted(scope, walk, |row| row.default.is_some());
    }
}

/// Reports omitted members whose stored value would be reset to a different default.
pub(super) fn omitted_resets(scope: &Scope<'_>, walk: &mut Walk) {
    // A stored record omits nothing of itself.
    if !scope.is_stored_known || walk.is_of_record() {
        return;
    }
    omitted(scope, walk, |row| {
        let Some(default) = row.default_value() else {
            return false;
        };
        scope
            .stored(row.name)
            .is_some_and(|kept| !same(&row.ty, kept, Tree::of(default).root()))
    });
}

/// Reports all omitted members in one finding.
fn omitted(scope: &Scope<'_>, walk: &mut Walk, resets: impl Fn(&Member) -> bool) {
    let rows = scope
        .kind
        .table()
        .members
        .iter()
        .filter(|row| row.access == Access::Both);
    let left_out = rows.filter(|row| scope.own(row.name).is_none());
    let names: Vec<&str> = left_out
        .filter(|row| resets(row))
        .map(|row| row.name)
        .collect_vec();
    if !names.is_empty() {
        walk.report(scope.found().with("names", names));
    }
}
