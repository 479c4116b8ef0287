//! `calendiff apply` and `calendiff invert`.

use calendiff::Kind;
use calendiff::json::{View, merge_patch, patch};
use serde_json::Value;

use crate::failure::Failure;
use crate::input::Input;
use crate::run::{Run, Verdict};
use crate::stream::Record;

/// A document, and a patch for it or for the record inside it.
struct Patching<'r> {
    document: Value,
    /// The member of the document that the patch applies to; `None` for the document itself.
    envelope: Option<&'static str>,
    patch: &'r Input,
}

impl Run<'_> {
    pub(crate) fn apply(&mut self, record: &Record, is_merge_patch: bool) -> Verdict {
        let mut patching = self.patching(record, is_merge_patch)?;
        let patched = if is_merge_patch {
            merge_patch::apply(patching.target(), &patching.patch.value())?
        } else {
            patch::apply(patching.target(), &patching.operations()?)?
        };
        self.count_change(*patching.target() != patched);
        *patching.target_mut() = patched;
        self.json(&patching.document);
        Ok(0)
    }

    pub(crate) fn invert(&mut self, record: &Record, is_merge_patch: bool) -> Verdict {
        let patching = self.patching(record, is_merge_patch)?;
        if is_merge_patch {
            self.json(&merge_patch::invert(
                patching.target(),
                &patching.patch.value(),
            )?);
        } else {
            self.json(&patch::invert(patching.target(), &patching.operations()?)?);
        }
        Ok(0)
    }

    /// Reads a document and its patch. The paths of a patch begin at the record, as `diff` prints them, unless one of them
    /// leads through the envelope.
    fn patching<'r>(
        &self,
        record: &'r Record,
        is_merge_patch: bool,
    ) -> Result<Patching<'r>, Failure> {
        let [document, patch] = record.all()?;
        let kinds = self.kind.map_or(Kind::ALL.to_vec(), |kind| vec![kind]);
        let envelope = kinds.into_iter().find_map(|kind| {
            let (envelope, record) = kind.strip_envelope(document.root());
            envelope.filter(|_| record.members().is_some())
        });
        let envelope = envelope.filter(|name| {
            if is_merge_patch {
                patch.root().get(name).is_none()
            } else {
                !leads_to(patch.root(), name)
            }
        });
        Ok(Patching {
            document: document.value(),
            envelope,
            patch,
        })
    }
}

impl Patching<'_> {
    fn target(&self) -> &Value {
        self.envelope
            .map_or(&self.document, |name| &self.document[name])
    }

    fn target_mut(&mut self) -> &mut Value {
        match self.envelope {
            Some(name) => &mut self.document[name],
            None => &mut self.document,
        }
    }

    fn operations(&self) -> Result<Vec<patch::Op>, Failure> {
        self.patch.in_file(patch::parse(&self.patch.value()))
    }
}

/// Returns true if a path of a JSON Patch begins with a name, or is that of the whole document.
fn leads_to(patch: View<'_>, name: &str) -> bool {
    let paths = patch
        .items()
        .into_iter()
        .flatten()
        .flat_map(|operation| ["path", "from"].map(|path| operation.get(path)?.text()));
    paths
        .flatten()
        .any(|path| path.is_empty() || path.split('/').nth(1) == Some(name))
}
