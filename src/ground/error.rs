//! "Could not run". A problem in the data is an [`Issue`](crate::Issue), never an error.

use std::fmt;

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
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Box<Whole>);

/// The contents of an error, behind one pointer, since every call that may fail passes it on.
#[derive(Clone, PartialEq, Eq)]
struct Whole {
    reason: Reason,
    position: Option<Position>,
    path: Option<Path>,
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

    /// Returns the path in the record, if there is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.0.path.as_ref()
    }

    /// Returns the error of an option with an invalid value.
    pub(crate) fn option(name: &str, expected: &'static str, found: &str) -> Self {
        Reason::Option { name: name.to_owned(), expected, found: excerpt(found) }.into()
    }

    pub(crate) fn at(mut self, position: Position) -> Self {
        self.0.position = Some(position);
        self
    }

    pub(crate) fn under(mut self, path: Path) -> Self {
        self.0.path = Some(path);
        self
    }
}

impl From<Reason> for Error {
    fn from(reason: Reason) -> Self {
        Self(Box::new(Whole { reason, position: None, path: None }))
    }
}

/// Shows the code and the message.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error").field("code", &self.code()).field("message", &self.to_string()).finish()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Position { line, column }) = self.position() {
            write!(f, "line {line}, column {column}: ")?;
        }
        if let Some(path) = self.path().filter(|path| !path.segments().is_empty()) {
            write!(f, "{}: ", visible(&shortened(path.to_string())))?;
        }
        f.write_str(&visible(&shortened(self.0.reason.to_string())))
    }
}

impl std::error::Error for Error {}

/// Pairs every reason with its code and its text, so that none can lack one.
macro_rules! reasons {
    ($($(#[$meta:meta])* $name:ident { $($field:ident: $ty:ty),* } = $code:expr, $text:literal;)*) => {
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub(crate) enum Reason {
            $($(#[$meta])* $name { $($field: $ty),* },)*
        }

        impl fmt::Display for Reason {
            #[cfg_attr(not(calendiff_package), expect(unused_variables, reason = "one text leaves out the code beside it"))]
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $($(#[$meta])* Self::$name { $($field),* } => write!(f, $text),)*
                }
            }
        }

        impl Reason {
            #[expect(unused_variables, reason = "most codes do not depend on what the reason holds")]
            fn code(&self) -> &'static str {
                match self {
                    $($(#[$meta])* Self::$name { $($field),* } => $code,)*
                }
            }
        }
    };
}

reasons! {
    Syntax { expected: &'static str, found: String } = "json_syntax", "expected {expected}, found {found}";
    Conflict {} = "json_conflict", "an unresolved merge conflict; keep one side, and delete the lines <<<<<<<, ======= and >>>>>>>";
    Depth { limit: usize } = "json_depth", "arrays and objects are nested deeper than {limit}";
    Size { limit: usize, found: usize } = "json_size", "the text has {found} bytes, the limit is {limit}";
    NameSize { limit: usize } = "json_size", "the name of a member has more than {limit} bytes";
    Values { limit: usize } = "json_size", "there are more than {limit} values";
    Paths { limit: usize } = "json_size", "the paths to its values have more than {limit} bytes together";
    ResultSize { limit: usize } = "json_size", "the result would have more than {limit} bytes";
    #[cfg(feature = "js")]
    JsSize { values: usize, bytes: usize } = "json_size", "a value holds more than {values} values, or more than {bytes} bytes of text";
    Duplicate { name: String } = "json_duplicate", "the member \"{name}\" stands twice in one object; keep one of them";
    Overflow { found: String } = "json_overflow", "the number {found} is too large for a double";
    Integer { found: String } = "json_integer", "the integer {found} cannot be kept digit for digit; write it as text";
    Surrogate { found: String } = "json_surrogate", "the escape {found} is half of a surrogate pair; write both halves";
    Bom {} = "json_bom", "the text begins with a byte-order mark; save it as UTF-8 without one";
    Utf8 {} = "json_utf8", "the text is not UTF-8";
    Trailing { found: String } = "json_trailing", "expected nothing after the value, found {found}";
    NotARecord { kind: &'static str, found: String } = "not_a_record", "expected a {kind} as a JSON object, found {found}";
    ARefusal { kind: &'static str, text: String } = "a_refusal", "expected a {kind}, found a refusal of the service: \"{text}\"; explain and response read it";
    #[cfg(not(calendiff_package))]
    Enveloped { kind: &'static str, found: String } = "enveloped", "expected a {kind} alone, found it inside \"{found}\"; `Kind::read` takes it out";
    EnvelopeUnknown { kind: &'static str, names: String, what: &'static str, found: String } = "envelope_unknown", "expected a {kind}, bare or inside {names}, found {what} inside \"{found}\"";
    AnotherRecord { expected: String, found: String } = "another_record", "expected the record with the ID \"{expected}\", found the one with \"{found}\"";
    NotJson { found: String } = "not_json", "expected JSON, found {found}";
    #[cfg(not(calendiff_package))]
    Typed { code: &'static str, message: String } = code, "{message}";
    Tree {} = "tree_malformed", "the tree is malformed; the package's JavaScript and WASM do not belong together";
    Request { name: &'static str, expected: &'static str, found: String } = "request", "{name}: expected {expected}, found \"{found}\"";
    Option { name: String, expected: &'static str, found: String } = "option", "{name}: expected {expected}, found {found}";
    Params { code: &'static str, expected: String, found: String } = "params", "params of {code}: expected {expected}, found {found}";
    Unsaid { sentence: String } = "words", "none of the changes that are left has the words \"{sentence}\"";
    EditSyntax { at: usize, expected: &'static str, found: String } = "edit_syntax", "edit {at}: expected {expected}, found {found}";
    EditKey { key: String, expected: String, found: String } = "edit_key", "{key}: expected {expected}, found {found}";
    EditValue { key: String, expected: String, found: String } = "edit_value", "{key}: expected {expected}, found {found}";
    EditTwice { key: String, other: String } = "edit_twice", "{key} and {other} set the same value; keep one of them";
    EditMissing { key: String, what: &'static str } = "edit_missing", "{key}: expected {what}, found none in the record";
    FormPath { pointer: String, expected: String, found: String } = "form_path", "\"{pointer}\": expected {expected}, found {found}";
    PatchShape { at: usize, expected: &'static str } = "patch_shape", "operation {at}: expected {expected}";
    PatchList { found: String } = "patch_shape", "expected a patch as an array of operations, found {found}";
    PatchPointer { at: usize, pointer: String } = "patch_pointer", "operation {at}: \"{pointer}\" is not a JSON Pointer; it must be empty or begin with /, and ~ must be ~0 or ~1";
    Pointer { pointer: String } = "pointer", "\"{pointer}\" is not a JSON Pointer; it must be empty or begin with /, and ~ must be ~0 or ~1";
    PatchMissing { at: usize, pointer: String } = "patch_missing", "operation {at}: there is nothing at \"{pointer}\"";
    PatchIndex { at: usize, pointer: String, len: usize } = "patch_index", "operation {at}: \"{pointer}\" does not end in an index of an array of {len}";
    PatchTest { at: usize, pointer: String } = "patch_test", "operation {at}: the value at \"{pointer}\" is not the one tested for";
    PatchSize { at: usize, limit: usize } = "patch_size", "operation {at}: the operations up to here copy more than {limit} bytes";
    PatchLength { found: usize, limit: usize } = "patch_size", "the patch has {found} operations, the limit is {limit}";
    PatchedSize { at: usize, limit: usize } = "json_size", "operation {at}: the document would have more than {limit} bytes";
    PatchedDepth { at: usize, limit: usize } = "json_depth", "operation {at}: arrays and objects would be nested deeper than {limit}";
    PatchRoot { at: usize } = "patch_root", "operation {at}: the whole document cannot be removed or moved";
    MergePatchNull { pointer: String } = "merge_patch_null", "a merge patch cannot put null at \"{pointer}\"; use a JSON Patch";
    PatchInside { at: usize, pointer: String } = "patch_inside", "operation {at}: \"{pointer}\" cannot move into itself";
}
