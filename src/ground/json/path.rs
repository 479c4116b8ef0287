//! Paths to values: a list of segments, with JSON Pointer (RFC 6901) as one rendering.

use std::borrow::Cow;
use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// One step down: a member's name or an array index.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
#[expect(
    clippy::exhaustive_enums,
    reason = "complete, as docs/stability.md says"
)]
pub enum Segment {
    /// A position in an array, from 0.
    Index(usize),
    /// The name of an object's member.
    Name(Cow<'static, str>),
}

impl From<usize> for Segment {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

impl From<&'static str> for Segment {
    fn from(name: &'static str) -> Self {
        Self::Name(Cow::Borrowed(name))
    }
}

impl From<String> for Segment {
    fn from(name: String) -> Self {
        Self::Name(Cow::Owned(name))
    }
}

impl<'de> Deserialize<'de> for Segment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Not `untagged`, which takes no index where serde_json's feature `arbitrary_precision` is on.
        match Value::deserialize(deserializer)? {
            Value::String(name) => Ok(name.into()),
            other => {
                let index = other.as_u64().and_then(|index| index.try_into().ok());
                index
                    .map(Self::Index)
                    .ok_or_else(|| D::Error::custom("a step of a path must be a name or an index"))
            }
        }
    }
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index(index) => index.fmt(f),
            Self::Name(name) => f.write_str(name),
        }
    }
}

/// A path in a record. Serializes as an array of names and indexes; displays as a JSON Pointer.
///
/// ```
/// use calendiff::json::Path;
/// let path = Path::new().with("openHours").with(0).with("a/b");
/// assert_eq!(path.to_string(), "/openHours/0/a~1b");
/// assert_eq!(serde_json::to_string(&path).unwrap(), r#"["openHours",0,"a/b"]"#);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
pub struct Path(Vec<Segment>);

impl Path {
    /// Returns the path of the whole document.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the path of these steps.
    #[must_use]
    pub fn of(segments: &[Segment]) -> Self {
        Self(segments.to_vec())
    }

    /// Returns this path with one more step.
    #[must_use]
    pub fn with(&self, segment: impl Into<Segment>) -> Self {
        let mut longer = Self(Vec::with_capacity(self.0.len() + 1));
        longer.0.extend_from_slice(&self.0);
        longer.push(segment);
        longer
    }

    /// Appends a step.
    pub fn push(&mut self, segment: impl Into<Segment>) {
        self.0.push(segment.into());
    }

    /// Removes the last step and returns it.
    #[inline(never)]
    pub fn pop(&mut self) -> Option<Segment> {
        self.0.pop()
    }

    /// Returns the steps, outermost first.
    #[must_use]
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// Returns the name that the path begins with: in a record, that of the member it leads into.
    pub(crate) fn first_name(&self) -> Option<&str> {
        match self.0.first()? {
            Segment::Name(name) => Some(name),
            Segment::Index(_) => None,
        }
    }

    /// Returns the path as a JSON Pointer, RFC 6901.
    #[must_use]
    pub fn pointer(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for segment in &self.0 {
            match segment {
                Segment::Index(index) => write!(f, "/{index}")?,
                Segment::Name(name) if name.contains(['~', '/']) => {
                    write!(f, "/{}", name.replace('~', "~0").replace('/', "~1"))?;
                }
                Segment::Name(name) => write!(f, "/{name}")?,
            }
        }
        Ok(())
    }
}

impl Serialize for Path {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.0)
    }
}
