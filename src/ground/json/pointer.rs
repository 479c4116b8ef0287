//! Parsing a path from a JSON Pointer.

use std::str::FromStr;

use super::Path;
use crate::ground::digits::is_index;
use crate::ground::error::{Error, ErrorReason};

/// Parses a JSON Pointer. Steps of digits are indexes.
///
/// ```
/// use calendiff::json::Path;
/// let path: Path = "/openHours/0".parse()?;
/// assert_eq!(path, Path::new().with("openHours").with(0));
/// assert_eq!("openHours".parse::<Path>().unwrap_err().code(), "pointer");
/// # Ok::<(), calendiff::Error>(())
/// ```
impl FromStr for Path {
    type Err = Error;

    /// # Errors
    /// `pointer`: the text is not empty and does not begin with `/`, or contains a `~` that is neither `~0` nor `~1`.
    fn from_str(pointer: &str) -> Result<Self, Error> {
        let mut path = Self::new();
        if pointer.is_empty() {
            return Ok(path);
        }
        for token in pointer
            .strip_prefix('/')
            .ok_or_else(|| malformed(pointer))?
            .split('/')
        {
            if !token
                .split('~')
                .skip(1)
                .all(|rest| rest.starts_with(['0', '1']))
            {
                return Err(malformed(pointer));
            }
            match token.parse::<usize>().ok().filter(|_| is_index(token)) {
                Some(index) => path.push(index),
                None => path.push(token.replace("~1", "/").replace("~0", "~")),
            }
        }
        Ok(path)
    }
}

fn malformed(pointer: &str) -> Error {
    Error::from(ErrorReason::Pointer {
        pointer: pointer.to_owned(),
    })
}
