//! The crate jsonschema, with the JSON Schemas that ajv gets too, alone and with a keyword for the rules.

use anyhow::{Result, anyhow};
use jsonschema::error::ValidationErrorKind;
use jsonschema::paths::Location;
use jsonschema::{Keyword, ValidationError, Validator};
use serde_json::{Map, Value};

use crate::peer::Finding;
use crate::rules;

/// The keyword `rule`, whose value names one.
struct Rule(fn(&Value) -> Vec<Finding>);

impl<'i> Keyword<'i> for Rule {
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        self.iter_errors(instance).next().map_or(Ok(()), Err)
    }

    fn is_valid(&self, instance: &'i Value) -> bool {
        (self.0)(instance).is_empty()
    }

    /// The crate gives each the place that the keyword stands at; the path below it is lost.
    fn iter_errors(
        &self,
        instance: &'i Value,
    ) -> Box<dyn Iterator<Item = ValidationError<'i>> + 'i> {
        Box::new(
            (self.0)(instance)
                .into_iter()
                .map(|found| ValidationError::custom(found.says)),
        )
    }
}

pub(crate) fn validator(schema: &Value) -> Result<Validator> {
    jsonschema::options()
        .with_keyword("rule", rule)
        .build(schema)
        .map_err(|error| anyhow!("{error}"))
}

fn rule<'a>(
    _: &'a Map<String, Value>,
    name: &'a Value,
    _: Location,
) -> Result<Box<dyn for<'i> Keyword<'i>>, ValidationError<'a>> {
    let rule = name
        .as_str()
        .and_then(rules::named)
        .ok_or_else(|| ValidationError::custom("no such rule"))?;
    Ok(Box::new(Rule(rule)))
}

pub(crate) fn check(validator: &Validator, draft: &Value) -> Vec<Finding> {
    let errors = validator.iter_errors(draft).flat_map(|error| {
        let path: Vec<String> = error
            .instance_path()
            .to_string()
            .split('/')
            .skip(1)
            .map(str::to_owned)
            .collect();
        // Messages quote values, which may hold other faults.
        let says = match error.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected } => unexpected.clone(),
            ValidationErrorKind::Required { property } => vec![property.to_string()],
            ValidationErrorKind::Custom { message, .. } => vec![message.clone()],
            _ => vec![error.schema_path().to_string()],
        };
        says.into_iter().map(move |says| Finding {
            path: path.clone(),
            says,
        })
    });
    errors.collect()
}
