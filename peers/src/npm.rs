//! The peers from npm: a process that answers a line of JSON with a line of JSON.

use std::io::{BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result};
use serde::de::DeserializeOwned;
use serde_json::Value;

pub(crate) struct Npm {
    child: Child,
    asked: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Npm {
    pub(crate) fn start(script: &Path) -> Result<Self> {
        let mut node = Command::new("node");
        let mut child = node
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let asked = child.stdin.take().context("node takes no input")?;
        let answers = BufReader::new(child.stdout.take().context("node gives no output")?).lines();
        Ok(Self {
            child,
            asked,
            answers,
        })
    }

    pub(crate) fn ask<T: DeserializeOwned>(&mut self, question: &Value) -> Result<T> {
        writeln!(self.asked, "{question}")?;
        let answer = self
            .answers
            .next()
            .context("the peers from npm stopped")??;
        Ok(serde_json::from_str(&answer)?)
    }
}

impl Drop for Npm {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}
