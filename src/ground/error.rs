//! "Could not run". A problem in the data is an [`Issue`](crate::Issue), never an error.

use std::fmt;
use std::ops::Range;
use std::str::Utf8Error;

use crate::ground::json::{Path, Position};
use crate::ground::visible::{excerpt, shortened, visible};

/// The reason why a verb could not run: the input is not JSON, not a record, or a patch that does not apply.
///
/// [`kind`](Error::kind) and [`code`](Error::code) are stable and meant for programs, the displayed text for people.
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
    reason: ErrorReason,
    position: Option<Position>,
    path: Option<Path>,
    span: Option<Range<usize>>,
}

impl Error {
    /// Returns a stable name for the reason, such as `json_syntax`, `not_a_record` or `patch_test`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.0.reason.code()
    }

    /// Returns the kind, to match on.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.reason.kind()
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
        ErrorReason::Option {
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

    pub(crate) fn over(mut self, span: Range<usize>) -> Self {
        self.0.span = Some(span);
        self
    }

    /// Returns the error without its place in a text, for callers whose text is another one.
    pub(crate) fn without_place(mut self) -> Self {
        self.0.position = None;
        self.0.span = None;
        self
    }

    pub(crate) fn under(mut self, path: Path) -> Self {
        self.0.path = Some(path);
        self
    }
}

impl From<ErrorReason> for Error {
    fn from(reason: ErrorReason) -> Self {
        Self(Box::new(Located {
            reason,
            position: None,
            path: None,
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
pub(crate) enum ErrorReason {
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
    #[error("expected a {expected}, found a {found}")]
    WrongKind {
        expected: &'static str,
        found: &'static str,
    },
    #[error("the draft of a {kind} has errors: {errors}")]
    NotOk { kind: &'static str, errors: String },
    #[error("{message}")]
    Misfit { code: &'static str, message: String },
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
    #[error("{key}: the record has it in {unit}, and no update can carry {member}; write {write}")]
    EditUnit {
        key: String,
        unit: String,
        member: &'static str,
        write: String,
    },
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

impl ErrorReason {
    /// Returns the kind. Reasons with the same remedy share one.
    fn kind(&self) -> ErrorKind {
        match self {
            Self::Syntax { .. } => ErrorKind::JsonSyntax,
            Self::Conflict { .. } => ErrorKind::JsonConflict,
            Self::Depth { .. } => ErrorKind::JsonDepth,
            Self::Size { .. } => ErrorKind::JsonSize,
            Self::NameSize { .. } => ErrorKind::JsonSize,
            Self::Values { .. } => ErrorKind::JsonSize,
            Self::Paths { .. } => ErrorKind::JsonSize,
            Self::ResultSize { .. } => ErrorKind::JsonSize,
            #[cfg(feature = "js")]
            Self::JsSize { .. } => ErrorKind::JsonSize,
            Self::Duplicate { .. } => ErrorKind::JsonDuplicate,
            Self::Overflow { .. } => ErrorKind::JsonOverflow,
            Self::Integer { .. } => ErrorKind::JsonInteger,
            Self::Surrogate { .. } => ErrorKind::JsonSurrogate,
            Self::Bom { .. } => ErrorKind::JsonBom,
            Self::Utf8 { .. } => ErrorKind::JsonUtf8,
            Self::Trailing { .. } => ErrorKind::JsonTrailing,
            Self::NotARecord { .. } => ErrorKind::NotARecord,
            Self::ARefusal { .. } => ErrorKind::ARefusal,
            Self::Enveloped { .. } => ErrorKind::Enveloped,
            Self::EnvelopeUnknown { .. } => ErrorKind::EnvelopeUnknown,
            Self::AnotherRecord { .. } => ErrorKind::AnotherRecord,
            Self::NotJson { .. } => ErrorKind::NotJson,
            Self::Tree { .. } => ErrorKind::TreeMalformed,
            Self::Request { .. } => ErrorKind::Request,
            Self::Option { .. } => ErrorKind::Option,
            Self::Params { .. } => ErrorKind::Params,
            Self::Unsaid { .. } => ErrorKind::Words,
            Self::EditSyntax { .. } => ErrorKind::EditSyntax,
            Self::EditKey { .. } => ErrorKind::EditKey,
            Self::EditValue { .. } => ErrorKind::EditValue,
            Self::EditTwice { .. } => ErrorKind::EditTwice,
            Self::EditMissing { .. } | Self::EditUnit { .. } => ErrorKind::EditMissing,
            Self::FormPath { .. } => ErrorKind::FormPath,
            Self::PatchShape { .. } => ErrorKind::PatchShape,
            Self::PatchList { .. } => ErrorKind::PatchShape,
            Self::PatchPointer { .. } => ErrorKind::PatchPointer,
            Self::Pointer { .. } => ErrorKind::Pointer,
            Self::PatchMissing { .. } => ErrorKind::PatchMissing,
            Self::PatchIndex { .. } => ErrorKind::PatchIndex,
            Self::PatchTest { .. } => ErrorKind::PatchTest,
            Self::PatchSize { .. } => ErrorKind::PatchSize,
            Self::PatchLength { .. } => ErrorKind::PatchSize,
            Self::PatchedSize { .. } => ErrorKind::JsonSize,
            Self::PatchedDepth { .. } => ErrorKind::JsonDepth,
            Self::PatchRoot { .. } => ErrorKind::PatchRoot,
            Self::MergePatchNull { .. } => ErrorKind::MergePatchNull,
            Self::PatchInside { .. } => ErrorKind::PatchInside,
            Self::NotOk { .. } => ErrorKind::NotOk,
            Self::WrongKind { .. } => ErrorKind::WrongKind,
            Self::Misfit { .. } => ErrorKind::Misfit,
        }
    }

    /// Returns the stable name of the kind; of a value that does not fit, that of its issue.
    fn code(&self) -> &'static str {
        match self {
            Self::Misfit { code, .. } => code,
            _ => self.kind().name(),
        }
    }
}

/// Defines the kinds with their names and meanings.
macro_rules! kinds {
    ($($(#[$meaning:meta])* $kind:ident = $name:literal),*) => {
        /// The kind of an [`Error`], to match on in a program: one for each [code](Error::code).
        ///
        /// ```
        /// use calendiff::{ErrorKind, Kind};
        ///
        /// let refused = Kind::Calendar.read(serde_json::json!([]));
        /// assert!(matches!(refused.map_err(|error| error.kind()), Err(ErrorKind::NotARecord)));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorKind {
            $($(#[$meaning])* $kind,)*
            /// A typed record was made of a value that does not fit. The code is that of the issue, such as `wrong_type`.
            Misfit,
        }

        impl ErrorKind {
            /// Returns its stable name, such as `json_syntax`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                    Self::Misfit => "misfit",
                }
            }
        }
    };
}

kinds! {
    /// The text is not JSON. The message says what was expected, and where.
    JsonSyntax = "json_syntax",
    /// The text has an unresolved merge conflict. Keep one side, and delete the lines with markers.
    JsonConflict = "json_conflict",
    /// Arrays and objects are nested too deep; the guide says how deep they may be.
    JsonDepth = "json_depth",
    /// The text, the value or the result is too large; the guide has all sizes.
    JsonSize = "json_size",
    /// A member stands twice in one object. Keep one of them.
    JsonDuplicate = "json_duplicate",
    /// A number is too large for a double.
    JsonOverflow = "json_overflow",
    /// An integer is too large to be kept digit for digit. Write it as text.
    JsonInteger = "json_integer",
    /// An escape is half of a surrogate pair. Write both halves.
    JsonSurrogate = "json_surrogate",
    /// The text begins with a byte-order mark. Save it as UTF-8 without one.
    JsonBom = "json_bom",
    /// The text is not UTF-8.
    JsonUtf8 = "json_utf8",
    /// Something follows the JSON value.
    JsonTrailing = "json_trailing",
    /// The value is no object, or no record in an envelope.
    NotARecord = "not_a_record",
    /// The value is a refusal of the service where a record was expected. `explain` and `response` read it.
    ARefusal = "a_refusal",
    /// A typed record was made of a record in its envelope. `Kind::read` takes it out.
    Enveloped = "enveloped",
    /// The record stands in an envelope of another name. A calendar's is `calendar`, a location's `buiseness` or `business`.
    EnvelopeUnknown = "envelope_unknown",
    /// `rebase` and `saved` of a form got a record with another ID.
    AnotherRecord = "another_record",
    /// The value holds something that JSON cannot, such as a function.
    NotJson = "not_json",
    /// The package's JavaScript and WebAssembly do not belong together.
    TreeMalformed = "tree_malformed",
    /// An option of a request, such as its address or ID, is invalid.
    Request = "request",
    /// An option or an argument has an invalid value. The message says what was expected.
    Option = "option",
    /// The parameters of an issue or a sentence do not fit its code.
    Params = "params",
    /// None of the changes has these words.
    Words = "words",
    /// The text of an edit cannot be read.
    EditSyntax = "edit_syntax",
    /// An edit has a key that no record has.
    EditKey = "edit_key",
    /// An edit has a value that its key does not take.
    EditValue = "edit_value",
    /// Two edits set the same value. Keep one of them.
    EditTwice = "edit_twice",
    /// The record has no place for the value of an edit, such as a team member who is not in it. Or it has the number in another unit, which no update can carry, or in one that is not known, which no bound can be held against.
    EditMissing = "edit_missing",
    /// A form has no such place, or the value cannot stand there.
    FormPath = "form_path",
    /// The patch is not an array of operations, or an operation lacks a member.
    PatchShape = "patch_shape",
    /// An operation has a path that is not a JSON Pointer.
    PatchPointer = "patch_pointer",
    /// A path is not a JSON Pointer. It must be empty or begin with `/`, and `~` must be `~0` or `~1`.
    Pointer = "pointer",
    /// An operation names a place that does not exist.
    PatchMissing = "patch_missing",
    /// An operation does not end in an index of the array.
    PatchIndex = "patch_index",
    /// The value is not the one tested for, for example because it was edited since. Nothing has changed.
    PatchTest = "patch_test",
    /// The patch has too many operations, or they copy too much.
    PatchSize = "patch_size",
    /// An operation removes or moves the whole document.
    PatchRoot = "patch_root",
    /// A merge patch cannot write null. Use a JSON Patch.
    MergePatchNull = "merge_patch_null",
    /// An operation moves a value into itself.
    PatchInside = "patch_inside",
    /// An update was made of a report with errors.
    NotOk = "not_ok",
    /// A record of the other kind was given.
    WrongKind = "wrong_kind"
}
