//! The kinds of values that functions of this crate read JSON from.

use serde_json::Value;

use super::{Document, Tree, View};

/// Returns the type of a value, in the words of messages.
pub(crate) fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "text",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// JSON input: a `serde_json::Value`, which is read into a [`Tree`] at each call; a [`Tree`], for many calls on one
/// record, or a [`Document`]; or a [`View`] of a part of one. Text, numbers and `bool` are the JSON values that they
/// represent, for [`RecordForm::set`](crate::RecordForm::set): text is never parsed, which [`Document::parse`] does.
///
/// ```
/// use calendiff::{Kind, ValidateOptions};
/// use calendiff::json::Tree;
/// let value = serde_json::json!({ "eventColor": "#039be5" });
/// let tree = Tree::of(&value);
/// assert!(Kind::Calendar.validate(&value, &ValidateOptions::default())?.ok);
/// assert!(Kind::Calendar.validate(&tree, &ValidateOptions::default())?.ok);
/// assert!(Kind::Location.validate(tree.root(), &ValidateOptions::default())?.ok);
/// # Ok::<(), calendiff::Error>(())
/// ```
///
/// A `&dyn Json` may cross threads, and so may options that contain one, such as over an `.await`.
pub trait Json: Send + Sync {
    /// Returns the JSON as a tree of its own, or in place on another.
    fn held(&self) -> Held<'_>;
}

/// JSON on a tree of its own, or in place on another.
#[derive(Clone, Debug)]
pub struct Held<'a>(Holding<'a>);

#[derive(Clone, Debug)]
enum Holding<'a> {
    Own(Tree),
    Place(View<'a>),
}

impl Held<'_> {
    /// Returns the value.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        match &self.0 {
            Holding::Own(tree) => tree.root(),
            Holding::Place(view) => *view,
        }
    }
}

impl Tree {
    /// Copies any JSON into a tree.
    ///
    /// ```
    /// use calendiff::json::Tree;
    /// let tree = Tree::of(serde_json::json!({ "slotDuration": 30 }));
    /// assert_eq!(tree.root().get("slotDuration").unwrap().to_value(), 30);
    /// ```
    #[must_use]
    pub fn of(json: impl Json) -> Self {
        Self::copied(json.held().view())
    }
}

impl Json for Value {
    fn held(&self) -> Held<'_> {
        Held(Holding::Own(self.into()))
    }
}

/// Implements [`Json`] for the Rust types whose values are one JSON value.
macro_rules! scalars {
    ($($ty:ty)*) => {$(
        impl Json for $ty {
            fn held(&self) -> Held<'_> {
                Held(Holding::Own((&Value::from(self.to_owned())).into()))
            }
        }
    )*};
}

scalars!(str String bool i32 i64 u32 u64);

/// A double that is not finite is not JSON, which becomes an issue.
impl Json for f64 {
    fn held(&self) -> Held<'_> {
        Held(Holding::Own(Tree::of_double(*self)))
    }
}

impl Json for Tree {
    fn held(&self) -> Held<'_> {
        self.root().into()
    }
}

impl Json for Document {
    fn held(&self) -> Held<'_> {
        self.root().into()
    }
}

impl Json for View<'_> {
    fn held(&self) -> Held<'_> {
        (*self).into()
    }
}

impl Json for Held<'_> {
    fn held(&self) -> Held<'_> {
        self.view().into()
    }
}

impl<T: Json + ?Sized> Json for &T {
    fn held(&self) -> Held<'_> {
        (**self).held()
    }
}

impl<T: Json + ?Sized> Json for &mut T {
    fn held(&self) -> Held<'_> {
        (**self).held()
    }
}

impl From<Tree> for Held<'_> {
    fn from(tree: Tree) -> Self {
        Self(Holding::Own(tree))
    }
}

impl<'a> From<View<'a>> for Held<'a> {
    fn from(view: View<'a>) -> Self {
        Self(Holding::Place(view))
    }
}
