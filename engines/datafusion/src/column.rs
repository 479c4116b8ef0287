//! Answers as Arrow arrays: the shape of a column, the cell of a row, and the builder that takes cells.

use std::borrow::Cow;
use std::sync::Arc;

use datafusion::arrow::array::{
    Array, ArrayRef, BooleanBuilder, Int64Builder, ListArray, NullBufferBuilder, StringViewBuilder,
    StructArray,
};
use datafusion::arrow::buffer::{OffsetBuffer, ScalarBuffer};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Fields};
use datafusion::common::{Result, exec_datafusion_err, internal_err};

/// The shape of a column. Every column may contain NULL.
#[derive(Debug)]
pub(crate) enum Column {
    Boolean,
    Integer,
    Text,
    List(&'static Column),
    Struct(&'static [(&'static str, Column)]),
}

impl Column {
    /// Returns the type in Arrow. Text is a view, which has no limit of two gigabytes a batch.
    pub(crate) fn data_type(&self) -> DataType {
        match self {
            Self::Boolean => DataType::Boolean,
            Self::Integer => DataType::Int64,
            Self::Text => DataType::Utf8View,
            Self::List(item) => DataType::List(item.field(Field::LIST_FIELD_DEFAULT_NAME)),
            Self::Struct(columns) => struct_of(columns.iter()),
        }
    }

    fn field(&self, name: &str) -> FieldRef {
        Arc::new(Field::new(name, self.data_type(), true))
    }
}

/// Returns the type of columns beside each other.
pub(crate) fn struct_of<'a>(columns: impl Iterator<Item = &'a (&'static str, Column)>) -> DataType {
    DataType::Struct(columns.map(|(name, column)| column.field(name)).collect())
}

/// The value of a column in a row.
#[derive(Debug)]
pub(crate) enum Cell {
    Null,
    Boolean(bool),
    Integer(i64),
    Text(Cow<'static, str>),
    List(Vec<Cell>),
    Struct(Vec<Cell>),
}

impl Cell {
    pub(crate) fn text(text: impl Into<Cow<'static, str>>) -> Self {
        Self::Text(text.into())
    }

    pub(crate) fn number(number: usize) -> Self {
        i64::try_from(number).map_or(Self::Null, Self::Integer)
    }

    pub(crate) fn list<T>(items: impl IntoIterator<Item = T>, cell: impl Fn(T) -> Self) -> Self {
        Self::List(items.into_iter().map(cell).collect())
    }

    pub(crate) fn or_null<T>(value: Option<T>, cell: impl Fn(T) -> Self) -> Self {
        value.map_or(Self::Null, cell)
    }
}

/// Collects the cells of a column.
pub(crate) enum Builder {
    Boolean(BooleanBuilder),
    Integer(Int64Builder),
    Text(StringViewBuilder),
    List {
        item: FieldRef,
        ends: Vec<i32>,
        nulls: NullBufferBuilder,
        items: Box<Builder>,
    },
    Struct {
        fields: Fields,
        nulls: NullBufferBuilder,
        columns: Vec<Builder>,
    },
}

impl Builder {
    /// Returns a builder for the type of a [`Column`].
    pub(crate) fn new(data_type: &DataType, rows: usize) -> Result<Self> {
        Ok(match data_type {
            DataType::Boolean => Self::Boolean(BooleanBuilder::with_capacity(rows)),
            DataType::Int64 => Self::Integer(Int64Builder::with_capacity(rows)),
            DataType::Utf8View => Self::Text(StringViewBuilder::with_capacity(rows)),
            DataType::List(item) => Self::List {
                item: Arc::clone(item),
                ends: vec![0],
                nulls: NullBufferBuilder::new(rows),
                items: Box::new(Self::new(item.data_type(), rows)?),
            },
            DataType::Struct(fields) => Self::Struct {
                fields: fields.clone(),
                nulls: NullBufferBuilder::new(rows),
                columns: fields
                    .iter()
                    .map(|field| Self::new(field.data_type(), rows))
                    .collect::<Result<_>>()?,
            },
            other => return internal_err!("no verb returns {other}"),
        })
    }

    /// Appends a cell.
    ///
    /// # Errors
    /// The lists of a batch have more than 2,147,483,647 items together.
    pub(crate) fn push(&mut self, cell: Cell) -> Result<()> {
        match (self, cell) {
            (Self::Boolean(values), Cell::Null) => values.append_null(),
            (Self::Boolean(values), Cell::Boolean(value)) => values.append_value(value),
            (Self::Integer(values), Cell::Null) => values.append_null(),
            (Self::Integer(values), Cell::Integer(value)) => values.append_value(value),
            (Self::Text(values), Cell::Null) => values.append_null(),
            (Self::Text(values), Cell::Text(value)) => values.try_append_value(value)?,
            (Self::List { ends, nulls, .. }, Cell::Null) => {
                ends.extend(ends.last().copied());
                nulls.append_null();
            }
            (
                Self::List {
                    ends, nulls, items, ..
                },
                Cell::List(cells),
            ) => {
                cells.into_iter().try_for_each(|cell| items.push(cell))?;
                let end = i32::try_from(items.len());
                ends.push(end.map_err(|_| {
                    exec_datafusion_err!("a batch has too many answers; set a smaller batch size")
                })?);
                nulls.append_non_null();
            }
            (Self::Struct { nulls, columns, .. }, Cell::Null) => {
                columns
                    .iter_mut()
                    .try_for_each(|column| column.push(Cell::Null))?;
                nulls.append_null();
            }
            (Self::Struct { nulls, columns, .. }, Cell::Struct(cells))
                if columns.len() == cells.len() =>
            {
                columns
                    .iter_mut()
                    .zip(cells)
                    .try_for_each(|(column, cell)| column.push(cell))?;
                nulls.append_non_null();
            }
            (_, cell) => {
                return internal_err!("an answer has another shape than its column: {cell:?}");
            }
        }
        Ok(())
    }

    fn len(&self) -> usize {
        use datafusion::arrow::array::ArrayBuilder;
        match self {
            Self::Boolean(values) => values.len(),
            Self::Integer(values) => values.len(),
            Self::Text(values) => values.len(),
            Self::List { nulls, .. } | Self::Struct { nulls, .. } => nulls.len(),
        }
    }

    pub(crate) fn finish(self) -> Result<ArrayRef> {
        Ok(match self {
            Self::Boolean(mut values) => Arc::new(values.finish()),
            Self::Integer(mut values) => Arc::new(values.finish()),
            Self::Text(mut values) => Arc::new(values.finish()),
            Self::List {
                item,
                ends,
                mut nulls,
                items,
            } => {
                let ends = OffsetBuffer::new(ScalarBuffer::from(ends));
                Arc::new(ListArray::try_new(
                    item,
                    ends,
                    items.finish()?,
                    nulls.finish(),
                )?)
            }
            Self::Struct {
                fields,
                mut nulls,
                columns,
            } => {
                let length = nulls.len();
                let columns = columns
                    .into_iter()
                    .map(Self::finish)
                    .collect::<Result<Vec<_>>>()?;
                debug_assert!(
                    columns.iter().all(|column| column.len() == length),
                    "a column for each row"
                );
                Arc::new(StructArray::try_new(fields, columns, nulls.finish())?)
            }
        })
    }
}
