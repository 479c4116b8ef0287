//! Queries over files of records on more than one machine: the functions of calendiff-datafusion on Ballista.
//!
//! One program has three roles. A scheduler plans, executors work, and a client asks. The README shows how to begin.

mod client;
mod executor;
mod functions;
#[path = "../../datafusion/src/bin/calendiff-sql/output.rs"]
mod output;
mod scheduler;
mod tables;

use std::io::{self, Write};
use std::process::ExitCode;
use std::str::FromStr;

use ballista::prelude::SessionConfigExt;
use calendiff::visible;
use clap::{Parser, Subcommand};
use datafusion::prelude::SessionConfig;

/// Ask files of calendars and locations with SQL, on more than one machine
#[derive(Parser)]
#[command(name = "calendiff-cluster", version = calendiff_datafusion::VERSION)]
struct Arguments {
    #[command(subcommand)]
    role: Role,
}

#[derive(Subcommand)]
enum Role {
    /// Plan queries, and give their tasks to executors
    Scheduler(scheduler::Scheduler),
    /// Run tasks
    Executor(executor::Executor),
    /// Ask, and print the answer
    Query(client::Query),
}

/// A host and a port.
#[derive(Clone, Debug)]
struct Address {
    host: String,
    port: u16,
}

impl FromStr for Address {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let parts = text
            .rsplit_once(':')
            .and_then(|(host, port)| Some((host.to_owned(), port.parse().ok()?)));
        let (host, port) = parts
            .filter(|(host, _)| !host.is_empty())
            .ok_or("expected HOST:PORT")?;
        Ok(Self { host, port })
    }
}

/// The rows of a batch.
const BATCH: usize = 1024;

/// The most bytes of a batch: rows of 256 KiB.
const MESSAGE: usize = BATCH * (256 << 10);

/// The settings that all roles begin with.
fn session_config() -> SessionConfig {
    #[cfg(feature = "s3")]
    let mut config = ballista_core::object_store::session_config_with_s3_support();
    #[cfg(not(feature = "s3"))]
    let mut config = SessionConfig::new_with_ballista();
    // An answer travels in batches, and a batch in one message: as many rows as are usual would be too much for the usual limit.
    config = config
        .with_batch_size(BATCH)
        .with_ballista_grpc_client_max_message_size(MESSAGE);
    // Else each column of an answer, such as `v['ok']`, would call the verb again.
    config
        .options_mut()
        .optimizer
        .enable_leaf_expression_pushdown = false;
    config
}

fn main() -> ExitCode {
    let role = Arguments::parse().role;
    let level = if matches!(role, Role::Query(_)) {
        "off"
    } else {
        "info"
    };
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(level)).init();
    match run(role) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            _ = writeln!(io::stderr(), "calendiff-cluster: {}", visible(&error));
            ExitCode::from(2)
        }
    }
}

fn run(role: Role) -> Result<(), String> {
    // Plans are read by recursion, and Ballista's own programs have as large a stack.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .thread_stack_size(32 << 20)
        .enable_all()
        .build();
    runtime.map_err(|error| error.to_string())?.block_on(async {
        match role {
            Role::Scheduler(scheduler) => scheduler.run().await.map_err(|error| error.to_string()),
            Role::Executor(executor) => executor.run().await.map_err(|error| error.to_string()),
            Role::Query(query) => query.run().await,
        }
    })
}
