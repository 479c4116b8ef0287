//! JSON Schema 2020-12, built from the tables.

use serde_json::{Map, Value};

use crate::ground::json::{Document, Number};
use crate::knowledge::format::TextSchema;
use crate::knowledge::schema::{Access, Bounds, Format, Kind, Member, Object, Shape, Type};

/// Answers [`Kind::json_schema`].
pub(crate) fn json_schema(kind: Kind, of: Shape) -> Value {
    let mut tables = Tables { of, definitions: Schema::default() };
    let record = tables.object(kind.record());
    let schema = Schema::new("$schema", "https://json-schema.org/draft/2020-12/schema");
    let schema = match of {
        Shape::Update => {
            let title = [kind.name(), " update"].concat();
            schema.with("title", title).and(record).with("not", in_an_envelope(kind))
        }
        Shape::Record => schema.with("title", kind.name()).and(record),
    };
    schema.with("$defs", tables.definitions).into()
}

/// Returns a schema for an object that holds the record in an envelope, with no member of the record beside it.
fn in_an_envelope(kind: Kind) -> Schema {
    let (mut each, mut before) = (Vec::new(), Schema::default());
    for name in kind.envelopes() {
        let properties = before.clone().with(name, Schema::new("type", "object"));
        each.push(Schema::new("required", vec![*name]).with("properties", properties));
        // The first envelope that is present takes precedence.
        before = before.with(name, false);
    }
    let beside = Schema::new("not", Schema::new("enum", names(kind.record())));
    Schema::new("$comment", "a record in its envelope").with("anyOf", each).with("propertyNames", beside)
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

/// A walk along the tables. A schema that occurs more than once is defined once and referenced.
struct Tables {
    of: Shape,
    definitions: Schema,
}

impl Tables {
    fn object(&mut self, table: &Object) -> Schema {
        let rows = table.members.iter();
        let properties = rows.fold(Schema::default(), |properties, row| properties.with(row.name, self.member(row)));
        Schema::new("$comment", ["section ", table.section].concat())
            .with("type", "object")
            .with("properties", properties)
    }

    fn member(&mut self, row: &Member) -> Schema {
        let mut schema = Schema::new("title", row.label());
        let forbidden = row.access == Access::ResponseOnly && self.of == Shape::Update;
        let mut sentences = vec![row.help().unwrap_or_default().to_owned()];
        sentences.extend(row.unit.map(|unit| ["In units of ", unit, "."].concat()));
        sentences.extend(forbidden.then(|| "Only in responses.".to_owned()));
        sentences.retain(|sentence| !sentence.is_empty());
        if !sentences.is_empty() {
            schema = schema.with("description", sentences.join(" "));
        }
        schema = match row.access {
            Access::Both => schema,
            Access::ResponseOnly => schema.with("readOnly", true),
            Access::RequestOnly => schema.with("writeOnly", true),
        };
        if forbidden {
            return schema.with("not", Schema::default());
        }
        schema = schema.and(self.value(&row.ty));
        if let Some(default) = row.default {
            schema = schema.with("default", json(default));
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
            Type::Text(format) => self.leaf(*format),
            Type::Number(bounds) | Type::Integer(bounds) => limited(value, *bounds),
            Type::Boolean | Type::Open => Schema::new("type", value.name()),
            Type::Object(table) => self.defined(&table.name.replace(' ', "-"), |this| {
                let schema = Schema::new("title", table.name).and(this.object(table));
                if table.name == "hour range" { schema.and(within_the_day(table)) } else { schema }
            }),
            Type::List(list) => Schema::new("type", value.name()).with("items", self.value(&list.item)),
        }
    }

    fn leaf(&mut self, format: Format) -> Schema {
        let TextSchema { name, pattern, more } = format.schema();
        self.defined(name, |_| {
            let text = Schema::new("type", "string").with("pattern", pattern);
            more.into_iter().fold(text, |text, (keyword, value)| text.with(keyword, value))
        })
    }

    /// Returns a reference to a definition, which is added if it is missing.
    fn defined(&mut self, name: &str, definition: impl FnOnce(&mut Self) -> Schema) -> Schema {
        if !self.definitions.0.contains_key(name) {
            let definition = definition(self);
            self.definitions.0.insert(name.to_owned(), definition.into());
        }
        Schema::new("$ref", ["#/$defs/", name].concat())
    }
}

fn limited(number: &Type, bounds: Bounds) -> Schema {
    let least = if bounds.above { "exclusiveMinimum" } else { "minimum" };
    let limits = [(least, bounds.min), ("maximum", bounds.max)].into_iter().filter(|(_, limit)| limit.is_finite());
    limits.fold(Schema::new("type", number.name()), |schema, (keyword, limit)| {
        schema.with(keyword, Number::from(limit).to_value())
    })
}

/// Requires a complete range that closes in hour 24 to close at 24:00. Strict validators expect properties for the
/// names in `required`.
fn within_the_day(range: &Object) -> Schema {
    let names = names(range);
    let whole = names.iter().fold(Schema::default(), |members, name| members.with(name, true));
    let last = whole.with("closeHour", Schema::new("const", 24));
    let at_its_end = Schema::new("closeMinute", Schema::new("const", 0));
    Schema::new("if", Schema::new("required", names).with("properties", last))
        .with("then", Schema::new("properties", at_its_end))
}

/// Parses a value that a row contains as JSON text.
fn json(text: &str) -> Value {
    Document::parse(text).map_or(Value::Null, |document| document.root().to_value())
}
