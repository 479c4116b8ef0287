//! Issues read from their JSON.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::{About, Code, Fix, Issue, Severity};
use crate::ground::error::Error;
use crate::ground::json::{CollectVec, Path, Position};
use crate::knowledge::language::{Params, expect_params};

/// The members of an issue without those that follow from them: basis, pointer, message and detail.
#[derive(Deserialize)]
struct IssueMembers {
    code: Code,
    severity: Severity,
    #[serde(default)]
    about: About,
    path: Path,
    params: Params,
    fix: Option<Fix>,
    #[serde(default)]
    related: Vec<String>,
    #[serde(flatten)]
    position: Option<Position>,
}

impl<'de> Deserialize<'de> for Issue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let IssueMembers {
            code,
            severity,
            about,
            path,
            params,
            fix,
            related,
            position,
        } = IssueMembers::deserialize(deserializer)?;
        expect_params(code.name(), code.params(), &params).map_err(D::Error::custom)?;
        let related: Result<Vec<Path>, Error> = related
            .iter()
            .map(|pointer| pointer.parse())
            .try_collect_vec();
        let related = related.map_err(D::Error::custom)?;
        Ok(Self {
            about,
            fix,
            related,
            position,
            ..Self::new(code, severity, path, params)
        })
    }
}
