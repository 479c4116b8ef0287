//! A verb for a kind of record, as a function of DataFusion.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use calendiff::{Error, Kind};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, ScalarValue, exec_err, internal_err, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, DocSection, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility,
};

use crate::arguments::{Arguments, Call, Reader, is_text, literal};
use crate::column::{Builder, Cell, struct_of};
use crate::parameter::Parameter;
use crate::verbs::{REFUSAL, Refusal, Returns, Verb};

/// A verb for a kind of record.
#[derive(Debug)]
pub(crate) struct Function {
    name: String,
    kind: Kind,
    verb: &'static Verb,
    signature: Signature,
    documentation: Documentation,
}

// A function is its name.
impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Function {}

impl Hash for Function {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl Function {
    pub(crate) fn new(kind: Kind, verb: &'static Verb) -> Self {
        let name = format!("{kind}_{}", verb.name);
        let documentation = documentation(&name, verb);
        Self { name, kind, verb, signature: Signature::user_defined(Volatility::Immutable), documentation }
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
            Some((parameter, error)) if parameter.refuses_rows() => Refusal::new(Some(parameter.name), error),
            Some((parameter, error)) => return exec_err!("{}", self.unread(parameter, error)),
            None => match (self.verb.answer)(call) {
                Some(Ok(answered)) => return Ok(self.answered(answered)),
                Some(Err(error)) => Refusal::new(None, &error),
                None => return internal_err!("{} reads arguments that it does not have", self.name),
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
                Cell::Struct(columns.iter().map(|_| Cell::Null).chain(refusal.cells()).collect())
            }
        }
    }

    /// Says which argument cannot be meant. The error of an option begins with its name.
    fn unread(&self, parameter: &Parameter, error: &Error) -> String {
        let argument = if parameter.refuses_rows() { format!("{}: ", parameter.name) } else { String::new() };
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

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        let parameters = self.verb.parameters;
        let required = parameters.iter().filter(|parameter| !parameter.is_optional).count();
        if !(required..=parameters.len()).contains(&types.len()) {
            return plan_err!("expected {}, found {} arguments", syntax(&self.name, self.verb), types.len());
        }
        parameters.iter().zip(types).map(|(parameter, given)| self.coerced(parameter, given)).collect()
    }

    /// Refuses literals that cannot be meant, before the first record. A document is data, whoever writes it.
    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        let literals = args.scalar_arguments.iter().zip(self.verb.parameters);
        let checked = literals.filter(|(_, parameter)| parameter.checks_literals());
        for (text, parameter) in checked.filter_map(|(value, parameter)| Some((literal((*value)?)?, parameter))) {
            if let Err(error) = parameter.given(self.kind, text) {
                return plan_err!("{}", self.unread(parameter, &error));
            }
        }
        Ok(Arc::new(Field::new(&self.name, self.returns(), true)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let arguments = Arguments::new(args.args, args.number_rows)?;
        let mut reader = Reader::new(self.kind, self.verb.parameters, &arguments);
        let mut answers = Builder::new(&self.returns(), arguments.rows)?;
        for row in 0..arguments.rows {
            answers.push(reader.row(row).map_or(Ok(Cell::Null), |call| self.answer(call))?)?;
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
    /// Returns the type that an argument is converted to: text and binary stay as they are.
    fn coerced(&self, parameter: &Parameter, given: &DataType) -> Result<DataType> {
        match given {
            text if is_text(text) => Ok(text.clone()),
            DataType::Null => Ok(DataType::Utf8),
            DataType::Dictionary(_, values) if is_text(values) => Ok(values.as_ref().clone()),
            other => plan_err!("{}: {}: expected text or binary, found {other}", self.name, parameter.name),
        }
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
    call.extend(verb.parameters.iter().filter(|parameter| parameter.is_optional).map(|_| "]"));
    call + ")"
}

fn documentation(name: &str, verb: &Verb) -> Documentation {
    let section = DocSection { include: true, label: "calendiff", description: None };
    let documentation = Documentation::builder(section, verb.about, syntax(name, verb));
    let arguments = verb.parameters.iter().map(|parameter| (parameter.name, parameter.about));
    arguments.fold(documentation, |documentation, (name, about)| documentation.with_argument(name, about)).build()
}
