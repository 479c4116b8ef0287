//! Drafts with known faults.
//!
//! The possible faults come from the tables: for each object of the record and each of its rows, the values that its
//! type, format, bounds and known values refuse. A planting adds its surroundings if the draft lacks them, and avoids
//! everything that another planting has touched.

mod planting;
mod refusals;
mod rules;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use super::clean::clean;
use super::fault::Fault;
use super::one_of::OneOf;
use crate::ground::json::Path;
use crate::knowledge::format::hours::Range;
use crate::knowledge::issue::Code;
use crate::knowledge::schema::{Kind, Member, Object, Type};
use planting::{Planting, least};

/// A draft and its faults.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Planted {
    /// The draft.
    pub draft: Value,
    /// All faults of the draft, each once and with its place.
    pub faults: Vec<Fault>,
}

impl Planted {
    /// Returns a draft with its faults.
    #[must_use]
    pub fn new(draft: Value, faults: Vec<Fault>) -> Self {
        Self { draft, faults }
    }
}

/// The way from the record down to an object: the members that lead to it, and in arrays any item.
type Way = Vec<&'static Member>;

/// The faults that can be planted into one object of the record, by code.
struct Site {
    way: Way,
    plantings: Vec<(Code, BoxedStrategy<Planting>)>,
}

pub(super) fn planted(kind: Kind) -> BoxedStrategy<Planted> {
    let sites = sites(kind);
    let by_code = Code::ALL.iter().filter_map(|code| {
        let plantings: Vec<_> = sites
            .iter()
            .flat_map(|site| site.of(*code))
            .map(|plantings| (1, plantings))
            .collect();
        (!plantings.is_empty()).then(|| (weight(*code), OneOf(plantings).boxed()))
    });
    let plantings = vec(OneOf(by_code.collect()), 1..=4);
    (plantings, proptest::bool::weighted(0.1), ground(kind))
        .prop_map(move |(plantings, is_enveloped, draft)| {
            let mut field = Field {
                draft,
                taken: Vec::new(),
                faults: Vec::new(),
            };
            for (way, item, planting) in plantings {
                field.plant(&way, item, planting);
            }
            field.done(is_enveloped.then(|| kind.envelopes()[0]))
        })
        .boxed()
}

/// Returns how often a code is planted: every row can be of another type, while most codes are about a few.
fn weight(code: Code) -> u32 {
    if code == Code::WrongType { 8 } else { 1 }
}

/// Generates drafts to plant into: without faults, also once a planting adds or closes hours. Without the availability type,
/// it is not known which hours count.
fn ground(kind: Kind) -> impl Strategy<Value = Value> {
    clean(kind).prop_map(|mut draft| {
        draft
            .as_object_mut()
            .into_iter()
            .for_each(|members| members.retain(|name, _| name != "availabilityType"));
        draft
    })
}

fn sites(kind: Kind) -> Vec<Site> {
    let mut sites = vec![Site {
        way: Way::new(),
        plantings: rules::rules(kind),
    }];
    add_sites(kind.table(), &Way::new(), &mut sites);
    sites
}

/// Adds the sites of the object and of those inside it.
fn add_sites(table: &'static Object, way: &Way, sites: &mut Vec<Site>) {
    sites.push(Site {
        way: way.clone(),
        plantings: refusals::refusals(table),
    });
    for member in table
        .members
        .iter()
        .filter(|member| !member.is_response_only())
    {
        if let Some(below) = member.ty.table() {
            add_sites(below, &[way.as_slice(), &[member]].concat(), sites);
        }
    }
}

impl Site {
    fn of(&self, code: Code) -> impl Iterator<Item = BoxedStrategy<(Way, Index, Planting)>> {
        self.plantings
            .iter()
            .filter(move |(own, _)| *own == code)
            .map(|(_, plantings)| {
                let way = self.way.clone();
                (plantings.clone(), any::<Index>())
                    .prop_map(move |(planting, item)| (way.clone(), item, planting))
                    .boxed()
            })
    }
}

/// A draft into which faults are being planted.
struct Field {
    draft: Value,
    /// The members that have been touched, by name from the record down, and their places.
    taken: Vec<(Path, Path)>,
    faults: Vec<Fault>,
}

impl Field {
    /// Plants a fault, unless it touches a member that another one has touched. Each row of the tables is touched once,
    /// so that two plantings of one kind cannot be duplicates of each other.
    fn plant(&mut self, way: &[&'static Member], item: Index, planting: Planting) {
        let place = place(&self.draft, way, item);
        let row = way
            .iter()
            .fold(Path::new(), |row, member| row.with(member.name));
        let touched: Vec<_> = planting
            .touches()
            .map(|name| (row.with(name.to_owned()), place.with(name.to_owned())))
            .collect();
        if touched.iter().any(|(row, place)| self.is_taken(row, place)) {
            return;
        }
        self.taken.extend(touched);
        let Some(object) = reach(&mut self.draft, way, item).as_object_mut() else {
            return;
        };
        object.extend(planting.put);
        for name in planting.drop {
            object.retain(|own, _| own != name);
        }
        let path = planting
            .found
            .segments()
            .iter()
            .fold(place, |path, segment| path.with(segment.clone()));
        self.faults.push(Fault {
            code: planting.code,
            path,
        });
    }

    /// Returns the finished draft, with or without an envelope.
    fn done(mut self, envelope: Option<&'static str>) -> Planted {
        // Any fault in the calendar's own meeting places means that there are some.
        let dropped = Fault {
            code: Code::PlacesDropped,
            path: Path::new().with("locationConfigurations"),
        };
        let has_places = self.draft["locationConfigurations"]
            .as_array()
            .is_some_and(|places| !places.is_empty());
        if has_places && !self.faults.contains(&dropped) {
            self.faults.push(dropped);
        }
        let Some(envelope) = envelope else {
            return Planted {
                draft: self.draft,
                faults: self.faults,
            };
        };
        let enveloped = Fault {
            code: Code::Enveloped,
            path: Path::new().with(envelope),
        };
        let faults = self.faults.iter().map(|fault| fault.under(envelope));
        Planted {
            draft: json!({ envelope: self.draft }),
            faults: [enveloped].into_iter().chain(faults).collect(),
        }
    }

    /// Returns true if another fault touches a row, or a place inside or around one.
    fn is_taken(&self, row: &Path, place: &Path) -> bool {
        self.taken.iter().any(|(other_row, other)| {
            row == other_row || starts_with(place, other) || starts_with(other, place)
        })
    }
}

fn starts_with(path: &Path, start: &Path) -> bool {
    path.segments().starts_with(start.segments())
}

/// Returns the place to which the way leads in the current draft: in each array an item, or the first one if the array
/// is empty.
fn place(draft: &Value, way: &[&'static Member], item: Index) -> Path {
    let mut place = Path::new();
    let mut here = Some(draft);
    for member in way {
        place.push(member.name);
        here = here.and_then(|here| here.get(member.name));
        if matches!(member.ty, Type::List(_)) {
            let items = here
                .and_then(Value::as_array)
                .map_or(&[][..], Vec::as_slice);
            let at = if items.is_empty() {
                0
            } else {
                item.index(items.len())
            };
            here = items.get(at);
            place.push(at);
        }
    }
    place
}

/// Returns the object to which the way leads. Missing objects are created with the minimum that they need.
fn reach<'a>(draft: &'a mut Value, way: &[&'static Member], item: Index) -> &'a mut Value {
    way.iter().fold(draft, |here, member| {
        if here.get(member.name).is_none() {
            here[member.name] = least(&member.ty, &[]);
        }
        let below = &mut here[member.name];
        match (&member.ty, below) {
            (Type::List(list), Value::Array(items)) => {
                if items.is_empty() {
                    items.push(match &list.item {
                        Type::Object(_) if list.is_set() => Range {
                            open: 0,
                            close: 1439,
                        }
                        .to_value(),
                        item => least(item, &[]),
                    });
                }
                let at = item.index(items.len());
                &mut items[at]
            }
            (_, below) => below,
        }
    })
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::collections::BTreeSet;

    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    use super::*;
    use crate::knowledge::issue::Profile;

    /// Each planting of each row, in drafts of every size, is reported without any other finding.
    #[test]
    fn every_planting_is_found_alone() {
        let mut runner = TestRunner::deterministic();
        for &kind in Kind::ALL {
            let drafts = ground(kind);
            for site in sites(kind) {
                for (code, plantings) in &site.plantings {
                    for _ in 0..4 {
                        let draft = drafts.new_tree(&mut runner).unwrap().current();
                        let planting = plantings.new_tree(&mut runner).unwrap().current();
                        let item = any::<Index>().new_tree(&mut runner).unwrap().current();
                        let mut field = Field {
                            draft,
                            taken: Vec::new(),
                            faults: Vec::new(),
                        };
                        field.plant(&site.way, item, planting);
                        let Planted { draft, faults } = field.done(None);
                        let options = Profile::Service.into();
                        let issues = kind.validate(&draft, &options).unwrap().issues;
                        let issues = issues
                            .into_iter()
                            .filter(|issue| issue.code != Code::OmittedDefaults);
                        let mut found: Vec<_> = issues
                            .map(|issue| Fault {
                                code: issue.code,
                                path: issue.path,
                            })
                            .collect();
                        found.sort_by_key(|fault| {
                            faults.iter().position(|planted| planted == fault)
                        });
                        assert_eq!(found, faults, "{draft}");
                        let others = faults[1..]
                            .iter()
                            .filter(|fault| fault.code != Code::PlacesDropped);
                        assert_eq!((faults[0].code, others.count()), (*code, 0), "{draft}");
                    }
                }
            }
        }
    }

    /// A row that is added to a table gets faults without being named anywhere, whatever its type.
    #[test]
    fn every_row_is_planted_in() {
        let mut runner = TestRunner::deterministic();
        let of_tables = |kind| {
            sites(kind)
                .into_iter()
                .skip(1)
                .map(move |site| (kind, site))
        };
        for (kind, site) in Kind::ALL.iter().copied().flat_map(of_tables) {
            let table = site
                .way
                .last()
                .map_or(Some(kind.table()), |member| member.ty.table());
            let mut planted = BTreeSet::new();
            for (code, plantings) in &site.plantings {
                let planting = plantings.new_tree(&mut runner).unwrap().current();
                planted.insert((planting.found.segments()[0].to_string(), *code));
            }
            let has = |member: &Member, code| planted.contains(&(member.name.to_owned(), code));
            for member in table.unwrap().members {
                let is_sent = !member.is_response_only();
                assert_eq!(has(member, Code::WrongType), is_sent, "{}", member.name);
                assert_eq!(has(member, Code::ReadOnly), !is_sent, "{}", member.name);
                assert_eq!(
                    has(member, Code::MissingMember),
                    member.required && is_sent,
                    "{}",
                    member.name
                );
                let text = matches!(member.ty, Type::Text(_)) && is_sent;
                assert_eq!(has(member, Code::ControlCharacter), text, "{}", member.name);
                let number = matches!(member.ty, Type::Number(bounds) | Type::Integer(bounds) if bounds.max.is_finite());
                assert_eq!(has(member, Code::TooLarge), number, "{}", member.name);
            }
        }
    }
}
