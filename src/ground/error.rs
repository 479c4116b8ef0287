//! "Could not run". A problem in the data is an [`Issue`](crate::Issue), never an error.

use std::fmt;
#[cfg(not(calendiff_package))]
use std::ops::Range;
use std::str::Utf8Error;

use crate::ground::json::{Path, Position};
use crate::ground::visible::{excerpt, shortened, visible};

/// The reason why a verb could not run: the input is not JSON, not a record, or a patch that does not apply.
///
/// [`code`](Error::code) is stable and meant for programs, the displayed text for people.
///
/// ```
/// use calendiff::json::Document;
/// let error = Document::parse("{\"name\": }").unwrap_err();
/// assert_eq!(error.code(), "json_syntax");
/// assert_eq!(error.to_string(), "line 1, column 10: expected a value, found `}`");
/// ```
///
/// The [`source`](std::error::Error::source) is the error of another parser, if it is the cause: why a value of an edit is
/// not JSON, or where a text is not UTF-8.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct Error(Box<Located>);

/// A reason with its place, behind one pointer, since every call that may fail passes it on.
#[derive(Clone, PartialEq, Eq)]
struct Located {
    reason: ErrorKind,
    position: Option<Position>,
    path: Option<Path>,
    // The npm package has only the line and column, since JavaScript does not count in bytes.
    #[cfg(not(calendiff_package))]
    span: Option<Range<usize>>,
}

impl Error {
    /// Returns a stable name for the reason, such as `json_syntax`, `not_a_record` or `patch_test`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.0.reason.code()
    }

    /// Returns the line and column, if the input was text.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.0.position
    }

    /// Returns the range in bytes, if the input was text: the character that was not expected, or the whole number, name or
    /// escape. It is empty at the end of the text.
    ///
    /// ```
    /// use calendiff::json::Document;
    /// let text = r#"{ "slug": "a", "slug": "b" }"#;
    /// let error = Document::parse(text).unwrap_err();
    /// assert_eq!(&text[error.span().unwrap()], r#""slug""#);
    /// ```
    #[must_use]
    #[cfg(not(calendiff_package))]
    pub fn span(&self) -> Option<Range<usize>> {
        self.0.span.clone()
    }

    /// Returns the path in the record, if there is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.0.path.as_ref()
    }

    /// Returns the error of an option with an invalid value.
    pub(crate) fn option(name: &str, expected: &'static str, found: &str) -> Self {
        ErrorKind::Option {
            name: name.to_owned(),
            expected,
            found: excerpt(found),
        }
        .into()
    }

    pub(crate) fn at(mut self, position: Position) -> Self {
        self.0.position = Some(position);
        self
    }

    #[cfg(not(calendiff_package))]
    pub(crate) fn over(mut self, span: Range<usize>) -> Self {
        self.0.span = Some(span);
        self
    }

    /// Returns the error without its place in a text, for callers whose text is another one.
    pub(crate) fn without_place(mut self) -> Self {
        self.0.position = None;
        #[cfg(not(calendiff_package))]
        {
            self.0.span = None;
        }
        self
    }

    pub(crate) fn under(mut self, path: Path) -> Self {
        self.0.path = Some(path);
        self
    }
}

impl From<ErrorKind> for Error {
    fn from(reason: ErrorKind) -> Self {
        Self(Box::new(Located {
            reason,
            position: None,
            path: None,
            #[cfg(not(calendiff_package))]
            span: None,
        }))
    }
}

/// Shows the code and the message.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("code", &self.code())
            .field("message", &self.to_string())
            .finish()
    }
}

impl fmt::Debug for Located {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.reason, f)
    }
}

/// Shows the place, then the reason.
impl fmt::Display for Located {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Position { line, column }) = self.position {
            write!(f, "line {line}, column {column}: ")?;
        }
        if let Some(path) = self
            .path
            .as_ref()
            .filter(|path| !path.segments().is_empty())
        {
            write!(f, "{}: ", visible(&shortened(path.to_string())))?;
        }
        f.write_str(&visible(&shortened(self.reason.to_string())))
    }
}

impl std::error::Error for Located {
    /// Passes on the source of the reason. The reason itself is no source, since the displayed text contains it.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.reason.source()
    }
}

/// The reasons, each with its text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ErrorKind {
    #[error("expected {expected}, found {found}")]
    Syntax {
        expected: &'static str,
        found: String,
    },
    #[error(
        "an unresolved merge conflict; keep one side, and delete the lines <<<<<<<, ======= and >>>>>>>"
    )]
    Conflict {},
    #[error("arrays and objects are nested deeper than {limit}")]
    Depth { limit: usize },
    #[error("the text has {found} bytes, the limit is {limit}")]
    Size { limit: usize, found: usize },
    #[error("the name of a member has more than {limit} bytes")]
    NameSize { limit: usize },
    #[error("there are more than {limit} values")]
    Values { limit: usize },
    #[error("the paths to its values have more than {limit} bytes together")]
    Paths { limit: usize },
    #[error("the result would have more than {limit} bytes")]
    ResultSize { limit: usize },
    #[cfg(feature = "js")]
    #[error("a value holds more than {values} values, or more than {bytes} bytes of text")]
    JsSize { values: usize, bytes: usize },
    #[error("the member \"{name}\" stands twice in one object; keep one of them")]
    Duplicate { name: String },
    #[error("the number {found} is too large for a double")]
    Overflow { found: String },
    #[error("the integer {found} cannot be kept digit for digit; write it as text")]
    Integer { found: String },
    #[error("the escape {found} is half of a surrogate pair; write both halves")]
    Surrogate { found: String },
    #[error("the text begins with a byte-order mark; save it as UTF-8 without one")]
    Bom {},
    #[error("the text is not UTF-8")]
    Utf8 { source: Utf8Error },
    #[error("expected nothing after the value, found {found}")]
    Trailing { found: String },
    #[error("expected a {kind} as a JSON object, found {found}")]
    NotARecord { kind: &'static str, found: String },
    #[error(
        "expected a {kind}, found a refusal of the service: \"{text}\"; explain and response read it"
    )]
    ARefusal { kind: &'static str, text: String },
    #[cfg(not(calendiff_package))]
    #[error("expected a {kind} alone, found it inside \"{found}\"; `Kind::read` takes it out")]
    Enveloped { kind: &'static str, found: String },
    #[error("expected a {kind}, bare or inside {names}, found {what} inside \"{found}\"")]
    EnvelopeUnknown {
        kind: &'static str,
        names: String,
        what: &'static str,
        found: String,
    },
    #[error("expected the record with the ID \"{expected}\", found the one with \"{found}\"")]
    AnotherRecord { expected: String, found: String },
    #[error("expected JSON, found {found}")]
    NotJson { found: String },
    #[cfg(not(calendiff_package))]
    #[error("{message}")]
    Typed { code: &'static str, message: String },
    #[error("the tree is malformed; the package's JavaScript and WASM do not belong together")]
    Tree {},
    #[error("{name}: expected {expected}, found \"{found}\"")]
    Request {
        name: &'static str,
        expected: &'static str,
        found: String,
    },
    #[error("{name}: expected {expected}, found {found}")]
    Option {
        name: String,
        expected: &'static str,
        found: String,
    },
    #[error("params of {code}: expected {expected}, found {found}")]
    Params {
        code: &'static str,
        expected: String,
        found: String,
    },
    #[error("none of the changes that are left has the words \"{sentence}\"")]
    Unsaid { sentence: String },
    #[error("edit {at}: expected {expected}, found {found}")]
    EditSyntax {
        at: usize,
        expected: &'static str,
        found: String,
    },
    #[error("{key}: expected {expected}, found {found}")]
    EditKey {
        key: String,
        expected: String,
        found: String,
    },
    #[error("{key}: expected {expected}, found {found}")]
    EditValue {
        key: String,
        expected: String,
        found: String,
        source: Option<Error>,
    },
    #[error("{key} and {other} set the same value; keep one of them")]
    EditTwice { key: String, other: String },
    #[error("{key}: expected {what}, found none in the record")]
    EditMissing { key: String, what: String },
    #[error("\"{pointer}\": expected {expected}, found {found}")]
    FormPath {
        pointer: String,
        expected: String,
        found: String,
    },
    #[error("operation {at}: expected {expected}")]
    PatchShape { at: usize, expected: &'static str },
    #[error("expected a patch as an array of operations, found {found}")]
    PatchList { found: String },
    #[error(
        "operation {at}: \"{pointer}\" is not a JSON Pointer; it must be empty or begin with /, and ~ must be ~0 or ~1"
    )]
    PatchPointer { at: usize, pointer: String },
    #[error(
        "\"{pointer}\" is not a JSON Pointer; it must be empty or begin with /, and ~ must be ~0 or ~1"
    )]
    Pointer { pointer: String },
    #[error("operation {at}: there is nothing at \"{pointer}\"")]
    PatchMissing { at: usize, pointer: String },
    #[error("operation {at}: \"{pointer}\" does not end in an index of an array of {len}")]
    PatchIndex {
        at: usize,
        pointer: String,
        len: usize,
    },
    #[error("operation {at}: the value at \"{pointer}\" is not the one tested for")]
    PatchTest { at: usize, pointer: String },
    #[error("operation {at}: the operations up to here copy more than {limit} bytes")]
    PatchSize { at: usize, limit: usize },
    #[error("the patch has {found} operations, the limit is {limit}")]
    PatchLength { found: usize, limit: usize },
    #[error("operation {at}: the document would have more than {limit} bytes")]
    PatchedSize { at: usize, limit: usize },
    #[error("operation {at}: arrays and objects would be nested deeper than {limit}")]
    PatchedDepth { at: usize, limit: usize },
    #[error("operation {at}: the whole document cannot be removed or moved")]
    PatchRoot { at: usize },
    #[error("a merge patch cannot put null at \"{pointer}\"; use a JSON Patch")]
    MergePatchNull { pointer: String },
    #[error("operation {at}: \"{pointer}\" cannot move into itself")]
    PatchInside { at: usize, pointer: String },
}

impl ErrorKind {
    /// Returns the stable name. Reasons with the same remedy share one.
    fn code(&self) -> &'static str {
        match self {
            Self::Syntax { .. } => "json_syntax",
            Self::Conflict { .. } => "json_conflict",
            Self::Depth { .. } => "json_depth",
            Self::Size { .. } => "json_size",
            Self::NameSize { .. } => "json_size",
            Self::Values { .. } => "json_size",
            Self::Paths { .. } => "json_size",
            Self::ResultSize { .. } => "json_size",
            #[cfg(feature = "js")]
            Self::JsSize { .. } => "json_size",
            Self::Duplicate { .. } => "json_duplicate",
            Self::Overflow { .. } => "json_overflow",
            Self::Integer { .. } => "json_integer",
            Self::Surrogate { .. } => "json_surrogate",
            Self::Bom { .. } => "json_bom",
            Self::Utf8 { .. } => "json_utf8",
            Self::Trailing { .. } => "json_trailing",
            Self::NotARecord { .. } => "not_a_record",
            Self::ARefusal { .. } => "a_refusal",
            #[cfg(not(calendiff_package))]
            Self::Enveloped { .. } => "enveloped",
            Self::EnvelopeUnknown { .. } => "envelope_unknown",
            Self::AnotherRecord { .. } => "another_record",
            Self::NotJson { .. } => "not_json",
            #[cfg(not(calendiff_package))]
            Self::Typed { code, .. } => code,
            Self::Tree { .. } => "tree_malformed",
            Self::Request { .. } => "request",
            Self::Option { .. } => "option",
            Self::Params { .. } => "params",
            Self::Unsaid { .. } => "words",
            Self::EditSyntax { .. } => "edit_syntax",
            Self::EditKey { .. } => "edit_key",
            Self::EditValue { .. } => "edit_value",
            Self::EditTwice { .. } => "edit_twice",
            Self::EditMissing { .. } => "edit_missing",
            Self::FormPath { .. } => "form_path",
            Self::PatchShape { .. } => "patch_shape",
            Self::PatchList { .. } => "patch_shape",
            Self::PatchPointer { .. } => "patch_pointer",
            Self::Pointer { .. } => "pointer",
            Self::PatchMissing { .. } => "patch_missing",
            Self::PatchIndex { .. } => "patch_index",
            Self::PatchTest { .. } => "patch_test",
            Self::PatchSize { .. } => "patch_size",
            Self::PatchLength { .. } => "patch_size",
            Self::PatchedSize { .. } => "json_size",
            Self::PatchedDepth { .. } => "json_depth",
            Self::PatchRoot { .. } => "patch_root",
            Self::MergePatchNull { .. } => "merge_patch_null",
            Self::PatchInside { .. } => "patch_inside",
        }
    }
}
