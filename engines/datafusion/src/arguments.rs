//! The arguments of a call, row by row.

use calendiff::json::{Path, View};
use calendiff::{Edits, Error, Kind, Mode, PayloadShape, Profile, Resolution, Span, WhenAbsent};
use datafusion::arrow::array::{
    Array, ArrayAccessor, ArrayRef, AsArray, BinaryArray, BinaryViewArray, LargeBinaryArray,
    LargeStringArray, StringArray, StringViewArray,
};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, ScalarValue, internal_err};
use datafusion::logical_expr::ColumnarValue;

use crate::asked::Asked;
use crate::column::Cell;
use crate::parameter::{Given, Parameter};

/// Returns true for the types that texts come in.
pub(crate) fn is_text(data_type: &DataType) -> bool {
    use DataType::{Binary, BinaryView, LargeBinary, LargeUtf8, Utf8, Utf8View};
    matches!(
        data_type,
        Utf8 | LargeUtf8 | Utf8View | Binary | LargeBinary | BinaryView
    )
}

/// Returns the text of a literal, which is `None` for a NULL.
pub(crate) fn literal(value: &ScalarValue) -> Option<&[u8]> {
    match value {
        ScalarValue::Dictionary(_, value) => literal(value),
        ScalarValue::Binary(bytes)
        | ScalarValue::LargeBinary(bytes)
        | ScalarValue::BinaryView(bytes) => bytes.as_deref(),
        other => other.try_as_str().flatten().map(str::as_bytes),
    }
}

/// The texts of an argument.
enum Texts {
    Literal(ScalarValue),
    Utf8(StringArray),
    LargeUtf8(LargeStringArray),
    Utf8View(StringViewArray),
    Binary(BinaryArray),
    LargeBinary(LargeBinaryArray),
    BinaryView(BinaryViewArray),
}

impl Texts {
    fn of(argument: ColumnarValue) -> Result<Self> {
        let array = match argument {
            ColumnarValue::Scalar(value) => return Ok(Self::Literal(value)),
            ColumnarValue::Array(array) => array,
        };
        Self::of_array(&array)
    }

    fn of_array(array: &ArrayRef) -> Result<Self> {
        Ok(match array.data_type() {
            DataType::Utf8 => Self::Utf8(array.as_string().clone()),
            DataType::LargeUtf8 => Self::LargeUtf8(array.as_string().clone()),
            DataType::Utf8View => Self::Utf8View(array.as_string_view().clone()),
            DataType::Binary => Self::Binary(array.as_binary().clone()),
            DataType::LargeBinary => Self::LargeBinary(array.as_binary().clone()),
            DataType::BinaryView => Self::BinaryView(array.as_binary_view().clone()),
            other => return internal_err!("expected text, found {other}"),
        })
    }

    fn get(&self, row: usize) -> Option<&[u8]> {
        match self {
            Self::Literal(value) => literal(value),
            Self::Utf8(array) => at(&array, row).map(str::as_bytes),
            Self::LargeUtf8(array) => at(&array, row).map(str::as_bytes),
            Self::Utf8View(array) => at(&array, row).map(str::as_bytes),
            Self::Binary(array) => at(&array, row),
            Self::LargeBinary(array) => at(&array, row),
            Self::BinaryView(array) => at(&array, row),
        }
    }
}

fn at<A: ArrayAccessor>(array: &A, row: usize) -> Option<A::Item> {
    array.is_valid(row).then(|| array.value(row))
}

/// The columns and literals of a call.
pub(crate) struct Arguments {
    texts: Vec<Texts>,
    /// Number of rows; 1 if all arguments are literals.
    pub(crate) rows: usize,
    /// True if all arguments are literals, so that the answer is one.
    pub(crate) is_literal: bool,
}

impl Arguments {
    pub(crate) fn new(arguments: Vec<ColumnarValue>, rows: usize) -> Result<Self> {
        let is_literal = arguments
            .iter()
            .all(|argument| matches!(argument, ColumnarValue::Scalar(_)));
        let texts = arguments
            .into_iter()
            .map(Texts::of)
            .collect::<Result<_>>()?;
        Ok(Self {
            texts,
            rows: if is_literal { 1 } else { rows },
            is_literal,
        })
    }

    /// Returns the texts of a row, or `None` if one is NULL.
    fn row(&self, row: usize) -> Option<Vec<&[u8]>> {
        self.texts.iter().map(|texts| texts.get(row)).collect()
    }
}

/// Reads the arguments of one row after the other. A text that is the same as in the row before is not read again, which
/// literals always are.
pub(crate) struct Reader<'a> {
    kind: Kind,
    parameters: &'static [Parameter],
    arguments: &'a Arguments,
    asked: &'a Asked,
    texts: Vec<&'a [u8]>,
    read: Vec<Result<Given, Error>>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(
        kind: Kind,
        parameters: &'static [Parameter],
        arguments: &'a Arguments,
        asked: &'a Asked,
    ) -> Self {
        Self {
            kind,
            parameters,
            arguments,
            asked,
            texts: Vec::new(),
            read: Vec::new(),
        }
    }

    /// Returns the call of a row, or `None` if an argument is NULL.
    pub(crate) fn row(&mut self, row: usize) -> Option<Call<'_>> {
        let texts = self.arguments.row(row)?;
        for (at, (text, parameter)) in texts.iter().zip(self.parameters).enumerate() {
            let is_known = self
                .texts
                .get(at)
                .is_some_and(|last| std::ptr::eq(*last, *text) || last == text);
            if is_known {
                continue;
            }
            let given = parameter.given(self.kind, text);
            match self.read.get_mut(at) {
                Some(place) => *place = given,
                None => self.read.push(given),
            }
        }
        self.texts = texts;
        Some(Call {
            kind: self.kind,
            parameters: self.parameters,
            given: &self.read,
            asked: self.asked,
        })
    }
}

/// The arguments of one row, in the order of the parameters.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    pub(crate) kind: Kind,
    parameters: &'static [Parameter],
    given: &'a [Result<Given, Error>],
    asked: &'a Asked,
}

/// A value that could not be read, and its parameter.
pub(crate) type Unread<'a> = (&'static Parameter, &'a Error);

impl<'a> Call<'a> {
    /// Returns the first argument that could not be read.
    pub(crate) fn unread(self) -> Option<Unread<'a>> {
        self.parameters
            .iter()
            .zip(self.given)
            .find_map(|(parameter, given)| Some((parameter, given.as_ref().err()?)))
    }

    /// Returns the cell of a column, or NULL if the query does not ask for it.
    pub(crate) fn asked(self, column: &str, cell: impl FnOnce() -> Cell) -> Cell {
        if self.asked.has(column) {
            cell()
        } else {
            Cell::Null
        }
    }

    fn find<T>(self, pick: impl Fn(&'a Given) -> Option<T>) -> Option<T> {
        self.given
            .iter()
            .filter_map(|given| given.as_ref().ok())
            .find_map(pick)
    }

    /// Returns the documents, in order.
    pub(crate) fn documents<const COUNT: usize>(self) -> Option<[View<'a>; COUNT]> {
        let documents = self.given.iter().filter_map(|given| match given {
            Ok(Given::Document(document)) => Some(document.root()),
            _ => None,
        });
        documents.collect::<Vec<_>>().try_into().ok()
    }

    /// Returns the span between the dates.
    pub(crate) fn span(self) -> Option<Result<Span, Error>> {
        let dates = self.given.iter().filter_map(|given| match given {
            Ok(Given::Date(date)) => Some(date.as_str()),
            _ => None,
        });
        let [first, last] = dates.collect::<Vec<_>>().try_into().ok()?;
        Some(Span::between(first, last))
    }
}

/// Returns the argument of a type.
macro_rules! argument {
    ($($name:ident: $given:ident -> $ty:ty;)*) => {
        impl<'a> Call<'a> {
            $(pub(crate) fn $name(self) -> Option<&'a $ty> {
                self.find(|given| match given {
                    Given::$given(value) => Some(value),
                    _ => None,
                })
            })*
        }
    };
}

argument! {
    edits: Edits -> Edits;
    pointer: Pointer -> Path;
}

/// Returns an option, or its default if it is left out.
macro_rules! option {
    ($($name:ident: $given:ident -> $ty:ty;)*) => {
        impl Call<'_> {
            $(pub(crate) fn $name(self) -> $ty {
                let given = self.find(|given| match given {
                    Given::$given(value) => Some(*value),
                    _ => None,
                });
                given.unwrap_or_default()
            })*
        }
    };
}

option! {
    profile: Profile -> Profile;
    shape: Shape -> PayloadShape;
    mode: Mode -> Mode;
    absent: Absent -> WhenAbsent;
    resolution: Resolution -> Resolution;
}
