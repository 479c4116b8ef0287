//! A verb for a kind of record, as a function of DataFusion.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use calendiff::{Error, Kind};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, ScalarValue, exec_err, internal_err, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, DocSection, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl,
    Signature, Volatility,
};

use crate::arguments::{Arguments, Call, Reader, is_text, literal};
use crate::asked::Asked;
use crate::column::{Builder, Cell, Column, struct_of};
use crate::parameter::Parameter;
use crate::verbs::{REFUSAL, Refusal, Returns, Verb};

/// A verb for a kind of record.
#[derive(Debug)]
pub(crate) struct Function {
    name: String,
    kind: Kind,
    verb: &'static Verb,
    pub(crate) asked: Asked,
    signature: Signature,
    documentation: Documentation,
}

// A function is its name, and what it is asked for.
impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.asked == other.asked
    }
}

impl Eq for Function {}

impl Hash for Function {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
        self.asked.hash(state);
    }
}

impl Function {
    pub(crate) fn new(kind: Kind, verb: &'static Verb) -> Self {
        let name = format!("{kind}_{}", verb.name);
        let documentation = documentation(&name, verb);
        let signature = Signature::user_defined(Volatility::Immutable);
        Self {
            name,
            kind,
            verb,
            asked: Asked::All,
            signature,
            documentation,
        }
    }

    /// Returns the function that answers with these columns alone.
    pub(crate) fn narrowed(&self, asked: Asked) -> Self {
        Self {
            asked,
            ..Self::new(self.kind, self.verb)
        }
    }

    pub(crate) fn has_columns(&self) -> bool {
        matches!(self.verb.returns, Returns::Columns(_))
    }

    fn returns(&self) -> DataType {
        match &self.verb.returns {
            Returns::Value { column, .. } => column.data_type(),
            Returns::Columns(columns) => struct_of(columns.iter().chain(&REFUSAL)),
        }
    }

    /// Returns the answer to a row.
    fn answer(&self, call: Call<'_>) -> Result<Cell> {
        let refusal = match call.unread() {
            Some((parameter, error)) if parameter.refuses_rows() => {
                Refusal::new(Some(parameter.name), error)
            }
            Some((parameter, error)) => return exec_err!("{}", self.unread(parameter, error)),
            None => match (self.verb.answer)(call) {
                Some(Ok(answered)) => return Ok(self.answered(answered)),
                Some(Err(error)) => Refusal::new(None, &error),
                None => {
                    return internal_err!("{} reads arguments that it does not have", self.name);
                }
            },
        };
        Ok(self.refused(&refusal))
    }

    fn answered(&self, cell: Cell) -> Cell {
        match (&self.verb.returns, cell) {
            (Returns::Columns(_), Cell::Struct(mut cells)) => {
                cells.extend(REFUSAL.map(|_| Cell::Null));
                Cell::Struct(cells)
            }
            (_, cell) => cell,
        }
    }

    fn refused(&self, refusal: &Refusal) -> Cell {
        match &self.verb.returns {
            Returns::Value { refused, .. } => refused(refusal),
            Returns::Columns(columns) => {
                // So that `WHERE NOT v['ok']` selects refused records as well.
                let cell = |(_, column): &(_, Column)| match column {
                    Column::Boolean => Cell::Boolean(false),
                    _ => Cell::Null,
                };
                Cell::Struct(columns.iter().map(cell).chain(refusal.cells()).collect())
            }
        }
    }

    /// Says which argument cannot be meant. The error of an option begins with its name.
    fn unread(&self, parameter: &Parameter, error: &Error) -> String {
        let argument = if parameter.refuses_rows() {
            format!("{}: ", parameter.name)
        } else {
            String::new()
        };
        format!("{}: {argument}{error} ({})", self.name, error.code())
    }
}

impl ScalarUDFImpl for Function {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.returns())
    }

    /// Returns the types that arguments are converted to: text and binary stay as they are. Other types stay too, since
    /// `return_field_from_args` refuses them in clearer words than `DataFusion` gives to an error here.
    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        Ok(types.iter().map(coerced).collect())
    }

    /// Refuses calls that do not fit, and literals that cannot be meant, before the first record. A document is data, whoever
    /// writes it.
    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        self.check(args.arg_fields)?;
        let literals = args.scalar_arguments.iter().zip(self.verb.parameters);
        let checked = literals.filter(|(_, parameter)| parameter.checks_literals());
        for (text, parameter) in
            checked.filter_map(|(value, parameter)| Some((literal((*value)?)?, parameter)))
        {
            if let Err(error) = parameter.given(self.kind, text) {
                return plan_err!("{}", self.unread(parameter, &error));
            }
        }
        Ok(Arc::new(Field::new(&self.name, self.returns(), true)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let arguments = Arguments::new(args.args, args.number_rows)?;
        let mut reader = Reader::new(self.kind, self.verb.parameters, &arguments, &self.asked);
        let mut answers = Builder::new(&self.returns(), arguments.rows)?;
        for row in 0..arguments.rows {
            answers.push(
                reader
                    .row(row)
                    .map_or(Ok(Cell::Null), |call| self.answer(call))?,
            )?;
        }
        let answers = answers.finish()?;
        Ok(if arguments.is_literal {
            ColumnarValue::Scalar(ScalarValue::try_from_array(&answers, 0)?)
        } else {
            ColumnarValue::Array(answers)
        })
    }
}

impl Function {
    /// Checks the number and the types of arguments.
    fn check(&self, given: &[FieldRef]) -> Result<()> {
        let parameters = self.verb.parameters;
        let required = parameters
            .iter()
            .filter(|parameter| !parameter.is_optional)
            .count();
        if !(required..=parameters.len()).contains(&given.len()) {
            let found = if given.len() == 1 {
                "1 argument"
            } else {
                &format!("{} arguments", given.len())
            };
            return plan_err!("expected {}, found {found}", syntax(&self.name, self.verb));
        }
        match parameters
            .iter()
            .zip(given)
            .find(|(_, given)| !is_text(&coerced(given.data_type())))
        {
            Some((parameter, given)) => {
                plan_err!(
                    "{}: {}: expected text or binary, found {}",
                    self.name,
                    parameter.name,
                    given.data_type()
                )
            }
            None => Ok(()),
        }
    }
}

fn coerced(given: &DataType) -> DataType {
    match given {
        DataType::Null => DataType::Utf8,
        DataType::Dictionary(_, values) if is_text(values) => values.as_ref().clone(),
        other => other.clone(),
    }
}

/// Returns the call as documentation shows it: `calendar_ok(draft [, profile [, of]])`.
fn syntax(name: &str, verb: &Verb) -> String {
    let mut call = format!("{name}(");
    for (at, parameter) in verb.parameters.iter().enumerate() {
        let separator = if at == 0 { "" } else { ", " };
        let optional = if parameter.is_optional { " [" } else { "" };
        call.extend([optional, separator, parameter.name]);
    }
    call.extend(
        verb.parameters
            .iter()
            .filter(|parameter| parameter.is_optional)
            .map(|_| "]"),
    );
    call + ")"
}

fn documentation(name: &str, verb: &Verb) -> Documentation {
    let section = DocSection {
        include: true,
        label: "calendiff",
        description: None,
    };
    let documentation = Documentation::builder(section, verb.about, syntax(name, verb));
    let arguments = verb
        .parameters
        .iter()
        .map(|parameter| (parameter.name, parameter.about));
    arguments
        .fold(documentation, |documentation, (name, about)| {
            documentation.with_argument(name, about)
        })
        .build()
}
