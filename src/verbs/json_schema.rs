//! JSON Schema 2020-12, built from the tables.

use serde_json::{Map, Value};

use crate::ground::json::{Document, Number};
use crate::knowledge::format::TextSchema;
use crate::knowledge::language::{Language, params};
use crate::knowledge::schema::{Access, Bounds, Format, Kind, Member, Object, PayloadShape, Type};

impl Kind {
    /// Returns the JSON Schema (2020-12) of an update or of a stored record, for forms, editors and other validators.
    ///
    /// It accepts every draft in which [`validate`](Kind::validate), without a stored record, finds no error under
    /// profile `specification`. It refuses the others as far as JSON Schema can express it: it does not detect reversed
    /// hours, for example, and not every wrong host of a URL. A warning is not a violation, so members may be missing
    /// or unknown, and known values are `examples`.
    ///
    /// Members that only responses contain are `readOnly`, and in an update also `not` allowed; members that only
    /// requests contain are `writeOnly`. URLs have a `pattern` and no `format`: `uri` matches fewer URLs, and none with
    /// `{{contact.name}}`.
    ///
    /// ```
    /// use calendiff::{Kind, PayloadShape};
    /// use serde_json::json;
    ///
    /// let update = Kind::Calendar.json_schema(PayloadShape::Update);
    /// let slot_duration = json!({
    ///     "title": "slot duration",
    ///     "description": "In units of slotDurationUnit.",
    ///     "type": "number",
    ///     "exclusiveMinimum": 0,
    ///     "default": 30,
    /// });
    /// assert_eq!(update["properties"]["slotDuration"], slot_duration);
    /// assert_eq!(update["properties"]["id"]["not"], json!({}));
    ///
    /// let record = Kind::Calendar.json_schema(PayloadShape::Record);
    /// assert_eq!(record["properties"]["recurring"]["$ref"], "#/$defs/recurrence");
    /// ```
    #[must_use]
    pub fn json_schema(self, of: PayloadShape) -> Value {
        self.json_schema_in(of, Language::english())
    }

    /// Returns the [JSON Schema](Self::json_schema) with titles and descriptions in a language.
    ///
    /// ```
    /// use calendiff::{Kind, Language, PayloadShape};
    ///
    /// let german = Language::named("de").unwrap();
    /// let update = Kind::Calendar.json_schema_in(PayloadShape::Update, german);
    /// assert_eq!(update["properties"]["slotDuration"]["title"], "Termindauer");
    /// assert_eq!(update["properties"]["slotDuration"]["description"], "In der Einheit von slotDurationUnit.");
    /// ```
    #[must_use]
    pub fn json_schema_in(self, of: PayloadShape, language: &Language) -> Value {
        json_schema(self, of, language)
    }
}

/// Answers [`Kind::json_schema`].
pub(crate) fn json_schema(kind: Kind, of: PayloadShape, language: &Language) -> Value {
    let mut tables = Tables::new(language, SchemaPlace::Definitions);
    let record = tables.root(kind, of);
    let schema = Schema::new("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.and(record).with("$defs", tables.definitions).into()
}

/// Returns the schemas of all kinds in both shapes, and of all that they reference, by name, as the components of a
/// description in OpenAPI.
pub(crate) fn components(language: &Language) -> Value {
    let mut tables = Tables::new(language, SchemaPlace::Components);
    for &kind in Kind::ALL {
        for &of in PayloadShape::ALL {
            let schema = tables.root(kind, of);
            tables.definitions =
                std::mem::take(&mut tables.definitions).with(&component(kind, of), schema);
        }
    }
    tables.definitions.into()
}

/// Returns the name of a record's schema among the components: `Calendar`, `CalendarUpdate`.
pub(crate) fn component(kind: Kind, of: PayloadShape) -> String {
    SchemaPlace::Components.name(kind.table(), of)
}

/// Returns a schema for an object that holds the record in an envelope, with no member of the record beside it. A
/// validation takes an envelope of anything but an object for an unknown member; among components, which are about
/// requests, it is refused.
fn in_an_envelope(kind: Kind, place: SchemaPlace) -> Schema {
    let mut each = Vec::new();
    let mut before = Schema::default();
    for name in kind.envelopes() {
        let required = Schema::new("required", vec![*name]);
        each.push(match place {
            SchemaPlace::Definitions => required.with(
                "properties",
                before.clone().with(name, Schema::new("type", "object")),
            ),
            SchemaPlace::Components => required,
        });
        // The first envelope that is present takes precedence.
        before = before.with(name, false);
    }
    let beside = Schema::new("not", Schema::new("enum", names(kind.table())));
    Schema::new("$comment", "a record in its envelope")
        .with("anyOf", each)
        .with("propertyNames", beside)
}

/// A schema under construction.
#[derive(Clone, Default)]
struct Schema(Map<String, Value>);

impl Schema {
    fn new(keyword: &str, value: impl Into<Value>) -> Self {
        Self::default().with(keyword, value)
    }

    fn with(mut self, keyword: &str, value: impl Into<Value>) -> Self {
        self.0.insert(keyword.to_owned(), value.into());
        self
    }

    fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }
}

impl From<Schema> for Value {
    fn from(schema: Schema) -> Self {
        schema.0.into()
    }
}

fn names(table: &Object) -> Vec<&'static str> {
    table.members.iter().map(|row| row.name).collect()
}

/// The place of definitions in a document.
#[derive(Clone, Copy, PartialEq)]
enum SchemaPlace {
    /// Those of a JSON Schema: `#/$defs/team-member`.
    Definitions,
    /// Those of a description in OpenAPI: `#/components/schemas/TeamMember`.
    Components,
}

impl SchemaPlace {
    fn prefix(self) -> &'static str {
        match self {
            Self::Definitions => "#/$defs/",
            Self::Components => "#/components/schemas/",
        }
    }

    /// Returns the keyword of a default. Generators of clients take a member with a `default` for one that is always there.
    fn default_keyword(self) -> &'static str {
        match self {
            Self::Definitions => "default",
            Self::Components => "x-observed-default",
        }
    }

    /// Returns the name of a table's definition. In components, where both shapes are side by side, one that differs
    /// between them has a name for each.
    fn name(self, table: &Object, of: PayloadShape) -> String {
        match (self, of) {
            (Self::Definitions, _) => table.name.replace(' ', "-"),
            (Self::Components, PayloadShape::Update) if differs(table) => {
                pascal(table.name) + "Update"
            }
            (Self::Components, _) => pascal(table.name),
        }
    }
}

/// Returns true if an update and a response have different members in a table, or in one inside it.
fn differs(table: &Object) -> bool {
    table
        .members
        .iter()
        .any(|row| row.access != Access::Both || row.ty.table().is_some_and(differs))
}

/// Returns the name of a type: `TeamMember` for `team member`.
fn pascal(name: &str) -> String {
    let words = name.split([' ', '-']).filter(|word| !word.is_empty());
    words
        .map(|word| word[..1].to_ascii_uppercase() + &word[1..])
        .collect()
}

/// A walk along the tables. The schema of an object inside a record is defined once and referenced.
struct Tables<'l> {
    language: &'l Language,
    place: SchemaPlace,
    of: PayloadShape,
    definitions: Schema,
}

impl<'l> Tables<'l> {
    fn new(language: &'l Language, place: SchemaPlace) -> Self {
        Self {
            language,
            place,
            of: PayloadShape::default(),
            definitions: Schema::default(),
        }
    }

    /// Returns the schema of a record, which references definitions.
    fn root(&mut self, kind: Kind, of: PayloadShape) -> Schema {
        self.of = of;
        let record = self.object(kind.table());
        let title = self.title(kind.table());
        match of {
            PayloadShape::Update => {
                let title = self.sentence("update", &title);
                Schema::new("title", title)
                    .and(record)
                    .with("not", in_an_envelope(kind, self.place))
            }
            PayloadShape::Record => Schema::new("title", title).and(record),
        }
    }

    /// Returns the name of a table in the language.
    fn title(&self, table: &Object) -> String {
        self.language.word("title", &table.name.into())
    }

    fn sentence(&self, key: &str, name: &str) -> String {
        self.language.say("schema", key, &params(&[("name", name)]))
    }

    fn object(&mut self, table: &Object) -> Schema {
        let mut properties = Schema::default();
        for row in table.members {
            properties = properties.with(row.name, self.member(row));
        }
        Schema::new("$comment", ["section ", table.section].concat())
            .with("type", "object")
            .with("properties", properties)
    }

    fn member(&mut self, row: &Member) -> Schema {
        let mut schema = Schema::new("title", self.language.label(row.name));
        let forbidden = row.is_response_only() && self.of == PayloadShape::Update;
        let help = self.language.help(row.name).map(str::to_owned);
        let unit = row.unit.map(|unit| self.sentence("unit", unit));
        let only_responses = forbidden.then(|| self.sentence("only_responses", row.name));
        let sentences: Vec<String> = [help, unit, only_responses].into_iter().flatten().collect();
        if !sentences.is_empty() {
            schema = schema.with("description", sentences.join(" "));
        }
        schema = match row.access {
            Access::Both => schema,
            Access::ResponseOnly => schema.with("readOnly", true),
            Access::RequestOnly => schema.with("writeOnly", true),
        };
        // The type stays, for forms that show the member.
        schema = schema.and(self.value(&row.ty));
        if forbidden {
            return schema.with("not", Schema::default());
        }
        if let Some(default) = row.default {
            schema = schema.with(self.place.default_keyword(), json(default));
        }
        if !row.known.is_empty() {
            let known = row.known.iter().map(|known| match row.ty {
                Type::Text(_) => known.value.into(),
                _ => json(known.value),
            });
            schema = schema.with("examples", known.collect::<Vec<Value>>());
        }
        schema
    }

    fn value(&mut self, value: &Type) -> Schema {
        match value {
            Type::Text(format) => text(*format),
            Type::Number(bounds) | Type::Integer(bounds) => limited(value, *bounds),
            Type::Boolean | Type::Open => Schema::new("type", value.name()),
            Type::Object(table) => self.defined(&self.place.name(table, self.of), |this| {
                let schema = Schema::new("title", this.title(table)).and(this.object(table));
                if table.name == "hour range" {
                    schema.and(within_the_day(table))
                } else {
                    schema
                }
            }),
            Type::List(list) => {
                Schema::new("type", value.name()).with("items", self.value(&list.item))
            }
        }
    }

    /// Returns a reference to a definition, which is added if it is missing.
    fn defined(&mut self, name: &str, definition: impl FnOnce(&mut Self) -> Schema) -> Schema {
        if !self.definitions.0.contains_key(name) {
            let definition = definition(self);
            self.definitions
                .0
                .insert(name.to_owned(), definition.into());
        }
        Schema::new("$ref", [self.place.prefix(), name].concat())
    }
}

/// Returns the schema of a leaf format. It is no definition of its own: many form generators skip titles beside a
/// reference.
fn text(format: Format) -> Schema {
    let TextSchema { pattern, more } = format.schema();
    let mut text = Schema::new("type", "string").with("pattern", pattern);
    for (keyword, value) in more {
        text = text.with(keyword, value);
    }
    text
}

fn limited(number: &Type, bounds: Bounds) -> Schema {
    let least = if bounds.above {
        "exclusiveMinimum"
    } else {
        "minimum"
    };
    let mut schema = Schema::new("type", number.name());
    for (keyword, limit) in [(least, bounds.min), ("maximum", bounds.max)] {
        if limit.is_finite() {
            schema = schema.with(keyword, Number::from(limit).to_value());
        }
    }
    schema
}

/// Requires a complete range that closes in hour 24 to close at 24:00. Strict validators expect properties for the
/// names in `required`.
fn within_the_day(range: &Object) -> Schema {
    let names = names(range);
    let mut whole = Schema::default();
    for name in &names {
        whole = whole.with(name, true);
    }
    let last = whole.with("closeHour", Schema::new("const", 24));
    let at_its_end = Schema::new("closeMinute", Schema::new("const", 0));
    Schema::new(
        "if",
        Schema::new("required", names).with("properties", last),
    )
    .with("then", Schema::new("properties", at_its_end))
}

/// Parses a value that a row contains as JSON text.
fn json(text: &str) -> Value {
    Document::parse(text).map_or(Value::Null, |document| document.root().to_value())
}
