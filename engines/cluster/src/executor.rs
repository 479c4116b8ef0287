//! An executor: runs tasks, a core each.

use std::net::{IpAddr, TcpListener};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use ballista_core::error::{BallistaError, Result};
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use clap::Args;

use crate::functions::Functions;
use crate::scheduler::POLICY;
use crate::{Address, session_config};

#[derive(Args)]
pub(crate) struct Executor {
    /// The scheduler
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:50050")]
    scheduler: Address,
    /// Where it listens for those that fetch what its tasks wrote
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: IpAddr,
    /// The port for that
    #[arg(long, default_value_t = 50051)]
    port: u16,
    /// The name by which the others reach it; --listen unless set, or where that is every address of the machine, the one from
    /// which the scheduler sees it
    #[arg(long)]
    host: Option<String>,
    /// Tasks at a time; all cores unless set
    #[arg(long, value_name = "N")]
    cores: Option<NonZeroUsize>,
    /// The folder for what its tasks write, a temporary one unless set
    #[arg(long, value_name = "FOLDER")]
    work: Option<PathBuf>,
    #[arg(long, hide = true, value_name = "VERSION|none")]
    functions: Option<Functions>,
}

impl Executor {
    pub(crate) async fn run(self) -> Result<()> {
        let state = self
            .functions
            .unwrap_or_default()
            .session(session_config())?;
        let cores = self
            .cores
            .or_else(|| thread::available_parallelism().ok())
            .map_or(1, usize::from);
        // Ballista would say it in its log alone, and end as if all were well.
        let (listen, port) = (self.listen, self.port);
        TcpListener::bind((listen, port)).map_err(|error| {
            BallistaError::General(format!(
                "cannot listen on {listen}:{port}: {error}; choose another --port, or an address of this machine for --listen"
            ))
        })?;
        // On a machine of several addresses, the scheduler may see it at one where it does not listen.
        let host = self
            .host
            .or_else(|| (!listen.is_unspecified()).then(|| listen.to_string()));
        let config = ExecutorProcessConfig {
            scheduler_host: self.scheduler.host,
            scheduler_port: self.scheduler.port,
            // It may be started before the scheduler.
            scheduler_connect_timeout_seconds: 60,
            bind_host: listen.to_string(),
            external_host: host,
            port,
            // Only a scheduler that pushes tasks has a use for another.
            grpc_port: port,
            vcores: cores,
            work_dir: self
                .work
                .map(|folder| folder.to_string_lossy().into_owned()),
            task_scheduling_policy: POLICY,
            override_function_registry: Some(Arc::new(BallistaFunctionRegistry::from(&state))),
            override_config_producer: Some(Arc::new(session_config)),
            #[cfg(feature = "s3")]
            override_runtime_producer: Some(Arc::new(
                ballista_core::object_store::runtime_env_with_s3_support,
            )),
            ..ExecutorProcessConfig::default()
        };
        start_executor_process(Arc::new(config)).await
    }
}
