//! The scheduler: plans queries, and gives their tasks to executors.

use std::net::SocketAddr;
use std::sync::Arc;

use ballista_core::config::TaskSchedulingPolicy;
use ballista_core::error::Result;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use clap::Args;

use crate::functions::Functions;
use crate::session_config;

#[derive(Args)]
pub(crate) struct Scheduler {
    /// Where it listens
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:50050")]
    listen: SocketAddr,
    #[arg(long, hide = true, value_name = "VERSION|none")]
    functions: Option<Functions>,
}

/// Executors ask for tasks, and those that fail to start one say why, which the client reads. Where the scheduler pushes tasks,
/// that is only in the log of the executor.
pub(crate) const POLICY: TaskSchedulingPolicy = TaskSchedulingPolicy::PullStaged;

/// After so many seconds of silence, an executor is taken for dead, and its tasks are given to others. A busy one asks every
/// five seconds.
const SILENCE: u64 = 12;

impl Scheduler {
    pub(crate) async fn run(self) -> Result<()> {
        let functions = self.functions.unwrap_or_default();
        let config = SchedulerConfig {
            bind_host: self.listen.ip().to_string(),
            bind_port: self.listen.port(),
            external_host: self.listen.ip().to_string(),
            scheduling_policy: POLICY,
            executor_timeout_seconds: SILENCE,
            expire_dead_executor_interval_seconds: 1,
            // Others may come as long as one would have been waited for.
            no_executors_grace_period_seconds: SILENCE,
            override_config_producer: Some(Arc::new(session_config)),
            override_session_builder: Some(Arc::new(move |config| functions.session(config))),
            ..SchedulerConfig::default()
        };
        let cluster = BallistaCluster::new_from_config(&config).await?;
        start_server(cluster, self.listen, Arc::new(config)).await
    }
}
