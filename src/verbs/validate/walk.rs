//! Walks a draft along its table: types, formats, bounds, names.

use std::cell::OnceCell;

use serde_json::Value;

use super::found::Found;
use super::suggest;
use crate::ground::json::patch::Op;
use crate::ground::json::{
    ByName, CollectVec, Each, Items, MaybeByName, Node, Number, Path, Segment, Tree, View, equal,
    sorted_indexes,
};
use crate::knowledge::format::hours::is_hour;
use crate::knowledge::format::{self, excerpt};
use crate::knowledge::issue::{About, Code, ISSUES, Issue, Profile, Severity};
use crate::knowledge::language::{Phrase, Sentence};
use crate::knowledge::schema::{
    Access, Bounds, Format, Holds, List, Member, Object, PayloadShape, Type, number_of_text,
};
use crate::record::{
    Pairs, Partner, array_of, is_incomplete, is_not_set, is_sound_item, is_sound_member,
    leaves_as_stored, repeated_items, same, set,
};

/// A walk along the table of a draft.
pub(crate) struct Walk {
    profile: Profile,
    pub(super) path: Path,
    pub(super) issues: Vec<Issue>,
    /// The number of findings beyond the limit of issues, and the worst severity among them.
    more: usize,
    worst: Severity,
    /// The number of errors among all findings.
    errors: usize,
    /// The rows of the record whose members are sound, a bit each.
    pub(super) sound: u64,
    /// The shape of the draft.
    of: PayloadShape,
    /// True inside an item that is sent whole, without a stored item to complete it.
    stands_alone: bool,
    /// True if the stored record is known. A body then leaves out what the draft only repeats, and sends the rest in the
    /// shape that the service takes.
    is_beside_stored: bool,
    /// True if only errors are sought.
    only_errors: bool,
    /// The number of names that lead to the record, through its envelope.
    pub(super) depth: usize,
}

/// The surroundings of a value: its row in an object, or its list.
#[derive(Clone, Copy)]
enum Within {
    Object(&'static Member),
    List(&'static List),
}

/// The members of an object, and those of its stored counterpart.
pub(super) struct Siblings<'a> {
    view: View<'a>,
    own: MaybeByName<'a>,
    stored: MaybeByName<'a>,
    view_of_stored: Option<View<'a>>,
    /// The members that misspelled names surely mean, found when one is asked for.
    misspelled: OnceCell<Vec<MisspelledNames<'a>>>,
    /// True if the object has a member of its table, found when it is asked for.
    is_known: OnceCell<bool>,
}

/// A member that misspelled names of an object mean.
struct MisspelledNames<'a> {
    member: &'static Member,
    first: (&'a str, View<'a>),
    /// A later name whose value is another one.
    other: Option<&'a str>,
}

impl<'a> Siblings<'a> {
    pub(super) fn of(object: View<'a>, stored: Option<View<'a>>) -> Self {
        Self {
            view: object,
            own: MaybeByName::of(Some(object)),
            stored: MaybeByName::of(stored),
            view_of_stored: stored,
            misspelled: OnceCell::new(),
            is_known: OnceCell::new(),
        }
    }

    /// Returns true if the object has a member of its table. If not, all that it has would be lost if what is unknown went:
    /// `{ "open": "9:00", "close": "17:00" }` as a range of hours.
    fn has_known(&self, table: &'static Object) -> bool {
        *self.is_known.get_or_init(|| {
            self.view
                .each_member()
                .any(|(name, value)| table.row(name, value).is_some())
        })
    }

    /// Returns true if a value under a misspelled name is the value of the member: the member is absent, is not set, or only
    /// echoes the stored value, and the misspelled one does not.
    fn counts(&self, member: &Member, name: &str, value: View<'a>) -> bool {
        // Three cases: the draft has only the misspelled name; its own name is not set, nor is it stored; its own name
        // repeats the stored value, so the change was made under the misspelled name.
        let Some(own) = self.own.get(member.name) else {
            return true;
        };
        let mut names = std::iter::once(member.name).chain(member.aliases.iter().copied());
        if is_not_set(&member.ty, own)
            && names.all(|name| set(&member.ty, self.stored.get(name)).is_none())
        {
            return true;
        }
        self.stored
            .get(member.name)
            .is_some_and(|stored| same(&member.ty, stored, own))
            && !self
                .stored
                .get(name)
                .is_some_and(|stored| equal(stored, value))
    }

    /// Returns another misspelled name that means the member, if their values differ: nobody knows which one counts.
    fn rival(&self, table: &'static Object, member: &Member, name: &str) -> Option<&'a str> {
        let all = self.misspelled.get_or_init(|| misspelled(table, self.view));
        let MisspelledNames { first, other, .. } =
            all.iter().find(|of| std::ptr::eq(of.member, member))?;
        other.map(|other| if first.0 == name { other } else { first.0 })
    }
}

/// Returns the members that the misspelled names of an object surely mean.
fn misspelled<'a>(table: &'static Object, object: View<'a>) -> Vec<MisspelledNames<'a>> {
    let mut all: Vec<MisspelledNames<'a>> = Vec::new();
    for (name, value) in object
        .each_member()
        .filter(|(name, _)| table.find(name).is_none())
    {
        let Some(member) = suggest::meant(table, name) else {
            continue;
        };
        match all.iter_mut().find(|of| std::ptr::eq(of.member, member)) {
            Some(of) if of.other.is_none() && !same(&member.ty, of.first.1, value) => {
                of.other = Some(name);
            }
            Some(_) => {}
            None => all.push(MisspelledNames {
                member,
                first: (name, value),
                other: None,
            }),
        }
    }
    all
}

/// Returns true if a pointer leads to a list or to one of its items, and not inside an item.
fn is_of_items(list: &str, pointer: &str) -> bool {
    pointer
        // `/openHours` and `/openHours/0` are, `/openHours/0/hours` is not.
        .strip_prefix(list)
        .is_some_and(|rest| rest.matches('/').count() <= 1)
}

impl Walk {
    pub(super) fn new(profile: Profile) -> Self {
        let (path, issues, worst) = (Path::new(), Vec::new(), Severity::Note);
        Self {
            profile,
            path,
            issues,
            more: 0,
            worst,
            errors: 0,
            sound: 0,
            of: PayloadShape::Update,
            stands_alone: false,
            is_beside_stored: false,
            only_errors: false,
            depth: 0,
        }
    }

    /// Seeks errors only.
    pub(super) fn only_errors(self) -> Self {
        Self {
            only_errors: true,
            ..self
        }
    }

    /// Returns true if findings with a code are reported.
    pub(super) fn reports(&self, code: Code) -> bool {
        match self.severity(code) {
            Some(Severity::Error) => true,
            Some(_) => !self.only_errors,
            None => false,
        }
    }

    /// Sets whether the draft is validated beside a stored record.
    pub(super) fn beside_stored(self, is_beside_stored: bool) -> Self {
        Self {
            is_beside_stored,
            ..self
        }
    }

    pub(super) fn of(self, of: PayloadShape) -> Self {
        Self { of, ..self }
    }

    /// Returns true if the draft is a stored record.
    pub(super) fn is_of_record(&self) -> bool {
        self.of == PayloadShape::Record
    }

    /// Returns the issues in the order of the draft's members, and of the items inside arrays. Issues about the whole
    /// draft or about absent members come last, followed by the number of further issues.
    pub(super) fn in_order(mut self, draft: View<'_>) -> Vec<Issue> {
        if self.issues.len() < 2 {
            return self.issues;
        }
        let members = ByName::of(Some(draft));
        let depth = self.path.segments().len();
        // The index of the member, and that of the item plus one: `/teamMembers/0` comes after `/teamMembers`.
        let mut places = Vec::with_capacity(self.issues.len());
        for issue in &self.issues {
            let inside = issue.path.segments().get(depth..).unwrap_or_default();
            let member = match inside.first() {
                None if issue.code == Code::Enveloped => 0,
                Some(Segment::Name(name)) => members.find(name).unwrap_or(usize::MAX),
                _ => usize::MAX,
            };
            let item = match inside.get(1) {
                Some(Segment::Index(index)) => index + 1,
                _ => 0,
            };
            places.push((member, item));
        }
        // Issues are moved out one by one, in the sorted order, without a clone of each.
        let mut found = self.issues.into_iter().map(Some).collect_vec();
        let order = sorted_indexes(places.len(), &|a, b| places[a].cmp(&places[b]));
        self.issues = order
            .into_iter()
            .filter_map(|at| found[at].take())
            .collect_vec();
        self.found()
    }

    /// Returns the issues in the order in which they were found, followed by the number of further issues.
    pub(super) fn found(mut self) -> Vec<Issue> {
        if self.more > 0 {
            self.issues
                .push(Issue::more(self.more, self.worst, self.path));
        }
        self.issues
    }

    /// Reports a finding here, unless the profile ignores it.
    pub(super) fn report(&mut self, found: Found) {
        let path = self.path.clone();
        self.report_at(path, found);
    }

    /// Returns the severity of a code, unless the profile ignores it.
    fn severity(&self, code: Code) -> Option<Severity> {
        let is_note = self.of == PayloadShape::Record && code.is_about_updates();
        self.profile
            .severity(code)
            .map(|severity| if is_note { Severity::Note } else { severity })
    }

    /// Returns the worst severity of a finding that the body of an update does not have, since it leaves the value out or
    /// writes it in another way: in a stored record, or beside one, it is no error.
    pub(super) fn limit_of_resolved(&self) -> Severity {
        if self.is_beside_stored || self.of == PayloadShape::Record {
            Severity::Warning
        } else {
            Severity::Error
        }
    }

    pub(super) fn report_at(&mut self, path: Path, found: Found) {
        if let Some(severity) = self
            .severity(found.code)
            // `Error` is the least severity, so the greater of two is the milder one.
            .map(|severity| severity.max(found.limit))
            .filter(|severity| !self.only_errors || *severity == Severity::Error)
        {
            let Found {
                code,
                params,
                fix,
                related,
                ..
            } = found;
            // Counted even beyond the limit of issues, since `errors` decides if a value is accepted.
            self.errors += usize::from(severity == Severity::Error);
            if self.issues.len() == ISSUES {
                self.more += 1;
                self.worst = self.worst.min(severity);
                return;
            }
            self.issues.push(Issue {
                fix,
                related,
                ..Issue::new(code, severity, path, params)
            });
        }
    }

    /// Returns true if the value has no errors as that member.
    fn accepts(&self, member: &'static Member, view: View<'_>) -> bool {
        let mut trial = Self::new(self.profile);
        trial.value(member, view, None);
        trial.errors == 0
    }

    pub(super) fn object<'a>(
        &mut self,
        table: &'static Object,
        view: View<'a>,
        stored: Option<View<'a>>,
    ) {
        let Node::Object(members) = view.node() else {
            return;
        };
        let mut present = 0_u64;
        let siblings = Siblings::of(view, stored);
        for (name, value) in members {
            if let Some(row) = self.member(table, name, value, &siblings) {
                present |= 1 << row;
            }
        }
        let missing = table.missing(present);
        if missing != 0 {
            self.missing_members(table, missing, view, stored);
        }
    }

    fn missing_members<'a>(
        &mut self,
        table: &'static Object,
        missing: u64,
        view: View<'a>,
        stored: Option<View<'a>>,
    ) {
        for (_, member) in table
            .members
            .iter()
            .enumerate()
            .filter(|(row, _)| missing & (1 << row) != 0)
        {
            // A body adds the stored member to an object that omits it, but not to a new item. A member that is there and not
            // set replaces the stored one.
            let stored = stored.filter(|_| !self.stands_alone && view.get(member.name).is_none());
            let kept = stored
                .is_some_and(|stored| set(&member.ty, stored.get(member.name)).is_some())
                || member.aliases.iter().any(|alias| {
                    let value = view.get(alias);
                    value.is_some_and(|value| !is_not_set(&member.ty, value))
                });
            if !kept {
                let found = Found::new(Code::MissingMember)
                    .with("object", table.name)
                    .with("name", member.name);
                // A body leaves out the member of the record that it is in.
                let limit = if self.of == PayloadShape::Record {
                    Severity::Warning
                } else {
                    Severity::Error
                };
                let found = found.limit(limit);
                self.report_at(self.path.with(member.name), found);
            }
        }
    }

    /// Validates one member of an object. Returns its row in the table, if it has one and is not left out as not set.
    pub(super) fn member<'a>(
        &mut self,
        table: &'static Object,
        name: &str,
        value: View<'a>,
        siblings: &Siblings<'a>,
    ) -> Option<usize> {
        let row = table.row(name, value);
        let mut is_missing = false;
        // Most members are sound, and need no path and no stored counterpart.
        if let Some(row) = row.filter(|row| is_sound_member(&table.members[*row], value)) {
            if self.path.segments().is_empty() {
                self.sound |= 1 << row;
            }
            return Some(row);
        }
        if let Some(member) = row.map(|row| &table.members[row]) {
            let stored = siblings.stored.get(name);
            self.path.push(member.name);
            let first = self.issues.len();
            if member.access == Access::ResponseOnly {
                self.read_only(member, value, stored);
            } else if self.is_read(member, value, stored, siblings) {
                is_missing = is_not_set(&member.ty, value);
            } else {
                self.value(member, value, stored);
            }
            if self.is_beside_stored
                && self.issues.len() > first
                && repeats_member(member, value, stored, siblings)
            {
                self.repeat(first, member, stored);
            }
        } else {
            self.path.push(name.to_owned());
            self.unknown_member(table, name, value, siblings);
            // A body renames an alias, so a value that is an error under the right name is an error here.
            let own = table
                .alias(name)
                .filter(|own| own.access != Access::ResponseOnly && !self.accepts(own, value));
            match own.filter(|own| siblings.counts(own, name, value)) {
                Some(own) => self.alias(own, name, value, siblings),
                None => self.odd_inside(value),
            }
        }
        self.path.pop();
        row.filter(|_| !is_missing)
    }

    /// Validates the value of a member that stands under an alias.
    fn alias<'a>(
        &mut self,
        own: &'static Member,
        name: &str,
        value: View<'a>,
        siblings: &Siblings<'a>,
    ) {
        let stored = siblings.stored.get(own.name).or(siblings.stored.get(name));
        let first = self.issues.len();
        if !self.is_read(own, value, stored, siblings) {
            self.value(own, value, stored);
        }
        if self.is_beside_stored && repeats_member(own, value, stored, siblings) {
            self.repeat(first, own, stored);
        }
    }

    /// Reports a value in a shape that only responses have, as reading does: not set, a number as text, a list as an object
    /// with indexes for names. A stored record may have it, and a draft that only repeats it: the body does not. Returns
    /// false for any other value.
    fn is_read<'a>(
        &mut self,
        member: &'static Member,
        value: View<'a>,
        stored: Option<View<'a>>,
        siblings: &Siblings<'a>,
    ) -> bool {
        let is_record = self.of == PayloadShape::Record;
        // A value of a new item is not repeated.
        let is_beside_stored = self.is_beside_stored && siblings.view_of_stored.is_some();
        if !is_record && !is_beside_stored {
            return false;
        }
        let is_text = matches!(member.ty, Type::Text(_)) && value.text().is_some();
        if is_not_set(&member.ty, value) {
            // An empty value over a stored one is a wish to clear it, and not an echo.
            let is_repeated = is_record || set(&member.ty, stored).is_none();
            if is_repeated && (is_record || !is_text) {
                self.report(Found::new(Code::ReadNotSet).with("name", member.name));
            }
            return is_repeated;
        }
        let read = value
            .text()
            .filter(|_| !is_text)
            .and_then(|text| member.ty.value_of_text(text));
        // "30" over a stored 30 is an echo of a response. Over 45 it is a change, and an error of its type.
        let read = read.filter(|read| {
            is_record || stored.is_some_and(|stored| equal(Tree::of(read).root(), stored))
        });
        if let Some(read) = read {
            let found = Found::new(Code::ReadText).with("expected", member.ty.name());
            self.report_fixed(found, Some(value.to_value()), Some(read));
            return true;
        }
        match (&member.ty, value.members()) {
            (Type::List(list), Some(_)) if value.is_indexed_object() => {
                let is_repeated =
                    is_record || stored.is_some_and(|stored| stored.items().is_some());
                if is_repeated {
                    self.report(Found::new(Code::ReadList).with("name", member.name));
                    self.list_as_object(list, value, stored.filter(|_| !is_record));
                }
                is_repeated
            }
            _ => false,
        }
    }

    /// Returns true for an item that is text where a stored record has a number: in a record, or in a draft that repeats it.
    fn is_read_item(&self, ty: &Type, text: &str, partner: Option<View<'_>>) -> bool {
        (self.of == PayloadShape::Record || partner.is_some()) && ty.value_of_text(text).is_some()
    }

    /// Attributes the issues since `first` to the stored record, whose value of a member the draft repeats. Where an object
    /// inside lacks a required member, the body leaves the whole member out, so that none of them is an error.
    fn repeat(&mut self, first: usize, member: &'static Member, stored: Option<View<'_>>) {
        let is_member_of_record = self.path.segments().len() == self.depth + 1;
        let issues = &mut self.issues[first..];
        attribute_to_stored(issues);
        if is_member_of_record && stored.is_some_and(|stored| is_incomplete(&member.ty, stored)) {
            for issue in issues {
                issue.severity = issue.severity.max(Severity::Warning);
            }
        }
    }

    fn read_only<'a>(
        &mut self,
        member: &'static Member,
        value: View<'a>,
        stored: Option<View<'a>>,
    ) {
        if self.of == PayloadShape::Record {
            return;
        }
        let echo = match stored {
            Some(stored) => same(&member.ty, stored, value),
            // `createdBy: {}` of a record is not set in the record that was read.
            None => self.is_beside_stored && is_not_set(&member.ty, value),
        };
        let code = if echo {
            Code::ReadOnlyEcho
        } else {
            Code::ReadOnly
        };
        let remove = vec![Op::remove(&self.path)];
        let found = Found::new(code)
            .with("name", member.name)
            .limit(self.limit_of_resolved());
        self.report(found.fix(Sentence::new("remove").with("name", member.name), remove));
    }

    fn unknown_member<'a>(
        &mut self,
        table: &'static Object,
        name: &str,
        value: View<'a>,
        siblings: &Siblings<'a>,
    ) {
        if table.leaves_out(name) && (self.is_beside_stored || self.of == PayloadShape::Record) {
            return self.report(Found::new(Code::ReadId).with("name", name));
        }
        if self.of == PayloadShape::Record
            && let Some(own) = table.alias(name)
            && set(&own.ty, siblings.own.get(own.name)).is_none()
        {
            return self.report(Found::new(Code::ReadAlias).with("name", own.name));
        }
        let is_response = self.of == PayloadShape::Record || self.is_beside_stored;
        if is_response
            && table
                .alias(name)
                .is_some_and(|own| is_not_set(&own.ty, value))
        {
            return self.report(Found::new(Code::ReadNotSet).with("name", name));
        }
        let limit = self.limit_of_unknown(table, name, value, siblings);
        let Some(suggestion) = suggest::suggestion(table, name) else {
            let found = Found::new(Code::UnknownMember)
                .limit(limit)
                .with("name", excerpt(name))
                .with("object", table.name);
            if !siblings.has_known(table) {
                return self.report(found);
            }
            let title = Sentence::new("remove").with("name", excerpt(name));
            return self.report(found.fix(title, vec![Op::remove(&self.path)]));
        };
        let found = Found::new(Code::MisspelledMember)
            .limit(limit)
            .with("name", name)
            .with("object", table.name)
            .with("suggestion", suggestion.member.name);
        if !suggestion.is_certain {
            return self.report(found);
        }
        let meant = suggestion.member;
        let mut around = self.path.clone();
        around.pop();
        let target = around.with(meant.name);
        let rival = siblings
            .rival(table, meant, name)
            .map(|rival| around.with(rival.to_owned()));
        self.report(match siblings.own.get(meant.name) {
            Some(own) if same(&meant.ty, own, value) => found.fix(
                Sentence::new("remove_same")
                    .with("name", name)
                    .with("other", meant.name),
                vec![Op::remove(&self.path)],
            ),
            // The arms, from the first: both names have the same value; the own name counts; two misspelled names disagree;
            // the value is right under the own name; it is empty; it needs another value there, or there is no certain fix.
            Some(_) if !siblings.counts(meant, name, value) => found.related(target),
            _ if rival.is_some() => found.related(rival.unwrap_or(target)),
            _ if self.accepts(meant, value) => found.fix(
                Sentence::new("rename").with("name", meant.name),
                vec![Op::move_to(&self.path, &target)],
            ),
            // Empty text has no meaning under either name.
            _ if value.text() == Some("") => found.fix(
                Sentence::new("remove").with("name", name),
                vec![Op::remove(&self.path)],
            ),
            _ => match self.written_at(table, meant, name, value, &target) {
                Some(patch) => found.fix(Sentence::new("rename").with("name", meant.name), patch),
                None => found,
            },
        });
    }

    /// Returns a patch that renames a member and writes the value that its own surely means. `None` for an alias, whose value is
    /// fixed where it is.
    fn written_at(
        &self,
        table: &'static Object,
        meant: &'static Member,
        name: &str,
        value: View<'_>,
        target: &Path,
    ) -> Option<Vec<Op>> {
        let written = table
            .alias(name)
            .is_none()
            .then(|| self.meant(&meant.ty, value, Within::Object(meant)))??;
        Some(vec![
            Op::test(&self.path, value.to_value()),
            Op::replace(&self.path, written),
            Op::move_to(&self.path, target),
        ])
    }

    /// Returns the worst severity of an unknown name. The body leaves out what the draft only repeats, and writes an alias
    /// under the name of the protocol.
    fn limit_of_unknown<'a>(
        &self,
        table: &'static Object,
        name: &str,
        value: View<'a>,
        siblings: &Siblings<'a>,
    ) -> Severity {
        let is_repeated = siblings
            .stored
            .get(name)
            .is_some_and(|stored| equal(stored, value));
        match table.alias(name) {
            _ if !self.is_beside_stored => Severity::Error,
            _ if is_repeated => Severity::Note,
            Some(_) => Severity::Warning,
            None => Severity::Error,
        }
    }

    fn value<'a>(&mut self, member: &'static Member, view: View<'a>, stored: Option<View<'a>>) {
        match (&member.ty, view.node()) {
            (Type::Text(format), Node::Text(text)) => self.text(member, *format, text),
            (Type::Number(bounds), Node::Number(number)) => self.number(member, *bounds, number),
            (Type::Integer(bounds), Node::Number(number)) => {
                if number.is_integer() {
                    self.number(member, *bounds, number);
                } else {
                    self.report(Found::new(Code::NotInteger).with("found", number.to_value()));
                }
            }
            (Type::Boolean, Node::Bool(_)) => {}
            (Type::Open, Node::Object(_)) => self.odd_inside(view),
            (Type::Object(table), Node::Object(_)) => self.object(table, view, stored),
            (Type::List(list), Node::Array(items)) => self.list(list, view, items, stored),
            (Type::List(list), Node::Object(members))
                if members.len() > 0 && view.is_indexed_object() =>
            {
                self.wrong_type(&member.ty, view, Within::Object(member));
                self.list_as_object(list, view, stored);
            }
            (ty, _) => self.wrong_type(ty, view, Within::Object(member)),
        }
    }

    /// Validates the items of a list that is an object with indexes for names.
    fn list_as_object(&mut self, list: &'static List, object: View<'_>, stored: Option<View<'_>>) {
        let array = array_of(object);
        let Some(items) = array.root().items() else {
            return;
        };
        let first_inside = self.issues.len();
        self.list(list, array.root(), items, stored);
        // A fix that adds or moves items is for an array: in the object, it would replace another item.
        let pointer = self.path.pointer();
        for issue in &mut self.issues[first_inside..] {
            issue.fix = issue
                .fix
                .take()
                .filter(|fix| fix.patch.iter().all(|op| !is_of_items(&pointer, op.path())));
        }
    }

    /// Reports a value of another type, in `list` if it is an item.
    fn wrong_type(&mut self, ty: &'static Type, view: View<'_>, within: Within) {
        let node = view.node();
        let Node::Odd { what, meant } = node else {
            let meant = self.meant(ty, view, within);
            let is_hour = matches!(within, Within::Object(member) if is_hour(member.name));
            // Text that means a number out of bounds has that fault, once it is a number. Three digits of an hour
            // are an unfinished time, such as `153` before `15:30`.
            if let Some(found) = view
                .text()
                .filter(|text| meant.is_none() && !(is_hour && text.len() > 2))
                .and_then(|text| beyond(ty, text, within))
            {
                return self.report(found);
            }
            let found = match (&meant, ty.table(), within) {
                (None, Some(table), _)
                    if matches!(node, Node::Object(_) | Node::Array(_) | Node::Text(_)) =>
                {
                    let names = table
                        .members
                        .iter()
                        .filter(|row| row.access != Access::ResponseOnly);
                    let names = names.map(|row| Value::from(row.name)).collect_vec();
                    Found {
                        code: Code::WrongShape,
                        ..wrong_type(ty, node.name()).with("names", names)
                    }
                }
                (None, None, Within::Object(member))
                    if !member.known.is_empty() && view.text().is_some() =>
                {
                    let known = member
                        .known
                        .iter()
                        .map(|known| Value::from(known.value))
                        .collect_vec();
                    Found {
                        code: Code::WrongChoice,
                        ..wrong_type(ty, node.name()).with("known", known)
                    }
                }
                // A person types a time into the place of an hour, or empties it.
                (None, None, Within::Object(_))
                    if is_hour && matches!(node, Node::Text(_) | Node::Null) =>
                {
                    wrong_type(ty, node.name()).with("expected", "time")
                }
                _ => wrong_type(ty, node.name()),
            };
            return self.report_fixed(found, Some(view.to_value()), meant);
        };
        // An empty number field reads as one of these.
        if matches!(ty, Type::Number(_) | Type::Integer(_))
            && ["NaN", "Infinity", "-Infinity"].contains(&what)
        {
            return self.report(wrong_type(ty, what));
        }
        let found = Found::new(Code::NotJson).with("found", what);
        let format = match ty {
            Type::Text(format) => Some(*format),
            _ => None,
        };
        let fixed = meant
            .filter(|meant| format.is_some_and(|format| format::check(format, meant).is_none()));
        // A local midnight is another moment, which may be on the day before in UTC.
        if format == Some(Format::Date)
            && fixed.is_none()
            && (meant.is_some() || what == INVALID_DATE)
        {
            return self.report(Found::new(Code::DateObject).with("found", meant.unwrap_or(what)));
        }
        self.report_fixed(found, None, fixed.map(Value::from));
    }

    /// Returns the value of the right type that a value surely means. It has no errors.
    fn meant(&self, ty: &'static Type, view: View<'_>, within: Within) -> Option<Value> {
        let (meant, is_certain) = match within {
            Within::Object(member) => {
                let is_text = matches!(ty, Type::Text(_));
                (
                    suggest::reshaped(ty, view)?,
                    !is_text || (member.known.is_empty() && !member.padded),
                )
            }
            Within::List(list) => (suggest::item_meant(list, view)?, true),
        };
        let tree = Tree::of(&meant);
        let mut trial = Self::new(self.profile);
        match (ty, tree.root().node()) {
            (Type::Object(table), Node::Object(_)) => trial.object(table, tree.root(), None),
            (Type::List(list), Node::Array(items)) => trial.list(list, tree.root(), items, None),
            _ => {}
        }
        // The reshaped value is validated by itself: a fix must not bring another error.
        let is_certain = is_certain && !trial.issues.iter().any(is_doubtful);
        Some(meant).filter(|_| is_certain && trial.errors == 0)
    }

    /// Finds values that are not JSON, in values of any shape.
    fn odd_inside(&mut self, view: View<'_>) {
        match view.node() {
            Node::Odd { what, .. } => self.report(Found::new(Code::NotJson).with("found", what)),
            Node::Array(items) => {
                for (index, item) in items.enumerate() {
                    self.path.push(index);
                    self.odd_inside(item);
                    self.path.pop();
                }
            }
            Node::Object(members) => {
                for (name, member) in members {
                    self.path.push(name.to_owned());
                    self.odd_inside(member);
                    self.path.pop();
                }
            }
            _ => {}
        }
    }

    /// Reports a finding whose fix replaces the value here, provided that it is still `given`.
    fn report_fixed(&mut self, found: Found, given: Option<Value>, meant: Option<Value>) {
        self.report(match meant {
            Some(meant) => {
                let written = match &meant {
                    Value::String(text) => excerpt(text),
                    other => excerpt(&crate::ground::json::to_string(other)),
                };
                let mut patch = Vec::with_capacity(2);
                patch.extend(given.map(|given| Op::test(&self.path, given)));
                patch.push(Op::replace(&self.path, meant));
                found.fix(Sentence::new("write").with("value", written), patch)
            }
            None => found,
        });
    }

    fn text(&mut self, member: &Member, format: Format, text: &str) {
        if let Some(finding) = format::check(format, text) {
            let found = Found {
                params: finding.params,
                ..Found::new(finding.code)
            };
            let is_resolved = is_sent_canonical(format, text);
            let found = if is_resolved {
                found.limit(self.limit_of_resolved())
            } else {
                found
            };
            let found = if found.code == Code::EmptyText {
                found.with("name", member.name)
            } else {
                found
            };
            self.report_fixed(found, Some(text.into()), finding.fix.map(Value::from));
        } else if !member.known.is_empty() {
            self.known(member, text, true);
        }
    }

    fn number(&mut self, member: &Member, bounds: Bounds, number: Number) {
        if let Some(found) = outside(bounds, number) {
            self.report(found);
        } else if !member.known.is_empty() {
            self.known(member, &number.to_string(), false);
        }
    }

    /// Reports a value that is not among the known ones, which is no error. Only words can be misspelled, numbers
    /// cannot.
    fn known(&mut self, member: &Member, text: &str, word: bool) {
        if member.known.iter().any(|known| known.value == text) {
            return;
        }
        let certain = suggest::meant_value(member, text).filter(|_| word);
        if let Some(meant) = certain.or_else(|| suggest::near_value(member, text).filter(|_| word))
        {
            let found = of_value(Code::MisspelledValue, member, text).with("suggestion", meant);
            return self.report_fixed(found, Some(text.into()), certain.map(Value::from));
        }
        let known = member
            .known
            .iter()
            .map(|known| Value::from(known.value))
            .collect_vec();
        let mut found = of_value(Code::UnknownValue, member, text).with("known", known);
        if text.trim().is_empty() {
            // In quotes, since the sentence has no subject otherwise.
            found = found.with("found", Phrase::tagged("quote", excerpt(text)).0);
        }
        self.report(found);
    }

    fn list<'a>(
        &mut self,
        list: &'static List,
        view: View<'a>,
        items: Items<'a>,
        stored: Option<View<'a>>,
    ) {
        let partners = stored
            .map(|stored| partners(list, stored, view))
            .unwrap_or_default();
        let mut sound = Vec::new();
        for (index, item) in items.enumerate() {
            sound.push(self.item(list, index, item, partners.get(index).copied().flatten()));
        }
        match list.holds {
            Holds::Days => self.days(view),
            Holds::Week => self.week(view, &sound),
            Holds::Ranges if !self.in_week() => self.day(view),
            Holds::Ranges | Holds::Items => {}
        }
    }
}

impl Walk {
    /// Validates one item of a list by itself. Returns true if it has no errors.
    pub(super) fn item<'a>(
        &mut self,
        list: &'static List,
        index: usize,
        item: View<'a>,
        partner: Option<Partner<'a>>,
    ) -> bool {
        if is_sound_item(list, item) {
            return true;
        }
        let (errors, first) = (self.errors, self.issues.len());
        // An item that replaces a stored one is sent whole, and so is everything inside it.
        let stood_alone = self.stands_alone;
        self.stands_alone |= partner.is_none_or(|partner| !partner.is_same);
        let partner = partner.map(|partner| partner.item);
        self.path.push(index);
        match (&list.item, item.node()) {
            (Type::Object(table), Node::Object(_)) => {
                self.object(table, item, partner);
                if list.is_set() {
                    self.range(item);
                }
            }
            (Type::Integer(bounds), Node::Number(number)) => {
                if !number.is_integer() {
                    self.report(Found::new(Code::NotInteger).with("found", number.to_value()));
                } else if outside(*bounds, number).is_some() {
                    self.report(Found::new(Code::DayRange).with("found", number.to_value()));
                }
            }
            (ty, Node::Text(text)) if self.is_read_item(ty, text, partner) => {
                let found = Found::new(Code::ReadText).with("expected", ty.name());
                self.report_fixed(found, Some(text.into()), ty.value_of_text(text));
            }
            (ty, _) => self.wrong_type(ty, item, Within::List(list)),
        }
        self.path.pop();
        self.stands_alone = stood_alone;
        let is_found = self.is_beside_stored && self.issues.len() > first;
        if is_found && partner.is_some_and(|partner| leaves_as_stored(&list.item, partner, item)) {
            attribute_to_stored(&mut self.issues[first..]);
        }
        self.errors == errors
    }
}

/// Returns true if a draft leaves a member as it is stored, set or not.
fn repeats_member<'a>(
    member: &'static Member,
    value: View<'a>,
    stored: Option<View<'a>>,
    siblings: &Siblings<'a>,
) -> bool {
    match set(&member.ty, stored) {
        Some(stored) => leaves_as_stored(&member.ty, stored, value),
        None => siblings.view_of_stored.is_some() && is_not_set(&member.ty, value),
    }
}

/// Returns the counterparts of a list's items in the stored list.
fn partners<'a>(list: &'static List, stored: View<'a>, view: View<'a>) -> Vec<Option<Partner<'a>>> {
    if !list.is_set() {
        return Pairs::of(list, stored, view).partners(list);
    }
    let repeated = repeated_items(list, stored, view).into_iter();
    repeated
        .map(|item| {
            item.map(|item| Partner {
                item,
                is_same: true,
            })
        })
        .collect_vec()
}

/// The description of a `Date` without a time, in Rust and in JavaScript.
const INVALID_DATE: &str = "an invalid Date";

/// Attributes issues to the stored record, since the draft only repeats its values.
pub(super) fn attribute_to_stored(issues: &mut [Issue]) {
    for issue in issues {
        issue.about = About::Stored;
    }
}

/// Returns true if a text has an error that its canonical form, which a body has in its place, does not have.
pub(crate) fn is_sent_canonical(format: Format, text: &str) -> bool {
    if !has_error(format, text) {
        return false;
    }
    if format == Format::Date {
        return format::canonical_day(text).is_some();
    }
    format::normalize(format, text).is_some_and(|canonical| !has_error(format, &canonical))
}

fn has_error(format: Format, text: &str) -> bool {
    let finding = format::check(format, text);
    finding.is_some_and(|finding| finding.code.severity() == Severity::Error)
}

/// Returns the finding of a value that is not of the expected type.
fn wrong_type(ty: &Type, found: &str) -> Found {
    Found::new(Code::WrongType)
        .with("expected", ty.name())
        .with("found", found)
}

/// Returns a finding about the text of a member with known values.
fn of_value(code: Code, member: &Member, text: &str) -> Found {
    Found::new(code)
        .with("found", excerpt(text))
        .with("name", member.name)
}

/// Returns true for an issue that makes a guessed value doubtful. A text is no certain kind of place unless it is a known one,
/// and an object no item if it has other members.
fn is_doubtful(issue: &Issue) -> bool {
    match issue.code {
        Code::UnknownValue | Code::UnknownMember | Code::MissingMember => true,
        Code::MisspelledValue | Code::MisspelledMember => issue.fix.is_none(),
        _ => false,
    }
}

/// Returns the fault of the number that a text means.
fn beyond(ty: &Type, text: &str, within: Within) -> Option<Found> {
    let (Type::Number(bounds) | Type::Integer(bounds)) = ty else {
        return None;
    };
    let number = number_of_text(text)?;
    match within {
        _ if matches!(ty, Type::Integer(_)) && !number.is_integer() => {
            Some(Found::new(Code::NotInteger).with("found", number.to_value()))
        }
        Within::List(_) => outside(*bounds, number)
            .map(|_| Found::new(Code::DayRange).with("found", number.to_value())),
        Within::Object(_) => outside(*bounds, number),
    }
}

fn outside(bounds: Bounds, number: Number) -> Option<Found> {
    let (value, found) = (number.as_f64(), number.to_value());
    if bounds.above && value <= bounds.min {
        Some(
            Found::new(Code::NotAbove)
                .with("min", Number::from(bounds.min).to_value())
                .with("found", found),
        )
    } else if value < bounds.min {
        Some(
            Found::new(Code::TooSmall)
                .with("min", Number::from(bounds.min).to_value())
                .with("found", found),
        )
    } else if value > bounds.max {
        Some(
            Found::new(Code::TooLarge)
                .with("max", Number::from(bounds.max).to_value())
                .with("found", found),
        )
    } else {
        None
    }
}
