//! The client: asks, and says why there is no answer.

use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::net::TcpStream;
use std::num::NonZeroUsize;
use std::time::Duration;

use ballista::prelude::SessionContextExt;
use clap::Args;
use datafusion::common::{DataFusionError, Result};
use datafusion::execution::SessionStateBuilder;
use datafusion::prelude::SessionContext;

use crate::functions::Functions;
use crate::output::Format;
use crate::tables::Table;
use crate::{Address, session_config};

#[derive(Args)]
pub(crate) struct Query {
    /// The query
    query: String,
    /// The scheduler; unless set, this process answers alone
    #[arg(long, value_name = "HOST:PORT")]
    scheduler: Option<Address>,
    /// A table: NAME=FILE, or 'NAME=FOLDER/*.parquet'; may be repeated
    #[arg(long, short, value_name = "NAME=FILE")]
    table: Vec<Table>,
    /// The form of the answer
    #[arg(long, short, value_enum, default_value_t)]
    format: Format,
    /// The number of parts that a file is read in. Where an executor dies, the parts that it had are read again
    #[arg(long, value_name = "N", default_value = "16")]
    parts: NonZeroUsize,
}

impl Query {
    pub(crate) async fn run(self) -> Result<(), String> {
        if let Some(scheduler) = &self.scheduler {
            scheduler.ask()?;
        }
        self.answer()
            .await
            .map_err(|error| explained(&error.strip_backtrace(), self.scheduler.as_ref()))
    }

    async fn answer(&self) -> Result<()> {
        let config = session_config().with_target_partitions(self.parts.get());
        let mut context = match &self.scheduler {
            Some(Address { host, port }) => {
                let state = SessionStateBuilder::new()
                    .with_config(config)
                    .with_default_features()
                    .build();
                SessionContext::remote_with_state(&format!("df://{host}:{port}"), state).await?
            }
            None => SessionContext::new_with_state(Functions::None.session(config)?),
        };
        // After the context is there: it begins with no other functions than Ballista's.
        Functions::default().register(&mut context)?;
        for table in &self.table {
            table.register(&context).await?;
        }
        let mut answer = context.sql(&self.query).await?.execute_stream().await?;
        let mut out = BufWriter::new(io::stdout().lock());
        self.format.write(&mut answer, &mut out).await?;
        out.flush().map_err(DataFusionError::IoError)
    }
}

impl Address {
    /// Asks the scheduler whether it has executors. A query waits for the first, so that the client is told.
    fn ask(&self) -> Result<(), String> {
        let Self { host, port } = self;
        let absent = |error| {
            format!("no scheduler is at {host}:{port}: {error}; start one, or correct --scheduler")
        };
        let status = self.status().map_err(absent)?;
        if status.contains(" 503 ") {
            let waits = "no executor is there yet; the query waits for the first";
            _ = writeln!(io::stderr(), "calendiff-cluster: {host}:{port}: {waits}");
        }
        Ok(())
    }

    /// Returns the first line of the answer to whether the scheduler is ready.
    fn status(&self) -> io::Result<String> {
        let mut stream = TcpStream::connect((self.host.as_str(), self.port))?;
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        write!(
            stream,
            "GET /readyz HTTP/1.1\r\nHost: {}:{}\r\nConnection: close\r\n\r\n",
            self.host, self.port
        )?;
        let mut status = String::new();
        BufReader::new(stream).read_line(&mut status)?;
        Ok(status)
    }
}

/// Says what to do about errors that are those of the cluster.
fn explained(error: &str, scheduler: Option<&Address>) -> String {
    if error.contains("incorrect number of fields") {
        return format!(
            "a line has the byte 1, which no JSON has; calendiff-sql names its file and number ({error})"
        );
    }
    let Some(Address { host, port }) = scheduler else {
        return error.to_owned();
    };
    if let Some((who, function)) = missing(error) {
        return format!(
            "{who} at {host}:{port} does not have the function {function}; run calendiff-cluster {} on every machine",
            calendiff_datafusion::VERSION
        );
    }
    if error.contains("all executors were lost") {
        return format!(
            "the scheduler at {host}:{port} has lost all of its executors; start some, and ask again"
        );
    }
    if error.contains("h2 protocol error") {
        return format!(
            "the scheduler at {host}:{port} ended, and has forgotten the query; start it, and ask again ({error})"
        );
    }
    if error.contains("ObjectStore(NotFound") {
        return format!(
            "an executor does not have a file of the tables: each machine opens them by the same address ({error})"
        );
    }
    error.to_owned()
}

/// Returns who looked for a function that it does not have, and the function's name. A scheduler reads a logical plan, an
/// executor a physical one.
fn missing(error: &str) -> Option<(&str, &str)> {
    let (before, after) =
        error.split_once("ExtensionCodec is not provided for scalar function ")?;
    let who = if before.ends_with("Logical") {
        "the scheduler"
    } else {
        "an executor of the scheduler"
    };
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "_@.-+".contains(letter);
    Some((who, after.split(|letter| !is_part(letter)).next()?))
}
